"""Cities of the board game: walls, tiles, redesigns, and one game worth a picture."""

from typing import TYPE_CHECKING, Any

from analysis.block import Blocks, block_sums
from analysis.interval import LEVEL, mean, scaled
from analysis.points import MOST_WALL, city_columns
from analysis.run import Run, collect

if TYPE_CHECKING:
    import polars as pl

    from analysis.seating import Setting

MOST_TILES = 54
"""Tiles of the game (M2)."""

MEASURES = city_columns("board")
"""What ``cities`` tells of a seat: the columns of the log."""


def cities(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return means of a seat's walls, tiles and redesigns.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side with whole blocks and measure: ``setting``, ``side`` (numbers), ``players``,
        ``rules``, ``strategy``, ``against``, ``measure`` (a column of the log: ``walls_a``,
        ``walls_b``, ``walls_c``, the longest wall in the round, 0 where it was not played;
        ``wall``, ``city``, ``reserve``, ``placed``, ``removed``, ``swapped``), ``deals`` (blocks),
        ``seats`` (of the games of these), ``mean``, ``low``, ``high``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        for side in setting.sides:
            found = sums.sides.get(side.number)
            if found is None:
                continue
            blocks = sums.blocks[setting.number]
            for measure in MEASURES:
                top = _most(measure, setting) * side.seats
                block = mean(blocks, found[measure], found[f"{measure}_{measure}"], 0, top, level)
                centre = scaled(block, 1 / side.seats)
                rows.append(
                    {
                        **setting.side_row(side),
                        "measure": measure,
                        "deals": blocks,
                        "seats": blocks * side.seats,
                        "mean": centre.mean,
                        "low": centre.low,
                        "high": centre.high,
                    }
                )
    return pl.DataFrame(rows)


def _most(measure: str, setting: "Setting") -> int:
    """Return a value that a measure cannot exceed."""
    if measure in ("city", "reserve"):
        return MOST_TILES
    if measure in ("placed", "removed", "swapped"):
        return int(setting.rules["turn_limit"])
    return MOST_WALL


def longest(run: Run) -> dict[str, Any] | None:
    """Return the winner with the longest wall of all, as a row of ``seats``; None without one.

    Of several the first by cell, deal and seat. Games that a fault ended do not count.
    """
    import polars as pl  # noqa: PLC0415

    ended = run.games.filter(pl.col("end") != "fault").select("cell", "deal")
    (found,) = collect(
        run.seats.filter(pl.col("share") > 0)
        .join(ended, on=["cell", "deal"], how="semi")
        .sort(-pl.col("wall").cast(pl.Int64), "cell", "deal", "seat")
        .head(1)
    )
    return found.row(0, named=True) if len(found) else None
