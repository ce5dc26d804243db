"""Last One: the worked examples and the clauses of the page, and what the record shows of counts, cards and scores.

Where a slip of the scribe explains as much as a breach, nobody is named: `told` compares clause and lines, `accused` seats.
"""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.builders import cards, found, log_of
from tests.games.last_one_tables import accused, acts, clauses, finding, names, owed, table, turn
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.kernel.state import decode_state, encode_state
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Agreed,
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


def told(log: Log) -> list[tuple[str, int, int]]:
    """What is found, but for notes: clause, line, the line that proves it."""
    return [one[:3] for one in found(log)]


# ---- LO-10 Worked examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [("8c As Kd 4h", 54), ("Xb Ts", 50), ("Xr", 0), ("Xr Xb 8h 8s", 130), ("Qh Jd Ks 2c 3d", 35), ("", 0)],
)
def test_lox_1_values(hand: str, points: int) -> None:
    left = Shown(seat=1, cards=cards(hand), all=True)
    rows = [HandStarted(dealer=0), left, Scored(points=(0, 0 if points == 0 else points))]
    assert told(log_of("last_one", rows, 2)) == []
    assert told(log_of("last_one", [*rows[:2], Scored(points=(0, points + 5))], 2)) == [("LO-9.10", 4, 4)]


def test_lox_2_first_upcards() -> None:
    assert (owed("2s"), turn("2s", "1 d2 two")) == ([(1, 2, "two")], [2])
    assert turn("Js") == [2]
    assert (turn("As"), fold(table("As")).way) == ([3], -1)
    assert turn("9s") == [1]
    assert finding("4s", "1 d4 melee, 2 d") == []
    assert (owed("4s", "close"), turn("4s", "close, 1 d4 melee")) == ([(1, 4, "melee")], [2])


def test_lox_4_the_aggressor_raises_its_own_melee() -> None:
    begun = "0 4h, 0 Xr=5h"
    state = fold(table("9h", begun, dealer=3))
    assert (state.aggressor, state.defender) == (0, 0)
    state = fold(table("9h", begun + ", 1 6h", dealer=3))
    assert (state.aggressor, state.defender) == (1, 0)
    assert owed("9h", begun + ", 1 6h, close", dealer=3) == [(0, 6, "melee")]
    assert finding("9h", begun + ", 1 6h, close, 0 d6 melee, 1 7h", dealer=3) == []


def test_lox_6_two_players() -> None:
    assert turn("9s", "1 Js", seats=2) == [1]
    assert owed("9s", "1 2s", seats=2) == [(0, 2, "two")]
    assert turn("9s", "1 2s, 0 d2 two", seats=2) == [1]
    assert turn("9s", "1 As", seats=2) == [0]
    assert fold(table("9s", "1 As", seats=2)).way == -1


def test_lox_8_the_suit_named_is_asked_for_until_somebody_plays() -> None:
    begun = "1 8c/h, 2 d"
    assert finding("9s", begun + ", 3 7c") == [("LO-9.1", 7, 7)]
    assert finding("9s", begun + ", 3 7h") == []
    assert finding("9s", begun + ", 3 8s/c") == []


def test_lox_10_who_reaches_the_threshold_drops_out() -> None:
    rows = [Scored(totals=(240, 245, 100)), Scored(points=(0, 12, 30))]
    state = fold(log_of("last_one", [HandStarted(dealer=0), *rows], 3))
    seats = find("last_one").scene(state).hands
    assert [seat.scores[-1][1] for seat in seats] == ["240", "257", "130"]
    assert ["out of the game" in seat.marks for seat in seats] == [False, True, False]
    assert fold(log_of("last_one", [HandStarted(dealer=2), *rows, HandStarted()], 3)).dealer == 2
    assert told(log_of("last_one", [HandStarted(dealer=2), *rows, HandStarted(dealer=1)], 3)) == [("LO-7.3", 5, 5)]


def test_lox_11_a_hand_emptied_in_a_melee_ends_the_hand() -> None:
    log = table("9d", "3 d, 0 4d, 0 5d", dealer=2, hands="4d 5d 2c 3c/2s 3s 6s 7s/6h 7h 9h Th/6c 7c 9c Tc")
    done = audit(log)
    assert done.results == []
    log = table("9d", "3 d, 0 4d, 0 call, 0 5d", dealer=2, hands="4d 5d/2s 3s/6h 7h/6c 7c")
    done = audit(log)
    assert [one.result.won for one in done.results] == [(True, False, False, False)]
    assert done.results[0].result.points[0] == 0


# ---- LO-1 Material -------------------------------------------------------------------------------------------------


def deal(*sizes: int, seats: int | None = None, agreed: tuple[int, ...] = ()) -> list[str]:
    events: list[Base] = [HandStarted(dealer=0)]
    if agreed:
        events.append(Agreed(what="nine", seats=agreed))
    events.append(Dealt(sizes=sizes))
    return [one[0] for one in told(log_of("last_one", events, seats or len(sizes)))]


def test_lo_1_2_four_to_eight_cards_to_each() -> None:
    for size in range(4, 9):
        assert deal(*[size] * 4) == []
    for size in (0, 1, 3, 10, 13):
        assert deal(*[size] * 4) == ["LO-9.9"], size
    assert deal(8, 8, 8, 8, 8, 8) == []


def test_lo_1_2_nine_if_all_agree() -> None:
    assert deal(9, 9, 9) == ["LO-9.9"]
    assert deal(9, 9, 9, agreed=(0, 1)) == ["LO-9.9"]
    assert deal(9, 9, 9, agreed=(0, 1, 2)) == []
    assert deal(9, 9, 9, agreed=(0, 1, 2, 7)) == ["LO-1.1"]


def test_lo_1_2_nine_to_six_leaves_no_upcard() -> None:
    assert deal(*[9] * 6, agreed=tuple(range(6))) == ["LO-1.2"]


def test_lo_1_2_agreement_holds_for_one_deal() -> None:
    swift = [HandStarted(dealer=0), Agreed(what="nine", seats=(0, 1)), Dealt(each=9), TurnedUp(card=cards("9s")[0])]
    rows = [Scored(points=(0, 10)), HandStarted(), Dealt(each=9)]
    assert told(log_of("last_one", [*swift, *rows], 2)) == [("LO-9.9", 8, 8)]


def test_lo_9_9_unequal_hands() -> None:
    assert deal(7, 7, 6) == ["LO-9.9"]
    assert deal(7, 7, 0) == ["LO-9.9"]  # who gets none sits there, and takes no part
    assert deal(7, 0) == ["LO-9.9"]  # but nobody plays alone


def test_lo_1_3_one_upcard() -> None:
    log = table("9s")
    assert told(log) == []
    twice = log_of("last_one", [event for _, event in log.events] + [TurnedUp(card=cards("Ks")[0])])
    assert told(twice) == [("LO-1.3", 5, 5)]


def test_lo_1_4_what_is_hidden_is_not_told() -> None:
    state = fold(table("9s", "1 d"))
    assert [state.places.count(seat) for seat in range(4)] == [7, 8, 7, 7]
    assert state.places.count(5) == 54 - 28 - 2


# ---- LO-2 Turn -----------------------------------------------------------------------------------------------------


def test_lo_2_1_play_goes_left() -> None:
    assert finding("9s", "1 Ts, 2 Ks, 3 Kh, 0 7h") == []
    assert finding("9s", "2 Ts") == [("LO-9.4", 5, 5)]
    assert finding("9s", "2 Ts, 3 Ks, 0 d") == [("LO-9.4", 5, 5)]
    assert finding("9s", "1 d, 3 d") == [("LO-9.4", 6, 6)]


def test_lo_2_2_suit_or_rank() -> None:
    assert finding("9s", "1 9c, 2 Tc") == []
    assert finding("9s", "1 Tc") == [("LO-9.1", 5, 5)]


def test_lo_2_2_one_card_in_turn() -> None:
    assert finding("9s", "1 d2") == [("LO-9.3", 5, 5)]
    assert finding("9s", "1 d0") == [("LO-9.3", 5, 5)]


def test_lo_2_2_a_drawn_card_is_not_played_in_the_same_turn() -> None:
    assert finding("9s", "1 d, 1 Ts") == [("LO-2.2", 6, 6)]
    assert finding("9s", "1 d, 1 Ts", play_drawn="allow") == []
    assert finding("9s", "1 d, 1 Tc", play_drawn="allow") == [("LO-9.1", 6, 6)]
    assert finding("9s", "1 d, 2 Ts", play_drawn="allow") == []
    assert finding("9s", "1 d, 1 d", play_drawn="allow") == [("LO-9.4", 6, 6)]
    assert finding("9s", "1 d, 1 d") == [("LO-9.4", 6, 6)]


def test_lo_2_2_only_the_card_drawn_may_be_played() -> None:
    hands = "2c 3c 4c 5c/2s 3s 6s 7s/6h 7h 9h Th/6c 7c 9c Tc"
    assert finding("9s", "1 d1 turn Ks, 1 Ks", hands=hands, play_drawn="allow") == []
    assert finding("9s", "1 d1 turn Ks, 1 2s", hands=hands, play_drawn="allow") == [("LO-2.2", 6, 6)]
    assert finding("9s", "1 d, 1 2s", hands=hands, play_drawn="allow") == [("LO-2.2", 6, 6)]
    assert finding("9s", "1 d, 1 Ks", hands=hands, play_drawn="allow") == []


def test_lo_2_4_an_8_and_a_joker_go_on_anything() -> None:
    assert finding("9s", "1 8h/c, 2 7c") == []
    assert finding("9s", "1 Xr=3c, 2 7c") == []
    assert finding("9s", "1 Xr=3c, 2 7s") == [("LO-9.1", 6, 6)]


def test_lo_2_4_joker_must_match_where_so_ruled() -> None:
    for face, wrong in (("3c", True), ("3s", False), ("9c", False), ("8c", True)):
        expected = [("LO-2.4", 5, 5)] if wrong else []
        assert finding("9s", f"1 Xr={face}", joker_named="must_match_upcard") == expected, face


def test_lo_2_5_a_joker_on_a_suit_that_was_named() -> None:
    for face, wrong in (("7c", True), ("7h", False), ("8c", False)):
        expected = [("LO-2.5", 6, 6)] if wrong else []
        assert finding("9s", f"1 8s/h, 2 Xr={face}") == expected, face
        assert finding("9s", f"1 8s/h, 2 Xr={face}", joker_on_named_suit="any") == []


def test_lo_2_5_what_was_not_written_down_cannot_be_told() -> None:
    assert finding("9s", "1 8s, 2 7c, 3 7h") == []
    assert finding("9s", "1 Xr, 2 7c, 3 Kd") == [("LO-9.1", 7, 7)]


# ---- LO-2.6 The stock ----------------------------------------------------------------------------------------------

SMALL = {"seats": 6, "each": 8}
"""Forty-eight cards are dealt; five are left to draw."""


def test_lo_2_6_the_discards_are_shuffled_when_the_stock_is_empty() -> None:
    begun = "1 Ts, 2 d, 3 d, 4 d, 5 d, 0 d"
    assert finding("9s", begun + ", shuffle 1, 1 d", **SMALL) == []
    assert finding("9s", begun + ", 1 Ks, shuffle 2, 2 d", **SMALL) == []
    assert finding("9s", begun + ", 1 d", **SMALL) == [("LO-9.8", 11, 11)]
    assert finding("9s", begun + ", 1 d0", **SMALL) == [("LO-9.3", 11, 11)]
    assert finding("9s", begun + ", shuffle 2", **SMALL) == [("LO-9.8", 11, 11)]
    assert finding("9s", "1 Ts, shuffle 1", **SMALL) == [("LO-2.6", 6, 6)]


def test_lo_2_6_nothing_is_left_at_all() -> None:
    begun = "1 d, 2 d, 3 d, 4 d, 5 d"
    for empty_stock in ("draw_what_is_left", "skip"):
        assert finding("9s", begun + ", 0 d0, 1 Ts", **SMALL, empty_stock=empty_stock) == []
        assert finding("9s", begun + ", 0 d", **SMALL, empty_stock=empty_stock) == [("LO-9.8", 10, 10)]
    assert finding("9s", begun + ", 1 Ts", **SMALL) == [("LO-9.4", 10, 10)]
    assert finding("9s", begun + ", 1 Ts", **SMALL, empty_stock="skip") == []


def test_lo_9_0_an_owed_draw_lapses_where_nothing_is_left_and_draws_are_skipped() -> None:
    begun = "1 d, 2 d, 3 d, 4 d, 5 d, 0 2s"
    assert clauses("9s", begun + ", 2 Ts", **SMALL) == ["LO-9.2"]
    assert clauses("9s", begun + ", shuffle 1, 2 Ts", **SMALL, empty_stock="skip") == ["LO-9.2"]
    assert clauses("9s", begun + ", shuffle 1, 1 d1 two, 2 Ts", **SMALL, empty_stock="skip") == []
    assert clauses("9s", begun + ", shuffle 1, 1 d1 two, 2 Ts", **SMALL) == []


def test_lo_9_0_a_draw_split_by_a_reshuffle() -> None:
    begun = "1 Ts, 2 d, 3 d, 4 d, 5 d, 0 2s"
    assert finding("9s", begun + ", 1 d1 two, shuffle 2, 1 d1 two, 2 Ks", **SMALL) == []
    assert clauses("9s", begun + ", 1 d1 two, shuffle 2, 2 Ks", **SMALL) == ["LO-9.2"]
    assert clauses("9s", begun + ", 1 d1 two, 2 Ks", **SMALL) == ["LO-9.2"]


# ---- LO-3 Effects --------------------------------------------------------------------------------------------------


def test_lo_3_1_a_two() -> None:
    assert finding("9s", "1 2s, 2 d2 two, 3 Ts") == []
    assert finding("9s", "1 2s, 2 d2 two, 2 Ts") == [("LO-9.4", 7, 7)]
    assert finding("9s", "1 2s, 3 Ts") == [("LO-9.2", 6, 6)]
    assert clauses("9s", "1 2s, 2 2h") == ["LO-9.4"]  # or the first 2 was another card


def test_lo_3_2_any_card_may_be_put_on_the_own_3() -> None:
    assert finding("9s", "1 3s, 1 Kd+, 2 7d") == []
    assert finding("9s", "1 3s, 1 Kd, 2 7d") == []
    assert finding("9s", "1 3s, 2 3h, 3 7h") == []
    assert finding("9s", "1 3s, 2 Kd+") == [("LO-9.5", 6, 6)]
    assert finding("9s", "1 Ts, 1 Kd+") == [("LO-9.5", 6, 6)]
    assert finding("9s", "1 3s, 2 d, 1 Kd+") == [("LO-9.5", 7, 7)]


def test_lo_3_2_what_is_stacked_works_or_not() -> None:
    assert owed("9s", "1 3s, 1 2d+") == [(2, 2, "two")]
    assert owed("9s", "1 3s, 1 2d+", stack_effect="none") == []
    assert finding("9s", "1 3s, 1 3d+, 1 Kh+, 2 7h") == []
    assert finding("9s", "1 3s, 1 3d+, 1 Kh+", stack_effect="none") == [("LO-9.5", 7, 7)]
    assert finding("9s", "1 3s, 1 8d/c+, 2 7c") == []
    assert finding("9s", "1 3s, 1 8d+, 2 7d", stack_effect="none") == []
    assert finding("9s", "1 3s, 1 8d+, 2 7c", stack_effect="none") == [("LO-9.1", 7, 7)]
    assert turn("9s", "1 3s, 1 Jd+") == [3]
    assert turn("9s", "1 3s, 1 Ad+") == [0]
    assert owed("9s", "1 3s, 1 4d+, close") == [(2, 4, "melee")]


def test_lo_3_4_an_8_names_a_suit_and_nothing_else_does() -> None:
    assert finding("9s", "1 8s/s, 2 7s") == []
    assert finding("9s", "1 Ts/h") == [("LO-3.4", 5, 5)]
    assert finding("9s", "1 3s, 1 8d/h+", stack_effect="none") == [("LO-9.0c", 6, 6)]
    assert finding("9s", "1 Xr=8d/h") == [("LO-9.0c", 5, 5)]
    assert finding("9s", "1 Xr=8d, 2 7d") == []


def test_lo_3_5_a_jack_skips_and_lo_3_6_an_ace_turns_round() -> None:
    assert finding("9s", "1 Js, 3 Ts") == []
    assert finding("9s", "1 Js, 2 Ts") == [("LO-9.4", 6, 6)]
    assert finding("9s", "1 As, 0 Ts, 3 Ks") == []
    assert finding("9s", "1 As, 2 Ts") == [("LO-9.4", 6, 6)]


def test_lo_3_7_a_joker_stands_for_a_natural_card() -> None:
    assert finding("9s", "1 Xr=Xb") == [("LO-3.7", 5, 5)]
    assert finding("9s", "1 Ts=7h") == [("LO-3.7", 5, 5)]


def test_lo_3_7_whether_a_joker_carries_the_effect() -> None:
    for carries in ("no", "yes"):
        does = carries == "yes"
        assert owed("9s", "1 Xr=2s", joker_carries_effect=carries) == ([(2, 2, "two")] if does else [])
        assert turn("9s", "1 Xr=Js", joker_carries_effect=carries) == ([3] if does else [2])
        assert turn("9s", "1 Xr=As", joker_carries_effect=carries) == ([0] if does else [2])
        assert (fold(table("9s", "1 Xr=4s", joker_carries_effect=carries)).melee) == does
        assert finding("9s", "1 Xr=8d, 2 7d", joker_carries_effect=carries) == []


def last_card(card: str, more: str = "", **options: str) -> list[str]:
    """Seat 1 goes out with a card of spades; seats 2, 3, 0 draw."""
    others = "2 d, 3 d, 0 d"
    text = f"1 5s, {others}, 1 6s, {others}, 1 7s, 1 call, {others}, 1 {card}{more}"
    hands = f"Kc 2c 3c 4c/5s 6s 7s {card}/6d 7d 9h Th/6c 7c 9c Tc"
    return clauses("9s", text, hands=hands, **options)


def test_lo_3_9_the_effect_of_the_last_card() -> None:
    assert last_card("2s") == []
    assert last_card("2s", ", 2 d2 two") == ["LO-7.1"]
    assert last_card("2s", ", 2 d2 two", effect_of_last_card="apply") == []
    hands = "Kc 2c 3c 4c/5s 6s 7s 2s/6d 7d 9h Th/6c 7c 9c Tc"
    others = "2 d, 3 d, 0 d"
    text = f"1 5s, {others}, 1 6s, {others}, 1 7s, 1 call, {others}, 1 2s"
    assert not audit(table("9s", text, hands=hands, effect_of_last_card="apply")).results
    done = audit(table("9s", text + ", 2 d2 two", hands=hands, effect_of_last_card="apply"))
    assert [one.result.won for one in done.results] == [(False, True, False, False)]
    assert "LO-9.2" in last_card("2s", ", 3 d2 two", effect_of_last_card="apply")


def test_lo_9_0c_a_last_4_opens_its_melee() -> None:
    assert last_card("4s", ", 2 d4 melee", effect_of_last_card="apply") == []
    assert last_card("4s", ", 2 d4 melee")[0] == "LO-7.1"


# ---- LO-4 First upcard ---------------------------------------------------------------------------------------------


def test_lo_4_first_upcards_without_effect() -> None:
    ignore = {"first_upcard_effect": "ignore"}
    for upcard in ("2s", "Js", "As", "4s", "3s", "8s", "9s"):
        assert (turn(upcard, **ignore), owed(upcard, **ignore)) == ([1], []), upcard
        assert not fold(table(upcard, **ignore)).melee
    assert turn("3s") == [1]
    assert finding("3s", "1 Kd+") == [("LO-9.5", 5, 5)]


def test_lo_4_a_first_8() -> None:
    assert finding("8s", "1 7s") == []
    assert finding("8s", "1 7h") == [("LO-9.1", 5, 5)]
    assert finding("8s/h", "") == [("LO-4", 4, 4)]
    assert finding("8s/h", "1 7h", first_8="dealer_names") == []
    assert finding("8s/h", "1 7s", first_8="dealer_names") == [("LO-9.1", 5, 5)]
    assert [one[0] for one in finding("8s/h", "1 7s")] == ["LO-4"]


def test_lo_4_the_dealer_names_a_card_for_a_first_joker() -> None:
    assert finding("Xr=7h", "1 Kh") == []
    assert finding("Xr=7h", "1 Ks") == [("LO-9.1", 5, 5)]
    assert finding("Xr=Jh", "1 Kh") == []
    assert finding("Xr=Jh", "2 Kh", joker_carries_effect="yes") == []
    assert finding("9s=7h", "1 Ts") == [("LO-4", 4, 4)]


def test_lo_4_a_first_4_is_a_melee_against_the_left_of_the_dealer() -> None:
    state = fold(table("4s"))
    assert (state.aggressor, state.defender) == (0, 1)
    assert finding("4s", "2 5s, 0 d5 melee, 1 Ks") == []


def test_lo_4_a_first_ace_with_a_two_after_it() -> None:
    assert finding("As", "3 2s, 2 d2 two, 1 Ks") == []


# ---- LO-5 Melee ----------------------------------------------------------------------------------------------------


def test_lo_5_2_anybody_may_go_on_and_nothing_else_is_played() -> None:
    assert finding("9h", "1 4h, 3 5h, 0 6h, close, 3 d6 melee, 0 Kh") == []
    assert finding("9h", "1 4h, 3 8h/c") == [("LO-9.6", 6, 6)]
    assert finding("9h", "1 4h, 3 5c") == [("LO-9.6", 6, 6)]
    assert finding("9h", "1 4h, 3 6h, close, 1 d6 melee, 2 Kh") == [("LO-9.6", 6, 6)]
    assert finding("9h", "1 4h, 2 d") == [("LO-9.6", 6, 6)]


def test_lo_5_3_a_joker_in_a_melee() -> None:
    assert finding("9h", "1 4h, 3 Xr=5h, 0 6h") == []
    assert finding("9h", "1 4h, 3 Xr, 0 6h") == []
    assert finding("9h", "1 4h, 3 Xr=6h") == [("LO-9.6", 6, 6)]
    assert finding("9h", "1 4h, 3 Xr=5h, 0 5h") == [("LO-9.6", 7, 7)]
    assert finding("9h", "1 4h, 3 Xr=5h", melee_joker="forbid") == [("LO-9.6", 6, 6)]


def test_lo_5_4_the_aggressor_raises_itself() -> None:
    assert finding("9h", "1 4h, 1 5h, close, 1 d5 melee, 2 Kh") == []
    assert finding("9h", "1 4h, 1 5h", melee_self_raise="forbid") == [("LO-5.4", 6, 6)]


def test_lo_5_5_how_far_a_melee_goes() -> None:
    run = "1 4h, 2 5h, 3 6h, 0 7h, 1 8h, 2 9h, 3 Th"
    assert owed("Kh", run + ", close") == [(2, 10, "melee")]
    assert finding("Kh", run + ", 0 Jh") == [("LO-9.6", 12, 12)]
    assert finding("Kh", run + ", 0 Jh, 1 Qh, close, 0 d10 melee, 1 2h", melee_top="K") == []
    assert owed("Ah", run + ", 0 Jh, 1 Qh, 2 Kh, close", melee_top="K") == [(1, 10, "melee")]


def test_lo_5_6_the_defender_draws_and_the_next_acts() -> None:
    assert finding("9h", "1 4h, 2 d4 melee, 3 Kh") == []
    assert finding("9h", "1 4h, 2 d5 melee, 3 Kh") == [("LO-9.2", 6, 6)]
    assert finding("9h", "1 4h, 3 d4 melee, 3 Kh") == [("LO-9.2", 6, 6)]
    assert finding("9h", "1 4h, close, 3 Kh") == [("LO-9.2", 7, 7)]
    assert finding("9h", "1 4h, 2 d4 melee, 2 Kh") == [("LO-9.4", 7, 7)]
    assert finding("9h", "close") == [("LO-5.6", 5, 5)]


def test_lo_5_7_effects_of_cards_in_the_run() -> None:
    run = "1 4h, 2 5h, 3 6h, 0 7h"
    assert finding("Kh", run + ", 1 8h, close, 0 d8 melee, 1 Th") == []
    assert finding("Kh", run + ", 1 8h/c, close, 0 d8 melee, 1 Th") == [("LO-5.7", 9, 9)]
    apply = {"melee_card_effect": "apply"}
    assert finding("Kh", run + ", 1 8h/c, 2 9h, close, 1 d9 melee, 2 Tc", **apply) == []
    assert finding("Kh", run + ", 1 8h/c, 2 9h, close, 1 d9 melee, 2 Qh", **apply) == [("LO-9.1", 13, 13)]


def test_lo_5_8_the_melee_ends_with_the_hand() -> None:
    hands = "2c 3c 5c 6c/4h 2d 3d 5d/5h 2s 3s 5s/6d 7d 9d Td"
    log = table("9h", "1 4h, 2 5h", hands=hands)
    assert names(log) == []


def test_option_values_are_those_of_the_page() -> None:
    read = find("last_one").options.read
    assert read({"melee_top": 10}).melee_top == "10"
    with pytest.raises(OptionError):
        read({"melee_top": "Q"})
    with pytest.raises(OptionError):
        read({"joker_carries_effect": True})


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
    assert down(", 0 d, 1 Ts") == [("LO-9.7", 10, 11), ("LO-9.7", 11, 11)]
    assert down(", 0 Ts, 1 Ks") == [("LO-9.7", 10, 11), ("LO-9.7", 11, 11)]
    assert down(", 0 d") == []


def test_lo_9_0_a_missed_call_whose_penalty_was_drawn_is_no_finding() -> None:
    assert down(", 0 d, 1 d2 missed, 1 Ts") == []


def test_lo_9_7_penalty_drawn_though_called() -> None:
    assert down(", 1 call, 0 d, 1 d2 missed") == [("LO-9.7", 12, 12)]
    assert down(", 1 d2 missed") == [("LO-9.7", 10, 10)]


def test_lo_9_2_wrong_penalty() -> None:
    assert down(", 0 d, 1 d1 missed, 1 Ts") == [("LO-9.2", 11, 11)]
    assert down(", 0 d, 0 d2 missed, 1 Ts") == [("LO-9.2", 11, 11)]


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
    assert [one[0] for one in down(", 0 3s, 0 Kd+, 1 Td")] == ["LO-9.7", "LO-9.7"]
    assert down(", 0 3s, 0 Kd+, 1 d2 missed") == [("LO-9.7", 10, 11)]  # or the last two lines changed places


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
    assert finding("9s", "1 9h, 2 2h, 3 d2 missed, 0 7h", calls_recorded="no") == [("LO-9.2", 8, 8)]


def test_lo_7_4_a_draw_of_two_without_a_reason_may_be_such_a_penalty() -> None:
    begun = [event for _, event in table("9s", "1 9h, 0 9c, 1 Tc, 0 Td, 1 Ad, 0 Ac, 1 Kc", seats=2, each=5).events]
    untold = {"calls_recorded": "no"}
    assert told(log_of("last_one", [*begun, Drew(seat=1, count=2), *acts("0 Kd")], 2, options=untold)) == []
    assert told(log_of("last_one", [*begun, Drew(seat=1, count=2), *acts("0 Kd")], 2))


def test_lo_9_2_a_draw_without_a_reason_where_nobody_knows_who_owes() -> None:
    for upcard, count in (("2h", 2), ("4h", 4)):
        turned = TurnedUp(card=cards(upcard)[0])
        log = log_of(
            "last_one", [Gap(hands=1), HandStarted(), Dealt(sizes=(7, 7, 7)), turned, Drew(seat=1, count=count)], 3
        )
        assert told(log) == []


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
    assert told(log) == []


def test_lo_7_1_an_act_after_the_end() -> None:
    assert told(ended(tuple(acts("1 Kd")))) == [("LO-7.1", 13, 13)]
    assert told(ended(tuple(acts("1 d")))) == [("LO-7.1", 13, 13)]
    assert told(ended((Reshuffled(count=1),))) == [("LO-7.1", 13, 13)]


def test_lo_7_1_a_hand_without_an_end() -> None:
    log = table("9s", "1 Ts")
    more = log_of("last_one", [*(event for _, event in log.events), HandStarted()])
    assert told(more) == [("LO-7.1", 6, 6)]


def test_lo_9_0d_written_points_are_testimony() -> None:
    assert told(ended((Scored(points=(0, 63)),))) == []
    assert told(ended((Scored(points=(0, 60)),))) == [("LO-9.10", 13, 13)]
    assert told(ended((Scored(points=(3, 63)),))) == [("LO-9.10", 13, 13)]
    assert told(ended((Scored(points=(0, 63), totals=(0, 64)),))) == [("LO-9.10", 13, 13)]
    assert told(ended((Scored(points=(0,)),))) == [("LO-9.10", 13, 13)]


def test_lo_9_10_a_single_card_scores_nothing() -> None:
    log = table("9s", "0 5s, 1 Qs, 0 6s, 1 Ks, 0 7s, 0 call, 1 2s, 1 call, 0 d2 two", dealer=1, seats=2, each=4)
    assert told(log) == []
    log = table("9s", "0 5s, 1 Qs, 0 6s, 1 Ks, 0 7s, 0 call, 1 As, 1 call, 0 Ad", dealer=1, seats=2, each=4)
    assert [one.result.points for one in audit(log).results] == [(0, 0)]
    row = log_of("last_one", [*(event for _, event in log.events), Scored(points=(0, 40))], 2)
    assert told(row) == [("LO-9.10", len(row.events) + 1, len(row.events) + 1)]
    assert audit(row).findings[-1].says == "points 0 40 was written; 0 0 follows"


def test_lo_9_0d_where_hands_are_not_known_what_was_written_is_taken() -> None:
    log = redact_log(ended((Scored(points=(0, 63)), HandStarted())), PUBLIC, "copy")
    done = audit(log)
    assert [one.result.points for one in done.results] == [(0, 63)]
    assert fold(log).total_spans[:2] == [(0, 0), (63, 63)]
    least = redact_log(ended((Scored(points=(0, 2)),)), PUBLIC, "copy")
    assert told(least) == [("LO-9.10", 13, 13)]


def test_lo_9_10_points_written_before_the_cards_were_shown() -> None:
    shown = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c 4c"), all=True)
    for written, wrong in ((63, False), (60, True)):
        log = redact_log(ended((Scored(points=(0, written)), shown)), PUBLIC, "copy")
        assert told(log) == ([("LO-9.10", 13, 14)] if wrong else []), written
        assert [one.result.points for one in audit(log).results] == [(0, None if wrong else 63)]


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
    assert told(sheet(Scored(points=(0, 1, 20)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(0, -5, 20)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(5, 5, 20)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(0, 278, 260)))) == []
    assert told(sheet(Scored(points=(0, 300, 260)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(0, 20)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(0, 4, 4), tricks=(1, 2, 3)))) == [("LO-9.10", 3, 3)]
    assert told(sheet(Scored(points=(0, 20, 4)), Scored(points=(0, 20, 4), totals=(0, 41, 8)))) == [("LO-9.10", 4, 4)]


@pytest.mark.parametrize(
    ("upcard", "text"),
    [
        *[
            ("9s", f"1 Xr, {after}")
            for after in ("2 7s", "3 7s", "2 d2 two, 3 7s", "2 d4 melee, 3 7s", "0 7s", "1 Kd, 2 7d")
        ],
        *[("Xr", after) for after in ("1 7s", "2 7s", "3 7s", "1 d2 two, 2 7s")],
    ],
)
def test_lo_3_7_a_joker_of_which_nobody_wrote_what_it_stands_for_may_have_any_effect(upcard: str, text: str) -> None:
    assert finding(upcard, text, joker_carries_effect="yes") == []


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_lo_1_2_a_deal_of_which_no_size_is_written_is_of_any_size(seats: int) -> None:
    """As if its line were left out: it was read as hands of nine, to which nobody had agreed."""
    begun = [HandStarted(dealer=0), Dealt(), TurnedUp(card=Card("9s")), *acts("1 7s")]
    done = audit(log_of("last_one", begun, seats))
    assert done.findings == []
    assert {state.places.count(0) for state in done.states} == {size for size in range(4, 10) if size * seats <= 53}


def test_lo_9_10_who_is_out_of_the_game_is_not_dealt_in() -> None:
    row = Scored(points=(0, 250, 10))
    assert told(sheet(row, Scored(points=(10, 10, 0)))) == [("LO-9.10", 4, 4)]
    assert told(sheet(row, Scored(points=(10, 0, 0)))) == []
    assert told(sheet(row, Scored(points=(10, 0, 10)))) == [("LO-9.10", 4, 4)]
    dealt = log_of("last_one", [HandStarted(dealer=2), row, HandStarted(), Dealt(sizes=(7, 7, 7))], 3)
    assert told(dealt) == [("LO-9.10", 5, 5)]
    plain = log_of("last_one", [HandStarted(dealer=2), row, HandStarted(), Dealt(sizes=(7, 0, 7))], 3)
    assert told(plain) == []
    assert fold(plain).taking_part() == (0, 2)


def test_lo_7_3_who_is_out_is_skipped() -> None:
    begun = [HandStarted(dealer=2), Scored(points=(0, 250, 10)), HandStarted(), Dealt(each=7)]
    turned = TurnedUp(card=cards("9s")[0])
    assert told(log_of("last_one", [*begun, turned, *acts("2 Ts, 0 Ks")], 3)) == []
    assert told(log_of("last_one", [*begun, turned, *acts("1 Ts")], 3)) == [("LO-9.9", 7, 7)]
    assert told(log_of("last_one", [*begun, turned, *acts("2 Ts, 0 d4 melee")], 3)) == [("LO-9.2", 8, 8)]


def test_lo_7_2_the_last_player_in_has_won() -> None:
    done = sheet(Scored(points=(0, 250, 260)))
    state = fold(done)
    assert "p1 wins the game" in find("last_one").scene(state).says
    assert [act.event for act in find("last_one").due(state)] == [Closed]
    assert told(sheet(Scored(points=(0, 250, 260)), Scored(points=(0, 0, 0)))) == [("LO-7.2", 4, 4)]
    again = log_of("last_one", [HandStarted(dealer=0), Scored(points=(0, 250, 260)), HandStarted()], 3)
    assert told(again) == [("LO-7.2", 4, 4)]
    assert told(sheet(Scored(points=(0, 50, 60)), Scored(points=(0, 0, 0)), threshold=50)) == [("LO-7.2", 4, 4)]


def test_lo_7_2_a_threshold_of_the_table() -> None:
    log = sheet(Scored(points=(0, 100, 10)), threshold=100)
    assert told(log_of("last_one", [*(e for _, e in log.events), HandStarted(dealer=1)], 3, options={"threshold": 100}))


def test_lo_7_3_the_deal_goes_left() -> None:
    assert told(sheet(Scored(points=(0, 10, 20)), seats=3)) == []
    rows = [HandStarted(dealer=0), Scored(points=(0, 10, 20))]
    assert told(log_of("last_one", [*rows, HandStarted(dealer=1)], 3)) == []
    assert told(log_of("last_one", [*rows, HandStarted(dealer=2)], 3)) == [("LO-7.3", 4, 4)]
    assert told(log_of("last_one", [HandStarted(dealer=7)], 3)) == [("LO-9.9", 2, 2)]


def test_a_hand_thrown_in_counts_nothing_and_the_dealer_may_deal_again() -> None:
    begun = [event for _, event in table("9s", "1 Ts").events]
    log = log_of("last_one", [*begun, Voided(), HandStarted(dealer=0)])
    done = audit(log)
    assert (done.findings, [one.result.counts for one in done.results]) == ([], [False])
    assert told(log_of("last_one", [Voided()])) == [("LO-9.9", 2, 2)]


# ---- LO-8, LO-9.8, LO-9.9 Cards and counts -------------------------------------------------------------------------

FIVE = "1 Ts, 2 d, 3 d, 4 d, 5 d, 0 d"
"""Six seats of eight: the stock is empty after this, and 9s lies under the upcard."""
SIX = {"seats": 6, "each": 8}


def test_lo_9_9_a_card_twice() -> None:
    assert finding("9s", "1 Ts, 2 9s") == [("LO-9.9", 6, 6)]


def test_lo_8_after_a_reshuffle_a_card_may_come_again() -> None:
    assert finding("9s", FIVE + ", shuffle 1, 1 d, 2 Ks, 3 d0, 4 d0, 5 d0, 0 d0, 1 9s", **SIX)[-1:] != []
    text = FIVE + ", 1 Ks, 2 Qs, shuffle 3, 3 d, 4 d, 5 d, 0 7s, 1 6s, 2 5s, 3 9s"
    assert finding("9s", text, **SIX) == []


def test_lo_9_9_between_two_reshuffles_who_drew_nothing_has_no_card_that_went_back() -> None:
    text = FIVE + ", 1 Ks, shuffle 2, 2 d, 3 d, 4 9s"
    assert finding("9s", text, **SIX) == [("LO-9.9", 15, 15)]


def test_lo_9_9_what_is_drawn_after_a_reshuffle_is_a_card_that_went_back() -> None:
    text = FIVE + ", 1 Ks, shuffle 2, 2 d1 turn Kh"
    assert finding("9s", text, **SIX) == [("LO-9.9", 13, 13)]


def test_lo_9_9_a_hand_known_in_full() -> None:
    hands = "2c 3c 4c 5c/2s 3s 6s 7s"
    log = table("9s", "1 Ks", hands=hands, **TWO)
    assert told(log) == [("LO-9.9", 5, 5)]
    assert told(redact_log(log, PUBLIC, "copy")) == []


def test_lo_9_9_one_wrong_card_in_a_deal_stays_one_finding() -> None:
    hands = "2c 3c 4c 5s/2s 3s 6s 7s"
    log = table("9s", "1 5s, 0 4s, 1 d4 melee, 0 6c", hands=hands, **TWO)
    assert [one[0] for one in told(log)] == ["LO-9.9", "LO-9.1"]


def test_lo_9_9_what_was_drawn_lies_elsewhere() -> None:
    hands = "2c 3c 4c 5s/2s 3s 6s 7s"
    assert finding("9s", "1 d1 turn 9s", hands=hands, **TWO) == [("LO-9.9", 5, 5)]
    assert finding("9s", "1 d1 turn 2c", hands=hands, **TWO) == [("LO-9.9", 5, 5)]
    assert finding("9s", "1 d1 turn 3s", hands=hands, **TWO) == [("LO-9.9", 5, 5)]
    assert finding("9s", "1 d1 turn Kc, 0 d1 turn Kc", hands=hands, **TWO) == [("LO-9.9", 6, 6)]


def test_lo_9_9_the_upcard_is_in_a_hand() -> None:
    log = table("2c", "", hands="2c 3c 4c 5s/2s 3s 6s 7s")
    assert told(log) == [("LO-9.9", 4, 4)]


def test_lo_9_8_more_drawn_than_there_is() -> None:
    assert finding("9s", "1 2s, 2 d2 two, 3 2h, 4 d2 two, 5 2d, 0 d2 two", **SIX) == [("LO-9.8", 10, 10)]


def test_lo_9_8_lists_of_another_length() -> None:
    log = table("9s")
    drew = Drew(seat=1, count=1, why="turn", cards=cards("Ks Kh"))
    assert told(log_of("last_one", [*(event for _, event in log.events), drew])) == [("LO-9.8", 5, 5)]


def test_lo_9_8_a_remainder_of_the_wrong_size() -> None:
    short = Shown(seat=1, cards=cards("8c As"), all=True)
    assert told(ended((short,))) == [("LO-9.8", 13, 13)]
    wrong = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c Ts"), all=True)
    assert told(ended((wrong,)))[0][0] == "LO-9.9"


# ---- Records with gaps, and nonsense -------------------------------------------------------------------------------


def test_after_a_gap_turns_and_draws_prove_nothing() -> None:
    begun = [event for _, event in table("9s", "1 2s").events]
    log = log_of("last_one", [*begun, Gap(), *acts("1 Kd, 3 Qd, 2 d3 two, 0 Qh, 0 5h, 1 call")])
    assert told(log) == []
    log = log_of("last_one", [*begun, Gap(), *acts("1 Kd, 3 Qd")])
    assert told(log) == []
    assert told(log_of("last_one", [*begun, Gap(), HandStarted()])) == []


def test_a_gap_of_whole_hands_leaves_the_least_of_the_totals() -> None:
    log = sheet(Scored(points=(0, 10, 20)))
    after = fold(log_of("last_one", [*(event for _, event in log.events), Gap(hands=2), HandStarted(dealer=0)], 3))
    assert (after.hand, [low for low, _ in after.total_spans[:3]]) == (4, [0, 10, 20])
    assert told(log_of("last_one", [*(e for _, e in log.events), Gap(hands=2), Scored(points=(0, 4, 4))], 3)) == []


def test_nobody_sits_there() -> None:
    begun = [event for _, event in table("9s").events]
    for wrong in (
        Played(seat=9, card=cards("Ts")[0]),
        Drew(seat=9, count=1),
        LastCalled(seat=9),
        Shown(seat=9, cards=cards("Ts")),
    ):
        assert told(log_of("last_one", [*begun, wrong])) == [("LO-9.9", 5, 5)]


@pytest.mark.usefixtures("short_searches")
def test_acts_before_any_deal_are_taken_as_they_come() -> None:
    for first in (*acts("1 Ts, 1 d, close, 1 call, shuffle 3"), Shown(seat=0, cards=cards("Ts")), Voided(), Gap()):
        done = audit(log_of("last_one", [first, *acts("1 Ts, 2 Ks"), MeleeClosed()]))
        find("last_one").due(done.state)
        find("last_one").scene(done.state)
    assert told(log_of("last_one", acts("1 Ts, 2 Ks, 3 9h"))) == [("LO-9.1", 4, 4)]


def test_what_this_game_does_not_know() -> None:
    assert told(log_of("last_one", [Passed(seat=0)])) == [("LO-9.9", 2, 2)]


def test_cards_not_known_give_no_finding() -> None:
    assert finding("9s", "1 ??, 2 Kd, 3 d") == []
    assert finding("9s", "1 ?s, 2 Kd") == []
    assert finding("9s", "1 T?, 2 Kd") == []
    assert finding("??", "1 Kd, 2 Kh") == []


def test_a_hand_announced_twice_loses_no_totals() -> None:
    log = log_of("last_one", [HandStarted(dealer=0), Scored(points=(0, 4, 10)), HandStarted(), HandStarted()], 3)
    assert fold(log).total_spans[:3] == [(0, 0), (4, 4), (10, 10)]
    assert told(log) == [("LO-7.1", 5, 5)]


def test_a_melee_of_a_suit_not_known() -> None:
    assert finding("9h", "1 4?, 2 5h, 3 6h, close, 2 d6 melee, 3 Kh") == []
    assert finding("9h", "1 4?, 2 Xr, 3 6h") == []
    assert finding("9h", "1 4?, 2 6h") == [("LO-9.6", 6, 6)]


def test_k_7_a_call_after_the_end_is_a_note() -> None:
    assert [one.kind for one in audit(ended((LastCalled(seat=1),))).findings] == ["note"]


def test_lo_9_1_what_the_table_refused_is_no_reason_to_doubt_the_card_below_it() -> None:
    hands = tuple(map(cards, ("3c Ks Qs 8c 7d", "5s 9d 2d 9c 2c", "8d 7s 6d Kc Qc", "4c Xr 3s 8h Js")))
    start = [HandStarted(dealer=1), Dealt(hands=hands, each=5), TurnedUp(card=Card("3h"))]
    plays = [(2, "8d", "s"), (3, "Js", None), (1, "5s", None)]
    played = [Played(seat=seat, card=Card(card), suit=suit) for seat, card, suit in plays]
    refused = Played(seat=2, card=Card("6d"), refused=True)
    drew = Drew(seat=2, count=1, why="turn")
    (one,) = audit(log_of("last_one", [*start, *played, refused, drew])).findings
    assert (one.kind, one.clause, one.seat, one.at) == ("breach", "LO-9.1", 2, 8)


@pytest.mark.check
@pytest.mark.usefixtures("short_searches")
def test_nothing_is_refused_and_every_view_can_be_audited() -> None:
    """Cards not wholly known, cards of all kinds, seats that nobody sits in: all fold, and nothing raises."""
    rng = random.Random(4)
    faces = [card for card in Card if rng.random() < 0.3] + [
        Card(text) for text in ("4?", "8?", "?h", "X?", "??", "Xr")
    ]
    legal = [simulate(Setup(game="last_one", seed=seed, seats=2 + seed % 5), hands=1) for seed in range(6)]
    for number in range(6):
        log = legal[number % len(legal)]
        events = [spoil(event, rng, faces) if rng.random() < 0.15 else event for _, event in log.events[:60]]
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
    ):
        log = table("9c", f"{start}, {end}", seats=2, each=4, hands=hands)
        assert names(log) == told, end


# ---- Who is accused, and what else may explain it ------------------------------------------------------------------


def test_a_true_breach_that_nothing_cheaper_explains_names_its_seat() -> None:
    assert accused("9s", "1 d2") == [("LO-9.3", 1)]
    assert accused("9h", "1 4h, 2 d5 melee, 3 Kh") == [("LO-9.2", 2)]
    assert accused("9h", "1 4h, 3 4s, 2 d4 melee, 3 Kh") == [("LO-9.6", 3)]


def test_a_call_or_a_draw_that_is_not_there_is_as_likely_left_out_by_the_scribe() -> None:
    missed = "1 5s, 0 d, 1 6s, 0 d, 1 7s, 0 d, 1 Ts"
    for upcard, text, said in (
        ("9s", "1 2s, 3 Ts", "a line is missing before line 6 (seat 2 draws 2 cards)"),
        ("9h", "1 4h, close, 3 Kh", "a line is missing before line 7 (seat 2 draws 4 cards)"),
        ("9s", missed, "a line is missing before line 10 (seat 1 calls the last card)"),
    ):
        log = table(upcard, text, seats=2, each=4) if text == missed else table(upcard, text)
        done = audit(log)
        assert {one.kind for one in done.findings} == {"contradiction"}, text
        assert said in done.findings[0].alternatives, text


def test_a_wrong_card_that_the_next_one_is_put_on_was_played() -> None:
    assert accused("9h", "1 4h, 3 5c, 2 d5 melee, 3 Kc") == [
        ("LO-9.6", 3)
    ]  # no other 4 goes on the 9h, no other 5 bears the Kc


def test_a_card_that_was_not_seen_has_the_suit_of_the_card_below_it_if_it_has_another_rank() -> None:
    states = audit(table("9h", "1 ??, 2 5h")).states
    assert [(one.aggressor, one.defender) for one in states if one.melee] == [(2, 1)]
    others = audit(table("9h", "1 ??, 2 5c")).states
    assert not any(one.melee for one in others)


def test_lo_9_2_a_draw_that_is_owed_is_paid_whatever_it_was_said_to_be_for() -> None:
    log = table("9s", "1 2s, 2 d2 melee, 3 5s")
    assert [(one.kind, one.clause, one.at) for one in audit(log).findings] == [("testimony", "LO-9.2", 6)]
    assert not audit(log).state.owed


def test_a_card_that_goes_nowhere_is_as_likely_written_for_another() -> None:
    for upcard, text in (
        ("9s", "1 Tc"),
        ("9s", "1 Tc, 2 Kc, 3 Jc"),
        ("9s", "1 8h, 2 7c/d"),
        ("9s", "1 9h, 2 Kh+"),
        ("9h", "1 4h, 3 5c, 2 d5 melee"),
        ("9s", "1 Ts, 1 Ks"),
    ):
        assert accused(upcard, text) == [], text
        assert finding(upcard, text), text


def test_what_one_slip_of_the_pen_explains_as_well_accuses_nobody() -> None:
    for text in ("1 Ts, 3 Ks", "1 d, 1 d", "1 3s, 2 Kd+", "1 4h, 3 6h, close, 1 d6 melee, 2 Kh"):
        assert accused("9h" if "4h" in text else "9s", text) == [], text
        assert finding("9h" if "4h" in text else "9s", text), text


def test_a_card_that_cannot_have_been_there_may_be_one_that_came_face_down_and_was_misread() -> None:
    drawn = OVER.replace("4c", "9c")  # it was the 4c that was drawn
    shown = Shown(seat=1, cards=cards("8c As Kd 4h 2c 3c 4c"), all=True)
    done = audit(ended((shown, Closed()), text=drawn))
    said = {alternative for one in done.findings for alternative in one.alternatives}
    assert {"4c on line 13 was another card", "9c on line 11 was another card"} <= said
    assert [one.result.points for one in done.results] == [(0, None)]


def test_lo_9_10_points_that_no_hand_can_bring_put_nobody_out() -> None:
    rows = [Scored(points=(0, 250, 250, 250)), Scored(points=(0, 4, 9, 9))]
    events = [HandStarted(dealer=0), rows[0], HandStarted(), rows[1]]
    done = audit(log_of("last_one", events))
    assert [(one.clause, one.at) for one in done.findings] == [("LO-9.10", 3)]
    assert done.results[1].result.points == (0, 4, 9, 9)


def test_lo_7_2_a_row_after_the_end_of_the_game_is_told_once() -> None:
    """Whoever is out of the game plays on with the others, then, and may score."""
    rows = [(0, 200, 200), (0, 90, 90), (5, 0, 20), (0, 5, 20)]
    events: list[Base] = []
    for row in rows:
        events += [HandStarted(dealer=None if events else 0), Scored(points=row)]
    done = audit(log_of("last_one", events, seats=3))
    assert [(one.kind, one.clause, one.at) for one in done.findings] == [("breach", "LO-7.2", 6)]
    assert [one.result.points for one in done.results] == rows


@pytest.mark.parametrize("seats", [5, 6])
def test_lo_7_2_any_seat_that_may_be_out_is_out_in_a_row_after_hands_that_were_missed(seats: int) -> None:
    """Where more may be out, and more may deal, than is followed, too."""
    points, totals = [10, *[0] * (seats - 1)], [20, 51, 60, 20, 55, 60][:seats]
    first = Scored(points=(0, *[20] * (seats - 1)))
    row = Scored(points=tuple(points), totals=tuple(totals))
    events = [HandStarted(dealer=seats - 1), first, Gap(hands=1), HandStarted(), row]
    done = audit(log_of("last_one", events, seats, options={"threshold": 50}))
    assert (done.findings, done.results[-1].result.totals) == ([], tuple(totals))
