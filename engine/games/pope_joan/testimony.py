"""PJ-6.7, PJ-6.8, PJ-6.10: what was said of payments, purses and scores, beside what follows."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import (
    Pending,
    held_pope,
    payment,
    pending_of,
    points,
    purse,
    rate,
    store,
)
from upcard.engine.games.pope_joan.settling import settle_sheet
from upcard.engine.games.pope_joan.state import (
    GAME_POOL,
    PopeJoan,
    bank,
    board,
    contents,
    everybody,
    names,
    pool,
    unknown,
)
from upcard.engine.mechanisms.ledger import between, nets
from upcard.schemas.events import ChipsPassed, PoolCounted, PurseCounted, ResultCalled, Scored

# ---- PJ-6.7 wrong_payment, PJ-6.10 unproven_exemption --------------------------------------------------------------


def payment_is_true(s: PopeJoan, e: ChipsPassed) -> Answer:
    """A payment that was seen is one that follows from the rules (PJ-6.7)."""
    accounts = names(s.seats)
    for name in (e.from_, e.to):
        if name not in accounts:
            return Broken(says=f"no account {name!r} at this table")
    source, target = accounts.index(e.from_), accounts.index(e.to)
    if not s.hand or bank(s) in {source, target} or unknown(s) in {source, target}:
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
        certain = payment(s, record, source, said=False)
        count = record.counts[source]
        usual, pope = count, count * rate(s, pope=True)
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
    if target == board(s):
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
    accounts = names(s.seats)
    if record is None or s.phase != "between" or e.from_ not in accounts[: s.seats]:
        return
    seat = accounts.index(e.from_)
    count = record.counts[seat]
    if e.to != accounts[record.winner] or seat == record.winner or not count or record.told >= 0:
        return
    if e.amount == count * rate(s, pope=True):
        record.told = seat
    elif e.amount == count:
        record.paid |= 1 << seat
        if all(record.paid >> other & 1 for other in losers(s, record)):
            record.told = s.seats
    store(s, record)
    s.settled += record.told >= 0


def losers(s: PopeJoan, record: Pending) -> list[int]:
    """The seats that held cards at the end."""
    return [seat for seat in range(s.seats) if seat != record.winner and record.counts[seat]]


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
    if faults or record is None or None not in [held_pope(record, seat, said=False) for seat in range(s.seats)]:
        return faults
    holders = fitting(s, record, written)
    if not holders:
        says = f"{', '.join(map(str, written))} was written; that fits whoever held Pope"
        return [Broken(says=says.replace("that fits", "that does not fit,"))]
    return [unproven(e, holders[0])] if len(holders) == 1 and holders[0] < s.seats else []


def fitting(s: PopeJoan, record: Pending, written: tuple[int, ...]) -> list[int]:
    """Who may have held Pope (the number of seats: nobody), if these are the points of the hand."""
    fits = []
    certain = nets(s.rows, len(s.counters))
    for holder in [*losers(s, record), s.seats]:
        gains = [-record.counts[seat] * rate(s, pope=seat == holder) for seat in range(s.seats)]
        gains[record.winner] = -sum(gain for seat, gain in enumerate(gains) if seat != record.winner)
        if all(s.vague >> seat & 1 or certain[seat] + gain == written[seat] for seat, gain in enumerate(gains)):
            fits.append(holder)
    return fits


def hear_score(s: PopeJoan, e: Scored) -> None:
    """A row settles a hand that was not played out here; of one that was, it may say who held Pope."""
    if s.phase != "between":
        cannot_be = e.points is not None and not e.void and balance(s, sum(e.points))
        settle_sheet(s, e)
        if cannot_be:  # how many counters lie on the board is not known any more
            s.unsure |= 1 << unknown(s)
        return
    record = pending_of(s, s.hand)
    if record is None or record.told >= 0:
        return
    if e.points is None or len(e.points) != s.seats:
        return
    holders = fitting(s, record, e.points)
    if len(holders) == 1:
        record.told = holders[0]
        store(s, record)
        s.settled += 1


def balance(s: PopeJoan, total: int) -> list[Broken]:
    """The players together cannot gain more than lay on the board, nor lose more than they paid into it.

    After rows of a sheet it is not known in which compartment the counters lie, but how many there are in all.
    """
    if s.unsure & (everybody(s.seats) | 1 << unknown(s)) or s.phase == "play":
        return []
    dressing = sum(between_board(s))
    before = sum(contents(s)) + s.counters[unknown(s)] - dressing
    least = between_board(s)[GAME_POOL] - dressing
    if least <= total <= before:
        return []
    says = f"the players together have {total:+}; it must lie between {least:+} and {before:+}"
    return [Broken(says=says, clause="PJ-6.8", name="not_conserved")]


def between_board(s: PopeJoan) -> list[int]:
    """What this hand's dressing put into each compartment."""
    return [sum(between(s.rows, board(s), pool(s, number))) for number in range(len(POOLS))]


# ---- PJ-6.8 not_conserved ------------------------------------------------------------------------------------------


def purse_is_true(s: PopeJoan, e: PurseCounted) -> Answer:
    """A purse holds what the seat bought, gained and paid (PJ-6.8, PJ-A17)."""
    if e.seat >= s.seats:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", name="no_seat")
    derived = purse(s, e.seat, said=False)
    if derived is not None and s.bought >> e.seat & 1:
        if e.amount == derived:
            return None
        return Broken(seat=e.seat, says=f"{e.amount} was counted; seat {e.seat} has {derived}")
    counted = s.counted_of | 1 << e.seat
    if counted != everybody(s.seats) or s.bought != counted or s.unsure >> s.seats & everybody(len(POOLS)):
        return None
    purses = sum(s.counted) - s.counted[e.seat] + e.amount
    on_board = sum(contents(s))
    bought = -s.counters[bank(s)]
    if purses + on_board == bought:
        return None
    return Broken(says=f"{purses} in all purses and {on_board} on the board; {bought} were bought in")


def count_purse(s: PopeJoan, e: PurseCounted) -> None:
    """Remember the count until counters move again."""
    if e.seat < s.seats:
        if not s.counted_of:
            s.counted = [0] * s.seats
        s.counted[e.seat] = e.amount
        s.counted_of |= 1 << e.seat


def pool_is_true(s: PopeJoan, e: PoolCounted) -> Answer:
    """A compartment holds what was paid into it and not taken (PJ-6.8)."""
    if e.pool not in POOLS:
        return Broken(says=f"no compartment {e.pool!r} on the board")
    account = pool(s, POOLS.index(e.pool))
    derived = s.counters[account]
    if s.unsure >> account & 1 or e.amount == derived:
        return None
    return Broken(says=f"{e.amount} was counted in {e.pool}; there are {derived}")


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
