"""What breaks no rule as anybody can see at a glance: such acts are done, and the audit asks no rule."""

from upcard.engine.games.big_two.irregular import may_follow
from upcard.engine.games.big_two.phases import put_down
from upcard.engine.games.big_two.table import BigTwo
from upcard.engine.games.big_two.turns import add_pass
from upcard.engine.mechanisms.climbing import may_come_from
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Laid, Passed


def lay_plainly(s: BigTwo, e: Laid) -> bool:
    """Cards laid in turn, by a hand that may have them, and higher than what lies there."""
    seat, cards = e.seat, e.cards
    if seat != s.turn or s.phase != "play" or not s.opened or s.answers or s.dubious:
        return False
    mask = may_come_from(s.places, seat, cards, PACK_MASK)
    if not mask or not may_follow(s, cards, () if s.lead else s.table):
        return False
    put_down(s, seat, cards, mask, cards)
    return True


def pass_plainly(s: BigTwo, e: Passed) -> bool:
    """A pass in turn, with something to beat."""
    if e.seat != s.turn or s.phase != "play" or s.lead == 1:
        return False
    add_pass(s, e.seat)
    return True
