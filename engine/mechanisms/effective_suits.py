"""Effective suits: what a card counts as while a suit is trump, where bowers or jokers are trumps too (G-3).

Suits are masks of cards, as everywhere.
"""

from collections.abc import Mapping, Sequence

from upcard.engine.kernel.tricks import ACE_HIGH, Suits, suits_of
from upcard.schemas.cards import SUIT_MASK, Card, mask_of

SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""The other suit of the same colour."""


def bowers(trump: str) -> tuple[Card, Card]:
    """The right bower, jack of trumps, and the left, the jack of the same colour.

    >>> [str(card) for card in bowers("h")]
    ['Jh', 'Jd']
    """
    return Card("J" + trump), Card("J" + SAME_COLOUR[trump])


def effective_suits(pack: int, trump: str, joined: int) -> dict[str, int]:
    """The cards of each suit while one is trump: trumps take in the cards that join them, the other suits lose those.

    >>> suits = effective_suits((1 << 54) - 1, "h", Card("Jd").bit | Card("Xr").bit)
    >>> {suit: cards.bit_count() for suit, cards in suits.items()}
    {'c': 13, 'd': 12, 'h': 15, 's': 13}
    """
    return {suit: pack & (cards | joined if suit == trump else cards & ~joined) for suit, cards in SUIT_MASK.items()}


def counts_as(suits: Mapping[str, int]) -> dict[Card, int]:
    """The suit (a mask) that each card counts as; 0 for a card of none."""
    return {card: next((cards for cards in suits.values() if card.bit & cards), 0) for card in Card}


def suits_with(cards: Mapping[str, int], trumps: int, tops: Sequence[Card]) -> Suits:
    """The suits of which these are the cards (masks). tops: the cards above all others, the highest first."""
    return suits_of(cards, trumps, order_with(tops), counts_as(cards))


def suits_while(pack: int, trump: str, tops: Sequence[Card]) -> Suits:
    """The suits of a pack while one is trump. tops: the highest trumps, of whatever suit they are otherwise, the highest first."""
    cards = effective_suits(pack, trump, mask_of(tops))
    return suits_with(cards, cards[trump], tops)


def order_with(tops: Sequence[Card], order: Sequence[int] = ACE_HIGH) -> tuple[int, ...]:
    """An order of strength, by index, in which these cards stand above all others, the highest first.

    >>> ranks = order_with((Card("Xr"), *bowers("h")))
    >>> ranks[Card("Xr").index] > ranks[Card("Jh").index] > ranks[Card("Jd").index] > ranks[Card("Ah").index]
    True
    """
    ranks = [*order, *[0] * (len(ACE_HIGH) + 2 - len(order))]
    for place, card in enumerate(reversed(tops), start=13):
        ranks[card.index] = place
    return tuple(ranks)
