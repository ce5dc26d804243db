"""Last One: a first dealer who was written wrongly (G-8), told by who opens two hands in a row."""

import random
from itertools import product
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from tests.games.last_one_naive import Table, options_by
from tests.games.last_one_tables import acts
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, Drew, Gap, HandStarted, Scored, TurnedUp, Voided
from upcard.schemas.findings import COUNTED

Told = tuple[str, int, int | None, int | None]

OPENED = [
    ("9s", "2 d, 3 d"),
    ("9s", "2 Qs, 3 Ks"),
    ("Js", "3 d, 0 d"),
    ("As", "0 d, 3 d"),
    ("2s", "2 d2 two, 3 d"),
    ("2s", "2 call, 2 d2 two, 3 9s"),
    ("4s", "2 d4 melee, 3 d"),
    ("4s", "close, 2 d4 melee, 3 d"),
    ("4s", "3 5s, 1 d5 melee, 2 d"),
    ("4s", "3 5s, close, 1 d5 melee, 2 d"),
]
"""Hands of four, dealt by seat 1: the upcard, and what was done."""
UNTOLD = [("4s", "3 5s, 0 6s, 3 d6 melee, 0 d"), ("4s", "3 5s, 0 6s, 3 7s, 0 d7 melee, 1 d"), ("9s", "")]
"""The same where nothing tells who dealt: who draws was put in it by the cards of two others, or nobody acted."""


def thrown_in(upcard: str, text: str, dealer: int | None = None) -> list[Base]:
    """A hand of these acts that was thrown in, so that the next has the same dealer."""
    return [HandStarted(dealer=dealer), Dealt(each=7), TurnedUp(card=Card(upcard)), *acts(text), Voided()]


def night(*hands: tuple[str, str], dealer: int = 0, **options: Any) -> Log:
    """Hands of one dealer, who is written once."""
    events = [thrown_in(*hand, dealer=None if number else dealer) for number, hand in enumerate(hands)]
    return log_of("last_one", [event for hand in events for event in hand], 4, options=options or None)


def told(log: Log) -> list[Told]:
    """What is found but for notes: name, hand, seat, against."""
    return [(one.name, one.hand, one.seat, one.against) for one in audit(log).findings if one.kind in COUNTED]


def wrong_in(hand: int) -> list[Told]:
    return [("wrong_dealer", hand, None, 2)]


# ---- LO-4 Whatever was turned up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), list(product(OPENED, OPENED)))
def test_g_8_two_hands_opened_by_a_dealer_who_was_not_written_tell_that_line_is_wrong(
    first: tuple[str, str], second: tuple[str, str]
) -> None:
    assert told(night(first, second, dealer=1)) == []
    assert told(night(first, second, first, dealer=0)) == wrong_in(2)
    assert told(night(first, second, first, dealer=3)) == wrong_in(2)


@pytest.mark.parametrize("opened", OPENED)
def test_g_8_one_hand_opened_by_another_is_one_breach(opened: tuple[str, str]) -> None:
    (breach,) = told(night(opened))
    assert breach[0] == ("wrong_draw" if opened[0] in {"2s", "4s"} else "out_of_turn")
    assert (breach[1], breach[3]) == (1, None)


@pytest.mark.parametrize("untold", UNTOLD)
def test_g_8_a_hand_that_tells_nothing_of_the_dealer_changes_nothing(untold: tuple[str, str]) -> None:
    off = OPENED[0]
    assert told(night(off, untold)) == [("out_of_turn", 1, 2, None)]
    assert told(night(off, untold, off, off)) == wrong_in(3)
    assert told(night(untold, off, off)) == wrong_in(3)


def test_g_8_a_first_upcard_without_effect_is_opened_by_the_left_of_the_dealer() -> None:
    hands = [(upcard, "2 d, 3 d") for upcard in ("2s", "4s", "As", "Js")]
    assert told(night(*hands, first_upcard_effect="ignore")) == wrong_in(2)


def test_lo_9_2_a_draw_for_the_first_2_needs_no_reason_written() -> None:
    log = night(("2s", "2 d2 two, 3 d"), ("2s", "2 d2 two, 3 d"))
    bare = [Drew(seat=2, count=2) if isinstance(event, Drew) and event.count == 2 else event for _, event in log.events]
    assert told(Log.of(log.header, bare[:6])) == [("wrong_draw", 1, 2, None)]
    assert told(Log.of(log.header, bare)) == wrong_in(2)


def test_lo_5_4_who_was_written_to_deal_may_play_on_the_4_that_another_turned_up() -> None:
    own = ("4s", "0 5s, 1 d5 melee, 2 d")
    more = ("4s", "0 5s, 2 6s, 0 d6 melee, 1 d")
    rule: dict[str, Any] = {"melee_self_raise": "forbid"}
    assert [one[0] for one in told(night(own, **rule))] == ["self_raise", "wrong_draw"]
    assert [one[0] for one in told(night(more, **rule))] == ["self_raise"]
    for hands in ([own, own], [OPENED[0], own], [more, own, own], [more, OPENED[0], own, more]):
        assert [one[0] for one in told(night(*hands, **rule))] == ["wrong_dealer"], hands


def test_lo_9_2_the_count_drawn_is_judged_where_the_dealer_was_another() -> None:
    found = told(night(OPENED[0], ("2s", "2 d3 two, 3 d")))
    assert found == [*wrong_in(2), ("wrong_draw", 2, 2, None)]


# ---- The line stands -----------------------------------------------------------------------------------------------


def test_g_8_a_hand_opened_as_due_agrees_with_the_line() -> None:
    off, due = ("9s", "2 d"), ("9s", "1 d")
    assert told(night(off, due, off, off)) == [("out_of_turn", hand, 2, None) for hand in (1, 3, 4)]
    assert told(night(due, off, off)) == [("out_of_turn", hand, 2, None) for hand in (2, 3)]


def test_g_8_two_hands_opened_by_seats_as_far_off_as_no_one_dealer_are_breaches() -> None:
    hands = ("9s", "2 d"), ("9s", "3 d"), ("9s", "2 d")
    assert told(night(*hands)) == [
        ("out_of_turn", 1, 2, None),
        ("out_of_turn", 2, 3, None),
        ("out_of_turn", 3, 2, None),
    ]


@pytest.mark.parametrize("named", range(4))
def test_g_8_a_dealer_named_again_is_another_line(named: int) -> None:
    """The one who deals again after a hand thrown in stands on two lines; another is told from there on."""
    off = ("9s", f"{(named + 2) % 4} d")
    events = [*thrown_in("9s", "2 d", 0), *thrown_in(*off, named), *thrown_in(*off)]
    found = told(log_of("last_one", events, 4))
    assert [one[:2] for one in found] == (
        [("out_of_turn", 1), ("out_of_turn", 2), ("out_of_turn", 3)]
        if named == 0
        else [("out_of_turn", 1), ("wrong_dealer", 3)]
    )


def test_g_8_the_same_line_twice_tells_no_more() -> None:
    log = night(("9s", "2 d"), ("9s", "2 d"))
    events = [event for _, event in log.events]
    assert told(Log.of(log.header, [events[0], *events]))[1:] == wrong_in(2)


def test_g_8_what_a_gap_leaves_open_tells_nothing() -> None:
    first, second = thrown_in("9s", "2 d", 0), thrown_in("9s", "2 d")
    before = [*second[:3], Gap(), *second[3:]]
    assert told(log_of("last_one", [*first, *before], 4)) == [("out_of_turn", 1, 2, None)]
    assert told(log_of("last_one", [*first, *before, *second], 4)) == wrong_in(3)
    assert told(log_of("last_one", [*first, Gap(hands=1), *second, *second], 4)) == [("out_of_turn", 1, 2, None)]


# ---- LO-7.3 The next dealer hangs on who is out --------------------------------------------------------------------


def scored(opener: int, points: tuple[int, ...], dealer: int | None = None) -> list[Base]:
    """A hand of which no more is written than who opened it, and the row."""
    return [
        HandStarted(dealer=dealer),
        Dealt(each=7),
        TurnedUp(card=Card("9s")),
        Drew(seat=opener, count=1, why="turn"),
        Scored(points=points),
    ]


@pytest.mark.parametrize(
    ("dropped", "opener", "found"),
    [
        (2, 0, wrong_in(2)),  # seat 1 had dealt, and seat 3 is next, not seat 1
        (3, 0, wrong_in(2)),  # seat 2 is next either way it is counted, and not seat 1
        (1, 3, [("out_of_turn", 1, 2, None)]),  # seat 2 is next, whether seat 0 or 1 had dealt
    ],
)
def test_lo_7_3_the_next_dealer_is_past_who_is_out(dropped: int, opener: int, found: list[Told]) -> None:
    points = tuple(260 if seat == dropped else 0 for seat in range(4))
    events = [*scored(2, points, 0), *scored(opener, (0, 0, 0, 0))]
    assert told(log_of("last_one", events, 4)) == found


# ---- At tables played by the page ----------------------------------------------------------------------------------


def tables(numbers: range) -> None:
    """Whatever the hands, options and seats: where the line is told to be wrong, nothing else is."""
    proven = 0
    for number in numbers:
        rng = random.Random(number)
        options = {**options_by(rng), "threshold": rng.choice([120, 250]), "calls_recorded": "no"}
        table = Table(number, rng.randint(2, 6), options)
        while len(table.points) < 3 and len(table.playing) > 1 and table.hand():
            pass
        (first,) = [event.dealer for event in table.events[:1] if isinstance(event, HandStarted)]
        for off in range(1, table.seats):
            wrong = HandStarted(dealer=((first or 0) + off) % table.seats)
            log = log_of("last_one", [wrong, *table.events[1:]], table.seats, options=options)
            for known in (log, redact_log(log, PUBLIC, "c")):
                found = told(known)
                names = [one[0] for one in found]
                assert names == ["wrong_dealer"] or "wrong_dealer" not in names, (number, off)
                proven += names == ["wrong_dealer"]
    assert proven > len(numbers)


def test_g_8_tables_played_by_the_page_with_another_dealer_written() -> None:
    tables(range(20))


@pytest.mark.check
def test_g_8_many_tables_played_by_the_page_with_another_dealer_written() -> None:
    tables(range(sessions(300)))
