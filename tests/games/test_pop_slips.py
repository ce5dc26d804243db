"""Pop!: slips of the scribe: a play left out, written for the wrong seat, or two in the wrong order, accuse nobody twice."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from tests.experiments import sessions
from tests.games.test_pop_experiments import OPTIONS
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Played

SIGNS = {"out_of_turn", "wrong_seat", "wrong_area", "turned_wrongly", "third_face_up", "round_not_finished"}
"""What the record shows of a slip; the first is all that is told."""


def left_out(log: Log, at: int) -> Log:
    """Without one play."""
    return Log(log.header, [*log.events[:at], *log.events[at + 1 :]])


def wrong_seat(log: Log, at: int) -> Log:
    """One play, written for the other player."""
    line, event = log.events[at]
    assert isinstance(event, Played)
    wrong = msgspec.structs.replace(event, seat=1 - event.seat)
    return Log(log.header, [*log.events[:at], (line, wrong), *log.events[at + 1 :]])


def swapped(log: Log, at: int) -> Log:
    """Two plays of different players, in the wrong order."""
    (line, event), (after, other) = log.events[at : at + 2]
    if not isinstance(event, Played) or not isinstance(other, Played) or event.seat == other.seat:
        return log
    return Log(log.header, [*log.events[:at], (line, other), (after, event), *log.events[at + 2 :]])


def records(log: Log) -> Iterator[Log]:
    """With all hands, and as everybody saw it."""
    yield log
    for viewer in (PUBLIC, 0, 1):
        yield redact_log(log, viewer, "copy")


def judged(done: Audit, truth: Audit, told: object) -> None:
    """One sign of the slip, and no score that is not so."""
    names = [one.name for one in done.findings if one.kind != "note"]
    assert len(names) <= 1, (told, names)
    assert {*names} <= SIGNS, (told, names)
    for mine, right in zip(done.results, truth.results, strict=False):
        if mine.hand == right.hand:
            for said, is_so in zip(mine.result.points, right.result.points, strict=True):
                assert said in {None, is_so}, (told, mine.result.points, right.result.points)


def slips(count: int, seed: int) -> None:
    """Random matches with one slip each."""
    options = [one for one in OPTIONS if not {"pop_window", "pop_repeat"} & {*one}]  # there, pops lean on the plays
    for ordinal in range(count):
        log = simulate(Setup(game="pop", seed=seed, options=options[ordinal % len(options)]), hands=1, ordinal=ordinal)
        plays = [place for place, (_, event) in enumerate(log.events) if isinstance(event, Played)]
        if not plays:
            continue
        truth, rng = audit(log), random.Random(ordinal)
        for slip in (left_out, wrong_seat, swapped):
            at = rng.choice(plays[:23])  # after the sixth trick no card is turned that shows where it ended
            for record in records(slip(log, at)):
                judged(audit(record), truth, (slip.__name__, ordinal, at))


def test_g_13_a_slip_is_told_once_and_accuses_nobody_else() -> None:
    slips(60, 41)


@pytest.mark.check
def test_g_13_a_slip_is_told_once_and_accuses_nobody_else_at_length() -> None:
    slips(sessions(1200), 42)
