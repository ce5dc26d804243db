"""HP-2.3 The widow, trump, the discard: what the high bidder does before the first lead."""

from upcard.engine.games.hasenpfeffer.bidding import declare_by_act
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    LED_BY,
    PACK,
    WIDOW,
    Hasenpfeffer,
    remember_pool,
    reopen,
    stray,
)
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import UNKNOWN, mask_of
from upcard.schemas.events import Discarded, Took, TrumpNamed


def lift(s: Hasenpfeffer, seat: int, told: int = 0) -> None:
    """A seat takes the widow; where nobody wrote that, it came before what was done next.

    told: the card, where it is known to who took it.
    """
    if s.lifted:
        return
    s.lifted, s.taker = True, seat
    bit = told or s.places.known[WIDOW]
    if bit:
        s.places.move_unseen(bit, WIDOW, seat, s.step, None)
        s.places.seen[seat] |= told
    else:
        s.places.move_unknown(WIDOW, seat, s.step)


def take(s: Hasenpfeffer, e: Took) -> None:
    """The widow goes to who took it, high bidder or not; the card may have been told."""
    reopen(s)
    stray(s)
    if e.place != "widow" or e.seat > 3 or s.phase == "between":
        return
    acts(s, e.seat)
    told = mask_of(e.cards or ()) & PACK
    lift(s, e.seat, told & -told)


def name_trump(s: Hasenpfeffer, e: TrumpNamed) -> None:
    """Trump is named; the first word counts, but that of the high bidder before that of another. A trick that was led
    before has its suit from now on.
    """
    reopen(s)
    stray(s)
    if s.phase == "between" or e.seat > 3 or (s.trump and not may_name_after(s, e.seat)):
        return
    acts(s, e.seat)
    if e.seat == s.declarer:
        lift(s, e.seat)
    s.trump, s.namer = e.suit, e.seat
    if open_cards(s, 4):
        s.led = LED_BY[s.trump][s.cards[s.first]]
    if s.stowed:
        s.phase = "play"


def may_name_after(s: Hasenpfeffer, seat: int) -> bool:
    """Whether trump was named by another than the high bidder, who names it now."""
    return seat == s.declarer != s.namer and not s.cards


def acts(s: Hasenpfeffer, seat: int) -> None:
    """A seat does what the high bidder does. That it is another is told once."""
    declare_by_act(s, seat)
    if seat != s.declarer:
        s.told |= 1 << seat


def discard(s: Hasenpfeffer, e: Discarded) -> None:
    """Who took the widow puts a card away face down, whichever it is."""
    reopen(s)
    stray(s)
    if s.phase == "between" or e.seat > 3:
        return
    acts(s, e.seat)
    if s.stowed or not may_put_away(s, e.seat):
        return
    lift(s, e.seat)
    if s.taker != e.seat:  # the high bidder had the widow after all: whatever it was, it left the other hand
        s.places.pass_face_down(0, s.taker, e.seat, s.step, ())
        s.taker = e.seat
    s.stowed, s.put_away = True, s.line
    cards = (UNKNOWN,) if e.cards is None else e.cards
    if cards:
        remember_pool(s, e.seat, told=all(card.bit & PACK for card in cards))
    for card in cards:
        if card.bit & PACK:
            s.places.pass_face_down(card.bit, e.seat, DISCARD, s.step, (e.seat,))
        else:
            s.places.pass_face_down(0, e.seat, DISCARD, s.step, ())
    if s.trump:
        s.phase = "play"


def may_put_away(s: Hasenpfeffer, seat: int) -> bool:
    """Whether a seat may have the widow in its hand: who took it, or the high bidder."""
    return not s.lifted or seat in {s.taker, s.declarer}


def find_discard(s: Hasenpfeffer) -> None:
    """All cards but one were played: that one was put away (HP-7)."""
    left = PACK & ~s.places.seen[-1]
    if left.bit_count() == 1 and s.places.fits(left, DISCARD):
        s.places.show(left, DISCARD)
