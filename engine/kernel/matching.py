"""How much room is left for cards not seen: Hall's condition over cards that are barred from the same places."""

from collections.abc import Iterable, Sequence
from typing import Final

PLENTY: Final = 1 << 30
"""The slack where nothing is restricted."""
MOST: Final = 512
"""The most sets of places that are looked at, where cards are barred from many."""


def slack(cards: int, barred: Iterable[tuple[int, int]], room: Sequence[int]) -> int:
    """How many cards may leave their places before some set of cards might not fit; below 0: it does not fit now.

    cards: those to be placed; barred: masks of places, each with the cards that lie in none of them; room: cards each place
    still takes.

    >>> slack(0b1111, [(0b10, 0b0111)], [4, 1]), slack(0b1111, [(0b10, 0b1111)], [3, 1])
    (1, -1)
    """
    kinds = {0: cards}  # the cards to be placed, by all the places that they are barred from
    for places, cannot in barred:
        for before, those in list(kinds.items()):
            moved = those & cannot
            if moved and places & ~before:
                kinds[before] = those ^ moved
                kinds[before | places] = kinds.get(before | places, 0) | moved
    everywhere = sum(room)
    least = PLENTY if cards.bit_count() <= everywhere else everywhere - cards.bit_count()
    for places in _shared([places for places, those in kinds.items() if places and those]):
        left = 0
        for barred_from, those in kinds.items():
            if barred_from & places == places:
                left |= those
        elsewhere, rest = everywhere, places
        while rest:
            elsewhere -= room[(rest & -rest).bit_length() - 1]
            rest &= rest - 1
        least = min(least, elsewhere - left.bit_count())
    return least


def _shared(masks: Sequence[int]) -> Iterable[int]:
    """These sets of places, and all that several of them have in common."""
    found: set[int] = set()
    for mask in masks:
        found |= {mask, *(mask & other for other in found if mask & other)}
        if len(found) > MOST:
            break
    return found
