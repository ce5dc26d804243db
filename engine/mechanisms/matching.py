"""How much room is left for cards not seen: Hall's condition over cards that are barred from the same places. And whether
cards seen may be those that were listed.
"""

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


def pairs_up(seen: Sequence[int], listed: Sequence[int]) -> bool:
    """Whether each card that was seen may be another one of those listed. Both are masks of what a card may be.

    >>> pairs_up([0b001, 0b110], [0b011, 0b100]), pairs_up([0b001, 0b010], [0b011, 0b100])
    (True, False)
    """
    taken: dict[int, int] = {}

    def finds(one: int, tried: set[int]) -> bool:
        for place, could in enumerate(listed):
            if could & seen[one] and place not in tried:
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = one
                    return True
        return False

    return all(finds(one, set()) for one in range(len(seen)))
