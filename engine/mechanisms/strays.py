"""Cards out of turn: a play may have been left out of the record, written twice, for another seat, or in the wrong order.

One play left out shifts all that follow to other tricks than it seems. Where such a slip explains what is seen as well as
a breach does, nobody is accused of more than the card out of turn. size: how many cards a trick has, and seats the table;
way: what is added to a seat for the next in turn, 1 where play goes to the left.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import msgspec

from upcard.engine.game import Broken, Rule
from upcard.engine.mechanisms.climbing import cards_in
from upcard.engine.mechanisms.trick_play import TrickTable, laid, miss_tricks, open_cards, put
from upcard.engine.places import Places
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Claimed, Laid, Played


class InTurn(Protocol):
    """phase: where the hand stands; turn: who is next, -1 where that cannot be told."""

    phase: Any
    turn: int
    places: Places


Play = TypeVar("Play", bound=Played | Laid | Claimed)


def written_for(places: Places, due: int, e: Played | Laid) -> int:
    """Whose cards they were that were written for a seat: of who was due, if they are known in that hand."""
    if due < 0 or e.seat == due:
        return e.seat
    cards, held = cards_in(e), places.known[due]
    return due if cards and all(card.bit & held for card in cards) else e.seat


def its_player(t: InTurn, e: Played | Laid) -> int:
    """The seat that played these cards: as written, or the one whose turn it is."""
    if e.seat == t.turn or t.phase not in {"deal", "play"} or e.seat >= len(t.places.seen) - 1:
        return e.seat
    return written_for(t.places, t.turn, e)


def says_for_another(e: Played | Laid, seat: int) -> str:
    """That cards were written for another seat than the one that held them."""
    return f"{' '.join(cards_in(e))} was written for seat {e.seat}; seat {seat} held it, whose turn it was"


Whose = Callable[[Any, Any], int]
"""Tells the seat that played cards, from the state and the play."""


def with_its_player(t: Any, e: Play, whose: Whose = its_player) -> Play:
    """Cards with the seat that played them."""
    seat = whose(t, e)
    return e if seat == e.seat else msgspec.structs.replace(e, seat=seat)


def wrong_seat(t: Any, e: Played | Laid, whose: Whose = its_player) -> Broken | None:
    """Cards are known in the hand of the seat whose turn it is, and were written for another (G-5)."""
    seat = whose(t, e)
    return None if seat == e.seat else Broken(cards=mask_of(cards_in(e)), says=says_for_another(e, seat))


WRITTEN_FOR_ANOTHER: Final = Rule(
    "G-5", "written_for_another", "a card comes from the hand that it was in", wrong_seat, "contradiction"
)


def by_its_player(rule: Rule, whose: Whose = its_player) -> Rule:
    """The same rule, asked of no cards that were written for another: such a line proves nothing more."""
    check = rule.check
    return replace(rule, check=lambda t, e: check(t, e) if whose(t, e) == e.seat else None)


def of_its_player(*rules: Rule, whose: Whose = its_player) -> tuple[Rule, ...]:
    """The rules of a play, asked of none that was written for another, which is told instead. whose: the seat that played
    it, where more than one may.
    """
    wrong = WRITTEN_FOR_ANOTHER
    if whose is not its_player:
        wrong = replace(wrong, check=partial(wrong_seat, whose=whose))
    return (wrong, *(by_its_player(rule, whose) for rule in rules))


class Strayed(TrickTable, Protocol):
    """strays: the lines in the open trick that were out of turn."""

    strays: list[int]


class StrayTable(Strayed, Protocol):
    """belated: who closed the last trick after being passed over, or -1; shaky: whether the card led to this trick may
    have been no lead.
    """

    belated: int
    shaky: bool


def settle_down(t: StrayTable) -> None:
    """Nothing was out of turn."""
    t.strays, t.belated, t.shaky = [], -1, False


def is_settled(t: StrayTable) -> bool:
    """Whether nothing that was out of turn bears on the next card."""
    return not t.strays and t.belated < 0 and not t.shaky


# ---- Lines written twice -------------------------------------------------------------------------------------------


def has_played(t: TrickTable, seat: int, card: Card) -> bool:
    """Whether this seat has played this very card in this hand."""
    return (seat, card) in zip(t.by, t.cards, strict=True)


def written_twice(t: TrickTable, seat: int, card: Card, table: int) -> bool:
    """Whether this seat has played this very card in this hand already, and it lies on the table (a place)."""
    return bool(t.places.known[table] & card.bit) and has_played(t, seat, card)


def is_last_again(t: TrickTable, seat: int, card: Card) -> bool:
    """Whether this is the last play, written once more."""
    return bool(t.cards) and card is t.cards[-1] and seat == t.by[-1] and card.bit > 0


def is_doubled(t: TrickTable, seat: int, card: Card) -> bool:
    """Whether this is a play of before, written twice: the last one, or one that this seat is not to make now."""
    if not card.bit or not has_played(t, seat, card):
        return False
    return seat != t.turn or is_last_again(t, seat, card)


# ---- What shows that a play is missing -----------------------------------------------------------------------------


def plays_twice(t: TrickTable, seat: int, size: int) -> bool:
    """Whether a seat has played to the open trick already: a play was left out or written wrongly, nobody knows which,
    and from here on tricks and turns prove nothing.
    """
    return bool(open_cards(t, size)) and seat in t.by[t.first :]


def leads_wrongly(t: TrickTable, seat: int, size: int) -> bool:
    """Whether this seat leads though another won the last trick."""
    return not t.gap and len(t.cards) - t.first == size and 0 <= t.turn != seat


def leads_again(t: TrickTable, seat: int, size: int) -> bool:
    """Whether who led the last trick leads this one though another won it: the last card of that trick may have been a
    lead, and the card before it have been left out.
    """
    return leads_wrongly(t, seat, size) and seat == t.by[t.first]


def closer_leads(t: TrickTable, seat: int, size: int) -> bool:
    """Whether who closed the last trick leads this one though another won it: those two lines may have changed places."""
    return leads_wrongly(t, seat, size) and seat == t.by[-1]


def goes_on_after(t: StrayTable, seat: int, size: int, way: int = 1) -> bool:
    """Whether this card follows, in turn, one that closed a trick after its seat had been passed over."""
    return t.belated >= 0 and seat == (t.belated + way) % size


def closes_late(t: StrayTable, seat: int, size: int, way: int = 1) -> bool:
    """Whether this card is the last, of a seat that was passed over: it may as well be the lead of the next trick."""
    return bool(t.strays) and open_cards(t, size) == size - 1 and (seat + way) % size != t.by[t.first]


def may_be_no_lead(t: StrayTable, seat: int, due: int, size: int, way: int = 1) -> bool:
    """Whether a card led may have followed a lead that was left out. due: whose turn it is, or -1. As long as the record
    is ahead by a card, each trick is led by the seat that led the one before.
    """
    return 0 <= due != seat or goes_on_after(t, seat, size, way) or goes_on_ahead(t, seat)


def goes_on_ahead(t: StrayTable, seat: int) -> bool:
    """Whether who led a card that may have been no lead leads again."""
    return t.shaky and bool(t.cards) and seat == t.by[t.first]


# ---- What is noted of it -------------------------------------------------------------------------------------------


def watch(t: StrayTable, seat: int, due: int, size: int, *, leads_too: bool = False) -> None:
    """Note what shows that a play may be missing in the record. due: whose turn it is, or -1; leads_too: whether a lead out of
    turn is doubted as the cards that follow it out of turn are.
    """
    if plays_twice(t, seat, size):
        doubt_hands(t, seat)
        miss_tricks(t, size)
        settle_down(t)
    elif not t.gap:
        watch_turn(t, seat, due, size)
        if leads_too and not open_cards(t, size) and 0 <= due != seat:
            t.strays = [t.line]


def watch_turn(t: StrayTable, seat: int, due: int, size: int, way: int = 1) -> None:
    """Note whether this card is out of turn, or may belong to another trick than it seems. due: whose turn it is, or -1."""
    if open_cards(t, size):
        t.belated = seat if closes_late(t, seat, size, way) else -1
        t.strays = [*t.strays, t.line] if seat != due else t.strays
    else:
        t.shaky = may_be_no_lead(t, seat, due, size, way)
        t.strays, t.belated = [], -1


def doubt_hands(t: Strayed, seat: int) -> None:
    """A seat plays twice to a trick: one of its cards, and of each seat out of turn before it, may have been another's."""
    for other in (seat, *(t.by[at] for at in range(t.first, len(t.by)) if t.lines[at] in t.strays)):
        t.places.deal(other, 0, 1, t.step, None)


def put_strange(t: TrickTable, seat: int, card: Card, table: int, size: int) -> int:
    """A card out of turn may have been another seat's: it lies on the table, and tells nothing of the hand it is said
    to come from. Returns what `put` does.
    """
    bit, places = card.bit, t.places
    if places.known[seat] & bit:
        places.been[seat] &= ~bit
        places.been[table] |= bit
        places.entered[table] = t.step
        return put(t, seat, card, table, size)
    if not bit:
        return put(t, seat, card, table, size)
    places.move_unknown(seat, table, t.step)
    places.show(bit, table)
    return laid(t, seat, card, size)


def suspects(t: StrayTable, seat: int, size: int, *, before: bool = True) -> Iterator[int]:
    """The lines of which nothing is proven any more when this seat plays: cards that may have been another seat's, a last
    card that may have been a lead, and tricks led by the same seat, as they are where the record is ahead by a card.
    before: whether to go back beyond the open trick.
    """
    if leads_again(t, seat, size):
        yield t.lines[-1]
    elif plays_twice(t, seat, size):
        yield from t.strays
        trick = t.first - size
        while before and trick >= 0 and t.by[trick] == t.by[t.first]:  # the play may have been left out there already
            yield from t.lines[trick : trick + size]
            trick -= size
