"""TQ-9: the theory of totals, and whether hands that were dealt agree with it.

Totals of a row follow a fixed law; how often each comes up, how often rows tie, and which side wins are tested against
it. Cards of a shoe are exchangeable, so the law is the same for each hand of a shoe.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

LEAST: Final = 31
MOST: Final = 40

TOTALS: Final = (
    0.148057777,
    0.137826224,
    0.127576652,
    0.116865052,
    0.106151668,
    0.094992448,
    0.083858996,
    0.072302455,
    0.060800856,
    0.051567873,
)
"""How likely each total of a row is, from 31 to 40, with six packs (TQ-9.1)."""

TIE: Final = 0.109598913
TIE_31: Final = 0.021891370
"""How likely the rows tie, and tie at 31, with six packs (TQ-9.2)."""

HANDS: Final = (23, 27)
"""The least and the most hands seen in a shoe of six packs with 52 cards behind the cut card (TQ-9.3)."""

ENOUGH: Final = 100
"""Rows below which nothing is tested (TQ-9.6)."""

SUSPICIOUS: Final = 1e-6
"""A result less likely than this is worth a note."""

# ---- TQ-9.1 Method (i): a shoe without end -------------------------------------------------------------------------


def infinite() -> tuple[Fraction, ...]:
    """How likely each total is where cards never run out, exactly.

    >>> [round(float(one), 9) for one in infinite()[:2]]
    [0.148060863, 0.137905177]
    """
    values = {value: Fraction(4 if value == MOST - LEAST + 1 else 1, 13) for value in range(1, 11)}
    reached = [Fraction(1)]
    for total in range(1, LEAST):
        reached.append(sum((p * reached[total - v] for v, p in values.items() if v <= total), Fraction()))
    return tuple(
        sum((reached[before] * values.get(total - before, Fraction()) for before in range(LEAST)), Fraction())
        for total in range(LEAST, MOST + 1)
    )


# ---- TQ-9.6 Tests of hands -----------------------------------------------------------------------------------------

TIED_31, TIED, NOIR_WON, ROUGE_WON, COULEUR_WON, INVERSE_WON = range(10, 16)
"""Where these are counted, after the ten totals."""


@lru_cache(maxsize=512)
def places(noir: int, rouge: int, *, couleur: bool | None) -> tuple[int, ...]:
    """What a hand counts for: two totals, and a tie or who won. couleur: whether it won, if that is known.

    >>> places(31, 31, couleur=None), places(32, 35, couleur=False)
    ((0, 0, 11, 10), (1, 4, 12, 15))
    """
    found = noir - LEAST, rouge - LEAST
    if noir == rouge:
        return (*found, TIED, TIED_31) if noir == LEAST else (*found, TIED)
    won = NOIR_WON if noir < rouge else ROUGE_WON
    return (*found, won) if couleur is None else (*found, won, COULEUR_WON if couleur else INVERSE_WON)


class Fit(NamedTuple):
    """One test: what was tested, its statistic, and how likely one as large or larger is."""

    name: str
    statistic: float
    chance: float


def fits(tally: Sequence[int]) -> list[Fit]:
    """The tests of so many hands, counted as `places` has it; none if they are too few."""
    rows = sum(tally[:10])
    if rows < ENOUGH:
        return []
    found = [totals_fit(tally[:10])]
    hands = rows // 2
    found += [share("ties at 31", tally[TIED_31], hands, TIE_31), share("ties", tally[TIED], hands, TIE)]
    for name, one, other in (("noir", NOIR_WON, ROUGE_WON), ("couleur", COULEUR_WON, INVERSE_WON)):
        if tally[one] + tally[other]:
            found.append(share(f"hands won by {name}", tally[one], tally[one] + tally[other], 0.5))
    return found


def totals_fit(counts: Sequence[int]) -> Fit:
    """Chi-square of the ten totals, with nine degrees of freedom.

    >>> totals_fit([148, 138, 128, 117, 106, 95, 84, 72, 61, 51]).chance > 0.99
    True
    """
    rows = sum(counts)
    off = sum((count - rows * p) ** 2 / (rows * p) for count, p in zip(counts, TOTALS, strict=True))
    return Fit("totals", off, chi_square_9(off))


def chi_square_9(x: float) -> float:
    """How likely a chi-square of nine degrees of freedom is as large or larger.

    >>> round(chi_square_9(16.919), 4), round(chi_square_9(21.666), 4)
    (0.05, 0.01)
    """
    root = math.sqrt(x)
    series = root + root**3 / 3 + root**5 / 15 + root**7 / 105
    return math.erfc(root / math.sqrt(2)) + math.sqrt(2 / math.pi) * math.exp(-x / 2) * series


def share(name: str, count: int, of: int, expected: float) -> Fit:
    """Whether something came up as often as it should, by the normal law.

    >>> share("heads", 60, 100, 0.5).statistic
    2.0
    """
    off = (count - of * expected) / math.sqrt(of * expected * (1 - expected))
    return Fit(name, off, math.erfc(abs(off) / math.sqrt(2)))
