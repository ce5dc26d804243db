"""`upcard export --to lake`: the whole archive as a folder of Parquet files."""

from collections.abc import Sequence
from pathlib import Path

from upcard.cli.output import archive_path, say, tell_of_unindexed
from upcard.schemas.wording import counted

LAKE = "lake"


def write_lake(named: Sequence[str], archive: Path | None, *, plainly: bool) -> None:
    """Bring the lake in the one folder that is named up to what the archive holds. plainly: nothing else was asked for."""
    from upcard.records.archive.archive import Archive
    from upcard.records.lake import export_lake
    from upcard.records.storage import text_of
    from upcard.schemas.errors import UsageError

    if len(named) != 1 or not plainly:
        hint = "upcard export --to lake DIR, with --archive if it is not the usual one"
        raise UsageError("a lake is made of the whole archive, in one folder", hint=hint)
    place = Archive(archive_path(archive))
    done = export_lake(place, Path(text_of(named[0])))
    tell_of_unindexed(place)
    kept, gone = len(done.kept), len(done.removed)
    more = f", {kept} as they were" * bool(kept) + f", {gone} gone" * bool(gone)
    say(f"{counted(len(done.written), 'partition')} written to {named[0]}{more}")
