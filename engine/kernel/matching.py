"""How much room is left for cards not seen: Hall's condition over cards that are barred from the same places."""

from collections.abc import Mapping, Sequence
from typing import Final

PLENTY: Final = 1 << 30
"""The slack where nothing is restricted."""


def slack(cards: int, barred: Mapping[int, int], room: Sequence[int]) -> int:
    """How many cards may leave their places before some set of cards might not fit; below 0: it does not fit now.

    cards: those to be placed; barred: by place, the cards (a mask) that do not lie there; room: cards each place still takes.

    >>> slack(0b1111, {1: 0b0111}, [4, 1]), slack(0b1111, {1: 0b1111}, [3, 1])
    (1, -1)
    """
    everywhere = sum(room)
    least = spare if (spare := everywhere - cards.bit_count()) < 0 else PLENTY
    takes: dict[int, int] = {}  # the room of all places that some cards are barred from
    for place, those in barred.items():
        takes[cards & those] = takes.get(cards & those, 0) + room[place]
    tight = {cards: everywhere}  # cards that are barred from some places, and the least room in all others
    for those, less in takes.items():
        if less and those:
            for kept, left in list(tight.items()):
                both, rest = kept & those, left - less
                if both and rest < tight.get(both, PLENTY):
                    tight[both] = rest
                    spare = rest - both.bit_count()
                    least = min(least, spare)
    return least
