"""PC-6.4 What each viewer knows of the ranks in other hands, from the faces turned over and the own cards laid.

Counts of the thirteen ranks are packed into one number, five bits each, so that a lay takes from all of them at once.
"""

from typing import Final

from upcard.engine.games.popcorn.table import CYCLE, OF_RANK, Popcorn, last_laid, pile

FIELD: Final = 5
_ONES: Final = sum(1 << FIELD * rank for rank in range(CYCLE))
_GUARDS: Final = _ONES << FIELD - 1
_MOST: Final = 8
_FULL: Final = (1 << FIELD) - 1


def counts(cards: int) -> int:
    """How many cards of each rank are in a mask, packed.

    >>> from upcard.schemas.cards import Card
    >>> counts(Card("2h").bit | Card("2s").bit) == 2 << FIELD
    True
    """
    packed = 0
    if cards:
        for rank, of_rank in enumerate(OF_RANK):
            packed |= (cards & of_rank).bit_count() << FIELD * rank
    return packed


def less(packed: int, taken: int) -> int:
    """Counts less other counts, each 0 at least.

    >>> less(2 | 1 << FIELD, 1 | 3 << FIELD) == 1
    True
    """
    left = (packed | _GUARDS) - taken
    whole = left & _GUARDS
    return left & (whole - (whole >> FIELD - 1))


def capped(packed: int) -> int:
    """Counts with none above the cards of a rank in two packs: a record that is wrong may count a card twice.

    >>> capped(9 | 3 << FIELD) == 8 | 3 << FIELD
    True
    """
    if (packed + _ONES * (2 * _MOST - 1 - _MOST)) & _GUARDS:
        fields = ((packed >> FIELD * rank) & _FULL for rank in range(CYCLE))
        return sum(min(count, _MOST) << FIELD * rank for rank, count in enumerate(fields))
    return packed


def note_lay(s: Popcorn, seat: int, most: int) -> None:
    """A seat laid so many cards at most: any of those known in its hand may be among them."""
    seats, held = len(s.players), s.held
    before = held[seat::seats]
    s.held_before = before
    taken = _ONES * min(most, _MOST)
    for viewer, packed in enumerate(before):
        if packed:
            held[viewer * seats + seat] = less(packed, taken)


def note_turned(s: Popcorn, faces: int) -> None:
    """The lay was turned over: only the true cards of each rank left that hand."""
    seats, taken = len(s.players), counts(faces)
    for viewer, packed in enumerate(s.held_before):
        s.held[viewer * seats + s.layer] = less(packed, taken)


def note_taken(s: Popcorn, taker: int) -> None:
    """A seat takes the pile: all know the faces turned over, and each seat its own cards in it."""
    seats, places = len(s.players), s.places
    lay = places.known[last_laid(s)]
    cards = places.known[pile(s)] | lay
    public = counts(lay & places.seen[-1])
    for viewer in range(seats + 1):
        own = cards & places.seen[viewer] & ~places.seen[-1] if viewer < seats else 0
        if own or public:
            held = s.held[viewer * seats + taker]
            s.held[viewer * seats + taker] = capped(held + public + counts(own))


def outside(s: Popcorn, viewer: int, seat: int, rank: int) -> int:
    """How many cards of a rank a viewer knows not to be in the hand of a seat. viewer: the number of seats for all."""
    seats = len(s.players)
    row = s.held[viewer * seats : (viewer + 1) * seats]
    row[seat] = 0
    own = 0
    if viewer < seats:
        row[viewer] = 0
        places = s.places
        knows = places.seen[viewer] | places.seen[-1]
        lying = places.known[viewer] | places.known[seats] | places.known[seats + 1]
        own = (lying & knows & OF_RANK[rank]).bit_count()
    return own + sum(packed >> FIELD * rank & _FULL for packed in row if packed)


def who_knows(s: Popcorn, seat: int, rank: int, claimed: int) -> int:
    """A mask of the viewers who can tell that a claim is too high to be true; the bit above the seats is the public."""
    seats, of_rank = len(s.players), 4 * s.options.decks
    if claimed > of_rank - outside(s, seats, seat, rank):
        return (2 << seats) - 1 & ~(1 << seat)
    knowing = 0
    for viewer in range(seats):
        if viewer != seat and claimed > of_rank - outside(s, viewer, seat, rank):
            knowing |= 1 << viewer
    return knowing
