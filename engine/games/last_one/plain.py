"""What breaks no rule as anybody can see at a glance: of such acts the audit asks no rule."""

from upcard.engine.games.last_one.drawing import TURN
from upcard.engine.games.last_one.play import cannot_have
from upcard.engine.games.last_one.table import JOKER, PACK_MASK, LastOne
from upcard.schemas.events import Drew, Played


def is_quiet(s: LastOne, seat: int) -> bool:
    """Whether the hand is on, nothing is owed, and no melee; and this seat takes part."""
    return s.phase == "play" and s.out < 0 and s.run < 0 and not s.owed and s.playing >> seat & 1 == 1


def play_is_plain(s: LastOne, e: Played) -> bool:
    """A natural card that goes on the upcard, in turn or on the own 3, and that may come from that hand."""
    seat, card, places = e.seat, e.card, s.places
    rank, bit = card.rank, card.bit
    if not is_quiet(s, seat) or rank == JOKER or e.stands_for is not None or not bit:
        return False
    if seat != s.stacker:
        fits = rank == "8" or (e.suit is None and (card.suit == s.suit or rank == s.rank))
        if not fits or e.stacked or not s.turn >> seat & 1 or seat == s.drawer:
            return False
    elif e.suit is not None:
        return False
    if places.known[seat] & bit:
        return True
    return not places.located & bit and places.most[seat] > 0 and cannot_have(s, seat, bit) is None


def draw_is_plain(s: LastOne, e: Drew) -> bool:
    """One card drawn in turn, which may be in the stock."""
    seat, cards, places, stock = e.seat, e.cards, s.places, len(s.players)
    if e.why != TURN or e.count != 1 or not is_quiet(s, seat) or not s.turn >> seat & 1 or seat == s.drawer:
        return False
    if not (places.most[stock] or places.known[stock]):
        return False
    if not cards:
        return cards is None
    return len(cards) == 1 and not s.order and not cards[0].bit & (places.located | ~(s.back or PACK_MASK))
