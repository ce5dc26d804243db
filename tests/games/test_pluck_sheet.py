"""Pluck: rows of a score sheet (PL-5.1, PL-3.1, PL-8) that tell little, or what cannot be."""

from typing import Any

import pytest

from tests.builders import cards, fold, found
from tests.games.test_pluck import full_hand, gave, pluck_log, returned
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.games.pluck.sheet import can_be, points_of
from upcard.engine.log import Log
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Played, Scored, TrumpNamed, Voided


def sheet(*written: Scored, dealer: int | None = 0, **options: Any) -> Log:
    """A log of these rows. Row n is on line 1 + 2 n."""
    hands = [(HandStarted(dealer=None if n else dealer), row) for n, row in enumerate(written)]
    return pluck_log([event for pair in hands for event in pair], **options)


def row(**columns: Any) -> Scored:
    """A row."""
    return Scored(**columns)


# ---- Points alone --------------------------------------------------------------------------------------------------


def test_pl_8_wrong_plucks_are_proven_by_the_points_of_the_hand_before() -> None:
    for before in ({"points": (2, 0, 0)}, {"totals": (2, 0, 0)}):
        assert found(sheet(row(**before), row(plucks=(2, 0, 0), tricks=(4, 7, 6)))) == []
        assert found(sheet(row(**before), row(plucks=(3, 0, 0), tricks=(4, 7, 6)))) == [("PL-3.1", 5, 5, 0)]
        assert found(sheet(row(**before), row(plucks=(0, 0, 1), tricks=(4, 7, 6)))) == [("PL-3.1", 5, 5, 2)]
    must = sheet(row(points=(2, 0, 0)), row(plucks=(1, 0, 0), tricks=(4, 7, 6)), pluck_optional=False)
    assert found(must) == [("PL-3.6", 5, 5, None)]


def test_pl_3_1_of_two_that_had_no_points_either_may_have_been_short() -> None:
    begun: list[Base] = [HandStarted(dealer=0), Scored(points=(2, 0, 0)), HandStarted(), Dealt(each=17)]
    for victims in ((1, 1), (2, 2), (1, 2)):
        plucks = [event for victim in victims for event in (gave(None, 0, victim), returned(None, victim, 0))]
        assert found(pluck_log([*begun, *plucks])) == []
        assert found(pluck_log([*begun, *plucks, gave(None, 0, 1)])) == [("PL-3.1", 10, 10, 0)]
    assert found(pluck_log([*begun, gave(None, 1, 2)])) == [("PL-3.1", 6, 6, 1)]
    assert ("plucks", "p1 2 of p2 at most 2, p3 at most 2") in find("pluck").scene(fold(pluck_log(begun))).facts


@pytest.mark.parametrize(
    ("points", "excess"),
    [((0, 0, 0), [0, 0, 0]), ((2, 3, 0), [2, 3, -5]), ((10, 0, 0), [10, -6, -4]), ((6, 0, 0), [6, -6, -4])],
)
def test_pl_3_1_what_points_tell_of_plucks(points: tuple[int, ...], excess: list[int]) -> None:
    """With two above the third is short by both; with all at nothing each made its quota."""
    by_dealer = {(2, 3, 0): 1}
    state = fold(sheet(row(points=points), dealer=by_dealer.get(points, 0)))
    assert (state.told, state.excess) == (True, excess)


def test_pl_5_1_points_are_those_that_some_tricks_bring() -> None:
    """A naive count of all splits agrees."""
    splits = [(a, b, 17 - a - b) for a in range(18) for b in range(18 - a)]
    for dealer in range(3):
        possible = {points_of(split, dealer) for split in splits}
        for points in ((a, b, c) for a in range(15) for b in range(8) for c in range(8)):
            assert can_be(points, dealer) == (points in possible), (dealer, points)
    late = {points_of(split, 0) for split in splits if split[0] >= 9 and split[1] >= 2}
    assert all(can_be(points, 0, (9, 2, 0)) == (points in late) for points in {points_of(one, 0) for one in splits})


@pytest.mark.parametrize("points", [(3, 2, 1), (14, 0, 0), (11, 0, 0), (3, 2, 0)])
def test_pl_5_1_points_that_no_tricks_bring(points: tuple[int, ...]) -> None:
    log = sheet(row(points=points))
    assert found(log) == [("PL-5.1", 3, 3, None)]
    assert audit(log).results[0].result.points == (None, None, None)


def test_pl_5_1_points_below_those_that_were_made_already() -> None:
    """The play has given s0 nine tricks of its seven when it breaks off."""
    events = [*full_hand()[:51], Scored(points=(1, 1, 0))]
    assert found(pluck_log(events)) == [("PL-5.1", 53, 53, None)]
    assert found(pluck_log([*full_hand()[:51], Scored(points=(2, 1, 0))])) == []


# ---- Totals --------------------------------------------------------------------------------------------------------


def test_pl_5_1_totals_alone_tell_the_points() -> None:
    log = sheet(row(totals=(2, 0, 0)), row(totals=(2, 0, 3)), row(totals=(2, 0, 3)))
    assert found(log) == []
    assert [one.result.points for one in audit(log).results] == [(2, 0, 0), (0, 0, 3), (0, 0, 0)]


@pytest.mark.parametrize("totals", [(1, 0, 0), (5, 3, 1), (20, 0, 0)])
def test_pl_5_1_totals_that_cannot_follow(totals: tuple[int, ...]) -> None:
    log = sheet(row(totals=(2, 0, 0)), row(totals=totals))
    assert found(log) == [("PL-5.1", 5, 5, None)]
    assert audit(log).results[1].result.points == (None, None, None)


def test_pl_5_1_totals_of_another_number_of_seats() -> None:
    assert found(sheet(row(tricks=(9, 4, 4), totals=(2, 0)))) == [("PL-5.1", 3, 3, None)]


def test_pl_5_1_a_wrong_total_is_found_once_though_the_sheet_counts_on_from_it() -> None:
    first, second = row(tricks=(9, 4, 4), totals=(3, 0, 0)), row(tricks=(5, 7, 5), totals=(4, 0, 0))
    log = sheet(first, second, row(tricks=(4, 7, 6), totals=(4, 3, 0)))
    assert found(log) == [("PL-5.1", 3, 3, None)]
    assert fold(log).totals == [3, 3, 0]
    right = sheet(first, row(tricks=(5, 7, 5), totals=(3, 0, 0)), row(tricks=(4, 7, 6), totals=(4, 3, 0)))
    assert found(right) == [("PL-5.1", 3, 3, None), ("PL-5.1", 7, 7, None)], "put right, then wrong again"


def test_pl_5_1_wrong_points_and_the_total_made_of_them_are_one_mistake() -> None:
    assert found(sheet(row(tricks=(9, 4, 4), points=(1, 0, 0), totals=(1, 0, 0)))) == [("PL-5.1", 3, 3, None)]


# ---- Rows and the play ---------------------------------------------------------------------------------------------


def test_sheet_against_the_play_settles_nothing() -> None:
    """The row gives all tricks to s0; s1 had four when the play broke off. What the hand brought cannot be told."""
    log = pluck_log([*full_hand()[:30], Scored(tricks=(17, 0, 0))])
    assert [row[0] for row in found(log)] == ["PL-2.4"]
    assert audit(log).results[0].result.points == (None, None, None)
    assert fold(log).told is False


def test_sheet_tells_what_the_last_card_did_not() -> None:
    events = full_hand()
    events[-1] = Played(seat=2, card=cards("??")[0])
    state = fold(pluck_log(events))
    assert (state.points, state.told) == ([-1, -1, -1], False)
    log = pluck_log([*events, Scored(tricks=(9, 7, 1))])
    state = fold(log)
    assert (found(log), state.points, state.totals, state.excess) == ([], [2, 1, 0], [2, 1, 0], [2, 1, -3])
    assert [one.result.points for one in audit(log).results] == [(2, 1, 0)]
    assert [row[0] for row in found(pluck_log([*events, Scored(tricks=(17, 0, 0))]))] == ["PL-2.4"]


def test_pl_3_1_plucks_that_were_too_many_are_not_found_again_in_the_row_that_tells_them() -> None:
    before: list[Base] = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4)), HandStarted(), Dealt(each=17)]
    plucks = [event for _ in range(3) for event in (gave(None), returned(None))]
    for rest in ([], [TrumpNamed(seat=1, suit="h")]):
        events = [*before, *plucks, *rest, Scored(tricks=(9, 4, 4), plucks=(3, 0, 0))]
        assert found(pluck_log(events)) == [("PL-3.1", 10, 10, 0)]


def test_pl_2_5_a_row_may_tell_the_dealer() -> None:
    """Of the first hand, or after a void one; the other dealers follow."""
    rows = [row(tricks=(9, 4, 4), seat=0), row(void=True), row(tricks=(4, 7, 6), seat=2), row(tricks=(5, 8, 4))]
    log = sheet(*rows, dealer=None)
    assert found(log) == []
    assert [one.result.points for one in audit(log).results] == [(2, 0, 0), (0, 0, 0), (0, 3, 0), (0, 2, 0)]
    alone = fold(sheet(row(tricks=(9, 4, 4)), dealer=None))
    assert find("pluck").scene(alone).says == "the points of the hand cannot be told: nor who dealt it"
    for wrong in (0, 2, 3):
        log = sheet(row(tricks=(9, 4, 4)), row(tricks=(9, 4, 4), seat=wrong))
        assert found(log) == [("PL-2.5", 5, 5, None)]
        assert fold(log).points == [5, 0, 0]


# ---- Rows of no hand -----------------------------------------------------------------------------------------------


def test_a_row_of_no_hand_or_of_a_void_one_is_testimony() -> None:
    assert found(pluck_log([Scored(tricks=(9, 4, 4))])) == [("PL-5.1", 2, 2, None)]
    void: list[Base] = [HandStarted(dealer=0), Voided()]
    assert found(pluck_log([*void, Scored(tricks=(9, 4, 4))])) == [("PL-5.1", 4, 4, None)]
    assert found(pluck_log([*void, Scored(totals=(0, 0, 0))])) == []
    assert found(pluck_log([*full_hand(), Scored(void=True)])) == [("PL-5.1", 56, 56, None)]


def test_a_void_row_ends_a_hand_that_does_not_count() -> None:
    log = sheet(row(tricks=(9, 4, 4)), row(void=True), row(tricks=(4, 7, 6), points=(0, 3, 0), plucks=(2, 0, 0)))
    assert [one.result.counts for one in audit(log).results] == [True, False, True]
    assert found(log) == []
    assert fold(log).dealer == 2, "of the two that may deal after a void hand only s2 fits these points"


def test_a_row_after_a_gap_may_be_of_a_hand_that_was_missed() -> None:
    events = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4)), Gap(hands=1), Scored(tricks=(5, 8, 4), totals=(2, 2, 0))]
    assert found(pluck_log(events)) == []
    assert fold(pluck_log(events)).totals == [2, 2, 0]
