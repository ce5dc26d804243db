"""SP-3 and SP-4: the play, the pots that cards take, and the end of a hand."""

from upcard.engine.games.spinado.table import (
    BOARD,
    GAME_POT,
    LOST,
    OUT,
    PACK47,
    PAIR,
    PAIR_CARDS,
    PAIRS,
    RATES,
    SHARE,
    SPINADO,
    SUCCESSOR,
    TWICE,
    Spinado,
    ante,
    deal,
    gather,
    lying_in_pairs,
    no_cards,
)
from upcard.engine.mechanisms import held, stops_table
from upcard.engine.mechanisms.board import cannot_tell, everybody, open_hand
from upcard.engine.mechanisms.dealers import begins_again, is_same_or_next
from upcard.engine.mechanisms.stops_opening import opened_by, take_dealer
from upcard.engine.mechanisms.stops_table import (
    end_hand,
    end_is_doubtful,
    left_of,
    lose_thread,
    throw_in,
    told_of_another,
)
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Closed, Dealt, Gap, HandStarted, Joined, Laid, Played, Shown, Voided


def begin_hand(s: Spinado, e: HandStarted) -> None:
    """A new hand begins with the antes; of one that was not played out nobody knows how it ended."""
    if begins_again(s, e):
        return
    if s.phase != "between":
        is_unclear = is_same_or_next(s, e)
        abandon(s)
        if is_unclear:
            s.next_dealer = -1
            cannot_tell(s, everybody(s.seats) | BOARD.everything << s.seats)
        s.settled += 1
    s.hand += 1
    take_dealer(s, e.dealer)
    s.phase, s.gap, s.how, s.out, s.late, s.due = "deal", False, "", -1, False, 0
    s.exempt = s.victor
    s.dealt, s.left, s.sequence, s.players_of = [], [], [], []
    s.anted, s.miscounted = [0] * s.seats, 0
    s.places = no_cards(s.seats)
    open_hand(s)
    ante(s)


def deal_hand(s: Spinado, e: Dealt) -> None:
    """The cards are dealt; where something was missed, perhaps those of another hand, of which this is the first line."""
    if s.phase != "deal" and s.gap:
        begin_hand(s, HandStarted())
    deal(s, e)


# ---- SP-3 Play -----------------------------------------------------------------------------------------------------


def cards_in(e: Played | Laid) -> tuple[Card, ...]:
    """The cards of one act, the spinado last: it is laid on top (SP-3.3)."""
    if isinstance(e, Played):
        return (e.card,)
    return tuple(sorted(e.cards, key=lambda card: card is SPINADO))


def play(s: Spinado, e: Played | Laid) -> None:
    """A card is played, the spinado perhaps with it: another must follow it, or its player leads anew (SP-3.1)."""
    seat = e.seat
    if isinstance(e, Laid) and not e.cards:
        return
    if told_of_another(s, seat, s.due if s.due in [card.bit for card in cards_in(e)] else 0):
        if s.phase != "between":  # somebody did this
            miss(s, Gap())
        return
    if s.phase != "play" and not begin_play(s):
        doubt_the_end(s, e)
        return
    if s.line in s.dubious:
        for _ in cards_in(e):
            put(s, seat, UNKNOWN)
    elif isinstance(e, Played):
        put(s, seat, e.card)
    elif written_again(s, seat, cards_in(e)):
        doubt_line(s, seat)
    else:
        for card in cards_in(e):
            put(s, seat, card)
    if s.left[seat] <= 0 and not s.gap:
        go_out(s, seat)


def put(s: Spinado, seat: int, card: Card) -> None:
    """One card goes to the table, and may take a pot. Of one not known nobody can tell who may follow it."""
    places, on_table = s.places, s.seats + 1
    bit = card.bit & PACK47
    if bit & places.seen[-1] and not places.known[seat] & bit:
        if written_again(s, seat, (card,)):
            doubt_line(s, seat)
            return
        s.miscounted |= 1 << seat
        bit = 0
    if not bit:
        s.left[seat] -= 1
        stops_table.play_unknown(s, seat, on_table, card)
        return
    places.move(bit, seat, on_table)
    go_up(s, seat, card)


def play_up(s: Spinado, seat: int, card: Card) -> None:
    """The same of a card that its seat has put face up on the table, and nothing with it."""
    go_up(s, seat, card)
    if s.left[seat] <= 0 and not s.gap:
        go_out(s, seat)


def go_up(s: Spinado, seat: int, card: Card) -> None:
    """What a card brings that a seat has put face up on the table."""
    index = card.index
    if s.lone:
        opened_by(s, seat)
    s.left[seat] -= 1
    s.players_of.append(seat)
    s.sequence.append(index)
    s.leader, s.due = seat, SUCCESSOR[index] & ~s.places.known[s.seats + 1]
    if card.bit & PAIR_CARDS:
        for number, lower, upper in PAIRS:
            win_pair(s, number, card, lower, upper)


def written_again(s: Spinado, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether this is what the same seat played last: it went to the table once."""
    plays = [(card, who) for card, who in zip(s.sequence, s.players_of, strict=True) if card != TWICE]
    return all(card.bit for card in cards) and plays[-len(cards) :] == [(card.index, seat) for card in cards]


def doubt_line(s: Spinado, seat: int) -> None:
    """A line was written twice, or the second was another act; nothing follows from it, nor how many cards are left."""
    places, on_table = s.places, s.seats + 1
    s.miscounted |= 1 << seat
    s.sequence.append(TWICE)
    s.players_of.append(seat)
    s.due, s.leader = 0, -1
    places.forget(seat)
    places.deal(on_table, 0, 1, s.step, None)
    for place in (seat, on_table):
        places.loosen(place)


def begin_play(s: Spinado) -> bool:
    """Play begins without a deal in the record, or amid a hand that began in a gap. False: no hand is on."""
    missed = s.gap
    if s.phase == "between":
        if not missed:
            return False
        begin_hand(s, HandStarted())
    deal(s, Dealt())
    if missed:
        lose_thread(s)
    return True


def doubt_the_end(s: Spinado, e: Played | Laid) -> None:
    """A card came after the hand was over. Perhaps nobody knows the end."""
    if end_is_doubtful(s, e.seat, cards_in(e)):
        s.how, s.out, s.victor = "not known", -1, -2
        cannot_tell(s, everybody(s.seats) | BOARD.everything << s.seats)
        s.settled += 1
    s.late = True


def win_pair(s: Spinado, number: int, card: Card, lower: Card, upper: Card) -> None:
    """One seat has played both cards of a pair (SP-3.5)."""
    if card not in {lower, upper} or lower.index not in s.sequence or upper.index not in s.sequence:
        return
    first, second = s.sequence.index(lower.index), s.sequence.index(upper.index)
    if s.players_of[first] != s.players_of[second]:
        return
    if s.options.pair_rule == "any" or second == first + 1:
        BOARD.take(s, number, s.players_of[first], PAIR)


# ---- Pots that cards not known may have taken ----------------------------------------------------------------------


def doubtful(s: Spinado) -> int:
    """The accounts (a mask) that may have changed by cards played which nobody told us."""
    accounts = 0
    if min(s.sequence, default=0) < 0:
        for number, lower, upper in PAIRS:
            winners = sum(1 << seat for seat in range(s.seats) if may_have_won(s, seat, lower, upper))
            if winners:
                accounts |= winners | 1 << BOARD.pool(s, number)
    return accounts


def may_be_over(s: Spinado) -> bool:
    """Whether the hand that is on may have ended: in a gap, or by a card that was not written down as it was."""
    if s.phase == "between" or s.gap:
        return s.phase != "between"
    return any(s.miscounted >> seat & 1 and cards <= 1 for seat, cards in enumerate(s.left))


def may_have_changed(s: Spinado) -> int:
    """The accounts (a mask) of which nobody can tell what they hold just now."""
    ended = 1 << BOARD.pool(s, GAME_POT) | everybody(s.seats) if may_be_over(s) else 0
    return doubtful(s) | ended


def may_have_won(s: Spinado, seat: int, lower: Card, upper: Card) -> bool:
    """Whether a seat may have played both cards of a pair, at least one of them unknown to us."""
    unseen = 0
    for card in (lower, upper):
        if card.index not in s.sequence:
            places = (place for place, cards in enumerate(s.places.known) if cards & card.bit & s.places.seen[-1])
            if next(places, seat) != seat:
                return False
            unseen += 1
        elif s.players_of[s.sequence.index(card.index)] != seat:
            return False
    if not unseen:
        return s.options.pair_rule == "in_sequence" and missed_between(s, lower, upper)
    plays = zip(s.sequence, s.players_of, strict=True)
    return -1 in s.players_of or sum(card < 0 and who == seat for card, who in plays) >= unseen


def missed_between(s: Spinado, lower: Card, upper: Card) -> bool:
    """Whether nothing is known to have been played between two cards, though something was missed there."""
    start, end = s.sequence.index(lower.index) + 1, s.sequence.index(upper.index)
    between = zip(s.sequence[start:end], s.players_of[start:end], strict=True)
    return start < end and all(card == TWICE or who < 0 for card, who in between)


# ---- SP-4 End ------------------------------------------------------------------------------------------------------


def go_out(s: Spinado, seat: int) -> None:
    """A seat has no card left: it takes game, and is paid by the holder of the spinado (SP-4.1, SP-4.2)."""
    BOARD.take(s, GAME_POT, seat, OUT)
    held.pay_for_cards(s, seat, [max(0, cards) for cards in s.left], RATES)
    if s.miscounted & ~(1 << seat):
        cannot_tell(s, s.miscounted | 1 << seat)
    cannot_tell(s, doubtful(s))
    end(s, "out", seat)


def end(s: Spinado, how: str, out: int = -1) -> None:
    """The hand is over; the deal passes to the left (SP-4.4)."""
    end_hand(s, how, out)
    s.early = [0] * s.seats
    if how == "void":
        s.next_dealer, s.victor = s.dealer, s.exempt
        return
    s.next_dealer, s.victor = left_of(s, s.dealer), out if out >= 0 else -2
    if s.hands >= 0:
        s.hands += 1


def abandon(s: Spinado) -> None:
    """The record of a hand breaks off: somebody went out, but it does not tell who (SP-4.1)."""
    s.sequence.append(-1)
    s.players_of.append(-1)
    BOARD.take(s, GAME_POT, -1, LOST)
    cannot_tell(s, everybody(s.seats) | doubtful(s))
    s.phase, s.next_dealer, s.victor = "between", left_of(s, s.dealer), -2
    s.due, s.leader, s.how, s.out = 0, -1, "not known", -1
    s.early = [0] * s.seats
    if s.hands >= 0:
        s.hands += 1


def void(s: Spinado, _e: Voided) -> None:
    """The hand is thrown in: what it moved goes back, and the same dealer deals again."""
    throw_in(s, end)


def close(s: Spinado, _e: Closed) -> None:
    """The session ends; what lies in the pots may be shared out (SP-4.4, SP-A10)."""
    if s.closed:
        return
    s.closed = True
    if s.phase != "between":
        abandon(s)
        s.ended = s.hand
        s.settled += 1
    elif s.options.leftover_pots == "split_equal" and s.hand:
        share_pots(s)


def share_pots(s: Spinado) -> None:
    """The whole share to each; the remainder stays unclaimed (SP-A10)."""
    together = lying_in_pairs(s)
    if together is not None and together + s.counters[BOARD.pool(s, GAME_POT)] < s.seats:
        return
    s.hand += 1
    s.sequence, s.players_of = [], []
    open_hand(s)
    gather(s)
    BOARD.share(s, SHARE)
    if any(BOARD.contents(s)):
        s.unsure |= s.unsure_before  # nobody knows in which pot the remainder lies
    s.ended, s.how, s.out = s.hand, "share of the pots", -1
    s.settled += 1


# ---- What was missed, and what was shown ---------------------------------------------------------------------------


def miss(s: Spinado, e: Gap) -> None:
    """Something was missed: who leads, what must follow and who holds how many cards is not known any more."""
    if s.phase == "between" or e.hands:
        s.settled += s.phase != "between"
        s.hand += e.hands or 0
        s.phase, s.gap, s.how, s.out = "between", True, "", -1
        s.next_dealer, s.hands, s.victor = -1, -1, -2
        BOARD.miss(s)
        return
    lose_thread(s)


def join(s: Spinado, e: Joined) -> None:
    """Somebody takes a seat."""
    stops_table.join(s, e, RATES)


def show(s: Spinado, e: Shown) -> None:
    """Cards shown are known to lie where they were shown; they may tell who held the spinado."""
    stops_table.show(s, e, PACK47, RATES)
