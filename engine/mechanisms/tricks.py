"""Tricks: how strong cards are in one, who plays and wins, and whether a card keeps the suit that was led.

Suits are masks of cards, so that a trump suit may hold jokers, or a jack of another suit (G-3).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Protocol

from upcard.engine.game import Broken, InDoubt, Trick
from upcard.engine.mechanisms.matching import slack
from upcard.engine.places import Places
from upcard.engine.scene import Row
from upcard.schemas.cards import Card, cards_of, could_be

ACE_HIGH = tuple((index - 1) % 13 for index in range(52))
"""The strength of each card by its index, 2 lowest and ace highest in every suit."""


def powers(led: int, trumps: int, order: Sequence[int]) -> dict[Card, int]:
    """How strong each card is in a trick: trumps over the suit led (masks) over all else; a card not known, -1. Of one
    seen in part it is enough to know that it can be neither.
    """
    return {card: _power(card, led, trumps, order) for card in Card}


def _power(card: Card, led: int, trumps: int, order: Sequence[int]) -> int:
    if not card.bit and led and not could_be(card) & (led | trumps):
        return 0
    if not 0 <= card.index < len(order):
        return -1
    rank = order[card.index]
    return rank + 40 if card.bit & trumps else rank + 20 if card.bit & led else rank


def winner(cards: Sequence[Card], seats: Sequence[int], strength: Mapping[Card, int]) -> int:
    """The seat whose card is the strongest (`powers`), or -1 if one of the cards is not known (G-4)."""
    highest = won = -1
    for card, seat in zip(cards, seats, strict=True):
        power = strength[card]
        if power > highest:
            highest, won = power, seat
        elif power < 0:
            return -1
    return won


def surely_best(cards: Sequence[Card], owners: Sequence[int], strength: Mapping[Card, int], gone: int = 0) -> int:
    """The owner (a seat, or a side) of the strongest card, whatever those are of which not all was seen; -1 if that cannot
    be told. The suit led is known; gone: the cards (a mask) that none of those can be.

    >>> order = powers(could_be(Card("?d")), could_be(Card("?s")), ACE_HIGH)
    >>> read = lambda text: [Card(card) for card in text.split()]
    >>> [surely_best(read(text), (0, 1, 2, 3), order) for text in ("8d ?h 7d 9c", "8d ?s 7d 9c", "8d ?? 7d 9c")]
    [0, 1, -1]
    >>> surely_best(read("8d 9c 7d ??"), (0, 1, 0, 0), order)
    0
    """
    least: dict[int, int] = {}
    most: dict[int, int] = {}
    for card, owner in zip(cards, owners, strict=True):
        could = [strength[card]]
        if could[0] < 0 and not card.bit:
            could = [strength[one] for one in cards_of(could_be(card) & ~gone) if strength[one] >= 0]
        if not could or could[0] < 0:
            return -1
        least[owner] = max(least.get(owner, 0), min(could))
        most[owner] = max(most.get(owner, 0), *could)
    best = max(least, key=least.__getitem__)
    return best if all(least[best] > high for owner, high in most.items() if owner != best) else -1


def out_of_turn(seat: int, turn: int, card: Card) -> Broken:
    """A seat played in the turn of another (G-13)."""
    return Broken(seat=seat, cards=card.bit, says=f"seat {seat} played; it was the turn of seat {turn}")


def playable(places: Places, seat: int, led: int, pack: int) -> int:
    """The cards a seat may play to a trick: those that the record does not show to be illegal. led: a suit, or 0."""
    known = places.known[seat]
    could = known | (pack & ~places.located if places.most[seat] else 0)
    return could & led if has_some(places, seat, led, pack) else could


def has_some(places: Places, seat: int, cards: int, pack: int) -> bool:
    """Whether a seat has one of these cards for certain: one is known there, or those it may have besides are too few."""
    unseen = pack & ~places.located
    return bool(places.known[seat] & cards) or places.least[seat] > (unseen & ~cards).bit_count()


def tricks_of(cards: Sequence[Card], seats: Sequence[int], winners: Sequence[int], size: int) -> tuple[Trick, ...]:
    """The tricks of a hand as rows of facts. cards, seats: all that was played; winners: by trick, -1 if not known."""
    played = tuple(cards)
    sets = [played[first : first + size] for first in range(0, len(cards), size)]
    return tuple(map(Trick, count(1), seats[::size], [won if won >= 0 else None for won in winners], sets))


def trick_row(number: int, cards: Sequence[Card], seats: Sequence[int], won: int) -> Row:
    """A trick as it is drawn. won: the seat that won it, -1 if nobody has yet."""
    marks = (seats.index(won),) if won in seats else ()
    return Row(title=f"Trick {number}" if number else "Trick", cards=tuple(cards), seats=tuple(seats), marks=marks)


def cannot_follow(card: Card, suit: int) -> bool:
    """Whether a card, seen wholly or in part, is none of the suit led (a mask).

    >>> [cannot_follow(Card(text), could_be(Card("?d"))) for text in ("9d", "9c", "?d", "?c", "9?")]
    [False, True, False, True, False]
    """
    return not could_be(card) & suit


def surely_follows(card: Card, suit: int, pack: int) -> bool:
    """Whether a card, seen wholly or in part, is one of the suit led (a mask).

    >>> [surely_follows(Card(text), could_be(Card("?d")), (1 << 52) - 1) for text in ("9d", "9c", "?d", "9?")]
    [True, False, True, False]
    """
    return bool(card.bit & suit) if card.bit else not could_be(card) & pack & ~suit


def keeps_suit(places: Places, seat: int, card: Card, suit: int) -> Broken | InDoubt | None:
    """Whether a seat may play this card when this suit (a mask) is led: keep the suit when you can.

    The answer is in doubt as long as one of the suit's cards not seen may be in the hand. A card seen in part is judged
    where that shows that it does not follow.
    """
    if not suit or card.bit & suit or not (card.bit or cannot_follow(card, suit)):
        return None
    held = places.known[seat] & suit
    if held:
        return Broken(seat=seat, cards=held)
    unseen = suit & ~places.located
    if not unseen or not places.most[seat]:
        return None
    return InDoubt(seat=seat, cards=unseen)


class Void(Protocol):
    """An open doubt: a seat that, if it broke no rule, held none of these cards."""

    cards: int
    seat: int | None


def unseen_slack(places: Places, seats: int, voids: Iterable[Void], pack: int) -> int:
    """The slack with which the cards not seen can be shared out so that nobody has broken a rule (G-10)."""
    barred: dict[int, int] = {}
    for void in voids:
        seat = void.seat
        if seat is not None:
            barred[seat] = barred.get(seat, 0) | void.cards
    return slack(pack & ~places.located, barred, places.most[:seats])
