"""Big Two: cards shown late, of this hand or an earlier one, and cards known by rank or suit alone."""

import pytest

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import acts, start
from tests.games.test_big_two_scores import SWIFT
from upcard.engine.audit import Audit, audit
from upcard.schemas.cards import PACK
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Scored, Shown

LOW = "3d 3h 3s 5d 5c 5h 5s 6d 6c 6h 6s 7d 7c"
"""Thirteen cards set aside, without the 3c."""


def judged(*events: Base, seats: int = 4) -> Audit:
    """The audit of a log."""
    return audit(log_of("big_two", events, seats=seats))


def told(*events: Base, seats: int = 4) -> list[tuple[str, int, int, int | None]]:
    """What is found of a log: clause, the line it is about, the line that proves it, seat."""
    return found(log_of("big_two", events, seats=seats))


def aside(text: str = LOW, hand: int | None = None) -> Shown:
    """Cards shown to have been set aside."""
    return Shown(place="set_aside", cards=cards(text), hand=hand)


# ---- B2-6.2 The opener ---------------------------------------------------------------------------------------------


def test_b2_6_2_a_wrong_opener_is_told_once() -> None:
    at_once = [*start(None), *acts("0 6h"), aside("3d 3h 3s 5d 5c 5h 5s 6d 6c Kh 6s 7d 7c")]
    assert told(*at_once, seats=3) == [("B2-6.2", 4, 4, 0)]
    by_card = [*start(None), *acts("0 4h, 1 p, 2 p, 0 3c"), aside("Td Kh Ks 5d 5c 5h 5s 6d 6c 6h 6s 7d 7c")]
    assert told(*by_card, seats=3) == [("B2-6.2", 4, 7, 0)]
    by_list = [*start(None), *acts("0 4d"), aside(), *acts("1 8d, 2 p, 0 p, 1 3c")]
    assert told(*by_list, seats=3) == [("B2-6.2", 4, 5, 0)]
    assert judged(*by_list, seats=3).doubts == []


def test_b2_6_2_what_is_set_aside_tells_after_a_gap_too() -> None:
    assert told(*start(None), *acts("0 4d"), Gap(), aside(), seats=3) == [("B2-6.2", 4, 6, 0)]
    assert told(*start(None), Gap(), *acts("0 4d"), aside(), seats=3) == []


def test_b2_6_2_a_list_of_what_is_set_aside_that_cannot_be_accuses_nobody() -> None:
    wrong = LOW.replace("7c", "4d")
    assert [one[0] for one in told(*start(None), *acts("0 4d"), aside(wrong), seats=3)] == ["B2-6.6"]
    assert told(*start(None), *acts("0 4d"), aside(LOW + " 8c"), seats=3) == [("B2-6.5", 5, 5, None)]


# ---- B2-6.6 Cards of an earlier hand -------------------------------------------------------------------------------


def test_b2_6_6_cards_of_an_earlier_hand_that_were_laid_in_it() -> None:
    late = [HandStarted(), Dealt(each=13), Shown(hand=1, seat=1, cards=PACK[13:14])]
    done = judged(*SWIFT, *late)
    last = done.findings[-1]
    assert (last.clause, last.at, last.hand, last.seat, last.against) == ("B2-6.6", 19, 1, 1, 4)
    fine = [HandStarted(), Dealt(each=13), Shown(hand=1, seat=1, cards=PACK[:13], all=True)]
    assert [one for one in told(*SWIFT, *fine) if one[1] > 16] == []


def test_b2_6_5_more_cards_of_an_earlier_hand_than_it_had_left() -> None:
    rows = [Scored(counts=(0, 1, 2, 3)), Scored(counts=(0, 1, 1, 1))]
    shown = Shown(hand=1, seat=1, cards=cards("4d 5d"))
    assert told(*rows, shown) == [("B2-6.5", 4, 4, 1)]
    assert told(*rows, Shown(hand=1, seat=2, cards=cards("4d 5d"), all=True)) == []


def test_b2_6_2_what_was_set_aside_of_an_earlier_hand_proves_who_opened_wrongly() -> None:
    played = [*start(None), *acts("0 4d"), Gap(), Scored(counts=(0, 1, 1)), *start(None, None)]
    assert told(*played, aside(hand=1), seats=3) == [("B2-6.2", 4, 9, 0)]
    assert told(*played, aside("3d 3c 3h 3s", hand=1), seats=3) == []


def test_b2_6_6_of_which_hand_cards_are_must_be_told_before_the_deal() -> None:
    done = judged(*SWIFT, HandStarted(), Shown(seat=1, cards=cards("3h 3s"), all=True))
    assert [(one.kind, one.at) for one in done.findings if one.at > 16] == [("note", 18)]
    assert told(*start(None), Shown(hand=9, seat=1, cards=cards("3d"))) == [("B2-1.1", 4, 4, None)]


# ---- Cards known by rank or suit alone -----------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "seat"), [("0 3d, 1 3?", 1), ("0 3d 3c 3h, 1 7? 7? 7?", 1), ("0 3d, 1 4d, 2 ?d", 2)])
def test_b2_6_4_a_card_that_a_listed_hand_cannot_have(text: str, seat: int) -> None:
    done = judged(*start(), *acts(text))
    line = 3 + len(text.split(", "))
    assert [(one.clause, one.kind, one.at, one.seat) for one in done.findings] == [
        ("B2-6.4", "contradiction", line, seat)
    ]


def test_b2_6_4_a_card_of_which_all_are_seen_elsewhere() -> None:
    assert told(*start(None), *acts("0 3d 3c 3h, 1 p, 2 p, 3 p, 0 3s, 1 3?"))[0] == ("B2-6.4", 9, 9, 1)
    assert told(*start(None), *acts("0 3d 3c, 1 3? 3?")) == []
    assert told(*start(None), *acts("0 3d, 1 ?d, 2 ??")) == []


def test_b2_6_5_points_that_cannot_be_are_told_once() -> None:
    rows = [Scored(points=(0, 10, 1, 39), totals=(0, 20, 1, 39))]
    assert told(*rows) == [("B2-6.5", 2, 2, 1)]
