"""Popcorn: a slip of the scribe among lays, where turn and rank show it, accuses nobody."""

import random
from typing import Any

import msgspec
import pytest

from tests import slips
from tests.builders import log_of
from tests.experiments import session, sessions
from tests.games.popcorn_tables import HANDS, acts, game, rows, sizes, start
from tests.games.test_popcorn_experiments import TABLES, quick
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Claimed, Left

NONE: Any = None


def test_pc_3_2_a_lay_left_out_is_told_by_turn_and_rank() -> None:
    assert rows(game("0 1A, 2 13, 3 14", NONE)) == [("PC-3.2", "lay_not_written", 5, 5, None)]
    assert sizes(game("0 1A, 2 13, 3 14", NONE)) == ([12, (9, 12), 12, 12], (4, 7))
    assert rows(game("0 1A, 3 14, 0 15", NONE)) == [("PC-3.2", "lay_not_written", 5, 5, None)]  # two of them


def test_pc_3_2_the_lay_that_nobody_saw_may_have_been_the_first() -> None:
    assert rows(game("1 12, 2 13", NONE, first=None)) == [("PC-3.2", "lay_not_written", 4, 4, None)]
    assert rows(game("1 14, 2 15", NONE, first=None)) == [("PC-6.1", "wrong_rank", 4, 4, 1)]


@pytest.mark.parametrize("rank", ["2", "3", "K"])
def test_pc_1_2_a_lay_of_a_seat_that_is_not_there_comes_to_an_end(rank: str) -> None:
    """Whatever its rank: no number of lays left out would bring the turn to it."""
    assert rows(game(f"0 1A, 5 1{rank}, 2 13", NONE))[0] == ("PC-1.2", "no_such_seat", 5, 5, None)
    assert rows(game(f"5 1{rank}", NONE, first=None))[0] == ("PC-1.2", "no_such_seat", 4, 4, None)


def test_pc_3_2_two_lays_in_the_wrong_order_are_told_once() -> None:
    assert rows(game("0 1A, 2 13, 1 12, 3 14, 0 15", NONE)) == [("PC-3.2", "lay_not_written", 5, 5, None)]


def test_pc_3_2_what_was_said_of_a_call_of_the_missing_lay_is_withdrawn() -> None:
    log = game("0 1A, 0 call, turn 2h 2s, 2 13", NONE)
    assert rows(log) == [("PC-3.2", "lay_not_written", 7, 7, None)]


def test_pc_3_2_a_lay_written_for_the_wrong_seat_is_told_by_the_next() -> None:
    assert rows(game("0 1A, 3 12, 2 13, 3 14", NONE)) == [("PC-3.2", "lay_misread", 5, 6, None)]
    assert rows(game("0 1A, 3 12, 0 13, 1 14", NONE)) == [("PC-6.1", "lay_out_of_turn", 5, 5, 3)]
    assert sizes(game("0 1A, 3 12, 2 13, 3 14", NONE)) == ([12, 12, 12, 12], 4)


def test_pc_3_2_a_rank_written_wrongly_is_told_by_the_next() -> None:
    assert rows(game("0 1A, 1 19, 2 13, 3 14", NONE)) == [("PC-3.2", "lay_misread", 5, 6, None)]
    assert rows(game("0 1A, 1 19, 2 1T, 3 1J", NONE)) == [("PC-6.1", "wrong_rank", 5, 5, 1)]


def test_g_5_a_lay_of_the_cards_of_whose_turn_it_is_was_written_for_another() -> None:
    log = game("0 1A As, 3 12 2h, 2 13 3s")
    assert rows(log) == [("G-5", "written_for_another", 5, 5, None)]
    assert sizes(log) == ([12, 12, 12, 13], 3)


def test_pc_6_1_a_call_written_for_the_wrong_seat_is_told_by_who_took_the_pile() -> None:
    assert rows(game("0 1A, 0 call, turn As, 2 took", NONE)) == [("PC-6.1", "call_misread", 7, 7, None)]
    only = game("0 1A, 3 call, turn As, 1 took", NONE, caller="next_only")
    assert rows(only) == [("PC-6.1", "call_misread", 7, 7, None)]
    assert rows(game("0 1A, 3 call, turn As, 3 took", NONE, caller="next_only")) == [
        ("PC-A11", "wrong_caller", 5, 5, 3)
    ]


def test_pc_6_1_where_a_pile_may_have_gone_to_another_nobody_is_sure_to_be_out() -> None:
    hands = ("As 9s", "2c 3c", "Kd 4h")
    log = game("0 1A As, 1 12 2c, 1 call, turn 2c", hands, seats=3)
    assert all(name != "continued_after_win" for _, name, *_ in rows(log))
    wrong = game("0 2A As 9s, 1 call, turn As 9s, 1 took, 1 12 2c", hands, seats=3)
    assert ("PC-6.1", "wrong_taker", 7, 7, 1) in rows(wrong)


def test_pc_4_3_a_seat_that_was_left_may_be_passed_over() -> None:
    before = acts("0 1A")
    for then in ("2 12, 3 13", "1 12, 2 13"):
        log = log_of("popcorn", [*start(None), *before, Left(seat=1), *acts(then)], seats=4)
        assert rows(log) == []
    after = [*start(None), *before, Left(seat=1), *acts("3 12")]
    assert rows(log_of("popcorn", after, seats=4)) == [("PC-6.1", "lay_out_of_turn", 6, 6, 3)]
    called = [*start(None), *before, Left(seat=1), *acts("2 call")]
    assert rows(log_of("popcorn", called, seats=4, options={"caller": "next_only"})) == []


def test_pc_6_7_a_deal_written_behind_the_first_lay_is_told_once() -> None:
    begun = start(HANDS)
    log = log_of("popcorn", [begun[0], *acts("0 1A As"), begun[1], *acts("1 12 2h, 2 13 3s")], seats=4)
    assert [row[1] for row in rows(log)] == ["dealt_amid"]


def misread(events: list[Base], at: int, rng: random.Random, seats: int) -> list[Base]:
    """A lay written for another seat."""
    lay: Any = events[at]
    seat = rng.choice([seat for seat in range(seats) if seat != lay.seat])
    return [*events[:at], msgspec.structs.replace(lay, seat=seat), *events[at + 1 :]]


def amid(events: list[Base]) -> list[int]:
    """Lays with two lays before them and two behind."""
    return [
        at for at in range(2, len(events) - 2) if all(isinstance(event, Claimed) for event in events[at - 2 : at + 3])
    ]


def slips_accuse_nobody(numbers: range) -> None:
    """Lays among lays, written for another seat, left out, or two in the wrong order."""
    tried = 0
    for number in numbers:
        seats, options = TABLES[number % len(TABLES)]
        setup = Setup(game="popcorn", seats=seats, options=options, seed=number)
        log = session(setup, hands=1, ordinal=number, player=quick)
        events, rng = [event for _, event in log.events], random.Random(number)
        places = [at for at in amid(events) if at > 8]
        if not places:
            continue
        at = rng.choice(places)
        for spoiled in (slips.left_out(events, at), slips.swapped(events, at), misread(events, at, rng, seats)):
            record = Log.of(log.header, spoiled)
            for seen in (record, redact_log(record, PUBLIC, "copy")):
                found = audit(seen).findings
                assert {one.kind for one in found} <= {"contradiction", "note"}, (number, at, found)
                tried += 1
    assert tried > 3 * len(numbers)


def test_pc_3_2_a_slip_among_lays_accuses_nobody() -> None:
    slips_accuse_nobody(range(60))


@pytest.mark.check
def test_pc_3_2_a_slip_among_lays_accuses_nobody_in_many_sessions() -> None:
    slips_accuse_nobody(range(60, 60 + sessions(900)))
