"""Stakes, and testimony: scores, payments and counts as people said or wrote them."""

from typing import Literal

from upcard.schemas.cards import Suit
from upcard.schemas.events.base import Base, Cards, Count, Int, Ints, Line, Seat


class BoughtIn(Base, frozen=True, tag="bought_in"):
    """A seat bought counters."""

    seat: Seat
    amount: Count


class CashedOut(Base, frozen=True, tag="cashed_out"):
    """A seat cashed counters in."""

    seat: Seat
    amount: Count


class BetPlaced(Base, frozen=True, tag="bet_placed"):
    """A seat placed a bet. bet: its name in this log."""

    seat: Seat
    bet: str
    kind: str
    amount: Count


class BetWithdrawn(Base, frozen=True, tag="bet_withdrawn"):
    """A bet was taken back."""

    bet: str


class BetInsured(Base, frozen=True, tag="bet_insured"):
    """A bet was insured."""

    bet: str
    amount: Count


class BetSurrendered(Base, frozen=True, tag="bet_surrendered"):
    """A bet was given up for its half."""

    bet: str


class RowDealt(Base, frozen=True, tag="row_dealt"):
    """A row was dealt, by its cards, or by its total and the colour of its first card alone."""

    row: str
    cards: Cards | None = None
    total: Count | None = None
    colour: Literal["red", "black"] | None = None


class Scored(Base, frozen=True, tag="scored"):
    """One hand as the score sheet has it. Where the hand was played in the record too, it is testimony.

    counts: cards left, by seat; tricks, points, totals, aces: by seat or side; seat: offender, declarer or
    landlord, by game; side: the winners, 0 or 1; each game's page says which columns it has.
    """

    counts: Ints | None = None
    tricks: Ints | None = None
    points: Ints | None = None
    totals: Ints | None = None
    aces: Ints | None = None
    plucks: Ints | None = None
    melds: Ints | None = None
    bids: Ints | None = None
    trump: Suit | None = None
    seat: Seat | None = None
    side: Seat | None = None
    amount: Int | None = None
    bombs: Count | None = None
    void: bool = False


class ChipsPassed(Base, frozen=True, tag="chips_passed", rename={"from_": "from"}):
    """Counters passed between two accounts: `seat:0`, `pool:pope`, `bank`. Compared, never trusted."""

    from_: str
    to: str
    amount: Count
    why: str | None = None


class PurseCounted(Base, frozen=True, tag="purse_counted"):
    """A purse was counted: how many counters the seat had."""

    seat: Seat
    amount: Int


class PoolCounted(Base, frozen=True, tag="pool_counted"):
    """A pool on the board was counted."""

    pool: str
    amount: Count


class ResultCalled(Base, frozen=True, tag="result_called"):
    """Somebody said how it came out: a total, a winner, who took the pile, in a word."""

    result: str
    seat: Seat | None = None
    amount: Int | None = None
    hand: Line | None = None
