"""Who deals a hand of a game of stops, and who opens it."""

import msgspec

from upcard.engine.game import Answer
from upcard.engine.mechanisms.dealers import is_named, named_as_opened, opens, other_was_named, wrong_dealer
from upcard.engine.mechanisms.stops_table import StopsTable, left_of


def take_dealer(t: StopsTable, dealer: int | None) -> bool:
    """Who deals a hand, and so who leads first. dealer: who is named. Returns whether the one before was another than written."""
    moved = named_as_opened(t, dealer, t.next_dealer, t.seats)
    if dealer is not None:
        is_named(t, dealer, dealer if moved else t.next_dealer)
    t.dealer = t.next_dealer if dealer is None else dealer if dealer < t.seats else -1
    t.leader = left_of(t, t.dealer)
    return moved


def dealer_fault(t: StopsTable, dealer: int | None, clause: str) -> Answer:
    """What is wrong with the dealer who is named, as the deal passes to the left. clause: of a seat that is not there."""
    due = t.next_dealer if t.phase == "between" else left_of(t, t.dealer)
    if named_as_opened(t, dealer, due, t.seats):
        return other_was_named(t, dealer, due, "lead_out_of_turn")
    fault = wrong_dealer(dealer, due, t.seats)
    return msgspec.structs.replace(fault, clause=clause) if fault and fault.name else fault


def is_opening(t: StopsTable) -> bool:
    """Whether no card of the hand was played yet, but what was turned up, and nothing was missed."""
    return max(t.players_of, default=-1) < 0 and not t.gap and t.phase != "between"


def off_by(t: StopsTable, seat: int) -> int:
    """By how many seats who opens a hand is off from who was to; 0 too where nobody is known to be, or it is open."""
    return (seat - t.dealer - 1) % t.seats if t.dealer >= 0 and is_opening(t) else 0


def opened_by(t: StopsTable, seat: int) -> bool:
    """A seat plays, where one line alone tells who dealt. Returns whether it opens the hand, and another dealt."""
    return is_opening(t) and opens(t, off_by(t, seat), t.seats)
