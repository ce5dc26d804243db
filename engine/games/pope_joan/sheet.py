"""PJ-6.7, PJ-6.8: rows of a score sheet, and what a hand can bring (PJ-2 to PJ-5)."""

from collections.abc import Iterator, Sequence
from itertools import product

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import most_passed, rates
from upcard.engine.games.pope_joan.settling import end
from upcard.engine.games.pope_joan.state import (
    BOARD,
    GAME_POOL,
    HONOURS,
    PAIRS,
    POPE_POOL,
    SHEET,
    PopeJoan,
)
from upcard.engine.games.pope_joan.testimony import unproven
from upcard.engine.mechanisms import said, stops_table
from upcard.engine.mechanisms.board import everybody, take_hand_back
from upcard.engine.mechanisms.ledger import between, nets
from upcard.engine.wording import were
from upcard.schemas.events import Scored

OPEN = frozenset({"", "not known", "share of the board"})
"""Ends of which a row may tell what the record does not: it may be about a deal that was missed, or the one before."""

SINGLES = (POPE_POOL, *HONOURS.values())
"""The compartments that one card takes."""

# ---- What a hand can bring -----------------------------------------------------------------------------------------


def may_be_left(s: PopeJoan) -> Iterator[tuple[int, ...]]:
    """What may lie in the compartments after this deal: who is out has taken game; who has the second card of a pair,
    or both, has taken both singles before (PJ-3.5 to PJ-5.1).
    """
    lies = BOARD.contents(s)
    stays = s.options.pair_split != "off" and s.options.odd_counter == "stays"
    for taken in product((False, True), repeat=len(SINGLES)):
        wins = dict(zip(SINGLES, taken, strict=True))
        left = [0 if wins.get(number, number == GAME_POOL) else amount for number, amount in enumerate(lies)]
        ways = [
            {lies[number], 0, lies[number] % 2 if stays else 0}
            if wins[HONOURS[lower]] and wins[HONOURS[upper]]
            else {lies[number]}
            for number, lower, upper in PAIRS
        ]
        for amounts in product(*ways):
            for (number, _, _), amount in zip(PAIRS, amounts, strict=True):
                left[number] = amount
            yield tuple(left)


def leaves(s: PopeJoan, points: Sequence[int]) -> set[tuple[int, ...]] | None:
    """What the deal that brought these points may have left; None if nobody knows what lay in the compartments."""
    dealer_alone = s.dealer < 0 and s.phase in {"deal", "turn"}  # else more than who paid double is not known
    if (s.vague and not dealer_alone) or s.unsure >> s.seats & BOARD.everything or s.sequence:
        return None
    paid = sum(points) - sum(nets(s.rows, len(s.counters))[: s.seats]) + paid_by_somebody(s)
    return {left for left in may_be_left(s) if sum(BOARD.contents(s)) - sum(left) == paid}


def most_lost(s: PopeJoan, seat: int) -> int:
    """The most that a seat can lose in a deal: the dressing, the payments for Pope, and for the cards left."""
    stake, more = s.stakes
    return stake + (more if seat == s.dealer or s.dealer < 0 else 0) + most_passed(s, seat)


def row_faults(s: PopeJoan, points: Sequence[int]) -> list[Broken]:
    """What is wrong with a row of a deal whose play is not in the record: no deal can bring it."""
    faults = balance(s, sum(points))
    if not faults and leaves(s, points) == set():
        says = f"the players together have {sum(points):+}; no compartments come to that"
        faults.append(Broken(says=says, clause="PJ-6.8", name="not_conserved"))
    for seat, amount in enumerate(points):
        if amount < -most_lost(s, seat):
            says = f"seat {seat} was written to have lost {-amount}; a deal costs it {most_lost(s, seat)} at most"
            faults.append(Broken(seat=seat, says=says))
    return faults


def balance(s: PopeJoan, total: int) -> list[Broken]:
    """The players together cannot gain more than lay on the board, nor lose more than they paid into it.

    After rows of a sheet it is not known in which compartment the counters lie, but how many there are in all.
    """
    if s.unsure_before & (everybody(s.seats) | 1 << BOARD.unknown(s)) or s.phase == "play":
        return []
    dressing = sum(between_board(s))
    before = sum(BOARD.contents(s)) + s.counters[BOARD.unknown(s)] + paid_by_somebody(s) - dressing
    least = between_board(s)[GAME_POOL] - dressing
    if least <= total <= before:
        return []
    says = f"the players together have {total:+}; it must lie between {least:+} and {before:+}"
    return [Broken(says=says, clause="PJ-6.8", name="not_conserved")]


def between_board(s: PopeJoan) -> list[int]:
    """What this hand's dressing put into each compartment."""
    return [sum(between(s.rows, BOARD.board(s), BOARD.pool(s, number))) for number in range(len(POOLS))]


def paid_by_somebody(s: PopeJoan) -> int:
    """What a dealer whom the record does not name paid for the dressing of this hand."""
    return sum(between(s.rows, BOARD.unknown(s), BOARD.board(s)))


# ---- What is wrong with a row --------------------------------------------------------------------------------------


def score_is_true(s: PopeJoan, e: Scored) -> Answer:
    """A row of the sheet agrees with the play, or at least is such as a deal can bring (PJ-6.7, PJ-6.8)."""
    for written, what in ((e.points, "score"), (e.totals, "total")):
        if written is not None and len(written) != s.seats:
            return Broken(says=f"{were(len(written), what)} written for {s.seats} players")
    if s.phase == "between" and not s.gap and not s.hand:
        return Broken(says="a score was written where no deal was on", name="no_hand", kind="contradiction")
    faults: list[Broken] = []
    if s.phase == "between":
        faults += played_faults(s, e)
    elif not e.void and (points := stops_table.points_of(s, rates(s), e)) is not None:
        faults += row_faults(s, points)
    row = None if s.phase == "between" else e.points
    totals = None if e.void or (s.phase != "between" and row is None) else e.totals
    for seat, says in stops_table.totals_faults(s, BOARD, rates(s), totals, row):
        faults.append(Broken(seat=seat, says=says, clause="PJ-6.8", name="not_conserved"))
    return faults


def played_faults(s: PopeJoan, e: Scored) -> list[Broken]:
    """What is wrong with a row of a deal that has ended, here or by a row before."""
    if e.void and s.how not in {"void", "pope turned up", *OPEN}:
        return [Broken(says="the deal was written as thrown in; it was not")]
    if e.points is None or s.how in OPEN:
        return []
    return said.points_faults(s, rates(s), e.points, unproven)


# ---- What a row does -----------------------------------------------------------------------------------------------


def hear_score(s: PopeJoan, e: Scored) -> None:
    """A row settles a hand that was not played out here; of one that was, it may say who held Pope."""
    if s.phase == "between":
        stops_table.hear_points(s, rates(s), e.points)
        return
    if e.void:
        s.last_trump = s.trump
        stops_table.throw_in(s, end)
        return
    points = stops_table.points_of(s, rates(s), e)
    if points is not None and len(points) != s.seats:
        points = None
    left = None if points is None else leaves(s, points)
    cannot_be = points is not None and (left == set() or balance(s, sum(points)))
    take_hand_back(s)
    s.last_trump = s.trump
    BOARD.write_points(s, points, SHEET)
    settle_board(s, left)
    end(s, "sheet")
    if cannot_be:  # how many counters lie on the board is not known any more
        s.unsure |= 1 << BOARD.unknown(s)


def settle_board(s: PopeJoan, left: set[tuple[int, ...]] | None) -> None:
    """What lies on the board after a row, so far as it follows. Somebody took game (PJ-5.4)."""
    s.unsure |= BOARD.everything << s.seats
    sure = [{amounts[number] for amounts in left or ()} for number in range(len(POOLS))]
    sure[GAME_POOL] = {0}
    for number, amounts in enumerate(sure):
        if len(amounts) == 1:
            BOARD.set_pool(s, number, amounts.pop(), SHEET)
            s.unsure &= ~(1 << BOARD.pool(s, number))
