"""Playing, laying, exchanging, drawing: what seats do with cards."""

from typing import ClassVar, Literal

from upcard.schemas.cards import Card, Rank, Suit
from upcard.schemas.events.base import Base, Cards, Count, Line, Seat, Sight


class Played(Base, frozen=True, tag="played"):
    """A seat played one card.

    area: hand or display, where that is not plain; suit: the suit named with it; stands_for: the card a
    joker stands for; stacked: laid on a card of one's own in the same turn.
    """

    seat: Seat
    card: Card
    area: Literal["hand", "display"] | None = None
    suit: Suit | None = None
    stands_for: Card | None = None
    stacked: bool = False


class Laid(Base, frozen=True, tag="laid"):
    """A seat laid a set of cards face up in one act. shape: as declared, where two readings are possible."""

    seat: Seat
    cards: Cards
    shape: str | None = None


class Claimed(Base, frozen=True, tag="claimed"):
    """A seat laid cards face down and said what they are. count: as said; laid: as seen or counted."""

    hidden: ClassVar[dict[str, Sight]] = {"cards": "seat"}

    seat: Seat
    rank: Rank
    count: Count
    laid: Count | None = None
    cards: Cards | None = None


class Passed(Base, frozen=True, tag="passed"):
    """A seat passed, in the auction or in play."""

    seat: Seat


class Corrected(Base, frozen=True, tag="corrected"):
    """A player took back the card just played to the open trick and played this one instead, at the table."""

    seat: Seat
    card: Card


class TakenBack(Base, frozen=True, tag="taken_back"):
    """The table had a seat take its last play back. line: which play, if not the last of that seat."""

    seat: Seat
    line: Line | None = None


class Stopped(Base, frozen=True, tag="stopped"):
    """Play was stopped before all cards were played, as the rules or the table allowed."""


class Gave(Base, frozen=True, tag="gave"):
    """A seat gave a card face down to another."""

    hidden: ClassVar[dict[str, Sight]] = {"card": "pair"}

    seat: Seat
    to: Seat
    card: Card | None = None


class Returned(Base, frozen=True, tag="returned"):
    """A seat gave a card back face down for one it was given."""

    hidden: ClassVar[dict[str, Sight]] = {"card": "pair"}

    seat: Seat
    to: Seat
    card: Card | None = None


class Took(Base, frozen=True, tag="took"):
    """A seat took cards in hand from a place (the widow, the pile). openly: for all to see which."""

    hidden: ClassVar[dict[str, Sight]] = {"cards": "seat"}

    seat: Seat
    place: str
    cards: Cards | None = None
    openly: bool = False


class Discarded(Base, frozen=True, tag="discarded"):
    """A seat put cards away face down."""

    hidden: ClassVar[dict[str, Sight]] = {"cards": "seat"}

    seat: Seat
    cards: Cards | None = None


class Drew(Base, frozen=True, tag="drew"):
    """A seat drew cards from the stock. why: turn, two, melee, missed_call."""

    hidden: ClassVar[dict[str, Sight]] = {"cards": "seat"}

    seat: Seat
    count: Count
    why: str | None = None
    cards: Cards | None = None


class TurnedOver(Base, frozen=True, tag="turned_over"):
    """Cards that lay face down were turned over for all to see."""

    cards: Cards


class Shown(Base, frozen=True, tag="shown"):
    """Cards were shown: of a seat, or of a place. hand: the number of an earlier hand they belonged to;
    all: whether these are all the cards left there.
    """

    cards: Cards
    seat: Seat | None = None
    place: str | None = None
    hand: Line | None = None
    all: bool = False
