"""LO-9.9 Cards and seats written for others: a play that cannot be as it was written."""

from typing import Final

from msgspec import structs

from upcard.engine.game import Broken, Cured
from upcard.engine.games.last_one.melee import is_next
from upcard.engine.games.last_one.slips import is_doubled, lose_count, turn_of
from upcard.engine.games.last_one.table import (
    ANY,
    JOKER,
    NOBODY,
    PACK,
    PACK_MASK,
    LastOne,
    face_of,
    lose_thread,
    pile,
    seats_in,
)
from upcard.engine.mechanisms import mistaken, strays
from upcard.schemas.cards import Card, cards_of, could_be, mask_of
from upcard.schemas.events import Played

JOKERS: Final = mask_of(card for card in PACK if card.rank == JOKER)
"""Both jokers."""
HANGING: Final = (
    *("no_match", "wrong_joker", "wrong_name", "out_of_turn", "played_after_drawing", "wrong_turn_draw", "wrong_stack"),
    *("wrong_melee_card", "self_raise", "act_in_melee", "not_drawn", "wrong_draw", "order"),
    *("missed_call", "no_penalty", "needless_penalty"),
)
"""What is found of an act by the cards and turns before it."""

# ---- Written for another seat --------------------------------------------------------------------------------------


def its_player(s: LastOne, e: Played) -> int:
    """The seat that played this card: as written, or the one that is known to have it, where only that one may play now."""
    bit, places, seat = e.card.bit, s.places, e.seat
    if not bit & places.located or s.phase != "play" or seat >= len(s.players) or places.known[seat] & bit:
        return seat
    holder = holder_of(s, bit)
    if holder == NOBODY or not may_act(s, holder, e) or may_play(s, seat, e):
        return seat
    return strays.written_for(places, holder, e)


def holder_of(s: LastOne, bit: int) -> int:
    """The seat that is known to have a card, or NOBODY."""
    return next((seat for seat in range(len(s.players)) if s.places.known[seat] & bit), NOBODY)


def may_act(s: LastOne, seat: int, e: Played) -> bool:
    """Whether it is for this seat to play, as the card is written: next in the melee, or in turn."""
    if not s.playing >> seat & 1 or s.out >= 0:
        return False
    if s.run >= 0:
        face = face_of(s, e)
        return face is not None and is_next(s, face)
    return in_turn(s, seat, e, could_be(e.card))


def in_turn(s: LastOne, seat: int, e: Played, cards: int) -> bool:
    """Whether this seat may play one of these cards (a mask) now, or put it on its own 3."""
    return seat == s.stacker or (not e.stacked and turn_of(s, seat, cards) != "out")


def may_play(s: LastOne, seat: int, e: Played) -> bool:
    """Whether this seat may have played something that was written as this card, which it has not: in a melee a joker."""
    if not s.playing >> seat & 1:
        return False
    if s.run < 0:
        return in_turn(s, seat, e, ANY)
    joker = bool(s.places.known[seat] & JOKERS or s.places.most[seat])
    return joker and s.options.melee_joker == "allow"


# ---- Written for another card --------------------------------------------------------------------------------------


def either_is_wrong(s: LastOne, e: Played, fault: Broken | None) -> Broken | None:
    """A card that cannot come from there may be another on this line, or on the one where it lies. Where its holder may
    have played it as well, nobody knows whose play it was.
    """
    bit = e.card.bit
    if fault is None or is_doubled(s, e):
        return fault
    told, holder = seen_before(s, fault, e.card), holder_of(s, bit)
    before = played_before(s, bit) if s.places.most[e.seat] else []
    if before or (holder != NOBODY and may_act(s, holder, e)):
        return structs.replace(told, mistaken=(*told.mistaken, *before), doubted=bit)
    return told


def seen_before(s: LastOne, fault: Broken, card: Card) -> Broken:
    """The fault of a card, with the line where it lies, or where that seat played it before it was shuffled back."""
    if s.phase != "play" or not card.bit & PACK_MASK:
        return fault
    again = not card.bit & s.places.located and s.by[card.index] == fault.seat
    line = s.lines[card.index] if again or card.bit & s.places.known[pile(s)] else 0
    return mistaken.mistaken(fault, s.line, [(card.bit, line)] if line else [])


def played_before(s: LastOne, cards: int) -> list[tuple[int, int]]:
    """What a seat played before the last reshuffle that has had one of these cards (a mask) since before it, with the lines:
    one of these may have been of that card, which was shuffled back, or its line be missing among them.
    """
    holder, (shuffled, lines, by) = holder_of(s, cards), s.shuffled
    if holder == NOBODY or cards & shuffled:
        return []
    return [(lines[card.index], card.bit) for card in cards_of(shuffled) if by[card.index] == holder]


def drawn_again(s: LastOne, fault: Broken) -> Broken:
    """The fault of cards drawn that lie in a hand: they may have been played from there before, or be others now."""
    before = played_before(s, fault.cards)
    if not before:
        return fault
    return structs.replace(fault, mistaken=(*before, (s.line, fault.cards)), doubted=fault.cards)


def withdrawn(s: LastOne, faults: list[Broken]) -> list[Cured]:
    """What was found since a card was played that is shown to be in a hand at the end, where no hand is judged again."""
    since = min((fault.against for fault in faults if fault.against is not None), default=s.line)
    return [Cured(line, name=name) for line in range(since, s.line) for name in HANGING]


def forget_played(s: LastOne, seat: int, shown: int) -> None:
    """Cards are shown in a hand at its end that were played from it: it was another card, and nobody knows which."""
    places = s.places
    wrong = shown & places.known[pile(s)]
    if wrong and s.phase == "between":
        places.forget(pile(s), wrong)
        places.forget(seat, places.known[seat] & ~shown)


def lose_player(s: LastOne, e: Played) -> None:
    """Neither the card is known nor whose it was: each that may have played holds one more or less than was counted. Of
    more than one such line it is one that is wrong.
    """
    may = s.playing if s.run >= 0 or s.gap else s.turn | s.passed | 1 << e.seat
    if s.stacker != NOBODY:
        may |= 1 << s.stacker
    places = s.places
    for seat in range(len(s.players)):
        places.forget(seat, places.known[seat] & s.doubted)
    s.fetched &= ~s.doubted
    lose_thread(s)
    lose_count(s, sum(1 << seat for seat in seats_in(may) if not s.adrift[seat]))


def is_of_nobody(s: LastOne, e: Played) -> bool:
    """Whether a play contradicts another and may not be of the seat it names."""
    return bool(s.doubted) and not e.card.bit and s.line in s.dubious
