"""Cards in one notation: rank then suit (`Qs`, `Td`), jokers `Xr` `Xb`, and cards not (wholly) known.

A `Card` is a piece of text and an enum member at once, so it decodes as fast as text, and a misspelt
card is refused with its path. Cards of one pack also have a place in a bit mask:

>>> Card("Qs").rank, Card("Qs").suit, Card("Qs").index
('Q', 's', 50)
>>> [str(c) for c in cards_of(Card("Ac").bit | Card("Xr").bit)]
['Ac', 'Xr']
"""

import enum
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, Self, get_args

Suit = Literal["c", "d", "h", "s"]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
SUIT_GLYPHS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_NAMES: Final[dict[str, str]] = dict(
    zip(
        RANKS,
        ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
        strict=True,
    )
)

_FACES = [rank + suit for suit in SUITS for rank in RANKS] + ["Xb", "Xr"]
_PARTLY_KNOWN = [rank + "?" for rank in RANKS] + ["?" + suit for suit in SUITS] + ["X?", "??"]


class _Face(str, enum.Enum):  # noqa: UP042 - StrEnum cannot carry what a card carries besides its text
    """What every card carries. `index` is 0..53 in one pack with jokers, -1 if the card is not known; `could_be`: the cards (a mask) that
    one may be of which perhaps not all is known.
    """

    __slots__ = ("bit", "could_be", "index", "rank", "suit")  # read four times faster than other attributes of a member

    rank: str
    suit: str
    index: int  # type: ignore[assignment]  # of a card, not of a letter in its text
    bit: int
    could_be: int

    def __new__(cls, text: str) -> Self:
        face = str.__new__(cls, text)
        face._value_ = text
        face.rank, face.suit = text[0], text[1]
        known = text in _FACES
        face.index = _FACES.index(text) if known else -1
        face.bit = 1 << face.index if known else 0
        could = [text in {one, one[0] + "?", "?" + one[1], "??"} for one in _FACES]
        face.could_be = sum(may << index for index, may in enumerate(could))
        return face

    __hash__ = str.__hash__
    __str__ = str.__str__
    __format__ = str.__format__  # type: ignore[assignment]  # it is called alike

    @property
    def known(self) -> bool:
        """Whether rank and suit are both known."""
        return self.index >= 0


class Card(_Face):
    """One card, or what is known of it. The members are made below, one for each notation."""

    _ignore_ = ["_text"]
    for _text in _FACES + _PARTLY_KNOWN:
        locals()[_text] = _text


UNKNOWN: Final = Card("??")
PACK: Final[tuple[Card, ...]] = tuple(Card(text) for text in _FACES[:52])
JOKERS: Final[tuple[Card, ...]] = (Card("Xb"), Card("Xr"))
BY_INDEX: Final[tuple[Card, ...]] = PACK + JOKERS
PACK_MASK: Final = (1 << 52) - 1
SUIT_MASK: Final[dict[str, int]] = {suit: ((1 << 13) - 1) << (13 * i) for i, suit in enumerate(SUITS)}
RANK_MASK: Final[dict[str, int]] = {rank: sum(1 << (13 * s + i) for s in range(4)) for i, rank in enumerate(RANKS)}


@cache
def another(card: Card) -> Card:
    """A card of which this alone is known: that it is not this one.

    >>> other = another(Card("Qs"))
    >>> other, other.could_be == Card("??").could_be & ~Card("Qs").bit
    (<Card.??: '??'>, True)
    """
    other = str.__new__(Card, UNKNOWN)
    other._name_, other._value_ = UNKNOWN.name, UNKNOWN.value
    other.rank, other.suit, other.index, other.bit = UNKNOWN.rank, UNKNOWN.suit, UNKNOWN.index, UNKNOWN.bit
    other.could_be = UNKNOWN.could_be & ~card.bit
    return other


def mask_of(cards: Iterable[Card]) -> int:
    """The bit mask of the known cards among these; cards not known add nothing."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_of(mask: int) -> Iterator[Card]:
    """The cards of a mask, by suit `c d h s`, ace first in each; then those of a second pack, and so on."""
    while mask:
        low = mask & -mask
        yield BY_INDEX[(low.bit_length() - 1) % 54]
        mask ^= low


_GLYPHS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_WORDS: Final = {"joker": "Xr", "rj": "Xr", "bj": "Xb", "xr": "Xr", "xb": "Xb"}


def read_card(text: str) -> Card:
    """Read one card as people write it: `10h`, `AS`, `♠A`, `Q♥`, `h10`, `??`, `3?`.

    Raises `ValueError` with what was seen and what was wanted.

    >>> [str(read_card(t)) for t in ("10h", "AS", "♠A", "xb", "3?")]
    ['Th', 'As', 'As', 'Xb', '3?']
    """
    plain = text.strip().replace("\ufe0f", "")
    for glyph, suit in _GLYPHS.items():
        plain = plain.replace(glyph, suit)
    plain = plain.replace("10", "T")
    if plain.lower() in _WORDS:
        return Card(_WORDS[plain.lower()])
    if len(plain) == 2:
        for turned in (plain, plain[::-1]):
            written = turned[0].upper() + turned[1].lower()
            if written in Card.__members__:
                return Card(written)
    raise ValueError(f"{text!r} is no card: wanted rank then suit, such as Qs, Td, 7h; jokers Xr, Xb; ?? if not known")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards divided by blanks or commas; run together, if each is two signs or a ten.

    >>> [str(c) for c in read_cards("Qs, 10h 3d")], [str(c) for c in read_cards("QsTh3d")]
    (['Qs', 'Th', '3d'], ['Qs', 'Th', '3d'])
    """
    cards: list[Card] = []
    for word in re.split(r"[\s,;]+", text.strip()):
        pieces = re.findall(r"10.|..", word)
        cards += [read_card(piece) for piece in (pieces if "".join(pieces) == word else [word]) if piece]
    return tuple(cards)
