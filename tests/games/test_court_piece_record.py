"""Court Piece: rows of score sheets, gaps, hands without an end, and acts where no hand is on."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, log_of, trick
from tests.games.test_court_piece import CPX_2_TRICKS, court_log, cpx_5, full_hand, hand, tricks
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.schemas.events import (
    Base,
    Corrected,
    Dealt,
    Gap,
    HandStarted,
    Played,
    ResultCalled,
    Ruled,
    Scored,
    Shown,
    Stopped,
    TrumpNamed,
    Voided,
)


def sheet(*rows: Scored, dealer: int = 0, **options: Any) -> Log:
    """A score sheet."""
    events = [e for n, row in enumerate(rows) for e in (HandStarted(dealer=dealer if n == 0 else None), row)]
    return court_log(events, **options)


def kinds(log: Log) -> list[str]:
    """The kinds of what is found."""
    return [finding.kind for finding in audit(log).findings]


# ---- Rows that no play can bring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "courts"),
    [
        (Scored(tricks=(7, 6), points=(5, 0)), [None, 0]),
        (Scored(tricks=(7, 6), points=(0, 1)), [None, 0]),
        (Scored(tricks=(13, 0), points=(1, 0)), [52, 0]),
        (Scored(tricks=(7, 0), points=(0, 0)), [1, 0]),
        (Scored(tricks=(14, 0)), [None, None]),
        (Scored(tricks=(-1, 14)), [None, None]),
        (Scored(points=(3, 0)), [None, None]),
        (Scored(tricks=(7, 6), points=(1, 0, 0)), [None, 0]),
    ],
)
def test_cp_4_a_row_that_no_hand_brings_is_not_taken_as_true(row: Scored, courts: list[int | None]) -> None:
    assert kinds(sheet(row)) == ["testimony"]
    assert fold(sheet(row)).courts == courts


def test_cp_4_3_a_row_with_the_revoke_alone_settles_the_hand() -> None:
    state = fold(sheet(Scored(seat=1)))
    assert (state.courts, state.streak_side, state.may_deal, state.ended) == ([1, 0], 0, [1], 1)


def test_cp_4_courts_alone_settle_the_hand() -> None:
    state = fold(sheet(Scored(points=(0, 1)), Scored(points=(0, 0))))
    assert (state.courts, state.ended, state.won_by) == ([0, 1], 2, -1)
    assert found(sheet(Scored(points=(0, 1)))) == []


def test_cp_4_2_courts_that_a_split_hides_are_not_known() -> None:
    state = fold(sheet(Scored(tricks=(3, 10))))
    assert (state.courts, state.streak_side, state.streak) == ([0, None], 1, 1)
    later = sheet(Scored(tricks=(3, 10)), Scored(tricks=(7, 6), points=(0, 0), totals=(0, 1)))
    assert found(later) == []
    assert fold(later).courts == [0, 1], "totals take up the count"


def test_cp_3_2_where_a_sweep_stops_thirteen_tricks_hide_no_court() -> None:
    assert fold(sheet(Scored(tricks=(3, 10)), play_on_allowed=False)).courts == [0, 0]
    assert kinds(sheet(Scored(tricks=(8, 0)), play_on_allowed=False)) == ["testimony"]


def test_cp_4_a_wrong_total_is_told_once() -> None:
    rows = [Scored(tricks=(7, 0), totals=(2, 0)), Scored(tricks=(7, 0), totals=(3, 0)), Scored(seat=0, totals=(3, 1))]
    assert found(sheet(*rows)) == [("CP-4", 3, 3, None)]
    assert found(sheet(*rows, Scored(seat=0, totals=(3, 3)))) == [("CP-4", 3, 3, None), ("CP-4", 9, 9, None)]


def test_cp_4_a_second_row_of_a_hand_is_compared() -> None:
    for other in (Scored(tricks=(8, 5)), Scored(tricks=(7, 6), points=(1, 0)), Scored(seat=1), Scored(void=True)):
        log = court_log([HandStarted(dealer=0), Scored(tricks=(7, 6), points=(0, 0)), other])
        assert found(log) == [("CP-4", 4, 4, None)], other
    same = court_log([HandStarted(dealer=0), Scored(tricks=(3, 10)), Scored(tricks=(3, 10), points=(0, 1))])
    assert found(same) == []
    assert fold(same).courts == [0, 1]


def test_cp_4_a_row_that_the_play_disproves_does_not_override_it() -> None:
    """Side 1 has eight of nine tricks, and lost one of the first seven."""
    rows = [(0, "As 2s 3s 4s"), *((1, f"{r}h {r}d {r}c {q}s") for r, q in zip("23456789", "56789TJQ", strict=True))]
    started = [HandStarted(dealer=3), TrumpNamed(seat=0, suit="h"), *tricks([(0, "As 2s 3s 4s")])]
    log = court_log([*started, *tricks(rows[1:]), Scored(tricks=(7, 6))])
    state = fold(log)
    assert "CP-4" in [row[0] for row in found(log)]
    assert state.won_by != 0


def test_cp_4_a_void_row() -> None:
    log = sheet(Scored(tricks=(7, 6), points=(0, 0)), Scored(void=True), Scored(tricks=(7, 6), points=(0, 0)))
    assert found(log) == []
    assert (fold(log).streak_side, fold(log).streak) == (0, 2)
    assert found(sheet(Scored(void=True, points=(1, 0)))) == [("CP-4", 3, 3, None)]


def test_a_row_without_a_beginning_is_a_hand_where_no_hand_has_one() -> None:
    """A score sheet alone is one line a hand."""
    rows: list[Base] = [Scored(tricks=(7, 6), points=(0, 0)), Scored(tricks=(0, 7)), Scored(void=True), Scored(seat=1)]
    done = audit(court_log(rows))
    assert done.findings == []
    assert [(ended.hand, ended.line, ended.result.points[:2]) for ended in done.results] == [
        (1, 2, (0, 0)),
        (2, 3, (0, 1)),
        (3, 4, (0, 0)),
        (4, 5, (1, 0)),
    ]
    assert (done.state.courts, done.state.streak_side, done.state.streak) == ([1, 1], 0, 1)
    assert found(court_log(rows, hand_limit=2)) == [("CP-7.1", 4, 4, None), ("CP-7.1", 5, 5, None)]
    assert found(court_log([*rows[:2], Gap(), rows[3]])) == []
    wrong = [rows[0], Scored(tricks=(0, 7), points=(1, 0), totals=(1, 0))]
    assert found(court_log(wrong)) == [("CP-4", 3, 3, None)]


def test_cp_4_tricks_that_cannot_be_told_are_not_compared() -> None:
    """Nobody told the last card, so nobody knows who won the last trick."""
    events = full_hand()
    events[-1] = Played(seat=0, card=cards("??")[0])
    events[1] = Dealt(each=5)
    events[3] = Dealt(each=8)
    assert found(court_log([*events, Scored(tricks=(7, 6), points=(0, 0))])) == []


# ---- CP-5 Dealers --------------------------------------------------------------------------------------------------


def test_cp_5_1_the_losers_deal_whoever_dealt_before() -> None:
    started: list[Base] = [HandStarted(), Scored(tricks=(7, 6), points=(0, 0))]
    assert found(court_log([*started, HandStarted(dealer=2)])) == [("CP-5.2", 4, 4, 2)]
    for dealer in (1, 3):
        assert found(court_log([*started, HandStarted(dealer=dealer)])) == []


def test_cp_5_after_a_void_hand_the_page_names_no_dealer() -> None:
    won: list[Base] = [HandStarted(dealer=1), Scored(tricks=(7, 6), points=(0, 0))]
    for dealer in (None, 1, 3):
        log = court_log([*won, HandStarted(), Voided(), HandStarted(dealer=dealer)])
        assert found(log) == []
        assert fold(log).dealer == (1 if dealer is None else dealer)
    assert found(court_log([*won, HandStarted(), Voided(), HandStarted(dealer=2)])) == [("CP-5.2", 6, 6, 2)]
    first = [HandStarted(dealer=1), Voided(), HandStarted(dealer=2)]
    assert found(court_log(first)) == []


def test_gap_in_a_hand_or_after_it_accuses_no_dealer_and_knows_no_streak() -> None:
    won: list[Base] = [HandStarted(dealer=1), Scored(tricks=(7, 6), points=(0, 0))]
    inside: list[Base] = [HandStarted(), TrumpNamed(seat=2, suit="h"), *trick(2, "2s 3s"), Gap()]
    for missed in ([Gap()], [Gap(hands=2)], inside):
        for dealer in range(4):
            log = court_log([*won, *missed, HandStarted(dealer=dealer)])
            assert found(log) == []
            assert (fold(log).streak, fold(log).courts) == (-1, [None, None])


def test_cp_3_2_a_hand_without_an_end_is_not_known() -> None:
    log = court_log([HandStarted(dealer=1), *trick(2, "2s 3s 4s 5s"), HandStarted(dealer=3)])
    assert found(log) == [("CP-3.2", 7, 7, None)]
    assert fold(log).courts == [None, None]
    rows = [Scored(tricks=(7, 6), points=(0, 0)), Scored(tricks=(7, 6))]
    events: list[Base] = [HandStarted(dealer=1), HandStarted(dealer=3), rows[0]]
    assert [finding.kind for finding in audit(court_log(events)).findings] == ["note"]


def test_cp_3_2_a_hand_begun_anew_before_anything_was_dealt_loses_nothing() -> None:
    begun = full_hand()
    for first, second in ((3, 3), (3, None), (None, 3), (2, 3), (None, None)):
        done = audit(court_log([*begun, HandStarted(dealer=first), HandStarted(dealer=second)]))
        assert [row.kind for row in done.findings] == ["note"], (first, second)
        assert (done.state.courts, done.state.streak, done.state.hand, done.state.dealer) == ([0, 0], 1, 2, 3)
    other = audit(court_log([*begun, HandStarted(dealer=3), HandStarted(dealer=0)]))
    assert [row.kind for row in other.findings] == ["note"], "a hand may be missing"
    assert other.state.courts == [None, None]


def test_cp_3_2_where_hands_are_told_by_rows_a_row_may_be_missing() -> None:
    rows = [HandStarted(dealer=0), Scored(tricks=(3, 10)), HandStarted(), HandStarted(), Scored(totals=(1, 0))]
    assert [row.kind for row in audit(court_log(rows)).findings] == ["note"]


def test_cp_7_1_void_and_missed_hands_and_the_limit() -> None:
    row = Scored(tricks=(7, 6), points=(0, 0))
    again = [HandStarted(dealer=1), Voided(), HandStarted(), row]
    assert found(court_log(again, hand_limit=1)) == []
    assert found(court_log([*again, HandStarted()], hand_limit=1)) == [("CP-7.1", 6, 6, None)]
    missed = [HandStarted(dealer=1), row, Gap(hands=2), HandStarted(dealer=0)]
    assert found(court_log(missed, hand_limit=3)) == [("CP-7.1", 5, 5, None)]
    assert found(court_log(missed, hand_limit=4)) == []


# ---- Acts where no hand is on --------------------------------------------------------------------------------------


def test_g_5_acts_where_no_hand_is_on_are_told_of_once() -> None:
    acts = [Dealt(each=5), TrumpNamed(seat=1, suit="h"), *trick(1, "2s 3s 4s 5s"), Stopped(), Voided()]
    for at in range(len(acts)):
        rest = acts[at:]
        assert found(court_log(rest))[0][:3] == ("G-5", 2, 2)
        assert len(found(court_log(rest))) == 1
        ended = [HandStarted(dealer=0), Scored(tricks=(7, 6), points=(0, 0))]
        assert [row[:3] for row in found(court_log([*ended, *rest]))] == [("G-5", 4, 4)]
    stopped = [*hand(0, TrumpNamed(seat=1, suit="s"), *tricks(CPX_2_TRICKS[:7])), Stopped(), Stopped(), Voided()]
    assert [row[0] for row in found(court_log(stopped))] == ["G-5"]


def test_cp_3_2_playing_on_where_a_sweep_stops_is_told_of_once() -> None:
    events = hand(0, TrumpNamed(seat=1, suit="s"), *tricks(CPX_2_TRICKS), Scored(tricks=(3, 10), points=(0, 1)))
    assert found(court_log(events, play_on_allowed=False)) == [("CP-3.2", 32, 32, 1)]


def test_g_5_a_line_written_twice_is_one_contradiction() -> None:
    events = full_hand()
    events.insert(4, events[3])
    assert found(court_log(events)) == [("G-5", 6, 6, None)]
    for at in range(4, 55):
        events = full_hand()
        events.insert(at, events[at])
        assert [row[:3] for row in found(court_log(events))] == [("G-5", at + 3, at + 3)]


def test_cp_2_3_a_packet_that_nobody_wrote_makes_no_card_impossible() -> None:
    events = full_hand()
    del events[3]
    assert found(court_log(events)) == []
    sizes = [HandStarted(dealer=2), Dealt(sizes=(13, 13, 13, 13)), TrumpNamed(seat=3, suit="d")]
    assert found(court_log(sizes)) == []


def test_g_5_cards_shown_after_a_row_or_before_the_deal() -> None:
    shown = Shown(seat=1, cards=cards("6h 7h"))
    assert found(court_log([HandStarted(dealer=0), Scored(tricks=(0, 7)), shown])) == []
    assert found(court_log([HandStarted(dealer=0), shown, Dealt(each=5)])) == []
    assert found(court_log([shown])) == []


# ---- CP-2, CP-3 What is not known ----------------------------------------------------------------------------------


def test_cp_2_4_trump_named_late_tells_who_won() -> None:
    log = court_log([HandStarted(dealer=0), *trick(1, "2s 3h 4s 5s"), TrumpNamed(seat=1, suit="h"), *trick(2, "6c")])
    assert found(log) == [("CP-2.4", 7, 7, 1)]
    assert (fold(log).winners, fold(log).taken) == ([2], [1, 0])


def test_g_4_a_trick_of_one_suit_needs_no_trump() -> None:
    state = fold(court_log([HandStarted(dealer=0), *trick(1, "2s 3s 9s 5s")]))
    assert (state.winners, state.turn) == ([3], 3)


def test_g_10_a_card_that_nobody_told_may_be_any() -> None:
    events = hand(0, TrumpNamed(seat=1, suit="h"), *trick(1, "2s ?? 4c 5s"), *trick(1, "6s"))
    assert found(court_log(events)) == []


def test_g_5_a_card_that_is_not_in_the_pack_holds_its_place() -> None:
    events = hand(0, TrumpNamed(seat=1, suit="h"), *trick(1, "2s Xr 4s 5s"), *trick(0, "6s"))
    assert found(court_log(events)) == [("G-5", 5, 5, 2)]


def test_cp_3_1_the_only_hand_that_can_hold_the_suit_has_revoked() -> None:
    """Three hands are listed: all spades not among them are in the fourth."""
    events = full_hand()
    plays = [*events[:4], *tricks([(3, "5c 7c 2c 6c"), (0, "2s 4d Ts 5s")])]
    for at in (1, 3):
        deal = plays[at]
        assert isinstance(deal, Dealt)
        assert deal.hands is not None
        plays[at] = Dealt(hands=(deal.hands[0], None, *deal.hands[2:]))
    assert found(court_log(plays)) == [("CP-3.1", 11, 11, 1)]


def test_cp_3_2_a_stop_is_forbidden_once_both_sides_have_a_trick() -> None:
    plays = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "As 2s 3s 4s"), *trick(1, "5s Ks 6s 7s")]
    assert found(court_log([*plays, Gap(), Stopped()])) == [("CP-3.2", 13, 13, None)]


def test_cp_7_1_a_hand_stopped_before_anybody_had_seven_is_void() -> None:
    done = audit(court_log([*full_hand()[:20], Stopped()]))
    assert [row.clause for row in done.findings] == ["CP-3.2"]
    assert done.state.courts == [0, 0]
    assert not done.results[0].result.counts


# ---- CP-6 ----------------------------------------------------------------------------------------------------------


def test_cp_6_1_a_card_taken_back_after_a_gap_may_be_played_again() -> None:
    plays = [Gap(), *trick(1, "Qc 5d"), Corrected(seat=2, card=cards("9c")[0]), *trick(2, "5d")]
    assert found(court_log([HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *plays])) == []


def test_cp_6_1_a_card_not_told_may_replace_a_revoke() -> None:
    events = cpx_5(Corrected(seat=2, card=cards("??")[0]), *trick(0, "3c"), *trick(3, "2d 4h 3d 5d"))
    assert [row for row in found(court_log(events)) if row[0] == "G-5"] == []


def test_cp_6_4_a_change_after_the_hand_changes_nothing() -> None:
    forfeit = cpx_5(Ruled(what="revoke", seat=2), Corrected(seat=2, card=cards("9c")[0]))
    assert found(court_log(forfeit)) == [("CP-6.4", 8, 8, 2)]
    stopped = [*hand(0, TrumpNamed(seat=1, suit="s"), *tricks(CPX_2_TRICKS[:7])), Stopped()]
    changed = [*stopped, Corrected(seat=0, card=cards("Jc")[0])]
    log = court_log(changed, revoke_window="before_next_lead")
    assert found(log) == [("CP-6.4", len(changed) + 1, len(changed) + 1, 0)]
    assert fold(log).courts == [0, 1]


def test_cp_6_6_the_card_of_a_claim_is_seen() -> None:
    late = cpx_5(*trick(0, "3c"))
    proof = cards("9c")[0]
    assert found(court_log([*late, Ruled(what="revoke", seat=2, trick=1, card=proof)])) == [("CP-3.1", 5, 8, 2)]
    played = Ruled(what="revoke", seat=2, trick=1, card=cards("3c")[0])
    assert found(court_log([*late, played])) == [("CP-6.6", 8, 8, 2)]


def test_cp_6_3_a_revoke_of_nobody_named_ends_the_hand() -> None:
    log = court_log([*cpx_5(*trick(0, "3c")), Ruled(what="revoke"), HandStarted(dealer=2)])
    assert found(log) == []
    assert fold(log).courts == [None, None]


def test_g_5_seats_that_are_not_there() -> None:
    for act in (TrumpNamed(seat=7, suit="h"), Corrected(seat=7, card=cards("9c")[0]), Ruled(what="revoke", seat=7)):
        log = log_of("court_piece", [HandStarted(dealer=0), Dealt(each=5), act])
        assert [row.clause for row in audit(log).findings] == ["G-5"], act


def test_cp_6_4_a_claim_before_the_next_packet_is_not_late() -> None:
    row = Scored(tricks=(7, 6), points=(0, 0))
    claim = Ruled(what="revoke", seat=0, trick=1)
    begun = [HandStarted(dealer=1), row, HandStarted(), claim]
    assert found(court_log(begun, late_revoke="until_next_deal")) == []
    assert found(court_log(begun)) == [("CP-6.4", 5, 5, None)]
    counted = court_log([*begun[:2], claim], late_revoke="until_next_deal")
    assert found(counted) == []
    assert fold(counted).courts == [0, 1]


def test_cp_4_tricks_of_a_row_after_a_gap_are_held_to_those_played_at_least() -> None:
    missed = [*full_hand()[:16], Gap()]
    taken = fold(court_log(missed)).taken
    (row,) = audit(court_log([*missed, Scored(tricks=(0, 13))])).findings
    assert row.says == f"tricks [0, 13] were written; the play gives at least {taken}"
    (row,) = audit(court_log([*full_hand(), Scored(tricks=(0, 13))])).findings
    assert row.says == "tricks [0, 13] were written; the play gives [7, 6]"


# ---- What was said of the result -----------------------------------------------------------------------------------


def test_cp_4_1_who_is_called_the_winner_has_won() -> None:
    won = [HandStarted(dealer=0), Scored(tricks=(6, 7))]
    for seat, rows in ((0, [("CP-4.1", 4, 4, 0)]), (1, []), (3, []), (7, [("G-5", 4, 4, None)])):
        assert found(court_log([*won, ResultCalled(result="winner", seat=seat)])) == rows
    for silent in (ResultCalled(result="shame", seat=0), ResultCalled(result="won", seat=0, hand=7)):
        assert found(court_log([*won, silent])) == []
    for others in ([HandStarted(dealer=0)], [*won, Gap()], [HandStarted(dealer=0), Scored()]):
        assert found(court_log([*others, ResultCalled(result="won", seat=0)])) == [], "who has won cannot be told"
    ahead = [HandStarted(dealer=1), Scored(tricks=(7, 0)), HandStarted(), Scored(tricks=(6, 7))]
    assert found(court_log([*ahead, ResultCalled(result="winner", seat=2)])) == [], "of the session, it may be"


# ---- Who calls, and what a row should have said ---------------------------------------------------------------------


def test_cp_9_3_the_caller_who_names_trump_after_another_has_broken_nothing() -> None:
    wrong = [HandStarted(dealer=3), Dealt(each=5), TrumpNamed(seat=1, suit="h")]
    done = audit(court_log([*wrong, TrumpNamed(seat=0, suit="c")]))
    assert [(one.clause, one.kind, one.seat) for one in done.findings] == [
        ("CP-2.4", "breach", 1),
        ("CP-9.3", "note", 0),
    ]
    assert done.state.trump == "h"
    again = [*wrong, TrumpNamed(seat=1, suit="c")]
    assert found(court_log(again)) == [("CP-2.4", 4, 4, 1), ("CP-9.3", 5, 5, 1)]
    late = [*wrong, Dealt(each=8), TrumpNamed(seat=0, suit="c")]
    assert found(court_log(late)) == [("CP-2.4", 4, 4, 1), ("CP-9.3", 6, 6, 0)]


@pytest.mark.parametrize("seat", range(4))
def test_cp_5_2_the_winners_call_whoever_of_the_losers_deals(seat: int) -> None:
    """A split of 6 to 7 hides a court: seat 0 deals again, or its partner."""
    before = [HandStarted(dealer=0), Scored(tricks=(6, 7)), HandStarted()]
    called = TrumpNamed(seat=seat, suit="h")
    assert found(court_log([*before, called])) == ([] if seat % 2 else [("CP-2.4", 5, 5, seat)])
    assert found(court_log([*before, Gap(), called])) == []


def test_cp_4_4_a_row_that_leaves_the_court_of_a_streak_out_is_told_what_is_due() -> None:
    rows = [Scored(tricks=(7, 6), points=(0, 0))] * 7
    events = [event for row in rows for event in (HandStarted(dealer=1), row)]
    (missing,) = audit(court_log([HandStarted(dealer=0), *events[1:]])).findings
    assert (missing.at, missing.says) == (15, "courts [0, 0] were written; they are [1, 0] or [2, 0]")
    right = Scored(tricks=(7, 6), points=(1, 0), totals=(2, 0))
    (total,) = audit(court_log([HandStarted(dealer=0), *events[1:-1], right])).findings
    assert total.says == "totals [2, 0] were written; they are [1, 0]"


def test_cp_3_2_where_a_sweep_stops_a_row_and_a_play_are_told_so() -> None:
    (row,) = audit(court_log([HandStarted(dealer=0), Scored(tricks=(0, 8))], play_on_allowed=False)).findings
    assert row.says == "0 and 8 tricks cannot be: 13 in all, or 7 by a sweep"
    swept = hand(0, TrumpNamed(seat=1, suit="s"), *tricks(CPX_2_TRICKS[:8]))
    (play,) = audit(court_log(swept, play_on_allowed=False)).findings
    assert (play.seat, play.says) == (1, "the hand had ended with the sweep of the first seven tricks")
