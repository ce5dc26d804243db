"""Trente et Quarante: every irregularity of the page, what it does, and what was said beside what follows."""

import pytest

from tests.builders import cards
from tests.games.trente_et_quarante_tables import (
    NOIR_WINS,
    ROUGE_WINS,
    TIE_31,
    TIE_32,
    balance,
    bet,
    hand,
    insured,
    judge,
    log,
    named,
    nets,
    problems,
    rows,
)
from upcard.engine.audit import audit
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    ChipsPassed,
    Closed,
    CutReached,
    Gap,
    HandStarted,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Shuffled,
    TurnedUp,
)

# ---- TQ-6 Rows -----------------------------------------------------------------------------------------------------


def test_tq_6_row_short() -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), *rows("Kh 9s 8c", NOIR_WINS[1])])
    assert problems(done) == [("TQ-6", "row_short", 4)]
    assert done.results[0].result.points == (None, 0)
    assert named(judge([RowDealt(row="noir", total=30), RowDealt(row="rouge", total=34)])) == ["row_short"]


def test_tq_6_row_short_is_withdrawn_when_the_row_goes_on() -> None:
    noir = [RowDealt(row="noir", cards=cards("Kh 9s")), RowDealt(row="noir", cards=cards("8c 5d"))]
    done = judge([HandStarted(), bet("a", "noir", 5), *noir, rows(*NOIR_WINS)[1]])
    assert (done.findings, done.results[0].result.points) == ([], (5, 0))


def test_tq_6_row_short_card_by_card_is_told_when_the_row_is_left() -> None:
    dealt = [TurnedUp(card=Card("Kh"), place="noir"), TurnedUp(card=Card("9s"), place="noir")]
    for left, seen in ((rows(*NOIR_WINS)[1], 5), (HandStarted(), 5), (Closed(), 5)):
        done = judge([HandStarted(), *dealt, left])
        assert [(one.name, one.at, one.found_at) for one in done.findings] == [("row_short", 4, seen)]


def test_tq_6_row_short_if_there_is_none() -> None:
    assert problems(judge([HandStarted(), rows(*NOIR_WINS)[0], HandStarted()])) == [("TQ-6", "row_short", 4)]
    assert named(judge([HandStarted(), rows(*NOIR_WINS)[0], Gap(), HandStarted()])) == []


@pytest.mark.parametrize(("rule", "rouge"), [("next_row", 33), ("void", 31)])
def test_tq_6_row_over_in_the_noir_row(rule: str, rouge: int) -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), *rows(NOIR_WINS[0] + " 2h", "Td Qc 7s 4h")], surplus_card=rule)
    assert problems(done) == [("TQ-6", "row_over", 4)]
    assert done.findings[0].cards == (Card("2h"),)
    assert done.state.totals == [32, rouge]
    again = judge([HandStarted(), *rows(NOIR_WINS[0] + " 2h", "2h Td Qc 9s")], surplus_card="next_row")
    assert (named(again), again.state.totals, again.state.dealt) == (["row_over"], [32, 31], 8)


def test_tq_6_row_over_in_the_rouge_row_opens_the_next_hand() -> None:
    first = [HandStarted(), *rows(NOIR_WINS[0], NOIR_WINS[1] + " 2h")]
    second = [HandStarted(), bet("a", "couleur", 5), *rows("Ks 9s Tc", "Td Qc 7s 8h")]
    done = judge([*first, *second])
    assert named(done) == ["row_over"]
    assert done.state.totals == [31, 35]
    assert done.results[1].result.points == (-5, 0)  # the first card is the red two
    assert named(judge([*first, *second], surplus_card="void")) == ["row_over", "row_short"]


def test_tq_6_row_over_card_by_card() -> None:
    events = [
        HandStarted(),
        *rows(*NOIR_WINS)[:1],
        TurnedUp(card=Card("2h"), place="noir"),
        *rows("", "Td Qc 7s 4h")[1:],
    ]
    done = judge(events)
    assert (named(done), done.state.totals) == (["row_over"], [32, 33])
    after = judge([HandStarted(), *rows(*NOIR_WINS), TurnedUp(card=Card("2h"), place="rouge"), HandStarted()])
    assert (named(after), after.state.noir) == (["row_over"], [Card("2h")])


def test_tq_6_row_over_by_its_total() -> None:
    done = judge([bet("a", "noir", 5), RowDealt(row="noir", total=43), RowDealt(row="rouge", total=34)])
    assert (named(done), done.results[0].result.points) == (["row_over"], (None, 0))


def test_tq_6_row_order() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), bet("b", "inverse", 5, 1), rouge, noir])
    assert problems(done) == [("TQ-6", "row_order", 5)]
    assert done.results[0].result.points == (5, 5)  # the first card dealt is the red ten of the rouge row
    assert problems(judge([HandStarted(), noir, rows(*ROUGE_WINS)[0], rouge])) == [("TQ-6", "row_order", 4)]
    assert problems(judge([RowDealt(row="vert", cards=cards("Kh"))])) == [("TQ-3.1", "no_such_row", 2)]


# ---- TQ-6 The shoe -------------------------------------------------------------------------------------------------


def test_tq_6_impossible_count() -> None:
    same = "Kh Kh Kh 5d"
    done = judge([HandStarted(), *rows(same, same), HandStarted(), *rows(same, "Td Qc 7s 8h")])
    assert [(one.kind, one.name, one.at, one.cards) for one in done.findings] == [
        ("contradiction", "impossible_count", 6, (Card("Kh"),))
    ]
    assert named(judge([HandStarted(), *rows(same, same), Shuffled(), *hand((same, "Td Qc 7s 8h"))])) == []
    assert named(judge([HandStarted(), *rows(same, same), Gap(), *hand((same, "Td Qc 7s 8h"))])) == []
    assert named(judge(hand(("Kh Kh Kh 5d", "Td Qc 7s 8h")), decks=2)) == ["impossible_count"]
    assert named(judge(hand(("Xr Kh Kh Ts", "Td Qc 7s 8h")))) == ["impossible_count"]


def test_tq_6_a_joker_seen_in_part_is_not_in_the_shoe() -> None:
    for dealt in (RowDealt(row="noir", cards=cards("X? 9s 8c 5d Kh")), TurnedUp(card=Card("X?"))):
        assert named(judge([HandStarted(), dealt, Gap()])) == ["impossible_count"]


def test_tq_6_impossible_count_of_a_rank_or_a_suit_seen_in_part() -> None:
    """One pack has four kings; six packs have twenty-four."""
    for card in ("K?", "Kd"):
        events = hand((f"K? {card} 9? 2c", "K? K? K? 8h"))
        assert named(judge(events, decks=1)) == ["impossible_count"]
        assert named(judge(events)) == []
    apart = [*hand(("K? K? 9? 2c", "Td 9c 7s 8h")), *hand(("K? K? 9h 2d", "Jd 4c Jc 8c")), *hand(("Kh 5d 9s 8d", "Th"))]
    assert named(judge([*apart[:6], Gap()], decks=1)) == []
    assert named(judge([*apart[:8], Gap()], decks=1)) == ["impossible_count"]
    diamonds = hand(("?d ?d ?d ?d ?d ?d ?d", "?d ?d ?d ?d ?d ?d ?d"))
    assert named(judge(diamonds, decks=1)) == ["impossible_count"]


def test_tq_6_impossible_count_of_all_cards() -> None:
    rows_by_total: list[Base] = [RowDealt(row=row, total=33) for row in ("noir", "rouge")]
    assert named(judge([Shuffled(cut_from_end=0), *rows_by_total * 39])) == []
    assert named(judge([Shuffled(cut_from_end=0), *rows_by_total * 40])) == ["impossible_count"]


def test_tq_6_dealt_past_cut() -> None:
    done = judge([*hand(NOIR_WINS), CutReached(), *hand(NOIR_WINS, bet("a", "noir", 5)), *hand(NOIR_WINS)])
    assert problems(done) == [("TQ-6", "dealt_past_cut", 8)]
    assert done.results[1].result.points == (5, 0)
    assert named(judge([*hand(NOIR_WINS), CutReached(), Shuffled(), *hand(NOIR_WINS)])) == []


def test_tq_6_dealt_past_cut_by_the_count_of_cards() -> None:
    shoe = [Shuffled(cut_from_end=300)]
    assert named(judge([*shoe, *hand(NOIR_WINS), *hand(ROUGE_WINS)])) == []
    assert problems(judge([*shoe, *hand(NOIR_WINS), *hand(ROUGE_WINS), *hand(TIE_31)])) == [
        ("TQ-6", "dealt_past_cut", 10)
    ]
    voids = judge([*shoe, *hand(NOIR_WINS), *hand(ROUGE_WINS)], cut_card="void_hand")
    assert problems(voids) == [("TQ-6", "dealt_past_cut", 8)]


def test_tq_1_3_there_is_one_cut_card() -> None:
    assert named(judge([*hand(NOIR_WINS), CutReached(), CutReached()])) == ["cut_twice"]


# ---- TQ-6 Bets -----------------------------------------------------------------------------------------------------


def test_tq_6_late_bet_takes_part_from_the_next_hand() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), noir, bet("a", "noir", 5), rouge, *hand(NOIR_WINS)])
    assert problems(done) == [("TQ-6", "late_bet", 4)]
    assert [one.result.points[0] for one in done.results] == [-5, 10]
    back = judge([HandStarted(), noir, bet("a", "noir", 5), BetWithdrawn(bet="a"), rouge])
    assert (named(back), nets(back)) == (["late_bet"], [0, 0])


def test_tq_6_late_insurance_counts_from_the_next_hand() -> None:
    noir, rouge = rows(*TIE_31)
    done = judge([HandStarted(), bet("a", "noir", 100), noir, insured("a", 1), rouge, *hand(TIE_31)])
    assert problems(done) == [("TQ-6", "late_insurance", 5)]
    assert [one.result.points[0] for one in done.results] == [-101, 50]
    noir, rouge = rows(*NOIR_WINS)
    gone = judge([HandStarted(), bet("a", "noir", 100), noir, insured("a", 1), rouge])
    assert nets(gone) == [100, 0]


def test_tq_6_bet_limit() -> None:
    done = judge(hand(NOIR_WINS, bet("a", "noir", 5), bet("b", "noir", 500, 1)), bet_min=10, bet_max=100)
    assert problems(done) == [("TQ-6", "bet_limit", 3), ("TQ-6", "bet_limit", 4)]
    assert done.results[0].result.points == (5, 500)
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 10), bet("b", "noir", 100)), bet_min=10, bet_max=100)) == []


def test_tq_6_imprisoned_moved_changes_nothing() -> None:
    first = hand(TIE_31, bet("a", "noir", 100))
    done = judge([*first, HandStarted(), BetWithdrawn(bet="a"), bet("a", "noir", 50), *rows(*NOIR_WINS)])
    assert named(done) == ["imprisoned_moved", "imprisoned_moved"]
    assert nets(done) == [0, 0]


def test_tq_6_double_insurance_changes_nothing() -> None:
    done = judge(hand(TIE_31, bet("a", "noir", 100), insured("a", 1), insured("a", 1)))
    assert problems(done) == [("TQ-6", "double_insurance", 5)]
    assert nets(done) == [-100 + 49, 0]


def test_tq_a8_insurance_of_a_prisoner_that_is_not_offered_stands() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(TIE_31, insured("a", 1))]
    done = judge(events, insure_imprisoned=False)
    assert (named(done), nets(done)) == (["insurance_not_offered"], [-51, 0])


def test_tq_6_surrender_not_offered_is_applied() -> None:
    done = judge([*hand(TIE_31, bet("a", "noir", 100)), BetSurrendered(bet="a")])
    assert (problems(done), nets(done)) == ([("TQ-6", "surrender_not_offered", 6)], [-50, 0])
    free = judge([HandStarted(), bet("a", "noir", 100), BetSurrendered(bet="a")], half_surrender=True)
    assert named(free) == ["surrender_not_offered"]


def test_tq_6_surrender_late_is_applied() -> None:
    first, (noir, rouge) = hand(TIE_31, bet("a", "noir", 100)), rows(*NOIR_WINS)
    done = judge([*first, HandStarted(), noir, BetSurrendered(bet="a"), rouge], half_surrender=True)
    assert (problems(done), nets(done)) == ([("TQ-6", "surrender_late", 8)], [-50, 0])
    pushed = judge([*first, *hand(TIE_32), BetSurrendered(bet="a")], half_surrender=True)
    assert named(pushed) == ["surrender_late"]


def test_tq_a5_no_half_for_a_bet_imprisoned_before() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(TIE_31), BetSurrendered(bet="a")]
    assert named(judge(events, half_surrender=True)) == ["surrender_not_offered"]


def test_tq_2_free_bet_is_not_taken_back_after_the_first_card() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), noir, BetWithdrawn(bet="a"), rouge])
    assert (problems(done), nets(done)) == ([("TQ-2", "late_withdrawal", 5)], [5, 0])


# ---- TQ-A7 What was called -----------------------------------------------------------------------------------------


def test_tq_6_wrong_total_called() -> None:
    noir, rouge = rows(*NOIR_WINS)
    for wrong in (
        RowDealt(row="noir", cards=noir.cards, total=33),
        RowDealt(row="noir", cards=cards("?? ?? K? ?h"), total=9),
    ):
        assert ("TQ-6", "wrong_total_called", 3) in problems(judge([HandStarted(), wrong, rouge]))
    called = ResultCalled(result="noir", amount=33)
    assert problems(judge([HandStarted(), noir, called, rouge])) == [("TQ-6", "wrong_total_called", 4)]
    for right in (ResultCalled(result="32"), ResultCalled(result="noir 32"), ResultCalled(result="total", amount=32)):
        assert judge([HandStarted(), noir, right, rouge]).findings == []
    assert named(judge([HandStarted(), RowDealt(row="noir", cards=noir.cards, colour="black")])) == ["wrong_colour"]


@pytest.mark.parametrize(
    ("said", "fits"),
    [("noir", True), ("rouge", False), ("inverse", True), ("couleur", False), ("refait", False), ("push", False),
     ("Rouge perd, couleur perd", True), ("rouge gagne", False), ("noir wins", True), ("hello", True)],
)  # fmt: skip
def test_tq_6_wrong_result_called(said: str, fits: bool) -> None:
    done = judge([*hand(NOIR_WINS), ResultCalled(result=said)])
    assert problems(done) == ([] if fits else [("TQ-6", "wrong_result_called", 5)])


def test_tq_6_ties_that_were_called() -> None:
    for dealt, fits in ((TIE_31, "refait"), (TIE_31, "tie"), (TIE_32, "push"), (TIE_32, "Après")):
        assert judge([*hand(dealt), ResultCalled(result=fits)]).findings == []
    assert named(judge([*hand(TIE_31), ResultCalled(result="push")])) == ["wrong_result_called"]
    assert named(judge([*hand(TIE_31), ResultCalled(result="noir")])) == ["wrong_result_called"]
    assert judge([*hand(NOIR_WINS), HandStarted(), ResultCalled(result="rouge", hand=1)]).findings == []


# ---- TQ-6 wrong_payment, not_conserved -----------------------------------------------------------------------------


def paid(from_: str, to: str, amount: int) -> ChipsPassed:
    """A payment that somebody saw."""
    return ChipsPassed(from_=from_, to=to, amount=amount)


@pytest.mark.parametrize(
    ("from_", "to", "amount", "fits"),
    [
        ("bank", "seat:0", 100, True),
        ("bank", "purse:p1", 100, True),
        ("bank", "bet:a", 100, True),
        ("bank", "seat:0", 149, True),  # the insurance kept back
        ("bank", "seat:0", 99, True),
        ("bank", "seat:0", 150, True),  # both bets
        ("bank", "seat:0", 120, False),
        ("bet:a", "seat:0", 100, True),
        ("ins:a", "bank", 1, True),
        ("seat:1", "bank", 60, True),
        ("bet:b", "bank", 60, True),
        ("bank", "seat:1", 60, False),
        ("seat:0", "seat:1", 5, False),
        ("bank", "seat:9", 5, False),
    ],
)
def test_tq_6_wrong_payment(from_: str, to: str, amount: int, fits: bool) -> None:
    bets = [bet("a", "noir", 100), insured("a", 1), bet("c", "inverse", 50), bet("b", "rouge", 60, 1)]
    done = judge([*hand(NOIR_WINS, *bets), paid(from_, to, amount)])
    assert problems(done) == ([] if fits else [("TQ-6", "wrong_payment", 9)])


def test_tq_6_wrong_payment_at_a_refait() -> None:
    first = hand(TIE_31, bet("a", "noir", 100), insured("a", 1))
    assert judge([*first, paid("bank", "seat:0", 49)]).findings == []
    assert named(judge([*first, paid("bank", "seat:0", 50)])) == ["wrong_payment"]
    assert named(judge([*first, paid("bank", "seat:0", 100)])) == ["wrong_payment"]
    second = [*first, *hand(NOIR_WINS)]
    assert judge([*second, paid("bet:a", "seat:0", 100)]).findings == []
    assert named(judge([*second, paid("bank", "seat:0", 100)])) == ["wrong_payment"]  # even money for a prisoner


def test_tq_6_payment_of_the_hand_before() -> None:
    events = [*hand(NOIR_WINS, bet("a", "noir", 100)), HandStarted(), bet("b", "noir", 7), paid("bank", "seat:0", 100)]
    assert judge(events).findings == []
    assert judge([*events, rows(*NOIR_WINS)[0], paid("bank", "seat:0", 100)]).findings == []


def test_tq_6_not_conserved() -> None:
    header = {"buy_in": 1000, "board": {"bank": 5000}}
    events = hand(TIE_31, bet("a", "noir", 100), insured("a", 1))
    right = [
        PurseCounted(seat=0, amount=949),
        PoolCounted(pool="bank", amount=4951),
        PoolCounted(pool="bet:a", amount=100),
    ]
    assert audit(log([*events, *right], header=header)).findings == []
    wrong = [
        PurseCounted(seat=0, amount=950),
        PoolCounted(pool="bank", amount=4950),
        PoolCounted(pool="ins:a", amount=1),
    ]
    done = audit(
        log([*events, *wrong, PurseCounted(seat=7, amount=1), PoolCounted(pool="pope", amount=1)], header=header)
    )
    assert named(done) == ["not_conserved"] * 3 + ["no_such_seat", "not_conserved"]
    late = judge([BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=51), PurseCounted(seat=1, amount=3)])
    assert problems(late) == [("TQ-6", "not_conserved", 3)]


def test_tq_6_nothing_is_judged_where_the_record_does_not_tell() -> None:
    events = hand(("Kh 9s 8c", NOIR_WINS[1]), bet("a", "noir", 100))
    done = judge(
        [*events, paid("bank", "seat:0", 77), PurseCounted(seat=0, amount=3), PoolCounted(pool="bank", amount=3)]
    )
    assert named(done) == ["row_short"]
    assert balance(done, "bet:a") == 100
    after = judge([*events, HandStarted(), insured("a", 1), BetSurrendered(bet="a"), *rows(*NOIR_WINS)])
    assert named(after) == ["row_short"]
    assert nets(after) == [None, 0]


# ---- TQ-9 ----------------------------------------------------------------------------------------------------------


def test_tq_9_3_shoe_that_is_too_short_is_noted() -> None:
    done = judge([Shuffled(), *hand(NOIR_WINS), CutReached()])
    assert [(one.kind, one.name) for one in done.findings] == [("note", "suspicious_shoe")]
    totals: list[Base] = [RowDealt(row=row, total=33) for row in ("noir", "rouge")]
    assert judge([Shuffled(), *totals * 24, CutReached()]).findings == []
    assert [one.kind for one in judge([Shuffled(), *totals * 12, CutReached()]).findings] == ["note"]


def test_tq_9_6_hands_that_chance_would_not_bring_are_noted() -> None:
    events = [event for _ in range(60) for event in (Shuffled(), *hand(TIE_31))]
    done = judge([*events, Closed()])
    assert {(one.kind, one.clause) for one in done.findings} == {("note", "TQ-9.6")}
    assert [one.says.split(":")[0] for one in done.findings] == ["totals", "ties at 31", "ties"]
    assert judge([*events[: 60 * 2], Closed()]).findings == []
