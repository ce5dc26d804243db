"""Hasenpfeffer: slips of the scribe: a line left out, written twice, in the wrong order or for the wrong seat."""

import random
from collections.abc import Callable, Iterator

import pytest

from tests.builders import cards, fold, found, trick
from tests.experiments import session, sessions
from tests.games.hasenpfeffer_tables import bids, dealt, hpx_8, table
from tests.games.test_hasenpfeffer_experiments import passing
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Base,
    Bid,
    Closed,
    Discarded,
    HandStarted,
    Passed,
    Played,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

XR = cards("Xr")
PASSED_OUT: list[Base] = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), Shown(seat=3, cards=XR)]
FORCED: list[Base] = [*PASSED_OUT, TrumpNamed(seat=3, suit="h"), Discarded(seat=3, cards=cards("Kd"))]
WHOLE: list[Base] = [*hpx_8()[:6], Took(seat=1, place="widow", cards=cards("Ad")), *hpx_8()[6:]]
"""HPX-8 with the widow taken: begun at 0, dealt at 1, bids to 5, exchange to 8, then 24 plays."""


def records(events: list[Base]) -> Iterator[Log]:
    """With all hands, as all saw it, and as the declarer saw it."""
    log = table(events)
    return iter((log, redact_log(log, PUBLIC, "public"), redact_log(log, 1, "declarer")))


def clauses(log: Log) -> list[str]:
    """What is found, without notes, by clause."""
    return [row[0] for row in found(log)]


# ---- A line written twice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(1, len(WHOLE)))
def test_a_line_written_twice_is_one_finding_and_changes_nothing(at: int) -> None:
    for record in records([*WHOLE[: at + 1], *WHOLE[at:], HandStarted()]):
        assert len(found(record)) == 1, found(record)
        assert [one.result.points for one in audit(record).results] == [(3, -4, 3, -4)]
        if at > 8:
            assert clauses(record) == ["G-5"]


@pytest.mark.parametrize("at", range(1, len(FORCED)))
def test_hp_2_2_a_line_written_twice_before_a_forced_bid(at: int) -> None:
    for record in records([*FORCED[: at + 1], *FORCED[at:]]):
        assert len(found(record)) <= 1, found(record)
        assert (fold(record).declarer, fold(record).contract) == (3, 3)


def test_hp_4_2_a_hand_that_begins_twice_with_its_dealer_loses_no_points() -> None:
    """The line was written twice, or the cards were dealt again: neither brings points."""
    done = audit(table([*hpx_8(), HandStarted(dealer=1), HandStarted(dealer=1)]))
    assert [(one.clause, one.name) for one in done.findings] == [("HP-3.2", "hand_not_finished")]
    assert done.state.totals == [3, -4]
    assert fold(table([*hpx_8(), HandStarted(), HandStarted(dealer=2)])).totals == [None, None]


# ---- A line left out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(9))
def test_a_line_before_play_left_out_is_at_most_one_finding(at: int) -> None:
    for record in records([*WHOLE[:at], *WHOLE[at + 1 :], HandStarted(dealer=1)]):
        assert len(found(record)) == (at in {0, 2, 3, 4, 5, 7}), (at, found(record))


@pytest.mark.parametrize("at", range(len(FORCED)))
def test_hp_2_2_a_line_left_out_before_a_forced_bid_is_at_most_one_finding(at: int) -> None:
    events = [*FORCED[:at], *FORCED[at + 1 :], *trick(3, "Xr")]
    for record in records(events):
        assert len(found(record)) <= 1, (at, found(record))
        if at != 6:
            assert (fold(record).declarer, fold(record).contract) == (3, 3), at


@pytest.mark.parametrize("at", range(9, 33))
def test_a_play_left_out_is_few_findings_and_no_score(at: int) -> None:
    for record in records([*WHOLE[:at], *WHOLE[at + 1 :], HandStarted(dealer=1)]):
        assert set(clauses(record)) <= {"G-13", "HP-3.2"}
        assert 1 <= len(found(record)) <= 3
        assert audit(record).results == []
        assert fold(record).totals == [None, None]


def test_hp_2_1_who_was_passed_over_and_declares_may_have_bid_more() -> None:
    start = [HandStarted(dealer=0), *bids(1, 3), *bids(3, 0, 0)]
    for act in (Took(seat=2, place="widow"), TrumpNamed(seat=2, suit="h")):
        record = table([*start, act])
        assert [row[:2] for row in found(record)] == [("HP-2.1", 4)]
        assert (fold(record).declarer, fold(record).contract) == (2, -1)
    assert fold(table([*start, TrumpNamed(seat=1, suit="h")])).contract == 3


def test_hp_1_1_cards_dealt_or_bids_begin_a_hand_of_which_nobody_wrote_that_it_began() -> None:
    row: list[Base] = [HandStarted(dealer=3), Scored(seat=1, amount=4, tricks=(3, 3))]
    for missing in (1, 2):
        log = table([*row, *hpx_8()[missing:], HandStarted()])
        assert [row[:2] for row in found(log)] == [("G-5", 4)]
        assert [one.result.points[:2] for one in audit(log).results] == [(3, -4), (3, -4)]
        assert fold(log).totals == [6, -8]


# ---- Two lines in the wrong order ----------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(9))
def test_two_lines_before_play_in_the_wrong_order_are_at_most_one_finding(at: int) -> None:
    events = [*WHOLE, HandStarted()]
    events[at : at + 2] = reversed(events[at : at + 2])
    for record in records(events):
        assert len(found(record)) <= 1, (at, found(record))
        assert [one.result.points for one in audit(record).results] == [(3, -4, 3, -4)]


@pytest.mark.parametrize("at", range(9, 32))
def test_two_plays_in_the_wrong_order_are_one_turn_that_was_not_kept(at: int) -> None:
    events = [*WHOLE, HandStarted(dealer=1)]
    if events[at].seat == events[at + 1].seat:
        return
    events[at : at + 2] = reversed(events[at : at + 2])
    for record in records(events):
        assert [row[:2] for row in found(record) if row[0] != "HP-3.2"] == [("G-13", at + 2)]
        assert {one.result.points for one in audit(record).results} <= {(3, -4, 3, -4), (None,) * 4}


def test_hp_2_1_a_bid_of_who_was_passed_over_is_held_to_its_turn() -> None:
    start = [HandStarted(dealer=0)]
    swapped = [*start, *bids(2, 3), *bids(1, 2), *bids(3, 0, 0)]
    assert [row[:2] for row in found(table(swapped))] == [("HP-2.1", 3)]
    assert (fold(table(swapped)).declarer, fold(table(swapped)).contract) == (2, 3)
    equal = [*start, *bids(2, 3), *bids(1, 3)]
    assert [row[:2] for row in found(table(equal))] == [("HP-2.1", 3), ("HP-2.1", 4)]
    low = [*start, *bids(1, 3), *bids(3, 4), *bids(2, 2)]
    assert [row[:2] for row in found(table(low))] == [("HP-2.1", 4), ("HP-2.1", 5)]


def test_hp_2_1_a_word_behind_the_widow_is_told_of_once() -> None:
    start = [HandStarted(dealer=0), *bids(1, 2, 0, 0)]
    passed = table([*start, Took(seat=1, place="widow"), Passed(seat=0)])
    assert [row[:2] for row in found(passed)] == [("HP-2.3", 6)]
    bid = table([*start, Took(seat=0, place="widow"), Bid(seat=0, amount=4)])
    assert [row[:2] for row in found(bid)] == [("HP-2.3", 6)]
    assert (fold(bid).declarer, fold(bid).contract) == (0, 4)
    other = table([*start, Took(seat=1, place="widow"), Bid(seat=0, amount=4)])
    assert [row[:2] for row in found(other)] == [("HP-2.3", 6), ("HP-2.1", 7)]


def test_hp_4_2_the_last_card_behind_the_beginning_of_the_next_hand() -> None:
    events = [*hpx_8()[:-1], HandStarted(), hpx_8()[-1], dealt(), *bids(2, 0)]
    for record in records(events):
        assert [(row[0], row[1]) for row in found(record)] == [("HP-3.2", 33), ("HP-2.3", 34)]


# ---- A line for the wrong seat -------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(9, 33))
def test_a_play_written_for_another_seat_is_no_revoke(at: int) -> None:
    play = WHOLE[at]
    assert isinstance(play, Played)
    for step in (1, 2, 3):
        wrong = Played(seat=(play.seat + step) % 4, card=play.card)
        events = [*WHOLE[:at], wrong, *WHOLE[at + 1 :]]
        assert found(table(events)) == [("G-5", at + 2, at + 2, None)]  # the list has it where it was to be played
        for record in list(records(events))[1:]:
            rows = found(record)
            assert {row[0] for row in rows} <= {"G-13", "G-5"}, rows
            assert {("G-13", at + 2, at + 2, wrong.seat), ("G-5", at + 2, at + 2, None)} & set(rows)


def test_hp_2_3_trump_named_for_another_is_told_once_and_the_high_bidder_names_it_after_all() -> None:
    events = [*hpx_8()[:6], TrumpNamed(seat=2, suit="s"), TrumpNamed(seat=1, suit="h")]
    state = fold(table(events))
    assert (state.trump, found(table(events))) == ("h", [("HP-2.3", 8, 8, 2)])
    goes_on = [*hpx_8()[:6], TrumpNamed(seat=2, suit="s"), Took(seat=2, place="widow"), Discarded(seat=2)]
    assert found(table(goes_on)) == [("HP-2.3", 8, 8, 2)]


def test_hp_2_1_the_first_to_speak_sits_left_of_a_dealer_who_could_be() -> None:
    """After a misdeal the same seat deals again, or the next: nobody else's left speaks first."""
    start: list[Base] = [HandStarted(dealer=0), *bids(1, 2), Voided(why="misdeal"), HandStarted()]
    for seat in (1, 2):
        assert found(table([*start, *bids(seat, 0)])) == []
        assert fold(table([*start, *bids(seat, 0)])).dealer == (seat + 3) % 4
    for seat in (0, 3):
        assert found(table([*start, *bids(seat, 0)])) == [("HP-2.1", 6, 6, seat)]


# ---- HP-3.2 Who leads, where a trick is not known ------------------------------------------------------------------


def test_hp_3_2_nobody_leads_who_cannot_have_won() -> None:
    plays = [Played(seat=0, card=cards("As")[0]), Played(seat=1, card=UNKNOWN), *trick(2, "Ts Qs")]
    start = [HandStarted(dealer=3), *bids(0, 3, 0, 0, 0), TrumpNamed(seat=0, suit="s"), Discarded(seat=0), *plays]
    for seat in range(4):
        log = table([*start, *trick(seat, "9d")])
        assert found(log) == ([] if seat in {0, 1} else [("G-13", 13, 13, seat)])
        assert fold(log).taken == ([1, 0] if seat == 0 else [0, 1] if seat == 1 else [0, 0])


def test_hp_3_2_who_led_in_the_turn_of_another_leaves_open_who_won() -> None:
    """s2 leads 9d in the turn of s1, who has played a trump then: either was led, and s1 has won at any rate."""
    events = [*hpx_8()[:8], *trick(2, "9d"), *trick(1, "Qs"), *trick(3, "Kd"), *trick(0, "9s")]
    state = fold(table(events))
    assert (state.winners, state.heirs) == ([-1], [1, 3])
    assert [row[:2] for row in found(table([*events, *trick(0, "9c")]))] == [("G-13", 10), ("G-13", 14)]
    assert fold(table([*events, *trick(3, "Qc")])).winners == [3]


# ---- Many sessions -------------------------------------------------------------------------------------------------


Slip = Callable[[list[Base], int], list[Base]]


def slips(count: int) -> None:
    """One slip in each session: few findings, and no score that the session did not have, but where it looks like a breach
    (two plays of one seat in the wrong order, a lead in the turn of another).
    """
    for ordinal in range(count):
        rng = random.Random(ordinal)
        log = session(Setup(game="hasenpfeffer", seed=31), hands=1, ordinal=ordinal, player=rng.choice((None, passing)))
        events: list[Base] = [event for _, event in log.events]
        points = {one.result.points for one in audit(log).results}
        for slip in (doubled, left_out, swapped):
            at = rng.randrange(1, len(events) - 2)
            made = slip(events, at)
            same = events[at + 1] if slip is swapped else None
            if isinstance(same, Closed) or getattr(same, "seat", -1) == getattr(events[at], "seat", -2):
                continue
            for record in records(made):
                told(record, points, slip)


def told(record: Log, points: set[tuple[int | None, ...]], slip: Slip) -> None:
    """Few findings, one of a line written twice, and points that are true or not told."""
    done = audit(record)
    rows = [one for one in done.findings if one.kind != "note"]
    assert len(rows) <= {doubled: 1, left_out: 4, swapped: 6}[slip], (record.events, rows)
    ends = {one.result.points for one in done.results}
    if not any(one.clause in {"HP-3.1", "G-10"} for one in rows) and slip is not swapped:
        assert all(None in one or one in points for one in ends), (record.events, rows)


def test_slips_in_random_sessions() -> None:
    slips(60)


@pytest.mark.check
def test_slips_in_random_sessions_600() -> None:
    slips(sessions(600))


def test_hp_2_1_a_word_written_for_a_seat_that_speaks_again_was_of_whose_turn_it_was() -> None:
    """s1 bids 2, s2 passes, written for s3 or s0, who speaks in its own turn later; s3 bids 4 and declares."""
    words = [*bids(1, 2), *bids(3, 4, 0)]
    for wrong in (3, 0):
        said = [words[0], Passed(seat=wrong), *words[1:]]
        log = table([HandStarted(dealer=0), *said, TrumpNamed(seat=3, suit="h"), Discarded(seat=3)])
        assert found(log) == [("HP-2.1", 4, 4, wrong)]
        assert (fold(log).bids, fold(log).declarer, fold(log).contract) == ([0, 2, 0, 4], 3, 4)
    low = table([HandStarted(dealer=0), words[0], Passed(seat=3), *bids(3, 1)])
    assert found(low) == [("HP-2.1", 4, 4, 3), ("HP-2.1", 5, 5, 3)]
