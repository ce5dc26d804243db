"""HP-1.1 Deal, HP-2 Bidding: who bids what, the joker after four passes, the widow, trump, the discard."""

from upcard.engine.games.hasenpfeffer.scoring import lose_count, next_dealers, settle_void
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    HAND,
    LED_BY,
    PACK,
    WIDOW,
    XR,
    Hasenpfeffer,
    left_of,
    reopen,
    stray,
)
from upcard.engine.mechanisms.deals import deal_hands, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.trick_play import clear, miss_tricks, open_cards
from upcard.engine.places import Places
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Bid, Dealt, Discarded, Gap, HandStarted, Passed, Shown, Took, TrumpNamed, Voided

# ---- HP-1.1 Deal ---------------------------------------------------------------------------------------------------


def begin_hand(s: Hasenpfeffer, e: HandStarted) -> None:
    """A new hand. Four passes before it say that the joker lay in the widow; else what was not ended cannot be told."""
    dealers = next_dealers(s)
    if s.phase == "joker" and not s.gap:
        settle_void(s, passed_out=True)
    elif s.phase != "between":
        lose_count(s)
    s.hand += 1
    s.late = s.late or s.winner >= 0
    s.phase, s.gap, s.how, s.quiet, s.written = "deal", False, "", -1, False
    told = e.dealer is not None and e.dealer < 4
    s.may_deal = []
    s.dealer = e.dealer if told else dealers[0] if len(dealers) == 1 else -1  # type: ignore[assignment]
    s.turn = left_of(s.dealer) if s.dealer >= 0 else -1
    s.bids, s.skipped, s.high, s.joker = [-1] * 4, 0, 0, -1
    s.declarer, s.contract, s.lifted, s.stowed, s.trump = -1, -1, False, False, ""
    s.voided, s.taker, s.astray = 0, -1, False
    clear(s)
    s.taken, s.points, s.made = [0, 0], [None, None], -1
    s.places = Places.empty(7, 4)


def deal(s: Hasenpfeffer, e: Dealt) -> None:
    """Six cards each, and the widow."""
    stray(s)
    if s.phase != "deal":
        return
    places = s.places
    deal_hands(places, e, sizes_of(e, 4, [HAND] * 4), PACK, s.step)
    widow = mask_of((e.places or {}).get("widow", ())) & PACK & ~places.located
    left = PACK & ~places.located
    if not widow and left.bit_count() == 1 and not any(places.most[:4]):
        widow = left  # all hands are written down: one card is left
    widow &= -widow
    places.deal(WIDOW, widow, 0 if widow else 1, s.step, None)
    s.phase = "bids"


# ---- HP-2.1 Bids ---------------------------------------------------------------------------------------------------


def bid(s: Hasenpfeffer, e: Bid) -> None:
    """A seat bids. What is not above the high bid makes nobody the high bidder."""
    speak(s, e.seat, e.amount)


def pass_by(s: Hasenpfeffer, e: Passed) -> None:
    """A seat passes."""
    speak(s, e.seat, 0)


def speak(s: Hasenpfeffer, seat: int, amount: int) -> None:
    """A seat takes its one turn in the bidding. A second turn, or one after the bidding, has no meaning."""
    stray(s)
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase != "bids" or seat > 3 or s.bids[seat] >= 0:
        return
    if s.dealer < 0 and not s.gap and max(s.bids) < 0:
        s.dealer, s.turn = (seat + 3) & 3, seat
    if s.turn >= 0 and not s.skipped >> seat & 1:
        while s.turn != seat:
            s.skipped |= 1 << s.turn
            next_to_speak(s, s.turn)
    s.bids[seat] = amount
    if amount > s.high:
        s.high, s.declarer = amount, seat
    if s.turn == seat:
        next_to_speak(s, seat)
    if min(s.bids) >= 0:
        end_bidding(s)


def next_to_speak(s: Hasenpfeffer, seat: int) -> None:
    """The next seat after this one that has not had its turn; those passed over come last."""
    s.turn = -1
    for place in range(seat + 1, seat + 5):
        other = place & 3
        if s.bids[other] >= 0:
            continue
        if not s.skipped >> other & 1:
            s.turn = other
            return
        s.turn = other if s.turn < 0 else s.turn


def end_bidding(s: Hasenpfeffer) -> None:
    """All had their turn: the high bidder declares; after four passes, who holds the joker (HP-2.2)."""
    if s.high:
        declare(s, s.declarer, s.high)
        return
    s.phase, s.turn = "joker", -1
    if s.places.known[WIDOW] & XR:
        ended = s.ended
        settle_void(s, passed_out=True)
        s.voided = 0
        if not s.places.seen[-1] & XR:
            s.quiet = ended


def bids_are_in(s: Hasenpfeffer) -> bool:
    """Whether there is a high bid, and nobody is left to bid but seats that were passed over."""
    return s.high > 0 and all(said >= 0 or s.skipped >> seat & 1 for seat, said in enumerate(s.bids))


def declare(s: Hasenpfeffer, seat: int, contract: int) -> None:
    """A seat has the contract, and plays first."""
    s.phase, s.declarer, s.contract, s.turn = "widow", seat, contract, seat


def declare_by_act(s: Hasenpfeffer, seat: int) -> None:
    """Who takes the widow, names trump or leads has the contract, if the bidding did not tell."""
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase == "joker":
        show_joker(s, seat)
    elif s.phase == "bids":
        if not s.gap and (s.declarer == seat or bids_are_in(s)):
            declare(s, s.declarer, s.high)
        else:
            declare(s, seat, -1)


# ---- HP-2.2 Four passes --------------------------------------------------------------------------------------------


def show_joker(s: Hasenpfeffer, seat: int) -> None:
    """The joker's holder is committed to the forced bid."""
    s.joker = seat
    declare(s, seat, s.options.forced_bid)


def show(s: Hasenpfeffer, e: Shown) -> None:
    """Cards shown are known to lie where they were shown; the joker, after four passes, decides who declares."""
    place = place_shown(e)
    if place < 0 or (e.hand is not None and e.hand != s.hand):
        return
    joker = any(card.bit == XR for card in e.cards)
    if joker and s.phase == "joker" and place == WIDOW:
        void(s, Voided())
        s.voided = 0
    elif joker and s.phase == "joker" and place < 4:
        show_joker(s, place)
    for card in e.cards:
        if card.bit & PACK and impossible(s.places, place, card, PACK) is None:
            s.places.show(card.bit, place)
    if s.quiet >= 0 and s.places.seen[-1] & s.places.known[WIDOW] & XR:
        s.quiet = -1


def place_shown(e: Shown) -> int:
    """The place that cards were shown in, or -1."""
    if e.seat is not None:
        return e.seat if e.seat < 4 else -1
    return {"widow": WIDOW, "discard": DISCARD}.get(e.place or "", -1)


def void(s: Hasenpfeffer, e: Voided) -> None:
    """The hand does not count. With the joker in the widow the deal goes on to the left; else that is not said."""
    reopen(s)
    if s.phase != "between":
        settle_void(s, passed_out=says_passed_out(e.why) if e.why else s.phase == "joker")


PASSED_OUT = (
    "joker",
    "xr",
    "all pass",
    "four pass",
    "body pass",
    "everyone pass",
    "passed out",
    "no bid",
    "nobody bid",
)
MISDEALS = ("misdeal", "turned", "exposed", "face up", "missing", "seen", "short", "dropped", "fell")
"""Words by which a scribe tells why a hand is void; those of a misdeal count, whatever card they name."""


def says_passed_out(why: str) -> bool:
    """Whether these words say that a hand was passed out with the joker in the widow, and not a misdeal."""
    said = why.lower()
    if any(word in said for word in MISDEALS):
        return False
    return any(word in said for word in PASSED_OUT)


# ---- HP-2.3 Widow, trump, discard ----------------------------------------------------------------------------------


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
    declare_by_act(s, e.seat)
    told = mask_of(e.cards or ()) & PACK
    lift(s, e.seat, told & -told)


def name_trump(s: Hasenpfeffer, e: TrumpNamed) -> None:
    """Trump is named; the first word counts. A trick that was led before has its suit from now on."""
    reopen(s)
    stray(s)
    if s.phase == "between" or s.trump or e.seat > 3:
        return
    declare_by_act(s, e.seat)
    if e.seat == s.declarer:
        lift(s, e.seat)
    s.trump = e.suit
    if open_cards(s, 4):
        s.led = LED_BY[s.trump][s.cards[s.first]]
    if s.stowed:
        s.phase = "play"


def discard(s: Hasenpfeffer, e: Discarded) -> None:
    """Who took the widow puts a card away face down, whichever it is."""
    reopen(s)
    stray(s)
    if s.phase == "between" or e.seat > 3:
        return
    declare_by_act(s, e.seat)
    if s.stowed or not may_put_away(s, e.seat):
        return
    lift(s, e.seat)
    if s.taker != e.seat:  # the high bidder had the widow after all: whatever it was, it left the other hand
        s.places.pass_face_down(0, s.taker, e.seat, s.step, ())
        s.taker = e.seat
    s.stowed = True
    for card in (None,) if e.cards is None else e.cards:
        if card is not None and card.bit & PACK:
            s.places.pass_face_down(card.bit, e.seat, DISCARD, s.step, (e.seat,))
        else:
            s.places.pass_face_down(0, e.seat, DISCARD, s.step, ())
    if s.trump:
        s.phase = "play"


def may_put_away(s: Hasenpfeffer, seat: int) -> bool:
    """Whether a seat may have the widow in its hand: who took it, or the high bidder."""
    return not s.lifted or seat in {s.taker, s.declarer}


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def miss(s: Hasenpfeffer, e: Gap) -> None:
    """Something was missed: turns, counts and voids of this hand prove nothing now; between hands, nor do totals."""
    reopen(s)
    miss_tricks(s, WIDOW + 1)
    if s.phase == "between" or e.hands:
        s.hand += e.hands or 0
        s.phase, s.how, s.dealer, s.may_deal, s.quiet = "between", "", -1, [], -1
        lose_count(s)
