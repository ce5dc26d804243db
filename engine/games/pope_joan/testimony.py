"""PJ-6.7, PJ-6.8, PJ-6.10: what was said of payments, purses and scores, beside what follows."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import purse, rates
from upcard.engine.games.pope_joan.settling import may_have_changed, settle_sheet
from upcard.engine.games.pope_joan.state import BOARD, GAME_POOL, PopeJoan
from upcard.engine.mechanisms import held, stops_table
from upcard.engine.mechanisms.board import everybody
from upcard.engine.mechanisms.held import pending_of
from upcard.engine.mechanisms.ledger import between
from upcard.schemas.events import ChipsPassed, PoolCounted, PurseCounted, Scored

# ---- PJ-6.7 wrong_payment, PJ-6.10 unproven_exemption --------------------------------------------------------------


def payment_is_true(s: PopeJoan, e: ChipsPassed) -> Answer:
    """A payment that was seen is one that follows from the rules (PJ-6.7)."""
    accounts = BOARD.names(s.seats)
    for name in (e.from_, e.to):
        if name not in accounts:
            return Broken(says=f"no account {name!r} at this table")
    source, target = accounts.index(e.from_), accounts.index(e.to)
    if not s.hand or BOARD.bank(s) in {source, target} or BOARD.unknown(s) in {source, target}:
        return None
    if source < s.seats <= target:
        return dressing_is_true(s, e, source, target)
    return held.payment_fault(s, e, (source, target), rates(s), unproven, may_have_changed(s))


def unproven(seat: int, amount: int | None) -> Broken:
    """A seat was treated as the holder of Pope, but nobody saw it there (PJ-6.10)."""
    says = f"seat {seat} was taken for the holder of Pope, which nobody saw there"
    says += f" (paid {amount})" if amount is not None else ""
    return Broken(seat=seat, says=says, name="unproven_exemption", clause="PJ-6.10", kind="note")


def dressing_is_true(s: PopeJoan, e: ChipsPassed, seat: int, target: int) -> Answer:
    """What a seat pays into the board is what the dressing asks of it (PJ-2.2 to PJ-2.4)."""
    stake, more = s.stakes
    if s.dealer < 0 and more:
        return None
    total = stake + more if seat == s.dealer else stake
    if target == BOARD.board(s):
        wanted = total
    elif s.options.dressing == "shared":
        wanted = min(e.amount, total)
    else:
        full = s.targets[target - s.seats]
        wanted = full // s.seats if s.options.dressing == "two_each" else full if total else 0
    if e.amount == wanted:
        return None
    return Broken(seat=seat, says=f"seat {seat} paid {e.amount} into {e.to}; {wanted} was due")


def hear_payment(s: PopeJoan, e: ChipsPassed) -> None:
    """What was paid for cards left may say who held Pope, where nobody saw it."""
    record = pending_of(s, s.hand)
    accounts = BOARD.names(s.seats)
    if (
        record is not None
        and s.phase == "between"
        and e.from_ in accounts[: s.seats]
        and e.to == accounts[record.winner]
    ):
        held.hear_payment(s, accounts.index(e.from_), e.amount, rates(s))


OPEN = frozenset({"", "not known", "share of the board"})
"""Ends of which a row may tell what the record does not: it may be about a deal that was missed, or the one before."""

# ---- Scores --------------------------------------------------------------------------------------------------------


def score_is_true(s: PopeJoan, e: Scored) -> Answer:
    """A row of the sheet agrees with the play, or at least with the board (PJ-6.7, PJ-6.8)."""
    faults = []
    if e.points is not None and len(e.points) != s.seats:
        return Broken(says=f"{len(e.points)} scores were written for {s.seats} players")
    if s.phase == "between" and not s.gap and not s.hand:
        return Broken(says="a score was written where no deal was on", name="no_hand", kind="contradiction")
    if s.phase == "between" and e.void and s.how not in {"void", *OPEN}:
        faults.append(Broken(says="the deal was written as thrown in; it was not"))
    elif e.points is not None and s.phase == "between":
        if s.how not in OPEN:
            faults += stops_table.points_faults(s, rates(s), e.points, unproven)
    elif e.points is not None and not e.void:
        faults += balance(s, sum(e.points))
    row = None if s.phase == "between" else e.points
    totals = None if e.void or (s.phase != "between" and row is None) else e.totals
    for seat, total, derived in stops_table.totals_faults(s, rates(s), totals, row):
        says = f"a total of {total} was written for seat {seat}; it is {derived}"
        faults.append(Broken(seat=seat, says=says, clause="PJ-6.8", name="not_conserved"))
    return faults


def hear_score(s: PopeJoan, e: Scored) -> None:
    """A row settles a hand that was not played out here; of one that was, it may say who held Pope."""
    if s.phase != "between":
        cannot_be = e.points is not None and not e.void and balance(s, sum(e.points))
        settle_sheet(s, e)
        if cannot_be:  # how many counters lie on the board is not known any more
            s.unsure |= 1 << BOARD.unknown(s)
        return
    stops_table.hear_points(s, rates(s), e.points)


def balance(s: PopeJoan, total: int) -> list[Broken]:
    """The players together cannot gain more than lay on the board, nor lose more than they paid into it.

    After rows of a sheet it is not known in which compartment the counters lie, but how many there are in all.
    """
    if s.unsure & (everybody(s.seats) | 1 << BOARD.unknown(s)) or s.phase == "play":
        return []
    dressing = sum(between_board(s))
    before = sum(BOARD.contents(s)) + s.counters[BOARD.unknown(s)] - dressing
    least = between_board(s)[GAME_POOL] - dressing
    if least <= total <= before:
        return []
    says = f"the players together have {total:+}; it must lie between {least:+} and {before:+}"
    return [Broken(says=says, clause="PJ-6.8", name="not_conserved")]


def between_board(s: PopeJoan) -> list[int]:
    """What this hand's dressing put into each compartment."""
    return [sum(between(s.rows, BOARD.board(s), BOARD.pool(s, number))) for number in range(len(POOLS))]


# ---- PJ-6.8 not_conserved ------------------------------------------------------------------------------------------


def purse_is_true(s: PopeJoan, e: PurseCounted) -> Answer:
    """A purse holds what the seat bought, gained and paid (PJ-6.8, PJ-A17)."""
    return BOARD.purse_fault(s, e, purse(s, e.seat, said=False) if e.seat < s.seats else None, may_have_changed(s))


def pool_is_true(s: PopeJoan, e: PoolCounted) -> Answer:
    """A compartment holds what was paid into it and not taken (PJ-6.8)."""
    return BOARD.pool_fault(s, e, may_have_changed(s))
