"""The log that is being written, and what is found in it so far. Events are tried on a copy before they are stored."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from upcard.cli.names import named
from upcard.cli.recorder.fields import NotRead, Seats, tag
from upcard.cli.recorder.helping import told
from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.log import Log, Numbered
from upcard.engine.sitting import Sitting
from upcard.engine.state import State
from upcard.records.logfile import LogWriter
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import Amended, Event, Inserted, Retracted
from upcard.schemas.findings import COUNTED, Finding

Amendment = Amended | Inserted | Retracted


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a line, or of a part of it. later: a finding about an earlier event that is proven now."""

    kind: Literal[
        "stored",
        "undone",
        "redone",
        "amended",
        "finding",
        "cured",
        "declined",
        "unread",
        "told",
        "progress",
        "table",
        "closed",
    ]
    says: str = ""
    line: int | None = None
    event: Event | None = None
    finding: Finding | None = None
    later: bool = False


class Book:
    """The log as it is written (raw: amendments as events), its writer, and its audit."""

    def __init__(self, writer: LogWriter) -> None:
        self.writer = writer
        self.raw: list[Numbered] = list(writer.read.log.events)
        self.audit: Audit = audit(self.log)

    @property
    def log(self) -> Log:
        """The log so far."""
        return Log(self.writer.header, self.raw)

    @property
    def state(self) -> State:
        """Where the table stands."""
        state: State = self.audit.state
        return state

    def seats_at(self) -> Callable[[int], Seats]:
        """Who sat where, as they are called, by line: what somebody did is not said of who has that seat now."""
        sitting = Sitting(named(effective(self.log), {}))
        return lambda line: Seats(tuple(sitting.at(line)))

    def against(self, events: Sequence[Event]) -> list[Finding]:
        """What would be found against these events themselves, were they stored."""
        for event in events:
            check(event)
        first = self.writer.next_line
        trial = self.audit.copied()
        trial.feed(enumerate(events, first))
        return [found for found in self._new(trial) if found.at >= first]

    def against_amendment(self, change: Amendment) -> list[Finding]:
        """What would be found anew, were this amendment stored."""
        check(change)
        return self._new(audit(Log(self.writer.header, [*self.raw, (self.writer.next_line, change)])))

    def write(self, event: Event) -> int:
        """Store an event and return its line once it is durable."""
        line = self.writer.append(event)
        self.raw.append((line, event))
        self.audit.feed([(line, event)])
        return line

    def amend(self, changes: Sequence[Amendment]) -> int:
        """Store amendments, and judge all anew. The line of the last."""
        line = 0
        for change in changes:
            line = self.writer.append(change)
            self.raw.append((line, change))
        self.audit = audit(self.log)
        return line

    def changes(self, before: Sequence[Finding], first: int) -> list[Outcome]:
        """What is found now and was not before line `first` was written, and the other way round."""
        now = self.audit.findings
        if now == list(before):
            return []
        acts, seats_at = dict(self.raw), self.seats_at()
        found = [
            Outcome(
                kind="finding",
                says=told(finding, seats_at(finding.at), acts),
                finding=finding,
                later=finding.at < first,
            )
            for finding in now
            if finding not in before
        ]
        cured = [
            Outcome(kind="cured", says=told(finding, seats_at(finding.at)), finding=finding)
            for finding in before
            if finding not in now
        ]
        return found + cured

    def _new(self, trial: Audit) -> list[Finding]:
        now = self.audit.findings
        return [found for found in trial.findings if found.kind in COUNTED and found not in now]


def check(event: Event) -> None:
    """Raise `NotRead` for an event that no log can hold: a negative count, a remark of a megabyte."""
    try:
        decode_line(encode_line(event))
    except (UnreadableError, ValueError) as error:
        says = error.message if isinstance(error, UnreadableError) else str(error)
        raise NotRead(tag(type(event)), f"an event that a log can hold: {says}") from None
