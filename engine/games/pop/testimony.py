"""What is wrong with a row of a score sheet: what no round brings, or what the play in the record contradicts (P-9.3, P-6)."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pop.deal import first_cube
from upcard.engine.games.pop.sheet import (
    about_last,
    answers_pop,
    derived_points,
    folder,
    pair,
    sheet_cube,
    sheet_points,
)
from upcard.engine.games.pop.table import HAND, Pop, missed_between, other, unsure
from upcard.engine.wording import counted, were
from upcard.schemas.events import Scored

# ---- Rows that cannot be (P-9.3) -----------------------------------------------------------------------------------


def row_is_possible(s: Pop, e: Scored) -> Answer:
    """Seven tricks or a fold, a cube from 1 to 6, a number for each seat (P-9.3)."""
    columns = {"tricks": e.tricks, "points": e.points, "totals": e.totals}
    faults = [
        Broken(says=f"{counted(len(column), name[:-1])} for 2 seats")
        for name, column in columns.items()
        if column is not None and len(column) != 2
    ]
    if e.seat is not None and e.seat > 1:
        faults.append(Broken(says=f"no seat {e.seat} at this table", clause="G-5", name="no_such_seat"))
    tricks = pair(e.tricks)
    if tricks is not None:
        total = sum(tricks)
        if min(tricks) < 0 or (total != HAND if e.seat is None else total >= HAND):
            faults.append(Broken(says=f"{tricks[0]} and {tricks[1]} tricks: seven, or fewer and a fold"))
    start = max(1, first_cube(s))
    if e.amount is not None and not max(1, start) <= e.amount <= 6:
        faults.append(Broken(says=f"the cube shows {max(1, start)} to 6, not {e.amount}", name="wrong_cube"))
    if e.bids is not None:
        faults += sheet_pops(s, e, start)
    if e.amount is None and e.bids is None:
        faults += points_possible(s, e, start)
    return faults + folded_at_six(s, e)


def folded_at_six(s: Pop, e: Scored) -> list[Broken]:
    """A fold answers a pop, and nobody may pop while the cube shows six (P-4.2)."""
    seat, cube = folder(e), sheet_cube(s, e)
    points = pair(e.points)
    if seat >= 0 and cube < 0 and e.amount is None and points is not None:
        cube = points[other(seat)]
    if seat < 0 or cube != 6 or s.phase == "between":
        return []
    says = f"seat {other(seat)} popped while the cube showed six"
    return [Broken(seat=other(seat), says=says, clause="P-4.2", kind="breach", name="cube_at_six")]


def sheet_pops(s: Pop, e: Scored, start: int) -> list[Broken]:
    """The accepted pops of a row: as many as the cube went up, by the players in turn (P-4.2, P-4.4)."""
    bids, faults = list(e.bids or ()), []
    if any(not 0 <= seat < 2 for seat in bids):
        return [Broken(says="a pop of a seat that is not at this table", clause="G-5", name="no_such_seat")]
    cube = start + len(bids)
    if cube > 6:
        faults.append(
            Broken(says=f"{len(bids)} accepted pops from {start} are more than the cube has", name="wrong_cube")
        )
    elif e.amount is not None and e.amount != cube and 1 <= e.amount <= 6 and first_cube(s) > 0:
        faults.append(
            Broken(says=f"{len(bids)} accepted pops make a cube of {cube}, not {e.amount}", name="wrong_cube")
        )
    if s.options.pop_repeat == "alternate":
        calls = bids + [other(folder(e))] * (folder(e) >= 0)
        before = [s.popper] if s.options.pop_memory == "match" and s.phase != "between" and not s.pops else []
        for first, second in zip([*before, *calls], [*before, *calls][1:], strict=False):
            if first == second:
                says = f"seat {second} popped twice in a row"
                faults.append(Broken(seat=second, says=says, kind="breach", name="pop_not_allowed"))
    return faults


def points_possible(s: Pop, e: Scored, start: int) -> list[Broken]:
    """Points alone, or totals: what the cube may show for one seat, 0 or 1 for the other."""
    points, totals, only = pair(e.points), pair(e.totals), False
    if e.points is None and totals is not None and s.phase != "between" and min(s.totals) >= 0:
        only = e.tricks is None and e.seat is None and not e.void
        only = only and not any(s.carried)
        points = [after - before for after, before in zip(totals, s.totals, strict=True)] if only else None
    if points is None or (min(points) in {0, 1} and max(1, start) <= max(points) <= 6):
        return []
    says = f"{points[0]} and {points[1]} points: no round brings that"
    if only:
        return [Broken(says=says, clause="P-6.4", kind="testimony", name="wrong_totals")]
    return [Broken(says=says, name="impossible_points")]


# ---- Rows that the play contradicts --------------------------------------------------------------------------------


def row_is_true(s: Pop, e: Scored) -> Answer:
    """A row agrees with the play as far as that is in the record, and its points with the row (P-6.1 to P-6.4)."""
    if s.phase == "between":
        if about_last(s, e):
            return compare(s, e)
        return (
            None if missed_between(s) else Broken(says="a row where no round is on", clause="G-5", kind="contradiction")
        )
    faults, derived, points, totals = [], derived_points(s, e), pair(e.points), pair(e.totals)
    clause = "P-6.1" if folder(e) < 0 else "P-6.2"
    for seat in (0, 1):
        if points is not None and 0 <= derived[seat] != points[seat]:
            says = f"{were(points[seat], 'point')} written for seat {seat}; the round brings {derived[seat]}"
            faults.append(Broken(seat=seat, says=says, clause=clause))
    gained = sheet_points(s, e)
    if totals is not None and not e.void:
        faults += wrong_totals(
            s, totals, [a + b if a >= 0 and b >= 0 else -1 for a, b in zip(s.totals, gained, strict=True)]
        )
    if not unsure(s) and (s.lines or s.pops or s.must_answer):
        faults += less_than_played(s, e)
    return faults


def less_than_played(s: Pop, e: Scored) -> list[Broken]:
    """A row has at least the tricks and the cube that the play shows already."""
    faults = [
        Broken(seat=seat, says=f"{were(said, 'trick')} written for seat {seat}; the play shows {s.taken[seat]} already")
        for seat, said in enumerate(pair(e.tricks) or ())
        if said < s.taken[seat]
    ]
    if e.amount is not None and e.amount < s.cube:
        faults.append(
            Broken(
                says=f"a cube of {e.amount} was written; it shows {s.cube} already", name="wrong_cube", clause="P-4.3"
            )
        )
    if e.bids is not None and not (s.lapsed or s.doubtful) and list(e.bids[: len(s.pops)]) != s.pops:
        says = f"pops of {list(e.bids)} were written; accepted were {s.pops} already"
        faults.append(Broken(says=says, name="wrong_pops", clause="P-4.3"))
    points = pair(e.points)
    if points is not None and sheet_cube(s, e) < 0 and e.amount is None and max(points) < s.cube:
        says = f"{points[0]} and {points[1]} points were written; the cube shows {s.cube} already"
        faults.append(Broken(says=says))
    if s.must_answer and sheet_cube(s, e) == s.cube and not answers_pop(s, e):
        says = f"seat {s.offer} had popped: the cube rises, or seat {other(s.offer)} folds"
        faults.append(Broken(seat=e.seat, says=says, name="wrong_fold", clause="P-4.3"))
    return faults


def compare(s: Pop, e: Scored) -> list[Broken]:
    """Where the row differs from what follows from the round that just ended."""
    faults = []
    tricks, points, totals = pair(e.tricks), pair(e.points), pair(e.totals)
    if tricks is not None and (sum(s.taken) == HAND or s.how == "folded") and tricks != s.taken and not s.gap:
        faults.append(
            Broken(says=f"tricks {tricks} were written; the play gives {s.taken}", name="wrong_split", clause="P-3.4")
        )
    if e.amount is not None and 0 <= s.cube != e.amount:
        faults.append(
            Broken(says=f"a cube of {e.amount} was written; it showed {s.cube}", name="wrong_cube", clause="P-4.3")
        )
    if e.bids is not None and s.how != "sheet" and not s.gap and not s.doubtful and list(e.bids) != s.pops:
        faults.append(
            Broken(
                says=f"pops of {list(e.bids)} were written; accepted were {s.pops}", name="wrong_pops", clause="P-4.3"
            )
        )
    if e.seat is not None and s.how in {"played", "folded"} and (s.how == "played" or e.seat != other(s.won_by)):
        faults.append(Broken(seat=e.seat, says=f"seat {e.seat} did not fold", name="wrong_fold", clause="P-6.2"))
    if points is not None:
        clause = "P-6.2" if s.how == "folded" else "P-6.1"
        for seat in (0, 1):
            if 0 <= s.gained[seat] != points[seat]:
                says = f"{points[seat]} points were written for seat {seat}; the round brings {s.gained[seat]}"
                faults.append(Broken(seat=seat, says=says, clause=clause))
    return faults + (wrong_totals(s, totals, s.totals) if totals is not None else [])


def wrong_totals(s: Pop, written: list[int], due: list[int]) -> list[Broken]:
    """Totals that do not add up, where all rounds before are known (P-6.4). One that is as wrong as the total before is
    told of no more.
    """
    return [
        Broken(
            seat=seat,
            says=f"a total of {said} was written for seat {seat}; the rounds add up to {total}",
            clause="P-6.4",
            name="wrong_totals",
        )
        for seat, (said, total) in enumerate(zip(written, due, strict=True))
        if 0 <= total != said and (not s.carried[seat] or said - s.carried[seat] != total)
    ]
