"""Counters that pass between accounts, so that none is ever made or lost (C-3).

Accounts are numbers, balances a list of ints by account. Rows remember transfers, four ints each: source, target,
amount, and a number that says why. The functions change the lists they are handed and nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import Final

WIDTH: Final = 4
"""Ints in a row."""


Row = tuple[int, int, int, int]
"""One transfer: source, target, amount, why."""


def post(balances: list[int], rows: list[int], row: Row) -> None:
    """Pass counters from one account to another; where there are none to pass, nothing happens.

    >>> balances, rows = [10, 0], []
    >>> post(balances, rows, (0, 1, 3, 7))
    >>> balances, rows
    ([7, 3], [0, 1, 3, 7])
    """
    source, target, amount, _ = row
    if amount > 0:
        balances[source] -= amount
        balances[target] += amount
        rows += row
    elif amount:
        raise ValueError(f"a transfer of {amount}; counters pass the other way as a transfer of their own")


def undo(balances: list[int], rows: list[int]) -> None:
    """Pass back all that these rows passed, and forget them."""
    for source, target, amount, _ in rows_of(rows):
        balances[source] += amount
        balances[target] -= amount
    rows.clear()


def rows_of(rows: Sequence[int]) -> Iterator[Row]:
    """The transfers, oldest first."""
    return zip(rows[::WIDTH], rows[1::WIDTH], rows[2::WIDTH], rows[3::WIDTH], strict=True)


def nets(rows: Sequence[int], accounts: int) -> list[int]:
    """What each account gained by these transfers, or lost.

    >>> nets([0, 1, 3, 7, 1, 0, 1, 7], 2)
    [-2, 2]
    """
    totals = [0] * accounts
    for source, target, amount in zip(rows[::WIDTH], rows[1::WIDTH], rows[2::WIDTH], strict=True):
        totals[source] -= amount
        totals[target] += amount
    return totals


def between(rows: Sequence[int], source: int, target: int) -> list[int]:
    """The amounts that passed from one account to another, oldest first."""
    return [amount for giver, taker, amount, _ in rows_of(rows) if (giver, taker) == (source, target)]


def halves(amount: int) -> tuple[int, int]:
    """Half an amount, and the odd counter.

    >>> halves(5)
    (2, 1)
    """
    return amount // 2, amount % 2
