"""Stops: cards played up in suit, each followed by the next higher, until nobody can (C-7)."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from upcard.engine.game import Broken, InDoubt
from upcard.engine.places import Places
from upcard.engine.wording import counted
from upcard.schemas.events import ResultCalled

SUIT_LENGTH = 13


def successors(pack: int) -> tuple[int, ...]:
    """For each card by its index: the bit of the next higher card of its suit, 0 if the pack (a mask) has none.

    Ace low, king high. No card follows a king, nor the card below one that was taken out.

    >>> table = successors((1 << 52) - 1 - (1 << 20))
    >>> table[18] == 1 << 19, table[19], table[12]
    (True, 0, 0)
    """
    return tuple(
        0 if index % SUIT_LENGTH == SUIT_LENGTH - 1 else (1 << index + 1) & pack for index in range(4 * SUIT_LENGTH)
    )


def lower_cards(pack: int) -> tuple[int, ...]:
    """For each card by its index: the mask of the lower cards of its suit in the pack.

    >>> lower_cards((1 << 52) - 1)[3]
    7
    """
    return tuple(((1 << index) - (1 << index - index % SUIT_LENGTH)) & pack for index in range(4 * SUIT_LENGTH))


def missed_follow(places: Places, hands: int, due: int) -> Broken | InDoubt | None:
    """What it means that another card was played than the one due (a bit): its holder, if any, did not follow.

    hands: how many of the places, from the first, are hands. Kept if the card is known to lie elsewhere.
    """
    if due & places.located:
        holder = next((seat for seat in range(hands) if places.known[seat] & due), None)
        return None if holder is None else Broken(seat=holder, cards=due)
    return InDoubt(cards=due) if any(places.most[:hands]) else None


def not_lowest(places: Places, seat: int, lower: int) -> Broken | InDoubt | None:
    """Whether a seat that leads a card had one of the lower ones (a mask) as well."""
    held = places.known[seat] & lower
    if held:
        return Broken(seat=seat, cards=held)
    unseen = lower & ~places.located
    return InDoubt(seat=seat, cards=unseen) if unseen and places.most[seat] else None


def out_fault(e: ResultCalled, left: Sequence[int], out: int | None) -> Broken | None:
    """Whether who says to be out has no card left. left: cards by seat; out: who went out, once somebody has."""
    if e.result != "out" or e.seat is None or e.seat == out:
        return None
    if out is not None:
        return Broken(seat=e.seat, says=f"seat {e.seat} said to be out; seat {out} was")
    held = left[e.seat] if e.seat < len(left) else None
    return Broken(seat=e.seat, says=f"seat {e.seat} said to be out holding {counted(held, 'card')}") if held else None


class Watch(Protocol):
    """An open doubt: cards that, if no rule was broken, are not in the hand of the seat (None: in no hand)."""

    cards: int
    seat: int | None


def dead_slack(places: Places, dead: int, watched: Iterable[Watch]) -> int:
    """How many more cards the dead hand has room for, when all cards that nobody played when due lie in it, or among
    the cards on the table that nobody told us; the table is the place after it.
    """
    presumed = 0
    for doubt in watched:
        if doubt.seat is None:
            presumed |= doubt.cards
    return places.most[dead] + places.most[dead + 1] - (presumed & ~places.located).bit_count()
