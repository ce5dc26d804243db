"""Laws that hold in every game."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.experiments import sessions
from tests.games.games import setups
from upcard.engine.audit import audit
from upcard.engine.fold import apply, begin, fold
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.events import (
    Closed,
    Event,
    Joined,
    Left,
    Noted,
)

GAMES = keys()
each_game = pytest.mark.parametrize("game", GAMES)


def any_sessions(game: str, numbers: Iterable[int], hands: int) -> Iterator[tuple[int, random.Random, Log]]:
    """Legal sessions with any house rules: the number of each, what decides further by chance, and its log."""
    all_setups = setups(game)
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        yield number, rng, simulate(msgspec.structs.replace(rng.choice(all_setups), seed=number), hands=hands)


def viewers(log: Log) -> Iterator[int]:
    """Everybody who may look at a log."""
    yield from (PUBLIC, *range(len(log.header.seats)))


@each_game
def test_legal_play_under_any_rule_gives_no_finding_whoever_saw_it(game: str) -> None:
    """With all hands known, as all saw it, and as one seat did, each in its turn; `test_laws` has all seats."""
    for number, setup in enumerate(setups(game)):
        log = simulate(setup, hands=2, ordinal=number)
        assert [found for found in audit(log).findings if found.kind != "note"] == [], setup
        for viewer in (PUBLIC, number % len(log.header.seats)):
            partial = redact_log(log, viewer, "copy")
            assert [found for found in audit(partial).findings if found.kind != "note"] == [], (setup, viewer)


def plain(state: Any) -> Any:
    """A state as plain values."""
    return msgspec.to_builtins(state, enc_hook=vars)


@each_game
def test_apply_leaves_the_state_it_is_given_alone_and_replay_in_two_parts_is_replay_in_one(game: str) -> None:
    log = simulate(Setup(game=game, seed=3), hands=2)
    state = begin(log)
    for line, event in log.events:
        before = plain(state)
        following = apply(state, event, line)
        assert plain(state) == before
        state = following
    assert plain(state) == plain(fold(log))


@each_game
def test_lines_come_back_as_they_were(game: str) -> None:
    log = simulate(Setup(game=game, seed=6), hands=2)
    for _, event in log.events:
        assert decode_line(encode_line(event)) == event
        assert redact(event, PUBLIC) == redact(redact(event, PUBLIC), PUBLIC)


def shuffled(rng: random.Random, pool: list[Event]) -> list[Event]:
    """Events as a very careless scribe would write them: some lost, some doubled, some of another game."""
    events = list(pool)
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(events))
        choice = rng.randrange(4)
        if choice == 0:
            del events[at]
        elif choice == 1:
            events.insert(at, rng.choice(pool))
        elif choice == 2:
            events[at] = rng.choice(pool)
        else:
            other = rng.randrange(len(events))
            events[at], events[other] = events[other], events[at]
        events = events or [Noted()]
    return events


@cache
def of_all_games() -> list[Event]:
    """A hand of every game."""
    return [event for game in GAMES for _, event in simulate(Setup(game=game), hands=1).events]


@each_game
def test_the_same_seed_gives_the_same_session(game: str) -> None:
    first, second = (simulate(Setup(game=game, seed=8), hands=3) for _ in range(2))
    assert first == second
    assert simulate(Setup(game=game, seed=9), hands=3) != first


def acts_of_no_seat_are_told(game: str, numbers: Iterable[int]) -> None:
    """Whatever the act: it is read, told of, and what follows is judged."""
    for number, rng, log in any_sessions(game, numbers, hands=2):
        seen = redact_log(log, PUBLIC, "public") if number % 2 else log
        acts = [at for at, (_, event) in enumerate(seen.events) if getattr(event, "seat", None) is not None]
        for seat in (len(log.header.seats), 60) if acts else ():
            events, at = list(seen.events), rng.choice(acts)
            line, act = events[at]
            events[at] = line, msgspec.structs.replace(act, seat=seat)  # type: ignore[type-var]  # acts with a seat alone
            assert any(found.at == line for found in audit(Log(log.header, events)).findings), (number, act)


@each_game
def test_an_act_of_a_seat_that_is_not_there_is_judged(game: str) -> None:
    acts_of_no_seat_are_told(game, range(3))


@pytest.mark.check
@each_game
def test_many_acts_of_seats_that_are_not_there_are_judged(game: str) -> None:
    acts_of_no_seat_are_told(game, range(3, 3 + sessions(24)))


@pytest.mark.parametrize("game", keys())
def test_who_comes_and_goes_has_a_seat(game: str) -> None:
    header = simulate(Setup(game=game, seed=1), hands=0).header
    for event in (Joined(seat=9, player="x"), Left(seat=9)):
        assert [one.name for one in audit(Log.of(header, [event])).findings] == ["no_such_seat"]


@pytest.mark.parametrize("game", keys())
def test_after_the_close_the_first_act_is_told_and_what_is_counted_is_not(game: str) -> None:
    log = simulate(Setup(game=game, seed=3), hands=1)
    again = [event for _, event in log.events if not isinstance(event, Closed)]
    events = [*again, Closed(), Noted(note="home"), *again[:8]]
    told = [(one.name, one.at) for one in audit(Log.of(log.header, events)).findings if one.name == "after_close"]
    assert told == [("after_close", len(again) + 4)]
