"""DZ-6 Settlement: what a hand brings, and when the session ends."""

from typing import Literal

from upcard.engine.games.dou_dizhu.table import (
    LANDLORD,
    MOST_BID,
    NOBODY,
    OPPONENTS,
    SEATS,
    DouDizhu,
)
from upcard.engine.mechanisms.ledger import Row

Amounts = list[int | None]
"""Chips by seat; None where the record does not tell."""


def stake(bid: int, bombs: int) -> int:
    """The bid, doubled for each bomb and rocket (DZ-6.1)."""
    return bid << bombs


def is_spring(s: DouDizhu, side: int) -> bool:
    """Whether the stake doubles once more: the losers never played, or the landlord once and lost (DZ-6.2, DZ-6.4)."""
    if s.options.spring == "none" or s.landlord < 0:
        return False
    if side == LANDLORD:
        return sum(s.plays) == s.plays[s.landlord]
    return s.plays[s.landlord] == 1


def points_of(landlord: int, side: int, value: int | None) -> Amounts:
    """What each seat gets or pays (DZ-6.1)."""
    if not 0 <= landlord < SEATS or side < 0 or value is None:
        return [None] * SEATS
    sign = 1 if side == LANDLORD else -1
    return [sign * (2 * value if seat == landlord else -value) for seat in range(SEATS)]


def value_now(s: DouDizhu, side: int) -> int | None:
    """What each opponent pays or gets if the hand ends now and this side wins; None if that cannot be told."""
    if s.landlord < 0 or not 1 <= s.bid <= MOST_BID or s.unsure:
        return None
    return stake(s.bid, s.bombs) << is_spring(s, side)


def settle_played(s: DouDizhu, seat: int) -> None:
    """A hand is empty: the hand ends (DZ-5.2)."""
    s.out = seat
    if s.landlord >= 0:
        s.side = LANDLORD if seat == s.landlord else OPPONENTS
    s.loose |= s.holed
    value = value_now(s, s.side)
    settle(s, "played", value, points_of(s.landlord, s.side, value))


def settle(s: DouDizhu, how: Literal["played", "sheet"], value: int | None, points: Amounts) -> None:
    """The hand ends, and brings these points."""
    s.phase, s.how, s.ended, s.turn = "between", how, s.hand, NOBODY
    s.counted = None if s.counted is None else s.counted + 1
    s.before = s.totals[:]
    record(s, value, points)


def record(s: DouDizhu, value: int | None, points: Amounts) -> None:
    """Keep what the last hand brought, for the first time or anew."""
    s.settled += 1
    s.value, s.points = value, points
    if s.missed:
        return  # of the totals after it nothing is known
    s.totals = [plus(had, new) for had, new in zip(s.before, points, strict=True)]
    s.over = session_over(s)


def plus(one: int | None, other: int | None) -> int | None:
    """The sum, if both are known."""
    return None if one is None or other is None else one + other


def session_over(s: DouDizhu) -> bool:
    """Whether the session has certainly ended (DZ-6.3)."""
    number = s.options.session_number
    if s.options.session_end == "hands":
        return s.counted is not None and s.counted >= number
    return s.options.session_end == "target" and any(total is not None and total >= number for total in s.totals)


def winners(s: DouDizhu) -> list[int]:
    """Who has most chips (DZ-6.4); nobody if a total is not known."""
    known = [total for total in s.totals if total is not None]
    if len(known) < SEATS:
        return []
    return [seat for seat, total in enumerate(known) if total == max(known)]


def transfers(s: DouDizhu) -> list[Row]:
    """What passed between seats in the last hand: giver, taker, amount, and a 0."""
    if s.value is None or s.landlord < 0 or s.side < 0:
        return []
    others = [seat for seat in range(SEATS) if seat != s.landlord]
    if s.side == LANDLORD:
        return [(seat, s.landlord, s.value, 0) for seat in others]
    return [(s.landlord, seat, s.value, 0) for seat in others]
