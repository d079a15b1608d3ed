"""Differences between cells on the same deals.

Deal k has the same cards in every cell, so two cells are compared deal by deal: what the deal
itself does to both drops out of the difference. Only deals that both have played count.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from analysis.interval import LEVEL, Interval, Mean, mean, score_p, tango
from analysis.run import Run, collect

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    Sums = NDArray[np.int64]

HOME = (8, 104)
"""The fewest and the most cards on the foundations."""

MOST_PAIRS = 1000
"""With more pairs than this, cells are compared with the first one only."""

Measure = Literal["won", "home"]


@dataclass(frozen=True)
class PairSums:
    """Exact sums over the deals that two cells share, for every two cells.

    Each is a square matrix over the cells; ``[a, b]`` speaks of the deals that both played.

    Attributes
    ----------
    n
        Deals.
    wins
        Deals that ``a`` won.
    both
        Deals that both won.
    home, squares
        Sum of ``a``'s cards home, and of their squares.
    products
        Sum of ``a``'s cards home times ``b``'s.
    """

    n: "Sums"
    wins: "Sums"
    both: "Sums"
    home: "Sums"
    squares: "Sums"
    products: "Sums"


@dataclass(frozen=True)
class Difference:
    """What cell ``a`` gets on a deal less what cell ``b`` gets on the same.

    Attributes
    ----------
    n
        Deals that both played.
    both, only_a, only_b, neither
        Who of the two won them.
    won, won_limits, won_p
        Difference of the chances of winning, Tango's score interval, and the p-value of "none".
    home
        Difference of the cards home.
    won_saved, home_saved
        Share of the variance of the difference that the common deals saved; nan without variance.
    """

    n: int
    both: int
    only_a: int
    only_b: int
    neither: int
    won: float
    won_limits: Interval
    won_p: float
    home: Mean
    won_saved: float
    home_saved: float


def pair_sums(run: Run) -> PairSums:
    """Go through the log in windows of deals and add up what all pairs of cells need.

    Memory is bounded by ``run.WINDOW_ROWS`` and by the number of cells squared. The sums are whole
    numbers below 2**53 in each window, so that products of float matrices are exact and the result
    does not depend on the order of adding.
    """
    import numpy as np  # noqa: PLC0415

    cells = len(run.plan.cells)
    sums = [np.zeros((cells, cells), np.int64) for _ in range(6)]
    for there, won, home in _windows(run, cells):
        squares = home * home
        factors = (
            (there, there),
            (won, there),
            (won, won),
            (home, there),
            (squares, there),
            (home, home),
        )
        for k, (left, right) in enumerate(factors):
            sums[k] += (left @ right.T).astype(np.int64)
    return PairSums(*sums)


def _windows(run: Run, cells: int) -> "Iterator[tuple[NDArray[np.float64], ...]]":
    """Yield cells x deals matrices: played or not (1, 0), won or not, cards home."""
    import numpy as np  # noqa: PLC0415

    for first, last in run.spans():
        games = run.window(first, last)
        if games is None:
            continue
        (rows,) = collect(games.select("cell", "deal", "won", "home"))
        at = rows["cell"].to_numpy(), rows["deal"].to_numpy() - first
        matrices = np.zeros((3, cells, last - first))
        matrices[0][at] = 1
        matrices[1][at] = rows["won"].to_numpy()
        matrices[2][at] = rows["home"].to_numpy()
        yield tuple(matrices)


def difference(sums: PairSums, a: int, b: int, level: float = LEVEL) -> Difference:
    """Return cell ``a`` less cell ``b``.

    Examples
    --------
    ``difference(pair_sums(run), 1, 0).won`` is how much more often cell 1 wins than cell 0.
    """
    n, both = int(sums.n[a, b]), int(sums.both[a, b])
    only_a, only_b = int(sums.wins[a, b]) - both, int(sums.wins[b, a]) - both
    home_a, home_b = int(sums.home[a, b]), int(sums.home[b, a])
    squares_a, squares_b = int(sums.squares[a, b]), int(sums.squares[b, a])
    apart = squares_a + squares_b - 2 * int(sums.products[a, b])
    reach = HOME[1] - HOME[0]
    return Difference(
        n=n,
        both=both,
        only_a=only_a,
        only_b=only_b,
        neither=n - both - only_a - only_b,
        won=(only_a - only_b) / n if n else math.nan,
        won_limits=tango(only_a, only_b, n, level),
        won_p=score_p(only_a, only_b),
        home=mean(n, home_a - home_b, apart, -reach, reach, level),
        won_saved=_saved(
            n * (only_a + only_b) - (only_a - only_b) ** 2,
            sum(w * (n - w) for w in (both + only_a, both + only_b)),
        ),
        home_saved=_saved(
            n * apart - (home_a - home_b) ** 2,
            n * (squares_a + squares_b) - home_a**2 - home_b**2,
        ),
    )


def _saved(paired: int, independent: int) -> float:
    """Return 1 - Var(A - B) / (Var A + Var B) from variances on a common scale."""
    return 1 - paired / independent if independent else math.nan


def pairs(run: Run) -> list[tuple[str, int, int]]:
    """Return which cells are compared: ``("strategy", a, b)`` or ``("rules", a, b)``, b < a.

    Each two strategies under the same rules, then each two sets of rules for the same strategy.
    With more than ``MOST_PAIRS`` of them only those with the first strategy or the first rules.
    """
    cells = run.plan.cells

    def alike(what: str) -> list[tuple[str, int, int]]:
        def key(cell: int) -> object:
            side = cells[cell]
            return sorted(side.rules.items()) if what == "strategy" else side.seating

        groups: dict[str, list[int]] = {}
        for cell in run.numbers:
            groups.setdefault(repr(key(cell)), []).append(cell)
        every = [(what, a, b) for group in groups.values() for a in group for b in group if b < a]
        if len(every) <= MOST_PAIRS:
            return every
        return [(what, a, group[0]) for group in groups.values() for a in group[1:]]

    return alike("strategy") + alike("rules")


def row(found: Difference) -> dict[str, float]:
    """Return a difference as the columns that ``comparisons`` and ``tips`` share."""
    return {
        "n": found.n,
        "both": found.both,
        "only_a": found.only_a,
        "only_b": found.only_b,
        "neither": found.neither,
        "won": found.won,
        "won_low": found.won_limits.low,
        "won_high": found.won_limits.high,
        "won_p": found.won_p,
        "home": found.home.mean,
        "home_low": found.home.low,
        "home_high": found.home.high,
        "home_p": found.home.p,
        "won_saved": found.won_saved,
        "home_saved": found.home_saved,
    }


def comparisons(run: Run, sums: PairSums | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Compare cells pair by pair on their common deals.

    Parameters
    ----------
    sums
        What ``pair_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a pair: ``kind`` (what differs: ``strategy`` or ``rules``), ``a``, ``b`` (cells),
        ``a_strategy``, ``b_strategy``, ``a_rules``, ``b_rules`` (only options that vary in the
        plan), ``n`` (common deals), ``both``, ``only_a``, ``only_b``, ``neither`` (who won),
        ``won`` (a's chance less b's), ``won_low``, ``won_high``, ``won_p``, ``home`` (a's mean
        cards home less b's), ``home_low``, ``home_high``, ``home_p``, ``won_saved`` and
        ``home_saved`` (share of variance saved by the common deals; nan without variance).
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or pair_sums(run)
    names = {
        "kind": pl.String,
        "a": pl.Int64,
        "b": pl.Int64,
        "a_strategy": pl.String,
        "b_strategy": pl.String,
        "a_rules": pl.String,
        "b_rules": pl.String,
    }
    rows = [
        {
            "kind": kind,
            "a": a,
            "b": b,
            "a_strategy": run.strategy(a),
            "b_strategy": run.strategy(b),
            "a_rules": run.rules(a),
            "b_rules": run.rules(b),
            **row(difference(sums, a, b, level)),
        }
        for kind, a, b in pairs(run)
    ]
    return pl.DataFrame(rows, schema={**names, **row_schema()})


def row_schema() -> "dict[str, type[pl.DataType]]":
    """Return the dtypes of the columns of ``row``."""
    import polars as pl  # noqa: PLC0415

    whole = ("n", "both", "only_a", "only_b", "neither")
    real = ("won", "won_low", "won_high", "won_p", "home", "home_low", "home_high", "home_p")
    saved = ("won_saved", "home_saved")
    return dict.fromkeys(whole, pl.Int64) | dict.fromkeys(real + saved, pl.Float64)
