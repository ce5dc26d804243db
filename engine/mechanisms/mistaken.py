"""Cards written for others: of two lines that cannot both be so either may be the wrong one, and nobody knows which."""

from collections.abc import Iterable

from msgspec import structs

from upcard.engine.game import Broken
from upcard.engine.mechanisms.strays import is_last_again
from upcard.engine.mechanisms.trick_play import TrickTable
from upcard.schemas.cards import Card


def mistaken(fault: Broken, line: int, seen: Iterable[tuple[int, int]]) -> Broken:
    """Cards that cannot be where this line has them: each may be another here, or on the line where it was seen before.
    seen: the cards (a mask) of each play before, and its line.
    """
    if not fault.cards:
        return fault
    before = [at for cards, at in seen if cards & fault.cards]
    against = before[0] if fault.against is None and before else fault.against
    return structs.replace(fault, against=against, mistaken=tuple((at, fault.cards) for at in (*before, line)))


def either_is_wrong(t: TrickTable, seat: int, card: Card, fault: Broken | None) -> Broken | None:
    """The same of a card played to a trick. Not of one out of turn, which may be rightly written and another seat's, nor
    where that line was written twice. What is wrong with a card is told once.
    """
    if t.line in t.dubious:
        return None
    if fault is None or t.turn not in {-1, seat} or is_last_again(t, seat, card):
        return fault
    return mistaken(fault, t.line, zip((one.bit for one in t.cards), t.lines, strict=True))
