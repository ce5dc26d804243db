"""TQ-9: the theory of totals, worked out anew by both methods, and the hands of the random player beside it."""

import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.engine.games.trente_et_quarante import theory
from upcard.engine.simulate import Setup, simulate

INFINITE = (
    0.148060863, 0.137905177, 0.127512672, 0.116891073, 0.106049464,
    0.094998365, 0.083749795, 0.072317327, 0.060716146, 0.051799118,
)  # fmt: skip
TIES = (
    0.021891370, 0.018976056, 0.016262244, 0.013647235, 0.011259026,
    0.009013711, 0.007020594, 0.005213743, 0.003680545, 0.002634388,
)  # fmt: skip


def test_tq_9_1_infinite_deck() -> None:
    law = theory.infinite()
    assert sum(law) == 1
    assert [round(float(p), 9) for p in law] == list(INFINITE)
    assert round(float(sum(p * p for p in law)), 9) == 0.109747463


def test_tq_9_1_infinite_deck_counted_another_way() -> None:
    """Rows card by card: how likely each total is after each card."""
    now, done = {0: Fraction(1)}, Counter[int]()
    while now:
        after: Counter[int] = Counter()
        for total, p in now.items():
            for value in range(1, 11):
                reached = total + value
                (done if reached >= 31 else after)[reached] += p * Fraction(4 if value == 10 else 1, 13)
        now = dict(after)
    assert tuple(done[total] for total in range(31, 41)) == theory.infinite()


def exact(packs: int) -> list[float]:
    """Method (ii), for one row of a fresh shoe: how likely each total is.

    The cards of a row but its last are a composition: how many of each value. It is as likely as its falling factorials,
    times its orders.
    """
    have = [4 * packs] * 9 + [16 * packs]
    cards = sum(have)
    single = [0.0] * 10
    for composition, orders in compositions(30, have):
        drawn = sum(composition)
        ways = orders * math.prod(math.perm(h, c) for h, c in zip(have, composition, strict=True))
        points = sum((value + 1) * count for value, count in enumerate(composition))
        for value in range(10):
            total = points + value + 1
            if total >= 31:
                single[total - 31] += ways * (have[value] - composition[value]) / math.perm(cards, drawn + 1)
    return single


def compositions(points: int, have: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """All ways to make up to so many points from cards of each value, with the number of their orders."""
    found: list[tuple[tuple[int, ...], int]] = []

    def grow(value: int, left: int, counts: list[int]) -> None:
        if value == 10:
            found.append((tuple(counts), math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))))
            return
        for count in range(min(have[value], left // (value + 1)) + 1):
            grow(value + 1, left - count * (value + 1), [*counts, count])

    grow(0, points, [])
    return found


def tie_at_31(have: list[int]) -> float:
    """How likely both rows come to 31: the second row from what the first left, by how much of each value it took.

    Rows of 31 are compositions of 31 with the order such that the last card fills it: any order does.
    """
    cards = sum(have)
    full = [
        (composition, orders)
        for composition, orders in compositions(31, have)
        if sum((value + 1) * count for value, count in enumerate(composition)) == 31
    ]
    total = Fraction(0)
    by_drawn: Counter[int] = Counter()
    for first, orders in full:
        for second, others in full:
            ways = orders * others
            for h, one, two in zip(have, first, second, strict=True):
                ways *= math.perm(h, one + two)
                if not ways:
                    break
            by_drawn[sum(first) + sum(second)] += ways
    for drawn, ways in by_drawn.items():
        total += Fraction(ways, math.perm(cards, drawn))
    return float(total)


def test_tq_9_1_six_packs_exactly_one_row() -> None:
    single = exact(6)
    assert math.isclose(sum(single), 1, abs_tol=1e-12)
    assert [round(p, 9) for p in single] == list(theory.TOTALS)


@pytest.mark.torture
@pytest.mark.parametrize(("packs", "tie"), [(6, 0.021891370), (1, 0.021740826), (8, 0.021899008)])
def test_tq_9_4_tie_at_31_exactly(packs: int, tie: float) -> None:
    assert round(tie_at_31([4 * packs] * 9 + [16 * packs]), 9) == tie


def test_tq_9_2_table_agrees_with_itself() -> None:
    assert math.isclose(sum(TIES), theory.TIE, abs_tol=2e-9)
    assert TIES[0] == theory.TIE_31
    assert math.isclose(sum(theory.TOTALS), 1, abs_tol=2e-9)
    assert math.isclose((1 - theory.TIE) / 2, 0.445200543, abs_tol=1e-9)


def test_tq_9_6_chi_square_and_shares() -> None:
    assert round(theory.chi_square_9(27.877), 4) == 0.001
    assert theory.chi_square_9(0.0) == 1.0
    assert theory.fits([0] * 16) == []
    assert theory.fits([9] * 10 + [0] * 6) == []  # fewer than a hundred rows
    assert [fit.name for fit in theory.fits([10] * 10 + [1, 5, 20, 25, 10, 10])] == [
        "totals", "ties at 31", "ties", "hands won by noir", "hands won by couleur",
    ]  # fmt: skip


def random_hands(hands: int) -> None:
    """The random player deals by the law: totals, ties, wins, hands a shoe."""
    done = audit(simulate(Setup(game="trente_et_quarante", seed=9), hands=hands))
    fits = theory.fits(done.state.tally)
    assert len(fits) == 5
    assert min(fit.chance for fit in fits) > 0.001, fits
    assert done.findings == []


def test_tq_9_6_random_hands_are_as_the_theory_has_them() -> None:
    random_hands(1500)


@pytest.mark.check
def test_tq_9_6_many_random_hands_are_as_the_theory_has_them() -> None:
    random_hands(sessions(20_000))


def test_tq_9_6_stacked_shoe_is_told() -> None:
    """A dealer who turns every fourth hand into a tie at 31."""
    rng = random.Random(1)
    tally = [0] * 16
    for _ in range(400):
        noir, rouge = (31, 31) if rng.random() < 0.25 else rng.choices(range(31, 41), theory.TOTALS, k=2)
        for place in theory.places(noir, rouge, couleur=rng.random() < 0.5):
            tally[place] += 1
    suspicious = {fit.name for fit in theory.fits(tally) if fit.chance < theory.SUSPICIOUS}
    assert suspicious >= {"totals", "ties at 31", "ties"}
