"""How games go: cards home, in which pass games are won, how they end, where cards come home."""

from typing import TYPE_CHECKING

from analysis.interval import LEVEL, mean
from analysis.paired import HOME
from analysis.run import Run, collect

if TYPE_CHECKING:
    import polars as pl

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
PASSES = ("1", "2", "3", "later")
SOURCES = ("waste", "reserve")


def home_counts(run: Run) -> "pl.DataFrame":
    """Count games by cell and cards home: ``cell``, ``home`` (8 to 104), ``n``."""
    import polars as pl  # noqa: PLC0415

    (counts,) = collect(run.games.group_by("cell", "home").agg(pl.len().cast(pl.Int64).alias("n")))
    return counts.sort("cell", "home")


def home_summary(
    run: Run, counts: "pl.DataFrame | None" = None, level: float = LEVEL
) -> "pl.DataFrame":
    """Return mean and quantiles of the cards home of every cell.

    A quantile q is the least number of cards that at least a share q of the games does not exceed.

    Parameters
    ----------
    counts
        What ``home_counts`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a cell with games: ``cell``, ``strategy``, ``n``, ``mean``, ``low``, ``high``
        (interval of the mean), ``sd`` (standard deviation; nan for one game), ``least``, ``q5``,
        ``q25``, ``q50``, ``q75``, ``q95``, ``most``.
    """
    import polars as pl  # noqa: PLC0415

    counts = home_counts(run) if counts is None else counts
    rows = []
    for (cell,), group in counts.group_by("cell", maintain_order=True):
        values, games = group["home"].to_list(), group["n"].to_list()
        n = sum(games)
        total = sum(v * g for v, g in zip(values, games, strict=True))
        squares = sum(v * v * g for v, g in zip(values, games, strict=True))
        centre = mean(n, total, squares, *HOME, level)
        rows.append(
            {
                "cell": cell,
                "strategy": run.strategy(int(str(cell))),
                "n": n,
                "mean": centre.mean,
                "low": centre.low,
                "high": centre.high,
                "sd": centre.variance**0.5,
                **spread(values, games),
            }
        )
    return pl.DataFrame(rows).with_columns(pl.col("cell").cast(pl.UInt16))


def spread(values: list[int], games: list[int]) -> dict[str, int]:
    """Return ``least``, the quantiles ``q5`` to ``q95`` and ``most`` of counted values, rising."""
    quantiles = {f"q{q * 100:.0f}": _quantile(values, games, q) for q in QUANTILES}
    return {"least": values[0], **quantiles, "most": values[-1]}


def _quantile(values: list[int], games: list[int], q: float) -> int:
    need, seen = q * sum(games), 0
    for value, n in zip(values, games, strict=True):
        seen += n
        if seen >= need:
            return value
    return values[-1]


def wins_by_pass(run: Run) -> "pl.DataFrame":
    """Count won games by the pass in which the last card came home.

    Returns
    -------
    polars.DataFrame
        One row a cell, in the plan's order: ``cell``, ``strategy``, ``n`` (games), ``wins``,
        ``pass_1``, ``pass_2``, ``pass_3``, ``pass_later`` (wins in each; they add up to ``wins``).
    """
    import polars as pl  # noqa: PLC0415

    won, when = pl.col("won"), pl.col("last_pass")
    conditions = {f"pass_{k}": when == int(k) for k in PASSES[:3]} | {"pass_later": when > 3}
    (counts,) = collect(
        run.games.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("n"),
            won.cast(pl.Int64).sum().alias("wins"),
            *((won & is_in).cast(pl.Int64).sum().alias(k) for k, is_in in conditions.items()),
        )
    )
    return _named(run, counts)


def ends(run: Run) -> "pl.DataFrame":
    """Count how games ended: ``cell``, ``strategy``, ``n``, then a column for each way."""
    import polars as pl  # noqa: PLC0415

    from sim.schema import ENDS  # noqa: PLC0415

    (counts,) = collect(
        run.games.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("n"),
            *((pl.col("end") == end).cast(pl.Int64).sum().alias(end) for end in ENDS),
        )
    )
    return _named(run, counts)


def means(run: Run) -> "pl.DataFrame":
    """Return means per game of every cell.

    Returns
    -------
    polars.DataFrame
        One row a cell, in the plan's order: ``cell``, ``strategy``, ``n``; the mean number of cards
        that came home from each source in each pass (``waste_home_1`` ... ``reserve_home_later``);
        of cards ``built`` on the waste, left in the reserve (``reserve_left``), and neither home
        nor in the reserve (``stock_left``: in stock or waste); of ``moves`` and ``choices``.
    """
    import polars as pl  # noqa: PLC0415

    homes = [f"{source}_home_{k}" for source in SOURCES for k in PASSES]
    others = ["built", "reserve_left", "moves", "choices", "home"]
    (sums,) = collect(
        run.games.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("n"), pl.col(homes + others).cast(pl.Int64).sum()
        )
    )
    sums = sums.with_columns(
        (HOME[1] * pl.col("n") - pl.col("home") - pl.col("reserve_left")).alias("stock_left")
    ).drop("home")
    return _named(run, sums.with_columns(pl.exclude("cell", "n") / pl.col("n")))


def _named(run: Run, frame: "pl.DataFrame") -> "pl.DataFrame":
    strategies = run.cells.select("cell", "strategy")
    return strategies.join(frame, on="cell", how="inner", maintain_order="left")
