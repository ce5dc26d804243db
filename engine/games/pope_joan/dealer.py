"""Who dealt, where one line alone tells it: who opens the hand, and to whom the card turned up fell, may tell another (G-8)."""

from upcard.engine.games.pope_joan.dealing import recipient
from upcard.engine.games.pope_joan.state import PopeJoan
from upcard.engine.mechanisms.board import cannot_tell, everybody
from upcard.engine.mechanisms.dealers import opens
from upcard.engine.mechanisms.stops_opening import is_opening, off_by, opened_by
from upcard.schemas.cards import BY_INDEX


def open_hand(s: PopeJoan, seat: int, bit: int) -> None:
    """A seat plays, where one line alone tells who dealt. Perhaps another did, if it opens the hand."""
    opening = is_opening(s)
    another = opens(s, s.off, s.seats) if tells_dealer(s, seat, bit) else opened_by(s, seat)
    if another:
        cannot_tell(s, everybody(s.seats))  # who paid as the dealer, and was paid, was another
    if another or (opening and s.off):
        fall_elsewhere(s, recipient(s) if another else -1)


def tells_dealer(s: PopeJoan, seat: int, bit: int) -> bool:
    """Whether a seat plays the card turned up that fell to it if who opened this hand did so in turn: two lines tell who dealt
    then, against one.
    """
    return is_in_doubt(s, bit) and s.off > 0 and not is_opening(s) and (s.turned_in + s.off) % s.seats == seat


def fall_elsewhere(s: PopeJoan, place: int) -> None:
    """Perhaps another dealt than was written, so that the card turned up fell to this place, or, if it is -1, nobody knows where."""
    bit = BY_INDEX[s.turnup].bit if s.fell else 0
    if not bit & s.places.known[s.turned_in]:
        return
    if listed_there(s):
        s.places.seen[-1] &= ~bit
        return
    s.places.forget(s.turned_in, bit)
    if place >= 0:
        s.places.show(bit, place)
        s.turned_in = place


def listed_there(s: PopeJoan) -> bool:
    """Whether the card turned up is listed in the hand that it fell to, so that this hangs on no dealer."""
    return s.places.seen[s.turned_in] & BY_INDEX[s.turnup].bit > 0


def may_have_fallen(s: PopeJoan, seat: int, bit: int) -> bool:
    """Whether a card is the one turned up, and lay in the hand of this seat, which opens, if another dealt than one line tells."""
    return is_in_doubt(s, bit) and off_by(s, seat) > 0


def is_in_doubt(s: PopeJoan, bit: int) -> bool:
    """Whether a card is the one turned up, and one line alone tells to whom it fell."""
    return s.fell and s.lone > 0 and bit == BY_INDEX[s.turnup].bit and not listed_there(s)


def may_be_true(s: PopeJoan, seat: int, bit: int) -> bool:
    """Whether the card is one that the seat may have played: of a card written wrongly nothing follows."""
    if not bit & s.places.seen[-1] or s.places.known[seat] & bit:
        return bit > 0
    return may_have_fallen(s, seat, bit)
