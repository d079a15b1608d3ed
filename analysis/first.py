"""What it is worth to go first, second, ... and why: the turn, or the hand that gives it.

The rule names as starter who holds the fewest cards (M5), so turn order and hand go together. In a
mirror each deal is played once with each seat starting, which tells them apart. All are shares of
the win less the even share 1/n, of one strategy against itself, with k for the place in turn order:

- **total**: in the game that the rule's starter begins, the share of whoever plays k turns after;
- **order**: over all n games, the share of whoever plays k turns after the player who began;
- **hand**: over all n games, the share of the seat that sits k after the one that the rule names;
- **interaction**: total less order less hand; with two players always 0, so not listed.
"""

from typing import TYPE_CHECKING

from analysis.block import EFFECTS, Blocks, block_sums
from analysis.interval import LEVEL, Mean, mean, scaled
from analysis.run import Run
from analysis.seating import SIXTIETHS, Setting

if TYPE_CHECKING:
    import polars as pl


def effect(
    sums: Blocks, setting: Setting, place: int, name: str, level: float = LEVEL
) -> Mean | None:
    """Return one effect of a mirror; None where the run cannot tell."""
    found = sums.places.get((setting.number, place, name))
    if found is None:
        return None
    n = setting.players
    # Each part is between these in units of a sixtieth over n games.
    low, high = -SIXTIETHS, SIXTIETHS * (n - 1)
    if name == "interaction":
        low, high = low - 2 * high, high - 2 * low
    blocks = sums.blocks[setting.number]
    return scaled(mean(blocks, *found, low, high, level), 1 / (SIXTIETHS * n))


def turn_order(run: Run, sums: Blocks | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return what each place in turn order is worth, from the mirrors of a run.

    Mirrors in which only the rule's starter begins tell the total and no more; those in which
    chance or one seat begins tell nothing and are left out.

    Parameters
    ----------
    sums
        What ``block.block_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a mirror with whole blocks, place and effect: ``setting`` (number), ``players``,
        ``rules`` (only options that vary), ``strategy``, ``place`` (turns after the first player,
        from 0), ``effect`` (``total``, ``order``, ``hand``, ``interaction``), ``deals`` (blocks),
        ``games`` (of these blocks), ``worth`` (share of the win less 1/n), ``low``, ``high``, ``p``
        (of "worth nothing").
    """
    import polars as pl  # noqa: PLC0415

    sums = sums or block_sums(run)
    rows = []
    for setting in sums.settings:
        for place in range(setting.players):
            for name in EFFECTS:
                found = effect(sums, setting, place, name, level)
                if found is None:
                    continue
                rows.append(
                    {
                        "setting": setting.number,
                        "players": setting.players,
                        "rules": setting.shown,
                        "strategy": setting.strategies[0],
                        "place": place,
                        "effect": name,
                        "deals": found.n,
                        "games": sums.games[setting.number],
                        "worth": found.mean,
                        "low": found.low,
                        "high": found.high,
                        "p": found.p,
                    }
                )
    return pl.DataFrame(rows)
