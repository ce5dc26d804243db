"""What an audit finds: four kinds, each with the clause, the seat, the cards, and the events it is about."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from upcard.schemas.cards import Card

FindingKind = Literal["breach", "contradiction", "testimony", "note"]
"""breach: a rule broken at the table. contradiction: two facts that cannot both be true. testimony: what was
said or written disagrees with what follows. note: worth saying, nothing wrong."""

COUNTED: frozenset[str] = frozenset({"breach", "contradiction", "testimony"})
"""The kinds that make `verify` end with exit code 1."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One thing found. at: the line it is about; found_at: the line that proves it; against: the line of the
    other fact of a contradiction; hand: which hand of the session, 1 being the first; name: a short name; alternatives: what
    may have been, each in words, where the record cannot tell which.
    """

    kind: FindingKind
    name: str
    clause: str
    says: str
    at: int
    found_at: int
    hand: int = 0
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    against: int | None = None
    alternatives: tuple[str, ...] = ()

    @property
    def told_as(self) -> tuple[object, ...]:
        """By which it is the same finding as before, though later lines have left fewer or other alternatives."""
        return self.kind, self.name, self.clause, self.at, self.found_at, self.hand, self.seat, self.cards, self.against


def newly(findings: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """Those that were not told before, in their order; turned about, those that are told no longer."""
    known = {finding.told_as for finding in before}
    return [finding for finding in findings if finding.told_as not in known]


class Doubt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the record cannot tell yet: broken if the seat (or any hand, if none is named) held one of
    these cards then. id: stays the same while the log grows.
    """

    id: str
    name: str
    clause: str
    says: str
    at: int
    hand: int = 0
    seat: int | None = None
    cards: tuple[Card, ...] = ()
