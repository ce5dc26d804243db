"""TR-4 on paper: what rows of a score sheet bring, whether they can be, and how a hand came out."""

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.tresette.deal import begin_hand, void
from upcard.engine.games.tresette.melds import tell
from upcard.engine.games.tresette.rows import (
    Case,
    Row,
    all_pairs,
    cases,
    may_come_to,
    narrowed,
    on_paper,
    pair_of,
    read_row,
    reading,
    settles,
    together,
    tricks_of_side,
)
from upcard.engine.games.tresette.scoring import Pair, is_over, reckon_again, settle
from upcard.engine.games.tresette.table import HAND, UNTOLD, Tresette
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import HandStarted, MeldsTold, Scored, Voided


def announce(s: Tresette, e: MeldsTold) -> None:
    """Melds are told; after the last trick the hand is reckoned again (TR-6.1)."""
    tell(s, e)
    reckon_again(s)
    if s.how == "played" and s.row.count(UNTOLD) < len(s.row):
        complete(s, Row(*s.row))


def score(s: Tresette, e: Scored) -> None:
    """A row of the score sheet settles a hand that was not played out in the record, and tells what else is not known."""
    if is_fresh(s):
        begin_hand(s, HandStarted())
    if s.phase == "between" and (s.how == "void" or e.void or s.gap):
        return
    if e.void:
        void(s, Voided())
        return
    s.before = totals_before(s)
    row, known = together(read_row(s, e), Row(*s.row)), settles(s)
    s.row = list(row)
    if not known and s.how != "played":
        settle(s, "sheet", reading(s, row, s.before).points)
    complete(s, row)


def is_fresh(s: Tresette) -> bool:
    """Whether a row is of a hand of which nothing else was written: the first, or one after hands that were missed."""
    return s.phase == "between" and not s.how


def complete(s: Tresette, row: Row) -> None:
    """What the play, or rows before, leave open is as this row has it, if it can be."""
    got = reading(s, row, s.before)
    if UNTOLD in s.gained and got.points != tuple(s.gained):
        settle(s, s.how, got.points)
    fits = got.summed if UNTOLD not in s.before else row.totals is not None and adds_to(row.totals, got.points)
    if row.totals is not None and UNTOLD in s.totals and fits:
        s.totals = list(row.totals)
        is_over(s)


def adds_to(totals: Pair, points: Pair) -> bool:
    """Whether totals may be those of a match after a hand of these points."""
    return all(total >= gained for total, gained in zip(totals, points, strict=True))


def totals_before(s: Tresette) -> list[int]:
    """The totals that a row adds to; where something was missed in its hand, hands may have been."""
    return [UNTOLD, UNTOLD] if s.phase != "between" and s.gap and not s.slipped else s.before


# ---- What is checked -------------------------------------------------------------------------------------------------


def row_is_possible(s: Tresette, e: Scored) -> Answer:
    """Figures, aces, last trick and melds of a row are such as can be (TR-4.1 to TR-4.5)."""
    columns = {"figures": e.counts, "aces": e.aces, "melds": e.melds, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{name} are written for two sides, or for partners alike, none below 0")
        for name, column in columns.items()
        if column is not None and pair_of(column) is None
    ]
    for name, clause, written, due in (("figures", "TR-4.2", e.counts, 20), ("aces", "TR-4.3", e.aces, 4)):
        pair = pair_of(written)
        if pair is not None and sum(pair) != due:
            faults.append(Broken(says=f"{sum(pair)} {name} are written; there are {due}", clause=clause))
    if e.side is not None and e.side > 1:
        faults.append(Broken(says=f"no side {e.side} at this table", clause="TR-4.4"))
    melds = pair_of(e.melds)
    if melds is not None and melds not in all_pairs(s):
        faults.append(
            Broken(says=f"melds of {melds[0]} and {melds[1]} are written; none are worth that", clause="TR-4.1")
        )
    if e.void and tells_of_play(e):
        faults.append(Broken(says="a hand thrown in brings nothing"))
    return faults


def tells_of_play(e: Scored) -> bool:
    """Whether a row tells of a hand that was played."""
    return e.side is not None or any(any(column or ()) for column in (e.counts, e.aces, e.melds, e.points))


def row_adds_up(s: Tresette, e: Scored) -> Answer:
    """Tricks are worth 11 in all, and melds come on top (TR-4.5)."""
    row = read_row(s, e)
    points, melds = row.points, row.melds
    if points is None or settles(s):
        return None
    could = narrowed(on_paper(s), row)
    if may_come_to(could, points) or against_row(row, Row(*s.row)):
        return None  # what differs from the row before is told of by itself
    tricks = tricks_of_side(could[0])
    said = f"points {points[0]} and {points[1]} are written"
    if len(tricks) == 1:
        part = min(tricks)
        told = f", melds {melds[0]} and {melds[1]}" if melds is not None else ""
        return Broken(says=f"{said}; the tricks give {part} and {11 - part}{told}")
    if may_come_to(on_paper(s), points):
        return Broken(says=f"{said}; the rest of the row does not bring them")
    return Broken(says=f"{sum(points)} points are written; there are 11 and those of the melds")


def row_agrees(s: Tresette, e: Scored) -> Answer:
    """A row of a hand that was played in the record, or written before, agrees with that (TR-4)."""
    if is_fresh(s) or (s.phase == "between" and s.gap):
        return None
    if s.phase == "between" and s.how == "void":
        wrong = not e.void and tells_of_play(e)
        return Broken(says="points are written of a hand that was thrown in") if wrong else None
    if e.void:
        return Broken(says="the hand is written as thrown in; it was not") if s.phase == "between" else None
    row, before = read_row(s, e), Row(*s.row)
    says = [*against_play(cases(s), row), *against_row(row, before)]
    if settles(s):
        says += against_settled(s, row, before)
    elif not says and contradicts(s, row, before):
        says = [f"points {list(row.points or ())} are written; they cannot be after what was told of the hand"]
    return [Broken(says=one) for one in says]


def contradicts(s: Tresette, row: Row, before: Row) -> bool:
    """Whether points that a row alone could have cannot be after what was played, or written before."""
    if row.points is None or not may_come_to(narrowed(on_paper(s), row), row.points):
        return False
    return not may_come_to(narrowed(cases(s), together(row, before)), row.points)


def against_play(could: list[Case], row: Row) -> list[str]:
    """Where figures, aces, last trick and melds differ from what the play leaves open."""
    says = []
    for name, written, values, due in (
        ("figures", row.figures, {one for case in could for one in case.figures}, 20),
        ("aces", row.aces, {one for case in could for one in case.aces}, 4),
    ):
        if written == UNTOLD or written in values:
            continue
        least, most = min(values), max(values)
        if least == most:
            says.append(f"{name} {[written, due - written]} are written; they are {[least, due - least]}")
        else:
            side, wrong, has = (0, written, least) if written < least else (1, due - written, due - most)
            says.append(f"{wrong} {name} are written for side {side}; it has {has} already")
    last = {one for case in could for one in case.last}
    if row.last not in {UNTOLD, *last}:
        says.append(f"the last trick is written for side {row.last}; side {1 - row.last} won it")
    melds = {pair for case in could for pair in case.melds}
    if row.melds is not None and row.melds not in melds:
        told = f"they are {list(min(melds))}" if len(melds) == 1 else "none such were called and told"
        says.append(f"melds {list(row.melds)} are written; {told}")
    return says


NAMES = ("figures", "aces", "last trick", "melds", "melds")
"""What is written in the first columns of a row."""


def against_row(row: Row, before: Row) -> list[str]:
    """Where a row differs from those of the same hand before it."""
    names = dict.fromkeys(
        name for name, new, old in zip(NAMES, row, before, strict=False) if new != old and UNTOLD not in {new, old}
    )
    return [f"{name} are written otherwise than in the row before" for name in names]


def against_settled(s: Tresette, row: Row, before: Row) -> list[str]:
    """Where points and totals differ from those of a hand that is settled; totals wrong by no more than the points
    are told once.
    """
    says, points, totals = [], row.points, row.totals
    if points in {None, tuple(s.gained)} and s.how == "sheet" and not against_row(row, before):
        could = narrowed(on_paper(s), together(row, before))
        if not could or not may_come_to(could, (s.gained[0], s.gained[1])):
            says.append(f"the row brings other points than {s.gained}, as they are known")
    if points is not None and list(points) != s.gained:
        says.append(f"points {list(points)} are written; they are {s.gained}")
    if totals is None or UNTOLD in s.totals or list(totals) == s.totals:
        return says
    off = [total - due for total, due in zip(totals, s.totals, strict=True)]
    if points is None or off != [written - due for written, due in zip(points, s.gained, strict=True)]:
        says.append(f"totals {list(totals)} are written; they are {s.totals}")
    return says


def totals_follow(s: Tresette, e: Scored) -> Answer:
    """The total of a row that settles its hand is the one before it and its points (TR-4.6)."""
    totals, before = pair_of(e.totals), totals_before(s)
    over = s.phase == "between" and not is_fresh(s) and (s.how == "void" or s.gap)
    if over or settles(s) or totals is None:
        return None
    if e.void:
        wrong = UNTOLD not in before and list(totals) != before
        return Broken(says=f"totals {list(totals)} are written; they are {before}") if wrong else None
    row = read_row(s, e)
    if not against_row(row, Row(*s.row)):  # else what follows from this row is told by itself
        row = together(row, Row(*s.row))
    got = reading(s, row, before)
    if UNTOLD in before:
        if Row(*s.row).totals not in {None, totals}:
            return Broken(says=f"totals {list(totals)} are written; the row before has {s.row[-2:]}")
        wrong = not adds_to(totals, got.points)
        return Broken(says=f"totals {list(totals)} are written after a hand of {got.points}") if wrong else None
    added = (totals[0] - before[0], totals[1] - before[1])
    if got.summed or added == row.points:
        return None
    if UNTOLD in got.points:
        return Broken(says=f"totals {list(totals)} are written; no hand brings {added[0]} and {added[1]} more")
    due = [total + gained for total, gained in zip(before, got.points, strict=True)]
    return Broken(says=f"totals {list(totals)} are written; they are {due}")


# ---- How a hand came out ---------------------------------------------------------------------------------------------


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
        sides=(0, 1, 0, 1),
        dealer=None if s.dealer < 0 else s.dealer,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, [HAND] * 4),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
