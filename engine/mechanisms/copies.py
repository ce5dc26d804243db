"""Packs of which each card is there more than once: each further pack has its bits above those of the one before.

Copies look alike, so a state must not tell by their bits which was seen first: `in_order` names them by where they lie
and who knows it, which is the same for every record of the same play.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import chain
from operator import or_
from typing import Final

from upcard.engine.places import Places
from upcard.schemas.cards import Card

STEP: Final = 54
"""Bits of one pack with its jokers."""

_ONE: Final = (1 << STEP) - 1


def spread(cards: int, packs: int) -> int:
    """All copies of these cards, a mask of one pack.

    >>> spread(1, 2) == 1 | 1 << 54
    True
    """
    return sum(cards << STEP * pack for pack in range(packs))


def pick(cards: Iterable[Card], packs: int, *pools: int) -> int:
    """A copy of each of these cards: of those not picked yet one from the first pool (a mask) that has one, else any.

    Cards not known are left out, and those of which there are not so many copies.

    >>> seven = Card("7h")
    >>> pick([seven, seven], 2, spread(seven.bit, 2)) == spread(seven.bit, 2)
    True
    """
    picked = 0
    for card in cards:
        free = spread(card.bit, packs) & ~picked
        for pool in pools:
            if free & pool:
                free &= pool
                break
        picked |= free & -free
    return picked


def in_order(places: Places, packs: int, *more: list[int]) -> None:
    """Name the copies of each card by where they lie: the first is the one in the first place, or that more know.

    more: lists of masks that a state keeps besides.
    """
    lists = (places.known, places.seen, places.been, *more)
    for _ in range(1, packs):
        for low in range(0, STEP * (packs - 1), STEP):
            cards = _turned(lists, low)
            if cards:
                _exchange(lists, low, cards)
                places.located = reduce(or_, places.known)


def _turned(lists: Iterable[list[int]], low: int) -> int:
    """The cards, as a mask of one pack, whose copies in two neighbouring packs are named the wrong way round."""
    wrong, alike = 0, _ONE
    for mask in chain.from_iterable(lists):
        above = mask >> low + STEP
        differ = (mask >> low ^ above) & alike
        if differ:
            wrong |= above & differ
            alike ^= differ
    return wrong


def _exchange(lists: Iterable[list[int]], low: int, cards: int) -> None:
    """Exchange the names of the copies of these cards in two neighbouring packs."""
    both = 1 << low | 1 << low + STEP
    for masks in lists:
        masks[:] = [mask ^ ((mask >> low ^ mask >> low + STEP) & cards) * both for mask in masks]
