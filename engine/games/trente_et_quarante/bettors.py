"""TQ-1.2: how bettors come and go, and what they bring to the table and take along."""

from upcard.engine import common
from upcard.engine.game import Answer, Broken
from upcard.engine.games.trente_et_quarante.state import (
    BOUGHT,
    OWNER,
    TAKEN_ALONG,
    WIDTH,
    TrenteEtQuarante,
    away,
    cage,
    live,
    owner,
    pass_on_rows,
)
from upcard.engine.mechanisms.ledger import post
from upcard.schemas.events import BetPlaced, BoughtIn, CashedOut, Joined, Left

# ---- TQ-1.2 Bettors come and go ------------------------------------------------------------------------------------


def join(s: TrenteEtQuarante, e: Joined) -> None:
    """Somebody takes a seat. Who sat there before keeps purse and bets, away from the table."""
    if e.seat >= s.seats:
        return
    stayed = s.players[e.seat] == e.player
    common.join(s, e)
    if s.who[e.seat] == e.player:
        if not stayed:  # who was away may have spent some, or brought more
            s.had, s.bought = s.had | 1 << e.seat, s.bought & ~(1 << e.seat)
        return
    s.had = s.had & ~(1 << e.seat) | (e.player in s.who or e.player in s.met) << e.seat
    s.met.append(s.who[e.seat])
    s.who[e.seat] = e.player
    held, bit = s.balances[e.seat], 1 << e.seat
    if s.phase == "between":
        s.changed |= bit
    else:
        pass_on_rows(s, e.seat)
    source, target = (e.seat, away(s)) if held > 0 else (away(s), e.seat)
    post(s.balances, [], (source, target, abs(held), TAKEN_ALONG))
    if s.unsure & bit:
        s.unsure |= 1 << away(s)
    s.unsure &= ~bit
    s.bought &= ~bit
    for bet in live(s):
        if owner(s, bet) == e.seat:
            s.bets[bet * WIDTH + OWNER] = away(s)


def leave(s: TrenteEtQuarante, e: Left) -> None:
    """Somebody leaves a seat; bets may stay on the table."""
    if e.seat < s.seats:
        s.players[e.seat] = ""


def buy(s: TrenteEtQuarante, e: BoughtIn) -> None:
    """A bettor buys money for the table. Who has bet before must have had some, nobody knows how much."""
    if e.seat < s.seats:
        s.bought |= (not s.had >> e.seat & 1) << e.seat
        post(s.balances, [], (cage(s), e.seat, e.amount, BOUGHT))


def cash(s: TrenteEtQuarante, e: CashedOut) -> None:
    """A bettor gives money back."""
    if e.seat < s.seats:
        s.had |= 1 << e.seat & ~s.bought
        post(s.balances, [], (e.seat, cage(s), e.amount, BOUGHT))


def seat_is_there(s: TrenteEtQuarante, e: BetPlaced | BoughtIn | CashedOut | Joined | Left) -> Answer:
    """Only who sits at the table does anything (TQ-1.2)."""
    if e.seat >= s.seats:
        return Broken(says=f"no seat {e.seat} at this table")
    if isinstance(e, BetPlaced) and not s.players[e.seat] and s.who[e.seat]:
        return Broken(seat=e.seat, says=f"nobody sits in seat {e.seat}")
    return None
