"""Who sits where: another player has not won the hand before, and what becomes of the total the page does not say."""

from upcard.engine.common import join
from upcard.engine.games.big_two.table import NOBODY, NOT_KNOWN, BigTwo
from upcard.schemas.events import Joined


def sit_down(s: BigTwo, e: Joined) -> None:
    """Somebody takes a seat. Whether a new player goes on with the total of the one before, only the sheet can tell."""
    join(s, e)
    if e.seat >= len(s.players) or s.sat[e.seat] == e.player:
        return
    s.sat[e.seat] = e.player
    if s.hand:
        s.totals = [None if seat == e.seat else points for seat, points in enumerate(s.totals)]
        s.before = [None if seat == e.seat else points for seat, points in enumerate(s.before)]
    lose_winner(s, e.seat)


def lose_winner(s: BigTwo, seat: int) -> None:
    """Who won the hand before sits here no more, so that somebody else may open the next (B2-2.2)."""
    if s.phase == "between":
        s.moved |= 1 << seat
    elif s.last_winner == seat:
        s.last_winner = NOT_KNOWN
        s.turn = s.turn if s.opened else NOBODY
