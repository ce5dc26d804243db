"""PL-5 Scoring: points of a hand, plucks it brings, the end of the game; rows of a score sheet."""

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.pluck.table import GIFT, SEATS, SIZE, Pluck, moves, quotas
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Scored, Voided


def settle(s: Pluck, how: str) -> None:
    """The hand ends: points, plucks of the next hand, who deals next (PL-5.1, PL-3.1, PL-2.5)."""
    if s.dealer >= 0 and sum(s.taken) == SIZE:
        over = [taken - quota for taken, quota in zip(s.taken, quotas(s.dealer), strict=True)]
        s.told, s.excess = True, over
        award(s, how, [max(0, tricks) for tricks in over])
    else:
        s.told = False
        award(s, how, [-1] * SEATS)


def award(s: Pluck, how: str, points: list[int]) -> None:
    """Points are added up, -1 where they cannot be told; the deal goes to the left."""
    s.points = points
    s.totals = [
        total + gained if total >= 0 and gained >= 0 else -1 for total, gained in zip(s.totals, points, strict=True)
    ]
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand
    s.settled += 1
    s.may_deal = [(s.dealer + 1) % SEATS] if s.dealer >= 0 else []


def is_over(s: Pluck) -> bool:
    """Whether somebody has reached the target and, as the table plays it, leads alone (PL-5.2)."""
    best = max(s.totals)
    if s.phase != "between" or min(s.totals) < 0 or best < s.options.target:
        return False
    return s.options.tie_at_target == "shared" or s.totals.count(best) == 1


def void(s: Pluck, _e: Voided) -> None:
    """The hand is thrown in: nothing is scored, and the plucks of the hand before stand."""
    if s.phase == "between":
        return
    s.phase, s.how, s.turn, s.ended = "between", "void", -1, s.hand
    s.points = [0] * SEATS
    s.settled += 1


# ---- Score sheets --------------------------------------------------------------------------------------------------


def score(s: Pluck, e: Scored) -> None:
    """A row settles a hand that was not played out in the record; totals take up a count that was lost."""
    if s.phase != "between" and (is_split(e.tricks) or is_row(e.points)):
        s.trump = s.trump or e.trump or ""
        s.dealer = dealer_by_row(e) if s.dealer < 0 else s.dealer
        if e.tricks is not None and is_split(e.tricks):
            s.taken = list(e.tricks)
        if s.dealer >= 0 and is_split(e.tricks):
            settle(s, "sheet")
        else:
            s.told = False
            award(s, "sheet", list(e.points) if e.points is not None and is_row(e.points) else [-1] * SEATS)
    if s.phase == "between" and e.totals is not None and is_row(e.totals) and min(s.totals) < 0:
        s.totals = list(e.totals)


def dealer_by_row(e: Scored) -> int:
    """The only dealer with whom these tricks bring these points, or -1."""
    if e.tricks is None or e.points is None or not is_split(e.tricks):
        return -1
    fitting = [dealer for dealer in range(SEATS) if points_of(e.tricks, dealer) == list(e.points)]
    return fitting[0] if len(fitting) == 1 else -1


def points_of(tricks: tuple[int, ...], dealer: int) -> list[int]:
    """Points are the tricks above the quota (PL-5.1).

    >>> points_of((9, 4, 4), 0)
    [2, 0, 0]
    """
    return [max(0, taken - quota) for taken, quota in zip(tricks, quotas(dealer), strict=True)]


def is_row(row: tuple[int, ...] | None) -> bool:
    """Whether these are numbers for three seats, none below 0."""
    return row is not None and len(row) == SEATS and min(row) >= 0


def is_split(tricks: tuple[int, ...] | None) -> bool:
    """Whether these are the seventeen tricks of a hand."""
    return tricks is not None and is_row(tricks) and sum(tricks) == SIZE


def tricks_are_true(s: Pluck, e: Scored) -> Answer:
    """Seventeen tricks, and those that were played (PL-2.4)."""
    if e.tricks is None:
        return None
    if not is_split(e.tricks):
        return Broken(says=f"{numbers(e.tricks)} tricks cannot be: 17 in all, for three seats")
    if s.phase == "play":
        return [
            Broken(says=f"seat {seat} has {written} tricks on the sheet; the play shows {s.taken[seat]} already")
            for seat, written in enumerate(e.tricks)
            if written < s.taken[seat]
        ]
    if s.phase == "between" and s.how in {"played", "sheet"} and sum(s.taken) == SIZE and list(e.tricks) != s.taken:
        return Broken(says=f"tricks {numbers(e.tricks)} were written; the play gives {numbers(s.taken)}")
    return None


def points_are_true(s: Pluck, e: Scored) -> Answer:
    """Points follow from the tricks, totals from the points (PL-5.1)."""
    faults = []
    ended = s.phase == "between"
    if ended and s.how not in {"played", "sheet"}:
        return None
    points = s.points if ended else row_points(s, e)
    told = len(points) == SEATS and min(points) >= 0
    if e.points is not None and told and list(e.points) != points:
        faults.append(Broken(says=f"points {numbers(e.points)} were written; the tricks give {numbers(points)}"))
    elif e.points is not None and not is_row(e.points):
        faults.append(Broken(says=f"points {numbers(e.points)} cannot be: three seats, none below 0"))
    if e.totals is not None and told and min(s.totals) >= 0:
        totals = s.totals if ended else [total + gained for total, gained in zip(s.totals, points, strict=True)]
        if list(e.totals) != totals:
            faults.append(Broken(says=f"totals {numbers(e.totals)} were written; they are {numbers(totals)}"))
    return faults


def row_points(s: Pluck, e: Scored) -> list[int]:
    """The points of a row: by its tricks, if they are written; of an unknown dealer, those written if they can be."""
    if e.tricks is None or not is_split(e.tricks):
        return list(e.points or ())
    ways = [points_of(e.tricks, dealer) for dealer in ([s.dealer] if s.dealer >= 0 else range(SEATS))]
    return list(e.points) if e.points is not None and list(e.points) in ways else ways[0] if len(ways) == 1 else []


def plucks_are_true(s: Pluck, e: Scored) -> Answer:
    """No more plucks than the hand before gave, and those that were taken (PL-3.1)."""
    if e.plucks is None:
        return None
    if not is_row(e.plucks):
        return Broken(says=f"plucks {numbers(e.plucks)} cannot be: three seats, none below 0")
    given = [0] * SEATS
    for move in moves(s):
        given[move.source] += move.answers == GIFT
    played = s.phase == "play" or (s.phase == "between" and s.how == "played")
    if played and not s.gap and not s.lost and list(e.plucks) != given:
        return Broken(says=f"plucks {numbers(e.plucks)} were written; {numbers(given)} were taken")
    if s.phase == "between" or not s.told:
        return None
    rights = [max(0, over) for over in s.excess]
    wrong = [seat for seat, taken in enumerate(e.plucks) if taken > rights[seat]]
    if wrong:
        says = f"plucks {numbers(e.plucks)} were written; the hand before gives {numbers(rights)}"
        return Broken(seat=wrong[0], says=says)
    if not s.options.pluck_optional and list(e.plucks) != rights:
        says = f"plucks {numbers(e.plucks)} were written; all {numbers(rights)} must be taken"
        return Broken(says=says, clause="PL-3.6")
    return None


def trump_is_true(s: Pluck, e: Scored) -> Answer:
    """The suit written is the one that was named (PL-2.3)."""
    if e.trump is None or not s.trump or e.trump == s.trump:
        return None
    return Broken(says=f"trump {SUIT_NAMES[e.trump]} was written; {SUIT_NAMES[s.trump]} was named")


def numbers(row: tuple[int, ...] | list[int]) -> str:
    """Numbers by seat: `7 6 4`."""
    return " ".join(map(str, row))


def result(s: Pluck) -> Result:
    """How the hand that just ended came out: the hand is won by whoever made most points in it, if any."""
    told = min(s.points) >= 0
    best = max(s.points)
    return Result(
        points=tuple(s.points) if told else (None,) * SEATS,
        won=tuple(best > 0 and points == best for points in s.points) if told else (None,) * SEATS,
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not s.cards else level_of(s.places, [SIZE] * SEATS),
        says=s.how,
        tricks=tricks_of(s.cards, s.by, s.winners, SEATS),
    )
