"""Putting a deal into places, and what is wrong with the lists of a deal."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import msgspec

from upcard.engine.game import Broken
from upcard.engine.places import Places
from upcard.engine.wording import counted
from upcard.schemas.cards import UNKNOWN, Card, could_be, mask_of
from upcard.schemas.events import Dealt


@lru_cache(maxsize=4)  # a rule and the transition ask for those of the same event
def _masks_of(hands: tuple[tuple[Card, ...] | None, ...]) -> tuple[int, ...]:
    """The cards of each hand, as masks."""
    return tuple(mask_of(cards or ()) for cards in hands)


def sizes_of(event: Dealt, seats: int, usual: Sequence[int]) -> list[int]:
    """How many cards each seat was dealt: as written, else as long as its list, else as usual."""
    if event.each is not None:
        sizes = [event.each] * seats
    else:
        sizes = list(usual)
        for seat, cards in enumerate((event.hands or ())[:seats]):
            if cards is not None:
                sizes[seat] = len(cards)
    if event.sizes is not None:
        written = event.sizes[:seats]
        sizes[: len(written)] = written
    return sizes


def deal_hands(places: Places, event: Dealt, sizes: Sequence[int], pack: int, step: int) -> None:
    """Deal these hands. Cards not in the pack (a mask) or already dealt are dealt as cards not known."""
    masks = _masks_of(event.hands or ())
    for seat, size in enumerate(sizes):
        cards = masks[seat] & pack & ~places.located if seat < len(masks) else 0
        places.deal(seat, cards, max(0, size - cards.bit_count()), step, seat)


def deal_as_due(places: Places, event: Dealt, sizes: Sequence[int], pack: int, step: int) -> bool:
    """Deals so many cards to each seat, each hand told wholly or not at all, if nothing is wrong with them; else does
    nothing. One size more is that of the hand that takes no part.
    """
    seats, named = len(places.seen) - 1, event.places
    hands: Sequence[Sequence[Card] | None] = event.hands or ()
    if len(sizes) > seats:
        hands = (*hands, named.get("dead") if named else None)
    if len(hands) != len(sizes) or event.sizes is not None or event.each is not None or (named and "dead" not in named):
        return False
    barred, masks = places.located | ~pack, []
    for place, (cards, size) in enumerate(zip(hands, sizes, strict=True)):
        if (cards is None and place == seats) or cards == (UNKNOWN,) * size:
            masks.append(0)
            continue
        mask = sum([card.bit for card in cards or ()])
        if mask & barred or mask.bit_count() != size or len(cards or ()) != size:
            return False  # as many bits as cards: no card is there twice
        barred |= mask
        masks.append(mask)
    for place, mask in enumerate(masks):
        places.deal(place, mask, 0 if mask else sizes[place], step, place if place < seats else None)
    return True


def deal_faults(places: Places, event: Dealt, sizes: Sequence[int], pack: int) -> list[Broken]:
    """Contradictions in a deal: cards not in the pack, cards dealt twice, lists that do not have their size."""
    if _is_plain(places, event, sizes, pack):
        return []
    faults = []
    owner: dict[Card, int] = {}
    for seat, listed in enumerate(event.hands or ()):
        for card in listed or ():
            if not could_be(card) & pack:
                faults.append(Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack", lists=(seat,)))
            elif card in owner:
                lists = tuple({seat, owner[card]})
                faults.append(Broken(seat=seat, cards=card.bit, says=f"{card} was dealt twice", lists=lists))
            elif card.bit & places.located:
                faults.append(_dealt_before(places, seat, card, len(sizes)))
            elif card.bit:
                owner[card] = seat
        if listed is not None and seat < len(sizes) and len(listed) != sizes[seat]:
            says = f"{counted(len(listed), 'card')} listed for seat {seat}, {sizes[seat]} dealt"
            faults.append(Broken(seat=seat, says=says, lists=(seat,)))
        if seat >= len(sizes):
            faults.append(Broken(says=f"a hand for seat {seat}, where nobody sits"))
    return faults


def _dealt_before(places: Places, seat: int, card: Card, seats: int) -> Broken:
    """A card that lay somewhere before this deal; in a hand, if another packet was listed with it."""
    hands = [place for place in range(seats) if places.known[place] & card.bit]
    says = f"{card} was dealt twice" if hands else f"{card} is elsewhere"
    return Broken(seat=seat, cards=card.bit, says=says, lists=tuple({seat, *hands}))


def dead_faults(places: Places, event: Dealt, sizes: Sequence[int], pack: int, dead: int) -> list[Broken]:
    """Contradictions in a deal with a hand that takes no part, listed under `dead`. dead: its place."""
    listed = (event.places or {}).get("dead", ())
    if _all_apart(event, sizes, listed, pack):
        return []
    faults = deal_faults(places, event, sizes, pack)
    owners = {card: seat for seat, cards in enumerate(event.hands or ()) for card in cards or () if card.bit}
    before: set[Card] = set()
    for card in listed:
        if not could_be(card) & pack:
            faults.append(Broken(odd=(card,), says=f"{card} is not in the pack", lists=(dead,)))
        elif card in owners or card in before:
            lists = (owners[card], dead) if card in owners else (dead,)
            faults.append(Broken(cards=card.bit, says=f"{card} was dealt twice", lists=lists))
        elif card.bit:
            before.add(card)
    return faults


def _all_apart(event: Dealt, sizes: Sequence[int], dead: Sequence[Card], pack: int) -> bool:
    """Whether every hand is listed whole and no card twice: the usual case, told fast."""
    hands = event.hands or ()
    if len(hands) != len(sizes):
        return False
    mask = count = 0
    for cards, size in zip((*hands, dead), (*sizes, None), strict=True):
        if cards is None or (size is not None and len(cards) != size):
            return False
        count += len(cards)
        for card in cards:
            mask |= card.bit
    return not mask & ~pack and mask.bit_count() == count


def deal_dead(places: Places, event: Dealt, dead: int, rest: int, pack: int, step: int) -> None:
    """Deal the hand that takes no part: as listed under `dead`, else so many cards not known."""
    listed = (event.places or {}).get("dead")
    if listed is None:
        places.deal(dead, 0, max(0, rest), step, None)
    else:
        cards = mask_of(listed) & pack & ~places.located
        places.deal(dead, cards, len(listed) - cards.bit_count(), step, None)


def complete_last(places: Places, dead: int, pack: int) -> None:
    """Where all hands but one were written down, the hand that takes no part among them, the cards that are left are those
    of that one. Nobody at the table is taken to know it: of the lists it follows from each saw one at most.
    """
    rest = pack & ~places.located
    left = [place for place in (*range(len(places.seen) - 1), dead) if places.most[place]]
    if len(left) != 1 or not rest or rest.bit_count() != places.most[left[0]]:
        return
    (last,) = left
    places.known[last] |= rest
    places.been[last] |= rest
    places.located |= rest
    places.least[last] = places.most[last] = 0


def _is_plain(places: Places, event: Dealt, sizes: Sequence[int], pack: int) -> bool:
    """Whether nothing can be wrong: every list has its size, and is of new cards all different, or of none known."""
    hands, barred = event.hands or (), places.located | ~pack
    if len(hands) > len(sizes):
        return False
    for listed, cards, size in zip(hands, _masks_of(hands), sizes, strict=False):
        if listed is None:
            continue
        if len(listed) != size or cards & barred or cards.bit_count() not in {0, size}:
            return False
        barred |= cards
    return True


def without_lists(event: Dealt, wrong: Collection[int], named: Mapping[str, int]) -> Dealt:
    """The deal with cards not known instead of the lists of some places. named: the place of each name in it."""
    hands = [
        _hidden(cards) if cards is not None and seat in wrong else cards for seat, cards in enumerate(event.hands or ())
    ]
    places = {
        name: _hidden(cards) if named.get(name) in wrong else cards for name, cards in (event.places or {}).items()
    }
    return msgspec.structs.replace(event, hands=tuple(hands) or None, places=places or None)


def _hidden(cards: Sequence[Card]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
