"""The pack of forty cards: ace to seven, jack, queen and king of four suits."""

from collections.abc import Callable, Sequence
from typing import Final

from upcard.engine.kernel.tricks import Suits, suits_of
from upcard.schemas.cards import PACK, RANK_MASK, SUIT_MASK, SUITS, Card

FORTY: Final = sum(mask for rank, mask in RANK_MASK.items() if rank not in "89T")
"""All forty cards, as a mask."""

SUITS_OF_FORTY: Final = {suit: mask & FORTY for suit, mask in SUIT_MASK.items()}
"""The cards of each suit, as a mask."""


def order_of(ranks: str) -> tuple[int, ...]:
    """How strong each card is among those of its suit, by its index. ranks: from the lowest to the highest.

    >>> order = order_of("4567QJKA23")
    >>> order[Card("3s").index], order[Card("4h").index], order[Card("Jd").index] > order[Card("Qd").index]
    (10, 1, True)
    """
    return tuple(ranks.find(card.rank) + 1 for card in PACK)


def without_trump(order: Sequence[int]) -> Suits:
    """The suits where none is trump: only the suit led wins."""
    return suits_of(SUITS_OF_FORTY, 0, order)


def by_strength(order: Sequence[int]) -> Callable[[Card], tuple[int, int]]:
    """How the cards of a hand are sorted: by suit, the strongest first."""
    return lambda card: (SUITS.index(card.suit), -order[card.index])
