"""What was seen to be paid and what was written of a hand, where the payments hang on who holds one certain card."""

from collections.abc import Callable

from upcard.engine.game import Answer, Broken
from upcard.engine.mechanisms.held import (
    Payers,
    Pending,
    Rates,
    fitting,
    held,
    may_hold,
    payment,
    pending_of,
    points,
    told_of,
)
from upcard.engine.mechanisms.ledger import between
from upcard.engine.wording import one_of
from upcard.schemas.events import ChipsPassed

Unproven = Callable[[int, int | None], Broken]
"""Makes the note that a seat was taken for the holder, which nobody saw: the seat, and what it paid if that was seen."""


def payment_fault(
    s: Payers, e: ChipsPassed, accounts: tuple[int, int], rates: Rates, unproven: Unproven, doubtful: int = 0
) -> Answer:
    """Whether what was seen to pass from one account to another was due in this hand. doubtful: a mask of accounts
    that cards nobody told us may have changed.
    """
    source, target = accounts
    due = between(s.rows, source, target)
    record = pending_of(s, s.hand)
    owes = record is not None and source < s.seats and target == record.winner
    if e.amount in {sum(due), *due} and (due or not owes):
        return None
    if record is not None and owes:
        return _cards_left_fault(record, e.amount, sum(due), source, rates, unproven)
    either = 1 << source | 1 << target
    if (s.vague | doubtful) & either:  # but of a pool with unknown contents it is known whether anybody took it
        return None
    says = f"{e.amount} passed from {e.from_} to {e.to}; {sum(due) or 'nothing'} was due"
    return Broken(seat=source if source < s.seats else None, says=says)


def _cards_left_fault(
    record: Pending, amount: int, due: int, seat: int, rates: Rates, unproven: Unproven
) -> Broken | None:
    certain = payment(record, seat, rates, said=False)
    usual, holders = record.counts[seat] * rates.usual, record.counts[seat] * rates.holder
    wanted = {usual, holders} if certain is None else {certain}
    paid = next((paid for paid in (amount, amount - due) if paid in wanted), None)
    if paid is None:
        return Broken(seat=seat, says=f"seat {seat} passed {amount}; {one_of(wanted)} was due")
    if certain is not None or holders == usual:
        return None
    before = said_before(record, seat) if paid == holders else _as_holder(seat) if record.told == seat else None
    if before is not None:
        return Broken(seat=seat, says=f"seat {seat} passed {amount}; {before}")
    return unproven(seat, amount) if paid == holders else None


def points_faults(s: Payers, rates: Rates, written: tuple[int, ...], unproven: Unproven) -> list[Broken]:
    """Where written points differ from those that follow."""
    faults = []
    for seat, (amount, derived) in enumerate(zip(written, points(s, rates, said=False), strict=True)):
        if derived is not None and derived != amount:
            faults.append(Broken(seat=seat, says=f"{amount} was written for seat {seat}; it is {derived}"))
    record = pending_of(s, s.hand)
    if faults or record is None or None not in [held(record, seat, said=False) for seat in range(s.seats)]:
        return faults
    holders = fitting(s, record, rates, written, may_hold(record, said=False))
    before = [said_before(record, holder) for holder in holders]
    if None in before:
        return [unproven(holders[0], None)] if len(holders) == 1 and holders[0] < s.seats else []
    why = before[0] if before else f"that does not fit, whoever held {rates.card}"
    return [Broken(says=f"{', '.join(map(str, written))} was written; {why}")]


def said_before(record: Pending, holder: int) -> str | None:
    """What was said before that speaks against this holder (the number of seats: nobody), if anything does."""
    told = told_of(record)
    if told >= 0 and told != holder:
        return _as_holder(told) if told < len(record.counts) else "all had paid as those who do not hold it"
    return f"seat {holder} had paid as those who do not hold it" if record.paid >> holder & 1 else None


def _as_holder(seat: int) -> str:
    return f"seat {seat} was taken for the holder before"
