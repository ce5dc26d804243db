"""Climbing games: sets of cards laid one over the other, and what is known of the hands they come from."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import structs

from upcard.engine.due import Act
from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Base, Laid, Played, Shown

LaidCards = tuple[int, tuple[Card, ...], int]
"""A seat, the cards it laid (none: it passed), and the line."""

Play = TypeVar("Play", bound=Laid | Played)


def cards_in(event: Laid | Played) -> tuple[Card, ...]:
    """The cards of a play, written as a set or as one card."""
    return event.cards if isinstance(event, Laid) else (event.card,)


def with_cards(event: Play, cards: Sequence[Card]) -> Play:
    """The play with other cards."""
    if isinstance(event, Played):
        return structs.replace(event, card=cards[0])
    return structs.replace(event, cards=tuple(cards))


def may_come_from(places: Places, seat: int, cards: Sequence[Card], pack: int) -> int:
    """The mask of these cards, if they are different ones of the pack that a hand has, or may have for all the record
    shows; else 0.
    """
    mask = 0
    for card in cards:
        mask |= card.bit
    if mask.bit_count() != len(cards):
        return 0
    new = mask & ~places.known[seat]
    may = not new or (not new & (places.located | ~pack) and new.bit_count() <= places.most[seat])
    return mask if may else 0


def doubled(cards: Sequence[Card]) -> list[Card]:
    """The cards that are more than once among these."""
    return [card for place, card in enumerate(cards) if card.known and card in cards[:place]]


def line_laid(acts: Iterable[LaidCards], cards: int) -> int | None:
    """The line on which one of these cards (a mask) was laid, if that is known."""
    for _, laid, line in acts:
        if any(card.bit & cards for card in laid):
            return line
    return None


def passed_over(turn: int, seat: int, seats: int) -> int:
    """A mask of the seats from the one whose turn it was up to the one that acted.

    >>> passed_over(3, 1, 4) == 0b1001
    True
    """
    over = 0
    for step in range((seat - turn) % seats):
        over |= 1 << (turn + step) % seats
    return over


# ---- Hands ---------------------------------------------------------------------------------------------------------


def bound(places: Places, seat: int) -> tuple[int, int]:
    """How many cards a hand has, at least and at most."""
    known = places.known[seat].bit_count()
    return known + places.least[seat], known + places.most[seat]


def all_shown(places: Places, seat: int, count: int) -> None:
    """A hand was shown to have no more than so many cards."""
    least, most = bound(places, seat)
    if least < most and least <= count <= most:
        places.least[seat] = places.most[seat] = count - places.known[seat].bit_count()


def remainders(places: Places, seats: int) -> list[Act]:
    """The cards left in each hand may be shown, where not all have seen them."""
    return [_remainder(places, seat) for seat in range(seats) if _not_all_seen(places, seat)]


def _not_all_seen(places: Places, seat: int) -> bool:
    return bool(bound(places, seat)[1] and (places.known[seat] & ~places.seen[-1] or places.most[seat]))


def _remainder(places: Places, seat: int) -> Act:
    asks = f"the cards left of seat {seat}, if they were shown"
    if places.most[seat]:
        return Act(
            Shown, seat, asks, accepts=lambda e: isinstance(e, Shown) and e.seat == seat, optional=True, weight=0.0
        )
    cards = tuple(cards_of(places.known[seat]))
    return Act(Shown, seat, asks, (Shown(cards=cards, seat=seat, all=True),), optional=True, weight=0.05)


def recogniser(state: Any, seat: int, checks: Iterable[Callable[[Any, Any], Any]]) -> Callable[[Base], bool]:
    """Tells the plays of a seat that none of these checks finds to be illegal."""

    def accepts(event: Base) -> bool:
        if not isinstance(event, Laid) or event.seat != seat:
            return False
        answers = (check(state, event) for check in checks)
        return not any(isinstance(answer, Broken) or (isinstance(answer, list) and answer) for answer in answers)

    return accepts
