"""PJ-5.1, PJ-5.2: payments for the cards left, which may hang on who held Pope."""

from typing import Final

from upcard.engine.games.pope_joan.state import LEFT, PACK51, POPE, PopeJoan
from upcard.engine.mechanisms import held, stops_table
from upcard.engine.mechanisms.held import Rates
from upcard.schemas.events import Joined, Shown

# ---- PJ-5.1, PJ-5.2 Payments for the cards left --------------------------------------------------------------------

RATES: Final = {rule: Rates(POPE, 1, holder, LEFT) for rule, holder in (("exempt", 0), ("double", 2), ("pays", 1))}
"""What the holder of Pope pays for each card left, and all others."""


def rates(s: PopeJoan) -> Rates:
    """Counters a card left (PJ-5.2)."""
    return RATES[s.options.unplayed_pope]


def purse(s: PopeJoan, seat: int) -> int | None:
    """What a seat has, pending payments included; None if that cannot be told."""
    return held.purse(s, seat, rates(s))


def points(s: PopeJoan, *, said: bool = True) -> list[int | None]:
    """What each seat gained in this hand, the dressing included; None where that cannot be told."""
    return held.points(s, rates(s), said=said)


def most_passed(s: PopeJoan, seat: int) -> int:
    """The most that a seat can have to pay others in a deal: for Pope, and for the cards left."""
    options = s.options
    cards = max(s.usual[:-1]) if s.dealer < 0 else s.usual[(seat - s.dealer - 1) % s.seats]
    cards = s.dealt[seat] if s.dealt else cards
    capped = [
        0 if rule == "none" else cards if cap is None else min(cap, cards)
        for rule, cap in (
            (options.pope_turnup_payment, options.pope_turnup_cap),
            (options.pope_played_payment, options.pope_played_cap),
        )
    ]
    pope = sum(capped) if options.turnup_owner == "recipient" else max(capped)
    return pope + cards * max(1, rates(s).holder)


# ---- Shown later ---------------------------------------------------------------------------------------------------


def join(s: PopeJoan, e: Joined) -> None:
    """Somebody takes a seat."""
    stops_table.join(s, e, rates(s))


def show(s: PopeJoan, e: Shown) -> None:
    """Cards shown are known to lie where they were shown; they may tell who held Pope."""
    stops_table.show(s, e, PACK51, rates(s))
