"""LO-2.6, LO-6, LO-8: draws in turn and draws owed, calls of the last card, and the stock shuffled anew."""

from typing import Final

from upcard.engine.games.last_one.dealing import begin_play
from upcard.engine.games.last_one.melee import break_off, close_melee, pips
from upcard.engine.games.last_one.opening import is_for_upcard, open_by_draw
from upcard.engine.games.last_one.scoring import settle
from upcard.engine.games.last_one.slips import (
    Turn,
    act_outside,
    draw_rest,
    draw_without_cause,
    go_on_after_the_end,
    is_doubled,
    lose_count,
    lose_debts,
    lose_stock,
    pass_turn,
    turn_of,
)
from upcard.engine.games.last_one.table import (
    CARDS,
    NOBODY,
    LastOne,
    Owed,
    bit_of,
    goes_on,
    is_outside,
    lapsed,
    left,
    pile,
    stock,
    to_turn,
)
from upcard.schemas.cards import UNKNOWN, Card, mask_of
from upcard.schemas.events import Drew, LastCalled, Reshuffled

TURN: Final = "turn"
TWO: Final = "two"
MELEE: Final = "melee"
MISSED: Final = "missed_call"
REST: Final = "rest"
"""Why somebody draws; the last: what was not drawn before, as has been told."""
PENALTY: Final = 2

# ---- LO-6 Last-one call --------------------------------------------------------------------------------------------


def call(s: LastOne, e: LastCalled) -> None:
    """A seat says that it holds its last card (LO-6.1); or will, with the card it plays next."""
    if not s.silent >> e.seat & 1:
        s.spoke = (e.seat, s.step)
    s.silent &= ~(1 << e.seat)
    s.early &= ~(1 << e.seat)


def must_call(s: LastOne, seat: int) -> None:
    """Who has played down to one card must call it, each time anew (LO-6.1)."""
    if s.places.count(seat) == 1 and s.options.calls_recorded == "yes" and s.out < 0:
        s.silent |= 1 << seat
        if s.spoke == (seat, s.step - 1):  # as it was played, or two lines are in the wrong order
            s.early |= 1 << seat


def pass_deadline(s: LastOne, seat: int) -> None:
    """This seat has acted: who should have called before that owes two cards (LO-6.1, LO-6.2)."""
    late = s.silent & ~(1 << seat)
    if late:
        s.silent ^= late
        s.rest += [(other, PENALTY, MISSED, s.line) for other in range(len(s.players)) if (late & s.early) >> other & 1]
        late, s.early = late & ~s.early, s.early & ~late
        s.owed += [(other, PENALTY, MISSED, s.line) for other in range(len(s.players)) if late >> other & 1]


# ---- LO-8 What a draw is for ---------------------------------------------------------------------------------------


def owed_with_melee(s: LastOne) -> list[Owed]:
    """The draws owed, and the one that would be owed if nobody went on with the melee."""
    return [*s.owed, (s.defender, pips(s), MELEE, s.line)] if s.run >= 0 else s.owed


def meant(s: LastOne, e: Drew) -> tuple[str, int]:
    """What a draw is for: its reason, and its place among the draws owed, or -1. A wrong reason is seen through."""
    if s.rest and is_rest(s, e):
        return REST, -1
    if e.why != TURN and s.options.calls_recorded == "no" and may_be_penalty(s, e):
        return MISSED, -1
    if not s.owed and s.run < 0:
        return e.why or TURN, -1
    owed, why = owed_with_melee(s), e.why or ""
    if why == MISSED and s.places.count(e.seat) is None and all(debt[2] != why for debt in owed):
        return why, -1  # nobody can tell that it had more than one card
    for place, debt in enumerate(owed):
        if debt[0] in {e.seat, NOBODY} and debt[2] == why:
            return why, place
    for place, (seat, count, reason, _) in enumerate(owed):
        fits = e.count == count or (reason != MELEE and not s.turn >> e.seat & 1)
        if seat in {e.seat, NOBODY} and (fits or not why):
            return reason, place
    for place, debt in enumerate(owed):
        if (why and debt[2] == why) or is_for_upcard(s, e.count, why, debt):
            return debt[2], place
    return why or TURN, -1


def is_rest(s: LastOne, e: Drew) -> bool:
    """Whether a draw is one that is missing above, where nothing like it is owed now."""
    due = any(seat == e.seat and count == e.count and why == e.why for seat, count, why, _ in owed_with_melee(s))
    return not due and any(
        seat in {e.seat, NOBODY} and count in {e.count, CARDS} and why == e.why for seat, count, why, _ in s.rest
    )


def may_be_penalty(s: LastOne, e: Drew) -> bool:
    """Whether a draw may be for a missed call that nobody wrote down (LO-7.4). It then pays nothing else.

    A draw without a reason may be one, if it is no other that is due: of two cards, or what the stock had of them.
    """
    if e.why:
        return e.why == MISSED
    if e.count > PENALTY or (e.count < PENALTY and s.turn >> e.seat & 1):
        return False
    due = any(seat in {e.seat, NOBODY} and e.count in {count, left(s)} for seat, count, _, _ in owed_with_melee(s))
    count = s.places.count(e.seat)
    return not due and (count is None or count - s.paid[e.seat] in {1, PENALTY}) and not s.fined >> e.seat & 1


def draw(s: LastOne, e: Drew) -> None:
    """A seat draws: what it owes, or one card in its turn, which then passes (LO-2.2)."""
    seat = e.seat
    if seat >= len(s.players) or (e.cards and e.cards[0].bit & s.places.known[seat] and is_doubled(s, e)):
        return
    if is_outside(s, seat):
        draw_outside(s, e)
        return
    if not begin_play(s):
        go_on_after_the_end(s, seat)
        return
    why, place = meant(s, e)
    if s.run >= 0 and place == len(s.owed):
        close_melee(s)
    if s.unopened:
        open_by_draw(s, seat, why, place)
    before, held = left(s) if place >= 0 else None, s.places.known[seat]
    take(s, e)
    if s.options.calls_recorded == "no":
        s.paid[seat] += e.count
        if why == MISSED and e.count >= PENALTY:
            s.fined |= 1 << seat
    if s.gap:
        if why == TURN and e.count <= 1:
            s.stacker = NOBODY
        return
    if place >= 0:
        pay(s, seat, place, e.count, before)
        if e.why == MISSED != why and s.adrift[seat]:  # or a call was missed, and what it owes is yet to come
            lose_count(s, 1 << seat, e.count)
            s.rest = [*s.rest, (seat, e.count, why, s.line)]
    elif why == TURN and s.run >= 0 and s.passed >> seat & 1:
        s.passed = 0  # drawn before the melee, whose first line stands too early
    elif why == TURN:
        end_turn(s, e, s.places.known[seat] & ~held)
    elif why == REST:
        draw_rest(s, seat, e.count)
    elif why != MISSED:
        draw_without_cause(s, seat, e.count, why)
    hear_no_call(s, seat, e.count)
    end_if_drawn(s)


def end_if_drawn(s: LastOne) -> None:
    """The hand ends that only waited for what its last card made others draw (LO-9.0c)."""
    if s.out >= 0 and s.run < 0 and (not s.owed or lapsed(s)):
        settle(s, "played")


def draw_outside(s: LastOne, e: Drew) -> None:
    """Who is not in the game draws: the turn stays. What another owed may have been drawn by that, or is yet to be."""
    if s.phase != "play":
        return
    _, place = meant(s, e)
    ends_melee = s.run >= 0 and place == len(s.owed)
    if ends_melee:
        close_melee(s)
    take(s, e)
    s.places.most[stock(s)] += min(e.count, CARDS)  # or they were put back
    act_outside(s, e.seat)
    if ends_melee:
        s.passed = s.playing  # or it goes on
    if place >= 0 and not s.gap:
        debt = s.owed.pop(place)
        lose_count(s, 1 << debt[0] if debt[0] != NOBODY else s.playing, debt[1])
        s.rest.append(debt)
    end_if_drawn(s)


def hear_no_call(s: LastOne, seat: int, count: int) -> None:
    """Who draws has more than its last card, and others have let the time for a call pass (LO-6.2)."""
    if count:
        s.silent &= ~(1 << seat)
    if s.silent and s.options.call_deadline == "next_action":
        pass_deadline(s, seat)


def clear_paid(s: LastOne) -> None:
    """Somebody acts in turn: whoever should have been fined for what lies before has been, or will not be."""
    if s.fined or any(s.paid):
        s.fined, s.paid = 0, [0] * len(s.players)


def end_turn(s: LastOne, e: Drew, drawn: int) -> None:
    """The turn passes with a draw. What was owed and not drawn is forgotten, and so is a melee. drawn: what is known."""
    was = s.turn
    turn: Turn = "own"
    if e.seat == s.drawer or not was >> e.seat & 1:
        turn = "out" if e.seat == s.drawer and not s.gap else turn_of(s, e.seat)
    if turn == "out":
        lose_count(s, was | 1 << e.seat)
    if s.owed or s.rest:
        lose_debts(s)
    if s.run >= 0:
        break_off(s)
    s.stacker = NOBODY
    if turn == "other way":
        s.way = -s.way
    goes_on(s, e.seat)
    if turn != "own" or s.passed or s.behind >= 0:
        pass_turn(s, e.seat, turn, was)
    s.drawer, s.drawn = e.seat, drawn
    if s.options.calls_recorded == "no":
        clear_paid(s)
    if s.options.play_drawn == "allow" and e.count:
        s.turn |= 1 << e.seat


def pay(s: LastOne, by: int, place: int, count: int, before: int | None) -> None:
    """A draw that was owed is made; the rest of one that emptied the stock follows after a reshuffle (LO-9.0)."""
    seat, owed, why, line = s.owed.pop(place)
    if seat not in {by, NOBODY}:
        lose_count(s, 1 << by | 1 << seat, count)
    if is_split(s, owed, count, before):
        s.owed.insert(place, (seat, owed - count, why, line))
    elif count < owed and (before is None or any(s.adrift)):
        s.rest = [(by, owed - count, why, line)]


def is_split(s: LastOne, owed: int, count: int, before: int | None) -> bool:
    """Whether a draw took all that was left of the stock, and a reshuffle brings more."""
    return 0 < count < owed and count == before and to_turn(s) != 0


def take(s: LastOne, e: Drew) -> None:
    """Cards go from the stock to a hand, and only that seat sees them."""
    listed = e.cards or ()
    if e.count > s.places.least[stock(s)] and not s.gap and (there := left(s)) is not None and e.count > there:
        lose_stock(s)
    s.since[e.seat] += e.count
    for number in range(min(e.count, CARDS)):
        card = listed[number] if number < len(listed) else UNKNOWN
        if s.order:
            take_next(s, e.seat, card)
        elif card.bit and may_be_drawn(s, card.bit):
            s.places.move_unseen(card.bit, stock(s), e.seat, s.step, e.seat)
            s.fetched |= card.bit
        else:
            s.places.move_unknown(stock(s), e.seat, s.step)


def take_next(s: LastOne, seat: int, card: Card) -> None:
    """The next card of a stock whose order somebody knew, which tells the card though nobody wrote it down."""
    places, top = s.places, s.order.pop(0)
    if card.bit and top >= 0 and card.index != top:
        s.order = []
        places.distrust(stock(s))
    if card.bit and may_be_drawn(s, card.bit):
        places.move_unseen(card.bit, stock(s), seat, s.step, seat)
        s.fetched |= card.bit
    elif top >= 0 and not card.bit:
        places.move_unseen(1 << top, stock(s), seat, s.step, None)
    else:
        places.move_unknown(stock(s), seat, s.step)


def may_be_drawn(s: LastOne, bit: int) -> bool:
    """Whether a card may be in the stock: not seen elsewhere, and among those shuffled back last."""
    return s.places.fits(bit, len(s.players)) and (not s.back or bool(s.back & bit))


# ---- LO-2.6 The stock shuffled anew --------------------------------------------------------------------------------


def reshuffle(s: LastOne, e: Reshuffled) -> None:
    """The upcard stays; the other discards are shuffled, face down, and are the stock now."""
    if not begin_play(s):
        go_on_after_the_end(s, NOBODY)
        return
    places, source = s.places, pile(s)
    keep = bit_of(s)
    cards = places.known[source] & ~keep
    whole = left(s) == 0 and to_turn(s) == cards.bit_count() and not s.gap and not any(s.adrift)
    named = [card.index for card in e.order or ()]
    known = mask_of(card for card in e.order or () if card.known)
    trusted = whole and len(named) == cards.bit_count() and not known & ~cards and order_is_plain(named)
    places.shuffle_back(source, stock(s), keep, known if trusted else 0, s.step)
    s.order = named if trusted and known else []
    s.back, s.shuffled = cards if whole else 0, (cards, tuple(s.lines), tuple(s.by))
    s.since = [0] * len(s.players)


def order_is_plain(named: list[int]) -> bool:
    """Whether no card is named twice."""
    known = [index for index in named if index >= 0]
    return len(set(known)) == len(known)
