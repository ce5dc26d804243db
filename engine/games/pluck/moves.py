"""PL-3 Cards that were plucked, as the record has them: gifts that were answered or not, lines written twice or for another
seat, and cards that must have passed though nobody wrote it.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.pluck.table import GIFT, HIGHER, JOKERS, PACK, SEATS, SUITS_IN_PACK, Move, Pluck
from upcard.schemas.cards import BY_INDEX, Card
from upcard.schemas.events import Gave, Played, Returned

NO_GIFT = -1
"""What a return answers of which no gift was written."""


def unanswered(rows: list[Move], victim: int | None = None) -> list[int]:
    """The places, among the moves, of gifts to this victim (to anybody) that were not answered, oldest first."""
    answered = {move.answers for move in rows}
    return [
        place
        for place, move in enumerate(rows)
        if move.answers == GIFT and victim in {None, move.target} and place not in answered
    ]


def owed(rows: list[Move]) -> list[int]:
    """The places of gifts that must be answered still. Where a return came before its gift, one gift of that pair may have
    been answered by it.
    """
    waiting = unanswered(rows)
    early = [(move.target, move.source) for move in rows if move.answers == NO_GIFT]
    if not early:
        return waiting
    left = []
    for place in waiting:
        pair = (rows[place].source, rows[place].target)
        if pair in early:
            early.remove(pair)
        else:
            left.append(place)
    return left


def passed(s: Pluck) -> Iterator[tuple[int, int]]:
    """The cards that were plucked, each as a mask, and their lines."""
    return ((1 << move.card, move.line) for move in s.moved if move.card >= 0)


def returned_to(s: Pluck, seat: int) -> Iterator[tuple[int, int]]:
    """The lines of returns to this seat, with their cards: one may have been a card that cannot be in its hand otherwise."""
    return ((move.line, 1 << move.card) for move in s.moved if move.target == seat and move.card >= 0 <= move.answers)


def are_mixed(rows: list[Move], e: Returned | Move) -> bool:
    """Whether it cannot be told which gift a return answers, as gifts to this victim were open together (against PL-3.4),
    and one of their cards, or of those returned, is not known.
    """
    victim = e.seat if isinstance(e, Returned) else e.target
    dark = isinstance(e, Returned) and (e.card is None or not e.card.bit)
    waiting = most = 0
    for move in rows:
        if victim == (move.target if move.answers == GIFT else move.source):
            waiting += 1 if move.answers == GIFT else -1
            most, dark = max(most, waiting), dark or move.card < 0
    return most > 1 and dark


# ---- Lines written twice, or for another seat ----------------------------------------------------------------------


def seats_are_there(e: Gave | Returned) -> bool:
    """Whether a card can pass between these seats."""
    return e.seat < SEATS and e.to < SEATS and e.seat != e.to


def is_doubled(s: Pluck, e: Gave | Returned) -> bool:
    """Whether this is the line before it, written twice: the card is not there any more, or no gift is that it answers."""
    if not s.moved:
        return False
    last = s.moved[-1]
    if e.card is None or not e.card.bit:
        same = isinstance(e, Returned) and (last.source, last.target, last.card) == (e.seat, e.to, -1)
        return same and last.answers >= 0 and not unanswered(s.moved, e.seat)
    if last.card != e.card.index or last.source != e.seat or last.target != e.to:
        return False
    return (last.answers == GIFT) == isinstance(e, Gave)


def mover(s: Pluck, e: Gave | Returned) -> int:
    """Who passed a card: another than was written, if it is known in that hand alone: of a return, of who owes one."""
    bit, places = e.card.bit if e.card is not None else 0, s.places
    if places.known[e.seat] & bit or s.phase == "deal" or not bit & places.located & ~places.seen[-1]:
        return e.seat
    if unwritten(s, e.seat, bit) is not None:
        return e.seat
    holder = next((seat for seat in range(SEATS) if places.known[seat] & bit), e.to)
    if isinstance(e, Returned) and not any(s.moved[place].source == e.to for place in unanswered(s.moved, holder)):
        return e.seat
    return e.seat if holder == e.to else holder


Passed = TypeVar("Passed", Gave, Returned, Gave | Returned)


def judged(check: Callable[[Pluck, Passed], Answer]) -> Callable[[Pluck, Passed], Answer]:
    """The check, of cards that pass in a hand that is on, on lines that are not told of already."""

    def held(s: Pluck, e: Passed) -> Answer:
        if s.phase == "between" or not seats_are_there(e) or is_doubled(s, e) or mover(s, e) != e.seat:
            return None
        return check(s, e)

    return held


# ---- Cards that passed though nobody wrote it ----------------------------------------------------------------------


class Missing(NamedTuple):
    """A card that may have passed unwritten. place: of the move that tells of it; cards: those it may be, a mask."""

    place: int
    source: int
    target: int
    cards: int


def suit_of(move: Move) -> int:
    """The suit of a card that was plucked, in which the other card of that pluck is as well; any, if it is not known."""
    suit = BY_INDEX[move.card].suit if move.card >= 0 else ""
    return SUITS_IN_PACK.get(suit, PACK & ~JOKERS)


def is_joker(move: Move) -> bool:
    """Whether a joker was plucked, as far as it is known: it has no suit before trump is named (PL-1.3)."""
    return move.card >= 0 and BY_INDEX[move.card].rank == "X"


def missing(s: Pluck) -> Iterator[Missing]:
    """Cards that may have passed unwritten: of gifts that are overdue, and where a card went to or came from another than
    who gave.
    """
    rows = s.moved
    waiting = unanswered(rows)
    for place, move in enumerate(rows):
        if place in s.cleared:
            continue
        if move.answers == NO_GIFT or (place in waiting and is_overdue(s, place)):
            yield Missing(place, move.target, move.source, suit_of(move))
        elif move.answers >= 0:
            gift = rows[move.answers]
            if gift.source != move.target:
                yield Missing(place, move.target, gift.source, 1 << move.card if move.card >= 0 else suit_of(gift))
            if gift.target != move.source:
                yield Missing(place, gift.target, move.source, 1 << gift.card if gift.card >= 0 else suit_of(move))


def is_overdue(s: Pluck, place: int) -> bool:
    """Whether a gift ought to have been answered by now (PL-3.4)."""
    return s.phase == "play" or not (s.options.pluck_batch or place >= last_gift(s.moved))


def last_gift(rows: list[Move]) -> int:
    """The place of the last gift: that earlier ones were not answered was told of when it was given."""
    return max((place for place, move in enumerate(rows) if move.answers == GIFT), default=0)


def may_be_gone(s: Pluck, seat: int, held: int, answered: int = -1) -> bool:
    """Whether these cards of a hand may all have been passed on though nobody wrote it. answered: the place of a gift that
    is being answered now.
    """
    if not s.moved or held & s.places.seen[-1]:
        return False
    those = [row.cards for row in missing(s) if row.source == seat and row.cards & held and row.place != answered]
    return held.bit_count() <= len(those) and not held & ~reduce(or_, those, 0)


def unwritten(s: Pluck, seat: int, bit: int) -> Missing | None:
    """Which unwritten pass explains that this card comes from a hand where it cannot be."""
    places = s.places
    if not s.moved or not bit or seat >= SEATS or places.fits(bit, seat) or bit & places.seen[-1]:
        return None
    those = (row for row in missing(s) if row.target == seat and row.cards & bit)
    return next((row for row in those if places.fits(bit, row.source)), None)


def pass_unwritten(s: Pluck, seat: int, card: Card | None) -> None:
    """The card goes where it must have gone before."""
    found = unwritten(s, seat, card.bit) if card is not None else None
    if found is not None and card is not None:
        s.places.move_unseen(card.bit, found.source, seat, s.step, None)
        s.cleared = [*s.cleared, found.place]


def answer_shows(s: Pluck, e: Played) -> Answer:
    """A card shows that a gift was answered though nobody wrote it: then nobody failed to."""
    found = unwritten(s, e.seat, e.card.bit)
    if found is None or found.place not in owed(s.moved):
        return None
    gift = s.moved[found.place]
    says = f"{e.card} shows that the gift was answered; nobody wrote it"
    told = Broken(
        at=gift.line, cards=e.card.bit, says=says, name="return_not_written", kind="contradiction", clause="G-5"
    )
    return [Cured(gift.line), *high_returns(s, found, e), told]


def high_returns(s: Pluck, found: Missing, e: Played) -> Iterator[Cured]:
    """And that none of the later returns was too low, if this card was all that was kept above it."""
    had = s.places.known[found.source] | s.places.been[found.source]
    for place, move in enumerate(s.moved):
        if move.source != found.source or move.card < 0:
            continue
        if place > found.place and move.answers != GIFT and HIGHER[move.card] & had == e.card.bit:
            yield Cured(move.line, name="wrong_return")
        had &= ~(1 << move.card)


def completion_shows(s: Pluck, e: Played) -> Answer:
    """And the gift after it was not given before the pluck was completed."""
    found = unwritten(s, e.seat, e.card.bit)
    if found is None or s.moved[found.place].answers != GIFT:
        return None
    return next((Cured(move.line) for move in s.moved[found.place + 1 :] if move.answers == GIFT), None)
