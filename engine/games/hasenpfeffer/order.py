"""HP-2 Bidding, HP-7 Irregularities: what is wrong with a deal, a bid, the joker, the widow, trump or the discard."""

import msgspec

from upcard.engine.game import Answer, Broken, Cured, InDoubt, shown
from upcard.engine.games.hasenpfeffer.bidding import (
    all_spoke,
    counts_are_told,
    high_bidder,
    place_shown,
    says_passed_out,
    spoke_for_another,
)
from upcard.engine.games.hasenpfeffer.dealer import may_speak_first, off_by
from upcard.engine.games.hasenpfeffer.sheet import says_void
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    HAND,
    PACK,
    WIDOW,
    XR,
    Hasenpfeffer,
    left_of,
    no_hand_is_on,
)
from upcard.engine.games.hasenpfeffer.widow import may_name_after
from upcard.engine.mechanisms.dealers import is_off_again, off_again
from upcard.engine.mechanisms.deals import deal_faults, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.mistaken import mistaken
from upcard.engine.mechanisms.showing import with_remainder
from upcard.engine.places import Places
from upcard.engine.wording import counted
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Bid, Dealt, Discarded, HandStarted, Passed, Scored, Shown, Took, TrumpNamed, Voided
from upcard.schemas.findings import FindingKind

Act = Bid | Passed | Took | TrumpNamed | Discarded


def nobody_there(s: Hasenpfeffer, seat: int) -> Broken | None:
    """Acts of a seat that is not there, or where no hand is on (G-5). After a gap its beginning may have been missed."""
    if seat > 3:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5", name="no_such_seat")
    if no_hand_is_on(s) and not s.gap:
        return stray_act(s, seat)
    return None


def stray_act(s: Hasenpfeffer, seat: int, cards: int = 0) -> Broken | None:
    """An act of a hand where none is on; once, for all that follow it until a hand begins."""
    if s.astray:
        return None
    return Broken(seat=seat, cards=cards, says="no hand is on", kind="contradiction", clause="G-5", name="no_hand")


# ---- HP-1.1 Deal ---------------------------------------------------------------------------------------------------


def deal_in_order(s: Hasenpfeffer, e: Dealt) -> Answer:
    """Six cards each, once a hand."""
    if s.phase != "deal":
        if s.gap or (s.phase == "between" and s.astray):
            return None
        return Broken(says="cards dealt where no deal was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, 4, [HAND] * 4)
    if sizes != [HAND] * 4:
        return Broken(says=f"six cards were due to each seat, not {', '.join(map(str, sizes))}", name="wrong_deal")
    return None


def deal_is_possible(s: Hasenpfeffer, e: Dealt) -> Answer:
    """Each of the 25 cards is dealt once."""
    if s.phase != "deal":
        return None
    faults = deal_faults(s.places, e, sizes_of(e, 4, [HAND] * 4), PACK)
    widow = (e.places or {}).get("widow")
    if widow is None:
        return faults
    if len(widow) != 1:
        faults.append(
            Broken(says=f"{counted(len(widow), 'card')} listed as the widow, which is one card", lists=(WIDOW,))
        )
    for card in widow:
        owners = tuple(seat for seat, hand in enumerate((e.hands or ())[:4]) if card.bit and card in (hand or ()))
        if owners:
            says = f"{card} was dealt to seat {owners[0]}, and is the widow"
            faults.append(Broken(cards=card.bit, says=says, lists=(*owners, WIDOW)))
        elif card.bit and not card.bit & PACK:
            faults.append(Broken(odd=(card,), says=f"{card} is not in the pack", lists=(WIDOW,)))
    return faults


# ---- HP-2.1 Bids ---------------------------------------------------------------------------------------------------


def bid_in_turn(s: Hasenpfeffer, e: Bid | Passed) -> Answer:
    """From left of the dealer, one turn each."""
    seat = e.seat
    nobody = nobody_there(s, seat)
    if nobody is not None or no_hand_is_on(s):
        return nobody
    if s.phase not in {"deal", "bids"}:
        return late_word(s, e)
    if spoke_for_another(s, seat):
        return None
    if s.bids[seat] >= 0:
        kind = word_kind(s, e)
        return None if s.gap else Broken(seat=seat, says="each seat has one turn to bid", name="second_turn", kind=kind)
    if s.gap or s.skipped >> seat & 1:
        return None
    first = max(s.bids) < 0
    if seat == s.turn or (s.turn < 0 and not (first and not may_speak_first(s, seat))):
        return None
    if first and is_off_again(s, off_by(s, seat)):
        return off_again(s, seat, "out_of_turn")
    due = " or ".join(map(str, [s.turn] if s.turn >= 0 else map(left_of, s.could_deal)))
    return Broken(seat=seat, says=f"seat {seat} spoke; it was the turn of seat {due}", name="out_of_turn")


def late_word(s: Hasenpfeffer, e: Bid | Passed) -> Broken | None:
    """A word behind what the high bidder did. That the bidding had not ended was told then; but nobody bids any more."""
    if s.gap:
        return None
    waited = s.phase != "joker" and s.bids[e.seat] < 0
    if waited and (isinstance(e, Passed) or e.seat == s.declarer):
        return None
    return Broken(seat=e.seat, says="the bidding had ended", name="late_bid", kind=word_kind(s, e))


def word_kind(s: Hasenpfeffer, e: Bid | Passed) -> FindingKind:
    """What it is that a seat speaks again: the same word is a line written twice."""
    said = e.amount if isinstance(e, Bid) else 0
    return "contradiction" if s.bids[e.seat] == said else "breach"


def again(*, same: bool) -> FindingKind:
    """What it is that the high bidder does a thing again: the same once more is a line written twice."""
    return "contradiction" if same else "breach"


def bid_is_higher(s: Hasenpfeffer, e: Bid) -> Answer:
    """A bid is 1 to 6, and above the high bid so far (HP-6.2); of a seat that was passed over, as it stood in its turn."""
    if e.seat > 3 or s.phase not in {"deal", "bids"} or (s.bids[e.seat] >= 0 and not spoke_for_another(s, e.seat)):
        return None
    if not 1 <= e.amount <= 6:
        return Broken(seat=e.seat, says=f"a bid of {e.amount}; bids are 1 to 6")
    high = s.high
    if s.skipped >> e.seat & 1 and s.dealer >= 0 and e.amount not in s.bids:
        before = range(left_of(s.dealer), left_of(s.dealer) + ((e.seat - s.dealer - 1) & 3))
        high = max((s.bids[place & 3] for place in before), default=0)
    if e.amount <= high and not s.gap:
        return Broken(seat=e.seat, says=f"a bid of {e.amount}; the high bid was {high}")
    return None


# ---- HP-2.2 Four passes --------------------------------------------------------------------------------------------


def joker_is_shown(s: Hasenpfeffer, e: Voided | HandStarted | Scored) -> Answer:
    """After four passes the joker's holder shows it; that the hand is void says that it lay in the widow."""
    if s.phase != "joker" or s.gap or (isinstance(e, Scored) and not says_void(s, e)):
        return None
    if isinstance(e, Voided) and e.why and not says_passed_out(e.why):
        return None  # thrown in for another reason: nobody had to show it
    return joker_kept_back(s.places)


def joker_kept_back(places: Places) -> Broken | InDoubt | None:
    """What is known of a joker that was not shown: who had it, that somebody had, or that somebody may."""
    holders = [seat for seat in range(4) if places.held(seat, XR) is not False]
    if not holders:
        return None
    if places.held(WIDOW, XR) is None:
        return InDoubt(cards=XR)
    return Broken(seat=holders[0] if len(holders) == 1 else None, cards=XR)


def silence_is_shown(s: Hasenpfeffer, e: Shown) -> Answer:
    """The widow of a hand that was called void is turned over after all, and is not the joker (HP-2.2)."""
    if not s.voided or e.place != "widow" or e.hand not in {None, s.hand} or s.places.located & XR:
        return None
    after = s.places.copy()
    for card in e.cards:
        if not card.bit & PACK or impossible(after, WIDOW, card, PACK) is not None:
            return None
        after.show(card.bit, WIDOW)
    broken = joker_kept_back(after)
    return [Cured(s.voided), msgspec.structs.replace(broken, at=s.voided)] if isinstance(broken, Broken) else None


def void_has_cause(s: Hasenpfeffer, e: Voided) -> Answer:
    """Four passes with the joker in the widow make a hand void; whatever else the table throws in, it says why."""
    if s.phase == "between" and not (s.how == "void" and s.ended == s.hand) and not s.gap:
        return Broken(says="no hand was on that could be void", kind="contradiction", clause="G-5", name="no_hand")
    if s.phase in {"between", "joker", "deal"} or s.gap or (e.why and not says_passed_out(e.why)):
        return None
    says = "void though somebody bid" if s.high or s.declarer >= 0 else "void before all four had passed"
    return Broken(says=f"the hand was declared {says}")


def shown_is_possible(s: Hasenpfeffer, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    place = place_shown(e)
    if e.hand is not None and e.hand != s.hand:
        return None
    if place < 0 and e.seat is not None:
        return nobody_there(s, e.seat)
    if place < 0:
        return Broken(says="whose cards were shown, or where, was not written", name="shown_nowhere", kind="note")
    if s.phase == "deal":
        return None
    cards = [card for card in e.cards if not card.bit & s.doubted]
    found = (joker_elsewhere(s, place, card.bit) or impossible(s.places, place, card, PACK) for card in cards)
    faults = [in_question(fault if place < 4 else of_no_seat(fault, place)) for fault in found if fault is not None]
    return with_remainder(faults, s.places, place, e) if counts_are_told(s, place, e) else faults


def in_question(fault: Broken) -> Broken:
    """A card that another has listed may have been written wrongly here as well as there."""
    return msgspec.structs.replace(fault, doubted=fault.cards) if set(fault.lists) - {fault.seat} else fault


def of_no_seat(fault: Broken, place: int) -> Broken:
    """The fault of a card that cannot lie in the widow, or where the discard lies."""
    cards = " ".join(fault.odd) or shown(fault.cards)
    says = f"{cards} cannot be the {'widow' if place == WIDOW else 'discard'}"
    return Broken(cards=fault.cards, odd=fault.odd, says=says, lists=fault.lists)


def joker_elsewhere(s: Hasenpfeffer, place: int, bit: int) -> Broken | None:
    """The joker was shown by another seat, which can only have put it away since."""
    if bit != XR or s.joker in {-1, place} or place == DISCARD or s.places.known[place] & XR:
        return None
    says = f"seat {s.joker} had the joker after four passes"
    return Broken(seat=place if place < 4 else None, cards=XR, says=says, name="joker_elsewhere")


# ---- HP-2.3 Widow, trump, discard ----------------------------------------------------------------------------------


def declarer_acts(s: Hasenpfeffer, e: Took | TrumpNamed | Discarded) -> Answer:
    """When the bidding is over the high bidder, and nobody else, takes the widow, names trump and discards."""
    seat = e.seat
    nobody = nobody_there(s, seat)
    if nobody is not None or no_hand_is_on(s):
        return nobody
    if s.gap and s.phase in {"between", "deal", "bids", "joker"}:
        return None
    if s.phase == "joker" or s.quiet >= 0:
        return None  # see `joker_is_held`
    if s.phase in {"deal", "bids"} and not all_spoke(s):
        return Broken(seat=seat, says="the bidding had not ended", name="before_the_bidding_ended")
    high = high_bidder(s)
    if s.phase == "bids" and (s.bids[seat] < 0 or high < 0):
        return None  # who was passed over may have bid more, or passed: that was told
    if seat in {high, s.taker} or s.told >> seat & 1:
        return None
    return Broken(seat=seat, says=f"seat {high} is the high bidder, not seat {seat}", name="not_high_bidder")


def may_act(s: Hasenpfeffer, seat: int) -> bool:
    """Whether nothing is said of this seat doing what the high bidder does: else one finding is enough."""
    if s.phase == "joker":
        return s.places.held(seat, XR) is not False
    return s.phase in {"widow", "play"} and (seat in {s.declarer, s.taker} or bool(s.told >> seat & 1))


def joker_is_held(s: Hasenpfeffer, e: Took | TrumpNamed | Discarded) -> Answer:
    """After four passes nobody acts as high bidder but who has the joker; it may show later who had it (HP-2.2)."""
    seat = e.seat
    if seat > 3 or (s.phase != "joker" and s.quiet < 0) or s.gap:
        return None
    says = f"seat {seat} acted as high bidder without the joker"
    in_widow = isinstance(e, Took) and any(card.bit == XR for card in e.cards or ())
    held = s.places.known[seat] & XR
    if not held and (in_widow or s.places.located & XR or not s.places.most[seat]):
        return Broken(seat=seat, says=says)
    if held:
        return None
    return [InDoubt(cards=XR, seat=other, blames=seat, says=says) for other in range(4) if other != seat]


def widow_in_order(s: Hasenpfeffer, e: Took) -> Answer:
    """The widow is one card, and is taken first."""
    if e.seat > 3 or s.phase == "between":
        return None
    if e.place != "widow":
        return Broken(seat=e.seat, says=f"nobody takes cards from {e.place!r}", kind="contradiction", clause="G-5")
    if s.lifted:
        wrong, says = not s.gap and may_act(s, e.seat), "the widow is taken before trump is named, and once"
        return Broken(seat=e.seat, says=says, kind=again(same=not s.trump)) if wrong else None
    if e.cards is not None and len(e.cards) != 1:
        return Broken(seat=e.seat, says=f"{counted(len(e.cards), 'card')} taken; the widow is one", name="wrong_count")
    return None


def widow_is_possible(s: Hasenpfeffer, e: Took) -> Answer:
    """The card taken was not dealt to anybody (G-5)."""
    if e.seat > 3 or e.place != "widow" or s.lifted or s.phase in {"between", "deal"}:
        return None
    faults = (impossible(s.places, WIDOW, card, PACK) for card in e.cards or () if card.bit)
    return [of_no_seat(fault, WIDOW) for fault in faults if fault is not None]


def trump_in_order(s: Hasenpfeffer, e: TrumpNamed) -> Answer:
    """Trump is named once; that it came too late is told of what came before it."""
    if e.seat > 3 or s.phase == "between" or s.gap:
        return None
    if s.trump and not may_name_after(s, e.seat) and may_act(s, e.seat):
        kind = again(same=e.seat == s.namer and e.suit == s.trump)
        return Broken(seat=e.seat, says="trump was named before; the first word counts", kind=kind)
    return None


def discard_in_order(s: Hasenpfeffer, e: Discarded) -> Answer:
    """One card is put away, after trump was named and before the first lead."""
    if e.seat > 3 or s.phase == "between" or s.gap or not may_act(s, e.seat):
        return None
    if s.stowed:
        says = "a card was put away after the first lead" if s.cards else "a second discard"
        away = mask_of(e.cards or ()) & PACK
        same = not s.cards and e.seat == s.taker and not away & ~s.places.known[DISCARD]
        return Broken(seat=e.seat, says=says, cards=away, kind=again(same=same))
    faults = []
    if not s.trump:
        faults.append(Broken(seat=e.seat, says="a card was put away before trump was named"))
    if e.cards is not None and len(e.cards) != 1:
        faults.append(Broken(seat=e.seat, says=f"{counted(len(e.cards), 'card')} put away; one is", name="wrong_count"))
    return faults


def discard_is_possible(s: Hasenpfeffer, e: Discarded) -> Answer:
    """What is put away was in the hand (G-5)."""
    if e.seat > 3 or s.stowed or s.phase == "between" or (s.lifted and e.seat != s.taker):
        return None
    if s.phase == "deal" and s.gap:
        return None  # the deal was missed
    widow = 0 if s.lifted else s.places.known[WIDOW]
    unknown = not s.lifted and s.places.most[WIDOW]
    faults = []
    for card in e.cards or ():
        fault = None if card.bit & widow else impossible(s.places, e.seat, card, PACK)
        if fault is not None and not (unknown and card.bit & PACK & ~s.places.located):
            faults.append(mistaken(fault, s.line, ()))
    return faults
