"""Tresette, G-8: a dealer who was written wrongly, once, is told once; who leads first tells of it in the second hand."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from tests.builders import found, trick
from tests.experiments import sessions
from tests.games.tresette_tables import TRX_3_TRICKS, tresette, tricks
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Base,
    BestAsked,
    CountTold,
    Dealt,
    Gap,
    HandStarted,
    MeldCalled,
    Played,
    Scored,
    Voided,
)

OUT_OF_TURN = "out_of_turn"
WRONG = "wrong_dealer"


def told(*events: Base) -> list[tuple[str, int, int]]:
    """What is found, without remarks: the name, the event, and the event that shows it, counted from 1."""
    done = audit(tresette(*events))
    return [(one.name, one.at - 1, one.found_at - 1) for one in done.findings if one.kind != "note"]


def led_by(seat: int, dealer: int | None = None) -> list[Base]:
    """A hand played out that this seat opens, of 42 lines with those that begin it."""
    rows = [((lead - 1 + seat) % 4, text) for lead, text in TRX_3_TRICKS]
    return [HandStarted(dealer=dealer), Dealt(each=10), *tricks(rows)]


def evening(*seats: int, dealer: int = 0) -> list[Base]:
    """Hands opened by these seats; the dealer is written for the first."""
    first, *others = seats
    return [*led_by(first, dealer), *(event for seat in others for event in led_by(seat))]


# ---- Two hands alike ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [1, 2, 3])
def test_g_8_two_hands_in_a_row_opened_as_far_off_speak_against_the_line(off: int) -> None:
    seats = [(1 + off + hand) % 4 for hand in range(4)]
    assert told(*evening(seats[0])) == [(OUT_OF_TURN, 3, 3)]
    assert told(*evening(*seats[:2])) == told(*evening(*seats)) == [(WRONG, 45, 45)]
    (found,) = audit(tresette(*evening(*seats))).findings
    assert (found.kind, found.clause, found.seat, found.against) == ("contradiction", "G-8", None, 2)
    dealers = [ended.result.dealer for ended in audit(tresette(*evening(*seats))).results]
    assert dealers == [None, *((hand + off) % 4 for hand in (1, 2, 3))]


def test_g_8_one_hand_or_two_by_different_seats_are_breaches() -> None:
    assert told(*evening(2, 2, 3)) == [(OUT_OF_TURN, 3, 3)]
    assert told(*evening(2, 0, 3)) == [(OUT_OF_TURN, 3, 3), (OUT_OF_TURN, 45, 45)]
    assert told(*evening(2, 0, 1)) == [(OUT_OF_TURN, 3, 3), (WRONG, 87, 87)]


def test_g_8_a_hand_opened_as_due_bears_the_line_out() -> None:
    assert told(*evening(1, 3, 0)) == [(OUT_OF_TURN, 45, 45), (OUT_OF_TURN, 87, 87)]
    assert told(*evening(2, 2, 0, 1)) == [(OUT_OF_TURN, 3, 3), (OUT_OF_TURN, 87, 87), (OUT_OF_TURN, 129, 129)]


def test_g_8_a_second_line_that_agrees_bears_it_out() -> None:
    twice = [*led_by(2, 0), *led_by(3, 1), *led_by(0)]
    assert told(*twice) == [(OUT_OF_TURN, 3, 3), (OUT_OF_TURN, 45, 45), (OUT_OF_TURN, 87, 87)]


def test_g_8_another_line_stands_alone_then() -> None:
    other = [*led_by(2, 0), *led_by(0, 2), *led_by(1)]
    assert told(*other)[-1:] == [(WRONG, 87, 87)]
    assert audit(tresette(*other)).findings[-1].against == 44


def test_g_8_a_line_written_twice_is_one() -> None:
    again = [HandStarted(dealer=0), *evening(2, 3)]
    assert told(*again) == [(WRONG, 46, 46)]


def test_g_8_a_line_below_the_deal_is_one_as_well() -> None:
    first = led_by(2, 0)
    first[:2] = first[1::-1]
    names = [name for name, *_ in told(*first, *led_by(3), *led_by(0))]
    assert (names.count(OUT_OF_TURN), names.count(WRONG)) == (0, 1)


def test_g_8_the_first_card_below_that_which_follows_it_tells_of_no_dealer() -> None:
    swapped = evening(1, 2)
    swapped[2], swapped[3] = swapped[3], swapped[2]
    assert told(*swapped) == [(OUT_OF_TURN, 3, 3)]
    assert told(*swapped[:42], *led_by(3)) == [(OUT_OF_TURN, 3, 3), (OUT_OF_TURN, 45, 45)]


# ---- Hands that tell nothing -------------------------------------------------------------------------------------------


def test_g_8_a_hand_on_paper_alone_is_passed_over() -> None:
    paper = [HandStarted(), Scored(points=(6, 5))]
    assert told(*led_by(2, 0), *paper, *led_by(0)) == [(WRONG, 47, 47)]


def test_g_8_after_a_gap_nobody_knows_who_deals() -> None:
    assert told(*led_by(2, 0), Gap(), *led_by(3), *led_by(0)) == [(OUT_OF_TURN, 3, 3)]
    named = [*led_by(2, 0), Gap(), *led_by(3, 1), *led_by(0)]
    assert told(*named) == [(OUT_OF_TURN, 3, 3), (WRONG, 88, 88)]
    assert told(HandStarted(dealer=0), Gap(), *led_by(2)[1:], *led_by(3), *led_by(0)) == []


@pytest.mark.parametrize(("seat", "dealer", "wrong"), [(1, 0, False), (2, 1, False), (3, 2, True)])
def test_g_8_a_hand_thrown_in_may_be_dealt_again_or_by_the_next(seat: int, dealer: int, wrong: bool) -> None:
    """Seat 2 led; after it one of two seats is to lead, and of two others if the line is wrong."""
    thrown = [*led_by(2, 0)[:6], Voided()]
    events = [*thrown, *led_by(seat), *led_by((dealer + 2) % 4)]
    assert told(*events) == ([(WRONG, 10, 10)] if wrong else [(OUT_OF_TURN, 3, 3)])
    assert fold(tresette(*events)).dealer == (dealer + 1) % 4


def test_g_8_a_hand_thrown_in_before_a_card_tells_nothing() -> None:
    unopened = [HandStarted(dealer=0), Dealt(each=10), Voided()]
    assert told(*unopened, *led_by(3), *led_by(0)) == [(WRONG, 48, 48)]
    assert told(*led_by(2, 0), HandStarted(), Voided(), *led_by(0)) == [(WRONG, 47, 47)]


# ---- What else hangs on it ---------------------------------------------------------------------------------------------


def asked(hand: Sequence[Base], *seats: int) -> list[Base]:
    """The same, these seats asking for the best card before the first lead."""
    return [*hand[:2], *(BestAsked(seat=seat) for seat in seats), *hand[2:]]


def test_g_8_who_asked_as_the_leader_is_accused_no_more() -> None:
    """TR-3.2: only the leader asks, also before the lead."""
    first, second = asked(led_by(2, 0), 2, 3), asked(led_by(3), 3)
    assert told(*first) == [("asker", 3, 3), ("asker", 4, 4), (OUT_OF_TURN, 5, 5)]
    assert told(*first, *second) == [("asker", 4, 4), (WRONG, 48, 48)]
    due = asked(led_by(2), 3)
    assert told(*first, *due) == [("asker", 3, 3), ("asker", 4, 4), (OUT_OF_TURN, 5, 5), ("asker", 47, 47)]


def test_g_8_what_was_told_before_the_lead_stays_as_it_is() -> None:
    second = led_by(3)
    talk = [*second[:2], CountTold(seat=0, count=3, any_suit=True), *second[2:]]
    assert told(*led_by(2, 0), *talk) == [("count", 45, 45), (WRONG, 46, 46)]


def test_g_8_a_revoke_in_the_trick_that_shows_it_is_found() -> None:
    second = [HandStarted(), Dealt(each=10), *trick(3, "4s 4h 5s 6s"), *trick(1, "4c 5c 6c 7s")]
    assert told(*led_by(2, 0), *second)[:1] == [(WRONG, 45, 45)]
    shown = [HandStarted(), Dealt(each=10), *trick(3, "4s 4h 5s 6s"), *trick(2, "4c 5c 7s")]
    assert ("revoke", 46, 51) in told(*led_by(2, 0), *shown)


@pytest.mark.parametrize("name", ["false_call", "late_call"])
def test_g_8_good_play_is_judged_as_ever(name: str) -> None:
    second = led_by(3)
    place = 2 if name == "false_call" else 3
    call = [*second[:place], MeldCalled(seat=0 if name == "false_call" else 3), *second[place:]]
    names = [one for one, *_ in told(*led_by(2, 0), *call)]
    assert (WRONG in names, OUT_OF_TURN in names, name in names) == (True, False, True)


# ---- Whole evenings ----------------------------------------------------------------------------------------------------


def partly(log: Log, rng: random.Random) -> Log:
    """The log as a scribe wrote it who did not see some of the cards played."""
    events = [
        msgspec.structs.replace(event, card=UNKNOWN) if isinstance(event, Played) and rng.random() < 0.1 else event
        for _, event in log.events
    ]
    return Log.of(log.header, events)


def evenings_are_told_once(count: int) -> None:
    """Whoever looks on, whichever way play goes."""
    for number in range(count):
        rng = random.Random(number)
        options = {"direction": ("left", "right")[number % 2]}
        log = simulate(Setup(game="tresette", seed=81, options=options), hands=3, ordinal=number)
        events = [event for _, event in log.events]
        at = next(at for at, event in enumerate(events) if isinstance(event, HandStarted))
        events[at] = HandStarted(dealer=(events[at].dealer + rng.randrange(1, 4)) % 4)
        hands = sum(isinstance(event, HandStarted) for event in events)
        wrong = Log.of(log.header, events)
        for seen, right in ((wrong, log), (redact_log(wrong, PUBLIC, "p"), redact_log(log, PUBLIC, "p"))):
            done = audit(seen)
            names = [one.name for one in done.findings if one.kind != "note"]
            assert names == ([WRONG] if hands > 1 else [OUT_OF_TURN]), number
            points = [[one.result.points for one in audit(each).results] for each in (seen, right)]
            assert points[0] == points[1], number
        assert [row[0] for row in found(partly(redact_log(wrong, PUBLIC, "p"), rng))].count("G-8") == (hands > 1)


def test_g_8_whole_evenings_are_told_once() -> None:
    evenings_are_told_once(12)


@pytest.mark.check
def test_g_8_many_evenings_are_told_once() -> None:
    evenings_are_told_once(sessions(400))
