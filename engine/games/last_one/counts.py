"""LO-1, LO-9.8, LO-9.9: deals, upcards, draws and reshuffles that do not come out even; impossible cards."""

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.last_one.dealing import first_face, sizes_dealt
from upcard.engine.games.last_one.drawing import may_be_drawn
from upcard.engine.games.last_one.mistaken import drawn_again, either_is_wrong, seen_before, withdrawn
from upcard.engine.games.last_one.play import cannot_have
from upcard.engine.games.last_one.scoring import dropped, in_game, next_dealer, over, totals
from upcard.engine.games.last_one.slips import is_doubled
from upcard.engine.games.last_one.table import (
    AGREED_SIZE,
    CARDS,
    JOKER,
    LARGEST,
    PACK_MASK,
    SMALLEST,
    UNSEEN,
    LastOne,
    bit_of,
    is_outside,
    left,
    no_cards,
    pile,
    seats_in,
    stock,
    to_turn,
)
from upcard.engine.mechanisms.deals import deal_faults
from upcard.engine.mechanisms.impossible import impossible, none_left
from upcard.engine.wording import counted, were
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Agreed, Dealt, Drew, HandStarted, Played, Reshuffled, Shown, TurnedUp, Voided

# ---- LO-7 Which hands there are ------------------------------------------------------------------------------------


def dealer_rotates(s: LastOne, e: HandStarted) -> Answer:
    """The deal goes left; who is out of the game is skipped (LO-7.3)."""
    if e.dealer is None:
        return None
    if e.dealer >= len(s.players):
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="LO-1.1")
    due = next_dealer(s) if s.phase == "between" else -1
    if due < 0 or e.dealer == due or s.how == "void":
        return None
    return Broken(seat=e.dealer, says=f"seat {e.dealer} dealt; seat {due} was to deal")


def hand_in_order(s: LastOne, e: HandStarted | Dealt) -> Answer:
    """A hand is played to its end before the next (LO-7.1)."""
    open_ones = {"upcard", "play"} if isinstance(e, Dealt) else {"deal", "upcard", "play"}
    if s.phase not in open_ones or s.gap or s.out >= 0 or may_be_over(s):
        return None
    return Broken(says="the hand before has no end in this record; its result is not known")


def may_be_over(s: LastOne) -> bool:
    """Whether somebody may have no card left, where it is not known how many were dealt or a line may be missing."""
    known, least = s.places.known, s.places.least
    return s.phase == "play" and any(
        known[seat].bit_count() + least[seat] <= s.adrift[seat] for seat in seats_in(s.playing)
    )


def game_goes_on(s: LastOne, _e: HandStarted) -> Answer:
    """No hand follows the one after which a single player is left (LO-7.2)."""
    if s.phase != "between" or not s.how or s.missed or not over(s):
        return None
    return Broken(says="a hand after the end of the game: a single player was left in")


def hand_to_void(s: LastOne, _e: Voided) -> Answer:
    """Only a hand that is on can be thrown in (LO-7.1)."""
    on = s.phase != "between" or s.missed or (s.hand > 0 and not s.how)  # after a gap, in which its beginning may lie
    return None if on else Broken(says="no hand was on that could be thrown in")


def seats_agree(s: LastOne, e: Agreed) -> Answer:
    """Those who agree sit at the table (LO-1.1)."""
    strangers = [seat for seat in e.seats if seat >= len(s.players)]
    return [Broken(says=f"no seat {seat} at this table") for seat in strangers]


# ---- LO-1.2 The deal -----------------------------------------------------------------------------------------------


def sizes_are_right(s: LastOne, e: Dealt) -> Answer:
    """Four to eight cards, the same to each who is in; nine if all agree (LO-1.2, LO-9.9, LO-9.10)."""
    spans = totals(s)
    out = [dropped(s, span) for span in spans]
    sizes = sizes_dealt(s, e)
    faults = [
        Broken(seat=seat, says=f"seat {seat} is out of the game and was dealt in", clause="LO-9.10", name="dealt_in")
        for seat, size in enumerate(sizes)
        if size and out[seat]
    ]
    told = {
        seat: size for seat, size in enumerate(sizes) if size is not None and not (size == 0 and out[seat] is not False)
    }
    if len({size for seat, size in told.items() if not out[seat]}) > 1:
        says = f"hands of {', '.join(str(size) for size in told.values())} cards"
        return [*faults, Broken(says=says, name="unequal_hands")]
    size = next(iter(told.values()), None)
    if size is None:
        return faults
    told = {seat: size for seat, size in told.items() if out[seat] is False or is_listed(e, seat)}
    if not SMALLEST <= size <= AGREED_SIZE:
        faults.append(
            Broken(says=f"hands of {counted(size, 'card')}; there are {SMALLEST} to {LARGEST}, or {AGREED_SIZE}")
        )
    elif size * len(told) >= CARDS:
        says = f"{len(told)} hands of {size} leave no upcard"
        faults.append(Broken(says=says, clause="LO-1.2", name="no_upcard", kind="contradiction"))
    elif size == AGREED_SIZE and not s.gap and (missing := in_game(s) & sum(1 << seat for seat in told) & ~s.agreed):
        who = " and ".join(f"seat {seat}" for seat in seats_in(missing))
        says = f"hands of nine, to which {who} did not agree"
        faults.append(Broken(says=says, name="nine_not_agreed"))
    return faults


def is_listed(e: Dealt, seat: int) -> bool:
    """Whether a deal says of this seat itself that it got cards."""
    sizes, hands = e.sizes or (), e.hands or ()
    return bool((seat < len(sizes) and sizes[seat]) or (seat < len(hands) and hands[seat]))


def dealt_once(s: LastOne, e: Dealt) -> Answer:
    """Each card is dealt once (LO-9.9)."""
    sizes = [SMALLEST if size is None else min(size, CARDS) for size in sizes_dealt(s, e)]
    return deal_faults(no_cards(len(s.players)), e, sizes, PACK_MASK)


# ---- LO-1.3, LO-4 The upcard ---------------------------------------------------------------------------------------


def upcard_is_due(s: LastOne, _e: TurnedUp) -> Answer:
    """One card is turned up, after the deal (LO-1.3)."""
    if s.phase in {"upcard", "deal"} or (s.phase == "between" and not s.how) or s.gap or s.missed:
        return None
    return Broken(says="a card was turned up where none was due")


def upcard_is_possible(s: LastOne, e: TurnedUp) -> Answer:
    """The upcard comes from the stock (LO-9.9)."""
    card = e.card
    if card.known and not card.bit & PACK_MASK:
        return Broken(odd=(card,), says=f"{card} is not in the pack")
    if s.phase != "upcard":
        return None
    holder = next((seat for seat in range(len(s.players)) if s.places.known[seat] & card.bit), None)
    if holder is not None:
        return Broken(cards=card.bit, says=f"{card} is listed in the hand of seat {holder}", lists=(holder,))
    return None if s.places.most[stock(s)] else Broken(cards=card.bit, says="no card was left to turn up")


def upcard_named(s: LastOne, e: TurnedUp) -> Answer:
    """The dealer names a card for a joker, and a suit for an 8 where that is so ruled (LO-4)."""
    if (e.suit is None and e.stands_for is None) or e.card.rank == UNSEEN:
        return None
    wrong = e.stands_for is not None and (e.card.rank != JOKER or first_face(e) is None)
    if (
        e.suit is not None
        and e.card.suit not in {e.suit, "?"}
        and (e.card.rank != "8" or s.options.first_8 == "own_suit")
    ):
        wrong = True
    if not wrong:
        return None
    return Broken(seat=None if s.dealer < 0 else s.dealer, cards=e.card.bit, says=f"for {e.card} nothing is named")


# ---- LO-9.8 Draws and reshuffles -----------------------------------------------------------------------------------


def stock_has_it(s: LastOne, e: Drew) -> Answer:
    """No more is drawn than there is (LO-9.8)."""
    if s.phase != "play" or is_outside(s, e.seat):  # that it drew at all is told
        return None
    faults = []
    there = left(s)
    if there is not None and e.count > there and not any(s.adrift):
        says = f"{e.count} drawn from a stock of {there}" if there else "drawn from an empty stock"
        faults.append(Broken(seat=e.seat, says=says, name="empty_stock"))
    if e.cards is not None and len(e.cards) != e.count:
        faults.append(
            Broken(seat=e.seat, says=f"{counted(len(e.cards), 'card')} listed, {e.count} drawn", name="wrong_count")
        )
    return None if faults and is_doubled(s, e) else faults


def drawn_is_possible(s: LastOne, e: Drew) -> Answer:
    """What is drawn was in the stock (LO-9.9)."""
    if s.phase != "play" or not e.cards or is_outside(s, e.seat):
        return None
    mask = mask_of(e.cards)
    barred = s.places.located | ~(s.back or PACK_MASK)
    if not s.order and not mask & barred and mask.bit_count() in {0, len(e.cards)}:
        return None
    if is_doubled(s, e):
        says = "these cards were drawn before, and are in that hand"
        return drawn_again(s, Broken(seat=e.seat, cards=mask, says=says))
    faults, before = [], 0
    for place, card in enumerate(e.cards):
        fault = not_in_stock(s, e.seat, card, before)
        top = s.order[place] if place < len(s.order) and card.bit else -1
        if fault is None and top >= 0 and card.index != top:
            fault = Broken(seat=e.seat, cards=card.bit, says=f"{card} was not the next card of the stock as listed")
        before |= card.bit
        faults += [fault] if fault else []
    return faults


def not_in_stock(s: LastOne, seat: int, card: Card, before: int) -> Broken | None:
    """Why a card cannot have been drawn."""
    bit, places = card.bit, s.places
    if not bit:
        return None
    if not bit & PACK_MASK:
        return Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack")
    if bit & before:
        return Broken(seat=seat, cards=bit, says=f"{card} drawn twice")
    if may_be_drawn(s, bit) or not places.most[stock(s)]:
        return None
    if not bit & places.located:
        return Broken(seat=seat, cards=bit, says=f"{card} was not among the cards shuffled back")
    holder = next((place for place, cards in enumerate(places.known) if cards & bit), pile(s))
    if holder >= len(s.players):
        return seen_before(s, Broken(seat=seat, cards=bit, says=f"{card} lies among the discards"), card)
    lists = () if bit & (s.fetched | places.seen[-1]) else (holder,)
    return drawn_again(s, Broken(seat=seat, cards=bit, says=f"{card} is in the hand of seat {holder}", lists=lists))


def shuffles_all_back(s: LastOne, e: Reshuffled) -> Answer:
    """With the stock empty all discards but the upcard are shuffled back (LO-2.6, LO-9.8)."""
    if s.phase != "play":
        return None
    faults = []
    if any(s.adrift):
        return None  # how many cards lay there hangs on lines that may be missing
    there, rest = to_turn(s), left(s)
    if rest and (there or not e.count):  # else it is the reshuffle before, written twice
        faults.append(Broken(says=f"{were(rest, 'card')} left in the stock", clause="LO-2.6", kind="breach"))
    if there is None:
        return faults
    counts = {e.count, None if e.order is None else len(e.order)} - {None, there}
    faults += [
        Broken(says=f"{counted(count, 'card')} shuffled back; {there} lay under the upcard", name="wrong_count")
        for count in counts
        if count is not None
    ]
    cards = s.places.known[pile(s)] & ~bit_of(s)
    whole = cards.bit_count() == there
    before: set[Card] = set()
    for card in e.order or ():
        if card.known and ((whole and not card.bit & cards) or card in before):
            says = f"{card} did not lie under the upcard" if card not in before else f"{card} is listed twice"
            faults.append(Broken(cards=card.bit, says=says, clause="LO-9.9", name="impossible_card"))
        before.add(card)
    return faults


# ---- LO-9.9 Impossible cards ---------------------------------------------------------------------------------------


def card_is_possible(s: LastOne, e: Played) -> Answer:
    """No card is in two places between two reshuffles (LO-9.9, K-3)."""
    bit, places, seat = e.card.bit, s.places, e.seat
    if bit and s.phase == "play" and seat < len(s.players):
        if places.known[seat] & bit:
            return None
        if not s.back and bit & PACK_MASK and not bit & places.located and places.most[seat]:
            return None
    if s.phase == "between" and (s.missed or s.how in {"", "open"} or (seat == s.out and not is_doubled(s, e))):
        return None
    if e.seat >= len(s.players) or is_outside(s, e.seat) or s.phase == "deal":
        return None
    return either_is_wrong(s, e, not_there(s, e.seat, e.card))


def not_there(s: LastOne, seat: int, card: Card) -> Broken | None:
    """Why a card cannot come from a hand, with the line where it was seen before."""
    bit, places = card.bit, s.places
    if bit and places.known[seat] & bit:
        return None
    fault = impossible(places, seat, card, PACK_MASK) or none_left(places, seat, card, PACK_MASK)
    if fault is None:
        why = cannot_have(s, seat, bit) if bit else None
        return None if why is None else Broken(seat=seat, cards=bit, says=f"{card} {why}")
    if bit & s.fetched:
        fault = msgspec.structs.replace(fault, lists=())  # what a draw lists is no list of the deal
    if bit & places.known[pile(s)] and s.lines[card.index]:
        fault = msgspec.structs.replace(fault, against=s.lines[card.index])
    return fault


def shown_is_possible(s: LastOne, e: Shown) -> Answer:
    """What is shown was left in that hand (LO-9.8, LO-9.9)."""
    if e.seat is None or e.seat >= len(s.players) or e.hand not in {None, s.hand}:
        return None
    if s.phase == "deal" or not s.hand or s.how in {"open", "sheet", "void"} or (s.missed and e.hand is None):
        return None
    faults = [seen_before(s, fault, card) for card in e.cards if (fault := not_there(s, e.seat, card))]
    if faults and s.phase == "between":
        return [*faults, *withdrawn(s, faults)]
    places, seat = s.places, e.seat
    known = places.known[seat].bit_count()
    least, most = known + places.least[seat] - s.adrift[seat], known + places.most[seat]
    if not faults and (len(e.cards) > most or (e.all and len(e.cards) < least)):
        held = most if len(e.cards) > most else least
        says = f"{counted(len(e.cards), 'card')} shown of seat {seat}, which held {held}"
        faults.append(Broken(seat=seat, says=says, clause="LO-9.8", name="wrong_count"))
    return faults
