"""DZ-3 Shapes and DZ-4 Comparison: what a set of cards is, and which of two is higher. Suits have no role.

>>> from upcard.schemas.cards import read_cards
>>> recognise(read_cards("7? 7? 7? 8? 8? 8? 4? 4? Q? Q?"), ShapeRules())
(Shape(kind='trips_run+2', size=2, key=5),)
>>> recognise(read_cards("4? 4? 4? 8? 8? 8? 7? 7? Q? Q?"), ShapeRules())
()
>>> beats(*recognise(read_cards("Xb Xr"), ShapeRules()), *recognise(read_cards("2c 2d 2h 2s"), ShapeRules()))
True
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from upcard.schemas.cards import RANK_MASK, RANK_NAMES, Card
from upcard.schemas.wording import of_rank

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
MOST_CARDS: Final = 20
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


class Form(NamedTuple):
    """What a kind of shape consists of. copies: cards of each rank of its core; least, most: ranks of the core, which are in a run if there
    are several; kickers: how many go to each rank of the core, all of different ranks; width: cards of a kicker.
    """

    copies: int
    least: int = 1
    most: int = 1
    kickers: int = 0
    width: int = 0


FORMS: Final = {
    SINGLE: Form(1), PAIR: Form(2), TRIPS: Form(3), BOMB: Form(4), ROCKET: Form(1, 2, 2),
    STRAIGHT: Form(1, 5, 12), PAIRS_RUN: Form(2, 3, 10), TRIPS_RUN: Form(3, 2, 6),
    TRIPS_1: Form(3, kickers=1, width=1), TRIPS_2: Form(3, kickers=1, width=2),
    TRIPS_RUN_1: Form(3, 2, 5, kickers=1, width=1), TRIPS_RUN_2: Form(3, 2, 4, kickers=1, width=2),
    QUAD_1: Form(4, kickers=2, width=1), QUAD_2: Form(4, kickers=2, width=2),
}  # fmt: skip
"""DZ-3.1 to DZ-3.9: each kind of shape."""
PAIR_AS_SINGLES: Final = Form(4, kickers=1, width=2)
"""DZ-3.7: four of a kind with two singles that are a pair, where the table takes it."""
KINDS: Final = tuple(FORMS)


# ---- DZ-3 What it is, and every shape that a hand can make -------------------------------------------------------------


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
    counts = [ranks.count(rank) for rank in range(len(RANKS))]
    if len(ranks) > MOST_CARDS or any(count > most for count, most in zip(counts, COPIES, strict=True)):
        return None
    for kind in KINDS:
        for form in forms_of(kind, rules):
            size, rest = divmod(len(ranks), form.copies + form.kickers * form.width)
            for core in cores(counts, form, size, rules) if not rest and form.least <= size <= form.most else ():
                left = {rank: counts[rank] - form.copies * (rank in core) for rank in {*ranks}}
                kickers = [rank for rank, count in left.items() if count]
                if {left[rank] for rank in kickers} <= {form.width} and may_be_kickers(kickers, core, form, rules):
                    return Shape(kind, 1 if kind == ROCKET else size, core[-1])
    return None


def sets_of(counts: Sequence[int], rules: ShapeRules, kinds: Iterable[str] = KINDS) -> Iterator[Ranks]:
    """Every set of ranks that is a shape of one of these kinds and can be made from so many cards of each rank."""
    for form in [form for kind in kinds for form in forms_of(kind, rules)]:
        sizes = range(form.least, form.most + 1)
        for core in sorted(core for size in sizes for core in cores(counts, form, size, rules)):
            left = [count - form.copies * (rank in core) for rank, count in enumerate(counts)]
            some = [rank for rank, count in enumerate(left) if count >= form.width]
            for kickers in combinations(some, len(core) * form.kickers):
                if may_be_kickers(kickers, core, form, rules):
                    yield tuple(sorted(core * form.copies + kickers * form.width))


def forms_of(kind: str, rules: ShapeRules) -> tuple[Form, ...]:
    """What a shape of this kind may consist of."""
    return (FORMS[kind], PAIR_AS_SINGLES) if kind == QUAD_1 and rules.equal_singles else (FORMS[kind],)


def cores(counts: Sequence[int], form: Form, size: int, rules: ShapeRules) -> Iterable[Ranks]:
    """The cores of so many ranks that there are enough cards for: any rank; a run of them, up to the ace, or with kickers any triplets up
    to the ace where the table takes gaps (DZ-3.10); both jokers.
    """
    enough = [rank for rank, count in enumerate(counts) if count >= form.copies]
    if form is FORMS[ROCKET]:
        return [(BLACK, RED)] if counts[BLACK] and counts[RED] else []
    if size == 1:
        return [(rank,) for rank in enough]
    some = [rank for rank in enough if rank <= ACE]
    if rules.gaps and form.kickers:
        return combinations(some, size)
    runs = (tuple(some[at : at + size]) for at in range(len(some) - size + 1))
    return (run for run in runs if run[-1] - run[0] == size - 1)


def may_be_kickers(kickers: Sequence[int], core: Ranks, form: Form, rules: ShapeRules) -> bool:
    """Whether these ranks may be kickers: never both jokers (DZ-3.8); the fourth card of a triplet's rank where the table takes it (DZ-3.6)."""
    own = rules.core_kickers and len(core) > 1 and form.width == 1
    return not {BLACK, RED} <= {*kickers} and (own or not {*kickers} & {*core})


# ---- DZ-4 Comparison -----------------------------------------------------------------------------------------------


def beats(higher: Shape, lower: Shape) -> bool:
    """Whether one shape may be played on another (DZ-4.1, DZ-4.2)."""
    if higher.kind == lower.kind and higher.size == lower.size:
        return higher.key > lower.key
    return lower.kind != ROCKET and is_bomb(higher)


def is_bomb(shape: Shape | None) -> bool:
    """Whether it doubles: a bomb or the rocket (DZ-6.1)."""
    return shape is not None and shape.kind in {BOMB, ROCKET}


# ---- In words ------------------------------------------------------------------------------------------------------

_ONE: Final = tuple(RANK_NAMES[rank] for rank in RANKS[:BLACK])
_NAMES: Final = tuple(of_rank(rank, 2) for rank in RANKS[:BLACK])


@cache
def describe(shape: Shape) -> str:
    """A shape in words: `pair of fours`, `straight of 5 up to the ace`, `2 triplets up to the eight with pairs`."""
    kind, size, key = shape
    if kind == SINGLE and key >= BLACK:
        return f"the {'red' if key == RED else 'black'} joker"
    if kind == SINGLE:
        return f"{'an' if _ONE[key][0] in 'ae' else 'a'} {_ONE[key]}"
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
