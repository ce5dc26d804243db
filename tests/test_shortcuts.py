"""An audit finds the same, and at the same lines, if it asks every rule about every event."""

import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

import upcard.engine.audit
from tests.experiments import sessions
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import Audit, audit
from upcard.engine.foresight import foreseen
from upcard.engine.game import find, keys
from upcard.engine.handling import Handling, handling
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Base, Event, Played

GAMES = [key for key in keys() if find(key).runs or find(key).plain]
Slip = Callable[[list[Any], int, random.Random], list[Any]]


def other_seat(events: list[Any], at: int, rng: random.Random) -> list[Any]:
    """With one line of another seat."""
    seat = getattr(events[at], "seat", None)
    moved = events[at] if seat is None else msgspec.structs.replace(events[at], seat=(seat + rng.randint(1, 2)) % 3)
    return [*events[:at], moved, *events[at + 1 :]]


def other_card(events: list[Any], at: int, rng: random.Random) -> list[Any]:
    """With two cards played in each other's place: one of them may break a rule, or be one that another seat holds."""
    plays = [place for place, event in enumerate(events) if type(event) is Played]
    if not plays:
        return events
    one, other = min(plays, key=lambda place: abs(place - at)), rng.choice(plays)
    made = list(events)
    made[one] = msgspec.structs.replace(events[one], card=events[other].card)
    made[other] = msgspec.structs.replace(events[other], card=events[one].card)
    return made


SLIPS: tuple[Slip, ...] = (left_out, doubled, swapped, other_seat, other_card)


def by_every_rule(key: str) -> dict[type, Handling]:
    """What each event type asks for, without anything that only saves time."""
    return {kind: act._replace(run=None, plain=None) for kind, act in handling(key).items()}


def told(done: Audit) -> tuple[Any, ...]:
    """All that an audit says."""
    return done.findings, done.doubts, [(one.hand, one.line) for one in done.results], done.hands, done.state


def spoiled(log: Log, rng: random.Random) -> Log:
    """The log as its scribe may have written it, after some slips."""
    events: list[Event | Base] = [event for _, event in log.events]
    for _ in range(rng.randint(1, 3)):
        events = rng.choice(SLIPS)(events, rng.randrange(len(events) - 1), rng)
    return Log.of(log.header, events)


def house_rules(game: str, rng: random.Random) -> dict[str, Any]:
    """Options of a game as they may be chosen, most of them as usual."""
    kinds = {name: field.annotation for name, field in find(game).options.model_fields.items() if rng.random() < 0.2}
    return {name: rng.choice(get_args(kind) or (True, False)) for name, kind in kinds.items() if chosen(kind)}


def chosen(kind: Any) -> bool:
    """Whether an option is one of a few values."""
    return kind is bool or get_origin(kind) is Literal


def table(game: str, number: int, rng: random.Random) -> Log:
    """A session, with house rules if they go together."""
    with contextlib.suppress(OptionError):
        return simulate(Setup(game=game, seed=number, options=house_rules(game, rng)), hands=2)
    return simulate(Setup(game=game, seed=number), hands=2)


def held(game: str, numbers: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of as many sessions, as some viewer saw them."""
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = table(game, number, rng)
        viewer = rng.randrange(-1, len(log.header.seats))
        log = spoiled(log if rng.random() < 0.2 else redact_log(log, viewer, log.header.log), rng)
        quick = told(audit(log))
        with monkeypatch.context() as patch:
            patch.setattr(upcard.engine.audit, "handling", by_every_rule)
            assert told(audit(log)) == quick, number


@pytest.mark.parametrize("game", GAMES)
def test_what_only_saves_time_changes_no_finding(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held(game, range(5), monkeypatch)


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_what_only_saves_time_changes_no_finding_in_many_sessions(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held(game, range(5, sessions(300)), monkeypatch)


@pytest.mark.parametrize("game", [key for key in keys() if any(run.shows for run in find(key).runs.values())])
def test_hands_told_by_the_rest_of_the_log_are_played_at_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setattr(upcard.engine.audit, "foreseen", lambda *given: done.append(foreseen(*given)) or done[-1])
    log = simulate(Setup(game=game, seed=7), hands=10)
    cards = sum(type(event) is Played for _, event in log.events)
    assert audit(redact_log(log, PUBLIC, "copy")).clean
    assert sum(done) > cards // 10
    done.clear()
    assert audit(log).clean
    assert not any(done)
