"""Hasenpfeffer: hands that are void, or were called so, and the joker that was or was not shown."""

from typing import Any

import pytest

from tests.builders import cards, found, trick
from tests.games.hasenpfeffer_tables import HPX_8_HANDS, bids, dealt, hpx_8, table
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.events import (
    Base,
    Bid,
    Dealt,
    Discarded,
    Gap,
    HandStarted,
    Played,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

XR = cards("Xr")


def state_of(log: Log) -> Any:
    """The state after a log."""
    return fold(log)


JOKER_IN_WIDOW = [*HPX_8_HANDS[:3], HPX_8_HANDS[3].replace("Xr", "Ad")]
PASSES = bids(1, 0, 0, 0, 0)
UNKNOWN_HANDS: list[Base] = [HandStarted(dealer=0), *PASSES]
SILENT: list[Base] = [HandStarted(dealer=0), dealt(), *PASSES]
IN_WIDOW: list[Base] = [HandStarted(dealer=0), dealt(JOKER_IN_WIDOW, "Xr"), *PASSES]


# ---- HP-2.2, HP-7 A holder who keeps silent ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "end", [Voided(), Voided(why="Joker in widow"), Voided(why="All passed"), Scored(void=True), HandStarted()]
)
def test_hp_7_however_the_hand_is_called_void_the_silent_holder_is_found(end: Base) -> None:
    assert found(table([*SILENT, end])) == [("HP-2.2", 8, 8, 3)]
    assert [one.clause for one in audit(table([*UNKNOWN_HANDS, end])).doubts] == ["HP-2.2"]


def test_hp_2_2_after_four_passes_a_misdeal_is_no_silence() -> None:
    for start in (SILENT, UNKNOWN_HANDS):
        thrown = [*start, Voided(why="a card was missing")]
        for dealer in (0, 1):
            done = audit(table([*thrown, HandStarted(dealer=dealer)]))
            assert (done.findings, done.doubts) == ([], [])
        assert [row[0] for row in found(table([*thrown, HandStarted(dealer=2)]))] == ["HP-2.2"]


def test_hp_2_2_a_joker_turned_up_in_the_deal_is_a_misdeal() -> None:
    events = [HandStarted(dealer=0), *bids(1, 0, 0), Voided(why="the joker was turned up"), HandStarted(dealer=0)]
    assert found(table(events)) == []
    early = [HandStarted(dealer=0), *bids(1, 0, 0), Voided(why="joker in the widow")]
    assert found(table(early)) == [("HP-2.2", 5, 5, None)]


def test_hp_7_a_widow_that_is_not_the_joker_proves_that_somebody_kept_silent() -> None:
    listed = [HandStarted(dealer=0), Dealt(places={"widow": cards("Ad")}), *PASSES, Voided()]
    assert found(table(listed)) == [("HP-2.2", 8, 8, None)]
    three = [HandStarted(dealer=0), dealt([*HPX_8_HANDS[:3], ""]), *PASSES, Voided()]
    assert found(table(three)) == [("HP-2.2", 8, 8, 3)], "it is in no other hand"
    turned = [*UNKNOWN_HANDS, Voided(), Shown(place="widow", cards=cards("Ad"))]
    done = audit(table(turned))
    assert [(one.clause, one.at, one.found_at, one.seat) for one in done.findings] == [("HP-2.2", 7, 8, None)]
    assert done.doubts == []
    assert found(table([*UNKNOWN_HANDS, Voided(), Shown(place="widow", cards=XR)])) == []
    assert found(table([*UNKNOWN_HANDS, Voided(why="misdeal"), Shown(place="widow", cards=cards("Ad"))])) == []


# ---- HP-2.2 Left of the dealer deals -------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [Scored(void=True), Scored(bids=(0, 0, 0, 0), void=True), Voided(why="joker in widow")])
def test_hp_2_2_left_of_the_dealer_deals_after_a_void_row(row: Base) -> None:
    events = [HandStarted(dealer=0), row]
    assert state_of(table([*events, HandStarted()])).dealer == 1
    assert found(table([*events, HandStarted(dealer=1)])) == []
    assert found(table([*events, HandStarted(dealer=0)])) == [("HP-2.2", 4, 4, 0)]


def test_a_gap_after_four_passes_leaves_open_what_the_hand_brought() -> None:
    events = [*hpx_8(), HandStarted(), *bids(2, 0, 0, 0, 0), Gap(), HandStarted(dealer=2)]
    assert found(table(events)) == []
    assert state_of(table(events)).totals == [None, None]


# ---- The table plays a hand that is void ---------------------------------------------------------------------------

PLAYED_ON: list[list[Base]] = [
    [Took(seat=2, place="widow"), TrumpNamed(seat=2, suit="h"), Discarded(seat=2), *trick(2, "9d Kd Qd Jd")],
    [TrumpNamed(seat=2, suit="h"), Discarded(seat=2, cards=cards("Ac")), *trick(2, "9d Kd Qd Jd")],
    [Discarded(seat=2, cards=cards("Ac")), TrumpNamed(seat=2, suit="h"), *trick(2, "9d")],
    trick(2, "9d Kd Qd"),
    [Shown(seat=2, cards=XR), TrumpNamed(seat=2, suit="h"), Discarded(seat=2), *trick(2, "9d")],
    [Voided(why="misdeal"), HandStarted(dealer=0)],
    [Voided(), HandStarted()],
    [Scored(void=True), HandStarted()],
    [Scored(seat=2, tricks=(4, 2)), HandStarted()],
    [Gap(), HandStarted(dealer=3)],
    [Gap(hands=2), HandStarted(dealer=3)],
    [Bid(seat=2, amount=3), HandStarted()],
    [Played(seat=2, card=XR[0])],
]


@pytest.mark.parametrize("more", PLAYED_ON)
def test_a_void_hand_that_is_played_stands_as_all_see_it(more: list[Base]) -> None:
    log = table([*IN_WIDOW, *more])
    assert len(found(log)) <= 2, "one wrong step, and what it brings, is no row of findings"
    if any(isinstance(event, Shown) for event in more):
        return  # a contradiction sets lists aside
    for viewer in (PUBLIC, 0, 1, 2, 3):
        partial = redact_log(log, viewer, "copy")
        for (line, _, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
            assert plain(view(whole, viewer)) == plain(seen), (viewer, line)


def test_hp_2_2_nobody_but_the_holder_of_the_joker_declares_after_four_passes() -> None:
    for more in PLAYED_ON[:2]:
        assert found(table([*IN_WIDOW, *more])) == [("HP-2.2", 8, 8, 2)]
        assert found(redact_log(table([*IN_WIDOW, *more]), PUBLIC, "copy")) == []


# ---- HP-2.3 The widow in the wrong hand, trump too late ------------------------------------------------------------


def test_hp_2_3_who_takes_the_widow_has_it() -> None:
    """Seat 2 takes the widow though seat 1 has the bid: what seat 1 plays from then on comes from its own six."""
    events = [*hpx_8()[:6], Took(seat=2, place="widow", cards=cards("Ad")), TrumpNamed(seat=2, suit="h")]
    events += [Discarded(seat=2, cards=cards("Ac")), *trick(2, "Ad Kd Qd Jh")]
    expected = [("HP-2.3", 8, 8, 2), ("G-13", 11, 11, 2)]
    for log in (table(events), redact_log(table(events), PUBLIC, "copy"), redact_log(table(events), 1, "copy")):
        assert found(log) == expected
    assert list(state_of(table(events)).places.known)[4] == cards("Ac")[0].bit


def test_hp_2_3_the_high_bidder_puts_away_what_another_was_written_to_have_taken() -> None:
    events = [*hpx_8()[:6], Took(seat=2, place="widow"), *hpx_8()[6:]]
    assert found(table(events)) == found(redact_log(table(events), PUBLIC, "copy")) == [("HP-2.3", 8, 8, 2)]


def test_hp_3_2_a_trick_led_before_trump_was_named_goes_to_its_suit() -> None:
    start = [HandStarted(dealer=3), *bids(0, 3, 0, 0, 0), *trick(0, "Kd"), TrumpNamed(seat=0, suit="s")]
    state = state_of(table([*start, *trick(1, "9d Ah Td")]))
    assert (state.winners, state.taken) == ([0], [1, 0])
    assert state_of(table([*start, *trick(1, "9d Ah 9s")])).winners == [3]


def test_cards_shown_nowhere_are_told_of() -> None:
    done = audit(table([*UNKNOWN_HANDS, Shown(cards=XR)]))
    assert [(one.kind, one.name, one.at) for one in done.findings] == [("note", "shown_nowhere", 7)]
    assert done.state.phase == "joker"


def test_g_5_what_is_written_where_no_hand_is_on_is_told_of_once() -> None:
    for events in (hpx_8()[1:], hpx_8()[2:], hpx_8()[20:]):
        assert [row[:2] for row in found(table(events))] == [("G-5", 2)]
        assert found(table([*events, *hpx_8(), *hpx_8()[20:]]))[1:] == [("G-5", len(events) + 34, len(events) + 34, 2)]


def test_g_5_a_widow_turned_over_after_four_passes_is_known_to_all() -> None:
    log = table([*IN_WIDOW, Shown(place="widow", cards=XR)])
    for (_, _, whole), (_, _, seen) in zip(frames(log), frames(redact_log(log, PUBLIC, "copy")), strict=True):
        assert plain(view(whole, PUBLIC)) == plain(seen)
