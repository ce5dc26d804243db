"""PJ-5: the end of a deal, who pays for the cards left, the final deal and the end of the session."""

from upcard.engine.games.pope_joan.figures import final_sizes
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import rates
from upcard.engine.games.pope_joan.state import (
    BOARD,
    FINAL,
    GAME_POOL,
    HONOURS,
    INTRIGUE,
    LOST,
    MATRIMONY,
    OUT,
    PACK51,
    PAIRS,
    POPE,
    POPE_POOL,
    SHARE,
    PopeJoan,
    all_miscounted,
    no_cards,
)
from upcard.engine.mechanisms.board import cannot_tell, everybody, pass_counters
from upcard.engine.mechanisms.held import pay_for_cards
from upcard.engine.mechanisms.ledger import halves
from upcard.engine.mechanisms.stops_table import end_hand, left_of, throw_in
from upcard.schemas.cards import UNKNOWN, Card, mask_of
from upcard.schemas.events import Closed, FinalDealt, Voided

# ---- PJ-5 End of deal, rotation, session ---------------------------------------------------------------------------


def go_out(s: PopeJoan, seat: int) -> None:
    """A seat has no card left: it takes game, and is paid for the cards that others still hold (PJ-5.1)."""
    BOARD.take(s, GAME_POOL, seat, OUT)
    if s.gap or all_miscounted(s):
        cannot_tell(s, everybody(s.seats))
    else:
        pay_for_cards(s, seat, [max(0, cards) for cards in s.left], rates(s))
    if s.miscounted & ~(1 << seat):
        cannot_tell(s, s.miscounted | 1 << seat)
    blur_board(s)
    end(s, "out", seat)


def end(s: PopeJoan, how: str, out: int = -1) -> None:
    """The hand is over; the deal passes to the left (PJ-5.4)."""
    end_hand(s, how, out)
    if how == "void":
        s.next_dealer = s.dealer
        return
    s.next_dealer = left_of(s, s.dealer)
    if s.deals >= 0 and how != "final deal":
        s.deals += 1


def blur_board(s: PopeJoan) -> None:
    """Where not every card played is known, compartments may have been taken without our knowing."""
    cannot_tell(s, doubtful(s))


def doubtful(s: PopeJoan) -> int:
    """The accounts (a mask) that may have changed by cards played which nobody told us."""
    if -1 not in s.sequence:
        return 0
    accounts = 0
    ranks = {POPE_POOL: [POPE]}
    for rank, number in HONOURS.items():
        ranks[number] = [Card(rank + s.trump)] if s.trump else []
    for number, lower, upper in PAIRS:
        ranks[number] = [Card(lower + s.trump), Card(upper + s.trump)] if s.trump else []
    for number, cards in ranks.items():
        sure = cards and all(card.bit & (s.places.seen[-1] | ~s.hidden) for card in cards)
        if not sure and s.counters[BOARD.pool(s, number)]:
            accounts |= 1 << BOARD.pool(s, number) | everybody(s.seats)
    return accounts


def may_be_over(s: PopeJoan) -> bool:
    """Whether the hand that is on may have ended: in a gap, by a card that was written as one seen before, or by Pope
    turned up, which nobody wrote down (PJ-3.7).
    """
    if s.phase == "between" or s.gap:
        return s.phase != "between"
    if any(s.miscounted >> seat & 1 and cards <= 1 for seat, cards in enumerate(s.left)):
        return True
    return s.phase == "play" and s.options.pope_turnup_ends_deal and s.turnup < 0 and not played(s)


def may_have_ended(s: PopeJoan) -> bool:
    """The same of a deal after which another comes: perhaps Pope ended it before a card turned up was written down."""
    return may_be_over(s) or (s.phase in {"deal", "turn"} and s.options.pope_turnup_ends_deal)


def missed_since(s: PopeJoan) -> bool:
    """Whether something was missed after the last deal that ended: another may have begun then."""
    return s.phase == "between" and s.gap and not s.how


def played(s: PopeJoan) -> bool:
    """Whether somebody was seen to play a card in this hand."""
    return max(s.players_of, default=-1) >= 0


def may_have_changed(s: PopeJoan) -> int:
    """The accounts (a mask) of which nobody can tell what they hold just now."""
    ended = 1 << BOARD.pool(s, GAME_POOL) | everybody(s.seats) if may_be_over(s) else 0
    return doubtful(s) | ended


def abandon(s: PopeJoan) -> None:
    """The record of a hand breaks off: somebody went out and was paid, but it does not tell who (PJ-5.1)."""
    s.sequence.append(-1)
    s.players_of.append(-1)
    s.hidden = PACK51
    BOARD.take(s, GAME_POOL, -1, LOST)
    cannot_tell(s, everybody(s.seats))
    blur_board(s)
    s.phase, s.next_dealer, s.last_trump = "between", left_of(s, s.dealer), s.trump
    s.due, s.leader, s.how, s.out = 0, -1, "not known", -1
    if s.deals >= 0:
        s.deals += 1


def void(s: PopeJoan, _e: Voided) -> None:
    """The deal is thrown in: what it moved goes back, and the same dealer deals again. Of one that Pope turned up has ended
    only the cards are: what it brought stays (PJ-3.7).
    """
    s.thrown = True
    throw_in(s, end)


# ---- PJ-5.6, PJ-5.7 The final deal, and what is left on the board --------------------------------------------------


def may_hold_counters(s: PopeJoan) -> bool:
    """Whether counters lie on the board, or may lie there."""
    return bool(s.unsure >> s.seats & BOARD.everything) or any(BOARD.contents(s))


def deal_finally(s: PopeJoan, e: FinalDealt) -> None:
    """All cards are dealt face up once more; who gets the honours empties the board (PJ-5.7)."""
    if may_have_ended(s):  # how the deal before it ended was missed
        abandon(s)
    if s.phase != "between" or s.closed or s.final:
        return
    s.hand += 1
    s.rows, s.vague, s.sequence, s.players_of = [], 0, [], []
    s.dealer = s.next_dealer if e.dealer is None else e.dealer if e.dealer < s.seats else -1
    s.trump, s.turnup, s.final = s.last_trump, -1, True
    s.places = no_cards(s.seats)
    hands = hands_told(s, e)
    for seat, mask in enumerate(hands):
        s.places.deal(seat, mask, 0, s.step, None)
        s.places.seen[-1] |= mask
    others = may_hold_more(s, e, hands)
    win_finally(s, POPE_POOL, POPE, others)
    for rank, number in HONOURS.items():
        if s.trump:
            win_finally(s, number, Card(rank + s.trump), others)
    if s.trump:
        for number, other in ((MATRIMONY, "K"), (INTRIGUE, "J")):
            share_finally(s, number, Card("Q" + s.trump), Card(other + s.trump), others)
    elif may_hold_counters(s):
        s.unsure |= everybody(s.seats + len(POOLS))
        s.vague = everybody(s.seats)
    end(s, "final deal")


def hands_told(s: PopeJoan, e: FinalDealt) -> list[int]:
    """The cards of each seat: those in two hands are in neither; a hand of which not all was written has what is left."""
    lists = [*e.hands[: s.seats], *[None] * (s.seats - len(e.hands))]
    masks = [mask_of(cards or ()) & PACK51 for cards in lists]
    seen = twice = 0
    for mask in masks:
        twice |= seen & mask
        seen |= mask
    untold = [seat for seat, cards in enumerate(lists) if cards is None or UNKNOWN in cards]
    sizes = [mask.bit_count() for mask in masks]
    if len(untold) == 1 and not twice:
        sizes[untold[0]] += (PACK51 & ~seen).bit_count()
        if max(sizes) - min(sizes) <= 1:  # they went round one by one
            masks[untold[0]] |= PACK51 & ~seen
    return [mask & ~twice for mask in masks]


def may_hold_more(s: PopeJoan, e: FinalDealt, hands: list[int]) -> int:
    """The seats (a mask) that may hold a card which is in none of these hands: those of which not all was written, but all
    where a card was written twice, or is written nowhere.
    """
    lists = [*e.hands[: s.seats], *[None] * (s.seats - len(e.hands))]
    sizes = final_sizes(s.dealer, s.seats)
    sizes = sizes if s.dealer >= 0 else (max(sizes),) * s.seats
    untold = sum(
        1 << seat for seat, cards in enumerate(lists) if cards is None or UNKNOWN in cards or len(cards) < sizes[seat]
    )
    sure = all(cards is None or mask_of(cards) & ~hands[seat] == 0 for seat, cards in enumerate(lists))
    return untold if untold and sure else everybody(s.seats)


def holder_of(s: PopeJoan, card: Card) -> int:
    """Who was dealt a card face up, or -1."""
    return next((seat for seat in range(s.seats) if s.places.known[seat] & card.bit), -1)


def win_finally(s: PopeJoan, number: int, card: Card, others: int) -> None:
    """Whoever was dealt this card takes the compartment. others: who may hold it (a mask) if that was not written."""
    BOARD.take(s, number, holder_of(s, card), FINAL, others)


def share_finally(s: PopeJoan, number: int, queen: Card, other: Card, others: int) -> None:
    """Half to the holder of the queen, with the odd counter, and half to that of the other card. others: as above."""
    first, second = holder_of(s, queen), holder_of(s, other)
    if first == second or min(first, second) < 0:
        one = 1 << max(first, second) if max(first, second) >= 0 else 0
        BOARD.take(s, number, first if first == second else -1, FINAL, others | one)
        return
    account = BOARD.pool(s, number)
    if s.unsure >> account & 1:
        s.unsure ^= 1 << account
        cannot_tell(s, 1 << first | 1 << second)
    half, odd = halves(max(0, s.counters[account]))
    pass_counters(s, account, first, half + odd, FINAL)
    pass_counters(s, account, second, half, FINAL)


def close(s: PopeJoan, _e: Closed) -> None:
    """The session ends; what lies on the board may be shared out (PJ-5.6, PJ-A14)."""
    if s.closed:
        return
    s.closed = True
    if s.phase != "between":
        abandon(s)
        s.ended = s.hand
        s.settled += 1
    elif (
        s.options.end_disposal == "split_equal"
        and s.hand
        and (s.unsure >> s.seats or sum(BOARD.contents(s)) >= s.seats)
    ):
        share_board(s)


def share_board(s: PopeJoan) -> None:
    """The whole share to each; the remainder stays unclaimed (PJ-A14)."""
    s.hand += 1
    s.rows, s.vague, s.sequence, s.players_of = [], 0, [], []
    BOARD.share(s, SHARE)
    s.ended, s.how, s.out = s.hand, "share of the board", -1
    s.settled += 1
