"""What others say about the chance of winning, held against what was played.

Neither source says how the player plays, so a claim cannot be refuted by one strategy; it can be
said whether any strategy here wins as often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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


PUBLISHED_RULES = {
    "waste_build": "suit",
    "redeals": 2,
    "empty_waste": "closed",
    "reserve_view": "tops",
}
"""The rules of which the claims speak; games under other rules say nothing about them."""


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


def sentence(
    run: Run, claim: Claim, chances: "pl.DataFrame", level: float = LEVEL, *, figure: bool = True
) -> str:
    """Return in one sentence whether any strategy of the run wins as often as a claim says.

    Speaks of all cells under the published rules at once, so each interval is taken at a level
    corrected for their number (Bonferroni).

    Parameters
    ----------
    chances
        What ``proportion.win_chances`` returned.
    figure
        Whether to add who wins most often, and how often.
    """
    cells = [cell for cell in chances.to_dicts() if cell["n"] and _published(cell)]
    if not cells:
        return f"No game here was played by the rules of which {claim.source} says {claim.text}."
    strict = 1 - (1 - level) / len(cells)
    sides = [against(claim, clopper_pearson(cell["wins"], cell["n"], strict)) for cell in cells]
    says, above = f"{claim.text} ({claim.source})", sides.count("above")
    if set(sides) == {"below"}:
        text = f"No strategy here wins as often as {says}"
    elif above:
        who = f"{above} of {len(cells)} cells win" if len(cells) > 1 else "The strategy here wins"
        text = f"{who} more often than {says}"
    else:
        text = f"Whether a strategy here wins as often as {says} is not decided by these games"
    return f"{text}: {_best(run, cells)}." if figure else f"{text}."


def _published(cell: "dict[str, Any]") -> bool:
    """Return whether a cell plays the rules of which the claims speak."""
    return all(cell[name] == value for name, value in PUBLISHED_RULES.items())


def _best(run: Run, cells: "Sequence[dict[str, Any]]") -> str:
    best = max(cells, key=lambda cell: (cell["chance"], cell["n"]))
    rules = run.rules(best["cell"])
    name = run.strategy(best["cell"]) + (f" under {rules}" if rules else "")
    limits = Interval(best["low"], best["high"])
    if len(cells) > 1:
        name = f"the best, {name},"
    figure = wording.chance(best["wins"], best["n"], limits)
    return f"{name} wins {figure}" + (f" of {best['n']:,} games" if best["wins"] else "")
