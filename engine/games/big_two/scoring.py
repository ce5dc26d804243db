"""B2-4 Scoring: penalties for cards left, totals, the end of the game."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from upcard.engine.games.big_two.table import HAND, NOBODY, NOT_KNOWN, BigTwo, BigTwoOptions, seats_of

Amounts = list[int | None]
"""Cards or points by seat; None where the record does not tell."""

_DOUBLED: Final = 2
_TRIPLED: Final = 3


def penalty(count: int | None, thresholds: tuple[int, int]) -> int | None:
    """The penalty for so many cards left (B2-4.1), or None for a count that cannot be."""
    if count is None or not 0 <= count <= HAND:
        return None
    doubled, tripled = thresholds
    return count * (_TRIPLED if count >= tripled else _DOUBLED if count >= doubled else 1)


def points_of(options: BigTwoOptions, counts: Sequence[int | None], offender: int = NOBODY, away: int = 0) -> Amounts:
    """What each seat scores for these cards left (B2-4.1, B2-7.3, B2-7.4). away: where nobody sits; without cards, they
    neither pay nor are paid.
    """
    there = taking_part(counts, away)
    penalties = [penalty(counts[seat], options.fry_thresholds) for seat in there]
    if offender in there and options.takes_all == "on":
        penalties = [total(penalties) if seat == offender else 0 for seat in there]
    if options.zero_sum_payout:
        everything = total(penalties)
        paid = [None if own is None or everything is None else everything - len(there) * own for own in penalties]
        return spread(paid, there, len(counts))
    return spread(penalties, there, len(counts))


def taking_part(amounts: Sequence[int | None], away: int) -> list[int]:
    """The seats that a hand is about: all but those where nobody sits, unless there is something of them."""
    return [seat for seat, amount in enumerate(amounts) if amount is not None or not away >> seat & 1]


def spread(amounts: Sequence[int | None], there: Sequence[int], seats: int) -> Amounts:
    """Amounts of some seats as a column of all."""
    column: Amounts = [None] * seats
    for seat, amount in zip(there, amounts, strict=True):
        column[seat] = amount
    return column


def total(amounts: Sequence[int | None]) -> int | None:
    """The sum, or None if an amount is not known."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None


def plus(one: int | None, other: int | None) -> int | None:
    """The sum, if both are known."""
    return None if one is None or other is None else one + other


def sums_of(s: BigTwo, before: Amounts, points: Amounts) -> Amounts:
    """The totals with what a hand brought. Where nobody sits nothing comes to them."""
    pairs = enumerate(zip(before, points, strict=True))
    return [had if s.away >> seat & 1 and more is None else plus(had, more) for seat, (had, more) in pairs]


def counts_for(options: BigTwoOptions, points: int) -> Sequence[int]:
    """The numbers of cards left that bring so many points (B2-4.1)."""
    return _counts_by_points(options.fry_thresholds).get(points, ())


@lru_cache(maxsize=32)
def _counts_by_points(thresholds: tuple[int, int]) -> dict[int, tuple[int, ...]]:
    """The numbers of cards left by what they bring."""
    counts: dict[int, tuple[int, ...]] = {}
    for count in range(HAND + 1):
        points = penalty(count, thresholds) or 0
        counts[points] = (*counts.get(points, ()), count)
    return counts


def winner_of(counts: Sequence[int | None]) -> int:
    """The seat without cards, or NOT_KNOWN if that is not exactly one."""
    return counts.index(0) if counts.count(0) == 1 else NOT_KNOWN


def acts_on(s: BigTwo, seat: int) -> bool:
    """Whether a seat that was out of cards acts on, after others did: then it was not, or they were right to."""
    return s.idle > 0 and s.how == "played" and winner_of(s.counts) == seat


def next_dealer(s: BigTwo) -> int:
    """The deal moves one seat left (B2-1.4); who is passed over, as nobody sits there, is seen when the next hand begins."""
    return (s.dealer + 1) % seats_of(s) if s.dealer >= 0 else NOBODY


def cards_left(s: BigTwo) -> Amounts:
    """The cards left in each hand. Who has none and laid none was dealt none, and is not the one who went out."""
    counts = [s.places.count(seat) for seat in range(seats_of(s))]
    return [count if count or s.laid[seat] else None for seat, count in enumerate(counts)]


def settle(s: BigTwo, how: Literal["played", "sheet"], counts: Amounts) -> None:
    """The hand ends with so many cards left in each hand (B2-2.6)."""
    points = points_of(s.options, counts, s.offender, s.away)
    totals = sums_of(s, s.totals, points)
    s.phase, s.how, s.ended, s.turn = "between", how, s.hand, NOBODY
    s.before = s.totals
    s.next_dealer = next_dealer(s)
    record(s, counts, points, totals)


def record(s: BigTwo, counts: Amounts, points: Amounts, totals: Amounts) -> None:
    """Keep how the last hand came out, for the first time or anew."""
    s.settled += 1
    s.counts, s.points, s.totals = counts, points, totals
    s.over = game_over(s)


def game_over(s: BigTwo) -> bool:
    """Whether the game has certainly ended: a total has reached the target (B2-4.2), and no tie goes on (B2-4.3)."""
    reached = totals_by_player(s)
    known = [points for points in reached.values() if points is not None]
    if s.options.zero_sum_payout or not known or max(known) < s.options.target:
        return False
    if s.options.tie == "shared":
        return True
    return len(known) == len(reached) and known.count(min(known)) == 1


def winners(s: BigTwo) -> list[int]:
    """Who has the best total: the lowest (B2-4.2, A6), or the highest of a payout; nobody if a total is not known."""
    reached = totals_by_player(s)
    known = [points for points in reached.values() if points is not None]
    if len(known) < len(reached):
        return []
    best = max(known) if s.options.zero_sum_payout else min(known)
    return [seat for seat, points in reached.items() if points == best]


def totals_by_player(s: BigTwo) -> dict[int, int | None]:
    """The totals of the seats where somebody sits, or has sat."""
    return {seat: points for seat, points in enumerate(s.totals) if s.sat[seat] or s.players[seat]}
