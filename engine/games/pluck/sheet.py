"""Rows of a score sheet (PL-5.1, PL-3.1): what they settle, and whether they are true."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pluck.dealer import take_up
from upcard.engine.games.pluck.scoring import UNTOLD, award, award_written, numbers, settle, void
from upcard.engine.games.pluck.table import GIFT, SEATS, SIZE, Pluck, dealers_of, quotas
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Scored

Ints = tuple[int, ...]

# ---- What a row says -----------------------------------------------------------------------------------------------


def is_row(row: Ints | None) -> bool:
    """Whether these are numbers for three seats, none below 0."""
    return row is not None and len(row) == SEATS and min(row) >= 0


def is_split(tricks: Ints | None) -> bool:
    """Whether these are the seventeen tricks of a hand."""
    return tricks is not None and is_row(tricks) and sum(tricks) == SIZE


def split_of(s: Pluck, e: Scored) -> Ints | None:
    """The tricks of a row, if they can be and the play shows nothing else."""
    if e.tricks is None or not is_split(e.tricks):
        return None
    return e.tricks if all(map(int.__ge__, e.tricks, s.taken)) else None


def points_of(tricks: Ints, dealer: int) -> Ints:
    """Points are the tricks above the quota (PL-5.1).

    >>> points_of((9, 4, 4), 0)
    (2, 0, 0)
    """
    return tuple(max(0, taken - quota) for taken, quota in zip(tricks, quotas(dealer), strict=True))


def can_be(points: Sequence[int], dealer: int, taken: Sequence[int] = (0, 0, 0)) -> bool:
    """Whether some seventeen tricks bring these points. dealer: below 0 any; taken: tricks made so far.

    >>> can_be((2, 0, 0), 0), can_be((3, 2, 1), 0), can_be((11, 0, 0), 0), can_be((11, 0, 0), 1)
    (True, False, False, True)
    """
    return any(_can_be(points, quotas(one), taken) for one in ([dealer] if dealer >= 0 else range(SEATS)))


def _can_be(points: Sequence[int], quota: Sequence[int], taken: Sequence[int]) -> bool:
    most = [due + gained for due, gained in zip(quota, points, strict=True)]
    least = [top if gained else made for top, gained, made in zip(most, points, taken, strict=True)]
    return all(map(int.__ge__, most, taken)) and sum(least) <= SIZE <= sum(most)


def dealer_of(s: Pluck, e: Scored) -> int:
    """The dealer of the hand: of the record, else as written; -1 if neither tells."""
    told = s.dealer < 0 and e.seat is not None and e.seat < SEATS and (not s.dealers or e.seat in s.dealers)
    return e.seat if told and e.seat is not None else s.dealer


def written_points(s: Pluck, e: Scored, before: Sequence[int]) -> Ints | None:
    """The points of a row, or what its totals are above those before, as long as they can be."""
    points = e.points
    if points is None and e.totals is not None and is_row(e.totals) and min(before) >= 0:
        points = tuple(after - total for after, total in zip(e.totals, before, strict=True))
    told = points is not None and is_row(points) and can_be(points, dealer_of(s, e), s.taken)
    return points if told else None


def dealer_by_row(s: Pluck, tricks: Ints, points: Ints | None) -> int:
    """The only dealer with whom these tricks bring these points, or -1."""
    fitting = [dealer for dealer in s.dealers or range(SEATS) if points_of(tricks, dealer) == points]
    return fitting[0] if len(fitting) == 1 else -1


# ---- What it does --------------------------------------------------------------------------------------------------


def score(s: Pluck, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, and tells what the play could not; totals take up a
    count that was lost.
    """
    if s.phase != "between":
        if e.void:
            void(s)
        elif s.phase != "play" or is_split(e.tricks) or is_row(e.points) or is_row(e.totals):
            settle_by_row(s, e, s.totals)
    elif is_untold(s) and (split_of(s, e) or written_points(s, e, s.before)):
        settle_by_row(s, e, s.before)
    if s.phase == "between" and e.totals is not None and is_row(e.totals):
        if min(s.totals) < 0 and not wrong_totals(s, e, list(e.points or ()) if is_row(e.points) else [], False):
            s.totals = list(e.totals)
            take_up(s)
        s.over_written = [written - total for written, total in zip(e.totals, s.totals, strict=True)]


def is_untold(s: Pluck) -> bool:
    """Whether a hand has ended, and what it brought cannot be told."""
    return s.how in {"played", "sheet"} and s.ended == s.hand and min(s.points) < 0 and not s.gap


def settle_by_row(s: Pluck, e: Scored, before: Sequence[int]) -> None:
    """The hand ends with this row: its tricks come before its points, and neither counts against the play."""
    s.trump = s.trump or e.trump or ""
    s.dealer = dealer_of(s, e)
    split, points = split_of(s, e), written_points(s, e, before)
    if split is not None:
        s.dealer = dealer_by_row(s, split, points) if s.dealer < 0 else s.dealer
        s.taken = list(split)
        settle(s, "sheet")
    elif points is not None and not is_split(e.tricks) and not wrong_totals(s, e, list(points), False):
        award_written(s, points)
    else:
        s.told = False
        award(s, "sheet", UNTOLD)


# ---- Whether it is true --------------------------------------------------------------------------------------------


def is_compared(s: Pluck) -> bool:
    """Whether a row belongs to the hand that is on, or that ended last."""
    return s.phase != "between" or (s.how in {"played", "sheet"} and not s.gap)


def row_has_a_hand(s: Pluck, e: Scored) -> Answer:
    """A row tells of a hand that was begun, and a void one brings nothing."""
    if s.phase == "between" and not s.hand and not s.gap:
        return Broken(says="a row of a hand that was never begun")
    void_hand = s.how == "void" if s.phase == "between" else e.void
    if void_hand and not s.gap and (any(e.points or ()) or any(e.tricks or ())):
        return Broken(says="tricks or points were written of a hand that is void")
    if e.void and s.phase == "between" and s.how in {"played", "sheet"} and not s.gap:
        return Broken(says="a void hand was written; it was played and counts")
    return None


def dealer_is_true(s: Pluck, e: Scored) -> Answer:
    """The dealer written is the one the record knows (PL-2.5)."""
    dealers = dealers_of(s)
    if e.seat is None or not is_compared(s) or e.seat in dealers or (not dealers and e.seat < SEATS):
        return None
    if e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table")
    return Broken(says=f"seat {e.seat} was written as dealer; it was seat {' or '.join(map(str, dealers))}")


def tricks_are_true(s: Pluck, e: Scored) -> Answer:
    """Seventeen tricks, and those that were played (PL-2.4)."""
    if e.tricks is None:
        return None
    if not is_split(e.tricks):
        return Broken(says=f"{numbers(e.tricks)} tricks cannot be: 17 in all, for three seats")
    if not is_compared(s) or e.void:
        return None
    if s.phase == "between" and sum(s.taken) == SIZE:
        says = f"tricks {numbers(e.tricks)} were written; the play gives {numbers(s.taken)}"
        return Broken(says=says) if list(e.tricks) != s.taken else None
    if split_of(s, e) is None:
        return Broken(says=f"tricks {numbers(e.tricks)} were written; the play shows {numbers(s.taken)} already")
    return None


def points_are_true(s: Pluck, e: Scored) -> Answer:
    """Points follow from the tricks, totals from the points (PL-5.1)."""
    if not is_compared(s) or e.void:
        return None
    columns = {"points": e.points, "totals": e.totals}
    malformed = [(name, row) for name, row in columns.items() if row is not None and not is_row(row)]
    if malformed:
        return [Broken(says=f"{name} {numbers(row)} cannot be: three seats, none below 0") for name, row in malformed]
    due = s.points if s.phase == "between" and min(s.points) >= 0 else row_points(s, e)
    faults = [Broken(says=says) for says in wrong_points(s, e, due)]
    return [*faults, *(Broken(says=says) for says in wrong_totals(s, e, due, bool(faults)))]


def row_points(s: Pluck, e: Scored) -> list[int]:
    """The points of a row that settles its hand: by its tricks, if they are written; none if that cannot be told."""
    split, points = split_of(s, e), written_points(s, e, totals_before(s))
    if split is None:
        return [] if is_split(e.tricks) else list(points or ())
    dealer = dealer_of(s, e)
    dealer = dealer_by_row(s, split, points) if dealer < 0 else dealer
    return list(points_of(split, dealer)) if dealer >= 0 else []


def totals_before(s: Pluck) -> list[int]:
    """The totals the hand began with."""
    return s.before if s.phase == "between" else s.totals


def wrong_points(s: Pluck, e: Scored, due: list[int]) -> list[str]:
    """What is wrong with the points of a row. due: those that follow, if that can be told."""
    if e.points is None or list(e.points) == due:
        return []
    if due:
        return [f"points {numbers(e.points)} were written; the tricks give {numbers(due)}"]
    split = split_of(s, e)
    if split is not None and dealer_of(s, e) < 0:
        return [f"points {numbers(e.points)} were written; tricks {numbers(split)} give none such, whoever dealt"]
    if is_split(e.tricks) or can_be(e.points, dealer_of(s, e), s.taken):
        return []
    return [f"points {numbers(e.points)} cannot be: no seventeen tricks bring them"]


def wrong_totals(s: Pluck, e: Scored, due: list[int], points_are_wrong: bool) -> list[str]:
    """What is wrong with the totals of a row. What was said of the points, or of totals before, is not said again."""
    before = totals_before(s)
    if e.totals is None or not is_row(e.totals) or min(before) < 0:
        return []
    gained = [after - total for after, total in zip(e.totals, before, strict=True)]
    carried = [more - over for more, over in zip(gained, s.over_written, strict=True)]
    if due and due not in (gained, carried):
        if points_are_wrong and list(e.points or ()) in (gained, carried):
            return []
        totals = [total + more for total, more in zip(before, due, strict=True)]
        return [f"totals {numbers(e.totals)} were written; they are {numbers(totals)}"]
    if not due and not any(min(row) >= 0 and can_be(row, dealer_of(s, e), s.taken) for row in (gained, carried)):
        return [f"totals {numbers(e.totals)} cannot be after {numbers(before)}"]
    return []


def plucks_are_true(s: Pluck, e: Scored) -> Answer:
    """No more plucks than the hand before gave, and those that were taken (PL-3.1)."""
    if e.plucks is None or not is_compared(s):
        return None
    if not is_row(e.plucks):
        return Broken(says=f"plucks {numbers(e.plucks)} cannot be: three seats, none below 0")
    given = [0] * SEATS
    for move in s.moved:
        given[move.source] += move.answers == GIFT
    over = s.phase == "play" or (s.phase == "between" and s.how == "played")
    if over and not s.gap and not s.lost:
        says = f"plucks {numbers(e.plucks)} were written; {numbers(given)} were taken"
        return Broken(says=says) if list(e.plucks) != given else None
    if s.phase == "between" or not s.told:
        return None
    rights = [max(0, over) for over in s.excess]
    wrong = [seat for seat, taken in enumerate(e.plucks) if taken > max(rights[seat], given[seat])]
    if wrong:
        says = f"plucks {numbers(e.plucks)} were written; the hand before gives {numbers(rights)}"
        return Broken(seat=wrong[0], says=says)
    if not s.options.pluck_optional and any(map(int.__lt__, e.plucks, rights)):
        says = f"plucks {numbers(e.plucks)} were written; all {numbers(rights)} must be taken"
        return Broken(says=says, clause="PL-3.6")
    return None


def trump_is_true(s: Pluck, e: Scored) -> Answer:
    """The suit written is the one that was named (PL-2.3)."""
    if e.trump is None or not s.trump or e.trump == s.trump or not is_compared(s):
        return None
    return Broken(says=f"trump {SUIT_NAMES[e.trump]} was written; {SUIT_NAMES[s.trump]} was named")
