"""LO-2 Turn and LO-3 Effects: cards played, what they ask for and what they do; cards shown at the end."""

from upcard.engine.games.last_one.dealing import begin_play
from upcard.engine.games.last_one.drawing import clear_paid, must_call, pass_deadline
from upcard.engine.games.last_one.melee import break_off, is_next, open_melee, play_on, plays_on
from upcard.engine.games.last_one.mistaken import forget_played, is_of_nobody, its_player, lose_player
from upcard.engine.games.last_one.opening import open_by_card
from upcard.engine.games.last_one.scoring import settle
from upcard.engine.games.last_one.slips import (
    Turn,
    act_outside,
    find_count,
    go_on_after_the_end,
    is_doubled,
    lose_debts,
    note_slips,
    pass_turn,
    turn_of,
)
from upcard.engine.games.last_one.table import (
    AGREED_SIZE,
    ANY,
    CARDS,
    JOKER,
    NOBODY,
    PACK_MASK,
    UNSEEN,
    LastOne,
    after,
    effect_of,
    face_of,
    goes_on,
    is_outside,
    lapsed,
    lose_thread,
    pile,
    stock,
    top_of,
)
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.strays import with_its_player
from upcard.schemas.cards import RANKS, Card, could_be, mask_of
from upcard.schemas.events import Played, Shown

WORKING = frozenset("A234J")
"""The ranks that do something to others; an 8 only asks for a suit."""

# ---- LO-2.2 A card is played ---------------------------------------------------------------------------------------


def play(s: LastOne, e: Played) -> None:
    """A seat plays a card: in turn, on its own 3, or to the melee. After the end it only shows what was left."""
    e = with_its_player(s, e, its_player)
    seat, card = e.seat, e.card
    if seat >= len(s.players) or (card.index == s.top and is_doubled(s, e)):
        return
    if is_outside(s, seat):
        play_outside(s, e)
        return
    if is_of_nobody(s, e):
        lose_player(s, e)
    resume_melee(s, e)
    fights = s.run >= 0 and plays_on(s, e) and (bool(card.bit) or not lapsed(s))
    if (s.phase != "play" or s.out >= 0) and not hand_is_on(s, fights=fights):
        show_cards(s, seat, (card,))
        go_on_after_the_end(s, seat)
        return
    if s.unopened:
        open_by_card(s, e, fights=fights)
    stacked = e.stacked or seat == s.stacker
    was = s.turn
    turn: Turn = "own"
    if not (was >> seat & 1 and seat != s.drawer) and not (fights or stacked) and s.out < 0:
        turn = turn_of(s, seat, could_be(card))
    effect = "" if fights else effect_of(s, e, stacked=stacked)
    may_raise = raises_after(s, e)
    if s.owed or s.rest:
        lose_debts(s)
    if may_raise:
        s.rest = [*s.rest, (NOBODY, CARDS, "melee", s.line)]
    broken_off = s.run >= 0 and not fights
    if broken_off:
        break_off(s)
    outside_melee = not (fights or broken_off or s.gap) and s.out < 0
    if outside_melee and (turn in {"out", "late"} or e.stacked or s.stacker >= 0):
        note_slips(s, e, turn)
    put(s, e)
    if s.options.calls_recorded == "no":
        clear_paid(s)
    s.stacker, s.drawer, s.drawn = NOBODY, NOBODY, 0
    if effect == UNSEEN:
        lose_thread(s)
    if s.gap:
        look(s, e, effect)
        s.stacker = seat if effect == "3" else NOBODY
        end_if_out(s, seat, effect)
        return
    after_card(s, e, effect, turn, was, fights=fights)


def end_if_out(s: LastOne, seat: int, effect: str) -> None:
    """The hand ends with the last card of a hand, of which all cards can be counted. Others may yet have to draw for it."""
    places = s.places
    if s.out >= 0 or places.known[seat] or places.most[seat]:
        return
    s.out = seat
    settle(s, "played")
    s.belated = s.options.effect_of_last_card == "apply" and effect in {"2", "4", UNSEEN}


def after_card(s: LastOne, e: Played, effect: str, turn: Turn, was: int, *, fights: bool) -> None:
    """What follows from a card that lies there: the end of the hand, its effect, and who is next. was: who could play."""
    seat = e.seat
    left = s.places.known[seat].bit_count() + s.places.most[seat] - s.adrift[seat]
    if left <= 0 and not (effect in {"2", "4"} and s.options.effect_of_last_card == "apply"):
        s.out = s.out if s.out >= 0 else seat
        settle(s, "played")
        return
    if s.silent and left > 0:
        pass_deadline(s, seat)
    elif left <= 0:
        s.silent = 0  # LO-9.0b: nobody needs to call in a hand that is at its end
    if fights:
        s.passed = 0
        play_on(s, e)
    else:
        look(s, e, effect)
        if turn == "other way":
            s.way = -s.way
        work(s, seat, effect)
        if turn != "own" or s.passed or s.behind >= 0:
            pass_turn(s, seat, turn, was, 2 if effect in {"2", "J"} else 1)
    if left == 1:
        must_call(s, seat)
    elif left <= 0:
        last_effect(s, seat)


def hand_is_on(s: LastOne, *, fights: bool) -> bool:
    """Whether a hand is on that a card can be played in; one that only waited for what its last card brought ends."""
    if s.out >= 0 and not fights and s.phase == "play":
        settle(s, "played")
    return begin_play(s)


def put(s: LastOne, e: Played) -> None:
    """The card goes to the pile and is the upcard."""
    places, seat, card = s.places, e.seat, e.card
    bit = card.bit
    if s.adrift[seat]:
        find_count(s, seat, bit)
    if bit:
        places.move(bit, seat, pile(s))
        s.lines[card.index], s.by[card.index] = s.line, seat
        s.fetched &= ~bit
        if bit & s.back and s.since[seat] > 0:
            s.since[seat] -= 1
    else:
        there = places.known[seat] & could_be(card)
        places.forget(seat, there)  # any of these can be the one that went
        s.fetched &= ~there
        s.back = 0
        places.move_unknown(seat, pile(s), s.step)
    s.top, s.player, s.played_at, s.below = card.index, seat, s.step, ""
    if bit and card.rank != JOKER:
        s.suit, s.rank = card.suit, card.rank
        return
    face = face_of(s, e)
    s.suit = s.rank = ""
    if face is not None:
        s.suit, s.rank = face.suit.replace("?", ""), face.rank.replace("?", "")


def look(s: LastOne, e: Played, effect: str) -> None:
    """What the upcard asks for (LO-2.3, LO-2.5, LO-3.4)."""
    s.demand = effect == "8"
    if s.demand:
        s.suit = e.suit or ""


# ---- LO-7.3 Played by who is not in the game -----------------------------------------------------------------------


def play_outside(s: LastOne, e: Played) -> None:
    """A card of who is not in the game lies on the pile; turn, debts and the end of the hand are as they were."""
    bit, places = e.card.bit, s.places
    if s.phase != "play" or places.known[pile(s)] & bit:
        return
    raises, effect = is_raise(s, e), effect_of(s, e, stacked=False)
    act_outside(s, e.seat, effect)
    below = s.below
    fetch_outside(s, e.seat, bit)
    put(s, e)
    s.below = below
    if raises:
        play_on(s, e)
        s.aggressor = s.defender = NOBODY
    else:
        look(s, e, effect)


def raises_after(s: LastOne, e: Played) -> bool:
    """Whether a card is the next of a melee for which somebody drew who is not in the game, so that it may go on."""
    face = face_of(s, e)
    if s.run >= 0 or not s.below or face is None or not s.rank or all(debt[2] != "melee" for debt in s.rest):
        return False
    last = RANKS.index(s.rank)
    return last < top_of(s) and face.rank == RANKS[last + 1] and s.run_suit in {face.suit, "?"}


def resume_melee(s: LastOne, e: Played) -> None:
    """A melee goes on by a card of which it is not the turn of its seat."""
    if not s.turn >> e.seat & 1 and raises_after(s, e):
        s.run = RANKS.index(s.rank)


def is_raise(s: LastOne, e: Played) -> bool:
    """Whether a card is the next of the melee that is on."""
    face = face_of(s, e)
    return s.run >= 0 and face is not None and is_next(s, face)


def fetch_outside(s: LastOne, seat: int, bit: int) -> None:
    """Who is not in the game has a card all the same: one known to lie elsewhere, or else one of those left over, of
    which it may have been dealt a hand.
    """
    places, source = s.places, stock(s)
    if places.known[seat] & bit or (not bit & places.located and places.most[seat]):
        return
    holder = next((place for place, cards in enumerate(places.known) if cards & bit), NOBODY)
    if holder >= 0:
        places.take_back(bit, holder, seat)
        return
    whole = places.most[source]
    places.move_unknown(source, seat, s.step)
    places.least[source], places.most[source] = max(0, min(places.least[source], whole - AGREED_SIZE)), whole


# ---- LO-3 Effects --------------------------------------------------------------------------------------------------


def work(s: LastOne, seat: int, effect: str) -> None:
    """The effect of a card played, by its rank, and who is next."""
    if effect not in WORKING:
        goes_on(s, seat)
        return
    if effect == "A":
        s.way = -s.way
    if effect == "2":
        s.owed.append((after(s, seat), 2, "two", s.line))
    goes_on(s, seat, 2 if effect in {"2", "J"} else 1)
    if effect == "3":
        s.stacker = seat
    elif effect == "4":
        open_melee(s, seat, s.suit)


def last_effect(s: LastOne, seat: int) -> None:
    """A last 2 is drawn for, a last 4 opens its melee; then the hand ends (LO-3.9, LO-9.0c)."""
    s.out, s.turn = seat, 0
    if s.run < 0 and lapsed(s):
        settle(s, "played")


# ---- LO-7.1 Cards shown --------------------------------------------------------------------------------------------


def show(s: LastOne, e: Shown) -> None:
    """The cards left in a hand are shown; all: and no more than these."""
    if (e.hand is not None and e.hand != s.hand) or e.seat is None or e.seat >= len(s.players):
        return
    if s.phase == "deal" or not s.hand:
        return
    places, seat = s.places, e.seat
    forget_played(s, seat, mask_of(e.cards))
    show_cards(s, seat, e.cards)
    if seat == s.drawer:
        s.drawn = ANY
    known = places.known[seat].bit_count()
    least, most = known + places.least[seat], known + places.most[seat]
    if e.all and s.adrift[seat] and least - s.adrift[seat] <= len(e.cards) <= most:
        places.forget(seat, places.known[seat] & ~mask_of(e.cards))
        known = places.known[seat].bit_count()
        places.least[seat] = places.most[seat] = max(0, len(e.cards) - known)
        s.adrift[seat] = 0
    elif e.all and least < most and least <= len(e.cards) <= most:
        places.least[seat] = places.most[seat] = max(0, len(e.cards) - known)
    if s.phase == "between":
        s.settled += 1


def show_cards(s: LastOne, seat: int, cards: tuple[Card, ...]) -> None:
    """Cards are known to lie in a hand, unless they cannot."""
    for card in cards:
        if card.bit & PACK_MASK and cannot_have(s, seat, card.bit) is None:
            if impossible(s.places, seat, card, PACK_MASK) is None:
                s.places.show(card.bit, seat)
            s.fetched &= ~card.bit


def cannot_have(s: LastOne, seat: int, bit: int) -> str | None:
    """Why a hand cannot have a card that nobody knows to be elsewhere, as the last reshuffle tells; or None.

    All cards drawn since come from the cards shuffled back, and those held before are none of them (LO-9.9).
    """
    places = s.places
    if not s.back or places.known[seat] & bit or s.adrift[seat]:
        return None
    drawn = s.since[seat] - (places.known[seat] & s.back).bit_count()
    if bit & s.back:
        return None if drawn > 0 else "was shuffled back, and the seat has drawn no card since"
    return None if places.most[seat] > drawn else "was not among the cards shuffled back, of which its others are"
