"""DZ-8 Irregularities of deal and play: what each act breaks, as far as the record alone proves it."""

from functools import reduce
from operator import or_

from msgspec import structs

from upcard.engine.game import Answer, Broken, shown
from upcard.engine.games.dou_dizhu.dealing import redeal_is_due, take_widow
from upcard.engine.games.dou_dizhu.outbid import give_widow, leads_after_all
from upcard.engine.games.dou_dizhu.shapes import COPIES, MASKS, RANK, RANKS
from upcard.engine.games.dou_dizhu.slips import laid_again
from upcard.engine.games.dou_dizhu.table import (
    ALL_CARDS,
    HAND,
    NOT_KNOWN,
    PACK_SIZE,
    PILE,
    RANK_ALONE,
    SEATS,
    WIDOW,
    WIDOW_SIZE,
    DouDizhu,
    any_ranked,
    lacks_words,
    no_cards,
    rank_alone,
    ranked_in,
    taken_by,
)
from upcard.engine.mechanisms.climbing import bound, cards_in, doubled, line_laid, may_come_from
from upcard.engine.mechanisms.deals import deal_faults, sizes_of
from upcard.engine.mechanisms.impossible import impossible, none_left
from upcard.engine.mechanisms.mistaken import mistaken
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.wording import counted
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import (
    Bid,
    Dealt,
    HandStarted,
    Laid,
    Passed,
    Played,
    PurseCounted,
    Shown,
    Took,
    TurnedUp,
    Voided,
)

# ---- DZ-1 Material -------------------------------------------------------------------------------------------------


def seat_exists(_s: DouDizhu, e: Bid | Passed | Took | Shown | TurnedUp | Laid | Played | PurseCounted) -> Answer:
    """There is such a seat at this table (DZ-1.1)."""
    return no_seat(e.seat, SEATS)


def seats_exist(_s: DouDizhu, e: Dealt) -> Answer:
    """Who drew first, and who got the face-up card, sits at this table (DZ-1.1)."""
    wrong = [seat for seat in (e.first, e.taker) if seat is not None and seat >= SEATS]
    return Broken(says=f"no seat {wrong[0]} at this table") if wrong else None


def turned_up_once(s: DouDizhu, e: TurnedUp) -> Answer:
    """One card of the pack is turned up, before the deal (DZ-1.2)."""
    if e.position is not None and e.position >= PACK_SIZE:
        return Broken(says=f"there is no place {e.position} in a pack of {PACK_SIZE} cards")
    same = s.upcard is None or e.card == s.upcard or "?" in e.card + s.upcard
    if s.phase in {"deal", "auction"} and not same:
        return Broken(says=f"{e.card} was turned up; it was {s.upcard} before", odd=(e.card,))
    if s.phase in {"widow", "play"}:
        return Broken(says="a card was turned up after the auction", odd=(e.card,))
    return None


def seventeen_each(_s: DouDizhu, e: Dealt) -> Answer:
    """Seventeen cards to each seat (DZ-1.2)."""
    sizes = enumerate(sizes_of(e, SEATS, [HAND] * SEATS))
    return [
        Broken(seat=seat, says=f"seat {seat} was dealt {counted(size, 'card')}; each gets seventeen")
        for seat, size in sizes
        if size != HAND
    ]


def dealt_once(_s: DouDizhu, e: Dealt) -> Answer:
    """Each card is dealt once, three of them to the widow (DZ-8.4)."""
    fresh = no_cards()
    faults = deal_faults(fresh, e, sizes_of(e, SEATS, [HAND] * SEATS), ALL_CARDS)
    hands = [cards or () for cards in e.hands or ()]
    widow = (e.places or {}).get("widow", ())
    in_widow = mask_of(widow)
    if any(mask_of(cards) & in_widow for cards in hands):
        both = sum(mask_of(cards) & in_widow for cards in hands)
        owners = [seat for seat, cards in enumerate(hands) if mask_of(cards) & in_widow]
        faults.append(Broken(cards=both, says=f"{shown(both)} dealt, and in the widow as well", lists=(*owners, WIDOW)))
    if widow and (
        len(widow) != WIDOW_SIZE or len({card for card in widow if card.bit}) < sum(card.known for card in widow)
    ):
        faults.append(Broken(says="the widow is three cards, all different; others are listed", lists=(WIDOW,)))
    return faults or too_many_of_a_rank([*hands[:SEATS], *[()] * (SEATS - len(hands)), widow])


def too_many_of_a_rank(lists: list[tuple[Card, ...]]) -> list[Broken]:
    """There are four cards of a rank, and one of each joker (DZ-1.1)."""
    if all(map(RANK_ALONE.isdisjoint, lists)):
        return []
    faults = []
    for rank, copies in enumerate(COPIES):
        held = [sum(RANK.get(card) == rank for card in cards) for cards in lists]
        if sum(held) > copies:
            wrong = tuple(place for place, count in enumerate(held) if count)
            faults.append(Broken(says=f"{sum(held)} cards of rank {RANKS[rank]} were dealt", lists=wrong))
    return faults


def hand_in_order(s: DouDizhu, e: HandStarted | Dealt) -> Answer:
    """A hand is played to its end before the next begins (DZ-5.2)."""
    on = s.phase not in {"between", "deal"} or (s.phase == "deal" and isinstance(e, HandStarted))
    if not on or s.gap or redeal_is_due(s) or (s.phase == "auction" and s.opener < 0 and may_be_in_widow(s)):
        return None
    return Broken(says="the hand before has no end in this record; its result is not known")


def redealt_with_cause(s: DouDizhu, _e: Voided) -> Answer:
    """The cards are dealt anew when nobody bids, or nobody drew the face-up card (DZ-1.4, DZ-2.3)."""
    if s.phase == "between":
        if s.how != "played":
            return None  # a hand that nobody saw begin
        return Broken(says="no hand was on that could be thrown in", kind="contradiction")
    if s.gap or redeal_is_due(s) or (s.phase == "auction" and lacks_words(s)):
        return None
    if s.phase == "deal" or (s.phase == "auction" and s.opener < 0 and may_be_in_widow(s)):
        return None
    return Broken(says="the hand was thrown in, and the rules gave no cause")


def may_be_in_widow(s: DouDizhu) -> bool:
    """Whether the cards may have to be dealt anew because nobody drew the face-up card (DZ-1.4)."""
    return s.options.upcard_in_widow == "redeal" and taken_by(s) == NOT_KNOWN


# ---- DZ-8.4 Cards that cannot be -----------------------------------------------------------------------------------


def cards_are_possible(s: DouDizhu, e: Laid | Played) -> Answer:
    """No card is seen twice, or where it cannot be, and no hand has more cards than it was dealt (DZ-8.4)."""
    seat, cards = e.seat, cards_in(e)
    if seat >= SEATS or (seat != s.turn and laid_again(s, e)):
        return None
    if seat != s.turn and leads_after_all(s, seat):
        s = s.copied()
        give_widow(s, seat)
    if s.phase == "widow" and seat == s.landlord:  # nobody wrote down that the widow was taken
        s = s.copied()
        take_widow(s, seat)
    if surely_possible(s, seat, cards):
        return None
    places = s.places
    faults = [Broken(seat=seat, cards=card.bit, says=f"{card} twice in one play") for card in doubled(cards)]
    if s.phase not in {"play", "widow"}:
        return faults
    before = mask_of(cards) & places.known[PILE] & ~places.known[seat]
    if before.bit_count() > 1:
        says = f"{shown(before)} were seen before"
        faults.append(Broken(seat=seat, cards=before, says=says, name="seen_twice", against=line_laid(s.acts, before)))
        cards = tuple(card for card in cards if not card.bit & before)
    for card in sorted({card for card in cards if card.bit}):
        fault = impossible(places, seat, card, ALL_CARDS)
        if fault is not None:
            faults.append(named(s, fault, card))
    beside = mask_of(cards)
    for card in sorted({card for card in cards if card not in RANK}):
        fault = none_left(places, seat, card, ALL_CARDS, beside & ~places.known[seat])
        faults += [fault] if fault is not None else []
    told = [mistaken(fault, s.line, ((mask_of(laid), line) for _, laid, line in s.acts)) for fault in together(faults)]
    return told or ranks_are_possible(s, seat, cards_in(e)) or too_many(s, seat, cards_in(e))


def together(faults: list[Broken]) -> list[Broken]:
    """Cards of one act of which the same is wrong are told of together: one line may have been another seat's."""
    alike: dict[object, list[Broken]] = {}
    for fault in faults:
        words = (fault.says or "").split(" ", 1)[1:]
        alike.setdefault((fault.seat, fault.name, fault.clause, fault.lists, fault.against, *words), []).append(fault)
    return [some[0] if len(some) == 1 else as_one(some) for some in alike.values()]


def as_one(faults: list[Broken]) -> Broken:
    """The same of several cards."""
    cards = reduce(or_, (fault.cards for fault in faults))
    says = (faults[0].says or "").split(" ", 1)[1].replace("is ", "are ", 1).replace("was ", "were ", 1)
    return structs.replace(faults[0], cards=cards, says=f"{shown(cards)} {says}")


def surely_possible(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a hand has these cards, or may have them and no cards are known by rank alone."""
    if not may_come_from(s.places, seat, cards, ALL_CARDS):
        return False
    return not (any(s.laid_ranks) or any_ranked(s)) or all(card.bit & s.places.known[seat] for card in cards)


def named(s: DouDizhu, fault: Broken, card: Card) -> Broken:
    """The fault with the line on which the card was laid before; or as one of the face-up card or the widow."""
    bit = card.bit
    if bit & s.places.known[PILE]:
        return structs.replace(fault, against=line_laid(s.acts, bit))
    holder = next((seat for seat in range(SEATS) if s.places.known[seat] & bit & s.places.seen[-1]), None)
    if holder is None:
        return fault
    if card == s.upcard and s.taker == holder:
        says = f"{card}, the face-up card, was laid by seat {fault.seat}; seat {holder} was to have got it"
        return structs.replace(fault, clause="DZ-8.1", name="wrong_taker", says=says)
    return structs.replace(fault, says=f"{card} was seen in the hand of seat {holder}")


def ranks_are_possible(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> list[Broken]:
    """Cards by rank: the hand has them, as far as it is known, and there are no more than four of a rank."""
    if not (any(s.laid_ranks) or any_ranked(s)) and RANK_ALONE.isdisjoint(cards):
        return []
    places, mine = s.places, ranked_in(s, seat)
    room = places.most[seat] - sum(mine)
    for rank in {RANK[card] for card in cards if card in RANK}:
        at_hand = places.known[seat] & MASKS[rank]
        bits = [card.bit for card in cards if card.bit & MASKS[rank]]
        alone = sum(rank_alone(card) == rank for card in cards)
        new = sum(not bit & at_hand for bit in bits)
        spare = (at_hand & ~sum(bit for bit in bits if bit & at_hand)).bit_count()
        unheard = max(0, new + max(0, alone - spare) - mine[rank])
        room -= unheard
        elsewhere = [place for place in range(WIDOW + 1) if place != seat and accounted(s, place, rank)]
        total = sum(accounted(s, place, rank) for place in range(WIDOW + 1)) + laid_of(s, rank) + unheard
        if total > COPIES[rank]:
            says = f"there are {COPIES[rank]} cards of rank {RANKS[rank]}; with these {total} were seen"
            own = (seat,) if room < 0 or accounted(s, seat, rank) else ()
            return [Broken(seat=seat, cards=sum(bits), says=says, lists=(*elsewhere, *own), name="too_many_of_a_rank")]
        if room < 0:
            says = f"{RANKS[rank]} is none of the cards of seat {seat}"
            return [Broken(seat=seat, cards=sum(bits), says=says, lists=(seat,))]
    return []


def accounted(s: DouDizhu, place: int, rank: int) -> int:
    """How many cards of a rank are known to lie in a place."""
    return (s.places.known[place] & MASKS[rank]).bit_count() + ranked_in(s, place)[rank]


def laid_of(s: DouDizhu, rank: int) -> int:
    """How many cards of a rank were laid."""
    return (s.places.known[PILE] & MASKS[rank]).bit_count() + s.laid_ranks[rank]


def too_many(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> list[Broken]:
    """Each card may be possible, and all together more than the hand has."""
    most = bound(s.places, seat)[1]
    if len(cards) <= most:
        return []
    return [Broken(seat=seat, says=f"{counted(len(cards), 'card')} laid from a hand of {most}", name="too_many_cards")]
