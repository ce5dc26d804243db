"""What a reading of a record is charged with: a rule broken at the table, or a slip of the pen that explains one."""

from collections.abc import Sequence
from typing import Self

import msgspec

from upcard.engine.kernel.places import Places, Sight, Strayed
from upcard.engine.kernel.rules import Broken, Rule, places_of
from upcard.schemas.findings import FindingKind


class Charge(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """rule: what is broken; kind, name, clause, says: as it is told; at: the line it is about; found_at: the line that shows it; step: how
    many events came before.

    choice: whether it is a mere choice that the rules do not allow, which changes nothing of what follows. slip: what the
    scribe did, in words, if that is charged in place of a rule; cures: the charge for whose sake that was supposed. gives_way:
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
    gives_way: bool = False
    given_up: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Charges of two readings with equal keys are the same charge."""
        return (self.name, self.at, self.seat, self.slip)


def charge_of(
    rule: Rule, broken: Broken, line: int, step: int, hand: int, slip: str | None = None, cures: Charge | None = None
) -> Charge:
    """The charge of a rule that is broken so, as this line shows."""
    cost = rule.cost if broken.cost is None else broken.cost
    return Charge(
        rule=rule,
        kind=broken.kind or rule.kind,
        name=broken.name or rule.name,
        clause=broken.clause or rule.clause,
        says=broken.says or rule.says,
        at=line if broken.at is None else broken.at,
        found_at=line,
        step=step,
        hand=hand,
        cost=0 if broken.kind == "note" else cost,
        seat=broken.seat,
        cards=broken.cards,
        against=broken.against,
        choice=broken.choice,
        slip=slip,
        cures=cures,
        gives_way=broken.gives_way,
    )


class Stated(msgspec.Struct, frozen=True, gc=False):
    """A statement about a hand, until it is known to be untrue. known_there: the cards known to have been in that hand then; room: how many more
    there were; shown: those that had come to light there; ways: masks, each with the least and most cards of it; step: of the event that
    says so. strays: for which places how many of the cards have left the hand face down since, and which cards had come to light there.
    """

    rule: Rule
    place: int
    ways: tuple[tuple[int, int, int], ...]
    known_there: int
    room: int
    shown: int
    line: int
    hand: int
    step: int
    says: str | None = None
    strays: tuple[tuple[int, int, int], ...] = ()

    def _came(self, shown: Sequence[int]) -> int:
        """The cards that have come to light since and had been in that hand, by those that have come to light in each place."""
        return shown[self.place] & ~(self.shown | self.known_there)

    def lost(self, cards: int, place: int, shown: Sequence[int]) -> Self:
        """The statement once these cards were lost sight of in a place: cards that came there later will show there again."""
        came = self._came(shown)
        known_there = self.known_there | came
        later = cards & ~known_there if place == self.place else 0
        room = self.room - came.bit_count() + later.bit_count()
        return msgspec.structs.replace(self, known_there=known_there, room=room)

    def left(self, gone: Strayed, shown: Sequence[int]) -> Self:
        """The statement once cards went face down from one place to another."""
        if gone.source != self.place:
            return self
        target, others = gone.target, tuple(one for one in self.strays if one[0] != gone.target)
        count, before = next(((count, cards) for to, count, cards in self.strays if to == target), (0, shown[target]))
        return msgspec.structs.replace(self, strays=(*others, (target, count + gone.number, before)))

    def is_untrue(self, sight: Sight | Places) -> bool:
        """Whether there is no way in which it may be so, by how much has come to light."""
        pool, shown = sight.pool, sight.shown
        came = self._came(shown)
        known_there, room, unseen = self.known_there | came, max(0, self.room - came.bit_count()), pool.bit_count()
        for cards, least, most in self.ways:
            sure, may = (known_there & cards).bit_count(), (pool & cards).bit_count()
            others = unseen - may
            for to, count, before in self.strays:
                came = shown[to] & ~before
                may += min(count, (came & cards).bit_count())
                others += min(count, (came & ~cards).bit_count())
            if max(least - may, least - room) <= sure <= min(most, most + others - room):
                return False
        return True


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

    def proof(self, sight: Sight | Places) -> int:
        """The cards (a mask) of the doubt that have come to light where they prove that the rule was broken."""
        shown = 0
        if self.cards & ~sight.pool:
            for place in places_of(self.places):
                shown |= sight.shown[place]
        return self.cards & shown

    def lost(self, cards: int, place: int, step: int) -> Self:
        """The doubt once these cards were lost sight of in a place, at this step. It is no longer about those of them that were known to
        lie anywhere since it arose: they have not proven it.
        """
        elsewhere = self.cards & cards and (self.step < step or not self.places >> place & 1)
        return msgspec.structs.replace(self, cards=self.cards & ~cards) if elsewhere else self
