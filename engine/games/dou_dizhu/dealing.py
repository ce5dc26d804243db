"""DZ-1 Material: the face-up card, the deal, the widow, hands thrown in, and what is shown of hands."""

from collections.abc import Iterable

from upcard.engine.games.dou_dizhu.shapes import MASKS, RANKS
from upcard.engine.games.dou_dizhu.table import (
    ALL_CARDS,
    HAND,
    MOST_BID,
    NOBODY,
    NOT_KNOWN,
    PACK_SIZE,
    PILE,
    RANK_ALONE,
    SEATS,
    UNSURE_BID,
    UNSURE_BOMBS,
    WIDOW,
    WIDOW_SIZE,
    DouDizhu,
    keep_ranks,
    no_cards,
    note_unsaid,
    rank_alone,
    ranked_at,
    taken_by,
)
from upcard.engine.mechanisms.climbing import all_shown
from upcard.engine.mechanisms.deals import deal_hands, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.schemas.cards import UNKNOWN, Card, mask_of
from upcard.schemas.events import Dealt, Gap, HandStarted, Shown, Took, TurnedUp, Voided

# ---- DZ-1.2 A new hand ---------------------------------------------------------------------------------------------


def begin_hand(s: DouDizhu) -> None:
    """A new hand. What one that was not finished would have brought is not known; a deal that all passed is void."""
    if s.phase != "between" and not all_await_redeal(s):
        s.totals = [None] * SEATS
        s.counted = None
    s.hand += 1
    s.phase, s.how, s.gap, s.unsure = "deal", "", False, 0
    s.upcard, s.position, s.drawer, s.taker = None, -1, NOBODY, NOT_KNOWN
    s.late, s.written = s.late or s.over, False
    s.astray = s.holed = s.taken = s.missed = False
    s.widow, s.hushed = 0, NOBODY
    s.side, s.out, s.value, s.points = -1, NOBODY, None, [None] * SEATS
    s.places = no_cards()
    clear_auction(s)
    clear_play(s)


def clear_auction(s: DouDizhu) -> None:
    """Nobody has spoken yet."""
    s.bid, s.landlord, s.opener, s.opened_at, s.passes = 0, NOBODY, NOBODY, 0, 0
    s.slip, s.none_bid, s.turn = NOBODY, False, NOBODY
    s.unsaid, s.unforced, s.outbid, s.took_at = [], 0, NOBODY, 0


def clear_play(s: DouDizhu) -> None:
    """Nothing was laid yet."""
    s.lead, s.table, s.owner, s.passed, s.adrift, s.bombs = 1, (), NOBODY, 0, False, 0
    s.plays, s.acts = [0] * SEATS, []
    s.laid_ranks, s.ranked = [0] * len(RANKS), [0] * len(s.ranked)


def start_hand(s: DouDizhu, _e: HandStarted) -> None:
    """A new hand, announced."""
    begin_hand(s)


def all_await_redeal(s: DouDizhu) -> bool:
    """Whether all at the table know that the cards are dealt anew, whatever the lists of a deal say."""
    in_widow = s.taker == WIDOW and s.options.upcard_in_widow == "redeal"
    return s.phase == "auction" and not s.gap and (s.none_bid or in_widow)


def redeal_is_due(s: DouDizhu) -> bool:
    """Whether the cards are dealt anew: nobody bid, or nobody drew the face-up card (DZ-1.4, DZ-2.3)."""
    if s.phase != "auction" or s.gap:
        return False
    return s.none_bid or (s.options.upcard_in_widow == "redeal" and taken_by(s) == WIDOW)


# ---- DZ-1.2, DZ-1.3 The face-up card and the deal ------------------------------------------------------------------


def turn_up(s: DouDizhu, e: TurnedUp) -> None:
    """The face-up card is put in the pack; or, once dealt, it is seen who got it."""
    if s.phase == "between":
        begin_hand(s)
    if s.phase not in {"deal", "auction"}:
        return
    clash = s.upcard is not None and bool(s.upcard.bit) and bool(e.card.bit) and e.card != s.upcard
    s.upcard = UNKNOWN if clash else e.card  # one of the two was written wrongly
    s.position = s.position if e.position is None else e.position
    if e.seat is not None and e.seat < SEATS:
        s.taker = e.seat
    elif e.place == "widow":
        s.taker = WIDOW
    elif (drawn := drawn_by(s)) is not None:
        s.taker = drawn
    if s.phase == "auction" and not clash:
        show_taker(s)


def drawn_by(s: DouDizhu) -> int | None:
    """Who must have drawn the face-up card, told by where it was put and who drew first (DZ-1.3); WIDOW: nobody."""
    return drawn_at(s.position, s.drawer)


def drawn_at(position: int, drawer: int) -> int | None:
    """Who drew the card at this place of the pack, if that is known."""
    if not 0 <= position < PACK_SIZE:
        return None
    if position >= SEATS * HAND:
        return WIDOW
    return (drawer + position) % SEATS if drawer >= 0 else None


def deal(s: DouDizhu, e: Dealt) -> None:
    """Seventeen cards to each, three in the widow."""
    if s.phase != "deal":
        begin_hand(s)
    s.places = no_cards()
    sizes = sizes_of(e, SEATS, [HAND] * SEATS)
    deal_hands(s.places, e, sizes, ALL_CARDS, s.step)
    listed = (e.places or {}).get("widow", ())
    rest = mask_of(listed) & ~s.places.located
    s.places.deal(WIDOW, rest, max(0, WIDOW_SIZE - rest.bit_count()), s.step, None)
    for place, cards in enumerate((*(e.hands or ())[:SEATS], *[()] * (SEATS - len(e.hands or ())), listed)):
        add_ranks(s, place, cards or ())
    if e.first is not None and e.first < SEATS:
        s.drawer = e.first
    drawn = drawn_by(s)
    if drawn is not None:
        s.taker = drawn
    elif e.taker is not None and e.taker < SEATS:
        s.taker = e.taker
    s.phase = "auction"
    show_taker(s)


def add_ranks(s: DouDizhu, place: int, cards: Iterable[Card]) -> None:
    """Count the cards of a list that are known by rank alone."""
    if RANK_ALONE.isdisjoint(cards):
        return
    for card in cards:
        rank = rank_alone(card)
        if rank >= 0:
            s.ranked[ranked_at(place, rank)] += 1
    keep_ranks(s, place)


def show_taker(s: DouDizhu) -> None:
    """All know where the face-up card lies (DZ-1.3), unless a list says that it cannot."""
    if s.upcard is not None and s.taker >= 0 and s.upcard.bit:
        show_cards(s, s.taker, (s.upcard,))


# ---- DZ-2.4 The widow ----------------------------------------------------------------------------------------------


def take_widow(s: DouDizhu, seat: int, cards: tuple[Card, ...] = ()) -> None:
    """A seat takes the widow in hand and leads. cards: those of it that the record names."""
    places, listed = s.places, cards[:WIDOW_SIZE]
    open_cards = places.known[WIDOW] & places.seen[-1]
    alone = [rank for rank in map(rank_alone, listed) if rank >= 0]
    for rank in alone:  # whoever wrote these down did not tell the suits
        places.forget(WIDOW, places.known[WIDOW] & MASKS[rank] & ~places.seen[-1])
    places.take_in(WIDOW, seat, mask_of(listed) & ALL_CARDS, s.step)
    s.ranked[ranked_at(WIDOW, 0) :] = [0] * len(RANKS)
    for rank in set(alone):
        told = alone.count(rank) - (open_cards & MASKS[rank]).bit_count()
        s.ranked[ranked_at(seat, rank)] += max(0, told)
    keep_ranks(s, seat)
    s.landlord, s.phase, s.turn, s.lead = seat, "play", seat, 1
    s.adrift = s.astray = False
    s.hushed = NOBODY


def take(s: DouDizhu, e: Took) -> None:
    """The landlord takes the widow. Whoever does is landlord from then on."""
    if e.seat >= SEATS or e.place != "widow":
        return
    if s.phase in {"between", "deal"}:
        if s.how:
            stray(s, begins=True)
            return
        begin_unseen(s)
    if s.phase == "play" and e.seat == s.landlord and not s.taken:
        take_late(s, e)
    elif s.phase in {"auction", "widow"}:
        untold = s.gap or (s.bid < MOST_BID and (s.holed or s.phase == "auction"))  # a line may be missing
        if untold and e.seat != s.landlord:
            s.unsure |= UNSURE_BID
        elif not s.gap and e.seat == s.landlord:
            s.unsure &= ~UNSURE_BID
        if s.phase == "auction" or e.seat != s.landlord:
            s.outbid, s.took_at = s.landlord if s.phase == "widow" and not (s.gap or s.holed) else NOBODY, s.line
            note_unsaid(s)
            s.unforced = s.line if s.none_bid and s.phase == "widow" and not s.holed else 0
            s.holed = True
        if s.gap:
            s.unsure &= ~UNSURE_BOMBS
        s.taken = True
        if e.openly:
            show_cards(s, WIDOW, e.cards or ())
        take_widow(s, e.seat, () if e.openly else e.cards or ())
        s.widow = 0 if e.openly else mask_of(e.cards or ()) & ALL_CARDS


def take_late(s: DouDizhu, e: Took) -> None:
    """That the landlord took the widow was written down after the lead."""
    s.taken = True
    cards = e.cards or ()
    if e.openly:
        show_cards(s, e.seat, tuple(card for card in cards if not card.bit & s.places.known[PILE]))
    else:
        s.widow = mask_of(cards) & ALL_CARDS
        places = s.places
        there = sum(card.bit for card in set(cards) if card.bit and places.fits(card.bit, e.seat))
        fresh = there & ~places.known[e.seat]
        places.look(there if fresh.bit_count() <= places.most[e.seat] else there & ~fresh, e.seat)


def scatter_widow(s: DouDizhu) -> None:
    """Play began, and it is not known who has the widow: any hand may have three cards more."""
    places = s.places
    places.forget(WIDOW, places.known[WIDOW])
    for seat in range(SEATS):
        places.most[seat] += places.most[WIDOW]
        places.loosen(seat)
        places.entered[seat] = s.step
    places.least[WIDOW] = places.most[WIDOW] = 0
    s.ranked[ranked_at(WIDOW, 0) :] = [0] * len(RANKS)


def begin_unseen(s: DouDizhu) -> None:
    """A hand goes on whose deal was not written down."""
    gap = s.gap
    if s.phase == "between":
        begin_hand(s)
    deal(s, Dealt())
    if gap:
        miss(s, Gap())


def stray(s: DouDizhu, *, begins: bool) -> None:
    """An act has no meaning where the hand stands. begins: it is of a hand that nobody wrote down, after the last one,
    and so it is not known what all hands brought.
    """
    s.astray = True
    if begins and s.phase == "between":
        s.totals, s.counted = [None] * SEATS, None


# ---- Thrown in, or missed ------------------------------------------------------------------------------------------


def void(s: DouDizhu, _e: Voided) -> None:
    """The cards are dealt anew (DZ-1.4, DZ-2.3)."""
    if s.phase == "between":
        if s.how == "played" or (s.how == "void" and s.written):
            return
        begin_hand(s)  # nobody wrote down that it began
    elif s.phase == "auction":
        note_unsaid(s)
    s.phase, s.how, s.ended, s.turn = "between", "void", s.hand, NOBODY
    s.settled += 1
    s.points = [0] * SEATS


def miss(s: DouDizhu, e: Gap) -> None:
    """Something was missed: turns and counts of this hand prove nothing now; between hands, a hand may be missing."""
    s.gap = True
    ended = s.phase == "between"
    if ended or e.hands:
        s.missed = ended and not e.hands and not s.written and (s.missed or s.how == "played")
        s.hand += e.hands or 0
        s.phase, s.how, s.over, s.counted = "between", "", False, None
        s.totals = [None] * SEATS
    if s.phase in {"deal", "auction"}:  # somebody may have bid more
        s.unsure |= UNSURE_BID
        s.landlord = NOBODY
    if not s.missed:  # else it was missed after the end
        s.unsure |= UNSURE_BOMBS
        s.acts = []
    for place in (*range(SEATS), WIDOW):
        s.places.loosen(place)
        s.places.forget(place)  # what was listed may have been laid, or taken
    s.turn, s.passes, s.slip, s.none_bid, s.hushed = NOBODY, 0, NOBODY, False, NOBODY
    s.lead, s.table, s.owner, s.passed, s.adrift = -1, (), NOBODY, 0, True


# ---- Cards shown ---------------------------------------------------------------------------------------------------


def show(s: DouDizhu, e: Shown) -> None:
    """Cards are shown to lie in a hand, or in the widow; all: and no more than these."""
    if e.hand not in {None, s.hand} or s.phase == "deal":
        return
    if e.place == "widow":
        if s.phase in {"auction", "widow"}:
            show_cards(s, WIDOW, e.cards)
        elif s.landlord >= 0:
            show_cards(s, s.landlord, tuple(card for card in e.cards if not card.bit & s.places.known[PILE]))
            s.places.been[WIDOW] |= mask_of(e.cards) & s.places.been[s.landlord] & s.places.seen[-1]
    elif e.seat is not None and e.seat < SEATS:
        show_cards(s, e.seat, e.cards)
        if e.all:
            all_shown(s.places, e.seat, len(e.cards))


def show_cards(s: DouDizhu, place: int, cards: tuple[Card, ...]) -> None:
    """Cards are known to lie in a place, unless they cannot."""
    for card in cards:
        if card.bit and impossible(s.places, place, card, ALL_CARDS) is None:
            use_rank(s, place, card)
            s.places.show(card.bit, place)
            keep_ranks(s, place)


def use_rank(s: DouDizhu, place: int, card: Card) -> None:
    """One of the cards of a place that were known by rank alone turns out to be this one, if there is any."""
    if s.places.known[place] & card.bit:
        return
    at = ranked_at(place, rank_of(card))
    if s.ranked[at]:
        s.ranked[at] -= 1


def rank_of(card: Card) -> int:
    """The rank of a card that is wholly known."""
    return RANKS.index(card.suit if card.rank == "X" else card.rank)
