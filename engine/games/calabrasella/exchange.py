"""CA-2.3: the named card handed over or kept, and the card given back for it."""

from upcard.engine.game import Answer, Broken, Cured, HandEnded, InDoubt
from upcard.engine.games.calabrasella.bidding import declare, is_declarer, may_hold_all, needed_now, place_seen
from upcard.engine.games.calabrasella.deal import begin_play
from upcard.engine.games.calabrasella.table import (
    DEAD,
    DISCARDED,
    HANDED,
    NAMED,
    RETURNED,
    SEATS,
    THREES,
    TURNED,
    TWOS,
    WIDOW,
    WIDOW_SIZE,
    Calabrasella,
    no_hand,
)
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.impossible import impossible
from upcard.schemas.cards import BY_INDEX, Card, mask_of
from upcard.schemas.events import CardAbsent, Corrected, Discarded, Gave, Played, Returned, Shown, TurnedOver

# ---- CA-2.3 The named card handed over, or absent --------------------------------------------------------------------


def named_bit(s: Calabrasella) -> int:
    """The card named, as a mask; 0 if none is known."""
    return 1 << s.named if s.named >= 0 else 0


def hand_over(s: Calabrasella, e: Gave) -> None:
    """The holder gives the named card to the declarer, and all know it (CA-2.6)."""
    if e.seat >= SEATS or e.to >= SEATS or not begin_play(s) or e.seat == e.to or s.done & HANDED:
        return
    if s.declarer < 0:
        declare(s, e.to)
    s.missed |= NAMED & ~s.done
    s.done |= HANDED
    s.giver = e.seat
    pass_named(s, e.card, e.to)


def pass_named(s: Calabrasella, card: Card | None, to: int) -> None:
    """The card goes from the giver to the declarer: the one named, if no other is known to have been given."""
    named, given = named_bit(s), card.bit & FORTY if card is not None else 0
    if named and given in {0, named}:
        s.places.move(named, s.giver, to)
    else:
        pass_unseen(s, given, s.giver, to, (s.giver, to))


def pass_unseen(s: Calabrasella, bit: int, source: int, target: int, viewers: tuple[int, ...]) -> None:
    """A card passes face down. Who saw a card in the hand it came from before, and sees it again later, cannot tell
    whether it had been there all the time: it is remembered only where it lies now. A card that cannot have been there
    was some other, and stays where it is known to be.
    """
    bit = bit if s.places.fits(bit, source) else 0
    held = s.places.known[source] | bit if bit else 0
    s.places.pass_face_down(bit, source, target, s.step, viewers)
    if held:
        been = s.places.been
        been[:] = [cards & ~held for cards in been]
        been[source] |= held & ~bit
        been[target] |= bit


def handing_is_due(s: Calabrasella, e: Gave) -> Answer:
    """A defender hands the card that was named to the declarer, once (CA-2.3)."""
    if e.seat >= SEATS or e.to >= SEATS:
        return Broken(says=f"no seat {max(e.seat, e.to)} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return no_hand(s, e.seat, "a card given")
    if s.gap:
        return None
    if not s.done & NAMED or s.named == -2:
        return Broken(seat=e.seat, says="a card given that nobody had named")
    if s.done & HANDED:
        return Broken(seat=e.seat, says="the named card was dealt with before; there is no second call")
    if e.to != s.declarer or e.seat == s.declarer:
        return Broken(seat=e.seat, says=f"a card given to seat {e.to}; it was due to the declarer")
    named = named_bit(s)
    if named and e.card is not None and e.card.bit not in {0, named}:
        return Broken(seat=e.seat, cards=e.card.bit & FORTY, says=f"{BY_INDEX[s.named]} was named")
    return None


def handing_is_possible(s: Calabrasella, e: Gave) -> Answer:
    """The giver can have had the card (G-5)."""
    if e.seat >= SEATS or s.phase != "play" or s.done & HANDED:
        return None
    named = named_bit(s)
    card = e.card if e.card is not None and (e.card.bit or not named) else BY_INDEX[s.named] if named else None
    return impossible(s.places, e.seat, card, FORTY) if card is not None else None


def say_absent(s: Calabrasella, _e: CardAbsent) -> None:
    """Nobody had the card: no exchange, and no second call."""
    if not begin_play(s) or s.done & HANDED or not s.done & NAMED:
        return
    s.done |= HANDED | RETURNED
    s.absent = s.line


def absence_is_due(s: Calabrasella, _e: CardAbsent) -> Answer:
    """That nobody has the card is said once, after it was named (CA-2.3)."""
    if s.phase == "between":
        return no_hand(s, None, "a card said to be with nobody")
    if s.gap or (s.done & NAMED and not s.done & HANDED):
        return None
    return Broken(says="no named card was asked for" if not s.done & NAMED else "the named card was dealt with before")


def absence_is_true(s: Calabrasella, _e: CardAbsent) -> Answer:
    """Whoever holds the named card must hand it over (CA-2.3)."""
    if s.phase != "play" or s.gap or not s.done & NAMED or s.done & HANDED:
        return None
    return concealed(s)


def concealed(s: Calabrasella) -> Answer:
    """Which defender kept the named card, if one did."""
    named, found = named_bit(s), []
    for seat in range(SEATS):
        held = s.places.held(seat, named) if named and seat != s.declarer else False
        if held:
            return Broken(seat=seat, cards=named, says=f"{BY_INDEX[s.named]} was named and not handed over")
        if held is None:
            says = f"{BY_INDEX[s.named]} was named and not handed over"
            found.append(InDoubt(seat=seat, cards=named, says=says))
    return found


def absence_fits_widow(s: Calabrasella, e: TurnedOver) -> Answer:
    """A card that nobody had lies in the widow; if not, a defender kept it or the declarer held it himself (CA-7)."""
    named = named_bit(s)
    if not s.absent or s.gap or not named or s.done & TURNED or s.phase != "play" or named & s.places.located:
        return None
    if mask_of(e.cards).bit_count() != WIDOW_SIZE or not all(card.bit & FORTY for card in e.cards):
        return None
    if BY_INDEX[s.named] in e.cards or not all(s.places.fits(card.bit, WIDOW) for card in e.cards):
        return None
    says = f"{BY_INDEX[s.named]} is not in the widow: a defender kept it, or the declarer named a card he held"
    return Broken(at=s.absent, cards=named, says=says)


def absence_is_explained(s: Calabrasella, e: Played | Corrected | Shown) -> Answer:
    """Who had the named card shows: it is known now who broke the rule, and the general finding gives way."""
    if not s.absent:
        return None
    named = named_bit(s)
    if not named or named & s.places.located or not s.done & TURNED or s.gap:
        return None
    cards = (e.card,) if isinstance(e, Played | Corrected) else e.cards
    place = place_seen(s, e)
    seen = BY_INDEX[s.named] in cards and place is not None and place < SEATS and s.places.fits(named, place)
    return Cured(s.absent) if seen else None


def named_was_discarded(s: Calabrasella, _e: HandEnded) -> Answer:
    """The card that nobody had lies among the discards when all else is known: the declarer held it (CA-7)."""
    if not is_among_discards(s):
        return None
    says = f"{BY_INDEX[s.named]} named, which the declarer held and discarded"
    return [Cured(s.naming), Broken(seat=s.declarer, at=s.naming, cards=named_bit(s), says=says)]


def discard_explains_absence(s: Calabrasella, _e: HandEnded) -> Answer:
    """Who had the named card is known by its lying among the discards: the general finding gives way."""
    return Cured(s.absent) if is_among_discards(s) else None


def is_among_discards(s: Calabrasella) -> bool:
    """Whether the card that nobody had was discarded, and nobody saw it in the declarer's hand."""
    places = s.places
    return bool(s.absent and named_bit(s) & places.known[DEAD] & places.seen[-1] & ~places.seen[s.declarer])


def card_was_handed_over(s: Calabrasella, e: Discarded) -> Answer:
    """Where nothing was handed over and nobody said that it is absent, a defender who has the named card kept it."""
    named = named_bit(s)
    if s.phase != "play" or s.gap or s.done & (HANDED | DISCARDED) or not named or e.seat != s.declarer:
        return None
    return concealed(s) if named & s.places.located else None


def naming_stays_open(s: Calabrasella, e: Discarded | Returned) -> Answer:
    """Nobody wrote what became of the named card: that the declarer has it later proves nothing. What was named wrongly
    whatever the declarer held stays so.
    """
    unknown = not s.done & (HANDED | DISCARDED) and not named_bit(s) & s.places.located
    if not unknown or not s.naming or e.seat != s.declarer or not named_bit(s) & (THREES | TWOS):
        return None
    return Cured(s.naming) if may_hold_all(s, s.declarer, needed_now(s)) else None


# ---- CA-2.3 The card given back --------------------------------------------------------------------------------------


def give_back(s: Calabrasella, e: Returned) -> None:
    """The declarer gives a card back face down; the third player does not see it."""
    if e.seat >= SEATS or e.to >= SEATS or not begin_play(s) or e.seat == e.to or s.done & RETURNED:
        return
    if s.declarer < 0:
        declare(s, e.seat)
    if is_for_one_not_written(s, e):
        s.missed |= NAMED & ~s.done
        s.done |= HANDED
        s.giver = e.to
        pass_named(s, None, e.seat)
    s.done |= RETURNED
    if s.missed & RETURNED:  # it was passed when it was found to be left out
        return
    card = e.card.bit & FORTY if e.card is not None else 0
    pass_unseen(s, card, e.seat, e.to, (e.seat, e.to))


def is_for_one_not_written(s: Calabrasella, e: Returned) -> bool:
    """Whether a card is given back for one of which nobody wrote that it was handed over."""
    named = named_bit(s)
    if s.done & HANDED or e.seat != s.declarer:
        return False
    return not named or s.places.fits(named, e.to)


def return_is_due(s: Calabrasella, e: Returned) -> Answer:
    """The declarer gives one card back to whoever handed the named one over, and not that one (CA-2.3)."""
    faults = is_declarer(s, e.seat, "a card given back")
    if s.phase != "play" or s.gap or e.seat >= SEATS or faults:
        return faults
    if s.done & RETURNED and not s.absent and s.named != -2:
        return Broken(seat=e.seat, says="a card was given back before")
    if s.absent or s.named == -2 or not (s.done & HANDED or is_for_one_not_written(s, e)):
        return Broken(seat=e.seat, says="a card given back where none was handed over")
    if not (s.done | s.missed) & NAMED:
        return Broken(seat=e.seat, says="a card given back where none was named")
    if s.giver >= 0 and e.to != s.giver:
        return Broken(seat=e.seat, says=f"a card given back to seat {e.to}; seat {s.giver} had handed one over")
    named = named_bit(s)
    if not named:
        return None
    says = f"{BY_INDEX[s.named]} was handed over, and given back"
    if e.card is not None and e.card.bit:
        return Broken(seat=e.seat, cards=named, says=says) if e.card.bit == named else None
    return InDoubt(seat=e.to, cards=named, says=says, blames=e.seat)


def return_is_possible(s: Calabrasella, e: Returned) -> Answer:
    """The declarer can have had the card (G-5)."""
    if e.seat >= SEATS or e.card is None or s.phase != "play" or (s.done | s.missed) & RETURNED or not e.card.bit:
        return None
    if e.card.bit == named_bit(s):
        return None
    return impossible(s.places, e.seat, e.card, FORTY)
