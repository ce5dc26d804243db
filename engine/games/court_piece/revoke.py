"""CP-6 Revoke: corrections within the trick, and revokes the table established."""

from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.court_piece.play import win_trick
from upcard.engine.games.court_piece.scoring import settle, unsettle
from upcard.engine.games.court_piece.table import TABLE, CourtPiece
from upcard.engine.mechanisms.trick_play import exchange
from upcard.engine.mechanisms.tricks import keeps_suit
from upcard.schemas.cards import PACK_MASK, SUIT_MASK, SUIT_NAMES, Card
from upcard.schemas.events import Corrected, Ruled


def correct(s: CourtPiece, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (CP-6.1)."""
    if e.seat not in s.trick_seats or s.gap or not e.card.bit & PACK_MASK:
        return
    place = s.trick_seats.index(e.seat)
    if s.phase == "between" and not reopen(s):
        return
    if place in s.changers:
        s.changers = [other for other in s.changers if other > place]
    else:
        s.changers = list(range(place + 1, len(s.trick)))
    exchange(s, place, e.card, TABLE)
    if place == 0:
        s.led = SUIT_MASK[e.card.suit]
    if len(s.trick) == 4:
        last = s.winners.pop()
        if last >= 0:
            s.taken[last & 1] -= 1
        win_trick(s)


def reopen(s: CourtPiece) -> bool:
    """Take back a settlement that the rules made at the end of a trick which is now corrected."""
    if s.ended != s.hand or not s.undo or s.how == "forfeit" or s.options.revoke_window == "trick_open":
        return False
    unsettle(s)
    s.phase = "play"
    return True


def correction_is_allowed(s: CourtPiece, e: Corrected) -> Answer:
    """A revoker may follow after all while the trick is open; then those who played later may change (CP-6.1)."""
    if e.seat not in s.trick_seats or s.gap:
        return None if s.gap else Broken(seat=e.seat, says="there was no card of this seat to correct")
    place = s.trick_seats.index(e.seat)
    verdicts: list[Verdict] = []
    if len(s.trick) == 4 and not (s.options.revoke_window == "before_next_lead" or place in s.changers):
        verdicts.append(Broken(seat=e.seat, says="the trick was closed", clause="CP-6.2"))
    old = s.trick[place]
    if place in s.changers:
        verdicts.append(Cured(s.lines[s.first + place]))
        verdicts += change_keeps_suit(s, e, old)
    elif place and not old.bit & s.led and e.card.bit & s.led:
        verdicts.append(Cured(s.lines[s.first + place]))
    elif place == 0 or old.bit & s.led:
        verdicts.append(Broken(seat=e.seat, says=f"{old} was no revoke and may not be changed"))
    else:
        verdicts.append(Broken(seat=e.seat, says=f"{e.card} does not follow either"))
    return verdicts


def change_keeps_suit(s: CourtPiece, e: Corrected, old: Card) -> list[Verdict]:
    """A changed card must be legal itself, with the old one back in the hand."""
    if e.card.bit & s.led:
        return []
    if old.bit & s.led:
        return [
            Broken(seat=e.seat, cards=old.bit, name="revoke", clause="CP-3.1", says="a card that followed was changed")
        ]
    answer = keeps_suit(s.places, e.seat, e.card, s.led)
    return [answer] if answer is not None else []


def rule_revoke(s: CourtPiece, e: Ruled) -> None:
    """The table established a revoke: the hand is forfeit (CP-6.3); the first one counts (CP-6.5)."""
    if e.what != "revoke" or e.seat is None or e.seat > 3:
        return
    if s.phase == "play":
        settle(s, "forfeit", e.seat & 1)
    elif late_claim_counts(s):
        unsettle(s)
        settle(s, "forfeit", e.seat & 1)
        if s.phase == "deal":
            s.dealer = s.may_deal[0]


def late_claim_counts(s: CourtPiece) -> bool:
    """Whether a revoke of the last hand may still be claimed (CP-6.4)."""
    return (
        s.options.late_revoke == "until_next_deal"
        and s.phase == "between"
        and s.how in {"played", "stopped"}
        and bool(s.undo)
    )


def claim_is_timely(s: CourtPiece, e: Ruled) -> Answer:
    """A revoke is claimed while the hand runs, about an earlier trick, once (CP-6.3 to CP-6.5, CP-9.1)."""
    if e.what != "revoke":
        return None
    if s.phase != "play":
        if s.how == "forfeit" and s.ended:
            return Broken(
                seat=e.seat, says="the hand was forfeit before; the first revoke counts", clause="CP-6.5", kind="note"
            )
        if late_claim_counts(s):
            return None
        return Broken(seat=e.seat, says="a revoke claimed after the hand: the result stands", clause="CP-6.4")
    number = len(s.winners) + (0 < len(s.trick) < 4)
    closing = len(s.trick) == 4 and s.options.revoke_window == "before_next_lead"
    if e.trick == number and (0 < len(s.trick) < 4 or closing):
        clause = "CP-9.1" if closing else "CP-6.1"
        return Broken(seat=e.seat, says="a revoke in the open trick is corrected, not claimed", clause=clause)
    return None


def claim_is_true(s: CourtPiece, e: Ruled) -> Answer:
    """A claim is checked: proven, disproven, or it cannot be told (CP-6.6)."""
    if e.what != "revoke" or e.seat is None or e.seat > 3 or e.trick is None or s.gap or not s.winners:
        return None
    cards, seats = s.cards, s.by
    first = 4 * (e.trick - 1)
    trick = dict(zip(seats[first : first + 4], cards[first : first + 4], strict=True))
    if e.seat not in trick:
        return Broken(seat=e.seat, says=f"seat {e.seat} has no card in trick {e.trick}")
    led, card = SUIT_MASK.get(cards[first].suit, 0), trick[e.seat]
    if not led or not card.bit:
        return None
    if card.bit & led:
        return Broken(seat=e.seat, cards=card.bit, says=f"{card} followed suit in trick {e.trick}")
    earlier = mask_before(cards, seats, e.seat, first)
    held = s.places.been[e.seat] & led & ~earlier
    if held or (e.card is not None and e.card.bit & led & ~s.places.located):
        return None
    unseen = led & ~s.places.located
    if unseen and s.places.most[e.seat]:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} had no {SUIT_NAMES[cards[first].suit]} in trick {e.trick}")


def mask_before(cards: list[Card], seats: list[int], seat: int, end: int) -> int:
    """The cards a seat had played before a point of the hand."""
    mask = 0
    for card, player in zip(cards[:end], seats[:end], strict=True):
        mask |= card.bit if player == seat else 0
    return mask
