"""What a reading of a record is charged with: a rule broken at the table, or a slip of the pen that explains one."""

from collections.abc import Sequence
from typing import Final, Self

import msgspec

from upcard.engine.kernel.matching import PLENTY
from upcard.engine.kernel.rules import Rule
from upcard.schemas.findings import FindingKind

NEAR: Final = 1
"""Where so few cards more may tell that a statement is not so, each of them is heeded; else their number is."""


class Charge(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """rule: what is broken; kind, name, clause, says: as it is told; at: the line it is about; found_at: the line that shows it; step: how
    many events came before.

    choice: whether it is a mere choice that the rules do not allow, which changes nothing of what follows. slip: what the
    scribe did, in words, if that is charged in place of a rule; cures: the charge for whose sake that was supposed. somebody:
    whether it gives way to the finding that tells who did it. given_up: why what else may explain it was not looked for to the
    end, in words.
    """

    rule: Rule
    kind: FindingKind
    name: str
    clause: str
    says: str
    at: int
    found_at: int
    step: int
    hand: int
    cost: int
    seat: int | None = None
    cards: int = 0
    against: int | None = None
    choice: bool = False
    slip: str | None = None
    cures: "Charge | None" = None
    somebody: bool = False
    given_up: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Charges of two readings with equal keys are the same charge."""
        return (self.name, self.at, self.seat, self.slip)


class Stated(msgspec.Struct, frozen=True, gc=False):
    """A statement about a hand of which the record cannot tell yet whether it is so. been: the cards known to have been in
    that hand then; room: how many more there were; shown: those that had come to light there; ways: masks, each with the least and most cards
    of it. strays: for which places how many of them have left the hand face down since, and which cards had come to light there; until,
    tells, heeds: as long as no more cards than these are located, none of those that tell (a mask), and none of those heeded has come to light
    there, it is not untrue.
    """

    rule: Rule
    place: int
    ways: tuple[tuple[int, int, int], ...]
    been: int
    room: int
    shown: int
    line: int
    hand: int
    says: str | None = None
    strays: tuple[tuple[int, int, int], ...] = ()
    until: int = -1
    tells: int = 0
    heeds: int = 0

    def lost(self, cards: int, place: int, shown: Sequence[int]) -> Self:
        """The statement once these cards were lost sight of in a place: cards that came there later will show there again."""
        later = (cards & ~self.been & ~(shown[place] & ~self.shown)).bit_count() if place == self.place else 0
        return msgspec.structs.replace(self, room=self.room + later) if later else self

    def left(self, source: int, target: int, shown: Sequence[int]) -> Self:
        """The statement once a card went face down from one place to another."""
        if source != self.place:
            return self
        others = tuple(one for one in self.strays if one[0] != target)
        count, before = next(((count, cards) for to, count, cards in self.strays if to == target), (0, shown[target]))
        return msgspec.structs.replace(self, strays=(*others, (target, count + 1, before)))

    def weighed(self, pool: int, located: int, shown: Sequence[int]) -> Self | bool:
        """The statement without the ways in which it cannot be so, if all cards not seen are these, these are located, and these have
        come to light in each place; True: it is so, whatever comes to light; False: it is not.
        """
        came = shown[self.place] & ~(self.shown | self.been)
        been, room, unseen = self.been | came, max(0, self.room - came.bit_count()), pool.bit_count()
        for number, (cards, least, most) in enumerate(self.ways):
            sure, may = (been & cards).bit_count(), (pool & cards).bit_count()
            others = unseen - may
            for to, count, before in self.strays:
                came = shown[to] & ~before
                may += min(count, (came & cards).bit_count())
                others += min(count, (came & ~cards).bit_count())
            many, few = sure + may - least, most - sure - room + others  # so many more of each kind may lie elsewhere
            over, under = most - sure, sure + room - least  # and so many more of each kind here
            if many < 0 or few < 0 or over < 0 or under < 0:
                continue
            if over >= room or over >= may:  # there are never too many
                few = over = PLENTY
            if sure >= least or under >= others:  # nor too few
                many = under = PLENTY
            if over == under == PLENTY:
                return True
            heeds = tells = 0
            if over <= NEAR:
                heeds, over = cards & ~shown[self.place], PLENTY
            if under <= NEAR:
                heeds, under = heeds | ~cards & ~shown[self.place], PLENTY
            if many <= NEAR:
                tells, many = cards & ~located, PLENTY
            until = located.bit_count() + min(many, few, over, under)
            return msgspec.structs.replace(self, ways=self.ways[number:], until=until, tells=tells, heeds=heeds)
        return False


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """An obligation of which the record cannot tell yet whether it was kept: broken if one of these cards (a mask) comes to
    light in one of these places (a mask). by: the seat that has broken it then; None: whoever shows the card. slips: whether a
    slip of the pen may explain that as well.
    """

    rule: Rule
    places: int
    cards: int
    line: int
    hand: int
    step: int
    by: int | None = None
    slips: bool = False

    def lost(self, cards: int, place: int, step: int) -> Self:
        """The doubt once these cards were lost sight of in a place, at this step: those that were known to lie anywhere since it
        arose are none of those that it is about, as they have not proven it.
        """
        elsewhere = self.cards & cards and (self.step < step or not self.places >> place & 1)
        return msgspec.structs.replace(self, cards=self.cards & ~cards) if elsewhere else self
