"""Big Two: passes before a hand is opened, and who opens it then."""

import pytest

from tests.builders import cards, found, log_of
from tests.games.big_two_tables import acts, start
from upcard.schemas.events import Base, CountAsked, Dealt, HandStarted, Scored

HANDS = (
    "3d 4d 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c 3h",
    "3c 4c 4h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h",
    "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s",
    "5c 5d 5h 6d 7d 8d 9d Td Jd Qd Kd Ad 2d",
)
"""Seat 0 has the 3d."""

Told = list[tuple[str, int, int, int | None]]


def told(text: str, *, known: bool = True, seats: int = 4, **options: object) -> Told:
    """What is found of the acts of a first hand, from line 4 on: clause, the line it is about, the line that proves it, seat."""
    hands = tuple(cards(hand) for hand in HANDS[:seats])
    begun: list[Base] = [HandStarted(dealer=0), Dealt(hands=hands if known else None)]
    return found(log_of("big_two", [*begun, *acts(text)], seats=seats, options=options or None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 p, 0 4d", [("B2-6.3", 4, 4, 3), ("B2-6.2", 5, 5, 0)]),
        ("3 p, 2 3s", [("B2-6.3", 4, 4, 3), ("B2-6.2", 5, 5, 2)]),
        ("3 p, 0 p, 1 3c", [("B2-6.3", 4, 4, 3), ("B2-2.5", 5, 5, 0)]),
        ("3 p, 0 3d", [("B2-6.3", 4, 4, 3)]),
        ("1 p, 2 p, 0 3d", [("B2-6.3", 4, 4, 1), ("B2-6.3", 5, 6, 2)]),
    ],
)
def test_b2_6_2_a_pass_out_of_turn_opens_no_hand(text: str, expected: Told) -> None:
    for lead_pass in ("forbid", "allow"):
        assert told(text, lead_pass=lead_pass) == expected


def test_b2_6_2_passes_on_an_opening_that_was_left_out_are_told_once() -> None:
    for text in ("1 p, 2 p, 3 p, 0 4d", "1 p, 2 3s", "1 p, 2 p, 3 5c"):
        assert told(text) == [("B2-6.3", 4, 4, 1)]


@pytest.mark.parametrize(
    ("text", "seats", "expected"),
    [
        ("3 p, 0 4d, 1 p, 2 p, 3 p, 0 3d", 4, [("B2-2.5", 4, 4, None), ("B2-6.2", 5, 9, 0)]),
        ("3 p, 0 4d, 1 5d, 2 p, 3 p, 0 p, 1 3d", 4, [("B2-2.5", 4, 4, None), ("B2-6.2", 5, 10, 0)]),
        ("2 p, 0 4d, 1 p, 2 p, 0 3d", 3, [("B2-2.5", 4, 4, None), ("B2-6.2", 5, 8, 0)]),
        ("3 p, 0 4d, 1 5d, 2 p, 3 6d, 0 p, 1 p, 2 p, 3 3d", 4, [("B2-2.5", 4, 4, None)]),
        ("3 p, 1 3d", 4, [("B2-6.3", 4, 5, 3)]),
        ("3 p, 2 p, 1 3d", 4, [("B2-6.3", 4, 6, 3), ("B2-6.3", 5, 6, 2)]),
    ],
)
def test_b2_6_2_where_hands_are_not_known_the_lowest_card_tells_who_was_to_open(
    text: str, seats: int, expected: Told
) -> None:
    """Who passed and has it was the opener, and what others open with then is left to the table."""
    assert told(text, known=False, seats=seats) == expected


def test_b2_2_2_who_won_the_hand_before_opens_after_a_pass_of_another() -> None:
    first: list[Base] = [Scored(counts=(0, 1, 1, 1)), *start(None, 0)]
    for text, expected in (
        ("3 p, 0 4d", [("B2-6.3", 5, 5, 3)]),
        ("3 p, 0 p, 1 4d", [("B2-6.3", 5, 5, 3), ("B2-2.5", 6, 6, 0)]),
        ("3 p, 2 4d", [("B2-6.3", 5, 5, 3), ("B2-6.2", 6, 6, 2)]),
        ("3 p, 2 p, 0 4d", [("B2-6.3", 5, 5, 3), ("B2-6.3", 6, 7, 2)]),
        ("1 p, 2 p, 3 p, 0 4d", [("B2-6.3", 5, 5, 1)]),
    ):
        log = log_of("big_two", [*first, *acts(text)], options={"lead_rule": "winner_of_previous"})
        assert found(log) == expected


@pytest.mark.parametrize("dealt", [[], [Dealt(each=13)]])
def test_b2_6_1_before_the_first_play_every_hand_has_thirteen_cards(dealt: list[Base]) -> None:
    for answer, expected in ((13, []), (7, ["B2-6.1"]), (20, ["B2-6.1"])):
        events = [HandStarted(dealer=0), *dealt, CountAsked(seat=1, of=0, answer=answer), *acts("0 3d, 1 p")]
        assert [one[0] for one in found(log_of("big_two", events))] == expected
