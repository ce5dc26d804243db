"""CP-6 Revoke: corrections within the trick, and revokes the table established."""

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.court_piece.listed import note_seen, veil_lists
from upcard.engine.games.court_piece.play import win_trick
from upcard.engine.games.court_piece.scoring import late_claim_counts, settle, unsettle
from upcard.engine.games.court_piece.slips import as_known
from upcard.engine.games.court_piece.table import TABLE, CourtPiece, caller, may_have_ended, no_hand, no_seat
from upcard.engine.mechanisms.corrections import changed_from, exchange, exchange_missed, no_revoke, with_changes
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.engine.mechanisms.tricks import cannot_follow, keeps_suit, surely_follows
from upcard.schemas.cards import PACK_MASK, SUIT_MASK, SUIT_NAMES, UNKNOWN, Card, could_be
from upcard.schemas.events import Corrected, Ruled

# ---- CP-6.1, CP-6.2 Put right within the trick ---------------------------------------------------------------------


def correct(s: CourtPiece, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (CP-6.1)."""
    e, seats = as_known(s, e), s.trick_seats
    if is_repeated(s, e):
        return
    if s.gap and s.phase == "play" and e.seat < 4:
        exchange_missed(s, e.seat, as_card(e.card), TABLE)
    elif s.phase == "between" and not reopens(s):
        s.astray = s.astray or not s.how
    elif e.seat in seats:
        if s.phase == "between":
            reopen(s)
        place = seats.index(e.seat)
        if is_late(s, place):
            s.late = [*s.late, s.first + place]
        stays = still_revokes(s, place, e.card)
        if place in s.changers:
            s.changers = [other for other in s.changers if other > place]
        else:
            s.changers = list(range(place + 1, len(s.trick)))
        swap(s, place, e.card, stays=stays)
        if place == 0:
            s.led = SUIT_MASK.get(s.trick[0].suit, 0)
        if len(s.trick) == 4:
            last = s.winners.pop()
            if last >= 0:
                s.taken[last & 1] -= 1
            win_trick(s)


def is_repeated(s: CourtPiece, e: Corrected) -> bool:
    """Whether this very card of this seat lies in the trick already: the change was written twice."""
    return bool(e.card.bit) and (e.seat, e.card) in zip(s.trick_seats, s.trick, strict=True)


def as_card(card: Card) -> Card:
    """The card as it can have been played: what is no card of the pack stands for one not known."""
    return card if card.bit <= PACK_MASK else UNKNOWN


def still_revokes(s: CourtPiece, place: int, card: Card) -> bool:
    """Whether this card instead of one that did not follow puts nothing right: the revoke stays where it was made."""
    none = cannot_follow(s.trick[place], s.led) and cannot_follow(card, s.led)
    return bool(s.led) and none and place not in s.changers


def swap(s: CourtPiece, place: int, card: Card, *, stays: bool) -> None:
    """The card at this place of the trick goes back to the hand, and this one takes its place. stays: on the line where the
    revoke was made.
    """
    note_seen(s, card)
    at = s.first + place
    line = s.lines[at]
    exchange(s, place, as_card(card), TABLE)
    if stays:
        s.lines[at], last = line, [line, *changed_from(s, line)][-1]
        s.changes = [*s.changes, (last, s.line)]
    else:
        s.strays = [s.line if stray == line else stray for stray in s.strays]
        s.changes = [*s.changes, (s.line, line)]


def is_late(s: CourtPiece, place: int) -> bool:
    """Whether the trick was closed, and the table corrects open tricks alone (CP-6.2, CP-9.1)."""
    return len(s.trick) == 4 and s.options.revoke_window == "trick_open" and place not in s.changers


def ended_by_itself(s: CourtPiece) -> bool:
    """Whether the hand ended with the last card of a trick."""
    swept = s.how == "stopped" and not s.options.play_on_allowed and len(s.winners) == 7
    return (s.how == "played" or swept) and bool(s.was) and len(s.trick) == 4


def reopens(s: CourtPiece) -> bool:
    """Whether the hand ended by itself, with a trick that may still be corrected."""
    return ended_by_itself(s) and s.options.revoke_window == "before_next_lead"


def reopen(s: CourtPiece) -> None:
    """Take back a settlement that the rules made at the end of a trick which is now corrected."""
    unsettle(s)
    s.phase, s.how = "play", ""


def correction_is_allowed(s: CourtPiece, e: Corrected) -> Answer:
    """A revoker may follow after all while the trick is open; then those who played later may change (CP-6.1)."""
    e = as_known(s, e)
    if e.seat > 3:
        return no_seat(e.seat)
    if s.phase == "between" and not s.how:
        return no_hand(s, e.seat)
    if s.gap or is_repeated(s, e):
        return None
    if s.phase == "between" and not reopens(s):
        closed = ended_by_itself(s) and e.seat in s.trick_seats
        says = "the trick was closed" if closed else "a card was changed after the hand: the result stands"
        return Broken(seat=e.seat, name="wrong_change", says=says, clause="CP-6.2" if closed else "CP-6.4")
    if e.seat not in s.trick_seats:
        return Broken(seat=e.seat, name="wrong_change", says="there was no card of this seat to correct")
    return change_is_allowed(s, e, s.trick_seats.index(e.seat))


def change_is_allowed(s: CourtPiece, e: Corrected, place: int) -> Answer:
    """What speaks against a change of this card of the trick; a revoke that is put right in time is withdrawn."""
    old, line = s.trick[place], s.lines[s.first + place]
    if is_late(s, place):
        return Broken(seat=e.seat, name="wrong_change", says="the trick was closed", clause="CP-6.2")
    if place in s.changers:
        return [Cured(line, keeps="CP-6.1"), *change_keeps_suit(s, e, old)]
    if not s.led:
        return with_changes(s, Cured(line))
    if place == 0 or surely_follows(old, s.led, PACK_MASK):
        return no_revoke(e, old, s.led, PACK_MASK)
    if cannot_follow(e.card, s.led):
        return Broken(seat=e.seat, says=f"{e.card} does not follow either")
    return with_changes(s, Cured(line, keeps="CP-6.1"))


def change_keeps_suit(s: CourtPiece, e: Corrected, old: Card) -> list[Verdict]:
    """A changed card must be legal itself, with the old one back in the hand."""
    if not cannot_follow(e.card, s.led):
        return []
    if surely_follows(old, s.led, PACK_MASK):
        return [
            Broken(seat=e.seat, cards=old.bit, name="revoke", clause="CP-3.1", says="a card that followed was changed")
        ]
    answer = keeps_suit(s.places, e.seat, e.card, s.led)
    return [structs.replace(answer, says="a changed card keeps the suit led, too")] if answer is not None else []


# ---- CP-6.3 to CP-6.6 Claimed --------------------------------------------------------------------------------------


def rule_revoke(s: CourtPiece, e: Ruled) -> None:
    """The table established a revoke: the hand is forfeit (CP-6.3); the first one counts (CP-6.5)."""
    if e.what != "revoke" or (e.seat is not None and e.seat > 3):
        return
    if may_claim_before(s):
        claim_before_deal(s, e)
        return
    seat = -1 if e.seat is None else e.seat
    late = late_claim_counts(s)
    if s.phase == "play" or late:
        if seat >= 0 and e.card is not None and e.card.bit & PACK_MASK and s.places.fits(e.card.bit, seat):
            s.places.show(e.card.bit, seat)
        if late:
            unsettle(s)
        settle(s, "forfeit", seat)
    elif s.phase == "between" and not s.how:
        s.astray = True


def may_claim_before(s: CourtPiece) -> bool:
    """Whether the next hand was begun, and none of its cards dealt: a revoke of the last may still be claimed (CP-8)."""
    return bool(s.kept) and s.phase == "deal" and not s.packets and not s.trump


def claim_before_deal(s: CourtPiece, e: Ruled) -> None:
    """A revoke of the hand before is claimed before the first packet: what that hand brought changes. Whoever was named
    as dealer before the claim may have passed the deal on.
    """
    before = s.kept[0].copied()
    was = before.settled
    rule_revoke(before, e)
    if before.settled == was:
        return
    s.courts, s.streak_side, s.streak, s.may_deal = before.courts[:], before.streak_side, before.streak, before.may_deal
    s.kept, s.settled = [before], s.settled + 1
    if s.said not in s.may_deal:
        s.dealer = s.may_deal[0] if s.said < 0 and len(s.may_deal) == 1 else -1
        s.turn = caller(s)


def claim_moves_the_deal(s: CourtPiece, e: Ruled) -> Answer:
    """A dealer who was wrong by the play is right by the claim (CP-5, CP-6.3)."""
    if e.what != "revoke" or not may_claim_before(s) or s.said < 0:
        return None
    after = s.copied()
    rule_revoke(after, e)
    return Cured(s.begun) if s.said in after.may_deal else None


def claim_is_timely(s: CourtPiece, e: Ruled) -> Answer:
    """A revoke is claimed while the hand runs, about an earlier trick, once (CP-6.3 to CP-6.5, CP-9.1). Who claimed it
    is not recorded: a claim out of time is the act of no seat that is known, and no breach of who revoked.
    """
    if e.what != "revoke":
        return None
    if e.seat is not None and e.seat > 3:
        return no_seat(e.seat)
    if may_claim_before(s):
        s = s.kept[0]
    if s.phase == "play":
        return claim_in_hand(s, e)
    if s.phase == "between" and not s.how:
        return no_hand(s)
    if s.how == "forfeit":
        says = "the hand was forfeit before; the first revoke counts"
        return Broken(seat=e.seat, says=says, clause="CP-6.5", kind="note")
    if late_claim_counts(s) or s.gap:
        return None
    whose = "a revoke" if e.seat is None else f"a revoke of seat {e.seat}"
    if s.phase == "deal" and not s.ended:
        return Broken(says=f"{whose} was claimed before a card was played", kind="contradiction", clause="G-5")
    return Broken(says=f"{whose} was claimed after the hand: the result stands", clause="CP-6.4")


def claim_in_hand(s: CourtPiece, e: Ruled) -> Answer:
    """A revoke in the trick that may still be corrected is not claimed; whose it was must be known."""
    closing = len(s.trick) == 4 and s.options.revoke_window == "before_next_lead"
    number = len(s.winners) + (open_cards(s, 4) > 0)
    if e.trick == number and not s.gap and (open_cards(s, 4) or closing) and not may_have_ended(s):
        clause = "CP-9.1" if closing else "CP-6.1"
        return Broken(says="a revoke in the open trick is corrected, not claimed", clause=clause)
    if e.seat is None:
        return Broken(
            says="whose revoke it was is not written; who has won is not known", name="no_offender", kind="note"
        )
    return None


def claim_is_true(s: CourtPiece, e: Ruled) -> Answer:
    """A claim is checked: proven, disproven, or it cannot be told (CP-6.6)."""
    if may_claim_before(s):
        s = s.kept[0]
    if e.what != "revoke" or e.seat is None or e.seat > 3 or s.gap or s.shaky or not s.cards:
        return None
    if e.trick is not None:
        says = claim_fault(s, e, e.seat, e.trick)
        return Broken(seat=e.seat, says=says) if says else None
    if s.how == "sheet" or not all(claim_fault(s, e, e.seat, trick) for trick in range(1, (len(s.cards) + 3) // 4 + 1)):
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} followed suit, or had none, in every trick")


def claim_proves(s: CourtPiece, e: Ruled) -> Answer:
    """The card of a claim proves the revoke (G-9), after the hand as well, if nothing has proven it before."""
    told = s.kept[0] if may_claim_before(s) else s
    if e.what != "revoke" or e.seat is None or e.seat > 3 or e.card is None or e.trick is None:
        return None
    first, proof, places = 4 * (e.trick - 1), e.card.bit, told.places
    seats = told.by[first : first + 4]
    if told.phase != "between" or told.gap or told.shaky or e.seat not in seats:
        return None
    at = first + seats.index(e.seat)
    led, card = SUIT_MASK.get(told.cards[first].suit, 0), could_be(told.cards[at])
    held = places.been[e.seat] & ~mask_before(told, e.seat, first)
    if not led & proof or led & (card | held) or at in told.late or not places.fits(proof, e.seat):
        return None
    line = told.lines[at]
    return [Cured(line), Broken(seat=e.seat, cards=proof, at=line)]


def claim_fault(s: CourtPiece, e: Ruled, seat: int, number: int) -> str | None:
    """What disproves that a seat revoked in this trick, if anything does."""
    first = 4 * (number - 1)
    seats, cards = s.by[first : first + 4], s.cards[first : first + 4]
    if seat not in seats:
        return None if s.how == "sheet" else f"seat {seat} has no card in trick {number}"
    place = seats.index(seat)
    led, card = SUIT_MASK.get(cards[0].suit, 0), cards[place]
    if not led or first + place in s.late:
        return None
    if surely_follows(card, led, PACK_MASK):
        return f"{card} followed suit in trick {number}"
    if not cannot_follow(card, led):
        return None
    proof, places = e.card.bit & led if e.card is not None else 0, s.places
    if proof & places.located and not places.been[seat] & proof:
        return f"{e.card} was not in the hand of seat {seat}"
    held = (places.been[seat] | mask_before(s, seat, len(s.cards))) & ~mask_before(s, seat, first)
    later = zip(s.by[first + 4 :], s.cards[first + 4 :], strict=True)
    in_part = any(who == seat and not one.bit and not cannot_follow(one, led) for who, one in later)
    if held & led or proof & ~places.located or in_part:
        return None
    if led & ~places.located and places.most[seat]:
        return None
    return f"seat {seat} had no {SUIT_NAMES[cards[0].suit]} in trick {number}"


def mask_before(s: CourtPiece, seat: int, end: int) -> int:
    """The cards a seat had played before a point of the hand."""
    mask = 0
    for card, player in zip(s.cards[:end], s.by[:end], strict=True):
        mask |= card.bit if player == seat else 0
    return mask


def veil(s: CourtPiece, viewer: int) -> None:
    """What was listed, and the hand that was kept, as this viewer knows it."""
    veil_lists(s, viewer)
    kept = [before.copied() for before in s.kept]
    for before in kept:
        before.places = before.places.view(viewer)
        veil_lists(before, viewer)
    s.kept = kept
