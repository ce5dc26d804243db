"""Big Two: its page, clause by clause; each test is named for its clause or worked example."""

import itertools
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from tests.builders import cards, found, log_of
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.kernel.climbing import may_be
from upcard.engine.log import Log
from upcard.engine.mechanisms.poker_sets import (
    RUNS,
    SIZES,
    UPWARDS,
    Combination,
    all_of,
    beats,
    describe,
    in_full,
    lower_than,
    recognise,
)
from upcard.engine.session import session
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, PACK_MASK, Card, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    Closed,
    CountAsked,
    Dealt,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    Passed,
    Played,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
    TakenBack,
    Voided,
)

HANDS = (
    "3d 3c 3h 8h 9c Td Jd Qs Kd Ac 5d 5c 2d",
    "4d 4c 4h 4s 6d 7d 8d Ad Kc Qh Jh 5h 2c",
    "6c 6h 6s 7c 7h 8c 8s Th Ts Js As Ks 2h",
    "3s 5s 9d 9h 9s 7s Tc Jc Qd Qc Kh Ah 2s",
)
SWIFT: list[Base] = [HandStarted(dealer=0), Dealt(each=13)] + [
    act
    for card in cards("3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d")
    for act in (Laid(seat=0, cards=(card,)), *(Passed(seat=seat) for seat in (1, 2, 3) if str(card) != "2d"))
]
"""Seat 0 leads thirteen single diamonds, and nobody beats any; the others have 13 left."""


def start(hands: Iterable[str] | None = HANDS, dealer: int | None = 0) -> list[Base]:
    """Lines 2 and 3: a hand, with its cards or without."""
    dealt = Dealt(each=13) if hands is None else Dealt(hands=tuple(cards(hand) for hand in hands))
    return [HandStarted(dealer=dealer), dealt]


def acts(text: str) -> list[Base]:
    """Plays and passes from line 4 on: `0 3d 3c, 1 p`."""
    events: list[Base] = []
    for act in text.split(", "):
        seat, what = act.split(" ", 1)
        events.append(Passed(seat=int(seat)) if what == "p" else Laid(seat=int(seat), cards=cards(what)))
    return events


def played(text: str, hands: Iterable[str] | None = HANDS, seats: int = 4, **options: Any) -> Log:
    """A log of one hand."""
    return log_of("big_two", start(hands) + acts(text), seats=seats, options=options or None)


def told(log: Log) -> list[tuple[str, str, str, int]]:
    """What is found: kind, clause, name, line."""
    return [(one.kind, one.clause, one.name, one.at) for one in audit(log).findings]


def sheet(*rows: Scored | tuple[int, ...], seats: int = 4, **options: Any) -> Log:
    """A score sheet, a row a hand, from line 2."""
    events = [row if isinstance(row, Scored) else Scored(counts=row) for row in rows]
    return log_of("big_two", events, seats=seats, options=options or None)


def points(log: Log) -> list[tuple[int | None, ...]]:
    """The points of each hand."""
    return [ended.result.points for ended in audit(log).results]


# ---- B2-1 Material, B2-2 Phases ----------------------------------------------------------------------------------------


def test_b2_1_1_thirteen_cards_each() -> None:
    assert found(log_of("big_two", start([*HANDS[:3], HANDS[3][:-3]]))) == [("B2-1.1", 3, 3, None)]


@pytest.mark.parametrize(("seats", "aside"), [(2, 26), (3, 13), (4, 0)])
def test_b2_1_1_the_rest_is_set_aside(seats: int, aside: int) -> None:
    state = fold(log_of("big_two", start(None), seats=seats))
    assert [state.places.count(place) for place in (*range(seats), seats + 1)] == [13] * seats + [aside]


def test_b2_1_4_the_deal_moves_left() -> None:
    for dealer in (2, 3):
        assert found(log_of("big_two", [HandStarted(dealer=2), Voided(), HandStarted(dealer=dealer), Voided()])) == []
    assert [told(log_of("big_two", [*SWIFT, HandStarted(dealer=dealer)])) for dealer in (0, 1)] == [
        [("contradiction", "B2-1.4", "wrong_dealer", len(SWIFT) + 2)],
        [],
    ]
    assert audit(log_of("big_two", SWIFT)).results[0].result.next_dealer == 1


def test_b2_2_1_a_hand_without_an_end() -> None:
    assert ("contradiction", "B2-2.1", "hand_not_finished", 4) in told(log_of("big_two", [*start(), HandStarted()]))


def test_b2_2_2_the_lowest_card_opens_in_any_combination() -> None:
    assert found(played("0 3d 3c 3h, 1 4d 4c 4h, 2 6c 6h 6s")) == []
    wrong = played("1 4d, 2 6c, 3 9d, 0 Td")
    assert [one[1:] for one in told(wrong)] == [("B2-6.2", "wrong_opener", 4)]
    offered = [act.seat for act in find("big_two").due(fold(log_of("big_two", start()))) if act.event is Laid]
    assert offered == [0]


def test_b2_2_2_lead_rule_winner_of_previous() -> None:
    for opener, wrong in ((0, []), (1, ["wrong_opener"])):
        events = [*SWIFT, HandStarted(), Dealt(each=13), Laid(seat=opener, cards=cards("8h"))]
        assert [
            name for _, _, name, _ in told(log_of("big_two", events, options={"lead_rule": "winner_of_previous"}))
        ] == wrong
    low = log_of("big_two", [*SWIFT, HandStarted(), Dealt(each=13), Laid(seat=0, cards=cards("8h"))])
    assert [name for _, _, name, _ in told(low)] == ["wrong_opener"]


def test_b2_6_2_with_three_players_a_lower_card_that_turns_up_in_a_hand_proves_it() -> None:
    text = "0 5d, 1 6d, 2 p, 0 7d, 1 8d, 2 9d, 0 p, 1 p, 2 3d"
    log = log_of("big_two", start(None) + acts(text), seats=3)
    assert [(one.clause, one.name, one.at, one.found_at) for one in audit(log).findings] == [
        ("B2-6.2", "wrong_opener", 4, 12)
    ]
    open_ = audit(log_of("big_two", start(None) + acts(text[:-6]), seats=3))
    assert (open_.findings, [doubt.clause for doubt in open_.doubts]) == ([], ["B2-6.2"])


def test_b2x_8_a_pass_does_not_lock() -> None:
    log = played("0 3d, 1 4d, 2 p, 3 p, 0 8h, 1 p, 2 p, 3 9d, 0 Td, 1 Ad, 2 p, 3 p, 0 p")
    assert found(log) == []
    assert (fold(log).climb.turn, fold(log).climb.table) == (1, ())


def test_b2_2_3_pass_lock() -> None:
    text = "0 3d, 1 p, 2 6c, 3 9d, 0 Td, "
    assert found(played(text + "1 Ad")) == []
    assert [clause for _, clause, _, _ in told(played(text + "1 Ad, 2 p, 3 p", pass_lock=True))] == ["B2-6.3"]
    for later in ("2 p, 3 p, 0 5d", "1 p, 2 p, 3 p, 0 5d"):
        assert found(played(text + later, pass_lock=True)) == [], "passes of who is out may be written or not (B2-7.2)"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b2_2_4_who_is_left_alone_leads(seats: int) -> None:
    text = ", ".join(["0 3d", *(f"{seat} p" for seat in range(1, seats)), "0 5d 5c"])
    assert found(played(text, hands=None, seats=seats)) == []


def test_b2_2_5_lead_pass_forbid_and_allow() -> None:
    text = "0 3d, 1 p, 2 p, 3 p, 0 p, 1 4d 4c"
    assert [(clause, name, line) for _, clause, name, line in told(played(text))] == [("B2-2.5", "lead_passed", 8)]
    assert found(played(text, lead_pass="allow")) == []
    assert [clause for _, clause, _, _ in told(played("0 p", lead_pass="allow"))] == ["B2-2.5"], "not of the opener"


def test_b2_2_6_nobody_answers_the_last_play() -> None:
    assert (
        told(log_of("big_two", [*SWIFT, Passed(seat=1)])) == [("breach", "B2-2.6", "after_the_end", len(SWIFT) + 2)]
        or told(log_of("big_two", [*SWIFT, Passed(seat=1)]))[0][1] == "B2-2.6"
    )


def test_b2_6_3_a_missing_pass_is_told_and_accuses_nobody() -> None:
    done = audit(played("0 3d, 1 4d, 3 9d, 0 Td"))
    assert [(one.kind, one.clause, one.at) for one in done.findings] == [("contradiction", "B2-6.3", 6)]


def test_b2_6_3_a_play_left_out_leaves_the_cards_left_open() -> None:
    events = [event for place, event in enumerate(SWIFT) if place != 3]  # the first pass of seat 1
    done = audit(log_of("big_two", [*events, Closed()]))
    assert done.results[0].result.points[1:] in {(None, 39, 39), (39, 39, 39)}
    assert not any(one.kind == "breach" for one in done.findings)


# ---- B2-3 Combinations -------------------------------------------------------------------------------------------------


def kind(text: str, top: str = "sequence") -> Combination | None:
    return next(iter(recognise(cards(text), top)), None)


def higher(one: str, other: str, top: str = "sequence") -> bool:
    (first,), (second,) = recognise(cards(one), top), recognise(cards(other), top)
    assert beats(first, second) != beats(second, first)
    return beats(first, second)


def test_b2x_1_one_suit_of_two_ace_king_queen_jack_is_a_flush() -> None:
    assert kind("2d Ad Kd Qd Jd") == ("five", 2, (0, 12))
    assert kind("2d Ad Kd Qd Jc") is None


def test_b2x_3_flushes_go_by_suit_first() -> None:
    assert higher("3s 4s 5s 7s 9s", "2h Kh Qh Th 9h")
    assert higher("5d 6d 9d Jd Kd", "3d 4d 7d 8d Qd")


def test_b2x_5_quads_and_full_houses() -> None:
    assert higher("4d 4c 4h 4s 3d", "As Ks Qs Js 9s")
    assert higher("5s 6s 7s 8s 9s", "4d 4c 4h 4s 3d")
    assert higher("Qd Qc Qh 9d 9c", "Td Tc Th Kd Kc")


def test_b2x_6_pairs_and_sets_that_are_nothing() -> None:
    assert higher("3d 3s", "3c 3h")
    assert higher("2d 2c", "As Ah")
    for nothing in ("3d 3c 3h 3s", "3d 3c 3h 4d 5d", "3d 4d", "3d 3d", "Xr"):
        assert kind(nothing) is None


def test_b2_1_2_the_pack_goes_from_the_three_of_diamonds_to_the_two_of_spades() -> None:
    assert [str(card) for card in (*UPWARDS[:5], UPWARDS[-1])] == ["3d", "3c", "3h", "3s", "4d", "2s"]
    assert lower_than(Card("3h")) == mask_of(cards("3d 3c"))


def test_b2_3_6_there_are_ten_runs() -> None:
    for nothing in ("Jd Qc Kd Ad 2d", "Qd Kc Ad 2d 3d", "Kd Ac 2d 3d 4d"):
        assert kind(nothing) is None
    straights = [kind(" ".join(rank + suit for rank, suit in zip(run, "dcdcd", strict=True))) for run in RUNS]
    assert [one.key[0] for one in straights if one and one.category == 1] == list(range(10))


def test_b2_3_7_low_straight_top_sequence_or_by_card_rank() -> None:
    by_five, by_two = "Ad 2d 3d 4d 5s", "Ac 2s 3c 4c 5c"
    assert higher(by_five, by_two)
    assert higher(by_two, by_five, "by_card_rank")
    assert higher("2d 3d 4d 5d 6c", by_two, "by_card_rank"), "the order of the runs stays (B2-7.1)"


def test_b2_3_8_to_10_straight_flushes_and_odd_cards() -> None:
    assert higher("Td Jd Qd Kd Ad", "9s Ts Js Qs Ks")
    assert higher("4d 5d 6d 7d 8d", "3s 4s 5s 6s 7s")
    assert kind("4h 3h 2h Ah Kh") == ("five", 2, (2, 12))
    assert kind("4d 4c 4h 4s 3d") == kind("4d 4c 4h 4s 2s")
    assert describe(Combination("five", 4, (1,))) == "four of a kind, fours"


def test_b2_3_11_sets_are_told_with_what_decides_between_them_if_anything_does() -> None:
    fives, trips = (recognise(cards(some))[0] for some in ("5c 5d 4c 4d 4h", "Kc Kd Kh"))
    assert in_full(*(recognise(cards(some))[0] for some in ("5c 5d", "5h 5s"))) == "pair of fives (clubs)"
    assert in_full(trips, trips) == "trips of kings"
    assert in_full(fives, fives) == "full house, fours"


def test_b2_3_12_every_combination_of_the_pack_is_listed_once() -> None:
    listed = [recognise(five) for five in all_of(PACK_MASK, 5)]
    assert Counter(one.category for (one,) in listed) == {1: 10200, 2: 5108, 3: 3744, 4: 624, 5: 36, 6: 4}
    hand = cards("3d 3c 3h 4d 5d 6d 7d 7s Th Jh Qh Kh 2s")
    for size in SIZES:
        every = {tuple(sorted(some)) for some in itertools.combinations(hand, size) if recognise(some)}
        assert sorted(tuple(sorted(some)) for some in all_of(mask_of(hand), size)) == sorted(every)


def test_cards_not_known_are_read_as_far_as_they_tell() -> None:
    assert may_be(cards("3d 4?"), recognise, "sequence", PACK_MASK) == frozenset((None,))
    assert may_be(cards("3d ??"), recognise, "sequence", PACK_MASK) == {
        None,
        *(kind(text) for text in ("3d 3c", "3d 3h", "3d 3s")),
    }
    assert told(log_of("big_two", [*start(None), *acts("0 3d 3c, 1 ?? ??, 2 4? 5?, 3 ?? ??")]))[0][1:3] == (
        "B2-6.4",
        "invalid_combination",
    )


# ---- B2-4 Scoring, B2-6.5 sheets ---------------------------------------------------------------------------------------


def test_b2x_10_the_target_reached_by_two_at_once() -> None:
    log = log_of("big_two", [Gap(hands=4), Scored(totals=(91, 97, 40, 71)), Scored(counts=(9, 3, 0, 13))])
    assert fold(log).totals == [100, 100, 40, 110]
    assert "p3 wins the game" in find("big_two").scene(fold(log)).says


def test_b2_4_1_fry_thresholds() -> None:
    for thresholds, due in (((10, 13), (0, 20, 22, 39)), ((11, 13), (0, 10, 22, 39)), ((8, 10), (0, 30, 33, 39))):
        assert points(sheet((0, 10, 11, 13), fry_thresholds=thresholds)) == [due]
    with pytest.raises(OptionError, match="fry_thresholds"):
        fold(log_of("big_two", [], options={"fry_thresholds": (13, 10)}))


def test_b2_4_1_zero_sum_payout() -> None:
    assert points(sheet((0, 1, 2, 10), zero_sum_payout=True)) == [(23, 19, 15, -57)]
    assert found(sheet(*[(0, 13, 13, 13)] * 4, zero_sum_payout=True)) == [], "the target is not used (B2-7.4)"
    assert points(sheet(Scored(points=(23, 19, 15, -57)), zero_sum_payout=True)) == [(23, 19, 15, -57)]


def test_b2_7_4_more_is_better_where_each_pays_each() -> None:
    for options, order in (({}, ["p1", "p2", "p3"]), ({"zero_sum_payout": True}, ["p1", "p2", "p3"])):
        log = log_of("big_two", [HandStarted(dealer=0), Scored(counts=(0, 5, 8))], 3, options=options)
        assert [(one.place, one.player) for one in session(log).standings] == list(enumerate(order, start=1)), options


@pytest.mark.parametrize("written", [(4, 10, 0, -14), (4, 10, -14)])
def test_b2_7_4_an_empty_seat_takes_no_part_in_a_zero_sum_payout(written: tuple[int, ...]) -> None:
    players, header = ["p1", "p2", "", "p4"], {"options": {"zero_sum_payout": True}}
    rows = (Scored(points=written), Scored(totals=(8, 20, 0, -28)))
    log = log_of("big_two", [act for row in rows for act in (HandStarted(), row)], **header)
    done = audit(Log(msgspec.structs.replace(log.header, seats=tuple(players)), log.events))
    assert done.findings == []
    assert [one.result.points for one in done.results] == [(4, 10, None, -14)] * 2


def test_b2_4_2_the_game_ends_at_the_target() -> None:
    past = sheet((0, 9, 1, 1), (0, 1, 1, 1), (0, 1, 1, 1), target=9)
    assert found(past) == [("B2-6.5", 3, 3, None)]
    assert audit(past).results[-1].result.totals == (0, 11, 3, 3)


def test_b2_4_3_tie_shared_and_extra_hand() -> None:
    rows = ((0, 4, 4, 9), (4, 0, 2, 9), (1, 0, 1, 1))
    assert found(sheet(*rows, target=18)) == [("B2-6.5", 4, 4, None)]
    assert found(sheet(*rows, target=18, tie="extra_hand")) == []


def test_b2_4_4_takes_all_off_and_on() -> None:
    row = Scored(counts=(3, 0, 1, 2), seat=0)
    assert (points(sheet(row, takes_all="on")), found(sheet(row, takes_all="on"))) == ([(6, 0, 0, 0)], [])
    assert (points(sheet(row)), found(sheet(row))) == ([(3, 0, 1, 2)], [("B2-4.4", 2, 2, 0)])
    for event in (Scored(seat=1, counts=(0, 13, 13, 13)), Ruled(what="takes_all", seat=1)):
        done = log_of("big_two", [*SWIFT, event], options={"takes_all": "on"})
        assert (points(done), found(done)) == ([(0, 117, 0, 0)], [])
    unnamed = sheet(Scored(counts=(3, 0, 1, 2), points=(6, 0, 0, 0)), takes_all="on")
    assert (points(unnamed), found(unnamed)) == ([(6, 0, 0, 0)], [])


def test_b2_6_5_rows_that_cannot_be() -> None:
    done = audit(sheet((4, 6, 11, 11), (0, 0, 1, 2)))
    assert [(one.clause, one.kind, one.at, one.seat) for one in done.findings] == [
        ("B2-6.5", "testimony", 2, None),
        ("B2-6.5", "testimony", 3, None),
    ]
    assert [ended.result.points for ended in done.results] == [(None,) * 4] * 2
    assert found(sheet((0, 14, 1, 1), (0, 1, 1, 1))) == [("B2-6.5", 2, 2, None)]


def test_b2_6_5_which_figures_of_a_row_are_wrong_is_told_as_far_as_it_is_known() -> None:
    """Points of eleven bring totals of eleven; where three columns tell three things, any two of them may be wrong."""
    for row, says in (
        (Scored(points=(0, 11, 5, 9), totals=(0, 11, 5, 9)), ["points 0 11 5 9 was", "totals 0 11 5 9 was"]),
        (
            Scored(counts=(0, 3, 5, 9), points=(0, 4, 5, 9), totals=(0, 9, 9, 9)),
            ["counts 0 3 5 9 was written; 0 9 9 9"],
        ),
    ):
        done = audit(log_of("big_two", [HandStarted(dealer=0), row]))
        assert [(one.kind, one.clause, one.at) for one in done.findings] == [("testimony", "B2-6.5", 3)] * len(says)
        assert all(one.says.startswith(start) for one, start in zip(done.findings, says, strict=True))
        assert done.results[0].result.points[1] is None


def test_b2_6_5_points_stand_for_cards_left() -> None:
    assert found(sheet(Scored(points=(0, 20, 1, 39)))) == []
    assert fold(sheet(Scored(points=(0, 20, 1, 39)))).counts == [0, 10, 1, 13]
    assert [clause for clause, *_ in found(sheet(Scored(points=(0, 10, 1, 39))))] == ["B2-6.5"]
    assert found(sheet(Scored(counts=(0, 10, 1, 13), points=(0, 20, 1, 39)))) == []
    assert {one[0] for one in found(sheet(Scored(counts=(0, 10, 1, 13), points=(0, 10, 1, 39))))} == {"B2-6.5"}


def test_b2_6_5_who_laid_a_card_before_a_gap_has_no_thirteen_left() -> None:
    events = [*start(None), *acts("0 3d, 1 4d"), Gap()]
    for counts, clauses in (((0, 13, 5, 5), ["B2-6.5"]), ((0, 12, 5, 13), [])):
        assert [one[0] for one in found(log_of("big_two", [*events, Scored(counts=counts)]))] == clauses


def test_b2_6_5_column_totals_add_up() -> None:
    right = sheet(Scored(counts=(0, 1, 2, 3), totals=(0, 1, 2, 3)), Scored(counts=(1, 0, 1, 1), totals=(1, 1, 3, 4)))
    assert found(right) == []
    wrong = sheet(Scored(counts=(0, 1, 2, 3)), Scored(counts=(1, 0, 1, 1), totals=(1, 1, 3, 5)))
    assert {one[:2] for one in found(wrong)} == {("B2-6.5", 3)}
    missed = [Scored(counts=(0, 1, 2, 3)), Gap(hands=1), Scored(counts=(0, 1, 1, 1), totals=(9, 9, 9, 9))]
    log = log_of("big_two", missed)
    assert (found(log), fold(log).totals) == ([], [9, 9, 9, 9])


def test_b2_6_5_what_was_written_is_compared_with_the_play() -> None:
    right = Scored(counts=(0, 13, 13, 13), points=(0, 39, 39, 39), totals=(0, 39, 39, 39))
    assert found(log_of("big_two", [*SWIFT, right])) == []
    for row in (Scored(counts=(0, 13, 12, 13)), Scored(points=(0, 39, 39, 13)), Scored(totals=(0, 39, 39, 13))):
        log = log_of("big_two", [*SWIFT, row])
        assert ([one[0] for one in found(log)], points(log)) == (["B2-6.5"], [(0, 39, 39, 39)])


def test_b2_6_5_a_hand_of_which_the_end_is_missing_has_its_row() -> None:
    log = log_of("big_two", [*start(None), *acts("0 3d"), Gap(), Scored(counts=(12, 0, 1, 1))])
    assert (found(log), points(log)) == ([], [(24, 0, 1, 1)])


def test_k_6_a_void_row_counts_for_nothing() -> None:
    done = audit(sheet(Scored(void=True), (0, 1, 1, 1)))
    assert [(one.result.counts, one.result.points) for one in done.results] == [(False, (0,) * 4), (True, (0, 1, 1, 1))]
    assert done.findings == []


def test_b2_2_6_who_is_called_the_winner_is_out_of_cards() -> None:
    events = [HandStarted(dealer=0), Scored(counts=(5, 0, 3, 2))]
    for seat, clauses in ((0, ["B2-2.6"]), (1, [])):
        called = ResultCalled(result="winner", seat=seat)
        assert [one[0] for one in found(log_of("big_two", [*events, called]))] == clauses


# ---- B2-6 Irregularities, B2-7 Rulings ---------------------------------------------------------------------------------


def test_b2_6_1_a_question_is_answered_truly() -> None:
    for answer, clauses in ((12, []), (11, ["B2-6.1"])):
        log = log_of("big_two", [*start(), *acts("0 3d"), CountAsked(seat=1, of=0, answer=answer)])
        assert [one[0] for one in found(log)] == clauses


def test_b2_6_4_size_height_and_sets() -> None:
    for text, name in (("1 4d 4c", "wrong_size"), ("1 4d 6d 7d", "invalid_combination")):
        assert [one[2] for one in told(played(f"0 3d, {text}, 2 p"))] == [name]
    low = audit(played("0 3d 3c, 1 4d 4c, 2 6c 6h, 3 9d 9h, 0 5d 5c"))
    assert [(one.name, one.at) for one in low.findings] == [("not_higher", 8)]


def test_b2_6_6_cards_shown_late_were_not_played() -> None:
    log = log_of("big_two", [*SWIFT, Shown(seat=1, cards=cards("4d"))])
    assert [clause for _, clause, _, _ in told(log)] == ["B2-6.6"]
    more = log_of("big_two", [*start(None), *acts("0 3d"), Shown(seat=0, cards=cards("4d"), all=True)])
    assert [name for _, _, name, _ in told(more)] == ["wrong_remainder"]


def test_a5_an_illegal_play_stands_unless_it_is_taken_back() -> None:
    events = [*start(), *acts("0 3d, 1 4d 4c"), TakenBack(seat=1), *acts("1 4d, 2 6c")]
    log = log_of("big_two", events)
    assert found(log) == []
    assert (fold(log).climb.table, fold(log).climb.turn, fold(log).places.count(1)) == (cards("6c"), 3, 12)
    assert [one[1] for one in told(log_of("big_two", [*start(), TakenBack(seat=1)]))] == ["A5"]
    other = [HandStarted(dealer=0), Dealt(each=13), *acts("0 3d"), TakenBack(seat=1)]
    assert [one[1] for one in told(log_of("big_two", other))] == ["A5"]  # a slip is no play that is put right
    early = [*start(), *acts("0 3d, 2 6c"), TakenBack(seat=2), *acts("1 4d, 2 6c")]
    assert found(log_of("big_two", early)) == []
    before = [*start(), *acts("0 3d, 1 4d 4c, 2 6c 6h"), TakenBack(seat=1, line=5)]
    assert fold(log_of("big_two", before)).places.count(1) == 13


def test_a5_the_play_that_ended_the_hand_is_taken_back() -> None:
    done = audit(log_of("big_two", [*SWIFT, TakenBack(seat=0)]))
    assert (done.results, done.state.totals) == ([], [0, 0, 0, 0])
    assert points(log_of("big_two", [*SWIFT, TakenBack(seat=0), SWIFT[-1]])) == [(0, 39, 39, 39)]


def test_a_single_card_may_be_written_as_played() -> None:
    log = log_of("big_two", [*start(), Played(seat=0, card=Card("3d")), *acts("1 4d")])
    assert (found(log), fold(log).climb.table) == ([], cards("4d"))


def test_who_comes_later_begins_without_a_total_and_who_is_not_there_is_dealt_nothing() -> None:
    rows = [HandStarted(dealer=0), Scored(counts=(0, 1, 2, 3)), Left(seat=3)]
    three = log_of("big_two", [*rows, HandStarted(), Scored(counts=(1, 0, 1))])
    assert (found(three), fold(three).totals) == ([], [1, 1, 3, 3])
    assert audit(three).results[-1].result.absent == (3,)
    other = log_of("big_two", [*rows, Joined(seat=3, player="new"), HandStarted(), Scored(counts=(1, 0, 1, 1))])
    assert fold(other).totals == [1, 1, 3, None]


def test_a_gap_accuses_nobody_and_what_is_hidden_changes_nothing() -> None:
    log = played("0 3d, 1 4d, 2 6c, 3 9d, 0 Td, 1 Ad")
    assert found(redact_log(log, PUBLIC, "copy")) == []
    assert found(log_of("big_two", [*start(None), *acts("0 3d"), Gap(), *acts("3 9s, 0 8s, 2 4d")])) == []


def test_b2_o_options_are_the_pages() -> None:
    options = vars(find("big_two").options.read({}))
    assert (options["target"], options["fry_thresholds"], options["tie"]) == (100, (10, 13), "shared")
    assert mask_of(PACK) == PACK_MASK
