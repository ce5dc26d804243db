"""Amendments that are not stored yet: the log as it would be with them, on the lines they would have."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from upcard.cli.recorder.book import check
from upcard.cli.recorder.fields import NotRead
from upcard.engine.effective import problems
from upcard.engine.log import Log, Numbered
from upcard.records.chain import Chain
from upcard.records.logfile import Read
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Amended, Event, Inserted, Retracted


class Draft(msgspec.Struct, frozen=True, dict=True):
    """read: the log as it was read; staged: what is to be stored behind it, each on the line that it will have."""

    read: Read
    staged: tuple[Numbered, ...] = ()

    @cached_property
    def log(self) -> Log:
        """The log as it would be."""
        log = self.read.log
        return Log(log.header, [*log.events, *self.staged]) if self.staged else log

    @property
    def events(self) -> list[Event]:
        """What is to be stored."""
        return [event for _, event in self.staged]

    def on(self, read: Read) -> "Draft":
        """The same amendments of a log that has grown meanwhile: where they name each other, by the lines they have then."""
        moved: dict[int, int] = {}
        draft = Draft(read)
        for line, event in self.staged:
            draft = draft.add([_renamed(event, moved)])
            moved[line] = draft.staged[-1][0]
        return draft

    def add(self, events: Sequence[Event], place: str = "") -> "Draft":
        """The same with more. Raises `UsageError` for an event that no log can hold, and for an amendment that cannot be followed,
        or that takes the effect of another: what it says would be lost. place: where it was asked for.
        """
        draft = self
        for event in events:
            _check(event, place)
            draft = Draft(self.read, (*draft.staged, (draft.next_line(event), event)))
        known = problems(self.log)
        for number, fault in problems(draft.log):
            if (number, fault) not in known:
                raise UsageError(fault, place=place or f"line {number}", hint="what cannot be followed would be lost")
        return draft

    def without_last(self, count: int) -> "Draft":
        """The same without the last few."""
        return Draft(self.read, self.staged[: len(self.staged) - count])

    def next_line(self, event: Event) -> int:
        """The line that an event would have, were it stored next. Seals take lines of their own."""
        chain, line = Chain.of(self.read), self.read.lines
        for one in self.events:
            line = self._after(chain, line, one)
            if chain.is_due_after(one):
                line, chain.unsealed = line + 1, 0
        return self._after(chain, line, event)

    def _after(self, chain: Chain, line: int, event: Event) -> int:
        """The line of an event that comes after a line, behind a seal if one is due."""
        sealed = chain.is_due_before(event)
        chain.unsealed = 1 if sealed else chain.unsealed + 1
        chain.saw(event)
        return line + 1 + sealed


def _check(event: Event, place: str) -> None:
    """Raises `UsageError` for an event that no log can hold, such as a bid below zero."""
    try:
        check(event)
    except NotRead as problem:
        hint = "no log can hold it as it stands"
        raise UsageError(f"saw {problem.saw!r}, wanted {problem.wanted}", place=place, hint=hint) from None


def _renamed(event: Event, moved: Mapping[int, int]) -> Event:
    """An event whose amendments name other lines of the draft by the lines that these have now."""
    if isinstance(event, Amended | Retracted):
        event = msgspec.structs.replace(event, line=moved.get(event.line, event.line))
    if isinstance(event, Inserted):
        event = msgspec.structs.replace(event, before=moved.get(event.before, event.before))
    if isinstance(event, Amended | Inserted):
        event = msgspec.structs.replace(event, event=_renamed(event.event, moved))
    return event
