"""Seats, deals, turned cards, and how a hand begins or is thrown in."""

from typing import ClassVar

from upcard.schemas.cards import Card, Suit
from upcard.schemas.events.base import Base, Cards, Count, Hands, Ints, Seat, Sight


class Joined(Base, frozen=True, tag="joined"):
    """A person took a seat."""

    seat: Seat
    player: str


class Left(Base, frozen=True, tag="left"):
    """The person in this seat left it."""

    seat: Seat


class HandStarted(Base, frozen=True, tag="hand_started"):
    """A new hand began. dealer: named in the first hand, after a gap, and where the rotation was broken, else it follows; left
    out where it does not follow, any seat may have dealt.
    """

    dealer: Seat | None = None


class Dealt(Base, frozen=True, tag="dealt"):
    """Cards were dealt. hands: by seat, null where nobody wrote them down; each: cards a seat, if equal;
    sizes: cards by seat; places: cards dealt elsewhere (`dead`, `widow`, `set_aside`), by place;
    `display_0`: the cards before seat 0, in the order they are turned up.
    """

    hidden: ClassVar[dict[str, Sight]] = {"hands": "each", "places": "nobody"}

    hands: Hands | None = None
    each: Count | None = None
    sizes: Ints | None = None
    places: dict[str, Cards] | None = None
    first: Seat | None = None
    taker: Seat | None = None


class FinalDealt(Base, frozen=True, tag="final_dealt"):
    """All cards were dealt face up to settle what was left on the board."""

    hands: Hands
    dealer: Seat | None = None


class TurnedUp(Base, frozen=True, tag="turned_up"):
    """A card was turned face up: the upcard, the trump card, a card of a display, the face-up card of a pack.

    seat: whose hand or display it belongs to; place: the place it lies in, if not a seat's;
    suit, stands_for: what the dealer named for it; position: where in the pack it was put, 0 on top.
    """

    card: Card
    seat: Seat | None = None
    place: str | None = None
    suit: Suit | None = None
    stands_for: Card | None = None
    position: Count | None = None


class Agreed(Base, frozen=True, tag="agreed"):
    """These seats agreed to something the rules leave to the table, such as hands of nine."""

    what: str
    seats: tuple[Seat, ...]


class Voided(Base, frozen=True, tag="voided"):
    """The hand was thrown in and does not count (a misdeal, all passed, a card turned that ends the deal)."""

    why: str | None = None


class Shuffled(Base, frozen=True, tag="shuffled"):
    """The shoe was shuffled and cut. cut_from_end: cards behind the cut card."""

    cut_from_end: Count | None = None


class Reshuffled(Base, frozen=True, tag="reshuffled"):
    """The discards became the new stock. order: the stock from the top, if somebody knew it."""

    hidden: ClassVar[dict[str, Sight]] = {"order": "nobody"}

    count: Count | None = None
    order: Cards | None = None


class CutReached(Base, frozen=True, tag="cut_reached"):
    """The cut card showed up."""
