"""Putting a deal into places, and what is wrong with the lists of a deal."""

from collections.abc import Sequence

from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Dealt


def sizes_of(event: Dealt, seats: int, usual: Sequence[int]) -> list[int]:
    """How many cards each seat was dealt: as written, else as long as its list, else as usual."""
    hands = event.hands or ()
    sizes = []
    for seat in range(seats):
        cards = hands[seat] if seat < len(hands) else None
        if event.sizes is not None and seat < len(event.sizes):
            sizes.append(event.sizes[seat])
        elif event.each is not None:
            sizes.append(event.each)
        else:
            sizes.append(usual[seat] if cards is None else len(cards))
    return sizes


def deal_hands(places: Places, event: Dealt, sizes: Sequence[int], pack: int, step: int) -> None:
    """Deal these hands. Cards not in the pack (a mask) or already dealt are dealt as cards not known."""
    hands = event.hands or ()
    for seat, size in enumerate(sizes):
        listed = hands[seat] if seat < len(hands) else None
        cards = mask_of(listed or ()) & pack & ~places.located
        places.deal(seat, cards, max(0, size - cards.bit_count()), step, seat)


def deal_faults(places: Places, event: Dealt, sizes: Sequence[int], pack: int) -> list[Broken]:
    """Contradictions in a deal: cards not in the pack, cards dealt twice, lists that do not have their size."""
    faults = []
    owner: dict[Card, int] = {}
    for seat, listed in enumerate(event.hands or ()):
        for card in listed or ():
            if card.bit and not card.bit & pack:
                faults.append(Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack", lists=(seat,)))
            elif card in owner:
                lists = tuple({seat, owner[card]})
                faults.append(Broken(seat=seat, cards=card.bit, says=f"{card} was dealt twice", lists=lists))
            elif card.bit & places.located:
                faults.append(Broken(seat=seat, cards=card.bit, says=f"{card} is elsewhere", lists=(seat,)))
            elif card.bit:
                owner[card] = seat
        if listed is not None and seat < len(sizes) and len(listed) != sizes[seat]:
            says = f"{len(listed)} cards listed for seat {seat}, {sizes[seat]} dealt"
            faults.append(Broken(seat=seat, says=says, lists=(seat,)))
        if seat >= len(sizes):
            faults.append(Broken(says=f"a hand for seat {seat}, where nobody sits"))
    return faults
