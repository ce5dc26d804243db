"""TR-4 on paper: rows of a score sheet, and how a hand came out."""

from typing import Final

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.tresette.deal import begin_hand, void
from upcard.engine.games.tresette.melds import tell
from upcard.engine.games.tresette.scoring import captured, reckon_again, settle, trick_points, tricks_gained
from upcard.engine.games.tresette.table import HAND, UNTOLD, Tresette
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import HandStarted, MeldsTold, Scored, Voided

MELDS: Final = frozenset({0, 3, 4, *range(6, 17), 18, 19, 21})
MELDS_APART: Final = frozenset({0, 3, 4, *range(6, 13)})
"""What the melds of a side, and of both, can be worth, as all ways to deal aces, twos and threes show; the second
where each card counts in one meld only.
"""

Pair = tuple[int, int]


def announce(s: Tresette, e: MeldsTold) -> None:
    """Melds are told; after the last trick the hand is reckoned again (TR-6.1)."""
    tell(s, e)
    reckon_again(s)


def score(s: Tresette, e: Scored) -> None:
    """A row of the score sheet settles a hand that was not played out in the record."""
    if s.phase == "between" and s.hand:
        return
    if s.phase == "between":
        begin_hand(s, HandStarted())
    if e.void:
        void(s, Voided())
    else:
        settle(s, "sheet", sheet_points(s, e) or (UNTOLD, UNTOLD))


def by_side(column: tuple[int, ...] | None) -> Pair | None:
    """A column by side; one by seat has the same at both seats of a side."""
    if column is None or len(column) not in {2, 4} or min(column) < 0 or column[:2] != column[-2:]:
        return None
    return column[0], column[1]


def could_be_melds(s: Tresette, *worth: int) -> bool:
    """Whether melds can be worth so much, of one side or of each and both."""
    return {*worth, sum(worth)} <= (MELDS if s.options.meld_overlap else MELDS_APART)


def trick_part(e: Scored) -> Pair | None:
    """The points of figures, aces and last trick, if the row has them and they can be."""
    counts, aces = by_side(e.counts), by_side(e.aces)
    if counts is None or aces is None or e.side not in {0, 1} or sum(counts) != 20 or sum(aces) != 4:
        return None
    return trick_points(counts[0], aces[0]) + (e.side == 0), trick_points(counts[1], aces[1]) + (e.side == 1)


def sheet_points(s: Tresette, e: Scored) -> Pair | None:
    """The points of a row: what follows from its columns, else as written, else from its totals. No melds written
    are no melds, if the totals do not tell of any.
    """
    part, melds, written = trick_part(e), by_side(e.melds), by_side(e.points)
    if part is not None and melds is not None:
        return part[0] + melds[0], part[1] + melds[1]
    if written is not None:
        return written
    added = added_to_totals(s, e)
    if added is None or min(added) < 0:
        return part
    worth = (sum(added) - 11,) if part is None else over(added, part)
    return added if could_be_melds(s, *worth) else part


def over(points: Pair, part: Pair) -> Pair:
    """What the points of each side are beyond a part of them."""
    return points[0] - part[0], points[1] - part[1]


def added_to_totals(s: Tresette, e: Scored) -> Pair | None:
    """What a row adds to the totals before it, if these are known."""
    totals, before = by_side(e.totals), totals_before(s)
    return None if totals is None or UNTOLD in before else (totals[0] - before[0], totals[1] - before[1])


def totals_before(s: Tresette) -> list[int]:
    """The totals that a row of an unfinished hand adds to; after a gap in it, hands may have been missed."""
    return s.totals if s.phase != "play" or not s.gap else [UNTOLD, UNTOLD]


# ---- What is checked -------------------------------------------------------------------------------------------------


def row_is_possible(s: Tresette, e: Scored) -> Answer:
    """Figures, aces, last trick and melds of a row are such as can be (TR-4.1 to TR-4.5)."""
    columns = {"figures": e.counts, "aces": e.aces, "melds": e.melds, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{name} are written for two sides, or for partners alike, none below 0")
        for name, column in columns.items()
        if column is not None and by_side(column) is None
    ]
    for name, clause, written, due in (("figures", "TR-4.2", e.counts, 20), ("aces", "TR-4.3", e.aces, 4)):
        pair = by_side(written)
        if pair is not None and sum(pair) != due:
            faults.append(Broken(says=f"{sum(pair)} {name} are written; there are {due}", clause=clause))
    if e.side is not None and e.side > 1:
        faults.append(Broken(says=f"no side {e.side} at this table", clause="TR-4.4"))
    melds = by_side(e.melds)
    if melds is not None and not could_be_melds(s, *melds):
        faults.append(
            Broken(says=f"melds of {melds[0]} and {melds[1]} are written; none are worth that", clause="TR-4.1")
        )
    return faults


def row_adds_up(s: Tresette, e: Scored) -> Answer:
    """Tricks are worth 11 in all, and melds come on top (TR-4.5)."""
    points, melds, part = by_side(e.points), by_side(e.melds), trick_part(e)
    if points is None:
        return None
    if part is not None:
        more = over(points, part)
        says = f"points {points[0]} and {points[1]} are written; the tricks give {part[0]} and {part[1]}"
        if melds is None:
            return None if could_be_melds(s, *more) else Broken(says=says)
        return None if melds == more else Broken(says=f"{says}, melds {melds[0]} and {melds[1]}")
    beyond = sum(points) - 11
    if beyond != sum(melds) if melds is not None else not could_be_melds(s, beyond):
        return Broken(says=f"{sum(points)} points are written; there are 11 and those of the melds")
    least = least_points(e)
    return [
        Broken(says=f"{points[side]} points are written for side {side}; the row has {least[side]} for it")
        for side in (0, 1)
        if points[side] < least[side]
    ]


def least_points(e: Scored) -> Pair:
    """What the columns of a row that has not all of them give each side."""
    counts, aces, melds = by_side(e.counts), by_side(e.aces), by_side(e.melds)
    figures = counts if counts is not None and sum(counts) == 20 else (0, 0)
    ones = aces if aces is not None and sum(aces) == 4 else (0, 0)
    told = melds or (0, 0)
    least = [trick_points(figures[side], ones[side]) + told[side] + (e.side == side) for side in (0, 1)]
    return least[0], least[1]


def row_agrees(s: Tresette, e: Scored) -> Answer:
    """A row of a hand that was played in the record agrees with the play (TR-4)."""
    points, totals = by_side(e.points), by_side(e.totals)
    if s.phase == "play" and not s.gap:
        return [Broken(says=says) for says in too_few(s, e)]
    if s.phase != "between" or not s.hand or s.gap:
        return None
    if s.how == "void":
        wrong = not e.void and points is not None and any(points)
        return Broken(says="points are written of a hand that was thrown in") if wrong else None
    if e.void:
        return Broken(says="the hand is written as thrown in; it was not")
    says = differences(s, e) if UNTOLD not in s.gained else too_few(s, e)
    if totals is not None and UNTOLD not in s.totals and list(totals) != s.totals:
        says.append(f"totals {list(totals)} are written; they are {s.totals}")
    return [Broken(says=one) for one in says]


def differences(s: Tresette, e: Scored) -> list[str]:
    """Where points differ from those of the hand and, if it was played, figures, aces, the last trick and melds."""
    columns = [("points", by_side(e.points), s.gained)]
    says = []
    if s.how == "played":
        figures, aces = captured(s)
        melds = [gained - part for gained, part in zip(s.gained, tricks_gained(s), strict=True)]
        columns += [("figures", by_side(e.counts), figures), ("aces", by_side(e.aces), aces)]
        columns += [("melds", by_side(e.melds), melds)]
        last = s.winners[-1] & 1
        if e.side in {0, 1} and e.side != last:
            says.append(f"the last trick is written for side {e.side}; side {last} won it")
    wrong = [(name, list(written), due) for name, written, due in columns if written is not None]
    return says + [f"{name} {written} are written; they are {due}" for name, written, due in wrong if written != due]


def too_few(s: Tresette, e: Scored) -> list[str]:
    """Where a row has fewer figures or aces than a side has captured already."""
    figures, aces = captured(s)
    pairs = (("figures", by_side(e.counts), figures), ("aces", by_side(e.aces), aces))
    return [
        f"{written[side]} {name} are written for side {side}; it has {due[side]} already"
        for name, written, due in pairs
        if written is not None
        for side in (0, 1)
        if written[side] < due[side]
    ]


def totals_follow(s: Tresette, e: Scored) -> Answer:
    """The total of a row that settles its hand is the one before it and its points (TR-4.6)."""
    totals, points = by_side(e.totals), sheet_points(s, e)
    before = totals_before(s)
    if (s.phase == "between" and s.hand) or totals is None or UNTOLD in before:
        return None
    due = before if e.void else [before[side] + points[side] for side in (0, 1)] if points else None
    if due is None or list(totals) == due:
        return None
    return Broken(says=f"totals {list(totals)} are written; they are {due}")


def result(s: Tresette) -> Result:
    """How the hand that just ended came out. A side's points stand at both its seats."""
    known = UNTOLD not in s.gained and s.how != "void"
    points = [None if one == UNTOLD else one for one in s.gained]
    best = max(s.gained)
    won = [None if not known else s.gained[side] == best and s.gained[0] != s.gained[1] for side in (0, 1)]
    if s.how == "void":
        won = [False, False]
    return Result(
        points=(*points, *points),
        won=(*won, *won),
        dealer=None if s.dealer < 0 else s.dealer,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, [HAND] * 4),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
