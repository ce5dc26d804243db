"""Whether cards not seen fit into the places left: Hall's condition over sets of cards that share their places."""

from collections.abc import Sequence


def fits(cards: Sequence[int], allowed: Sequence[int], room: Sequence[int]) -> bool:
    """Whether every card finds a place. cards: how many in each group; allowed: a mask of places for each group;
    room: how many cards each place still takes.

    >>> fits([3, 1], [0b01, 0b11], [3, 1]), fits([3, 1], [0b01, 0b01], [3, 1])
    (True, False)
    """
    groups = [(count, mask) for count, mask in zip(cards, allowed, strict=True) if count]
    for chosen in range(1, 1 << len(groups)):
        total, mask = 0, 0
        for index, (count, places) in enumerate(groups):
            if chosen >> index & 1:
                total += count
                mask |= places
        if total > sum(left for place, left in enumerate(room) if mask >> place & 1):
            return False
    return True
