"""TR-4 on paper: what a row of a score sheet tells, and what a hand can have come to as far as it was played."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from upcard.engine.games.tresette.melds import has_led_since, may_call, told_melds
from upcard.engine.games.tresette.scoring import Pair, captured, outcomes, shared, trick_points
from upcard.engine.games.tresette.table import UNTOLD, Tresette
from upcard.engine.mechanisms.seats import by_side
from upcard.schemas.events import Scored

MELDS: Final = {
    0: (0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21),
    3: (0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 18),
    4: (0, 3, 4, 6, 7, 8),
    6: (0, 3, 4, 6, 7, 9),
    7: (0, 3, 4, 6),
    8: (0, 3, 4),
    9: (0, 3, 6),
    10: (0, 3),
    11: (0, 3),
    12: (0, 3),
    13: (0,),
    14: (0,),
    15: (0, 3),
    16: (0,),
    18: (0, 3),
    19: (0,),
    21: (0,),
}
"""What the melds of the other side can be worth beside those of one, as all ways to deal aces, twos and threes show."""

PAIRS: Final = frozenset((a, b) for a, others in MELDS.items() for b in others)
PAIRS_APART: Final = frozenset((a, b) for a, b in PAIRS if a + b <= 12)
"""The same where each card counts in one meld only."""

NO_MELDS: Final = frozenset({(0, 0)})


class Row(NamedTuple):
    """What rows tell of a hand, UNTOLD where they tell nothing. figures, aces: of side 0; last: the side that won the
    last trick; melds, points, totals: of both sides.
    """

    figures: int
    aces: int
    last: int
    melds_a: int
    melds_b: int
    points_a: int
    points_b: int
    totals_a: int
    totals_b: int

    @property
    def melds(self) -> Pair | None:
        """The points of melds, if they were written."""
        return None if UNTOLD in self[3:5] else (self.melds_a, self.melds_b)

    @property
    def points(self) -> Pair | None:
        """The points of the hand, if they were written."""
        return None if UNTOLD in self[5:7] else (self.points_a, self.points_b)

    @property
    def totals(self) -> Pair | None:
        """The totals, if they were written."""
        return None if UNTOLD in self[7:9] else (self.totals_a, self.totals_b)


def settles(s: Tresette) -> bool:
    """Whether the points of a hand that ended are known, and not only because rows tell of no melds."""
    told = s.how != "sheet" or any(one != UNTOLD for one in s.row[3:])
    return s.phase == "between" and UNTOLD not in s.gained and told


def pair_of(column: tuple[int, ...] | None) -> Pair | None:
    """A column by side, if it can be one: nothing counts below 0."""
    pair = by_side(column)
    return None if pair is None or min(pair) < 0 else (pair[0], pair[1])


def read_row(s: Tresette, e: Scored) -> Row:
    """The columns of a row that can be."""
    counts, aces, melds = pair_of(e.counts), pair_of(e.aces), pair_of(e.melds)
    nothing = (UNTOLD, UNTOLD)
    return Row(
        counts[0] if counts is not None and sum(counts) == 20 else UNTOLD,
        aces[0] if aces is not None and sum(aces) == 4 else UNTOLD,
        e.side if e.side in {0, 1} else UNTOLD,
        *(melds if melds in all_pairs(s) else nothing),
        *(pair_of(e.points) or nothing),
        *(pair_of(e.totals) or nothing),
    )


def together(row: Row, before: Row) -> Row:
    """A row and those of the same hand before it; what was written first stands."""
    return Row(*(new if old == UNTOLD else old for new, old in zip(row, before, strict=True)))


def all_pairs(s: Tresette) -> frozenset[Pair]:
    """What the melds of both sides can be worth at this table."""
    return PAIRS if s.options.meld_overlap else PAIRS_APART


# ---- What the play leaves open ---------------------------------------------------------------------------------------


class Case(NamedTuple):
    """What figures and aces of side 0, the last trick, and the melds may be; each goes with each."""

    figures: Iterable[int]
    aces: Iterable[int]
    last: Iterable[int]
    melds: frozenset[Pair]


def cases(s: Tresette) -> list[Case]:
    """All that the hand may have come to, as far as it was played in the record."""
    if s.phase == "between" and s.how == "played":
        told = [Case([one.figures], [one.aces], [one.last], frozenset({one.melds})) for one in outcomes(s)]
        if told:
            return told
    if s.slipped or s.shaky or s.muddled or not s.cards:
        return [Case(range(21), range(5), (0, 1), open_melds(s))]
    figures, aces = captured(s)
    won = s.winners[-1] if s.how == "played" and s.winners else -1
    last = (0, 1) if won < 0 else (won & 1,)
    return [Case(range(figures[0], 21 - figures[1]), range(aces[0], 5 - aces[1]), last, open_melds(s))]


def open_melds(s: Tresette) -> frozenset[Pair]:
    """What the melds may be worth: nothing on a side where none were called, or told, in time."""
    if s.gap or not s.cards:
        return all_pairs(s)
    could = [may_score(s, side) or may_score(s, side + 2) for side in (0, 1)]
    return frozenset(
        pair for pair in all_pairs(s) if all(may or not worth for may, worth in zip(could, pair, strict=True))
    )


def may_score(s: Tresette, seat: int) -> bool:
    """Whether melds of a seat may score, as far as calls and announcements tell."""
    if s.calls[seat] <= 0:
        return s.how != "played" and not s.calls[seat] and may_call(s, seat)
    if s.options.score_unannounced_melds or any(row.seat == seat and row.counts for row in told_melds(s)):
        return True
    return s.shaky or not (seat in s.winners and has_led_since(s, seat))


def narrowed(could: Iterable[Case], row: Row) -> list[Case]:
    """The cases that the figures, aces, last trick and melds of a row leave."""
    left = []
    for case in could:
        figures, aces, last = (
            [one for one in values if wanted in {UNTOLD, one}] for values, wanted in zip(case[:3], row[:3], strict=True)
        )
        melds = frozenset(pair for pair in case.melds if row.melds in {None, pair})
        if figures and aces and last and melds:
            left.append(Case(figures, aces, last, melds))
    return left


def tricks_of_side(case: Case) -> set[int]:
    """What figures, aces and last trick may bring side 0."""
    return {trick_points(n, aces) + (last == 0) for n in case.figures for aces in case.aces for last in case.last}


def reckon(could: Iterable[Case]) -> Iterator[Pair]:
    """All points that a hand may have come to."""
    for case in could:
        for tricks in tricks_of_side(case):
            for a, b in case.melds:
                yield tricks + a, 11 - tricks + b


def may_come_to(could: Iterable[Case], points: Pair) -> bool:
    """Whether a hand may have come to these points."""
    for case in could:
        tricks = tricks_of_side(case)
        if any(points[0] - a in tricks and sum(points) == 11 + a + b for a, b in case.melds):
            return True
    return False


def on_paper(s: Tresette) -> list[Case]:
    """All that any hand may come to."""
    return [Case(range(21), range(5), (0, 1), all_pairs(s))]


class Reading(NamedTuple):
    """What a hand came to by its rows. points: by side, UNTOLD where they leave it open; written, summed: whether the
    points written, and what the totals add, are among what it may be.
    """

    points: Pair
    written: bool
    summed: bool


def reading(s: Tresette, row: Row, before: list[int]) -> Reading:
    """The points of a row: those written, else what its totals add, else what follows from its columns. No melds written
    are no melds, if nothing else tells of any.
    """
    could = narrowed(cases(s), row)
    added = None if row.totals is None or UNTOLD in before else (row.totals_a - before[0], row.totals_b - before[1])
    written = row.points is not None and may_come_to(could, row.points)
    summed = added is not None and may_come_to(could, added)
    if written and row.points is not None:
        return Reading(row.points, written, added in {None, row.points})
    if summed and added is not None:
        return Reading(added, written, summed)
    if row.points is None and row.melds is None and not any(s.calls) and not s.told:
        could = [case._replace(melds=case.melds & NO_MELDS) for case in could]
    points = set(reckon(could))
    a, b = ({one[side] for one in points} for side in (0, 1))
    return Reading((shared(a), shared(b)), written, summed)
