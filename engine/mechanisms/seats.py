"""The seats of a table: which there are, what one has as drawn and as facts tell it, what a side of them has."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.engine.scene import Hand
from upcard.schemas.cards import Card, cards_of


def no_seat(seat: int | None, seats: int) -> Broken | None:
    """What is wrong with a seat that was named, where there are so many."""
    return None if seat is None or seat < seats else Broken(says=f"no seat {seat} at this table")


def by_side(column: Sequence[int] | None) -> list[int] | None:
    """Numbers by side, from numbers by side or by seat: both seats of a side have the same."""
    if column is None or len(column) not in {2, 4} or column[:2] != column[-2:]:
        return None
    return [column[0], column[1]]


def agrees(known: Iterable[int | None], written: Iterable[int]) -> bool:
    """Whether what is known is what was written."""
    return all(one is None or one == other for one, other in zip(known, written, strict=True))


def seat_hand(
    places: Places,
    seat: int,
    player: str,
    *,
    marks: Iterable[str] = (),
    scores: Iterable[tuple[str, str]] = (),
    turn: bool = False,
    order: Callable[[Card], Any] | None = None,
) -> Hand:
    """A seat at the table: who, the cards known and how many more, its marks and scores. order: how to sort cards."""
    cards = cards_of(places.known[seat])
    return Hand(
        seat=seat,
        player=player,
        cards=tuple(sorted(cards, key=order) if order else cards),
        unknown=places.least[seat],
        most=places.most[seat],
        marks=tuple(marks),
        scores=tuple(scores),
        turn=turn,
    )


def level_of(places: Places, sizes: Iterable[int]) -> str:
    """How much of a deal is in the record: all hands, some of them, or what all saw. sizes: cards dealt, by seat."""
    listed = [places.seen[seat].bit_count() >= size for seat, size in enumerate(sizes)]
    return "full" if all(listed) else "partial" if any(places.seen[: len(listed)]) else "public"
