"""Tresette: rows of a score sheet."""

from typing import Any

import msgspec
import pytest

from tests.builders import cards, fold, found
from tests.games.tresette_tables import THREE_TWOS, TRX_3_TRICKS, tresette, tricks, trx_3
from upcard.engine.audit import audit
from upcard.schemas.events import Base, Gap, HandStarted, MeldsTold, Played, Scored, Voided


def sheet(*rows: Scored, **options: Any) -> Any:
    """A log of rows alone."""
    events: list[Base] = []
    for number, row in enumerate(rows):
        events += [HandStarted(dealer=0 if number == 0 else None), row]
    return tresette(*events, **options)


ROW = Scored(counts=(5, 15), aces=(1, 3), side=1, melds=(0, 3), points=(2, 12), totals=(2, 12))


def test_a_row_settles_its_hand() -> None:
    log = sheet(ROW)
    assert found(log) == []
    assert fold(log).totals == [2, 12]
    assert audit(log).results[0].result.level == "sheet"
    assert audit(log).results[0].result.points == (2, 12, 2, 12)


@pytest.mark.parametrize(
    ("row", "points"),
    [
        (Scored(counts=(10, 10), aces=(2, 2), side=0), (6, 5)),
        (Scored(counts=(11, 9), aces=(4, 0), side=1, melds=(3, 7)), (10, 11)),
        (Scored(points=(6, 5)), (6, 5)),
        (Scored(points=(9, 5, 9, 5)), (9, 5)),
        (Scored(counts=(10, 10), aces=(2, 2), side=0, points=(9, 5)), (9, 5)),
        (Scored(melds=(3, 0)), (None, None)),
        (Scored(totals=(9, 5)), (9, 5)),
        (Scored(totals=(9, 4)), (None, None)),
        (Scored(counts=(5, 15), aces=(1, 3), side=1, totals=(2, 12)), (2, 12)),
        (Scored(counts=(10, 10), aces=(2, 2)), (None, None)),
        (Scored(counts=(10, 9), aces=(2, 2), side=1), (None, None)),
    ],
)
def test_points_of_a_row(row: Scored, points: tuple[int | None, int | None]) -> None:
    assert audit(sheet(row)).results[0].result.points == (*points, *points)


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        (Scored(counts=(10, 9), aces=(2, 2), side=0), "TR-4.2"),
        (Scored(counts=(10, 10), aces=(2, 3), side=0), "TR-4.3"),
        (Scored(counts=(10, 10), aces=(2, 2), side=2), "TR-4.4"),
        (Scored(melds=(1, 0)), "TR-4.1"),
        (Scored(melds=(0, 5)), "TR-4.1"),
        (Scored(points=(6, 6)), "TR-4.5"),
        (Scored(points=(6, 4)), "TR-4.5"),
        (Scored(points=(9, 5), melds=(0, 4)), "TR-4.5"),
        (Scored(counts=(10, 10), aces=(2, 2), side=0, melds=(0, 0), points=(5, 6)), "TR-4.5"),
        (Scored(counts=(10, 10), aces=(2, 2), side=0, points=(7, 5)), "TR-4.5"),
        (Scored(melds=(24, 0)), "TR-4.1"),
        (Scored(melds=(10, 10)), "TR-4.1"),
        (Scored(points=(28, 0)), "TR-4.5"),
        (Scored(points=(2, 12), melds=(3, 0)), "TR-4.5"),
        (Scored(points=(2, 9), counts=(10, 10)), "TR-4.5"),
        (Scored(points=(7, 4), counts=(10, 10), aces=(2, 2), melds=(0, 0)), "TR-4.5"),
        (Scored(points=(0, 11), side=0), "TR-4.5"),
        (Scored(points=(6, 5, 6, 4)), "TR-4"),
        (Scored(counts=(10,)), "TR-4"),
        (Scored(points=(-1, 12)), "TR-4"),
        (Scored(points=(6, 5), totals=(7, 5)), "TR-4.6"),
    ],
)
def test_rows_that_cannot_be(row: Scored, clause: str) -> None:
    done = audit(sheet(row))
    assert [(one.kind, one.clause) for one in done.findings] == [("testimony", clause)]


def test_totals_go_on_from_row_to_row() -> None:
    rows = [Scored(points=(6, 5), totals=(6, 5)), Scored(points=(7, 4), totals=(13, 9))]
    assert found(sheet(*rows)) == []
    assert found(sheet(rows[0], Scored(points=(7, 4), totals=(12, 9)))) == [("TR-4.6", 5, 5, None)]


def test_tr_4_6_both_at_the_target() -> None:
    rows = [Scored(points=points) for points in ((8, 9), (9, 8), (8, 9), (9, 8))]
    assert fold(sheet(*rows)).over is False
    assert fold(sheet(*rows, tie_at_target="draw")).over is True
    higher = [*rows[:2], Scored(points=(8, 6)), Scored(points=(7, 8))]
    state = fold(sheet(*higher))
    assert (state.totals, state.over) == ([32, 31], True)


def test_a_row_of_a_hand_that_was_played_is_compared() -> None:
    assert found(tresette(*trx_3(), ROW)) == []
    assert found(tresette(*trx_3(), Scored(melds=(0, 3)))) == []
    wrong = [
        Scored(melds=(3, 0)), Scored(void=True),
        Scored(counts=(6, 14)), Scored(aces=(2, 2)), Scored(side=0), Scored(points=(3, 11)), Scored(totals=(2, 11)),
    ]  # fmt: skip
    for row in wrong:
        assert [one[1] for one in found(tresette(*trx_3(), row))] == [47], row


def test_a_row_in_the_middle_of_a_hand_settles_it() -> None:
    log = tresette(*trx_3()[:30], ROW)
    assert found(log) == []
    assert fold(log).totals == [2, 12]
    fewer = Scored(counts=(19, 1), aces=(4, 0), side=0)
    assert {row[0] for row in found(tresette(*trx_3()[:30], fewer))} == {"TR-4"}


def test_tr_6_1_melds_apart_are_worth_less() -> None:
    row = Scored(melds=(13, 0))
    assert found(sheet(row)) == []
    assert found(sheet(row, meld_overlap=False)) == [("TR-4.1", 3, 3, None)]


def test_a_row_of_a_hand_whose_points_are_not_known_is_compared_as_far_as_it_goes() -> None:
    events = trx_3()
    events[24] = Played(seat=2, card=cards("??")[0])
    assert found(tresette(*events, Scored(counts=(5, 15), aces=(1, 3)))) == []
    assert [row[:2] for row in found(tresette(*events, Scored(counts=(16, 4))))] == [("TR-4", 47)]


def test_a_row_of_a_hand_thrown_in() -> None:
    thrown = [*trx_3()[:9], Voided()]
    assert found(tresette(*thrown, Scored(points=(6, 5)))) == [("TR-4", 12, 12, None)]
    assert found(tresette(*thrown, Scored(void=True), HandStarted(), Scored(void=True, totals=(0, 0)))) == []
    assert found(tresette(*thrown, HandStarted(), Scored(void=True, totals=(6, 5)))) == [("TR-4.6", 13, 13, None)]


def test_a_void_row_and_a_row_alone() -> None:
    log = sheet(Scored(void=True))
    assert found(log) == []
    assert audit(log).results[0].result.counts is False
    assert fold(tresette(Scored(points=(6, 5)))).totals == [6, 5]


# ---- Rows that tell a part --------------------------------------------------------------------------------------------


def points(log: Any) -> list[tuple[int | None, ...]]:
    """The points of each hand, by side."""
    return [one.result.points[:2] for one in audit(log).results]


def test_tr_4_rows_of_one_hand_tell_together_what_it_came_to() -> None:
    log = sheet(Scored(counts=(10, 10), aces=(2, 2)))
    assert points(tresette(*(event for _, event in log.events), Scored(side=0))) == [(6, 5)]
    melds = tresette(HandStarted(dealer=0), Scored(counts=(10, 10), aces=(2, 2), side=0), Scored(melds=(3, 0)))
    assert (found(melds), points(melds)) == ([], [(9, 5)])


def test_tr_4_rows_of_one_hand_that_differ() -> None:
    for second in (Scored(points=(7, 4)), Scored(counts=(20, 0), aces=(4, 0), side=0), Scored(totals=(7, 4))):
        log = tresette(HandStarted(dealer=0), Scored(points=(6, 5)), second)
        assert found(log) == [("TR-4", 4, 4, None)], second
        assert points(log) == [(6, 5)]


def test_tr_4_a_row_tells_the_points_of_a_hand_with_cards_that_nobody_wrote_down() -> None:
    rows = [*TRX_3_TRICKS]
    rows[1], rows[6] = (1, "Kd 3d 2d ??"), (3, "2c ?? 3c Qs")  # the ace of clubs is in one of them
    played = [HandStarted(dealer=0), *tricks(rows)]
    for row, gained in (
        (Scored(points=(2, 9)), (2, 9)),
        (Scored(aces=(2, 2)), (3, 8)),
        (Scored(totals=(3, 8)), (3, 8)),
    ):
        log = tresette(*played, row)
        assert (found(log), points(log)) == ([], [gained])
    for row in (
        Scored(points=(4, 7)),
        Scored(aces=(3, 1)),
        Scored(counts=(9, 11)),
        Scored(side=0),
        Scored(melds=(3, 0)),
    ):
        assert [one[:2] for one in found(tresette(*played, row))] == [("TR-4", 43)], row


def test_tr_4_a_row_in_the_middle_of_a_hand_is_held_to_what_was_played() -> None:
    played = trx_3()[:30]
    for row in (Scored(points=(11, 0)), Scored(points=(0, 14)), Scored(aces=(4, 0))):
        log = tresette(*played, row)
        assert [one[:2] for one in found(log)] == [("TR-4", 32)], row
        assert points(log) == [(None, None)]
    told = tresette(*played, Scored(counts=(5, 15), aces=(1, 3), side=1))  # twos were announced; a false row has none
    assert (found(told), points(told)) == ([], [(None, None)])


def test_tr_4_1_melds_that_cannot_be_together() -> None:
    for melds in ((7, 7), (9, 9), (4, 9), (10, 4), (3, 13)):
        assert found(sheet(Scored(melds=melds))) == [("TR-4.1", 3, 3, None)], melds
    assert found(sheet(Scored(points=(16, 16)))) == [("TR-4.5", 3, 3, None)]  # all melds of 21 are one side's


def test_tr_4_6_totals_that_no_hand_brings() -> None:
    log = sheet(Scored(totals=(9, 4)))
    assert (found(log), fold(log).totals) == ([("TR-4.6", 3, 3, None)], [-1, -1])


def test_tr_4_6_totals_go_on_after_a_hand_that_nobody_knows() -> None:
    rows = [Scored(melds=(3, 0)), Scored(points=(6, 5), totals=(15, 16)), Scored(points=(7, 4), totals=(22, 21))]
    log = sheet(*rows)
    assert found(log) == [("TR-4.6", 7, 7, None)]
    assert fold(log).totals == [22, 20]
    less = sheet(rows[0], Scored(points=(6, 5), totals=(3, 16)))
    assert found(less) == [("TR-4.6", 5, 5, None)]


def test_tr_4_6_rows_after_hands_that_were_missed() -> None:
    rows = [Scored(points=(6, 5), totals=(20, 10)), HandStarted(), Scored(points=(6, 5), totals=(26, 16))]
    log = tresette(*trx_3()[:20], Gap(hands=1), *rows)
    assert points(log) == [(6, 5), (6, 5)]
    assert found(log) == [("TR-4.6", 25, 25, None)]


def test_tr_4_a_hand_thrown_in_brings_nothing() -> None:
    assert found(sheet(Scored(void=True, points=(6, 5)))) == [("TR-4", 3, 3, None)]


def test_tr_4_6_a_total_wrong_by_the_points_is_told_once() -> None:
    row = msgspec.structs.replace(ROW, points=(2, 11), totals=(2, 11))
    assert found(tresette(*trx_3(), row)) == [("TR-4", 47, 47, None)]


def test_tr_6_1_melds_told_after_the_row_of_a_hand() -> None:
    told = MeldsTold(seat=3, melds=(THREE_TWOS,))
    assert found(tresette(*trx_3(told=())[:30], Scored(points=(2, 9)), told)) == []
