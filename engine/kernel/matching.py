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
    tight: dict[int, int] = {}  # cards that are barred from some places, and the least room in all others
    for place, those in barred.items():
        takes = room[place]
        if takes and cards & those:
            for kept, left in [*tight.items(), (cards, everywhere)]:
                both = kept & those
                if both and left - takes < tight.get(both, PLENTY):
                    tight[both] = left - takes
    spare = everywhere - cards.bit_count()
    return min([spare if spare < 0 else PLENTY, *[left - kept.bit_count() for kept, left in tight.items()]])
