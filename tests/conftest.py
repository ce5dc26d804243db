"""How hypothesis runs (a modest number of examples, more by UPCARD_EXAMPLES, the same ones each time in CI), and a law
that every test of an audit holds: of what a game calls plain its rules have nothing to say, and it does the same.
"""

import itertools
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import upcard.engine.handling
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
    plain = act.plain
    if plain is None:
        return act

    asked = itertools.count()

    def compared(state: State, event: Event) -> bool:
        if next(asked) % EACH:
            return plain(state, event)
        said = [rule.name for rule, check in act.checks if check(state, event)]
        before = state.copied()
        done = plain(state, event)
        assert not (done and said), f"{said} have something to say of {event}, which was called plain"
        if done:
            act.transition(before, event)
        assert state == before, f"{event} was called {'' if done else 'not '}plain, and something else was done"
        return done

    return act._replace(plain=compared)


@pytest.fixture(autouse=True, scope="session")
def _plain_is_held_to_the_rules() -> Iterator[None]:
    make = upcard.engine.handling._act
    upcard.engine.handling._act = lambda game, kind: _held_to_rules(make(game, kind))
    handling.cache_clear()
    yield
    upcard.engine.handling._act = make
    handling.cache_clear()
