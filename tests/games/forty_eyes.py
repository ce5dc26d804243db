"""When something can be known in games of forty cards, by counting cards alone: for Tresette and Calabrasella."""

import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

from upcard.engine.log import Numbered
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import Played

FORTY = frozenset(card for card in PACK if card.rank not in "89T")


class Eyes(NamedTuple):
    """What a viewer knows after a line: the cards that each seat has shown, how many each has left that this viewer
    does not see, and the cards not seen at all.
    """

    line: int
    shown: list[set[Card]]
    room: list[int]
    unseen: set[Card]


def eyes(hand: list[Numbered], own: dict[int, set[Card]], seats: int, size: int) -> Iterator[Eyes]:
    """What is known after each line of a hand. own: the hands that are known from the deal on."""
    shown = [set(own.get(seat, ())) for seat in range(seats)]
    room = [0 if seat in own else size for seat in range(seats)]
    unseen = set(FORTY).difference(*shown)
    for line, event in hand:
        if isinstance(event, Played):
            if event.card in unseen:
                room[event.seat] -= 1
            unseen.discard(event.card)
            shown[event.seat].add(event.card)
        yield Eyes(line, [set(cards) for cards in shown], room[:], set(unseen))


def first(seen: Iterator[Eyes], start: int, wrong: Callable[[Eyes], bool]) -> int:
    """The first line from one on at which something shows, or 0."""
    return next((one.line for one in seen if one.line >= start and wrong(one)), 0)


def span(one: Eyes, seat: int, cards: set[Card], gone: set[Card]) -> tuple[int, int]:
    """How many of these cards a seat held when others had gone: at least, and at most."""
    sure = len((one.shown[seat] - gone) & cards)
    may, others = len(one.unseen & cards), len(one.unseen - cards)
    return sure + max(0, one.room[seat] - others), sure + min(one.room[seat], may)


def fits(one: Eyes, barred: list[str], elsewhere: int = 0) -> bool:
    """Whether the cards of every group of suits fit into the hands that may hold them, and other places that may."""
    suits = {suit: sum(card.suit == suit for card in one.unseen) for suit in "cdhs"}
    for size in range(1, 5):
        for group in itertools.combinations("cdhs", size):
            hands = [room for seat, room in enumerate(one.room) if any(suit not in barred[seat] for suit in group)]
            if sum(suits[suit] for suit in group) > sum(hands) + elsewhere:
                return False
    return True
