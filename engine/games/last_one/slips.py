"""Slips of the scribe: what a line left out, doubled, or written for another seat explains as well as a breach does."""

from collections.abc import Callable
from typing import Literal, TypeVar

from upcard.engine.game import Answer
from upcard.engine.games.last_one.table import (
    CARDS,
    NOBODY,
    LastOne,
    after,
    bit_of,
    is_outside,
    lapsed,
    pile,
    seats_in,
    stock,
)
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Base, Drew, Played

# ---- Lines doubled -------------------------------------------------------------------------------------------------


def is_doubled(s: LastOne, e: Base) -> bool:
    """Whether a line says once more what was done: the card just played, or cards of this hand drawn again.

    Neither can happen, so that nothing else is held against it, and it changes nothing.
    """
    if isinstance(e, Played):
        return s.step == s.played_at + 1 and bool(e.card.bit) and e.card.index == s.top and e.seat == s.player
    if not isinstance(e, Drew) or not e.cards or e.seat >= len(s.players) or len(e.cards) != e.count:
        return False
    if not e.cards[0].bit & s.places.known[e.seat]:
        return False
    drawn = mask_of(e.cards)
    return drawn.bit_count() == e.count and not drawn & ~(s.places.known[e.seat] & s.fetched)


E = TypeVar("E", bound=Base)


def unless_doubled(check: Callable[[LastOne, E], Answer]) -> Callable[[LastOne, E], Answer]:
    """The rule, which says nothing of a line that is there twice, nor of who is not in the game, as is told once."""

    def told(s: LastOne, e: E) -> Answer:
        answer = check(s, e)
        if not answer or is_doubled(s, e):
            return None
        return None if isinstance(e, Played | Drew) and is_outside(s, e.seat) else answer

    return told


# ---- Turns ---------------------------------------------------------------------------------------------------------

Turn = Literal["own", "late", "other way", "out"]
"""Of whose turn an act is: one's own, or it may be; one passed over before; it is, the other way round; or nobody's."""


def turn_of(s: LastOne, seat: int, cards: int = 0) -> Turn:
    """Whether a seat may act now, and play a card that may be each of these, if it has just drawn.

    After an act out of turn, who was passed over may, and who is next the other way: the line before may stand too
    early, or the direction may have changed by a line that is missing.
    """
    if s.turn >> seat & 1 and seat != s.drawer:
        return "own"
    if not s.turn or s.gap or lapsed(s):
        return "own"
    if s.turn >> seat & 1:
        return "own" if s.turn.bit_count() > 2 or may_be_drawn_card(s, seat, cards) else "out"
    if s.passed >> seat & 1:
        return "late"
    return "other way" if seat == s.behind else "out"


def may_be_drawn_card(s: LastOne, seat: int, cards: int) -> bool:
    """Whether a card, which may be each of these (a mask; 0: any), may be the one that this seat has just drawn (LO-2.2)."""
    return bool(s.drawn & cards or (not s.drawn and (not cards or cards & ~s.places.known[seat])))


def lose_count(s: LastOne, seats: int, cards: int = 1) -> None:
    """These hands may hold more or less than was counted: a line of theirs may be missing, or one too many."""
    for seat in seats_in(seats & s.playing):
        s.adrift[seat] += min(cards, CARDS)
        s.places.most[seat] += min(cards, CARDS)


def note_slips(s: LastOne, e: Played, turn: Turn) -> None:
    """Whose cards cannot be counted any more, as a play shows: out of turn, on a 3 that nobody saw, or on another card
    than the 3 on which a card may have been put; or after an act of who is not in the game, written for another seat.
    """
    if turn == "out":
        lose_count(s, s.turn | 1 << e.seat)
    elif turn == "late" and s.below:
        lose_count(s, s.turn)
    elif e.stacked and e.seat != s.stacker:
        lose_count(s, 1 << e.seat)
    elif (
        s.stacker not in {NOBODY, e.seat}
        and e.card.rank not in {"8", "X", "?", s.rank}
        and e.card.suit not in {"?", s.suit}
        and bool(s.suit and s.rank)
    ):
        lose_count(s, 1 << s.stacker)


def find_count(s: LastOne, seat: int, bit: int) -> None:
    """A card comes out of a hand all of whose cards were known, and was none of them: it had one more."""
    places = s.places
    if 0 < places.most[seat] == s.adrift[seat] and bit and not places.located & bit:
        s.adrift[seat] -= 1


def pass_turn(s: LastOne, seat: int, turn: Turn, was: int, steps: int = 1) -> None:
    """The turn has passed on from an act. turn: of whose it was; was: who was to act."""
    s.passed, s.behind = 0, NOBODY
    if turn == "late":
        s.turn |= was & ~(1 << seat)
        lose_face(s)
    elif turn == "out" and len(seats_in(s.playing)) > 2:
        s.passed, s.behind = was, other_way(s, seat, steps)
        if s.owed and s.owed[-1][2:] == ("two", s.line):  # who is next the other way may be meant
            s.owed[-1] = (NOBODY, *s.owed[-1][1:])


def act_outside(s: LastOne, seat: int, effect: str = "") -> None:
    """Somebody acts who is not in the game: the turn stays where it is. effect: of the card, which it has not (LO-7.3).

    The line may have been written for another seat. Then the next may act as well, and draw for such a card, and for
    a call that was not made.
    """
    s.unopened = 0
    s.below = s.below or f"{s.rank or '?'}{s.suit or '?'}"
    s.rest = [*s.rest, *((other, 2, "missed_call", s.line) for other in seats_in(s.silent))]
    if effect in {"2", "4"}:
        s.rest.append((NOBODY, 2, "two", s.line) if effect == "2" else (NOBODY, CARDS, "melee", s.line))
    if s.run >= 0 or s.gap:
        return
    s.passed = s.playing if effect == "4" else sum({1 << after(s, due) for due in seats_in(s.turn)})
    if effect == "A":
        s.behind = other_way(s, seat, 1)


def other_way(s: LastOne, seat: int, steps: int) -> int:
    """Who would be next if play went the other way."""
    s.way = -s.way
    seat = after(s, seat, steps)
    s.way = -s.way
    return seat


def lose_face(s: LastOne) -> None:
    """Which card lies on top is not known: the last line seen was written too late, or one is missing."""
    s.suit, s.rank, s.demand = "", "", False


def draw_without_cause(s: LastOne, seat: int, count: int, why: str) -> None:
    """Somebody drew what nobody owed: the card that made it draw may be missing, and then the turn went past it."""
    lose_count(s, s.turn & ~(1 << seat))
    lose_count(s, 1 << seat, count)
    if s.turn:
        s.turn |= 1 << after(s, seat)
        lose_face(s)
    s.rest = [(seat, CARDS, why, s.line)]


# ---- The stock -----------------------------------------------------------------------------------------------------


def lose_stock(s: LastOne) -> None:
    """More was drawn than there is: a reshuffle was not written down, or a draw is there twice. Nobody knows how many
    cards lie in the stock or among the discards from here on.
    """
    places = s.places
    for place, keep in ((stock(s), 0), (pile(s), bit_of(s))):
        places.forget(place, places.known[place] & ~keep)
        places.loosen(place)
        places.most[place] = CARDS
    s.back, s.order = 0, []


def draw_rest(s: LastOne, seat: int, count: int) -> None:
    """What was owed is drawn after all."""
    owed = next(one for one in s.rest if one[0] in {seat, NOBODY} and one[1] in {count, CARDS})
    s.rest = [one for one in s.rest if one != owed]
    if owed[0] != seat:
        draw_without_cause(s, seat, count, owed[2])
    elif s.adrift[seat] >= count:
        s.adrift[seat] -= count
        s.places.most[seat] -= min(count, s.places.most[seat])


# ---- Acts after the end --------------------------------------------------------------------------------------------


def go_on_after_the_end(s: LastOne, seat: int) -> None:
    """Somebody acts though the hand is over. If a line may be missing, or many go on, it may not have been over."""
    if s.phase != "between" or not s.how or s.missed:
        return
    going_on = s.belated or seat == s.out or any(s.adrift)
    s.belated = True
    if s.how != "played":
        return
    if going_on:
        s.how = "sheet" if s.said or s.sums else "open"
    elif seat != NOBODY:
        lose_count(s, 1 << seat)  # what it does may have been done before the end
    s.settled += 1


def lose_debts(s: LastOne) -> None:
    """What was owed was not drawn, or nobody wrote it down, or it stands below."""
    s.rest = [] if lapsed(s) else s.owed
    for seat, count, *_ in s.rest:
        lose_count(s, 1 << seat if seat != NOBODY else s.playing, count)
    s.owed = []
