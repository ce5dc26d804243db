"""PL-5 Scoring: points of a hand, plucks it brings, the end of the game."""

from collections.abc import Sequence
from typing import Final

from upcard.engine.game import Answer, Result
from upcard.engine.games.pluck.dealer import OFFS, count_others, keep_others
from upcard.engine.games.pluck.table import SEATS, SIZE, Pluck, dealers_of, no_hand, quotas
from upcard.engine.mechanisms.seats import level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.events import Voided

UNTOLD: Final = (-1,) * SEATS


def settle(s: Pluck, how: str) -> None:
    """The hand ends: points, plucks of the next hand, who deals next (PL-5.1, PL-3.1, PL-2.5)."""
    if s.dealer >= 0 and sum(s.taken) == SIZE:
        over = [taken - quota for taken, quota in zip(s.taken, quotas(s.dealer), strict=True)]
        s.told, s.excess = True, over
        points = [max(0, tricks) for tricks in over]
        if s.lone:
            count_others(s, points)
        award(s, how, points)
    else:
        s.told = False
        award(s, how, UNTOLD)


def award(s: Pluck, how: str, points: Sequence[int]) -> None:
    """Points are added up, -1 where they cannot be told; the deal goes to the left."""
    if s.phase != "between":
        s.before = s.totals
    s.points = list(points)
    s.totals = [
        total + gained if total >= 0 and gained >= 0 else -1 for total, gained in zip(s.before, points, strict=True)
    ]
    s.phase, s.how, s.turn, s.ended = "between", how, -1, s.hand
    s.settled += 1
    s.may_deal = [(dealer + 1) % SEATS for dealer in dealers_of(s)]


def award_written(s: Pluck, points: Sequence[int]) -> None:
    """Points alone tell the plucks, too: who has points has as many, and the others were short of the quota by as many
    together (PL-3.1, PL-5.1). Each alone by no more than that, nor than its quota.
    """
    s.told, s.excess = True, excess_by(points, s.dealer)
    if s.lone:
        keep_others(s, [excess_by(points, (s.dealer + off) % SEATS if s.dealer >= 0 else -1) for off in OFFS])
    award(s, "sheet", points)


def excess_by(points: Sequence[int], dealer: int) -> list[int]:
    """The plucks that points alone tell, by seat."""
    most = [min(sum(points), quota) for quota in (quotas(dealer) if dealer >= 0 else [SIZE] * SEATS)]
    excess = [gained or -short for gained, short in zip(points, most, strict=True)]
    if sum(gained > 0 for gained in points) == SEATS - 1:
        excess[list(points).index(0)] = -sum(points)
    return excess


def is_over(s: Pluck) -> bool:
    """Whether somebody has reached the target and, as the table plays it, leads alone (PL-5.2)."""
    best = max(s.totals)
    if s.phase != "between" or min(s.totals) < 0 or best < s.options.target:
        return False
    return s.options.tie_at_target == "shared" or s.totals.count(best) == 1


def void_is_due(s: Pluck, _e: Voided) -> Answer:
    """Only a hand that is on is thrown in (PL-2.4)."""
    return no_hand(s, "no hand is on that could be thrown in") if s.phase == "between" else None


def void(s: Pluck, _e: Voided | None = None) -> None:
    """The hand is thrown in: nothing is scored, and the plucks of the hand before stand."""
    if s.phase == "between":
        s.astray = True
        return
    s.phase, s.how, s.turn, s.ended = "between", "void", -1, s.hand
    s.points = [0] * SEATS
    s.settled += 1


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
