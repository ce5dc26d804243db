"""PJ-2: dressing the board before each deal, and the beginning of a hand."""

from upcard.engine.games.pope_joan.options import LEAST_DRESSING, PopeJoanOptions
from upcard.engine.games.pope_joan.settling import abandon
from upcard.engine.games.pope_joan.state import (
    DRESSING,
    POOLS,
    PopeJoan,
    board,
    cannot_tell,
    everybody,
    left_of,
    no_cards,
    pass_counters,
    pool,
    unknown,
)
from upcard.schemas.events import HandStarted

# ---- PJ-2 Dressing the board (before each deal, every deal) --------------------------------------------------------

FIXED = (6, 2, 2, 1, 1, 1, 1)
"""What the first seven compartments get when the board is dressed as a whole; game gets the rest (PJ-2.2)."""

EACH = 2
"""What everybody pays into each compartment with `two_each` (PJ-2.4)."""


def least_stake(seats: int) -> int:
    """The stake that brings fifteen counters, the dealer paying double (PJ-2.2)."""
    return -(-LEAST_DRESSING // (seats + 1))


def stakes(options: PopeJoanOptions, seats: int) -> tuple[int, int]:
    """What everybody pays, and what the dealer pays on top of it."""
    if options.dressing == "two_each":
        return EACH * len(POOLS), 0
    if options.dressing == "dealer_alone":
        return 0, LEAST_DRESSING
    stake = options.stake_x or least_stake(seats)
    return stake, stake


def targets(options: PopeJoanOptions, seats: int) -> tuple[int, ...]:
    """What goes into each compartment."""
    if options.dressing == "two_each":
        return (EACH * seats,) * len(POOLS)
    stake, more = stakes(options, seats)
    return (*FIXED, seats * stake + more - sum(FIXED))


def dress(s: PopeJoan) -> None:
    """All pay, and the compartments are filled on top of what was left (PJ-2.5)."""
    stake, more = stakes(s.options, s.seats)
    for seat in range(s.seats):
        pass_counters(s, seat, board(s), stake + more if seat == s.dealer else stake, DRESSING)
    if s.dealer < 0 and more:
        pass_counters(s, unknown(s), board(s), more, DRESSING)
        cannot_tell(s, everybody(s.seats))
    for number, amount in enumerate(targets(s.options, s.seats)):
        pass_counters(s, board(s), pool(s, number), amount, DRESSING)


def begin_hand(s: PopeJoan, e: HandStarted) -> None:
    """A new hand is dressed for; of one that was not played out nobody knows how it ended."""
    if s.phase != "between":
        abandon(s)
    s.hand += 1
    s.dealer = s.next_dealer if e.dealer is None else e.dealer if e.dealer < s.seats else -1
    s.phase, s.gap, s.how, s.out, s.vague = "deal", False, "", -1, 0
    s.trump, s.turnup, s.prizes, s.due = "", -1, 0, 0
    s.leader = left_of(s, s.dealer)
    s.dealt, s.left, s.sequence, s.players_of = [], [], [], []
    s.rows = []
    s.places = no_cards(s.seats)
    dress(s)
