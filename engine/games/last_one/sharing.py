"""LO-7.1, LO-9.10 Which points the hands left can bring together: each card of the pack is there once."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from upcard.engine.games.last_one.scoring import ALL_WORTH, VALUE
from upcard.engine.games.last_one.table import PACK

_COUNTS: Final = Counter(VALUE[card.rank] for card in PACK)
_VALUES: Final = tuple(sorted(_COUNTS, reverse=True))
_WHOLE: Final = tuple(_COUNTS[value] for value in _VALUES)
_STAYS: Final = {15, 3, 40}
"""What the card does not count that alone is left on the pile: a last 2 that was drawn for, or the last of a melee."""
TRIES: Final = 5000
"""Ways to share out the pack after which it is not known whether there is one."""


@lru_cache(maxsize=1 << 14)
def can_share(hands: tuple[int, ...], single: int, *, last_works: bool) -> bool:
    """Whether the pack has cards for hands of these points (in rising order, none of them 0) at the end of a hand.

    single: how many more hold one card. The last card lies on another (LO-2.2); where it works, that one may have been
    shuffled back and drawn, and somebody else be out of cards as well (LO-9.0c). True also if too much is to be tried.
    """
    rest = ALL_WORTH - sum(hands)
    if rest < 0:
        return False
    fewest = 1 if last_works else 2 + single
    needs = sorted([(points, 2, False) for points in hands] + [(rest, fewest, last_works)])
    return _share(tuple(needs), _WHOLE, set(), [TRIES])


def _share(
    needs: tuple[tuple[int, int, bool], ...], left: tuple[int, ...], failed: set[object], tries: list[int]
) -> bool:
    """Whether what is left can be shared out: to each so many points, so many cards at least."""
    if not needs:
        return True
    key = len(needs), left
    if key in failed:
        return False
    points, fewest, alone = needs[0]
    for taken in _ways(points, left, 0):
        tries[0] -= 1
        if tries[0] < 0:
            return True
        if sum(taken) < fewest or (alone and sum(taken) == 1 and points in _STAYS):
            continue
        rest = tuple(have - took for have, took in zip(left, taken, strict=True))
        if _share(needs[1:], rest, failed, tries):
            return True
    failed.add(key)
    return False


def _ways(points: int, left: tuple[int, ...], place: int) -> Iterator[tuple[int, ...]]:
    """Every way to make so many points of what is left, with dear cards first: how many of each value."""
    if place == len(_VALUES) - 1:
        number, over = divmod(points, _VALUES[place])
        if not over and number <= left[place]:
            yield (number,)
        return
    for number in range(min(left[place], points // _VALUES[place]), -1, -1):
        for others in _ways(points - number * _VALUES[place], left, place + 1):
            yield (number, *others)
