"""CA-1 Deck and seats: how a hand begins, and the deal of twelve cards each and the widow."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken
from upcard.engine.games.calabrasella.table import HAND, SEATS, WIDOW, WIDOW_SIZE, Calabrasella, after, no_hand
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Dealt, Gap, HandStarted, Voided

WIDOW_NAME = "widow"


def begin_hand(s: Calabrasella, e: HandStarted) -> None:
    """A new hand; what one that was not finished came to is not known if something of it was missed."""
    if s.phase != "between" and s.gap:
        s.unsure = (1 << SEATS) - 1
    if e.dealer is not None and e.dealer < SEATS:
        s.dealer = e.dealer
    elif s.phase != "deal" and s.hand:
        s.dealer = after(s.dealer)
    s.hand += 1
    s.phase, s.gap, s.astray, s.how, s.turn = "deal", False, False, "", -1
    s.passed, s.spoke, s.elected, s.unruly, s.paid = 0, -1, False, 0, False
    s.declarer, s.named, s.naming, s.absent, s.giver = -1, -1, 0, 0, -1
    s.discards, s.done, s.missed, s.score, s.rows = 0, 0, 0, [-1, -1], []
    clear(s)
    s.places = Places.empty(6, SEATS)


def hand_is_due(s: Calabrasella, _e: HandStarted) -> Answer:
    """A hand is played out (CA-3)."""
    if s.phase != "play" or s.gap:
        return None
    return Broken(says="the hand before was not played out; it is void")


def dealer_rotates(s: Calabrasella, e: HandStarted) -> Answer:
    """The deal passes to the left every hand (CA-4.5); a hand thrown in may be dealt again by the same."""
    if e.dealer is None:
        return None
    if e.dealer >= SEATS:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    if s.dealer < 0 or (e.dealer == s.dealer and (s.phase != "between" or s.how == "void")):
        return None
    due = after(s.dealer)
    return None if e.dealer == due else Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


def deal(s: Calabrasella, e: Dealt) -> None:
    """Twelve cards to each seat, four to the widow (CA-1.1)."""
    if begins_hand(s):
        begin_hand(s, HandStarted())
    if s.phase != "deal":
        return
    deal_hands(s.places, e, sizes_of(e, SEATS, [HAND] * SEATS), FORTY, s.step)
    listed = (e.places or {}).get(WIDOW_NAME, ())
    cards = mask_of(listed) & FORTY & ~s.places.located
    s.places.deal(WIDOW, cards, max(0, WIDOW_SIZE - cards.bit_count()), s.step, None)
    s.phase = "play"


def begins_hand(s: Calabrasella) -> bool:
    """Whether cards dealt now are those of a hand of which nobody wrote that it began."""
    return s.phase == "between" or (s.phase == "play" and bool(s.cards))


def begin_play(s: Calabrasella) -> bool:
    """The hand goes on with the usual cards, where nobody wrote the deal down. False: no hand is on."""
    if s.phase == "between":
        s.astray = True
        return False
    if s.phase == "deal":
        deal(s, Dealt(each=HAND))
    return True


def deal_in_order(s: Calabrasella, e: Dealt) -> Answer:
    """Twelve cards each and four to the widow, once (CA-1.1)."""
    if begins_hand(s):
        return no_hand(s, None, "cards dealt")
    if s.phase != "deal":
        return None if s.gap else Broken(says="a deal where none was due", kind="contradiction", clause="G-5")
    sizes = sizes_of(e, SEATS, [HAND] * SEATS)
    widow = (e.places or {}).get(WIDOW_NAME)
    faults = []
    if sizes != [HAND] * SEATS:
        faults.append(Broken(says=f"twelve cards were due to each seat, not {', '.join(map(str, sizes))}"))
    if widow is not None and len(widow) != WIDOW_SIZE:
        faults.append(Broken(says=f"four cards were due to the widow, not {len(widow)}"))
    return faults


def deal_is_possible(s: Calabrasella, e: Dealt) -> Answer:
    """Each of the forty cards is dealt once (G-5)."""
    fresh = begins_hand(s)
    if s.phase != "deal" and not fresh:
        return None
    places = Places.empty(6, SEATS) if fresh else s.places
    faults = deal_faults(places, e, sizes_of(e, SEATS, [HAND] * SEATS), FORTY)
    widow = (e.places or {}).get(WIDOW_NAME, ())
    if is_apart(widow, e.hands or ()):
        return faults
    owner = {card: seat for seat, cards in enumerate((e.hands or ())[:SEATS]) for card in cards or () if card.bit}
    for place, card in enumerate(widow):
        if card.bit and not card.bit & FORTY:
            faults.append(Broken(odd=(card,), says=f"{card} is not in the pack", lists=(WIDOW,)))
        elif card in owner:
            lists = (owner[card], WIDOW)
            faults.append(Broken(cards=card.bit, says=f"{card} was dealt twice", lists=lists))
        elif card.bit and card in widow[:place]:
            faults.append(Broken(cards=card.bit, says=f"{card} was dealt twice", lists=(WIDOW,)))
    return faults


def is_apart(widow: Sequence[Card], hands: Sequence[Sequence[Card] | None]) -> bool:
    """Whether nothing can be wrong with the widow: no card of it is known, or each is one that no hand has in its list."""
    cards = mask_of(widow)
    if cards & ~FORTY or (cards and cards.bit_count() != len(widow)):
        return False
    return not cards or all(hand is None or set(widow).isdisjoint(hand) for hand in hands)


def void(s: Calabrasella, _e: Voided) -> None:
    """The hand is thrown in; no chips move."""
    if s.phase == "between":
        return
    s.phase, s.how, s.turn, s.ended = "between", "void", -1, s.hand
    s.settled += 1


def void_is_due(s: Calabrasella, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in (G-5). One that all have passed is void without a word (CA-2.1)."""
    if s.phase != "between" or s.how == "passed" or s.gap or s.astray:
        return None
    return Broken(says="there was no hand to throw in")


def miss(s: Calabrasella, e: Gap) -> None:
    """Something was missed: turns, tricks and dealers prove nothing any more; chips neither, if hands were. Cards may
    have been exchanged, if none was played yet: nobody can tell where they lie.
    """
    if s.phase == "play" and not s.cards:
        s.places = Places.empty(6, SEATS)
        for place, size in ((0, HAND), (1, HAND), (2, HAND), (WIDOW, WIDOW_SIZE)):
            s.places.deal(place, 0, size, s.step, None)
            s.places.loosen(place)
    miss_tricks(s, SEATS)
    s.dealer = -1
    if s.phase == "between" or e.hands:
        s.unsure = (1 << SEATS) - 1
