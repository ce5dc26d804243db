"""The pack of forty cards: ace to seven, jack, queen and king of four suits, and games of it without trump."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.tricks import Void, powers, unseen_slack
from upcard.engine.places import Places
from upcard.schemas.cards import PACK, RANK_MASK, SUIT_MASK, UNKNOWN, Card

FORTY: Final = sum(mask for rank, mask in RANK_MASK.items() if rank not in "89T")
"""All forty cards, as a mask."""

SUITS_OF_FORTY: Final = tuple(mask & FORTY for mask in SUIT_MASK.values())

Strengths = Mapping[int, Mapping[Card, int]]
"""The strength of each card, by the mask of the suit led."""


def order_of(ranks: str) -> tuple[int, ...]:
    """How strong each card is among those of its suit, by its index. ranks: from the lowest to the highest.

    >>> order = order_of("4567QJKA23")
    >>> order[Card("3s").index], order[Card("4h").index], order[Card("Jd").index] > order[Card("Qd").index]
    (10, 1, True)
    """
    return tuple(ranks.find(card.rank) + 1 for card in PACK)


def strengths(order: Sequence[int]) -> Strengths:
    """The strength of each card without trump: only the suit led wins."""
    return {led: powers(led, 0, order) for led in (0, *SUITS_OF_FORTY)}


def suit_led(card: Card) -> int:
    """The suit that a lead asks for, as a mask; 0 if it is not known."""
    return SUIT_MASK.get(card.suit, 0) & FORTY


def as_played(card: Card) -> Card:
    """The card as it can have been played: one that is not in the pack was some other card, written wrongly."""
    return card if not card.bit or card.bit & FORTY else UNKNOWN


def unseen_room(places: Places, seats: int, voids: Iterable[Void]) -> int:
    """The slack with which the cards not seen fit into hands that hold none of a suit they did not follow (G-10).

    They may also lie in places that are no hands. A record that contradicts itself has no room for all: it proves nothing.
    """
    others = places.most[seats:]
    room = sum(places.most)
    if room < (FORTY & ~places.located).bit_count():
        return PLENTY
    return unseen_slack(places, seats + len(others) if any(others) else seats, voids, FORTY)
