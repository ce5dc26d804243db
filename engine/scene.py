"""The table as it is seen, as data: the command line and the page draw it."""

from collections.abc import Iterable, Iterator

import msgspec

from upcard.schemas.cards import SUITS, Card


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: its player, its known cards and the number of unknown ones, its marks (dealer, caller), and its scores.

    most: the greatest number of cards not known, where it is not exact (`unknown` is then the least).
    """

    seat: int
    player: str
    cards: tuple[Card, ...] = ()
    unknown: int = 0
    most: int | None = None
    marks: tuple[str, ...] = ()
    scores: tuple[tuple[str, str], ...] = ()
    turn: bool = False


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of cards on the table with a title: a trick, a pile, a sequence. seats: who played each card."""

    title: str
    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    unknown: int = 0
    marks: tuple[int, ...] = ()
    """Places in `cards` that are marked, such as the card that wins."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The table at one point: a title, what is known of the hand in short facts, hands, rows, pots, a result."""

    title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    hands: tuple[Hand, ...] = ()
    rows: tuple[Row, ...] = ()
    pots: tuple[tuple[str, str], ...] = ()
    says: str = ""


def by_suit(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Cards as a hand holds them: suit by suit, spades first, then those of no suit; each in the order given.

    >>> [[str(card) for card in some] for some in by_suit(map(Card, ("2c", "Xr", "As", "3c", "4?")))]
    [['As'], ['2c', '3c'], ['Xr'], ['4?']]
    """
    held = tuple(cards)
    for suit in (*reversed(SUITS), "b", "r", "?"):
        if some := tuple(card for card in held if card.suit == suit):
            yield some
