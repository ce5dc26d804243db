"""CP-7 Session: rows of a score sheet, and how a hand came out."""

from collections.abc import Iterable, Sequence
from typing import Any

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.court_piece.deal import after_the_last, begin_hand, fill_hands
from upcard.engine.games.court_piece.revoke import claim_is_true
from upcard.engine.games.court_piece.scoring import (
    Way,
    award,
    courses,
    courses_of,
    follows_the_rules,
    late_claim_counts,
    settle_void,
    unsettle,
    ways,
)
from upcard.engine.games.court_piece.slips import certain, drop_doubtful
from upcard.engine.games.court_piece.table import CourtPiece, no_seat
from upcard.engine.mechanisms.called import winner_fault
from upcard.engine.mechanisms.seats import agrees, by_side, level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import HandStarted, ResultCalled, Ruled, Scored

Ints = tuple[int, ...]

# ---- What a row says -----------------------------------------------------------------------------------------------


def ended_by_row(s: CourtPiece, e: Scored) -> CourtPiece:
    """A copy in which the hand has ended with this row, or as it did before it, but nothing is counted yet."""
    told = s.copied()
    if s.phase != "between":
        told.how, told.offender, told.split = "sheet", -1, []
        fill_hands(told)
    elif s.was:
        unsettle(told)
    told_of = told.offender < 0 and told.how in {"sheet", "forfeit"} and not told.split
    if e.seat is not None and e.seat < 4 and (told_of or claims_late(s, e)):
        told.how, told.offender, told.split = "forfeit", e.seat, []
    elif told.how in {"sheet", "played", "stopped"} and not told.split:
        told.split = split_of(told, e)
    return told


def claims_late(s: CourtPiece, e: Scored) -> bool:
    """Whether a row alone tells of a revoke that was established after the hand, where that counts (CP-6.4, CP-8)."""
    return e.seat is not None and e.seat < 4 and late_claim_counts(s)


def split_of(s: CourtPiece, e: Scored) -> list[int]:
    """The tricks of a row, if a hand that kept the rules may have brought them after what was played; else none."""
    split = list(e.tricks or ())
    could = courses(s, split) if len(split) == 2 else ()
    if s.how == "sheet":
        could = tuple(one for one in could if follows_the_rules(one, play_on=s.options.play_on_allowed))
    return split if could else []


def still_open(s: CourtPiece, told: CourtPiece) -> list[Way]:
    """The ways a hand may have come out, by the play and the rows before. told: see `ended_by_row`."""
    could = ways(told)
    return could if s.phase != "between" else [way for way in could if agrees(s.gained, way.gained)] or could


def added(courts: Sequence[int | None], gained: Sequence[int]) -> tuple[int | None, ...]:
    """Courts with what was gained, where they are known."""
    return tuple(None if had is None else had + more for had, more in zip(courts, gained, strict=True))


def brings(told: CourtPiece, way: Way, totals: Sequence[int]) -> bool:
    """Whether these totals follow from those before, or from those written before."""
    after = added(told.courts, way.gained)
    carried = [total - over for total, over in zip(totals, told.over, strict=True)]
    return agrees(after, totals) or agrees(after, carried)


def fitting(told: CourtPiece, could: list[Way], e: Scored) -> list[Way]:
    """The ways that agree with the courts and totals of a row; each column is left out that agrees with none."""
    points, totals = by_side(e.points), by_side(e.totals)
    if points is not None:
        could = [way for way in could if way.gained == points] or could
    if totals is not None:
        could = [way for way in could if brings(told, way, totals)] or could
    return could


# ---- What it does --------------------------------------------------------------------------------------------------


def score(s: CourtPiece, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, and tells what the play could not; totals take up
    a count that was lost.
    """
    if is_a_hand(s):
        begin_row(s)
    if s.phase == "between" and not s.how:
        s.astray = True
        take_totals(s, e)
    elif s.phase != "between" and e.void:
        settle_void(s)
    else:
        if s.phase != "between" or (s.was and not e.void and (None in s.gained or claims_late(s, e))):
            settle_by_row(s, e)
        take_totals(s, e)


def is_a_hand(s: CourtPiece) -> bool:
    """Whether a row is a hand of its own, as on a sheet of one line a hand, where no beginnings are written down."""
    return s.phase == "between" and s.by_rows and not s.astray


def begin_row(s: CourtPiece) -> None:
    """A hand that only its row tells of."""
    begin_hand(s, HandStarted())
    s.by_rows = True


def settle_by_row(s: CourtPiece, e: Scored) -> None:
    """The hand ends with this row, or more is known of it."""
    drop_doubtful(s)
    told = ended_by_row(s, e)
    could = fitting(told, still_open(s, told), e)
    if s.phase == "between":
        unsettle(s)
    else:
        fill_hands(s)
    s.trump = s.trump or e.trump or ""
    s.how, s.offender, s.split = told.how, told.offender, told.split
    s.taken = s.split[:] or s.taken
    award(s, could)


def take_totals(s: CourtPiece, e: Scored) -> None:
    """The totals as written, where none are known; else by how much they differ."""
    totals = by_side(e.totals)
    if totals is None or min(totals) < 0 or e.void:
        return
    s.courts = [written if known is None else known for written, known in zip(totals, s.courts, strict=True)]
    s.over = [written - known for written, known in zip(totals, s.courts, strict=True) if known is not None]


# ---- Whether it is true --------------------------------------------------------------------------------------------


def sheet_is_true(s: CourtPiece, e: Scored) -> Answer:
    """A row is one that can be, and agrees with the play as far as that is in the record."""
    if is_a_hand(s):
        late, s = after_the_last(s), s.copied()
        begin_row(s)
        return [*late, *row_faults(s, e)]
    return row_faults(certain(s), e)


def claim_of_row_is_true(s: CourtPiece, e: Scored) -> Answer:
    """A revoke that only the row tells of, after the hand, is checked as any claim is (CP-6.6)."""
    return claim_is_true(s, Ruled(what="revoke", seat=e.seat)) if claims_late(s, e) else None


def row_faults(s: CourtPiece, e: Scored) -> list[Broken]:
    """What is wrong with the row of a hand that was begun."""
    over = s.phase == "between"
    if over and not s.how:
        return [] if s.gap or s.astray else [Broken(says="a row of a hand that was never begun")]
    if e.seat is not None and e.seat > 3:
        return [no_seat(e.seat)]
    if e.void or (over and s.how == "void"):
        return [Broken(says=says) for says in void_faults(s, e)]
    faults = tricks_faults(s, e) + other_faults(s, e)
    return [Broken(says=says) for says in faults + points_faults(s, e)]


def void_faults(s: CourtPiece, e: Scored) -> list[str]:
    """What is wrong with a void row, or with a row of a hand that was void."""
    if s.phase == "between" and s.how != "void":
        return ["a void hand was written; it was played and counts"]
    if any(e.points or ()) or any(e.tricks or ()) or e.seat is not None:
        return ["tricks, courts or a revoke were written of a hand that is void"]
    return []


def tricks_faults(s: CourtPiece, e: Scored) -> list[str]:
    """What is wrong with a split of tricks: 13 in all, or 7 to 12 where a sweep was stopped; and those played."""
    if e.tricks is None:
        return []
    if len(e.tricks) != 2 or min(e.tricks) < 0:
        return ["tricks are written for two sides, none below 0"]
    split, total = list(e.tricks), sum(e.tricks)
    cannot = f"{split[0]} and {split[1]} tricks cannot be"
    if total > 13:
        return [cannot]
    if e.seat is None and s.how != "forfeit":
        free = courses_of((0, 0, 0, 0), range(total, total + 1), e.tricks)
        legal = any(follows_the_rules(one, play_on=s.options.play_on_allowed) for one in free)
        if not legal and not (s.phase == "between" and s.how == "stopped"):
            return [
                f"{cannot}: 13 in all, or {'7 to 12 after a sweep' if s.options.play_on_allowed else '7 by a sweep'}"
            ]
    if s.phase == "between" and (s.astray or (s.how == "sheet" and not s.split)):
        return []
    if s.split and s.phase == "between":
        return [f"tricks {split} were written; the row before gives {s.split}"] if split != s.split else []
    if could_be(s, e, split):
        return []
    least = "at least " if goes_on_unseen(s) else ""
    return [f"tricks {split} were written; the play gives {least}{s.taken}"]


def goes_on_unseen(s: CourtPiece) -> bool:
    """Whether the hand may have more tricks than those of which it is known who won them."""
    return s.gap or not s.winners or -1 in s.winners or s.phase != "between"


def could_be(s: CourtPiece, e: Scored, split: list[int]) -> bool:
    """Whether the play of the hand may have brought this split."""
    if e.seat is not None or s.how == "forfeit":
        return all(map(int.__ge__, split, s.taken)) if goes_on_unseen(s) else split == s.taken
    return bool(split_of(ended_by_row(s, Scored()), Scored(tricks=(split[0], split[1]))))


def other_faults(s: CourtPiece, e: Scored) -> list[str]:
    """Trump and the revoke of a row against those in the record, and columns that are not those of two sides."""
    faults = []
    if e.trump is not None and s.trump and e.trump != s.trump:
        faults.append(f"trump {SUIT_NAMES[e.trump]} was written; {SUIT_NAMES[s.trump]} was named")
    if s.phase == "between" and e.seat is not None and not claims_late(s, e):
        if s.how != "forfeit" and (s.how != "sheet" or s.split):
            faults.append(f"a revoke of seat {e.seat} was written; none was established")
        elif s.offender not in {-1, e.seat}:
            faults.append(f"a revoke of seat {e.seat} was written; it was established against seat {s.offender}")
    for said, column in (("courts", e.points), ("totals", e.totals)):
        if column and by_side(column) is None:
            faults.append(f"{said} {list(column)} are not those of two sides")
    return faults


def points_faults(s: CourtPiece, e: Scored) -> list[str]:
    """Courts and totals of a row against those that follow from the play, or from the row itself. A wrong total is
    not told again when the rows after it were added to it.
    """
    told = ended_by_row(s, e)
    points, totals, faults = by_side(e.points), by_side(e.totals), []
    could = still_open(s, told)
    right = could if points is None else [way for way in could if way.gained == points]
    if points is not None and not right:
        faults.append(f"courts {points} {why_not(way.gained for way in could)}")
        courts = max(points)
        if totals is not None and brings(told, Way(points.index(courts), courts, 0, -1, -1), totals):
            return faults
    if totals is not None and not any(brings(told, way, totals) for way in right or could):
        faults.append(f"totals {totals} {why_not(list(added(told.courts, way.gained)) for way in right or could)}")
    return faults


def why_not(could: Iterable[list[Any]]) -> str:
    """What to say of numbers that are none of those that could have been written: which, if these are one or two."""
    due = sorted({str(numbers) for numbers in could})
    return "cannot be" if len(due) > 2 or "None" in due[0] else f"were written; they are {' or '.join(due)}"


def called_rightly(s: CourtPiece, e: ResultCalled) -> Answer:
    """Who is called the winner of the hand that has just ended has won it (CP-4.1); or leads in courts."""
    if e.seat is not None and e.seat > 3:
        return no_seat(e.seat)
    if s.phase != "between" or not s.how or s.astray or e.hand not in {None, s.hand}:
        return None
    return winner_fault(e, result(s).won, [seat for seat in range(4) if may_lead(s, seat & 1)])


def may_lead(s: CourtPiece, side: int) -> bool:
    """Whether a side may have more courts than the other."""
    own, other = s.courts[side], s.courts[1 - side]
    return own is None or own > (other or 0)


# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: CourtPiece) -> Result:
    """How the hand that just ended came out. A side's courts stand at both its seats."""
    void = s.how == "void"
    won = [False if void else None if s.won_by < 0 else side == s.won_by for side in (0, 1)]
    return Result(
        points=(*s.gained, *s.gained),
        won=(*won, *won),
        sides=(0, 1, 0, 1),
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=not void,
        level="sheet" if s.how in {"sheet", "forfeit"} and not s.cards else level_of(s.places, [13] * 4),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
