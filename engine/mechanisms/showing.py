"""Cards that a seat shows, of this hand or of an earlier one."""

from upcard.engine.game import Broken
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.places import Places
from upcard.schemas.events import Shown


def about(e: Shown, hand: int, seats: int) -> bool:
    """Whether cards of a seat in this hand are shown."""
    return e.seat is not None and e.seat < seats and (e.hand is None or e.hand == hand)


def show_cards(places: Places, seat: int, e: Shown, pack: int) -> None:
    """Cards shown are known to be where they were shown, if they can be there."""
    for card in e.cards:
        if card.bit & pack and impossible(places, seat, card, pack) is None:
            places.show(card.bit, seat)


def shown_faults(places: Places, seat: int, e: Shown, pack: int) -> list[Broken]:
    """What is shown was not seen elsewhere (G-5)."""
    faults = (impossible(places, seat, card, pack) for card in e.cards if card.bit)
    return [fault for fault in faults if fault is not None]
