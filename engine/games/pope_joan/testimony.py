"""PJ-6.7, PJ-6.8, PJ-6.10: what was said of payments, purses and scores, beside what follows."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import points, purse, rates
from upcard.engine.games.pope_joan.settling import settle_sheet
from upcard.engine.games.pope_joan.state import BOARD, GAME_POOL, PopeJoan
from upcard.engine.mechanisms import held
from upcard.engine.mechanisms.board import everybody
from upcard.engine.mechanisms.held import fitting, payment, pending_of, store
from upcard.engine.mechanisms.ledger import between
from upcard.schemas.events import ChipsPassed, PoolCounted, PurseCounted, ResultCalled, Scored

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
    due = between(s.rows, source, target)
    if e.amount in {sum(due), *due}:
        record = pending_of(s, s.hand)
        if record is None or target != record.winner or source >= s.seats or due:
            return None
    return cards_left_are_paid(s, e, source, target, sum(due))


def cards_left_are_paid(s: PopeJoan, e: ChipsPassed, source: int, target: int, due: int) -> Answer:
    """What is paid for cards left, where it may hang on who held Pope (PJ-5.1, PJ-5.2, PJ-6.10)."""
    seat = source if source < s.seats else None
    record = pending_of(s, s.hand)
    if record is not None and source < s.seats and target == record.winner:
        certain = payment(record, source, rates(s), said=False)
        count = record.counts[source]
        usual, pope = count, count * rates(s).holder
        wanted = {usual, pope} if certain is None else {certain}
        for paid in (e.amount, e.amount - due):
            if paid in wanted:
                return unproven(e, source) if certain is None and paid == pope != usual else None
        says = f"seat {source} passed {e.amount}; {' or '.join(map(str, sorted(wanted)))} was due"
        return Broken(seat=source, says=says)
    accounts = 1 << source | 1 << target
    if s.unsure & accounts or s.vague & accounts:
        return None
    says = f"{e.amount} passed from {e.from_} to {e.to}; {due or 'nothing'} was due"
    return Broken(seat=seat, says=says)


def unproven(e: ChipsPassed | Scored, seat: int) -> Broken:
    """A seat was treated as the holder of Pope, but nobody saw it there (PJ-6.10)."""
    says = f"seat {seat} was taken for the holder of Pope, which nobody saw there"
    amount = e.amount if isinstance(e, ChipsPassed) else None
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


# ---- Scores --------------------------------------------------------------------------------------------------------


def score_is_true(s: PopeJoan, e: Scored) -> Answer:
    """A row of the sheet agrees with the play, or at least with the board (PJ-6.7, PJ-6.8)."""
    faults = []
    if e.points is not None and len(e.points) != s.seats:
        return Broken(says=f"{len(e.points)} scores were written for {s.seats} players")
    if e.points is not None and s.phase == "between":
        if s.hand and s.how not in {"sheet", "not known"}:
            faults += compare(s, e, e.points)
    elif e.points is not None and not e.void:
        faults += balance(s, sum(e.points))
    for seat, total in enumerate(e.totals or ()):
        derived = purse(s, seat, said=False) if seat < s.seats else None
        if derived is not None and s.bought >> seat & 1 and total != derived and s.phase == "between":
            says = f"a total of {total} was written for seat {seat}; it is {derived}"
            faults.append(Broken(seat=seat, says=says, clause="PJ-6.8", name="not_conserved"))
    return faults


def compare(s: PopeJoan, e: Scored, written: tuple[int, ...]) -> list[Broken]:
    """Where written points differ from those that follow."""
    faults = []
    for seat, (amount, derived) in enumerate(zip(written, points(s, said=False), strict=True)):
        if derived is not None and derived != amount:
            faults.append(Broken(seat=seat, says=f"{amount} was written for seat {seat}; it is {derived}"))
    record = pending_of(s, s.hand)
    if faults or record is None or None not in [held.held(record, seat, said=False) for seat in range(s.seats)]:
        return faults
    holders = fitting(s, record, rates(s), written)
    if not holders:
        says = f"{', '.join(map(str, written))} was written; that fits whoever held Pope"
        return [Broken(says=says.replace("that fits", "that does not fit,"))]
    return [unproven(e, holders[0])] if len(holders) == 1 and holders[0] < s.seats else []


def hear_score(s: PopeJoan, e: Scored) -> None:
    """A row settles a hand that was not played out here; of one that was, it may say who held Pope."""
    if s.phase != "between":
        cannot_be = e.points is not None and not e.void and balance(s, sum(e.points))
        settle_sheet(s, e)
        if cannot_be:  # how many counters lie on the board is not known any more
            s.unsure |= 1 << BOARD.unknown(s)
        return
    record = pending_of(s, s.hand)
    if record is None or record.told >= 0:
        return
    if e.points is None or len(e.points) != s.seats:
        return
    holders = fitting(s, record, rates(s), e.points)
    if len(holders) == 1:
        record.told = holders[0]
        store(s, record, rates(s))
        s.settled += 1


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
    return BOARD.purse_fault(s, e, purse(s, e.seat, said=False) if e.seat < s.seats else None)


def pool_is_true(s: PopeJoan, e: PoolCounted) -> Answer:
    """A compartment holds what was paid into it and not taken (PJ-6.8)."""
    return BOARD.pool_fault(s, e)


def out_is_true(s: PopeJoan, e: ResultCalled) -> Answer:
    """Who says to be out has no card left (PJ-6.6)."""
    if e.result != "out" or e.seat is None or (e.hand is not None and e.hand != s.hand) or s.gap:
        return None
    if s.phase == "between":
        if s.how != "out" or e.seat == s.out:
            return None
        return Broken(seat=e.seat, says=f"seat {e.seat} said to be out; seat {s.out} was")
    left = s.left[e.seat] if e.seat < len(s.left) else None
    return Broken(seat=e.seat, says=f"seat {e.seat} said to be out holding {left} cards") if left else None
