"""Logs too long to be held in memory: gone over once, and read again where they lie, block by block.

Of the first pass nothing is kept but who sat down, and what the seals vouch for. A log that refers back (amendments, cards shown
of an earlier hand), and one with which anything is wrong, is held whole as short ones are.
"""

import hashlib
import os
import weakref
from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import IO, Final, NamedTuple

import msgspec

from upcard.engine.audit import refers_back
from upcard.engine.effective import AMENDMENTS
from upcard.engine.log import Numbered
from upcard.records.blocks import Blocks
from upcard.records.lines import decode_block
from upcard.records.seals import SEAL, Head, seal_starts
from upcard.records.storage import temporary_folder, temporary_place, told
from upcard.schemas.errors import StorageError
from upcard.schemas.events import OF_EARLIER, Event, Joined, Left, Opened, Sealed

LONG: Final = 1 << 20
"""So many bytes of a log are held."""
At = Callable[[int, int], bytes]
"""Gives bytes of a file: from which, how many at most."""
_PIECE: Final = 1 << 18


class Bytes(NamedTuple):
    """Bytes that need not be held: how many, and what gives them."""

    size: int
    at: At

    @classmethod
    def of(cls, data: bytes) -> "Bytes":
        """Bytes that are held."""
        return cls(len(data), lambda offset, size: data[offset : offset + size])

    def pieces(self) -> Iterator[bytes]:
        """All of them, piece by piece."""
        for offset in range(0, self.size, _PIECE):
            yield self.at(offset, min(_PIECE, self.size - offset))

    def lines(self, size: int | None = None) -> Iterator[bytes]:
        """The whole lines among them without their line ends, or among the first so many."""
        for data in blocks_at(self.at, 0, self.size if size is None else size, ""):
            yield from data.split(b"\n")[:-1]


def alike(one: Bytes, other: Bytes) -> int:
    """How many bytes both begin with are the same."""
    least = min(one.size, other.size)
    for offset in range(0, least, _PIECE):
        first, second = (some.at(offset, min(_PIECE, least - offset)) for some in (one, other))
        if first != second:
            pairs = enumerate(zip(first, second, strict=False))
            return offset + next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))
    return least


class Reopened:
    """The bytes of an open file, which may be closed meanwhile."""

    def __init__(self, file: IO[bytes], place: str) -> None:
        self._place = place
        self._handle = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._handle)

    def __call__(self, offset: int, size: int) -> bytes:
        """At most so many bytes from there."""
        try:
            return os.pread(self._handle, size, offset)
        except OSError as error:
            raise told(error, self._place) from None


def laid_aside(pieces: Iterable[bytes]) -> Bytes:
    """Bytes that are made piece by piece, in a temporary file for as long as somebody has them."""
    folder = temporary_folder()
    place = temporary_place()
    try:
        with TemporaryFile(dir=folder) as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            return Bytes(file.tell(), Reopened(file, place))
    except OSError as error:
        raise told(error, place) from None


class Long(msgspec.Struct, frozen=True):
    """A log that is not held: its header, what else `Read` has but its events and bytes; sat: who sat down and left, with the
    lines; src: what the first of its events that tells of it was taken from; at: gives its file's bytes.
    """

    header: Opened
    place: str
    offset: int
    line: int
    size: int
    head: Head
    sat: list[Numbered]
    src: int | None
    at: At
    torn: None = None
    names: dict[str, str] = {}

    @property
    def lines(self) -> int:
        """How many whole lines it has, header and seals included."""
        return self.head.lines

    @property
    def content(self) -> Bytes:
        """Its whole lines."""
        return Bytes(self.size, lambda offset, size: self.at(self.offset + offset, size))

    def pieces(self) -> Iterator[bytes]:
        """Its lines as they stand, those of a block in each piece."""
        yield from blocks_at(self.at, self.offset, self.size, self.place)

    def blocks(self) -> Iterator[list[Numbered]]:
        """Its events with their lines, without header and seals, block by block."""
        number = 0
        for data in self.pieces():
            events = decode_block(data).events
            numbered = enumerate(events, start=number + 1)
            yield [one for one in numbered if type(one[1]) is not Sealed and one[0] > 1]
            number += len(events)

    def data(self) -> bytes:
        """All its bytes, for what cannot be done block by block."""
        return b"".join(self.pieces())


def blocks_at(at: At, offset: int, size: int, place: str) -> Iterator[bytes]:
    """So many bytes of a file, in blocks of whole lines. Raises `StorageError` if they are not there any more."""
    done = 0

    def take(most: int) -> bytes:
        nonlocal done
        data = at(offset + done, min(most, size - done))
        done += len(data)
        return data

    yield from Blocks(take)
    if done < size:
        raise StorageError(
            "this file was cut short while it was read", place=place, hint="try again when nobody writes it"
        )


class Gone:
    """What is kept of the lines of a log that are not held."""

    def __init__(self) -> None:
        self.sat: list[Numbered] = []
        self.src: int | None = None
        self.whole = False
        """Whether it must be held whole after all."""
        self._digest = hashlib.sha256()
        self._lines = 0
        self._odd = False

    @property
    def head(self) -> Head:
        """What vouches for all lines so far."""
        return Head(self._lines, self._digest.hexdigest())

    def add(self, events: list[Event], data: bytes, *, canonical: bool) -> None:
        """Go over more lines."""
        kinds = set(map(type, events))
        self._odd |= not canonical
        self.whole |= not kinds.isdisjoint(AMENDMENTS) or (self._odd and Sealed in kinds)
        if not kinds.isdisjoint(OF_EARLIER):
            self.whole |= any(map(refers_back, events))
        if not kinds.isdisjoint({Joined, Left}):
            numbered = enumerate(events, start=self._lines + 1)
            self.sat += [(line, event) for line, event in numbered if isinstance(event, Joined | Left)]
        if self.src is None:
            self.src = next((event.src for event in events if event.src is not None), None)
        self._lines += len(events)
        start = 0
        for seal in seal_starts(data):
            self._digest.update(memoryview(data)[start:seal])
            match = SEAL.match(data, seal)
            self.whole |= match is None or match[1].decode() != self._digest.hexdigest()
            self._digest, start = hashlib.sha256(), seal
        self._digest.update(memoryview(data)[start:])
