"""Trente et Quarante: rows that are told again, as they were or with more or less of them, and rows told by totals."""

import pytest

from tests.builders import cards
from tests.games.trente_et_quarante_tables import NOIR_WINS, TIE_31, bet, hand, judge, named, rows
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, BetSurrendered, Gap, HandStarted, RowDealt, Shuffled, TurnedUp, Voided

NOIR, ROUGE = rows(*NOIR_WINS)
SINGLY = [TurnedUp(card=card, place="noir") for card in cards(NOIR_WINS[0])]
TOTAL = RowDealt(row="noir", total=32)


@pytest.mark.parametrize(
    "noir",
    [
        [*SINGLY, TOTAL],
        [NOIR, TOTAL],
        [TOTAL, TOTAL],
        [TOTAL, NOIR],
        [TOTAL, RowDealt(row="noir", total=32, colour="red")],
        [RowDealt(row="noir", cards=cards("Kh ?? 8c 5d")), NOIR],
        [RowDealt(row="noir", cards=cards("Kh ?? 8c 5d"), total=32), TOTAL],
        [NOIR, RowDealt(row="noir", cards=cards("Kh ?? 8? 5d"))],
        [NOIR, RowDealt(row="noir", cards=cards(NOIR_WINS[0]), total=32, colour="red")],
    ],
)
def test_tq_7_noir_row_is_told_again(noir: list[Base]) -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), *noir, ROUGE, *hand(NOIR_WINS)])
    assert (done.findings, [one.result.points for one in done.results]) == ([], [(5, 0), (0, 0)])


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (ROUGE, RowDealt(row="rouge", total=35)),
        (RowDealt(row="rouge", total=35), RowDealt(row="rouge", total=35)),
        (RowDealt(row="rouge", total=35), ROUGE),
        (ROUGE, RowDealt(row="rouge", cards=cards("Td ?? 7s 8h"))),
    ],
)
def test_tq_7_rouge_row_is_told_again(first: Base, again: Base) -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), NOIR, first, again, *hand(NOIR_WINS)])
    assert (done.findings, [one.result.points for one in done.results]) == ([], [(5, 0), (0, 0)])


def test_tq_7_what_is_told_again_tells_what_was_not_known() -> None:
    first = [HandStarted(), bet("a", "couleur", 5), bet("b", "noir", 5, 1)]
    for noir in (
        [RowDealt(row="noir", cards=cards("?? 9s 8c 5d")), NOIR],
        [RowDealt(row="noir", cards=cards("?? 9s 8c ??")), RowDealt(row="noir", total=32, colour="red")],
        [TOTAL, NOIR],
    ):
        done = judge([*first, *noir, ROUGE])
        assert (done.findings, done.results[0].result.points) == ([], (-5, 5))
        assert done.state.dealt == 8
    assert judge([*first, TOTAL, NOIR]).state.shoe[Card("Kh").index] == 1


def test_tq_6_row_that_cannot_be_the_same_is_dealt_twice() -> None:
    for other in (
        RowDealt(row="noir", total=34),
        RowDealt(row="noir", total=32, colour="black"),
        *rows(NOIR_WINS[1], "")[:1],
    ):
        assert named(judge([HandStarted(), NOIR, other, ROUGE])) == ["row_order"]
    assert named(judge([*hand(NOIR_WINS), HandStarted(), ROUGE, NOIR])) == ["row_order"]


def test_tq_6_what_is_written_beside_a_row_told_again_is_judged() -> None:
    for wrong, name in (({"total": 33}, "wrong_total_called"), ({"colour": "black"}, "wrong_colour")):
        again = RowDealt(row="noir", cards=cards(NOIR_WINS[0]), **wrong)
        assert named(judge([HandStarted(), NOIR, again, ROUGE])) == [name]


def test_tq_6_cards_that_lie_there_are_of_those_a_total_counts() -> None:
    shoe: list[Base] = [Shuffled(cut_from_end=0), *[RowDealt(row=row, total=33) for row in ("noir", "rouge")] * 38]
    opened = [HandStarted(), *(TurnedUp(card=card, place="noir") for card in cards("Kh Ks"))]
    assert judge([*shoe, *opened, RowDealt(row="noir", total=33), RowDealt(row="rouge", total=33)]).findings == []


def test_tq_a10_whole_row_too_many_is_found_once() -> None:
    wrong = [HandStarted(), NOIR, RowDealt(row="rouge", cards=cards(" ".join(NOIR_WINS)))]
    assert named(judge([*wrong, *hand(NOIR_WINS), *hand(NOIR_WINS)])) == ["row_over"]


# ---- Parts that were missed ----------------------------------------------------------------------------------------


def test_tq_7_bets_behind_a_gap_in_a_row_are_of_the_next_hand() -> None:
    first = [HandStarted(), *SINGLY[:2], Gap(), bet("a", "noir", 5), *rows(*NOIR_WINS)]
    done = judge([*first, *hand(NOIR_WINS, bet("a", "noir", 5))])
    assert (done.findings, done.results[-1].result.points) == ([], (5, 0))
    half = [HandStarted(), Gap(), *SINGLY, bet("a", "noir", 5), *rows(*TIE_31), BetSurrendered(bet="a")]
    assert judge(half, half_surrender=True).findings == []


def test_tq_a10_hand_seen_behind_a_gap_is_thrown_in() -> None:
    done = judge([Gap(), bet("a", "noir", 5), *rows(*TIE_31), Voided(), HandStarted(), bet("a", "noir", 5)])
    assert done.findings == []


def test_tq_7_cards_of_a_row_that_nobody_named_behind_a_gap_may_end_the_hand() -> None:
    events = [Gap(), bet("a", "noir", 5), NOIR, *(TurnedUp(card=card) for card in cards(NOIR_WINS[1]))]
    assert judge([*events, BetSurrendered(bet="a")], half_surrender=True).findings == []


def test_tq_6_a_rouge_row_written_behind_the_start_of_the_next_hand_makes_no_bet_late() -> None:
    """It is of the hand before; what that brought is not known, and the next is settled with its own rows."""
    events = [HandStarted(), bet("a", "noir", 5), NOIR, HandStarted(), ROUGE]
    events += [bet("b", "noir", 7, 1), *rows(*NOIR_WINS)]
    done = judge(events)
    assert named(done) == ["row_short", "row_order"]
    assert done.results[-1].result.points[1] == 7
    late = judge([HandStarted(), ROUGE, bet("b", "noir", 7), NOIR])
    assert named(late) == ["row_order", "late_bet"]
