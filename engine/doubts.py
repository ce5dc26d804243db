"""What an audit keeps of rules that it cannot judge yet."""

import msgspec

from upcard.engine.game import Rule
from upcard.engine.state import State
from upcard.schemas.cards import cards_of
from upcard.schemas.findings import Doubt, Finding


class Open(msgspec.Struct, eq=False):
    """A doubt while it is watched: the rule, where it arose, and the cards that would break it."""

    rule: Rule
    line: int
    step: int
    hand: int
    cards: int
    seat: int | None
    says: str
    blames: int | None = None


class Misfit(msgspec.Struct, frozen=True):
    """A matching that failed: its finding, and the state and the open doubts of that moment, but for those decided."""

    finding: Finding
    state: State
    doubts: tuple[Open, ...]


def told(doubt: Open) -> Doubt:
    """A doubt as it is told to people."""
    return Doubt(
        id=f"{doubt.rule.clause}@{doubt.line}",
        name=doubt.rule.name,
        clause=doubt.rule.clause,
        says=doubt.says,
        at=doubt.line,
        hand=doubt.hand,
        seat=doubt.seat,
        cards=tuple(cards_of(doubt.cards)),
    )
