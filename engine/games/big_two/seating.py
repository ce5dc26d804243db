"""Who sits where: another player has not won the hand before, and what becomes of the total the page does not say."""

from upcard.engine.common import join, leave
from upcard.engine.games.big_two.table import NOBODY, NOT_KNOWN, BigTwo
from upcard.schemas.events import Joined, Left


def sit_down(s: BigTwo, e: Joined) -> None:
    """Somebody takes a seat. Whether a new player goes on with the total of the one before, only the sheet can tell."""
    s.sat = s.sat or s.players.copy()
    join(s, e)
    look_round(s)
    if e.seat >= len(s.players) or s.sat[e.seat] == e.player:
        return
    s.sat[e.seat] = e.player
    if s.hand:
        s.totals = [None if seat == e.seat else points for seat, points in enumerate(s.totals)]
        s.before = [None if seat == e.seat else points for seat, points in enumerate(s.before)]
    lose_winner(s, e.seat)


def stand_up(s: BigTwo, e: Left) -> None:
    """Somebody leaves a seat; play and deal pass it over until somebody takes it."""
    leave(s, e)
    look_round(s)


def look_round(s: BigTwo) -> None:
    """Where nobody sits."""
    s.away = sum(1 << seat for seat, player in enumerate(s.players) if not player)


def lose_winner(s: BigTwo, seat: int) -> None:
    """Who won the hand before sits here no more, so that somebody else may open the next (B2-2.2)."""
    if s.phase == "between":
        s.moved |= 1 << seat
    elif s.last_winner == seat:
        s.last_winner = NOT_KNOWN
        s.turn = s.turn if s.opened else NOBODY
