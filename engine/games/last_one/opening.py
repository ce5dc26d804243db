"""G-8 Who opens a hand tells who dealt it: by the first card, the first draw in turn, or the draw for a first 2 or 4."""

from typing import Final

from upcard.engine.game import Broken, Cured
from upcard.engine.games.last_one.scoring import in_game, next_dealer
from upcard.engine.games.last_one.table import NOBODY, LastOne, Owed, seats_in, stacks
from upcard.engine.mechanisms.dealers import is_named, off_again, opens
from upcard.schemas.events import Played

RAISED_ONCE: Final = 2
FOR_UPCARD: Final = frozenset({"two", "melee"})
"""Why the first upcard makes somebody draw (LO-4)."""
HANGING: Final = ("out_of_turn", "wrong_draw")
"""What is found of a seat that opens a hand and was not to."""

# ---- LO-7.3 Who deals ----------------------------------------------------------------------------------------------


def take_dealer(s: LastOne, dealer: int | None) -> None:
    """Who deals a hand, and who is in it. dealer: who is named."""
    due, seats, past = next_dealer(s), len(s.players), s.how != "void"
    s.playing = in_game(s) or (1 << seats) - 1
    if s.off and due >= 0:
        s.off = (s.dealer + s.off + past - due) % seats
        skip_dropped(s, due)
    if dealer is not None and dealer < seats:
        name(s, dealer, due)
        return
    s.dealer = due
    if due < 0:
        s.lone = s.off = 0


def name(s: LastOne, dealer: int, due: int) -> None:
    """A line names the dealer."""
    is_named(s, dealer, due)
    s.dealer, s.own_raise = dealer, 0


def skip_dropped(s: LastOne, dealer: int) -> None:
    """Who would have dealt by the last hand is one who was dealt in. dealer: who deals by the line."""
    seats = len(s.players)
    while s.off and not s.playing >> (dealer + s.off) % seats & 1:
        s.off = (s.off + 1) % seats


def name_again(s: LastOne, dealer: int | None) -> None:
    """The hand is announced again. The same line twice tells no more than once."""
    if dealer is None or dealer >= len(s.players):
        s.dealer, s.lone, s.off = NOBODY, 0, 0
    elif dealer != s.dealer:
        name(s, dealer, NOBODY)


# ---- LO-4 Who opens ------------------------------------------------------------------------------------------------


def await_opening(s: LastOne) -> None:
    """The upcard lies there, and whoever acts first may tell another dealer than one line alone does."""
    s.unopened = 1 if s.lone and s.dealer >= 0 and not s.gap else 0
    if s.off:
        skip_dropped(s, s.dealer)


def steps_off(s: LastOne, seat: int, due: int) -> int:
    """By how many seats in the game who opens a hand is off from who was to, or -1 where that cannot be told."""
    order = seats_in(s.playing)
    if not s.unopened or s.gap or not {seat, due, s.dealer} <= set(order):
        return -1
    return (order.index(seat) - order.index(due)) % len(order)


def moved(s: LastOne, seat: int, steps: int) -> int:
    """The seat so many seats in the game to the left."""
    order = seats_in(s.playing)
    return order[(order.index(seat) + steps) % len(order)]


def off_by(s: LastOne, seat: int, due: int) -> int:
    """By how many seats who dealt is off from the dealer as written, if this seat was to open."""
    steps = steps_off(s, seat, due)
    return (moved(s, s.dealer, steps) - s.dealer) % len(s.players) if steps > 0 else 0


def first_in_turn(s: LastOne) -> int:
    """Who is to act first; NOBODY where something is owed before, or a melee is on."""
    return NOBODY if s.owed or s.run >= 0 else s.turn.bit_length() - 1


def off_once_more(s: LastOne, seat: int) -> list[Broken | Cured]:
    """What is said where the dealer was written wrongly; what hung on that is withdrawn."""
    was = [Cured(s.off_at, name=found) for found in HANGING]
    return [*off_again(s, seat), *was, Cured(s.own_raise, name="self_raise")]


# ---- The hand is opened --------------------------------------------------------------------------------------------


def open_by_card(s: LastOne, e: Played, *, fights: bool) -> None:
    """The first card of a hand. One put on the first 4 tells nothing yet: it may be anybody's (LO-5.2). Who draws for it
    is told by the dealer only if nobody, or one alone, went on.
    """
    if fights:
        if is_own_raise(s, e.seat) and not in_question(s):
            s.own_raise = s.line
        s.unopened = RAISED_ONCE if s.unopened < RAISED_ONCE else 0
    elif stacks(s, e):
        s.unopened = 0
    else:
        open_hand(s, e.seat, first_in_turn(s))


def open_by_draw(s: LastOne, seat: int, why: str, place: int) -> None:
    """The first draw of a hand. place: of what is drawn among the draws owed, or -1."""
    if why == "missed_call":
        return
    if place < 0:
        open_hand(s, seat, first_in_turn(s) if why == "turn" else NOBODY)
        return
    debt, turn = s.owed[place], s.turn
    steps = open_hand(s, seat, debt[0] if debt[2] in FOR_UPCARD else NOBODY)
    if steps <= 0:
        return
    if s.off:
        s.turn |= turned(s, turn, steps)  # who follows may be next to either
    else:
        s.owed[place] = (seat, *debt[1:])


def open_hand(s: LastOne, seat: int, due: int) -> int:
    """A hand is opened by a seat. Returns by how many seats in the game it is off, -1 where that cannot be told."""
    steps, off = steps_off(s, seat, due), off_by(s, seat, due)
    s.unopened = 0
    if steps >= 0 and opens(s, off, len(s.players)):
        s.turn = turned(s, s.turn, steps)
    return steps


def turned(s: LastOne, seats: int, steps: int) -> int:
    """These seats (a mask), each moved so many seats in the game to the left."""
    return sum(1 << moved(s, seat, steps) for seat in seats_in(seats))


def is_for_upcard(s: LastOne, count: int, why: str, debt: Owed) -> bool:
    """Whether a draw for which no reason was written opens the hand: of as many cards as the first upcard asks for."""
    return bool(s.unopened) and not why and debt[2] in FOR_UPCARD and count == debt[1]


def is_own_raise(s: LastOne, seat: int) -> bool:
    """Whether the aggressor plays the next card of the melee too, where that is forbidden (LO-5.4)."""
    return seat == s.aggressor and s.options.melee_self_raise == "forbid"


def in_question(s: LastOne) -> bool:
    """Whether a hand before speaks against who is written as the dealer, whose the first upcard is."""
    return s.unopened == 1 and bool(s.off or s.own_raise)
