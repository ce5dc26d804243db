"""Slips of the scribe in play: whether a play that was left out of the record explains what is seen as well as a breach.

Where one may have been left out, it is not known to which tricks the cards after it went: that one of them does not
follow accuses nobody.
"""

from collections.abc import Sequence

from upcard.engine.game import Answer, Cured, SessionClosed
from upcard.engine.games.calabrasella.table import SEATS, STRENGTHS, Calabrasella, after
from upcard.engine.mechanisms.forty import suit_led
from upcard.engine.mechanisms.tricks import winner
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import HandStarted, Played


def missing_from(s: Calabrasella, fresh: Played | None = None) -> int:
    """The first place among the plays at which one more, not written, would make all of them come in turn; -1 if none
    does. fresh: a play that is judged now.
    """
    by, cards = [*s.by], [*s.cards]
    if fresh is not None:
        by.append(fresh.seat)
        cards.append(fresh.card)
    first = after(s.declarer)
    return next((place for place in range(len(by)) if in_turn(by, cards, place, first)), -1)


def in_turn(by: Sequence[int], cards: Sequence[Card], missing: int, turn: int) -> bool:
    """Whether all plays come in turn, if one was left out before the play at this place. turn: who led first, or -1."""
    trick: list[tuple[int, Card]] = []
    for place, (seat, card) in enumerate(zip(by, cards, strict=True)):
        if place == missing:
            turn = put(trick, (seat - 1) % SEATS if turn < 0 else turn, UNKNOWN)
        if turn not in {-1, seat}:
            return False
        turn = put(trick, seat, card)
    return True


def put(trick: list[tuple[int, Card]], seat: int, card: Card) -> int:
    """A card goes to the trick. Whose turn is next, -1 if that cannot be told."""
    trick.append((seat, card))
    if len(trick) < SEATS:
        return after(seat)
    seats, cards = [seat for seat, _ in trick], [card for _, card in trick]
    trick.clear()
    return winner(cards, seats, STRENGTHS[suit_led(cards[0])]) if cards[0].bit else -1


def is_explained(s: Calabrasella, e: Played) -> bool:
    """Whether turns were missed in this hand, and a play left out before this one explains them."""
    return bool(s.unruly) and missing_from(s, e) >= 0


def withdrawn(s: Calabrasella, e: Played) -> Answer:
    """A card out of turn: what was said of the suits of the tricks since a play may have been left out is withdrawn."""
    if s.turn in {-1, e.seat} or s.phase != "play" or s.gap:
        return None
    start = missing_from(s, e)
    if start < 0 and s.unruly:  # out of turn for the second time: nothing is sure since the first
        start = SEATS * ((s.unruly & -s.unruly).bit_length() - 1)
    return [Cured(line) for line in s.lines[start:]] if start >= 0 else None


def withdrawn_at_end(s: Calabrasella, _e: HandStarted | SessionClosed) -> Answer:
    """The same, where a hand has no end in the record: one of its plays was left out, if that can be."""
    if s.phase != "play" or s.gap or not s.cards:
        return None
    start = missing_from(s)
    return [Cured(line) for line in s.lines[start:]] if start >= 0 else None
