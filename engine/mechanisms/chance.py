"""Whether what came up often agrees with how likely it is: tests of counts against a law."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

SUSPICIOUS: Final = 1e-6
"""A result less likely than this is worth a note."""


def fit(counts: Sequence[int], law: Sequence[float]) -> float:
    """How likely counts are to be as far or farther from the law that they follow, by their chi-square.

    >>> fit([10, 11, 9, 10, 12, 8], [1 / 6] * 6) > 0.9
    True
    """
    number = sum(counts)
    off = sum((count - number * p) ** 2 / (number * p) for count, p in zip(counts, law, strict=True))
    return chi_square(off, len(counts) - 1)


def chi_square(x: float, freedom: int) -> float:
    """How likely a chi-square of so many degrees of freedom is as large or larger.

    >>> [round(chi_square(x, freedom), 4) for x, freedom in ((16.919, 9), (21.666, 9), (11.07, 5), (5.991, 2))]
    [0.05, 0.01, 0.05, 0.05]
    """
    odd = freedom % 2
    term = math.sqrt(2 * x / math.pi) if odd else 1.0
    total = 0.0
    for step in range(freedom // 2):
        total += term
        term *= x / (2 * step + 2 + odd)
    return total * math.exp(-x / 2) + (math.erfc(math.sqrt(x / 2)) if odd else 0.0)


Law = tuple[str, Sequence[str], Sequence[int], Sequence[float]]
"""What is tested, what is counted, how often each came, and how likely each is."""


def unlikely(laws: Iterable[Law]) -> list[str]:
    """In words, which of the tests of a session came out as chance would hardly ever bring it."""
    tests = [(name, fit(counts, law)) for name, _, counts, law in laws]
    says = "{}: so far from the theory once in {:.2g} sessions"
    return [says.format(name, 1 / max(chance, 1e-300)) for name, chance in tests if chance < SUSPICIOUS]
