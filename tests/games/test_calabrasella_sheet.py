"""Calabrasella: rows of a score sheet in any order and with fields left out, stacks, payments, hands without an end."""

import random
from typing import Any

import pytest

from tests.builders import cards, fold, found
from tests.experiments import sessions
from tests.games.calabrasella_naive import RATES, judged, session
from tests.games.calabrasella_tables import calabrasella, cax_6, one
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    Closed,
    Dealt,
    Elected,
    Gap,
    HandStarted,
    Passed,
    Played,
    PurseCounted,
    Scored,
    Voided,
)

START = HandStarted(dealer=0)
NEXT = HandStarted()


def points(*events: Base, **options: Any) -> list[tuple[int | None, ...]]:
    """The chips of each hand, by seat."""
    return [ended.result.points for ended in audit(calabrasella(*events, **options)).results]


def kinds(*events: Base) -> list[tuple[str, str, int]]:
    """What is found: its kind, name and line."""
    return [(row.kind, row.name, row.found_at) for row in audit(calabrasella(*events)).findings]


def stacks(*events: Base) -> list[int | None]:
    """What each has, None where that is not known."""
    state = fold(calabrasella(*events))
    return [None if state.unsure >> seat & 1 else state.chips[seat] for seat in range(3)]


# ---- A hand told by several rows, or by play and a row -----------------------------------------------------------------

PARTS = [
    Scored(seat=1),
    Scored(counts=(19, 16)),
    Scored(points=(-3, 6, -3)),
    Scored(totals=(-3, 6, -3)),
    Scored(seat=1, counts=(19, 16), points=(-3, 6, -3), totals=(-3, 6, -3)),
]


@pytest.mark.parametrize("first", PARTS)
@pytest.mark.parametrize("second", PARTS)
def test_ca_4_rows_of_one_hand_tell_together_what_it_came_to(first: Scored, second: Scored) -> None:
    assert found(calabrasella(START, first, second)) == []
    known = {first, second} - {PARTS[0], PARTS[1]} or first != second
    assert points(START, first, second) == [(-3, 6, -3) if known else (None,) * 3]
    assert stacks(START, first, second) == ([-3, 6, -3] if known else [None] * 3)


def test_ca_4_a_row_tells_what_a_card_that_nobody_wrote_left_open() -> None:
    events = [*cax_6()[:-3], Played(seat=1, card=one("??")), *cax_6()[-2:]]
    assert points(*events, Scored(counts=(25, 6))) == [(-19, 38, -19)]
    assert points(*events, Scored(points=(-19, 38, -19))) == [(-19, 38, -19)]
    assert points(*events, Scored(counts=(4, 31))) == [(None,) * 3]  # the declarer has captured more
    assert found(calabrasella(*events, Scored(counts=(4, 31))))[0][0] == "CA-4"


def test_ca_4_3_a_second_row_against_the_chips_of_the_first() -> None:
    assert found(calabrasella(START, Scored(points=(-3, 6, -3)), Scored(counts=(18, 17)))) == [("CA-4", 4, 4, None)]
    rows = [Scored(points=(-3, 6, -3)), Scored(counts=(19, 16)), Scored(counts=(17, 14))]
    assert found(calabrasella(START, *rows)) == [("CA-4", 5, 5, None)]


def test_ca_4_3_who_declared_does_not_follow_from_chips_against_the_points() -> None:
    """The declarer of nineteen points to sixteen has not lost."""
    row = Scored(counts=(19, 16), points=(3, -6, 3))
    assert found(calabrasella(START, row)) == [("CA-4.3", 3, 3, None)]
    assert points(START, row) == [(None,) * 3]
    assert points(START, Scored(counts=(19, 16), points=(-4, 8, -4))) == [(-3, 6, -3)]


def test_ca_4_2_points_below_those_captured_do_not_count() -> None:
    events = [*cax_6()[:-3], Scored(counts=(5, 30))]
    assert [row[:2] for row in found(calabrasella(*events))] == [("CA-4", 44)]
    assert points(*events) == [(None,) * 3]


def test_ca_4_3_nothing_written_is_right_of_a_void_hand_whatever_the_house_rules() -> None:
    """With the dead cards in the last trick no hand that is played out comes to nothing."""
    for row in (Scored(points=(0, 0, 0)), Scored(totals=(0, 0, 0)), Scored(void=True, points=(0, 0, 0))):
        assert found(calabrasella(START, row, dead_cards="last_trick")) == []
        assert points(START, row, dead_cards="last_trick") == [(0, 0, 0)]


# ---- Stacks ----------------------------------------------------------------------------------------------------------


def test_ca_4_5_stacks_written_are_the_source_where_none_follow() -> None:
    rows = [START, Scored(seat=1), NEXT, Scored(seat=2, counts=(19, 16), totals=(-10, -10, 20))]
    assert found(calabrasella(*rows)) == []
    assert stacks(*rows) == [-10, -10, 20]
    wrong = [*rows, NEXT, Scored(seat=2, counts=(19, 16), totals=(-13, -13, 25))]
    assert found(calabrasella(*wrong)) == [("CA-4.5", 7, 7, None)]


def test_ca_4_5_stacks_that_do_not_add_up_are_told_of_once() -> None:
    rows = [START, Scored(seat=1), NEXT, Scored(seat=2, totals=(-10, -10, 21)), NEXT, Scored(totals=(-9, -9, 19))]
    assert found(calabrasella(*rows)) == [("CA-4.5", 5, 5, None)]
    assert stacks(*rows) == [None] * 3


def test_ca_4_5_a_wrong_stack_is_told_of_once() -> None:
    """Seat 2 was written with a chip too many, and the sheet goes on from there."""
    rows = [
        Scored(seat=1, counts=(19, 16), totals=(-3, 6, -2)),
        Scored(seat=1, counts=(19, 16), totals=(-6, 12, -5)),
        Scored(void=True, totals=(-6, 12, -5)),
        Scored(seat=1, counts=(16, 19), totals=(-3, 6, -3)),
        Scored(seat=1, counts=(19, 16), totals=(-6, 13, -6)),
    ]
    events = [event for row in rows for event in (NEXT, row)]
    assert [row[:2] for row in found(calabrasella(START, *events[1:]))] == [("CA-4.5", 3), ("CA-4.5", 11)]


def test_ca_4_5_wrong_chips_and_stacks_that_follow_from_them_are_one_finding() -> None:
    row = Scored(seat=1, counts=(19, 16), points=(-4, 8, -4), totals=(-4, 8, -4))
    assert found(calabrasella(START, row)) == [("CA-4.3", 3, 3, None)]


def test_ca_4_5_after_a_gap_chips_may_have_been_added() -> None:
    rows = [START, Scored(seat=1, counts=(19, 16)), Gap(hands=2), HandStarted(dealer=0), Scored(totals=(40, 40, 40))]
    assert found(calabrasella(*rows)) == []
    assert stacks(*rows) == [40, 40, 40]


def test_ca_4_5_stacks_written_of_a_void_hand_after_one_that_is_not_known() -> None:
    passes = [Passed(seat=seat) for seat in (2, 0, 1)]
    for void in (passes, [Voided()]):
        rows = [START, Scored(), NEXT, *void, Scored(void=True, totals=(-24, 12, 12))]
        assert found(calabrasella(*rows)) == []
        assert stacks(*rows) == [-24, 12, 12]


# ---- Payments (CA-4.3) -----------------------------------------------------------------------------------------------


def passed(source: int, target: int, amount: int) -> ChipsPassed:
    """Chips that were seen to pass."""
    return ChipsPassed(from_=f"seat:{source}", to=f"seat:{target}", amount=amount)


def test_ca_4_3_a_payment_in_parts() -> None:
    assert found(calabrasella(*cax_6(), passed(0, 1, 10), passed(2, 1, 19), passed(0, 1, 9))) == []
    assert found(calabrasella(*cax_6(), passed(0, 1, 10))) == [("CA-4.3", 47, 47, 0)]
    assert [row[1] for row in found(calabrasella(*cax_6(), passed(0, 1, 10), passed(0, 1, 10)))] == [47, 48]


def test_ca_4_3_a_payment_written_twice() -> None:
    assert [row[1] for row in found(calabrasella(*cax_6(), passed(0, 1, 19), passed(0, 1, 19)))] == [48]


# ---- Hands without an end --------------------------------------------------------------------------------------------


def test_ca_3_what_a_hand_without_an_end_brought_is_not_known() -> None:
    counted = PurseCounted(seat=1, amount=38)
    assert found(calabrasella(*cax_6()[:-1], NEXT, counted)) == [("CA-3", 46, 46, None)]
    assert stacks(*cax_6()[:-1], NEXT) == stacks(*cax_6()[:-1], Closed()) == [None] * 3
    assert stacks(*cax_6()[:-1], Voided(), NEXT) == [0, 0, 0]
    assert kinds(*cax_6()[:-1], Closed()) == [("note", "hand_not_finished", 46)]


def test_ca_4_5_a_row_left_out_of_the_sheet() -> None:
    rows = [START, NEXT, Scored(seat=1, counts=(19, 16)), PurseCounted(seat=1, amount=40)]
    assert kinds(*rows) == [("note", "hand_not_finished", 3)]
    assert (stacks(*rows), fold(calabrasella(*rows)).dealer) == ([None] * 3, -1)


def test_g_5_a_hand_begun_twice_by_the_same_dealer_is_one_hand() -> None:
    assert kinds(START, START, *cax_6()[1:], NEXT) == [("contradiction", "begun_twice", 3)]
    assert stacks(START, START, *cax_6()[1:]) == [-19, 38, -19]


def test_g_5_a_hand_after_the_close() -> None:
    assert kinds(*cax_6(), Closed(), NEXT) == [("contradiction", "after_close", 48)]


def test_ca_4_5_who_deals_is_no_evidence_where_it_follows_from_who_spoke_alone() -> None:
    """Nobody wrote who dealt first, nor who passed."""
    events = [NEXT, Elected(seat=1), Scored(counts=(19, 16)), HandStarted(dealer=2)]
    assert found(calabrasella(*events)) == []
    assert found(calabrasella(*events, Voided(), HandStarted(dealer=1))) == [("CA-4.5", 7, 7, 1)]
    assert found(calabrasella(NEXT, Passed(seat=1), Passed(seat=0))) == [("CA-2.1", 4, 4, None)]


def test_gap_of_whole_hands_in_a_hand_leaves_nothing_of_it() -> None:
    other = [Played(seat=0, card=card) for card in cards("2s Ks 6d")]
    assert found(calabrasella(*cax_6()[:15], Gap(hands=1), *other)) == []
    assert points(*cax_6()[:15], Gap(hands=1), Scored(counts=(19, 16))) == [(None,) * 3]


# ---- At random -------------------------------------------------------------------------------------------------------


def sheet_of(log: Log, rng: random.Random) -> tuple[list[Base], list[list[int]]]:
    """A sheet of a session: a row a hand, with some of its fields; sometimes some of the play, or a second row. Also
    what each row says that the hand brought.
    """
    naive, events, told = judged(log), [START], []
    had = [naive.options["starting_chips"]] * 3
    for number, gains in enumerate(naive.told):
        had = [one + gain for one, gain in zip(had, gains, strict=True)]
        due: dict[str, Any] = {"points": tuple(gains), "totals": tuple(had)}
        if any(gains):
            due["seat"] = next(seat for seat in range(3) if gains.count(gains[seat]) == 1)
        events += [NEXT] * bool(number)
        for _ in range(rng.choice([1, 1, 2])):
            events.append(Scored(**{name: value for name, value in due.items() if rng.random() < 0.6}))
        if rng.random() < 0.2:
            seat, amount = rng.randrange(3), rng.randrange(50)
            events.append(rng.choice([BoughtIn, CashedOut])(seat=seat, amount=amount))
            had[seat] += amount if isinstance(events[-1], BoughtIn) else -amount
        told.append(gains)
    return events, told


def true_sheets(numbers: Any) -> None:
    """A true sheet is never found wrong, and tells no other chips than those there were."""
    for number in numbers:
        log, rng = session(number, hands=6, rate=RATES[number % 3]), random.Random(number)
        events, told = sheet_of(log, rng)
        done = audit(calabrasella(*events, **dict(log.header.options or {})))
        assert [row for row in done.findings if row.kind != "note"] == [], number
        for ended in done.results:
            gains = told[ended.hand - 1]
            assert all(one in {None, two} for one, two in zip(ended.result.points, gains, strict=True)), number


def test_ca_4_5_a_true_sheet_is_never_found_wrong() -> None:
    true_sheets(range(15))


@pytest.mark.check
def test_ca_4_5_a_true_sheet_is_never_found_wrong_400() -> None:
    true_sheets(range(100, 100 + sessions(400)))


def test_ca_1_1_a_deal_written_before_the_hand_begins() -> None:
    events = [*cax_6(), Dealt(each=12), NEXT, Passed(seat=2), Passed(seat=0), Passed(seat=1)]
    assert kinds(*events) == [("contradiction", "deal_size", 47)]


def test_ca_3_a_play_written_after_the_next_hand_began() -> None:
    events = [*cax_6()[:-1], NEXT, cax_6()[-1], Dealt(each=12), Passed(seat=2), Passed(seat=0), Passed(seat=1)]
    assert kinds(*events) == [("breach", "hand_not_finished", 46), ("contradiction", "deal_size", 48)]


def said(*events: Base) -> str:
    """How the last hand came out, in words."""
    return find("calabrasella").scene(fold(calabrasella(*events))).says


def test_ca_4_the_outcome_names_only_what_is_known() -> None:
    assert said(START, Scored(counts=(17, 17))) == "the declarer 17, the others 17: nothing is paid"
    assert said(START, Scored(points=(-3, 6, -3))) == "p2 against the others: +6 for the declarer"
    assert said(START, Scored(points=(0, 0, 0))) == "nothing is paid"
    assert said(START, Scored(seat=1, counts=(19, 16))) == "p2 19, the others 16: +6 for the declarer"


def test_ca_2_who_is_to_bid_exchange_or_play_is_marked() -> None:
    """Bob is the declarer; whoever holds the card named is not known by all."""
    marked = []
    for until in range(3, 12):
        scene = find("calabrasella").scene(fold(calabrasella(*cax_6()), until=until))
        marked.append([seat for seat, hand in enumerate(scene.hands) if hand.turn])
    assert marked == [[1], [1], [], [1], [1], [], [1], [2], [0]]


def test_ca_4_5_chips_that_do_not_add_up_are_one_finding() -> None:
    assert found(calabrasella(START, Scored(seat=1, counts=(19, 16), points=(-3, 6, -2)))) == [("CA-4", 3, 3, None)]


def test_ca_4_a_column_of_another_game() -> None:
    assert found(calabrasella(START, Scored(seat=1, counts=(19, 16), tricks=(7, 5)))) == [("CA-4", 3, 3, None)]


# ---- Rows written late, or early -------------------------------------------------------------------------------------

ROW = Scored(seat=1, counts=(25, 6), points=(-19, 38, -19))


def test_ca_4_a_row_written_when_the_next_hand_had_begun_is_not_counted_twice() -> None:
    passes = [Passed(seat=seat) for seat in (2, 0, 1)]
    for begun in ([Dealt(each=12), *passes], passes):
        assert kinds(*cax_6(), NEXT, ROW, *begun)[0][0] == "contradiction"
        assert len(kinds(*cax_6(), NEXT, ROW, *begun)) == 1
        assert points(*cax_6(), NEXT, ROW, *begun) == [(-19, 38, -19), (0, 0, 0)]
        assert stacks(*cax_6(), NEXT, ROW, *begun) == [-19, 38, -19]
    stands = Scored(seat=1, counts=(25, 6), totals=(-19, 38, -19))
    assert found(calabrasella(*cax_6(), NEXT, stands, Dealt(each=12), *passes)) == []


def test_ca_4_a_row_written_before_the_last_card_does_not_settle_the_hand() -> None:
    for row in (ROW, Scored(seat=1, counts=(24, 7))):
        events = [*cax_6()[:-1], row, cax_6()[-1], NEXT]
        assert kinds(*events) == [("contradiction", "after_the_hand", 47)]
        assert (points(*events), stacks(*events)) == ([(-19, 38, -19)], [-19, 38, -19])
    again = [*cax_6()[:-1], ROW, cax_6()[-2], NEXT]
    assert (points(*again), stacks(*again)) == ([(-19, 38, -19)], [-19, 38, -19])  # a line doubled changes nothing
