"""Deals: what a `dealt` line says of each hand, whether or not its cards were written down."""

from collections.abc import Sequence
from typing import Any

from upcard.schemas.cards import mask_of
from upcard.schemas.events import Dealt


def sizes_of(e: Dealt, seats: int, usual: Sequence[int]) -> list[int]:
    """How many cards each seat was dealt: as listed, as counted, or as is usual; who usually gets none, gets none of `each`."""
    told = []
    for seat in range(seats):
        cards = e.hands[seat] if e.hands and seat < len(e.hands) else None
        if cards is not None:
            told.append(len(cards))
        elif e.sizes is not None and seat < len(e.sizes):
            told.append(e.sizes[seat])
        else:
            told.append(usual[seat] if e.each is None or not usual[seat] else e.each)
    return told


def is_size(e: Dealt, size: int) -> bool:
    """Whether some hand of this deal was written with so many cards."""
    return e.each == size or size in (e.sizes or ()) or any(len(cards or ()) == size for cards in e.hands or ())


def all_are(e: Dealt, size: int) -> bool:
    """Whether no hand of this deal was written with more cards or fewer."""
    lists = {len(cards) for cards in e.hands or () if cards is not None}
    return lists | set(e.sizes or ()) | {size if e.each is None else e.each} <= {size}


def deal_packet(s: Any, e: Dealt, size: int) -> None:
    """Each seat gets `size` cards: the listed ones, and unknown ones in place of those that were not listed."""
    deal_hands(s, e, sizes_of(e, len(s.players), [size] * len(s.players)))


def deal_hands(s: Any, e: Dealt, sizes: Sequence[int]) -> None:
    """Each seat gets as many cards as `sizes` says: the listed ones, and unknown ones in place of those that were not listed."""
    for seat, count in enumerate(sizes):
        cards = e.hands[seat] if e.hands and seat < len(e.hands) else None
        known = mask_of(cards or ())
        s.listed |= (known > 0) << seat
        s.unlisted |= (known.bit_count() < count) << seat
        s.places.deal(seat, known, max(0, count - known.bit_count()))
