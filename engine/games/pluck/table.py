"""Pluck: PL-1 deck, seats and ranking, PL-6 options, and what the state of a session holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from upcard.engine.game import Broken, InDoubt
from upcard.engine.mechanisms.tricks import ACE_HIGH, powers, winner
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import BY_INDEX, PACK_MASK, RANK_MASK, SUIT_MASK, Card, cards_of
from upcard.schemas.events import Opened, Played
from upcard.schemas.options import Options, option

SEATS: Final = 3
TABLE: Final = 3
SIZE: Final = 17
"""Cards of a hand, and tricks."""

LOWEST: Final = Card("2c")
JOKERS: Final = Card("Xr").bit | Card("Xb").bit
PLAIN_PACK: Final = (PACK_MASK & ~RANK_MASK["2"]) | LOWEST.bit
PACK: Final = PLAIN_PACK | JOKERS
SUITS_IN_PACK: Final = {suit: cards & PACK for suit, cards in SUIT_MASK.items()}
TRUMPS: Final = {suit: cards | JOKERS for suit, cards in SUITS_IN_PACK.items()}
"""The suits of the cards, and each with the jokers, as it counts when it is trump (PL-1.3)."""

_ORDER: Final = (*ACE_HIGH, 13, 14)
POWERS: Final = {
    trump: {led: powers(led, trumps, _ORDER) for led in (0, trumps, *SUITS_IN_PACK.values())}
    for trump, trumps in TRUMPS.items()
}
"""The strength of each card (PL-1.2), by the trump suit and the mask of the suit led."""

_FOLLOWS: Final = {
    trump: {
        card: trumps if card.rank == "X" or card.suit == trump else SUITS_IN_PACK.get(card.suit, 0) for card in Card
    }
    for trump, trumps in {**TRUMPS, "": 0}.items()
}
"""The cards that follow each card, by the trump suit; before trump is named jokers have no suit (PL-1.3)."""

HIGHER: Final = tuple(
    sum(other.bit for other in cards_of(SUITS_IN_PACK.get(card.suit, 0)) if _ORDER[other.index] > _ORDER[card.index])
    for card in BY_INDEX
)
"""For each card by its index, the higher cards of its own suit: those that go before it when it is plucked."""


class PluckOptions(Options):
    """PL-6."""

    target: int = option(20, "PL-5.2", "the game ends after a hand in which somebody has so many points", ge=1)
    pluck_order: Literal["free", "quota_desc"] = option(
        "free", "PL-3.5", "who plucks first: as it comes, or the higher quota first, all of one before the next"
    )
    pluck_batch: bool = option(False, "PL-3.4", "true: all gifts to a victim first, then all returns")
    pluck_optional: bool = option(True, "PL-3.6", "false: every pluck must be taken")
    tie_at_target: Literal["another_hand", "shared"] = option(
        "another_hand", "PL-5.2", "what equal totals at the top mean when the game would end"
    )
    clubs_trump_prebroken: bool = option(
        True, "PL-4.2", "whether trumps are broken from the start when clubs are trump"
    )
    same_trick_correction: bool = option(False, "G-14", "whether a revoke may be put right while its trick is open")


class Move(NamedTuple):
    """One card that went face down in plucking. card: its index, -1 if not known; answers: for a return, the place of
    the gift among the moves (-1: none); -2 for a gift.
    """

    source: int
    target: int
    card: int
    step: int
    line: int
    answers: int


GIFT: Final = -2


@dataclass(slots=True, kw_only=True)
class Pluck(State):
    """One session. Numbers below 0 stand for what the record does not tell.

    trumps: the mask of the trump suit with the jokers; broke: where in the plays trumps were broken by a card that did
    not follow; excess: by seat, tricks above or below the quota in the last hand that counted, the plucks of this one;
    told: whether they are known (where points alone tell them, two may be short by less, and the sum is below 0);
    moved: the cards that were plucked, oldest first; above: by seat, the cards that would prove one of its returns wrong; dark:
    how many returns nothing is known of; cleared: places in moved whose unwritten counterpart has shown; lost: whether plucks of this hand were missed; early: the leads of trumps (places in the plays), but for the first card of the hand, before any other play had broken
    them; cards, by, lines, first, led, winners: see TrickTable; taken: tricks by seat; points: of the last hand; before:
    the totals it began with; strays, belated, shaky: see StrayTable; changed, changes: see `ChangedTable`; blurred: whether nothing but the next lead
    tells who wins this trick; unruly: whether one of these four is so; unsure: whether a trump may have been led, or may
    have broken trumps, where that cannot be told for a card out of turn; astray: whether acts of a hand were told of where
    none is on; unbegun: whether cards were dealt before it was written that the hand began; over_written: by how much the totals last written differ from those that follow; sat: who
    sat where when it ended; may_deal: who may deal next, dealers: who may be the dealer of this hand if the record does
    not tell, none if nothing is known; lone, off, off_at: see `Opened` of the dealers: who names trump opens the hand; alike: what is
    wrong with plucks that are right by a dealer off by as many seats; others,
    gains: for each other dealer, `excess` as it would be then, and by how much `totals` would differ (none: not known).
    """

    options: PluckOptions
    phase: Literal["between", "deal", "pluck", "play"] = "between"
    dealer: int = -1
    lone: int = 0
    off: int = 0
    off_at: int = 0
    alike: list[Broken] = field(default_factory=list)
    others: list[tuple[int, ...]] = field(default_factory=list)
    gains: list[tuple[int, ...]] = field(default_factory=list)
    may_deal: list[int] = field(default_factory=list)
    dealers: list[int] = field(default_factory=list)
    trump: str = ""
    trumps: int = 0
    turn: int = -1
    led: int = 0
    cards: list[Card] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    first: int = 0
    winners: list[int] = field(default_factory=list)
    broke: int = -1
    excess: list[int] = field(default_factory=lambda: [0, 0, 0])
    told: bool = True
    moved: list[Move] = field(default_factory=list)
    above: list[int] = field(default_factory=lambda: [0, 0, 0])
    dark: int = 0
    cleared: list[int] = field(default_factory=list)
    lost: bool = False
    early: list[int] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    changed: int = 0
    changes: list[tuple[int, int]] = field(default_factory=list)
    belated: int = -1
    shaky: bool = False
    blurred: bool = False
    unruly: bool = False
    unsure: bool = False
    astray: bool = False
    unbegun: bool = False
    taken: list[int] = field(default_factory=lambda: [0, 0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0, 0])
    totals: list[int] = field(default_factory=lambda: [0, 0, 0])
    before: list[int] = field(default_factory=lambda: [0, 0, 0])
    over_written: list[int] = field(default_factory=lambda: [0, 0, 0])
    sat: list[str] = field(default_factory=list)
    how: str = ""


def start(header: Opened, options: PluckOptions) -> Pluck:
    """An empty table."""
    return Pluck(game="pluck", options=options, players=list(header.seats), places=Places.empty(SEATS + 1, SEATS))


def told_by_room(places: Places, doubt: InDoubt) -> Broken | InDoubt:
    """A doubt whose cards do not all fit into other hands is none: one of them is in the hand it speaks of."""
    seat = doubt.seat
    if seat is None or doubt.cards.bit_count() <= sum(places.most) - places.most[seat]:
        return doubt
    blamed = seat if doubt.blames is None else doubt.blames
    return Broken(seat=blamed, cards=doubt.cards, says=doubt.says, at=doubt.at)


def quotas(dealer: int) -> list[int]:
    """The tricks each seat must make: 7 the dealer, 6 the next to the left, 4 the third (PL-1.4).

    >>> quotas(1)
    [4, 7, 6]
    """
    return [(7, 6, 4)[(seat - dealer) % SEATS] for seat in range(SEATS)]


def dealers_of(s: Pluck) -> list[int]:
    """Who may be the dealer of this hand; none if nothing is known."""
    return [s.dealer] if s.dealer >= 0 else s.dealers


def holder(s: Pluck) -> int:
    """The seat that holds the lowest club and leads, or -1 if that cannot be told."""
    known = s.places.known
    return next((seat for seat in range(SEATS) if known[seat] & LOWEST.bit), -1)


def next_seat(s: Pluck) -> int:
    """Who is to play, or -1."""
    return s.turn if s.cards or s.gap else holder(s)


def no_hand(s: Pluck, says: str, seat: int | None = None, cards: int = 0, name: str | None = None) -> Broken | None:
    """An act of a hand where none is on (G-5): told of once, until one begins. Its beginning may lie in a gap."""
    if s.gap or s.astray:
        return None
    return Broken(seat=seat, cards=cards, says=says, name=name, kind="contradiction", clause="G-5")


def suit_mask(s: Pluck, card: Card) -> int:
    """The cards that follow this one (PL-1.3); none if that cannot be told."""
    return _FOLLOWS[s.trump][card]


def winner_of(s: Pluck, first: int, led: int = 0) -> int:
    """Who wins the trick that begins at this place of the plays, or -1; without a trump suit, if any makes the same of it.
    led: which of its cards was led.
    """
    return won_with(s, s.cards[first : first + SEATS], s.by[first : first + SEATS], led)


def won_with(s: Pluck, cards: Sequence[Card], seats: Sequence[int], led: int = 0) -> int:
    """The same of these cards, of these seats."""
    if s.trump:
        return winner(cards, seats, POWERS[s.trump][_FOLLOWS[s.trump][cards[led]]])
    told = {winner(cards, seats, POWERS[trump][_FOLLOWS[trump][cards[led]]]) for trump in TRUMPS}
    return told.pop() if len(told) == 1 else -1


def place_before(s: Pluck, e: Played) -> int:
    """Where in the plays this card was told of before, as played by another seat; or -1."""
    if s.phase != "play" or not e.card.bit & s.places.known[TABLE] or e.card not in s.cards:
        return -1
    at = s.cards.index(e.card)
    return at if s.by[at] != e.seat else -1


def remember(s: Pluck, move: Move) -> None:
    """One more card was plucked."""
    if move.answers != GIFT:
        gift = s.moved[move.answers].card if move.answers >= 0 else -1
        if move.card >= 0:
            s.above[move.source] |= HIGHER[move.card]
        elif gift < 0:
            s.dark += 1
    s.moved.append(move)


def veil(s: Pluck, viewer: int) -> None:
    """Only the two players of a pluck know its cards (PL-3.7)."""
    rows = s.moved
    s.moved, s.above, s.dark = [], [0] * SEATS, 0
    for move in rows:
        remember(s, move if viewer in {move.source, move.target} else move._replace(card=-1))
