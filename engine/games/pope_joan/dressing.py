"""PJ-2: dressing the board before each deal, and the beginning of a hand."""

from upcard.engine.games.pope_joan.settling import abandon
from upcard.engine.games.pope_joan.state import BOARD, DRESSING, PopeJoan, no_cards
from upcard.engine.mechanisms.board import cannot_tell, everybody, open_hand
from upcard.engine.mechanisms.dealers import begins_again, is_same_or_next
from upcard.engine.mechanisms.ledger import post
from upcard.engine.mechanisms.stops_opening import take_dealer
from upcard.schemas.events import HandStarted

# ---- PJ-2 Dressing the board (before each deal, every deal) --------------------------------------------------------


def dress(s: PopeJoan) -> None:
    """All pay, and the compartments are filled on top of what was left (PJ-2.5)."""
    (stake, more), board = s.stakes, BOARD.board(s)
    for seat in range(s.seats):
        post(s.counters, s.rows, (seat, board, stake + more if seat == s.dealer else stake, DRESSING))
    if s.dealer < 0 and more:
        post(s.counters, s.rows, (BOARD.unknown(s), board, more, DRESSING))
        cannot_tell(s, everybody(s.seats))
    for pool, amount in enumerate(s.targets, start=s.seats):
        post(s.counters, s.rows, (board, pool, amount, DRESSING))
    s.counted_of = 0


def begin_hand(s: PopeJoan, e: HandStarted) -> None:
    """A new hand is dressed for; of one that was not played out nobody knows how it ended."""
    if begins_again(s, e):
        return
    if s.phase != "between":
        is_unclear = is_same_or_next(s, e)
        abandon(s)
        if is_unclear:
            s.next_dealer = -1
            cannot_tell(s, everybody(s.seats) | BOARD.everything << s.seats)
        s.settled += 1
    s.hand += 1
    if take_dealer(s, e.dealer):
        cannot_tell(s, everybody(s.seats))  # who paid as the dealer before was another
    s.phase, s.gap, s.how, s.out, s.late, s.thrown = "deal", False, "", -1, False, False
    s.trump, s.turnup, s.apart, s.prizes, s.due = "", -1, -1, 0, 0
    s.dealt, s.left, s.sequence, s.players_of, s.miscounted, s.hidden = [], [], [], [], 0, 0
    s.places = no_cards(s.seats)
    open_hand(s)
    dress(s)
