"""Backups: one file with all that an archive is made from. It is a ZIP file, which can be read without Upcard.

`logs/` has the files of the log store, `people.json` the table of people, `digest.json` counts and digests of the tables.
`manifest.json` says which files there are, how long each is, and its SHA-256; `README.txt` what to do with it.
The tables are not in it: they are made anew from the logs.
"""

import hashlib
import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Annotated, Any, Final

import msgspec

from upcard.records.archive.archive import Archive
from upcard.records.logfile import read_bytes
from upcard.records.storage import Storage, opened, refusals, write_all
from upcard.records.whole import write_whole
from upcard.schemas.errors import CorruptError, UnreadableError, UpcardError, UsageError

FORMAT: Final = "upcard-backup/1"
LOGS: Final = "logs/"
PEOPLE: Final = "people.json"
DIGEST: Final = "digest.json"
_MANIFEST: Final = "manifest.json"
_README: Final = "README.txt"
_LOG_FILE: Final = re.compile(r"[A-Za-z0-9=_-][A-Za-z0-9=._-]{0,240}\.(jsonl|removed|replaced|jsonl\.torn-[0-9]{1,9})")
"""What stands in a log store: logs, what was removed or replaced, and what a crash had cut short."""
_MOST_TIMES: Final = 200
_ALWAYS: Final = 64 << 20
"""A file may unpack to so many times its size, and to so many bytes in any case: logs shrink to a tenth, or a fiftieth."""
_PIECE: Final = 1 << 20
_SAYS: Final = """This is a backup of an archive of Upcard, a program that records card games.

With Upcard, into an empty place:      upcard restore THIS_FILE
Only to see whether it is whole:       upcard restore THIS_FILE --check

Without it: logs/ has a text file for each session, with one event a line in JSON; people.json says which player ids are one
person, and their names. manifest.json has the SHA-256 of each file.
"""


Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Member(msgspec.Struct, frozen=True):
    """A file in a backup."""

    name: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What is in a backup. made: when; upcard: the version that wrote it; members: all files but this list and README.txt."""

    format: str
    made: Moment
    upcard: str
    members: tuple[Member, ...]

    @property
    def logs(self) -> int:
        """How many logs there are."""
        return sum(one.name.startswith(LOGS) and one.name.endswith(".jsonl") for one in self.members)

    @property
    def state(self) -> str:
        """The same for the same logs and people, whenever they were put into a backup."""
        kept = sorted((one.name, one.sha256) for one in self.members if one.name != DIGEST)
        return hashlib.sha256(msgspec.json.encode(kept)).hexdigest()


class Last(msgspec.Struct, frozen=True):
    """What is known of the last backup, in a file beside the archive. made: when; logs: how many; state: see `Manifest`."""

    made: Moment
    file: str
    logs: int
    state: str


class Made(msgspec.Struct, frozen=True):
    """A backup that was made. size: of its file, in bytes; damaged: what is wrong with logs in it, which are in it as they are;
    left_out: files of the log store that are none of its own.
    """

    path: Path
    manifest: Manifest
    size: int
    damaged: list[str]
    left_out: list[str]


# ---- Making one ----------------------------------------------------------------------------------------------------


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
        known = {one.name.removeprefix(LOGS) for one in manifest.members}
        left_out = [one.name for one in archive.store.folder.iterdir() if one.name not in known and not _ours(one.name)]
        return Made(path, manifest, size, damaged, sorted(left_out))


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
    members = tuple(_member(name, data) for name, data in _contents(archive))
    return Manifest(FORMAT, last.made, "", members).state != last.state


def _target(given: Path, replace: bool) -> Path:
    """Where the backup goes."""
    if given.is_dir():
        given /= f"upcard-{datetime.now().astimezone():%Y-%m-%d}.zip"
    if not given.name:
        raise UsageError(f"{os.fspath(given)!r} names no file", hint="a backup is a file, such as club.zip")
    if not given.parent.is_dir():
        raise UsageError("there is no such folder", place=str(given.parent))
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


def _ours(name: str) -> bool:
    """Whether a file of the log store is there for a while only: a lock, a list, something half made."""
    return name.startswith(".") or name.endswith(".lock")


def _contents(archive: Archive) -> Iterator[tuple[str, bytes]]:
    """The files of a backup, one after another, and their names in it."""
    folder = archive.store.folder
    paths = [(f"{LOGS}{path.name}", path) for path in sorted(folder.iterdir()) if _LOG_FILE.fullmatch(path.name)]
    paths += [(PEOPLE, archive.people_path), (DIGEST, archive.digest_path)]
    for name, path in paths:
        if path.exists():
            with opened(path) as file:
                yield name, file.read()


def _member(name: str, data: bytes) -> Member:
    return Member(name, len(data), hashlib.sha256(data).hexdigest())


def _write(archive: Archive, file: IO[bytes], damaged: list[str], progress: Callable[[str], None]) -> Manifest:
    """Fill a backup. damaged: is told what is wrong with logs, which are put in as they are."""
    members = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in _contents(archive):
            members.append(_member(name, data))
            packed.writestr(_info(name), data)
            if name.endswith(".jsonl"):
                try:
                    read_bytes(data, name.removeprefix(LOGS))
                except UpcardError as error:
                    damaged.append(f"{error.place}: {error.message}")
            progress(name)
        manifest = Manifest(FORMAT, datetime.now(UTC).replace(microsecond=0), version("upcard"), tuple(members))
        packed.writestr(_info(_MANIFEST), msgspec.json.format(msgspec.json.encode(manifest)))
        packed.writestr(_info(_README), _SAYS)
    return manifest


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, datetime.now().astimezone().timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    return info


@contextmanager
def _created(storage: Storage, path: Path) -> Iterator[IO[bytes]]:
    """A new file to write to; when this ends well it is on the medium."""
    path.unlink(missing_ok=True)
    handle = storage.create(path)
    try:
        with io.BufferedWriter(_Written(storage, handle), _PIECE) as file:
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


# ---- Reading one ---------------------------------------------------------------------------------------------------


class Backup:
    """A backup that is open, with all that its list of files says held against what is there."""

    def __init__(self, packed: zipfile.ZipFile, place: str, size: int) -> None:
        self._packed, self._place = packed, place
        infos = packed.infolist()
        self._check_all(infos, size)
        self.manifest = self._read_manifest()
        there = {info.filename: info.file_size for info in infos if info.filename not in {_MANIFEST, _README}}
        wanted = {one.name: one.size for one in self.manifest.members}
        if len(wanted) != len(self.manifest.members) or there != wanted:
            odd = sorted(there.items() ^ wanted.items())
            raise self.wrong(
                f"its list of files and the files in it do not agree: {odd[0][0] if odd else 'one is there twice'}"
            )

    def pieces(self, member: Member) -> Iterator[bytes]:
        """What is in a file, piece by piece. Raises `CorruptError` in the end if it is not what was put there."""
        told = hashlib.sha256()
        with self.damage(member.name), self._packed.open(member.name) as file:
            while piece := file.read(_PIECE):
                told.update(piece)
                yield piece
        if told.hexdigest() != member.sha256:
            raise self.wrong(f"{member.name} is not what was put into it")

    def data(self, name: str) -> bytes | None:
        """All that is in a file, if it is there."""
        found = next((one for one in self.manifest.members if one.name == name), None)
        return None if found is None else b"".join(self.pieces(found))

    def check(self, progress: Callable[[str], None] = lambda _name: None) -> None:
        """Read all of it. Raises `CorruptError` if something is not what was put there."""
        for member in self.manifest.members:
            for _ in self.pieces(member):
                pass
            progress(member.name)

    def wrong(self, says: str) -> CorruptError:
        """The error that says what is wrong with it."""
        return CorruptError(says, place=self._place, hint="nothing of it is used; take another backup")

    @contextmanager
    def damage(self, name: str) -> Iterator[None]:
        """Tell what cannot be unpacked as an error of ours."""
        try:
            yield
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
            raise self.wrong(f"{name} cannot be unpacked: {error or 'it ends too soon'}") from None

    def _check_all(self, infos: list[zipfile.ZipInfo], size: int) -> None:
        """Raises `CorruptError` if any file is none that a backup has, or all of them unpack to more than a backup would."""
        names = [info.filename for info in infos]
        if _MANIFEST not in names:
            raise self.wrong("this is no backup of Upcard: it has no manifest.json")
        for info in infos:
            if why := _unfit(info):
                raise self.wrong(f"{info.filename!r} {why}: no backup of Upcard has that")
        if len(set(names)) < len(names):
            raise self.wrong("two files in it have one name: no backup of Upcard has that")
        unpacked = sum(info.file_size for info in infos)
        if unpacked > max(_ALWAYS, _MOST_TIMES * size) or sum(info.compress_size for info in infos) > size:
            raise self.wrong(f"its {size:,} bytes would unpack to {unpacked:,}: no backup of Upcard does")

    def _read_manifest(self) -> Manifest:
        with self.damage(_MANIFEST):
            data = self._packed.read(_MANIFEST)
        try:
            manifest = msgspec.json.decode(data, type=Manifest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self.wrong(f"its list of files cannot be read: {error}") from None
        if manifest.format != FORMAT:
            hint = "a later Upcard wrote it; install that one"
            raise UnreadableError(
                f"a backup of format {manifest.format!r}; this Upcard reads {FORMAT}", place=self._place, hint=hint
            )
        return manifest


@contextmanager
def opened_backup(path: Path) -> Iterator[Backup]:
    """A backup, open for reading. Raises `UsageError` if there is no such file, `UnreadableError` if it is no backup, or one that
    was damaged or made to do harm.
    """
    place = os.fspath(path)
    if path.is_dir():
        raise UsageError("this is a folder; wanted the file of a backup", place=place)
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            packed = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeDecodeError, EOFError) as error:
            says = f"this is no backup, or it is damaged: {str(error) or 'it ends too soon'}"
            raise UnreadableError(
                says.lower(), place=place, hint="a backup is a ZIP file that upcard backup wrote"
            ) from None
        with packed:
            yield Backup(packed, place, size)


def _unfit(info: zipfile.ZipInfo) -> str:
    """What about a file in it no backup has; empty if nothing."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in {0, stat.S_IFREG} or info.is_dir():
        return "is a link" if kind == stat.S_IFLNK else "is no regular file"
    if info.filename.startswith(LOGS):
        known = bool(_LOG_FILE.fullmatch(info.filename.removeprefix(LOGS)))
    else:
        known = info.filename in {_MANIFEST, _README, PEOPLE, DIGEST}
    if not known:
        return "is none of its files"
    if info.flag_bits & 1:
        return "is encrypted"
    return "" if info.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} else "is packed in another way"


def log_file(member: Member) -> str:
    """The name of a log's file in a log store; empty for what is none."""
    return member.name.removeprefix(LOGS) if member.name.startswith(LOGS) else ""
