"""Rows of score sheets, over all games by what they declare: the row of a played hand agrees with the play, and tells the same in
its place; a wrong figure is found in its row and accuses no other.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import few_or_many
from tests.games.games import GAMES, session
from tests.games.sheets import (
    Numbers,
    figures,
    in_place,
    is_open_in,
    numbers_of,
    one_column,
    played,
    rows_of,
    some_columns,
    with_rows,
    written,
    wrong_figure,
)
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.events import Gap, HandStarted, Scored

each_game = pytest.mark.parametrize("game", [game for game in GAMES if find(game).sheet])
some_and_many = few_or_many(6, 60, 600)


def sheets(game: str, count: int) -> Iterator[tuple[random.Random, Log, dict[int, Scored]]]:
    """Legal sessions, with the row that each of their hands comes to."""
    for number in range(count):
        log = played(session(game, number, hands=3))
        yield random.Random(f"{game} {number}"), log, rows_of(log)


def told(done: Audit) -> list[Any]:
    """What is found, but for notes."""
    return [one for one in done.findings if one.kind != "note"]


def agree(found: Numbers, truth: Numbers) -> bool:
    """Whether no number is told of a hand that is not so; what is not known agrees with all."""
    return all(
        one is None or one == true
        for hand, numbers in found.items()
        for some, all_ in zip(numbers, truth[hand], strict=True)
        for one, true in zip(some, all_, strict=True)
    )


@each_game
@some_and_many
def test_the_row_of_a_hand_agrees_with_its_play_whatever_columns_it_leaves_out(game: str, count: int) -> None:
    for rng, log, rows in sheets(game, count):
        truth = numbers_of(audit(log))
        for kept in (rows, {hand: some_columns(rng, row) for hand, row in rows.items()}):
            done = audit(with_rows(log, kept)[0])
            assert told(done) == [], (log.header, kept)
            assert numbers_of(done) == truth, (log.header, kept)


@each_game
@few_or_many(2, 20, 200)
def test_a_gap_before_the_row_of_a_hand_has_missed_nothing_where_that_row_says_what_the_hand_came_to(
    game: str, count: int
) -> None:
    for _, log, rows in sheets(game, count):
        events = [event for _, event in with_rows(log, rows)[0].events]
        again = [one for event in events for one in ((Gap(), event) if isinstance(event, Scored) else (event,))]
        done = audit(Log.of(log.header, again))
        assert told(done) == [], log.header
        assert numbers_of(done) == numbers_of(audit(log)), log.header


@each_game
@some_and_many
def test_the_row_of_a_hand_in_place_of_its_play_tells_the_same(game: str, count: int) -> None:
    for rng, log, rows in sheets(game, count):
        truth = numbers_of(audit(log))
        some = rng.sample(list(rows), rng.randint(0, len(rows)))
        for hands in (list(rows), some):
            done = audit(in_place(log, rows, hands)[0])
            found = numbers_of(done)
            assert told(done) == [], (log.header, hands, rows)
            assert agree(found, truth), (log.header, hands, rows)
            for hand in hands:
                columns = written(rows[hand])
                assert "points" not in columns or found[hand][0] == truth[hand][0], (log.header, hand, rows)
                assert "totals" not in columns or found[hand][2] == truth[hand][2], (log.header, hand, rows)


@each_game
@some_and_many
def test_a_row_in_place_of_play_with_columns_left_out_tells_nothing_that_is_not_so(game: str, count: int) -> None:
    for rng, log, rows in sheets(game, count):
        truth = numbers_of(audit(log))
        kept = {hand: some_columns(rng, row) for hand, row in rows.items()}
        done = audit(in_place(log, kept, list(rows))[0])
        assert told(done) == [], (log.header, kept)
        assert agree(numbers_of(done), truth), (log.header, kept)


@pytest.mark.parametrize("game", [game for game in GAMES if hasattr(find(game).state, "totals")])
def test_totals_that_are_written_after_hands_that_were_missed_are_those_of_that_hand(game: str) -> None:
    ((_, log, rows),) = sheets(game, 1)
    last = rows[max(rows)]
    for row in (last, Scored(totals=last.totals)):
        events = [HandStarted(dealer=0), Gap(hands=2), HandStarted(), row]
        assert audit(Log.of(log.header, events)).results[-1].result.totals == audit(log).results[-1].result.totals


@pytest.mark.parametrize(
    ("game", "clause", "row"),
    [
        ("hasenpfeffer", "HP-4.2", Scored(seat=0, amount=4, tricks=(4, 2), totals=(10, 11))),
        ("pluck", "PL-5.2", Scored(totals=(21, 3, 4))),
        ("tresette", "TR-4.6", Scored(totals=(33, 20))),
    ],
)
def test_totals_that_are_written_may_decide_a_session(game: str, clause: str, row: Scored) -> None:
    events = [Gap(hands=2), HandStarted(dealer=1), row, HandStarted()]
    done = audit(log_of(game, events, seats=find(game).seats[0]))
    assert [(one.clause, one.at) for one in done.findings] == [(clause, 5)]


@pytest.mark.parametrize(
    ("game", "row", "says"),
    [
        ("hasenpfeffer", Scored(tricks=(4, 3)), "tricks 4 3 was written; that cannot be: there are six tricks"),
        ("pluck", Scored(tricks=(9, 5, 4)), "tricks 9 5 4 was written; that cannot be: there are seventeen tricks"),
        (
            "court_piece",
            Scored(tricks=(9, 5)),
            "tricks 9 5 was written; that cannot be",
        ),  # the column has no rule of its own
    ],
)
def test_of_a_figure_that_no_hand_can_bring_the_rule_of_its_column_is_said(game: str, row: Scored, says: str) -> None:
    seats = find(game).seats[0]
    assert [one.says for one in audit(log_of(game, [HandStarted(dealer=0), row], seats)).findings] == [says]


def test_who_deals_next_is_known_where_a_row_leaves_open_what_its_hand_came_to() -> None:
    row = Scored(seat=1)  # who declared; what was paid is not known
    events = [HandStarted(dealer=2), row, HandStarted(), row, HandStarted(), row]
    results = [one.result for one in audit(log_of("calabrasella", events, seats=3)).results]
    assert [one.points for one in results] == [(None, None, None)] * 3
    assert [one.dealer for one in results] == [2, 0, 1]


@each_game
@some_and_many
def test_rows_of_one_column_each_leave_open_what_they_do_not_tell(game: str, count: int) -> None:
    for number in range(count):
        log = played(session(game, number, hands=5))
        rng, rows, truth = random.Random(f"{game} {number}"), rows_of(log), numbers_of(audit(log))
        column = rng.choice(sorted({name for row in rows.values() for name in written(row)}))
        kept = {hand: one_column(row, column) for hand, row in rows.items()}
        done = audit(in_place(log, kept, list(rows))[0])
        assert told(done) == [], (log.header, kept)
        assert agree(numbers_of(done), truth), (log.header, kept)


@each_game
@some_and_many
def test_one_wrong_figure_is_found_in_the_row_of_a_played_hand_and_nowhere_else(game: str, count: int) -> None:
    for rng, log, rows in sheets(game, count):
        there = [hand for hand, row in rows.items() if figures(row)]
        if not there:
            continue
        hand = rng.choice(there)
        column, wrong = wrong_figure(rng, rows[hand])
        spoiled, lines = with_rows(log, rows | {hand: wrong})
        found = told(audit(spoiled))
        assert "breach" not in {one.kind for one in found}, (log.header, column, wrong, found)
        assert {one.at for one in found} <= {lines[hand]}, (log.header, column, wrong, found)
        assert found or is_open_in(log, hand, column), (log.header, column, wrong)


@each_game
@some_and_many
def test_one_wrong_figure_of_a_sheet_alone_that_its_row_contradicts_is_told_there_alone(game: str, count: int) -> None:
    for rng, log, rows in sheets(game, count):
        there = [hand for hand, row in rows.items() if figures(row)]
        if not there:
            continue
        hand = rng.choice(there)
        column, wrong = wrong_figure(rng, rows[hand])
        spoiled, lines = in_place(log, rows | {hand: wrong}, list(rows))
        found = told(audit(spoiled))
        at = {one.at for one in found}
        assert "breach" not in {one.kind for one in found}, (log.header, column, wrong, found)
        # A figure that its own row does not contradict may show by what a later row cannot be, and is told there.
        assert at <= {lines[hand]} or lines[hand] not in at, (log.header, column, wrong, rows, found)
