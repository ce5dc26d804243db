"""CA-2.3: the named card handed over or kept, and the card given back for it."""

from upcard.engine.game import Answer, Broken, Cured, HandEnded, InDoubt
from upcard.engine.games.calabrasella.bidding import (
    declare,
    is_declarer,
    may_hold_all,
    needed_now,
    place_seen,
    twice,
)
from upcard.engine.games.calabrasella.deal import begin_play
from upcard.engine.games.calabrasella.table import (
    DEAD,
    DISCARDED,
    HANDED,
    NAMED,
    RETURNED,
    SEATS,
    TAKEN,
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
from upcard.schemas.cards import BY_INDEX, Card, cards_of, mask_of
from upcard.schemas.events import CardAbsent, Corrected, Discarded, Gave, Played, Returned, Shown, Took, TurnedOver

# ---- CA-2.3 The named card handed over, or absent --------------------------------------------------------------------


def named_bit(s: Calabrasella) -> int:
    """The card named, as a mask; 0 if none is known."""
    return 1 << s.named if s.named >= 0 else 0


def hand_over(s: Calabrasella, e: Gave) -> None:
    """The holder gives the named card to the declarer, and all know it (CA-2.6)."""
    if e.seat >= SEATS or e.to >= SEATS or not begin_play(s) or e.seat == e.to or s.done & HANDED:
        return
    if s.declarer == e.seat:  # who asked for a card has none to hand over: from whom it came may be told yet
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
        kind = twice(s, HANDED) if e.seat == s.giver and e.to == s.declarer else None
        return Broken(seat=e.seat, says="the named card was dealt with before; there is no second call", kind=kind)
    if e.to != s.declarer or e.seat == s.declarer:
        return Broken(seat=e.seat, says=f"a card given to seat {e.to}; it was due to the declarer")
    named = named_bit(s)
    if named and e.card is not None and e.card.bit not in {0, named}:
        return Broken(seat=e.seat, cards=e.card.bit & FORTY, says=f"{BY_INDEX[s.named]} was named")
    return None


def handing_is_possible(s: Calabrasella, e: Gave) -> Answer:
    """The giver can have had the card (G-5)."""
    if e.seat >= SEATS or s.phase != "play" or s.done & HANDED or e.seat == s.declarer:
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
    kind = twice(s, RETURNED) if s.absent else None
    says = "no named card was asked for" if not s.done & NAMED else "the named card was dealt with before"
    return Broken(says=says, kind=kind)


def absence_is_true(s: Calabrasella, _e: CardAbsent) -> Answer:
    """Whoever holds the named card must hand it over (CA-2.3)."""
    if s.phase != "play" or s.gap or not s.done & NAMED or s.done & HANDED:
        return None
    kept, named = concealed(s), named_bit(s)
    if not named or named & s.places.located or s.places.been[WIDOW].bit_count() != WIDOW_SIZE:
        return kept
    return [*kept, Broken(says=not_in_widow(s), cards=named, name="absence", clause="CA-7")]


def concealed(s: Calabrasella) -> list[Broken | InDoubt]:
    """Which defender kept the named card, if one did."""
    named = named_bit(s)
    found: list[Broken | InDoubt] = []
    for seat in range(SEATS):
        held = s.places.held(seat, named) if named and seat != s.declarer else False
        if held:
            return [Broken(seat=seat, cards=named, says=f"{BY_INDEX[s.named]} was named and not handed over")]
        if held is None:
            says = f"{BY_INDEX[s.named]} was named and not handed over"
            found.append(InDoubt(seat=seat, cards=named, says=says))
    return found


def not_in_widow(s: Calabrasella) -> str:
    """What follows if the card that nobody had does not lie in the widow (CA-7)."""
    return f"{BY_INDEX[s.named]} is not in the widow: a defender kept it, or the declarer named a card he held"


def absence_fits_widow(s: Calabrasella, e: TurnedOver | Took | Shown) -> Answer:
    """A card that nobody had lies in the widow; if not, a defender kept it or the declarer held it himself (CA-7)."""
    named, places = named_bit(s), s.places
    turned_again = isinstance(e, TurnedOver) and s.done & TURNED
    if not s.absent or s.gap or not named or turned_again or named & places.located or place_seen(s, e) != WIDOW:
        return None
    known, cards = places.been[WIDOW], mask_of(e.cards or ()) & FORTY
    if known.bit_count() == WIDOW_SIZE or (known | cards).bit_count() != WIDOW_SIZE or named & cards:
        return None
    if not all(places.fits(card.bit, WIDOW) for card in cards_of(cards & ~known)):
        return None
    if isinstance(e, TurnedOver) and tells_last(s):
        return None
    return Broken(at=s.absent, cards=named, says=not_in_widow(s))


def tells_last(s: Calabrasella) -> bool:
    """Whether all cards are known, and so who has the one that was named, once those of the widow are."""
    open_places = [place for place, more in enumerate(s.places.most) if more and place != WIDOW]
    return len(open_places) == 1 and not s.places.loose


def absence_is_explained(s: Calabrasella, e: Played | Corrected | Shown | Discarded) -> Answer:
    """Who had the named card shows: it is known now who broke the rule, and the general finding gives way."""
    named = named_bit(s)
    if not s.absent or not named or named & s.places.located or s.gap:
        return None
    if isinstance(e, Discarded | Shown) and is_discarded(s, e):
        return Cured(s.absent)
    cards = (e.card,) if isinstance(e, Played | Corrected) else e.cards or ()
    place = None if isinstance(e, Discarded) else place_seen(s, e)
    seen = BY_INDEX[s.named] in cards and place is not None and place < SEATS and s.places.fits(named, place)
    return Cured(s.absent) if seen else None


def named_was_held(s: Calabrasella, e: Discarded | Shown) -> Answer:
    """The card that nobody had shows up among the discards: the declarer held it (CA-7)."""
    return held_by_declarer(s) if is_discarded(s, e) else None


def is_discarded(s: Calabrasella, e: Discarded | Shown) -> bool:
    """Whether the card that nobody had is seen now to be among the discards, before anything was taken."""
    named, places = named_bit(s), s.places
    if not s.absent or s.gap or s.missed & DISCARDED or not named & mask_of(e.cards or ()) & ~places.located:
        return False
    if isinstance(e, Shown):
        return place_seen(s, e) == DEAD and places.fits(named, DEAD)
    return e.seat == s.declarer and not s.done & (DISCARDED | TAKEN) and places.fits(named, e.seat)


def held_by_declarer(s: Calabrasella) -> Answer:
    """The declarer named a card of his own (CA-2.2)."""
    says = f"{BY_INDEX[s.named]} named, which the declarer held and discarded"
    return [Cured(s.naming), Broken(seat=s.declarer, at=s.naming, cards=named_bit(s), says=says)]


def nobody_kept_it(s: Calabrasella, e: Discarded | Shown) -> Answer:
    """Nobody kept a card that the declarer had all the time."""
    return Cured(s.absent) if is_discarded(s, e) else None


def named_was_discarded(s: Calabrasella, _e: HandEnded) -> Answer:
    """The card that nobody had lies among the discards when all else is known: the declarer held it (CA-7)."""
    return held_by_declarer(s) if is_among_discards(s) else None


def discard_explains_absence(s: Calabrasella, _e: HandEnded) -> Answer:
    """Who had the named card is known by its lying among the discards: the general finding gives way."""
    return Cured(s.absent) if is_among_discards(s) else None


def is_among_discards(s: Calabrasella) -> bool:
    """Whether the card that nobody had was discarded, and nobody saw it in the declarer's hand."""
    places, named = s.places, named_bit(s) & ~s.laid_open
    return bool(s.absent and named & places.known[DEAD] & places.seen[-1] & ~places.seen[s.declarer])


def card_was_handed_over(s: Calabrasella, e: Discarded) -> Answer:
    """Where nothing was handed over and nobody said that it is absent, a defender who has the named card kept it."""
    named = named_bit(s)
    if s.phase != "play" or s.gap or s.done & (HANDED | DISCARDED) or not named or e.seat != s.declarer:
        return nobody_kept_it(s, e)
    return concealed(s) if named & s.places.located else None


def naming_stays_open(s: Calabrasella, e: Discarded | Returned) -> Answer:
    """Nobody wrote what became of the named card: that the declarer has it later proves nothing. What was named wrongly
    whatever the declarer held stays so.
    """
    unknown = not s.done & (HANDED | DISCARDED) and not named_bit(s) & s.places.located
    if not unknown or not s.naming or e.seat != s.declarer or not named_bit(s) & (THREES | TWOS):
        return None
    return Cured(s.naming) if may_hold_all(s.places, s.declarer, needed_now(s)) else None


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
    if e.seat < SEATS <= e.to:
        return Broken(says=f"no seat {e.to} at this table", kind="contradiction", clause="G-5")
    if s.phase != "play" or s.gap or e.seat >= SEATS or faults:
        return faults
    if s.done & RETURNED and not s.absent and s.named != -2:
        kind = twice(s, RETURNED) if e.to == s.giver else None
        return Broken(seat=e.seat, says="a card was given back before", kind=kind)
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
