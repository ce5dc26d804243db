"""Writing a log, one event at a time, so that what was acknowledged is there after any crash.

Each line is one write and one fsync before `append` returns; what belongs together comes in with a whole new file. After anything failed the writer is dead: what the disk
kept is not known, and only opening the log anew finds out. Nobody else may write meanwhile: the kernel's lock.
"""

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from upcard.records.chain import Chain
from upcard.records.damage import Torn
from upcard.records.reading import Read, read_one
from upcard.records.seals import Head
from upcard.records.storage import DISK, Storage, locked, refusals, told, write_all
from upcard.records.whole import write_whole
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.errors import ForkedError, StorageError, UnreadableError, UpcardError, UsageError
from upcard.schemas.events import Event, Opened, Sealed
from upcard.schemas.events.base import tag


class Recovered(msgspec.Struct, frozen=True):
    """A torn last line that was cut off when its log was opened. saved: the file that now holds its bytes."""

    line: int
    offset: int
    size: int
    saved: Path

    @property
    def says(self) -> str:
        """What was cut off, in words."""
        return f"line {self.line} was not written whole: its {self.size} bytes are in {self.saved}"


class LogWriter:
    """The one writer of a log. Use it as a context manager, or call `close`.

    path: the file. read: the log as it was when opened. recovered: what was cut off then, if anything.
    """

    def __init__(self, path: Path, storage: Storage) -> None:
        self.path = path
        self.recovered: Recovered | None = None
        self.read: Read
        self._storage = storage
        self._lock = -1
        self._handle = -1
        self._process = os.getpid()
        self._dead = ""
        self._lines: list[bytes] = []
        self._size = 0
        self._ids: dict[str, int] = {}
        self._chain = Chain()
        self._waiting: list[bytes] | None = None

    @classmethod
    def create(cls, path: Path | str, header: Opened, *, storage: Storage = DISK, wait_seconds: float = 0.0) -> Self:
        """Begin a log. Doing it again is harmless while there is only this header, or less of it.

        Raises `UsageError` if something else is there, `BusyError`, `StorageError`.
        """
        path = Path(path)
        line = _written(header)
        writer = cls(path, storage)
        try:
            with refusals(path):
                writer._must_be_free(line + b"\n")
                writer._lock = locked(path, storage, wait_seconds)
                writer._begin(line)
        except BaseException:
            writer.close()
            raise
        return writer

    @classmethod
    def open(cls, path: Path | str, *, storage: Storage = DISK, wait_seconds: float = 0.0) -> Self:
        """Go on with a log. A torn last line is saved beside it as `<name>.torn-<n>` and cut off: see `recovered`.

        Raises `CorruptError` for any other damage and changes nothing then, `UsageError` if there is no such log or it
        is followed by another in its file, `BusyError` naming the process that writes, `StorageError`.
        """
        path = Path(path)
        writer = cls(path, storage)
        try:
            with refusals(path):
                writer._handle = storage.open(path)
                writer._read()  # what is no log has no lock made beside it
                writer._lock = locked(path, storage, wait_seconds)
                writer._open_anew()  # who had the lock before may have put another file in its place
                writer._resume()
        except BaseException:
            writer.close()
            raise
        return writer

    @property
    def header(self) -> Opened:
        """The header as it was written."""
        return self.read.log.header

    @property
    def next_line(self) -> int:
        """The line that follows the last one."""
        return len(self._lines) + 1

    @property
    def head(self) -> Head:
        """What vouches for all lines so far, if it is kept elsewhere."""
        return Head(len(self._lines), self._chain.digest())

    def append(self, event: Event, expect: int | None = None) -> int:
        """Write an event and return its line once it is durable.

        expect: the line that the caller thinks comes next; seals do not count. If an event stands there already that
        has the same bytes, or one with the same `id` stands anywhere, this is a retry: nothing is written and
        its line returned. A seal is written by the way when a hand begins after another, at `closed`, and after
        amendments. Raises `ForkedError` if something else stands there, `UsageError` for an event that no log can
        hold, `StorageError` if the disk refuses; then the log must be opened anew.
        """
        self._check_alive()
        if isinstance(event, Opened | Sealed):
            raise UsageError(
                f"`{tag(event)}` is not appended",
                place=os.fspath(self.path),
                hint="it is written by itself",
            )
        line = _written(event)
        done = self._done_before(event, line, expect)
        if done:
            if self._chain.is_due_after(event):
                self.seal()  # it may be what failed the first time
            return done
        if self._chain.is_due_before(event):
            self.seal()
        number = self._put(line)
        self._chain.saw(event)
        if event.id is not None:
            self._ids[event.id] = number
        if self._chain.is_due_after(event):
            self.seal()
        return number

    def append_together(self, events: Sequence[Event]) -> list[int]:
        """Write events so that a crash leaves all of them or none, and return their lines once they are durable.

        The log is written anew with them and takes the place of the old one. Raises as `append` does.
        """
        self._check_alive()
        for event in events:
            _written(event)
        if len(events) < 2:
            return [self.append(event) for event in events]
        self._waiting = []
        try:
            lines = [self.append(event) for event in events]
            self._put_in_place()
        except BaseException:
            self._dead = self._dead or "what belongs together was not written"
            raise
        finally:
            self._waiting = None
        return lines

    def seal(self) -> int | None:
        """Seal the lines since the last seal, and return the line of the seal; None if there are none, or some that are not in
        canonical form: no seal may stand over these.
        """
        self._check_alive()
        if not self._chain.unsealed or not self._chain.canonical:
            return None
        line = self._put(encode_line(Sealed(sha256=self._chain.digest())))
        self._chain.sealed(self._lines[-1])
        return line

    def close(self) -> None:
        """Let others write. What was appended is durable without it."""
        for handle in (self._handle, self._lock):
            if handle >= 0:
                with suppress(OSError):
                    self._storage.close(handle)
        self._handle = self._lock = -1
        self._dead = self._dead or "it was closed"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_alive(self) -> None:
        if self._dead:
            raise StorageError(
                f"this writer is done: {self._dead}", place=os.fspath(self.path), hint="open the log anew"
            )
        if self._process != os.getpid():
            raise StorageError(
                "this writer belongs to another process", place=os.fspath(self.path), hint="open the log anew"
            )

    def _done_before(self, event: Event, line: bytes, expect: int | None) -> int | None:
        """The line on which the event stands already. Raises `ForkedError` if the log went on in another way."""
        place = os.fspath(self.path)
        if event.id is not None and event.id in self._ids:
            known = self._ids[event.id]
            if self._lines[known - 1] != line:
                raise ForkedError(
                    f"another event has the id {event.id!r}", place=f"{place}:{known}", hint="give it an id of its own"
                )
            return known
        if expect is None or expect == self.next_line:
            return None
        if not 1 < expect < self.next_line:
            says = f"line {expect} was expected next, but it is line {self.next_line}"
            raise ForkedError(says, place=place, hint="read the log again")
        while expect < self.next_line and self._lines[expect - 1].startswith(b'{"do":"sealed"'):
            expect += 1
        if expect == self.next_line:
            return None
        if self._lines[expect - 1] == line:
            return expect
        raise ForkedError("another event stands here already", place=f"{place}:{expect}", hint="read the log again")

    def _put(self, line: bytes) -> int:
        """Write a line durably and return its number. If anything fails, take it back and never try again."""
        data = line + b"\n"
        try:
            found = self._storage.size(self._handle)
            if found != self._size:
                self._dead = "somebody else changed the file"
                says = f"the file has {found} bytes, not {self._size}"
                raise ForkedError(says, place=os.fspath(self.path), hint="somebody else changed it: open the log anew")
            if self._waiting is not None:
                self._waiting.append(data)
            else:
                self._write(data)
                self._size += len(data)
        except OSError as error:
            self._dead = "writing failed"
            # The cache may show a line that the medium lacks, and a later fsync would not write it: away with it.
            with suppress(OSError):
                self._storage.truncate(self._handle, self._size)
            raise told(error, self.path) from None
        self._lines.append(line)
        self._chain.add(data)
        return len(self._lines)

    def _write(self, data: bytes) -> None:
        written = self._storage.write(self._handle, data, self._size)
        if written != len(data):
            raise OSError(errno.ENOSPC, f"only {written} of {len(data)} bytes were written")
        self._storage.sync(self._handle)

    def _put_in_place(self) -> None:
        """Write the log anew with the lines that wait, in the place of the file that is open, and go on with that."""
        data = b"".join(line + b"\n" for line in self._lines)
        write_whole(Path(os.path.realpath(self.path)), data, storage=self._storage)
        with refusals(self.path):
            self._open_anew()
        self._size = len(data)

    def _open_anew(self) -> None:
        """Open the file that is there now."""
        before, self._handle = self._handle, self._storage.open(self.path)
        self._storage.close(before)

    def _begin(self, line: bytes) -> None:
        try:
            self._handle = self._storage.create(self.path)
        except FileExistsError:
            self._handle = self._storage.open(self.path)
            self._begin_again(line + b"\n")
        if not self._lines:
            self._put(line)
            self._storage.sync_folder(self.path.parent)
        self.read = self._read()

    def _must_be_free(self, header: bytes) -> None:
        """Raises `UsageError` if something else is there, before a lock is made beside it."""
        try:
            handle = self._storage.open(self.path)
        except FileNotFoundError:
            return
        try:
            self._begun(handle, header)
        finally:
            self._storage.close(handle)

    def _begun(self, handle: int, header: bytes) -> bytes:
        """What is there of a log that was begun. Raises `UsageError` if it is more than its header, or something else."""
        size = self._storage.size(handle)
        found = self._storage.read(handle, len(header) + 1, 0)
        if size > len(header) or any(byte not in {0, wanted} for byte, wanted in zip(found, header, strict=False)):
            raise UsageError("this file exists already", place=os.fspath(self.path), hint="choose another name")
        return found

    def _begin_again(self, header: bytes) -> None:
        """A file is there already: go on if it holds this header alone, or what a crash left of it."""
        found = self._begun(self._handle, header)
        if found == header:
            self._take(self._read())
            self._harden()
        else:
            self._storage.truncate(self._handle, 0)

    def _resume(self) -> None:
        self.read = self._read()
        if self.read.torn is not None:
            self.recovered = self._cut(self.read.torn)
        self._take(self.read)
        self._harden()

    def _read(self) -> Read:
        at = 0

        def take(size: int) -> bytes:
            nonlocal at
            data = self._storage.read(self._handle, size, at)
            at += len(data)
            return data

        return read_one(take, os.fspath(self.path)).sharing()

    def _cut(self, torn: Torn) -> Recovered:
        """Save a torn line beside the log, then cut it off."""
        number = 1
        while True:
            saved = self.path.with_name(f"{self.path.name}.torn-{number}")
            with suppress(FileExistsError):
                handle = self._storage.create(saved)
                break
            number += 1
        try:
            write_all(self._storage, handle, torn.data)
            self._storage.sync(handle)
        finally:
            self._storage.close(handle)
        self._storage.sync_folder(self.path.parent)
        self._storage.truncate(self._handle, torn.offset)
        return Recovered(torn.line, torn.offset, len(torn.data), saved)

    def _take(self, read: Read) -> None:
        """Know what stands there."""
        once: dict[bytes, bytes] = {}
        self._lines = [once.setdefault(line, line) for line in read.data.split(b"\n")[:-1]]
        self._size = len(read.data)
        self._ids = {event.id: line for line, event in read.log.events if event.id is not None}
        self._chain = Chain.of(read)

    def _harden(self) -> None:
        """Write the last line again as it is. If its fsync failed before, the cache shows it but the medium lacks it,
        and only what is written anew is written at all.
        """
        last = self._lines[-1] + b"\n"
        write_all(self._storage, self._handle, last, self._size - len(last))
        self._storage.sync(self._handle)
        self._storage.sync_folder(self.path.parent)


def _written(event: Event) -> bytes:
    """The line of an event, which must read as what it was. Raises `UsageError` if no log can hold it."""
    try:
        line = encode_line(event)
        if decode_line(line) != event or encode_line(decode_line(line)) != line:
            raise UsageError(f"{event!r} does not read as it is written", hint="docs/events.md has its fields")
    except (UnreadableError, ValueError, TypeError, RecursionError, OverflowError) as error:
        says = error.message if isinstance(error, UpcardError) else str(error)
        hint = f"`{tag(event)}` is not stored"
        raise UsageError(f"no log can hold this event: {says}", hint=hint) from None
    return line
