"""Bids, calls, claims, answers, and what the table decided."""

from typing import Literal

import msgspec

from upcard.schemas.cards import Card, Rank, Suit
from upcard.schemas.events.base import Base, Count, Line, Seat


class Bid(Base, frozen=True, tag="bid"):
    """A seat bid."""

    seat: Seat
    amount: Count


class Elected(Base, frozen=True, tag="elected"):
    """A seat elected to play the hand against the others."""

    seat: Seat


class CardNamed(Base, frozen=True, tag="card_named"):
    """A seat named a card for whoever holds it to hand over; no card, if there was none that it could name."""

    seat: Seat
    card: Card | None = None


class CardAbsent(Base, frozen=True, tag="card_absent"):
    """No player had the card that was named."""


class TrumpNamed(Base, frozen=True, tag="trump_named"):
    """A seat named the trump suit."""

    seat: Seat
    suit: Suit


class Popped(Base, frozen=True, tag="popped"):
    """A seat offered to raise the stake."""

    seat: Seat


class Accepted(Base, frozen=True, tag="accepted"):
    """A seat accepted the raise."""

    seat: Seat


class Folded(Base, frozen=True, tag="folded"):
    """A seat gave the hand up."""

    seat: Seat


class BluffCalled(Base, frozen=True, tag="bluff_called"):
    """A seat called the last cards laid a bluff. line: the lay it meant, if not the last."""

    seat: Seat
    line: Line | None = None


class Stood(Base, frozen=True, tag="stood"):
    """Nobody called the last cards laid, and nobody can any more."""


class LastCalled(Base, frozen=True, tag="last_called"):
    """A seat said that it holds its last card."""

    seat: Seat


class MeleeClosed(Base, frozen=True, tag="melee_closed"):
    """Nobody went on with the run."""


class MeldCalled(Base, frozen=True, tag="meld_called"):
    """A seat said, without showing, that it holds a meld ("Good play")."""

    seat: Seat


class Meld(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One meld as it was told."""

    kind: Literal["three", "four", "nap"]
    rank: Rank | None = None
    suit: Suit | None = None


class MeldsTold(Base, frozen=True, tag="melds_told"):
    """A seat told which melds it holds."""

    seat: Seat
    melds: tuple[Meld, ...]


class BestAsked(Base, frozen=True, tag="best_asked"):
    """The leader asked the partner for the best card of the suit led."""

    seat: Seat


class CountTold(Base, frozen=True, tag="count_told"):
    """A seat told how many cards it holds: of the suit led, or (any_suit) of some suit not named."""

    seat: Seat
    count: Count
    any_suit: bool = False


class CountAsked(Base, frozen=True, tag="count_asked"):
    """A seat asked another how many cards it holds, and was answered."""

    seat: Seat
    of: Seat
    answer: Count


class Ruled(Base, frozen=True, tag="ruled"):
    """The table decided. what: `revoke` established against a seat (trick: which, card: what proved it),
    or whatever else it was, in a word.
    """

    what: str
    seat: Seat | None = None
    trick: Line | None = None
    card: Card | None = None
