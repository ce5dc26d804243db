"""Seals: which lines belong together, told by SHA-256. No engine is needed to check them, only the bytes.

A `sealed` line holds the digest of the bytes from the start of the seal before it (of the header, if there is none) to
its own start: that seal's whole line and all lines since, each with its LF. So seals form a chain. A head is the same
digest for any number of lines; who keeps one elsewhere can tell that a log still holds all those lines.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import PurePath
from shlex import quote
from typing import Final, NamedTuple

from upcard.schemas.errors import CorruptError

SEAL: Final = re.compile(rb'\{"do":"sealed","sha256":"([0-9a-f]{64})"[^\n]*\}')
"""A seal in canonical form."""

_AT_START: Final = b'\n{"do":"sealed","sha256'
"""How a line with a seal begins. It ends in a sign that is rare in logs, which makes the search ten times faster."""


class Head(NamedTuple):
    """What a log was when it had so many lines: the digest that a seal on the next line would hold."""

    lines: int
    sha256: str


class Seal(NamedTuple):
    """A seal as it stands: its line, the byte at which it begins, and the byte at which what it covers begins."""

    line: int
    offset: int
    covers: int


def digest(data: bytes, start: int = 0, end: int | None = None) -> str:
    """SHA-256 of these bytes, in hexadecimal."""
    return hashlib.sha256(memoryview(data)[start:end]).hexdigest()


def seals_of(data: bytes) -> Iterator[Seal]:
    """The seals of a log in canonical form, in order. data: its whole lines."""
    line, covers = 1, 0
    offset = data.find(_AT_START) + 1
    while offset:
        line += data.count(b"\n", covers, offset)
        yield Seal(line, offset, covers)
        covers = offset
        offset = data.find(_AT_START, offset) + 1


def seal_starts(data: bytes) -> Iterator[int]:
    """Where the seals begin in some whole lines in canonical form, in order."""
    offset = 0 if data.startswith(_AT_START[1:]) else data.find(_AT_START) + 1
    while offset or data.startswith(_AT_START[1:], offset):
        yield offset
        offset = data.find(_AT_START, offset) + 1
        if not offset:
            return


def salvage_hint(file: str) -> str:
    """What to type for what can still be read of a damaged file; a file it was not read from must be made first."""
    if not file or file.startswith("<"):
        return "keep it in a FILE; upcard verify FILE --salvage NEW writes what can be read to a new file"
    new = f"{PurePath(file).stem}.salvaged.jsonl"
    return f"upcard verify {quote(file)} --salvage {quote(new)} writes what can be read to a new file"


def check_seals(data: bytes, place: str = "", file: str = "") -> tuple[int, ...]:
    """The lines of the seals, all of which hold. Raises `CorruptError` naming the lines that were changed.

    file: where the bytes are, if that is not the place itself.
    """
    lines: list[int] = []
    good, good_line = 0, 0
    for seal in seals_of(data):
        match = SEAL.match(data, seal.offset)
        if match is None or match[1].decode() != digest(data, seal.covers, seal.offset):
            first = good_line + 1
            raise CorruptError(
                f"lines {first} to {seal.line} are not as they were sealed; the last good line is {good_line}",
                place=place,
                hint=salvage_hint(file or place),
                lines=(first, seal.line),
                offset=good,
            )
        lines.append(seal.line)
        good, good_line = _end(data, seal.offset), seal.line
    return tuple(lines)


def head_of(data: bytes, lines: int | None = None) -> Head:
    """The head of a log. data: its whole lines; lines: how many these are, where that is known."""
    last = data.rfind(_AT_START) + 1
    return Head(data.count(b"\n") if lines is None else lines, digest(data, last))


def check_head(data: bytes, head: Head, place: str = "") -> None:
    """Hold a log against a head that was kept: raises `CorruptError` if it lacks or changed what that vouches for.

    Lines may have been added since.
    """
    lines = data.count(b"\n")
    if lines < head.lines:
        raise CorruptError(
            f"lines {lines + 1} to {head.lines} are gone: the log had {head.lines} lines and has {lines}",
            place=place,
            lines=(lines + 1, head.lines),
            offset=len(data),
        )
    end = 0
    for _ in range(head.lines):
        end = _end(data, end)
    if head_of(data[:end]).sha256 != head.sha256:
        raise CorruptError(
            f"lines 1 to {head.lines} are not those that were here before", place=place, lines=(1, head.lines)
        )


def _end(data: bytes, offset: int) -> int:
    """Where the next line begins."""
    return data.find(b"\n", offset) + 1
