"""What may have been in a hand, from what is known of it: how many cards of some kind, at least and at most."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from upcard.engine.places import Places


class Holding(NamedTuple):
    """A hand as it was dealt. proven: its cards that are known; room: how many more it has; unseen: the cards that
    these may be; loose: fewer cards may fill it than it has room for.
    """

    proven: int
    room: int
    unseen: int
    loose: bool = False

    @classmethod
    def of(cls, places: Places, seat: int, pack: int, table: int) -> Self:
        """The hand of a seat. table: the place its cards went to; those there that nobody told us may all be its own."""
        room, untold = places.most[seat], places.most[table]
        return cls(places.been[seat], room + untold, pack & ~places.located, untold > 0 or places.least[seat] < room)

    @classmethod
    def once(cls, places: Places, seat: int, pack: int, table: int, fresh: int, *, own: bool) -> Self:
        """The same, once these cards have come to light as well: of this hand (own), or of another."""
        unseen, room, untold = pack & ~places.located & ~fresh, places.most[seat], places.most[table]
        loose = untold > 0 or places.least[seat] < room
        if not own:
            return cls(places.been[seat], room + untold, unseen, loose)
        left = room + untold if loose else max(0, room - fresh.bit_count())
        return cls(places.been[seat] | fresh, left, unseen, loose)

    def may_be(self, number: int, kinds: Iterable[int], gone: int = 0) -> bool:
        """Whether of one of these kinds (masks) just so many cards may have been in it when those `gone` had left it.

        >>> [Holding(proven=0b1, room=2, unseen=0b1110).may_be(number, [0b111]) for number in range(4)]
        [False, False, True, True]
        """
        proven, room, unseen, loose = self
        hidden = unseen.bit_count()
        for kind in kinds:
            more = number - (proven & kind & ~gone).bit_count()
            may = (unseen & kind).bit_count()
            if 0 <= more <= may and more <= room and (loose or room - more <= hidden - may):
                return True
        return False

    def bounds(self, cards: int, gone: int = 0) -> tuple[int, int]:
        """How many of these cards were in the hand after those `gone` had left it: at least, and at most.

        >>> Holding(proven=0b1, room=2, unseen=0b1110).bounds(0b111)
        (2, 3)
        """
        proven, room, unseen, loose = self
        sure = (proven & cards & ~gone).bit_count()
        if not room:
            return sure, sure
        may = (unseen & cards).bit_count()
        forced = 0 if loose else max(0, room + may - unseen.bit_count())
        return sure + forced, sure + min(room, may)
