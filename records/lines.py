"""Blocks of lines to events, at little more than the price of decoding, and what is wrong with a line that is none."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from upcard.schemas.codec import (
    MAX_LINE_BYTES,
    check_format,
    decode_line,
    doubled_key,
    encode_line,
    encode_lines,
    too_deep,
)
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import FORMAT, Event, Opened

_decoder: Final = msgspec.json.Decoder(Event)
_encoder: Final = msgspec.json.Encoder()
HEADER: Final = b'\n{"do":"opened","f'
"""How a line with a header begins. It ends in a sign that is rare in logs, which makes the search faster."""
_FAILURES: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Block(NamedTuple):
    """Lines that were decoded. events: of the good lines; data: all bytes; good: where the first bad line begins
    (the end if there is none); canonical: whether the good lines are as this format writes them.
    """

    events: list[Event]
    data: bytes
    good: int
    canonical: bool

    def headers(self) -> list[int]:
        """The places among the events at which a log begins."""
        if self.canonical and self.data.find(HEADER, 0, self.good) < 0:
            return [0] if self.events and type(self.events[0]) is Opened else []
        return [place for place, event in enumerate(self.events) if type(event) is Opened]

    def is_ours(self, place: int) -> bool:
        """Whether the header there is of the format that this version reads."""
        header = self.events[place]
        return type(header) is Opened and header.format == FORMAT

    def logs(self) -> Iterator[tuple[int, int, bytes]]:
        """The spans of the good lines that belong to one log each, with their bytes."""
        starts = self.headers()
        if starts[:1] != [0]:
            starts = [0, *starts]
        at = 0
        for start, end in zip(starts, [*starts[1:], len(self.events)], strict=True):
            after = self.good if end == len(self.events) else self._after(at, end - start)
            if start < end:
                yield start, end, self.data if (at, after) == (0, len(self.data)) else self.data[at:after]
            at = after

    def _after(self, at: int, lines: int) -> int:
        """The byte after so many lines from there, where a header stands."""
        if self.canonical:
            return self.data.index(HEADER, at) + 1
        for _ in range(lines):
            at = self.data.index(b"\n", at) + 1
        return at


class Why(NamedTuple):
    """Why a line cannot be read: what was seen and wanted, what to do, the column (0: none, the first is 1).

    formed: it is JSON, so it was written whole; foreign: some other program made the file what it is.
    """

    message: str
    hint: str
    column: int
    formed: bool
    foreign: bool = False


def decode_block(data: bytes) -> Block:
    """The events of some lines, each ended by LF, up to the first that cannot be read."""
    if data.find(b"\n") <= MAX_LINE_BYTES:
        try:
            events = _decoder.decode_lines(data)
            same = _encoder.encode_lines(events) == data
        except _FAILURES:
            pass
        else:
            # Encoded again it is the same: no line is blank, doubled, split or otherwise odd.
            block = Block(events, data, len(data), canonical=True)
            if same and all(map(block.is_ours, block.headers())):
                return block
    return _line_by_line(data)


def _line_by_line(data: bytes) -> Block:
    events: list[Event] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        line = data[at:end]
        if end < 0 or len(line) > MAX_LINE_BYTES or line.endswith(b"\r"):
            break
        try:
            event = _decoder.decode(line)
        except _FAILURES:
            break
        if too_deep(event) or (type(event) is Opened and event.format != FORMAT):
            break
        if encode_line(event) != line and doubled_key(line):
            break
        events.append(event)
        at = end + 1
    return Block(events, data, at, encode_lines(events) == data[:at])


_BEGINNINGS: Final = (
    (b"\xef\xbb\xbf", "begins with a byte order mark", "save it as UTF-8 without a byte order mark"),
    (b"\xff\xfe", "is in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "is in UTF-16", "save it as UTF-8"),
    (b"\x1f\x8b", "is compressed by gzip", "unpack it first"),
    (b"PK\x03\x04", "is a zip file", "unpack it first"),
)
_BYTE: Final = re.compile(r" \(byte (\d+)\)")
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_FIELD: Final = re.compile(r"`\$.*?\.(\w+)(?:\[.*)?`$")


def why(line: bytes, *, ended: bool, first: bool) -> Why:
    """Why a line cannot be read. ended: by LF; first: whether a file begins with it."""
    for beginning, message, hint in _BEGINNINGS if first else ():
        if line.startswith(beginning):
            return Why(message, hint, 1, formed=False, foreign=True)
    if not line and ended:
        return Why("a blank line", "every line is one event", 1, formed=False)
    if b"\0" in line:
        return Why("NUL bytes, which no log holds", "", line.index(b"\0") + 1, formed=False)
    try:
        event = decode_line(line)
    except UnreadableError as error:
        return _placed(line, error, first=first)
    if line.endswith(b"\r"):
        return Why(
            "ends in CR LF; wanted LF alone", "save it with Unix line ends", len(line), formed=True, foreign=first
        )
    assert not ended, event
    return Why(
        "no line end (LF)", "a writer may be at work; one that is not would have ended it", len(line) + 1, formed=True
    )


def _placed(line: bytes, error: UnreadableError, *, first: bool) -> Why:
    formed = is_json(line)
    if first and formed:
        error = _newer(line) or error
    message, column = error.message, 0
    half = _SURROGATE.search(line) if formed and "truncated" in message else None
    if half:
        message, column = "half of a surrogate pair, which is no text", half.start() + 1
    elif found := _BYTE.search(message):
        message, column = message.replace(found[0], ""), int(found[1]) + 1
    elif "truncated" in message:
        column = len(line) + 1
    elif found := _FIELD.search(message):
        column = line.find(b'"%b"' % found[1].encode()) + 1
    elif "UTF-8" in message:
        try:
            line.decode()
        except UnicodeDecodeError as bad:
            message, column = "not UTF-8", bad.start + 1
    return Why(message, error.hint, column, formed)


def is_json(line: bytes) -> bool:
    """Whether it was written whole: it is one JSON object."""
    if len(line) > MAX_LINE_BYTES:
        return False
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except RecursionError:
        return line.rstrip().endswith(b"}")
    except _FAILURES:
        return _is_strange(line)


def _is_strange(line: bytes) -> bool:
    """Whether it is a JSON object with what msgspec refuses though the grammar has it: half of a surrogate pair, a number of
    a thousand digits.
    """
    import json  # seldom asked for

    try:
        return isinstance(json.loads(line.decode(), parse_int=str, parse_float=str, parse_constant=_no_json), dict)
    except (ValueError, RecursionError):
        return False


def _no_json(word: str) -> None:
    raise ValueError(word)  # such as NaN


class _Format(msgspec.Struct):
    format: str


def _newer(line: bytes) -> UnreadableError | None:
    """A header of a later format is told as such, whatever else is new about it."""
    try:
        told = msgspec.json.decode(line, type=_Format).format
        check_format(Opened(format=told, log="", game="", seats=()))
    except UnreadableError as error:
        return error
    except _FAILURES:
        return None
    return None
