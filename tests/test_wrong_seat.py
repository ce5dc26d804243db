"""A play written for another seat, where the lists say whose card it was: one contradiction, and a breach of nobody (G-5)."""

import msgspec
import pytest

from tests.experiments import points_by_hand, sessions, tells_no_others
from tests.test_every_game import any_sessions
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.schemas.events import Laid, Played

GAMES = sorted(set(keys()) - {"popcorn", "trente_et_quarante"})
"""All in which cards are played in turn from hands that are listed."""


def is_told_once(game: str, numbers: range) -> None:
    for number, rng, log in any_sessions(game, numbers, hands=2):
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
        truth = points_by_hand(audit(log))
        assert tells_no_others(done, truth), number


@pytest.mark.parametrize("game", GAMES)
def test_a_play_written_for_another_seat_is_told_once(game: str) -> None:
    is_told_once(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_play_written_for_another_seat_is_told_once_in_many_sessions(game: str) -> None:
    is_told_once(game, range(20, sessions(300)))
