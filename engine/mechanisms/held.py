"""Payments for the cards left in the hands, where they hang on who holds one certain card that not all have seen.

Until all have seen it, the payments of a hand stand in `pending`, a flat list of ints, and are worked out when they are
asked for: from what the record tells, else from what was said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from upcard.engine.mechanisms.board import Purses
from upcard.engine.mechanisms.ledger import nets, post
from upcard.engine.places import Places
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Shown

HEAD: Final = 8
"""Ints of a pending record before the cards left by seat."""


class Payers(Purses, Protocol):
    """settled: how often what a hand came to changed; pending: records as ints."""

    settled: int
    places: Places
    pending: list[int]


@dataclass(frozen=True)
class Rates:
    """card: the one it hangs on; usual, holder: what is paid for each card left, by its holder and by all others;
    why: the number of such transfers.
    """

    card: Card
    usual: int
    holder: int
    why: int

    def of(self, *, holder: bool) -> int:
        """Counters a card left."""
        return self.holder if holder else self.usual


class Pending(msgspec.Struct):
    """Payments for cards left that hang on who held the card, which not all have seen.

    holder: the seat, or the number of seats if it is in no hand, or -1; seers: a mask of the seats that know;
    complete, laid: seats whose cards left were all written down, or seen by all (the number of seats: so were all cards in
    no hand); told: the holder by what was said; paid: seats said to have paid as others do; counts: cards left by seat.
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

    @property
    def losers(self) -> list[int]:
        """The seats that held cards at the end."""
        return [seat for seat, count in enumerate(self.counts) if seat != self.winner and count]


# ---- At the end of a hand ------------------------------------------------------------------------------------------


def pay_for_cards(s: Payers, winner: int, counts: list[int], rates: Rates) -> None:
    """All pay the winner for the cards they hold."""
    record = Pending(s.hand, winner, -1, 0, 0, 0, -1, 0, counts)
    look(s.places, record, rates.card)
    if rates.usual == rates.holder:
        record.holder, record.seers = s.seats, 1 << s.seats
    if seen_by_all(s, record):
        pay(s, record, rates, s.rows)
    else:
        s.pending += packed(record)


def look(places: Places, record: Pending, card: Card) -> None:
    """Note who holds the card, as far as the record and each seat know."""
    seats = len(places.seen) - 1
    record.holder = -1
    if places.located & card.bit:
        record.holder = next((seat for seat in range(seats) if places.known[seat] & card.bit), seats)
    elif (only := only_place(places, places.located)) is not None:
        record.holder = min(only, seats)
    record.seers = record.complete = record.laid = 0
    for viewer, cards in enumerate(places.seen):
        if cards & card.bit or only_place(places, cards | places.seen[-1]) is not None:
            record.seers |= 1 << viewer
    hidden = ~places.seen[-1]
    for seat in range(seats):
        if not places.most[seat] and not places.known[seat] & hidden & ~places.seen[seat]:  # else from others' lists
            record.complete |= 1 << seat
            if not places.known[seat] & hidden:
                record.laid |= 1 << seat
    if not any(places.most[seats:]):  # the cards in no hand
        record.complete |= 1 << seats
        if not any(cards & hidden for cards in places.known[seats:]):
            record.laid |= 1 << seats


def only_place(places: Places, seen: int) -> int | None:
    """The one place in which cards lie that are not among these (a mask): one of them not seen must be there."""
    if places.loose:
        return None
    only = None
    for place, cards in enumerate(places.known):
        if places.most[place] or cards & ~seen:
            if only is not None:
                return None
            only = place
    return only


def seen_by_all(s: Payers, record: Pending) -> bool:
    """Whether all at the table know who held the card, if anybody."""
    return bool(record.seers >> s.seats & 1)


def pay(s: Payers, record: Pending, rates: Rates, rows: list[int]) -> None:
    """Pass the counters of a record in which nothing is open."""
    for seat, cards in enumerate(record.counts):
        if seat != record.winner:
            amount = cards * rates.of(holder=seat == record.holder)
            post(s.counters, rows, (seat, record.winner, amount, rates.why))
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


def pending(s: Payers) -> Iterator[Pending]:
    """The records of all hands whose payments hang on who held the card."""
    width = HEAD + s.seats
    for start in range(0, len(s.pending), width):
        yield unpacked(s.pending[start : start + width])


def pending_of(s: Payers, hand: int) -> Pending | None:
    """The record of one hand."""
    rows, width = s.pending, HEAD + s.seats
    for start in range(len(rows) - width, -1, -width):
        if rows[start] == hand:
            return unpacked(rows[start : start + width])
    return None


def open_hands(s: Payers) -> list[int]:
    """The hands of which nobody knows who held the card."""
    return [record.hand for record in pending(s) if record.holder < 0]


def store(s: Payers, changed: Pending, rates: Rates) -> None:
    """Put a record back; one that all know is paid out and leaves."""
    kept: list[int] = []
    for record in pending(s):
        if record.hand != changed.hand:
            kept += packed(record)
    if seen_by_all(s, changed):
        pay(s, changed, rates, s.rows if changed.hand == s.hand else [])
    else:
        kept += packed(changed)
    s.pending = kept


def may_hold(record: Pending, *, said: bool = True) -> list[int]:
    """Who may have held the card (the number of seats: nobody). said: whether what was said counts where nothing else is
    known.
    """
    if record.holder >= 0:
        return [record.holder]
    told = told_of(record) if said else -1
    return [told] if told >= 0 else not_among(record, record.complete) or [len(record.counts)]


def not_among(record: Pending, seats: int) -> list[int]:
    """Who may have held the card if it is none of these (a mask)."""
    return [seat for seat in (*record.losers, len(record.counts)) if not seats >> seat & 1]


def told_of(record: Pending) -> int:
    """The holder by what was said, or -1: also where it was said of cards that were all written down without it."""
    return -1 if record.told < 0 or record.complete >> record.told & 1 else record.told


def held(record: Pending, seat: int, *, said: bool = True) -> bool | None:
    """Whether this seat held the card. said: as above."""
    holders = may_hold(record, said=said)
    return (holders == [seat] or None) if seat in holders else False


def payment(record: Pending, seat: int, rates: Rates, *, said: bool = True) -> int | None:
    """What a seat paid for its cards left; None if that cannot be told."""
    holder = held(record, seat, said=said)
    return None if holder is None else record.counts[seat] * rates.of(holder=holder)


def gain(record: Pending, seat: int, rates: Rates, *, said: bool = True) -> int | None:
    """What a seat gained by a pending record, or lost; None if that cannot be told."""
    gains = gains_may_be(record, seat, rates, said=said)
    return gains.pop() if len(gains) == 1 else None


def purse(s: Payers, seat: int, rates: Rates) -> int | None:
    """What a seat has, pending payments included; None if that cannot be told."""
    if (s.unsure | s.changed) >> seat & 1:
        return None
    gains = [gain(record, seat, rates) for record in pending(s)]
    return None if None in gains else s.counters[seat] + sum(amount or 0 for amount in gains)


def purse_may_be(s: Payers, seat: int, rates: Rates) -> set[int] | None:
    """All that a seat may have, whoever held the card in the hands that are pending; None if more than that is not known."""
    return None if (s.unsure | s.changed) >> seat & 1 else with_pending(s, seat, s.counters[seat], rates)


def with_pending(s: Payers, seat: int, amount: int, rates: Rates) -> set[int]:
    """What an amount of a seat may come to with all that is pending."""
    amounts = {amount}
    for record in pending(s):
        gains = gains_may_be(record, seat, rates)
        amounts = {amount + gained for amount in amounts for gained in gains}
    return amounts


def gains_may_be(record: Pending, seat: int, rates: Rates, *, said: bool = False) -> set[int]:
    """What a seat may have gained by a pending record, or lost."""
    return {gains_if(record, holder, rates)[seat] for holder in may_hold(record, said=said)}


def may_be_empty(s: Payers, seat: int, rates: Rates) -> bool:
    """Whether a purse may have nothing in it, by what all at the table know."""
    amounts = {s.counters[seat]}
    for record in pending(s):
        gains = {gains_if(record, holder, rates)[seat] for holder in not_among(record, record.laid)}
        amounts = {amount + gained for amount in amounts for gained in gains}
    return 0 in amounts


def gains_if(record: Pending, holder: int, rates: Rates) -> list[int]:
    """What each seat gained by a pending record, or lost, if this seat held the card."""
    gains = [-count * rates.of(holder=seat == holder) for seat, count in enumerate(record.counts)]
    gains[record.winner] = 0
    gains[record.winner] = -sum(gains)
    return gains


def points(s: Payers, rates: Rates, *, said: bool = True) -> list[int | None]:
    """What each seat gained in this hand; None where that cannot be told."""
    certain = nets(s.rows, len(s.counters))[: s.seats]
    record = pending_of(s, s.hand)
    gains = [] if record is None else [gains_if(record, holder, rates) for holder in may_hold(record, said=said)]
    may_be = [{gain[seat] for gain in gains} or {0} for seat in range(s.seats)]
    return [
        None if len(more) > 1 or s.vague >> seat & 1 else amount + more.pop()
        for seat, (amount, more) in enumerate(zip(certain, may_be, strict=True))
    ]


def fitting(s: Payers, record: Pending, rates: Rates, written: tuple[int, ...], holders: Sequence[int]) -> list[int]:
    """Who of these may have held the card (the number of seats: nobody), if these are the points of the hand."""
    certain = nets(s.rows, len(s.counters))
    return [
        holder
        for holder in holders
        if all(
            s.vague >> seat & 1 or certain[seat] + gain == written[seat]
            for seat, gain in enumerate(gains_if(record, holder, rates))
        )
    ]


# ---- Shown later, said, and seen by whom ---------------------------------------------------------------------------


def learn(s: Payers, e: Shown, place: int, rates: Rates, *, ended: bool) -> None:
    """Cards shown tell who held the card, now or in an earlier hand. ended: whether this hand has."""
    hand = s.hand if e.hand is None else e.hand
    record = pending_of(s, hand)
    if record is None:
        return
    if hand == s.hand and ended:
        look(s.places, record, rates.card)
        s.settled += 1
    elif any(card is rates.card for card in e.cards):
        record.holder = place
        record.seers |= 1 << s.seats
    elif place < s.seats and (e.all or len({*e.cards} - {UNKNOWN}) >= record.counts[place]):
        record.complete |= 1 << place
        record.laid |= 1 << place
        left = not_among(record, record.laid)
        if len(left) == 1 and record.holder in {-1, *left}:
            record.holder, record.seers = left[0], record.seers | 1 << s.seats
    store(s, record, rates)


def hear_payment(s: Payers, seat: int, amount: int, rates: Rates) -> None:
    """What a seat was seen to pay the winner for its cards may say who held the card, where nobody saw it."""
    record = pending_of(s, s.hand)
    if record is None or seat == record.winner or not record.counts[seat] or record.told >= 0:
        return
    count = record.counts[seat]
    if amount == count * rates.holder and record.paid >> seat & 1:  # it has paid both: nobody knows which is true
        return
    if amount == count * rates.holder:
        record.told = seat
    elif amount == count * rates.usual:
        record.paid |= 1 << seat
        if not_among(record, record.paid | record.laid) == [s.seats]:
            record.told = s.seats
    store(s, record, rates)
    s.settled += record.told >= 0


def veil(s: Payers, viewer: int) -> None:
    """Take out who held the card for a viewer that does not know."""
    own = 1 << viewer if viewer >= 0 else 0
    records: list[int] = []
    for record in pending(s):
        record.seers &= own
        if not record.seers:
            record.holder = -1
        record.complete = record.complete & own | record.laid
        records += packed(record)
    s.pending = records
