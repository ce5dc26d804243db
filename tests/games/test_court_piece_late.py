"""Court Piece: what is claimed late, and what can be told of a streak whose beginning was missed."""

import itertools
from typing import Any

import pytest

from tests.builders import cards, fold, found
from tests.games.test_court_piece import CPX_2_HANDS, CPX_2_TRICKS, court_log, deal, full_hand, tricks
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.state import decode_state, encode_state
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Ruled, Scored, Shown, Stopped, TrumpNamed

LATE: dict[str, Any] = {"late_revoke": "until_next_deal"}
ROW = Scored(tricks=(7, 6), points=(0, 0))


def claim(seat: int, trick: int | None = None) -> Ruled:
    """A revoke that the table established."""
    return Ruled(what="revoke", seat=seat, trick=trick)


# ---- CP-6.4, CP-8 Until the next packet ------------------------------------------------------------------------------


def test_cp_6_4_a_claim_before_the_next_packet_makes_the_hand_forfeit() -> None:
    """Side 0 won and its left neighbour is to deal; by the revoke the deal goes to the partner of the dealer."""
    begun = [*full_hand(), HandStarted(), claim(0)]
    done = audit(court_log(begun, **LATE))
    assert [(row.clause, row.at) for row in done.findings] == [("CP-6.6", 59)], "it followed suit; the table ruled so"
    assert [ended.result.points for ended in done.results] == [(0, 1, 0, 1)]
    assert [ended.result.says for ended in done.results] == ["forfeit"]
    state = done.state
    assert (state.courts, state.streak_side, state.streak, state.dealer, state.turn) == ([0, 1], 1, 1, 0, 1)
    second = deal(CPX_2_HANDS, 0, "s")[1:] + tricks(CPX_2_TRICKS)
    after = audit(court_log([*begun, *second], **LATE))
    assert after.findings == done.findings
    assert [ended.result.points for ended in after.results] == [(0, 1, 0, 1), (0, 1, 0, 1)]
    assert (after.state.courts, after.state.streak) == ([0, 2], 2)


def test_cp_6_4_the_window_ends_with_the_first_packet_or_the_call() -> None:
    for act in (Dealt(each=5), TrumpNamed(seat=0, suit="h")):
        log = court_log([*full_hand(), HandStarted(), act, claim(0)], **LATE)
        assert [row[0] for row in found(log)] == ["CP-6.4"]
        assert fold(log).courts == [0, 0]


def test_cp_6_4_without_the_option_a_claim_after_the_next_hand_began_counts_for_nothing() -> None:
    log = court_log([*full_hand(), HandStarted(), claim(0)])
    assert found(log) == [("CP-6.4", 59, 59, None)]
    assert fold(log).courts == [0, 0]


def test_cp_6_6_a_claim_before_the_next_packet_is_checked_by_the_play() -> None:
    log = court_log([*full_hand(), HandStarted(), claim(1, 3)], **LATE)
    assert found(log) == [("CP-6.6", 59, 59, 1)]
    assert fold(log).courts == [1, 0]
    twice = audit(court_log([*full_hand(), HandStarted(), claim(0), claim(1)], **LATE))
    assert [row.clause for row in twice.findings] == ["CP-6.6", "CP-6.5", "CP-6.6"]
    assert twice.state.courts == [0, 1]


def test_cp_5_the_dealer_of_a_hand_begun_before_the_claim() -> None:
    """Seat 3 was to deal by the play, seat 0 by the claim; whoever else was named has broken the rotation."""
    for dealer, rows, dealt_by in ((3, [], -1), (0, [], 0), (1, [("CP-5", 58, 58, 1)], -1)):
        log = court_log([*full_hand(), HandStarted(dealer=dealer), claim(0)], **LATE)
        assert [row for row in found(log) if row[0] != "CP-6.6"] == rows, dealer
        assert fold(log).dealer == dealt_by, dealer
    passed_on = [*full_hand(), HandStarted(dealer=3), claim(0), Dealt(each=5), TrumpNamed(seat=1, suit="h")]
    assert [row[0] for row in found(court_log(passed_on, **LATE))] == ["CP-6.6"]
    assert fold(court_log(passed_on, **LATE)).dealer == 0


CLAIMED: list[Base] = [HandStarted(dealer=0), Scored(tricks=(0, 7)), HandStarted(dealer=2), claim(3, 3)]
"""Seat 2 was to deal by the play; the revoke of seat 3 moves the deal to seat 1, and makes seat 2 the caller."""


@pytest.mark.parametrize(
    ("caller", "rows", "dealer"),
    [
        (0, [("CP-2.4", 7, 7, 0)], -1),
        (1, [("CP-2.4", 7, 7, 1)], -1),
        (2, [], 1),
        (3, [("CP-5.2", 4, 7, 2)], 2),
    ],
)
def test_cp_5_who_deals_after_a_claim_is_told_by_the_caller(caller: int, rows: list[Any], dealer: int) -> None:
    log = court_log([*CLAIMED, Dealt(each=5), TrumpNamed(seat=caller, suit="h")], **LATE)
    assert found(log) == rows
    assert (fold(log).dealer, fold(log).courts) == (dealer, [1, 0])


def test_cp_5_a_dealer_who_was_wrong_before_the_claim_and_is_after_it_is_told_once() -> None:
    events = [*CLAIMED[:2], HandStarted(dealer=3), CLAIMED[3], Dealt(each=5), TrumpNamed(seat=0, suit="h")]
    assert found(court_log(events, **LATE)) == [("CP-5", 4, 7, 3)]
    missed = [*CLAIMED, Gap(), Dealt(each=5), TrumpNamed(seat=0, suit="h")]
    assert found(court_log(missed, **LATE)) == [], "who dealt may lie in the gap"


@pytest.mark.parametrize(("dealer", "rows"), [(1, []), (None, []), (2, [("CP-5.2", 6, 6, 2)])])
def test_cp_5_a_hand_begun_anew_after_a_claim_loses_nothing(dealer: int | None, rows: list[Any]) -> None:
    done = audit(court_log([*CLAIMED, HandStarted(dealer=dealer), Dealt(each=5)], **LATE))
    assert [(row.clause, row.at, row.found_at, row.seat) for row in done.findings] == rows
    state = done.state
    assert (state.courts, state.streak, state.hand, state.dealer) == ([1, 0], 1, 2, 1 if dealer is None else dealer)
    again = audit(court_log([*CLAIMED, HandStarted(dealer=1), claim(0)], **LATE))
    assert [row.clause for row in again.findings] == ["CP-6.5"], "it may still be claimed"


def test_what_is_kept_of_the_hand_before_is_no_more_than_a_view_knows() -> None:
    events = [*full_hand()[:20], claim(0), *full_hand(), Scored(tricks=(7, 6)), HandStarted(), claim(0)]
    log = court_log(events, **LATE)
    for viewer in (PUBLIC, 2):
        for (_, _, whole), (_, _, part) in zip(frames(log), frames(redact_log(log, viewer, "copy")), strict=True):
            assert view(whole, viewer) == part
            assert decode_state(type(whole), encode_state(whole)) == whole


@pytest.mark.parametrize("late", ["stands", "until_next_deal"])
def test_g_9_the_card_of_a_late_claim_proves_the_revoke_in_a_record_without_hands(late: str) -> None:
    """Seat 0 discards on the hearts of trick 7 and shows the queen when the hand has been stopped."""
    swept = [*CPX_2_TRICKS[:6], (1, "3h Th Ah Tc")]
    events = [*deal(CPX_2_HANDS, 0, "s"), *tricks(swept), Stopped()]
    shown = Ruled(what="revoke", seat=0, trick=7, card=cards("Qh")[0])
    for told, proven in (([shown], True), ([claim(0, 7)], False), ([HandStarted(), shown], late != "stands")):
        log = redact_log(court_log([*events, *told], late_revoke=late), PUBLIC, "copy")
        rows = [row for row in found(log) if row[0] != "CP-6.4"]
        assert rows == ([("CP-3.1", 33, 34 + len(told), 0)] if proven else [])
    twice = redact_log(court_log([*events, Shown(seat=0, cards=cards("Jd Qh")), shown]), PUBLIC, "copy")
    assert found(twice) == [("CP-3.1", 33, 35, 0), ("CP-6.4", 36, 36, None)]


# ---- CP-4.4 A streak whose beginning was missed ----------------------------------------------------------------------


def won(count: int) -> list[Base]:
    """So many hands of side 0 that brought no court, after something was missed."""
    hands = itertools.chain.from_iterable((HandStarted(), ROW) for _ in range(count))
    return [HandStarted(dealer=1), ROW, Gap(), *hands]


@pytest.mark.parametrize(("count", "streak"), [(1, -2), (5, -6), (6, 6)])
def test_cp_4_4_hands_won_since_a_gap_are_so_many_at_least(count: int, streak: int) -> None:
    state = fold(court_log(won(count)))
    assert (state.streak_side, state.streak) == (0, streak)
    assert found(court_log(won(count))) == []


def test_cp_4_4_the_seventh_hand_since_a_gap_brings_a_court_for_certain() -> None:
    assert found(court_log(won(7))) == [("CP-4", 18, 18, None)]
    silent = court_log([*won(6), HandStarted(), Scored(tricks=(7, 6))], play_on_allowed=False)
    assert audit(silent).results[-1].result.points == (1, 0, 1, 0)
    assert (fold(silent).streak_side, fold(silent).streak) == (-1, 0)
    assert (
        fold(court_log([*won(3), HandStarted(), Scored(tricks=(7, 6), points=(1, 0))], play_on_allowed=False)).streak
        == 0
    )


def test_cp_5_2_who_has_won_since_a_gap_does_not_deal() -> None:
    assert found(court_log([*won(1), HandStarted(), Gap(), HandStarted(dealer=0)])) == []
    assert found(court_log([*won(1), HandStarted(dealer=2)])) == [("CP-5.2", 7, 7, 2)]


def test_cp_6_3_the_card_of_a_claim_may_be_no_card_at_all() -> None:
    shown = Ruled(what="revoke", seat=0, trick=1, card=cards("??")[0])
    assert found(court_log([*full_hand(), shown], **LATE)) == [("CP-6.6", 58, 58, 0)]


def test_cp_6_4_a_row_alone_tells_of_a_claim_after_the_hand() -> None:
    """Where it counts, the hand is forfeit (CP-4.3); the claim is held against the play."""
    played = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="s"), *tricks(CPX_2_TRICKS)]
    row = Scored(seat=3, tricks=(3, 10), points=(1, 0), totals=(1, 0))
    log = court_log([*played, row, HandStarted(dealer=1)], late_revoke="until_next_deal")
    assert found(log) == [("CP-6.6", 56, 56, 3)]
    assert fold(log).courts == [1, 0]
    assert [clause for clause, *_ in found(court_log([*played, row]))] == ["CP-4", "CP-4"]
    changed = [
        HandStarted(dealer=0),
        Scored(tricks=(6, 7), points=(0, 0)),
        Scored(seat=3, points=(1, 0)),
        HandStarted(dealer=1),
    ]
    assert found(court_log(changed, late_revoke="until_next_deal")) == []
