"""What a seat has, as it is drawn and as facts tell it."""

from collections.abc import Callable, Iterable
from typing import Any

from upcard.engine.places import Places
from upcard.engine.scene import Hand
from upcard.schemas.cards import Card, cards_of


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
