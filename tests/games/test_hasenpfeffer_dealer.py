"""Hasenpfeffer: the dealer who was written wrongly, once, and who opens the bids of each hand (G-8, HP-2.1)."""

from collections.abc import Sequence

import pytest

from tests.builders import cards
from tests.games.hasenpfeffer_tables import bids, table
from tests.games.test_dealer_written_wrongly import WRONG, short, told
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Bid, Dealt, Gap, HandStarted, Passed, Scored, Shown, Voided
from upcard.schemas.findings import Finding

ROUND = (2, 3, 0, 4)


def hand(first: int, *amounts: int, dealer: int | None = None, row: bool = True) -> list[Base]:
    """A hand of which the bids alone are written, and a row that ends it."""
    said = amounts or ROUND
    events = [HandStarted(dealer=dealer), *bids(first, *said)]
    by_seat = [0] * 4
    for place, amount in enumerate(said):
        by_seat[(first + place) % 4] = amount
    high = max(by_seat)
    end = Scored(seat=by_seat.index(high), amount=high, tricks=(3, 3), bids=tuple(by_seat))
    return [*events, end] if row else events


def evening(*hands: Sequence[Base]) -> Log:
    return table([event for one in hands for event in one])


def out_of_turn(found: Sequence[Finding]) -> list[int | None]:
    return [one.hand for one in found if one.name == "out_of_turn"]


@pytest.mark.parametrize("off", [1, 2, 3])
def test_g_8_two_hands_opened_as_far_off_tell_the_dealer_of_both(off: int) -> None:
    log = evening(hand(0, dealer=(3 + off) % 4), hand(1), hand(2), hand(3))
    for record in (log, redact_log(log, PUBLIC, "public")):
        (found,) = told(record)
        assert (found.kind, found.name, found.clause, found.seat) == ("contradiction", "wrong_dealer", "G-8", None)
        assert (found.hand, found.against) == (2, 2)
        assert [one.result.dealer for one in audit(record).results][1:] == [0, 1, 2]


@pytest.mark.parametrize("off", [1, 2, 3])
def test_g_8_passes_open_a_hand_as_bids_do(off: int) -> None:
    log = evening(hand(0, 0, 0, 3, 0, dealer=(3 + off) % 4), hand(1, 0, 1, 2, 0), hand(2, 0, 0, 0, 2))
    assert short(told(log)) == WRONG


def test_g_8_four_passes_with_the_joker_in_the_widow_pass_the_deal_on() -> None:
    start = [HandStarted(dealer=0), *bids(0, 0, 0, 0, 0), Shown(place="widow", cards=cards("Xr"))]
    assert short(told(evening(start, hand(1), hand(2)))) == WRONG


def test_hp_2_1_one_hand_that_another_opened_is_a_breach() -> None:
    found = told(evening(hand(0, dealer=0), hand(2), hand(3)))
    assert [(one.kind, one.name, one.clause, one.seat, one.hand) for one in found] == [
        ("breach", "out_of_turn", "HP-2.1", 0, 1)
    ]


def test_hp_2_1_who_opened_as_due_confirms_the_line() -> None:
    assert out_of_turn(told(evening(hand(1, dealer=0), hand(1), hand(2), hand(3)))) == [2, 3, 4]
    assert out_of_turn(told(evening(hand(0, dealer=0), hand(2), hand(2), hand(3)))) == [1, 3, 4]


def test_hp_2_1_hands_opened_by_seats_not_as_far_off_are_breaches() -> None:
    found = told(evening(hand(0, 0, 0, 2, 0, dealer=0), hand(3, 0, 0, 2, 0)))
    assert out_of_turn(found) == [1, 2]
    assert {one.kind for one in found} == {"breach"}


def test_g_8_a_dealer_named_twice_stands() -> None:
    found = told(evening(hand(0, 0, 0, 2, 0, dealer=0), hand(1, 0, 0, 2, 0, dealer=1), hand(2, 0, 0, 2, 0)))
    assert out_of_turn(found) == [1, 2, 3]


def test_g_8_the_dealer_of_the_next_hand_tells_that_of_the_first_as_who_opens_it_does() -> None:
    log = evening(hand(0, dealer=0), hand(1, dealer=0), hand(2), hand(3))
    (found,) = told(log)
    assert short([found]) == WRONG
    assert (found.seat, found.against) == (None, 2)
    other = evening(hand(0, dealer=0), hand(3, dealer=2), hand(0))
    assert [(one.name, one.seat) for one in told(other)] == [("out_of_turn", 0), ("dealer_rotation", 2)]


def test_g_8_a_hand_begun_twice_names_the_dealer_once() -> None:
    found = told(evening([HandStarted(dealer=0)], hand(0, dealer=0), hand(1), hand(2)))
    assert [one.name for one in found] == ["hand_not_finished", "wrong_dealer"]


def test_g_8_a_row_of_the_hand_that_another_opened_is_of_either_order() -> None:
    one = evening(hand(0, 1, 2, 3, 4, dealer=0))
    assert [found.name for found in told(one)] == ["out_of_turn"]
    wrong = evening(hand(0, 1, 2, 3, 4, dealer=0)[:-1], [Scored(tricks=(3, 3), bids=(4, 3, 2, 1))])
    assert "HP-2.1" in [found.clause for found in told(wrong) if found.kind == "testimony"]


@pytest.mark.parametrize("first", [0, 1])
def test_g_8_a_hand_thrown_in_may_be_dealt_again_or_by_the_next(first: int) -> None:
    """Seat 3 dealt, and seat 0 was written: dealt again seat 0 opens, else seat 1, as after seat 0 had dealt."""
    start = [HandStarted(dealer=0), *bids(0, 1, 2), Voided(why="misdeal")]
    found = told(evening(start, hand(first), hand(first + 1), hand((first + 2) % 4)))
    assert short(found) == (WRONG if first == 0 else [("breach", "out_of_turn", "HP-2.1")])


def test_g_8_a_hand_whose_bids_were_missed_says_nothing() -> None:
    """Nobody knows who dealt after it: who opens the next hand tells."""
    missed = [HandStarted(dealer=0), Gap(), *hand(0, 0, 2, 0, 0)[1:]]
    assert told(evening(missed, hand(1), hand(2))) == []
    between = evening(hand(0, dealer=0), [Gap()], hand(1), hand(2), hand(3))
    assert out_of_turn(told(between)) == [1]
    named = evening(hand(0, dealer=0), [Gap()], hand(1, dealer=1), hand(2), hand(3))
    assert [(one.name, one.hand) for one in told(named)] == [("out_of_turn", 1), ("wrong_dealer", 3)]


def test_g_8_a_hand_that_nobody_wrote_that_it_began() -> None:
    """Its cards begin it, and who opens it counts; begun by its first word, nobody is out of turn in it."""
    by_cards = evening(hand(0, dealer=0), [Dealt()], hand(1)[1:], hand(2))
    assert [one.name for one in told(by_cards) if one.kind == "breach"] == []
    assert "wrong_dealer" in [one.name for one in told(by_cards)]
    by_word = evening(hand(0, dealer=0), hand(1)[1:], hand(2), hand(3))
    assert [(one.name, one.hand) for one in told(by_word) if one.name != "no_hand"] == [("wrong_dealer", 3)]


def test_hp_2_1_a_first_word_that_was_of_the_seat_due_says_nothing_of_the_dealer() -> None:
    """Seat 0 speaks twice: its first word was that of seat 1, who was to open."""
    start: list[Base] = [HandStarted(dealer=0), Passed(seat=0), Passed(seat=2), Passed(seat=3), Bid(seat=0, amount=2)]
    end = Scored(seat=0, amount=2, tricks=(3, 3))
    found = told(evening([*start, end], hand(1), hand(2)))
    assert out_of_turn(found) == [1]
    assert [one.hand for one in found if one.name == "wrong_dealer"] == [3], "the second hand and the third"
