"""A play written for another seat, where the lists say whose card it was: one contradiction, and a breach of nobody (G-5)."""

import random

import msgspec
import pytest

from tests.experiments import sessions
from tests.test_every_game import varied
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Laid, Played

GAMES = sorted(set(keys()) - {"popcorn", "trente_et_quarante"})
"""All in which cards are played in turn from hands that are listed."""

PUBLICLY = ["court_piece"]
"""In which a record without hands tells of such a play once as well."""


def is_told_once(game: str, numbers: range) -> None:
    setups = list(varied(game))
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = simulate(msgspec.structs.replace(rng.choice(setups), seed=number), hands=2)
        events = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Played | Laid)]
        if audit(log).findings or not plays:
            continue  # notes of melds and the like
        at = rng.choice(plays)
        others = [seat for seat in range(len(log.header.seats)) if seat != events[at].seat]  # type: ignore[union-attr]
        events[at] = msgspec.structs.replace(events[at], seat=rng.choice(others))
        done = audit(Log.of(log.header, events))
        found = [(one.kind, one.at) for one in done.findings if one.kind != "note"]
        assert set(found) == {("contradiction", at + 2)}, number
        assert len(found) <= len(getattr(events[at], "cards", (None,))), number  # in Spinado, one for each of two cards
        truth = {one.hand: one.result.points for one in audit(log).results}
        for one in done.results:
            told = zip(one.result.points, truth[one.hand], strict=True)
            assert all(points in {None, true} for points, true in told), number


@pytest.mark.parametrize("game", GAMES)
def test_a_play_written_for_another_seat_is_told_once(game: str) -> None:
    is_told_once(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_play_written_for_another_seat_is_told_once_in_many_sessions(game: str) -> None:
    is_told_once(game, range(20, sessions(300)))


# ---- Where nobody knows whose card it was (G-13) -------------------------------------------------------------------


def is_found_once(game: str, numbers: range) -> None:
    setups = list(varied(game))
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        setup = msgspec.structs.replace(rng.choice(setups), seed=number)
        log = redact_log(simulate(setup, hands=1 + number % 2), PUBLIC, "p1")
        events = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Played | Laid)]
        if any(one.kind != "note" for one in audit(log).findings) or not plays:
            continue
        at = rng.choice(plays)
        others = [seat for seat in range(len(log.header.seats)) if seat != events[at].seat]  # type: ignore[union-attr]
        events[at] = msgspec.structs.replace(events[at], seat=rng.choice(others))
        found = [one for one in audit(Log.of(log.header, events)).findings if one.kind != "note"]
        assert len(found) <= 1, number
        told = {(one.at, one.seat) for one in found}
        assert told <= {(at + 2, None), (at + 2, events[at].seat)}, number  # type: ignore[union-attr]


@pytest.mark.parametrize("game", PUBLICLY)
def test_g_13_a_play_written_for_another_seat_is_found_once_without_hands(game: str) -> None:
    is_found_once(game, range(40))


@pytest.mark.check
@pytest.mark.parametrize("game", PUBLICLY)
def test_g_13_a_play_written_for_another_seat_is_found_once_without_hands_in_many_sessions(game: str) -> None:
    is_found_once(game, range(40, sessions(600)))
