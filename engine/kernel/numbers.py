"""Numbers that a record may not tell: None is a number that is not known."""

from collections.abc import Collection, Sequence


def added(numbers: Sequence[int | None], more: Sequence[int | None]) -> list[int | None]:
    """The sums, place by place; what is added to a number that is not known is not known either.

    >>> added([1, None], [2, 3])
    [3, None]
    """
    return [None if one is None or two is None else one + two for one, two in zip(numbers, more, strict=True)]


def known_or_written(known: Sequence[int | None], written: Sequence[int | None] | None) -> list[int | None]:
    """The numbers that are known, and in place of those that are not what was written, if anything was.

    >>> known_or_written([1, None], (5, 6)), known_or_written([1, None], None)
    ([1, 6], [1, None])
    """
    return [wrote if one is None else one for one, wrote in zip(known, written or known, strict=True)]


def only(numbers: Collection[int] | None) -> int | None:
    """The one number of these, if there is one.

    >>> only([3]), only({1, 2}), only(None)
    (3, None, None)
    """
    return next(iter(numbers)) if numbers is not None and len(numbers) == 1 else None
