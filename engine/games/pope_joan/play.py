"""PJ-4: play, and the compartments that cards take."""

from upcard.engine.games.pope_joan.dealer import may_be_true, open_hand
from upcard.engine.games.pope_joan.dealing import collect, deal, turn_up_unknown
from upcard.engine.games.pope_joan.dressing import begin_hand
from upcard.engine.games.pope_joan.settling import go_out, missed_since
from upcard.engine.games.pope_joan.state import (
    BOARD,
    HONOURS,
    PACK51,
    PAIR,
    PAIRS,
    PLAYED,
    POPE,
    POPE_PLAYED,
    POPE_POOL,
    SPLIT,
    SUCCESSOR,
    PopeJoan,
    table,
)
from upcard.engine.mechanisms.board import cannot_tell, everybody, pass_counters
from upcard.engine.mechanisms.ledger import halves
from upcard.engine.mechanisms.stops_table import end_is_doubtful, lose_thread, play_unknown, told_of_another
from upcard.schemas.cards import UNKNOWN, Card, could_be
from upcard.schemas.events import Dealt, Gap, HandStarted, Played

# ---- PJ-4 Play -----------------------------------------------------------------------------------------------------


def play(s: PopeJoan, e: Played) -> None:
    """A card is played: another must follow it, or its player leads anew (PJ-4.2, PJ-4.3)."""
    seat = e.seat
    if told_of_another(s, seat, e.card.bit):
        if s.phase != "between":  # somebody did this
            miss(s, Gap())
        return
    if s.phase != "play" and not begin_play(s):
        doubt_the_end(s, e)
        return
    places = s.places
    bit = 0 if s.line in s.dubious and not is_again(s, seat, e.card.index) else e.card.bit & PACK51
    if s.lone and may_be_true(s, seat, bit):
        open_hand(s, seat, bit)
    if not places.known[seat] & bit and bit & places.seen[-1]:
        if doubt_line(s, seat, e.card.index):
            return
        bit = 0
    if bit:
        places.move(bit, seat, table(s))
        go_up(s, seat, e.card)
        return
    play_unknown(s, seat, table(s), e.card)
    may_be = 0 if e.card.bit else could_be(e.card) & PACK51
    s.hidden |= may_be or PACK51  # what was written cannot be: it was any other
    s.left[seat] -= 1
    if s.left[seat] <= 0:
        go_out(s, seat)


def go_up(s: PopeJoan, seat: int, card: Card) -> None:
    """What a card brings that a seat has put face up on the table."""
    index = card.index
    s.players_of.append(seat)
    s.sequence.append(index)
    due = SUCCESSOR[index]
    s.leader, s.due = seat, 0 if due & s.places.known[s.seats + 1] or index + 1 == s.apart else due
    s.left[seat] -= 1
    if card.bit & s.prizes:
        win_compartments(s, seat, card)
    if s.left[seat] <= 0:
        go_out(s, seat)


def is_again(s: PopeJoan, seat: int, index: int) -> bool:
    """Whether a card is the last one that was played, by the same seat."""
    return bool(s.sequence) and (index, seat) == (s.sequence[-1], s.players_of[-1])


def doubt_line(s: PopeJoan, seat: int, index: int) -> bool:
    """A card was written once more. True: it was the last one. The line was doubled, or it was another card; nothing
    follows from it, and how many cards the seat holds is not known.
    """
    if index not in s.sequence:
        return False
    s.miscounted |= 1 << seat
    if not is_again(s, seat, index):
        return False
    s.due, s.leader = 0, -1
    s.places.forget(seat)
    s.places.deal(table(s), 0, 1, s.step, None)
    for place in (seat, table(s)):
        s.places.loosen(place)
    return True


def begin_play(s: PopeJoan) -> bool:
    """Play begins though nobody wrote down the deal or the card turned up, or amid a deal that began in a gap. False:
    no hand is on.
    """
    missed = s.gap
    if s.phase == "between":
        if not missed_since(s):
            return False
        begin_hand(s, HandStarted())
    if s.phase == "deal":
        deal(s, Dealt())
    if missed:
        lose_thread(s)
        s.hidden = PACK51
    s.phase = "play"
    s.prizes = POPE.bit
    turn_up_unknown(s, UNKNOWN)
    return True


def doubt_the_end(s: PopeJoan, e: Played) -> None:
    """A card came after the deal was over. Perhaps nobody knows the end."""
    if end_is_doubtful(s, e.seat, (e.card,)):
        s.how, s.out = "not known", -1
        cannot_tell(s, everybody(s.seats) | BOARD.everything << s.seats)
        s.settled += 1
    s.late = True


# ---- PJ-4.5 to PJ-4.8 Compartments ---------------------------------------------------------------------------------


def win_compartments(s: PopeJoan, seat: int, card: Card) -> None:
    """Pope or a trump honour takes its compartment; the second card of a pair, that of the pair too."""
    if card is POPE:
        BOARD.take(s, POPE_POOL, seat, PLAYED)
        if s.options.pope_played_payment == "per_card":
            collect(s, seat, s.left, s.options.pope_played_cap, POPE_PLAYED)
        return
    BOARD.take(s, HONOURS[card.rank], seat, PLAYED)
    for number, lower, upper in PAIRS:
        if card.rank in {lower, upper}:
            win_pair(s, number, card, Card((lower if card.rank == upper else upper) + s.trump))


def win_pair(s: PopeJoan, number: int, card: Card, other: Card) -> None:
    """What the second card of a pair brings (PJ-4.7, PJ-4.8)."""
    if other.index not in s.sequence:
        return
    first = s.players_of[s.sequence.index(other.index)]
    second = s.players_of[-1]
    rule = s.options.pair_rule if first == second else s.options.pair_split
    wanted = True if rule == "any" else succeeds(s, other, card) if rule in {"in_succession", "sequential"} else False
    if wanted is None:
        cannot_tell(s, 1 << BOARD.pool(s, number) | 1 << first | 1 << second)
    elif not wanted:
        return
    elif first == second:
        BOARD.take(s, number, second, PAIR)
    else:
        split(s, number, first, second, queen=first if other.rank == "Q" else second)


def succeeds(s: PopeJoan, first: Card, second: Card) -> bool | None:
    """Whether the second card, just played, is the next higher and came right after the first. None: something was
    missed between them, which need not have been a card.
    """
    if second.index != first.index + 1:
        return False
    between = set(s.players_of[s.sequence.index(first.index) + 1 : -1])
    return None if between == {-1} else not between


def split(s: PopeJoan, number: int, first: int, second: int, queen: int) -> None:
    """Two seats share a compartment (PJ-4.8)."""
    account = BOARD.pool(s, number)
    half, odd = halves(max(0, s.counters[account]))
    if s.unsure >> account & 1:
        cannot_tell(s, 1 << first | 1 << second)
        if s.options.odd_counter != "stays":
            s.unsure ^= 1 << account
    winner = {"queen": queen, "second_player": second}.get(s.options.odd_counter)
    for seat in (first, second):
        pass_counters(s, account, seat, half + (odd if seat == winner else 0), SPLIT)


# ---- What was missed -----------------------------------------------------------------------------------------------


def miss(s: PopeJoan, e: Gap) -> None:
    """Something was missed: who leads, what must follow and who holds how many cards is not known any more."""
    if s.phase == "between" or e.hands:
        s.settled += s.phase != "between"
        s.hand += e.hands or 0
        s.phase, s.gap, s.how, s.out = "between", True, "", -1
        s.next_dealer, s.deals, s.last_trump = -1, -1, ""
        BOARD.miss(s)
        return
    s.last_trump = s.trump
    lose_thread(s)
    s.hidden = PACK51
