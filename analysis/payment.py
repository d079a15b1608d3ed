"""Exact payments and overpayment, beside winning.

An exact payment gives another action (M7); what is paid beyond the price is lost (M9). These tables
say how winning goes along with both in the games played. That is an association: whoever has more
money to choose from, or more turns, may pay exactly more often and win more often too.
"""

from typing import TYPE_CHECKING

from analysis.block import BINS, Blocks, block_sums
from analysis.interval import LEVEL, clustered, slope
from analysis.run import Run
from analysis.seating import SIXTIETHS

if TYPE_CHECKING:
    import polars as pl


def lines(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return how the share of the win goes along with exact payments and with overpayment.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side with whole blocks and column: ``setting``, ``side`` (numbers), ``players``,
        ``rules``, ``strategy``, ``against``, ``column`` (``exact``: purchases paid exactly;
        ``overpaid``: money paid beyond the prices), ``deals`` (blocks), ``rows`` (seats of games),
        ``mean`` (of the column), ``slope`` (share of the win for each one more; nan where nothing
        varies), ``low``, ``high``, ``p``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        for side in setting.sides:
            for name in BINS:
                found = sums.lines.get((side.number, name))
                if found is None:
                    continue
                line = slope(found, 1 / SIXTIETHS, level)
                rows.append(
                    {
                        **setting.side_row(side),
                        "column": name,
                        "deals": found.clusters,
                        "rows": found.sums[0],
                        "mean": found.sums[1] / found.sums[0],
                        "slope": line.mean,
                        "low": line.low,
                        "high": line.high,
                        "p": line.p,
                    }
                )
    return pl.DataFrame(rows)


def steps(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return the share of the win by number of exact payments and by money overpaid.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side, column and bin that occurs: ``setting``, ``side`` (numbers), ``column``,
        ``bin`` (number), ``values`` (those of the bin, in words), ``deals`` (on which it occurs),
        ``rows`` (seats of games), ``share`` (of the win), ``low``, ``high``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    setting_of = {side.number: s.number for s in sums.settings for side in s.sides}
    rows = []
    for (side, name, number), found in sorted(sums.bins.items()):
        limits = clustered(
            found["deals"],
            (found["rows"], found["rows_rows"]),
            (found["share"], found["share_share"]),
            found["rows_share"],
            SIXTIETHS,
            level,
        )
        rows.append(
            {
                "setting": setting_of[side],
                "side": side,
                "column": name,
                "bin": number,
                "values": values(name, number),
                "deals": found["deals"],
                "rows": found["rows"],
                "share": found["share"] / (SIXTIETHS * found["rows"]),
                "low": limits.low,
                "high": limits.high,
            }
        )
    return pl.DataFrame(rows)


def values(name: str, number: int) -> str:
    """Return the values of a bin in words."""
    low, high = BINS[name][number]
    if high is None:
        return f"{low} and more"
    return str(low) if low == high else f"{low} to {high}"
