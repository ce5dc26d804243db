"""Trente et Quarante: payments and counts written late, in part, or of many bets, and names that are used again."""

import pytest

from tests.builders import cards
from tests.games.trente_et_quarante_tables import NOIR_WINS, TIE_31, TIE_32, bet, hand, insured, judge, named, rows
from upcard.schemas.events import (
    Base,
    BoughtIn,
    ChipsPassed,
    Closed,
    Gap,
    HandStarted,
    Joined,
    Left,
    PoolCounted,
    PurseCounted,
    RowDealt,
    Voided,
)

NOIR, ROUGE = rows(*NOIR_WINS)
WON = hand(NOIR_WINS, bet("a", "noir", 100), bet("b", "rouge", 60, 1))


def paid(from_: str, to: str, amount: int) -> ChipsPassed:
    """A payment that somebody saw."""
    return ChipsPassed(from_=from_, to=to, amount=amount)


# ---- Payments written late -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [paid("bet:a", "seat:0", 100), paid("bet:b", "bank", 60), paid("bank", "bet:a", 100)])
def test_tq_6_payment_written_once_the_next_hand_is_dealt_is_nobodys_fault(late: Base) -> None:
    assert judge([*WON, HandStarted(), bet("c", "noir", 5), late, NOIR, ROUGE]).findings == []
    assert judge([*WON, HandStarted(), bet("c", "noir", 5), NOIR, late, ROUGE]).findings == []
    assert judge([*WON, HandStarted(), NOIR, late, ROUGE]).findings == []


def test_tq_6_payment_in_the_first_hand_is_of_no_hand_before() -> None:
    assert named(judge([HandStarted(), bet("a", "noir", 100), NOIR, paid("bank", "seat:0", 100)])) == ["wrong_payment"]
    assert named(judge([*WON, HandStarted(), NOIR, paid("seat:1", "seat:0", 100)])) == ["wrong_payment"]


@pytest.mark.parametrize(
    "first",
    [
        [RowDealt(row="noir", cards=cards("Kh ?? 8c 5d")), ROUGE],
        [RowDealt(row="noir", total=32), RowDealt(row="rouge", total=35)],
    ],
)
def test_tq_6_payment_of_a_hand_before_that_cannot_be_told(first: list[RowDealt]) -> None:
    events = [HandStarted(), bet("a", "couleur", 100), *first, HandStarted(), paid("bank", "seat:0", 100)]
    assert judge(events).findings == []
    after = [*events, NOIR, ROUGE, paid("bank", "seat:0", 100)]
    assert named(judge(after)) == (["wrong_payment"] if first[0].cards is None else [])  # it may be in prison


@pytest.mark.parametrize("begun", [[HandStarted()], [bet("c", "noir", 5)], [HandStarted(), bet("c", "noir", 5)]])
def test_tq_6_payment_of_a_hand_that_was_missed(begun: list[Base]) -> None:
    for first in ([], WON, [HandStarted(), bet("a", "noir", 100)]):
        assert judge([*first, Gap(), *begun, paid("bank", "seat:0", 77)]).findings == []


def test_tq_a10_what_was_paid_before_the_hand_was_thrown_in_passes_back() -> None:
    first = [*WON, paid("bank", "seat:0", 100), Voided()]
    for after in ([], [HandStarted()]):
        assert judge([*first, *after, paid("seat:0", "bank", 100)]).findings == []
    stopped = [HandStarted(), bet("a", "noir", 100), Voided(), paid("bank", "seat:0", 100)]
    assert named(judge(stopped)) == ["wrong_payment"]


# ---- Payments of some bets, or of many -----------------------------------------------------------------------------


def test_tq_6_some_of_many_bets_paid_at_once() -> None:
    many = hand(NOIR_WINS, *(bet(f"x{one}", "noir", 2**one * 10) for one in range(14)))
    assert judge([*many, paid("bank", "seat:0", 30), paid("bank", "seat:0", 163830 - 30)]).findings == []
    assert named(judge([*many, paid("bank", "seat:0", 35)])) == ["wrong_payment"]
    more = hand(NOIR_WINS, *(bet(f"x{one}", "noir", 2**one * 10) for one in range(30)))
    assert judge([*more, paid("bank", "seat:0", 30)]).findings == []
    equal = hand(NOIR_WINS, *(bet(f"x{one}", "noir", 10) for one in range(200)))
    assert named(judge([*equal, paid("bank", "seat:0", 500), paid("bank", "seat:0", 505)])) == ["wrong_payment"]


def test_tq_6_some_losses_kept_back() -> None:
    bets = [bet("a", "noir", 100), bet("b", "rouge", 50), bet("c", "couleur", 30)]
    for amount, fits in ((100, True), (50, True), (70, True), (20, True), (60, False), (30, False)):
        done = judge([*hand(NOIR_WINS, *bets), paid("bank", "seat:0", amount)])
        assert named(done) == ([] if fits else ["wrong_payment"]), amount


def test_tq_4_1_stake_is_taken_with_what_was_won_on_it() -> None:
    assert judge([*WON, paid("bank", "bet:a", 100), paid("bet:a", "seat:0", 200)]).findings == []
    assert named(judge([*WON, paid("bet:a", "seat:0", 150)])) == ["wrong_payment"]
    freed = [*hand(TIE_31, bet("a", "noir", 100)), *hand(NOIR_WINS), paid("bet:a", "seat:0", 200)]
    assert named(judge(freed)) == ["wrong_payment"]


def test_tq_4_2_stake_goes_back_with_its_insurance() -> None:
    pushed = hand(TIE_32, bet("a", "noir", 100), insured("a", 1), bet("c", "rouge", 30))
    for amount, fits in ((100, True), (101, True), (1, False), (130, False), (131, False)):
        assert named(judge([*pushed, paid("bet:a", "seat:0", amount)])) == ([] if fits else ["wrong_payment"]), amount


def test_tq_6_payments_at_the_close() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 101), insured("a", 1)), Closed(), paid("bet:a", "seat:0", 50)]
    assert judge([*events, paid("bet:a", "bank", 51), paid("bank", "seat:0", 49)]).findings == []
    assert named(judge([*events, paid("bet:a", "seat:0", 52)])) == ["wrong_payment"]


# ---- Names ---------------------------------------------------------------------------------------------------------


def test_tq_7_name_of_a_bet_is_used_again_before_the_payment_is_written() -> None:
    again = [*WON, HandStarted(), bet("b", "noir", 5), bet("a", "noir", 5, 1)]
    for right in (paid("bet:b", "bank", 60), paid("bank", "bet:a", 100), paid("bet:a", "seat:0", 100)):
        assert judge([*again, right]).findings == []
    assert named(judge([*again, paid("bet:b", "bank", 5)])) == ["wrong_payment"]


def test_tq_1_2_purse_of_who_left_is_an_account() -> None:
    swap = [Left(seat=0), Joined(seat=0, player="new")]
    done = [HandStarted(), bet("a", "noir", 100), *swap, NOIR, ROUGE, paid("bank", "purse:p1", 100)]
    assert judge([*done, PoolCounted(pool="purse:p1", amount=7)]).findings == []
    assert named(judge([*done, PoolCounted(pool="purse:nobody", amount=7)])) == ["not_conserved"]


def test_tq_1_2_purse_of_who_changed_seats_is_one() -> None:
    moved = [BoughtIn(seat=0, amount=500), Left(seat=0), Left(seat=1), Joined(seat=1, player="p1")]
    counted = [PoolCounted(pool="purse:p1", amount=600), paid("bank", "purse:p1", 100)]
    assert judge([*moved, *hand(NOIR_WINS, bet("a", "noir", 100, 1)), *counted]).findings == []


def test_tq_1_2_who_was_away_may_have_spent_some() -> None:
    events: list[Base] = [BoughtIn(seat=0, amount=500), Left(seat=0), Joined(seat=0, player="p1")]
    assert judge([*events, PurseCounted(seat=0, amount=300)]).findings == []
    assert judge([*events, BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=300)]).findings == []
    assert named(judge([*events[:1], events[2], PurseCounted(seat=0, amount=300)])) == ["not_conserved"]
