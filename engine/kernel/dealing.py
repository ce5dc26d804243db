"""Deals: whose seats are dealt to, and what a `dealt` line says of each hand, whether or not its cards were written down.

The law of all games in which more or fewer may play: a hand is dealt to the seats where somebody sits. What is written of a
seat goes before: a seat that was dealt cards takes part, whether or not a line tells that somebody sat down there, and one that was dealt none takes no part. All that hangs on
the number of players (how many cards each gets, whose turn it is, who pays a stake) follows from who takes part. In a game of so
many players and no others each seat is played, also by somebody of whom no line tells.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from upcard.schemas.cards import mask_of
from upcard.schemas.events import Dealt, FinalDealt


def size_written(e: Dealt | FinalDealt, seat: int) -> int | None:
    """How many cards a seat was dealt, as listed or as counted; None where nothing is written of it."""
    cards = e.hands[seat] if e.hands and seat < len(e.hands) else None
    if cards is not None:
        return len(cards)
    sizes = e.sizes if isinstance(e, Dealt) else None
    return sizes[seat] if sizes is not None and seat < len(sizes) else None


def passed_over(s: Any, e: Dealt | FinalDealt) -> int:
    """The seats that a deal passes over, as a mask. Where too few would be left to play, it goes to all of them."""
    absent, vacant = 0, s.vacant()
    none_dealt = () in (e.hands or ()) or (isinstance(e, Dealt) and 0 in (e.sizes or ()))
    for seat in range(len(s.players)) if s.least and (vacant or none_dealt) else ():
        size = size_written(e, seat)
        absent |= (vacant >> seat & 1 if size is None else size == 0) << seat
    return absent if len(s.players) - absent.bit_count() >= s.least else 0


def sizes_of(e: Dealt, seats: int, usual: Sequence[int]) -> list[int]:
    """How many cards each seat was dealt: as written, or as is usual; a seat that usually gets none gets none of `each`."""
    told = []
    for seat in range(seats):
        size = size_written(e, seat)
        if size is None:
            size = usual[seat] if e.each is None or not usual[seat] else e.each
        told.append(size)
    return told


class Hands(NamedTuple):
    """A deal: its line; how many cards are due to each seat, by seat, and to the place where the others lie; how many each seat was dealt."""

    line: Dealt
    due: Sequence[int]
    rest: int
    sizes: Sequence[int]

    @classmethod
    def of(cls, line: Dealt, due: Sequence[int], rest: int) -> Self:
        """A deal as it was written, where so many cards were due."""
        return cls(line, due, rest, sizes_of(line, len(due), due))


def dealt_out(s: Any, cards: int, first: int, sitting_out: int | None = None) -> list[int]:
    """Cards by seat where so many are dealt out from this seat on. sitting_out: as `State.in_turn_from` has it."""
    order = s.in_turn_from(first, sitting_out)
    each, odd = divmod(cards, len(order))
    return [each + (order.index(seat) < odd) if seat in order else 0 for seat in range(len(s.players))]


def is_size(e: Dealt, size: int) -> bool:
    """Whether some hand of this deal was written with so many cards."""
    return e.each == size or size in (e.sizes or ()) or any(len(cards or ()) == size for cards in e.hands or ())


def all_are(e: Dealt, size: int) -> bool:
    """Whether no hand of this deal was written with more cards or fewer."""
    lists = {len(cards) for cards in e.hands or () if cards is not None}
    return lists | set(e.sizes or ()) | {size if e.each is None else e.each} <= {size}


def deal_packet(s: Any, e: Dealt, size: int) -> None:
    """Each seat gets `size` cards: the listed ones, and unknown ones in place of those that were not listed."""
    deal_hands(s, e, sizes_of(e, len(s.players), [size] * len(s.players)))


def deal_hands(s: Any, e: Dealt | FinalDealt, sizes: Sequence[int]) -> None:
    """Each seat gets as many cards as `sizes` says: the listed ones, and unknown ones in place of those that were not listed."""
    places, hands = s.places, e.hands or ()
    for seat, count in enumerate(sizes):
        known = places.copies_in(seat, hands[seat] or ()) if seat < len(hands) else 0
        unseen = max(0, count - known.bit_count())
        s.listed |= (known > 0) << seat
        s.unlisted |= (unseen > 0) << seat
        places.deal(seat, known, unseen)


def deal_aside(s: Any, e: Dealt, name: str, place: int, count: int) -> None:
    """So many cards come to a place that records name: the listed ones, and unknown ones in place of those that were not listed."""
    listed = mask_of((e.places or {}).get(name) or ())
    s.places.deal(place, listed, max(0, count - listed.bit_count()))
