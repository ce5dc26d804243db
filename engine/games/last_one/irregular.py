"""LO-9 Irregularities of turns, cards played, melees, owed draws and calls, as far as the record proves them."""

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.last_one.drawing import MELEE, MISSED, TURN, TWO, is_split, meant, owed_with_melee
from upcard.engine.games.last_one.melee import FOUR, is_next
from upcard.engine.games.last_one.opening import (
    FOR_UPCARD,
    first_in_turn,
    in_question,
    is_own_raise,
    off_by,
    off_once_more,
)
from upcard.engine.games.last_one.slips import may_be_drawn_card, turn_of, unless_doubled
from upcard.engine.games.last_one.table import (
    JOKER,
    NOBODY,
    PACK_MASK,
    UNSEEN,
    LastOne,
    face_of,
    is_outside,
    lapsed,
    left,
    nothing_left,
    pile,
    seats_in,
    stacks,
    to_turn,
)
from upcard.engine.mechanisms.dealers import is_off_again
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.wording import counted
from upcard.schemas.cards import Card, cards_of, could_be
from upcard.schemas.events import Drew, LastCalled, MeleeClosed, Played, Reshuffled, Shown

# ---- LO-1.1, LO-7.1, LO-7.2 Who may act at all ---------------------------------------------------------------------


def seat_exists(s: LastOne, e: LastCalled | Shown) -> Answer:
    """There is such a seat at this table (LO-1.1)."""
    return no_seat(e.seat, len(s.players))


@unless_doubled
def hand_on(s: LastOne, e: Played | Drew | LastCalled | Reshuffled | MeleeClosed) -> Answer:
    """The hand ends at once when a hand is empty (LO-7.1), but for what its last card makes others draw."""
    if s.missed:
        return None  # a hand may have begun
    if s.phase == "between" and s.how:
        if s.belated or s.how == "open":
            return None  # that play went on after the end was told
        harmless = isinstance(e, LastCalled)
        return Broken(seat=getattr(e, "seat", None), says="the hand had ended", kind="note" if harmless else None)
    if s.out < 0 or s.run >= 0 or s.owed or not isinstance(e, Played | Drew):
        return None
    return Broken(seat=e.seat, says="the hand had ended")


def in_the_game(s: LastOne, e: Played | Drew) -> Answer:
    """There is such a seat (LO-1.1), and who has reached the threshold takes no part any more (LO-7.2, LO-9.10)."""
    if s.playing >> e.seat & 1:
        return None
    if e.seat >= len(s.players):
        says = f"no seat {e.seat} at this table"
        return Broken(says=says, clause="LO-1.1", name="no_such_seat", kind="contradiction")
    return Broken(seat=e.seat, says=f"seat {e.seat} was not dealt in") if is_outside(s, e.seat) else None


def is_live(s: LastOne) -> bool:
    """Whether turns and draws of this hand can be judged."""
    return s.phase == "play" and not s.gap


def face_is_sure(s: LastOne) -> bool:
    """Whether the upcard, seen since a gap, tells what goes on it: not where an 8 in a melee unseen may ask for more."""
    return s.options.melee_card_effect == "none"


# ---- LO-9.1 What goes on the upcard --------------------------------------------------------------------------------


@unless_doubled
def matches(s: LastOne, e: Played) -> Answer:
    """A card of the upcard's suit or rank, or an 8; a joker goes on anything (LO-2.2 to LO-2.4)."""
    if e.card.rank in "8X" or e.card.suit == s.suit or e.card.rank == s.rank:
        return None
    if s.phase != "play" or (s.gap and not face_is_sure(s)) or turn_of(s, e.seat, could_be(e.card)) in {"late", "out"}:
        return None
    if s.run >= 0 or s.out >= 0 or stacks(s, e) or may_go_with(s, e.card) is not False:
        return None
    asked = f"{s.suit} is asked for" if s.demand else f"{s.rank}{s.suit}"
    return Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} has neither suit nor rank of the upcard ({asked})")


def may_go_with(s: LastOne, card: Card) -> bool | None:
    """The same as `goes_with` of a card played. If only its rank or suit was seen, it is none of those that all have seen
    to lie elsewhere.
    """
    answer = goes_with(s, card)
    if answer is not None or s.below or not s.suit or not s.rank:
        return answer
    may_be = list(cards_of(could_be(card) & PACK_MASK & ~s.places.known[pile(s)]))
    if not may_be or any(one.rank in {"8", JOKER, s.rank} or one.suit == s.suit for one in may_be):
        return None
    return False


def goes_with(s: LastOne, face: Card) -> bool | None:
    """Whether a card has the suit or the rank that the upcard counts as, or None if that cannot be told."""
    if face.suit == s.suit or face.rank == s.rank:
        return True
    if s.below and ("?" in s.below or face.rank == s.below[0] or face.suit == s.below[1]):
        return None  # the card of who is not in the game may have been taken back
    return None if not s.suit or not s.rank or "?" in face else False


@unless_doubled
def joker_is_good(s: LastOne, e: Played) -> Answer:
    """What a joker may stand for: anything, but what the upcard or an 8 asks for (LO-2.4, LO-2.5)."""
    if e.card.rank != JOKER or not is_live(s) or s.run >= 0 or s.out >= 0 or stacks(s, e):
        return None
    face = face_of(s, e)
    if face is None or turn_of(s, e.seat, could_be(e.card)) in {"late", "out"} or goes_with(s, face) is not False:
        return None
    if s.demand:
        if s.options.joker_on_named_suit == "any" or face.rank == "8":
            return None
        says = f"the joker stands for {face}; {s.suit} is asked for"
        return Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-2.5")
    if s.options.joker_named == "any":
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says=f"the joker stands for {face}, which does not go on the upcard")


@unless_doubled
def names_rightly(s: LastOne, e: Played) -> Answer:
    """An 8 names a suit, a joker a natural card, no other card anything (LO-3.4, LO-3.7, LO-9.0c)."""
    if (e.suit is None and e.stands_for is None) or e.card.rank == UNSEEN:
        return None
    faults = []
    if e.stands_for is not None and (e.card.rank != JOKER or e.stands_for.rank == JOKER):
        says = f"{e.card} was said to stand for {e.stands_for}"
        faults.append(Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-3.7", name="wrong_name"))
    face = face_of(s, e)
    if e.suit is None or not is_live(s) or (face is not None and e.suit == face.suit):
        return faults
    in_run = s.run >= 0 and s.options.melee_card_effect == "none" and (face is None or is_next(s, face))
    idle = stacks(s, e) and s.options.stack_effect == "none"
    if e.card.rank != "8" or in_run or idle:
        clause = "LO-5.7" if in_run else "LO-9.0c" if idle or e.card.rank == JOKER else "LO-3.4"
        faults.append(Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} names no suit here", clause=clause))
    return faults


# ---- LO-9.4, LO-2.2 Turn -------------------------------------------------------------------------------------------


@unless_doubled
def plays_in_turn(s: LastOne, e: Played) -> Answer:
    """The next seat in the direction of play that was not skipped plays (LO-2.1, LO-3.1, LO-3.5, LO-3.6)."""
    seat = e.seat
    if s.turn >> seat & 1 and seat != s.drawer:
        return None
    if not is_live(s) or s.run >= 0 or s.out >= 0 or not s.playing >> seat & 1 or stacks(s, e):
        return None
    if seat == s.drawer and s.turn.bit_count() <= 2 and not lapsed(s):
        if s.turn >> seat & 1 and may_be_drawn_card(s, seat, could_be(e.card)):
            return None
        says = (
            "another card than the one just drawn was played" if s.turn >> seat & 1 else "the turn passed with a draw"
        )
        return Broken(seat=seat, cards=e.card.bit, says=says, clause="LO-2.2", name="played_after_drawing")
    return out_of_turn(s, seat, "played")


def out_of_turn(s: LastOne, seat: int, did: str) -> Answer:
    """A seat acted in the turn of another; where nobody can draw, who cannot play is passed over (LO-2.6)."""
    if turn_of(s, seat) != "out":
        return None
    if s.unopened and is_off_again(s, off_by(s, seat, first_in_turn(s))):
        return off_once_more(s, seat)
    turn = " or ".join(map(str, seats_in(s.turn)))
    return Broken(seat=seat, says=f"seat {seat} {did}; it was the turn of seat {turn}")


# ---- LO-9.5, LO-9.6 Stacks and melees ------------------------------------------------------------------------------


@unless_doubled
def stacks_on_a_three(s: LastOne, e: Played) -> Answer:
    """One further card may be put on the own 3 just played (LO-3.2)."""
    if not e.stacked or e.seat == s.stacker or not is_live(s) or s.run >= 0 or s.out >= 0 or not s.rank:
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says="a card was stacked, but not on a 3 that allows it")


@unless_doubled
def goes_on_with_melee(s: LastOne, e: Played) -> Answer:
    """In a melee only the next card of the run is played (LO-5.2 to LO-5.5)."""
    if s.run < 0 or not is_live(s):
        return None
    face = face_of(s, e)
    joker = e.card.rank == JOKER
    unsure = not joker and not e.card.known
    if (joker and s.options.melee_joker == "forbid") or not (unsure or (face is not None and is_next(s, face))):
        return Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} is not the next card of the melee")
    if is_own_raise(s, e.seat) and not in_question(s):
        says = "the aggressor played the next card too"
        return Broken(seat=e.seat, cards=e.card.bit, says=says, clause="LO-5.4", name="self_raise")
    return None


def melee_is_on(s: LastOne, _e: MeleeClosed) -> Answer:
    """Only a melee that is on can be closed (LO-5.6)."""
    if s.run >= 0 or not is_live(s) or (s.below and any(why == MELEE for _, _, why, _ in s.rest)):
        return None
    return Broken(says="there was no melee")


# ---- LO-9.2, LO-9.7 Owed draws -------------------------------------------------------------------------------------


@unless_doubled
def nothing_owed(s: LastOne, _e: object) -> Answer:
    """What is owed is drawn before anything else is done (LO-8, LO-9.0)."""
    if not s.owed or lapsed(s):
        return None
    faults = []
    for seat, count, why, line in s.owed:
        if why == MISSED:
            says = "did not call the last card, which the next player's act shows"
            faults.append(Broken(seat=seat, at=line, says=says, clause="LO-9.7", name="missed_call"))
            says = f"did not draw {count} for the missed call"
            faults.append(Broken(seat=seat, says=says, clause="LO-9.7", name="no_penalty"))
        else:
            says = f"{count} owed for {'a 2' if why == TWO else 'the melee'} not drawn"
            faults.append(Broken(seat=None if seat == NOBODY else seat, says=says))
    return faults


@unless_doubled
def draws_what_is_owed(s: LastOne, e: Drew) -> Answer:
    """Owed draws are made by whom they fell to, in full, and in the order they arose (LO-9.0)."""
    if e.why == TURN and not s.owed and s.run < 0:
        return None
    if not is_live(s) or e.seat >= len(s.players):
        return None
    why, place = meant(s, e)
    if place < 0:
        return nothing_owed(s, e) if why == TURN else not_owed(s, e, why)
    owed = owed_with_melee(s)
    seat, count, why, _ = owed[place]
    faults: list[Broken | Cured] = []
    if seat not in {e.seat, NOBODY}:
        if why not in FOR_UPCARD or not is_off_again(s, off_by(s, e.seat, seat)):
            return Broken(seat=e.seat, says=f"seat {e.seat} drew for {said(why)}; seat {seat} was to draw")
        faults += off_once_more(s, e.seat)
    if place and not lapsed(s):
        first = owed[0]
        faults.append(Broken(seat=e.seat, says=f"seat {first[0]} was to draw for {said(first[2])} first", name="order"))
    if not whole(s, e, count):
        faults.append(Broken(seat=e.seat, says=f"{e.count} drawn for {said(why)}; {count} were owed"))
    return faults


def whole(s: LastOne, e: Drew, count: int) -> bool:
    """Whether a draw is of as many cards as were owed, or of all that were there (LO-9.0)."""
    if e.count == count:
        return True
    there = left(s)
    if e.count > count:
        return False
    return (
        (e.count == count - 1 > FOUR and bool(s.below))  # a raise of who is not in the game may not count
        or there is None
        or any(s.adrift)
        or (e.count == there and (nothing_after(s) or is_split(s, count, e.count, there)))
    )


def nothing_after(s: LastOne) -> bool:
    """Whether a reshuffle would bring no card, as far as can be told."""
    return to_turn(s) in {0, None}


def not_owed(s: LastOne, e: Drew, why: str) -> Broken | None:
    """A draw for which there is no cause."""
    if why == MISSED:
        if s.options.calls_recorded == "no" or s.adrift[e.seat] or s.places.count(e.seat) is None:
            return None
        says = "a penalty was drawn, but no call was missed"
        return Broken(seat=e.seat, says=says, clause="LO-9.7", name="needless_penalty")
    if why in {TWO, MELEE}:
        return Broken(seat=e.seat, says=f"cards were drawn for {said(why)}, but none were owed")
    return None


def said(why: str) -> str:
    """The reason of a draw in words."""
    return {TWO: "a 2", MELEE: "the melee", MISSED: "a missed call"}.get(why, why)


# ---- LO-9.3, LO-9.4, LO-9.6 Draws in turn --------------------------------------------------------------------------


def in_turn(s: LastOne, e: Drew) -> bool:
    """Whether a draw is one in turn, to be judged as such."""
    return is_live(s) and s.out < 0 and bool(s.playing >> e.seat & 1) and meant(s, e) == (TURN, -1)


@unless_doubled
def draws_one(s: LastOne, e: Drew) -> Answer:
    """In turn one card is drawn, unless none is there (LO-2.2, LO-2.6)."""
    if e.count == 1 or not in_turn(s, e):
        return None
    if e.count == 0 and (nothing_left(s) or left(s) is None or to_turn(s) is None or any(s.adrift)):
        return None
    return Broken(seat=e.seat, says=f"{counted(e.count, 'card')} drawn in turn")


@unless_doubled
def draws_in_turn(s: LastOne, e: Drew) -> Answer:
    """A card is drawn in one's own turn (LO-2.2)."""
    if (s.turn >> e.seat & 1 and e.seat != s.drawer) or s.run >= 0 or not in_turn(s, e):
        return None
    if e.seat == s.drawer and s.turn.bit_count() == 2:  # the turn is kept only to play the card drawn
        return Broken(seat=e.seat, says=f"seat {e.seat} drew again in the same turn")
    return out_of_turn(s, e.seat, "drew")


@unless_doubled
def no_draw_in_melee(s: LastOne, e: Drew) -> Answer:
    """Nothing but the run is played until the melee is over (LO-5.2)."""
    if s.run < 0 or s.passed >> e.seat & 1 or not in_turn(s, e):
        return None
    return Broken(seat=e.seat, says="a card was drawn in turn though a melee was on")


# ---- LO-6.3 Calls --------------------------------------------------------------------------------------------------


def calls_truly(s: LastOne, e: LastCalled) -> Answer:
    """Who calls holds one card (LO-6.3)."""
    if s.phase != "play" or e.seat >= len(s.players) or s.options.calls_recorded == "no":
        return None
    count = s.places.count(e.seat)
    if count in {1, None}:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} called the last card and held {count}")
