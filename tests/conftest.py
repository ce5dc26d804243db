"""How hypothesis runs (a modest number of examples, more by UPCARD_EXAMPLES, the same ones each time in CI), and a law
that every test of an audit holds: of what a game calls plain its rules have nothing to say, and it does the same.
"""

import itertools
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import upcard.engine.handling
from upcard.engine.game import Answer, InDoubt, Stretch
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
            return act.run.play(state, ahead)
        before, at, settled = state.copied(), ahead.at, state.settled
        told = _Asked(act, state, ahead)
        done = act.run.play(state, ahead)
        told.over()
        was, slack, all_counted = before.places.located, 0, ahead.counted == state.places.located
        for place, (line, event) in enumerate(ahead.events[at : at + done]):
            was, slack = (before.places.located, told.rooms[place]) if place in told.rooms else (was, slack)
            fresh = before.places.located & ~was
            assert before.settled == settled, "the hand was settled before"
            assert all_counted or fresh.bit_count() <= max(slack, 0), "too many cards were shown before"
            before.line, before.step = line, before.step + 1
            _by_the_rules(act, before, event, told.answers.get(place + 1))
            shown = before.places.located & ~was & ~fresh & ahead.awaited[event.seat]
            assert not shown or (ahead.found and place == done - 1), "an awaited card was shown"
        assert state == before, f"{done} events in a row were called plain, and something else was done"
        return done

    return act._replace(plain=act.plain and compared, run=act.run and act.run._replace(play=compared_in_a_row))


class _Asked:
    """What a run asks while it goes on, by how many events it had come to then: what is told of an event that it leaves to
    be judged, and how many cards may come to light from there on.
    """

    def __init__(self, act: Handling, state: State, ahead: Stretch) -> None:
        self.answers: dict[int, Answer] = {}
        self.rooms: dict[int, int] = {0: ahead.slack}
        began, judge, room = state.step, ahead.judge, ahead.room

        def judging(ahead: Stretch, event: Event) -> bool:
            assert act.judged is not None
            self.answers[state.step - began] = act.judged[1](state, event)
            return judge(ahead, event)

        def asking(ahead: Stretch) -> int:
            self.rooms[state.step - began] = room(ahead)
            return self.rooms[state.step - began]

        ahead.judge, ahead.room = judging, asking
        self._over = (ahead, judge, room)

    def over(self) -> None:
        """The run has ended."""
        ahead, ahead.judge, ahead.room = self._over


def _by_the_rules(act: Handling, state: State, event: Event, expected: Answer = None) -> None:
    """Does what the rules of an act have nothing to say of, or only what is expected."""
    said = [answer for _, check in act.checks if (answer := check(state, event))]
    assert said == [expected] * bool(expected), f"the rules have {said} to say of {event}, not {expected}"
    assert not expected or isinstance(expected, InDoubt), f"{expected} of {event} is more than a doubt"
    act.transition(state, event)


@pytest.fixture(autouse=True, scope="session")
def _plain_is_held_to_the_rules() -> Iterator[None]:
    make = upcard.engine.handling._act
    upcard.engine.handling._act = lambda game, kind: _held_to_rules(make(game, kind))
    handling.cache_clear()
    yield
    upcard.engine.handling._act = make
    handling.cache_clear()
