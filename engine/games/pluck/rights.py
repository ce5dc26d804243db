"""PL-3.1, PL-3.5 Rights: who may pluck whom, how often, and in which order."""

from upcard.engine.game import Broken
from upcard.engine.games.pluck.table import GIFT, SEATS, Move, Pluck, quotas


def gifts(rows: list[Move], giver: int | None = None, victim: int | None = None) -> int:
    """How many gifts were made, of one giver or to one victim."""
    return sum(move.answers == GIFT and giver in {None, move.source} and victim in {None, move.target} for move in rows)


def plucks_left(s: Pluck, seat: int) -> int:
    """How many plucks a seat still has."""
    return max(0, s.excess[seat] - gifts(s.moved, giver=seat))


def losses_left(s: Pluck, seat: int) -> int:
    """How often a seat can still be plucked. Plucks that nobody had a right to take nothing from those who have."""
    given, lost = [0] * SEATS, [0] * SEATS
    for move in s.moved:
        if move.answers == GIFT:
            rightful = given[move.source] < s.excess[move.source] and lost[move.target] < -s.excess[move.target]
            given[move.source] += 1
            lost[move.target] += rightful
    return max(0, -s.excess[seat] - lost[seat])


def no_right(s: Pluck, seat: int, victim: int) -> Broken | None:
    """What is wrong with a pluck that nobody has a right to (PL-3.1)."""
    if s.hand == 1:
        return Broken(seat=seat, says="a pluck in the first hand", clause="PL-2.2")
    if not plucks_left(s, seat):
        return Broken(seat=seat, says=f"seat {seat} has no pluck{' left' if s.excess[seat] > 0 else ''}")
    if not losses_left(s, victim):
        often = "again" if s.excess[victim] < 0 else "at all"
        return Broken(seat=seat, says=f"seat {victim} cannot be plucked {often}")
    return None


def out_of_order(s: Pluck, seat: int) -> Broken | None:
    """What is wrong with a pluck of a seat whose turn it is not, where the table plucks by quota (PL-3.5, PL-7.1)."""
    if s.options.pluck_order == "free" or s.dealer < 0 or not s.told:
        return None
    if not plucks_left(s, seat):
        return None
    quota = quotas(s.dealer)
    for other in range(SEATS):
        if other == seat or s.excess[other] <= 0:
            continue
        if quota[other] > quota[seat] and plucks_left(s, other) and not (s.options.pluck_optional or s.gap):
            return Broken(seat=seat, says=f"seat {other} has the higher quota and plucks first")
        if quota[other] < quota[seat] and gifts(s.moved, giver=other) and s.options.pluck_optional:
            return Broken(seat=seat, says=f"the turn of seat {seat} to pluck ended when seat {other} gave")
    return None
