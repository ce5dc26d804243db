"""The table as it is seen, as data: the command line and the page draw it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest

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


UNTOLD = "not known"


def agreed(scenes: Sequence[Scene]) -> Scene:
    """What several scenes have in common, where a record can be read in several ways: of words that differ the pieces that do
    not, else that it is not known. Cards of hands and rows are those of the first.

    >>> agreed([Scene(title="", says="Ann wins, 1 court"), Scene(title="", says="Ann wins, 0 courts")]).says
    'Ann wins'
    """
    first, *others = scenes
    if all(one == first for one in others):
        return first
    hands = first.hands
    if all(len(one.hands) == len(hands) for one in others):
        scores = [
            _pairs_agreed([hand.scores for hand in seat]) for seat in zip(*(one.hands for one in scenes), strict=True)
        ]
        hands = tuple(msgspec.structs.replace(one, scores=tuple(told)) for one, told in zip(hands, scores, strict=True))
    says = takewhile(lambda alike: len(set(alike)) == 1, zip_longest(*(one.says.split(", ") for one in scenes)))
    return msgspec.structs.replace(
        first,
        hands=hands,
        facts=tuple(_pairs_agreed([one.facts for one in scenes])),
        pots=tuple(_pairs_agreed([one.pots for one in scenes])),
        says=", ".join(pieces[0] for pieces in says),
    )


def _pairs_agreed(told: Sequence[tuple[tuple[str, str], ...]]) -> Iterator[tuple[str, str]]:
    """The named texts that all have, each as far as they agree."""
    by_name = [dict(pairs) for pairs in told]
    for name, _ in told[0]:
        if all(name in one for one in by_name):
            yield name, _pieces_agreed([one[name] for one in by_name]) or UNTOLD


def _pieces_agreed(texts: Sequence[str]) -> str:
    """The pieces of a text, parted by commas, that stand in all of them; of single ones what is before `of`: `9` of `9 of 7`."""
    pieces = [text.split(", ") for text in texts]
    alike = ", ".join(piece for piece in pieces[0] if all(piece in one for one in pieces))
    counts = {text.partition(" of ")[0] for text in texts}
    return counts.pop() if not alike and len(counts) == 1 else alike


def by_suit(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Cards as a hand holds them: suit by suit, spades first, then those of no suit; each in the order given.

    >>> [[str(card) for card in some] for some in by_suit(map(Card, ("2c", "Xr", "As", "3c", "4?")))]
    [['As'], ['2c', '3c'], ['Xr'], ['4?']]
    """
    held = tuple(cards)
    for suit in (*reversed(SUITS), "b", "r", "?"):
        if some := tuple(card for card in held if card.suit == suit):
            yield some
