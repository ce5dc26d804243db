"""A stream in blocks of whole lines, and where in it the next log begins when a line cannot be read."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from upcard.records.lines import is_json
from upcard.schemas.codec import MAX_LINE_BYTES, decode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import Opened

_BLOCK_BYTES: Final = 1 << 16
"""How much is read at once: events that are still in the cache are judged faster. No more than one line may be, so that only
the first line of a block can be too long.
"""
_MARK: Final = b"\xef\xbb\xbf"
"""A byte order mark."""
_OPENED: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"do"\s*:\s*"opened"')
_FORMAT: Final = re.compile(rb'"format":"upcard/')
_NEAR: Final = 64
_NAMED: Final = re.compile(rb'"do"\s*:\s*"opened"')
_BEHIND: Final = re.compile(rb'(?<!"event":)\{"do":"opened",')
"""A header behind something else in its line; that of an amendment is part of it."""


def begins_log(line: bytes) -> bool:
    """Whether a line, read or not, is the header of a log, also one of which a few bytes at its beginning are damaged."""
    if _OPENED.match(line):
        return True
    return _FORMAT.search(line, 0, _NEAR) is not None and b'"event"' not in line[:_NEAR] and not header_behind(line)


def header_behind(line: bytes) -> int:
    """Where a whole header stands behind a line that lost its end, or behind the NULs of a power cut; 0 if none does."""
    start = len(_MARK) + 1 if line.startswith(_MARK) else 1
    places = (found.start() for found in _BEHIND.finditer(line, start))
    return next((at for at in places if is_json(line[at:])), 0)


class Blocks:
    """The bytes of a stream in blocks of whole lines; in the end what follows the last LF, however it looks.

    Of a line longer than any that is read, pieces come, each a block; only the last of them ends in LF, and more may follow it.
    """

    def __init__(self, take: Callable[[int], bytes]) -> None:
        self._new = _blocks(take)
        self._again: deque[bytes] = deque()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._again.popleft() if self._again else next(self._new)

    def ahead(self) -> Iterator[bytes]:
        """The blocks that follow; they come again afterwards, and are kept until then."""
        yield from tuple(self._again)
        for data in self._new:
            self._again.append(data)
            yield data

    def to_next_log(self, rest: bytes, *, first: bool) -> tuple[int, int] | None:
        """Go on to the first header after a line that cannot be read, with which the rest of its block begins.

        first: whether that is the first line of all; what begins otherwise than a line of a log is some other file, and no
        log is read out of its first line. Returns how many bytes and lines were gone over; None if no log follows.
        """
        size, lines, data = 0, 0, rest
        begun, start = False, 1
        if first and rest[:1] not in {b"{", b"\0"}:
            start = rest.find(b"\n") if b"\n" in rest else len(rest)
        while data:
            at = _header_in(data, start, begun=begun)
            if at is not None:
                self._again.appendleft(data[at:])
                return size + at, lines + data.count(b"\n", 0, at)
            size, lines = size + len(data), lines + data.count(b"\n")
            begun, start, data = data.endswith(b"\n"), 0, next(self, b"")
        return None


def _header_in(data: bytes, start: int, *, begun: bool) -> int | None:
    """Where the first header in some lines begins. begun: whether they begin with a line that may be one."""
    for found in _NAMED.finditer(data, start):
        first, end = data.rfind(b"\n", 0, found.start()) + 1, data.find(b"\n", found.start())
        line = data[first : end if end >= 0 else len(data)]
        if (first or begun) and (begins_log(line) or _is_header(line)):
            return first
        if behind := header_behind(line):
            return first + behind
    return None


def _is_header(line: bytes) -> bool:
    """Whether a line is a header whose first key is another than it should be."""
    try:
        return type(decode_line(line)) is Opened
    except UnreadableError:
        return False


def _blocks(take: Callable[[int], bytes]) -> Iterator[bytes]:
    rest = b""
    while chunk := take(_BLOCK_BYTES):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            yield rest + chunk[:cut]
            rest = chunk[cut:]
        else:
            rest += chunk
        if len(rest) > MAX_LINE_BYTES:
            yield rest
            rest = b""
    if rest:
        yield rest
