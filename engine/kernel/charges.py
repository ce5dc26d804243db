"""What a reading of a record is charged with: a rule broken at the table, or a slip of the pen that explains one."""

from typing import Self

import msgspec

from upcard.engine.kernel.rules import Rule


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """rule: what is broken; at: the line it is about; found_at: the line that shows it; step: how many events came before.

    choice: whether it is a mere choice that the rules do not allow, which changes nothing of what follows. slip: what the
    scribe did, in words, if that is charged in place of a rule; cures: the charge for whose sake that was supposed. somebody:
    whether it gives way to the finding that tells who did it. given_up: why what else may explain it was not looked for to the
    end, in words.
    """

    rule: Rule
    at: int
    found_at: int
    step: int
    hand: int
    cost: int
    seat: int | None = None
    cards: int = 0
    says: str | None = None
    clause: str | None = None
    name: str | None = None
    kind: str | None = None
    against: int | None = None
    choice: bool = False
    slip: str | None = None
    cures: "Charge | None" = None
    somebody: bool = False
    given_up: str | None = None

    @property
    def told_as(self) -> str:
        """The kind of finding that it is."""
        return self.kind or self.rule.kind

    @property
    def key(self) -> tuple[object, ...]:
        """Charges of two readings with equal keys are the same charge."""
        return (self.name or self.rule.name, self.at, self.seat, self.slip)


class Stated(msgspec.Struct, frozen=True, gc=False):
    """A statement about a hand of which the record cannot tell yet whether it is so. been: the cards known to have been in
    that hand then; room: how many more there were; ways: masks, each with the least and most cards of it. strays: for which
    places how many of them have left the hand face down since, and which cards came to light there; until: as long as no more cards
    than these are located, cards that come to light in other places do not tell that it is not so; spare: nor do so many more in this.
    """

    rule: Rule
    place: int
    ways: tuple[tuple[int, int, int], ...]
    been: int
    room: int
    line: int
    hand: int
    says: str | None = None
    strays: tuple[tuple[int, int, int], ...] = ()
    until: int = -1
    spare: int = 0

    @property
    def places(self) -> int:
        """The places (a mask) where cards that come to light count."""
        return 1 << self.place | sum(1 << to for to, _, _ in self.strays)

    def seen(self, bit: int, place: int) -> Self:
        """The statement once a card came to light in a place."""
        if place == self.place:
            if bit & self.been:
                return self
            until = (
                self.until + 1 if self.spare > 0 < self.room else -1
            )  # as many may come to light elsewhere as before
            room, spare = max(0, self.room - 1), self.spare - 1
            return msgspec.structs.replace(self, been=self.been | bit, room=room, until=until, spare=spare)
        strays = tuple((to, count, cards | bit if to == place else cards) for to, count, cards in self.strays)
        return self if strays == self.strays else msgspec.structs.replace(self, strays=strays, until=-1)

    def lost(self, cards: int, place: int) -> Self:
        """The statement once these cards were lost sight of in a place: cards that came there later will show there again."""
        later = (cards & ~self.been).bit_count() if place == self.place else 0
        return msgspec.structs.replace(self, room=self.room + later, until=-1) if later else self

    def left(self, source: int, target: int) -> Self:
        """The statement once a card went face down from one place to another."""
        if source != self.place:
            return self
        others = tuple(one for one in self.strays if one[0] != target)
        count, cards = next(((count, cards) for to, count, cards in self.strays if to == target), (0, 0))
        return msgspec.structs.replace(self, strays=(*others, (target, count + 1, cards)), until=-1)

    def weighed(self, pool: int, located: int) -> Self | bool:
        """The statement without the ways in which it cannot be so, if all cards not seen are these, and so many are located; True: it
        is so, whatever comes to light; False: it is not.
        """
        been, room, unseen = self.been, self.room, pool.bit_count()
        for number, (cards, least, most) in enumerate(self.ways):
            sure, may = (been & cards).bit_count(), (pool & cards).bit_count()
            others = unseen - may
            for _, count, came in self.strays:
                may += min(count, (came & cards).bit_count())
                others += min(count, (came & ~cards).bit_count())
            many, few = sure + may - least, most - sure - room + others  # so many more of each kind may lie elsewhere
            if many < 0 or few < 0 or sure > most or sure + room < least:
                continue
            if (sure >= least or sure + room - others >= least) and (sure + room <= most or sure + may <= most):
                return True
            until, spare = located + min(many, few), min(most - sure, sure + room - least)
            return msgspec.structs.replace(self, ways=self.ways[number:], until=until, spare=spare)
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
