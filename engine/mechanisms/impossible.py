"""Cards that cannot be where they were seen."""

import msgspec

from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.schemas.cards import UNKNOWN, Card, could_be


def impossible(places: Places, seat: int, card: Card, pack: int) -> Broken | None:
    """Why a seat cannot have this card, or None. The lists that said otherwise are named: they are no evidence."""
    bit = card.bit
    if places.known[seat] & bit:
        return None
    if not bit and not places.known[seat] and not places.most[seat]:
        return _no_cards(seat)
    if not could_be(card) & pack:
        return Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack")
    conflict = places.conflict(bit, seat) if bit else None
    if conflict is None:
        return None
    own = (seat,) if not places.most[seat] and places.known[seat] else ()
    if conflict.elsewhere is None:
        return Broken(seat=seat, cards=bit, says=f"{card} is none of the cards of seat {seat}", lists=own)
    if bit & places.seen[-1]:
        return Broken(seat=seat, cards=bit, says=f"{card} was seen before", name="seen_twice")
    says = f"{card} is listed in another place"
    return Broken(seat=seat, cards=bit, says=says, lists=(conflict.elsewhere, *own))


def none_left(places: Places, seat: int, card: Card, pack: int, beside: int = 0) -> Broken | None:
    """Why a seat cannot have a card of which only rank or suit is known: there is none left that it can be. beside: the
    cards (a mask) that it came with. For one pack, where each card is there once.
    """
    may_be = could_be(card) & pack & ~beside
    mine = places.known[seat] & may_be
    if mine or card.bit or card == UNKNOWN or not (places.known[seat] or places.most[seat]):
        return None
    own = (seat,) if not places.most[seat] else ()
    if may_be & ~places.located:
        return Broken(seat=seat, says=f"{card} is none of the cards of seat {seat}", lists=own) if own else None
    hidden = may_be & ~places.seen[-1]
    lists = tuple(place for place, cards in enumerate(places.known) if cards & hidden)
    return Broken(seat=seat, says=f"every card that {card} can be lies elsewhere", lists=(*lists, *own))


def cannot_lie(places: Places, place: int, card: Card, pack: int) -> Broken | None:
    """Why a card cannot lie in a hand, or in the dead hand that is the place after them; one finding for all reasons."""
    fault = impossible(places, place, card, pack) or none_left(places, place, card, pack)
    if fault is None:
        return None
    seats = len(places.seen) - 1
    says = (fault.says or "").replace(f"seat {place}", f"seat {place}" if place < seats else "the dead hand")
    return msgspec.structs.replace(fault, name="impossible_card", says=says, seat=place if place < seats else None)


def _no_cards(seat: int) -> Broken:
    return Broken(seat=seat, says=f"seat {seat} has no card left")
