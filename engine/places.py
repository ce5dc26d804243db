"""Where every card is, and who knows it: written once, for all games.

A place is a number: first the hands, by seat, then the places a game declares (widow, dead hand, table ...).
Cards are bits of a mask; a pack with copies uses bits of its own for each copy. Viewers are numbers as well:
the seats, and -1 for the public. Nothing here judges: `conflict` says what does not fit, and moving goes on all the same.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

from upcard.schemas.cards import cards_of


class Conflict(NamedTuple):
    """Why a card cannot come from a place. elsewhere: the place it is known to be in; None: no card is left
    that it could be.
    """

    elsewhere: int | None


@dataclass(slots=True)
class Places:
    """known: the cards known to lie in each place. least, most: how many more lie there, not known which.
    seen: the cards whose place each seat knows for itself, and last those whose place all know. been: all cards proven to have been in each place in this hand.
    entered: the last step at which a card came face down to each place. located: all cards whose place is known.
    loose: a mask of the places where something was missed, so that fewer cards may lie there than were counted.
    """

    known: list[int]
    least: list[int]
    most: list[int]
    seen: list[int]
    been: list[int]
    entered: list[int]
    located: int = 0
    loose: int = 0

    @classmethod
    def empty(cls, places: int, seats: int) -> Self:
        """No cards anywhere."""
        return cls([0] * places, [0] * places, [0] * places, [0] * (seats + 1), [0] * places, [0] * places)

    def copy(self) -> Self:
        """A copy that shares nothing that can change."""
        twin: Self = object.__new__(type(self))  # made and filled in half the time that its own making takes
        twin.known = self.known.copy()
        twin.least = self.least.copy()
        twin.most = self.most.copy()
        twin.seen = self.seen.copy()
        twin.been = self.been.copy()
        twin.entered = self.entered.copy()
        twin.located = self.located
        twin.loose = self.loose
        return twin

    def deal(self, place: int, cards: int, unknown: int, step: int, viewer: int | None) -> None:
        """Put cards in a place before play: those known, and how many more. viewer: the seat that sees them."""
        self.entered[place] = step
        if unknown:
            self.most[place] += unknown
            if not self.loose >> place & 1:
                self.least[place] += unknown
        if cards:
            self.known[place] |= cards
            self.been[place] |= cards
            self.located |= cards
            if viewer is not None:
                self.seen[viewer] |= cards

    def conflict(self, bit: int, place: int) -> Conflict | None:
        """What speaks against this card coming from this place, if anything does."""
        if self.fits(bit, place):
            return None
        if self.located & bit:
            return Conflict(next(i for i, cards in enumerate(self.known) if cards & bit))
        return Conflict(None)

    def fits(self, bit: int, place: int) -> bool:
        """Whether nothing speaks against this card coming from this place."""
        if self.known[place] & bit:
            return True
        return not self.located & bit and self.most[place] > 0

    def move(self, bit: int, source: int, target: int) -> None:
        """A card went face up from one place to another: all see it. It goes there even if it could not."""
        known = self.known
        held = known[source]
        if held & bit:
            known[source] = held ^ bit
        else:
            self._reveal(bit, source)
        known[target] |= bit
        self.seen[-1] |= bit

    def move_plainly(self, bit: int, source: int, target: int, pack: int) -> bool:
        """The same of a card of the pack that may come from there; else nothing is done, and it is False."""
        known = self.known
        held = known[source]
        if held & bit:
            known[source] = held ^ bit
        elif bit & pack & ~self.located and self.most[source]:
            self._reveal(bit, source)
        else:
            return False
        known[target] |= bit
        self.seen[-1] |= bit
        return True

    def move_unknown(self, source: int, target: int, step: int) -> None:
        """A card that nobody told us went from one place to another."""
        self._lose(source)
        self._gain(target, 1, step)

    def move_unseen(self, bit: int, source: int, target: int, step: int, viewer: int | None) -> None:
        """A card went face down from one place to another. viewer: the seat that saw it, if one did."""
        if self.known[source] & bit:
            self.known[source] ^= bit
        else:
            self._reveal(bit, source)
        self.known[target] |= bit
        self.been[source] &= ~bit  # who did not see it learns later where it came to, not where it came from
        self.been[target] |= bit
        self.entered[target] = step
        if viewer is not None:
            self.seen[viewer] |= bit

    def shuffle_back(self, source: int, target: int, keep: int, listed: int, step: int) -> None:
        """All cards of one place but `keep` (a bit; 0: one that is not known) went face down to another.

        Which of them lies where is forgotten, but for those `listed` by somebody who knew the order.
        """
        known = self.known
        cards = known[source] & ~keep
        stays = min(1, self.most[source]) if not keep else 0
        least, most = max(0, self.least[source] - stays), self.most[source] - stays
        known[source] ^= cards
        self.least[source] = min(stays, self.least[source])
        self.most[source] = stays
        known[target] |= cards & listed
        self.located &= ~(cards & ~listed)
        self.seen = [seen & ~cards for seen in self.seen]
        self.been = [been & ~cards for been in self.been]
        unlisted = (cards & ~listed).bit_count()
        self._gain(target, most + unlisted, step, least + unlisted)

    def pass_face_down(self, bit: int, source: int, target: int, step: int, viewers: tuple[int, ...]) -> None:
        """A card went face down from one place to another; these seats saw which (bit 0: nobody told us).

        For everybody else any card that was in the first place may be the one that went.
        """
        if not bit:
            self.forget(source)
            self.move_unknown(source, target, step)
            return
        if not self.known[source] & bit:
            self._reveal(bit, source)
        held = self.known[source] | bit
        public = held & self.seen[-1]
        for viewer in range(len(self.seen)):
            if viewer in viewers:
                self.seen[viewer] |= public | bit
            else:
                self.seen[viewer] &= ~held
        self.known[source] &= ~bit
        self.known[target] |= bit
        self.been[source] &= ~bit  # what saw it arrive knows it there only
        self.been[target] |= bit
        self.entered[target] = step

    def show(self, bit: int, place: int) -> None:
        """A card was shown to lie in a place; all see it, and it stays."""
        if not self.known[place] & bit:
            self._reveal(bit, place)
            self.known[place] |= bit
        self.seen[-1] |= bit

    def take_back(self, bit: int, source: int, target: int) -> None:
        """A card seen by all went back to the place it came from."""
        if self.known[source] & bit:
            self.known[source] ^= bit
            self.known[target] |= bit

    def take_back_unknown(self, source: int, target: int) -> None:
        """A card of which all saw that it went, and not which it was, went back to the place it came from."""
        self._lose(source)
        self.most[target] += 1
        if not self.loose >> target & 1:
            self.least[target] += 1

    def lay_down(self, cards: int, unknown: tuple[int, int], source: int, target: int, step: int) -> None:
        """Cards went face down from a hand to another place; which, that seat alone saw. cards: those we know, unknown:
        how many more, at least and at most. Any card of that hand may be among them, so that others know it no more.
        """
        known, seen = self.known, self.seen
        here = known[source]
        own = seen[source] | here & seen[-1] | cards
        for viewer, places_known in enumerate(seen) if here else ():
            if places_known & here:
                seen[viewer] = places_known & ~here
        seen[source] = own
        fresh = cards & ~here
        known[source] = here & ~cards  # before a wrong list is forgotten: these are known all the same
        while fresh:
            self._reveal(fresh & -fresh, source)
            fresh &= fresh - 1
        known[target] |= cards
        least, most = unknown
        if most:
            if known[source]:
                self.forget(source)
            fewest, highest = self.least, self.most
            fewest[source] = max(0, fewest[source] - most)
            highest[source] = max(0, highest[source] - least)
            fewest[target] += least
            highest[target] += most
        self.been[source], self.been[target] = known[source], known[target]
        self.entered[target] = step

    def take_up(self, source: int, target: int, step: int) -> None:
        """All cards of one place went to another as they lay. Who sees them there is told by `look`."""
        known, been, most = self.known, self.been, self.most
        known[target] = been[target] = known[target] | known[source]
        if self.loose >> source & 1:
            self.loosen(target)
            self.loose ^= 1 << source
        if most[source]:
            most[target] += most[source]
            if not self.loose >> target & 1:
                self.least[target] += self.least[source]
            self.least[source] = most[source] = 0
        known[source] = been[source] = 0
        self.entered[target] = step

    def look(self, cards: int, place: int) -> None:
        """A seat looked at cards of its hand that it did not lay there itself."""
        fresh = cards & ~self.known[place]
        while fresh:
            self._reveal(fresh & -fresh, place)
            fresh &= fresh - 1
        self.known[place] |= cards
        self.seen[place] |= cards

    def take_in(self, source: int, target: int, cards: int, step: int) -> None:
        """All that lies in a place goes face down to a hand. cards: those that whoever takes them up saw.

        Of what not all have seen it is not kept that it ever lay there: they could not tell when it is played.
        """
        for card in cards_of(cards & ~self.known[source]):
            self._reveal(card.bit, source)
            self.known[source] |= card.bit
        self.seen[target] |= cards
        moved = self.known[source]
        if self.most[source] or moved & ~self.seen[-1]:
            self.entered[target] = step
        self.known[target] |= moved
        self.been[target] |= moved
        self.been[source] &= self.seen[-1]
        self.most[target] += self.most[source]
        if not self.loose >> target & 1:
            self.least[target] += self.least[source]
        self.known[source] = self.least[source] = self.most[source] = 0

    def forget(self, place: int, cards: int | None = None) -> None:
        """These cards of a place (none named: all of them) are not known to lie there any more, though as many do."""
        gone = self.known[place] if cards is None else cards
        self.known[place] &= ~gone
        if not self.loose >> place & 1:
            self.least[place] += gone.bit_count()
        self.most[place] += gone.bit_count()
        self.located &= ~gone
        self.been = [been & ~gone for been in self.been]
        self.seen = [seen & ~gone for seen in self.seen]

    def distrust(self, place: int) -> None:
        """The list of this place was wrong somewhere: its cards that not all have seen are not known any more."""
        self.forget(place, self.known[place] & ~self.seen[-1])

    def loosen(self, place: int) -> None:
        """Something was missed: from here on fewer cards may lie in this place than were counted."""
        self.least[place] = 0
        self.loose |= 1 << place

    def held(self, place: int, cards: int) -> bool | None:
        """Whether one of these cards lies in this place: True, False, or None if the record cannot tell."""
        if self.known[place] & cards:
            return True
        if not self.most[place] or not cards & ~self.located:
            return False
        return None

    def count(self, place: int) -> int | None:
        """How many cards lie in this place, if that is exact."""
        if self.least[place] != self.most[place]:
            return None
        return self.known[place].bit_count() + self.most[place]

    def view(self, viewer: int) -> Self:
        """The same places as this viewer (a seat, or -1: the public) knows them."""
        twin = self.copy()
        own = 0 if viewer < 0 else self.seen[viewer]
        seen = own | self.seen[-1]
        hidden = self.located & ~seen
        twin.located = self.located & seen
        for place, cards in enumerate(self.known):
            missing = (cards & hidden).bit_count()
            twin.known[place] = cards & seen
            if not self.loose >> place & 1:
                twin.least[place] += missing
            twin.most[place] += missing
        twin.been = [cards & seen for cards in self.been]
        twin.seen = [cards & own for cards in self.seen[:-1]] + [self.seen[-1]]
        return twin

    def _gain(self, place: int, most: int, step: int, least: int | None = None) -> None:
        self.most[place] += most
        if not self.loose >> place & 1:
            self.least[place] += most if least is None else least
        self.entered[place] = step

    def _lose(self, place: int) -> None:
        if self.most[place]:
            self.most[place] -= 1
            if self.least[place]:
                self.least[place] -= 1

    def _reveal(self, bit: int, place: int) -> None:
        """A card not known to lie in this place came from it: one unknown card less, or a list was wrong."""
        most = self.most[place]
        if most and not self.located & bit:
            self.most[place] = most - 1
            least = self.least[place]
            if least:
                self.least[place] = least - 1
        else:
            self._distrust_what_says_otherwise(bit, place)
            self._lose(place)
        self.located |= bit
        self.been[place] |= bit

    def _distrust_what_says_otherwise(self, bit: int, place: int) -> None:
        for other, cards in enumerate(self.known):
            if cards & bit and not cards & bit & self.seen[-1]:
                self.distrust(other)
        if self.most[place] == 0:
            self.distrust(place)
