"""Whist, the game of another package: its clauses."""

from typing import Any

import pytest

from tests.builders import cards, found, log_of, trick
from tests.games import games  # noqa: F401 - it finds Whist
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Corrected, Dealt, Gap, HandStarted, Played, ResultCalled, Scored, TurnedUp

SUITS = {0: "s", 1: "h", 2: "d", 3: "c"}
"""Each seat holds a whole suit: seat 0, who deals, all trumps."""


def whist(events: list[Base], **options: Any) -> Log:
    """A log of Whist."""
    return log_of("whist", events, options=options or None)


def hand(dealer: int | None = 0) -> list[Base]:
    """A hand of which nobody wrote the cards, spades trump."""
    return [HandStarted(dealer=dealer), TurnedUp(card=Card("Ks"))]


def rows(*tricks: tuple[int, int], **more: Any) -> list[Base]:
    """Rows of a sheet."""
    return [Scored(tricks=one, **more) for one in tricks]


def points(log: Log) -> list[tuple[Any, Any, Any]]:
    """Points, totals and next dealer after each hand."""
    told = [one.result for one in audit(log).results]
    return [(one.points[:2], one.totals[:2], one.next_dealer) for one in told]


def test_w_1_2_a_trump_wins_over_the_suit_led_and_who_wins_leads() -> None:
    events = [*hand(), *trick(1, "Ah 2h 3h 2s"), Played(seat=1, card=Card("4h"))]
    assert found(whist(events)) == [("W-3.1", 8, 8, None)]  # line 8 may have been of seat 0
    assert found(whist([*events[:-1], Played(seat=0, card=Card("4d"))])) == []


def test_w_2_1_thirteen_cards_are_dealt() -> None:
    deal = Dealt(hands=(cards("As Ks"), None, None, None))
    assert found(whist([HandStarted(dealer=0), deal])) == [("W-2.1", 3, 3, None)]


def test_w_2_1_the_card_turned_up_is_the_dealers() -> None:
    whole = [tuple(Card(rank + SUITS[seat]) for rank in "23456789TJQKA") for seat in range(4)]
    events: list[Base] = [HandStarted(dealer=0), Dealt(hands=tuple(whole)), TurnedUp(card=Card("Kh"))]
    assert [clause for clause, *_ in found(whist(events))] == ["G-5"]
    assert found(whist([*events[:-1], TurnedUp(card=Card("Ks"))])) == []


def test_w_2_1_a_card_turned_up_that_nobody_saw_may_be_of_any_suit() -> None:
    events = [HandStarted(dealer=0), TurnedUp(card=Card("??")), *trick(1, "Ah 2h 3h 2s")]
    for leader in (0, 1):  # spades may be trump, or not
        assert found(whist([*events, Played(seat=leader, card=Card("4d"))])) == []


def test_w_2_2_the_deal_passes_to_the_left() -> None:
    sheet = [HandStarted(dealer=0), *rows((7, 6))]
    assert found(whist([*sheet, *hand(1)])) == []
    assert found(whist([*sheet, *hand(2)])) == [("W-2.2", 4, 4, None)]  # the line may name the wrong dealer


def test_w_3_1_the_suit_led_is_followed_as_a_later_card_shows() -> None:
    events = [*hand(), *trick(1, "Ah 2h 3d 4h"), *trick(1, "Kh 5h 6h")]
    assert found(whist(events)) == [("W-3.1", 6, 10, 3)]


@pytest.mark.parametrize(("allowed", "told"), [(True, []), (False, ["W-3.1", "G-14"])])
def test_w_3_2_a_revoke_is_put_right_within_its_trick_where_the_table_has_it_so(allowed: bool, told: list[str]) -> None:
    events = [*hand(), *trick(1, "Ah 2h 3d"), Corrected(seat=3, card=Card("3h"))]
    assert [clause for clause, *_ in found(whist(events, same_trick_correction=allowed))] == told


def test_w_4_1_each_trick_above_six_is_a_point() -> None:
    log = whist([HandStarted(dealer=0), *rows((9, 4), (6, 7))])
    assert found(log) == []
    assert points(log) == [((3, 0), (3, 0), 1), ((0, 1), (3, 1), 2)]


def test_w_4_1_who_is_called_the_winner_has_more_tricks_or_leads() -> None:
    sheet = [HandStarted(dealer=0), *rows((9, 4), (6, 7))]
    assert found(whist([*sheet, ResultCalled(result="won", seat=1)])) == []
    assert found(whist([*sheet, ResultCalled(result="won", seat=0)])) == []
    assert found(whist([*sheet[:2], ResultCalled(result="won", seat=1)])) == [("W-4.1", 4, 4, None)]


def test_w_4_2_no_hand_follows_the_target() -> None:
    events = [HandStarted(dealer=0), *rows((11, 2)), HandStarted()]
    assert found(whist(events)) == [("W-4.2", 4, 4, None)]
    assert found(log_of("whist", events, preset="long")) == []


def test_w_5_1_a_row_has_thirteen_tricks_and_the_points_that_follow() -> None:
    assert [clause for clause, *_ in found(whist([HandStarted(dealer=0), *rows((9, 5))]))] == ["W-5.1"]
    assert [clause for clause, *_ in found(whist([HandStarted(dealer=0), *rows((9, 4), points=(4, 0))]))] == ["W-5.1"]


def test_g_8_after_hands_that_were_missed_the_dealer_is_known_if_their_number_is() -> None:
    sheet = [HandStarted(dealer=0), *rows((7, 6)), Gap(hands=2)]
    assert found(whist([*sheet, *hand(3)])) == []
    assert [clause for clause, *_ in found(whist([*sheet, *hand(2)]))] == ["W-2.2"]
