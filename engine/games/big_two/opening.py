"""B2-6.2 Wrong opener: certain with four players, else proven by any lower card that was in a hand."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Cured, InDoubt, shown
from upcard.engine.games.big_two.combinations import UPWARDS, faces_of, lower_than, lowest
from upcard.engine.games.big_two.table import (
    HAND,
    BigTwo,
    dealt_to,
    in_pack,
    low_card_opens,
    pile,
    seats_of,
    set_aside,
    to_act,
)
from upcard.engine.mechanisms.climbing import cards_in
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.events import Laid, Played, Shown

# ---- B2-6.2 Opener -------------------------------------------------------------------------------------------------


def opens_rightly(s: BigTwo, e: Laid | Played) -> Answer:
    """The holder of the lowest card dealt opens, with that card (B2-2.2); or who won the hand before."""
    if s.opened or e.seat >= seats_of(s):
        return None
    if s.phase == "between":
        return first_of_log(s, e)
    return None if s.gap else opening(s, e)


def first_of_log(s: BigTwo, e: Laid | Played) -> Answer:
    """Play that begins without a deal in the record."""
    if s.phase != "between" or s.hand or s.gap:
        return None
    return opening(s, e)


def opening(s: BigTwo, e: Laid | Played) -> Answer:
    """Whether the first play of a hand is the right seat's, and has the right card."""
    opener = to_act(s) if low_card_opens(s) else s.turn
    if left_out(s, e.seat, opener):
        return None if not low_card_opens(s) or has_lowest(s, e) else passed_out_of_turn(s, e.seat, opener)
    if not low_card_opens(s):
        if s.turn < 0 or e.seat == s.turn:
            return passed_out_of_turn(s, e.seat, opener)
        return Broken(seat=e.seat, says=f"seat {e.seat} opened; seat {s.turn} had won the hand before")
    answer = has_lowest(s, e)
    if answer is None:
        return passed_out_of_turn(s, e.seat, opener)
    return after_passes(s, e.seat) if s.acts and opener < 0 else answer


def left_out(s: BigTwo, seat: int, opener: int) -> bool:
    """Whether all who passed before this play, and who plays, would be in turn had the opener played before them: its line may be
    missing in the record.
    """
    seats = seats_of(s)
    acted = [*(who for who, _, _ in s.acts), seat]
    return opener >= 0 and len(acted) > 1 and acted == [(opener + 1 + step) % seats for step in range(len(acted))]


def passed_out_of_turn(s: BigTwo, opener: int, known: int) -> list[Cured | Broken]:
    """Who passed before the opener opened was out of turn: of the first that was told at once if the opener was known by then
    (else -1), and it was not told which seat was wrong.
    """
    passes = [(seat, line) for seat, _, line in s.acts if seat != opener] if opener >= 0 else []
    told = passes[known >= 0 :]
    cured = [Cured(line, name="lead_passed") for _, line in passes[:1] if known < 0]
    says = "seat {} passed; it was the turn of seat {}"
    late = (
        Broken(seat=seat, name="out_of_turn", clause="B2-6.3", says=says.format(seat, opener), at=line)
        for seat, line in told
    )
    return [*cured, *late]


def after_passes(s: BigTwo, seat: int) -> list[InDoubt]:
    """Somebody passed before, and opens without the lowest card: who passed may have been the opener, or the opening is missing
    in the record. It was neither if that card turns up in another hand.
    """
    passed = {who for who, _, _ in s.acts}
    first = next((card for card in UPWARDS if not card.bit & s.places.located), None)
    hands = [hand for hand in range(seats_of(s)) if hand not in passed] if first is not None else []
    return [InDoubt(cards=first.bit, seat=hand, blames=seat) for hand in hands if first is not None]


def has_lowest(s: BigTwo, e: Laid | Played) -> Answer:
    """Whether an opening has the lowest card dealt."""
    cards = cards_in(e)
    known = [card for card in cards if card.bit & PACK_MASK]
    aside, unseen_aside = aside_of(s)
    if len(known) < len(cards):
        return opening_partly_known(s, e.seat, cards, (aside, unseen_aside))
    card = lowest(mask_of(known))
    lower = lower_than(card) if card is not None else 0
    return lower_elsewhere(s, e.seat, lower, unseen_aside)


def aside_of(s: BigTwo) -> tuple[int, int]:
    """The cards known to be set aside, and how many more are."""
    if s.phase != "play":
        return 0, max(0, len(UPWARDS) - HAND * dealt_to(s))
    return s.places.known[set_aside(s)], s.places.most[set_aside(s)]


def lower_elsewhere(s: BigTwo, seat: int, lower: int, room: int) -> Answer:
    """Whether one of these cards is in a hand: they are lower than the opener's. room: how many may be set aside."""
    if not lower:
        return None
    held = 0
    for hand in range(seats_of(s)):
        held |= lower & s.places.known[hand]
    unseen = lower & ~s.places.located
    if held:
        return Broken(seat=seat, cards=held, says=f"opened without the lowest card: {shown(held)} was dealt")
    first = lowest(unseen)
    if first is not None and not room:  # nothing is set aside
        return Broken(seat=seat, cards=first.bit, says=f"opened without the lowest card: {first} was dealt")
    if unseen.bit_count() > room:
        return Broken(seat=seat, says="opened without the lowest card: not all lower ones can be set aside")
    return InDoubt(cards=unseen, blames=seat) if unseen else None


def opening_partly_known(s: BigTwo, seat: int, cards: Sequence[Card], aside: tuple[int, int]) -> Answer:
    """Of a play not wholly known: any card lower than all it may have had, or the lowest card of all, if not in it."""
    known = mask_of(cards) & PACK_MASK
    elsewhere = s.places.located & ~s.places.known[seat]
    may_be = known | mask_of(face for card in cards for face in faces_of(card)) & PACK_MASK & ~elsewhere
    least = lowest(may_be)
    answer = lower_elsewhere(s, seat, lower_than(least) if least is not None else 0, aside[1])
    first = next(card for card in UPWARDS if not card.bit & aside[0])
    if isinstance(answer, Broken) or first.bit & known:
        return answer
    if any(s.places.known[hand] & first.bit for hand in range(seats_of(s)) if hand != seat):
        return Broken(seat=seat, cards=first.bit, says=f"opened without the lowest card: {first} was dealt")
    return InDoubt(cards=first.bit | (answer.cards if isinstance(answer, InDoubt) else 0), blames=seat)


def opened_rightly(s: BigTwo, e: Shown) -> Answer:
    """What is set aside, once it is shown, tells that a card lower than the opener's was dealt (B2-6.2)."""
    if e.place != "set_aside" or not s.acts or not low_card_opens(s) or e.hand not in {None, s.hand} or s.misopened:
        return None
    seat, cards, line = s.acts[0]
    card = lowest(mask_of(cards)) if all(card.bit & PACK_MASK for card in cards) else None
    if card is None:  # the opening is missing, or not wholly known
        return None
    aside = set_aside(s)
    was_dealt = s.places.known[pile(s)]
    for hand in range(seats_of(s)):
        was_dealt |= s.places.been[hand]
    room, unseen = s.places.most[aside], lower_than(card) & ~s.places.located
    if lower_than(card) & was_dealt or unseen.bit_count() > room:  # that is told already
        return None
    shown_now = in_pack(mask_of(e.cards)) & ~s.places.known[aside]
    fresh = shown_now & ~s.places.located
    if fresh != shown_now or fresh.bit_count() > room:  # a list that is wrong proves nothing
        return None
    unseen &= ~fresh
    if unseen.bit_count() <= max(0, room - fresh.bit_count()):
        return None
    says = f"opened without the lowest card: not all of {shown(unseen)} are set aside"
    return [Cured(line), Broken(seat=seat, says=says, at=line)]
