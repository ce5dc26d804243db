"""Hasenpfeffer: what is drawn and said of a hand is what the record tells."""

from typing import Any

import pytest

from tests.builders import trick
from tests.games.hasenpfeffer_naive import sheet_of
from tests.games.hasenpfeffer_tables import begun, table
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.schemas.events import Base, Gap, Scored


def state_of(events: list[Base]) -> Any:
    """The state after these events."""
    return fold(table(events))


# ---- What is told of it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Scored(points=(4, 2)), "p1 & p3 +4, p2 & p4 +2"),
        (Scored(seat=0, tricks=(6, 0)), "p1 & p3 make their contract: +6 for them, +0 for the others"),
        (Scored(seat=0, tricks=(3, 3)), "p2 & p4 +3, what the others have cannot be told"),
        (Scored(tricks=(3, 3)), "what the hand brought cannot be told"),
        (Scored(seat=1, amount=4, tricks=(3, 3)), "p2 & p4 fail 4: -4 for them, +3 for the others"),
        (Scored(points=(0, 0)), "the hand is void"),
    ],
)
def test_how_a_hand_came_out_is_told_as_far_as_it_is_known(row: Scored, says: str) -> None:
    assert find("hasenpfeffer").scene(state_of(sheet_of([row]))).says == says


def test_tricks_nobody_counted_are_not_told() -> None:
    def told(events: list[Base]) -> list[str]:
        return [pot[1] for pot in find("hasenpfeffer").scene(state_of(events)).pots]

    assert told(sheet_of([Scored(points=(6, 0))])) == ["6 tricks, 6 points", "0 tricks, 0 points"]
    assert told(sheet_of([Scored(seat=0, amount=4, points=(-4, 6))])) == ["0 tricks, -4 points", "6 tricks, 6 points"]
    assert told(sheet_of([Scored(seat=0)])) == ["? tricks, ? points"] * 2
    missed = begun(*trick(0, "As 9s Ts Qs"), Gap())
    assert told(missed) == ["1 or more tricks, 0 points", "? tricks, 0 points"]
    assert told(sheet_of([Scored(void=True)])) == ["0 tricks, 0 points"] * 2


def test_who_has_won_the_game_is_told_once_and_one_point_is_one_point() -> None:
    last = Scored(seat=0, amount=6, tricks=(6, 0))
    rows = [last, Scored(seat=0, amount=4, tricks=(5, 1)), Scored(seat=1, amount=2, tricks=(6, 0))]
    said = [find("hasenpfeffer").scene(state_of(sheet_of(rows[:count]))) for count in (1, 2, 3)]
    assert ["win the game" in one.says for one in said] == [False, True, False]
    assert [one.pots[1][1] for one in said] == ["0 tricks, 0 points", "1 trick, 1 point", "0 tricks, -1 point"]
