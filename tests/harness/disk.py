"""A disk in memory that can lose power, and one whose n-th call fails."""

import errno
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from upcard.records.storage import Disk, Storage
from upcard.schemas.errors import BusyError

SECTOR = 512


class File:
    """cache: what readers see. medium: what would be left without power. pending: what was done since the last sync."""

    def __init__(self) -> None:
        self.cache = bytearray()
        self.medium = bytearray()
        self.pending: list[tuple[int, bytes | None]] = []


class SimulatedDisk:
    """Writes reach the medium when they are synced; at a crash any sectors of the others may have, in any order."""

    def __init__(self) -> None:
        self.names: dict[Path, File] = {}
        self.durable: dict[Path, File] = {}
        self.handles: dict[int, File] = {}
        self.locks: dict[int, Path] = {}
        self.last = 2

    def create(self, path: Path) -> int:
        if path in self.names:
            raise FileExistsError(errno.EEXIST, "exists", str(path))
        self.names[path] = File()
        return self.open(path)

    def open(self, path: Path) -> int:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        self.last += 1
        self.handles[self.last] = self.names[path]
        return self.last

    def read(self, handle: int, size: int, offset: int) -> bytes:
        return bytes(self.handles[handle].cache[offset : offset + size])

    def write(self, handle: int, data: bytes, offset: int) -> int:
        file = self.handles[handle]
        _put(file.cache, data, offset)
        file.pending.append((offset, data))
        return len(data)

    def sync(self, handle: int) -> None:
        file = self.handles[handle]
        for offset, data in file.pending:
            _apply(file.medium, offset, data)
        file.pending.clear()

    def sync_all(self, handles: Sequence[int]) -> None:
        for handle in handles:
            self.sync(handle)

    def lose(self, handle: int) -> None:
        """A sync failed: the cache keeps what was written and thinks it clean, so that it never reaches the medium."""
        self.handles[handle].pending.clear()

    def truncate(self, handle: int, size: int) -> None:
        file = self.handles[handle]
        del file.cache[size:]
        file.pending.append((size, None))

    def size(self, handle: int) -> int:
        return len(self.handles[handle].cache)

    def close(self, handle: int) -> None:
        self.handles.pop(handle, None)
        self.locks.pop(handle, None)

    def rename(self, old: Path, new: Path) -> None:
        self.names[new] = self.names.pop(old)

    def remove(self, path: Path) -> None:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
        del self.names[path]

    def sync_folder(self, path: Path) -> None:
        self.durable = {name: file for name, file in self.durable.items() if name.parent != path}
        self.durable |= {name: file for name, file in self.names.items() if name.parent == path}

    def lock(self, path: Path) -> int:
        if path in self.locks.values():
            raise BusyError("another process is writing")
        self.last += 1
        self.locks[self.last] = path
        return self.last

    def crashed(self, rng: random.Random) -> "SimulatedDisk":
        """The disk after a power cut: synced writes, and of the others what chance kept, sector by sector."""
        after = SimulatedDisk()
        names = dict(self.durable)
        for name, file in self.names.items():
            if name not in names and rng.random() < 0.5:
                names[name] = file
        for name, file in names.items():
            kept = after.names[name] = File()
            kept.medium = bytearray(file.medium)
            keep = rng.choice((0.0, 0.5, 0.9, 1.0))
            for offset, data in file.pending:
                _tear(kept.medium, offset, data, lambda: rng.random() < keep)  # noqa: B023 - called at once
            kept.cache = bytearray(kept.medium)
        after.durable = dict(after.names)
        return after


def _tear(medium: bytearray, offset: int, data: bytes | None, keeps: Callable[[], bool]) -> None:
    """Some sectors of a write reach the medium, and the length of the file or not."""
    if data is None:
        if keeps():
            _apply(medium, offset, None)
        return
    if keeps() and len(medium) < offset + len(data):
        medium.extend(bytes(offset + len(data) - len(medium)))
    at = 0
    while at < len(data):
        end = min(len(data), at + SECTOR - (offset + at) % SECTOR)
        if keeps():
            _put(medium, data[at:end], offset + at)
        at = end


def _apply(medium: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del medium[offset:]
    else:
        _put(medium, data, offset)


def _put(medium: bytearray, data: bytes, offset: int) -> None:
    if len(medium) < offset:
        medium.extend(bytes(offset - len(medium)))
    medium[offset : offset + len(data)] = data


class Unsynced(SimulatedDisk):
    """Our code without fsync, as it were."""

    def sync(self, handle: int) -> None:
        del handle


class RealDisk(Disk):
    """The real one. While the power lasts, what a failed sync was to write is still read."""

    def lose(self, handle: int) -> None:
        """Nothing can be seen of it."""


class FailingDisk:
    """Another disk, of which the n-th call fails, once or from then on. calls: how many there were;
    drops: what a failed sync was to write is lost; else a power cut may find it half written;
    syncs_after_failure: how often a file was synced again by the handle on which that had failed.
    """

    def __init__(
        self, inner: SimulatedDisk | RealDisk, nth: int, error: int | None, *, forever: bool = False, drops: bool = True
    ) -> None:
        self.inner, self.nth, self.error, self.forever, self.drops = inner, nth, error, forever, drops
        self.calls = 0
        self.syncs_after_failure = 0
        self._failed: set[int] = set()

    def fails(self) -> bool:
        self.calls += 1
        return self.calls == self.nth or (self.forever and self.calls > self.nth)

    def raises(self) -> None:
        if self.fails():
            raise OSError(self.error or errno.EIO, "injected")

    def create(self, path: Path) -> int:
        self.raises()
        return self.inner.create(path)

    def open(self, path: Path) -> int:
        self.raises()
        return self.inner.open(path)

    def read(self, handle: int, size: int, offset: int) -> bytes:
        self.raises()
        return self.inner.read(handle, size, offset)

    def write(self, handle: int, data: bytes, offset: int) -> int:
        if self.fails():
            if self.error is None or self.error == errno.ENOSPC:  # a full disk takes a part first
                short = self.inner.write(handle, data[: len(data) // 2], offset)
                if self.error is None:
                    return short
            raise OSError(self.error, "injected")
        return self.inner.write(handle, data, offset)

    def sync(self, handle: int) -> None:
        self.syncs_after_failure += handle in self._failed
        if self.fails():
            self._failed.add(handle)
            if self.drops:
                self.inner.lose(handle)
            raise OSError(self.error or errno.EIO, "injected")
        self.inner.sync(handle)

    def sync_all(self, handles: Sequence[int]) -> None:
        for handle in handles:
            self.sync(handle)

    def truncate(self, handle: int, size: int) -> None:
        self.raises()
        self.inner.truncate(handle, size)

    def size(self, handle: int) -> int:
        self.raises()
        return self.inner.size(handle)

    def close(self, handle: int) -> None:
        self.inner.close(handle)
        self.raises()

    def rename(self, old: Path, new: Path) -> None:
        self.raises()
        self.inner.rename(old, new)

    def remove(self, path: Path) -> None:
        self.raises()
        self.inner.remove(path)

    def sync_folder(self, path: Path) -> None:
        self.raises()
        self.inner.sync_folder(path)

    def lock(self, path: Path) -> int:
        self.raises()
        return self.inner.lock(path)


_: tuple[type[Storage], ...] = (SimulatedDisk, FailingDisk)
