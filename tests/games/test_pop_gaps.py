"""Pop!: what a record that leaves something out does not prove, and what its rows prove all the same."""

from typing import Any

import pytest

from tests.builders import fold
from tests.games.pop_tables import PX_2_DISPLAYS, PX_2_HANDS, begun, deal, play, pop_log, px_2, px_2_popped, raised, up
from tests.games.test_pop_clauses import rows
from upcard.engine.game import find
from upcard.engine.games.pop.table import STOCK
from upcard.schemas.cards import Card
from upcard.schemas.events import Accepted, Base, Folded, Gap, HandStarted, Played, Popped, Scored


def sheet(*scored: Scored) -> list[Base]:
    """Rounds of which only the rows are kept."""
    events: list[Base] = []
    for number, row in enumerate(scored):
        events += [HandStarted(dealer=0 if not number else None), row]
    return events


def names(events: list[Base], **options: Any) -> list[tuple[str, str, str]]:
    """What is found: kind, clause, name."""
    return [row[:3] for row in rows(events, **options)]


SIX_ALL = [Scored(points=points) for points in ((6, 0), (0, 6))]


def test_p_6_6_nobody_is_said_to_have_won_while_the_round_winner_may_have_reached_the_target_too() -> None:
    """Seat 0 won the round by an unknown cube and may have reached seven; seat 1 has seven."""
    events = sheet(*SIX_ALL, Scored(tricks=(4, 3)))
    state: Any = fold(pop_log(events))
    assert (state.totals, state.over) == ([-1, 7], -1)
    assert names([*events, HandStarted(dealer=0)], both_reach_target="play_on_if_equal") == []


def test_p_6_6_the_round_winner_with_the_target_has_won_whatever_the_other_has() -> None:
    events = sheet(Scored(points=(6, 0)), Scored(tricks=(3, 4)), Scored(tricks=(4, 3), amount=1))
    assert (fold(pop_log(events)).totals, fold(pop_log(events)).over) == ([8, -1], 0)
    again = sheet(Scored(points=(6, 0)), Scored(points=(0, 5)), Scored(tricks=(5, 2)))
    assert fold(pop_log(again)).over == -1


@pytest.mark.parametrize(
    "row",
    [
        Scored(seat=0, tricks=(5, 1), amount=6),
        Scored(seat=0, points=(0, 6)),
        Scored(seat=0, bids=(1, 0, 1, 0, 1)),
    ],
)
def test_p_4_2_a_fold_at_six_shows_a_pop_that_nobody_might_call(row: Scored) -> None:
    found = names(sheet(row), pop_repeat="card_between")
    assert found == [("breach", "P-4.2", "cube_at_six")]


def test_p_4_2_a_fold_at_five_is_fine() -> None:
    assert names(sheet(Scored(seat=0, amount=5, points=(0, 5)))) == []


@pytest.mark.parametrize("row", [Scored(tricks=(5, 2)), Scored(tricks=(5, 2), amount=3)])
def test_p_4_2_a_row_without_pops_hides_who_popped_last(row: Scored) -> None:
    events = sheet(Scored(tricks=(5, 2), bids=(0,)), row, Scored(tricks=(5, 2), bids=(0,)))
    assert names(events, pop_memory="match") == []


def test_p_4_2_a_row_whose_cube_never_rose_hides_no_pop() -> None:
    again = Scored(tricks=(5, 2), bids=(0,))
    events = sheet(again, Scored(tricks=(5, 2), amount=1), again)
    assert names(events, pop_memory="match") == [("breach", "P-9.3", "pop_not_allowed")]


def test_p_4_2_a_round_without_an_end_hides_who_popped_last() -> None:
    events = [*begun(), *raised(0), *begun(1), Popped(seat=0)]
    assert names(events, pop_memory="match") == [("breach", "P-9.3", "round_not_finished")]


def test_p_4_2_a_row_stands_for_cards_played_since_the_last_pop() -> None:
    events = [*begun(), *raised(0), Scored(tricks=(5, 2), amount=2), *begun(None), Popped(seat=1)]
    assert names(events, pop_memory="match", pop_repeat="card_between") == []


def test_p_4_4_pops_of_a_row_make_the_cube_after_a_gap_too() -> None:
    events: list[Base] = [*begun(), Gap(), Scored(tricks=(5, 2), bids=(0, 1))]
    assert fold(pop_log(events)).gained == [3, 0]
    wrong: list[Base] = [*begun(), Gap(), Scored(tricks=(5, 2), bids=(0, 1), amount=2)]
    assert names(wrong) == [("contradiction", "P-9.3", "wrong_cube")]


def test_p_4_3_a_row_has_the_pops_that_were_seen() -> None:
    seen = [*begun(), *raised(0), *play("s1D:Xr")]
    assert names([*seen, Scored(tricks=(5, 2), bids=(0, 1))]) == []
    assert names([*seen, Scored(tricks=(5, 2), bids=(1, 0))]) == [("testimony", "P-4.3", "wrong_pops")]


def test_p_4_1_the_trump_card_may_have_been_turned_in_a_gap() -> None:
    dealt = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS)]
    assert names([*dealt, Gap(), Popped(seat=0)]) == []
    assert names([HandStarted(dealer=0), Gap(), Popped(seat=0), up("8c")]) == []
    assert names([HandStarted(dealer=0), Popped(seat=0), Accepted(seat=1), Gap(), up("8c")]) == []


def test_p_4_3_a_card_after_a_gap_need_not_be_of_the_round_that_was_folded() -> None:
    ended = [*begun(), Popped(seat=1), Folded(seat=0), Gap()]
    card = Played(seat=0, card=play("s0H:Qs")[0].card)
    assert [row[:2] for row in names([*ended, card])] == [("contradiction", "G-5")]
    assert [row[:2] for row in names([*ended, Popped(seat=0)])] == [("contradiction", "G-5")]
    assert [row[:2] for row in names([*ended[:-1], card])] == [("breach", "P-4.3")]


@pytest.mark.parametrize("totals", [(6, 4), (3, 1), (10, 1), (2, 2)])
def test_p_6_4_totals_that_no_round_brings(totals: tuple[int, int]) -> None:
    assert names(sheet(Scored(totals=(3, 1)), Scored(totals=totals))) == [("testimony", "P-6.4", "wrong_totals")]


def test_p_6_4_totals_that_a_round_brings() -> None:
    assert names(sheet(Scored(totals=(3, 1)), Scored(totals=(4, 7)))) == []
    assert names(sheet(Scored(totals=(3, 1)), Scored(void=True, totals=(3, 1)), Scored(totals=(4, 1)))) == []


# ---- Rows and rounds after a gap between two rounds ----------------------------------------------------------------


def test_p_6_1_a_row_after_a_gap_need_not_be_of_the_round_before_it() -> None:
    events: list[Base] = [*px_2(), Gap()]
    assert names([*events, Scored(points=(0, 3), totals=(1, 4))]) == []
    assert fold(pop_log([*events, Scored(points=(0, 3), totals=(1, 4))])).totals == [1, 4]
    assert fold(pop_log([*events, Scored(points=(0, 3))])).hand == 2
    late = [*events, Scored(points=(1, 1), totals=(1, 1))]  # this one is
    assert (names(late), fold(pop_log(late)).hand) == ([], 1)
    assert names([*px_2(), Scored(points=(0, 3))]) == [("testimony", "P-6.1", "wrong_score")] * 2


def test_whole_rounds_that_were_missed_are_counted() -> None:
    assert fold(pop_log([*px_2(), Gap(hands=2), HandStarted(dealer=0)])).hand == 4


def test_p_3_3_a_card_seen_in_part_accuses_nobody() -> None:
    events = px_2()
    for at, event in enumerate(events):
        if isinstance(event, Played) and event.card.rank != "X":
            for told in ("??", f"{event.card.rank}?", f"?{event.card.suit}"):
                blurred = Played(seat=event.seat, card=Card(told), area=event.area)
                assert names([*events[:at], blurred, *events[at + 1 :]]) == [], (at, told)


def test_p_6_1_a_row_of_a_round_with_a_trick_not_known_is_of_that_round() -> None:
    begun, *plays = px_2_popped()
    last = max(at for at, event in enumerate(plays) if isinstance(event, Played))
    events = [HandStarted(), Scored(), Gap(hands=1), begun, *plays[:last], Played(seat=1, card=Card("??"))]
    state: Any = fold(pop_log(events))
    assert -1 in state.gained
    row = Scored(points=(3, 1), tricks=(4, 3))
    assert names([*events, row]) == names(events)
    scored: Any = fold(pop_log([*events, row]))
    assert (scored.hand, scored.gained) == (state.hand, [3, 1])


def test_p_4_3_after_a_gap_nobody_is_offered_to_answer_its_own_pop() -> None:
    state = fold(pop_log([*begun(), Gap(), Popped(seat=0)]))
    acts = find("pop").due(state)
    assert {act.seat for act in acts if act.event in {Accepted, Folded}} == {1}


def test_p_3_1_after_a_gap_no_card_is_offered_that_is_known_to_lie_elsewhere() -> None:
    state: Any = fold(pop_log([*begun(), Gap()]))
    plays = next(act for act in find("pop").due(state) if act.event is Played)
    known = state.places.known
    assert plays.choices
    for choice in plays.choices:
        assert isinstance(choice, Played)
        assert not choice.card.bit & (known[1 - choice.seat] | known[STOCK])
