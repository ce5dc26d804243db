"""Backups: one file with all that an archive is made from. It is a ZIP file, which can be read without Upcard.

`logs/` has the files of the log store, `questions/` those of one's own questions, `people.json` the table of people,
`digest.json` counts and digests of the tables.
`manifest.json` says which files there are, how long each is, and its SHA-256; `README.txt` what to do with it.
The tables are not in it: they are made anew from the logs.
"""

import errno
import hashlib
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec

from upcard.records.storage import opened
from upcard.schemas.errors import CorruptError, UnreadableError, UsageError

FORMAT: Final = "upcard-backup/1"
LOGS: Final = "logs/"
QUESTIONS: Final = "questions/"
PEOPLE: Final = "people.json"
DIGEST: Final = "digest.json"
MANIFEST: Final = "manifest.json"
README: Final = "README.txt"
LOG_FILE: Final = re.compile(r"[A-Za-z0-9=_-][A-Za-z0-9=._-]{0,240}\.(jsonl|removed|replaced|jsonl\.torn-[0-9]{1,9})")
"""What stands in a log store: logs, what was removed or replaced, and what a crash had cut short."""
QUESTION_FILE: Final = re.compile(r"[\w-]{1,80}\.sql")
"""What stands in the folder of one's own questions."""
_MOST_TIMES: Final = 200
_ALWAYS: Final = 64 << 20
"""A file may unpack to so many times its size, and to so many bytes in any case: logs shrink to a tenth, or a fiftieth."""
PIECE: Final = 1 << 20
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


class Backup:
    """A backup that is open, with all that its list of files says held against what is there."""

    def __init__(self, packed: zipfile.ZipFile, place: str, size: int) -> None:
        self._packed, self._place = packed, place
        infos = packed.infolist()
        self._check_all(infos, size)
        self.manifest = self._read_manifest()
        there = {info.filename: info.file_size for info in infos if info.filename not in {MANIFEST, README}}
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
            while piece := file.read(PIECE):
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
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            raise self.wrong(f"{name} cannot be unpacked: it is said to lie outside of the file") from None

    def _check_all(self, infos: list[zipfile.ZipInfo], size: int) -> None:
        """Raises `CorruptError` if any file is none that a backup has, or all of them unpack to more than a backup would."""
        names = [info.filename for info in infos]
        if MANIFEST not in names:
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
        with self.damage(MANIFEST):
            data = self._packed.read(MANIFEST)
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
        raise UsageError(
            "this is a folder; wanted the file of a backup", place=place, hint="such as upcard-2026-11-24.zip"
        )
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
        known = bool(LOG_FILE.fullmatch(info.filename.removeprefix(LOGS)))
    elif info.filename.startswith(QUESTIONS):
        known = bool(QUESTION_FILE.fullmatch(info.filename.removeprefix(QUESTIONS)))
    else:
        known = info.filename in {MANIFEST, README, PEOPLE, DIGEST}
    if not known:
        return "is none of its files"
    if info.flag_bits & 1:
        return "is encrypted"
    return "" if info.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} else "is packed in another way"


def file_in(folder: str, member: Member) -> str:
    """The name of a file in one of the folders of a backup; empty for what is not in it."""
    return member.name.removeprefix(folder) if member.name.startswith(folder) else ""
