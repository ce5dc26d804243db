"""The log store: a folder with every log that was taken, one file a log. It is the truth that the archive indexes."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.long import Bytes, Long
from upcard.records.reading import Read, read_one_long
from upcard.records.storage import DISK, Storage, make_folder, refusals
from upcard.records.whole import write_each_whole, write_whole
from upcard.schemas.errors import UsageError

_PLAIN: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")
_ESCAPED: Final = "=%02x"


class LogStore:
    """A folder of logs. Nothing in it is changed but by replacing a whole file."""

    def __init__(self, folder: Path, storage: Storage = DISK) -> None:
        self.folder = folder
        self._storage = storage
        self._pending = folder / ".awaited"

    def path(self, name: str) -> Path:
        """Where the log of this id lies. Raises `UsageError` if it is none."""
        return self.folder / file_of(name)

    def read(self, name: str, *, held: bool = True) -> Read | Long | None:
        """The log of an id, if it is there. held: see `read_long`."""
        path = self.path(name)
        return read_one_long(path, held=held) if path.is_file() else None

    def data(self, name: str) -> bytes | None:
        """Its bytes, if it is there."""
        path = self.path(name)
        with refusals(path):
            return path.read_bytes() if path.is_file() else None

    def content(self, name: str) -> Bytes | None:
        """Its whole lines, if it is there."""
        path = self.path(name)
        with refusals(path):
            return Bytes(path.stat().st_size, partial(_at, path)) if path.is_file() else None

    def listed(self) -> "Listed":
        """The same logs, for somebody who holds the archive's lock, so that nobody else puts any here."""
        return Listed(self)

    def put(self, logs: Mapping[str, Bytes]) -> None:
        """Keep logs by their ids: a crash leaves of each the old file or the new one, and after `sync` the new ones."""
        self.await_index(logs)
        write_each_whole([(self.path(name), content) for name, content in logs.items()], storage=self._storage)

    def await_index(self, names: Iterable[str]) -> None:
        """These logs are about to be put here, or added to: until they are indexed, who asks is told, should nobody come to do it."""
        make_folder(self.folder, storage=self._storage)
        with refusals(self._pending), self._pending.open("ab") as file:
            file.write(b"".join(_lines(names)))

    def sweep(self) -> None:
        """Delete what a crash left half made. Whoever does holds the archive's lock, so that nobody is at it."""
        with refusals(self.folder):
            for path in self.folder.glob(".*.new"):
                self._storage.remove(path)

    def awaited(self) -> set[str]:
        """The logs that were put here, or put anew, and not indexed since."""
        if not self._pending.is_file():
            return set()
        names = set()
        for line in self._pending.read_bytes().splitlines():
            with suppress(msgspec.DecodeError):  # a line that a crash cut short: its log was not put here
                names.add(msgspec.json.decode(line, type=str))
        return names

    def indexed(self, names: Iterable[str]) -> None:
        """These logs are indexed."""
        left = self.awaited() - set(names)
        with refusals(self._pending):
            if left:
                write_whole(self._pending, b"".join(_lines(sorted(left))))
            else:
                self._pending.unlink(missing_ok=True)

    def sync(self) -> None:
        """Return when the logs that were put here will survive a power cut."""
        with refusals(self.folder):
            if self.folder.is_dir():
                self._storage.sync_folder(self.folder)

    @contextmanager
    def without(self, names: Iterable[str]) -> Iterator[None]:
        """Forget logs: their files are moved aside, to `<file>.removed`, or `<file>.2.removed` where that is taken; back again, if
        what is done meanwhile fails.
        """
        moved: list[tuple[Path, Path]] = []
        try:
            for path in filter(Path.is_file, map(self.path, names)):
                with refusals(path):
                    aside = next(name for name in _aside(path, "removed") if not name.exists())
                    self._storage.rename(path, aside)
                    moved.append((path, aside))
                    self._storage.sync_folder(self.folder)
            yield
        except BaseException:
            for path, aside in reversed(moved):
                with suppress(OSError):
                    self._storage.rename(aside, path)
            raise

    def keep_aside(self, name: str) -> Path:
        """Keep a copy of a log that is about to be replaced, as `<file>.replaced`, or `<file>.2.replaced` where that is
        another. It is there for good before this returns, and is listed nowhere.
        """
        path = self.path(name)
        with refusals(path):
            data = path.read_bytes()
            kept = next(one for one in _aside(path, "replaced") if not one.exists() or one.read_bytes() == data)
        write_whole(kept, data, storage=self._storage)
        return kept

    def __len__(self) -> int:
        """How many logs there are."""
        return sum(1 for _ in self.folder.glob("*.jsonl"))

    def paths(self) -> Iterator[Path]:
        """The files of all logs, by name."""
        if self.folder.is_dir():
            yield from sorted(self.folder.glob("*.jsonl"))


class Listed:
    """A store whose files were listed once, by names without capitals, as some systems do not tell these apart: where
    there is none, the system need not be asked for each log.
    """

    def __init__(self, store: LogStore) -> None:
        self._store = store
        with refusals(store.folder):
            self._files = {path.name.casefold() for path in store.folder.iterdir()} if store.folder.is_dir() else set()

    def content(self, name: str) -> Bytes | None:
        """The whole lines of a log, if it is there."""
        return self._store.content(name) if file_of(name).casefold() in self._files else None

    def put(self, logs: Mapping[str, Bytes]) -> None:
        """Keep logs, as the store does, for good."""
        self._store.put(logs)
        self._store.sync()
        self._files.update(file_of(name).casefold() for name in logs)


def file_of(name: str) -> str:
    """The name of the file of a log. Ids that are no plain names of files are escaped. Raises `UsageError` for what is no id."""
    if _PLAIN.fullmatch(name) and not name.startswith("."):
        return f"{name}.jsonl"
    plain = "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else _ESCAPED % byte for byte in name.encode())
    if not name or len(plain) > 200:
        raise UsageError(f"{name[:40]!r} is no id for a log", hint="ids are UUIDs, or short words")
    return f"={plain}.jsonl"


def _at(path: Path, offset: int, size: int) -> bytes:
    with refusals(path), path.open("rb", buffering=0) as file:
        return os.pread(file.fileno(), size, offset)


def _lines(names: Iterable[str]) -> Iterator[bytes]:
    return (msgspec.json.encode(name) + b"\n" for name in names)


def _aside(path: Path, ending: str) -> Iterator[Path]:
    """Names for a log that is set aside, one after another."""
    yield path.with_suffix(f".{ending}")
    yield from (path.with_suffix(f".{number}.{ending}") for number in count(2))
