"""Counters that pass between accounts, so that none is ever made or lost (C-3).

Accounts are numbers, balances a list of ints by account. Rows remember transfers, four ints each: source, target,
amount, and a number that says why. The functions change the lists they are handed and nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

WIDTH: Final = 4
"""Ints in a row."""


class Row(NamedTuple):
    """One transfer."""

    source: int
    target: int
    amount: int
    why: int


def post(balances: list[int], rows: list[int], row: Row) -> None:
    """Pass counters from one account to another; where there are none to pass, nothing happens.

    >>> balances, rows = [10, 0], []
    >>> post(balances, rows, Row(0, 1, 3, 7))
    >>> balances, rows
    ([7, 3], [0, 1, 3, 7])
    """
    source, target, amount, _ = row
    if amount < 0:
        raise ValueError(f"a transfer of {amount}; counters pass the other way as a transfer of their own")
    if amount:
        balances[source] -= amount
        balances[target] += amount
        rows += row


def undo(balances: list[int], rows: list[int]) -> None:
    """Pass back all that these rows passed, and forget them."""
    for row in rows_of(rows):
        balances[row.source] += row.amount
        balances[row.target] -= row.amount
    rows.clear()


def rows_of(rows: Sequence[int]) -> Iterator[Row]:
    """The transfers, oldest first."""
    for start in range(0, len(rows), WIDTH):
        yield Row(*rows[start : start + WIDTH])


def net(rows: Sequence[int], account: int) -> int:
    """What an account gained by these transfers, or lost.

    >>> net([0, 1, 3, 7, 1, 0, 1, 7], 0)
    -2
    """
    total = 0
    for row in rows_of(rows):
        if row.target == account:
            total += row.amount
        if row.source == account:
            total -= row.amount
    return total


def between(rows: Sequence[int], source: int, target: int) -> list[int]:
    """The amounts that passed from one account to another, oldest first."""
    return [row.amount for row in rows_of(rows) if (row.source, row.target) == (source, target)]


def halves(amount: int) -> tuple[int, int]:
    """Half an amount, and the odd counter.

    >>> halves(5)
    (2, 1)
    """
    return amount // 2, amount % 2
