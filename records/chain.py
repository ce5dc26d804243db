"""The chain of seals while a log grows: when one is due, and what it says."""

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Final, Self

from upcard.engine.log import Log, Numbered
from upcard.records.reading import Read
from upcard.schemas.codec import encode_line
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Amended, Closed, Event, HandStarted, Inserted, Opened, Retracted, Sealed

SEALED_AFTER: Final = frozenset({Closed, Amended, Retracted, Inserted})
"""A seal follows these events at once. One comes before `hand_started` too, but for the first hand of a log."""


class Chain:
    """When a seal is due, and what it says. unsealed: how many lines there are since the last seal; canonical: whether these are
    in canonical form, so that a seal may stand over them.
    """

    def __init__(self) -> None:
        self.unsealed = 0
        self.canonical = True
        self._hash = hashlib.sha256()
        self._has_hand = False

    @classmethod
    def of(cls, read: Read) -> Self:
        """The chain of a log so far."""
        chain, last = cls(), read.seals[-1] if read.seals else 0
        chain._hash.update(memoryview(read.data)[read.data.rfind(b'\n{"do":"sealed"') + 1 if read.seals else 0 :])
        chain.unsealed = read.lines - last
        chain.canonical = _canonical(read, last)
        chain._has_hand = any(type(event) is HandStarted for _, event in read.log.events)
        return chain

    def is_due_before(self, event: Event) -> bool:
        """Whether what came before this event is to be sealed first: a hand begins, and it is not the first."""
        return self.canonical and type(event) is HandStarted and self._has_hand and self.unsealed > 0

    def is_due_after(self, event: Event) -> bool:
        """Whether this event, which was written last, is to be sealed at once."""
        return self.canonical and type(event) in SEALED_AFTER

    def add(self, data: bytes) -> None:
        """A line was written."""
        self.unsealed += 1
        self._hash.update(data)

    def saw(self, event: Event) -> None:
        """An event was written."""
        self._has_hand |= type(event) is HandStarted

    def digest(self) -> str:
        """What a seal would say now."""
        return self._hash.copy().hexdigest()

    def sealed(self, line: bytes) -> None:
        """The last line was a seal."""
        self.unsealed = 0
        self._hash = hashlib.sha256(line + b"\n")


def _canonical(read: Read, last: int) -> bool:
    """Whether all lines behind the last seal stand as this format writes them: who wrote them may have written them otherwise,
    and a seal over such a line would make the log one that cannot be read.
    """
    texts = read.texts()
    written = [(1, read.log.header), *read.log.events]
    return all(encode_line(event) == texts[line - 1] for line, event in written if line > last)


def sealed_bytes(header: Opened, events: Iterable[Event]) -> bytes:
    """A whole log as the writer would write it, its last lines sealed too: for logs that programs make.

    Seals take lines of their own: amendments among the events must cite the lines as they come out.
    """
    return b"".join(sealed_lines(header, events))


def sealed_lines(header: Opened, events: Iterable[Event]) -> Iterator[bytes]:
    """The same line by line, as the events come."""
    written = Chain()
    for event in itertools.chain([header], events):
        if written.is_due_before(event):
            yield _line(written, None)
        yield _line(written, event)
        written.saw(event)
        if written.is_due_after(event):
            yield _line(written, None)
    if written.unsealed:
        yield _line(written, None)


def same_lines(log: Log, count: int | None = None) -> bytes:
    """A whole log with each event on the line it has, and a seal on every line that none has, and at the end: for
    redacted copies, whose lines are cited as those of the original. count: so many lines it has, and no other seal at
    the end. Raises `UsageError` if the lines do not rise.
    """
    return b"".join(on_their_lines(log.header, log.events, count))


def on_their_lines(header: Opened, events: Iterable[Numbered], count: int | None = None) -> Iterator[bytes]:
    """The same line by line."""
    chain, done = Chain(), 1
    yield _line(chain, header)
    for line, event in events:
        while done + 1 < line:
            yield _line(chain, None)
            done += 1
        if done + 1 != line:
            raise UsageError(f"no event can stand on line {line} after line {done}", hint="lines follow one another")
        yield _line(chain, None if type(event) is Sealed else event)
        done += 1
    while done < count if count is not None else chain.unsealed:
        yield _line(chain, None)
        done += 1


def _line(chain: Chain, event: Event | None) -> bytes:
    """The line of an event, or of a seal, which the chain takes."""
    line = encode_line(Sealed(sha256=chain.digest()) if event is None else event)
    chain.add(line + b"\n")
    if event is None:
        chain.sealed(line)
    return line + b"\n"
