"""Confidence sequences: intervals for a mean that are valid at every look.

A comparison is looked at again and again and stopped when its answer is known. An interval for a
number of deals fixed in advance is then wrong far more often than it says. The intervals here may
be looked at as often as one likes: the chance that the mean is ever outside, at any look, is at
most ``alpha``. Nothing is assumed of the values but hard bounds and that blocks are independent
with one mean.

The idea is a game against every possible mean [1]_. Someone starts with 1 and bets on each block's
value in a way that is fair if the mean is m, so that the money is a martingale with no debts: the
chance that it ever comes to ``1 / alpha`` is at most ``alpha`` [2]_. The means against which so
much has been won are excluded. The bets are fixed in advance and mixed [3]_: a fixed part of the
money goes to each, half of it to bets on a larger mean and half to bets on a smaller one. So the
money depends on how often each value came and not on the order.

With x the distance of a value from the lower bound, m that of the mean, and a bet b between 0 and
1, the money grows by ``1 - b + b * x / m`` a block, or measured from the upper bound by
``1 - b + b * (r - x) / (r - m)`` with r the whole range. The logarithm of either is convex in m, so
that of the mixed money is too: the means that are left are an interval, and both limits are found
by bracketing. At the sample mean the money is never above 1, so that mean is always within.

References
----------
.. [1] I. Waudby-Smith, A. Ramdas. Estimating means of bounded random variables by betting. Journal
   of the Royal Statistical Society B 86 (2024) 1-27, arXiv 2010.09686.
.. [2] J. Ville. Etude critique de la notion de collectif. Gauthier-Villars, Paris 1939.
.. [3] F. Orabona, K.-S. Jun. Tight concentrations and confidence sequences from the regret of
   universal portfolio. IEEE Transactions on Information Theory 70 (2024), arXiv 2110.14099.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from analysis.interval import Interval
from analysis.points import most
from analysis.seating import SIXTIETHS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Counts = Mapping[int, float]
"""How many blocks had each value; parts of blocks only in plans."""

ALPHA = 0.05
"""Chance of being wrong at any look wherever none is given."""

LARGEST = 0.99
"""Largest bet: it stakes nearly all, but no single block can take everything."""
STEPS = 20
"""Each bet is the one before over the square root of 2, so many times. The best bet shrinks with
the square root of the number of blocks: ten octaves of bets serve from a few blocks to 10**7, and
steps this small lose next to nothing between two bets."""

FIRST_LOOK = 64
GROWTH = 1.25
"""Looks come after a number of deals that grows by this factor: at most a quarter is played beyond
what would have been enough."""


@dataclass(frozen=True)
class Scale:
    """What a block's whole-numbered value can be, and what it is worth.

    Attributes
    ----------
    low, high
        The least and the largest value possible.
    unit, shift
        A value counts ``unit`` times itself, plus ``shift``.
    """

    low: int
    high: int
    unit: float = 1.0
    shift: float = 0.0

    def of(self, value: float) -> float:
        """Return what a value, or a mean of values, is worth."""
        return self.unit * value + self.shift


def share_scale(players: int) -> Scale:
    """Return the scale of a comparison by shares of the win.

    A block's value is the sum over all seats of the lone A's share less that of the lone B's, in
    sixtieths; the effect is half the difference for one seat, between -1/2 and 1/2. With two
    players both sums are over the same two games, and the effect is A's share less 1/2.
    """
    reach = SIXTIETHS * players
    return Scale(-reach, reach, 1 / (2 * reach))


def lone_scale(players: int) -> Scale:
    """Return the scale of one half of a comparison: a lone strategy's share of the win less 1/n.

    A block's value is the sum of the share over all seats, in sixtieths.
    """
    reach = SIXTIETHS * players
    return Scale(0, reach, 1 / reach, -1 / players)


def points_scale(game: str, players: int) -> Scale:
    """Return the scale of a comparison by points.

    A block's value is the sum over all seats of the lone A's points less that of the lone B's; the
    effect is the difference for one seat. A player has at least 0 points and at most all first
    places of all types in all rounds (M12: 195), in the board game also three times a wall of all
    walled sides of all tiles (B4: 240).
    """
    reach = players * most(game)
    return Scale(-reach, reach, 1 / players)


WON_SCALE = Scale(-1, 1)
"""The patience: on one deal, won by A (1 or 0) less won by B."""
HOME_SCALE = Scale(-96, 96)
"""The patience: on one deal, A's cards home less B's; 8 to 104 can be home."""


@dataclass(frozen=True)
class Look:
    """What is known of a mean after some blocks.

    Attributes
    ----------
    blocks
        How many.
    mean
        Their mean, on the scale; nan without a block.
    limits
        Interval that is valid at every look: within it lie the limits of all later looks.
    """

    blocks: int
    mean: float
    limits: Interval


def looks(largest: int, first: int = FIRST_LOOK) -> tuple[int, ...]:
    """Return after how many deals to look: fixed by the largest number of deals alone.

    Parameters
    ----------
    largest
        Where the last look is.
    first
        Where the first is.
    """
    found = []
    after = float(first)
    while after < largest:
        found.append(math.ceil(after))
        after *= GROWTH
    return (*found, largest)


def share_out(alpha: float, pairs: int) -> float:
    """Return the part of each of several comparisons in the chance that any is wrong.

    It is fixed at the start: what a comparison that has ended leaves over goes to nobody.
    """
    if pairs < 1:
        raise ValueError(f"{pairs} pairs to compare")
    return alpha / pairs


@cache
def _bets() -> "Floats":
    import numpy as np  # noqa: PLC0415

    return LARGEST * 2.0 ** (-np.arange(STEPS + 1) / 2)


def log_capital(distances: "Floats", counts: "Floats", reach: float, mean: float) -> "Floats":
    """Return the logarithm of the money won against a mean.

    Parameters
    ----------
    distances
        The values, as distances from the lower bound.
    counts
        How many blocks had each; the last axis goes along the values, others are kept.
    reach
        Distance of the upper bound from the lower.
    mean
        The distance of the mean that is bet against, between 0 and ``reach`` and neither of them.
    """
    import numpy as np  # noqa: PLC0415

    bets = _bets()
    # The shares of bets on a larger and on a smaller mean.
    gains = np.concatenate([distances / mean, (reach - distances) / (reach - mean)])
    growth = np.log1p(np.outer(bets, gains - 1)).reshape(2 * len(bets), -1)
    money = counts @ growth.T
    top = money.max(axis=-1, keepdims=True)
    mixed = np.exp(money - top).mean(axis=-1)
    return np.asarray(top[..., 0] + np.log(mixed))


def interval(counts: Counts, scale: Scale, alpha: float = ALPHA) -> Interval:
    """Return the interval of the mean at one look.

    Parameters
    ----------
    counts
        How many blocks had each value.
    alpha
        Chance that the mean is outside at any look, at most.

    Raises
    ------
    ValueError
        If a value lies beyond the bounds.
    """
    found = {value: n for value, n in counts.items() if n}
    if found and not scale.low <= min(found) <= max(found) <= scale.high:
        raise ValueError(f"a block value is not between {scale.low} and {scale.high}")
    reach = scale.high - scale.low
    from_low = {value - scale.low: n for value, n in found.items()}
    from_high = {scale.high - value: n for value, n in found.items()}
    # One function for both limits: to exchange A and B turns the interval round, to the last digit.
    low = scale.low + _excluded(from_low, reach, alpha)
    high = scale.high - _excluded(from_high, reach, alpha)
    return Interval(scale.of(low), scale.of(high))


def _excluded(found: Counts, reach: int, alpha: float) -> float:
    """Return up to which distance from one bound means are excluded."""
    import numpy as np  # noqa: PLC0415
    from scipy.optimize import brentq  # noqa: PLC0415

    if not found:
        return 0.0
    distances = np.array(sorted(found), np.float64)
    counts = np.array([found[int(distance)] for distance in distances], np.float64)
    middle = float(counts @ distances) / float(counts.sum())
    # Rounding must not favour the narrower interval.
    slack = 1e-12 * reach

    def excess(mean: float) -> float:
        return float(log_capital(distances, counts, reach, mean)) + math.log(alpha)

    # A mean this close to the upper bound is not bet against; it is then the limit itself.
    middle = min(middle, reach - slack)
    if middle <= slack or excess(slack) <= 0:
        return 0.0
    return max(0.0, float(brentq(excess, slack, middle, xtol=slack)) - 2 * slack)


def look(counts: Counts, scale: Scale, alpha: float = ALPHA, before: Look | None = None) -> Look:
    """Return what is known at a look, with all that was known at the one before.

    Once excluded, a mean stays excluded: that costs nothing, as the chance of being wrong is one
    for all looks together. Should nothing be left, which happens to at most ``alpha`` of all
    comparisons, the limits are both at the nearest point of the interval before.

    Parameters
    ----------
    counts
        How many blocks had each value, among all from the first deal to this look.
    before
        The look before this one.
    """
    blocks = round(sum(counts.values()))
    if before and blocks < before.blocks:
        raise ValueError(f"a look at {blocks} blocks after one at {before.blocks}")
    total = sum(value * n for value, n in counts.items())
    limits = interval(counts, scale, alpha)
    if before:
        old = before.limits
        limits = Interval(*(min(max(limit, old.low), old.high) for limit in limits))
    return Look(blocks, scale.of(total / blocks) if blocks else math.nan, limits)


def follow(prefixes: Iterable[Counts], scale: Scale, alpha: float = ALPHA) -> list[Look]:
    """Return all looks, from the counts at each."""
    found: list[Look] = []
    for counts in prefixes:
        found.append(look(counts, scale, alpha, found[-1] if found else None))
    return found
