"""PJ-6.7, PJ-6.8, PJ-6.10: what was said of payments, purses and scores, beside what follows."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pope_joan.dressing import dress
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import most_passed, rates
from upcard.engine.games.pope_joan.settling import may_have_changed
from upcard.engine.games.pope_joan.state import BOARD, PAIRS, PopeJoan
from upcard.engine.mechanisms import held, said, stops_table
from upcard.engine.mechanisms.board import take_hand_back
from upcard.engine.mechanisms.held import pending_of
from upcard.engine.mechanisms.ledger import halves
from upcard.schemas.events import ChipsPassed, PoolCounted, PurseCounted

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
    if (
        s.phase in {"deal", "turn"} and s.hand > 1
    ):  # nothing is won before a card is turned up: it is of the deal before
        return None
    if s.how == "sheet":
        return fault_of_unseen(s, e, source, target)
    fault = said.payment_fault(s, e, (source, target), rates(s), unproven, may_have_changed(s))
    both = 1 << source | 1 << target
    if isinstance(fault, Broken) and fault.kind != "note" and target < s.seats and s.vague & both == both:
        return None  # nobody knows who paid whom for Pope, or for how many cards
    if isinstance(fault, Broken) and s.phase in {"deal", "turn"}:  # a row may follow
        return fault_of_unseen(s, e, source, target)
    return fault


def fault_of_unseen(s: PopeJoan, e: ChipsPassed, source: int, target: int) -> Broken | None:
    """What is wrong with a payment in a deal whose play is not in the record, or not yet: only what no play can bring."""
    if not e.amount:
        return None
    if source == target or target >= s.seats or source >= BOARD.board(s):
        dressing = s.targets[target - s.seats] if source == BOARD.board(s) and s.seats <= target < source else None
        due = "nothing" if dressing is None else dressing
        says = f"{e.amount} passed from {e.from_} to {e.to}; {due} was due"
        return None if e.amount == dressing else Broken(says=says)
    if source < s.seats:
        most = most_passed(s, source)
        says = f"seat {source} passed {e.amount} to seat {target}; a deal brings {most} at most"
        return Broken(seat=source, says=says) if e.amount > most else None
    before = dressed(s) if s.how == "sheet" else s
    if before.unsure >> source & 1:
        return None
    whole = before.counters[source]
    half, odd = halves(whole)
    pair = source - s.seats in {number for number, *_ in PAIRS} and s.options.pair_split != "off"
    if e.amount in ({whole, half, half + odd} if pair else {whole}):
        return None
    return Broken(says=f"{e.amount} passed from {e.from_} to {e.to}; {whole} lay there")


def dressed(s: PopeJoan) -> PopeJoan:
    """The board as it was dressed for a deal that a row has settled."""
    before: PopeJoan = s.copied()
    take_hand_back(before)
    dress(before)
    return before


def unproven(seat: int, amount: int | None) -> Broken:
    """A seat was treated as the holder of Pope, but nobody saw it there (PJ-6.10)."""
    says = f"seat {seat} was taken for the holder of Pope, which nobody saw there"
    says += f" (paid {amount})" if amount is not None else ""
    return Broken(seat=seat, says=says, name="unproven_exemption", clause="PJ-6.10", kind="note")


def dressing_is_true(s: PopeJoan, e: ChipsPassed, seat: int, target: int) -> Answer:
    """What a seat pays into the board is what the dressing asks of it (PJ-2.2 to PJ-2.4); between two deals, that of
    the one before or of the next.
    """
    stake, more = s.stakes
    dealers = (s.dealer, s.next_dealer) if s.phase == "between" else (s.dealer,)
    if more and min(dealers) < 0:
        return None
    wanted = {part_due(s, e.amount, target, stake + more if seat == dealer else stake) for dealer in dealers}
    if e.amount in wanted:
        return None
    says = f"seat {seat} paid {e.amount} into {e.to}; {' or '.join(map(str, sorted(wanted)))} was due"
    return Broken(seat=seat, says=says)


def part_due(s: PopeJoan, amount: int, target: int, total: int) -> int:
    """What of a seat's share of the dressing goes into the board, or into one compartment of it."""
    if target == BOARD.board(s):
        return total
    full = s.targets[target - s.seats]
    if s.options.dressing == "shared":
        return min(amount, total, full)
    return full // s.seats if s.options.dressing == "two_each" else full if total else 0


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


# ---- PJ-6.8 not_conserved ------------------------------------------------------------------------------------------


def purse_is_true(s: PopeJoan, e: PurseCounted) -> Answer:
    """A purse holds what the seat bought, gained and paid (PJ-6.8, PJ-A17); before the cards are dealt, perhaps without
    what it pays for the dressing.
    """
    if s.phase == "deal" and e.seat < s.seats and e.amount in (stops_table.purse_before(s, e.seat, rates(s)) or ()):
        return None
    return BOARD.purse_fault(s, e, lambda seat: held.purse_may_be(s, seat, rates(s)), may_have_changed(s))


def pool_is_true(s: PopeJoan, e: PoolCounted) -> Answer:
    """A compartment holds what was paid into it and not taken (PJ-6.8); before the cards are dealt, perhaps without what
    the dressing puts there.
    """
    if s.phase == "deal" and e.pool in POOLS:
        number = POOLS.index(e.pool)
        if e.amount == BOARD.contents(s)[number] - s.targets[number]:
            return None
    return BOARD.pool_fault(s, e, may_have_changed(s))
