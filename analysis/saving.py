"""What common deals save, and how many blocks a width needs.

The block of a comparison is one deal: in a market game played in every seating, in the patience by
both strategies. The same games, each on a deal of its own, would give the same effect with another
variance: the sum of the variances of the games' own contributions, seat by seat. Their quotient
says how many such games are as good as those of one block.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analysis.interval import normal_quantile
from analysis.sequence import ALPHA, Counts, Scale, interval
from analysis.wording import games as games_in_words

MOST_BLOCKS = 10**12
"""Plans that need more are as good as impossible."""
SURE = 0.95
"""How sure it is that the pilot's variance is below the one of the cautious plan."""


class Sums(NamedTuple):
    """Exact sums of whole numbers: how many, their sum, and the sum of their squares."""

    n: int
    total: int
    squares: int

    @property
    def spread(self) -> int:
        """The variance (divisor n) times n squared."""
        return self.n * self.squares - self.total * self.total


@dataclass(frozen=True)
class Saving:
    """What common deals saved.

    Attributes
    ----------
    games
        Games played, in whole blocks.
    independent
        Games on deals of their own that would be as good; nan where nothing varies, infinite
        where only blocks do not.
    saved
        ``independent`` less ``games``; negative where the common deals cost games.
    share
        Part of the variance that common deals took away, negative where they added to it.
    """

    games: int
    independent: float
    saved: float
    share: float


def saving(block: Sums, parts: Sequence[Sums]) -> Saving:
    """Return what the common deals saved.

    Parameters
    ----------
    block
        Of the block values.
    parts
        Of what each game of a block adds to its value, one for each game: its lone A's share, less
        its lone B's; with two players A's share less B's; in the patience A's win, less B's.
    """
    if any(part.n != block.n for part in parts) or block.total != sum(p.total for p in parts):
        raise ValueError("the games do not add up to the blocks")
    games = block.n * len(parts)
    apart = sum(part.spread for part in parts)
    if not apart:
        return Saving(games, math.nan, math.nan, math.nan)
    independent = games * apart / block.spread if block.spread else math.inf
    return Saving(games, independent, independent - games, 1 - block.spread / apart)


def in_words(found: Saving) -> str:
    """Return in words what common deals saved, or cost."""
    if math.isnan(found.saved):
        return "what the common deals saved cannot be said: nothing varies"
    if math.isinf(found.saved):
        return "the common deals took all chance away: every block has the same value"
    games, others = games_in_words(found.games), games_in_words(round(found.independent))
    less = round(found.saved)
    what = f"saved {games_in_words(less)}" if less >= 0 else f"cost {games_in_words(-less)}"
    return f"the common deals {what}: {games} were as good as {others} on deals of their own"


@dataclass(frozen=True)
class Need:
    """How many blocks an interval of some width needs.

    Attributes
    ----------
    blocks
        If all blocks are like those of the pilot; None where even ``MOST_BLOCKS`` are too few.
    cautious
        If their variance is the largest that the pilot leaves likely; None where it cannot tell,
        because nothing varied in it.
    """

    blocks: int | None
    cautious: int | None


def need(pilot: Counts, scale: Scale, half_width: float, alpha: float = ALPHA) -> Need:
    """Return how many blocks it takes to know an effect this well.

    The interval is that of ``sequence.interval`` itself, with the pilot's blocks in any number.

    Parameters
    ----------
    pilot
        How many blocks had each value.
    half_width
        Half the width of the interval that is asked for, on the scale.
    """
    n = sum(pilot.values())
    if not n or not half_width > 0:
        raise ValueError("a plan needs a pilot's blocks and a width above 0")
    shares = {value: count / n for value, count in pilot.items()}

    def enough(blocks: int) -> bool:
        limits = interval({v: share * blocks for v, share in shares.items()}, scale, alpha)
        return limits.high - limits.low <= 2 * half_width

    # The width only falls with the number of blocks: double, then halve.
    high = 1
    while not enough(high):
        high *= 2
        if high > MOST_BLOCKS:
            return Need(None, None)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    larger = _likely(shares, n)
    return Need(high, None if larger is None else math.ceil(high * larger))


def _likely(shares: Counts, n: float) -> float | None:
    """Return by what factor the variance may be larger than the pilot's."""
    middle = sum(value * share for value, share in shares.items())
    second = sum((value - middle) ** 2 * share for value, share in shares.items())
    fourth = sum((value - middle) ** 4 * share for value, share in shares.items())
    if not second:
        return None
    # The variance's own standard error, by its fourth moment; one-sided.
    error = math.sqrt(max(fourth / second**2 - 1, 0) / n)
    return 1 + normal_quantile(2 * SURE - 1) * error
