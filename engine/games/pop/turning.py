"""P-2.3, P-3.5 Cards turned up: the trump card, and the displays, whether or not each was written down."""

import msgspec

from upcard.engine.game import Answer, Broken
from upcard.engine.games.pop.deal import deal, seat_of
from upcard.engine.games.pop.table import (
    HAND,
    LISTED,
    NOT_KNOWN,
    PACK34,
    PILE,
    STOCK,
    TABLE,
    UP,
    Pop,
    lead_suit,
    lose_order,
    no_cards,
    open_cards,
    unsure,
)
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.places import Places
from upcard.schemas.cards import BY_INDEX, SUITS, Card, could_be, mask_of
from upcard.schemas.events import Dealt, TurnedUp

# ---- P-2.3, P-3.5 Cards turned up ----------------------------------------------------------------------------------


def turn_up(s: Pop, e: TurnedUp) -> None:
    """The trump card is turned, or the next card of a pile."""
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase == "between":
        s.stray = True
        return
    seat = display_of(s, e)
    if seat >= 0:
        waits = s.must_answer and (seat > 1 or s.turned[seat] < 2)
        s.lapsed, s.must_answer = s.lapsed or (s.must_answer and not waits), waits
        if seat > 1 or not (s.places.known[UP + seat] & e.card.bit or was_played(s, seat, e.card)):
            doubt_or_trust(s, seat)
        turn_display(s, seat, e.card)
    elif s.upcard < 0 and s.trump == NOT_KNOWN:
        turn_trump(s, e.card)


def doubt_or_trust(s: Pop, seat: int) -> None:
    """A card turned in time shows that the trick before was whole. One turned while a trick is open, or too many: a play
    may have been left out.
    """
    if seat > 1 or s.phase != "play" or s.gap or s.turned[seat] < 2:
        return
    if s.owed[seat]:
        s.muddled = -1
    elif open_cards(s) or s.places.known[UP + seat].bit_count() + s.places.most[UP + seat] > 1:
        if s.muddled >= 0:
            lose_order(s)
        else:
            s.muddled = s.first


def display_meant(e: TurnedUp) -> int:
    """Whose pile a turned card comes from; -1: it is the trump card."""
    if e.seat is not None:
        return min(e.seat, 2)
    place = LISTED.get(e.place or "", STOCK)
    return place - PILE if place < STOCK else -1


def display_of(s: Pop, e: TurnedUp) -> int:
    """The same; where the lists have the card in the other pile, which is to be turned, it was written for the wrong one."""
    seat = display_meant(e)
    if not 0 <= seat < 2 or not s.owed[1 - seat] or s.gap:
        return seat
    return 1 - seat if e.card.bit & s.places.known[PILE + 1 - seat] else seat


def one_is_of_the_other(s: Pop, seat: int) -> bool:
    """Whether a pile is turned once more than it may be, while the other is not: one of its cards was written for the wrong
    pile, and nobody can tell which.
    """
    up = UP + seat
    many = s.places.known[up].bit_count() + s.places.most[up] > 1
    return many and not s.owed[seat] and bool(s.owed[1 - seat]) and not open_cards(s) and not s.gap


def turn_either(s: Pop, seat: int) -> None:
    """A card of each pile is turned; which lie in this display, and which in the other, is not known any more."""
    other = 1 - seat
    s.places.forget(UP + seat)
    s.places.entered[UP + seat] = s.step
    turn_unseen(s.places, other, None, s.step)
    s.turned[other] += 1
    s.owed[other] -= 1


def turn_trump(s: Pop, card: Card) -> None:
    """The top card of the stock makes trump; a joker makes none (P-1.4, P-1.6)."""
    s.upcard = card.index
    s.trump = card.suit if card.suit in SUITS else "" if card.rank == "X" else NOT_KNOWN
    bit = card.bit & PACK34
    if bit and (s.places.known[STOCK] & bit or not bit & s.places.seen[-1]):
        s.places.show(bit, STOCK)
    s.phase, s.early = "play", []
    if open_cards(s):
        lead_suit(s)


def turn_display(s: Pop, seat: int, card: Card) -> None:
    """The next card of a pile lies face up (P-3.5)."""
    if seat > 1:
        return
    places, bit, up, pile = s.places, card.bit & PACK34, UP + seat, PILE + seat
    late = not s.owed[seat] and not s.gap and places.most[up] and not places.located & bit
    if bit and (places.known[up] & bit or late):
        places.show(bit, up)  # turned before, and told only now
        return
    if was_played(s, seat, card):
        return
    if one_is_of_the_other(s, seat):
        turn_either(s, seat)
        return
    if not card.bit and s.owed[seat]:
        bit = seen_next(s, seat, card)
    if second_first(s, seat, card):
        top = seat * HAND
        s.piles[top], s.piles[top + 1] = s.piles[top + 1], s.piles[top]
    if bit and not (bit & places.seen[-1] and not places.known[pile] & bit):
        places.move(bit, pile, up)
    else:
        places.move_unknown(pile, up, s.step)
    s.turned[seat] += 1
    if s.owed[seat]:
        s.owed[seat] -= 1
    elif open_cards(s):
        s.ahead[seat] += 1


def was_played(s: Pop, seat: int, card: Card) -> bool:
    """Whether a card was played from this display: that it was turned is written too late."""
    return bool(card.bit & s.places.known[TABLE]) and any(
        (card, seat) == (one, by) and place in {UP + seat, -1}
        for one, by, place in zip(s.cards, s.by, s.sources, strict=True)
    )


def second_first(s: Pop, seat: int, card: Card) -> bool:
    """Whether the second card of a pile, or what may be it, is told of before the first: the two are turned together."""
    if s.turned[seat]:
        return False
    first, second = s.piles[seat * HAND : seat * HAND + 2]
    if first < 0 or first == card.index:
        return False
    return second == card.index or (second < 0 and not s.places.located & card.bit)


def next_of(s: Pop, seat: int, further: int = 0) -> Card | None:
    """The card of a pile that is turned next, or after so many others, if the record tells it."""
    number = s.turned[seat] + further
    index = s.piles[seat * HAND + number] if number < HAND else -1
    return BY_INDEX[index] if index >= 0 and s.places.known[PILE + seat] & BY_INDEX[index].bit else None


def seen_next(s: Pop, seat: int, card: Card) -> int:
    """The card that a pile lists as the next (a mask), if what was seen of the one turned may be it."""
    due = next_of(s, seat)
    return due.bit & could_be(card) if due is not None else 0


def owed_up(s: Pop, seat: int) -> tuple[int, int]:
    """What lies face up before the next lead, though nobody wrote that it was turned: cards known, and how many more."""
    cards = [next_of(s, seat, further) for further in range(s.owed[seat])]
    known = mask_of(card for card in cards if card is not None)
    return known, s.owed[seat] - known.bit_count()


def turn_owed(s: Pop) -> None:
    """Before a lead the piles are turned, whether or not that was written down (G-7)."""
    for seat in (0, 1):
        for _ in range(s.owed[seat]):
            turn_unseen(s.places, seat, next_of(s, seat), s.step)
            s.turned[seat] += 1
    s.owed = [0, 0]


def turn_unseen(places: Places, seat: int, card: Card | None, step: int) -> None:
    """A card is turned that the record does not tell, or tells only by the order of the pile."""
    if card is None:
        places.move_unknown(PILE + seat, UP + seat, step)
        return
    places.known[PILE + seat] ^= card.bit
    places.known[UP + seat] |= card.bit
    places.entered[UP + seat] = step


def turns_in_time(s: Pop, e: TurnedUp) -> Answer:
    """Two cards of each pile at first, then one before each lead; the trump card once (P-2.3, P-3.5, P-9.2)."""
    seat, bit = display_of(s, e), e.card.bit
    if 0 <= seat < 2 and s.owed[seat] and s.phase != "between":
        return None
    if s.phase == "between" and s.stray:
        return None
    if s.phase == "between":
        return Broken(seat=e.seat, says="a card was turned where no round is on", clause="G-5", kind="contradiction")
    if seat > 1:
        return Broken(says=f"no seat {seat} at this table", clause="G-5", kind="contradiction", name="no_such_seat")
    if seat < 0:
        if s.upcard >= 0 or s.trump != NOT_KNOWN:
            return Broken(says="a second trump card was turned", clause="P-2.3", kind="contradiction")
        late = s.phase == "play" and not s.gap
        return Broken(says="the trump card was turned after a card was played", clause="P-2.3") if late else None
    if unsure(s) or s.phase == "deal":
        return None
    places, up = s.places, UP + seat
    if was_played(s, seat, e.card):
        return Broken(seat=seat, cards=bit, says="turned after the lead")
    if places.known[up] & bit or (places.most[up] and not places.located & bit):
        seen = places.known[up] & bit & places.seen[-1]
        if seen:  # perhaps a line written twice
            return Broken(seat=seat, cards=bit, says=f"{e.card} was turned before", kind="contradiction")
        return Broken(seat=seat, cards=bit, says="turned after the lead")
    if not places.known[PILE + seat] and not places.most[PILE + seat]:
        return Broken(seat=seat, cards=bit, says="the pile has no card left", clause="P-9.2", kind="contradiction")
    if places.known[up].bit_count() + places.most[up] > 1:
        says = "a third card of the display face up"
        return Broken(seat=seat, cards=bit, says=says, clause="P-9.2", kind="contradiction", name="third_face_up")
    return turned_early(s, seat, bit)


def turned_early(s: Pop, seat: int, bit: int) -> Broken | None:
    """A card turned while a trick is open. Where one card of it is missing, that play may have been left out of the record,
    or stand a line too late: it accuses nobody.
    """
    if open_cards(s) == 3:
        return Broken(cards=bit, says="turned before the last card of the trick was written", kind="contradiction")
    return Broken(seat=seat, cards=bit, says="turned before the trick was over") if open_cards(s) else None


def turned_is_possible(s: Pop, e: TurnedUp) -> Answer:
    """What is turned was not seen elsewhere, and is what the list of the pile has next (G-5, G-7)."""
    seat, card, places = display_of(s, e), e.card, s.places
    if s.phase == "between" or seat > 1:
        return None
    if seat != display_meant(e):
        says = f"{card} was turned for seat {1 - seat}; it lies in the pile of seat {seat}"
        return Broken(cards=card.bit, says=says, clause="G-5", name="wrong_seat")
    if s.phase == "deal":
        places = fresh()
    if seat < 0:
        second = s.upcard >= 0 or s.trump != NOT_KNOWN
        return None if second or not card.bit else unseated(impossible(places, STOCK, card, PACK34), STOCK)
    if places.known[UP + seat] & card.bit or may_be_next(s, places, seat, card) or was_played(s, seat, card):
        return None
    fault = unseated(impossible(places, PILE + seat, card, PACK34), PILE + seat) if card.bit else None
    expected = next_of(s, seat) if s.owed[seat] and not s.gap and not second_first(s, seat, card) else None
    if fault is None and expected not in {None, card} and card.bit:
        says = f"{card} was turned; {expected} is listed as the next card of the pile"
        fault = Broken(seat=seat, cards=card.bit, says=says, clause="G-7", name="wrong_turn", lists=(PILE + seat,))
    return fault


def may_be_next(s: Pop, places: Places, seat: int, card: Card) -> bool:
    """Whether a card is the one that is listed as the next of a pile, or, where none is, one not seen yet."""
    number = s.turned[seat]
    index = s.piles[seat * HAND + number] if s.owed[seat] and number < HAND else -1
    if index < 0:
        return bool(card.bit & PACK34 & ~places.located and places.most[PILE + seat])
    return index == card.index and bool(places.known[PILE + seat] & card.bit)


def turn_up_plainly(s: Pop, e: TurnedUp) -> bool:
    """A card turned that needs no judging: it may be the next of a pile that owes one, and no trick is in doubt."""
    seat = e.seat
    if seat is None or seat > 1 or not s.owed[seat] or s.must_answer or s.muddled >= 0:
        return False
    if s.phase not in {"turn", "play"} or not may_be_next(s, s.places, seat, e.card):
        return False
    turn_display(s, seat, e.card)
    return True


def fresh() -> Places:
    """Places after a deal that nobody wrote down."""
    places = no_cards()
    for place, size in enumerate((HAND, HAND, 0, 0, HAND, HAND, 6)):
        places.deal(place, 0, size, 0, None)
    return places


def unseated(fault: Broken | None, place: int) -> Broken | None:
    """The fault of a card that is in nobody's hand."""
    if fault is None:
        return None
    seat = seat_of(place)
    name = "the stock" if seat is None else f"the {'pile' if place >= PILE else 'display'} of seat {seat}"
    return msgspec.structs.replace(fault, seat=seat, says=(fault.says or "").replace(f"seat {place}", name))


def popped_before_the_deal(s: Pop, e: TurnedUp) -> Answer:
    """A pop before the trump card was turned (P-4.1): that it was shows when the card is turned."""
    if display_meant(e) >= 0 or s.phase == "play":
        return None
    says = "popped before the trump card was turned"
    return [Broken(seat=seat, at=line, says=says) for line, seat in zip(s.early[::2], s.early[1::2], strict=True)]
