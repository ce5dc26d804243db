"""Cards that a seat shows, of this hand or of an earlier one."""

from upcard.engine.game import Broken
from upcard.engine.mechanisms.climbing import bound
from upcard.engine.mechanisms.impossible import impossible, none_left
from upcard.engine.places import Places
from upcard.engine.wording import were
from upcard.schemas.cards import UNKNOWN, Card, could_be
from upcard.schemas.events import Shown


def about(e: Shown, hand: int, seats: int) -> bool:
    """Whether cards of a seat in this hand are shown."""
    return e.seat is not None and e.seat < seats and (e.hand is None or e.hand == hand)


def show_cards(places: Places, seat: int, e: Shown, pack: int, *, counted: bool = True) -> None:
    """Cards shown are known to be where they were shown, if they can be there. Of more than can be there, or of fewer than
    there are where all are shown, nobody knows which are wrong. counted: whether that can be told.
    """
    if counted and wrong_remainder(places, seat, e) is not None:
        return
    for card in e.cards:
        if card.bit & pack and impossible(places, seat, card, pack) is None:
            places.show(card.bit, seat)


def shown_faults(places: Places, seat: int, e: Shown, pack: int) -> list[Broken]:
    """What is shown was not seen elsewhere (G-5), and is as many cards as can be there."""
    read = [card for card in e.cards if card != UNKNOWN]
    faults = [fault for card in read if (fault := cannot_be_shown(places, seat, card, pack)) is not None]
    return faults or with_remainder([], places, seat, e)


def cannot_be_shown(places: Places, seat: int, card: Card, pack: int) -> Broken | None:
    """Why a hand cannot have this card, of which perhaps only rank or suit was seen."""
    if card.bit or not could_be(card) & pack:
        return impossible(places, seat, card, pack)
    return none_left(places, seat, card, pack)


def with_remainder(faults: list[Broken], places: Places, seat: int, e: Shown) -> list[Broken]:
    """What is wrong with single cards shown of a hand, or else with their number."""
    fault = None if faults else wrong_remainder(places, seat, e)
    return faults if fault is None else [fault]


def wrong_remainder(places: Places, seat: int, e: Shown) -> Broken | None:
    """More cards shown than a hand may have, or fewer than it has where all are shown. Two facts that cannot both be true."""
    least, most = bound(places, seat)
    count = len(e.cards)
    new = sum(1 for card in e.cards if card.bit and not card.bit & places.known[seat])
    if e.all and count < least and not places.loose >> seat & 1:
        says = f"{were(count, 'card')} shown as all of seat {seat}, which had {least}"
    elif count > most:
        says = f"{were(count, 'card')} shown of seat {seat}, which had {most}"
    elif new > places.most[seat]:
        says = f"{were(new, 'card')} shown of seat {seat} beside those known, where there were {places.most[seat]}"
    else:
        return None
    return Broken(seat=seat, says=says, name="wrong_remainder")
