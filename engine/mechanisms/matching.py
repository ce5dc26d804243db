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
    room_in = [0]  # by mask of places
    for left in room:
        room_in += [total + left for total in room_in]
    everywhere = len(room_in) - 1
    least = room_in[-1] - sum(cards)
    if least >= 0:
        least = PLENTY
    sets = [(0, 0)]
    for count, mask in zip(cards, allowed, strict=True):
        if not count or mask == everywhere:
            continue
        for others, elsewhere in sets[:]:
            needed, places = others + count, elsewhere | mask
            if places != everywhere:
                sets.append((needed, places))
                left = room_in[places] - needed
                least = min(least, left)
    return least
