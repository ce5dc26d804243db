"""The table of a game of stops with a board of pools: seats and a dead hand, what is shown of them, what was missed,
and how a session stands. Places are the hands, by seat, then the dead hand.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from upcard.engine import common
from upcard.engine.game import Answer, Broken
from upcard.engine.mechanisms import held
from upcard.engine.mechanisms.board import Board, cannot_tell, everybody, take_hand_back
from upcard.engine.mechanisms.hands import put_unknown
from upcard.engine.mechanisms.held import Payers, Rates
from upcard.engine.mechanisms.impossible import cannot_lie
from upcard.engine.mechanisms.ledger import nets
from upcard.engine.mechanisms.seats import no_seat
from upcard.engine.mechanisms.stops import out_fault
from upcard.engine.wording import one_of, were
from upcard.schemas.cards import UNKNOWN, Card, could_be, mask_of
from upcard.schemas.events import BoughtIn, CashedOut, Joined, Left, ResultCalled, Scored, Shown, TurnedUp


class StopsTable(Payers, Protocol):
    """phase, how: where the hand stands, and how the last one ended; out: who went out; left: cards by seat;
    miscounted: a mask of seats that may hold one card more or less; dealer, next_dealer, lone, off, off_at: see `Opened`;
    ended: the last hand that did; late: whether a card was played after the end; sequence, players_of: what was played
    and by whom, -1 where that was missed; due: the bit of the card that must follow; leader: who leads, if nobody must
    follow.
    """

    players: list[str]
    line: int
    step: int
    dubious: list[int]
    phase: Any
    how: str
    gap: bool
    out: int
    late: bool
    ended: int
    due: int
    leader: int
    dealer: int
    next_dealer: int
    lone: int
    off: int
    off_at: int
    left: list[int]
    miscounted: int
    sequence: list[int]
    players_of: list[int]


Seated = Joined | Left | BoughtIn | CashedOut | Shown | ResultCalled | TurnedUp
T = TypeVar("T", bound=StopsTable)


def left_of(t: StopsTable, seat: int) -> int:
    """The next seat, or -1."""
    return (seat + 1) % t.seats if seat >= 0 else -1


def dead(t: StopsTable) -> int:
    """The place of the hand that takes no part."""
    return t.seats


def lose_thread(t: StopsTable) -> None:
    """Something was missed: who leads, what must follow and who holds which cards is not known any more."""
    t.gap = True
    t.due, t.leader = 0, -1
    t.sequence.append(-1)
    t.players_of.append(-1)
    for seat in range(t.seats):
        t.places.forget(seat)
    for place in range(t.seats + 1):
        t.places.loosen(place)


def end_hand(t: StopsTable, how: str, out: int) -> None:
    """The hand is over: nothing is due any more."""
    t.phase, t.how, t.out, t.ended = "between", how, out, t.hand
    t.settled += 1
    t.due, t.leader = 0, -1


def throw_in(t: T, end: Callable[[T, str], None]) -> None:
    """The hand is thrown in: what it moved goes back. end: how the game ends a hand."""
    if t.phase == "between":
        return
    take_hand_back(t)
    t.sequence, t.players_of = [], []
    end(t, "void")


def play_unknown(t: StopsTable, seat: int, table: int, card: Card = UNKNOWN) -> None:
    """A card of which perhaps something is known went from a hand to the table: it may be any of that hand that it can be, and
    anybody may follow.
    """
    t.players_of.append(seat)
    t.sequence.append(-1)
    may_be_any = not t.places.most[seat] and not t.places.known[seat] & could_be(card)  # its list was wrong, then
    put_unknown(t.places, seat, UNKNOWN if card.bit or may_be_any else card, table, t.step)
    t.due, t.leader = 0, -1


def may_be_wrong(t: StopsTable, seat: int, bit: int, lists: Collection[int]) -> bool:
    """Whether a play that lists speak against may have been written for the wrong seat, or the card read wrongly, as well as the
    lists may be wrong: another seat's list has the card; or the seat's own has not, and it was not the card due.
    """
    follows = 0 < bit == t.due
    return any(place < t.seats and (place != seat or not follows) for place in lists)


def in_question(t: StopsTable, seat: int, card: Card, fault: Broken | None) -> Broken | None:
    """The fault of a card, with what else may be wrong: this line, or, if the card was played before, wherever it was."""
    if fault is not None and may_be_wrong(t, seat, card.bit, fault.lists):
        return msgspec.structs.replace(fault, dubious=(t.line,))
    if fault is None or fault.lists or not card.bit & t.places.known[t.seats + 1]:
        return fault
    return msgspec.structs.replace(fault, mistaken=((0, card.bit),))


def told_of_another(t: StopsTable, seat: int, bit: int) -> bool:
    """Whether nobody knows who made the play that is judged: the line may be wrong and it was not the seat that leads, or the
    card was due.
    """
    return t.line in t.dubious and (seat != t.leader or 0 < bit == t.due)


def shown_place(t: StopsTable, e: Shown) -> int:
    """The place whose cards were shown, or -1."""
    if e.seat is not None and e.seat < t.seats:
        return e.seat
    return dead(t) if e.place == "dead" else -1


def show(t: StopsTable, e: Shown, pack: int, rates: Rates) -> None:
    """Cards shown are known to lie where they were shown; they may tell who held the card that payments hang on."""
    place = shown_place(t, e)
    if place < 0:
        return
    if t.phase != "deal" and e.hand in {None, t.hand}:
        for card in e.cards if may_be_all_there(t, e, place, pack) else ():
            bit = card.bit & pack
            if bit and (t.places.known[place] & bit or not bit & t.places.seen[-1]):
                t.places.show(bit, place)
            elif bit == rates.card.bit:
                show_again(t, bit, place)
    held.learn(t, e, place, rates, ended=t.phase == "between")


def show_again(t: StopsTable, bit: int, place: int) -> None:
    """The card that payments hang on was shown in two hands after the end: nobody knows what those two paid for theirs."""
    hands = [seat for seat in range(t.seats) if t.places.known[seat] & bit or seat == place]
    if t.how == "out" and t.phase == "between" and not t.places.known[dead(t) + 1] & bit:
        cannot_tell(t, sum(1 << seat for seat in {*hands, t.out}))
        t.settled += 1


def seat_exists(t: StopsTable, e: Seated) -> Answer:
    """Somebody sits there."""
    return no_seat(e.seat, t.seats)


def may_be_all_there(t: StopsTable, e: Shown, place: int, pack: int) -> bool:
    """Whether a place holds so many cards; else one of those shown was written wrongly, and none of them proves anything."""
    lie = lying_in(t, place)
    seen = t.places.known[place] & t.places.seen[-1]
    return lie is None or max(cards_shown(e), (mask_of(e.cards) & pack | seen).bit_count()) <= lie


def shown_faults(t: StopsTable, e: Shown, pack: int, rates: Rates, counts: str) -> Answer:
    """What is shown was not seen elsewhere, and is all that was left, if that was said; of an earlier hand, that is
    known of the card that payments hang on. counts: the clause of wrong counts.
    """
    place = shown_place(t, e)
    if place < 0:
        return None
    if e.hand is not None and e.hand != t.hand:
        record = held.pending_of(t, e.hand)
        if record is None or record.holder in {-1, place} or rates.card not in e.cards:
            return None
        says = f"{rates.card} was listed in another place in hand {e.hand}"
        return Broken(seat=e.seat, cards=rates.card.bit, says=says)
    if t.phase == "deal" or not t.hand:
        return None
    found = (cannot_lie(t.places, place, card, pack) for card in e.cards)
    faults = [fault for fault in found if fault is not None]
    lie = lying_in(t, place)
    if faults or lie is None:
        return faults
    fresh = mask_of(e.cards) & pack & ~t.places.known[place]
    shown = cards_shown(e)
    if shown > lie or fresh.bit_count() > t.places.most[place] or (e.all and shown < lie):
        seat = place if place < t.seats else None
        whose, had = ("the dead hand", "there") if seat is None else (f"seat {place}", "it had")
        what = f"as all that {whose} had left" if e.all else f"of {whose}"
        says = f"{were(shown, 'card')} shown {what}; {had} {'were ' if seat is None else ''}{lie}"
        return Broken(seat=seat, says=says, name="count_mismatch", clause=counts)
    return None


def cards_shown(e: Shown) -> int:
    """How many cards were shown; one that was written twice is one card."""
    return mask_of(e.cards).bit_count() + sum(not card.bit for card in e.cards)


def lying_in(t: StopsTable, place: int) -> int | None:
    """How many cards lie in a hand, or in the dead hand; None where something was missed, or written twice."""
    if t.gap or not t.left or t.how in {"sheet", "not known"}:
        return None
    if t.miscounted if place == dead(t) else t.miscounted >> place & 1:
        return None
    return t.left[place] if place < t.seats else t.places.count(place)


def out_is_true(t: StopsTable, e: ResultCalled) -> Answer:
    """Who says to be out has no card left."""
    if t.gap or (e.hand is not None and e.hand != t.hand) or (t.phase == "between" and t.how != "out"):
        return None
    if e.seat is not None and e.seat >= t.seats:  # which is told by itself
        return None
    return out_fault(e, t.left, t.out if t.phase == "between" else None)


def end_is_doubtful(t: StopsTable, seat: int, cards: Sequence[Card]) -> bool:
    """Whether nobody knows who was out, now that these cards came after the end: who was out has played cards that nobody
    told us, or plays one more than it was dealt, so that one of them was another's.
    """
    more = seat == t.out and any(not card.bit & t.places.seen[-1] for card in cards)
    return t.how == "out" and (more or (-1, t.out) in zip(t.sequence, t.players_of, strict=True))


def how_it_ended(t: StopsTable, hand: str, points: Sequence[int | None]) -> str:
    """How a hand came out, in a sentence. hand: what the game calls it; points: what each seat gained."""
    if t.phase != "between" or not t.hand:
        return ""
    if t.how == "out":
        gained = points[t.out]
        return f"{t.players[t.out] or t.out} is out" + ("" if gained is None else f", {gained:+}")
    return {"void": f"the {hand} is void", "not known": f"how the {hand} ended cannot be told"}.get(t.how, t.how)


def standing(t: StopsTable, purses: Sequence[int | None]) -> str:
    """Who has most counters at the end of the session; ties are shared."""
    sure = [amount for amount in purses if amount is not None]
    if len(sure) < len(purses):
        return "who won the session cannot be told"
    best = [t.players[seat] or str(seat) for seat, amount in enumerate(purses) if amount == max(sure)]
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share'} the session with {max(sure)} counters"


def join(t: Any, e: Joined, rates: Rates) -> None:
    """Somebody takes a seat; once hands were played nobody knows whether with the counters of whoever sat there, but where
    these were cashed.
    """
    new = e.seat < t.seats and t.hand and t.players[e.seat] != e.player
    if new and not held.may_be_empty(t, e.seat, rates):
        t.bought &= ~(1 << e.seat)
        t.changed |= 1 << e.seat
    common.join(t, e)


# ---- What was written of a hand, and of the purses after it ---------------------------------------------------------


def hear_points(s: Payers, rates: Rates, written: tuple[int, ...] | None) -> None:
    """Written points of a hand that was played here may say who held the card."""
    record = held.pending_of(s, s.hand)
    if record is None or record.told >= 0 or written is None or len(written) != s.seats:
        return
    holders = held.fitting(s, record, rates, written, held.not_among(record, record.laid))
    if len(holders) == 1 and not record.paid >> holders[0] & 1:  # else two have said what cannot both be
        record.told = holders[0]
        held.store(s, record, rates)
        s.settled += 1


def purse_before(s: Payers, seat: int, rates: Rates) -> set[int] | None:
    """What a seat may have had before this hand, its own stakes not yet paid; None if that cannot be told."""
    if (s.unsure_before | s.changed) >> seat & 1:
        return None
    paid = nets(s.rows, len(s.counters))[seat]
    return held.with_pending(s, seat, s.counters[seat] - paid, rates)


def points_of(s: Payers, rates: Rates, e: Scored) -> tuple[int, ...] | None:
    """What a row says each seat gained; where only purses were written, by what they held before."""
    if e.points is not None or e.totals is None or len(e.totals) != s.seats or s.bought != everybody(s.seats):
        return e.points
    before = [purse_before(s, seat, rates) for seat in range(s.seats)]
    sure = [min(amounts) for amounts in before if amounts is not None and len(amounts) == 1]
    if len(sure) < s.seats:
        return None
    return tuple(total - had for total, had in zip(e.totals, sure, strict=True))


def totals_faults(
    s: Payers, board: Board, rates: Rates, totals: tuple[int, ...] | None, row: tuple[int, ...] | None = None
) -> Iterator[tuple[int | None, str]]:
    """Seats whose written purse differs from what follows, and in which way; where each may be so, whether all together
    may (no seat). row: what the same row of a sheet says each seat gained in this hand, where that was not played out in
    the record.
    """
    if totals is None:
        return
    one_by_one = list(wrong_totals(s, rates, totals, row))
    yield from one_by_one
    due = None if one_by_one or s.bought != everybody(s.seats) else in_all_purses(s, board, row)
    if due is not None and sum(totals) != due:
        yield None, f"totals of {sum(totals)} were written for all together; they have {due}"


def in_all_purses(s: Payers, board: Board, row: tuple[int, ...] | None) -> int | None:
    """What all have together, whoever pays whom for the cards left; None if that cannot be told. row: as above."""
    if row is not None:
        paid = sum(nets(s.rows, len(s.counters))[: s.seats])
        return None if s.unsure_before & everybody(s.seats) else sum(s.counters[: s.seats]) - paid + sum(row)
    if not s.unsure & everybody(s.seats):
        return sum(s.counters[: s.seats])
    return None if s.unsure >> s.seats & board.everything else -s.counters[board.bank(s)] - sum(board.contents(s))


def wrong_totals(
    s: Payers, rates: Rates, totals: tuple[int, ...], row: tuple[int, ...] | None
) -> Iterator[tuple[int, str]]:
    """Seats whose written purse cannot be so by itself."""
    for seat, total in enumerate(totals[: s.seats]):
        if row is None:
            may_be = held.purse_may_be(s, seat, rates)
        else:
            before = purse_before(s, seat, rates)
            may_be = None if before is None else {amount + row[seat] for amount in before}
        if may_be is not None and s.bought >> seat & 1 and total not in may_be:
            yield seat, f"a total of {total} was written for seat {seat}; it is {one_of(may_be)}"
