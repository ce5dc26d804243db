"""Hasenpfeffer: HP-1 deck, seats and ranking, HP-5 options, and what the state of a session holds."""

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from upcard.engine.mechanisms.effective_suits import bowers, counts_as, effective_suits, order_with
from upcard.engine.mechanisms.tricks import powers
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import RANK_MASK, SUITS, Card
from upcard.schemas.events import Opened
from upcard.schemas.options import Options, option

# ---- HP-1 Deck, seats, ranking -------------------------------------------------------------------------------------

JOKER: Final = Card("Xr")
XR: Final = JOKER.bit
PACK: Final = sum(RANK_MASK[rank] for rank in "AKQJT9") | XR
HAND: Final = 6
DISCARD, TABLE, WIDOW = 4, 5, 6
"""The places after the four hands."""

SUITS_OF: Final[dict[str, dict[str, int]]] = {
    trump: effective_suits(PACK, trump, XR | bowers(trump)[1].bit)  # HP-1.2, HP-1.3
    for trump in SUITS
}
"""The cards of each effective suit, by the trump suit."""
LED_BY: Final[dict[str, dict[Card, int]]] = {trump: counts_as(suits) for trump, suits in SUITS_OF.items()}
"""The suit (a mask) that a card leads, by the trump suit."""
POWERS: Final[dict[str, dict[int, dict[Card, int]]]] = {
    trump: {led: powers(led, suits[trump], order_with((JOKER, *bowers(trump)))) for led in (0, *suits.values())}
    for trump, suits in SUITS_OF.items()
}
"""The strength of each card, by the trump suit and the mask of the suit led."""


# ---- HP-5 Options --------------------------------------------------------------------------------------------------


class HasenpfefferOptions(Options):
    """HP-5."""

    target: int = option(10, "HP-4.2", "a side with so many points after a hand may have won", ge=1)
    defenders_win_only_if_set: bool = option(
        False, "HP-6.1", "true: defenders who reach the target win only when the contract failed"
    )
    forced_bid: int = option(3, "HP-2.2", "the contract of the joker's holder after four passes", ge=1, le=6)
    same_trick_correction: bool = option(False, "G-14", "whether a revoker may still follow while the trick is open")


class Way(NamedTuple):
    """One way a hand may have come out: who declared, the contract, the tricks of the declarers; whether they made it, the
    tricks and the points of each side (HP-4.1).
    """

    seat: int
    contract: int
    tricks: int
    made: bool
    split: tuple[int, int]
    points: tuple[int, int]

    @classmethod
    def of(cls, seat: int, contract: int, tricks: int) -> "Way":
        """What follows from declarer, contract and tricks."""
        made = tricks >= contract
        split, points = (tricks, 6 - tricks), (tricks if made else -contract, 6 - tricks)
        if seat & 1:
            split, points = split[::-1], points[::-1]
        return cls(seat, contract, tricks, made, split, points)


How = Literal["", "played", "sheet", "void"]
"""How the last hand ended."""


@dataclass(slots=True, kw_only=True)
class Hasenpfeffer(State):
    """One session. Numbers below 0 stand for what the record does not tell, or for nobody.

    phase: `joker` after four passes, until somebody shows it; `widow` until the high bidder has put a card away.
    may_deal: who may deal next, none if nothing is known; could_deal: who may be the dealer that nobody wrote down;
    bids: by seat, 0 a pass, -1 nothing yet; skipped: a mask of the seats that were passed over in the bidding; instead: by seat, in
    whose turn it spoke, if in another's; high: the
    high bid; joker: who showed the joker after four passes; lifted, stowed: whether the widow was taken, and a card put
    away; taker: who took it; put_away: the line of the discard; pool: the cards known in its hand before one that is not known was put away (a mask); pooled: those
    that each seat knew, and last those that all knew; namer: who named trump; told: a mask of the seats of which it was told that they acted for
    the high bidder; astray: whether acts of a hand were written where none is on; unwritten: whether nobody wrote that
    this hand began; lone, off, off_at: see `Opened`; voided: the line that called the hand void after four passes.
    cards, by, lines, first, led, winners, turn: see `TrickTable`; strays, belated, shaky: see `StrayTable`; changed, changes: see `ChangedTable`; ousted: whose
    turn to lead another took; muddled: whether a card was written wrongly, so that counts prove nothing; heirs: who may have won the last trick, until the next lead.
    taken, points, totals: by side, the points of the last hand; before: the totals before it; could: all ways it may have
    come out; won_before: `winner` before it; made: 1 if its contract was made, 0 if not; how: the way
    it ended; winner: the side that has won the game, -2 if that cannot be told; late: whether a hand after that was found
    already; quiet: where only some know that a hand is void, the last hand that had ended before it, else -1; written:
    whether the score of the last hand was written down; row_due: whether that of the hand before was not.
    """

    options: HasenpfefferOptions
    phase: Literal["between", "deal", "bids", "joker", "widow", "play"] = "between"
    dealer: int = -1
    lone: int = 0
    off: int = 0
    off_at: int = 0
    may_deal: list[int] = field(default_factory=list)
    bids: list[int] = field(default_factory=lambda: [-1] * 4)
    skipped: int = 0
    instead: list[int] = field(default_factory=lambda: [-1] * 4)
    high: int = 0
    joker: int = -1
    declarer: int = -1
    contract: int = -1
    lifted: bool = False
    stowed: bool = False
    trump: str = ""
    turn: int = -1
    led: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    first: int = 0
    winners: list[int] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    changed: int = 0
    changes: list[tuple[int, int]] = field(default_factory=list)
    belated: int = -1
    shaky: bool = False
    ousted: int = -1
    muddled: bool = False
    heirs: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int | None] = field(default_factory=lambda: [None, None])
    totals: list[int | None] = field(default_factory=lambda: [0, 0])
    before: list[int | None] = field(default_factory=lambda: [0, 0])
    could: tuple[Way, ...] = ()
    made: int = -1
    how: How = ""
    winner: int = -1
    won_before: int = -1
    late: bool = False
    quiet: int = -1
    voided: int = 0
    taker: int = -1
    put_away: int = 0
    pool: int = 0
    pooled: list[int] = field(default_factory=list)
    namer: int = -1
    told: int = 0
    could_deal: list[int] = field(default_factory=list)
    astray: bool = False
    unwritten: bool = False
    written: bool = False
    row_due: bool = False


def start(header: Opened, options: HasenpfefferOptions) -> Hasenpfeffer:
    """An empty table."""
    return Hasenpfeffer(game="hasenpfeffer", options=options, players=list(header.seats), places=Places.empty(7, 4))


def veil(s: Hasenpfeffer, viewer: int) -> None:
    """Who does not know that the joker lies in the widow does not know yet that the hand is void (HP-2.2). Of the cards
    that one was put away from, each seat knows its own, and those that were shown.
    """
    if not s.places.known[WIDOW] & XR:
        reopen(s)
    if s.pooled:
        own = s.pooled[viewer]
        s.pool = own if s.pool or viewer != s.taker else 0
        s.pooled = [pooled & own for pooled in s.pooled]


def remember_pool(s: Hasenpfeffer, seat: int, *, told: bool) -> None:
    """A card is put away: who does not see which knows that the others stay where it knew them."""
    held, seen = s.places.known[seat], s.places.seen
    s.pool = 0 if told else held
    s.pooled = [held & (one | seen[-1]) for one in seen]


def reopen(s: Hasenpfeffer) -> None:
    """The hand stands as it does for those who do not know that it is void."""
    if s.quiet >= 0:
        s.phase, s.how, s.ended, s.quiet = "joker", "", s.quiet, -1
        s.settled -= 1
        s.may_deal = []
        s.points = [None, None]


def no_hand_is_on(s: Hasenpfeffer) -> bool:
    """Whether no hand is on, by what all know: the table may play one that is void."""
    return s.phase == "between" and s.quiet < 0


def stray(s: Hasenpfeffer) -> None:
    """An act of a hand where none is on is told of once, until one begins."""
    s.astray = s.astray or no_hand_is_on(s)


def left_of(seat: int) -> int:
    """The next seat."""
    return (seat + 1) & 3


def unseen(s: Hasenpfeffer, seat: int) -> int:
    """The cards not located that might be in this hand: the joker is with who showed it, or was put away there; so is what
    was known to lie in the hand that one card was put away from.
    """
    cards = PACK & ~s.places.located
    if s.pool:
        cards &= ~s.pool if seat != s.taker else s.pool if is_whole(s) else PACK
    return cards & ~XR if s.joker not in {-1, seat} else cards


def is_whole(s: Hasenpfeffer) -> bool:
    """Whether all seven cards are known, of which one was put away."""
    return s.pool.bit_count() == HAND + 1
