"""Last One: the worked examples of the page, and clauses LO-1 to LO-5."""

import pytest

from tests.builders import cards, found, log_of
from tests.games.last_one_tables import acts, clauses, finding, names, owed, table, turn
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.last_one.scoring import hand_span
from upcard.engine.places import Places
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Agreed, Base, Dealt, HandStarted, Played, Scored, Shown, TurnedUp

# ---- LO-10 Worked examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [("8c As Kd 4h", 54), ("Xb Ts", 50), ("Xr", 0), ("Xr Xb 8h 8s", 130), ("Qh Jd Ks 2c 3d", 35), ("", 0)],
)
def test_lox_1_values(hand: str, points: int) -> None:
    places = Places.empty(4, 2)
    places.deal(0, mask_of(cards(hand)), 0, 0, 0)
    assert hand_span(places, 0) == (points, points)


def test_lox_2_first_upcards() -> None:
    assert (owed("2s"), turn("2s")) == ([(1, 2, "two")], [2])
    assert turn("Js") == [2]
    assert (turn("As"), fold(table("As")).way) == ([3], -1)
    assert turn("9s") == [1]
    assert finding("4s", "1 d4 melee, 2 d") == []
    assert (owed("4s", "close"), turn("4s", "close")) == ([(1, 4, "melee")], [2])


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
    assert finding("9s", begun + ", 3 7c") == [("LO-9.1", 7, 7, 3)]
    assert finding("9s", begun + ", 3 7h") == []
    assert finding("9s", begun + ", 3 8s/c") == []


def test_lox_10_who_reaches_the_threshold_drops_out() -> None:
    rows = [Scored(totals=(240, 245, 100)), Scored(points=(0, 12, 30))]
    state = fold(log_of("last_one", [HandStarted(dealer=0), *rows], 3))
    seats = find("last_one").scene(state).hands
    assert [seat.scores[-1][1] for seat in seats] == ["240", "257", "130"]
    assert ["out of the game" in seat.marks for seat in seats] == [False, True, False]
    assert fold(log_of("last_one", [HandStarted(dealer=2), *rows, HandStarted()], 3)).dealer == 2
    assert found(log_of("last_one", [HandStarted(dealer=2), *rows, HandStarted(dealer=1)], 3)) == [("LO-7.3", 5, 5, 1)]


def test_lox_11_a_hand_emptied_in_a_melee_ends_the_hand() -> None:
    log = table("9d", "3 d, 0 4d, 0 5d", dealer=2, hands="4d 5d 2c 3c/2s 3s 6s 7s/6h 7h 9h Th/6c 7c 9c Tc")
    done = audit(log)
    assert done.results == []
    log = table("9d", "3 d, 0 4d, 0 call, 0 5d", dealer=2, hands="4d 5d/2s 3s/6h 7h/6c 7c")
    done = audit(log)
    assert [one.result.won for one in done.results] == [(True, False, False, False)]
    assert (done.state.owed, done.results[0].result.points[0]) == ([], 0)


# ---- LO-1 Material -------------------------------------------------------------------------------------------------


def deal(*sizes: int, seats: int | None = None, agreed: tuple[int, ...] = ()) -> list[str]:
    events: list[Base] = [HandStarted(dealer=0)]
    if agreed:
        events.append(Agreed(what="nine", seats=agreed))
    events.append(Dealt(sizes=sizes))
    return [one[0] for one in found(log_of("last_one", events, seats or len(sizes)))]


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
    assert found(log_of("last_one", [*swift, *rows], 2)) == [("LO-9.9", 8, 8, None)]


def test_lo_9_9_unequal_hands() -> None:
    assert deal(7, 7, 6) == ["LO-9.9"]
    assert deal(7, 7, 0) == ["LO-9.9"]


def test_lo_1_3_one_upcard() -> None:
    log = table("9s")
    assert found(log) == []
    twice = log_of("last_one", [event for _, event in log.events] + [TurnedUp(card=cards("Ks")[0])])
    assert found(twice) == [("LO-1.3", 5, 5, None)]


def test_lo_1_4_what_is_hidden_is_not_told() -> None:
    state = fold(table("9s", "1 d"))
    assert [state.places.count(seat) for seat in range(4)] == [7, 8, 7, 7]
    assert state.places.count(4) == 54 - 28 - 2


# ---- LO-2 Turn -----------------------------------------------------------------------------------------------------


def test_lo_2_1_play_goes_left() -> None:
    assert finding("9s", "1 Ts, 2 Ks, 3 Kh, 0 7h") == []
    assert finding("9s", "2 Ts") == [("LO-9.4", 5, 5, 2)]
    assert finding("9s", "2 Ts, 3 Ks, 0 d") == [("LO-9.4", 5, 5, 2)]
    assert finding("9s", "1 d, 3 d") == [("LO-9.4", 6, 6, 3)]


def test_lo_2_2_suit_or_rank() -> None:
    assert finding("9s", "1 9c, 2 Tc") == []
    assert finding("9s", "1 Tc") == [("LO-9.1", 5, 5, 1)]


def test_lo_2_2_one_card_in_turn() -> None:
    assert finding("9s", "1 d2") == [("LO-9.3", 5, 5, 1)]
    assert finding("9s", "1 d0") == [("LO-9.3", 5, 5, 1)]


def test_lo_2_2_a_drawn_card_is_not_played_in_the_same_turn() -> None:
    assert finding("9s", "1 d, 1 Ts") == [("LO-2.2", 6, 6, 1)]
    assert finding("9s", "1 d, 1 Ts", play_drawn="allow") == []
    assert finding("9s", "1 d, 1 Tc", play_drawn="allow") == [("LO-9.1", 6, 6, 1)]
    assert finding("9s", "1 d, 2 Ts", play_drawn="allow") == []
    assert finding("9s", "1 d, 1 d", play_drawn="allow") == [("LO-9.4", 6, 6, 1)]
    assert finding("9s", "1 d, 1 d") == [("LO-9.4", 6, 6, 1)]


def test_lo_2_2_only_the_card_drawn_may_be_played() -> None:
    hands = "2c 3c 4c 5c/2s 3s 6s 7s/6h 7h 9h Th/6c 7c 9c Tc"
    assert finding("9s", "1 d1 turn Ks, 1 Ks", hands=hands, play_drawn="allow") == []
    assert finding("9s", "1 d1 turn Ks, 1 2s", hands=hands, play_drawn="allow") == [("LO-2.2", 6, 6, 1)]
    assert finding("9s", "1 d, 1 2s", hands=hands, play_drawn="allow") == [("LO-2.2", 6, 6, 1)]
    assert finding("9s", "1 d, 1 Ks", hands=hands, play_drawn="allow") == []


def test_lo_2_2_a_card_shown_after_a_draw_may_be_the_one_drawn() -> None:
    begun = [event for _, event in table("9s", "1 d", play_drawn="allow").events]
    log = log_of("last_one", [*begun, Shown(seat=1, cards=cards("Ts")), *acts("1 Ts")], options={"play_drawn": "allow"})
    assert found(log) == []
    for viewer in (PUBLIC, 0, 1):
        redacted = redact_log(log, viewer, "copy")
        assert fold(redacted).drawn == view(fold(log), viewer).drawn


def test_lo_2_4_an_8_and_a_joker_go_on_anything() -> None:
    assert finding("9s", "1 8h/c, 2 7c") == []
    assert finding("9s", "1 Xr=3c, 2 7c") == []
    assert finding("9s", "1 Xr=3c, 2 7s") == [("LO-9.1", 6, 6, 2)]


def test_lo_2_4_joker_must_match_where_so_ruled() -> None:
    for face, wrong in (("3c", True), ("3s", False), ("9c", False), ("8c", True)):
        expected = [("LO-2.4", 5, 5, 1)] if wrong else []
        assert finding("9s", f"1 Xr={face}", joker_named="must_match_upcard") == expected, face


def test_lo_2_5_a_joker_on_a_suit_that_was_named() -> None:
    for face, wrong in (("7c", True), ("7h", False), ("8c", False)):
        expected = [("LO-2.5", 6, 6, 2)] if wrong else []
        assert finding("9s", f"1 8s/h, 2 Xr={face}") == expected, face
        assert finding("9s", f"1 8s/h, 2 Xr={face}", joker_on_named_suit="any") == []


def test_lo_2_5_what_was_not_written_down_cannot_be_told() -> None:
    assert finding("9s", "1 8s, 2 7c, 3 7h") == []
    assert finding("9s", "1 Xr, 2 7c, 3 Kd") == [("LO-9.1", 7, 7, 3)]


# ---- LO-2.6 The stock ----------------------------------------------------------------------------------------------

SMALL = {"seats": 6, "each": 8}
"""Forty-eight cards are dealt; five are left to draw."""


def test_lo_2_6_the_discards_are_shuffled_when_the_stock_is_empty() -> None:
    begun = "1 Ts, 2 d, 3 d, 4 d, 5 d, 0 d"
    assert finding("9s", begun + ", shuffle 1, 1 d", **SMALL) == []
    assert finding("9s", begun + ", 1 Ks, shuffle 2, 2 d", **SMALL) == []
    assert finding("9s", begun + ", 1 d", **SMALL) == [("LO-9.8", 11, 11, 1)]
    assert finding("9s", begun + ", 1 d0", **SMALL) == [("LO-9.3", 11, 11, 1)]
    assert finding("9s", begun + ", shuffle 2", **SMALL) == [("LO-9.8", 11, 11, None)]
    assert finding("9s", "1 Ts, shuffle 1", **SMALL) == [("LO-2.6", 6, 6, None)]


def test_lo_2_6_nothing_is_left_at_all() -> None:
    begun = "1 d, 2 d, 3 d, 4 d, 5 d"
    for empty_stock in ("draw_what_is_left", "skip"):
        assert finding("9s", begun + ", 0 d0, 1 Ts", **SMALL, empty_stock=empty_stock) == []
        assert finding("9s", begun + ", 0 d", **SMALL, empty_stock=empty_stock) == [("LO-9.8", 10, 10, 0)]
    assert finding("9s", begun + ", 1 Ts", **SMALL) == [("LO-9.4", 10, 10, 1)]
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
    assert finding("9s", "1 2s, 2 d2 two, 2 Ts") == [("LO-9.4", 7, 7, 2)]
    assert finding("9s", "1 2s, 3 Ts") == [("LO-9.2", 6, 6, 2)]
    assert sorted(clauses("9s", "1 2s, 2 2h")) == ["LO-9.2", "LO-9.4"]


def test_lo_3_2_any_card_may_be_put_on_the_own_3() -> None:
    assert finding("9s", "1 3s, 1 Kd+, 2 7d") == []
    assert finding("9s", "1 3s, 1 Kd, 2 7d") == []
    assert finding("9s", "1 3s, 2 3h, 3 7h") == []
    assert finding("9s", "1 3s, 2 Kd+") == [("LO-9.5", 6, 6, 2)]
    assert finding("9s", "1 Ts, 1 Kd+") == [("LO-9.5", 6, 6, 1)]
    assert finding("9s", "1 3s, 2 d, 1 Kd+") == [("LO-9.5", 7, 7, 1)]


def test_lo_3_2_what_is_stacked_works_or_not() -> None:
    assert owed("9s", "1 3s, 1 2d+") == [(2, 2, "two")]
    assert owed("9s", "1 3s, 1 2d+", stack_effect="none") == []
    assert finding("9s", "1 3s, 1 3d+, 1 Kh+, 2 7h") == []
    assert finding("9s", "1 3s, 1 3d+, 1 Kh+", stack_effect="none") == [("LO-9.5", 7, 7, 1)]
    assert finding("9s", "1 3s, 1 8d/c+, 2 7c") == []
    assert finding("9s", "1 3s, 1 8d+, 2 7d", stack_effect="none") == []
    assert finding("9s", "1 3s, 1 8d+, 2 7c", stack_effect="none") == [("LO-9.1", 7, 7, 2)]
    assert turn("9s", "1 3s, 1 Jd+") == [3]
    assert turn("9s", "1 3s, 1 Ad+") == [0]
    assert owed("9s", "1 3s, 1 4d+, close") == [(2, 4, "melee")]


def test_lo_3_4_an_8_names_a_suit_and_nothing_else_does() -> None:
    assert finding("9s", "1 8s/s, 2 7s") == []
    assert finding("9s", "1 Ts/h") == [("LO-3.4", 5, 5, 1)]
    assert finding("9s", "1 3s, 1 8d/h+", stack_effect="none") == [("LO-9.0c", 6, 6, 1)]
    assert finding("9s", "1 Xr=8d/h") == [("LO-9.0c", 5, 5, 1)]
    assert finding("9s", "1 Xr=8d, 2 7d") == []


def test_lo_3_5_a_jack_skips_and_lo_3_6_an_ace_turns_round() -> None:
    assert finding("9s", "1 Js, 3 Ts") == []
    assert finding("9s", "1 Js, 2 Ts") == [("LO-9.4", 6, 6, 2)]
    assert finding("9s", "1 As, 0 Ts, 3 Ks") == []
    assert finding("9s", "1 As, 2 Ts") == [("LO-9.4", 6, 6, 2)]


def test_lo_3_7_a_joker_stands_for_a_natural_card() -> None:
    assert finding("9s", "1 Xr=Xb") == [("LO-3.7", 5, 5, 1)]
    assert finding("9s", "1 Ts=7h") == [("LO-3.7", 5, 5, 1)]


def test_lo_3_7_whether_a_joker_carries_the_effect() -> None:
    for carries in ("no", "yes"):
        does = carries == "yes"
        assert owed("9s", "1 Xr=2s", joker_carries_effect=carries) == ([(2, 2, "two")] if does else [])
        assert turn("9s", "1 Xr=Js", joker_carries_effect=carries) == ([3] if does else [2])
        assert turn("9s", "1 Xr=As", joker_carries_effect=carries) == ([0] if does else [2])
        assert (fold(table("9s", "1 Xr=4s", joker_carries_effect=carries)).run >= 0) == does
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
    assert last_card("2s", ", 3 Ts", effect_of_last_card="apply")[0] == "LO-9.2"


def test_lo_9_0c_a_last_4_opens_its_melee() -> None:
    assert last_card("4s", ", 2 d4 melee", effect_of_last_card="apply") == []
    assert last_card("4s", ", 2 d4 melee")[0] == "LO-7.1"


# ---- LO-4 First upcard ---------------------------------------------------------------------------------------------


def test_lo_4_first_upcards_without_effect() -> None:
    ignore = {"first_upcard_effect": "ignore"}
    for upcard in ("2s", "Js", "As", "4s", "3s", "8s", "9s"):
        assert (turn(upcard, **ignore), owed(upcard, **ignore)) == ([1], []), upcard
        assert fold(table(upcard, **ignore)).run == -1
    assert turn("3s") == [1]
    assert finding("3s", "1 Kd+") == [("LO-9.5", 5, 5, 1)]


def test_lo_4_a_first_8() -> None:
    assert finding("8s", "1 7s") == []
    assert finding("8s", "1 7h") == [("LO-9.1", 5, 5, 1)]
    assert finding("8s/h", "") == [("LO-4", 4, 4, 0)]
    assert finding("8s/h", "1 7h", first_8="dealer_names") == []
    assert finding("8s/h", "1 7s", first_8="dealer_names") == [("LO-9.1", 5, 5, 1)]
    assert [one[0] for one in finding("8s/h", "1 7s")] == ["LO-4"]


def test_lo_4_the_dealer_names_a_card_for_a_first_joker() -> None:
    assert finding("Xr=7h", "1 Kh") == []
    assert finding("Xr=7h", "1 Ks") == [("LO-9.1", 5, 5, 1)]
    assert finding("Xr=Jh", "1 Kh") == []
    assert finding("Xr=Jh", "2 Kh", joker_carries_effect="yes") == []
    assert finding("9s=7h", "1 Ts") == [("LO-4", 4, 4, 0)]


def test_lo_4_a_first_4_is_a_melee_against_the_left_of_the_dealer() -> None:
    state = fold(table("4s"))
    assert (state.aggressor, state.defender) == (0, 1)
    assert finding("4s", "2 5s, 0 d5 melee, 1 Ks") == []


def test_lo_4_a_first_ace_with_a_two_after_it() -> None:
    assert finding("As", "3 2s, 2 d2 two, 1 Ks") == []


# ---- LO-5 Melee ----------------------------------------------------------------------------------------------------


def test_lo_5_2_anybody_may_go_on_and_nothing_else_is_played() -> None:
    assert finding("9h", "1 4h, 3 5h, 0 6h, close, 3 d6 melee, 0 Kh") == []
    assert finding("9h", "1 4h, 3 8h/c") == [("LO-9.6", 6, 6, 3)]
    assert finding("9h", "1 4h, 3 5c") == [("LO-9.6", 6, 6, 3)]
    assert finding("9h", "1 4h, 3 6h, close, 1 d6 melee, 2 Kh") == [("LO-9.6", 6, 6, 3)]
    assert finding("9h", "1 4h, 2 d") == [("LO-9.6", 6, 6, 2)]


def test_lo_5_3_a_joker_in_a_melee() -> None:
    assert finding("9h", "1 4h, 3 Xr=5h, 0 6h") == []
    assert finding("9h", "1 4h, 3 Xr, 0 6h") == []
    assert finding("9h", "1 4h, 3 Xr=6h") == [("LO-9.6", 6, 6, 3)]
    assert finding("9h", "1 4h, 3 Xr=5h, 0 5h") == [("LO-9.6", 7, 7, 0)]
    assert finding("9h", "1 4h, 3 Xr=5h", melee_joker="forbid") == [("LO-9.6", 6, 6, 3)]


def test_lo_5_4_the_aggressor_raises_itself() -> None:
    assert finding("9h", "1 4h, 1 5h, close, 1 d5 melee, 2 Kh") == []
    assert finding("9h", "1 4h, 1 5h", melee_self_raise="forbid") == [("LO-5.4", 6, 6, 1)]


def test_lo_5_5_how_far_a_melee_goes() -> None:
    run = "1 4h, 2 5h, 3 6h, 0 7h, 1 8h, 2 9h, 3 Th"
    assert owed("Kh", run + ", close") == [(2, 10, "melee")]
    assert finding("Kh", run + ", 0 Jh") == [("LO-9.6", 12, 12, 0)]
    assert finding("Kh", run + ", 0 Jh, 1 Qh, close, 0 d10 melee, 1 2h", melee_top="K") == []
    assert owed("Ah", run + ", 0 Jh, 1 Qh, 2 Kh, close", melee_top="K") == [(1, 10, "melee")]


def test_lo_5_6_the_defender_draws_and_the_next_acts() -> None:
    assert finding("9h", "1 4h, 2 d4 melee, 3 Kh") == []
    assert finding("9h", "1 4h, 2 d5 melee, 3 Kh") == [("LO-9.2", 6, 6, 2)]
    assert finding("9h", "1 4h, 3 d4 melee, 3 Kh") == [("LO-9.2", 6, 6, 3)]
    assert finding("9h", "1 4h, close, 3 Kh") == [("LO-9.2", 7, 7, 2)]
    assert finding("9h", "1 4h, 2 d4 melee, 2 Kh") == [("LO-9.4", 7, 7, 2)]
    assert finding("9h", "close") == [("LO-5.6", 5, 5, None)]


def test_lo_5_7_effects_of_cards_in_the_run() -> None:
    run = "1 4h, 2 5h, 3 6h, 0 7h"
    assert finding("Kh", run + ", 1 8h, close, 0 d8 melee, 1 Th") == []
    assert finding("Kh", run + ", 1 8h/c, close, 0 d8 melee, 1 Th") == [("LO-5.7", 9, 9, 1)]
    apply = {"melee_card_effect": "apply"}
    assert finding("Kh", run + ", 1 8h/c, 2 9h, close, 1 d9 melee, 2 Tc", **apply) == []
    assert finding("Kh", run + ", 1 8h/c, 2 9h, close, 1 d9 melee, 2 Qh", **apply) == [("LO-9.1", 13, 13, 2)]


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


def test_acts_are_read() -> None:
    assert acts("0 Xr=5h+")[0] == Played(seat=0, card=cards("Xr")[0], stands_for=cards("5h")[0], stacked=True)
    assert Shown(seat=0, cards=()).seat == 0
