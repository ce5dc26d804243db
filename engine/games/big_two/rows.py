"""B2-6.5 What the columns of a score sheet can be: counts and points that some hand brings, and what is known by them."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from upcard.engine.game import Broken
from upcard.engine.games.big_two.scoring import Amounts, counts_for, penalty, spread, taking_part
from upcard.engine.games.big_two.table import HAND, NOBODY, BigTwoOptions
from upcard.engine.wording import counted

# ---- Cards left ----------------------------------------------------------------------------------------------------


def count_faults(counts: Amounts) -> list[Broken]:
    """Exactly one 0, each other 1 to 13; None where nobody sits."""
    told = [count for count in counts if count is not None]
    faults = [
        Broken(seat=seat, says=f"{counted(count, 'card')} left of thirteen", name="impossible_count")
        for seat, count in enumerate(counts)
        if count is not None and not 0 <= count <= HAND
    ]
    out = told.count(0)
    if out > 1 or not (out or faults):  # a count that cannot be may stand for the 0 that is missing
        says = f"{out} seats went out" if out else "nobody went out"
        faults.append(Broken(says=f"{says}: {' '.join(map(str, told))}; a hand ends when one is out of cards"))
    return faults


def believed_counts(counts: Amounts) -> Amounts:
    """The counts of a row, but for those that may be the wrong one where it cannot be as it stands."""
    return one_zero([count if count is not None and 0 <= count <= HAND else None for count in counts])


def one_zero(amounts: Amounts) -> Amounts:
    """Amounts of which exactly one is 0: without the zeros, if there are more; none at all, if there is none."""
    if amounts.count(0) > 1:
        return [amount or None for amount in amounts]
    if 0 not in amounts and None not in amounts:
        return [None] * len(amounts)
    return amounts


# ---- Points --------------------------------------------------------------------------------------------------------


def borne(options: BigTwoOptions, points: Sequence[int]) -> list[int] | None:
    """What each seat bears, by the points of a row; None if no payment brings them (B2-7.4)."""
    if not options.zero_sum_payout:
        return list(points)
    seats, most = len(points), max(points)
    if sum(points) or any((most - value) % seats for value in points):
        return None
    return [(most - value) // seats for value in points]


def bearer(options: BigTwoOptions, bears: Sequence[int]) -> int:
    """The seat that bears all penalties of a hand, if there is one that does; NOBODY else."""
    loaded = [seat for seat, amount in enumerate(bears) if amount]
    if options.takes_all == "off" or len(loaded) != 1 or bears[loaded[0]] not in sums(options, len(bears) - 1):
        return NOBODY
    return loaded[0]


def sums(options: BigTwoOptions, losers: int) -> frozenset[int]:
    """What the penalties of so many losers may add up to."""
    return _sums(tuple(penalty(count, options.fry_thresholds) or 0 for count in range(1, HAND + 1)), losers)


@lru_cache(maxsize=32)
def _sums(penalties: tuple[int, ...], losers: int) -> frozenset[int]:
    return frozenset({0}) if not losers else frozenset(a + b for a in penalties for b in _sums(penalties, losers - 1))


def point_faults(options: BigTwoOptions, points: Sequence[int], offender: int = NOBODY) -> list[Broken]:
    """Points must be what some counts bring, under the thresholds in force (B2-6.5). offender: who takes all."""
    row = " ".join(map(str, points))
    bears = borne(options, points)
    if bears is None:
        return [Broken(says=f"no payment of a hand brings {row}", name="impossible_points")]
    if options.takes_all == "on" and (takes := bearer(options, bears)) >= 0 and offender in {NOBODY, takes}:
        return []
    if options.takes_all == "on" and offender >= 0:
        return [Broken(seat=offender, says=f"points {row} are not those of a seat that bears all", name="wrong_points")]
    faults = [
        Broken(seat=seat, says=f"no number of cards left brings {counted(value, 'point')}", name="impossible_points")
        for seat, (value, amount) in enumerate(zip(points, bears, strict=True))
        if not counts_for(options, amount)
    ]
    out = bears.count(0)
    if out > 1 or not (out or faults):
        faults.append(Broken(says=f"{out} seats scored nothing in {row}; a hand ends when one is out of cards"))
    return faults


def faults_of(options: BigTwoOptions, points: Amounts, offender: int, away: int) -> list[Broken] | None:
    """The same of a column that may have nothing where nobody sits; None where more is missing."""
    there = taking_part(points, away)
    told = [value for value in points if value is not None]
    if len(told) < len(there) or not told:
        return None
    faults = point_faults(options, told, there.index(offender) if offender in there else NOBODY)
    return [fault if fault.seat is None else replace(fault, seat=there[fault.seat]) for fault in faults]


def believed_points(options: BigTwoOptions, points: Amounts, offender: int = NOBODY, away: int = 0) -> Amounts:
    """The points of a row, but for those that may be the wrong ones where it cannot be as it stands."""
    if faults_of(options, points, offender, away) == []:
        return points
    if options.zero_sum_payout or options.takes_all == "on":
        return [None] * len(points)
    return one_zero([value if value is not None and counts_for(options, value) else None for value in points])


def counts_by(options: BigTwoOptions, points: Amounts, away: int = 0) -> Amounts:
    """The cards left that points stand for, where they can stand for one number only."""
    there, told = taking_part(points, away), [value for value in points if value is not None]
    bears: Amounts = [points[seat] for seat in there]
    if options.zero_sum_payout or options.takes_all == "on":
        bears = list(borne(options, told) or ()) if len(told) == len(there) > 0 else []
        if not bears or (options.takes_all == "on" and bears.count(0) == len(bears) - 1):
            return [None] * len(points)  # one bears all: what each had left is not told
    may_be = [[] if amount is None else counts_for(options, amount) for amount in bears]
    return spread([some[0] if len(some) == 1 else None for some in may_be], there, len(points))
