"""What did a hand come to? Points and wins, tricks, payments, what statistics count, and what waits to be settled."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from upcard.schemas.cards import Card

UNTOLD: Final = "unknown"
"""The key of an end that the record does not tell."""
ENDINGS: Final[Mapping[str, str]] = {
    "played": "it was played out",
    "sheet": "a row of a score sheet tells what it came to",
    "void": "it was thrown in and does not count",
    UNTOLD: "how it ended is not known",
}
"""Why hands end in many games, in words; a game adds its own (`Game.endings`)."""
WITHOUT_END: Final[Mapping[str, str]] = {
    "on": "it is still on",
    "cut_off": "it was cut off by the close of the session",
    "missed": "its end was missed",
    "unfinished": "what came next began before its end",
}
"""Why a hand that began has no end in the record, in words."""


class Trick(msgspec.Struct, frozen=True, gc=False):
    """One trick for statistics: number in the hand, leader, winner, its cards in the order played."""

    number: int
    leader: int
    winner: int | None
    cards: tuple[Card, ...]


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Counters that passed between two accounts (`seat:0`, `pool:pope`, `bank`), as derived."""

    source: str
    target: str
    amount: int
    why: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand came out: points and wins by seat (None where the record cannot tell), and its rows of facts.

    counts: False if the hand was void or has no end. level: full, partial, public, or sheet. how: why it ended, a key of `ENDINGS`,
    `WITHOUT_END` or the game's `endings`; says: the same in words. sides: by seat, the side it played on; none if each plays for itself, or the record
    cannot tell. absent: seats that had no part in the hand. totals: points of each seat so far; next_dealer: who deals next.
    """

    points: tuple[int | None, ...]
    won: tuple[bool | None, ...]
    sides: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    dealer: int | None = None
    trump: str | None = None
    counts: bool = True
    level: str = "public"
    how: str = ""
    says: str = ""
    tricks: tuple[Trick, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    totals: tuple[int | None, ...] = ()
    next_dealer: int | None = None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the hand, all of a side; none of a hand that does not count; None where the record cannot tell."""
        if self.counts and None in self.won:
            return None
        return tuple(seat for seat, one in enumerate(self.won) if one)


class Mark(msgspec.Struct, frozen=True, gc=False):
    """What a game counts of a hand besides points, for statistics. name: what; seat: whose, None if it belongs to nobody; amount: how
    much, None where there is nothing to count. With neither: the record cannot tell it of this hand.
    """

    name: str
    seat: int | None = None
    amount: int | None = None


def marks_of(name: str, counts: Iterable[int | None] | None) -> Iterator[Mark]:
    """A mark of each seat with its count; without counts one mark, which says that the record cannot tell them."""
    yield from (Mark(name),) if counts is None else (Mark(name, seat, count) for seat, count in enumerate(counts))


class Theory(msgspec.Struct, frozen=True):
    """How often each outcome of a hand should come, where a page tells it. Outcomes have numbers, 0 to `cells` - 1. counts: the numbers of the outcomes of a
    hand, by the state at its end, one twice if it came twice; none if the hand was no regular one; laws: from how often each outcome came, each
    law's name, what it compares, how often each of these came and how likely each is; drawn: the cards of that hand in the order in
    which they left the shoe, none unless all were seen; left: the cards that may be in the shoe then.
    """

    counts: Callable[[Any], Sequence[int]]
    cells: int
    laws: Callable[[Sequence[int]], Sequence[tuple[str, Sequence[str], Sequence[int], Sequence[float]]]]
    drawn: Callable[[Any], Sequence[Card]]
    left: Callable[[Any], Sequence[Card]]


class Debt(msgspec.Struct, frozen=True, kw_only=True):
    """A payment or draw that waits. hand: of which it is; seat: who owes it, None if that is not one known seat; amount: if known; says: in words."""

    hand: int
    says: str
    seat: int | None = None
    amount: int | None = None
