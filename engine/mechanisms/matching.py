"""How much room is left for cards not seen: Hall's condition over cards that are barred from the same places."""

from collections.abc import Mapping, Sequence

PLENTY = 1 << 30
"""The slack where nothing is restricted."""


def slack(cards: int, barred: Mapping[int, int], room: Sequence[int]) -> int:
    """How many cards may leave their places before some set of cards might not fit; below 0: it does not fit now.

    cards: those to be placed; barred: by place, the cards that cannot lie there; room: cards each place still takes.

    >>> slack(0b1111, {1: 0b0111}, [4, 1]), slack(0b1111, {1: 0b1111}, [3, 1])
    (1, -1)
    """
    everywhere = sum(room)
    least = PLENTY if cards.bit_count() <= everywhere else everywhere - cards.bit_count()
    sets = [(cards, everywhere)]  # the cards barred from each of some places, and the room in all others
    for place, cannot in barred.items():
        for those, elsewhere in sets[:]:
            left = those & cannot
            if left:
                room_left = elsewhere - room[place]
                sets.append((left, room_left))
                least = min(least, room_left - left.bit_count())
    return least
