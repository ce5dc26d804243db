"""B2-6.6 Cards shown late: what they tell, and what speaks against them."""

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.big_two.answers import drop_untrue
from upcard.engine.games.big_two.irregular import against
from upcard.engine.games.big_two.mistaken import withdrawn
from upcard.engine.games.big_two.table import BigTwo, seats_of, set_aside
from upcard.engine.mechanisms.climbing import all_shown, bound
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.wording import counted
from upcard.schemas.cards import PACK_MASK, Card
from upcard.schemas.events import Shown

# ---- Cards shown ---------------------------------------------------------------------------------------------------


def show(s: BigTwo, e: Shown) -> None:
    """Cards are shown to lie in a hand, or aside; all: and no more than these."""
    if (e.hand is not None and e.hand != s.hand) or s.phase == "deal":
        return
    drop_untrue(s, e)
    if e.place == "set_aside":
        show_cards(s, set_aside(s), e.cards)
    elif e.seat is not None and e.seat < seats_of(s):
        show_cards(s, e.seat, e.cards)
        if e.all:
            all_shown(s.places, e.seat, len(e.cards))


def show_cards(s: BigTwo, place: int, cards: tuple[Card, ...]) -> None:
    """Cards are known to lie in a place, unless they cannot."""
    for card in cards:
        if card.bit & PACK_MASK and impossible(s.places, place, card, PACK_MASK) is None:
            s.places.show(card.bit, place)


# ---- B2-6.6 Cards shown --------------------------------------------------------------------------------------------


def shown_is_possible(s: BigTwo, e: Shown) -> Answer:
    """What is shown was not laid before, nor seen elsewhere, and is no more than the hand had (B2-6.6)."""
    place = set_aside(s) if e.place == "set_aside" else e.seat
    outside = place is None or place >= seats_of(s) + 2 or (e.seat or 0) >= seats_of(s)
    if s.phase == "deal" and e.hand is None and not outside:
        return Broken(says="no card of this hand was dealt yet: of which hand they are is not told", kind="note")
    if outside or place is None or s.phase == "deal" or e.hand not in {None, s.hand}:
        return None
    found = [against(s, fault) for card in e.cards if (fault := impossible(s.places, place, card, PACK_MASK))]
    faults = [unseated(fault) if place == set_aside(s) else fault for fault in found]
    if faults:
        return [*faults, *withdrawn(s, faults)]
    least, most = bound(s.places, place)
    new = sum(1 for card in e.cards if card.bit and not card.bit & s.places.known[place])
    few = e.all and len(e.cards) < least
    if len(e.cards) > most or new > s.places.most[place] or few:
        whose = "set aside" if place == set_aside(s) else f"shown of seat {place}"
        says = f"{counted(len(e.cards), 'card')} {whose}, where there were {least if few else most}"
        seat = None if place == set_aside(s) else place
        return Broken(seat=seat, says=says, clause="B2-6.5", name="wrong_remainder")
    return None


def unseated(fault: Broken) -> Broken:
    """The fault of cards that belong to no seat."""
    return msgspec.structs.replace(fault, seat=None, lists=())
