"""What breaks no rule as anybody can see at a glance: such acts are done, and the audit asks no rule."""

from upcard.engine.games.big_two.irregular import may_follow
from upcard.engine.games.big_two.phases import put_down
from upcard.engine.games.big_two.scoring import settle
from upcard.engine.games.big_two.sheet import keep_counts
from upcard.engine.games.big_two.table import HAND, NOBODY, BigTwo
from upcard.engine.games.big_two.turns import add_pass
from upcard.engine.mechanisms.climbing import may_come_from
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Laid, Passed, Scored


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


def score_plainly(s: BigTwo, e: Scored) -> bool:
    """The row of a hand of which nothing else is written: cards left that can be, and nothing that needs comparing."""
    counts = e.counts
    if counts is None or e.points is not None or e.totals is not None or e.void or not _only_counts(e):
        return False
    if s.phase != "deal" or s.away or s.gap or len(counts) != len(s.players):
        return False
    if counts.count(0) != 1 or min(counts) < 0 or max(counts) > HAND or not _may_take_all(s, e.seat):
        return False
    s.offender = s.offender if e.seat is None else e.seat
    settle(s, "sheet", list(counts))
    keep_counts(s, dealt=False)
    s.written = True
    return True


def _only_counts(e: Scored) -> bool:
    """Whether a row has none of the columns of other games."""
    own = e.tricks is None and e.aces is None and e.plucks is None and e.melds is None and e.bids is None
    return own and e.trump is None and e.side is None and e.amount is None and e.bombs is None


def _may_take_all(s: BigTwo, seat: int | None) -> bool:
    """Whether a row may name this seat as the one that takes all, or none."""
    if seat is None:
        return True
    return s.options.takes_all == "on" and seat < len(s.players) and s.offender in {NOBODY, seat}
