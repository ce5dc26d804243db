"""An archive made again from a backup: aside, and put in its place when all of it was found whole."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.archive.candidate import Report
from upcard.records.archive.digest import Kept
from upcard.records.archive.importing import rebuild
from upcard.records.archive.verifying import verify_archive
from upcard.records.backups.making import remember
from upcard.records.backups.reading import (
    DIGEST,
    LOGS,
    PEOPLE,
    QUESTIONS,
    Backup,
    Manifest,
    Member,
    file_in,
    opened_backup,
)
from upcard.records.several import Processes
from upcard.records.storage import make_folder, opened, refusals, write_all
from upcard.records.whole import write_whole
from upcard.schemas.codec import MAX_LINE_BYTES, decode_line
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Opened

_AT_ONCE: Final = 64
"""So many files are on their way to the medium together."""


class Restored(msgspec.Struct, frozen=True):
    """What was restored. refused: logs that are in the store and not in the tables, as they cannot be read or judged; kept: where
    that is which was there before; differs: the tables are not those that were backed up, as another version made them.
    """

    manifest: Manifest
    refused: list[Report]
    kept: Path | None
    differs: bool


def restore(
    archive: Archive,
    given: Path,
    *,
    replace: bool = False,
    several: Processes | None = None,
    progress: Callable[[str], None] = lambda _text: None,
) -> Restored:
    """Put the archive of a backup into a place where there is none; with `replace` also where there is one, which is kept aside.

    A crash leaves what was there, or all of the backup. Raises `UsageError` if there is an archive, `UnreadableError` for what is
    no backup, or a damaged one, and changes nothing then.
    """
    with opened_backup(given) as backup, archive.alone():
        there = archive.found()
        if there and not replace:
            names = ", ".join(path.name for path in there)
            hint = "another place: --archive PATH; or --replace, which keeps what is there beside it"
            raise UsageError(f"there is an archive here already: {names}", place=str(archive.path), hint=hint)
        with archive.made_aside(keep=bool(there)) as place:
            made = Archive(place.path, archive.storage)
            _unpack(backup, made, progress)
            _check_names(backup, made)
            refused = rebuild(made, lambda done: progress(f"log {done}"), several)
            if not refused:
                _check_tables(backup, made)
            differs = _differs(backup, made)
            remember(archive, backup.manifest, given, made.backup_path)
        kept = archive.kept_before()
        return Restored(backup.manifest, refused, kept[-1] if there else None, differs)


def _unpack(backup: Backup, made: Archive, progress: Callable[[str], None]) -> None:
    """Put the files of a backup where they belong."""
    make_folder(made.store.folder, storage=made.storage)
    _unpack_folder(backup, made, LOGS, made.store.folder, progress)
    if any(file_in(QUESTIONS, one) for one in backup.manifest.members):
        make_folder(made.questions_path, storage=made.storage)
        _unpack_folder(backup, made, QUESTIONS, made.questions_path, progress)
    write_whole(made.people_path, backup.data(PEOPLE) or b"{}\n", storage=made.storage)


def _unpack_folder(backup: Backup, made: Archive, name: str, folder: Path, progress: Callable[[str], None]) -> None:
    """Put the files of one of its folders into a folder that is there."""
    storage = made.storage
    with refusals(folder):
        members = [one for one in backup.manifest.members if file_in(name, one)]
        for start in range(0, len(members), _AT_ONCE):
            handles: list[int] = []
            try:
                for member in members[start : start + _AT_ONCE]:
                    handles.append(storage.create(folder / file_in(name, member)))
                    _fill(backup, member, made, handles[-1])
                    progress(member.name)
                storage.sync_all(handles)
            finally:
                for handle in handles:
                    storage.close(handle)
        storage.sync_folder(folder)


def _fill(backup: Backup, member: Member, made: Archive, handle: int) -> None:
    at = 0
    for piece in backup.pieces(member):
        write_all(made.storage, handle, piece, at)
        at += len(piece)


def _check_names(backup: Backup, made: Archive) -> None:
    """Raises `CorruptError` if a log is in a file that is named for another: a log store would not find it there."""
    for path in made.store.paths():
        with opened(path) as file:
            line = file.readline(MAX_LINE_BYTES + 1).rstrip(b"\n")
        try:
            header = decode_line(line)
            named = isinstance(header, Opened) and made.store.path(header.log) == path
        except UpcardError:  # a damaged log; the rebuild tells of it
            continue
        if not named:
            raise backup.wrong(f"{path.name} has a log that is not named so")


def _check_tables(backup: Backup, made: Archive) -> None:
    """Raises `CorruptError` if the archive that was made of it is not well."""
    for fault in verify_archive(made):
        raise backup.wrong(f"the archive made of it is not well: {fault.says}")


def _differs(backup: Backup, made: Archive) -> bool:
    """Whether the tables are not those that were backed up. Other versions of DuckDB make other digests of the same tables."""
    data = backup.data(DIGEST)
    try:
        was = msgspec.json.decode(data or b"", type=Kept)
        now = msgspec.json.decode(made.digest_path.read_bytes(), type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError, OSError):
        return False
    return was.duckdb == now.duckdb and was.tables != now.tables
