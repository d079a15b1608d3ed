"""How much of the win each strategy gets, by players, field and rules.

A share of the win is 1 for a win alone, 1/k with k winners, 0 otherwise; 1/n would be even with n
players. The block is one deal in all seatings, so that each strategy has sat in every seat.
"""

import math
from typing import TYPE_CHECKING

from analysis.block import Blocks, block_sums
from analysis.interval import LEVEL, Mean, clustered, mean, scaled
from analysis.points import most
from analysis.run import Run
from analysis.seating import SIXTIETHS, Setting, Side, twins

if TYPE_CHECKING:
    import polars as pl


COLUMNS = {
    "setting": int,
    "side": int,
    "kind": str,
    "players": int,
    "rules": str,
    "strategy": str,
    "against": str,
    "deals": int,
    "games": int,
    "seats": int,
    "even": float,
    "share": float,
    "low": float,
    "high": float,
    "p": float,
    "verdict": str,
}


def share(sums: Blocks, setting: Setting, side: Side, level: float = LEVEL) -> Mean:
    """Return a side's mean share of the win, for one of its seats.

    The limits are those of the share that all its seats have of a game, which is between 0 and 1;
    the p-value (Student's t) is that of "the share is even".
    """
    found, blocks = sums.sides[side.number], sums.blocks[setting.number]
    even = SIXTIETHS * side.seats // setting.players
    apart = mean(blocks, found["share"], found["share_share"], -even,
                 SIXTIETHS * setting.games - even, level)  # fmt: skip
    total = found["share"] + blocks * even
    squares = found["share_share"] + 2 * even * found["share"] + blocks * even**2
    games = setting.games
    limits = clustered(blocks, (blocks * games, blocks * games**2), (total, squares),
                       games * total, SIXTIETHS, level)  # fmt: skip
    seats = side.seats / games
    centre = total / (blocks * games * SIXTIETHS)
    return Mean(blocks, centre / seats, limits.low / seats, limits.high / seats,
                apart.variance / (SIXTIETHS * side.seats) ** 2, apart.p, "clustered")  # fmt: skip


def verdict(found: Mean, even: float) -> str:
    """Return where an interval lies: ``more`` or ``less`` than the even share, or ``even``."""
    if found.low > even:
        return "more"
    return "less" if found.high < even else "even"


def win_shares(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return the mean share of the win of every strategy in every mix of strategies.

    Mirrors are left out: their share is even by itself.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side with whole blocks: ``setting``, ``side`` (numbers), ``kind`` (``lone``: the
        one strategy against a field of another; ``field``: the others around it; ``line-up``),
        ``players``, ``rules`` (only options that vary), ``strategy``, ``against``, ``deals``
        (blocks), ``games``, ``seats`` (in a block; the share is the mean over them), ``even``
        (1/n), ``share``, ``low``, ``high``, ``p`` (of "the share is even"), ``verdict`` (``more``
        or ``less`` than even, else ``even``: the interval holds 1/n).
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        blocks = sums.blocks[setting.number]
        if setting.kind == "mirror" or not blocks:
            continue
        for k, side in enumerate(setting.sides):
            even = 1 / setting.players
            found = share(sums, setting, side, level)
            field = setting.kind == "lone" and setting.players > 2 and k > 0
            rows.append(
                {
                    **setting.side_row(side),
                    "kind": "field" if field else setting.kind,
                    "deals": blocks,
                    "games": sums.games[setting.number],
                    "seats": side.seats,
                    "even": even,
                    "share": found.mean,
                    "low": found.low,
                    "high": found.high,
                    "p": found.p,
                    "verdict": verdict(found, even),
                }
            )
    return pl.DataFrame(rows, schema=COLUMNS)


def rules_compared(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Compare each side with itself under the first set of rules, on the same deals.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a side and set of rules with common deals: ``setting``, ``side``, ``base_setting``,
        ``base`` (numbers; ``base`` is the side under the first rules), ``players``, ``rules``,
        ``base_rules``, ``strategy``, ``against``, ``deals`` (played in all seatings under both),
        ``share`` (of the win, for one seat, under the rules less under the first), ``share_low``,
        ``share_high``, ``share_p`` (nan in a mirror, where it is even by itself), ``score`` (points
        of a seat, likewise), ``score_low``, ``score_high``, ``score_p``.
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for side, base in twins(sums.settings):
        found = sums.twins.get((side.number, base.number))
        if not found or not found["blocks"]:
            continue
        setting, other = sums.settings[side.setting], sums.settings[base.setting]
        row: dict[str, object] = {
            **setting.side_row(side),
            "base_setting": other.number,
            "base": base.number,
            "base_rules": other.shown,
            "deals": found["blocks"],
        }
        reaches = {
            "share": (SIXTIETHS * setting.games, SIXTIETHS),
            "score": (most(run.game) * side.seats, 1),
        }
        for name, (reach, unit) in reaches.items():
            block = mean(
                found["blocks"], found[name], found[f"{name}_{name}"], -reach, reach, level
            )
            apart = scaled(block, 1 / (unit * side.seats))
            known = name == "score" or setting.kind != "mirror"
            values = (apart.mean, apart.low, apart.high, apart.p)
            for column, value in zip(("", "_low", "_high", "_p"), values, strict=True):
                row[name + column] = value if known else math.nan
        rows.append(row)
    return pl.DataFrame(rows)
