"""`upcard rebuild`: the archive anew from its log store."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.output import ARCHIVE, JOBS, archive_path, progress, say
from upcard.schemas.wording import counted


def rebuild(archive: Annotated[Path | None, ARCHIVE] = None, jobs: Annotated[int, JOBS] = 1) -> None:
    """Make the archive anew from the logs in its store. For after damage, or after an upgrade.

    It is made aside, and takes the place of what is there when it is done: until then, and if it is broken off, that answers.

    Example: upcard rebuild
    """
    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import NOT_TAKEN
    from upcard.records.archive.importing import rebuild as anew
    from upcard.records.several import processes
    from upcard.schemas.errors import UsageError

    place = Archive(archive_path(archive))
    if not place.store.folder.is_dir():
        raise UsageError(
            "there is no log store here", place=str(place.store.folder), hint="upcard import PATH makes one"
        )
    with processes(jobs) as several, progress("rebuilding") as told:
        refused = anew(place, lambda done: told(str(done)), several)
    for report in refused:
        say(f"{report.status}: {report.place}: {report.why}")
    say(f"{counted(len(list(place.store.paths())) - len(refused), 'log')} in {place.path}")
    if refused:
        raise typer.Exit(max(NOT_TAKEN[report.status] for report in refused))
