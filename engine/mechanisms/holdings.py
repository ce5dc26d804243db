"""What may have been in a hand, from what is known of it: how many cards of some kind, at least and at most."""

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

    def after(self, cards: int, *, own: bool) -> "Holding":
        """What is known when some more cards come to light, of this hand (own) or of another."""
        proven, room, unseen, loose = self
        fresh = cards & unseen
        if not own:
            return Holding(proven, room, unseen & ~fresh, loose)
        left = room if loose else max(0, room - fresh.bit_count())
        return Holding(proven | fresh, left, unseen & ~fresh, loose)

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
