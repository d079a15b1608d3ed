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
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
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
        ``"t"``, or the bound that stands in where the values show no variance: ``"bound"``.
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
    from scipy.special import betaincinv  # noqa: PLC0415

    if not 0 <= wins <= n:
        raise ValueError(f"{wins} wins of {n} games")
    tail = (1 - level) / 2
    low = float(betaincinv(wins, n - wins + 1, tail)) if wins else 0.0
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


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number [6]_, in the given order."""
    corrected = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = running
    return corrected
