"""Numbers that a record may not tell: None is a number that is not known, a `Span` one that is known to lie between two."""

from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from upcard.schemas import wording

T = TypeVar("T")
Span = tuple[int, int]
"""What a number is at least, and at most."""
BEYOND: Final = 1 << 40
"""More than anybody can have: what a number may be at most, where the record tells nothing of it."""


def added(numbers: Sequence[int | None], more: Sequence[int | None]) -> list[int | None]:
    """The sums, place by place; what is added to a number that is not known is not known either.

    >>> added([1, None], [2, 3])
    [3, None]
    """
    return [None if one is None or two is None else one + two for one, two in zip(numbers, more, strict=True)]


def summed(numbers: Sequence[int | None]) -> int | None:
    """The sum of numbers; None if one of them is not known.

    >>> summed([1, 2]), summed([1, None])
    (3, None)
    """
    known = [one for one in numbers if one is not None]
    return sum(known) if len(known) == len(numbers) else None


def known_or_written(known: Sequence[int | None], written: Sequence[int | None] | None) -> list[int | None]:
    """The numbers that are known, and in place of those that are not what was written, if anything was.

    >>> known_or_written([1, None], (5, 6)), known_or_written([1, None], None)
    ([1, 6], [1, None])
    """
    return [wrote if one is None else one for one, wrote in zip(known, written or known, strict=True)]


def only(numbers: Collection[T] | None) -> T | None:
    """The number of a collection that holds no second one; else None.

    >>> only([3]), only({1, 2}), only(None)
    (3, None, None)
    """
    return next(iter(numbers)) if numbers is not None and len(numbers) == 1 else None


# ---- Numbers that lie between two --------------------------------------------------------------------------------------


def plus(one: Span, other: Span) -> Span:
    """The sum of two numbers.

    >>> plus((1, 2), (3, BEYOND)) == (4, BEYOND)
    True
    """
    return one[0] + other[0], min(BEYOND, one[1] + other[1])


def narrowed(number: Span, value: int) -> Span:
    """A number between two is this one, if it can be.

    >>> narrowed((1, 3), 2), narrowed((1, 3), 4)
    ((2, 2), (1, 3))
    """
    return (value, value) if number[0] <= value <= number[1] else number


def known(numbers: Sequence[Span]) -> tuple[int | None, ...]:
    """The numbers; None for those of which more than one may be.

    >>> known([(1, 1), (2, 3)])
    (1, None)
    """
    return tuple(low if low == high else None for low, high in numbers)


def may_be(numbers: Sequence[Span]) -> list[int | range]:
    """The numbers as a row of a sheet is held against them."""
    return [low if low == high else range(low, high + 1) for low, high in numbers]


def in_words(number: Span) -> str:
    """A number, or between which two it is.

    >>> in_words((3, 3)), in_words((3, BEYOND))
    ('3', '3 or more')
    """
    low, high = number
    return f"{low} or more" if low < high >= BEYOND else wording.span(low, high)
