"""Numbers that a record may not tell: None is a number that is not known."""

from collections.abc import Sequence


def added(numbers: Sequence[int | None], more: Sequence[int | None]) -> list[int | None]:
    """The sums, place by place; what is added to a number that is not known is not known either.

    >>> added([1, None], [2, 3])
    [3, None]
    """
    return [None if one is None or two is None else one + two for one, two in zip(numbers, more, strict=True)]
