"""Sessions with one irregularity put in, and legal random play from there on."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from upcard.engine.due import Act
from upcard.engine.fold import begin
from upcard.engine.game import Game, find
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, choose, simulate
from upcard.schemas.events import Event

Tamper = Callable[[Any, Event, random.Random], Event | None]
"""(state before, the legal event, chance) to an event instead of it, or None where nothing can go wrong."""


def step(game: Game, state: Any, event: Event) -> Numbered:
    """Fold one event on the next line."""
    state.line += 1
    state.step += 1
    game.transitions[type(event)](state, event)
    return state.line, event


def tampered(
    setup: Setup, tamper: Tamper, *, hands: int, ordinal: int, play_on: bool = True
) -> tuple[Log, int, Event] | None:
    """A session with one event replaced: the log, the line, and what stood there; None if nothing could be replaced."""
    rng = random.Random(f"{setup.game}/{setup.seed}/{ordinal}")
    game = find(setup.game)
    log = simulate(setup, hands=hands, ordinal=ordinal)
    places = [line for line, state, event in walk(log) if tamper(state, event, random.Random(line)) is not None]
    if not places:
        return None
    at = rng.choice(places)
    state: Any = begin(log)
    events: list[Numbered] = []
    for line, event in log.events:
        if line == at:
            wrong = tamper(state, event, random.Random(line))
            assert wrong is not None
            events.append(step(game, state, wrong))
            following = played_on(game, state, rng, hands) if play_on else []
            return Log(log.header, events + following), at, event
        events.append(step(game, state, event))
    raise AssertionError


def walk(log: Log) -> Iterator[tuple[int, Any, Event]]:
    """Each event with its line and the state before it."""
    game, state = find(log.header.game), begin(log)
    for line, event in log.events:
        yield line, state, event
        state.line = line
        state.step += 1
        game.transitions[type(event)](state, event)


def played_on(game: Game, state: Any, rng: random.Random, hands: int) -> list[Numbered]:
    """Legal random play to the end of the session."""
    events = []
    while not state.closed:
        acts: tuple[Act, ...] = game.due(state)
        events.append(step(game, state, choose(rng, acts, done=state.ended >= hands)))  # type: ignore[arg-type]
    return events
