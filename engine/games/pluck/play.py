"""PL-4 Play: the rules of the first lead, of turns and suits, and cards that cannot be where they were seen."""

from collections.abc import Sequence
from functools import partial

from upcard.engine.game import Answer, Broken, Cured, InDoubt, Verdict
from upcard.engine.games.pluck.dealing import fill_hands
from upcard.engine.games.pluck.moves import may_be_gone, passed, returned_to, unwritten
from upcard.engine.games.pluck.table import (
    LOWEST,
    PACK,
    SEATS,
    TABLE,
    Pluck,
    holder,
    next_seat,
    no_hand,
    place_before,
    suit_mask,
    told_by_room,
    won_with,
)
from upcard.engine.games.pluck.tricks import played_by, swaps_lead
from upcard.engine.mechanisms.corrections import revoke_put_right, wrong_change
from upcard.engine.mechanisms.hands import may_leave
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.left_out import TrickRules, missing_from
from upcard.engine.mechanisms.mistaken import either_is_wrong, passed_before
from upcard.engine.mechanisms.showing import show_cards, with_remainder
from upcard.engine.mechanisms.strays import (
    closes_late,
    goes_on_after,
    goes_on_ahead,
    plays_twice,
    says_for_another,
    suspects,
    written_twice,
)
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.engine.mechanisms.tricks import keeps_suit, out_of_turn
from upcard.schemas.cards import Card
from upcard.schemas.events import Corrected, Played, Shown

# ---- PL-4.1 The first lead, turns, suits ---------------------------------------------------------------------------


def turn_is_kept(s: Pluck, e: Played) -> Answer:
    """Who plays is who is next (PL-4.1, G-13). Where a card was written wrongly, who led after it did not lead out of turn."""
    seat = e.seat
    before = place_before(s, e)
    if before >= 0:
        following = before // SEATS * SEATS + SEATS
        return Cured(s.lines[following]) if following < len(s.cards) else None
    if seat == s.turn and s.phase == "play":
        return None
    if seat >= SEATS:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return no_hand(s, "a card was played where no hand is on", seat, e.card.bit & PACK, "after_the_hand")
    if s.gap or written_twice(s, seat, e.card, TABLE):
        return None
    due = next_seat(s)
    if played_by(s, e, due) != seat:
        says = says_for_another(e, due)
        return Broken(
            seat=None, cards=e.card.bit, says=says, name="written_for_another", clause="G-5", kind="contradiction"
        )
    if not s.cards:
        return opener_in_turn(s, e)
    if (s.strays or s.shaky) and open_cards(s, SEATS):
        return None  # told of when it began
    if s.turn < 0 or goes_on_after(s, seat, SEATS) or (goes_on_ahead(s, seat) and not open_cards(s, SEATS)):
        return None
    return out_of_turn(seat, s.turn, e.card)


def opener_in_turn(s: Pluck, e: Played) -> Answer:
    """Whoever leads first ought to hold the lowest club; another card first may mean that somebody else does."""
    if s.phase == "deal" and not s.trump:
        return None  # told of already: it may have been a card of the hand before
    first = holder(s)
    if first == e.seat or e.card == LOWEST or not e.card.bit:
        return None if first in {-1, e.seat} else out_of_turn(e.seat, first, e.card)
    if first >= 0:
        return out_of_turn(e.seat, first, e.card)
    if s.places.located & LOWEST.bit:
        return None
    if s.places.held(e.seat, LOWEST.bit) is False:
        return Broken(seat=e.seat, cards=e.card.bit, says=f"seat {e.seat} led; the holder of {LOWEST} leads first")
    says = f"seat {e.seat} led; the holder of {LOWEST} leads first"
    return [
        told_by_room(s.places, InDoubt(seat=seat, cards=LOWEST.bit, blames=e.seat, says=says))
        for seat in range(SEATS)
        if seat != e.seat and s.places.held(seat, LOWEST.bit) is None
    ]


def opens_rightly(s: Pluck, e: Played) -> Answer:
    """The holder of the lowest club leads it to the first trick, after trump was named (PL-4.1, PL-2.3)."""
    if s.cards or s.gap or s.phase == "between" or e.seat >= SEATS:
        return None
    verdicts: list[Verdict] = []
    if not s.trump:
        says = "a card was played before trump was named"
        verdicts.append(Broken(cards=e.card.bit, says=says, name="no_trump", clause="PL-2.3", kind="contradiction"))
    if (
        e.card == LOWEST
        or not e.card.bit
        or (s.phase == "deal" and not s.trump)
        or played_by(s, e, next_seat(s)) != e.seat
    ):
        return verdicts
    held = s.places.held(e.seat, LOWEST.bit)
    if held is None:
        verdicts.append(told_by_room(s.places, InDoubt(seat=e.seat, cards=LOWEST.bit)))
    elif held:
        verdicts.append(Broken(seat=e.seat, cards=LOWEST.bit))
    return verdicts


def missing_play(s: Pluck, cards: Sequence[Card], by: Sequence[int]) -> int:
    """Where in the plays one may have been left out, or -1. None before the lowest club, which is led first."""
    first = by[0] if cards and cards[0] == LOWEST else -1
    tricks = TrickRules(partial(won_with, s), partial(suit_mask, s), PACK, SEATS)
    return missing_from(cards, by, tricks, s.places, first)


def suit_is_kept(s: Pluck, e: Played) -> Answer:
    """Follow the suit that was led when you can; the jokers are trumps (PL-4.1, PL-1.3). What was said of cards that may
    have been written wrongly is withdrawn.
    """
    seat, bit = e.seat, e.card.bit
    if s.phase != "play" or s.gap or seat >= SEATS:
        return None
    if bit & s.places.known[TABLE]:
        before = place_before(s, e)
        last = before + 1 if before % SEATS else before + SEATS  # what was led tells of all three
        return [Cured(line) for line in s.lines[before:last]] if before >= 0 else None
    strange = seat != s.turn or bool(s.strays)
    if strange and played_by(s, e, s.turn) == seat:
        withdrawn = [Cured(line) for line in suspects(s, seat, SEATS)]
        if len(s.cards) - s.first == SEATS and swaps_lead(s, seat, e.card):
            withdrawn.append(Cured(s.lines[-1]))
        if withdrawn or plays_twice(s, seat, SEATS) or closes_late(s, seat, SEATS):
            return withdrawn
    if not s.led or bit & s.led or s.shaky or not open_cards(s, SEATS):
        return None
    if bit & ~PACK or not may_leave(s.places, seat, e.card):
        return None  # also where the card was written wrongly, or is another's: it proves nothing of this hand
    if not s.trump and e.card.rank == "X":
        return None  # what was led may be trumps
    answer = keeps_suit(s.places, seat, e.card, s.led)
    if isinstance(answer, Broken) and may_be_gone(s, seat, answer.cards):
        return None
    return told_by_room(s.places, answer) if isinstance(answer, InDoubt) else answer


# ---- What cannot be ------------------------------------------------------------------------------------------------


def card_is_possible(s: Pluck, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit, places = e.seat, e.card.bit, s.places
    if seat >= SEATS or places.known[seat] & bit or (bit & PACK and places.fits(bit, seat)):
        return None
    if s.phase in {"between", "deal"} or (isinstance(e, Played) and played_by(s, e, next_seat(s)) != seat):
        return None
    if isinstance(e, Played) and unwritten(s, seat, bit) is not None:
        return None
    fault = impossible(places, seat, e.card, PACK)
    fault = either_is_wrong(s, seat, e.card, fault, e if isinstance(e, Corrected) else None)
    if fault is None:
        return None
    return passed_before(fault, passed(s), () if bit & places.known[TABLE] else returned_to(s, seat))


def show(s: Pluck, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if e.seat is None or e.seat >= SEATS or (e.hand is not None and e.hand != s.hand):
        return
    fill_hands(s)
    show_cards(s.places, e.seat, e, PACK)


def shown_is_possible(s: Pluck, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is None or e.seat >= SEATS or s.phase == "deal" or (e.hand is not None and e.hand != s.hand):
        return None
    found = (impossible(s.places, e.seat, card, PACK) for card in e.cards)
    return with_remainder([fault for fault in found if fault is not None], s.places, e.seat, e)


# ---- G-14 A revoke put right ---------------------------------------------------------------------------------------


def correction_is_allowed(s: Pluck, e: Corrected) -> Answer:
    """Only where the table plays so may a revoker follow after all, while the trick is open (G-14)."""
    if s.phase != "play" and not s.gap:
        return wrong_change(e, "there was no card to change")
    return revoke_put_right(s, e, SEATS, PACK, allowed=s.options.same_trick_correction, sure=not s.shaky)
