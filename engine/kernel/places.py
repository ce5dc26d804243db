"""Where every card is, as far as the record tells: which cards are known to lie in each place, and how many more.

A place is a number: the hands by seat, then what the game declares (table, widow, stock). Cards are bits of a mask. What
does not fit is noted in `news` and done all the same: play goes on at a table, whatever a list said.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import msgspec

from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.rules import places_of
from upcard.schemas.cards import PACK_MASK, Card, cards_of, mask_of

PLENTY = 1 << 20
"""The number of cards that may lie in a place of which nothing is known."""


class Conflict(msgspec.Struct, frozen=True, gc=False):
    """A card that cannot have come from this place. elsewhere: where it is known to lie, if it is; bit 0: no card that it may be is left."""

    bit: int
    place: int
    elsewhere: int | None


class Blurred(msgspec.Struct, frozen=True, gc=False):
    """Cards (a mask) were lost sight of in a place, where they may still lie."""

    cards: int
    place: int


class Strayed(msgspec.Struct, frozen=True, gc=False):
    """So many cards that were not seen went from one place to another."""

    source: int
    target: int
    number: int


class Mixed(msgspec.Struct, frozen=True, gc=False):
    """Cards came face down to a place."""

    place: int


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What the record had shown of the cards after one event; statements and doubts are judged by it. pool: the cards (a mask) whose place
    was not known; loose: the places (a mask) that may have held fewer cards than were counted; shown: by place, the cards that had come to light there;
    unseen: by place, the number of other cards there; line, step: of that event.
    """

    pool: int
    loose: int
    shown: Sequence[int]
    unseen: Sequence[int]
    line: int = 0
    step: int = 0

    def earlier(self, line: int, step: int, pool: int, loose: int) -> "Sight":
        """What the record had shown after an earlier event, if no card was lost sight of since; cards that came to light since count as unseen."""
        since = pool & ~self.pool
        unseen = [number + (cards & since).bit_count() for number, cards in zip(self.unseen, self.shown, strict=True)]
        return Sight(pool, loose, [cards & ~since for cards in self.shown], unseen, line, step)


def spread(cards: int, packs: int) -> int:
    """All copies of these cards, a mask of one pack.

    >>> spread(1, 2) == 1 | 1 << 54
    True
    """
    return cards if packs == 1 else sum(cards << 54 * pack for pack in range(packs))


def bits_of(cards: int) -> Iterator[int]:
    """The single cards of a mask."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def room_beside(sight: "Sight | Places", places: int, cards: int) -> int:
    """How many more unseen cards lie in other places than these (a mask) than `cards` (a mask) has; below 0, one of these lies in those."""
    room = sum(sight.unseen) - sum(sight.unseen[place] for place in places_of(places))
    return room - (cards & sight.pool).bit_count()


@dataclass(slots=True)
class Places(Part):
    """known: the cards known to lie in each place. unseen: how many more lie there. loose: a mask of the places where fewer
    may lie, fewer: by how many at most. barred: cards that are none of those unseen in a place, since they lay elsewhere
    when they were lost sight of. pool: all cards whose place is not known. opened: a mask of the places whose cards all
    have seen. pack: all cards that there are. packs: of how many packs they are; each further pack has its bits above those
    of the one before, and copies of a card are told apart by where they lie alone (`copy_in`).

    heeded: whether something of this hand is in doubt or was said; shown: by place, the cards that came to light there since; news: since
    somebody last looked, what did not fit, and, if heeded, which cards were lost sight of and which went face down, behind how much had
    come to light before; later: cards that are seen later in the hand, so that one which nobody saw is none of them (told of an act that is supposed to be missing).
    """

    known: list[int]
    unseen: list[int]
    fewer: list[int]
    barred: list[int]
    opened: int = 0
    pack: int = PACK_MASK
    packs: int = 1
    loose: int = 0
    pool: int = PACK_MASK
    shown: list[int] = field(default_factory=list, compare=False)
    heeded: bool = field(default=False, compare=False)
    news: Sequence[Any] = field(default_factory=list, compare=False)
    later: int = field(default=0, compare=False)

    @classmethod
    def empty(cls, places: int, opened: int = 0, pack: int = PACK_MASK) -> Self:
        """No cards anywhere."""
        made = cls([0] * places, [], [], [], opened, pack)
        made.clear()
        return made

    def clear(self) -> None:
        """All cards are gathered in for the next hand."""
        none = [0] * len(self.known)
        self.known, self.unseen, self.fewer, self.barred = none, none.copy(), none.copy(), none.copy()
        self.shown = none.copy()
        self.loose, self.pool = 0, self.pack
        self.heeded, self.news = False, ()

    def lose_track(self) -> None:
        """Something was missed: any card may be anywhere."""
        before = self.sight()
        self.clear()
        self.news = [before]
        self.unseen = [PLENTY] * len(self.unseen)
        self.fewer = self.unseen.copy()
        self.loose = (1 << len(self.unseen)) - 1

    # ---- What is known ---------------------------------------------------------------------------------------------

    def copy_in(self, place: int, bit: int, but: int = 0) -> int:
        """The copy of a card that is meant where it is named in a place: one known to lie there, else one that may; none of `but`."""
        if self.packs == 1:
            return bit
        copies = spread(bit, self.packs) & self.pack & ~but
        found = copies & self.known[place] or copies & self.pool & ~self.barred[place] or copies & self.pool
        return found & -found or copies & -copies or bit

    def copies_in(self, place: int, cards: Iterable[Card], but: int = 0) -> int:
        """The copies of several cards, as a mask, none of `but`; a card that is named more often than there are packs is left out."""
        if self.packs == 1:
            return mask_of(cards)
        found = 0
        for card in cards:
            if card.bit:
                found |= self.copy_in(place, card.bit, found | but)
        return found

    def place_of(self, bit: int) -> int | None:
        """The place in which a card is known to lie; None if it is not known."""
        if self.pool & bit:
            return None
        return next((place for place, cards in enumerate(self.known) if cards & bit), None)

    def count(self, place: int) -> int | None:
        """The number of cards in a place; None if it is not known."""
        return None if self.loose >> place & 1 else self.most(place)

    def bounds(self, place: int) -> tuple[int, int]:
        """The least and the most cards that lie in a place."""
        most = self.known[place].bit_count() + self.unseen[place]  # asked for at every lay of some games
        return most - self.fewer[place], most

    def most(self, place: int) -> int:
        """The most cards that may lie in a place; 0: it is empty."""
        return self.known[place].bit_count() + self.unseen[place]

    def loosen(self, place: int, fewer: int) -> None:
        """Up to `fewer` cards fewer may lie in a place than were counted."""
        if fewer:
            self.fewer[place] = min(self.unseen[place], self.fewer[place] + fewer)
            self.loose |= (self.fewer[place] > 0) << place

    def limit(self, place: int, least: int, most: int) -> None:
        """No fewer and no more cards lie in a place, if that can be."""
        known, (low, high) = self.known[place].bit_count(), self.bounds(place)
        low, high = max(low, least), min(high, most)
        if low <= high:
            self.unseen[place], self.fewer[place] = high - known, high - low
            self.loose = self.loose & ~(1 << place) | (high > low) << place

    def holds(self, place: int, cards: int, pack: int) -> bool | None:
        """Whether one of these cards lies in a place: True, False, or None where the record cannot tell."""
        if self.known[place] & cards:
            return True
        may_be = pack & self.pool & ~self.barred[place]
        if not self.unseen[place] or not cards & may_be:
            return False
        if not self.loose >> place & 1 and self.unseen[place] > (may_be & ~cards).bit_count():
            return True
        return None

    def may_hold_all(self, place: int, cards: int) -> bool:
        """Whether all of these cards may lie in a place, so far as the record tells."""
        hidden = cards & ~self.known[place]
        return not hidden & (~self.pool | self.barred[place]) and hidden.bit_count() <= self.unseen[place]

    def among(self, places: int) -> int:
        """All cards known to lie in one of these places (a mask)."""
        found = 0
        for place in places_of(places):
            found |= self.known[place]
        return found

    def possible(self, place: int, pack: int) -> int:
        """The cards that may lie in a place."""
        return self.known[place] | (pack & self.pool & ~self.barred[place] if self.unseen[place] else 0)

    def know_rest(self) -> None:
        """Where all cards are known but those of one place, the remaining cards lie there."""
        rest = self.pool.bit_count()
        if rest in self.unseen and rest == sum(self.unseen) and not self.loose:
            place = self.unseen.index(rest)
            self.show(self.pool & ~self.barred[place], place)

    def sight(self) -> Sight:
        """How much of the cards has come to light."""
        return Sight(self.pool, self.loose, self.shown.copy(), self.unseen.copy())

    def _note(self, *news: Any) -> None:
        """Note what does not fit, or, if heeded, what is lost sight of, behind how much has come to light by now; nothing, before it is lost."""
        self.news = [*(self.news or [self.sight()]), *news]

    # ---- Cards dealt and shown -------------------------------------------------------------------------------------

    def deal(self, place: int, cards: int, more: int = 0) -> None:
        """Cards come to a place from the pack: those that were listed, and how many more."""
        if self.heeded:
            self._note()
        while twice := cards & ~self.pool:  # it is in two lists, or in no pack of this game
            bit = twice & -twice
            self._note(Conflict(bit, place, self.place_of(bit)))
            self.not_there(bit)
            cards ^= bit
            more += 1
        self.known[place] |= cards
        self.pool ^= cards
        self.unseen[place] += more

    def show(self, cards: int, place: int) -> None:
        """Cards (a mask) were seen to lie in a place, and stay there."""
        fresh = cards & ~self.known[place]
        if fresh and not self._comes_to_light(fresh, place, place, fresh.bit_count()):
            for bit in bits_of(fresh):
                if not self._comes_to_light(bit, place, place):
                    self._contradict(bit, place, place)

    # ---- Cards that move -------------------------------------------------------------------------------------------

    def move_set(self, cards: Sequence[Card], source: int, target: int) -> None:
        """A set of cards went from one place to another, each seen wholly, in part, or not at all."""
        known, mask = self.known, mask_of(cards)
        there = mask & known[source]
        fresh = mask ^ there
        if mask.bit_count() == len(cards) and (
            not fresh or (self.packs == 1 and self._comes_to_light(fresh, source, target, fresh.bit_count()))
        ):
            if there:
                known[source] ^= there
                known[target] |= there
        elif not mask and self.unseen[source] >= len(cards) == cards.count(cards[0]):
            self._move_any(spread(cards[0].could_be, self.packs), source, target, len(cards))
        else:
            for card in cards:
                self.move_card(card, source, target)

    def told(self, card: Card, source: int) -> Card:
        """Which card goes from a place: the one that was seen, or the only one that lies there."""
        if card.bit:
            return card
        lies = self.known[source]
        one = lies if self.packs == 1 and not self.unseen[source] and not lies & (lies - 1) else 0
        return next(cards_of(one & card.could_be), card)

    def move_card(self, card: Card, source: int, target: int) -> None:
        """A card went from one place to another, seen wholly, in part, or not at all."""
        bit, known = card.bit, self.known
        if not bit:
            could = spread(card.could_be, self.packs)
            bit = could & known[source]
            if not bit or self.unseen[source] or bit & (bit - 1):
                self._move_any(could, source, target)
                return
        elif self.packs > 1:
            bit = self.copy_in(source, bit)
        if known[source] & bit:
            known[source] ^= bit
            known[target] |= bit
        elif not self._comes_to_light(bit, source, target):
            self._contradict(bit, source, target)

    def _move_any(self, could: int, source: int, target: int, number: int = 1) -> None:
        """Some of these cards (a mask) went from one place to another, and it is not known which. number: how many, one or of those unseen."""
        if self.heeded:
            self._note()
        unseen, may_be = self.unseen, could & self.known[source]
        if may_be:
            self.forget(source, may_be)
        elif not could & self.pool & ~self.barred[source]:
            self._note(*[Conflict(0, source, None)] * number)
        if not unseen[source]:
            self.forget(source)
        if unseen[source]:
            unseen[source] -= number
            if self.loose:
                self._tighten(source)
        else:
            self._note(Conflict(0, source, None))
        self._add_unseen(source, target, number)
        if self.heeded:
            self._note(Strayed(source, target, number))

    def move_unseen(self, cards: Sequence[Card], source: int, target: int) -> None:
        """A set of cards went face down: who saw which wrote them down, else any cards of that place may be those."""
        self.move_set(cards, source, target)
        if cards and self.heeded:
            self._note(Mixed(target))

    def take_back(self, card: Card, source: int, target: int) -> None:
        """A card that lay in the open went back to where it came from."""
        if card.bit and self.known[source] & card.bit:
            self.known[source] ^= card.bit
            self.known[target] |= card.bit
        elif self.unseen[source]:
            if self.heeded:
                self._note()
            self.unseen[source] -= 1
            self._add_unseen(source, target, 1)

    def move_all(self, source: int, target: int) -> None:
        """All that lies in one place goes to another."""
        known, number = self.known, self.unseen[source]
        known[target], known[source] = known[target] | known[source], 0
        if number:
            if self.heeded:
                self._note(Mixed(target))
            self._add_unseen(source, target, number)
            self.unseen[source] = 0
        if self.loose:
            self.loosen(target, self.fewer[source])
            self.loose, self.fewer[source] = self.loose & ~(1 << source), 0

    def shuffle(self, source: int, target: int, keep: int) -> None:
        """All that lies in a place but these cards (one not seen, if none is named) is shuffled face down into another."""
        kept = self.known[source] & keep
        another = int(not kept and self.unseen[source] > 0)
        if self.heeded:
            self._note()
        self.known[source] &= ~keep
        self.unseen[source] -= another
        self.move_all(source, target)
        self.forget(target)
        self.known[source], self.unseen[source] = kept, another

    def forget(self, place: int, cards: int | None = None) -> None:
        """It is no longer known which cards these are (none named: all that lie there), though as many lie there."""
        gone = self.known[place] if cards is None else self.known[place] & cards
        if not gone:
            return
        if self.heeded:
            self._note(Blurred(gone, place))
        if self.packs == 1:  # of copies nobody can tell which has gone where
            self.barred = barred = [one | gone for one in self.barred]
            barred[place] = barred[place] & ~gone if self.unseen[place] else self.pack & ~gone
        self._lose_sight(place, gone)

    def _lose_sight(self, place: int, gone: int) -> None:
        self.known[place] &= ~gone
        self.unseen[place] += gone.bit_count()
        self.pool |= gone

    def _add_unseen(self, source: int, target: int, number: int) -> None:
        barred, unseen = self.barred, self.unseen
        barred[target] = barred[source] & barred[target] if unseen[target] else barred[source]
        unseen[target] += number

    def not_there(self, bit: int) -> None:
        """A card that all took to lie in a place was not there."""
        place = self.place_of(bit)
        if place is not None:
            if self.heeded:
                self._note()
            self._lose_sight(place, bit)

    def _tighten(self, place: int) -> None:
        left = self.unseen[place]
        if self.loose and self.fewer[place] > left:
            self.fewer[place] = left
            self.loose &= ~((left == 0) << place)

    def _comes_to_light(self, cards: int, source: int, target: int, number: int = 1) -> bool:
        """So many cards (a mask) not known to lie in a place came to light there, and went to another or stay; False, if they cannot have."""
        unseen = self.unseen
        left = unseen[source] - number
        if left < 0 or cards & self.pool != cards or cards & self.barred[source]:
            return False
        unseen[source] = left
        if self.loose:
            self._tighten(source)
        self.shown[source] |= cards
        self.known[target] |= cards
        self.pool ^= cards
        return True

    def _contradict(self, bit: int, source: int, target: int) -> None:
        """A card came to light in a place where it cannot be, and went to another or stays: what is known of the cards there, or of where it
        was, is no evidence. Where all saw it elsewhere, another card went.
        """
        elsewhere = self.place_of(bit)
        self._note(Conflict(bit, source, elsewhere))
        if elsewhere is not None and not self.opened >> elsewhere & 1:
            # A list that is proven wrong is no evidence of any place.
            self._lose_sight(elsewhere, self.known[elsewhere])
        if not self.unseen[source]:
            self._lose_sight(source, self.known[source])
        if self.unseen[source]:
            self.unseen[source] -= 1
            self._tighten(source)
        if bit & self.pool:
            self.known[target] |= bit
            self.pool ^= bit
        elif source != target:
            self.unseen[target] += 1
