"""PJ-5.1, PJ-5.2: payments for the cards left, and what hangs on who held Pope.

Who held an unplayed Pope is often seen by nobody else. Until all have seen it, the payments of that hand stand in
`pending` and are worked out when they are asked for, from what the record tells, else from what was said.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from upcard.engine.games.pope_joan.state import LEFT, PACK51, POPE, PopeJoan, dead
from upcard.engine.mechanisms.ledger import nets, post
from upcard.engine.places import Places
from upcard.schemas.events import Shown

HEAD: Final = 8
"""Ints of a pending record before the cards left by seat."""


class Pending(msgspec.Struct):
    """Payments for cards left that hang on who held Pope, which not all have seen.

    holder: the seat, or the number of seats if it is in no hand, or -1; seers: a mask of the seats that know;
    complete, laid: seats whose cards left are all known, to the record or to all; told: the holder by what was
    said; paid: seats said to have paid as others do; counts: cards left by seat.
    """

    hand: int
    winner: int
    holder: int
    seers: int
    complete: int
    laid: int
    told: int
    paid: int
    counts: list[int]


# ---- PJ-5.1, PJ-5.2 Payments for the cards left --------------------------------------------------------------------


def pay_for_cards(s: PopeJoan, winner: int) -> None:
    """All pay the winner for the cards they hold; the holder of Pope by a rule of its own."""
    counts = [max(0, cards) for cards in s.left]
    record = Pending(s.hand, winner, -1, 0, 0, 0, -1, 0, counts)
    look(s.places, record)
    if s.options.unplayed_pope == "pays":
        record.holder, record.seers = s.seats, 1 << s.seats
    if seen_by_all(s, record):
        pay(s, record, s.rows)
    else:
        s.pending += packed(record)


def look(places: Places, record: Pending) -> None:
    """Note who holds Pope, as far as the record and each seat know."""
    seats = len(places.seen) - 1
    record.holder = -1
    if places.located & POPE.bit:
        record.holder = next((seat for seat in range(seats) if places.known[seat] & POPE.bit), seats)
    record.seers = record.complete = record.laid = 0
    for viewer, cards in enumerate(places.seen):
        if cards & POPE.bit:
            record.seers |= 1 << viewer
    hidden = ~places.seen[-1]
    for seat in range(seats):
        if not places.most[seat]:
            record.complete |= 1 << seat
            if not places.known[seat] & hidden:
                record.laid |= 1 << seat


def seen_by_all(s: PopeJoan, record: Pending) -> bool:
    """Whether all at the table know who held Pope, if anybody."""
    return bool(record.seers >> s.seats & 1)


RATES: Final = {"exempt": 0, "double": 2, "pays": 1}
"""What the holder of Pope pays for each card left (PJ-5.2)."""


def rate(s: PopeJoan, *, pope: bool) -> int:
    """Counters a card left (PJ-5.2)."""
    return RATES[s.options.unplayed_pope] if pope else 1


def pay(s: PopeJoan, record: Pending, rows: list[int]) -> None:
    """Pass the counters of a record in which nothing is open."""
    for seat, cards in enumerate(record.counts):
        if seat != record.winner:
            amount = cards * rate(s, pope=seat == record.holder)
            post(s.counters, rows, (seat, record.winner, amount, LEFT))
    s.counted_of = 0


# ---- What is pending -----------------------------------------------------------------------------------------------


def packed(record: Pending) -> list[int]:
    """A record as ints, for the state."""
    head = [record.hand, record.winner, record.holder, record.seers, record.complete, record.laid]
    return [*head, record.told, record.paid, *record.counts]


def unpacked(ints: list[int]) -> Pending:
    """A record from its ints."""
    hand, winner, holder, seers, complete, laid, told, paid, *counts = ints
    return Pending(hand, winner, holder, seers, complete, laid, told, paid, counts)


def pending(s: PopeJoan) -> Iterator[Pending]:
    """The records of all hands whose payments hang on who held Pope."""
    width = HEAD + s.seats
    for start in range(0, len(s.pending), width):
        yield unpacked(s.pending[start : start + width])


def pending_of(s: PopeJoan, hand: int) -> Pending | None:
    """The record of one hand."""
    rows, width = s.pending, HEAD + s.seats
    for start in range(len(rows) - width, -1, -width):
        if rows[start] == hand:
            return unpacked(rows[start : start + width])
    return None


def store(s: PopeJoan, changed: Pending) -> None:
    """Put a record back; one that all know is paid out and leaves."""
    kept: list[int] = []
    for record in pending(s):
        if record.hand != changed.hand:
            kept += packed(record)
    if seen_by_all(s, changed):
        pay(s, changed, s.rows if changed.hand == s.hand else [])
    else:
        kept += packed(changed)
    s.pending = kept


def held_pope(record: Pending, seat: int, *, said: bool = True) -> bool | None:
    """Whether this seat held Pope. said: whether what was said counts where nothing else is known."""
    if record.holder >= 0:
        return seat == record.holder
    if record.complete >> seat & 1 or not record.counts[seat]:
        return False
    if said and record.told >= 0:
        return seat == record.told
    return None


def payment(s: PopeJoan, record: Pending, seat: int, *, said: bool = True) -> int | None:
    """What a seat paid for its cards left; None if that cannot be told."""
    held = held_pope(record, seat, said=said)
    return None if held is None else record.counts[seat] * rate(s, pope=held)


def gain(s: PopeJoan, record: Pending, seat: int, *, said: bool = True) -> int | None:
    """What a seat gained by a pending record, or lost; None if that cannot be told."""
    if seat != record.winner:
        paid = payment(s, record, seat, said=said)
        return None if paid is None else -paid
    amounts = [payment(s, record, other, said=said) for other in range(s.seats) if other != seat]
    return None if None in amounts else sum(amount or 0 for amount in amounts)


def purse(s: PopeJoan, seat: int, *, said: bool = True) -> int | None:
    """What a seat has, pending payments included; None if that cannot be told."""
    if s.unsure >> seat & 1:
        return None
    gains = [gain(s, record, seat, said=said) for record in pending(s)]
    return None if None in gains else s.counters[seat] + sum(amount or 0 for amount in gains)


def points(s: PopeJoan, *, said: bool = True) -> list[int | None]:
    """What each seat gained in this hand, the dressing included; None where that cannot be told."""
    certain: list[int | None] = list(nets(s.rows, len(s.counters))[: s.seats])
    record = pending_of(s, s.hand)
    if record is None and not s.vague:
        return certain
    for seat, amount in enumerate(certain):
        more = 0 if record is None else gain(s, record, seat, said=said)
        certain[seat] = None if amount is None or more is None or s.vague >> seat & 1 else amount + more
    return certain


# ---- Shown later, and seen by whom ---------------------------------------------------------------------------------


def shown_place(s: PopeJoan, e: Shown) -> int:
    """The place whose cards were shown, or -1."""
    if e.seat is not None and e.seat < s.seats:
        return e.seat
    return dead(s) if e.place == "dead" else -1


def show(s: PopeJoan, e: Shown) -> None:
    """Cards shown are known to lie where they were shown; they may tell who held Pope."""
    place = shown_place(s, e)
    if place < 0:
        return
    if s.phase != "deal" and e.hand in {None, s.hand}:
        for card in e.cards:
            bit = card.bit & PACK51
            if bit and (s.places.known[place] & bit or not bit & s.places.seen[-1]):
                s.places.show(bit, place)
    learn(s, e)


def learn(s: PopeJoan, e: Shown) -> None:
    """Cards shown tell who held Pope, now or in an earlier hand."""
    hand = s.hand if e.hand is None else e.hand
    record = pending_of(s, hand)
    if record is None:
        return
    if hand == s.hand and s.phase == "between":
        look(s.places, record)
        s.settled += 1
    elif any(card is POPE for card in e.cards):
        record.holder = shown_place(s, e)
        record.seers |= 1 << s.seats
    elif e.all and e.seat is not None and e.seat < s.seats:
        record.complete |= 1 << e.seat
        record.laid |= 1 << e.seat
    store(s, record)


def veil(s: PopeJoan, viewer: int) -> None:
    """Take out who held Pope for a viewer that does not know."""
    own = 1 << viewer if viewer >= 0 else 0
    records: list[int] = []
    for record in pending(s):
        record.seers &= own
        if not record.seers:
            record.holder = -1
        record.complete = record.complete & own | record.laid
        records += packed(record)
    s.pending = records
