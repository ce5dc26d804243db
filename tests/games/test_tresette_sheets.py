"""Tresette: rows of a score sheet."""

from typing import Any

import pytest

from tests.builders import cards, fold, found
from tests.games.tresette_tables import tresette, trx_3
from upcard.engine.audit import audit
from upcard.schemas.events import Base, HandStarted, Played, Scored, Voided


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
    rows = [Scored(points=(16, 16)) for _ in range(2)]
    assert fold(sheet(*rows)).over is False
    assert fold(sheet(*rows, tie_at_target="draw")).over is True
    higher = [Scored(points=(17, 15)), Scored(points=(15, 16))]
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
