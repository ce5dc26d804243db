"""The play of a trick game: cards put to tricks one after the other, on any state that has the fields for it.

Tricks have a fixed number of cards. What a suit is, who wins, and what a trick brings is left to the game.
"""

from typing import Protocol

from upcard.engine.game import Broken, InDoubt
from upcard.engine.mechanisms.hands import leave_hand
from upcard.engine.mechanisms.tricks import keeps_suit
from upcard.engine.places import Places
from upcard.schemas.cards import Card


class TrickTable(Protocol):
    """cards, by, lines: what was played in this hand, by whom, on which lines; first: where in them the trick begins
    that is in progress, or was last until the next lead; led: the suit led, a mask; winners: by trick, -1 where that
    cannot be told; turn: who is next, -1 where that cannot be told.
    """

    line: int
    step: int
    gap: bool
    dubious: list[int]
    places: Places
    turn: int
    led: int
    first: int
    cards: list[Card]
    by: list[int]
    lines: list[int]
    winners: list[int]


def clear(t: TrickTable) -> None:
    """No trick was played yet."""
    t.led, t.first = 0, 0
    t.cards, t.by, t.lines, t.winners = [], [], [], []


def put(t: TrickTable, seat: int, card: Card, table: int, size: int) -> int:
    """A card goes from a hand to the trick on the table (a place). Returns how many cards the trick has then: 1 was
    led, `size` is full; 0 after a gap, where no trick can be told.
    """
    leave_hand(t.places, seat, card, table, t.step)
    return laid(t, seat, card, size)


def laid(t: TrickTable, seat: int, card: Card, size: int) -> int:
    """A card lies in the trick on the table, wherever it came from. Returns what `put` does."""
    if t.gap:
        return 0
    cards = t.cards
    before = len(cards) - t.first
    if before == size:
        t.first, before = len(cards), 0
    cards.append(card)
    t.by.append(seat)
    t.lines.append(t.line)
    return before + 1


def owed_to_leader(t: TrickTable, seat: int) -> bool:
    """Who leads has won the trick before, if that could not be told: True if this decides it."""
    if not t.winners or t.winners[-1] >= 0:
        return False
    t.winners[-1] = seat
    return True


def trick_of(t: TrickTable) -> tuple[list[Card], list[int]]:
    """The cards of the trick in progress, or of the last one until the next lead, and who played them."""
    return t.cards[t.first :], t.by[t.first :]


def open_cards(t: TrickTable, size: int) -> int:
    """How many cards the trick in progress has; 0 between two tricks."""
    return (len(t.cards) - t.first) % size


def follows(t: TrickTable, seat: int, card: Card, size: int) -> Broken | InDoubt | None:
    """Whether a seat keeps the suit led with this card, if it is not a lead itself and nothing was missed."""
    if t.gap or len(t.cards) - t.first == size:
        return None
    return keeps_suit(t.places, seat, card, t.led)


def miss_tricks(t: TrickTable, seats: int) -> None:
    """Something was missed: turns and tricks of this hand prove nothing any more."""
    t.gap = True
    del t.cards[t.first :], t.by[t.first :], t.lines[t.first :]
    t.turn, t.led = -1, 0
    for seat in range(seats):
        t.places.loosen(seat)
