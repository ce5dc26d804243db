"""A board of pools that the players pay into and take from (C-3), and what the record tells of it.

Accounts are in one order: the seats, the pools, the board that stakes pass through, those the record does not name,
and the bank that counters are bought from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Protocol

from upcard.engine.game import Broken
from upcard.engine.mechanisms.ledger import post, undo
from upcard.engine.wording import one_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import BoughtIn, CashedOut, Opened, PoolCounted, PurseCounted


class Purses(Protocol):
    """hand: its number; counters: the balance of every account; rows: this hand's transfers; unsure: a mask of accounts
    whose balance cannot be told, unsure_before: the same when this hand began; vague: of seats whose gain in this hand
    cannot; bought: seats whose purse is known from the start; changed: seats that somebody took since, with a purse of
    which nothing is known; counted: purses as counted since counters last moved, counted_of: of which seats.
    """

    seats: int
    hand: int
    counters: list[int]
    rows: list[int]
    unsure: int
    unsure_before: int
    vague: int
    bought: int
    changed: int
    counted: list[int]
    counted_of: int


def everybody(seats: int) -> int:
    """The mask of all seats."""
    return (1 << seats) - 1


def pass_counters(s: Purses, source: int, target: int, amount: int, why: int) -> None:
    """Counters pass in this hand."""
    post(s.counters, s.rows, (source, target, amount, why))
    s.counted_of = 0


def cannot_tell(s: Purses, accounts: int) -> None:
    """From here on the balances of these accounts, and what seats among them gain in this hand, are not known."""
    s.unsure |= accounts
    s.vague |= accounts & everybody(s.seats)


def open_hand(s: Purses) -> None:
    """A hand begins: from here on its transfers are remembered, so that they can be taken back."""
    s.rows, s.vague, s.unsure_before = [], 0, s.unsure


def take_hand_back(s: Purses) -> None:
    """All that this hand moved goes back, and what could be told of the balances before can be told again."""
    undo(s.counters, s.rows)
    s.vague, s.unsure, s.counted_of = 0, s.unsure_before, 0


def count_purse(s: Purses, e: PurseCounted) -> None:
    """Remember the count until counters move again."""
    if e.seat < s.seats:
        if not s.counted_of:
            s.counted = [0] * s.seats
        s.counted[e.seat] = e.amount
        s.counted_of |= 1 << e.seat


@cache
def _names(pools: tuple[str, ...], seats: int) -> tuple[str, ...]:
    by_seat = tuple(f"seat:{seat}" for seat in range(seats))
    return (*by_seat, *(f"pool:{name}" for name in pools), "board", "unknown", "bank")


@dataclass(frozen=True)
class Board:
    """pools: the names of what lies on the board; bought: the number that says a transfer was counters bought."""

    pools: tuple[str, ...]
    bought: int

    @cached_property
    def everything(self) -> int:
        """A mask of all pools, to be moved up by the number of seats."""
        return (1 << len(self.pools)) - 1

    def pool(self, s: Purses, number: int) -> int:
        """The account of a pool."""
        return s.seats + number

    def amount(self, s: Purses, number: int) -> str:
        """What lies in a pool, in words."""
        account = self.pool(s, number)
        return "?" if s.unsure >> account & 1 else str(s.counters[account])

    def board(self, s: Purses) -> int:
        """The account that stakes pass through on their way into the pools."""
        return s.seats + len(self.pools)

    def unknown(self, s: Purses) -> int:
        """The account of those the record does not name."""
        return s.seats + len(self.pools) + 1

    def bank(self, s: Purses) -> int:
        """The account that counters are bought from."""
        return s.seats + len(self.pools) + 2

    def names(self, seats: int) -> tuple[str, ...]:
        """The names of all accounts, in order."""
        return _names(self.pools, seats)

    def contents(self, s: Purses) -> list[int]:
        """What lies in each pool."""
        return s.counters[s.seats : s.seats + len(self.pools)]

    def balances(self, header: Opened) -> list[int]:
        """Every account as a session begins: counters bought, and what was left on the board.

        Raises `OptionError` for a pool that the board does not have.
        """
        left = header.board or {}
        for pool in left:
            if pool not in self.pools:
                raise OptionError(f"no compartment {pool!r} on the board", hint=f"there are: {', '.join(self.pools)}")
        purses = [header.buy_in or 0] * len(header.seats)
        counters = [*purses, *(left.get(pool, 0) for pool in self.pools), 0, 0]
        return [*counters, -sum(counters)]

    def take(self, s: Purses, number: int, seat: int, why: int, among: int = -1) -> None:
        """A seat (-1: nobody knows who) takes the whole content of a pool. among: a mask of the seats that may have, if it
        is not known who.
        """
        account = self.pool(s, number)
        target = seat if seat >= 0 else self.unknown(s)
        amount = s.counters[account]
        if seat < 0 and (amount or s.unsure >> account & 1):
            cannot_tell(s, everybody(s.seats) & among)
        if s.unsure >> account & 1:
            s.unsure ^= 1 << account
            cannot_tell(s, 1 << target)
            amount = max(0, amount)
        pass_counters(s, account, target, amount, why)

    def set_pool(self, s: Purses, number: int, amount: int, why: int) -> None:
        """A pool is known to hold so many counters: the difference was taken, or paid, by those nobody names."""
        account = self.pool(s, number)
        more = amount - s.counters[account]
        source, target = (self.unknown(s), account) if more > 0 else (account, self.unknown(s))
        pass_counters(s, source, target, abs(more), why)

    def share(self, s: Purses, why: int) -> None:
        """Everybody gets the whole share of what lies on the board; the remainder stays unclaimed."""
        share = max(0, sum(self.contents(s))) // s.seats
        if s.unsure >> s.seats:
            cannot_tell(s, everybody(s.seats))
        for seat in range(s.seats):
            wanted = share
            for number, amount in enumerate(self.contents(s)):
                part = min(wanted, max(0, amount))
                pass_counters(s, self.pool(s, number), seat, part, why)
                wanted -= part

    def write_points(self, s: Purses, points: Sequence[int] | None, why: int) -> None:
        """What the seats gained by a score sheet; from which pools is not known."""
        if points is None or len(points) != s.seats:
            cannot_tell(s, everybody(s.seats))
            return
        for seat, amount in enumerate(points):
            source, target = (self.unknown(s), seat) if amount > 0 else (seat, self.unknown(s))
            pass_counters(s, source, target, abs(amount), why)

    def miss(self, s: Purses) -> None:
        """Hands were missed: nobody knows what lies anywhere now, nor what was bought meanwhile."""
        s.unsure |= (1 << s.seats + len(self.pools)) - 1
        s.vague |= everybody(s.seats)
        s.bought = 0

    def buy_in(self, s: Purses, e: BoughtIn) -> None:
        """A seat buys counters. Once hands were played or missed, that does not tell what its purse held before."""
        if e.seat < s.seats:
            post(s.counters, [], (self.bank(s), e.seat, e.amount, self.bought))
            if not s.hand and not s.unsure >> e.seat & 1:
                s.bought |= 1 << e.seat
            s.counted_of = 0

    def cash_out(self, s: Purses, e: CashedOut) -> None:
        """A seat gives counters back."""
        if e.seat < s.seats:
            post(s.counters, [], (e.seat, self.bank(s), e.amount, self.bought))
            s.counted_of = 0

    def purse_fault(
        self, s: Purses, e: PurseCounted, may_be: Callable[[int], set[int] | None], doubtful: int = 0
    ) -> Broken | None:
        """What is wrong with a purse that was counted. may_be: what a seat may have, if that can be told;
        doubtful: a mask of accounts that cards nobody told us may have changed.
        """
        if e.seat >= s.seats:
            return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", name="no_such_seat")
        amounts = may_be(e.seat) if (s.bought & ~doubtful) >> e.seat & 1 else None
        if amounts is not None and e.amount not in amounts:
            return Broken(seat=e.seat, says=f"{e.amount} was counted; seat {e.seat} has {one_of(amounts)}")
        counted = s.counted_of | 1 << e.seat
        if (amounts is not None and len(amounts) == 1) or counted != everybody(s.seats) or s.bought != counted:
            return None
        purses = [e.amount if seat == e.seat else amount for seat, amount in enumerate(s.counted)]
        if (s.unsure | doubtful) >> s.seats & self.everything or self.told_of(s, purses, may_be, doubtful):
            return None
        on_board, bought = sum(self.contents(s)), -s.counters[self.bank(s)]
        if sum(purses) + on_board == bought:
            return None
        return Broken(says=f"{sum(purses)} in all purses and {on_board} on the board; {bought} were bought in")

    def told_of(
        self, s: Purses, purses: Sequence[int], may_be: Callable[[int], set[int] | None], doubtful: int
    ) -> bool:
        """Whether one of these purses is wrong by itself, which was told when it was counted."""
        sure = [seat for seat in range(s.seats) if not doubtful >> seat & 1]
        return any((amounts := may_be(seat)) is not None and purses[seat] not in amounts for seat in sure)

    def pool_fault(self, s: Purses, e: PoolCounted, doubtful: int = 0) -> Broken | None:
        """A pool holds what was paid into it and not taken. doubtful: as above."""
        if e.pool not in self.pools:
            return Broken(says=f"no compartment {e.pool!r} on the board")
        account = self.pool(s, self.pools.index(e.pool))
        derived = s.counters[account]
        if (s.unsure | doubtful) >> account & 1 or e.amount == derived:
            return None
        return Broken(says=f"{e.amount} was counted in {e.pool}; there are {derived}")
