"""Events into states: the fold of a log, its frames, and one step of it. All of it is what an audit knows."""

from collections.abc import Iterable, Iterator

from upcard.engine.audit import Audit
from upcard.engine.effective import effective
from upcard.engine.game import find
from upcard.engine.kernel.state import State
from upcard.engine.log import Log, Numbered
from upcard.schemas.events import Event


def begin(log: Log) -> State:
    """The state before the first event of a log."""
    state: State = find(log.header.game).table(log.header)
    return state


def fold(log: Log, *, until: int | None = None) -> State:
    """The state after all events of a log, amendments in force; or after those up to and with a line.

    Pure: the same events give the same state. Nothing that happened at the table is refused.
    """
    log = effective(log)
    return fold_on(begin(log), log.events, until=until)


def fold_on(begun: State, events: Iterable[Numbered], *, until: int | None = None) -> State:
    """The state after more events in force, up to and with a line; the state given is used up.

    An event inserted before that line counts, though its own line comes later.
    """
    if until is not None:
        events = list(events)
        events = events[: max((place for place, (line, _) in enumerate(events, start=1) if line <= until), default=0)]
    going = Audit.going_on(begun)
    going.feed(events)
    state: State = going.state
    return state


def apply(state: State, event: Event, line: int | None = None) -> State:
    """The state after one more event; the state given does not change. line: where it stands, else the next."""
    return fold_on(state.copied(), [(state.line + 1 if line is None else line, event)])


def frames(log: Log) -> Iterator[tuple[int, Event, State]]:
    """Every event of a log with its line and the state after it, a snapshot each."""
    log = effective(log)
    going = Audit(log)
    for line, event in log.events:
        going.feed([(line, event)])
        state: State = going.state.copied()
        yield line, event, state
