"""PJ-1: the pack, the accounts, and where a session of Pope Joan stands."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from upcard.engine.games.pope_joan.figures import sizes_in_order, stakes, targets
from upcard.engine.games.pope_joan.options import POOLS, PopeJoanOptions, check_seats
from upcard.engine.mechanisms.board import Board, everybody
from upcard.engine.mechanisms.stops import lower_cards, successors
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import PACK_MASK, Card
from upcard.schemas.events import Opened

# ---- PJ-1 Deck, seats, ranking -------------------------------------------------------------------------------------

PACK51: Final = PACK_MASK & ~Card("8d").bit
POPE: Final = Card("9d")
SUCCESSOR: Final = successors(PACK51)
LOWER: Final = lower_cards(PACK51)

# ---- PJ-2.1 The board, and the accounts (C-3) ----------------------------------------------------------------------

POPE_POOL, MATRIMONY, INTRIGUE, ACE, KING, QUEEN, JACK, GAME_POOL = range(8)
HONOURS: Final = {"A": ACE, "K": KING, "Q": QUEEN, "J": JACK}
PAIRS: Final = ((MATRIMONY, "Q", "K"), (INTRIGUE, "J", "Q"))
"""Each pair: its compartment, its lower and its upper card (PJ-4.7)."""

WHYS: Final = (
    "dressing",
    "turned up",
    "pope turned up",
    "played",
    "pope played",
    "pair",
    "pair split",
    "out",
    "cards left",
    "final deal",
    "share at the end",
    "as written",
    "not known",
    "bought",
)
DRESSING, TURNED, POPE_TURNED, PLAYED, POPE_PLAYED, PAIR, SPLIT, OUT, LEFT, FINAL, SHARE, SHEET, LOST, BOUGHT = range(
    14
)


BOARD: Final = Board(POOLS, BOUGHT)


@dataclass(slots=True, kw_only=True)
class PopeJoan(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    seats: how many; deals: how many deals were ended; trump, turnup: of this deal, last_trump: of the last in which
    a card was turned; turned_at, turned_in: its line and place; fell: whether who dealt alone tells
    that place; apart: the card turned up if it is nobody's; usual: cards to each hand, elder first, and to
    the dead hand; stakes, targets: what all pay, the dealer on top, and what goes into each compartment; dealt,
    left: cards by seat; sequence, players_of: every card played (its index, -1 where it
    is not known or something was missed) and by whom; hidden: a mask of what these cards not known may be; due: the bit
    of the card that must follow; leader: who leads if nobody follows; prizes: the cards that take a compartment;
    miscounted: a mask of seats that may hold one card more or less: a card of theirs was written twice, or how many they were
    dealt was not told.

    out: who went out; late: whether a card was played after that; thrown: whether the cards
    were thrown in; how: how the hand ended; final: whether the final deal was made. For the rest see `Opened`, `Purses`
    and `Payers`.
    """

    options: PopeJoanOptions
    seats: int
    phase: Literal["between", "deal", "turn", "play"] = "between"
    dealer: int = -1
    next_dealer: int = -1
    lone: int = 0
    off: int = 0
    off_at: int = 0
    deals: int = 0
    trump: str = ""
    last_trump: str = ""
    turnup: int = -1
    turned_at: int = 0
    turned_in: int = 0
    fell: bool = False
    apart: int = -1
    usual: tuple[int, ...] = ()
    stakes: tuple[int, int] = (0, 0)
    targets: tuple[int, ...] = ()
    dealt: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    miscounted: int = 0
    sequence: list[int] = field(default_factory=list)
    players_of: list[int] = field(default_factory=list)
    hidden: int = 0
    due: int = 0
    leader: int = -1
    prizes: int = 0
    counters: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    unsure: int = 0
    unsure_before: int = 0
    vague: int = 0
    pending: list[int] = field(default_factory=list)
    bought: int = 0
    changed: int = 0
    counted: list[int] = field(default_factory=list)
    counted_of: int = 0
    out: int = -1
    late: bool = False
    thrown: bool = False
    how: str = ""
    final: bool = False


def start(header: Opened, options: PopeJoanOptions) -> PopeJoan:
    """A table before the first deal, with the counters bought and those left on the board (PJ-A16)."""
    seats = len(header.seats)
    check_seats(header.preset, seats)
    return PopeJoan(
        game="pope_joan",
        options=options,
        seats=seats,
        players=list(header.seats),
        places=no_cards(seats),
        counters=BOARD.balances(header),
        bought=0 if header.buy_in is None else everybody(seats),
        counted=[0] * seats,
        usual=sizes_in_order(options, seats),
        stakes=stakes(options, seats),
        targets=targets(options, seats),
    )


def no_cards(seats: int) -> Places:
    """Places after the hands: the dead hand, the table, and the card turned up that lies apart."""
    return Places.empty(seats + 3, seats)


def table(s: PopeJoan) -> int:
    """The place of the cards played."""
    return s.seats + 1


def all_miscounted(s: PopeJoan) -> bool:
    """Whether of no hand it is known how many cards it was dealt: that hangs on a dealer whom the record does not tell."""
    return s.miscounted == everybody(s.seats)


def aside(s: PopeJoan) -> int:
    """The place of a card turned up that belongs to nobody (PJ-3.2)."""
    return s.seats + 2


@cache
def prize_cards(trump: str) -> int:
    """The cards that take a compartment: Pope, and the trump honours (PJ-4.5)."""
    mask = POPE.bit
    for rank in HONOURS:
        mask |= Card(rank + trump).bit if trump else 0
    return mask
