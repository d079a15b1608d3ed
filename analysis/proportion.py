"""How often each cell wins.

A cell is a strategy under one set of rule options; in the patience each deal is one game of a
cell, and deals are independent, so the games are too.
"""

from typing import TYPE_CHECKING

from analysis.interval import LEVEL, clopper_pearson
from analysis.run import Run, collect

if TYPE_CHECKING:
    import polars as pl


def proportions(counts: "pl.DataFrame", level: float = LEVEL) -> "pl.DataFrame":
    """Add ``chance``, ``low`` and ``high`` to a frame that has ``wins`` and ``n``.

    The limits are Clopper and Pearson's, right at no win and at nothing but wins.
    """
    import polars as pl  # noqa: PLC0415

    limits = [clopper_pearson(w, n, level) for w, n in counts.select("wins", "n").iter_rows()]
    return counts.with_columns(
        pl.when(pl.col("n") > 0).then(pl.col("wins") / pl.col("n")).alias("chance"),
        pl.Series("low", [limit.low for limit in limits], pl.Float64),
        pl.Series("high", [limit.high for limit in limits], pl.Float64),
    )


def win_chances(run: Run, level: float = LEVEL) -> "pl.DataFrame":
    """Return the chance of winning of every cell.

    Every game counts, also one that a fault ended: it is not won.

    Returns
    -------
    polars.DataFrame
        One row a cell in the plan's order: the columns of ``Run.cells``, then ``n`` (games),
        ``wins``, ``faults``, ``chance``, ``low``, ``high``.
    """
    import polars as pl  # noqa: PLC0415

    (counts,) = collect(
        run.games.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("n"),
            pl.col("won").cast(pl.Int64).sum().alias("wins"),
            (pl.col("end") == "fault").cast(pl.Int64).sum().alias("faults"),
        )
    )
    cells = run.cells.join(counts, on="cell", how="left", maintain_order="left")
    return proportions(cells.with_columns(pl.col("n", "wins", "faults").fill_null(0)), level)
