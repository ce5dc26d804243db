"""Cards and seats written for others: of two facts that contradict each other either may be the wrong one."""

from typing import Any, Final

import msgspec

from upcard.engine.game import Answer, Broken, Cured, shown
from upcard.engine.games.big_two.table import BigTwo, pile
from upcard.engine.mechanisms.climbing import cards_in, with_cards
from upcard.schemas.cards import PACK_MASK, UNKNOWN, Card, could_be, mask_of
from upcard.schemas.events import Laid, Played

_BY_CARDS: Final = ("not_higher", "invalid_combination", "wrong_opener")
"""What is found of a play by the cards it has."""

# ---- B2-6.4 A card that cannot be there ----------------------------------------------------------------------------


def either_is_wrong(s: BigTwo, seat: int, fault: Broken) -> Broken:
    """A card that is listed elsewhere, or was seen before: this line may be wrong, and so may be the list or the line before.
    Of the line neither the card proves anything then, nor that it was written for that seat; of one seat, it was that seat.
    """
    seats = [who for who, _, line in s.acts if line == fault.against]
    if not fault.cards or seat in seats:
        return fault
    places = [place for place, known in enumerate(s.places.known) if known & fault.cards and place != pile(s)]
    lines = (s.line,) if fault.against is None else (s.line, fault.against)
    lists = tuple(dict.fromkeys([*fault.lists, *places, *seats, seat]))
    return msgspec.structs.replace(fault, lists=lists, mistaken=tuple((line, fault.cards) for line in lines))


def none_to_be(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> list[Broken]:
    """Cards known by rank or suit alone, where the hand has no such card, or not so many."""
    places, faults, playing = s.places, [], s.phase == "play"
    own = (seat,) if playing and not places.most[seat] else ()
    unseen = PACK_MASK & ~places.located if not playing or places.most[seat] else 0
    held = places.known[seat] if playing else 0
    before = [card for _, laid, _ in s.acts for card in laid] if playing else []
    for card in dict.fromkeys(one for one in cards if not one.bit and "?" in {one.rank, one.suit} and one != UNKNOWN):
        may_be = could_be(card) & ~mask_of(cards)
        free = max(0, (may_be & unseen).bit_count() - before.count(card))  # those laid before are some of these
        if (may_be & held).bit_count() + free < cards.count(card):
            says = f"seat {seat} cannot have {' '.join([card] * cards.count(card))}"
            faults.append(Broken(seat=seat, odd=(card,), says=says, lists=own))
    return faults


def together(faults: list[Broken]) -> list[Broken]:
    """Faults of the cards of one play: those seen on the same line before are one, those listed in the same place another."""
    found: list[Broken] = []
    for fault in faults:
        listed = fault.against is None and len(fault.lists) > 1
        alike = (one for one in found if (one.against, one.lists) == (fault.against, fault.lists))
        like = next(alike, None) if listed or fault.against is not None else None
        if like is None:
            found.append(fault)
            continue
        cards = like.cards | fault.cards
        says = f"{shown(cards)} are listed in another place" if listed else f"{shown(cards)} were seen before"
        lines = tuple((line, cards) for line, _ in like.mistaken)
        found[found.index(like)] = msgspec.structs.replace(like, cards=cards, says=says, mistaken=lines)
    return found


def as_known(e: Laid | Played) -> Laid | Played:
    """The play; what is no card of the pack stands for one not known."""
    if all(card.bit & PACK_MASK for card in cards_in(e)):
        return e
    return with_cards(e, [card if could_be(card) & PACK_MASK else UNKNOWN for card in cards_in(e)])


def on_what_is_known(check: Any, s: BigTwo, e: Laid | Played) -> Answer:
    """What a rule says of a play without cards that may have been written wrongly."""
    if s.dubious and of_nobody(s, e):
        return None
    answer: Answer = check(s, as_known(e))
    return answer


def of_nobody(s: BigTwo, e: Laid | Played) -> bool:
    """Whether a line that contradicts another may not be of the seat it names: it is out of turn as well; or opens the hand,
    with no card that is not doubted.
    """
    if s.line not in s.dubious:
        return False
    return e.seat != s.turn >= 0 if s.opened else all(card == UNKNOWN for card in cards_in(e))


def on_the_table(cards: tuple[Card, ...], before: int) -> tuple[Card, ...]:
    """The cards to beat; those that were laid before (a mask) may be others."""
    return tuple(UNKNOWN if card.bit & before else card for card in cards)


def withdrawn(s: BigTwo, faults: list[Broken]) -> list[Cured]:
    """What was found by the cards of plays that others contradict, where the hand is not judged again, and of what was
    laid on them.
    """
    cured = []
    for line in {fault.against for fault in faults if fault.against is not None and not fault.mistaken}:
        laid = [at for _, cards, at in s.acts if cards]
        place = laid.index(line)
        cured += [Cured(at, name=name) for at in laid[place : place + 2] for name in _BY_CARDS]
    return cured
