"""B2-3 Combinations: what a set of cards is in Big Two, and which of two is higher.

>>> from upcard.schemas.cards import read_cards
>>> recognise(read_cards("2d Ad Kd Qd Jd"))
(Combination(kind='five', category=2, key=(0, 12)),)
>>> recognise(read_cards("2d Ad Kd Qd Jc"))
()
>>> beats(*recognise(read_cards("3d 3s")), *recognise(read_cards("3c 3h")))
True
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from upcard.schemas.cards import PACK, RANK_MASK, SUIT_MASK, SUIT_NAMES, Card, cards_of, mask_of
from upcard.schemas.wording import of_rank

RANK_ORDER: Final = "3456789TJQKA2"
"""B2-1.2: ranks, low to high."""
SUIT_ORDER: Final = "dchs"
"""B2-1.2: suits, low to high."""
SIZES: Final = (1, 2, 3, 5)
"""B2-3.1: how many cards a combination has."""
STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(1, 7)
"""B2-3.5: the categories of five cards; 0 stands for the smaller combinations, which have none."""
CATEGORY_NAMES: Final = ("", "straight", "flush", "full house", "four of a kind", "straight flush", "royal flush")
RUNS: Final = tuple("A23456789TJQKA"[start : start + 5] for start in range(10))
"""B2-3.6: the ten runs, low to high."""

_RANK: Final = tuple(RANK_ORDER.index(card.rank) for card in PACK)
_SUIT: Final = tuple(SUIT_ORDER.index(card.suit) for card in PACK)
STRENGTH: Final = tuple(4 * rank + suit for rank, suit in zip(_RANK, _SUIT, strict=True))
"""How high each card is by its index, 0 for 3d to 51 for 2s (B2-1.2)."""
UPWARDS: Final = tuple(sorted(PACK, key=lambda card: STRENGTH[card.index]))
"""The pack, lowest card first."""
_RUN_OF: Final = {sum(1 << RANK_ORDER.index(rank) for rank in run): number for number, run in enumerate(RUNS)}
_KINDS: Final = ("", "single", "pair", "trips")


class Combination(NamedTuple):
    """kind: single, pair, trips or five; category: of five cards, else 0; key: what decides within them."""

    kind: str
    category: int
    key: tuple[int, ...]


@lru_cache(maxsize=16384)
def recognise(cards: tuple[Card, ...], low_straight_top: str = "sequence") -> tuple[Combination, ...]:
    """The combination that these cards are, in any order, alone in a tuple; an empty one, if they are none.

    low_straight_top: whether A2345 and 23456 are topped by the 5 and the 6, or (`by_card_rank`) by the 2 (B2-7.1).
    """
    indexes = [card.index for card in cards]
    size = len(indexes)
    if size not in SIZES or len(set(indexes)) < size or not 0 <= min(indexes) <= max(indexes) < len(PACK):
        return ()
    if size == SIZES[-1]:
        return _five(indexes, low_straight_top)
    rank = _RANK[indexes[0]]
    if any(_RANK[index] != rank for index in indexes):
        return ()
    kind = _KINDS[size]
    key = (rank,) if kind == "trips" else (rank, max(_SUIT[index] for index in indexes))  # B2-3.2 to B2-3.4
    return (Combination(kind, 0, key),)


def _five(indexes: list[int], low_straight_top: str) -> tuple[Combination, ...]:
    """Straight, flush, full house, quads, straight flush, royal flush (B2-3.5 to B2-3.10)."""
    ranks = sorted(_RANK[index] for index in indexes)
    distinct = len(set(ranks))
    if distinct == 2:  # the middle one of five is of the rank that there is more of
        often = ranks[2]
        return (Combination("five", QUADS if ranks.count(often) == 4 else FULL_HOUSE, (often,)),)
    if distinct < 5:
        return ()
    suit = _SUIT[indexes[0]]
    flush = all(_SUIT[index] == suit for index in indexes)
    run = _RUN_OF.get(sum(1 << rank for rank in ranks))
    if run is None:
        return (Combination("five", FLUSH, (suit, ranks[-1])),) if flush else ()
    if flush and run == len(RUNS) - 1:
        return (Combination("five", ROYAL_FLUSH, (suit,)),)
    if flush:
        return (Combination("five", STRAIGHT_FLUSH, (run, suit)),)
    top = RANK_ORDER.index("2" if run < 2 and low_straight_top == "by_card_rank" else RUNS[run][-1])
    return (Combination("five", STRAIGHT, (run, next(_SUIT[index] for index in indexes if _RANK[index] == top))),)


def beats(higher: Combination, lower: Combination) -> bool:
    """Whether one combination may be played on another: same class, strictly higher (B2-3.11)."""
    return higher.kind == lower.kind and higher[1:] > lower[1:]


def all_of(mask: int, size: int) -> Iterator[tuple[Card, ...]]:
    """Every combination of so many cards that can be made from the cards of a mask, each once."""
    by_rank = [tuple(cards_of(mask & RANK_MASK[rank])) for rank in RANK_ORDER]
    if size < SIZES[-1]:
        for same in by_rank:
            yield from combinations(same, size)
        return
    for run in RUNS:
        yield from product(*(tuple(cards_of(mask & RANK_MASK[rank])) for rank in run))
    for suit in SUIT_ORDER:
        for cards in combinations(tuple(cards_of(mask & SUIT_MASK[suit])), 5):
            if sum(1 << _RANK[card.index] for card in cards) not in _RUN_OF:
                yield cards
    for first, second in product(by_rank, by_rank):
        if first and second and first is not second:
            yield from (three + two for three in combinations(first, 3) for two in combinations(second, 2))
            yield from (four + odd for four in combinations(first, 4) for odd in combinations(second, 1))


def lowest(mask: int) -> Card | None:
    """The lowest card of a mask (B2-1.2), or None if there is none."""
    return min(cards_of(mask), key=lambda card: STRENGTH[card.index], default=None)


def lower_than(card: Card) -> int:
    """A mask of all cards of the pack lower than this one."""
    return mask_of(UPWARDS[: STRENGTH[card.index]])


# ---- In words ----------------------------------------------------------------------------------------------------------


def describe(combination: Combination) -> str:
    """A combination in words: `pair of fours`, `flush in diamonds`, `straight 34567`."""
    kind, category, key = combination
    if kind != "five":
        return f"single {_rank(key[0], 1)}" if kind == "single" else f"{kind} of {_rank(key[0], 2)}"
    name = CATEGORY_NAMES[category]
    if category in {STRAIGHT, STRAIGHT_FLUSH}:
        return f"{name} {RUNS[key[0]]}"
    if category in {FLUSH, ROYAL_FLUSH}:
        return f"{name} in {SUIT_NAMES[SUIT_ORDER[key[0]]]}"
    return f"{name}, {_rank(key[0], 2)}"


def in_full(combination: Combination, other: Combination) -> str:
    """A combination in words, with what decides between it and another that is told in the same words, if anything does."""
    told = describe(combination)
    if told != describe(other) or combination.key == other.key:
        return told
    last = combination.key[-1]
    top = _rank(last, 1) if combination.category == FLUSH else SUIT_NAMES[SUIT_ORDER[last]]
    return f"{told} ({top})"


def _rank(rank: int, number: int) -> str:
    return of_rank(RANK_ORDER[rank], number)
