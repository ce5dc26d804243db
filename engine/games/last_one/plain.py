"""What breaks no rule as anybody can see at a glance: such acts are done, and the audit asks no rule."""

from upcard.engine.games.last_one.drawing import TURN, draw, end_turn, hear_no_call, take
from upcard.engine.games.last_one.play import after_card, cannot_have, play, put
from upcard.engine.games.last_one.table import JOKER, NOBODY, PACK_MASK, LastOne
from upcard.schemas.events import Drew, Played


def is_quiet(s: LastOne, seat: int) -> bool:
    """Whether the hand is on, nothing is owed, and no melee; and this seat takes part."""
    return (
        s.phase == "play" and s.out < 0 and s.run < 0 and not s.owed and not s.unopened and s.playing >> seat & 1 == 1
    )


def play_plainly(s: LastOne, e: Played) -> bool:
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
    if not places.known[seat] & bit and (
        places.located & bit or not places.most[seat] or cannot_have(s, seat, bit) is not None
    ):
        return False
    if s.stacker >= 0 or s.rest or s.gap or card.index == s.top or s.options.calls_recorded == "no":
        play(s, e)
        return True
    was = s.turn
    put(s, e)
    s.drawer, s.drawn = NOBODY, 0
    after_card(s, e, rank, "own", was, fights=False)
    return True


def draw_plainly(s: LastOne, e: Drew) -> bool:
    """One card drawn in turn, which may be in the stock."""
    seat, cards, places, stock = e.seat, e.cards, s.places, len(s.players)
    if e.why != TURN or e.count != 1 or not is_quiet(s, seat) or not s.turn >> seat & 1 or seat == s.drawer:
        return False
    if not (places.most[stock] or places.known[stock]):
        return False
    if cards is not None and (len(cards) != 1 or s.order or cards[0].bit & (places.located | ~(s.back or PACK_MASK))):
        return False
    if s.rest or s.gap or s.options.calls_recorded == "no":
        draw(s, e)
        return True
    held = places.known[seat]
    take(s, e)
    end_turn(s, e, places.known[seat] & ~held)
    hear_no_call(s, seat, 1)
    return True
