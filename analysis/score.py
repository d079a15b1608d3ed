"""Scores, margins, and where the points come from."""

from collections import Counter
from typing import TYPE_CHECKING

from analysis.block import Blocks, block_sums
from analysis.distribution import spread
from analysis.interval import LEVEL, mean, scaled
from analysis.points import ROUNDS, most
from analysis.points import columns as points_columns
from analysis.run import Run, collect
from analysis.seating import places, settings
from sim.schema import MARKET_ENDS, TYPES

if TYPE_CHECKING:
    import polars as pl

OWNED = tuple(f"owned_{kind}" for kind in TYPES)
MONEY = ("taken_cards", "taken", "purchases", "exact", "spent", "overpaid", "left", "passes")
GIVEN = ("gifts", "leftovers")


def score_counts(run: Run) -> "pl.DataFrame":
    """Count seats of games by side and score: ``side``, ``score``, ``n``; every game counts."""
    import polars as pl  # noqa: PLC0415

    where = places(run, settings(run))
    (counts,) = collect(run.seats.group_by("cell", "seat", "score").agg(pl.len()))
    return (
        counts.join(where, on=["cell", "seat"])
        .group_by("side", "score")
        .agg(pl.col("len").cast(pl.Int64).sum().alias("n"))
        .sort("side", "score")
    )


def scores(
    run: Run,
    sums: Blocks | None = None,
    counts: "pl.DataFrame | None" = None,
    level: float = LEVEL,
) -> "pl.DataFrame":
    """Return mean and quantiles of the score of every side.

    Parameters
    ----------
    sums, counts
        What ``block.block_sums`` and ``score_counts`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side with whole blocks: ``setting``, ``side`` (numbers), ``players``, ``rules``,
        ``strategy``, ``against``, ``n`` (seats of all games), ``deals`` (whole blocks), ``mean``,
        ``low``, ``high`` (over these), and over all games ``least``, ``q5``, ``q25``, ``q50``,
        ``q75``, ``q95``, ``most``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    counts = score_counts(run) if counts is None else counts
    by_side = {key[0]: group for key, group in counts.group_by("side", maintain_order=True)}
    rows = []
    for setting in sums.settings:
        for side in setting.sides:
            found = sums.sides.get(side.number)
            if found is None:
                continue
            top = most(run.game) * side.seats
            block = mean(sums.blocks[setting.number], found["score"], found["score_score"], 0, top,
                         level)  # fmt: skip
            centre = scaled(block, 1 / side.seats)
            values, games = by_side[side.number]["score"], by_side[side.number]["n"]
            rows.append(
                {
                    **setting.side_row(side),
                    "n": int(games.sum()),
                    "deals": centre.n,
                    "mean": centre.mean,
                    "low": centre.low,
                    "high": centre.high,
                    **spread(values.to_list(), games.to_list()),
                }
            )
    return pl.DataFrame(rows)


def margins(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return by how many points the winner leads the second player; a shared win leads by 0.

    The dummy of two players is not the second.

    Returns
    -------
    polars.DataFrame
        One row a setting with whole blocks: ``setting`` (number), ``players``, ``rules``,
        ``title`` (who plays), ``n`` (all games), ``shared`` (of these, wins shared), ``deals``
        (whole blocks), ``mean``, ``low``, ``high`` (over these), and over all games ``least``,
        ``q5``, ``q25``, ``q50``, ``q75``, ``q95``, ``most``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        if setting.number not in sums.margin_sums:
            continue
        total, squares = sums.margin_sums[setting.number]
        top = most(run.game) * setting.games
        block = mean(sums.blocks[setting.number], total, squares, 0, top, level)
        centre = scaled(block, 1 / setting.games)
        counts = sums.margins[setting.number]
        values = sorted(counts)
        rows.append(
            {
                **setting.row,
                "n": counts.total(),
                "shared": counts[0],
                "deals": centre.n,
                "mean": centre.mean,
                "low": centre.low,
                "high": centre.high,
                **spread(values, [counts[value] for value in values]),
            }
        )
    return pl.DataFrame(rows)


def means(run: Run) -> "pl.DataFrame":
    """Return means of every side over all its games, for one seat.

    Returns
    -------
    polars.DataFrame
        One row a side: ``setting``, ``side`` (numbers), ``players``, ``rules``, ``strategy``,
        ``against``, ``n`` (seats of all games), then the mean of every column of points
        (``points_a_pavilion`` ... ``points_c_tower``, in the board game ``walls_a`` ...), of the
        buildings that counted
        (``owned_pavilion`` ...), of ``taken_cards``, ``taken``, ``purchases``, ``exact``,
        ``spent``, ``overpaid``, ``left``, ``passes``, ``gifts``, ``leftovers``.
    """
    import polars as pl  # noqa: PLC0415

    found = settings(run)
    columns = [*points_columns(run.game), *OWNED, *MONEY, *GIVEN]
    (sums,) = collect(
        run.seats.group_by("cell", "seat").agg(
            pl.len().cast(pl.Int64).alias("n"), pl.col(columns).cast(pl.Int64).sum()
        )
    )
    totals = (
        sums.join(places(run, found), on=["cell", "seat"])
        .group_by("side")
        .agg(pl.col("n", *columns).sum())
        .with_columns(pl.col(columns) / pl.col("n"))
    )
    names = [setting.side_row(side) for setting in found for side in setting.sides]
    sides = pl.DataFrame(names).with_columns(pl.col("side").cast(pl.Int32))
    return sides.join(totals, on="side", how="inner", maintain_order="left")


def ends(run: Run) -> "pl.DataFrame":
    """Count how the games of every setting ended; every game counts.

    Returns
    -------
    polars.DataFrame
        One row a setting with games: ``setting`` (number), ``players``, ``rules``, ``title``
        (who plays), ``n`` (games), ``market``, ``turn_limit``, ``fault`` (games that ended so),
        ``without_a``, ``without_b`` (games in which that round was not played), ``lot`` (games in
        which lots were drawn for the player that the rule names), ``turns`` and ``choices`` (means
        per game), ``dummy`` (mean score of the dummy; null with more than two players).
    """
    import polars as pl  # noqa: PLC0415

    conditions = {end: pl.col("end") == end for end in MARKET_ENDS}
    conditions |= {f"without_{r}": pl.col(f"turn_{r}") == 0 for r in ROUNDS[:2]}
    conditions["lot"] = pl.col("named_by") == "lot"
    summed = ("turns", "choices", "dummy_score")
    (counts,) = collect(
        run.games.group_by("cell").agg(
            pl.len().cast(pl.Int64).alias("n"),
            *(is_so.cast(pl.Int64).sum().alias(name) for name, is_so in conditions.items()),
            pl.col(summed).cast(pl.Int64).sum(),
        )
    )
    by_cell = {row["cell"]: row for row in counts.to_dicts()}
    rows = []
    for setting in settings(run):
        total: Counter[str] = Counter()
        for cell in setting.cells:
            total.update(by_cell.get(cell, {}))
        if not total["n"]:
            continue
        n = total["n"]
        rows.append(
            {
                **setting.row,
                "n": n,
                **{name: total[name] for name in conditions},
                "turns": total["turns"] / n,
                "choices": total["choices"] / n,
                "dummy": total["dummy_score"] / n if setting.players == 2 else None,
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)
