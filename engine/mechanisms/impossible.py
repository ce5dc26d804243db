"""Cards that cannot be where they were seen."""

import msgspec

from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.schemas.cards import Card


def impossible(places: Places, seat: int, card: Card, pack: int) -> Broken | None:
    """Why a seat cannot have this card, or None. The lists that said otherwise are named: they are no evidence."""
    bit = card.bit
    if places.known[seat] & bit:
        return None
    if not bit:
        return None if places.known[seat] or places.most[seat] else _no_cards(seat)
    if not bit & pack:
        return Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack")
    conflict = places.conflict(bit, seat)
    if conflict is None:
        return None
    own = (seat,) if not places.most[seat] and places.known[seat] else ()
    if conflict.elsewhere is None:
        return Broken(seat=seat, cards=bit, says=f"{card} is none of the cards of seat {seat}", lists=own)
    if bit & places.seen[-1]:
        return Broken(seat=seat, cards=bit, says=f"{card} was seen before", name="seen_twice")
    says = f"{card} is listed in another place"
    return Broken(seat=seat, cards=bit, says=says, lists=(conflict.elsewhere, *own))


def cannot_lie(places: Places, place: int, card: Card, pack: int) -> Broken | None:
    """Why a card cannot lie in a hand, or in the dead hand that is the place after them; one finding for all reasons."""
    fault = impossible(places, place, card, pack)
    if fault is None:
        return None
    seats = len(places.seen) - 1
    says = (fault.says or "").replace(f"seat {place}", f"seat {place}" if place < seats else "the dead hand")
    return msgspec.structs.replace(fault, name="impossible_card", says=says, seat=place if place < seats else None)


def _no_cards(seat: int) -> Broken:
    return Broken(seat=seat, says=f"seat {seat} has no card left")
