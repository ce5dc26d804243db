"""Plays that a record has left out, written twice, or given to another seat: what tricks still prove then.

One play left out shifts all that follow to other tricks than it seems. Whatever may have been so accuses nobody of more
than the turn that was broken.
"""

from typing import Protocol

from upcard.engine.game import Cured
from upcard.engine.mechanisms.trick_play import TrickTable, miss_tricks, open_cards, put
from upcard.schemas.cards import UNKNOWN, Card


class StrayTable(TrickTable, Protocol):
    """strays: the lines in the open trick that were out of turn; belated: who closed the last trick after being passed
    over, else -1; shaky: a play may be missing in the record, so that suits are not judged.
    """

    strays: list[int]
    belated: int
    shaky: bool


def forget_strays(t: StrayTable) -> None:
    """Nothing strange was seen."""
    t.strays, t.belated, t.shaky = [], -1, False


def written_twice(t: StrayTable, seat: int, card: Card) -> bool:
    """Whether this is a play of before, written twice: the last one, or one that this seat is not to make now."""
    if not card.bit or (seat, card) not in zip(t.by, t.cards, strict=True):
        return False
    return seat != t.turn or (t.by[-1], t.cards[-1]) == (seat, card)


def plays_twice(t: StrayTable, seat: int, size: int) -> bool:
    """Whether a seat has played to the open trick already: a play was left out or written wrongly, nobody knows which,
    and from here on tricks and turns prove nothing.
    """
    return bool(open_cards(t, size)) and seat in t.by[t.first :]


def leads_again(t: StrayTable, seat: int, size: int) -> bool:
    """Whether who led the last trick leads this one though another won it: the last card of that trick may have been a
    lead, and the card before it have been left out.
    """
    full = not t.gap and len(t.cards) - t.first == size
    return full and 0 <= t.turn != seat == t.by[t.first]


def goes_on_after(t: StrayTable, seat: int, size: int) -> bool:
    """Whether this card follows, in turn, one that closed a trick after its seat had been passed over."""
    return t.belated >= 0 and seat == (t.belated + 1) % size


def closes_late(t: StrayTable, seat: int, size: int) -> bool:
    """Whether this card is the last, of a seat that was passed over: it may as well be the lead of the next trick."""
    return bool(t.strays) and open_cards(t, size) == size - 1 and (seat + 1) % size != t.by[t.first]


def is_steady(t: StrayTable, seat: int) -> bool:
    """Whether a card of this seat comes in turn, and nothing strange was seen before it."""
    return seat == t.turn and not t.strays and t.belated < 0 and not t.shaky


def put_watched(t: StrayTable, seat: int, card: Card, table: int, size: int) -> int:
    """`put`, and what is strange about the card is noted."""
    if is_steady(t, seat):
        return put(t, seat, card, table, size)
    strange = 0 <= t.turn != seat or plays_twice(t, seat, size)
    _watch(t, seat, size)
    return _put_strange(t, seat, card, table, size) if strange else put(t, seat, card, table, size)


def _watch(t: StrayTable, seat: int, size: int) -> None:
    """Note what shows that a play may be missing in the record. A lead out of turn may be a card that followed a lead
    left out; as long as the record is ahead by a card, each trick is led by the seat that led the one before.
    """
    if plays_twice(t, seat, size):
        for other in (seat, *(t.by[at] for at in range(t.first, len(t.by)) if t.lines[at] in t.strays)):
            t.places.deal(other, 0, 1, t.step, None)  # one of its cards may have been another's
        miss_tricks(t, size)
        t.strays, t.belated = [], -1
    elif t.gap:
        return
    elif open_cards(t, size):
        t.belated = seat if closes_late(t, seat, size) else -1
        if seat != t.turn:
            t.strays = [*t.strays, t.line]
    else:
        again = bool(t.cards) and seat == t.by[t.first]
        wrong = 0 <= t.turn != seat
        t.shaky = goes_on_after(t, seat, size) or wrong or (t.shaky and again)
        t.strays, t.belated = [t.line] if wrong else [], -1


def _put_strange(t: StrayTable, seat: int, card: Card, table: int, size: int) -> int:
    """A card out of turn may have been another seat's: it lies on the table, and tells nothing of the hand it is said
    to come from.
    """
    bit = card.bit
    if t.places.known[seat] & bit:
        t.places.been[seat] &= ~bit
        t.places.been[table] |= bit
        t.places.entered[table] = t.step
        return put(t, seat, card, table, size)
    placed = put(t, seat, UNKNOWN, table, size)
    if bit:
        t.places.show(bit, table)
    if placed:
        t.cards[-1] = card
    return placed


def withdrawn(t: StrayTable, seat: int, card: Card, size: int) -> list[Cured]:
    """What was said of cards that, as this one shows, may have been written wrongly."""
    if (seat == t.turn and not t.strays) or written_twice(t, seat, card):
        return []
    if leads_again(t, seat, size):
        return [Cured(t.lines[-1])]
    return [Cured(line) for line in t.strays] if plays_twice(t, seat, size) else []


def proves_nothing(t: StrayTable, seat: int, size: int) -> bool:
    """Whether a card need not belong to the trick, or to the seat, that it seems to belong to: its suit proves nothing."""
    if t.gap or t.shaky or len(t.cards) - t.first == size:
        return True
    return 0 <= t.turn != seat or closes_late(t, seat, size)
