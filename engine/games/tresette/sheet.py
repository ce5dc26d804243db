"""TR-4 on paper: rows of a score sheet, and how a hand came out."""

from typing import Final

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.tresette.deal import begin_hand, void
from upcard.engine.games.tresette.melds import tell
from upcard.engine.games.tresette.scoring import captured, reckon_again, settle, trick_points
from upcard.engine.games.tresette.table import HAND, UNTOLD, Tresette
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import HandStarted, MeldsTold, Scored, Voided

NOT_MELDS: Final = frozenset({1, 2, 5})
"""Points that no melds of three and four add up to."""

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
        settle(s, "sheet", sheet_points(e) or (UNTOLD, UNTOLD))


def by_side(column: tuple[int, ...] | None) -> Pair | None:
    """A column by side; one by seat has the same at both seats of a side."""
    if column is None or len(column) not in {2, 4} or min(column) < 0:
        return None
    return column[0], column[1]


def trick_part(e: Scored) -> Pair | None:
    """The points of figures, aces and last trick, if the row has them and they can be."""
    counts, aces = by_side(e.counts), by_side(e.aces)
    if counts is None or aces is None or e.side not in {0, 1} or sum(counts) != 20 or sum(aces) != 4:
        return None
    return trick_points(counts[0], aces[0]) + (e.side == 0), trick_points(counts[1], aces[1]) + (e.side == 1)


def sheet_points(e: Scored) -> Pair | None:
    """The points of a row: what follows from its columns, else as written. No melds written are no melds."""
    part, melds, written = trick_part(e), by_side(e.melds), by_side(e.points)
    if part is None or (melds is None and written is not None):
        return written
    return part if melds is None else (part[0] + melds[0], part[1] + melds[1])


# ---- What is checked -------------------------------------------------------------------------------------------------


def row_is_possible(_s: Tresette, e: Scored) -> Answer:
    """Figures, aces, last trick and melds of a row are such as can be (TR-4.1 to TR-4.5)."""
    columns = {"figures": e.counts, "aces": e.aces, "melds": e.melds, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{name} are written for two sides, none below 0")
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
    if melds is not None and NOT_MELDS & set(melds):
        faults.append(Broken(says=f"no melds are worth {' or '.join(map(str, melds))}", clause="TR-4.1"))
    return faults


def row_adds_up(_s: Tresette, e: Scored) -> Answer:
    """Tricks are worth 11 in all, and melds come on top (TR-4.5)."""
    points, melds, part = by_side(e.points), by_side(e.melds), trick_part(e)
    if points is None:
        return None
    if part is not None:
        over = [points[side] - part[side] for side in (0, 1)]
        wrong = list(melds) != over if melds is not None else min(over) < 0 or bool(NOT_MELDS & set(over))
        says = f"points {points[0]} and {points[1]} are written; the tricks give {part[0]} and {part[1]}"
        return Broken(says=f"{says}, melds {melds[0]} and {melds[1]}" if melds else says) if wrong else None
    over_all = sum(points) - 11
    if (melds is not None and over_all != sum(melds)) or over_all < 0 or over_all in NOT_MELDS:
        return Broken(says=f"{sum(points)} points are written; there are 11 and those of the melds")
    return None


def row_agrees(s: Tresette, e: Scored) -> Answer:
    """A row of a hand that was played in the record agrees with the play (TR-4)."""
    if s.phase == "play" and not s.gap:
        return [Broken(says=says) for says in too_few(s, e)]
    if s.phase != "between" or not s.hand or UNTOLD in s.gained:
        return None
    faults = []
    points, totals = by_side(e.points), by_side(e.totals)
    if s.how == "played":
        faults += [Broken(says=says) for says in differences(s, e)]
    if points is not None and list(points) != s.gained and s.how != "void":
        faults.append(Broken(says=f"points {list(points)} are written; they are {s.gained}"))
    if totals is not None and UNTOLD not in s.totals and list(totals) != s.totals:
        faults.append(Broken(says=f"totals {list(totals)} are written; they are {s.totals}"))
    return faults


def differences(s: Tresette, e: Scored) -> list[str]:
    """Where figures, aces and the last trick differ from those captured."""
    figures, aces = captured(s)
    says = []
    for name, written, due in (("figures", by_side(e.counts), figures), ("aces", by_side(e.aces), aces)):
        if written is not None and list(written) != due:
            says.append(f"{name} {list(written)} are written; the play gives {due}")
    last = s.winners[-1] & 1
    if e.side in {0, 1} and e.side != last:
        says.append(f"the last trick is written for side {e.side}; side {last} won it")
    return says


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
    totals, points = by_side(e.totals), sheet_points(e)
    before = s.totals if s.phase != "play" or not s.gap else [UNTOLD, UNTOLD]
    if (s.phase == "between" and s.hand) or totals is None or points is None or UNTOLD in before:
        return None
    due = [before[side] + points[side] for side in (0, 1)]
    return None if list(totals) == due else Broken(says=f"totals {list(totals)} are written; they are {due}")


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
