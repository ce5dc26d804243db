"""Events into states: the fold of a log, its frames, and one step of it."""

from collections.abc import Iterable, Iterator
from typing import Any

from upcard.engine.effective import effective
from upcard.engine.game import Game, find
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


def is_new(state: Any) -> bool:
    """Whether the game of a state is built on the kernel."""
    game: Any = find(state.game)
    return not isinstance(game, Game)


def fold_on(begun: State, events: Iterable[Numbered], *, until: int | None = None) -> State:
    """The state after more events in force, up to and with a line; the state given is used up.

    An event inserted before that line counts, though its own line comes later.
    """
    state: Any = begun
    if until is not None:
        events = list(events)
        events = events[: max((place for place, (line, _) in enumerate(events, start=1) if line <= until), default=0)]
    if is_new(state):
        from upcard.engine.kernel.audit import read_on

        read: State = read_on(state, events)
        return read
    transitions = find(state.game).transitions
    for line, event in events:
        state.line = line
        state.step += 1
        transition = transitions.get(type(event))
        if transition is not None:
            transition(state, event)
    done: State = state
    return done


def apply(state: State, event: Event, line: int | None = None) -> State:
    """The state after one more event; the state given does not change. line: where it stands, else the next."""
    after: Any = state.copied()
    if is_new(state):
        from upcard.engine.kernel.audit import read_on

        read: State = read_on(after, [(state.line + 1 if line is None else line, event)])
        return read
    after.line = state.line + 1 if line is None else line
    after.step += 1
    transition = find(state.game).transitions.get(type(event))
    if transition is not None:
        transition(after, event)
    applied: State = after
    return applied


def frames(log: Log) -> Iterator[tuple[int, Event, State]]:
    """Every event of a log with its line and the state after it, a snapshot each."""
    log = effective(log)
    state = begin(log)
    if is_new(state):
        from upcard.engine.kernel.audit import frames as on_kernel

        yield from on_kernel(log, find(log.header.game))
        return
    for line, event in log.events:
        state = apply(state, event, line)
        yield line, event, state
