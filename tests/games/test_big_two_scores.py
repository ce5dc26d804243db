"""Big Two: penalties, totals, score sheets (B2-4, B2-6.5)."""

from typing import Any

import pytest

from tests.builders import cards, found, log_of
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.big_two.scoring import penalty, winners
from upcard.engine.log import Log
from upcard.schemas.cards import PACK
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Laid, ResultCalled, Ruled, Scored, Shown

SWIFT: list[Base] = [HandStarted(dealer=0), Dealt(each=13), *[Laid(seat=0, cards=(card,)) for card in PACK[13:26]]]
"""Lines 2 to 16: seat 0 plays all its cards in a row, out of all turn, and is out; the others have 13 left."""


def sheet(*rows: Scored | tuple[int, ...], seats: int = 4, **options: Any) -> Log:
    """A score sheet, a row a hand, from line 2."""
    events = [row if isinstance(row, Scored) else Scored(counts=row) for row in rows]
    return log_of("big_two", events, seats=seats, options=options or None)


def points(done: Audit) -> list[tuple[int | None, ...]]:
    return [ended.result.points for ended in done.results]


def after_play(*events: Base, **options: Any) -> list[tuple[str, int, int, int | None]]:
    """What is found of events after a hand that was played, from line 17."""
    return [one for one in found(log_of("big_two", [*SWIFT, *events], options=options or None)) if one[1] > 16]


def test_b2x_10_the_target_reached_by_two_at_once() -> None:
    log = log_of("big_two", [Gap(hands=4), Scored(totals=(91, 97, 40, 71)), Scored(counts=(9, 3, 0, 13))])
    state = fold(log)
    assert (state.points, state.totals, state.over) == ([9, 3, 0, 39], [100, 100, 40, 110], True)
    assert winners(state) == [2]
    assert found(log) == []
    assert "p3 won" in find("big_two").scene(state).says


@pytest.mark.parametrize(("count", "due"), [(0, 0), (1, 1), (9, 9), (10, 20), (12, 24), (13, 39), (14, None)])
def test_b2_4_1_penalties(count: int, due: int | None) -> None:
    assert penalty(count, (10, 13)) == due


def test_b2_4_1_fry_thresholds() -> None:
    rows = sheet((0, 10, 11, 13))
    assert points(audit(rows)) == [(0, 20, 22, 39)]
    assert points(audit(sheet((0, 10, 11, 13), fry_thresholds=(11, 13)))) == [(0, 10, 22, 39)]
    assert points(audit(sheet((0, 10, 11, 13), fry_thresholds=(8, 10)))) == [(0, 30, 33, 39)]


def test_b2_4_1_zero_sum_payout_off_and_on() -> None:
    assert points(audit(sheet((0, 1, 2, 10)))) == [(0, 1, 2, 20)]
    assert points(audit(sheet((0, 1, 2, 10), zero_sum_payout=True))) == [(23, 19, 15, -57)]
    far = sheet((0, 13, 13, 13), (0, 13, 13, 13), (0, 13, 13, 13), (0, 13, 13, 13), zero_sum_payout=True)
    assert (fold(far).over, found(far)) == (False, [])


def test_b2_4_2_the_game_ends_at_the_target() -> None:
    assert [fold(sheet((0, 9, 1, 1), target=target)).over for target in (9, 10)] == [True, False]
    past = sheet((0, 9, 1, 1), (0, 1, 1, 1), (0, 1, 1, 1), target=9)
    assert found(past) == [("B2-6.5", 3, 3, None)]
    assert fold(past).totals == [0, 11, 3, 3]


def test_b2_4_3_tie_shared_and_extra_hand() -> None:
    rows = ((0, 4, 4, 9), (4, 0, 2, 9))
    assert fold(sheet(*rows, target=18)).over
    assert winners(fold(sheet(*rows, target=18))) == [0, 1]
    extra = sheet(*rows, (1, 0, 1, 1), target=18, tie="extra_hand")
    assert not fold(sheet(*rows, target=18, tie="extra_hand")).over
    assert (fold(extra).over, winners(fold(extra)), found(extra)) == (True, [1], [])


def test_b2_4_4_takes_all_off_and_on() -> None:
    row = Scored(counts=(3, 0, 1, 2), seat=0)
    assert points(audit(sheet(row, takes_all="on"))) == [(6, 0, 0, 0)]
    assert points(audit(sheet(row))) == [(3, 0, 1, 2)]
    assert found(sheet(row, takes_all="on")) == []
    assert found(sheet(row)) == [("B2-4.4", 2, 2, 0)]


def test_b2_7_3_the_winner_may_be_the_one_who_takes_all() -> None:
    done = audit(sheet(Scored(counts=(0, 1, 1, 1), seat=0), takes_all="on"))
    assert points(done) == [(3, 0, 0, 0)]
    assert done.results[0].result.won == (True, False, False, False)


def test_b2_7_3_takes_all_is_named_after_a_hand_that_was_played() -> None:
    for event in (Scored(seat=1, counts=(0, 13, 13, 13)), Ruled(what="takes_all", seat=1)):
        done = audit(log_of("big_two", [*SWIFT, event], options={"takes_all": "on"}))
        assert points(done) == [(0, 117, 0, 0)]
        assert done.state.totals == [0, 117, 0, 0]
        assert done.state.over


def test_b2_6_5_a_row_without_a_winner_and_one_with_two() -> None:
    done = audit(sheet((4, 6, 11, 11), (0, 0, 1, 2)))
    assert [(one.clause, one.kind, one.at) for one in done.findings] == [
        ("B2-6.5", "contradiction", 2),
        ("B2-6.5", "contradiction", 3),
    ]
    assert [ended.result.won for ended in done.results] == [(None,) * 4, (None, None, False, False)]
    assert points(done) == [(None,) * 4, (None, None, 1, 2)]


def test_b2_6_5_a_count_that_cannot_be_leaves_the_points_open() -> None:
    done = audit(sheet((0, 14, 1, 1), (0, 1, 1, 1)))
    assert [one.clause for one in done.findings] == ["B2-6.5"]
    assert done.state.totals == [0, None, 2, 2]


def test_b2_6_5_a_row_for_other_seats() -> None:
    done = audit(sheet((0, 1, 1)))
    assert [one.clause for one in done.findings] == ["B2-6.5"]
    assert points(done) == [(None,) * 4]


def test_b2_6_5_points_on_the_sheet() -> None:
    assert found(sheet(Scored(counts=(0, 10, 1, 13), points=(0, 20, 1, 39)))) == []
    assert found(sheet(Scored(counts=(0, 10, 1, 13), points=(0, 10, 1, 39)))) == [("B2-6.5", 2, 2, 1)]


def test_b2_6_5_points_alone_must_be_penalties_for_some_count() -> None:
    assert found(sheet(Scored(points=(0, 20, 1, 39)))) == []
    assert found(sheet(Scored(points=(0, 10, 1, 39)))) == [("B2-6.5", 2, 2, 1)]
    assert found(sheet(Scored(points=(0, 10, 1, 39)), fry_thresholds=(11, 13))) == []
    assert fold(sheet(Scored(points=(0, 20, 1, 39)))).counts == [0, 10, 1, 13]


def test_b2_6_5_column_totals_add_up() -> None:
    right = sheet(Scored(counts=(0, 1, 2, 3), totals=(0, 1, 2, 3)), Scored(counts=(1, 0, 1, 1), totals=(1, 1, 3, 4)))
    assert found(right) == []
    wrong = sheet(Scored(counts=(0, 1, 2, 3)), Scored(counts=(1, 0, 1, 1), totals=(1, 1, 3, 5)))
    assert found(wrong) == [("B2-6.5", 3, 3, 3)]
    alone = sheet(Scored(counts=(0, 1, 2, 3)), Scored(totals=(0, 1, 2, 4)))
    assert found(alone) == [("B2-6.5", 3, 3, 3)]
    assert fold(alone).hand == 1


def test_b2_6_5_totals_after_hands_not_known_say_nothing() -> None:
    log = log_of(
        "big_two", [Scored(counts=(0, 1, 2, 3)), Gap(hands=1), Scored(counts=(0, 1, 1, 1), totals=(9, 9, 9, 9))]
    )
    assert found(log) == []
    assert fold(log).totals == [9, 9, 9, 9]


def test_b2_6_5_what_was_written_is_compared_with_the_play() -> None:
    right = Scored(counts=(0, 13, 13, 13), points=(0, 39, 39, 39), totals=(0, 39, 39, 39))
    assert after_play(right) == []
    assert after_play(Scored(counts=(0, 13, 12, 13))) == [("B2-6.5", 17, 17, 2)]
    assert after_play(Scored(points=(0, 39, 39, 13))) == [("B2-6.5", 17, 17, 3)]
    assert after_play(Scored(totals=(0, 39, 39, 13))) == [("B2-6.5", 17, 17, 3)]
    state = fold(log_of("big_two", [*SWIFT, Scored(counts=(0, 13, 12, 13), points=(0, 39, 24, 39))]))
    assert (state.counts, state.totals, state.hand) == ([0, 13, 13, 13], [0, 39, 39, 39], 1)


def test_b2_6_5_thirteen_is_only_for_who_played_nothing() -> None:
    events = [HandStarted(dealer=0), Dealt(each=13), Laid(seat=0, cards=cards("3d")), Gap()]
    assert found(log_of("big_two", [*events, Scored(counts=(13, 0, 1, 1))])) == [("B2-6.5", 6, 6, 0)]
    assert found(log_of("big_two", [*events, Scored(counts=(12, 0, 1, 1))])) == []


def test_b2_6_5_a_hand_that_was_not_played_to_its_end_in_the_record() -> None:
    events = [HandStarted(dealer=0), Dealt(each=13), Laid(seat=0, cards=cards("3d"))]
    done = audit(log_of("big_two", [*events, Scored(counts=(12, 0, 1, 1))]))
    assert [one.kind for one in done.findings] == ["testimony"] * 3
    assert points(done) == [(24, 0, 1, 1)]


def test_b2_6_5_a_row_of_a_hand_that_began_is_that_hand() -> None:
    done = audit(
        log_of(
            "big_two", [HandStarted(dealer=1), Scored(counts=(1, 1, 1, 0)), HandStarted(), Scored(counts=(0, 1, 1, 1))]
        )
    )
    assert [(ended.hand, ended.result.dealer, ended.result.level) for ended in done.results] == [
        (1, 1, "sheet"),
        (2, 2, "sheet"),
    ]
    assert done.findings == []


def test_k_6_a_hand_after_a_gap_is_known_by_what_is_shown() -> None:
    events = [HandStarted(dealer=0), Dealt(each=13), Laid(seat=0, cards=cards("3d")), Gap()]
    events += [Shown(seat=1, cards=cards("4d 5d"), all=True), Scored(counts=(0, 3, 1, 1))]
    assert found(log_of("big_two", events)) == [("B2-6.5", 7, 7, 1)]


def test_k_6_a_void_row_counts_for_nothing() -> None:
    done = audit(sheet(Scored(void=True), (0, 1, 1, 1)))
    assert [(ended.result.counts, ended.result.points) for ended in done.results] == [
        (False, (0,) * 4),
        (True, (0, 1, 1, 1)),
    ]
    assert done.findings == []


def test_a_column_of_another_game() -> None:
    assert found(sheet(Scored(counts=(0, 1, 1, 1), tricks=(7, 6)))) == [("B2-6.5", 2, 2, None)]


def test_b2_2_6_who_is_called_the_winner_is_out_of_cards() -> None:
    played = [HandStarted(dealer=0), Scored(counts=(5, 0, 3, 2))]
    for seat, rows in ((0, [("B2-2.6", 4, 4, 0)]), (1, []), (7, [("B2-1.1", 4, 4, None)]), (None, [])):
        assert found(log_of("big_two", [*played, ResultCalled(result="winner", seat=seat)])) == rows
    over = [*played, HandStarted(), Scored(counts=(0, 5, 3, 13))]
    called = ResultCalled(result="won", seat=1)
    assert found(log_of("big_two", [*over, called], options={"target": 30})) == [], "the game was won, it may be"
    assert found(log_of("big_two", [*over, called])) == [("B2-2.6", 6, 6, 1)]
    assert found(log_of("big_two", [HandStarted(dealer=0), called])) == []
