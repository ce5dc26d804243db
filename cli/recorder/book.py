"""The log that is being written, and what is found in it so far. Events are judged on a copy before they are stored, so that
no line is stored that cannot be judged.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats
from upcard.cli.recorder.helping import told
from upcard.cli.recorder.sittings import NewSitting
from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.kernel.state import State
from upcard.engine.log import Log, Numbered
from upcard.engine.sitting import Sitting
from upcard.records.logfile import LogWriter
from upcard.records.names import named
from upcard.records.unforeseen import unforeseen
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.errors import FaultError, UnreadableError
from upcard.schemas.events import Amended, Event, Inserted, Retracted
from upcard.schemas.events.base import tag
from upcard.schemas.findings import COUNTED, Finding, newly

Amendment = Amended | Inserted | Retracted


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a line, or of a part of it. later: a finding about an earlier event that is proven now; sitting: who
    plays from now on, and when, in a log of its own; implied: whether it was not typed, but goes before what was.
    """

    kind: Literal[
        "stored",
        "undone",
        "redone",
        "amended",
        "changed",
        "finding",
        "cured",
        "declined",
        "unread",
        "fault",
        "told",
        "progress",
        "table",
        "closed",
        "quit",
        "anew",
    ]
    says: str = ""
    line: int | None = None
    event: Event | None = None
    finding: Finding | None = None
    later: bool = False
    sitting: NewSitting | None = None
    implied: bool = False


class NotJudged(NotRead):
    """What could not be judged by a fault of ours, and is not stored. says: what went wrong."""

    def __init__(self, error: FaultError) -> None:
        super().__init__("", "what can be judged")
        self.says = error.message


class Book:
    """The log as it is written (raw: amendments as events), its writer, and its audit. look: looks at where the table would
    stand, as the session does once a line is stored; called: names that people have elsewhere, by id.
    """

    def __init__(
        self,
        writer: LogWriter,
        look: Callable[[State], object] = lambda _state: None,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.writer = writer
        self.called = called or {}
        self._look = look
        self.raw: list[Numbered] = list(writer.read.log.events)
        self.audit: Audit = audit(self.log)
        self._trial: tuple[tuple[object, ...], Audit] | None = None  # after how many events, and what was tried
        self.coin = self.audit.game.coin_of(effective(self.log).header)

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
        sitting = Sitting(named(effective(self.log), self.called))
        return lambda line: Seats(tuple(sitting.whose(line)), self.coin)

    def against(self, events: Sequence[Event]) -> list[Finding]:
        """What would be found against these events themselves, were they stored; also of a hand that they leave unfinished."""
        for event in events:
            check(event)
        first = self.writer.next_line
        trial = self._tried(list(enumerate(events, first)))
        return [found for found in self._new(trial) if found.at >= first]

    def against_amendment(self, change: Amendment) -> list[Finding]:
        """What would be found anew, were this amendment stored."""
        check(change)
        return self._new(self._tried([(self.writer.next_line, change)], anew=True))

    def write(self, event: Event) -> int:
        """Store an event and return its line once it is durable. Raises `NotJudged`, and stores nothing."""
        trial = self._tried([(self.writer.next_line, event)])
        line = self.writer.append(event)
        self.raw.append((line, event))
        self.audit = trial
        return line

    def amend(self, changes: Sequence[Amendment]) -> int:
        """Store amendments, and judge all anew. The line of the last. Raises `NotJudged`, and stores none."""
        self._tried(list(enumerate(changes, self.writer.next_line)), anew=True)
        lines = self.writer.append_together(changes)
        self.raw += zip(lines, changes, strict=True)
        self.audit = audit(self.log)
        self.coin = self.audit.game.coin_of(effective(self.log).header)
        return lines[-1]

    def _tried(self, events: Sequence[Numbered], *, anew: bool = False) -> Audit:
        """What the audit would be after more events, tried on a copy, or anew. Raises `NotJudged`."""
        if not anew and self._trial is not None and self._trial[0] == (len(self.raw), *events):
            return self._trial[1]
        log = Log(self.writer.header, [*self.raw, *events])
        try:
            with unforeseen(str(self.writer.path), log):
                trial = audit(log) if anew else self.audit.copied()
                if not anew:
                    trial.feed(events)
                self._look(trial.state)
                for ended in trial.results[-1:]:
                    _ = ended.result
        except FaultError as error:
            raise NotJudged(error) from error
        self._trial = None if anew else ((len(self.raw), *events), trial)
        return trial

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
            for finding in newly(now, before)
        ]
        cured = [
            Outcome(kind="cured", says=told(finding, seats_at(finding.at)), finding=finding)
            for finding in newly(before, now)
        ]
        return found + cured

    def _new(self, trial: Audit) -> list[Finding]:
        now = self.audit.findings
        asked = {*COUNTED, "hand_unfinished"}
        return [found for found in newly(trial.findings, now) if {found.kind, found.name} & asked]


def check(event: Event) -> None:
    """Raise `NotRead` for an event that no log can hold: a negative count, a remark of a megabyte."""
    try:
        decode_line(encode_line(event))
    except (UnreadableError, ValueError) as error:
        says = error.message if isinstance(error, UnreadableError) else str(error)
        raise NotRead(tag(type(event)), f"an event that a log can hold: {says}") from None
