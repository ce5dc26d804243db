"""PC-6.4 What each viewer knows of the ranks in other hands, from the faces turned over and the own cards laid.

Counts of the thirteen ranks are packed into one number, five bits each, so that a lay takes from all of them at once.
"""

from typing import Final

from upcard.engine.games.popcorn.table import CYCLE, OF_RANK, Popcorn, last_laid, pile
from upcard.engine.mechanisms.copies import STEP

FIELD: Final = 5
_ONES: Final = sum(1 << FIELD * rank for rank in range(CYCLE))
_GUARDS: Final = _ONES << FIELD - 1
_MOST: Final = 8
_FULL: Final = (1 << FIELD) - 1


def _counts_of_a_suit() -> list[int]:
    """For each set of cards of a suit, as a mask of thirteen bits, its counts."""
    table = [0] * (1 << CYCLE)
    for cards in range(1, 1 << CYCLE):
        low = cards & -cards
        table[cards] = table[cards ^ low] + (1 << FIELD * (low.bit_length() - 1))
    return table


_SUIT: Final = _counts_of_a_suit()
_SUIT_MASK: Final = (1 << CYCLE) - 1


def counts(cards: int) -> int:
    """How many cards of each rank are in a mask, packed.

    >>> from upcard.schemas.cards import Card
    >>> counts(Card("2h").bit | Card("2s").bit) == 2 << FIELD
    True
    """
    packed = 0
    while cards:
        one_pack = cards & (1 << STEP) - 1
        while one_pack:
            packed += _SUIT[one_pack & _SUIT_MASK]
            one_pack >>= CYCLE
        cards >>= STEP
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
    s.held_before = before = held[seat::seats]
    if not any(before):
        return
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


def who_knows(s: Popcorn, seat: int, rank: int, claimed: int, lying: int) -> int:
    """A mask of the viewers who can tell that a claim is too high to be true; the bit above the seats is the public.

    lying: the cards on the pile before that lay.
    """
    seats, of_rank, known, seen = len(s.players), OF_RANK[rank], s.places.known, s.places.seen
    too_many = 4 * s.options.decks - claimed + 1
    held, shift = s.held, FIELD * rank
    outside = 0
    if any(held):
        for holder, packed in enumerate(held[-seats:]):
            if packed and holder != seat:
                outside += packed >> shift & _FULL
    if outside >= too_many:
        return (2 << seats) - 1 & ~(1 << seat)
    public, knowing = seen[-1], 0
    for viewer in range(seats):
        if viewer == seat or not seen[viewer]:
            continue  # what all know was asked before
        outside = ((known[viewer] | lying) & of_rank & (seen[viewer] | public)).bit_count()
        row = viewer * seats
        for holder, packed in enumerate(held[row : row + seats]):
            if packed and holder not in (seat, viewer):
                outside += packed >> shift & _FULL
        if outside >= too_many:
            knowing |= 1 << viewer
    return knowing
