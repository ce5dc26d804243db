"""A row of cards that are dealt until they come to 31: what it has, at least and at most, where not all of it is known.

Aces count 1, court cards and tens 10, others their pips. A row may be told by its cards, by its total, or by both.
"""

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Final, Literal

import msgspec

from upcard.schemas.cards import UNKNOWN, Card

LEAST: Final = 31
MOST: Final = 40
"""What a full row comes to: the last card makes no more than ten of 30."""
NOT_SEEN: Final = (UNKNOWN,) * 4
"""The fewest cards of a full row (TQ-1.4), where none was seen."""
LONGEST: Final = 31
"""The most, in a shoe with so many aces; 28 with six packs."""
VALUES: Final = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", start=1)}
"""The points of each rank."""
POINTS: Final = {card: (VALUES.get(card.rank, 1), VALUES.get(card.rank, 10)) for card in Card}
"""The points of each card, at least and at most."""
TOTALS: Final = (
    0.148057777, 0.137826224, 0.127576652, 0.116865052, 0.106151668,
    0.094992448, 0.083858996, 0.072302455, 0.060800856, 0.051567873,
)  # fmt: skip
"""How likely each total of a row is, from 31 to 40, with six packs (TQ-9.1)."""
TIE: Final = 0.109598913
TIE_31: Final = 0.021891370
"""How likely two rows tie, and tie at 31, with six packs (TQ-9.2)."""
Colour = Literal["red", "black"]
COLOURS: Final[dict[str, Colour]] = {"d": "red", "h": "red", "c": "black", "s": "black"}
COLOUR_OF: Final = {card: COLOURS.get(card.suit) for card in Card}


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row. full: whether it has 31, None if that cannot be told; least, most: what its cards come to; colour: of its first card."""

    cards: tuple[Card, ...] = ()
    full: bool | None = False
    least: int = 0
    most: int = 0
    colour: Colour | None = None

    @property
    def total(self) -> int | None:
        """Its total, if it is full and that can be told."""
        return self.least if self.full and self.least == self.most else None

    def filled(self) -> "Row":
        """The row with 31 or more, nobody knows how many."""
        return msgspec.structs.replace(self, full=True, least=LEAST, most=MOST)

    def ways(self) -> "tuple[Row, ...]":
        """The ways in which it may be full or not, where that cannot be told."""
        has_31 = msgspec.structs.replace(self, full=True, least=LEAST)
        return has_31, msgspec.structs.replace(self, full=False, most=LEAST - 1)

    def may_be(self, other: "Row") -> bool:
        """Whether two rows may be the same one, told twice."""
        if self.cards and other.cards:
            pairs = zip(self.cards, other.cards, strict=False)
            return len(self.cards) == len(other.cards) and all(one.could_be & two.could_be for one, two in pairs)
        alike = len({self.colour, other.colour, None}) < 3
        return alike and max(self.least, other.least) <= min(self.most, other.most)


NO_CARDS: Final = Row()
"""A row that has not been begun."""


def laid(
    there: Row, cards: tuple[Card, ...], total: int | None = None, colour: Colour | None = None, all_told: bool = True
) -> tuple[Row, tuple[Card, ...]]:
    """A row once these cards came to it, or this total was told of it, up to the card that surely fills it, and the cards that are too
    many. A list of several cards is all of the row (all_told); of single cards that are not all known it may need more.
    """
    if not cards:
        least, most = (LEAST, MOST) if total is None or total > MOST else (total, total)
        return Row(there.cards, least >= LEAST, least, most, there.colour or colour), ()
    row = there.cards + cards
    least = most = low = high = 0
    for card in row:
        low, high = POINTS[card]
        least += low
        most += high
    if least - low >= LEAST:  # the row was full before its last card
        kept = 1 + sum(points < LEAST for points in accumulate(POINTS[card][0] for card in row))
        return laid(NO_CARDS, row[:kept], total, there.colour or colour)[0], row[kept:]
    if least < most:
        most = min(most, LEAST - 1 + high)
        if least < LEAST <= most and len(cards) > 1 and all_told:
            least = LEAST
    full = True if least >= LEAST else None if most >= LEAST else False
    if full and total is not None and least <= total <= most:
        least = most = total
    return Row(row, full, least, most, COLOUR_OF[row[0]] or there.colour or colour), ()


def row_of_cards(cards: tuple[Card, ...]) -> tuple[Row, tuple[Card, ...]]:
    """The row that cards make, of which more may have come, and those that are too many.

    >>> row_of_cards((Card("Kh"), Card("9s"), Card("8c"), Card("5d"), Card("2h")))[0].total
    32
    >>> row_of_cards((Card("Kh"), Card("??"), Card("9s"), Card("Td")))[0].most
    39
    """
    return laid(NO_CARDS, cards, all_told=False) if cards else (NO_CARDS, ())


def fresh(there: Row, cards: tuple[Card, ...], total: int | None = None) -> tuple[Card, ...]:
    """The cards that come to a row on which some lie, by a list of them: one that fills it may repeat those that lay there."""
    lay = len(there.cards)
    if cards[:lay] == there.cards:
        again, surplus = row_of_cards(cards)
        if again.full and not surplus and total in {None, again.least}:
            return cards[lay:]
    return cards


def by_chance(there: Row, left: Sequence[Card], number: int) -> tuple[Card, ...]:
    """The cards that make a row full, drawn by chance from those that are left: others for each number."""
    drawn = Random(number).sample(left, min(len(left), LONGEST))  # noqa: S311 - play, not secrets
    return row_of_cards((*there.cards, *drawn))[0].cards[len(there.cards) :]
