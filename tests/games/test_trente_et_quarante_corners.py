"""Trente et Quarante: cards that nobody saw, hands and rows that stop early, who comes and goes, and calls in words."""

import pytest

from tests.builders import cards
from tests.games.trente_et_quarante_tables import (
    NOIR_WINS,
    TIE_31,
    TIE_32,
    balance,
    bet,
    hand,
    insured,
    judge,
    named,
    nets,
    problems,
    rows,
)
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CashedOut,
    Closed,
    CutReached,
    Gap,
    HandStarted,
    Joined,
    Left,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

NOIR, ROUGE = rows(*NOIR_WINS)


def turned(text: str, place: str | None = "noir") -> list[Base]:
    """Cards one by one."""
    return [TurnedUp(card=card, place=place) for card in cards(text)]


# ---- TQ-3.1 Cards that nobody saw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("noir", [turned("Kh ?? 8c 5d"), turned("?h 9s 8c 5d"), turned("Kh ?? 8c 5d", None)])
def test_tq_3_1_row_with_a_card_that_nobody_saw_goes_on(noir: list[Base]) -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), *noir, ROUGE, *hand(NOIR_WINS, bet("b", "noir", 5, 1))])
    assert done.findings == []
    assert [one.result.points for one in done.results] == [(None, 0), (None, 5)]  # the first may be in prison
    singly = [RowDealt(row="noir", cards=(card,)) for card in cards("Kh ?? 8c 5d")]
    assert judge([HandStarted(), *singly, ROUGE]).findings == []


def test_tq_3_1_rouge_row_that_may_be_full_lets_the_next_bets_in() -> None:
    first = [HandStarted(), bet("a", "noir", 5), NOIR, *turned("Td ?? 7s 8h", "rouge")]
    done = judge([*first, bet("b", "noir", 7, 1), *turned(NOIR_WINS[0]), ROUGE])
    assert (done.findings, [one.result.points for one in done.results]) == ([], [(None, 0), (None, 7)])
    assert judge([*first, *turned("2d", "rouge"), *hand(NOIR_WINS)]).findings == []  # it was not full
    assert judge([*first, PurseCounted(seat=0, amount=3), CutReached(), Shuffled(), Closed()]).findings == []


def test_tq_3_1_cards_without_a_row_behind_one_that_nobody_saw() -> None:
    events = [HandStarted(), bet("a", "noir", 5), *turned("9h ?? 8c 6d 5c 2s Td Qc 7s", None)]
    done = judge([*events, *hand(NOIR_WINS, bet("b", "noir", 5, 1))])
    assert (done.findings, done.results[-1].result.points) == ([], (None, 5))


@pytest.mark.parametrize("short", ["?? ?? ??", "2h 3h ?? ??", "Kh ??"])
def test_tq_6_row_is_short_whatever_its_unknown_cards_are(short: str) -> None:
    done = judge([HandStarted(), RowDealt(row="noir", cards=cards(short)), ROUGE])
    assert problems(done) == [("TQ-6", "row_short", 3)]
    assert " at most" in done.findings[0].says


def test_tq_6_row_is_over_whatever_its_unknown_cards_are() -> None:
    done = judge([HandStarted(), RowDealt(row="noir", cards=cards("Kh Kd ?? Ts 5h"))])
    assert [(one.name, one.cards) for one in done.findings] == [("row_over", (Card("5h"),))]
    unseen = judge([HandStarted(), RowDealt(row="noir", cards=cards("Kh Kd Ts Jd ??")), ROUGE])
    assert named(unseen) == ["row_over"]  # the card too many, whatever it is, opens the rouge row


def test_tq_a10_card_moved_on_is_told_again_or_not_as_the_total_has_it() -> None:
    first = [HandStarted(), *rows(NOIR_WINS[0], NOIR_WINS[1] + " 2h"), HandStarted()]
    for total in (31, 33):  # the two again with three more, or two twos
        done = judge([*first, RowDealt(row="noir", cards=cards("2h Td Qc 9s"), total=total), ROUGE])
        assert (named(done), done.state.totals) == (["row_over"], [total, 35])


def test_tq_2_1_card_moved_on_is_the_first_of_its_hand() -> None:
    first = [HandStarted(), *rows(NOIR_WINS[0], NOIR_WINS[1] + " 2h"), HandStarted(), bet("a", "couleur", 5)]
    done = judge(
        [*first, RowDealt(row="rouge", cards=cards("Ts Qc 7s 8h")), RowDealt(row="noir", cards=cards("Ks 9s Tc"))]
    )
    assert (named(done), nets(done)) == (["row_over", "row_order"], [-5, 0])


# ---- Rows and hands that stop early --------------------------------------------------------------------------------


@pytest.mark.parametrize("stops", [Voided(why="a card turned over"), Gap()])
def test_tq_6_row_that_was_stopped_is_not_too_short(stops: Base) -> None:
    events = [HandStarted(), bet("a", "noir", 5), RowDealt(row="noir", cards=cards("Kh 9s")), stops]
    assert judge([*events, *hand(NOIR_WINS)]).findings == []


def test_tq_7_gap_in_a_row_dealt_card_by_card() -> None:
    for place in ("noir", None):
        events = [HandStarted(), bet("a", "noir", 5), *turned("Kh", place), Gap(), *turned("9s 8c 5d", place), ROUGE]
        done = judge(events)
        assert (done.findings, done.results[0].result.points) == ([], (None, None))


def test_tq_7_gap_before_the_end_of_the_rouge_row() -> None:
    done = judge(
        [HandStarted(), NOIR, *turned("Td", "rouge"), Gap(hands=1), *turned("7s 8h", "rouge"), *hand(NOIR_WINS)]
    )
    assert done.findings == []


def test_tq_7_whatever_a_gap_may_have_brought() -> None:
    note = judge([Shuffled(), *hand(NOIR_WINS), Gap(), *hand(NOIR_WINS), CutReached()])
    assert note.findings == []  # nobody knows how long the shoe was
    came = judge([Left(seat=0), Gap(), *hand(NOIR_WINS, bet("a", "noir", 5))])
    assert came.findings == []
    done = judge([*hand(NOIR_WINS, bet("a", "noir", 5)), Gap(), Voided()])  # of a hand that was missed
    assert done.results[0].result.points == (5, 0)
    assert judge([Gap(), *rows(*NOIR_WINS)]).state.tally == [0] * 16
    shuffled = judge([HandStarted(), NOIR, Gap(), Shuffled(), *hand(NOIR_WINS)], decks=1)
    assert shuffled.findings == []


def test_tq_1_3_cut_card_behind_a_gap_may_show_up_in_a_hand_that_is_under_way() -> None:
    assert judge([Gap(), CutReached(), ROUGE, Shuffled()]).findings == []
    assert named(judge([Gap(), CutReached(), *hand(NOIR_WINS)])) == ["dealt_past_cut"]
    assert named(judge([*hand(NOIR_WINS), CutReached(), *rows(*NOIR_WINS)])) == ["dealt_past_cut"]


def test_tq_4_10_bet_that_may_be_in_prison_may_be_paid_at_the_close() -> None:
    events = [HandStarted(), bet("a", "noir", 5), *rows("Kh ?? 5d", NOIR_WINS[1]), HandStarted()]
    assert judge([*events, Closed()]).results[-1].result.points == (None, 0)
    assert judge([*events, Voided()], push_bets="stand").results[-1].result.points == (None, 0)


def test_tq_7_hand_begins_once() -> None:
    events = [HandStarted(), bet("a", "noir", 5), HandStarted(), bet("b", "noir", 5), NOIR, ROUGE]
    done = judge(events)
    assert [(one.kind, one.name, one.at) for one in done.findings] == [("note", "begun_twice", 4)]
    assert (done.state.hand, nets(done)) == (1, [10, 0])


def test_tq_a10_only_a_hand_that_has_begun_is_void() -> None:
    assert problems(judge([Voided(), *hand(NOIR_WINS)])) == [("TQ-A10", "no_hand", 2)]
    assert problems(judge([Gap(), Voided()])) == []


def test_tq_1_3_cut_card_lies_in_the_shoe() -> None:
    assert problems(judge([Shuffled(cut_from_end=313)])) == [("TQ-1.3", "no_such_cut", 2)]
    assert problems(judge([Shuffled(cut_from_end=312)])) == []


# ---- Bets that are none --------------------------------------------------------------------------------------------


def test_tq_6_what_is_added_to_a_bet_is_no_bet_below_the_limit() -> None:
    raised = judge([*hand(TIE_31, bet("a", "noir", 100)), bet("a", "noir", 5)], bet_min=10)
    assert named(raised) == ["imprisoned_moved"]
    assert named(judge([bet("a", "noir", 10), bet("a", "noir", 5)], bet_min=10)) == ["bet_twice"]


def test_tq_2_2_whether_a_bet_is_insured_is_not_known_if_the_bet_is_not() -> None:
    first = [HandStarted(), bet("a", "noir", 100), insured("a", 1), *rows("Kh ?? 5d 8s", NOIR_WINS[1])]
    done = judge([*first, *hand(TIE_32, insured("a", 1))])
    assert (named(done), nets(done)) == ([], [None, 0])


# ---- TQ-1.2 Bettors come and go ------------------------------------------------------------------------------------


def test_tq_1_2_who_came_out_even_before_buying_had_money_before() -> None:
    even = [*hand(NOIR_WINS, bet("a", "noir", 5)), *hand(NOIR_WINS, bet("a", "rouge", 5))]
    for first in (even, [CashedOut(seat=0, amount=5)]):
        assert judge([*first, BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=700)]).findings == []


def test_tq_1_2_who_comes_back_may_have_kept_money() -> None:
    events = [BoughtIn(seat=0, amount=500), Left(seat=0), Joined(seat=0, player="x"), Left(seat=0)]
    events += [Joined(seat=0, player="p1"), BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=550)]
    assert judge(events).findings == []


def test_tq_1_2_who_comes_in_the_middle_of_a_hand_has_no_part_in_it() -> None:
    swap = [Left(seat=0), Joined(seat=0, player="new")]
    done = judge([HandStarted(), bet("a", "noir", 10), *swap, NOIR, ROUGE])
    assert (nets(done), balance(done, "away"), balance(done)) == ([0, 0], 10, -10)


def test_tq_a10_hand_is_thrown_in_when_somebody_new_sits_there() -> None:
    swap = [Left(seat=0), Joined(seat=0, player="new")]
    counted = [BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=50)]
    done = judge([*hand(NOIR_WINS, bet("a", "noir", 10)), *swap, Voided(), *counted])
    assert (done.findings, nets(done), balance(done, "away"), balance(done)) == ([], [0, 0], 0, 0)


def test_tq_1_2_purse_is_counted_by_its_name() -> None:
    assert judge([BoughtIn(seat=0, amount=5), PoolCounted(pool="purse:p1", amount=5)]).findings == []
    assert named(judge([BoughtIn(seat=0, amount=5), PoolCounted(pool="seat:0", amount=6)])) == ["not_conserved"]


# ---- TQ-A7 What was called -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "wrong"),
    [("", None), ("!", None), ("noir 32, rouge 35", None), ("noir 32, rouge 36", "wrong_total_called"), ("noir 2, rouge 5", None),
     ("rouge wins 32 to 35", "wrong_result_called"), ("noir wins 32 to 35", None), ("2", None),
     ("rouge loses with 35", None), ("noir wins, 32 to 37", "wrong_total_called"), ("noir wins, 3 bets", None),
     ("31 apres", "wrong_total_called"), ("37", "wrong_total_called"), ("insurance pays 49", None)],
)  # fmt: skip
def test_tq_a7_totals_and_winners_in_one_call(said: str, wrong: str | None) -> None:
    assert named(judge([*hand(NOIR_WINS), ResultCalled(result=said)])) == ([wrong] if wrong else [])


def test_tq_a7_call_while_the_rouge_row_is_dealt() -> None:
    assert judge([HandStarted(), NOIR, *turned("Td Qc 7s", "rouge"), ResultCalled(result="27")]).findings == []
    assert named(judge([HandStarted(), NOIR, ResultCalled(result="33")])) == ["wrong_total_called"]


def test_scene_tells_the_totals_of_rows_without_cards() -> None:
    done = judge([RowDealt(row="noir", total=33, colour="red")])
    assert done.game.scene(done.state).facts == (("first card", "red"), ("noir", "33"))


def test_tq_2_1_who_has_nothing_on_the_table_has_no_part_in_the_hand() -> None:
    """A prisoner has; so may have who bet in a gap."""
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(NOIR_WINS, bet("b", "rouge", 50, seat=1))]
    parts = [one.result.absent for one in judge(events).results]
    assert parts == [(1,), ()]
    missed = judge([*hand(NOIR_WINS, bet("b", "rouge", 50, seat=1)), Gap(hands=1), *hand(NOIR_WINS)])
    assert missed.results[-1].result.absent == ()
