"""DZ-3 Shapes and DZ-4 Comparison: what a set of cards is, and which of two is higher. Suits have no role.

>>> from upcard.schemas.cards import read_cards
>>> recognise(read_cards("7? 7? 7? 8? 8? 8? 4? 4? Q? Q?"), ShapeRules())
(Shape(kind='trips_run+2', size=2, key=5),)
>>> recognise(read_cards("4? 4? 4? 8? 8? 8? 7? 7? Q? Q?"), ShapeRules())
()
>>> beats(*recognise(read_cards("Xb Xr"), ShapeRules()), *recognise(read_cards("2c 2d 2h 2s"), ShapeRules()))
True
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from upcard.engine.wording import of_rank
from upcard.schemas.cards import RANK_MASK, RANK_NAMES, Card

RANKS: Final = "3456789TJQKA2br"
"""DZ-1.1: ranks, low to high; the jokers last."""
ACE, TWO, BLACK, RED = 11, 12, 13, 14
COPIES: Final = (4,) * 13 + (1, 1)
"""The number of cards of each rank in the pack."""
RANK: Final[dict[Card, int]] = {
    card: RANKS.index(card.suit if card.rank == "X" else card.rank)
    for card in Card
    if card.rank != "?" and card != "X?"
}
"""The rank of each card that is known at least by rank."""
MASKS: Final = (*(RANK_MASK[rank] for rank in RANKS[:BLACK]), Card("Xb").bit, Card("Xr").bit)
"""The cards of each rank as masks."""

SINGLE, PAIR, TRIPS, BOMB, ROCKET = "single", "pair", "trips", "bomb", "rocket"
STRAIGHT, PAIRS_RUN, TRIPS_RUN = "straight", "pairs_run", "trips_run"
TRIPS_1, TRIPS_2, TRIPS_RUN_1, TRIPS_RUN_2 = "trips+1", "trips+2", "trips_run+1", "trips_run+2"
QUAD_1, QUAD_2 = "quad+1+1", "quad+2+2"
_LEAST_RUN: Final = {STRAIGHT: (1, 5), PAIRS_RUN: (2, 3), TRIPS_RUN: (3, 2)}
_MOST_TRIPS: Final = {1: 5, 2: 4}
"""DZ-3.5: the longest runs of triplets with kickers, by cards in a kicker."""
_MOST_CARDS: Final = 20
"""The size of the landlord's hand: nobody has more cards."""

Ranks = tuple[int, ...]
"""Cards by rank alone, lowest first, one entry for each card."""


class Shape(NamedTuple):
    """kind: as on the rules page; size: ranks in the run, 1 where there is none; key: the highest rank of the core."""

    kind: str
    size: int
    key: int


class ShapeRules(NamedTuple):
    """The options that say what is a shape: DZ-3.6, DZ-3.7, DZ-3.10."""

    core_kickers: bool = False
    equal_singles: bool = False
    gaps: bool = False


# ---- DZ-3 What it is -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def recognise(cards: tuple[Card, ...], rules: ShapeRules) -> tuple[Shape, ...]:
    """The shape of cards whose ranks are all known, in any order, alone in a tuple; an empty one, if they have none."""
    try:
        found = shape_of(tuple(sorted([RANK[card] for card in cards])), rules)
    except KeyError:
        return ()
    return () if found is None else (found,)


@lru_cache(maxsize=8192)
def shape_of(ranks: Ranks, rules: ShapeRules) -> Shape | None:
    """The shape of these ranks (sorted), or None."""
    if not 0 < len(ranks) <= _MOST_CARDS:
        return None
    groups: tuple[list[int], ...] = ([], [], [], [], [])
    for rank in sorted(set(ranks)):
        count = ranks.count(rank)
        if count > COPIES[rank]:
            return None
        groups[count].append(rank)
    if ranks == (BLACK, RED):
        return Shape(ROCKET, 1, RED)
    if ranks[-2:] == (BLACK, RED):  # DZ-3.8
        return None
    plain = _plain(groups)
    return plain or _with_kickers(groups, len(ranks), rules)


def _plain(groups: Sequence[list[int]]) -> Shape | None:
    """A shape of cards that are all in groups of one size: DZ-3.1 to DZ-3.3, DZ-3.9."""
    if sum(map(bool, groups)) != 1:
        return None
    width = next(count for count, some in enumerate(groups) if some)
    some = groups[width]
    if len(some) == 1:
        return Shape((SINGLE, PAIR, TRIPS, BOMB)[width - 1], 1, some[0])
    for kind, (copies, least) in _LEAST_RUN.items():
        if width == copies and len(some) >= least and _in_run(some):
            return Shape(kind, len(some), some[-1])
    return None


def _with_kickers(groups: Sequence[list[int]], cards: int, rules: ShapeRules) -> Shape | None:
    """A shape with kickers: DZ-3.4 to DZ-3.7."""
    _, singles, pairs, trips, quads = groups
    if len(quads) == 1 and not trips:
        two_alike = rules.equal_singles and len(pairs) == 1 and not singles
        if cards == 6 and (len(singles) == 2 or two_alike):
            return Shape(QUAD_1, 1, quads[0])
        if cards == 8 and len(pairs) == 2:
            return Shape(QUAD_2, 1, quads[0])
    core = sorted(trips + quads)
    size = len(core)
    if not size or (singles and pairs) or (quads and (size == 1 or pairs or not rules.core_kickers)):
        return None
    if size > 1 and not _in_run(core) and not (rules.gaps and core[-1] < TWO):
        return None
    if pairs:
        kind = TRIPS_2 if size == 1 else TRIPS_RUN_2
        return Shape(kind, size, core[-1]) if len(pairs) == size <= _MOST_TRIPS[2] else None
    kind = TRIPS_1 if size == 1 else TRIPS_RUN_1
    return Shape(kind, size, core[-1]) if len(singles) + len(quads) == size <= _MOST_TRIPS[1] else None


def _in_run(ranks: Sequence[int]) -> bool:
    """Whether different ranks, sorted, are consecutive within 3 to ace."""
    return ranks[-1] <= ACE and ranks[-1] - ranks[0] == len(ranks) - 1


def has_both_jokers(cards: Iterable[Card]) -> bool:
    """Whether both jokers are among these (DZ-3.8)."""
    return {"Xb", "Xr"} <= set(cards)


# ---- DZ-4 Comparison -----------------------------------------------------------------------------------------------


def beats(higher: Shape, lower: Shape) -> bool:
    """Whether one shape may be played on another (DZ-4.1, DZ-4.2)."""
    if higher.kind == lower.kind and higher.size == lower.size:
        return higher.key > lower.key
    if lower.kind == ROCKET:
        return False
    return higher.kind in {BOMB, ROCKET}


def is_bomb(shape: Shape | None) -> bool:
    """Whether it doubles: a bomb or the rocket (DZ-6.1)."""
    return shape is not None and shape.kind in {BOMB, ROCKET}


# ---- Every shape that a hand can make ------------------------------------------------------------------------------


def sets_of(counts: Sequence[int], rules: ShapeRules, kinds: Iterable[str] | None = None) -> Iterator[Ranks]:
    """Every set of ranks that is a shape of one of these kinds and can be made from so many cards of each rank."""
    for kind in _MAKERS if kinds is None else kinds:
        yield from _MAKERS[kind](counts, rules)


def _same(width: int) -> Callable[[Sequence[int], ShapeRules], Iterator[Ranks]]:
    def make(counts: Sequence[int], _rules: ShapeRules) -> Iterator[Ranks]:
        return ((rank,) * width for rank, count in enumerate(counts) if count >= width)

    return make


def _rocket(counts: Sequence[int], _rules: ShapeRules) -> Iterator[Ranks]:
    if counts[BLACK] and counts[RED]:
        yield (BLACK, RED)


def _runs_of(kind: str) -> Callable[[Sequence[int], ShapeRules], Iterator[Ranks]]:
    width, least = _LEAST_RUN[kind]

    def make(counts: Sequence[int], _rules: ShapeRules) -> Iterator[Ranks]:
        for run in _runs(counts, width, least):
            yield tuple(rank for rank in run for _ in range(width))

    return make


def _runs(counts: Sequence[int], width: int, least: int) -> Iterator[Ranks]:
    """Runs of so many ranks or more, of which there are enough cards."""
    for first in range(ACE + 1):
        after = first
        while after <= ACE and counts[after] >= width and (after - first + 1) * width <= _MOST_CARDS:
            after += 1
            if after - first >= least:
                yield tuple(range(first, after))


def _cored(kind: str, width: int) -> Callable[[Sequence[int], ShapeRules], Iterator[Ranks]]:
    """Triplets, one or a run of them, each with a kicker of one card or of two."""

    def make(counts: Sequence[int], rules: ShapeRules) -> Iterator[Ranks]:
        single = kind in {TRIPS_1, TRIPS_2}
        for core in _lone_trips(counts) if single else _trips_cores(counts, rules, _MOST_TRIPS[width]):
            left = list(counts)
            for rank in core:
                left[rank] = left[rank] - 3 if rules.core_kickers and not single and width == 1 else 0
            trips = tuple(rank for rank in core for _ in range(3))
            for kickers in _kickers(left, len(core), width):
                yield tuple(sorted(trips + kickers))

    return make


def _lone_trips(counts: Sequence[int]) -> Iterator[Ranks]:
    return ((rank,) for rank, count in enumerate(counts) if count >= 3)


def _trips_cores(counts: Sequence[int], rules: ShapeRules, most: int) -> Iterator[Ranks]:
    """The triplets that kickers may go with: runs, and with gaps where the table takes them (DZ-3.10)."""
    if not rules.gaps:
        yield from (run for run in _runs(counts, 3, 2) if len(run) <= most)
        return
    some = [rank for rank in range(ACE + 1) if counts[rank] >= 3]
    for size in range(2, most + 1):
        yield from combinations(some, size)


def _kickers(left: Sequence[int], size: int, width: int) -> Iterator[Ranks]:
    """The ways to choose `size` kickers of `width` cards each, of different ranks, never both jokers."""
    some = [rank for rank, count in enumerate(left) if count >= width]
    for ranks in combinations(some, size):
        if ranks[-2:] != (BLACK, RED):
            yield tuple(rank for rank in ranks for _ in range(width))


def _quads(width: int) -> Callable[[Sequence[int], ShapeRules], Iterator[Ranks]]:
    def make(counts: Sequence[int], rules: ShapeRules) -> Iterator[Ranks]:
        for quad in (rank for rank, count in enumerate(counts) if count == 4):
            left = list(counts)
            left[quad] = 0
            for kickers in _kickers(left, 2, width):
                yield tuple(sorted((quad,) * 4 + kickers))
            if width == 1 and rules.equal_singles:
                for kickers in _kickers(left, 1, 2):
                    yield tuple(sorted((quad,) * 4 + kickers))

    return make


_MAKERS: Final[Mapping[str, Callable[[Sequence[int], ShapeRules], Iterator[Ranks]]]] = {
    SINGLE: _same(1), PAIR: _same(2), TRIPS: _same(3), BOMB: _same(4), ROCKET: _rocket,
    STRAIGHT: _runs_of(STRAIGHT), PAIRS_RUN: _runs_of(PAIRS_RUN), TRIPS_RUN: _runs_of(TRIPS_RUN),
    TRIPS_1: _cored(TRIPS_1, 1), TRIPS_2: _cored(TRIPS_2, 2),
    TRIPS_RUN_1: _cored(TRIPS_RUN_1, 1), TRIPS_RUN_2: _cored(TRIPS_RUN_2, 2),
    QUAD_1: _quads(1), QUAD_2: _quads(2),
}  # fmt: skip
KINDS: Final = tuple(_MAKERS)


# ---- In words ------------------------------------------------------------------------------------------------------

_ONE: Final = tuple(RANK_NAMES[rank] for rank in RANKS[:BLACK])
_NAMES: Final = tuple(of_rank(rank, 2) for rank in RANKS[:BLACK])


@cache
def describe(shape: Shape) -> str:
    """A shape in words: `pair of fours`, `straight of 5 up to the ace`, `2 triplets up to the eight with pairs`."""
    kind, size, key = shape
    if kind == SINGLE:
        return (
            f"{'an' if _ONE[key][0] in 'ae' else 'a'} {_ONE[key]}"
            if key < BLACK
            else f"the {'red' if key == RED else 'black'} joker"
        )
    if kind == ROCKET:
        return "the rocket"
    if kind in {PAIR, TRIPS, BOMB}:
        return f"{kind} of {_NAMES[key]}"
    if kind in {STRAIGHT, PAIRS_RUN, TRIPS_RUN}:
        what = {STRAIGHT: "straight of", PAIRS_RUN: "run of pairs:", TRIPS_RUN: "run of triplets:"}[kind]
        return f"{what} {size} up to the {_ONE[key]}"
    kickers = "pair" if kind.endswith("2") else "single"
    if size > 1:
        return f"{size} triplets up to the {_ONE[key]} with {kickers}s"
    if kind in {TRIPS_1, TRIPS_2}:
        return f"trips of {_NAMES[key]} with a {kickers}"
    return f"four {_NAMES[key]} with two {kickers}s"
