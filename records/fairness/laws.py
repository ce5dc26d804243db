"""The laws that fair deals follow, and how far from them something is: exact means and variances, and the chance of as much.

A deal is a pack cut into places by chance: of n cards, each place gets as many as it is due, and every way to do so is as likely
as any other. What is counted here has a mean and a variance under that law which are exact; that sums over many deals are normal is
the one approximation.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np

from upcard.engine.mechanisms.chance import chi_square

Numbers = np.ndarray[Any, Any]

SEEN: Final = 0.9
"""How often a bias is to be seen, where it is said how many hands that takes."""
_NORMAL: Final = NormalDist()
_TINY: Final = 1e-9


class Spread(NamedTuple):
    """How groups of cards came to places. counts: of each group (row) in each place (column); fair: how many a fair deal brings there;
    off: how far each is from that, in standard deviations; statistic, freedom: of the chi-square that sums it up.
    """

    counts: Numbers
    fair: Numbers
    off: Numbers
    statistic: float
    freedom: int

    @property
    def chance(self) -> float:
        """How likely fair deals are as far off, or farther."""
        return tail(self.statistic, self.freedom)


def tail(statistic: float, freedom: int) -> float:
    """How likely a chi-square is as large or larger."""
    if freedom == 0:
        return 1.0
    if statistic > 700 + 3 * freedom:  # farther out than a float can tell
        return 0.0
    return min(1.0, max(0.0, chi_square(statistic, freedom)))


def two_sided(off: float) -> float:
    """How likely chance brings something as many standard deviations off, either way."""
    return math.erfc(abs(off) / math.sqrt(2))


def spread(groups: Numbers, places: Numbers, number: int, into: int) -> Spread:
    """How groups of cards came to places. groups: of each card, the same for all deals, or a row a deal; -1: it is counted in none;
    places: of each card, a row a deal; number: of groups; into: how many places there are.
    """
    deals, cards = places.shape
    rows = np.broadcast_to(groups, places.shape)
    of = np.arange(deals)[:, None]
    sizes = _table(of, places, deals, into)
    held = _table(of, np.where(rows < 0, number, rows), deals, number + 1)[:, :number]
    counted = rows >= 0
    counts = _table(rows[counted], places[counted], number, into)
    share = sizes / cards
    fair = held.T @ share
    # Of one deal: the covariance of groups times that of places.
    of_groups = held[:1] if groups.ndim == 1 else held
    among = np.einsum("hk,kl->hkl", of_groups, np.eye(number)) - np.einsum("hk,hl->hkl", of_groups, of_groups) / cards
    between = np.einsum("hs,st->hst", share, np.eye(into)) - np.einsum("hs,ht->hst", share, share)
    more = cards / (cards - 1)
    if groups.ndim == 1:
        varies = np.outer(np.diag(among[0]), np.einsum("hss->s", between)) * more
        statistic, freedom = _of_product(counts - fair, among[0] * more, between.sum(axis=0))
    else:
        covariance = np.einsum("hkl,hst->kslt", among, between).reshape(number * into, number * into) * more
        varies = np.diag(covariance).reshape(number, into)
        statistic, freedom = quadratic((counts - fair).ravel(), covariance)
    deviation = np.sqrt(np.maximum(varies, 0))
    off = np.divide(counts - fair, deviation, out=np.zeros_like(fair), where=deviation > _TINY)
    return Spread(counts, fair, off, statistic, freedom)


def quadratic(off: Numbers, covariance: Numbers, most: int | None = None) -> tuple[float, int]:
    """How far numbers are off that vary together, as a chi-square with its freedom. most: of how many directions, those in which they
    vary most; none: of all in which they vary.
    """
    values, vectors = np.linalg.eigh(covariance)
    real = values > max(1.0, float(values[-1])) * _TINY
    real[: len(values) - (len(values) if most is None else most)] = False
    along = (vectors.T @ off)[real]
    return float((along**2 / values[real]).sum()), int(real.sum())


def _of_product(off: Numbers, rows: Numbers, columns: Numbers) -> tuple[float, int]:
    """The same of a table, whose covariance is that of its rows times that of its columns."""
    (among, ways), (between, others) = np.linalg.eigh(rows), np.linalg.eigh(columns)
    values = np.outer(among, between)
    real = values > max(1.0, float(values.max())) * _TINY
    along = ways.T @ off @ others
    return float((along[real] ** 2 / values[real]).sum()), int(real.sum())


def _table(rows: Numbers, columns: Numbers, height: int, width: int) -> Numbers:
    """How often each pair of a row and a column comes up."""
    places = (rows * width + columns).ravel().astype(np.int64)
    return np.bincount(places, minlength=height * width).reshape(height, width).astype(float)


class Sums(NamedTuple):
    """Of each deal: what was counted, what a fair deal brings, and the variance of that."""

    seen: Numbers
    fair: Numbers
    variance: Numbers

    @property
    def off(self) -> float:
        """How many standard deviations they are off, all together."""
        variance = float(self.variance.sum())
        return float((self.seen - self.fair).sum()) / math.sqrt(variance) if variance > _TINY else 0.0


def worths(worth: Numbers, places: Numbers, whose: Numbers) -> Sums:
    """What the cards of one place are worth. whose: the place of each deal; worth: of each card."""
    deals, cards = places.shape
    held = places == whose[:, None]
    size = held.sum(axis=1)
    scatter = float(((worth - worth.mean()) ** 2).sum())
    return Sums(
        (held * worth).sum(axis=1),
        size * worth.mean(),
        size * (cards - size) / (cards * (cards - 1)) * scatter if deals else size * 0.0,
    )


def pairs(labels: Numbers, places: Numbers, number: int, hands: int) -> Sums:
    """How many pairs of cards with one label came to one hand. labels: of each card, the same for all deals, or a row a deal; -1:
    none; number: of labels; hands: so many of the places, from the first, are hands.

    Mean and variance are those of a quadratic form under a permutation by chance (Mantel).
    """
    deals, cards = places.shape
    rows = np.broadcast_to(labels, places.shape)
    inside = (places < hands) & (rows >= 0)
    at = np.arange(deals)[:, None] * (number * hands) + np.where(inside, rows * hands + places, 0)
    cells = np.bincount(at[inside], minlength=deals * number * hands).reshape(deals, number * hands)
    alike = _blocks(_table(np.arange(deals)[:, None], np.where(rows < 0, number, rows), deals, number + 1)[:, :number])
    hand = _blocks(_table(np.arange(deals)[:, None], np.minimum(places, hands), deals, hands + 1)[:, :hands])
    (a0, a2), (b0, b2) = alike, hand
    n = float(cards)
    mean = a0 * b0 / (n * (n - 1))
    variance = (
        2 * a0 * b0 / (n * (n - 1))
        + 4 * (a2 - a0) * (b2 - b0) / (n * (n - 1) * (n - 2))
        + (a0**2 + 2 * a0 - 4 * a2) * (b0**2 + 2 * b0 - 4 * b2) / (n * (n - 1) * (n - 2) * (n - 3))
        - mean**2
    )
    return Sums((cells * (cells - 1)).sum(axis=1) / 2, mean / 2, np.maximum(variance, 0) / 4)


def _blocks(sizes: Numbers) -> tuple[Numbers, Numbers]:
    """Of a matrix that is 1 where two are in one block: its sum, and the sum of its squared row sums."""
    return (sizes * (sizes - 1)).sum(axis=1), (sizes * (sizes - 1) ** 2).sum(axis=1)


def binomial(count: int, of: int, rate: float) -> float:
    """How likely something comes up as often, or as far from its rate or farther: exact, both ends."""
    if not of:
        return 1.0
    logs = [
        math.lgamma(of + 1)
        - math.lgamma(k + 1)
        - math.lgamma(of - k + 1)
        + k * math.log(rate)
        + (of - k) * math.log1p(-rate)
        for k in range(of + 1)
    ]
    most = logs[count] + 1e-7
    return min(1.0, math.fsum(math.exp(one) for one in logs if one <= most))


def poisson(count: int, mean: float) -> float:
    """How likely something so rare comes up so often, or more often."""
    if count == 0:
        return 1.0
    term = math.exp(count * math.log(mean) - mean - math.lgamma(count + 1)) if mean > 0 else 0.0
    total, k = 0.0, count
    while term > total * 1e-17 and term > 0:
        total += term
        k += 1
        term *= mean / k
    return min(1.0, total)


def holm(chances: Sequence[float]) -> list[float]:
    """What each of several chances comes to when it is told how many were looked at (Holm).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found = [0.0] * len(chances)
    worst = 0.0
    for place, at in enumerate(order):
        worst = max(worst, min(1.0, chances[at] * (len(chances) - place)))
        found[at] = round(worst, 12) if worst > 1e-9 else worst
    return found


def hands_to_see(shift: float, deviation: float, rate: float) -> int | None:
    """How many hands it takes to see that a hand is off by so much on average. rate: how seldom fair ones are to be called out."""
    if not shift or not deviation:
        return None
    far = -_NORMAL.inv_cdf(max(rate, 1e-300) / 2) + _NORMAL.inv_cdf(SEEN)
    return math.ceil((far * deviation / shift) ** 2)


def hands_to_see_spread(each: float, freedom: int, rate: float) -> int | None:
    """The same for a chi-square. each: what a hand adds to it if the bias is there."""
    if not each or not freedom:
        return None
    wanted = _quantile(rate, freedom)
    least, most = 0.0, 1.0
    while _seen(wanted, freedom, most) < SEEN:
        most *= 2
    for _ in range(40):
        middle = (least + most) / 2
        least, most = (middle, most) if _seen(wanted, freedom, middle) < SEEN else (least, middle)
    return math.ceil(most / each)


def _quantile(rate: float, freedom: int) -> float:
    """What a chi-square passes so seldom (Wilson and Hilferty)."""
    far = -_NORMAL.inv_cdf(max(rate, 1e-300))
    return float(freedom * (1 - 2 / (9 * freedom) + far * math.sqrt(2 / (9 * freedom))) ** 3)


def _seen(wanted: float, freedom: int, shifted: float) -> float:
    """How often a chi-square that is shifted by so much passes a number (Patnaik)."""
    scale = (freedom + 2 * shifted) / (freedom + shifted)
    like = (freedom + shifted) ** 2 / (freedom + 2 * shifted)
    off = ((wanted / scale / like) ** (1 / 3) - (1 - 2 / (9 * like))) / math.sqrt(2 / (9 * like))
    return 1 - _NORMAL.cdf(off)


def moved(held: Numbers, sizes: Numbers, group: int, place: int) -> float:
    """What one card of a group that is put into a place adds to the chi-square of groups and places, over and over, a hand."""
    cards = float(sizes.sum())
    of_groups = np.where(np.arange(len(held)) == group, 1.0, -held / max(cards - held[group], 1))
    of_places = np.where(np.arange(len(sizes)) == place, 1.0, -sizes / max(cards - sizes[place], 1))
    fair = np.outer(held, sizes) / cards
    change = np.outer(of_groups, of_places) * (1 - held[group] / cards) * (1 - sizes[place] / cards)
    real = fair > _TINY
    return float((cards - 1) / cards * (change[real] ** 2 / fair[real]).sum())
