"""The frames of a log for who steps through it: each is made when it is looked at, whichever way somebody came there."""

from array import array
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, Protocol

from upcard.cli.frames import Frame, Known, frame_after
from upcard.engine.audit import Audit
from upcard.engine.log import Numbered
from upcard.records.unforeseen import InBlocks
from upcard.schemas.findings import newly

EVERY: Final = 250
"""Of so many events in a row it is kept how the audit stood before the first: a frame is made from there in about a millisecond."""

SEEN: Final = 50
"""So many frames at most are kept as they were made, for who steps back and forth."""


class Course(Protocol):
    """Frames in a row. count: how many there are."""

    count: int

    def __getitem__(self, place: int) -> Frame:
        """One that is there."""

    def hand(self, place: int) -> int:
        """The hand of one that is there."""

    def tells(self, place: int) -> bool:
        """Whether anything is found, or found no longer, with one that is there."""


class OfHand:
    """The frames of one hand: its last has what came of it later, so that all is judged before the first is looked at."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames = list(frames)
        self.count = len(self._frames)

    def __getitem__(self, place: int) -> Frame:
        """See `Course`, as for the others."""
        return self._frames[place]

    def hand(self, place: int) -> int:
        """As above."""
        return self._frames[place].hand

    def tells(self, place: int) -> bool:
        """As above."""
        return bool(self._frames[place].findings or self._frames[place].withdrawn)


class OfLog:
    """The frames of a log, judged as far as somebody stepped or jumped. What was passed is not drawn: its events are kept, and now
    and then how the audit stood; and where somebody looked last, so that a step costs no more than its event where a log is hard to judge.
    """

    def __init__(self, judging: InBlocks, count: int) -> None:
        self.count = count
        self._judging = judging
        self._coming = chain.from_iterable(judging.blocks())
        self._events: list[list[Numbered]] = [[]]
        self._stood: list[Audit] = []
        self._told: dict[int, array[int]] = {}
        self._seen: dict[int, Frame] = {}
        self._after: tuple[int, Audit] | None = None

    def __getitem__(self, place: int) -> Frame:
        """See `Course`, as for the others."""
        if place not in self._seen:
            if len(self._seen) == SEEN:
                self._seen.clear()
            with self._judging.foreseen():
                self._seen[place] = self._made(place)
        return self._seen[place]

    def _made(self, place: int) -> Frame:
        block, at = divmod(place, EVERY)
        if at and self._after is not None and self._after[0] == place:
            audit, events = self._after[1], self._events[block + 1]
        else:
            audit, events = self._from(block)
            audit.feed(events[:at])
        self._after = None  # it holds no more if the event cannot be judged
        before = Known.of(audit)
        audit.feed(events[at : at + 1])
        self._after = place + 1, audit
        return frame_after(events[at], audit, before, Known.of(audit))

    def hand(self, place: int) -> int:
        """As above."""
        return self._of(place) >> 1

    def tells(self, place: int) -> bool:
        """As above."""
        return bool(self._of(place) & 1)

    def _of(self, place: int) -> int:
        """The hand of a frame and whether anything is told with it, in one number."""
        block, at = divmod(place, EVERY)
        told = self._told.setdefault(block, array("q"))
        if at >= len(told):
            del told[:]
            with self._judging.foreseen():
                try:
                    told.extend(_of_each(*self._from(block)))
                except Exception:
                    if at >= len(told):  # else what was asked for comes before what cannot be judged
                        raise
        return told[at]

    def _from(self, block: int) -> tuple[Audit, list[Numbered]]:
        """How the audit stood before some events in a row, and these."""
        while len(self._stood) <= block:
            self._judging.audit.feed(self._events[-1])
            self._judging.let_go()
            self._stood.append(self._judging.audit.copied())
            self._events.append(list(islice(self._coming, EVERY)))
        return self._stood[block].copied(), self._events[block + 1]


def _of_each(audit: Audit, events: Iterable[Numbered]) -> Iterator[int]:
    """Of each event its hand, and whether anything is found, or found no longer, with it."""
    found = audit.findings
    for numbered in events:
        audit.feed([numbered])
        before, found = found, audit.findings
        yield audit.state.hand << 1 | bool(newly(found, before) or newly(before, found))
