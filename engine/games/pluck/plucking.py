"""PL-3 Plucking: who may pluck whom, what is given, and what is returned."""

from upcard.engine.game import Answer, Broken, InDoubt
from upcard.engine.games.pluck.dealer import as_called, right_by_another
from upcard.engine.games.pluck.dealing import fill_hands
from upcard.engine.games.pluck.moves import (
    NO_GIFT,
    are_mixed,
    is_doubled,
    is_joker,
    judged,
    last_gift,
    may_be_gone,
    mover,
    owed,
    pass_unwritten,
    passed,
    returned_to,
    seats_are_there,
    suit_of,
    unanswered,
    unwritten,
)
from upcard.engine.games.pluck.rights import gifts, no_right, out_of_order, plucks_left
from upcard.engine.games.pluck.table import (
    GIFT,
    HIGHER,
    PACK,
    SEATS,
    SUITS_IN_PACK,
    Move,
    Pluck,
    no_hand,
    remember,
    told_by_room,
)
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.mistaken import mistaken, passed_before
from upcard.engine.wording import counted
from upcard.schemas.cards import BY_INDEX, Card, cards_of
from upcard.schemas.events import Gave, Returned, TrumpNamed

# ---- PL-3.1 Rights -------------------------------------------------------------------------------------------------


def came_back(s: Pluck, e: Gave | Returned) -> bool:
    """Whether a return of no gift is the card of a gift that nobody wrote: it is known to be where it is returned to."""
    if not isinstance(e, Returned) or e.card is None or not s.places.known[e.to] & e.card.bit & ~s.places.seen[-1]:
        return False
    return gift_of(s, s.moved, e) == NO_GIFT


@judged
def is_entitled(s: Pluck, e: Gave) -> Answer:
    """As many plucks as tricks above the quota, of those who were short, as often as they were (PL-3.1)."""
    return no_right(s, e.seat, e.to) if s.told and not right_by_another(s, e) else None


def all_are_taken(s: Pluck, e: TrumpNamed) -> Answer:
    """Where plucks are a duty, none may be left when trump is named (PL-3.6)."""
    s = as_called(s, e.seat)
    if s.options.pluck_optional or s.phase not in {"deal", "pluck"} or s.gap or not s.told:
        return None
    rows, left = s.moved, [plucks_left(s, seat) for seat in range(SEATS)]
    for move in rows:
        left[move.target] -= move.answers == NO_GIFT
    early = [move.source for move in rows if move.answers == NO_GIFT]  # of a gift that nobody wrote
    if all(gifts(rows, victim=seat) + early.count(seat) >= -s.excess[seat] for seat in range(SEATS)):
        return None
    return [
        Broken(seat=seat, says=f"{counted(count, 'pluck')} not taken") for seat, count in enumerate(left) if count > 0
    ]


@judged
def is_in_order(s: Pluck, e: Gave) -> Answer:
    """Where the table plucks by quota, the higher quota comes first, all of one before the next (PL-3.5, PL-7.1)."""
    return None if right_by_another(s, e) else out_of_order(s, e.seat)


# ---- PL-3.2 One pluck ----------------------------------------------------------------------------------------------


def answered_gift(s: Pluck, rows: list[Move], e: Returned) -> int:
    """The place of the gift that a return answers: the oldest of that plucker, else the oldest to this victim, else one of
    that plucker to the other, or -1.
    """
    waiting = unanswered(rows)
    open_gifts = [place for place in waiting if rows[place].target == e.seat]
    if waiting == open_gifts and len(waiting) == 1 and rows[waiting[0]].source == e.to:
        return waiting[0]
    own = [place for place in open_gifts if rows[place].source == e.to]
    own = [place for place in owed(rows) if place in own] or own or open_gifts
    if not s.options.pluck_batch:  # of gifts open together the page gives no order
        bit = e.card.bit if e.card is not None else 0
        fitting = [place for place in own if bit & suit_of(rows[place])]
        own = sorted(fitting, key=lambda place: is_joker(rows[place])) or own  # any card may answer a joker
    others = [place for place in waiting if rows[place].source == e.to]  # written for another seat
    return (own or others or [NO_GIFT])[0]


def gift_of(s: Pluck, rows: list[Move], e: Returned) -> int:
    """The gift that a return answers; in a batch of which something was missed that cannot be told (-1)."""
    return -1 if s.gap and s.options.pluck_batch else answered_gift(s, rows, e)


def give(s: Pluck, e: Gave) -> None:
    """A card goes face down to a victim."""
    if s.lone and s.off and seats_are_there(e) and not is_doubled(s, e) and mover(s, e) == e.seat:
        s.alike = [*s.alike, *right_by_another(s, e)]
    pass_card(s, e, GIFT)


def give_back(s: Pluck, e: Returned) -> None:
    """A card goes face down to a plucker."""
    pass_card(s, e, gift_of(s, s.moved, e))


def pass_card(s: Pluck, e: Gave | Returned, answers: int) -> None:
    """The card moves, and the pluck is remembered; a card that is in no pack moves as one not known."""
    if s.phase == "between" or not seats_are_there(e) or is_doubled(s, e):
        s.astray |= s.phase == "between"
        return
    fill_hands(s)
    bit, places = e.card.bit & PACK if e.card is not None else 0, s.places
    seat = mover(s, e)
    if answers == NO_GIFT and came_back(s, e):
        s.cleared = [*s.cleared, len(s.moved)]  # the gift that nobody wrote was this card, and came straight back
    else:
        pass_unwritten(s, seat, e.card)
        places.pass_face_down(bit, seat, e.to, s.step, (seat, e.to))
    remember(s, Move(seat, e.to, bit.bit_length() - 1, s.step, s.line, answers))


def move_is_possible(s: Pluck, e: Gave | Returned) -> Answer:
    """A card passes between two seats of a hand that is on, and comes from where it can be (G-5)."""
    if not seats_are_there(e):
        return Broken(says=f"no card can pass from seat {e.seat} to seat {e.to}")
    if s.phase == "between":
        return no_hand(s, "a card was passed where no hand is on", e.seat)
    if s.phase != "deal" and is_doubled(s, e):
        cards = e.card.bit if e.card is not None else 0
        return Broken(seat=e.seat, cards=cards, says="the same line was written twice", name="written_twice")
    if s.phase == "deal" or e.card is None:
        return None
    if unwritten(s, e.seat, e.card.bit) is not None or came_back(s, e):
        return None
    if mover(s, e) != e.seat:
        says = f"{e.card} was written for seat {e.seat}; it is known in the hand of seat {mover(s, e)}"
        return Broken(cards=e.card.bit, says=says, name="written_for_another")
    fault = impossible(s.places, e.seat, e.card, PACK)
    return None if fault is None else passed_before(mistaken(fault, s.line, ()), passed(s), returned_to(s, e.seat))


@judged
def gift_is_timely(s: Pluck, e: Gave) -> Answer:
    """Plucks lapse when trump is named, and each is completed before the next (PL-3.6, PL-3.4)."""
    rows = s.moved
    if s.phase == "play":
        return Broken(seat=e.seat, says="a pluck after trump was named", clause="PL-3.6")
    if s.options.pluck_batch:
        if any(move.answers >= 0 and move.source == e.to for move in rows):
            return Broken(seat=e.seat, says=f"a gift to seat {e.to} after its returns began")
    elif not s.gap and any(place >= last_gift(rows) and not are_mixed(rows, rows[place]) for place in owed(rows)):
        return Broken(seat=e.seat, says="a gift before the last one was answered")
    return None


@judged
def no_joker(_s: Pluck, e: Gave | Returned) -> Answer:
    """Jokers are neither given nor returned (PL-3.3)."""
    if e.card is None or e.card.rank != "X":
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says=f"{e.card} may not be plucked")


def all_are_answered(s: Pluck, _e: TrumpNamed) -> Answer:
    """Every gift is answered before trump is named (PL-3.2)."""
    if s.phase != "pluck" or s.gap:
        return None
    rows = s.moved
    return [
        Broken(seat=rows[place].target, at=rows[place].line, says="the gift was not answered before trump was named")
        for place in owed(rows)
    ]


@judged
def return_is_due(s: Pluck, e: Returned) -> Answer:
    """A return answers a gift, and goes to who gave it; in a batch in the order of the gifts (PL-3.2, PL-7.1).

    Of gifts that were open together against PL-3.4 the page gives no order.
    """
    if s.gap:
        return None
    rows = s.moved
    waiting = unanswered(rows, e.seat)
    if not waiting:
        return Broken(seat=e.seat, says="a return where no gift was open", kind="contradiction", clause="G-5")
    batch = s.options.pluck_batch
    givers = [rows[place].source for place in waiting][: 1 if batch else None]
    if e.to in givers or (s.told and s.excess[e.to] > 0 and all(s.excess[giver] <= 0 for giver in givers)):
        return None  # that of the gift nobody had a right to is told of: it may have been written for another seat
    clause = "PL-7.1" if batch else "PL-3.2"
    return Broken(seat=e.seat, says=f"the return went to seat {e.to}; it was due to seat {givers[0]}", clause=clause)


def return_is_highest(s: Pluck, e: Returned) -> Broken | InDoubt | None:
    """The victim returns the highest card it holds of the suit of the gift, the gift included (PL-3.2, PL-7)."""
    if s.phase == "between" or not seats_are_there(e) or is_doubled(s, e) or mover(s, e) != e.seat:
        return None
    rows = s.moved
    place = gift_of(s, rows, e)
    if (place < 0 and not s.lost) or (place >= 0 and rows[place].target != e.seat):
        return None  # that there was no gift is found already
    gift = BY_INDEX[rows[place].card] if place >= 0 and rows[place].card >= 0 else None
    if gift is None and place >= 0 and rows[place].source != e.to:
        return None  # whether it answers a joker, which has no suit, who gets it does not know
    mixed = not s.options.pluck_batch and are_mixed(rows, e)
    card = e.card
    if gift is not None and gift.rank == "X":
        return None
    if card is None or not card.bit:
        return None if gift is None or mixed or s.line in s.dubious else top_was_due(s, e.seat, gift.suit)
    if card.rank == "X" or not card.bit & PACK:
        return None
    if gift is not None and gift.suit != card.suit:
        return None if mixed else suit_was_due(s, rows[place], place, card)
    higher = HIGHER[card.index]
    held = s.places.known[e.seat] & higher
    if held:
        rivals = [one for one in unanswered(rows, e.seat) if one != place and card.bit & suit_of(rows[one])]
        if may_be_gone(s, e.seat, held, -1 if rivals else place):
            return None
        return Broken(seat=e.seat, cards=held, says=f"{card} was returned; a higher card of the suit was kept")
    unseen = higher & ~s.places.located
    if not unseen or not s.places.most[e.seat]:
        return None
    doubt = InDoubt(seat=e.seat, cards=unseen, says=f"{card} was returned; a higher card of the suit was kept")
    return told_by_room(s.places, doubt)


def suit_was_due(s: Pluck, gift: Move, place: int, card: Card) -> Broken | InDoubt | None:
    """This card is not of the suit of the gift: wrong, if the victim has one of it, as it does unless it gave the gift on."""
    places, seat, suit = s.places, gift.target, suit_of(gift)
    wrong = Broken(seat=seat, cards=card.bit, says=f"{card} is not of the suit of the gift")
    held = places.known[seat] & suit
    moved = (move for move in s.moved if move.source == seat)
    given_on = any(move.card == gift.card or (move.card < 0 and move.answers == GIFT) for move in moved)
    if held >> gift.card & 1 or not given_on:
        return wrong  # a return that was not seen took one of the suit only where a gift had brought one
    if held:
        return None if may_be_gone(s, seat, held, place) else wrong
    unseen = suit & ~places.located
    return InDoubt(seat=seat, cards=unseen, says=wrong.says) if unseen and places.most[seat] else None


def top_was_due(s: Pluck, seat: int, suit: str) -> InDoubt | None:
    """Nobody saw what was returned: wrong, if the victim later has the highest card that it could be."""
    places = s.places
    could = SUITS_IN_PACK[suit] & (places.known[seat] | (~places.located if places.most[seat] else 0))
    top = next((card.bit for card in cards_of(could) if not HIGHER[card.index] & could), 0)
    return InDoubt(seat=seat, cards=top, says="the highest card of the suit was kept") if top else None
