"""What others say about the chance of winning, held against what was played.

Neither source says how the player plays, so a claim cannot be refuted by one strategy; it can be
said whether any strategy here wins as often.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis import wording
from analysis.interval import LEVEL, Interval, clopper_pearson
from analysis.proportion import win_chances
from analysis.run import Run

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Claim:
    """A published chance of winning."""

    source: str
    text: str
    chance: float


CLAIMS = (
    Claim("Morehead and Mott-Smith", "1 in 10", 0.1),
    Claim("other sources", "1 in 100", 0.01),
)


def against(claim: Claim, limits: Interval) -> str:
    """Return where an interval lies: ``below`` the claim, ``above`` it, or ``compatible``."""
    if limits.high < claim.chance:
        return "below"
    return "above" if limits.low > claim.chance else "compatible"


def claims(run: Run, chances: "pl.DataFrame | None" = None, level: float = LEVEL) -> "pl.DataFrame":
    """Hold each claim against each cell.

    Parameters
    ----------
    chances
        What ``proportion.win_chances`` returned at the same level, to read the log only once.

    Returns
    -------
    polars.DataFrame
        One row a claim and cell with games: ``source``, ``claim`` (text), ``claimed`` (chance),
        ``cell``, ``strategy``, ``rules``, ``n``, ``wins``, ``chance``, ``low``, ``high``,
        ``verdict`` (``below``, ``above`` or ``compatible``).
    """
    import polars as pl  # noqa: PLC0415

    chances = win_chances(run, level) if chances is None else chances
    rows = [
        {
            "source": claim.source,
            "claim": claim.text,
            "claimed": claim.chance,
            "cell": cell["cell"],
            "strategy": cell["strategy"],
            "rules": run.rules(cell["cell"]),
            **{k: cell[k] for k in ("n", "wins", "chance", "low", "high")},
            "verdict": against(claim, Interval(cell["low"], cell["high"])),
        }
        for claim in CLAIMS
        for cell in chances.filter(pl.col("n") > 0).to_dicts()
    ]
    return pl.DataFrame(rows)


def sentence(run: Run, claim: Claim, chances: "pl.DataFrame", level: float = LEVEL) -> str:
    """Return in one sentence whether any strategy of the run wins as often as a claim says.

    Speaks of all cells at once, so each interval is taken at a level corrected for their number
    (Bonferroni).
    """
    cells = [cell for cell in chances.to_dicts() if cell["n"]]
    strict = 1 - (1 - level) / len(cells)
    sides = [against(claim, clopper_pearson(cell["wins"], cell["n"], strict)) for cell in cells]
    best = max(cells, key=lambda cell: (cell["chance"], cell["n"]))
    figure = wording.chance(best["wins"], best["n"], Interval(best["low"], best["high"]))
    named = _name(run, best["cell"])
    played = f"{best['n']:,} games"
    says = f"{claim.text} ({claim.source})"
    if all(side == "below" for side in sides):
        who = f"the best, {named}, wins" if len(cells) > 1 else f"{named} wins"
        return f"No strategy here wins as often as {says}: {who} {figure} of {played}."
    reached = sides.count("above")
    if reached:
        others = f"{reached} of {len(cells)} win" if len(cells) > 1 else f"{named} wins"
        tail = (
            f": the best, {named}, wins {figure} of {played}."
            if len(cells) > 1
            else (f": {figure} of {played}.")
        )
        return f"{others} more often than {says}{tail}"
    return (
        f"{says} can be neither reached nor ruled out for every strategy here: the best, {named}, "
        f"wins {figure} of {played}."
    )


def _name(run: Run, cell: int) -> str:
    rules = run.rules(cell)
    return f"{run.strategy(cell)} under {rules}" if rules else run.strategy(cell)
