"""HP-3 Play: tricks by effective suits, turns, cards that cannot be where they were seen, and what revokes prove."""

from collections.abc import Iterator, Sequence

import msgspec

from upcard.engine.game import Answer, Broken, InDoubt
from upcard.engine.games.hasenpfeffer.bidding import deal, declare_by_act, lift
from upcard.engine.games.hasenpfeffer.order import joker_elsewhere, stray_act
from upcard.engine.games.hasenpfeffer.scoring import settle
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    LED_BY,
    PACK,
    POWERS,
    TABLE,
    WIDOW,
    XR,
    Hasenpfeffer,
    no_hand_is_on,
    reopen,
    stray,
    unseen,
)
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.trick_play import (
    exchange,
    miss_tricks,
    open_cards,
    owed_to_leader,
    put,
    put_plainly,
    revoke_put_right,
    trick_of,
)
from upcard.engine.mechanisms.tricks import Void, keeps_suit, out_of_turn, unseen_slack, winner
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Corrected, Dealt, Played

# ---- HP-3.1, HP-3.2 Tricks -----------------------------------------------------------------------------------------


def play(s: Hasenpfeffer, e: Played) -> None:
    """A card goes to the trick; four make it full. What is no card of the pack stands for one not known."""
    seat, card = e.seat, e.card
    if seat > 3 or (s.phase != "play" and not begin_play(s, seat)):
        return
    if card.bit & ~PACK:
        card = UNKNOWN
    if plays_twice(s, seat):
        miss_tricks(s, WIDOW + 1)
    placed = put(s, seat, card, TABLE, 4)
    if placed:
        go_on(s, seat, card, placed)


def play_plainly(s: Hasenpfeffer, e: Played) -> bool:
    """The same of a card that needs no judging: in turn, of a suit that may be played, not the joker after it was shown."""
    seat, card = e.seat, e.card
    if seat != s.turn or s.phase != "play" or (s.joker >= 0 and card.bit == XR) or plays_twice(s, seat):
        return False
    placed = put_plainly(s, seat, card, TABLE, PACK, 4)
    if placed:
        go_on(s, seat, card, placed)
    return placed > 0


def go_on(s: Hasenpfeffer, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    if placed == 4:
        win_trick(s)
        return
    s.turn = (seat + 1) & 3
    if placed == 1:
        lead(s, seat, card)


def plays_twice(s: Hasenpfeffer, seat: int) -> bool:
    """Whether a seat has played to the open trick already: a play was left out or written wrongly, nobody knows which,
    and from here on tricks and turns prove nothing.
    """
    return seat in s.by[s.first :] and s.phase == "play" and bool(open_cards(s, 4))


def begin_play(s: Hasenpfeffer, seat: int) -> bool:
    """Play begins. A discard that nobody wrote down was made, face down. False: no hand is on."""
    reopen(s)
    stray(s)
    if s.phase == "between":
        return False
    if s.gap and s.phase != "widow":
        forget_hands(s)
        return True
    declare_by_act(s, seat)
    lift(s, s.declarer)
    if not s.stowed:
        s.stowed = True
        s.places.pass_face_down(0, s.taker, DISCARD, s.step, ())
    s.phase = "play"
    return True


def forget_hands(s: Hasenpfeffer) -> None:
    """The bidding was missed: nobody knows into whose hand the widow went, and what was put away from there."""
    if s.phase == "deal":
        deal(s, Dealt())
    for place in (0, 1, 2, 3, WIDOW):
        s.places.forget(place)
        s.places.most[place] += 1
    s.phase, s.lifted, s.stowed, s.declarer = "play", True, True, -1


def lead(s: Hasenpfeffer, seat: int, card: Card) -> None:
    """A new trick. Who leads it has won the last, if that could not be told (HP-3.2)."""
    if owed_to_leader(s, seat):
        s.taken[seat & 1] += 1
    s.led = LED_BY[s.trump][card] if s.trump else 0


def win_trick(s: Hasenpfeffer) -> None:
    """The highest trump wins, else the highest card of the suit led (G-4); the sixth trick ends the hand."""
    first, won = s.first, -1
    if s.trump:
        won = winner(s.cards[first:], s.by[first:], POWERS[s.trump][s.led])
    if won >= 0:
        s.taken[won & 1] += 1
    s.winners.append(won)
    s.turn = won
    if len(s.winners) == 6:
        find_discard(s)
        settle(s)


def find_discard(s: Hasenpfeffer) -> None:
    """All cards but one were played: that one was put away (HP-7)."""
    left = PACK & ~s.places.seen[-1]
    if left.bit_count() == 1 and s.places.fits(left, DISCARD):
        s.places.show(left, DISCARD)


def hand_is_open(s: Hasenpfeffer, e: Played) -> Answer:
    """Cards are played when the bidding is over and trump is named (HP-2.3)."""
    if s.phase == "play" or s.gap or e.seat > 3 or no_hand_is_on(s):
        return None
    if s.phase in {"deal", "bids"}:
        return Broken(seat=e.seat, says="a card was played before the bidding had ended")
    if not s.trump:
        return Broken(seat=e.seat, says="a card was played before trump was named")
    return Broken(seat=s.declarer, says="no discard was written before the first lead", name="no_discard", kind="note")


def turn_is_kept(s: Hasenpfeffer, e: Played) -> Answer:
    """Who plays is who is next: the high bidder first, then the winner of each trick (HP-3.1, HP-3.2, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat > 3:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5", name="no_such_seat")
    if no_hand_is_on(s) and not s.gap:
        return stray_act(s, seat, e.card.bit & PACK)
    if s.turn < 0 or s.gap or seat == s.turn or s.phase in {"deal", "bids"}:
        return None
    return out_of_turn(seat, s.turn, e.card)


def card_is_possible(s: Hasenpfeffer, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit = e.seat, e.card.bit
    if seat > 3 or s.places.known[seat] & bit or s.phase == "between":
        return None
    if s.phase != "play":
        s = s.copied()
        begin_play(s, seat)
    if s.joker < 0 and bit & PACK and s.places.fits(bit, seat):
        return None
    return joker_elsewhere(s, seat, bit) or impossible(s.places, seat, e.card, PACK)


# ---- Following suit ------------------------------------------------------------------------------------------------


def suit_is_kept(s: Hasenpfeffer, e: Played) -> Answer:
    """Keep the effective suit that was led when you can (HP-3.1)."""
    if not s.led or e.card.bit & s.led or s.phase != "play":
        return None
    if len(s.cards) - s.first == 4 or s.gap or e.seat > 3 or plays_twice(s, e.seat):
        return None
    if not s.places.fits(e.card.bit, e.seat) or e.card.bit & ~PACK:
        return None  # written wrongly, or held by another: it proves nothing of this hand
    answer = keeps_suit(s.places, e.seat, e.card, s.led)
    return must_hold(s, e.seat, answer.cards) if isinstance(answer, InDoubt) else answer


def must_hold(s: Hasenpfeffer, seat: int, cards: int) -> Broken | InDoubt | None:
    """One of these cards is in the hand for certain if all other places together have no room for them."""
    cards &= unseen(s, seat)
    if not cards:
        return None
    elsewhere = sum(s.places.most) - s.places.most[seat]
    return Broken(seat=seat, cards=cards) if cards.bit_count() > elsewhere else InDoubt(seat=seat, cards=cards)


class Barred(msgspec.Struct):
    """A seat that cannot hold these cards."""

    cards: int
    seat: int | None


def unseen_room(s: Hasenpfeffer, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none, or lie where
    the discard lies (G-10).
    """
    if s.gap or s.phase != "play" or not s.trump:
        return PLENTY
    where = DISCARD + 1 if not s.places.most[TABLE] else TABLE + 1
    if s.joker < 0:
        return unseen_slack(s.places, where, doubts, PACK)
    return unseen_slack(s.places, where, (*doubts, *without_joker(s)), PACK)


def without_joker(s: Hasenpfeffer) -> Iterator[Barred]:
    """Who cannot hold the joker, since another has shown it."""
    return (Barred(XR, seat) for seat in range(4) if seat != s.joker)


# ---- G-14 A revoke put right within the trick ----------------------------------------------------------------------


def correct(s: Hasenpfeffer, e: Corrected) -> None:
    """A seat's card in the open trick is replaced; the old one is known to be in its hand from then on."""
    _, seats = trick_of(s)
    if s.phase != "play" or s.gap or not open_cards(s, 4) or e.seat not in seats or not e.card.bit & PACK:
        return
    place = seats.index(e.seat)
    exchange(s, place, e.card, TABLE)
    if place == 0 and s.trump:
        s.led = LED_BY[s.trump][e.card]


def correction_is_allowed(s: Hasenpfeffer, e: Corrected) -> Answer:
    """A revoker may follow after all while the trick is open, where the table plays so (G-14)."""
    if s.phase == "between" and not s.gap:
        return Broken(seat=e.seat, says="no hand is on", kind="contradiction", clause="G-5", name="no_hand")
    return None if s.gap else revoke_put_right(s, e, 4, allowed=s.options.same_trick_correction)
