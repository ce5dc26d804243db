"""Pluck: slips of the scribe: a line left out, doubled, swapped with the next, or written for another seat is told of once
and accuses nobody of what it explains.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from tests.builders import cards, fold, found, log_of, trick
from tests.experiments import sessions
from tests.games.test_pluck import full_hand, gave, pluck_log, plucking, public, returned, rows
from tests.games.test_pluck_oracle import OPTIONS, Table
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import audit
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Corrected, Dealt, Gap, HandStarted, Played, Scored, TrumpNamed, Voided

Events = list[Base]
Slip = Callable[[Events, int, random.Random], Events]


def wrong_seat(events: Events, at: int, rng: random.Random) -> Events:
    """A play, written for another seat."""
    event = events[at]
    seat = (event.seat + rng.choice((1, 2))) % 3
    return [*events[:at], structs.replace(event, seat=seat), *events[at + 1 :]]


def wrong_card(events: Events, at: int, rng: random.Random) -> Events:
    """A play, written with a card of the pack that is not the one."""
    plays = [event for event in events if isinstance(event, Played)]
    other = rng.choice([play.card for play in plays if play.card != events[at].card])
    return [*events[:at], structs.replace(events[at], card=other), *events[at + 1 :]]


def played(events: Events, rng: random.Random) -> int:
    """A card played in the first two hands, not the last of its hand."""
    ends = [at for at, event in enumerate(events) if isinstance(event, HandStarted)][1:]
    plays = [at for at, event in enumerate(events[: ends[1]]) if isinstance(event, Played) and at + 1 not in ends]
    return rng.choice(plays)


def three_hands(seed: int) -> tuple[Table, dict[str, Any], random.Random]:
    """Three hands of legal play, with house rules in turn; and chance."""
    options = {**OPTIONS[seed % len(OPTIONS)], "target": 1000}
    table = Table(seed, 0, options)
    for _ in range(3):
        table.play_hand()
    return table, options, random.Random(seed)


def told(slip: Slip, count: int) -> Counter[tuple[str, ...]]:
    """The names of what is found of one slip in each of so many sessions, in all eyes; and that no points told are wrong."""
    names: Counter[tuple[str, ...]] = Counter()
    for seed in range(count):
        table, options, rng = three_hands(seed)
        log = log_of("pluck", slip(table.events, played(table.events, rng), rng), seats=3, options=options)
        for seen in (log, *(redact_log(log, viewer, "copy") for viewer in (PUBLIC, rng.randrange(3)))):
            done = audit(seen)
            names[tuple(sorted(one.name for one in done.findings))] += 1
            names["wrong points",] += sum(
                list(one.result.points) not in (table.points[one.hand], [None] * 3) for one in done.results
            )
    return names


ALLOWED = {
    left_out: {"out_of_turn", "hand_not_finished"},
    doubled: {"seen_twice"},
    swapped: {"out_of_turn"},
    wrong_seat: {"out_of_turn", "written_for_another", "impossible_card"},
}


def hold(slip: Slip, count: int) -> None:
    """At most two things are told, and hardly ever another than the slip shows."""
    names = told(slip, count)
    wrong = names.pop(("wrong points",))
    other = {row: times for row, times in names.items() if not {*row} <= ALLOWED[slip] or len(row) > 2}
    assert sum(other.values()) <= names.total() / 25, other
    assert wrong <= names.total() / 100, wrong


@pytest.mark.parametrize("slip", ALLOWED)
def test_g_13_a_play_written_wrongly_accuses_nobody_of_more(slip: Slip) -> None:
    hold(slip, 10)


@pytest.mark.check
@pytest.mark.parametrize("slip", ALLOWED)
def test_g_13_a_play_written_wrongly_accuses_nobody_of_more_200(slip: Slip) -> None:
    hold(slip, sessions(200))


def test_g_5_a_card_written_wrongly_accuses_nobody_when_it_is_seen_again() -> None:
    """The trick it lay in was won by who led the next; what was said of it is withdrawn."""
    names = told(wrong_card, 20)
    assert names.pop(("wrong points",)) <= 1
    assert sum(times for row, times in names.items() if {"revoke", "early_trump", "first_lead"} & {*row}) < 16, names


def test_g_5_a_card_seen_twice_withdraws_the_revokes_that_it_made() -> None:
    """6c was led, written as 6h: the others follow clubs. It is seen again in the hand of s0."""
    begun: Events = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="s"), *trick(0, "2c 3c 4c", 3)]
    slip = [*begun, *trick(2, "6h 7c Kc", 3), *trick(1, "3h 4h 5h", 3)]
    assert {row[0] for row in found(pluck_log(slip))} >= {"PL-4.1"}
    again = [*slip, *trick(0, "7h", 3)]
    assert [row for row in found(pluck_log([*again[:-1], *trick(0, "6h", 3)])) if row[0] != "G-5"] == []


def test_g_5_a_play_written_twice_is_one_contradiction_and_changes_nothing() -> None:
    for at in range(3, 54):
        events = doubled(full_hand(), at)
        for log in (pluck_log(events), public(pluck_log(events))):
            assert [row[:3] for row in found(log)] == [("G-5", at + 3, at + 3)]
            assert fold(log).totals == [2, 1, 0]


def test_g_13_a_swap_in_a_trick_is_one_finding_and_the_points_stay() -> None:
    events = swapped(full_hand(), 7)
    assert found(pluck_log(events)) == [("G-13", 9, 9, 2)]
    assert fold(pluck_log(events)).totals == [2, 1, 0]


def test_g_13_who_leads_again_out_of_turn_may_show_that_a_play_was_left_out() -> None:
    """The third card of a trick was left out, and the lead that follows looks like it, as a revoke."""
    events = full_hand()
    del events[20]  # T6: s0 plays 6h, a trump, and leads Jh
    assert [row[0] for row in found(pluck_log(events))] in ([], ["G-13"], ["PL-2.4"])


# ---- Acts where no hand is on --------------------------------------------------------------------------------------


def test_g_5_acts_where_no_hand_is_on_are_told_of_once() -> None:
    acts = [*full_hand()[2:20], Voided()]
    ended: Events = rows((9, 4, 4))
    for at in range(0, len(acts), 3):
        assert [row[:3] for row in found(pluck_log(acts[at:]))] == [("G-5", 2, 2)]
        assert [row[:3] for row in found(pluck_log([*ended, *acts[at:]]))] == [("G-5", 4, 4)]
        assert found(pluck_log([*ended, Gap(), *acts[at:]])) == []
    again = pluck_log([*acts, *full_hand(), *acts])
    assert [row[0] for row in found(again)] == ["G-5", "G-5"]


def test_pl_2_1_cards_dealt_begin_a_hand_of_which_nobody_wrote_that_it_began() -> None:
    log = pluck_log([*full_hand()[1:], *full_hand()[1:2]])
    assert [row[:3] for row in found(log)] == [("G-5", 2, 2), ("G-5", 55, 55)]
    assert fold(log).totals == [2, 1, 0]
    assert fold(log).hand == 2


def test_pl_2_1_a_hand_that_was_dealt_before_it_was_begun() -> None:
    events = swapped(full_hand(), 0)
    assert [row[:3] for row in found(pluck_log(events))] == [("G-5", 2, 2)]
    assert (fold(pluck_log(events)).totals, fold(pluck_log(events)).hand) == ([2, 1, 0], 1)
    later = pluck_log([*full_hand(), *full_hand()[1:2], HandStarted(dealer=2)])
    assert [row[0] for row in found(later)] == ["G-5", "PL-2.5"]


def test_pl_2_1_a_deal_after_trump_is_one_contradiction_and_is_heard() -> None:
    events = swapped(full_hand(), 1)
    assert found(pluck_log(events)) == [("G-5", 4, 4, None)]
    assert fold(pluck_log(events), until=4).places.known[0] == fold(pluck_log(full_hand()), until=4).places.known[0]
    last = [*full_hand()[:-1], HandStarted(dealer=1), full_hand()[-1], *full_hand()[1:]]
    rows_found = [row[0] for row in found(pluck_log(last))]
    assert rows_found[:2] == ["PL-2.4", "PL-2.3"]
    assert "G-13" not in rows_found


def test_pl_2_3_a_doubled_call_is_a_contradiction_and_another_suit_a_breach() -> None:
    begun: Events = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="h")]
    for suit, kind in (("h", "contradiction"), ("s", "breach")):
        done = audit(pluck_log([*begun, TrumpNamed(seat=0, suit=suit)]))
        assert [(one.clause, one.kind) for one in done.findings] == [("PL-2.3", kind)]


def test_g_4_without_a_trump_suit_a_trick_of_one_suit_is_won_all_the_same() -> None:
    """Trump was left out: the leads tell who won, and of the last trick the cards, as no trump can be among them."""
    events = [HandStarted(dealer=0), *trick(0, "2c 3c 4c", 3)]
    assert fold(pluck_log(events)).winners == [2]
    assert fold(pluck_log([HandStarted(dealer=0), *trick(0, "2c 3h 4c", 3)])).winners == [-1]


def test_pl_1_1_a_card_that_is_not_in_the_pack_holds_its_place() -> None:
    events = full_hand()
    events[4] = Played(seat=0, card=cards("2d")[0])
    for log in (pluck_log(events), public(pluck_log(events))):
        assert found(log) == [("G-5", 6, 6, 0)]
        assert fold(log).totals == [2, 1, 0]


def test_a_row_after_a_hand_with_a_play_left_out_settles_it() -> None:
    events = [*left_out(full_hand(), 20), Scored(tricks=(9, 7, 1)), HandStarted(), Dealt(each=17)]
    state = fold(pluck_log(events))
    assert (state.totals, state.excess) == ([2, 1, 0], [2, 1, -3])


@pytest.mark.parametrize("slip", [left_out, swapped])
def test_pl_4_1_a_first_lead_left_out_or_written_late_breaks_no_rule(slip: Slip) -> None:
    """2c was led to the first trick, which the record has not, or behind the second card; nobody saw the hands."""
    log = public(pluck_log(slip(full_hand(), 3, random.Random(0))))
    assert {row[0] for row in found(log)} <= {"G-13", "PL-2.4"}


# ---- Cards that were plucked ---------------------------------------------------------------------------------------

CALLED = TrumpNamed(seat=1, suit="s")


def test_g_5_a_gift_written_as_another_card_accuses_nobody() -> None:
    """s0 gave Kd, which came straight back, or 3d, for which Qd was returned; 4c is written."""
    assert found(plucking(gave("4c"), returned("Kd"))) == [("G-5", 7, 7, 1)]
    log = plucking(gave("4c"), returned("Qd"), CALLED, *trick(1, "2c 6d 4c", seats=3))
    assert found(log) == [("G-5", 11, 11, 0)]
    assert found(plucking(gave("4c"), returned("Qd"))) == [("PL-3.2", 7, 7, 1)]


def test_g_5_a_return_written_as_another_card_accuses_nobody() -> None:
    """s1 returned Qd for 3d. Written is a card of another suit, a lower one, or one of another hand."""
    for wrong in ("As", "Jd", "4d", "6d"):
        plays = [*trick(1, "2c 6d 4c", seats=3), Played(seat=0, card=Card("Qd"))]
        log = plucking(gave("3d"), returned(wrong), CALLED, *plays)
        assert {row[0] for row in found(log)} == {"G-5"}, (wrong, found(log))


def test_g_5_a_return_left_out_of_a_batch_makes_none_after_it_wrong() -> None:
    """3d and Kd were given; Kd, of which nothing is written, and Qd came back. Jd is too low all the same."""
    plays = [CALLED, *trick(1, "2c 6d 4c", seats=3), Played(seat=0, card=Card("Kd"))]
    for came, wrong in (("Qd", []), ("Jd", [("PL-3.2", 8, 8, 1)])):
        log = plucking(gave("3d"), gave("Kd"), returned(came), *plays, pluck_batch=True)
        assert [row for row in found(log) if row[0] != "G-5"] == wrong


def test_pl_4_1_no_play_is_left_out_before_the_lowest_club_so_that_a_revoke_on_it_stands() -> None:
    hands = (
        "Ac 3c 5c 6c 9c 6d 8d Td Kd 3h 6h Jh As 5s 8s Qs Xr",
        "2c 8c Ad 3d 7d Ah 4h 5h 9h Th Qh 4s 6s 7s Js Ks Xb",
        "4c 7c Tc Jc Qc Kc 4d 5d 9d Jd Qd 7h 8h Kh 3s 9s Ts",
    )
    dealt = [HandStarted(dealer=1), Dealt(hands=tuple(cards(hand) for hand in hands)), TrumpNamed(seat=1, suit="h")]
    log = pluck_log([*dealt, *trick(1, "2c 8h 3c", 3), *trick(1, "Ah Kh Jh", 3)])
    assert found(log) == [("PL-4.1", 6, 6, 2), ("G-13", 8, 8, 1)]


def test_pl_4_1_a_play_left_out_that_would_be_a_revoke_itself_explains_no_revoke() -> None:
    """s1 plays As on Ac and has Tc. One more play before As would make Ks come in turn: a trump of s1, which is a revoke too."""
    tricks = (*trick(0, "2c 3c 9c", 3), *trick(2, "Ac 4c As", 3), *trick(2, "7c 5c Tc", 3))
    log = pluck_log([HandStarted(dealer=0), TrumpNamed(seat=0, suit="d"), *tricks, Played(seat=2, card=Card("Ks"))])
    assert found(log) == [("PL-4.1", 9, 12, 1), ("G-13", 13, 13, 2)]


def test_pl_4_1_a_play_left_out_is_none_of_a_card_that_its_seat_has_not() -> None:
    """The same on Kc: only Ac would have won there, which s1, whose hand is listed, has not; unlisted it may have had it."""
    tricks = (*trick(0, "2c 3c 9c", 3), *trick(2, "Kc 4c As", 3), *trick(2, "7s 5s Ts", 3))
    begun, called = HandStarted(dealer=0), TrumpNamed(seat=0, suit="d")
    rest = (*tricks, Played(seat=2, card=Card("Ks")))
    for hand, told in (("3c 8c As Ts", [("PL-4.1", 10, 10, 1)]), ("3c Ac As Ts", [])):
        held = cards(f"{hand} 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 3s")
        log = pluck_log([begun, Dealt(hands=(None, held, None)), called, *rest])
        assert found(log) == [*told, ("G-13", 14, 14, 2)]


def test_g_14_a_change_that_is_not_allowed_stays_where_a_play_may_be_left_out() -> None:
    """One more play of s1 before As would make Ks come in turn. s0, who changed 5c after that, was not to change it."""
    begun = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="d"), *trick(0, "2c 3c 9c", 3), *trick(2, "Ac 4c As", 3)]
    change = Corrected(seat=0, card=Card("6c"))
    log = pluck_log([*begun, *trick(2, "7c 5c", 3), change, *trick(1, "Td", 3), *trick(2, "Ks", 3)])
    assert found(log) == [("G-14", 12, 12, 0), ("G-13", 14, 14, 2)]
