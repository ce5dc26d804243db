"""How much room is left for cards not seen: Hall's condition over sets of cards that share their places."""

from collections.abc import Sequence

PLENTY = 1 << 30
"""The slack where nothing is restricted."""


def slack(cards: Sequence[int], allowed: Sequence[int], room: Sequence[int]) -> int:
    """How many cards may leave their places before some set of cards might not fit; below 0: it does not fit now.

    cards: how many in each group; allowed: a mask of places for each group; room: cards each place still takes.

    >>> slack([3, 1], [0b01, 0b11], [4, 1]), slack([3, 1], [0b01, 0b01], [3, 1])
    (1, -1)
    """
    everywhere = (1 << len(room)) - 1
    least = sum(room) - sum(cards)
    if least >= 0:
        least = PLENTY
    sums, unions = [0], [0]
    for count, mask in zip(cards, allowed, strict=True):
        if not count or mask == everywhere:
            continue
        for index in range(len(sums)):
            needed, places = sums[index] + count, unions[index] | mask
            sums.append(needed)
            unions.append(places)
            if places != everywhere:
                least = min(least, _room(room, places) - needed)
    return least


def _room(room: Sequence[int], places: int) -> int:
    total = 0
    for place, left in enumerate(room):
        if places >> place & 1:
            total += left
    return total
