"""Pop!: what the order of the lines proves, and what it does not: answers, the trump card, turns, plays left out."""

from typing import Any

import pytest

from tests.builders import cards, fold
from tests.games.pop_tables import (
    PX_2_DISPLAYS,
    PX_2_HANDS,
    PX_2_TRICKS,
    begun,
    deal,
    play,
    pop_log,
    px_2,
    raised,
    trick,
    turned,
    up,
)
from tests.games.test_pop_clauses import last, rows
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Accepted, Base, Corrected, Folded, HandStarted, Played, Popped, Scored

# ---- P-4.3 The answer comes first ----------------------------------------------------------------------------------


def test_p_4_3_no_card_is_turned_before_the_answer() -> None:
    events = [*begun(), *play(PX_2_TRICKS[0].partition("/")[0]), Popped(seat=1), *turned(0, "Tc")]
    assert last(events) == ("breach", "P-4.3", "pop_not_answered", 0)
    assert len(rows([*events, *turned(1, "7s"), *play("s1D:7s")])) == 1
    state: Any = fold(pop_log([*events, Accepted(seat=0)]))
    assert (state.cube, state.popper) == (2, 1)


def test_p_4_3_the_first_cards_of_a_display_may_be_written_after_a_pop() -> None:
    events = [*begun(first=False), Popped(seat=0), *turned(0, "9h Jh"), *turned(1, "Xr Jc"), Accepted(seat=1)]
    assert rows(events) == []


def test_p_4_3_no_card_is_changed_before_the_answer() -> None:
    events = [*begun(), *play("s1H:9c s0H:Qs"), Popped(seat=1), Corrected(seat=0, card=Card("7c"))]
    assert rows(events, same_trick_correction=True) == [("breach", "P-4.3", "pop_not_answered", 12, 12, 0)]


# ---- P-4.1 A trump card that nobody wrote down ---------------------------------------------------------------------


def test_p_4_1_the_trump_card_may_be_left_out_of_the_record() -> None:
    dealt: list[Base] = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS)]
    assert rows([*dealt, *raised(0), *play("s1D:Xr s0D:Jh")]) == []
    assert rows([*dealt, Popped(seat=0), Folded(seat=1)]) == []


def test_p_4_1_all_pops_before_the_trump_card_are_told_of() -> None:
    dealt: list[Base] = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS)]
    events = [*dealt, *raised(0), *raised(1), up("Xb"), *raised(0)]
    early = [("breach", "P-4.1", "untimely_pop", line, 8, seat) for line, seat in ((4, 0), (6, 1))]
    assert rows(events) == early
    assert rows([*events, up("Td")])[:2] == early
    assert len(rows([*events, up("Td")])) == 3


# ---- Rows of a round that was not recorded to its end --------------------------------------------------------------

FIRST = play(PX_2_TRICKS[0].partition("/")[0])


def test_p_6_1_what_was_popped_after_the_record_stops_is_not_known() -> None:
    events = [*begun(), *raised(0), *FIRST]
    assert rows([*events, Scored(tricks=(3, 4), points=(1, 4))]) == []
    assert fold(pop_log([*events, Scored(tricks=(3, 4), points=(1, 4))])).totals == [1, 4]
    assert fold(pop_log([*events, Scored(tricks=(3, 4))])).totals == [1, -1]
    assert [row[:3] for row in rows([*events, Scored(tricks=(3, 4), points=(1, 1))])] == [
        ("testimony", "P-6.1", "wrong_score")
    ]


@pytest.mark.parametrize("before", [[], FIRST])
def test_p_4_3_a_row_of_a_round_with_an_open_pop(before: list[Base]) -> None:
    """Seat 0 had popped: seat 1 folds at the cube of one, or it rises."""
    events = [*begun(), *before, Popped(seat=0)]
    assert fold(pop_log([*events, Scored(seat=1)])).totals == [1, 0]
    for row in (
        Scored(seat=1, points=(1, 0), amount=1),
        Scored(seat=0, points=(0, 2)),
        Scored(seat=0, amount=2, bids=(0,)),
        Scored(tricks=(3, 4), points=(1, 2)),
        Scored(tricks=(3, 4)),
    ):
        assert rows([*events, row]) == [], row
    for row in (Scored(seat=0, amount=1), Scored(tricks=(3, 4), amount=1), Scored(seat=0, bids=())):
        assert [one[:3] for one in rows([*events, row])] == [("testimony", "P-4.3", "wrong_fold")], row


# ---- G-13 Plays left out, or written for the wrong seat ------------------------------------------------------------


def test_g_13_a_card_that_lies_before_the_other_was_written_for_the_wrong_seat() -> None:
    events = px_2()
    at = events.index(play("s0D:Jh")[0])
    events[at] = Played(seat=1, card=Card("Jh"))
    assert rows(events) == [("contradiction", "G-13", "wrong_seat", at + 2, at + 2, 1)]
    assert fold(pop_log(events)).totals == [1, 1]


def test_g_13_a_play_left_out_is_told_once_and_the_round_has_no_score() -> None:
    for card in ("s0D:Jh", "s1H:Qh", "s0D:Tc", "s1H:9c"):
        events = px_2()
        events.remove(play(card)[0])
        assert len(rows(events)) == 1, card
        assert rows([*events, HandStarted(dealer=1)]) == rows(events)
        assert fold(pop_log([*events, HandStarted(dealer=1)])).totals == [-1, -1]


def test_g_13_a_lead_out_of_turn_whose_trick_was_whole_counts_and_is_judged() -> None:
    """Seat 0 leads, though seat 1 was to: the cards turned afterwards show that nothing was left out."""
    lead = [*begun(), *play("s0D:9h s1D:Jc s0H:Ac")]
    events = [*lead, *play("s1H:9c"), *turned(0, "Tc"), *turned(1, "7s")]
    line = len(lead) + 3
    assert rows(events) == [
        ("breach", "G-13", "out_of_turn", 9, 9, 0),
        ("breach", "P-3.3", "revoke", 11, line, 0),
        ("breach", "P-3.3", "revoke", 12, line, 1),
    ]
    assert fold(pop_log(events)).winners == [0]


def test_g_13_two_plays_in_the_wrong_order_do_not_decide_the_trick() -> None:
    events = [*begun(), *play("s0D:9h s1D:Jc s1H:9c s0H:Ac")]
    assert fold(pop_log(events)).winners == [-1]
    assert fold(pop_log([*events, *turned(0, "Tc"), *turned(1, "7s"), *play("s0D:Jh")])).winners == [0]


def test_g_14_a_revoke_put_right_at_the_second_try_was_none() -> None:
    """Js for Qs does not follow the club either: that card was changed wrongly, but the trick was kept."""
    tries: list[Base] = [Corrected(seat=0, card=Card("Js")), Corrected(seat=0, card=Card("7c"))]
    events = [*begun(), *play("s1H:9c s0H:Qs"), *tries]
    assert rows(events, same_trick_correction=True) == [("breach", "G-14", "revoke", 11, 11, 0)]


# ---- P-2.3 The first two cards of a display ------------------------------------------------------------------------


def test_p_2_3_the_first_two_of_a_display_are_turned_together() -> None:
    """In either order, or with only the second of them written down: Tc is the next all the same."""
    for shown in ([*turned(0, "Jh 9h"), *turned(1, "Jc Xr")], turned(0, "Jh")):
        events = [*begun(first=False)[:2], *shown, up("Xb"), *trick(PX_2_TRICKS[0]), *play("s1D:7s s0D:Tc")]
        assert rows(events) == []
    state: Any = fold(pop_log([*begun(first=False), *turned(0, "Jh"), *play("s1D:Xr")]))
    assert state.places.known[2] == mask_of(cards("9h Jh"))


def test_g_7_a_third_card_of_the_pile_is_none_of_the_first_two() -> None:
    events = [*begun(first=False), *turned(0, "Tc")]
    assert rows(events) == [("contradiction", "G-7", "wrong_turn", 5, 5, 0)]


# ---- No round is on ------------------------------------------------------------------------------------------------


def test_p_4_3_cards_after_a_fold_are_told_of_once() -> None:
    ended = [*begun(), Popped(seat=1), Folded(seat=0)]
    events = [*ended, *trick(PX_2_TRICKS[0])]
    line = len(ended) + 2
    assert rows(events) == [("breach", "P-4.3", "after_the_round", line, line, 1)]
    assert len(rows([*events, *begun(None), Popped(seat=1), Folded(seat=0), *play("s0H:Qs")])) == 2


def test_g_5_a_round_whose_beginning_was_left_out_is_told_of_once() -> None:
    events = [*begun()[2:], *trick(PX_2_TRICKS[0])]
    assert [row[1] for row in rows(events)] == ["G-5"]
