"""Stops: cards played up in suit, each followed by the next higher, until nobody can (C-7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from upcard.engine.due import Act
from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.places import Places
from upcard.engine.kernel.rules import Due, Obliged, Rule
from upcard.schemas.cards import BY_INDEX, SUIT_MASK, Card, cards_of, could_be
from upcard.schemas.events import Played


@dataclass(slots=True)
class Run(Part):
    """cards, seats: all that was played in this hand, and by whom; due: the bit of the card that has to follow, 0 if none has;
    leader: who leads where none follows, -1 where that cannot be told, since a card was not seen; may: what may follow such a card
    (a mask), if that is known: else its player, `seats[-1]`, leads.
    """

    cards: list[Card] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    due: int = 0
    leader: int = -1
    may: int = 0

    def put(self, seat: int, card: Card, following: int) -> None:
        """A seat has played a card. following: the bit of the next higher one, 0 if none can follow any more; of a card that was not
        seen, all that may follow.
        """
        self.cards.append(card)
        self.seats.append(seat)
        self.due, self.may = (following, 0) if card.bit else (0, following)
        self.leader = seat if card.bit else -1

    def played_by(self, card: Card) -> int:
        """The seat that played a card, or -1."""
        return self.seats[self.cards.index(card)] if card in self.cards else -1

    def adjacent(self, card: Card) -> bool:
        """Whether a card was played just before the last one."""
        return self.cards[-2:-1] == [card]

    def since_stop(self) -> int:
        """The index of the first of the cards that follow each other up to the last."""
        start = len(self.cards)
        while start and (start == len(self.cards) or self.cards[start - 1].index + 1 == self.cards[start].index):
            start -= 1
        return start


def successors(pack: int) -> tuple[int, ...]:
    """For each card by its index: the bit of the next higher card of its suit, 0 if the pack (a mask) has none.

    Ace low, king high. No card follows a king, nor the card below one that was taken out.

    >>> table = successors((1 << 52) - 1 - (1 << 20))
    >>> table[18] == 1 << 19, table[19], table[12]
    (True, 0, 0)
    """
    return tuple(0 if card.rank in {"K", "X"} else card.bit << 1 & pack for card in BY_INDEX)


# ---- Who has to play what ----------------------------------------------------------------------------------------------


def may_follow(s: Any, e: Played) -> bool:
    """Whether this is the card that has to follow, or may be."""
    return bool(could_be(e.card) & (s.run.due | s.run.may))


ANYBODY: Final = (Due(Played),)


@cache
def dues(leader: int, following: bool) -> tuple[Due, ...]:
    """The plays that are due: of whoever holds the next card, or, if nobody does, of the leader."""
    if leader < 0:
        return ANYBODY
    lead = Due(Played, 1 << leader)
    return (Due(Played, matches=may_follow), lead) if following else (lead,)


def plays_due(run: Run) -> tuple[Due, ...]:
    """The plays that are due after what was played so far."""
    if run.leader < 0 and run.may:
        return dues(run.seats[-1], following=True)
    return dues(run.leader, following=run.due > 0)


def obligations(missed: Rule, lowest: Rule | None = None) -> Callable[[int, int], tuple[Obliged, ...]]:
    """By the card that is due (its bit, or 0) and the number of seats: whoever holds it plays it; else the leader leads, the
    lowest of a suit if the table has it so.
    """

    @cache
    def held_to(due: int, seats: int) -> tuple[Obliged, ...]:
        held = (Obliged(missed, due, due, (1 << seats) - 1, slips=True),) if due else ()
        return held if lowest is None else held + leads_lowest(lowest, due)

    return held_to


@cache
def leads_lowest(lowest: Rule, but: int) -> tuple[Obliged, ...]:
    """Who leads, leads the lowest card of a suit. but: cards that are no lead, as they follow (a mask)."""
    return tuple(Obliged(lowest, suit, but, slips=True, lowest=True) for suit in SUIT_MASK.values())


def holder_of(places: Any, seats: int, bit: int) -> int | None:
    """The seat that is known to hold a card."""
    place = places.place_of(bit) if bit else None
    return place if place is not None and place < seats else None


def following(due: int, seats: Sequence[int]) -> Act:
    """The card that has to follow, which may lie in any of these hands: the seat alone tells who plays it."""
    card = next(cards_of(due))
    return Act(Played, None, f"who plays the {card}", tuple(Played(seat=seat, card=card) for seat in seats), who=True)


def who_may_hold(places: Places, seats: int, bit: int) -> list[int]:
    """The seats that may hold a card, so far as the record tells; -1: nobody, since it was played or lies in no hand."""
    place = places.place_of(bit)
    if place is not None:
        return [place if place < seats else -1]
    found = {other: places.holds(other, bit, places.pack) for other in range(len(places.known))}
    may = [other for other, holds in found.items() if holds] or [
        other for other, holds in found.items() if holds is None
    ]
    return sorted({other if other < seats else -1 for other in may}) or [-1]
