"""CA-2.4, CA-2.5: the discards, and what is taken from the widow."""

from collections.abc import Sequence

from msgspec import structs

from upcard.engine.game import Answer, Broken
from upcard.engine.games.calabrasella.bidding import declare, is_declarer, twice
from upcard.engine.games.calabrasella.deal import WIDOW_NAME, begin_play, know_last
from upcard.engine.games.calabrasella.exchange import pass_unseen
from upcard.engine.games.calabrasella.steps import left_out, note_missing
from upcard.engine.games.calabrasella.table import (
    DEAD,
    DISCARDED,
    NAMED,
    RETURNED,
    SEATS,
    TAKEN,
    TURNED,
    WIDOW,
    WIDOW_SIZE,
    Calabrasella,
    no_hand,
)
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.wording import counted
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Discarded, Took, TurnedOver

# ---- CA-2.4 The discards ---------------------------------------------------------------------------------------------


def discard(s: Calabrasella, e: Discarded) -> None:
    """Cards go face down to the dead ones; only the declarer sees them."""
    if e.seat >= SEATS or not begin_play(s) or s.done & DISCARDED:
        return
    if s.declarer < 0:
        declare(s, e.seat)
    note_missing(s, NAMED | RETURNED)
    s.done |= DISCARDED
    if s.missed & DISCARDED and s.done & TAKEN:  # as many have gone, whichever
        return
    if s.missed & TAKEN:  # so many have gone when it was found that nothing was taken
        return
    s.discards = -1 if e.cards is None else len(e.cards)
    if e.seat != s.declarer:
        discard_of_another(s, e)
        return
    for card in e.cards or ():
        pass_unseen(s, card.bit & FORTY, e.seat, DEAD, (e.seat,))


def discard_of_another(s: Calabrasella, e: Discarded) -> None:
    """Cards that another than the declarer is written to have discarded are of that hand or the declarer's: nobody knows."""
    for _ in e.cards or ():
        pass_unseen(s, 0, s.declarer, DEAD, ())
        s.places.deal(s.declarer, 0, 1, s.step, None)
    for seat in (e.seat, s.declarer):
        s.places.loosen(seat)


def discard_is_due(s: Calabrasella, e: Discarded) -> Answer:
    """The declarer discards before the widow is turned, as many cards as the table allows (CA-2.4)."""
    faults = is_declarer(s, e.seat, "a discard")
    if s.phase != "between" and not s.gap and e.seat < SEATS:
        if s.done & DISCARDED:
            again = e.cards is None or len(e.cards) == s.discards
            kind = twice(s, DISCARDED) if again else None
            faults.append(Broken(seat=e.seat, says="the declarer had discarded before", kind=kind))
        else:
            faults += left_out(s, NAMED | RETURNED)
            if s.done & (TURNED | TAKEN) and not s.missed & DISCARDED and e.cards != ():
                faults.append(Broken(seat=e.seat, says="cards discarded when the widow had been turned"))
    least, most = s.options.min_discards, s.options.max_discards
    if s.phase == "between" or s.done & DISCARDED:
        return faults
    if e.cards is not None and not least <= len(e.cards) <= most:
        faults.append(Broken(seat=e.seat, says=f"{counted(len(e.cards), 'card')} discarded; {least} to {most} may be"))
    return faults


def discard_is_possible(s: Calabrasella, e: Discarded) -> Answer:
    """The declarer can have had the cards (G-5)."""
    if e.seat >= SEATS or s.phase != "play" or s.done & DISCARDED:
        return None
    return each_possible(s, e.seat, e.cards or ())


def each_possible(s: Calabrasella, place: int, cards: Sequence[Card]) -> list[Broken]:
    """What speaks against these cards coming from a place, one by one."""
    mask = mask_of(cards)
    if not mask & ~s.places.known[place] and mask.bit_count() == len(cards):
        return []  # all known to lie there
    faults = []
    for number, card in enumerate(cards):
        if card.bit and card in cards[:number]:
            faults.append(Broken(cards=card.bit, says=f"{card} twice", name="seen_twice"))
        elif card.bit:
            fault = impossible(s.places, place, card, FORTY)
            faults += [of_place(fault, card, place)] if fault is not None else []
    return faults


def of_place(fault: Broken, card: Card, place: int) -> Broken:
    """A contradiction about the widow or the discards, which are no seats."""
    if place < SEATS:
        return fault
    where = "in the widow" if place == WIDOW else "among the discards"
    says = f"{card} is not {where}" if card.bit & FORTY else fault.says
    return structs.replace(fault, seat=None, says=says)


# ---- CA-2.5 The widow ------------------------------------------------------------------------------------------------


def turn_widow(s: Calabrasella, e: TurnedOver) -> None:
    """The widow is turned face up; all see it."""
    if not begin_play(s) or s.done & TURNED:
        return
    note_missing(s, NAMED | RETURNED | DISCARDED)
    s.done |= TURNED
    for card in e.cards[:WIDOW_SIZE]:
        if card.bit & FORTY and not card.bit & s.places.seen[-1]:  # what all see outweighs what was listed
            s.places.show(card.bit, WIDOW)
    know_last(s.places)


def turning_is_due(s: Calabrasella, e: TurnedOver) -> Answer:
    """The widow is turned once, after the discard (CA-2.4, CA-2.5)."""
    if s.phase == "between":
        return no_hand(s, None, "cards turned over")
    if s.gap:
        return None
    if s.done & TURNED:
        return Broken(says="the widow was turned before", kind=twice(s, TURNED))
    if s.done & TAKEN:
        return Broken(says="the widow was turned when cards had been taken from it")
    faults = left_out(s, NAMED | RETURNED | DISCARDED)
    if len(e.cards) != WIDOW_SIZE:
        faults.append(
            Broken(says=f"{counted(len(e.cards), 'card')} turned over; the widow has {WIDOW_SIZE}", clause="CA-1.1")
        )
    return faults


def turning_is_possible(s: Calabrasella, e: TurnedOver) -> Answer:
    """The widow can have had the cards (G-5), but for those that were taken from it before."""
    if s.phase != "play" or s.done & TURNED:
        return None
    taken = s.places.seen[-1] if s.done & TAKEN else 0
    return each_possible(s, WIDOW, [card for card in e.cards if not card.bit & taken])


def take(s: Calabrasella, e: Took) -> None:
    """Cards go from the widow to the declarer's hand; where nobody counted the discards, as many are gone."""
    if e.seat >= SEATS or not begin_play(s) or e.place != WIDOW_NAME or s.done & TAKEN:
        return
    if s.declarer < 0:
        declare(s, e.seat)
    note_missing(s, NAMED | RETURNED | DISCARDED)
    if e.cards and not (s.done | s.missed) & DISCARDED and not s.gap:
        s.missed |= DISCARDED
        s.discards = -1
    s.done |= TAKEN
    if s.missed & TAKEN:  # so many have come to the hand when this was found to be left out
        show_taken(s, e)
        return
    if e.cards is None:
        take_unseen(s, e.seat)
        return
    if e.seat != s.declarer:
        take_for_another(s, e)
        return
    entered = s.places.entered[e.seat] if is_open(s) else s.step
    if s.discards < 0:
        for _ in e.cards:
            pass_unseen(s, 0, e.seat, DEAD, (e.seat,))
    for card in e.cards[:WIDOW_SIZE]:
        bit = card.bit & FORTY
        if e.openly and bit and s.places.fits(bit, WIDOW):
            s.places.move(bit, WIDOW, e.seat)
        else:
            pass_unseen(s, 0 if e.openly else bit, WIDOW, e.seat, (e.seat,))
    if s.places.entered[e.seat] == s.step:
        s.places.entered[e.seat] = entered


def take_for_another(s: Calabrasella, e: Took) -> None:
    """Cards that another than the declarer is written to have taken are in that hand or the declarer's: nobody knows."""
    places = s.places
    places.forget(WIDOW)
    for _ in range(min(len(e.cards or ()), WIDOW_SIZE)):
        places.move_unknown(WIDOW, s.declarer, s.step)
        places.deal(e.seat, 0, 1, s.step, None)
    for place in (WIDOW, s.declarer, e.seat):
        places.loosen(place)


def is_open(s: Calabrasella) -> bool:
    """Whether all know which cards lie in the widow: what comes from there is none that they do not know."""
    places = s.places
    return bool(s.done & TURNED) and not places.most[WIDOW] and not places.known[WIDOW] & ~places.seen[-1]


def show_taken(s: Calabrasella, e: Took) -> None:
    """Cards taken openly are known to be in the hand."""
    for card in e.cards or ():
        if e.openly and card.bit & FORTY and s.places.fits(card.bit, e.seat):
            s.places.show(card.bit, e.seat)


def take_unseen(s: Calabrasella, seat: int) -> None:
    """Nobody wrote which cards were taken: any four of the widow and the discards are dead, and the hand has twelve."""
    places = s.places
    entered = places.entered[seat] if is_open(s) else s.step
    for place in (WIDOW, DEAD):
        places.forget(place)
    for _ in range(WIDOW_SIZE):
        places.pass_face_down(0, WIDOW, seat, s.step, ())
    for _ in range(WIDOW_SIZE - max(0, min(s.discards, WIDOW_SIZE))):
        places.pass_face_down(0, seat, DEAD, s.step, ())
    for place in (WIDOW, DEAD):
        places.most[place] = WIDOW_SIZE
        places.loosen(place)
    places.entered[seat] = entered


def taking_is_due(s: Calabrasella, e: Took) -> Answer:
    """The declarer takes as many cards from the widow as were discarded (CA-2.5)."""
    faults = is_declarer(s, e.seat, "cards taken")
    if s.phase == "between" or e.seat >= SEATS:
        return faults
    if e.place != WIDOW_NAME:
        return Broken(seat=e.seat, says=f"no place {e.place!r} to take from", kind="contradiction", clause="G-5")
    if s.gap:
        return faults
    if s.done & TAKEN:
        says = "cards were taken from the widow before"
        faults.append(Broken(seat=e.seat, says=says, kind=None if faults else twice(s, TAKEN)))
        return faults
    faults += left_out(s, NAMED | RETURNED | DISCARDED)
    if not faults and not s.done & DISCARDED and not s.missed & DISCARDED and e.cards:
        faults.append(Broken(seat=e.seat, says="cards taken, and none discarded"))
    due = min(s.discards, WIDOW_SIZE)
    if e.cards is not None and s.done & DISCARDED and due >= 0 and len(e.cards) != due:
        faults.append(Broken(seat=e.seat, says=f"{counted(len(e.cards), 'card')} taken for {s.discards} discarded"))
    return faults


def taking_is_possible(s: Calabrasella, e: Took) -> Answer:
    """What is taken was in the widow (G-5)."""
    if e.seat >= SEATS or e.place != WIDOW_NAME or s.phase != "play" or s.done & TAKEN:
        return None
    return each_possible(s, WIDOW, e.cards or ())
