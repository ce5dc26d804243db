"""A log as somebody watches it: by the names that people use, as a seat saw it; held in memory or not."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from upcard.cli.logs import in_header, standing
from upcard.engine.fold import begin
from upcard.engine.log import Log
from upcard.engine.sitting import Sitting
from upcard.engine.view import redact_log
from upcard.records.logfile import Read
from upcard.records.long import Long
from upcard.records.names import called, names_of
from upcard.records.reading import held
from upcard.records.unforeseen import InBlocks
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Opened


def _numbers(hands: Sequence[int]) -> str:
    """The hands that there are, in words: all of them, or from which on to which if none is missing between."""
    if len(hands) > 2 and list(hands) == list(range(hands[0], hands[-1] + 1)):
        return f"{hands[0]} to {hands[-1]}"
    return ", ".join(map(str, hands)) or "none"


class Watched(NamedTuple):
    """header: with names for ids; sitting: who sat where; judging: judges it anew from its beginning, as it is seen; lines: how
    many it has; names: what its ids are called.
    """

    header: Opened
    viewer: int | None
    sitting: Sitting
    judging: Callable[[], InBlocks]
    place: str
    lines: int
    names: Mapping[str, str]

    def events(self) -> int:
        """How many events it has."""
        return sum(map(len, self.judging().blocks()))

    def hand(self, hand: int) -> tuple[int, int]:
        """The first and last line of a hand. Raises `UsageError` if there is no such hand."""
        judging, lines, begun = self.judging(), array("q"), dict[int, int]()
        for events, told in judging.settled():
            lines.extend(line for line, _ in events)
            begun.update(told.begun)
        begun.update(judging.left().begun)
        begins = sorted((place, number) for number, place in begun.items())
        ends = [place for place, _ in begins[1:]] + [judging.audit.state.step]
        spans = {number: (place, end) for (place, number), end in zip(begins, ends, strict=True)}
        if hand not in spans:
            hint = f"it has {_numbers(list(spans))}"
            raise UsageError(f"no hand {hand}", place=self.place, hint=hint)
        start, end = spans[hand]
        return lines[start], max(lines[start:end])


def watched(
    read: Read | Long, viewer: Callable[[Opened], int | None], *, as_of: int | None = None, ids: bool = False
) -> Watched:
    """A log that was read, with names for its ids unless these are wanted. viewer: the seat that saw it, None for all that is known.

    Raises `UnreadableError` if its header is none for its game.
    """
    if isinstance(read, Long) and as_of is None:
        sat = Log(read.header, read.sat)
        try:
            begin(sat)
        except UsageError as error:
            raise in_header(error, f"{read.place}:{read.line}") from None
        names = {} if ids else names_of(sat, read.names)
        log = called(sat, names)
        seat = viewer(log.header)
        judging = partial(InBlocks, read, lambda some: _seen(called(some, names), seat))
        return Watched(log.header, seat, Sitting(log), judging, read.place, read.lines, names)
    whole = held(read)
    there = standing(whole, as_of)
    names = {} if ids else names_of(there, whole.names)
    log = called(there, names)
    seat = viewer(log.header)
    judging = partial(InBlocks.held, _seen(log, seat), read.place)
    return Watched(log.header, seat, Sitting(log), judging, read.place, read.lines, names)


def _seen(log: Log, viewer: int | None) -> Log:
    return log if viewer is None else redact_log(log, viewer, log.header.log)
