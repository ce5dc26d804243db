"""Cards that leave a hand for the table and come back, seen wholly or in part."""

from upcard.engine.places import Places
from upcard.schemas.cards import Card, could_be


def leave_hand(places: Places, seat: int, card: Card, table: int, step: int) -> None:
    """A card goes from a hand to the table."""
    if card.bit:
        places.move(card.bit, seat, table)
    else:
        put_unknown(places, seat, card, table, step)


def may_leave(places: Places, seat: int, card: Card) -> bool:
    """Whether a card, seen wholly or in part, may come from this hand."""
    if card.bit:
        return places.fits(card.bit, seat)
    return places.most[seat] > 0 or bool(places.known[seat] & could_be(card))


def put_unknown(places: Places, seat: int, card: Card, table: int, step: int) -> None:
    """A card of which perhaps something is known goes to the table: any of the hand that it may be can be gone."""
    places.forget(seat, places.known[seat] & could_be(card))
    places.move_unknown(seat, table, step)


def return_to_hand(places: Places, seat: int, card: Card, table: int) -> None:
    """A card that all saw go comes back from the table to its hand."""
    if card.bit:
        places.take_back(card.bit, table, seat)
    else:
        places.take_back_unknown(table, seat)
