"""PC-6.4 What each viewer knows of the ranks in other hands, from the faces turned over and the own cards laid.

Of each hand it is one number: for each viewer (the seats, then the public) the counts of the thirteen ranks, ten bits
each. So a lay takes from all of them at once, and the sum over hands is a sum of numbers.
"""

from functools import cache
from typing import Final

from upcard.engine.games.popcorn.table import CYCLE, OF_RANK, Popcorn
from upcard.engine.mechanisms.copies import STEP

FIELD: Final = 10
VIEWER: Final = FIELD * CYCLE
"""The bits of one viewer."""
_MOST: Final = 8
_FULL: Final = (1 << FIELD) - 1
_ROW: Final = (1 << VIEWER) - 1


def _counts_of_a_suit() -> list[int]:
    """For each set of cards of a suit, as a mask of thirteen bits, its counts."""
    table = [0] * (1 << CYCLE)
    for cards in range(1, 1 << CYCLE):
        low = cards & -cards
        table[cards] = table[cards ^ low] + (1 << FIELD * (low.bit_length() - 1))
    return table


_SUIT: Final = _counts_of_a_suit()
_SUIT_MASK: Final = (1 << CYCLE) - 1
_PACK: Final = (1 << STEP) - 1


def counts(cards: int) -> int:
    """How many cards of each rank are in a mask, packed.

    >>> from upcard.schemas.cards import Card
    >>> counts(Card("2h").bit | Card("2s").bit) == 2 << FIELD
    True
    """
    packed = 0
    while cards:
        suits = cards & _PACK
        packed += _SUIT[suits & _SUIT_MASK] + _SUIT[suits >> 13 & _SUIT_MASK]
        packed += _SUIT[suits >> 26 & _SUIT_MASK] + _SUIT[suits >> 39 & _SUIT_MASK]
        cards >>= STEP
    return packed


@cache
def every(seats: int) -> tuple[int, int, int]:
    """For so many seats: one for each viewer, one in each field, and the topmost bit of each field."""
    viewers = sum(1 << VIEWER * viewer for viewer in range(seats + 1))
    fields = viewers * sum(1 << FIELD * rank for rank in range(CYCLE))
    return viewers, fields, fields << FIELD - 1


def less(packed: int, taken: int, guards: int) -> int:
    """Counts less other counts, each 0 at least. guards: the topmost bit of each field.

    >>> less(2 | 1 << FIELD, 1 | 3 << FIELD, every(0)[2]) == 1
    True
    """
    left = (packed | guards) - taken
    whole = left & guards
    return left & (whole - (whole >> FIELD - 1))


def capped(packed: int, seats: int) -> int:
    """Counts with none above the cards of a rank in two packs: a record that is wrong may count a card twice.

    >>> capped(9 | 3 << FIELD, 0) == 8 | 3 << FIELD
    True
    """
    _, fields, guards = every(seats)
    if packed + fields * ((_FULL >> 1) - _MOST) & guards:
        places = range(0, VIEWER * (seats + 1), FIELD)
        return sum(min(packed >> place & _FULL, _MOST) << place for place in places)
    return packed


def note_lay(s: Popcorn, seat: int, most: int) -> None:
    """A seat laid so many cards at most: any of those known in its hand may be among them."""
    s.held_before = held = s.held[seat]
    if held:
        _, fields, guards = every(len(s.players))
        s.held[seat] = less(held, fields * min(most, _MOST), guards)


def note_turned(s: Popcorn, faces: int, unread: int) -> None:
    """The lay was turned over: only the true cards of each rank left that hand. unread: so many faces are not in the
    record; they left it if they were of the rank claimed, else that hand takes them up again.
    """
    if not s.held_before:
        s.held[s.layer] = 0
        return
    viewers, _, guards = every(len(s.players))
    gone = counts(faces) + (min(max(0, unread), _MOST) << FIELD * s.rank)
    s.held[s.layer] = less(s.held_before, gone * viewers, guards)


def note_taken(s: Popcorn, taker: int) -> None:
    """A seat takes the pile: all know the faces turned over, and each other seat its own cards in it."""
    seats, seen, known = len(s.players), s.places.seen, s.places.known
    lay, public = known[seats + 1], seen[-1]
    hidden = (known[seats] | lay) & ~public
    came = 0
    if lay & public:
        came = counts(lay & public) * every(seats)[0] & ~(_ROW << VIEWER * taker)
    for viewer in range(seats):
        own = hidden & seen[viewer]
        if own and viewer != taker:
            came += counts(own) << VIEWER * viewer
    if came:
        s.held[taker] = capped(s.held[taker] + came, seats)


def note_seen(s: Popcorn, taker: int, cards: int) -> None:
    """Cards of the pile that a seat has taken are shown to all: each other seat knows these there besides its own."""
    seats, seen = len(s.players), s.places.seen
    fresh = cards & s.places.known[taker] & ~seen[-1]
    came = counts(fresh) << VIEWER * seats
    for viewer in range(seats):
        if viewer != taker:
            came += counts(fresh & ~seen[viewer]) << VIEWER * viewer
    s.held[taker] = capped(s.held[taker] + came, seats)
    seen[-1] |= fresh


def veiled(held: int, seats: int, holder: int, viewer: int) -> int:
    """The same of a hand as this viewer can tell: of others, what all know."""
    own = _ROW << VIEWER * viewer if viewer >= 0 else 0
    others = (held >> VIEWER * seats) * every(seats)[0] & ~own & ~(_ROW << VIEWER * holder)
    return others | held & own


def who_knows(s: Popcorn, seat: int, rank: int, claimed: int, lying: int) -> int:
    """A mask of the viewers who can tell that a claim is too high to be true; the bit above the seats is the public.

    lying: the cards on the pile before that lay.
    """
    seats, held, known, seen = len(s.players), s.held, s.places.known, s.places.seen
    of_rank, public = OF_RANK[rank], seen[-1]
    too_many = 4 * s.options.decks - claimed + 1
    told = sum(held) - held[seat] >> FIELD * rank
    if told >> VIEWER * seats & _FULL >= too_many:
        return (2 << seats) - 1 & ~(1 << seat)
    knowing = 0
    for viewer in range(seats) if any(seen[:-1]) else ():
        own = seen[viewer]
        if own and viewer != seat:  # what all know was asked before
            lies = (known[viewer] | lying) & of_rank & (own | public)
            if lies.bit_count() + (told >> VIEWER * viewer & _FULL) >= too_many:
                knowing |= 1 << viewer
    return knowing
