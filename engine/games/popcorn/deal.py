"""PC-2 Deal and start: all cards as evenly as possible, and who begins."""

from collections import Counter

from upcard.engine.game import Answer, Broken
from upcard.engine.games.popcorn.table import (
    NOBODY,
    NOT_BEGUN,
    NOT_KNOWN,
    ONE_PACK_SEATS,
    Popcorn,
    after,
    match_over,
    no_cards,
    pile,
    tidy,
)
from upcard.engine.mechanisms.copies import pick
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.wording import counted
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Dealt, Gap, HandStarted, Voided

# ---- PC-2.1 Deal ---------------------------------------------------------------------------------------------------


def begin_hand(s: Popcorn, dealer: int | None = None) -> None:
    """A new hand; one that nobody won before has no end (PC-5.4)."""
    seats = len(s.players)
    s.hand += 1
    s.phase, s.how, s.gap = "deal", "", False
    s.dealer = dealer if dealer is not None and dealer < seats else NOBODY
    s.total, s.turn, s.rank = 52 * s.options.decks, NOBODY, NOT_BEGUN
    s.winner, s.unsure, s.late = NOBODY, False, False
    s.places = no_cards(seats)
    s.held = [0] * seats
    for column in (s.lays, s.told, s.bluffs, s.shown, s.caught, s.calls, s.right):
        column[:] = [0] * seats
    forget_lay(s)
    s.disputed = 0


def forget_lay(s: Popcorn) -> None:
    """There is no lay that could be called."""
    if s.claimants and not s.took_line and s.taker >= 0:
        s.disputed |= s.claimants | 1 << s.taker
    s.claimants = 0
    s.layer, s.laid_line, s.claimed, s.sizes, s.held_before = NOBODY, 0, 0, (0, 0), 0
    s.taken, s.taken_size, s.said = [0, 0, 0], (0, 0), [0, 0]
    s.listed = s.counted = s.faulted = s.open = s.turned = s.told_lay = False
    s.caller, s.called_line, s.verdict, s.taker, s.took_line = NOBODY, 0, -1, NOBODY, 0
    s.strayed = s.skipped = ()


def start_hand(s: Popcorn, e: HandStarted) -> None:
    """A new hand, announced."""
    begin_hand(s, e.dealer)


def even_sizes(s: Popcorn) -> list[int]:
    """Cards by seat, dealt as evenly as possible: the first in deal order get the odd ones (PC-2.1). Where the dealer
    is not known, that order is taken to begin with seat 0.
    """
    seats = len(s.players)
    share, odd = divmod(52 * s.options.decks, seats)
    sizes, seat = [share] * seats, after(s, s.dealer) if s.dealer >= 0 else 0
    for _ in range(odd):
        sizes[seat] += 1
        seat = after(s, seat)
    return sizes


def told_sizes(s: Popcorn, e: Dealt) -> list[bool]:
    """By seat, whether the record tells how many cards it was dealt."""
    seats = len(s.players)
    if e.each is not None or s.dealer >= 0 or 52 * s.options.decks % seats == 0:
        return [True] * seats
    hands, sizes = e.hands or (), len(e.sizes or ())
    return [seat < sizes or (seat < len(hands) and hands[seat] is not None) for seat in range(seats)]


def deal(s: Popcorn, e: Dealt) -> None:
    """The whole pack is dealt."""
    amid = s.phase == "play" and not s.gap
    if s.phase != "deal":
        begin_hand(s)
    elif s.gap:  # nothing was missed but what comes before the deal
        s.hand -= 1
        begin_hand(s)
    seats, places = len(s.players), s.places
    sizes, told = sizes_of(e, seats, even_sizes(s)), told_sizes(s, e)
    if s.options.decks == 1:
        deal_hands(places, e, sizes, PACK_MASK, s.step)
    else:
        deal_copies(s, e, sizes)
    if all(told):
        s.total = sum(max(count, 0) for count in sizes)
    else:
        share = 52 * s.options.decks // seats
        for seat in (seat for seat in range(seats) if not told[seat]):
            places.least[seat], places.most[seat] = share, share + 1
        add_up(s)
    if e.first is not None and e.first < seats:
        s.turn = e.first
    if amid:  # the deal may have been written down behind its first lays
        s.turn, s.rank = NOBODY, NOT_KNOWN
    s.phase = "play"
    tidy(s)


def deal_copies(s: Popcorn, e: Dealt, sizes: list[int]) -> None:
    """Deal from two packs. A third copy of a card is dealt as a card not known."""
    hands = e.hands or ()
    for seat, count in enumerate(sizes):
        listed = (hands[seat] if seat < len(hands) else None) or ()
        ours = [card for card in listed if card.bit & PACK_MASK]
        cards = pick(ours, s.options.decks, ~s.places.located) & ~s.places.located
        s.places.deal(seat, cards, max(0, count - cards.bit_count()), s.step, seat)


def add_up(s: Popcorn) -> None:
    """All cards dealt lie in the hands or on the pile (PC-6.7), so what the others have bounds each place."""
    places = s.places
    if s.gap or places.least == places.most:
        return
    least = sum(places.least) + sum(cards.bit_count() for cards in places.known)
    most = sum(places.most) + sum(cards.bit_count() for cards in places.known)
    if not least <= s.total <= most:
        return
    for place, low in enumerate(places.least):
        high = places.most[place]
        places.least[place] = max(low, s.total - most + high)
        places.most[place] = min(high, s.total - least + low)


def deal_is_even(s: Popcorn, e: Dealt) -> Answer:
    """The whole pack is dealt, nobody gets two cards more than another, and the odd ones go to the first (PC-2.1)."""
    seats = len(s.players)
    if s.phase != "deal":
        return None
    due, told = even_sizes(s), told_sizes(s, e)
    sizes = sizes_of(e, seats, due)
    if s.dealer < 0:  # who got the odd cards is judged only then (PC-A8)
        given = [count for count, known in zip(sizes, told, strict=True) if known]
        share, odd = divmod(52 * s.options.decks, seats)
        less, more = given.count(share), given.count(share + 1)
        if less + more == len(given) and more <= odd and less <= seats - odd:
            return None
    elif sizes == due:
        return None
    return Broken(says=f"{' '.join(map(str, sizes))} cards were dealt; even is {' '.join(map(str, sorted(due)[::-1]))}")


def deal_is_possible(s: Popcorn, e: Dealt) -> Answer:
    """Each card is dealt as often as the packs have it (PC-6.7)."""
    seats = len(s.players)
    if s.phase == "play" and not s.gap:
        return Broken(says="cards were dealt in the middle of a game", name="dealt_amid")
    sizes = sizes_of(e, seats, even_sizes(s))
    if s.options.decks == 1:
        return deal_faults(no_cards(seats), e, sizes, PACK_MASK)
    faults, dealt = [], Counter[str]()
    for seat, listed in enumerate(e.hands or ()):
        for card in listed or ():
            dealt[card] += 1
            if card.bit and not card.bit & PACK_MASK:
                faults.append(Broken(seat=seat, odd=(card,), says=f"{card} is not in the pack", lists=(seat,)))
            elif card.bit and dealt[card] > s.options.decks:
                says = f"{card} was dealt {dealt[card]} times from {s.options.decks} packs"
                faults.append(Broken(seat=seat, cards=card.bit, says=says, lists=(seat,)))
        if seat >= seats:
            faults.append(Broken(says=f"a hand for seat {seat}, where nobody sits"))
        elif listed is not None and len(listed) != sizes[seat]:
            says = f"{counted(len(listed), 'card')} listed for seat {seat}, {sizes[seat]} dealt"
            faults.append(Broken(seat=seat, says=says, lists=(seat,)))
    return faults


def many_players(s: Popcorn, _e: Dealt) -> Answer:
    """Eleven and more with two packs are an extension of ours (PC-1.2)."""
    return Broken() if len(s.players) > ONE_PACK_SEATS and s.hand <= 1 else None


def seats_named_exist(s: Popcorn, e: HandStarted | Dealt) -> Answer:
    """Who deals and who begins sit at the table (PC-1.2)."""
    named = e.dealer if isinstance(e, HandStarted) else e.first
    return no_seat(named, len(s.players))


def hand_is_due(s: Popcorn, e: HandStarted | Dealt) -> Answer:
    """No deal follows the last of a match (PC-5.3), nor one that was left."""
    asked = s.phase == "deal" or (s.phase == "play" and isinstance(e, Dealt))
    if asked or not match_over(s):
        return None
    return Broken(says=f"a deal after the match of {counted(s.options.match_deals or 0, 'deal')}")


# ---- What was missed, what was thrown in ---------------------------------------------------------------------------


def miss(s: Popcorn, e: Gap) -> None:
    """Something was missed: any card may lie anywhere now. Between hands, hands may be missing, and who won them."""
    seats = len(s.players)
    if s.phase == "between" or e.hands:
        s.hand += e.hands or 0
        s.phase, s.how, s.winner, s.unsure = "between", "", NOBODY, False
        s.wins = [None] * seats
    elif s.phase == "deal":
        s.dealer = NOBODY  # the next deal may be of another hand
    s.gap, s.turn, s.rank = True, NOBODY, NOT_KNOWN
    s.total = max(s.total, 52 * s.options.decks)  # there may have been another deal
    s.held = [0] * seats
    forget_lay(s)
    s.places = no_cards(seats)
    for place in (*range(seats), pile(s)):
        s.places.deal(place, 0, s.total, s.step, None)
        s.places.loosen(place)


def void(s: Popcorn, _e: Voided) -> None:
    """The hand is thrown in."""
    if s.phase == "between":
        return
    s.phase, s.how, s.ended, s.turn, s.winner = "between", "void", s.hand, NOBODY, NOBODY
    s.settled += 1
    forget_lay(s)


def hand_to_void(s: Popcorn, _e: Voided) -> Answer:
    """Only a game that is on can be thrown in."""
    return Broken() if s.phase == "between" and not s.gap else None
