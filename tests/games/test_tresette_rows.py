"""Tresette: rows of score sheets with columns left out, told in parts, or wrong, held to all that a hand can come to."""

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.experiments import sessions
from tests.games.test_tresette_oracle import best, ways
from tests.games.tresette_naive import RANKS, SUITS
from tests.games.tresette_tables import tresette
from upcard.engine.audit import audit
from upcard.engine.games.tresette.rows import PAIRS, PAIRS_APART
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, HandStarted, Scored
from upcard.schemas.events.speaking import Meld

Pair = tuple[int, int]


class Outcome(NamedTuple):
    """What a hand comes to: figures and aces of the first side, who won the last trick, and melds."""

    figures: int
    aces: int
    last: int
    melds: Pair

    def points(self) -> Pair:
        """TR-4."""
        a = self.figures // 3 + self.aces + (self.last == 0) + self.melds[0]
        b = (20 - self.figures) // 3 + 4 - self.aces + (self.last == 1) + self.melds[1]
        return a, b


Columns = dict[str, Any]


def columns_of(one: Outcome, before: Pair) -> Columns:
    """A whole row."""
    a, b = one.points()
    return {
        "counts": (one.figures, 20 - one.figures),
        "aces": (one.aces, 4 - one.aces),
        "side": one.last,
        "melds": one.melds,
        "points": (a, b),
        "totals": (before[0] + a, before[1] + b),
    }


def fits(one: Outcome, row: Columns, before: Pair | None) -> bool:
    """Whether a hand may have come to this, by a row."""
    whole = columns_of(one, before or (0, 0))
    return all(whole[name] == value for name, value in row.items() if name != "totals" or before is not None)


def all_that_fit(row: Columns, before: Pair | None) -> Iterator[Outcome]:
    """All that a hand may have come to, by a row."""
    figures = [row["counts"][0]] if "counts" in row else range(21)
    aces = [row["aces"][0]] if "aces" in row else range(5)
    last = [row["side"]] if "side" in row else (0, 1)
    melds = [row["melds"]] if "melds" in row else sorted(PAIRS)
    for one in itertools.starmap(Outcome, itertools.product(figures, aces, last, melds)):
        if one.melds in PAIRS and 0 <= one.figures <= 20 and 0 <= one.aces <= 4 and fits(one, row, before):
            yield one


def told_by(row: Columns, before: Pair | None) -> Pair | None:
    """The points that rows tell. Where nothing tells of melds, there are none."""
    could = all_that_fit(row, before)
    silent = not {"melds", "points"} & set(row) and ("totals" not in row or before is None)
    points = {one.points() for one in could if not silent or one.melds == (0, 0)}
    return points.pop() if len(points) == 1 else None


def agrees(row: Columns, before: Pair | None) -> bool:
    """Whether a hand may have been so, and its totals follow points that are in them."""
    if before is None and "totals" in row:
        points = told_by(row, before)
        if points is not None and any(total < gained for total, gained in zip(row["totals"], points, strict=True)):
            return False
    return next(all_that_fit(row, before), None) is not None


def parts(whole: Columns, rng: random.Random) -> Iterator[Columns]:
    """A row, or two, of which each tells some of the columns."""
    names = sorted(whole)
    told = {name for name in names if rng.random() < 0.6}
    if any(whole["melds"]):
        told.add("melds")
    for half in rng.choice([[told], [{name for name in told if rng.random() < 0.5}, told]]):
        yield {name: whole[name] for name in sorted(half)}


def spoiled(row: Columns, rng: random.Random) -> Columns:
    """The row with one figure changed."""
    if not row or rng.random() < 0.7:
        return row
    name = rng.choice(sorted(row))
    if name == "side":
        return row | {"side": 1 - row["side"]}
    a, b = row[name]
    more = rng.choice([1, 2, 3, -1])
    wrong = rng.choice([(max(0, a + more), b), (max(0, a + more), max(0, b - more))])
    return row | {name: wrong}


def session(rng: random.Random) -> None:
    """Rows of some hands, up to the first that is wrong: it is found, once, and no other; points are as they are told."""
    events: list[Base] = []
    truth: Pair = (0, 0)
    known: Pair | None = (0, 0)
    for number in range(4):
        pairs = [(0, 0)] if rng.random() < 0.5 else sorted(PAIRS)
        one = Outcome(rng.randrange(21), rng.randrange(5), rng.randrange(2), rng.choice(pairs))
        whole = columns_of(one, truth)
        truth = whole["totals"]
        events.append(HandStarted(dealer=0 if not number else None))
        so_far: Columns = {}
        for part in parts(whole, rng):
            row = spoiled(part, rng)
            events.append(Scored(**row))
            log = tresette(*events, target=1000)
            told = [one.at for one in audit(log).findings]
            differ = sum(so_far.get(name, value) != value for name, value in row.items())
            if differ or not agrees(so_far | row, known):
                assert set(told) == {len(events) + 1}, (row, so_far, known)
                assert len(told) <= differ + 1, (row, so_far, known, audit(log).findings)
                return
            assert told == [], (row, so_far, known, audit(log).findings)
            so_far |= row
            points = told_by(so_far, known) or (None, None)
            assert audit(log).results[-1].result.points == (*points, *points), (so_far, known)
        known = after(so_far, known)
        assert tuple(audit(log).state.totals) == (known or (-1, -1)), (so_far, known)


def after(row: Columns, before: Pair | None) -> Pair | None:
    """The totals after a hand, as far as rows tell."""
    points = told_by(row, before)
    if points is not None and before is not None:
        return before[0] + points[0], before[1] + points[1]
    totals: Pair | None = row.get("totals")
    return totals


def test_tr_4_rows_of_all_kinds() -> None:
    for ordinal in range(25):
        session(random.Random(ordinal))


@pytest.mark.check
def test_tr_4_rows_of_all_kinds_100() -> None:
    for ordinal in range(40, 40 + sessions(100)):
        session(random.Random(ordinal))


# ---- What melds can be worth -------------------------------------------------------------------------------------------


def worth(hand: tuple[int, int, int], *, overlap: bool) -> set[int]:
    """What the melds in a hand may score, whichever of them are told. hand: the suits of its aces, twos and threes."""
    cards = {
        Card(rank + suit)
        for rank, mask in zip(RANKS, hand, strict=True)
        for n, suit in enumerate(SUITS)
        if mask >> n & 1
    }
    told = [Meld(kind=kind, rank=rank) for rank in RANKS for kind in ("four", "three")]
    told += [Meld(kind="nap", suit=suit) for suit in SUITS]
    held = [one for one in (ways(cards, meld) for meld in told) if one]
    some = (chosen for size in range(len(held) + 1) for chosen in itertools.combinations(held, size))
    return {best(list(chosen), {"meld_overlap": overlap}) for chosen in some}


@pytest.mark.torture
@pytest.mark.parametrize(("overlap", "pairs"), [(True, PAIRS), (False, PAIRS_APART)])
def test_tr_4_1_what_melds_can_be_worth(*, overlap: bool, pairs: frozenset[Pair]) -> None:
    """All ways to deal aces, twos and threes, but for the names of suits."""
    masks = range(16)
    hands = [hand for hand in itertools.product(masks, repeat=3) if sum(mask.bit_count() for mask in hand) <= 10]
    table = {hand: frozenset(worth(hand, overlap=overlap)) for hand in hands}
    shares = [
        tuple(sum(1 << n for n, seat in enumerate(seats) if seat == one) for one in range(4))
        for seats in itertools.product(range(4), repeat=4)
    ]
    first = [
        tuple(sum(1 << n for n, seat in enumerate(seats) if seat == one) for one in range(4))
        for seats in itertools.combinations_with_replacement(range(4), 4)
    ]
    nothing = frozenset({0})
    seen = set()
    for aces, twos, threes in itertools.product(first, shares, shares):
        four = tuple(table.get(hand, nothing) for hand in zip(aces, twos, threes, strict=True))
        if four != (nothing,) * 4:
            seen.add(four)
    could = {(0, 0)}
    for a, b, c, d in seen:
        could |= {(x + z, y + w) for x in a for z in c for y in b for w in d}
    assert could == pairs
