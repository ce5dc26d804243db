"""Log files to logs in memory: every line of a log is read, or the error says which line was not and why.

A clean log costs little more than decoding its bytes: whole blocks of lines are decoded and encoded again at once,
and only a block that does not come out as it went in is looked at line by line.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, islice
from pathlib import Path
from shlex import quote
from tempfile import TemporaryFile
from typing import IO, Final, TypeVar

import msgspec

from upcard.engine.effective import AMENDMENTS, Standing
from upcard.engine.log import Log, Numbered
from upcard.records.blocks import Blocks, begins_log
from upcard.records.damage import Damage, Torn, judged
from upcard.records.folders import LOG_SUFFIX, files_of, is_folder
from upcard.records.lines import Block, decode_block, why
from upcard.records.long import LONG, At, Bytes, Gone, Long, Reopened, alike, blocks_at
from upcard.records.seals import Head, check_head, check_seals, head_of, seals_of
from upcard.records.storage import LOGS_END, opened, temporary_folder, temporary_place, told
from upcard.schemas.codec import encode_line, too_deep
from upcard.schemas.errors import CorruptError, TornError, UnreadableError, UpcardError, UsageError
from upcard.schemas.events import Event, Opened, Sealed
from upcard.schemas.events.base import tag

T = TypeVar("T")

_STDIN: Final = "<stdin>"


class Read(msgspec.Struct, frozen=True):
    """A log as it was read.

    log: its header and events with their lines, seals left out; nothing else is. data: its whole lines, as they stand.
    seals: the lines of its seals. torn: what stood after its last whole line. place: where it was read;
    offset, line: the byte and the line of that file or stream with its header. names: what an archive that it was read
    from calls its player ids.
    """

    log: Log
    data: bytes
    seals: tuple[int, ...]
    torn: Torn | None
    place: str
    offset: int = 0
    line: int = 1
    names: dict[str, str] = {}

    @property
    def header(self) -> Opened:
        """Its header as it stands."""
        return self.log.header

    def sharing(self) -> "Read":
        """The same with one event for all lines that are alike, as most are: it takes half the memory while it is held."""
        lines, said = self.data.split(b"\n"), dict[bytes, Event]()
        events = [(at, said.setdefault(lines[at - 1], event)) for at, event in self.log.events]
        return msgspec.structs.replace(self, log=Log(self.log.header, events))

    @property
    def content(self) -> Bytes:
        """Its whole lines."""
        return Bytes.of(self.data)

    @property
    def lines(self) -> int:
        """How many whole lines it has, header and seals included."""
        return 1 + len(self.log.events) + len(self.seals)

    @property
    def head(self) -> Head:
        """What vouches for all its lines, if it is kept elsewhere."""
        return head_of(self.data, self.lines)

    def texts(self) -> list[bytes]:
        """Its whole lines, without their line ends, line 1 first."""
        return self.data.split(b"\n")[:-1]

    def starts(self) -> list[int]:
        """The byte at which each line begins, line 1 first, and last the byte after the last line."""
        return list(accumulate(map(len, self.texts()), lambda at, size: at + size + 1, initial=0))


def read_log(path: Path | str, *, seals: bool = True, whole: bool = False, head: Head | None = None) -> Read:
    """The one log of a file. seals: check them; head: what it must still hold.

    A last line that was not written whole (a crash, or a writer at work) is left out and told in `torn`; with
    `whole` it raises `TornError`. Raises `CorruptError` for other damage, `UnreadableError` for what is no log,
    `UsageError` if there is no such file or several logs are in it, `StorageError` if the system refuses.
    """
    found = read_one_long(path, seals=seals, whole=whole, held=True)
    assert isinstance(found, Read)
    if head is not None:
        check_head(found.data, head, found.place)
    return found


def read_one_long(path: Path | str, *, seals: bool = True, whole: bool = False, held: bool = False) -> Read | Long:
    """The same, but that a long log is not held in memory, unless held."""
    found = list(_two(read_long([path], seals=seals, whole=whole, held=held)))
    if not found:
        raise UsageError("there is no log in this folder", place=os.fspath(path), hint=LOGS_END)
    if len(found) > 1:
        raise _several(*found)
    return found[0]


def read_logs(
    paths: Iterable[Path | str],
    *,
    seals: bool = True,
    whole: bool = False,
    failed: Callable[[UpcardError], None] | None = None,
) -> Iterator[Read]:
    """The logs of files, of folders (every `*.jsonl` below, by name) and of standard input (`-`), one at a time.

    A file may hold logs one after another, each from its own header on. failed: is told each error, and reading goes on
    with the next log; without it the first error is raised. See `read_log` for what is raised.
    """
    for found in read_long(paths, seals=seals, whole=whole, failed=failed, held=True):
        assert isinstance(found, Read)
        yield found


def read_long(
    paths: Iterable[Path | str],
    *,
    seals: bool = True,
    whole: bool = False,
    failed: Callable[[UpcardError], None] | None = None,
    held: bool = False,
) -> Iterator[Read | Long]:
    """The same, but that long logs are not held in memory, unless held."""
    for path in paths:
        for place, source in sources(path):
            try:
                if isinstance(source, UpcardError):
                    raise source
                yield from _logs_of(place, source, seals=seals, whole=whole, failed=failed, held=held)
            except UpcardError as error:
                if failed is None:
                    raise
                failed(error)


def read_bytes(data: bytes, place: str = "", *, seals: bool = True, whole: bool = False) -> Read:
    """One log from its bytes; raises as `read_log` does."""
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        return data[at - size : at]

    return read_one(take, place, seals=seals, whole=whole)


def held(read: Read | Long) -> Read:
    """A log with all of it in memory, for what cannot be done stretch by stretch."""
    if isinstance(read, Read):
        return read
    return msgspec.structs.replace(read_bytes(read.data(), read.place), names=read.names)


def read_again(content: Bytes, place: str = "") -> Read | Long:
    """One log from bytes that need not be held, which are there for as long as it is; raises as `read_log` does."""
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        data = content.at(at, size)
        at += len(data)
        return data

    found = list(_two(_stream(take, _Part(place, 0, 1, content.at), seals=True, whole=False, failed=None)))
    if len(found) > 1:
        raise _several(*found)
    return found[0]


def read_one(take: Callable[[int], bytes], place: str = "", *, seals: bool = True, whole: bool = False) -> Read:
    """One log from a function that gives the next bytes, at most so many; raises as `read_log` does."""
    found = list(_two(read_stream(take, place, seals=seals, whole=whole)))
    if len(found) > 1:
        raise _several(*found)
    return found[0]


def several(first: Read | Long, second: Read | Long, hint: str) -> UsageError:
    """That there is more than one log where one was wanted."""
    where = f"from line {second.line} on" if second.place == first.place else f"in {second.place}"
    return UsageError(f"several logs are here, the second {where}", place=first.place, hint=hint)


def _several(first: Read | Long, second: Read | Long) -> UsageError:
    if second.place != first.place:
        return several(first, second, "name one of the files")
    if alike(first.content, second.content) == first.content.size:
        which = f"the second begins with all of the first: sed -n '{second.line},$p'"
    else:
        which = f"the first: sed -n 1,{second.line - 1}p"
    return several(
        first, second, f"a log that is written has a file of its own; {which} {quote(first.place)} > NEW.jsonl"
    )


def read_stream(
    take: Callable[[int], bytes],
    place: str = "",
    *,
    seals: bool = True,
    whole: bool = False,
    offset: int = 0,
    line: int = 1,
    failed: Callable[[UpcardError], None] | None = None,
) -> Iterator[Read]:
    """The logs of a stream one after another, in memory one at a time. offset, line: where in its file it begins.
    failed: is told of a log that is damaged, and reading goes on with the next header; without it the error is raised.
    """
    for found in _stream(take, _Part(place, offset, line), seals=seals, whole=whole, failed=failed):
        assert isinstance(found, Read)
        yield found


def _stream(
    take: Callable[[int], bytes],
    part: "_Part",
    *,
    seals: bool,
    whole: bool,
    failed: Callable[[UpcardError], None] | None,
) -> Iterator[Read | Long]:
    blocks, place = Blocks(take), part.place
    for data in blocks:
        block = decode_block(data)
        for start, end, lines in block.logs():
            if part.events and type(block.events[start]) is Opened:
                yield from part.whole(None, seals=seals, failed=failed)
                part = part.next()
            part.add(block, start, end, lines)
        if block.good == len(data):
            continue
        rest = data[block.good :]
        bad, ended, _ = rest.partition(b"\n")
        if part.events and ended and begins_log(bad):
            yield from part.whole(None, seals=seals, failed=failed)
            part = part.next()
        try:
            torn = part.torn(rest, blocks, whole=whole)
        except UnreadableError as error:
            if failed is None:
                raise
            failed(error)
            gone_over = blocks.to_next_log(rest, first=part.line == 1 and not part.events)
            if gone_over is None:
                return
            part = part.next(*gone_over)
        else:
            yield from part.whole(torn, seals=seals, failed=failed)
            return
    if not part.events:
        raise TornError("this is empty; wanted a log, which begins with its header", place=place)
    yield from part.whole(None, seals=seals, failed=failed)


class _Part:
    """A log while its lines come in."""

    def __init__(self, place: str, offset: int, line: int, at: At | None = None) -> None:
        self.place, self.offset, self.line = place, offset, line
        self._at = at  # where its bytes can be had again, if it need not be held
        self._gone: Gone | None = None
        self._held = at is None
        self.events: list[Event] = []
        self.chunks: list[bytes] = []
        self.canonical = True
        self.size = 0
        self.lines = 0

    def next(self, size: int = 0, lines: int = 0) -> "_Part":
        """The log that begins where this one ends, or so many bytes and lines later."""
        return _Part(self.place, self.offset + self.size + size, self.line + self.lines + lines, self._at)

    def place_of(self, line: int, column: int = 0) -> str:
        """Where a line of this log stands in the file."""
        place = f"{self.place}:{self.line + line - 1}" + (f":{column}" if column else "")
        return place if self.line == 1 else f"{place}: line {line} of the log from line {self.line} on"

    def add(self, block: Block, start: int, end: int, data: bytes) -> None:
        """Take lines of a block, numbered from 0, with their bytes. Of what has no header nothing more is kept than its beginning."""
        self.size += len(data)
        self.lines += end - start
        if self.events and type(self.events[0]) is not Opened:
            return
        events = block.events if end - start == len(block.events) else block.events[start:end]
        self.canonical &= block.canonical
        if self._gone is not None:
            self._gone.add(events, data, canonical=block.canonical)
            if self._gone.whole:
                self.hold()
            return
        self.events += events
        self.chunks.append(data)
        if not self._held and self.size > LONG and type(self.events[0]) is Opened:
            self._let_go()

    def _let_go(self) -> None:
        """Hold no more of it than its header; what it refers back to is held, and then all of it."""
        self._gone = Gone()
        self._gone.add(self.events, b"".join(self.chunks), canonical=self.canonical)
        if self._gone.whole:
            self._gone, self._held = None, True
        else:
            del self.events[1:], self.chunks[:]

    def hold(self) -> None:
        """Hold all of it after all."""
        if self._gone is None or self._at is None:
            return
        self._gone, self._held = None, True
        self.events, self.chunks = [], []
        for data in blocks_at(self._at, self.offset, self.size, self.place):
            self.events += decode_block(data).events
            self.chunks.append(data)

    def torn(self, rest: bytes, blocks: Blocks, *, whole: bool) -> Torn:
        """What follows the last good line, if that is only a line that was not written whole; else it is raised."""
        self.hold()
        if self.events:
            self.header()
        ended = b"\n" in rest
        number = len(self.events) + 1
        reason = why(rest.partition(b"\n")[0], ended=ended, first=number == 1)
        place = self.place_of(number, reason.column)
        after = Damage(b"".join(self.chunks), rest, number, self.seals(), place, self.place)
        return judged(after, reason, blocks, whole=whole)

    def header(self) -> Opened:
        """Its first line. Raises `UnreadableError` if that is something else."""
        header = self.events[0]
        if type(header) is Opened:
            return header
        raise UnreadableError(
            f"saw `{tag(header)}`, wanted `opened`", place=self.place_of(1), hint="a log begins with its header"
        )

    def whole(
        self, torn: Torn | None, *, seals: bool, failed: Callable[[UpcardError], None] | None
    ) -> Iterator[Read | Long]:
        """The log, if it is one; else it is told why not."""
        if self._gone is not None and self._at is not None:
            yield Long(
                self.header(),
                self.place,
                self.offset,
                self.line,
                self.size,
                self._gone.head,
                self._gone.sat,
                self._gone.src,
                self._at,
            )
            return
        try:
            found = self.finished(torn, seals=seals)
        except UnreadableError as error:
            if failed is None:
                raise
            failed(error)
        else:
            self.events, self.chunks = [], []  # whoever takes the log has them, and lets them go when it likes
            yield found

    def finished(self, torn: Torn | None, *, seals: bool) -> Read:
        """The log, all its lines being in; its seals are checked."""
        header = self.header()
        data = self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)
        kinds = set(map(type, self.events))
        lines: tuple[int, ...] = ()
        if Sealed in kinds:
            if not self.canonical:
                self._check_canonical(data)
            place = self.place if self.line == 1 else self.place_of(1)
            lines = check_seals(data, place, self.place) if seals else tuple(seal.line for seal in seals_of(data))
        plain = kinds.isdisjoint(AMENDMENTS)
        if not plain and (deep := next((at for at, event in enumerate(self.events, 1) if too_deep(event)), 0)):
            hint = "amendments of amendments: amend the line itself"
            raise UnreadableError("nested too deeply", place=self.place_of(deep), hint=hint)
        events = _numbered(self.events, lines, Standing() if plain else [])
        return Read(Log(header, events), data, lines, torn, self.place, self.offset, self.line)

    def seals(self) -> tuple[int, ...]:
        """The lines of its seals so far."""
        return tuple(line for line, event in enumerate(self.events, 1) if type(event) is Sealed)

    def _check_canonical(self, data: bytes) -> None:
        """A sealed line must be as this format writes it, or it could hide something, such as a key given twice."""
        at = 0
        for line, event in enumerate(self.events[: self.seals()[-1]], 1):
            end = data.find(b"\n", at)
            if data[at:end] != encode_line(event):
                raise CorruptError(
                    "a sealed line is not in canonical form",
                    place=self.place_of(line),
                    hint="sealed lines stand exactly as this format writes them; see docs/format.md",
                    lines=(line, line),
                    offset=at,
                )
            at = end + 1


def _numbered(events: list[Event], seals: tuple[int, ...], numbered: list[Numbered]) -> list[Numbered]:
    """The events with their lines, without header and seals, in the list given."""
    begin = 1
    for line in (*seals, len(events) + 1):
        numbered.extend(zip(range(begin + 1, line), events[begin : line - 1], strict=True))
        begin = line
    return numbered


def _two(found: Iterator[T]) -> Iterator[T]:
    """The first two of them: enough to know that there is more than one."""
    return islice(found, 2)


def _logs_of(
    place: str,
    file: IO[bytes],
    *,
    seals: bool,
    whole: bool,
    failed: Callable[[UpcardError], None] | None,
    held: bool,
) -> Iterator[Read | Long]:
    """The logs of an open file, which is closed in the end. held: all logs are held in memory. Of standard input a copy is
    made for the time, if they are not.
    """
    copy = TemporaryFile(buffering=0, dir=temporary_folder()) if place == _STDIN and not held else None  # noqa: SIM115 - closed below

    def take(size: int) -> bytes:
        try:
            data = file.read(size) or b""
        except OSError as error:
            raise told(error, place) from None
        try:
            rest = memoryview(data)
            while (
                copy is not None and rest
            ):  # where little room is left, less than all is written, and only the next write fails
                rest = rest[copy.write(rest) :]
        except OSError as error:
            raise told(error, temporary_place()) from None
        return data

    try:
        at = None if held else Reopened(copy or file, place)
        yield from _stream(take, _Part(place, 0, 1, at), seals=seals, whole=whole, failed=failed)
    finally:
        if copy is not None:
            copy.close()
        if place != _STDIN:
            file.close()


def _open(name: str) -> IO[bytes] | UpcardError:
    try:
        return opened(name)
    except UpcardError as error:
        return error


def sources(path: Path | str) -> Iterator[tuple[str, IO[bytes] | UpcardError]]:
    """What a path stands for: one file, or the logs of a folder; each opened only when its turn comes."""
    name = os.fspath(path)
    if name == "-":
        yield _STDIN, sys.stdin.buffer
        return
    if not is_folder(name):
        yield name, _open(name)
        return
    for inner, trouble in files_of(name):
        if trouble is not None:
            yield inner, trouble
        elif inner.endswith(LOG_SUFFIX):
            yield inner, _open(inner)
