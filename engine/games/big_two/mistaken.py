"""Cards and seats written for others: of two facts that contradict each other either may be the wrong one."""

from typing import Any, Final

import msgspec

from upcard.engine.game import Answer, Broken, Cured, shown
from upcard.engine.games.big_two.table import BigTwo, pile
from upcard.engine.mechanisms.climbing import cards_in, with_cards
from upcard.schemas.cards import PACK_MASK, UNKNOWN, Card, could_be
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


def written_for(s: BigTwo, seat: int) -> list[Cured | Broken] | None:
    """What to say if a seat out of turn would be in turn, had the act before, which was out of turn as well, been that of the
    seat whose turn it was: one line for the wrong seat. Not if the hand of who acted is known, and so what it did.
    """
    if not s.stray or s.stray[0] != len(s.acts) or s.stray[3] != seat or not s.places.most[s.acts[-1][0]]:
        return None
    _, line, turn, _ = s.stray
    says = (
        f"seat {seat} acted as if this had been seat {turn}, not {s.acts[-1][0]}: it may be written for the wrong seat"
    )
    return [Cured(line), Broken(kind="contradiction", at=line, says=says)]


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
