"""Trente et Quarante: the clauses of its page, their worked examples, and what records leave open."""

from typing import Any

import pytest

from tests.builders import cards, fold, log_of
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    CashedOut,
    ChipsPassed,
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

TIE_31 = ("Ks Jd Th Ac", "9h 9c 8d 5s")
"""The rows of a tie at 31, the first card black."""

TIE_32 = ("Ks Kd 9c 3h", "Qs 8d 7h 7c")
NOIR_WINS = ("Kh 9s 8c 5d", "Td Qc 7s 8h")
"""Noir 32, rouge 35; the first card red, so that inverse wins."""

ROUGE_WINS = ("Qs 8d 7h 8c", "Kd 9c 2h Qh")
"""Noir 33, rouge 31; the first card black, so that inverse wins."""


def log(events: list[Base], seats: int = 2, header: dict[str, Any] | None = None, **options: Any) -> Log:
    """A log with these options."""
    return log_of("trente_et_quarante", events, seats, options=options or None, **(header or {}))


def judge(events: list[Base], seats: int = 2, **options: Any) -> Audit:
    """The audit of these events."""
    return audit(log(events, seats, **options))


def rows(noir: str, rouge: str) -> list[Base]:
    """Both rows."""
    return [RowDealt(row="noir", cards=cards(noir)), RowDealt(row="rouge", cards=cards(rouge))]


def hand(dealt: tuple[str, str], *bets: Base) -> list[Base]:
    """A hand with these bets."""
    return [HandStarted(), *bets, *rows(*dealt)]


def bet(name: str, kind: str, amount: int, seat: int = 0) -> BetPlaced:
    """A bet."""
    return BetPlaced(seat=seat, bet=name, kind=kind, amount=amount)


def insured(name: str, amount: int) -> BetInsured:
    """An insurance."""
    return BetInsured(bet=name, amount=amount)


def nets(done: Audit) -> list[int | None]:
    """What each seat gained in all hands."""
    points = [one.result.points for one in done.results]
    return [None if None in of else sum(amount or 0 for amount in of) for of in zip(*points, strict=True)]


def dealt_of(done: Audit) -> int:
    """How many cards have left the shoe since the shuffle, at least."""
    return int(done.state.shoe.cards - done.state.shoe.count(UNKNOWN))


def balance(done: Audit, name: str = "bank") -> int:
    """What lies on an account of the ledger."""
    return int(done.state.ledger.balances.get(name, 0))


def totals(done: Audit) -> list[int | None]:
    """The totals of both rows, as far as they are known."""
    return [row.total for row in done.state.table]


def problems(done: Audit) -> list[tuple[str, str, int]]:
    """What was found but for notes: clause, name, line."""
    return [(one.clause, one.name, one.at) for one in done.findings if one.kind != "note"]


def named(done: Audit) -> list[str]:
    """The names of what was found but for notes."""
    return [name for _, name, _ in problems(done)]


# ---- TQ-8 Worked examples ------------------------------------------------------------------------------------------


def test_tq_e1_all_four_bets() -> None:
    bets = [bet("a", "noir", 100, 0), bet("b", "rouge", 60, 1), bet("c", "couleur", 40, 2), bet("d", "inverse", 10, 3)]
    done = judge(hand(NOIR_WINS, *bets), 4)
    assert done.results[0].result.points == (100, -60, -40, 10)
    assert done.results[0].result.won == (True, False, False, True)
    assert balance(done) == -10
    assert done.findings == []


def test_tq_e2_prison_and_insurance() -> None:
    first = hand(TIE_31, bet("a", "noir", 20000, 0), insured("a", 200), bet("b", "inverse", 5000, 1))
    done = judge(first)
    assert done.results[0].result.points == (-10200, -5000)
    assert balance(done) == -9800
    done = judge([*first, *hand(("7c 8d 6s 9h 3c", "Ts Td 9c 7h"))])
    assert (nets(done), balance(done)) == ([9800, -5000], -4800)
    assert done.findings == []


def test_tq_e4_half_surrender() -> None:
    bets = [bet("a", "noir", 75, 0), bet("b", "couleur", 100, 1), insured("b", 1)]
    halves = [BetSurrendered(bet="a"), BetSurrendered(bet="b")]
    done = judge([*hand(("As Kd Td Qc", "2s 9d Td Qc"), *bets), *halves], half_surrender=True)
    assert (nets(done), balance(done)) == ([-38, -1], 39)
    assert done.findings == []


@pytest.mark.parametrize(("reference", "net"), [("first_of_hand", -10), ("first_of_winning_row", 10)])
def test_tq_e5_couleur_by_either_reference(reference: str, net: int) -> None:
    dealt = ("8s 5d Qh Tc", "9h 4d Ac 5c Kd 2d")
    done = judge(hand(dealt, bet("a", "couleur", 10), bet("b", "inverse", 10, 1)), couleur_reference=reference)
    assert nets(done) == [net, -net]


def test_tq_e7_push_returns_bet_and_insurance() -> None:
    bets = [bet("a", "rouge", 100), insured("a", 1)]
    done = judge(hand(TIE_32, *bets))
    assert (nets(done), balance(done)) == ([0, 0], 0)
    done = judge([*hand(TIE_32, *bets), *hand(("Ks Kd 9c 4h", "Qs 8d 7h 7c"), *bets)])
    assert (nets(done), balance(done)) == ([99, 0], -99)


def test_tq_e8_prisoner_insured() -> None:
    events = [
        *hand(TIE_31, bet("a", "noir", 1000)),
        *hand(("As Kd Td Qc", "2s 9d Td Qc"), insured("a", 10)),
        *hand(ROUGE_WINS),
    ]
    done = judge(events)
    assert [one.result.points[0] for one in done.results] == [-1000, 490, 0]
    assert (nets(done), balance(done)) == ([-510, 0], 510)
    assert done.findings == []
    off = judge(events, insure_imprisoned=False)
    assert problems(off) == [("TQ-A8", "insurance_not_offered", 7)]


# ---- TQ-1 Shoe, parties --------------------------------------------------------------------------------------------


def test_tq_1_2_purse_of_who_leaves_is_not_that_of_who_comes() -> None:
    events: list[Base] = [
        BoughtIn(seat=0, amount=500),
        *hand(TIE_31, bet("a", "noir", 100)),
        Left(seat=0),
        Joined(seat=0, player="new"),
        BoughtIn(seat=0, amount=50),
        PurseCounted(seat=0, amount=50),
        *hand(NOIR_WINS),
        PurseCounted(seat=0, amount=50),
    ]
    done = judge(events)
    assert done.findings == []
    assert done.results[1].result.points == (0, 0)
    assert balance(done, "purse:p1") == 500


def test_tq_1_2_who_comes_back_has_the_same_purse() -> None:
    events = [BoughtIn(seat=0, amount=500), Left(seat=0), Joined(seat=0, player="p1"), PurseCounted(seat=0, amount=500)]
    assert judge(events).findings == []


def test_tq_1_2_nobody_bets_from_an_empty_seat() -> None:
    assert named(judge([Left(seat=0), *hand(NOIR_WINS, bet("a", "noir", 100))])) == ["no_such_seat"]
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 100, 9)))) == ["no_such_seat"]


def test_tq_1_3_hand_is_finished_when_the_cut_card_shows_up() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge(
        [Shuffled(), HandStarted(), bet("a", "noir", 10), noir, CutReached(), rouge, Shuffled(), HandStarted()]
    )
    assert (problems(done), done.results[0].result.points) == ([], (10, 0))


def test_tq_1_3_hand_is_void_when_the_cut_card_shows_up_if_the_house_has_it_so() -> None:
    noir, rouge = rows(*NOIR_WINS)
    events = [HandStarted(), bet("a", "noir", 10), insured("a", 1), noir, CutReached()]
    done = judge(events, cut_card="void_hand", insurance_max_bp=1000)
    assert (problems(done), done.results[0].result.points) == ([], (0, 0))
    assert not done.results[0].result.counts
    assert (
        named(judge([*events, Voided(), Shuffled(), *hand(NOIR_WINS)], cut_card="void_hand", insurance_max_bp=1000))
        == []
    )
    assert named(judge([*events, rouge], cut_card="void_hand", insurance_max_bp=1000)) == ["dealt_past_cut"]


def test_tq_1_3_row_that_the_cut_card_ends_is_not_too_short() -> None:
    events = [HandStarted(), RowDealt(row="noir", cards=cards("Kh 9s")), CutReached(), Shuffled()]
    assert named(judge(events, cut_card="void_hand")) == []
    assert named(judge(events)) == ["shuffled_mid_hand"]


def test_tq_1_3_shuffle_between_rows() -> None:
    noir, rouge = rows(*NOIR_WINS)
    assert problems(judge([HandStarted(), noir, Shuffled(), rouge])) == [("TQ-1.3", "shuffled_mid_hand", 4)]


def test_tq_o_what_does_not_go_together_is_refused() -> None:
    for options in ({"cut_from_end": 400}, {"bet_min": 5, "bet_max": 2}, {"decks": 1, "cut_card": "void_hand"}):
        with pytest.raises(OptionError):
            begin(log([], **options))
    with pytest.raises(OptionError):
        begin(log([], header={"board": {"pope": 3}}))


# ---- TQ-2 Bets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        (NOIR_WINS, (1, -1, -1, 1)),  # red first card
        (ROUGE_WINS, (-1, 1, -1, 1)),  # black
        (("8s 9s 8c 7d", "Td Qc 7s 8h"), (1, -1, 1, -1)),
        (("Qh 8d 7h 8c", "Kd 9c 2h Qh"), (-1, 1, 1, -1)),
    ],
)
def test_tq_2_1_four_bets(dealt: tuple[str, str], expected: tuple[int, ...]) -> None:
    kinds = ("noir", "rouge", "couleur", "inverse")
    done = judge(hand(dealt, *(bet(kind, kind, 1, seat) for seat, kind in enumerate(kinds))), 4)
    assert done.results[0].result.points == expected


def test_tq_2_1_free_bet_is_taken_back_with_its_insurance() -> None:
    done = judge(hand(NOIR_WINS, bet("a", "rouge", 100), insured("a", 1), BetWithdrawn(bet="a")))
    assert (done.results[0].result.points, done.findings) == ((0, 0), [])


def test_tq_2_1_bets_begin_a_hand_by_themselves() -> None:
    events = [bet("a", "noir", 100), *rows(*NOIR_WINS), bet("a", "rouge", 100), HandStarted(), *rows(*NOIR_WINS)]
    done = judge(events)
    assert [one.result.points for one in done.results] == [(100, 0), (-100, 0)]
    assert done.findings == []
    assert done.state.hand == 2


def test_tq_2_2_one_percent_of_the_one_bet() -> None:
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 199), bet("b", "noir", 900), insured("a", 1)))) == []
    done = judge(hand(NOIR_WINS, bet("a", "noir", 199), bet("b", "noir", 900), insured("a", 2)))
    assert problems(done) == [("TQ-6", "insurance_over_limit", 5)]
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 100), insured("a", 5)), insurance_max_bp=500)) == []


def test_tq_2_1_what_is_no_bet() -> None:
    assert named(judge([HandStarted(), bet("a", "green", 5)])) == ["no_bet"]
    assert named(judge([HandStarted(), bet("a", "noir", 0)])) == ["no_bet"]
    done = judge(hand(NOIR_WINS, bet("a", "noir", 5), bet("a", "noir", 5, 1), insured("b", 1)))
    assert (named(done), done.results[0].result.points) == (["bet_twice", "no_such_bet"], (None, None))  # whose is b?
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 500), insured("a", 0)))) == ["no_insurance"]


# ---- TQ-3 Dealing --------------------------------------------------------------------------------------------------


def test_tq_3_1_card_by_card() -> None:
    dealt = [TurnedUp(card=card, place="noir") for card in cards(NOIR_WINS[0])]
    dealt += [TurnedUp(card=card) for card in cards(NOIR_WINS[1])]
    done = judge([HandStarted(), bet("a", "noir", 10), *dealt])
    assert (done.results[0].result.points, done.findings) == ((10, 0), [])
    told_again = judge([HandStarted(), *dealt[:4], rows(*NOIR_WINS)[0], *dealt[4:], rows(*NOIR_WINS)[1]])
    assert (told_again.findings, len(told_again.results), dealt_of(told_again)) == ([], 1, 8)


def test_tq_3_1_rows_of_single_cards() -> None:
    dealt = [RowDealt(row="noir", cards=(card,)) for card in cards(NOIR_WINS[0])]
    dealt += [RowDealt(row="rouge", cards=(card,)) for card in cards(NOIR_WINS[1])]
    done = judge([HandStarted(), bet("a", "noir", 10), *dealt])
    assert (done.results[0].result.points, done.findings) == ((10, 0), [])


def test_tq_3_2_each_seat_and_the_public_see_the_same() -> None:
    whole = log(hand(NOIR_WINS, bet("a", "noir", 10)))
    for viewer in (PUBLIC, 0, 1):
        assert audit(redact_log(whole, viewer, "copy")).results[0].result == audit(whole).results[0].result


def test_tq_7_totals_and_the_first_colour_are_enough() -> None:
    bets = [bet("a", "noir", 100, 0), bet("b", "rouge", 60, 1), bet("c", "couleur", 40, 2), bet("d", "inverse", 10, 3)]
    dealt = [RowDealt(row="noir", total=32, colour="red"), RowDealt(row="rouge", total=35)]
    done = judge([HandStarted(), *bets, *dealt], 4)
    assert (done.results[0].result.points, done.findings) == ((100, -60, -40, 10), [])
    assert done.results[0].result.level == "public"


def test_tq_7_without_the_colour_couleur_cannot_be_told() -> None:
    dealt = [RowDealt(row="noir", total=32), RowDealt(row="rouge", total=35)]
    bets = [bet("a", "noir", 100, 0), bet("c", "couleur", 40, 1)]
    done = judge([HandStarted(), *bets, *dealt, *hand(NOIR_WINS, bet("c", "inverse", 1, 1))])
    assert [one.result.points for one in done.results] == [(100, None), (0, 1)]
    assert done.results[0].result.won == (True, None)
    assert done.findings == []


def test_tq_7_what_a_hand_brought_cannot_be_told_again_where_the_purse_is_not_known_before_it() -> None:
    dealt = [RowDealt(row="noir", total=32), RowDealt(row="rouge", total=35)]
    bets = [bet("a", "noir", 100), bet("c", "couleur", 40, 1)]
    done = judge([HandStarted(), *bets, *dealt, HandStarted(), *bets, *dealt])
    assert [one.result.points for one in done.results] == [(100, None), (100, None)]


def test_tq_7_cards_partly_known() -> None:
    dealt = [
        RowDealt(row="noir", cards=cards("?h 9s ?? 5d"), total=32),
        RowDealt(row="rouge", cards=cards("T? Q? 7? 8?")),
    ]
    done = judge([HandStarted(), bet("a", "inverse", 7), *dealt])
    assert (done.results[0].result.points, done.findings) == ((7, 0), [])
    unknown = judge([HandStarted(), bet("a", "noir", 7), bet("b", "noir", 7, 1), *rows("Kh ??", NOIR_WINS[1])])
    assert (unknown.results[0].result.points, unknown.results[0].result.won) == ((None, None), (None, None))


# ---- TQ-4 Settlement -----------------------------------------------------------------------------------------------


def test_tq_4_1_insurance_is_lost_with_a_win_too() -> None:
    done = judge(hand(NOIR_WINS, bet("a", "noir", 100), insured("a", 1), bet("b", "rouge", 100, 1), insured("b", 1)))
    assert (done.results[0].result.points, balance(done)) == ((99, -101), 2)


def test_tq_4_2_bets_stand_if_the_house_has_it_so() -> None:
    events = [*hand(TIE_32, bet("a", "rouge", 100)), *hand(NOIR_WINS)]
    done = judge(events, push_bets="stand")
    assert [one.result.points[0] for one in done.results] == [-100, 0]
    assert balance(done) == 100
    back = judge([*hand(TIE_32, bet("a", "rouge", 100)), BetWithdrawn(bet="a"), *hand(NOIR_WINS)], push_bets="stand")
    assert (nets(back), back.findings) == ([0, 0], [])


@pytest.mark.parametrize(("rounding", "net"), [("bank", -38), ("player", -37)])
def test_tq_4_4_odd_unit(rounding: str, net: int) -> None:
    events = [*hand(TIE_31, bet("a", "noir", 75)), BetSurrendered(bet="a")]
    assert nets(judge(events, half_surrender=True, half_rounding=rounding)) == [net, 0]


def test_tq_4_4_half_may_be_taken_until_the_next_first_card() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), HandStarted(), BetSurrendered(bet="a"), *rows(*NOIR_WINS)]
    done = judge(events, half_surrender=True)
    assert (nets(done), problems(done)) == ([-50, 0], [])


@pytest.mark.parametrize("after", [[HandStarted()], [bet("b", "rouge", 5, 1)], [], hand(NOIR_WINS)])
@pytest.mark.parametrize("hands", [None, 0, 2])
def test_tq_4_4_half_that_may_have_been_taken_in_a_gap_is_not_told(hands: int | None, after: list[Base]) -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), Gap(hands=hands), *after]
    done = judge(events, half_surrender=True)
    assert (done.results[0].hand, done.results[0].result.points, problems(done)) == (1, (None, 0), [])
    assert judge(events).results[0].result.points == (-100, 0)
    before = [*hand(TIE_31, bet("a", "noir", 100)), BetSurrendered(bet="a"), Gap(hands=hands), *after]
    assert judge(before, half_surrender=True).results[0].result.points == (-50, 0)


def test_tq_4_4_half_of_a_bet_in_prison_before_was_not_taken_in_a_gap() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(TIE_31, bet("b", "noir", 10, 1)), Gap(), HandStarted()]
    done = judge(events, half_surrender=True)
    assert [one.result.points for one in done.results] == [(-100, 0), (0, None)]


def test_tq_4_5_prisoner_is_released_or_lost_by_the_new_first_card() -> None:
    bets = [bet("a", "couleur", 100), bet("b", "inverse", 100, 1)]
    done = judge([*hand(TIE_31, *bets), *hand(("7c 8d 6s 9h 3c", "Ts Td 9c 7h"))])
    assert nets(done) == [0, -100]
    done = judge([*hand(TIE_31, *bets), *hand(NOIR_WINS)])
    assert nets(done) == [-100, 0]


@pytest.mark.parametrize(("rule", "net"), [("stay", -100), ("release", 0)])
def test_tq_4_6_prisoner_and_push(rule: str, net: int) -> None:
    done = judge([*hand(TIE_31, bet("a", "rouge", 100)), *hand(TIE_32), *hand(NOIR_WINS)], imprisoned_push=rule)
    assert (nets(done), done.findings) == ([net, 0], [])


@pytest.mark.parametrize(
    ("rule", "after", "net"),
    [
        ("stay", [NOIR_WINS], 0),
        ("stay", [ROUGE_WINS], -100),
        ("double", [NOIR_WINS], -100),  # still in prison: half at the close
        ("double", [NOIR_WINS, NOIR_WINS], 0),
        ("double", [NOIR_WINS, ROUGE_WINS], -100),
        ("double", [NOIR_WINS, TIE_32, NOIR_WINS], 0),
        ("lose", [NOIR_WINS], -100),
    ],
)
def test_tq_4_7_prisoner_and_another_refait(rule: str, after: list[tuple[str, str]], net: int) -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(TIE_31)]
    for dealt in after:
        events += hand(dealt)
    done = judge(events, imprisoned_refait=rule)
    assert (nets(done), done.findings) == ([net, 0], [])
    on_the_table = sum(bet.stake for bet in done.state.bets.values())
    assert sum(done.state.ledger.balances.values()) + on_the_table == 0


def test_tq_4_8_insurance_of_a_prisoner_is_lost_when_it_is_released() -> None:
    done = judge([*hand(TIE_31, bet("a", "noir", 100)), *hand(NOIR_WINS, insured("a", 1))])
    assert (nets(done), balance(done)) == ([-1, 0], 1)


def test_tq_4_9_new_bets_beside_prisoners_and_a_shuffle_between() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), Shuffled(), *hand(NOIR_WINS, bet("b", "noir", 30))]
    done = judge(events)
    assert ([one.result.points[0] for one in done.results], done.findings) == ([-100, 130], [])


@pytest.mark.parametrize(("rule", "net"), [("half", -51), ("return", 0), ("forfeit", -101)])
def test_tq_4_10_prisoners_at_the_close(rule: str, net: int) -> None:
    done = judge([*hand(TIE_31, bet("a", "noir", 101)), Closed()], imprisoned_at_close=rule)
    assert (nets(done), balance(done), done.findings) == ([net, 0], -net, [])
    free = judge([*hand(TIE_31, bet("a", "noir", 101)), HandStarted(), bet("b", "noir", 7), Closed()])
    assert (nets(free), len(free.results)) == ([-51, 0], 2)


# ---- TQ-A10, the close and gaps ------------------------------------------------------------------------------------


def test_tq_a10_void_hand_gives_bets_and_insurance_back_and_prisoners_stay() -> None:
    events = [
        *hand(TIE_31, bet("a", "noir", 100)),
        HandStarted(),
        insured("a", 1),
        bet("b", "rouge", 50, 1),
        insured("b", 0),
        rows(*NOIR_WINS)[0],
        Voided(why="a card turned over"),
    ]
    done = judge(events)
    assert [one.result.points for one in done.results] == [(-100, 0), (0, 0)]
    assert not done.results[1].result.counts
    assert done.state.bets["a"].stake == 100


def test_tq_a10_hand_just_settled_is_thrown_in() -> None:
    done = judge([*hand(TIE_31, bet("a", "noir", 100), insured("a", 1)), Voided(), *hand(NOIR_WINS)])
    assert [one.result.points for one in done.results] == [(0, 0), (0, 0)]
    assert done.state.tally == judge(hand(NOIR_WINS)).state.tally
    assert (balance(done), done.findings) == (0, [])


def test_tq_7_cashing_out_and_the_purses() -> None:
    events = [BoughtIn(seat=0, amount=500), *hand(NOIR_WINS, bet("a", "noir", 100)), CashedOut(seat=0, amount=600)]
    assert judge([*events, PurseCounted(seat=0, amount=0)]).findings == []


def test_tq_7_gap_leaves_purses_open() -> None:
    events = [BoughtIn(seat=0, amount=500), *hand(TIE_31, bet("a", "noir", 100)), Gap(hands=2), *hand(NOIR_WINS)]
    done = judge(
        [*events, PurseCounted(seat=0, amount=3), BetWithdrawn(bet="a"), *hand(NOIR_WINS, bet("a", "noir", 9))]
    )
    assert named(done) == ["no_such_bet"]  # a decided hand let no bet stay in prison
    assert [one.result.points for one in done.results] == [(-100, 0), (None, None), (9, 0)]


def test_tq_7_a_bet_of_which_nobody_saw_more_leaves_purses_open() -> None:
    done = judge([*hand(TIE_31, bet("a", "", 0)), *hand(NOIR_WINS, insured("a", 2), bet("b", "noir", 5, 1))])
    assert named(done) == []
    assert [one.result.points for one in done.results] == [(None, None), (None, None)]
    assert named(judge([HandStarted(), bet("a", "", 5)])) == ["no_bet"]


def test_tq_7_a_bet_that_is_insured_in_the_next_hand_may_have_been_lost_in_this_one() -> None:
    done = judge([*hand(TIE_31), *hand(NOIR_WINS, insured("a", 2))])
    (lost,) = done.findings
    assert lost.alternatives == tuple(f"a line is missing before line {at} (a bet is placed)" for at in (6, 3))
    assert [one.result.points for one in done.results] == [(None, None), (None, None)]
    done = judge([*hand(NOIR_WINS), *hand(NOIR_WINS, insured("a", 2))])
    assert (named(done), done.results[0].result.points) == (["no_such_bet"], (0, 0))  # a decided hand let no bet lie


def test_tq_7_a_bet_that_is_insured_after_it_was_won_may_have_been_won_by_a_card_misread() -> None:
    misread = ("Ks Jd Th Ac", "9h 9c 8d 9s")  # 5s was dealt, and both rows had 31
    done = judge([*hand(misread, bet("a", "noir", 200)), *hand(NOIR_WINS, insured("a", 2))])
    (wrong,) = done.findings
    assert "9s on line 5 was another card" in wrong.alternatives, wrong
    assert done.results[0].result.points == (None, 0)


def test_tq_7_a_bet_that_is_taken_back_twice_is_no_other_one() -> None:
    done = judge(hand(NOIR_WINS, bet("a", "noir", 200), BetWithdrawn(bet="a"), BetWithdrawn(bet="a")))
    assert [one.alternatives for one in done.findings] == [("line 5 is written twice",)]
    done = judge(hand(NOIR_WINS, BetWithdrawn(bet="a"), bet("a", "noir", 200)))
    assert [one.alternatives for one in done.findings] == [("lines 3 and 4 changed places",)]
    assert done.results[0].result.points == (0, 0)


def test_tq_7_bets_that_were_missed_are_not_contradicted() -> None:
    events = [Gap(), HandStarted(), insured("x", 5), BetSurrendered(bet="y"), BetWithdrawn(bet="z")]
    done = judge([*events, *rows(*NOIR_WINS), *hand(NOIR_WINS, insured("x", 5))])
    assert named(done) == ["no_such_bet"]
    assert [one.result.points for one in done.results] == [(None, None), (None, None)]  # a bet that no line tells of


def test_tq_7_who_bet_before_buying_had_money_before() -> None:
    events = [*hand(NOIR_WINS, bet("a", "noir", 5)), BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=700)]
    assert judge(events).findings == []


def test_tq_7_gap_in_a_hand() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), noir, Gap(), rouge, *hand(NOIR_WINS, bet("b", "noir", 5))])
    assert [(one.hand, one.result.points) for one in done.results] == [(2, (None, None))]
    assert done.findings == []
    missed = judge([HandStarted(), bet("a", "noir", 5), noir, Gap(), *rows(*ROUGE_WINS)])
    assert missed.findings == []


def test_tq_7_session_is_over_after_the_close() -> None:
    done = judge([*hand(NOIR_WINS), Closed(), bet("a", "noir", 5), *rows(*NOIR_WINS)])
    assert named(done) == ["after_close"]
    assert done.state.hand == 1


def test_scene_shows_rows_purses_and_bets() -> None:
    done = judge([*hand(TIE_31, bet("a", "noir", 20000), insured("a", 200)), HandStarted(), insured("a", 200)])
    scene = done.game.scene(done.state)
    assert ("a noir", "200.00, insured 2.00, in prison") in scene.pots
    assert scene.hands[0].scores == (("purse", "-104.00"),)
    ended = judge(hand(NOIR_WINS))
    scene = ended.game.scene(ended.state)
    assert scene.says == "noir and inverse win, 32 to 35"
    assert (scene.rows[0].title, scene.rows[0].marks, scene.rows[1].marks) == ("Noir 32", (3,), ())


def test_tq_7_a_bet_that_is_offered_has_a_name_of_its_own() -> None:
    """The name that the line would give it is that of a bet on the table."""
    events = [HandStarted(), BetPlaced(seat=0, bet="b4", kind="rouge", amount=100)]
    state = fold(log_of("trente_et_quarante", events, seats=2))
    offer = next(act for act in find("trente_et_quarante").due(state) if act.event is BetPlaced)
    assert offer.make
    assert offer.accepts
    placed = offer.make(0)
    assert isinstance(placed, BetPlaced)
    assert placed.bet == "b5"
    assert offer.accepts(placed)


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
    assert totals(done) == [32, rouge]
    again = judge([HandStarted(), *rows(NOIR_WINS[0] + " 2h", "2h Td Qc 9s")], surplus_card="next_row")
    assert (named(again), totals(again), dealt_of(again)) == (["row_over"], [32, 31], 8)


def test_tq_6_row_over_in_the_rouge_row_opens_the_next_hand() -> None:
    first = [HandStarted(), *rows(NOIR_WINS[0], NOIR_WINS[1] + " 2h")]
    second = [HandStarted(), bet("a", "couleur", 5), *rows("Ks 9s Tc", "Td Qc 7s 8h")]
    done = judge([*first, *second])
    assert named(done) == ["row_over"]
    assert totals(done) == [31, 35]
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
    assert named(done) == ["row_over"]
    after = judge([HandStarted(), *rows(*NOIR_WINS), TurnedUp(card=Card("2h"), place="rouge"), HandStarted()])
    assert named(after) == ["row_over"]


def test_tq_6_row_over_by_its_total() -> None:
    done = judge([bet("a", "noir", 5), RowDealt(row="noir", total=43), RowDealt(row="rouge", total=34)])
    assert (named(done), done.results[0].result.points) == (["row_over"], (None, 0))


def test_tq_6_row_order() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), bet("b", "inverse", 5, 1), rouge, noir, HandStarted()])
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
    assert [one.result.points[0] for one in done.results] == [None, None]  # or the lines changed places
    back = judge([HandStarted(), noir, bet("a", "noir", 5), BetWithdrawn(bet="a"), rouge])
    assert (named(back), nets(back)) == (["late_bet"], [0, 0])


def test_tq_6_late_insurance_counts_from_the_next_hand() -> None:
    noir, rouge = rows(*TIE_31)
    done = judge([HandStarted(), bet("a", "noir", 100), noir, insured("a", 1), rouge, *hand(TIE_31)])
    assert problems(done) == [("TQ-6", "late_insurance", 5)]
    assert [one.result.points[0] for one in done.results] == [None, None]  # or the lines changed places
    noir, rouge = rows(*NOIR_WINS)
    gone = judge([HandStarted(), bet("a", "noir", 100), noir, insured("a", 1), rouge])
    assert nets(gone) == [None, 0]


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
    assert (named(pushed), nets(pushed)) == (["surrender_late"], [-50, 0])


def test_tq_a5_no_half_for_a_bet_imprisoned_before() -> None:
    events = [*hand(TIE_31, bet("a", "noir", 100)), *hand(TIE_31), BetSurrendered(bet="a")]
    assert named(judge(events, half_surrender=True)) == ["surrender_not_offered"]


def test_tq_2_free_bet_is_not_taken_back_after_the_first_card() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), noir, BetWithdrawn(bet="a"), rouge])
    assert (problems(done), nets(done)) == ([("TQ-2", "late_withdrawal", 5)], [None, 0])  # or the lines changed places


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
    assert named(judge([*hand(NOIR_WINS), HandStarted(), ResultCalled(result="rouge", hand=1)])) == [
        "wrong_result_called"
    ]


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
    done = audit(log([*events, *wrong, PoolCounted(pool="pope", amount=1)], header=header))
    assert named(done) == ["not_conserved"] * 4
    assert named(judge([*events, PurseCounted(seat=7, amount=1)])) == ["no_such_seat"]
    late = judge([BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=51), PurseCounted(seat=1, amount=3)])
    assert problems(late) == [("TQ-6", "not_conserved", 3)]


def test_tq_6_nothing_is_judged_where_the_record_does_not_tell() -> None:
    events = hand(("Kh 9s 8c", ROUGE_WINS[1]), bet("a", "noir", 100))
    done = judge(
        [*events, paid("bank", "seat:0", 77), PurseCounted(seat=0, amount=3), PoolCounted(pool="bank", amount=3)]
    )
    assert named(done) == ["row_short"]
    after = judge(
        [*events, HandStarted(), insured("a", 1), BetSurrendered(bet="a"), *rows(*NOIR_WINS)], half_surrender=True
    )
    assert named(after) == ["row_short"]
    assert nets(after) == [-50, 0]  # it was lost or imprisoned, and lay there in the next hand


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


NOIR, ROUGE = rows(*NOIR_WINS)


def turned(text: str, place: str | None = "noir") -> list[Base]:
    """Cards one by one."""
    return [TurnedUp(card=card, place=place) for card in cards(text)]


# ---- TQ-3.1 Cards that nobody saw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("noir", [turned("Kh ?? 8c 5d"), turned("?h 9s 8c 5d"), turned("Kh ?? 8c 5d", None)])
def test_tq_3_1_row_with_a_card_that_nobody_saw_goes_on(noir: list[Base]) -> None:
    done = judge([HandStarted(), bet("a", "noir", 5), *noir, ROUGE, *hand(NOIR_WINS, bet("b", "noir", 5, 1))])
    assert done.findings == []
    assert [one.result.points for one in done.results] == [(5, 0), (0, 5)]  # noir has 33 at most
    singly = [RowDealt(row="noir", cards=(card,)) for card in cards("Kh ?? 8c 5d")]
    assert judge([HandStarted(), *singly, ROUGE]).findings == []


def test_tq_3_1_rouge_row_that_may_be_full_lets_the_next_bets_in() -> None:
    first = [HandStarted(), bet("a", "noir", 5), NOIR, *turned("Td ?? 7s 8h", "rouge")]
    done = judge([*first, bet("b", "noir", 7, 1), *turned(NOIR_WINS[0]), ROUGE])
    assert (done.findings, [one.result.points for one in done.results]) == ([], [(None, 0), (0, 7)])
    assert judge([*first, *turned("2d", "rouge"), *hand(NOIR_WINS)]).findings == []  # it was not full
    assert judge([*first, PurseCounted(seat=0, amount=3), CutReached(), Shuffled(), Closed()]).findings == []


def test_tq_3_1_cards_without_a_row_behind_one_that_nobody_saw() -> None:
    events = [HandStarted(), bet("a", "noir", 5), *turned("9h ?? 8c 6d 5c 2s Td Qc 7s", None)]
    done = judge([*events, *hand(NOIR_WINS, bet("b", "noir", 5, 1))])
    assert (done.findings, done.results[-1].result.points) == ([], (0, 5))


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
        assert (named(done), totals(done)) == (["row_over"], [total, 35])


def test_tq_2_1_card_moved_on_is_the_first_of_its_hand() -> None:
    first = [HandStarted(), *rows(NOIR_WINS[0], NOIR_WINS[1] + " 2h"), HandStarted(), bet("a", "couleur", 5)]
    done = judge(
        [
            *first,
            RowDealt(row="rouge", cards=cards("Ts Qc 7s 8h")),
            RowDealt(row="noir", cards=cards("Ks 9s Tc")),
            HandStarted(),
        ]
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
        assert (done.findings, done.results) == ([], [])


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
    assert judge([Gap(), *rows(*NOIR_WINS)]).state.tally == 0
    shuffled = judge([HandStarted(), NOIR, Gap(), Shuffled(), *hand(NOIR_WINS)], decks=1)
    assert shuffled.findings == []


def test_tq_1_3_cut_card_behind_a_gap_may_show_up_in_a_hand_that_is_under_way() -> None:
    assert judge([Gap(), CutReached(), ROUGE, Shuffled()]).findings == []
    assert named(judge([Gap(), CutReached(), *hand(NOIR_WINS)])) == ["dealt_past_cut"]
    assert named(judge([*hand(NOIR_WINS), CutReached(), *rows(*NOIR_WINS)])) == ["dealt_past_cut"]


def test_tq_4_10_bet_that_may_be_in_prison_may_be_paid_at_the_close() -> None:
    events = [HandStarted(), bet("a", "noir", 5), *rows("Kh ?? 5d", ROUGE_WINS[1]), HandStarted()]
    assert judge([*events, Closed()]).results[-1].result.points == (None, 0)
    events = [HandStarted(), bet("a", "noir", 5), *rows("Kh ?? 5d", NOIR_WINS[1]), HandStarted()]
    assert judge([*events, Voided()], push_bets="stand").results[-1].result.points == (None, 0)


def test_tq_7_hand_begins_once() -> None:
    events = [HandStarted(), bet("a", "noir", 5), HandStarted(), bet("b", "noir", 5), NOIR, ROUGE]
    done = judge(events)
    assert (done.findings, done.state.hand, nets(done)) == ([], 1, [10, 0])


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
    first = [HandStarted(), bet("a", "noir", 100), insured("a", 1), *rows("Kh ?? 5d 8s", ROUGE_WINS[1])]
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
    assert (nets(done), balance(done, "purse:p1"), balance(done)) == ([0, 0], 10, -10)


def test_tq_a10_hand_is_thrown_in_when_somebody_new_sits_there() -> None:
    swap = [Left(seat=0), Joined(seat=0, player="new")]
    counted = [BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=50)]
    done = judge([*hand(NOIR_WINS, bet("a", "noir", 10)), *swap, Voided(), *counted])
    assert (done.findings, nets(done), balance(done, "purse:p1"), balance(done)) == ([], [0, 0], 0, 0)


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


WON = hand(NOIR_WINS, bet("a", "noir", 100), bet("b", "rouge", 60, 1))


# ---- Payments written late -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [paid("bet:a", "seat:0", 100), paid("bet:b", "bank", 60), paid("bank", "bet:a", 100)])
def test_tq_6_payment_written_once_the_next_hand_is_dealt_is_nobodys_fault(late: Base) -> None:
    assert judge([*WON, HandStarted(), bet("c", "noir", 5), late, NOIR, ROUGE]).findings == []
    assert judge([*WON, HandStarted(), bet("c", "noir", 5), NOIR, late, ROUGE]).findings == []
    assert judge([*WON, HandStarted(), NOIR, late, ROUGE]).findings == []


def test_tq_6_payment_in_the_first_hand_is_of_no_hand_before() -> None:
    assert named(judge([HandStarted(), bet("a", "noir", 100), NOIR, paid("bank", "seat:0", 100)])) == ["wrong_payment"]
    assert named(judge([*WON, HandStarted(), paid("seat:1", "seat:0", 100)])) == ["wrong_payment"]


@pytest.mark.parametrize(
    "first",
    [
        [RowDealt(row="noir", cards=cards("?? 9s 8c 5d")), ROUGE],
        [RowDealt(row="noir", total=32), RowDealt(row="rouge", total=35)],
    ],
)
def test_tq_6_payment_of_a_hand_before_that_cannot_be_told(first: list[RowDealt]) -> None:
    events = [HandStarted(), bet("a", "couleur", 100), *first, HandStarted(), paid("bank", "seat:0", 100)]
    assert judge(events).findings == []
    after = [*events, NOIR, ROUGE, paid("bank", "seat:0", 100)]
    assert named(judge(after)) == ["wrong_payment"]  # noir has won, whatever the colour


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
    for amount, fits in ((100, True), (101, True), (2, False), (130, False), (131, False)):
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


def test_tq_7_what_is_told_again_is_no_card_more() -> None:
    for noir in ([RowDealt(row="noir", cards=cards("?? 9s 8c 5d")), NOIR], [TOTAL, NOIR]):
        done = judge([HandStarted(), bet("b", "noir", 5, 1), *noir, ROUGE])
        assert (done.findings, done.results[0].result.points, dealt_of(done)) == ([], (0, 5), 8)


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
    events = [Gap(), bet("a", "noir", 5), rows(*TIE_31)[0], *(TurnedUp(card=card) for card in cards(TIE_31[1]))]
    assert judge([*events, BetSurrendered(bet="a")], half_surrender=True).findings == []


def test_tq_6_a_rouge_row_written_behind_the_start_of_the_next_hand_makes_no_bet_late() -> None:
    """It is of the hand before; what that brought is not known, and the next is settled with its own rows."""
    events = [HandStarted(), bet("a", "noir", 5), NOIR, HandStarted(), ROUGE]
    events += [bet("b", "noir", 7, 1), *rows(*NOIR_WINS)]
    done = judge(events)
    assert named(done) == ["row_short"]
    assert done.results[-1].result.points[1] == 7
    late = judge([HandStarted(), ROUGE, bet("b", "noir", 7), NOIR])
    assert named(late) == ["row_order"]


def test_tq_3_1_a_rouge_row_where_no_hand_is_on_is_of_the_hand_before() -> None:
    other = RowDealt(row="rouge", cards=cards("Kd 9c 2h Qh"))
    done = judge([HandStarted(), bet("a", "noir", 5), NOIR, ROUGE, other, *hand(NOIR_WINS, bet("b", "noir", 7, 1))])
    assert problems(done) == [("TQ-6", "row_order", 6)]
    assert [one.result.points for one in done.results] == [(5, 0), (0, 7)]


def test_tq_6_more_is_told_where_the_noir_row_may_have_been_lost() -> None:
    """Bets on rouge may have won, or lost, or been returned; who bets on nothing has no part in that."""
    events = [HandStarted(), bet("a", "rouge", 5), ROUGE, *hand(NOIR_WINS, bet("b", "noir", 7, 1))]
    done = judge(events)
    assert [one.kind for one in done.findings] == ["contradiction"]
    assert [one.result.points for one in done.results] == [(None, 0), (0, 7)]
