"""Trente et Quarante: the worked examples, and the clauses of rows, bets and settlement."""

import pytest

from tests.builders import cards, fold, log_of
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
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    CashedOut,
    Closed,
    CutReached,
    Gap,
    HandStarted,
    Joined,
    Left,
    PurseCounted,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

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
    assert balance(done, "away") == 500


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
    assert named(judge(events)) == ["row_short", "shuffled_mid_hand"]


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
    assert (named(done), done.results[0].result.points) == (["bet_twice", "no_such_bet"], (5, 0))
    assert named(judge(hand(NOIR_WINS, bet("a", "noir", 500), insured("a", 0)))) == ["no_insurance"]


# ---- TQ-3 Dealing --------------------------------------------------------------------------------------------------


def test_tq_3_1_card_by_card() -> None:
    dealt = [TurnedUp(card=card, place="noir") for card in cards(NOIR_WINS[0])]
    dealt += [TurnedUp(card=card) for card in cards(NOIR_WINS[1])]
    done = judge([HandStarted(), bet("a", "noir", 10), *dealt])
    assert (done.results[0].result.points, done.findings) == ((10, 0), [])
    told_again = judge([HandStarted(), *dealt[:4], rows(*NOIR_WINS)[0], *dealt[4:], rows(*NOIR_WINS)[1]])
    assert (told_again.findings, len(told_again.results), told_again.state.dealt) == ([], 1, 8)


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
    assert sum(done.state.balances) == 0


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
    assert balance(done) + sum(one or 0 for one in nets(done)) + sum(done.state.balances[6:]) == 0


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
    assert balance(done, "bet:a") == 100


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
    assert sum(done.state.balances) == 0


def test_tq_7_bets_that_were_missed_are_not_contradicted() -> None:
    events = [Gap(), HandStarted(), insured("x", 5), BetSurrendered(bet="y"), BetWithdrawn(bet="z")]
    done = judge([*events, *rows(*NOIR_WINS), *hand(NOIR_WINS, insured("x", 5))])
    assert named(done) == ["no_such_bet"]
    assert [one.result.points for one in done.results] == [(None, None), (0, 0)]


def test_tq_7_who_bet_before_buying_had_money_before() -> None:
    events = [*hand(NOIR_WINS, bet("a", "noir", 5)), BoughtIn(seat=0, amount=50), PurseCounted(seat=0, amount=700)]
    assert judge(events).findings == []


def test_tq_7_gap_in_a_hand() -> None:
    noir, rouge = rows(*NOIR_WINS)
    done = judge([HandStarted(), bet("a", "noir", 5), noir, Gap(), rouge, *hand(NOIR_WINS, bet("b", "noir", 5))])
    assert [one.result.points for one in done.results] == [(None, None), (5, 0)]
    assert done.findings == []
    missed = judge([HandStarted(), bet("a", "noir", 5), noir, Gap(), *rows(*ROUGE_WINS)])
    assert (missed.findings, missed.state.hand) == ([], 2)


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
