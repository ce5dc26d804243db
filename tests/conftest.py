"""How hypothesis runs (a modest number of examples, more by UPCARD_EXAMPLES, the same ones each time in CI), and a law
that every test of an audit holds: of what a game calls plain its rules have nothing to say, and it does the same.
"""

import itertools
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import upcard.engine.handling
from upcard.engine.game import Stretch
from upcard.engine.handling import Handling, handling
from upcard.engine.state import State
from upcard.schemas.events import Event

settings.register_profile(
    "upcard",
    deadline=None,  # a busy machine is no failure
    max_examples=int(os.environ.get("UPCARD_EXAMPLES", "50")),
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],  # for the same reason
)
settings.load_profile("upcard")


EACH = 7
"""One of so many events is compared, in step with no trick: states are copied and folded twice for it."""


def _held_to_rules(act: Handling) -> Handling:
    """The same act; what its game calls plain is compared with what its rules say and do, in every test that audits."""
    asked = itertools.count()

    def compared(state: State, event: Event) -> bool:
        assert act.plain is not None
        if next(asked) % EACH:
            return act.plain(state, event)
        before = state.copied()
        done = act.plain(state, event)
        if done:
            _by_the_rules(act, before, event)
        assert state == before, f"{event} was called {'' if done else 'not '}plain, and something else was done"
        return done

    def compared_in_a_row(state: State, ahead: Stretch) -> int:
        assert act.run is not None
        if next(asked) % EACH:
            return act.run(state, ahead)
        before, at, was = state.copied(), ahead.at, state.places.located
        slack, settled = ahead.slack, state.settled
        done = act.run(state, ahead)
        for line, event in ahead.events[at : at + done]:
            fresh = before.places.located & ~was
            assert before.settled == settled, "the hand was settled before"
            assert fresh.bit_count() <= max(slack, 0), "too many cards were shown before"
            before.line, before.step = line, before.step + 1
            _by_the_rules(act, before, event)
            shown = before.places.located & ~was & ~fresh & ahead.awaited[event.seat]
            assert not shown or (ahead.found and event is ahead.events[at + done - 1][1]), "an awaited card was shown"
        assert state == before, f"{done} events in a row were called plain, and something else was done"
        return done

    return act._replace(plain=act.plain and compared, run=act.run and compared_in_a_row)


def _by_the_rules(act: Handling, state: State, event: Event) -> None:
    """Does what the rules of an act have nothing to say of."""
    said = [rule.name for rule, check in act.checks if check(state, event)]
    assert not said, f"{said} have something to say of {event}, which was called plain"
    act.transition(state, event)


@pytest.fixture(autouse=True, scope="session")
def _plain_is_held_to_the_rules() -> Iterator[None]:
    make = upcard.engine.handling._act
    upcard.engine.handling._act = lambda game, kind: _held_to_rules(make(game, kind))
    handling.cache_clear()
    yield
    upcard.engine.handling._act = make
    handling.cache_clear()
