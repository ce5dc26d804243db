"""The first dealer written wrongly, one line: told once, as the table shows it, and not at every hand after it (G-8)."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from tests.experiments import points_by_hand, sessions, tells_no_others
from tests.test_every_game import any_sessions
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import HandStarted

GAMES = ["calabrasella", "court_piece", "hasenpfeffer", "last_one", "spinado", "tresette"]
PAID = ["pluck", "pope_joan"]
"""Where the dealer pays, or sets quotas: one hand alone is reckoned by the line, whoever opened it."""

Points = Mapping[int, Sequence[int | None]]


def first_dealers(game: str, numbers: range) -> Iterator[tuple[int, Points, Audit]]:
    """Sessions with a wrong first dealer, all hands and none: their number, what the hands brought, and what is made of them."""
    for number, rng, log in any_sessions(game, numbers, hands=4):
        events = [event for _, event in log.events]
        begun = [at for at, event in enumerate(events) if isinstance(event, HandStarted)]
        right = audit(log)
        if not right.clean or not begun:
            continue
        first = events[begun[0]]
        assert isinstance(first, HandStarted)
        if first.dealer is None:
            continue
        seats = len(log.header.seats)
        events[begun[0]] = HandStarted(dealer=(first.dealer + rng.randrange(1, seats)) % seats)
        wrong = Log.of(log.header, events)
        truth = points_by_hand(right)
        for seen in (wrong, redact_log(wrong, PUBLIC, "p")):
            yield number, truth, audit(seen)


def is_told_once(game: str, numbers: range) -> None:
    for number, truth, done in first_dealers(game, numbers):
        found = [one for one in done.findings if one.kind != "note"]
        assert len(found) <= 1, (number, found)
        assert tells_no_others(done, truth), number


def tells_no_number_by_it(game: str, numbers: range) -> None:
    """It is proven often enough to tell that this was tried."""
    proven = 0
    for number, truth, done in first_dealers(game, numbers):
        if "wrong_dealer" in [one.name for one in done.findings]:
            assert [one for one in done.findings if one.seat is not None] == [], number
            assert tells_no_others(done, truth), number
            proven += done.results[0].result.dealer is None
    assert proven > len(numbers) // 4


@pytest.mark.parametrize("game", PAID)
def test_g_8_hands_that_another_dealt_have_no_numbers_by_the_dealer_written(game: str) -> None:
    tells_no_number_by_it(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", PAID)
def test_g_8_hands_that_another_dealt_have_no_numbers_by_the_dealer_written_in_many_sessions(game: str) -> None:
    tells_no_number_by_it(game, range(12, sessions(150)))


@pytest.mark.parametrize("game", GAMES)
def test_g_8_a_wrong_first_dealer_is_told_once(game: str) -> None:
    is_told_once(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_g_8_a_wrong_first_dealer_is_told_once_in_many_sessions(game: str) -> None:
    is_told_once(game, range(12, sessions(150)))
