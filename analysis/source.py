"""What each source of points has to do with winning: the types of buildings, and walls.

Both tables compare players within a game, and take the deal in all seatings as cluster. A winner is
who has a share of the win.

- **lead**: in each game the mean points of the winners less those of the others, source by source;
  0 where all players share the win. The leads of all sources add up to that of the score.
- **share of the one who has most**: in each game the share of the win of the seat that has most
  points from a source; where several have most, the mean of their shares.

Both tell how winning goes along with points in the games played. What a source costs, and what
could have been had instead, they do not know.
"""

from typing import TYPE_CHECKING

from analysis.block import LEADS, MAJORITIES, SCORE, Blocks, block_sums
from analysis.interval import LEVEL, clustered, mean, scaled
from analysis.points import most, sources
from analysis.run import Run
from analysis.seating import SIXTIETHS

if TYPE_CHECKING:
    import polars as pl


def leads(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return by how many points the winners lead the others, source by source.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a setting with whole blocks and source: ``setting`` (number), ``players``,
        ``rules``, ``title`` (who plays), ``source`` (a type; ``walls``; ``majorities``: all types
        together; ``score``: everything), ``deals`` (blocks), ``games`` (of these), ``lead``
        (points), ``low``, ``high``, ``p`` (of "no lead"), ``part`` (of the lead in the score; nan
        where that is 0).
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        blocks, games = sums.blocks[setting.number], setting.games
        if not blocks:
            continue
        whole = sums.leads[setting.number, SCORE][0]
        top = LEADS * most(run.game) * games
        for source in (*sources(run.game), MAJORITIES, SCORE):
            total, squares = sums.leads[setting.number, source]
            found = scaled(mean(blocks, total, squares, -top, top, level), 1 / (LEADS * games))
            rows.append(
                {
                    **setting.row,
                    "source": source,
                    "deals": blocks,
                    "games": sums.games[setting.number],
                    "lead": found.mean,
                    "low": found.low,
                    "high": found.high,
                    "p": found.p,
                    "part": total / whole if whole else float("nan"),
                }
            )
    return pl.DataFrame(rows)


def leaders(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return what share of the win the seat gets that has most points from a source.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a setting with whole blocks and source: ``setting`` (number), ``players``,
        ``rules``, ``title`` (who plays), ``source`` (a type; ``walls``; ``majorities``: all types
        together), ``deals`` (blocks), ``games`` (of these), ``even`` (1/n), ``share`` (of the win),
        ``low``, ``high``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        blocks, games = sums.blocks[setting.number], setting.games
        if not blocks:
            continue
        sizes = blocks * games, blocks * games**2
        for source in (*sources(run.game), MAJORITIES):
            total, squares = sums.leaders[setting.number, source]
            limits = clustered(blocks, sizes, (total, squares), games * total, SIXTIETHS**2, level)
            rows.append(
                {
                    **setting.row,
                    "source": source,
                    "deals": blocks,
                    "games": sums.games[setting.number],
                    "even": 1 / setting.players,
                    "share": total / (sizes[0] * SIXTIETHS**2),
                    "low": limits.low,
                    "high": limits.high,
                }
            )
    return pl.DataFrame(rows)
