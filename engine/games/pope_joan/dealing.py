"""PJ-3: the deal, and the card turned up."""

from upcard.engine.games.pope_joan.dressing import begin_hand
from upcard.engine.games.pope_joan.options import CARDS_DEALT
from upcard.engine.games.pope_joan.settling import end
from upcard.engine.games.pope_joan.state import (
    BOARD,
    GAME_POOL,
    HONOURS,
    OUT,
    PACK51,
    POPE,
    POPE_POOL,
    POPE_TURNED,
    TURNED,
    PopeJoan,
    all_miscounted,
    aside,
    prize_cards,
)
from upcard.engine.mechanisms.board import cannot_tell, everybody, pass_counters
from upcard.engine.mechanisms.deals import complete_last, deal_as_due, deal_dead, deal_hands, sizes_of
from upcard.engine.mechanisms.stops_table import dead
from upcard.schemas.cards import RANKS, SUITS, UNKNOWN, Card, could_be
from upcard.schemas.events import Dealt, HandStarted, TurnedUp

# ---- PJ-3 Dealing and turn-up: how many cards ----------------------------------------------------------------------


def usual_sizes(s: PopeJoan) -> tuple[list[int], int] | None:
    """Cards by seat and in the dead hand; None if they hang on a dealer whom the record does not tell."""
    sizes = s.usual
    if s.dealer < 0 and len(set(sizes[:-1])) > 1:
        return None
    by_seat = [0] * s.seats
    for place in range(s.seats):
        by_seat[(max(s.dealer, 0) + 1 + place) % s.seats] = sizes[place]
    return by_seat, sizes[-1]


def off_by_sizes(s: PopeJoan, e: Dealt) -> int:
    """By how many seats who dealt is off from the dealer that one line alone tells, if all hands have just the cards that the
    other would have dealt; else 0.
    """
    offs = offs_by_sizes(s, e) if s.lone and s.phase == "deal" else []
    return offs[0] if len(offs) == 1 else 0


def sizes_agree(s: PopeJoan, e: Dealt) -> bool:
    """Whether all hands were told to have just the cards that this dealer deals, and no other would."""
    return are_told(e) and offs_by_sizes(s, e) == [0]


def offs_by_sizes(s: PopeJoan, e: Dealt) -> list[int]:
    """By how many seats who dealt may be off from this dealer, as all hands have just the cards that they would have dealt."""
    usual = usual_sizes(s)
    if usual is None:
        return []
    by_seat = usual[0]
    sizes = sizes_of(e, s.seats, by_seat)
    return [off for off in range(s.seats) if sizes == by_seat[-off:] + by_seat[:-off]]


def are_told(e: Dealt) -> bool:
    """Whether it is told how many cards each hand has."""
    return e.sizes is not None or e.each is not None or all(cards is not None for cards in e.hands or (None,))


def recipient(s: PopeJoan) -> int:
    """The place that the last card dealt falls to, by the order of dealing (PJ-3.3), or -1."""
    place = (CARDS_DEALT - 1) % (s.seats + 1)
    if s.options.dead_position == "first":
        place = s.seats if place == 0 else place - 1
    if place == s.seats:
        return dead(s)
    return (s.dealer + 1 + place) % s.seats if s.dealer >= 0 else -1


def deal(s: PopeJoan, e: Dealt) -> None:
    """The cards are dealt; those nobody wrote down as cards not known. Where something was missed, they may be those of
    another hand, of which this is the first line.
    """
    if s.phase != "deal" and s.gap:
        begin_hand(s, HandStarted())
    if s.phase != "deal":
        return
    if off := off_by_sizes(s, e):
        s.dealer, s.leader = (s.dealer + off) % s.seats, -1
        if s.stakes[1]:
            cannot_tell(s, everybody(s.seats))
    elif s.lone and sizes_agree(s, e):
        s.lone = 0
    usual = usual_sizes(s)
    most = max(s.usual[:-1])
    sizes = [max(0, size) for size in sizes_of(e, s.seats, usual[0] if usual else [most] * s.seats)]
    if usual is not None and e.sizes is None and e.each is None:
        fill_short_lists(s, e, sizes, usual)
    deal_hands(s.places, e, sizes, PACK51, s.step)
    if usual is None and not are_told(e):
        doubt_sizes(s, e, most - min(s.usual[:-1]))
    s.dealt, s.left = sizes, sizes[:]
    rest = CARDS_DEALT - (s.options.turnup_owner != "recipient") - in_hands(s)
    deal_dead(s.places, e, dead(s), rest, PACK51, s.step)
    if s.options.turnup_owner == "aside":
        s.places.deal(aside(s), 0, 1, s.step, None)
    s.phase = "turn"


def doubt_sizes(s: PopeJoan, e: Dealt, fewer: int) -> None:
    """Nobody knows which hands have so many cards fewer than the others: that hangs on the dealer. All hands together, and the
    dead hand, have what they have whoever dealt.
    """
    s.miscounted = everybody(s.seats)
    for seat, cards in enumerate([*(e.hands or ()), *[None] * s.seats][: s.seats]):
        if cards is None:
            s.places.least[seat] -= fewer


def in_hands(s: PopeJoan) -> int:
    """How many cards were dealt to all hands together."""
    return sum(s.usual[:-1]) if all_miscounted(s) else sum(s.dealt)


def deal_plainly(s: PopeJoan, e: Dealt) -> bool:
    """The same of a deal that is due, with nothing to be said of it."""
    usual = usual_sizes(s) if s.phase == "deal" else None
    if usual is None or not deal_as_due(s.places, e, (*usual[0], usual[1]), PACK51, s.step):
        return False
    if s.lone and sizes_agree(s, e):
        s.lone = 0
    if s.options.turnup_owner == "aside":
        s.places.deal(aside(s), 0, 1, s.step, None)
    s.dealt, s.left, s.phase = usual[0], usual[0][:], "turn"
    return True


def fill_short_lists(s: PopeJoan, e: Dealt, sizes: list[int], usual: tuple[list[int], int]) -> None:
    """Lists with fewer cards than are dealt to a hand, the others not having more: some may not have been written down."""
    listed = (e.places or {}).get("dead")
    if sum(sizes) + (usual[1] if listed is None else len(listed)) >= sum(usual[0]) + usual[1]:
        return
    for seat, size in enumerate(usual[0]):
        if sizes[seat] < size:
            sizes[seat] = size
            s.miscounted |= 1 << seat
    if listed is not None and len(listed) < usual[1]:
        s.places.deal(dead(s), 0, usual[1] - len(listed), s.step, None)


# ---- PJ-3 Dealing and turn-up: the card turned up ------------------------------------------------------------------


def turn_up(s: PopeJoan, e: TurnedUp) -> None:
    """A card is turned up: it names trump, lies where it lies, and may bring the dealer something."""
    if s.phase == "deal":
        deal(s, Dealt())
    if s.phase != "turn":
        return
    s.phase = "play"
    card = UNKNOWN if s.line in s.dubious else e.card
    s.trump = s.last_trump = card.suit if card.suit in SUITS else ""
    s.prizes = prize_cards(s.trump)
    if not card.bit & PACK51:
        turn_up_unknown(s, UNKNOWN if card.bit else card)
        return
    s.turnup, s.turned_at, s.turned_in = e.card.index, s.line, max(0, turn_up_place(s, e))
    if s.options.turnup_owner == "aside":
        s.apart = s.turnup
    lay_down(s, e)
    if not s.gap:
        complete_last(s.places, dead(s), PACK51)
    if e.card is POPE:
        turn_up_pope(s)
    elif e.card.rank in HONOURS:
        BOARD.take(s, HONOURS[e.card.rank], s.dealer, TURNED)


def turn_up_unknown(s: PopeJoan, card: Card) -> None:
    """Nobody told us which card was turned up. It lies somewhere all the same, and may have brought something: an honour did
    whatever its suit (PJ-3.5).
    """
    s.sequence.append(-1)
    s.players_of.append(-1)
    s.hidden |= could_be(card)
    s.last_trump = s.trump
    if s.options.turnup_owner == "dead" and not s.gap and cards_dealt(s) < CARDS_DEALT:
        s.places.deal(dead(s), 0, 1, s.step, None)
    if s.options.turnup_owner == "recipient":
        doubt_prizes(s, card)
    if card.rank in HONOURS:
        BOARD.take(s, HONOURS[card.rank], s.dealer, TURNED)


def doubt_prizes(s: PopeJoan, card: Card) -> None:
    """A card that was turned up may be played later, so that what it then finds may have been taken before.

    Elsewhere it lies out of play: what is played was not turned up.
    """
    dealer = 1 << s.dealer if s.dealer >= 0 else everybody(s.seats)
    for number in HONOURS.values() if card.rank not in RANKS else ():
        cannot_tell(s, 1 << BOARD.pool(s, number) | dealer)
    if (card.rank not in RANKS or card.rank == POPE.rank) and (card.suit not in SUITS or card.suit == POPE.suit):
        all_paid = everybody(s.seats) if s.options.pope_turnup_payment == "per_card" else dealer
        cannot_tell(s, 1 << BOARD.pool(s, POPE_POOL) | all_paid)


def turn_up_place(s: PopeJoan, e: TurnedUp) -> int:
    """The place of the card turned up, or -1: also where it was told to lie elsewhere than the last card falls to."""
    if s.options.turnup_owner == "aside":
        return aside(s)
    told, falls = told_place(s, e), falls_to(s)
    return -1 if min(told, falls) >= 0 and told != falls else max(told, falls)


def told_place(s: PopeJoan, e: TurnedUp) -> int:
    """The place in which the card turned up was said to lie, or -1."""
    if e.seat is not None and e.seat < s.seats:
        return e.seat
    return dead(s) if e.place == "dead" else -1


def falls_to(s: PopeJoan) -> int:
    """The place that the card turned up falls to by the rules, if it lies not apart, or -1."""
    return dead(s) if s.options.turnup_owner == "dead" else recipient(s)


def lay_down(s: PopeJoan, e: TurnedUp) -> None:
    """The card turned up lies face up in its place, among the cards counted there or on top of them."""
    place, bit = turn_up_place(s, e), e.card.bit
    s.fell = False
    if place < 0 or bit & s.places.seen[-1]:
        return
    s.fell = s.options.turnup_owner == "recipient" and told_place(s, e) < 0 and place < s.seats
    if s.options.turnup_owner != "aside" and not s.gap and cards_dealt(s) < CARDS_DEALT:
        s.places.deal(place, 0, 1, s.step, None)
        if place < s.seats:
            s.dealt[place] += 1
            s.left[place] += 1
    s.places.show(bit, place)


def cards_dealt(s: PopeJoan) -> int:
    """How many cards the deal gave out, hands and dead hand together."""
    in_dead = s.places.known[dead(s)].bit_count() + s.places.most[dead(s)]
    return in_hands(s) + in_dead


def turn_up_pope(s: PopeJoan) -> None:
    """The dealer takes pope and, with p001, a counter a card dealt to each (PJ-3.6, PJ-3.7, PJ-A13)."""
    BOARD.take(s, POPE_POOL, s.dealer, POPE_TURNED)
    if s.options.pope_turnup_payment == "per_card":
        collect(s, s.dealer, s.dealt, s.options.pope_turnup_cap, POPE_TURNED)
    if s.options.pope_turnup_ends_deal:
        BOARD.take(s, GAME_POOL, s.dealer, OUT)
        end(s, "pope turned up", s.dealer)


def collect(s: PopeJoan, winner: int, cards: list[int], cap: int | None, why: int) -> None:
    """Everybody else pays the winner a counter for each of these cards, up to a cap."""
    if s.gap or winner < 0 or all_miscounted(s):
        cannot_tell(s, everybody(s.seats))
        return
    if s.miscounted & ~(1 << winner):
        cannot_tell(s, s.miscounted | 1 << winner)
    for seat in range(s.seats):
        if seat != winner:
            amount = max(0, cards[seat])
            pass_counters(s, seat, winner, amount if cap is None else min(cap, amount), why)
