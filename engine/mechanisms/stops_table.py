"""The table of a game of stops with a board of pools: seats and a dead hand, what is shown of them, what was missed,
and how a session stands. Places are the hands, by seat, then the dead hand.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from upcard.engine.game import Answer, Broken
from upcard.engine.mechanisms import held
from upcard.engine.mechanisms.held import Payers, Rates
from upcard.engine.mechanisms.impossible import cannot_lie
from upcard.engine.mechanisms.stops import out_fault
from upcard.schemas.events import ResultCalled, Shown


class StopsTable(Payers, Protocol):
    """phase, how: where the hand stands, and how the last one ended; out: who went out; left: cards by seat;
    late: whether a card was played after the end; sequence, players_of: what was played and by whom, -1 where that was missed; due: the bit of the card that must
    follow; leader: who leads, if nobody must follow.
    """

    players: list[str]
    step: int
    phase: Any
    how: str
    gap: bool
    out: int
    late: bool
    due: int
    leader: int
    left: list[int]
    sequence: list[int]
    players_of: list[int]


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


def play_unknown(t: StopsTable, seat: int, table: int) -> None:
    """A card that nobody told us went from a hand to the table: it may be any of that hand, and anybody may follow."""
    t.players_of.append(seat)
    t.sequence.append(-1)
    t.places.forget(seat)
    t.places.move_unknown(seat, table, t.step)
    t.due, t.leader = 0, -1


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
        for card in e.cards:
            bit = card.bit & pack
            if bit and (t.places.known[place] & bit or not bit & t.places.seen[-1]):
                t.places.show(bit, place)
    held.learn(t, e, place, rates, ended=t.phase == "between")


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
    if e.all and not faults and not t.gap and place < len(t.left) and len(e.cards) != t.left[place]:
        says = f"{len(e.cards)} cards were shown as all that seat {place} had left; it had {t.left[place]}"
        faults.append(Broken(seat=place, says=says, name="count_mismatch", clause=counts))
    return faults


def out_is_true(t: StopsTable, e: ResultCalled) -> Answer:
    """Who says to be out has no card left."""
    if t.gap or (e.hand is not None and e.hand != t.hand) or (t.phase == "between" and t.how != "out"):
        return None
    return out_fault(e, t.left, t.out if t.phase == "between" else None)


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
