"""Pope Joan: rows of a score sheet, beside the naive ledger of the deals they come from."""

from itertools import product
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.pope_joan_examples import e2
from tests.games.pope_joan_naive import POOLS, Ledger, session
from upcard.engine.audit import audit
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Closed, FinalDealt, HandStarted, Scored, TurnedUp, Voided


def rows_of(log: Log, *, points: bool, totals: bool) -> list[Base]:
    """The sheet of a session, with these columns."""
    ledger, rows = Ledger(log.header), list[Base]()
    for _, event in log.events:
        told = len(ledger.told)
        ledger.hear(event)
        if isinstance(event, HandStarted | FinalDealt | Closed):
            rows.append(event)
        elif isinstance(event, Voided):
            rows.append(Scored(void=True))
        elif len(ledger.told) > told:
            gains, purses = ledger.told[-1][0], ledger.purses
            rows.append(Scored(points=tuple(gains) if points else None, totals=tuple(purses) if totals else None))
    return rows


def sheets_are_clean(number: int) -> None:
    """A sheet of what was won is clean whatever columns it has, and what it tells of purses and board is true."""
    log = session(number, hands=4)
    ledger = Ledger(log.header)
    for _, event in log.events:
        ledger.hear(event)
    for (points, totals), dealers in product(((True, False), (False, True), (True, True)), (False, True)):
        rows = rows_of(log, points=points, totals=totals)
        if not dealers:
            rows = [HandStarted() if isinstance(row, HandStarted) else row for row in rows]
        done = audit(Log.of(log.header, rows))
        assert [one for one in done.findings if one.kind != "note"] == [], number
        for ended in done.results:
            gains = ledger.told[ended.hand - 1][0] if ended.hand <= len(ledger.told) else [0] * ledger.seats
            assert all(one in {None, two} for one, two in zip(ended.result.points, gains, strict=True)), number
            assert None not in ended.result.points or ended.result.says in {"final deal", "share of the board"}
        for at, pool in enumerate(POOLS if "" not in ledger.board else ()):
            if not done.state.unsure >> BOARD.pool(done.state, at) & 1:
                assert BOARD.contents(done.state)[at] == ledger.board[pool], (number, pool)


def test_pj_6_7_sheets_of_legal_play_are_clean() -> None:
    for number in range(120):
        sheets_are_clean(number)


@pytest.mark.check
def test_pj_6_7_sheets_of_legal_play_are_clean_often() -> None:
    for number in range(sessions(3000)):
        sheets_are_clean(number)


def found(points: tuple[int, ...], *before: Base, preset: str = "p001", **options: Any) -> list[tuple[str, int | None]]:
    """What is found in a row of a deal by seat 2, but for notes."""
    events = [*before, HandStarted(dealer=None if before else 2), Scored(points=points)]
    log = log_of("pope_joan", events, len(points), preset=preset, options=options or None)
    return [(one.clause, one.seat) for one in audit(log).findings if one.kind != "note"]


def test_pj_6_7_nobody_loses_more_than_a_deal_can_cost() -> None:
    most = 4 + 12 + 12
    assert found((most - 14, -most, 0)) == []
    assert found((most - 13, -most - 1, 0)) == [("PJ-6.7", 1)]
    assert found((0, most - 10, -most - 4)) == []  # the dealer dresses double
    assert found((most - 9, -most - 5, 0), pope_played_cap=8, pope_turnup_cap=4) == [("PJ-6.7", 1)]
    assert found((0, -4 - 12 - 24, 26), unplayed_pope="double") == []


def test_pj_6_8_the_players_win_whole_compartments() -> None:
    assert found((14, -21, -5), preset="p003") == []
    assert found((14, -21, -4), preset="p003") == [("PJ-6.8", None)]
    assert found((-42, 0, 0), preset="p003") == [("PJ-6.7", 0)]  # game alone
    carried = [HandStarted(dealer=1), Scored(points=(-18, -16, -8))]  # nothing but game was won
    assert found((-16, 34, -24), *carried, preset="p003") == []  # game, and three compartments of twelve
    assert found((-16, 40, -24), *carried, preset="p003") == [("PJ-6.8", None)]


def test_pj_5_4_what_lies_on_the_board_after_a_row_follows_where_one_way_fits() -> None:
    """The queen lies there only with both pairs: not where two compartments of seven are left."""
    for points, left in (
        ((-18, -16, -8), [6] * 7 + [0]),
        ((-16, 18, -2), [0] * 8),
        ((14, -21, -5), [None] * 5 + [0, None, 0]),
    ):
        log = log_of("pope_joan", [HandStarted(dealer=2), Scored(points=points)], 3, preset="p003")
        state = audit(log).state
        known = [
            None if state.unsure >> BOARD.pool(state, at) & 1 else BOARD.contents(state)[at] for at in range(len(POOLS))
        ]
        assert known == left


def test_pj_3_5_a_row_may_follow_the_card_turned_up() -> None:
    turned = [HandStarted(dealer=2), TurnedUp(card=Card("Qh"))]
    for points, clean in (((-16, -16, -4), True), ((-16, -16, -5), False)):
        log = log_of("pope_joan", [*turned, Scored(points=points)], 3, preset="p003")
        assert (audit(log).findings == []) is clean


def test_pj_6_7_a_sheet_of_purses_alone_tells_what_was_won() -> None:
    rows = [HandStarted(dealer=2), Scored(totals=(34, 17, 35)), HandStarted(), Scored(totals=(14, 15, 33))]
    done = audit(log_of("pope_joan", rows, 3, preset="p003", buy_in=40))
    assert [ended.result.points for ended in done.results] == [(-6, -23, -5), (-20, -2, -2)]
    assert [(one.clause, one.at) for one in done.findings] == [("PJ-6.8", 3)]
    assert [purse(done.state, seat) for seat in range(3)] == [14, 15, 33]
    unknown = audit(log_of("pope_joan", rows, 3, preset="p003"))
    assert unknown.results[0].result.points == (None, None, None)


def test_pj_6_8_totals_of_a_deal_that_was_played_are_its_purses() -> None:
    for totals, expected in (((45, 74, 31), []), ((45, 74, 30), [2]), ((45, 74), [None])):
        for settled in (e2(), [HandStarted(dealer=2), Scored(points=(-5, 24, -19))]):
            rows = [*settled, Scored(totals=totals)]
            done = audit(log_of("pope_joan", rows, 3, preset="p001", buy_in=50))
            assert [one.seat for one in done.findings] == expected, done.findings


def test_pj_6_8_what_the_players_have_together_needs_no_dealer() -> None:
    for last, expected in ((1, [("PJ-6.8", 7)]), (0, [])):
        rows: list[Base] = []
        for points in ((-5, 24, -19), (-6, 2, 2), (1, 1, last)):
            rows += [HandStarted(), Scored(points=points)]
        done = audit(log_of("pope_joan", rows, 3, preset="p001"))
        assert [(one.clause, one.at) for one in done.findings] == expected
    only = audit(log_of("pope_joan", [HandStarted(), Scored(points=(-4, -4, -6))], 3, preset="p001"))
    assert BOARD.contents(only.state) == [6, 2, 2, 1, 1, 1, 1, 0]
