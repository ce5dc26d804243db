"""Last One: calls of the last card, scores, and what the record shows of counts and cards (LO-6 to LO-9)."""

import random
from typing import Any

from msgspec.structs import replace

from tests.builders import cards, found, log_of
from tests.games.last_one_tables import acts, clauses, finding, names, table
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.state import decode_state, encode_state
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import (
    Base,
    Closed,
    Dealt,
    Drew,
    Gap,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Passed,
    Played,
    Reshuffled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

# ---- LO-6 Last-one call --------------------------------------------------------------------------------------------

TWO = {"seats": 2}


def down(more: str = "", **options: Any) -> list[tuple[str, int, int, int | None]]:
    """Seats 0 and 1; seat 1 plays down to one card on line 9."""
    text = "1 5s, 0 d, 1 6s, 0 d, 1 7s" + more
    return finding("9s", text, seats=2, each=4, **options)


def test_lo_6_1_a_call_in_time() -> None:
    assert down(", 1 call, 0 d, 1 Ts") == []
    assert down(", 1 call, 0 Ts, 1 Ks") == []


def test_lo_9_7_neither_call_nor_penalty_are_two_findings() -> None:
    assert down(", 0 d, 1 Ts") == [("LO-9.7", 10, 11, 1), ("LO-9.7", 11, 11, 1)]
    assert down(", 0 Ts, 1 Ks") == [("LO-9.7", 10, 11, 1), ("LO-9.7", 11, 11, 1)]
    assert down(", 0 d") == []


def test_lo_9_0_a_missed_call_whose_penalty_was_drawn_is_no_finding() -> None:
    assert down(", 0 d, 1 d2 missed, 1 Ts") == []


def test_lo_9_7_penalty_drawn_though_called() -> None:
    assert down(", 1 call, 0 d, 1 d2 missed") == [("LO-9.7", 12, 12, 1)]
    assert down(", 1 d2 missed") == [("LO-9.7", 10, 10, 1)]


def test_lo_9_2_wrong_penalty() -> None:
    assert down(", 0 d, 1 d1 missed, 1 Ts") == [("LO-9.2", 11, 11, 1)]
    assert down(", 0 d, 0 d2 missed, 1 Ts") == [("LO-9.2", 11, 11, 0)]


def test_lo_6_1_a_late_call_does_not_help() -> None:
    assert down(", 0 d, 1 call, 1 d2 missed, 1 Ts") == []
    assert [one[0] for one in down(", 0 d, 1 call, 1 Ts")] == ["LO-9.7", "LO-9.7"]


def test_lo_6_2_until_when_a_call_can_be_made() -> None:
    assert down(", 0 d, 1 call, 1 Ts", call_deadline="next_play") == []
    assert down(", 0 Ts, 1 call, 1 d2 missed", call_deadline="next_play") == []
    assert [one[0] for one in down(", 0 Ts, 1 call, 1 Ks", call_deadline="next_play")] == ["LO-9.7", "LO-9.7"]


def test_lo_6_1_each_new_reduction_needs_a_new_call() -> None:
    begun = ", 1 call, 0 d, 1 d, 0 d, 1 Ts"
    assert down(begun + ", 1 call, 0 d, 1 Ks") == []
    assert [one[0] for one in down(begun + ", 0 d, 1 Ks")] == ["LO-9.7", "LO-9.7"]


def test_lo_6_2_no_call_before_stacking_on_a_3() -> None:
    text = "1 5s, 0 d, 1 6s, 0 d, 1 3s"
    assert finding("9s", text + ", 1 Kd+", seats=2, each=4) == []
    done = audit(table("9s", text + ", 1 Kd+", seats=2, each=4))
    assert [one.result.won for one in done.results] == [(False, True)]


def test_lo_9_0b_a_hand_that_ends_first_needs_no_call() -> None:
    both = "1 5s, 0 6s, 1 7s, 0 Ts, 1 Ks, 1 call, 0 Qs, 0 call, 1 Qd"
    assert finding("9s", both, seats=2, each=4) == []
    assert finding("9s", both.replace("0 call, ", ""), seats=2, each=4) == []


def test_lo_9_0b_no_call_is_missed_while_the_last_2_is_drawn_for() -> None:
    text = "1 5s, 2 d, 0 6s, 1 7s, 2 d, 0 Ts, 1 Ks, 1 call, 2 d, 0 Qs, 1 2s, 2 d2 two"
    log = table("9s", text, seats=3, each=4, effect_of_last_card="apply")
    done = audit(log)
    assert (done.findings, [one.result.won for one in done.results]) == ([], [(False, True, False)])


def test_lo_9_0b_a_3_of_the_next_seat_passes_the_deadline() -> None:
    assert down(", 0 3s, 1 d2 missed, 0 Kd+, 1 Td") == []
    assert [one[0] for one in down(", 0 3s, 0 Kd+, 1 d2 missed")] == ["LO-9.7", "LO-9.7"]


def test_lo_9_0_a_call_may_stand_between_a_two_and_its_draw() -> None:
    text = "1 5s, 0 d, 1 6s, 0 d, 1 2s"
    assert finding("9s", text + ", 1 call, 0 d2 two, 1 Ts", seats=2, each=4) == []
    assert finding("9s", text + ", 0 d2 two, 1 d2 missed, 1 Ts", seats=2, each=4) == []
    assert clauses("9s", text + ", 0 d2 two, 1 Ts", seats=2, each=4) == ["LO-9.7", "LO-9.7"]


def test_lo_9_0_debts_are_paid_in_the_order_they_arose() -> None:
    begun = ", 0 2s"
    assert down(begun + ", 1 d2 missed, 1 d2 two, 0 Ts") == []
    assert [one[0] for one in down(begun + ", 1 d2 two, 1 d2 missed, 0 Ts")] == ["LO-9.2"]


def test_lo_6_3_a_false_call_is_a_note() -> None:
    log = table("9s", "1 5s, 1 call", seats=2)
    assert [(one.kind, one.clause) for one in audit(log).findings] == [("note", "LO-6.3")]


def test_lo_7_4_calls_that_nobody_wrote_down() -> None:
    assert down(", 0 d, 1 Ts", calls_recorded="no") == []
    assert down(", 0 d, 1 d2 missed, 1 Ts", calls_recorded="no") == []
    assert names(table("9s", "1 call", calls_recorded="no")) == []


def test_lo_7_4_a_penalty_that_nobody_can_judge_pays_no_other_debt() -> None:
    begun = "1 9h, 2 2h, 3 d2 missed, 3 d2 two, 0 7h"
    assert finding("9s", begun, calls_recorded="no") == []
    assert finding("9s", "1 9h, 2 2h, 3 d2 missed, 0 7h", calls_recorded="no") == [("LO-9.2", 8, 8, 3)]


def test_lo_7_4_a_draw_of_two_without_a_reason_may_be_such_a_penalty() -> None:
    begun = [event for _, event in table("9s", "1 9h, 0 9c, 1 Tc, 0 Td, 1 Ad, 0 Ac, 1 Kc", seats=2, each=5).events]
    untold = {"calls_recorded": "no"}
    assert found(log_of("last_one", [*begun, Drew(seat=1, count=2), *acts("0 Kd")], 2, options=untold)) == []
    early = [*begun[:5], Drew(seat=1, count=2)]
    assert "LO-9.3" in [one[0] for one in found(log_of("last_one", early, 2, options=untold))]


def test_lo_9_2_a_draw_without_a_reason_where_nobody_knows_who_owes() -> None:
    for upcard, count in (("2h", 2), ("4h", 4)):
        turned = TurnedUp(card=cards(upcard)[0])
        log = log_of(
            "last_one", [Gap(hands=1), HandStarted(), Dealt(sizes=(7, 7, 7)), turned, Drew(seat=1, count=count)], 3
        )
        assert found(log) == []


# ---- LO-7 End and score --------------------------------------------------------------------------------------------

HANDS = "5s 6s 7s Ts/8c As Kd 4h"
OVER = "0 5s, 1 d1 turn 2c, 0 6s, 1 d1 turn 3c, 0 7s, 0 call, 1 d1 turn 4c, 0 Ts"


def ended(more: tuple[Base, ...] = (), hands: str = HANDS, text: str = OVER, **options: Any) -> Log:
    log = table("9s", text, dealer=1, hands=hands, seats=2, **options)
    return log_of("last_one", [*(event for _, event in log.events), *more], 2, options=options or None)


def test_lo_7_1_points_of_a_hand() -> None:
    done = audit(ended())
    assert [one.result.points for one in done.results] == [(0, 54 + 9)]
    assert done.results[0].result.level == "full"
    assert done.findings == []


def test_lo_7_1_points_that_cannot_be_told_are_not() -> None:
    log = redact_log(ended(), PUBLIC, "copy")
    assert [one.result.points for one in audit(log).results] == [(0, None)]
    shown = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c 4c"), all=True)
    log = redact_log(ended((shown,)), PUBLIC, "copy")
    assert [one.result.points for one in audit(log).results] == [(0, 63)]


def test_lo_7_1_shown_after_the_next_hand_began() -> None:
    shown = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c 4c"), all=True, hand=1)
    log = redact_log(ended((HandStarted(), shown)), PUBLIC, "copy")
    assert [one.result.points for one in audit(log).results] == [(0, 63)]
    assert found(log) == []


def test_lo_7_1_an_act_after_the_end() -> None:
    assert found(ended(tuple(acts("1 Kd")))) == [("LO-7.1", 13, 13, 1)]
    assert found(ended(tuple(acts("1 d")))) == [("LO-7.1", 13, 13, 1)]
    assert found(ended((Reshuffled(count=1),))) == [("LO-7.1", 13, 13, None)]


def test_lo_7_1_a_hand_without_an_end() -> None:
    log = table("9s", "1 Ts")
    more = log_of("last_one", [*(event for _, event in log.events), HandStarted()])
    assert found(more) == [("LO-7.1", 6, 6, None)]


def test_lo_9_0d_written_points_are_testimony() -> None:
    assert found(ended((Scored(points=(0, 63)),))) == []
    assert found(ended((Scored(points=(0, 60)),))) == [("LO-9.10", 13, 13, 1)]
    assert found(ended((Scored(points=(3, 63)),))) == [("LO-9.10", 13, 13, 0)]
    assert found(ended((Scored(points=(0, 63), totals=(0, 64)),))) == [("LO-9.10", 13, 13, 1)]
    assert found(ended((Scored(points=(0,)),))) == [("LO-9.10", 13, 13, None)]


def test_lo_9_10_a_single_card_scores_nothing() -> None:
    log = table("9s", "0 5s, 1 Qs, 0 6s, 1 Ks, 0 7s, 0 call, 1 2s, 1 call, 0 d2 two", dealer=1, seats=2, each=4)
    assert found(log) == []
    log = table("9s", "0 5s, 1 Qs, 0 6s, 1 Ks, 0 7s, 0 call, 1 As, 1 call, 0 Ad", dealer=1, seats=2, each=4)
    assert [one.result.points for one in audit(log).results] == [(0, 0)]
    row = log_of("last_one", [*(event for _, event in log.events), Scored(points=(0, 40))], 2)
    assert found(row) == [("LO-9.10", len(row.events) + 1, len(row.events) + 1, 1)]
    assert audit(row).findings[-1].says == "40 points were written for seat 1; the single card gives 0"


def test_lo_9_0d_where_hands_are_not_known_what_was_written_is_taken() -> None:
    log = redact_log(ended((Scored(points=(0, 63)), HandStarted())), PUBLIC, "copy")
    done = audit(log)
    assert [one.result.points for one in done.results] == [(0, 63)]
    assert fold(log).low[:2] == [0, 63]
    least = redact_log(ended((Scored(points=(0, 2)),)), PUBLIC, "copy")
    assert found(least) == [("LO-9.10", 13, 13, 1)]


def test_lo_9_10_points_written_before_the_cards_were_shown() -> None:
    shown = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c 4c"), all=True)
    for written, wrong in ((63, False), (60, True)):
        log = redact_log(ended((Scored(points=(0, written)), shown)), PUBLIC, "copy")
        assert found(log) == ([("LO-9.10", 13, 14, 1)] if wrong else []), written
        assert [one.result.points for one in audit(log).results] == [(0, 63)]


def test_a_state_comes_back_from_its_bytes() -> None:
    for text in ("", "1 4s, 2 5s, close", "1 2s", "1 8s/h, 2 d"):
        state = fold(table("9s", text))
        assert decode_state(type(state), encode_state(state)) == state


def sheet(*rows: Scored, seats: int = 3, **options: Any) -> Log:
    return log_of("last_one", [HandStarted(dealer=0), *rows], seats, options=options or None)


def test_lo_9_0d_a_score_sheet_alone() -> None:
    log = sheet(Scored(points=(0, 20, 35), totals=(0, 20, 35)), Scored(points=(4, 0, 0), totals=(4, 20, 35)))
    done = audit(log)
    assert done.findings == []
    assert [one.result.points for one in done.results] == [(0, 20, 35), (4, 0, 0)]
    assert [one.result.won for one in done.results] == [(True, False, False), (False, None, None)]
    assert {one.result.level for one in done.results} == {"sheet"}


def test_lo_9_10_rows_that_cannot_be() -> None:
    assert found(sheet(Scored(points=(0, 1, 20)))) == [("LO-9.10", 3, 3, 1)]
    assert found(sheet(Scored(points=(0, -5, 20)))) == [("LO-9.10", 3, 3, 1)]
    assert found(sheet(Scored(points=(5, 5, 20)))) == [("LO-9.10", 3, 3, None)]
    assert found(sheet(Scored(points=(0, 278, 260)))) == []
    assert found(sheet(Scored(points=(0, 283, 260)))) == [("LO-9.10", 3, 3, None)]
    assert found(sheet(Scored(points=(0, 20)))) == [("LO-9.10", 3, 3, None)]
    assert found(sheet(Scored(points=(0, 4, 4), tricks=(1, 2, 3)))) == [("LO-9.10", 3, 3, None)]
    assert found(sheet(Scored(points=(0, 20, 4)), Scored(points=(0, 20, 4), totals=(0, 41, 8)))) == [
        ("LO-9.10", 4, 4, 1)
    ]


def test_lo_9_10_who_is_out_of_the_game_is_not_dealt_in() -> None:
    row = Scored(points=(0, 250, 10))
    assert found(sheet(row, Scored(points=(10, 10, 0)))) == [("LO-9.10", 4, 4, 1)]
    assert found(sheet(row, Scored(points=(10, 0, 0)))) == []
    assert found(sheet(row, Scored(points=(10, 0, 10)))) == [("LO-9.10", 4, 4, None)]
    dealt = log_of("last_one", [HandStarted(dealer=2), row, HandStarted(), Dealt(sizes=(7, 7, 7))], 3)
    assert found(dealt) == [("LO-9.10", 5, 5, 1)]
    plain = log_of("last_one", [HandStarted(dealer=2), row, HandStarted(), Dealt(sizes=(7, 0, 7))], 3)
    assert found(plain) == []
    assert fold(plain).playing == 0b101


def test_lo_7_3_who_is_out_is_skipped() -> None:
    begun = [HandStarted(dealer=2), Scored(points=(0, 250, 10)), HandStarted(), Dealt(each=7)]
    turned = TurnedUp(card=cards("9s")[0])
    assert found(log_of("last_one", [*begun, turned, *acts("2 Ts, 0 Ks")], 3)) == []
    assert found(log_of("last_one", [*begun, turned, *acts("1 Ts")], 3)) == [("LO-9.10", 7, 7, 1)]
    assert found(log_of("last_one", [*begun, turned, *acts("2 Ts, 0 d4 melee")], 3)) == [("LO-9.2", 8, 8, 0)]


def test_lo_7_2_the_last_player_in_has_won() -> None:
    done = sheet(Scored(points=(0, 250, 260)))
    state = fold(done)
    assert "p1 wins the game" in find("last_one").scene(state).says
    assert [act.event for act in find("last_one").due(state)] == [Closed]
    assert found(sheet(Scored(points=(0, 250, 260)), Scored(points=(0, 0, 0)))) == [("LO-7.2", 4, 4, None)]
    again = log_of("last_one", [HandStarted(dealer=0), Scored(points=(0, 250, 260)), HandStarted()], 3)
    assert found(again) == [("LO-7.2", 4, 4, None)]
    assert found(sheet(Scored(points=(0, 50, 60)), Scored(points=(0, 0, 0)), threshold=50)) == [("LO-7.2", 4, 4, None)]


def test_lo_7_2_a_threshold_of_the_table() -> None:
    log = sheet(Scored(points=(0, 100, 10)), threshold=100)
    assert found(
        log_of("last_one", [*(e for _, e in log.events), HandStarted(dealer=1)], 3, options={"threshold": 100})
    )


def test_lo_7_3_the_deal_goes_left() -> None:
    assert found(sheet(Scored(points=(0, 10, 20)), seats=3)) == []
    rows = [HandStarted(dealer=0), Scored(points=(0, 10, 20))]
    assert found(log_of("last_one", [*rows, HandStarted(dealer=1)], 3)) == []
    assert found(log_of("last_one", [*rows, HandStarted(dealer=2)], 3)) == [("LO-7.3", 4, 4, 2)]
    assert found(log_of("last_one", [HandStarted(dealer=7)], 3)) == [("LO-1.1", 2, 2, None)]


def test_a_hand_thrown_in_counts_nothing_and_the_dealer_may_deal_again() -> None:
    begun = [event for _, event in table("9s", "1 Ts").events]
    log = log_of("last_one", [*begun, Voided(), HandStarted(dealer=0)])
    done = audit(log)
    assert (done.findings, [one.result.counts for one in done.results]) == ([], [False])
    assert found(log_of("last_one", [Voided()])) == [("LO-7.1", 2, 2, None)]


# ---- LO-8, LO-9.8, LO-9.9 Cards and counts -------------------------------------------------------------------------

FIVE = "1 Ts, 2 d, 3 d, 4 d, 5 d, 0 d"
"""Six seats of eight: the stock is empty after this, and 9s lies under the upcard."""
SIX = {"seats": 6, "each": 8}


def test_lo_9_9_a_card_twice_names_the_line_before() -> None:
    log = table("9s", "1 Ts, 2 9s")
    assert [(one.clause, one.kind, one.at, one.against) for one in audit(log).findings] == [
        ("LO-9.9", "contradiction", 6, 4)
    ]


def test_lo_8_after_a_reshuffle_a_card_may_come_again() -> None:
    assert finding("9s", FIVE + ", shuffle 1, 1 d, 2 Ks, 3 d0, 4 d0, 5 d0, 0 d0, 1 9s", **SIX)[-1:] != []
    text = FIVE + ", 1 Ks, 2 Qs, shuffle 3, 3 d, 4 d, 5 d, 0 7s, 1 6s, 2 5s, 3 9s"
    assert finding("9s", text, **SIX) == []


def test_lo_9_9_between_two_reshuffles_who_drew_nothing_has_no_card_that_went_back() -> None:
    text = FIVE + ", 1 Ks, shuffle 2, 2 d, 3 d, 4 9s"
    assert finding("9s", text, **SIX) == [("LO-9.9", 15, 15, 4)]


def test_lo_9_9_what_is_drawn_after_a_reshuffle_is_a_card_that_went_back() -> None:
    text = FIVE + ", 1 Ks, shuffle 2, 2 d1 turn Kh"
    assert finding("9s", text, **SIX) == [("LO-9.9", 13, 13, 2)]


def test_lo_9_9_a_hand_known_in_full() -> None:
    hands = "2c 3c 4c 5c/2s 3s 6s 7s"
    log = table("9s", "1 Ks", hands=hands, **TWO)
    assert found(log) == [("LO-9.9", 5, 5, 1)]
    assert found(redact_log(log, PUBLIC, "copy")) == []


def test_lo_9_9_one_wrong_card_in_a_deal_stays_one_finding() -> None:
    hands = "2c 3c 4c 5s/2s 3s 6s 7s"
    log = table("9s", "1 5s, 0 4s, 1 d4 melee, 0 6c", hands=hands, **TWO)
    assert [one[0] for one in found(log)] == ["LO-9.9", "LO-9.1"]


def test_lo_9_9_what_was_drawn_lies_elsewhere() -> None:
    hands = "2c 3c 4c 5s/2s 3s 6s 7s"
    assert finding("9s", "1 d1 turn 9s", hands=hands, **TWO) == [("LO-9.9", 5, 5, 1)]
    assert finding("9s", "1 d1 turn 2c", hands=hands, **TWO) == [("LO-9.9", 5, 5, 1)]
    assert finding("9s", "1 d1 turn 3s", hands=hands, **TWO) == [("LO-9.9", 5, 5, 1)]
    assert finding("9s", "1 d1 turn Kc, 0 d1 turn Kc", hands=hands, **TWO) == [("LO-9.9", 6, 6, 0)]


def test_lo_9_9_the_upcard_is_in_a_hand() -> None:
    log = table("2c", "", hands="2c 3c 4c 5s/2s 3s 6s 7s")
    assert found(log) == [("LO-9.9", 4, 4, None)]


def test_lo_9_8_more_drawn_than_there_is() -> None:
    assert finding("9s", "1 2s, 2 d2 two, 3 2h, 4 d2 two, 5 2d, 0 d2 two", **SIX) == [("LO-9.8", 10, 10, 0)]


def test_lo_9_8_lists_of_another_length() -> None:
    log = table("9s")
    drew = Drew(seat=1, count=1, why="turn", cards=cards("Ks Kh"))
    assert found(log_of("last_one", [*(event for _, event in log.events), drew])) == [("LO-9.8", 5, 5, 1)]


def test_lo_9_8_a_remainder_of_the_wrong_size() -> None:
    short = Shown(seat=1, cards=cards("8c As"), all=True)
    assert found(ended((short,))) == [("LO-9.8", 13, 13, 1)]
    wrong = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c Ts"), all=True)
    assert found(ended((wrong,)))[0][0] == "LO-9.9"


def test_lo_8_an_order_that_somebody_knew_is_held_against_the_draws() -> None:
    log = table("9s", FIVE + ", 1 Ks", **SIX)
    begun = [*(event for _, event in log.events), Reshuffled(count=2, order=cards("Ts 9s"))]
    right = log_of("last_one", [*begun, *acts("2 d1 turn Ts, 3 d")], 6)
    assert found(right) == []
    assert list(cards_of(fold(right).places.known[3])) == list(cards("9s"))
    assert found(log_of("last_one", [*begun, *acts("2 d1 turn 9s, 3 d")], 6)) == [("LO-9.9", 13, 13, 2)]
    bad = log_of("last_one", [*begun[:-1], Reshuffled(count=2, order=cards("Ts Kh"))], 6)
    assert found(bad) == [("LO-9.9", 12, 12, None)]


def test_lo_8_order_known_redact_then_replay_is_replay_then_view() -> None:
    log = table("9s", FIVE + ", 1 Ks", **SIX)
    begun = [*(event for _, event in log.events), Reshuffled(count=2, order=cards("Ts 9s"))]
    whole = log_of("last_one", [*begun, *acts("2 d1 turn Ts, 3 d, 4 d0")], 6)
    for until in range(len(begun), len(whole.events) + 2):
        for viewer in (PUBLIC, *range(6)):
            seen = fold(redact_log(whole, viewer, "copy"), until=until)
            assert view(fold(whole, until=until), viewer) == seen, (until, viewer)


def test_scores_not_shown_are_known_to_whom_they_are_known() -> None:
    """Redact, then replay, is replay, then view, though nobody showed the cards left."""
    whole = ended((HandStarted(), Dealt(each=7), TurnedUp(card=cards("9s")[0])))
    for viewer in (PUBLIC, 0, 1):
        assert view(fold(whole), viewer) == fold(redact_log(whole, viewer, "copy")), viewer
    assert fold(redact_log(whole, PUBLIC, "copy")).high[1] > 63


# ---- Records with gaps, and nonsense -------------------------------------------------------------------------------


def test_after_a_gap_turns_and_draws_prove_nothing() -> None:
    begun = [event for _, event in table("9s", "1 2s").events]
    log = log_of("last_one", [*begun, Gap(), *acts("1 Kd, 3 Qd, 2 d3 two, 0 Qh, 0 5h, 1 call")])
    assert found(log) == []
    log = log_of("last_one", [*begun, Gap(), *acts("1 Kd, 3 Qd")])
    assert found(log) == []
    assert found(log_of("last_one", [*begun, Gap(), HandStarted()])) == []


def test_lo_9_1_what_was_turned_up_since_a_gap_is_matched() -> None:
    begun = [event for _, event in table("9s", "1 2s").events]

    def after_gap(text: str, **options: str) -> list[str]:
        return [one[0] for one in found(log_of("last_one", [*begun, Gap(), *acts(text)], options=options or None))]

    assert after_gap("1 Kd") == []
    assert after_gap("1 Kd, 3 Qh") == ["LO-9.1"]
    assert after_gap("1 Kd, 2 d, 3 Qh") == ["LO-9.1"]
    assert after_gap("1 8d/s, 3 Qs, 0 8c/h, 1 Qc") == ["LO-9.1"]
    assert after_gap("1 8d, 3 Qs") == []
    assert after_gap("1 3d, 2 d, 1 8c/h, 2 Qh", stack_effect="none") == []
    assert after_gap("1 3d, 1 Qs, 2 Th") == ["LO-9.1"]
    assert after_gap("1 Xr, 3 Qs, 2 Xb=Kd, 1 8h/s, 1 2s") == []
    assert after_gap("1 Kd, 3 Qh", melee_card_effect="apply") == []
    assert found(log_of("last_one", [*begun, Gap(), *acts("1 Kd"), Gap(), *acts("2 Qh")])) == []


def test_a_gap_of_whole_hands_leaves_the_least_of_the_totals() -> None:
    log = sheet(Scored(points=(0, 10, 20)))
    after = fold(log_of("last_one", [*(event for _, event in log.events), Gap(hands=2), HandStarted(dealer=0)], 3))
    assert (after.hand, after.low[:3]) == (4, [0, 10, 20])
    assert found(log_of("last_one", [*(e for _, e in log.events), Gap(hands=2), Scored(points=(0, 4, 4))], 3)) == []


def test_nobody_sits_there() -> None:
    begun = [event for _, event in table("9s").events]
    for wrong in (
        Played(seat=9, card=cards("Ts")[0]),
        Drew(seat=9, count=1),
        LastCalled(seat=9),
        Shown(seat=9, cards=cards("Ts")),
    ):
        assert found(log_of("last_one", [*begun, wrong])) == [("LO-1.1", 5, 5, None)]


def test_acts_before_any_deal_are_taken_as_they_come() -> None:
    for first in (*acts("1 Ts, 1 d, close, 1 call, shuffle 3"), Shown(seat=0, cards=cards("Ts")), Voided(), Gap()):
        done = audit(log_of("last_one", [first, *acts("1 Ts, 2 Ks"), MeleeClosed()]))
        find("last_one").due(done.state)
        find("last_one").scene(done.state)
    assert found(log_of("last_one", acts("1 Ts, 2 Ks, 3 9h"))) == [("LO-9.1", 4, 4, 3)]


def test_what_this_game_does_not_know() -> None:
    assert found(log_of("last_one", [Passed(seat=0)])) == [("LO-9.9", 2, 2, None)]


def test_cards_not_known_give_no_finding() -> None:
    assert finding("9s", "1 ??, 2 Kd, 3 d") == []
    assert finding("9s", "1 ?s, 2 Kd") == []
    assert finding("9s", "1 T?, 2 Kd") == []
    assert finding("??", "1 Kd, 2 Kh") == []


def test_a_hand_announced_twice_loses_no_totals() -> None:
    log = log_of("last_one", [HandStarted(dealer=0), Scored(points=(0, 4, 10)), HandStarted(), HandStarted()], 3)
    assert fold(log).low[:3] == fold(log).high[:3] == [0, 4, 10]
    assert found(log) == [("LO-7.1", 5, 5, None)]


def test_a_melee_of_a_suit_not_known() -> None:
    assert finding("9h", "1 4?, 2 5h, 3 6h, close, 2 d6 melee, 3 Kh") == []
    assert finding("9h", "1 4?, 2 Xr, 3 6h") == []
    assert finding("9h", "1 4?, 2 6h") == [("LO-9.6", 6, 6, 2)]


def test_who_was_dealt_in_cannot_be_told_where_totals_cannot() -> None:
    rows = [HandStarted(dealer=0), Scored(totals=(0, 20, 30)), Gap(hands=3), HandStarted(dealer=0), Dealt(each=7)]
    turned = TurnedUp(card=cards("9s")[0])
    assert found(log_of("last_one", [*rows, turned, *acts("2 Ts, 1 d, 1 Ks, 2 d2 two")], 3)) == []


def test_k_7_a_call_after_the_end_is_a_note() -> None:
    assert [one.kind for one in audit(ended((LastCalled(seat=1),))).findings] == ["note"]


def test_nothing_is_refused_and_every_view_can_be_audited() -> None:
    """Cards not wholly known, cards of all kinds, seats that nobody sits in: all fold, and nothing raises."""
    rng = random.Random(4)
    faces = [card for card in Card if rng.random() < 0.3] + [
        Card(text) for text in ("4?", "8?", "?h", "X?", "??", "Xr")
    ]
    legal = [simulate(Setup(game="last_one", seed=seed, seats=2 + seed % 5), hands=1) for seed in range(6)]
    for number in range(150):
        log = legal[number % len(legal)]
        events = [spoil(event, rng, faces) if rng.random() < 0.15 else event for _, event in log.events]
        careless = log_of("last_one", events, len(log.header.seats), options=rng.choice(SOME_OPTIONS))
        done = audit(careless)
        find("last_one").due(done.state)
        find("last_one").scene(done.state)
        audit(redact_log(careless, PUBLIC, "copy"))
        assert all(len(one.result.points) == len(log.header.seats) for one in done.results)


SOME_OPTIONS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"joker_carries_effect": "yes", "joker_named": "must_match_upcard", "play_drawn": "allow"},
    {"stack_effect": "none", "melee_top": "K", "melee_card_effect": "apply", "empty_stock": "skip"},
    {"effect_of_last_card": "apply", "calls_recorded": "no", "first_8": "dealer_names"},
)


def spoil(event: Any, rng: random.Random, faces: list[Card]) -> Base:
    """An event with something else in one of its fields."""
    changes: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in {"card", "stands_for"} and isinstance(event, Played | TurnedUp):
            changes[name] = rng.choice(faces)
        elif name == "seat" and value is not None and rng.random() < 0.5:
            changes[name] = rng.choice([0, 1, 5, 200])
        elif name in {"count", "each"} and rng.random() < 0.5:
            changes[name] = rng.choice([0, 1, 2, 60, 2**53 - 1])
        elif name in {"cards", "order"} and rng.random() < 0.5:
            changes[name] = tuple(rng.choice(faces) for _ in range(rng.randrange(4)))
    return rng.choice([replace(event, **changes), replace(event, **changes), Gap(), Voided(), HandStarted(dealer=1)])


def test_lo_6_1_a_call_just_before_the_play_is_no_missed_call() -> None:
    """Said as it was played, or written in the wrong order: a note, and whoever drew for it may have."""
    start = "1 9d, 0 9h, 1 9s, 0 d"
    hands = "2c 9h Kh Th/9d 9s 6s 7s"
    for end, told in (
        ("1 6s, 1 call, 0 d", []),
        ("1 call, 1 6s, 0 d", ["false_call"]),
        ("1 call, 1 6s, 0 d, 1 d2 missed", ["false_call"]),
        ("1 6s, 0 d, 1 d", ["missed_call", "no_penalty"]),
        ("1 call, 0 d", ["false_call", "out_of_turn"]),
    ):
        log = table("9c", f"{start}, {end}", seats=2, each=4, hands=hands)
        assert names(log) == told, end
