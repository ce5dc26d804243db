"""Who deals a hand of a game of stops, and who opens it."""

from upcard.engine.mechanisms.dealers import is_named, named_as_opened
from upcard.engine.mechanisms.stops_table import StopsTable, left_of


def take_dealer(t: StopsTable, dealer: int | None) -> None:
    """Who deals a hand, and so who leads first. dealer: who is named."""
    if dealer is not None:
        agrees = named_as_opened(t, dealer, t.next_dealer, t.seats)
        is_named(t, dealer, dealer if agrees else t.next_dealer)
    t.dealer = t.next_dealer if dealer is None else dealer if dealer < t.seats else -1
    t.leader = left_of(t, t.dealer)


def is_opening(t: StopsTable) -> bool:
    """Whether no card of the hand was played yet, but what was turned up, and nothing was missed."""
    return max(t.players_of, default=-1) < 0 and not t.gap and t.phase != "between"


def off_by(t: StopsTable, seat: int) -> int:
    """By how many seats who opens a hand is off from who was to; 0 too where nobody is known to be, or it is open."""
    return (seat - t.dealer - 1) % t.seats if t.dealer >= 0 and is_opening(t) else 0
