"""HP-1.1 Deal, HP-2 Bidding: who bids what, and the joker after four passes."""

from upcard.engine.games.hasenpfeffer.dealer import name_dealer, open_bids
from upcard.engine.games.hasenpfeffer.scoring import begun_already, lose_count, next_dealers, settle_void
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    HAND,
    PACK,
    TABLE,
    WIDOW,
    XR,
    Hasenpfeffer,
    left_of,
    reopen,
)
from upcard.engine.mechanisms.corrections import change_unseen
from upcard.engine.mechanisms.dealers import begins_again
from upcard.engine.mechanisms.deals import deal_hands, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.showing import wrong_remainder
from upcard.engine.mechanisms.strays import settle_down
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Bid, Dealt, Gap, HandStarted, Passed, Shown, Voided

# ---- HP-1.1 Deal ---------------------------------------------------------------------------------------------------


def begin_hand(s: Hasenpfeffer, e: HandStarted) -> None:
    """A new hand. Four passes before it say that the joker lay in the widow; else what was not ended cannot be told."""
    dealers = next_dealers(s)
    again = begins_again(s, e)
    if not again:
        name_dealer(s, e, dealers)
    if begun_already(s):
        if e.dealer is not None and e.dealer < 4:
            s.dealer, s.turn = e.dealer, left_of(e.dealer)
        s.unwritten = False
        return
    if s.phase == "joker" and not s.gap:
        settle_void(s, passed_out=True)
    elif s.phase != "between" and not again:
        lose_count(s)
    s.row_due = s.phase == "between" and s.how == "played" and not s.written
    s.hand += 1
    s.late = s.late or s.winner >= 0
    s.phase, s.gap, s.how, s.quiet, s.written = "deal", False, "", -1, False
    told = e.dealer if e.dealer is not None and e.dealer < 4 else -1
    s.may_deal, s.could_deal = [], [] if told >= 0 else dealers
    s.dealer = told if told >= 0 else dealers[0] if len(dealers) == 1 else -1
    s.turn = left_of(s.dealer) if s.dealer >= 0 else -1
    s.bids, s.skipped, s.instead, s.high, s.joker = [-1] * 4, 0, [-1] * 4, 0, -1
    s.declarer, s.contract, s.lifted, s.stowed, s.trump = -1, -1, False, False, ""
    s.voided, s.taker, s.put_away, s.astray, s.unwritten = 0, -1, 0, False, False
    s.namer, s.told, s.pool, s.pooled = -1, 0, 0, []
    clear(s)
    s.changes = []
    settle_down(s)
    s.ousted, s.heirs, s.muddled = -1, [], False
    s.taken, s.points, s.made, s.could = [0, 0], [None, None], -1, ()
    s.places = Places.empty(7, 4)


def begin_unwritten(s: Hasenpfeffer) -> None:
    """Cards dealt, and bids, begin a hand of which nobody wrote that it began."""
    if s.phase == "between" and s.quiet < 0:
        gap = s.gap
        begin_hand(s, HandStarted())
        s.gap, s.unwritten = gap, not gap


def deal(s: Hasenpfeffer, e: Dealt) -> None:
    """Six cards each, and the widow. A hand of which nobody wrote that it began begins with them."""
    begin_unwritten(s)
    if s.gap and s.phase not in {"between", "deal"}:  # the hand before ended in what was missed
        begin_hand(s, HandStarted())
    if s.phase != "deal":
        return
    places = s.places
    deal_hands(places, e, sizes_of(e, 4, [HAND] * 4), PACK, s.step)
    widow = mask_of((e.places or {}).get("widow", ())) & PACK & ~places.located
    widow &= -widow
    places.deal(WIDOW, widow, 0 if widow else 1, s.step, None)
    complete(places)
    s.phase = "bids"


def complete(places: Places) -> None:
    """Where all but one hand, or all but the widow, are written down, the cards that are left lie there."""
    left = PACK & ~places.located
    there = [place for place in (0, 1, 2, 3, WIDOW) if places.most[place]]
    if len(there) == 1 and left.bit_count() == places.most[there[0]]:
        place = there[0]
        places.known[place] |= left
        places.been[place] |= left
        places.located |= left
        places.least[place] = places.most[place] = 0


# ---- HP-2.1 Bids ---------------------------------------------------------------------------------------------------


def bid(s: Hasenpfeffer, e: Bid) -> None:
    """A seat bids. What is not above the high bid makes nobody the high bidder."""
    speak(s, e.seat, e.amount)


def pass_by(s: Hasenpfeffer, e: Passed) -> None:
    """A seat passes."""
    speak(s, e.seat, 0)


def speak(s: Hasenpfeffer, seat: int, amount: int) -> None:
    """A seat takes its one turn in the bidding. A second turn, or one after the bidding, has no meaning."""
    stray = s.phase == "between"
    begin_unwritten(s)
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase == "between" or seat > 3:
        return
    if spoke_for_another(s, seat):
        give_word(s, seat)
    if s.bids[seat] >= 0:
        return
    if s.phase != "bids":
        speak_late(s, seat, amount)
        return
    if max(s.bids) < 0 and not s.gap:
        open_bids(s, seat, stray=stray)
    if s.turn >= 0 and not s.skipped >> seat & 1:
        s.instead[seat] = s.turn if s.turn != seat else -1
        while s.turn != seat:
            s.skipped |= 1 << s.turn
            next_to_speak(s, s.turn)
    s.bids[seat] = amount
    if amount > s.high:
        s.high, s.declarer, s.joker = amount, seat, -1
    if s.turn == seat:
        next_to_speak(s, seat)
    if min(s.bids) >= 0:
        end_bidding(s)


def spoke_for_another(s: Hasenpfeffer, seat: int) -> bool:
    """Whether a seat that speaks again spoke out of turn before: that word may have been of the seat whose turn it was."""
    due = s.instead[seat]
    return s.phase == "bids" and s.bids[seat] >= 0 <= due and s.bids[due] < 0 and not s.gap


def give_word(s: Hasenpfeffer, seat: int) -> None:
    """The word of this seat was that of the seat in whose turn it spoke; now it is its own turn."""
    due = s.instead[seat]
    s.bids[due], s.bids[seat], s.instead[seat] = s.bids[seat], -1, -1
    for place in range(due, due + ((seat - due) & 3)):
        s.skipped &= ~(1 << (place & 3))
    s.declarer = due if s.declarer == seat else s.declarer
    if s.dealer >= 0 and due == left_of(s.dealer):
        s.off = 0  # who was to open the bids did, if so
    next_to_speak(s, due)


def speak_late(s: Hasenpfeffer, seat: int, amount: int) -> None:
    """A word that is written behind what the high bidder did: that of the high bidder tells the contract."""
    s.bids[seat] = amount
    if seat == s.declarer and s.contract < 0 and s.high < amount <= 6:
        s.high = s.contract = amount


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
    if s.joker >= 0:
        show_joker(s, s.joker)  # shown before the last word was written
    elif s.places.known[WIDOW] & XR:
        ended = s.ended
        settle_void(s, passed_out=True)
        s.voided = 0
        if not s.places.seen[-1] & XR:
            s.quiet = ended


def all_spoke(s: Hasenpfeffer) -> bool:
    """Whether nobody is left to bid but who was passed over."""
    return all(said >= 0 or s.skipped >> seat & 1 for seat, said in enumerate(s.bids))


def high_bidder(s: Hasenpfeffer) -> int:
    """Who is to take the widow, -1 if nobody has bid, or shown the joker."""
    return s.joker if s.phase == "bids" and not s.high else s.declarer


def declare(s: Hasenpfeffer, seat: int, contract: int) -> None:
    """A seat has the contract, and plays first."""
    s.phase, s.declarer, s.contract, s.turn = "widow", seat, contract, seat


def declare_by_act(s: Hasenpfeffer, seat: int) -> None:
    """Who takes the widow, names trump or leads has the contract, if the bidding did not tell."""
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase == "joker":
        declare(s, seat, s.options.forced_bid)
    elif s.phase == "bids":
        if not s.gap and all_spoke(s) and s.bids[seat] >= 0 and high_bidder(s) >= 0:
            seat = high_bidder(s)
        declare(s, seat, contract_by_bid(s, seat))


def contract_by_bid(s: Hasenpfeffer, seat: int) -> int:
    """The contract of a seat that declares though not all bids are known: -1 if its own is not."""
    if s.bids[seat] > 0:
        return s.bids[seat] if s.bids[seat] == s.high else -1
    forced = not s.high and (s.joker == seat or (s.gap and not s.bids[seat]))
    return s.options.forced_bid if forced else -1


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
    joker = any(card.bit == XR & ~s.doubted for card in e.cards)
    if joker and s.phase == "joker" and place == WIDOW:
        void(s, Voided())
        s.voided = 0
    elif joker and s.phase == "joker" and place < 4:
        show_joker(s, place)
    elif joker and place < 4 and s.phase == "bids" and not s.high and not s.gap and s.bids.count(0) == 3:
        s.joker = place  # the last word is missing, or comes after it
    wrong = counts_are_told(s, place, e) and wrong_remainder(s.places, place, e)
    for card in () if wrong else e.cards:
        if card.bit & PACK & ~s.doubted and impossible(s.places, place, card, PACK) is None:
            s.places.show(card.bit, place)
    if s.quiet >= 0 and s.places.seen[-1] & s.places.known[WIDOW] & XR:
        s.quiet = -1


def counts_are_told(s: Hasenpfeffer, place: int, e: Shown) -> bool:
    """Whether it can be told how many cards a hand has: not of who has the widow in hand as well, or is to discard, nor
    by cards that prove nothing.
    """
    doubted = any(card.bit & s.doubted for card in e.cards)
    return place < 4 and not doubted and (s.phase != "widow" or place != s.declarer)


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


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def miss(s: Hasenpfeffer, e: Gap) -> None:
    """Something was missed: turns, counts and voids of this hand prove nothing now; between hands, nor do totals."""
    reopen(s)
    change_unseen(s, TABLE)
    miss_tricks(s, WIDOW + 1)
    settle_down(s)
    s.heirs = []
    if s.phase == "between" or e.hands:
        s.hand += e.hands or 0
        s.phase, s.how, s.dealer, s.may_deal, s.quiet = "between", "", -1, [], -1
        lose_count(s)
