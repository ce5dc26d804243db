"""CA-1 Deck and seats: how a hand begins, and the deal of twelve cards each and the widow."""

from collections.abc import Sequence

from upcard.engine import common
from upcard.engine.game import Answer, Broken, Cured, SessionClosed
from upcard.engine.games.calabrasella.table import (
    BANK,
    EVERYBODY,
    HAND,
    RETURNED,
    SEATS,
    TABLE,
    WIDOW,
    WIDOW_SIZE,
    Calabrasella,
    after,
    no_hand,
)
from upcard.engine.mechanisms.corrections import change_unseen
from upcard.engine.mechanisms.dealers import begins_again, begun_twice, is_named, is_off_again, written_wrongly
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.ledger import undo
from upcard.engine.mechanisms.trick_play import clear, miss_tricks
from upcard.engine.places import Places
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Closed, Dealt, Gap, HandStarted, Voided

WIDOW_NAME = "widow"


def begin_hand(s: Calabrasella, e: HandStarted) -> None:
    """A new hand; what one that has no end in the record came to is not known."""
    if is_begun_late(s):
        if e.dealer is not None and e.dealer < SEATS:
            take_named(s, e, e.dealer)
            s.dealer = e.dealer
        s.begun = True
        return
    s.hand += not begins_again(s, e)
    s.begun, s.dealt = True, False
    if is_unfinished(s, e):
        s.unsure |= EVERYBODY
    take_dealer(s, e)
    s.phase, s.gap, s.astray, s.how, s.turn = "deal", False, False, "", -1
    s.passed, s.spoke, s.elected, s.unruly, s.paid = 0, -1, False, 0, False
    s.strays, s.skipped, s.muddled, s.electing = [], -1, False, 0
    s.declarer, s.named, s.naming, s.absent, s.giver = -1, -1, 0, 0, -1
    s.left = ""
    s.namer, s.asked, s.short, s.laid_open = -1, 0, 0, 0
    s.discards, s.done, s.missed, s.score, s.rows = 0, 0, 0, [-1, -1], []
    clear(s)
    s.changes = []
    s.places = Places.empty(6, SEATS)


def take_dealer(s: Calabrasella, e: HandStarted) -> None:
    """Who deals the hand that begins: as named, or by the rotation."""
    if e.dealer is not None and e.dealer < SEATS:
        if not begins_again(s, e):  # one line written twice says no more than one
            take_named(s, e, e.dealer)
        s.dealer, s.supposed = e.dealer, False
    elif s.phase == "deal":
        s.dealer = -1  # the same hand, or the next
    else:
        s.dealer = after(s.dealer)


def take_named(s: Calabrasella, e: HandStarted, dealer: int) -> None:
    """A line names the dealer. Where it tells another than the rotation, that is the first that speaks against it."""
    off = off_rotation(s, e)
    agrees = dealer == due_dealer(s) or (s.lone and deals_again(s, e)) or is_off_again(s, off)
    is_named(s, dealer, dealer if agrees else -1)
    if s.lone:
        s.off, s.off_at = -off % SEATS, s.line


def off_rotation(s: Calabrasella, e: HandStarted) -> int:
    """By how many seats who is named as the dealer is off from who was to deal (CA-4.5); 0 too where that cannot be told."""
    if e.dealer is None or s.dealer < 0 or s.supposed or deals_again(s, e):
        return 0
    return (e.dealer - due_dealer(s)) % SEATS


def due_dealer(s: Calabrasella) -> int:
    """Who is to deal the hand that is said to begin; -1, if that cannot be told."""
    return s.dealer if is_begun_late(s) else after(s.dealer)


def deals_again(s: Calabrasella, e: HandStarted) -> bool:
    """Whether who dealt the hand before deals once more, as it was thrown in or has no end."""
    return e.dealer == s.dealer and (s.phase != "between" or s.how == "void")


def is_unfinished(s: Calabrasella, e: HandStarted) -> bool:
    """Whether the hand before has no end in the record."""
    return s.phase != "between" and not begins_again(s, e) and not is_begun_late(s)


def is_begun_late(s: Calabrasella) -> bool:
    """Whether the hand that is said to begin is the one that was dealt just before."""
    return s.phase == "play" and not s.begun and is_untouched(s) and not s.cards


def is_untouched(s: Calabrasella) -> bool:
    """Whether nobody has bid or exchanged anything yet."""
    return s.declarer < 0 and not s.passed and not s.done and not s.gap


def hand_is_due(s: Calabrasella, e: HandStarted) -> Answer:
    """A hand is played out (CA-3)."""
    faults = []
    if twice := begun_twice(s, e, "G-5"):
        faults.append(twice)
    elif is_unfinished(s, e) and not s.gap:
        says = "the hand before has no end in this record; what it brought is not known"
        faults.append(Broken(says=says, kind=None if s.phase == "play" else "note"))
    return faults


def dealer_rotates(s: Calabrasella, e: HandStarted) -> Answer:
    """The deal passes to the left every hand (CA-4.5); a hand thrown in may be dealt again by the same."""
    if e.dealer is None:
        return None
    if e.dealer >= SEATS:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    off = off_rotation(s, e)
    due = due_dealer(s)
    if is_off_again(s, off):
        says = f"seat {e.dealer} dealt, as fits what was done before; by the dealer that was written seat {due} was to"
        return [written_wrongly(s, says), Cured(s.off_at, name="bid_order"), Cured(s.lone)]
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal") if off else None


def deal(s: Calabrasella, e: Dealt) -> None:
    """Twelve cards to each seat, four to the widow (CA-1.1)."""
    if s.left == "deal" and not s.gap:
        reopen(s)
    if begins_hand(s):
        if s.dealt or s.phase == "between" or not is_untouched(s):
            begin_hand(s, HandStarted())
            s.begun = False
        else:  # what was played before the deal was of the hand before
            clear(s)
            s.places, s.phase = Places.empty(6, SEATS), "deal"
    if s.phase != "deal":
        return
    s.dealt = True
    deal_hands(s.places, e, sizes_of(e, SEATS, [HAND] * SEATS), FORTY, s.step)
    listed = (e.places or {}).get(WIDOW_NAME, ())
    cards = mask_of(listed) & FORTY & ~s.places.located
    s.places.deal(WIDOW, cards, max(0, WIDOW_SIZE - cards.bit_count()), s.step, None)
    s.phase = "play"
    know_last(s.places)


def know_last(places: Places) -> None:
    """Where the cards of all places but one are known, what is left lies in that one."""
    (place, *others) = [place for place, more in enumerate(places.most) if more] or [0]
    rest = FORTY & ~places.located
    if not others and rest and places.least[place] == places.most[place] == rest.bit_count():
        places.known[place] |= rest
        places.been[place] |= rest
        places.located |= rest
        places.least[place] = places.most[place] = 0


def begins_hand(s: Calabrasella) -> bool:
    """Whether cards dealt now are those of a hand of which nobody wrote that it began."""
    return s.phase == "between" or (s.phase == "play" and (s.gap or bool(s.cards)))


def begin_play(s: Calabrasella) -> bool:
    """The hand goes on with the usual cards, where nobody wrote the deal down. False: no hand is on."""
    if s.left and not s.cards and not s.gap:
        reopen(s)
    if s.phase == "between":
        s.astray = True
        return False
    if s.phase == "deal":
        deal(s, Dealt(each=HAND))
        s.dealt = False
    return True


def reopen(s: Calabrasella) -> None:
    """The hand goes on after a row had settled it: the row was of the hand before, or written early."""
    undo(s.chips, s.rows)
    s.phase = "play" if s.left == "play" else "deal"
    s.unsure, s.turn, s.declarer, s.left = s.before, s.left_turn, s.left_declarer, ""
    s.how, s.score, s.paid, s.ended = "", [-1, -1], False, s.hand - 1
    s.settled += 1


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


def close(s: Calabrasella, e: Closed) -> None:
    """The session ends; what a hand came to that has no end in the record is not known."""
    if s.phase != "between":
        s.unsure |= EVERYBODY
    common.close(s, e)


def last_hand_has_ended(s: Calabrasella, _e: SessionClosed) -> Answer:
    """The last hand was played out (CA-3); what was played of one that was left is worth a note."""
    if s.phase == "between" or s.gap:
        return None
    return Broken(says="the last hand has no end in this record; what it brought is not known")


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
    have been exchanged, if none was played yet, and are those of another hand, if hands were missed: nobody can tell
    where they lie.
    """
    change_unseen(s, TABLE)
    if s.phase == "play" and (e.hands or not s.cards):
        s.places = Places.empty(6, SEATS)
        owes = s.declarer if s.giver >= 0 and not s.done & RETURNED else -1
        for place, size in ((0, HAND), (1, HAND), (2, HAND), (WIDOW, WIDOW_SIZE)):
            s.places.deal(place, 0, size + (place == owes), s.step, None)
            s.places.loosen(place)
    miss_tricks(s, SEATS)
    s.dealer = -1
    s.hand += e.hands or 0
    if s.phase == "between" or e.hands:
        s.unsure = EVERYBODY | 1 << BANK  # chips may have been added
    if s.phase == "play" and e.hands:
        clear(s)
        s.turn, s.declarer, s.named, s.naming, s.absent, s.giver, s.elected = -1, -1, -1, 0, 0, -1, False
