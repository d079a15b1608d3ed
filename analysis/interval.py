"""Interval estimates: proportions, paired proportions, means, and Holm's correction.

Every interval here is finite and has a width at the ends of its range: no win, nothing but wins,
no discordant pair, a single game, no variance at all.

References
----------
.. [1] C. J. Clopper, E. S. Pearson. The use of confidence or fiducial limits illustrated in the
   case of the binomial. Biometrika 26 (1934) 404-413.
.. [2] T. Tango. Equivalence test and confidence interval for the difference in proportions for the
   paired-sample design. Statistics in Medicine 17 (1998) 891-908.
.. [3] Q. McNemar. Note on the sampling error of the difference between correlated proportions or
   percentages. Psychometrika 12 (1947) 153-157.
.. [4] A. Maurer, M. Pontil. Empirical Bernstein bounds and sample-variance penalization.
   COLT 2009, theorem 4.
.. [5] W. Hoeffding. Probability inequalities for sums of bounded random variables. Journal of the
   American Statistical Association 58 (1963) 13-30.
.. [6] S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of
   Statistics 6 (1979) 65-70.
.. [7] E. L. Korn, B. I. Graubard. Confidence intervals for proportions with small expected number
   of positive counts estimated from survey data. Survey Methodology 24 (1998) 193-201.
.. [8] K.-Y. Liang, S. L. Zeger. Longitudinal data analysis using generalized linear models.
   Biometrika 73 (1986) 13-22.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

LEVEL = 0.95
"""Confidence level wherever none is given."""


class Interval(NamedTuple):
    """Two confidence limits."""

    low: float
    high: float


@dataclass(frozen=True)
class Mean:
    """A mean with its interval.

    Attributes
    ----------
    n
        Number of independent values.
    mean, low, high
        Estimate and confidence limits; nan without a value.
    variance
        Of the values, with divisor ``n - 1``; nan for fewer than two.
    p
        Two-sided p-value of "the true mean is 0".
    method
        ``"t"``, or the bound that stands in where the values show no variance: ``"bound"``;
        ``"clustered"`` limits of ``clustered``; ``"none"`` where there is no estimate.
    """

    n: int
    mean: float
    low: float
    high: float
    variance: float
    p: float
    method: str


def normal_quantile(level: float) -> float:
    """Return z with ``level`` of a standard normal between -z and z."""
    from scipy.special import ndtri  # noqa: PLC0415

    return float(ndtri(0.5 + level / 2))


def clopper_pearson(wins: int, n: int, level: float = LEVEL) -> Interval:
    """Return the exact interval for a proportion [1]_.

    It covers at least ``level`` for every true chance. With no win the upper limit is
    ``1 - ((1 - level) / 2) ** (1 / n)``, about 3.7 / n at 95 %.

    Parameters
    ----------
    wins, n
        Successes and trials; without a trial the interval is 0 to 1.
    """
    if not 0 <= wins <= n:
        raise ValueError(f"{wins} wins of {n} games")
    return _beta_limits(wins, n, level)


def _beta_limits(wins: float, n: float, level: float) -> Interval:
    from scipy.special import betaincinv  # noqa: PLC0415

    tail = (1 - level) / 2
    low = float(betaincinv(wins, n - wins + 1, tail)) if wins > 0 else 0.0
    high = float(betaincinv(wins + 1, n - wins, 1 - tail)) if wins < n else 1.0
    return Interval(low, high)


def tango_statistic(difference: float, only_a: int, only_b: int, n: int) -> float:
    """Return the score statistic of "A's chance less B's is ``difference``" [2]_.

    Asymptotically standard normal under that hypothesis. At 0 it is McNemar's [3]_.
    """
    excess = only_a - only_b - n * difference
    # The chance of "B alone" that is most likely under the hypothesis: the larger root of
    # a x^2 + b x + c = 0; of the two ways to write it the one that does not cancel.
    a = 2.0 * n
    b = (2 * n - only_a + only_b) * difference - only_a - only_b
    c = -only_b * difference * (1 - difference)
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    nuisance = -2 * c / (root + b) if b > 0 else (root - b) / (2 * a)
    variance = n * (2 * nuisance + difference * (1 - difference))
    if variance <= 0:
        return math.copysign(math.inf, excess) if excess else 0.0
    return excess / math.sqrt(variance)


def tango(only_a: int, only_b: int, n: int, level: float = LEVEL) -> Interval:
    """Return Tango's score interval for a difference of paired proportions [2]_.

    It holds the differences that a two-sided score test does not reject; with no discordant pair
    it still has a width, about ``z**2 / n`` to either side.

    Parameters
    ----------
    only_a, only_b
        Pairs won by A alone and by B alone.
    n
        All pairs; without one the interval is -1 to 1.

    Returns
    -------
    Interval
        Limits of A's chance less B's.
    """
    if min(only_a, only_b) < 0 or only_a + only_b > n:
        raise ValueError(f"{only_a} + {only_b} discordant of {n} pairs")
    if n == 0:
        return Interval(-1.0, 1.0)
    z = normal_quantile(level)
    return Interval(-_tango_upper(only_b, only_a, n, z), _tango_upper(only_a, only_b, n, z))


def _tango_upper(only_a: int, only_b: int, n: int, z: float) -> float:
    """Return the largest difference not rejected; the statistic falls as the difference grows."""
    inside, outside = (only_a - only_b) / n, 1.0
    while True:
        middle = (inside + outside) / 2
        if not inside < middle < outside:
            return outside
        if tango_statistic(middle, only_a, only_b, n) >= -z:
            inside = middle
        else:
            outside = middle


def score_p(only_a: int, only_b: int) -> float:
    """Return the two-sided p-value of "no difference" that belongs to ``tango`` [3]_."""
    if only_a == only_b:
        return 1.0
    return math.erfc(abs(only_a - only_b) / math.sqrt(2 * (only_a + only_b)))


def mean(n: int, total: int, squares: int, low: int, high: int, level: float = LEVEL) -> Mean:
    """Return the mean of whole numbers from their count, sum and sum of squares.

    Student's t where the values vary. Where they do not (a single value, or all alike) t has
    nothing to say; then bounds that hold for any values in the known range stand in: Hoeffding
    [5]_ for one value, the empirical Bernstein bound [4]_ for more.

    Parameters
    ----------
    n, total, squares
        Number of values, their sum and the sum of their squares, exact.
    low, high
        The least and the largest value possible.
    """
    from scipy.special import stdtr, stdtrit  # noqa: PLC0415

    if n == 0:
        return Mean(0, math.nan, low, high, math.nan, 1.0, "bound")
    centre = total / n
    spread = n * squares - total * total  # exact: Python's integers do not overflow
    if spread > 0:
        variance = spread / (n * (n - 1))
        error = math.sqrt(variance / n)
        half = float(stdtrit(n - 1, 0.5 + level / 2)) * error
        p = 2 * float(stdtr(n - 1, -abs(centre) / error))
        method = "t"
    else:
        variance = math.nan if n == 1 else 0.0
        half, p = _bound(n, abs(centre), high - low, 1 - level)
        method = "bound"
    return Mean(n, centre, max(low, centre - half), min(high, centre + half), variance, p, method)


def _bound(n: int, distance: float, reach: int, alpha: float) -> tuple[float, float]:
    """Return half width and p-value at ``distance`` from 0 for values that are all alike."""
    if n == 1:
        half = reach * math.sqrt(math.log(2 / alpha) / 2)
        p = 2 * math.exp(-2 * (distance / reach) ** 2)
    else:
        scale = 7 * reach / (3 * (n - 1))
        half = scale * math.log(4 / alpha)
        p = 4 * math.exp(-distance / scale)
    return half, min(1.0, p)


def scaled(found: Mean, unit: float, shift: float = 0.0) -> Mean:
    """Return a mean in another unit: ``unit`` times it, plus ``shift``; the p-value stays."""
    centre, low, high = (unit * value + shift for value in (found.mean, found.low, found.high))
    variance = found.variance * unit**2
    return Mean(found.n, centre, low, high, variance, found.p, found.method)


RARE = 20
"""With fewer wins or fewer losses than this, rows in clusters count as no more than they are."""


def clustered(
    clusters: int,
    sizes: tuple[int, int],
    totals: tuple[int, int],
    product: int,
    whole: int = 1,
    level: float = LEVEL,
) -> Interval:
    """Return the interval of a share whose rows come in clusters of any size [7]_.

    Clopper and Pearson's limits at the number of independent rows that would give the variance
    seen between clusters, reduced for the few clusters that it is seen from. Where nothing varies
    each cluster counts as one row. Rows that balance each other within a cluster may count as more
    than there are, but not while wins or losses are so rare that their variance is hardly known.

    Parameters
    ----------
    clusters
        Number of clusters.
    sizes
        Sum over clusters of their rows, and of the squares of these.
    totals
        Sum over clusters of the rows' total, and of the squares of these.
    product
        Sum over clusters of rows times total.
    whole
        What a row counts at most: its share is its value over ``whole``.
    """
    from scipy.special import stdtrit  # noqa: PLC0415

    n = sizes[0]
    if n == 0:
        return Interval(0.0, 1.0)
    share = Fraction(totals[0], n * whole)
    # Sum over clusters of (total - share * rows)^2, exact.
    spread = (
        Fraction(totals[1], whole**2)
        - 2 * share * Fraction(product, whole)
        + share * share * sizes[1]
    )
    effective = float(clusters)
    if clusters > 1 and spread > 0 and 0 < share < 1:
        variance = spread * Fraction(clusters, clusters - 1) / n**2
        few = float(stdtrit(clusters - 1, 0.5 + level / 2)) / normal_quantile(level)
        effective = float(share * (1 - share) / variance) / few**2
        if min(share, 1 - share) * n < RARE:
            effective = min(effective, float(n))
    return _beta_limits(float(share) * effective, effective, level)


@dataclass(frozen=True)
class Moments:
    """Exact sums for a straight line through rows that come in clusters.

    Attributes
    ----------
    clusters
        Number of clusters.
    sums
        Over all rows: their number, and the sums of x, y, x squared, x times y.
    products
        The sums over clusters of the products of each two of these five, row by row of the upper
        triangle: 15 numbers.
    """

    clusters: int
    sums: tuple[int, ...]
    products: tuple[int, ...]


def slope(found: Moments, unit: float = 1.0, level: float = LEVEL) -> Mean:
    """Return the slope of the least-squares line of y on x, with the cluster as unit [8]_.

    Variance from the clusters' scores, with Student's t at one degree of freedom less than there
    are clusters. Without two clusters, without variation in x, or with every row on the line there
    is no interval: both limits are nan.

    Parameters
    ----------
    unit
        What one unit of y is worth.
    """
    from scipy.special import stdtr, stdtrit  # noqa: PLC0415

    nothing = Mean(found.clusters, math.nan, math.nan, math.nan, math.nan, 1.0, "none")
    n, x, y, xx, xy = found.sums
    across = n * xx - x * x
    if found.clusters < 2 or across <= 0:
        return nothing
    line = Fraction(n * xy - x * y, across)
    at_x, at_y = Fraction(x, n), Fraction(y, n)
    # A cluster's score, the sum of (x - at_x) (y - at_y - line (x - at_x)), is linear in its sums.
    weights = (at_x * at_y - line * at_x**2, 2 * line * at_x - at_y, -at_x, -line, Fraction(1))
    squared = Fraction(0)
    each = iter(found.products)
    for i in range(5):
        for j in range(i, 5):
            squared += (1 if i == j else 2) * weights[i] * weights[j] * next(each)
    clusters = found.clusters
    variance = float(squared * Fraction(clusters, clusters - 1) / Fraction(across, n) ** 2)
    if variance <= 0:
        return nothing
    error = math.sqrt(variance)
    half = float(stdtrit(clusters - 1, 0.5 + level / 2)) * error
    centre = float(line)
    p = 2 * float(stdtr(clusters - 1, -abs(centre) / error))
    return scaled(Mean(clusters, centre, centre - half, centre + half, variance, p, "t"), unit)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number [6]_, in the given order."""
    corrected = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = running
    return corrected
