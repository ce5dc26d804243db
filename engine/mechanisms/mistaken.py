"""Cards written for others: of two lines that cannot both be so either may be the wrong one, and nobody knows which."""

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from upcard.engine.game import Broken
from upcard.engine.mechanisms.corrections import is_again
from upcard.engine.mechanisms.strays import is_last_again
from upcard.engine.mechanisms.trick_play import TrickTable
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Corrected, Discarded, Drew, Event, Gave, Laid, Played, Returned


def mistaken(fault: Broken, line: int, seen: Iterable[tuple[int, int]]) -> Broken:
    """Cards that cannot be where this line has them: each may be another here, or on the line where it was seen before.
    seen: the cards (a mask) of each play before, and its line.
    """
    if not fault.cards:
        return fault
    before = [at for cards, at in seen if cards & fault.cards]
    against = before[0] if fault.against is None and before else fault.against
    return structs.replace(fault, against=against, mistaken=tuple((at, fault.cards) for at in (*before, line)))


def either_is_wrong(
    t: TrickTable, seat: int, card: Card, fault: Broken | None, changed: Corrected | None = None
) -> Broken | None:
    """The same of a card played to a trick, or (changed: the act) put there for another. Not of one played out of turn, which may be
    rightly written and another seat's, nor where that line was written twice. What is wrong with a card is told once.
    """
    if t.line in t.dubious:
        return None
    doubled = is_last_again(t, seat, card) if changed is None else is_again(t, changed)
    if fault is None or doubled or (changed is None and t.turn not in {-1, seat}):
        return fault
    return mistaken(fault, t.line, zip((one.bit for one in t.cards), t.lines, strict=True))


TELLS_CARDS: Final = Played | Corrected | Laid | Drew | Gave | Returned | Discarded
"""Acts whose cards may be written wrongly."""


def without_cards(event: Event, cards: int) -> Event:
    """The act with cards not known, where these (a mask) may have been written for others."""
    if isinstance(event, Played | Corrected):
        return structs.replace(event, card=UNKNOWN) if event.card.bit & cards else event
    if isinstance(event, Gave | Returned):
        return structs.replace(event, card=None) if event.card is not None and event.card.bit & cards else event
    if not isinstance(event, Laid | Drew | Discarded) or not any(card.bit & cards for card in event.cards or ()):
        return event
    return structs.replace(event, cards=tuple(UNKNOWN if card.bit & cards else card for card in event.cards or ()))


def passed_before(fault: Broken, seen: Iterable[tuple[int, int]], came: Iterable[tuple[int, int]] = ()) -> Broken:
    """The fault of a card that may as well have been another on a line that told of it as it passed face down. came: lines
    by which it may have come here, written as another card, with that card.
    """
    before = ((at, fault.cards) for cards, at in seen if cards & fault.cards)
    return structs.replace(fault, mistaken=(*before, *fault.mistaken, *came))
