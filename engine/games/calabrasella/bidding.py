"""CA-2.1, CA-2.2: who plays against the others, and the card that the declarer names."""

from typing import Final, Literal

from upcard.engine.game import Answer, Broken, Cured, InDoubt
from upcard.engine.games.calabrasella.deal import WIDOW_NAME, begin_play
from upcard.engine.games.calabrasella.table import (
    DEAD,
    EVERYBODY,
    HAND,
    HANDED,
    NAMED,
    RETURNED,
    SEATS,
    TABLE,
    TAKEN,
    THREES,
    TWOS,
    WIDOW,
    WIDOW_SIZE,
    Calabrasella,
    after,
    bidders,
    no_hand,
    off_by,
    shown_place,
)
from upcard.engine.mechanisms.dealers import is_off_again, off_again, opens, written_wrongly
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.places import Places
from upcard.schemas.cards import BY_INDEX, RANK_MASK, SUIT_MASK, Card, mask_of
from upcard.schemas.events import CardNamed, Corrected, Elected, Passed, Played, Shown, Took, TurnedOver

PUBLIC: Final = SEATS
ALL_CARDS: Final = SEATS + 1
"""Who else can tell something, besides the seats."""

# ---- CA-2.1 Pass or play ---------------------------------------------------------------------------------------------


def pass_by(s: Calabrasella, e: Passed) -> None:
    """A seat passes; when all three have, the hand is void and the next deals."""
    if e.seat >= SEATS or not begins_bidding(s, e.seat) or s.declarer >= 0:
        return
    s.passed |= 1 << e.seat
    s.spoke = e.seat
    if s.passed == EVERYBODY and not s.gap:
        s.phase, s.how, s.turn, s.ended = "between", "passed", -1, s.hand
        s.settled += 1


def elect(s: Calabrasella, e: Elected) -> None:
    """The first who elects to play is the declarer."""
    if e.seat >= SEATS or not begins_bidding(s, e.seat):
        return
    s.electing = s.electing or s.line
    s.elected = True
    if s.declarer < 0:
        declare(s, e.seat)


def begins_bidding(s: Calabrasella, seat: int) -> bool:
    """A seat speaks; the first to do so tells who dealt, if nobody wrote it, or if it was written wrongly. False: no hand
    is on.
    """
    on = s.phase != "between"
    if not begin_play(s):
        return False
    if s.passed or s.declarer >= 0 or s.gap:
        return True
    if s.dealer < 0:
        s.dealer, s.supposed, s.lone = (seat - 1) % SEATS, True, 0
    elif s.lone and on:  # else who spoke was not judged
        opens(s, off_by(s, seat), SEATS)
    return True


def declare(s: Calabrasella, seat: int) -> None:
    """A seat is the declarer; who sits left of it leads when all is exchanged (CA-3)."""
    s.declarer = seat
    s.turn = after(seat)


def bid_in_turn(s: Calabrasella, e: Passed | Elected) -> Answer:
    """Each passes or plays once, from left of the dealer on, until one plays (CA-2.1)."""
    if e.seat >= SEATS:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return no_hand(s, e.seat, "a bid")
    if s.gap:
        return None
    if s.declarer >= 0:
        late = isinstance(e, Elected) and e.seat == s.declarer and not s.elected  # its naming told as much before
        again = isinstance(e, Elected) and e.seat == s.declarer and not s.done and not s.cards
        says = f"the bidding was over: seat {s.declarer} plays"
        return None if late else Broken(seat=e.seat, says=says, kind=WRITTEN_TWICE if again else None)
    if s.passed >> e.seat & 1:
        again = isinstance(e, Passed) and e.seat == s.spoke
        says = f"seat {e.seat} spoke again; it had passed before"
        return Broken(seat=e.seat, says=says, kind=WRITTEN_TWICE if again else None)
    due = bidders(s)
    if not due or e.seat in due:
        return None
    if is_off_again(s, off_by(s, e.seat)):
        return dealer_is_wrong(s, e.seat)
    says = f"seat {e.seat} spoke; it was the turn of seat {due[0]}"
    return Broken(says=f"{says}, or others had spoken out of turn") if s.supposed else Broken(seat=e.seat, says=says)


def dealer_is_wrong(s: Calabrasella, seat: int) -> list[Broken | Cured]:
    """What is said where the dealer was written wrongly. That the seat written there dealt out of turn is withdrawn."""
    told, *cured = off_again(s, seat)
    if s.off_at == s.lone:
        says = f"seat {seat} opened, as the deal goes round; by the dealer that was written it was not to"
        told = written_wrongly(s, says)
    return [told, *cured, Cured(s.lone, name="dealer_rotation")]


# ---- CA-2.2 Naming ---------------------------------------------------------------------------------------------------


def name_card(s: Calabrasella, e: CardNamed) -> None:
    """The declarer names a card, or none; the first one that he named counts."""
    if e.seat >= SEATS or (s.done & NAMED and not names_himself(s, e.seat)) or not begin_play(s):
        return
    if was_elected(s, e.seat):
        s.off = s.lone = 0  # who spoke first was as due; that line is wrong
        declare(s, e.seat)
    elif s.declarer < 0:
        declare(s, e.seat)
    begun = s.done & ~NAMED
    s.done = begun | NAMED
    s.namer = e.seat
    s.naming, s.asked = s.line, s.step
    if e.card is None:
        s.done |= HANDED | RETURNED
        s.named = -2
    else:
        s.named = e.card.index if e.card.bit & FORTY else -1
    s.short = 0 if begun else who_can_tell(s)


WRITTEN_TWICE: Final = "contradiction"
"""An act that is just the one before it: the line was doubled, and nobody did it twice."""


def twice(s: Calabrasella, step: int) -> Literal["contradiction"] | None:
    """The kind of a finding about a step that was taken before: no breach, if nothing else was done since."""
    return WRITTEN_TWICE if s.done & step and s.done < 2 * step and not s.cards else None


def names_himself(s: Calabrasella, seat: int) -> bool:
    """Whether the declarer names a card now where only another had, to whom nobody listened."""
    return seat == s.declarer != s.namer and s.done == NAMED


def was_elected(s: Calabrasella, seat: int) -> bool:
    """Whether a seat acts as the declarer whose turn it was to speak when another elected to play out of turn: that line
    may be written for another seat.
    """
    if s.gap or s.supposed or s.done or s.declarer in {-1, seat} or not s.electing or s.phase != "play":
        return False
    due = bidders(s)
    return seat in due and s.declarer not in due


def is_declarer(s: Calabrasella, seat: int, what: str) -> list[Broken]:
    """What is wrong with a seat acting as the declarer, if anything."""
    if seat >= SEATS:
        return [Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")]
    if s.phase == "between":
        return no_hand(s, seat, what)
    if s.gap or s.declarer == seat:
        return []
    if s.declarer < 0:
        return [Broken(seat=seat, says=f"{what} before anybody elected to play", clause="CA-2.1")]
    return [Broken(seat=seat, says=f"{what} by seat {seat}; seat {s.declarer} plays", clause="CA-2.1")]


def naming_is_due(s: Calabrasella, e: CardNamed) -> Answer:
    """The declarer names once, before anything is exchanged (CA-2.2, CA-2.3)."""
    if was_elected(s, e.seat):
        says = f"seat {s.declarer} is written to have elected to play; it was the turn of seat {e.seat}, which named a card"
        told = Broken(says=says, at=s.electing, name="bid_order", kind="contradiction", clause="CA-2.1")
        return [Cured(s.electing, name="bid_order"), told]
    faults = is_declarer(s, e.seat, "a card named")
    if s.phase != "between" and not s.gap:
        if s.done & NAMED and not names_himself(s, e.seat):
            same = s.named == (-2 if e.card is None else e.card.index) and e.seat == s.namer
            kind = twice(s, RETURNED if e.card is None else NAMED) if same else None
            says = "a card was named before; there is no second call"
            faults.append(Broken(seat=e.seat, says=says, clause="CA-2.3", kind=kind))
        elif s.done & ~NAMED and not s.missed & NAMED:
            faults.append(Broken(seat=e.seat, says="a card named after the exchange had begun"))
    return faults


def naming_is_legal(s: Calabrasella, e: CardNamed) -> Answer:
    """A three that the declarer does not hold; a two only with all four threes; none only with all eight (CA-2.2)."""
    seat, card = e.seat, e.card
    by_another = s.declarer not in {-1, seat} and not was_elected(s, seat)
    if seat >= SEATS or s.phase == "between" or s.gap or by_another:
        return None
    if s.done and not names_himself(s, seat):
        return None  # where the exchange had begun, the hand is not the one that was named from
    if card is not None and not card.bit & (THREES | TWOS) and card.rank not in {"3", "2", "?"}:
        return Broken(seat=seat, cards=card.bit & FORTY, says=f"{card} named; only a three or a two may be")
    if s.phase == "deal":
        return InDoubt(cards=card.bit, seat=seat) if card is not None and card.bit else None
    if not may_hold_all(s.places, seat, needed_to_name(e)):
        return Broken(seat=seat, says=wrong_name(e))
    if card is None or not card.bit:
        none = card is not None and not cards_like(card) & ~s.places.known[seat]
        return Broken(seat=seat, says=f"{card} named; the declarer held all of them") if none else None
    held = s.places.held(seat, card.bit)
    if held is None:
        return InDoubt(cards=card.bit, seat=seat, says=f"{card} named, which the declarer held")
    return Broken(seat=seat, cards=card.bit, says=f"{card} named, which the declarer held") if held else None


def cards_like(card: Card) -> int:
    """The threes and twos that a card not wholly known may be."""
    return (THREES | TWOS) & RANK_MASK.get(card.rank, FORTY) & SUIT_MASK.get(card.suit, FORTY)


def may_hold_all(places: Places, seat: int, cards: int) -> bool:
    """Whether a seat may hold all these cards, so far as is known."""
    return not cards or Holding.of(places, seat, FORTY, TABLE).bounds(cards)[1] == cards.bit_count()


def needed_to_name(e: CardNamed) -> int:
    """The cards that the declarer must hold to name this card: none for a three."""
    return THREES | TWOS if e.card is None else THREES if e.card.rank == "2" else 0


def wrong_name(e: CardNamed) -> str:
    """What is wrong with naming a two, or nothing."""
    if e.card is None:
        return "no card named, though the declarer does not hold all threes and twos"
    return f"{e.card} named, though the declarer does not hold all four threes"


def needed_now(s: Calabrasella) -> int:
    """The cards that the declarer must have held, by what was named."""
    if s.named == -2:
        return THREES | TWOS
    return THREES if s.named >= 0 and BY_INDEX[s.named].rank == "2" else 0


def naming_was_legal(s: Calabrasella, e: Played | Corrected | Shown | TurnedOver | Took) -> Answer:
    """Cards that come to light show that a two, or nothing, was named wrongly (CA-2.2): a three that was elsewhere, or
    too many others of the declarer.
    """
    needed = needed_now(s)
    if not needed or s.gap or s.declarer < 0 or (s.phase == "between" and not isinstance(e, Shown)):
        return None
    if isinstance(e, Played) and s.turn not in {-1, e.seat}:
        return None  # a card out of turn may be another seat's
    place = place_seen(s, e)
    cards = mask_of((e.card,) if isinstance(e, Played | Corrected) else e.cards or ())
    fresh = cards & FORTY & ~s.places.located
    if place is None or not fresh or s.short >> ALL_CARDS or lacked(s, needed) or not lacked(s, needed, place, fresh):
        return None
    named = "no card" if s.named == -2 else str(BY_INDEX[s.named])
    says = "the declarer had too many others" if place == s.declarer else "this card was in another hand"
    return Broken(seat=s.declarer, at=s.naming or None, cards=fresh & needed or fresh, says=f"{named} named; {says}")


def lacked(s: Calabrasella, needed: int, place: int = -1, fresh: int = 0) -> bool:
    """Whether the cards known, and those that come to light in a place now, show that the declarer lacked some of those
    needed when a card was named. Whoever got one back from the declarer may show that one.
    """
    been = s.places.been.copy()
    if place >= 0:
        been[place] |= fresh
    if any(been[other] & needed for other in others(s)):
        return True
    if s.done & HANDED and s.giver >= 0 and (been[s.giver] & needed).bit_count() > 1:
        return True
    gone = been[WIDOW] & ~s.places.known[WIDOW]
    if (
        s.places.entered[s.declarer] > s.asked
        or s.places.most[TABLE]
        or gone.bit_count() != min(s.discards, WIDOW_SIZE)
    ):
        return False  # what came face down was not there, nor what came from the widow
    came = been[WIDOW] | (1 << s.named if s.named >= 0 else 0)
    own = (been[s.declarer] | s.places.known[DEAD]) & ~needed & ~came
    return own.bit_count() > HAND - needed.bit_count()


def place_seen(s: Calabrasella, e: Played | Corrected | Shown | TurnedOver | Took) -> int | None:
    """Where cards that come to light lay; None if that cannot be told."""
    if isinstance(e, TurnedOver):
        return WIDOW
    if isinstance(e, Took):
        return WIDOW if e.place == WIDOW_NAME and not s.done & TAKEN else None
    if isinstance(e, Shown):
        return shown_place(s, e)
    return e.seat if e.seat < SEATS else None


def others(s: Calabrasella) -> list[int]:
    """Places whose cards the declarer cannot have held; who got a card back from the declarer may show that one, and
    either defender may have, where nobody wrote what became of the card named.
    """
    if s.named >= 0 and not s.done & HANDED:
        return [WIDOW]
    seats = [seat for seat in range(SEATS) if seat not in {s.declarer, s.giver}]
    return [*seats, WIDOW]


def who_can_tell(s: Calabrasella) -> int:
    """Who can tell that the declarer lacks some of the cards needed: a mask of the seats, the public, and all cards."""
    needed = needed_now(s)
    if not needed:
        return 0
    eyes = [*(s.places.view(viewer) for viewer in (*range(SEATS), -1)), s.places]
    return sum(1 << who for who, places in enumerate(eyes) if not may_hold_all(places, s.declarer, needed))


def veil(s: Calabrasella, viewer: int) -> None:
    """Who sees what a viewer sees can tell no more of the cards named than that viewer."""
    own, public = s.short >> (PUBLIC if viewer < 0 else viewer) & 1, s.short >> PUBLIC & 1
    told = [own if who in {viewer, ALL_CARDS} else public for who in range(ALL_CARDS + 1)]
    s.short = sum(bit << who for who, bit in enumerate(told))
