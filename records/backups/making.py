"""Making a backup, and what is known of the last one."""

import hashlib
import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.backups.reading import (
    DIGEST,
    FORMAT,
    LOG_FILE,
    LOGS,
    MANIFEST,
    PEOPLE,
    PIECE,
    QUESTION_FILE,
    QUESTIONS,
    README,
    Manifest,
    Member,
    Moment,
    opened_backup,
)
from upcard.records.reading import read_one_long
from upcard.records.storage import Storage, opened, refusals, write_all
from upcard.records.whole import write_whole
from upcard.schemas.errors import UpcardError, UsageError

_SAYS: Final = """This is a backup of an archive of Upcard, a program that records card games.

With Upcard, into an empty place:      upcard restore THIS_FILE
Only to see whether it is whole:       upcard restore THIS_FILE --check

Without it: logs/ has a text file for each session, with one event a line in JSON; people.json says which player ids are one
person, and their names; questions/ has the questions of your own, if there are any. manifest.json has the SHA-256 of each file.
"""


class Last(msgspec.Struct, frozen=True):
    """What is known of the last backup, in a file beside the archive. made: when; logs: how many; state: see `Manifest`."""

    made: Moment
    file: str
    logs: int
    state: str


class Made(msgspec.Struct, frozen=True):
    """A backup that was made. size: of its file, in bytes; damaged: what is wrong with logs in it, which are in it as they are;
    left_out: files of the log store, and of the folder of questions, that are none of its own.
    """

    path: Path
    manifest: Manifest
    size: int
    damaged: list[str]
    left_out: list[str]


def back_up(
    archive: Archive, given: Path, *, replace: bool = False, progress: Callable[[str], None] = lambda _name: None
) -> Made:
    """Write a backup and read it again: it has its name only when all of it was found whole. given: its file, or a folder, in which
    it is named for the day. replace: take the place of an older backup.

    Raises `UsageError` if there is nothing to back up, or something else has that name, `StorageError`.
    """
    with archive.alone():
        archive.people.read()  # a damaged one is told, and kept in no backup
        if not len(archive.store):
            says = "there are no logs to back up"
            raise UsageError(says, place=str(archive.store.folder), hint="upcard import PATH takes some in")
        path = _target(given, replace)
        aside = path.with_name(f".{path.name}.{os.getpid()}.new")
        damaged: list[str] = []
        with refusals(path):
            try:
                with _created(archive.storage, aside) as file:
                    manifest = _write(archive, file, damaged, progress)
                with opened_backup(aside) as again:
                    again.check(progress)
                size = aside.stat().st_size
                archive.storage.rename(aside, path)
                archive.storage.sync_folder(path.parent)
            finally:
                with suppress(OSError):
                    aside.unlink()
        remember(archive, manifest, path)
        known = {one.name for one in manifest.members}
        return Made(path, manifest, size, damaged, sorted(_left_out(archive, known)))


def remember(archive: Archive, manifest: Manifest, path: Path, beside: Path | None = None) -> None:
    """Write down what is known of the last backup. beside: where, if not beside the archive itself."""
    last = Last(manifest.made, str(path.absolute()), manifest.logs, manifest.state)
    write_whole(beside or archive.backup_path, msgspec.json.encode(last) + b"\n", storage=archive.storage)


def last_backup(archive: Archive) -> Last | None:
    """What is known of the last backup; None if there was none, or nothing can be read of it."""
    with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.json.decode(archive.backup_path.read_bytes(), type=Last)
    return None


def changed_since(archive: Archive, last: Last) -> bool:
    """Whether logs or people are not as they were in the last backup."""
    members = tuple(_member(name, path) for name, path in _contents(archive))
    return Manifest(FORMAT, last.made, "", members).state != last.state


def _target(given: Path, replace: bool) -> Path:
    """Where the backup goes."""
    if given.is_dir():
        given /= f"upcard-{datetime.now().astimezone():%Y-%m-%d}.zip"
    if not given.name:
        raise UsageError(f"{os.fspath(given)!r} names no file", hint="a backup is a file, such as club.zip")
    if not given.parent.is_dir():
        raise UsageError(
            "there is no such folder", place=str(given.parent), hint="is the stick there? Else make the folder first"
        )
    if not os.path.lexists(given):
        return given
    if not replace:
        raise UsageError(
            "this file is there already", place=str(given), hint="another name; or --replace, if it is an older backup"
        )
    try:
        with opened_backup(given):
            return given
    except UpcardError as error:
        says = f"--replace takes the place of a backup, and this is none: {error.message}"
        raise UsageError(says, place=str(given), hint="another name") from None


def _left_out(archive: Archive, known: set[str]) -> Iterator[str]:
    """The names of files that lie among those of a backup and are not in it."""
    for name, folder in ((LOGS, archive.store.folder), (QUESTIONS, archive.questions_path)):
        found = folder.iterdir() if folder.is_dir() else ()
        yield from (one.name for one in found if f"{name}{one.name}" not in known and not _ours(one.name))


def _ours(name: str) -> bool:
    """Whether a file of the log store is there for a while only: a lock, a list, something half made."""
    return name.startswith(".") or name.endswith(".lock")


def _contents(archive: Archive) -> Iterator[tuple[str, Path]]:
    """The files of a backup, one after another, and their names in it."""
    folder = archive.store.folder
    yield from ((f"{LOGS}{path.name}", path) for path in sorted(folder.iterdir()) if LOG_FILE.fullmatch(path.name))
    own = sorted(archive.questions_path.iterdir()) if archive.questions_path.is_dir() else []
    yield from (
        (f"{QUESTIONS}{path.name}", path) for path in own if QUESTION_FILE.fullmatch(path.name) and path.is_file()
    )
    beside = (PEOPLE, archive.people_path), (DIGEST, archive.digest_path)
    yield from ((name, path) for name, path in beside if path.exists())


def _member(name: str, path: Path, taken: Callable[[bytes], object] = len) -> Member:
    """A file as the list of files has it. taken: is given its bytes, piece by piece."""
    size, digest = 0, hashlib.sha256()
    with opened(path) as file:
        while data := file.read(PIECE):
            size += len(data)
            digest.update(data)
            taken(data)
    return Member(name, size, digest.hexdigest())


def _write(archive: Archive, file: IO[bytes], damaged: list[str], progress: Callable[[str], None]) -> Manifest:
    """Fill a backup. damaged: is told what is wrong with logs, which are put in as they are."""
    members = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in _contents(archive):
            with packed.open(_info(name, path.stat().st_size), "w") as member:
                members.append(_member(name, path, member.write))
            if name.endswith(".jsonl"):
                try:
                    read_one_long(path)
                except UpcardError as error:
                    damaged.append(f"{error.place.removeprefix(f'{archive.store.folder}/')}: {error.message}")
            progress(name)
        manifest = Manifest(FORMAT, datetime.now(UTC).replace(microsecond=0), version("upcard"), tuple(members))
        packed.writestr(_info(MANIFEST), msgspec.json.format(msgspec.json.encode(manifest)))
        packed.writestr(_info(README), _SAYS)
    return manifest


def _info(name: str, size: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, datetime.now().astimezone().timetuple()[:6])
    info.file_size = size  # of more than two gigabytes it has to know before
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    return info


@contextmanager
def _created(storage: Storage, path: Path) -> Iterator[IO[bytes]]:
    """A new file to write to; when this ends well it is on the medium."""
    path.unlink(missing_ok=True)
    handle = storage.create(path)
    try:
        with io.BufferedWriter(_Written(storage, handle), PIECE) as file:
            yield file
        storage.sync(handle)
    finally:
        storage.close(handle)


class _Written(io.RawIOBase):
    """A file that is written by our own calls to the disk."""

    def __init__(self, storage: Storage, handle: int) -> None:
        self._storage, self._handle, self._at = storage, handle, 0

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        begin = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._storage.size(self._handle)}
        self._at = begin[whence] + offset
        return self._at

    def write(self, data: Any) -> int:
        write_all(self._storage, self._handle, bytes(data), self._at)
        self._at += len(data)
        return len(data)
