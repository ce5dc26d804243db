"""Effective suits: what a card counts as while a suit is trump, where bowers or jokers are trumps too (G-3).

Suits are masks of cards, as everywhere.
"""

from collections.abc import Mapping, Sequence

from upcard.engine.kernel.tricks import ACE_HIGH, Suits, suits_of
from upcard.schemas.cards import JOKERS, SUIT_MASK, Card, mask_of

SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""The other suit of the same colour."""


def bowers(trump: str) -> tuple[Card, Card]:
    """The right bower, jack of trumps, and the left, the jack of the same colour.

    >>> [str(card) for card in bowers("h")]
    ['Jh', 'Jd']
    """
    return Card("J" + trump), Card("J" + SAME_COLOUR[trump])


def suits_with(cards: Mapping[str, int], trumps: int, tops: Sequence[Card]) -> Suits:
    """The suits of which these are the cards (masks). tops: the cards above all others, the highest first."""
    counts_as = {card: next((some for some in cards.values() if card.bit & some), 0) for card in Card}
    order = [*ACE_HIGH, *(0 for _ in JOKERS)]
    for place, card in enumerate(reversed(tops), start=13):
        order[card.index] = place
    return suits_of(cards, trumps, order, counts_as)


def suits_while(pack: int, trump: str, tops: Sequence[Card]) -> Suits:
    """The suits of a pack while one is trump: trumps take in the cards that join them, the other suits lose those. tops: the highest
    trumps, of whatever suit they are otherwise, the highest first.

    >>> suits = suits_while((1 << 54) - 1, "h", (Card("Xr"), *bowers("h")))
    >>> {suit: cards.bit_count() for suit, cards in suits.cards.items()}
    {'c': 13, 'd': 12, 'h': 15, 's': 13}
    >>> power = suits.strength[0]
    >>> power[Card("Xr")] > power[Card("Jh")] > power[Card("Jd")] > power[Card("Ah")]
    True
    """
    joined = mask_of(tops)
    cards = {suit: pack & (own | joined if suit == trump else own & ~joined) for suit, own in SUIT_MASK.items()}
    return suits_with(cards, cards[trump], tops)
