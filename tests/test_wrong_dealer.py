"""The first dealer written wrongly, one line: told once, as the table shows it, and not at every hand after it (G-8)."""

import pytest

from tests.experiments import points_by_hand, sessions, tells_no_others
from tests.test_every_game import any_sessions
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import HandStarted

GAMES = ["calabrasella", "court_piece", "hasenpfeffer", "spinado", "tresette"]
"""Not Pope Joan, whose dealer pays, nor Pluck, where it sets quotas: the first hand is reckoned before anything else is told."""


def is_told_once(game: str, numbers: range) -> None:
    for number, rng, log in any_sessions(game, numbers, hands=4):
        events = [event for _, event in log.events]
        begun = [at for at, event in enumerate(events) if isinstance(event, HandStarted)]
        if not audit(log).clean or not begun:
            continue
        first = events[begun[0]]
        assert isinstance(first, HandStarted)
        if first.dealer is None:
            continue
        seats = len(log.header.seats)
        events[begun[0]] = HandStarted(dealer=(first.dealer + rng.randrange(1, seats)) % seats)
        truth = points_by_hand(audit(log))
        wrong = Log.of(log.header, events)
        for seen in (wrong, redact_log(wrong, PUBLIC, "p")):
            done = audit(seen)
            found = [one for one in done.findings if one.kind != "note"]
            assert len(found) <= 1, (number, found)
            assert tells_no_others(done, truth), number


@pytest.mark.parametrize("game", GAMES)
def test_g_8_a_wrong_first_dealer_is_told_once(game: str) -> None:
    is_told_once(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_g_8_a_wrong_first_dealer_is_told_once_in_many_sessions(game: str) -> None:
    is_told_once(game, range(12, sessions(150)))
