"""Coverage of the intervals of a comparison: how often they are wrong at any look, by simulation.

``python -m scripts.coverage`` prints the table, ``--write`` puts it into ``analysis/README.md``.
Blocks are drawn from those of real games, played for the purpose, and from made-up ones. An
experiment is wrong if its mean is outside at any of its looks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.sequence import (
    ALPHA,
    HOME_SCALE,
    WON_SCALE,
    Scale,
    interval,
    lone_scale,
    looks,
    points_scale,
    share_scale,
)
from analysis.verdict import shared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.plan import Cell, Plan

    Array = NDArray[Any]

README = Path(__file__).parent.parent / "analysis" / "README.md"
BEGIN, END = "<!-- coverage: python -m scripts.coverage -->", "<!-- end of coverage -->"

DEALS = 10_000
"""Blocks of an experiment, and of real games played."""
BATCH = 500
"""Experiments at once: bounds the memory."""
WIDEST = 2.1
"""The interval may be this much wider than a normal one at a number of blocks fixed in advance."""
FEWEST = 10
"""With fewer blocks than this beside those of the commonest value no normal interval has a meaning,
and none is compared with ours."""


@dataclass(frozen=True)
class Statement:
    """One mean that a comparison speaks of.

    Attributes
    ----------
    values
        The value that it has for each kind of block.
    scale
        What the values can be.
    alpha
        Its part in the chance of being wrong.
    """

    values: "Array"
    scale: Scale
    alpha: float = ALPHA


@dataclass(frozen=True)
class Scenario:
    """Kinds of blocks with their chances, and what is said of their means.

    Attributes
    ----------
    name
        In words, for the table.
    chances
        Of each kind of block.
    statements
        What is said; an experiment is wrong if any statement is.
    at
        Numbers of blocks at which it is looked at.
    """

    name: str
    chances: "Array"
    statements: tuple[Statement, ...]
    at: tuple[int, ...] = looks(DEALS)


@dataclass(frozen=True)
class Row:
    """What came of a scenario.

    Attributes
    ----------
    experiments
        How many.
    wrong, fixed
        How many were wrong at any look: by our intervals, and by the normal interval for a number
        of blocks fixed in advance.
    ratio
        How many times as wide as the normal interval of 95 % that of the first statement is at the
        last look, if all blocks came as often as expected; nan where a normal one has no meaning.
    """

    experiments: int
    wrong: int
    fixed: int
    ratio: float

    @property
    def allowed(self) -> float:
        """The part of experiments that may be wrong: ``ALPHA`` and three standard errors."""
        return ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / self.experiments)

    @property
    def fails(self) -> bool:
        """Whether it is wrong too often or too wide."""
        return self.wrong > self.allowed * self.experiments or self.ratio > WIDEST


def simulate(scenario: Scenario, experiments: int, rng: "np.random.Generator") -> Row:
    """Run the experiments of a scenario."""
    import numpy as np

    wrong = fixed = 0
    for first in range(0, experiments, BATCH):
        n = min(BATCH, experiments - first)
        counts = np.zeros((n, len(scenario.chances)))
        missed, normal_missed = np.zeros(n, bool), np.zeros(n, bool)
        before = 0
        for blocks in scenario.at:
            counts += rng.multinomial(blocks - before, scenario.chances, n)
            before = blocks
            for statement in scenario.statements:
                missed |= _excluded(statement, scenario.chances, counts)
                normal_missed |= _normal_excluded(statement, scenario.chances, counts)
        wrong += int(missed.sum())
        fixed += int(normal_missed.sum())
    ratio = _ratio(scenario.statements[0], scenario.chances, scenario.at[-1])
    return Row(experiments, wrong, fixed, ratio)


def _excluded(statement: Statement, chances: "Array", counts: "Array") -> "Array":
    """Return in which experiments the true mean is outside the interval."""
    from analysis.sequence import log_capital

    low, high = statement.scale.low, statement.scale.high
    truth = float(chances @ statement.values) - low
    money = log_capital(statement.values - low, counts, high - low, truth)
    return money > -math.log(statement.alpha)


def _normal_excluded(statement: Statement, chances: "Array", counts: "Array") -> "Array":
    import numpy as np

    from analysis.interval import normal_quantile

    n = counts.sum(axis=1)
    mean = counts @ statement.values / n
    variance = np.maximum(counts @ statement.values**2 / n - mean**2, 0)
    apart = np.abs(mean - chances @ statement.values)
    rounding = 1e-9 * (statement.scale.high - statement.scale.low)
    half = normal_quantile(1 - statement.alpha) * np.sqrt(variance / n)
    return apart > half + rounding


def _ratio(statement: Statement, chances: "Array", blocks: int) -> float:
    from analysis.interval import normal_quantile

    counts: dict[int, float] = {}
    for value, chance in zip(statement.values.tolist(), chances.tolist(), strict=True):
        counts[value] = counts.get(value, 0) + chance * blocks
    if blocks - max(counts.values()) < FEWEST:
        return math.nan
    low, high = interval(counts, statement.scale, statement.alpha)
    mean = chances @ statement.values
    error = math.sqrt(float(chances @ (statement.values - mean) ** 2) / blocks)
    return (high - low) / (2 * normal_quantile(1 - ALPHA) * error * statement.scale.unit)


def recentred(values: "Array", chances: "Array", target: float) -> "Array":
    """Return other chances, tilted exponentially so that the mean of the values is the target."""
    import numpy as np
    from scipy.optimize import brentq

    def tilted(strength: float) -> "Array":
        made = chances * np.exp(strength * (values - target) / np.ptp(values))
        return made / made.sum()

    def excess(strength: float) -> float:
        return float(tilted(strength) @ values - target)

    return tilted(float(brentq(excess, -50, 50, xtol=1e-14)))


def counted(*columns: "Array") -> "tuple[Array, Array]":
    """Return the kinds of blocks that there are, one a row, and the chance of each."""
    import numpy as np

    kinds, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    return kinds, counts / counts.sum()


def market_blocks(game: str, a: str, b: str, players: int, deals: int) -> "dict[str, Array]":
    """Play blocks of a market game with more than two players.

    Returns
    -------
    dict
        ``share`` (sixtieths) and ``score``, deals x 2: the sum over all seats of the lone A's, and
        that of the lone B's.
    """
    import numpy as np

    plan, load = _plan(game, a, b, players, deals)
    sums = {name: np.zeros((deals, 2), np.int64) for name in ("share", "score")}
    for number, cell in enumerate(plan.cells):
        for k, own in enumerate((a, b)):
            if cell.seating.count(own) != 1:
                continue
            seats = _play(plan, number, cell, load)["seats"]
            for name, kept in sums.items():  # rows stand in the order of deals, then of seats
                kept[:, k] += seats[name].reshape(deals, players)[:, cell.seating.index(own)]
    return sums


def patience_blocks(a: str, b: str, deals: int) -> "dict[str, Array]":
    """Play the patience with two strategies; return A's ``won`` and ``home`` less B's."""
    plan, load = _plan("patience", a, b, 1, deals)
    own, other = (_play(plan, number, plan.cells[number], load)["games"] for number in (0, 1))
    return {name: own[name].astype(int) - other[name].astype(int) for name in ("won", "home")}


def _plan(game: str, a: str, b: str, players: int, deals: int) -> "tuple[Plan, dict[str, Any]]":
    from scripts.cells import make_plan
    from scripts.options import read_rules
    from strategies.spec import read_spec

    specs = [read_spec(game, text) for text in (a, b)]
    rules = read_rules(game, [])
    plan = make_plan(game, specs, (0, deals), 0, rules, [players], every_seat_begins=False)
    return plan, {spec.spec: spec for spec in specs}


def _play(plan: "Plan", number: int, cell: "Cell", load: dict[str, Any]) -> "dict[str, Any]":
    from sim.parts import Task, names_in, play_chunk
    from sim.plan import Chunk

    chunk = Chunk(number, 0, plan.first, plan.last)
    seats = tuple(load[spec] for spec in cell.seating)
    return play_chunk(Task(None, chunk, cell, seats, *names_in(plan), plan.seed))


def real(deals: int = DEALS) -> list[Scenario]:
    """Return scenarios from real games.

    One pair of strategies are near each other, so that their blocks can be recentred without
    changing much else; of the other pair one is far better.
    """
    patience = patience_blocks("planner", "builder", deals)
    title = "patience, `planner` and `builder`"
    return [
        *_shares("hoarder", "greedy", deals, ("as they are", "recentred")),
        *_shares("exact", "greedy", deals, ("as they are",)),
        _paired(f"{title}: won", patience["won"], WON_SCALE),
        _paired(f"{title}: cards home", patience["home"], HOME_SCALE),
    ]


def _shares(a: str, b: str, deals: int, ways: Sequence[str], players: int = 3) -> list[Scenario]:
    """Return scenarios from blocks of the card game."""
    blocks = market_blocks("card", a, b, players, deals)
    kinds, often = counted(*blocks["share"].T)
    own, other = kinds[:, 0], kinds[:, 1]
    chances = {"as they are": often}
    if "recentred" in ways:
        chances["recentred"] = recentred(own - other, often, 0)
    for_effect, for_half = shared(ALPHA, players)
    scale, half = share_scale(players), lone_scale(players)
    said = {
        "share": (Statement(own - other, scale),),
        "share, one of three pairs": (Statement(own - other, scale, ALPHA / 3),),
        "share and both halves": (
            Statement(own - other, scale, for_effect),
            Statement(own, half, for_half),
            Statement(other, half, for_half),
        ),
    }
    title = f"card game, {players} players, `{a}` and `{b}`"
    points = blocks["score"][:, 0] - blocks["score"][:, 1]
    return [
        *(
            Scenario(f"{title}, {way}: {what}", chances[way], statements)
            for way in ways
            for what, statements in said.items()
        ),
        _paired(f"{title}, as they are: points", points, points_scale("card", players)),
    ]


def _paired(name: str, values: "Array", scale: Scale) -> Scenario:
    kinds, chances = counted(values)
    return Scenario(name, chances, (Statement(kinds[:, 0], scale),))


def made_up() -> list[Scenario]:
    """Return scenarios that are hard on an interval."""
    import numpy as np

    sign = np.array([-1, 0, 1])
    rare = Statement(np.array([0, 180]), lone_scale(3))
    often = tuple(range(1, 1001))

    def differences(only_b: float, only_a: float) -> "Array":
        return np.array([only_b, 1 - only_a - only_b, only_a])

    won = Statement(sign, WON_SCALE)
    return [
        Scenario("all or nothing, each as often", np.array([0.5, 0, 0.5]), (won,)),
        Scenario("rare wins: 1 in 1,000 for A, 1 in 2,000 for B", differences(5e-4, 1e-3), (won,)),
        Scenario("rare wins: 1 in 20,000 for A alone", differences(0, 5e-5), (won,)),
        Scenario("a lone share of all or nothing, all 1 in 500", np.array([0.998, 0.002]), (rare,)),
        Scenario("mostly a little less, rarely much more", np.array([0.99, 0.01]),
                 (Statement(np.array([-1, 96]), HOME_SCALE),)),
        Scenario("no variance at all", differences(0, 0), (won,)),
        Scenario("wins of 1 in 20 each, looked at after every block up to 1,000",
                 differences(0.05, 0.05), (won,), often),
    ]  # fmt: skip


def table(found: Sequence[tuple[Scenario, Row]]) -> str:
    """Return the table as Markdown."""
    lines = [
        "| blocks | looks | wrong at any look | normal interval, wrong at any look"
        " | times as wide as it |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for scenario, row in found:
        ratio = "" if math.isnan(row.ratio) else f"{row.ratio:.2f}"
        wrong, fixed = (100 * k / row.experiments for k in (row.wrong, row.fixed))
        lines.append(
            f"| {scenario.name} | {len(scenario.at)} | {wrong:.2f} % | {fixed:.1f} % | {ratio} |"
        )
    return "\n".join(lines)


@click.command()
@click.option("--experiments", default=10_000, show_default=True, help="Of each scenario.")
@click.option("--seed", default=0, show_default=True, help="Of the experiments.")
@click.option("--write", is_flag=True, help="Put the table into analysis/README.md.")
def command(experiments: int, seed: int, write: bool) -> None:
    """Measure how often the intervals of a comparison are wrong at any look."""
    import numpy as np

    found = []
    for number, scenario in enumerate([*real(), *made_up()]):
        click.echo(f"{scenario.name} ...", err=True)
        rng = np.random.default_rng([seed, number])
        found.append((scenario, simulate(scenario, experiments, rng)))
    allowed = found[0][1].allowed
    text = (
        f"{experiments:,} experiments each; at most {100 * allowed:.2f} % may be wrong"
        f" ({100 * ALPHA:.0f} % and three standard errors). Widths at the last look."
        f"\n\n{table(found)}"
    )
    click.echo(text)
    if write:
        front, rest = README.read_text(encoding="utf-8").split(BEGIN)
        README.write_text(f"{front}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    failed = [scenario.name for scenario, row in found if row.fails]
    if failed:
        raise click.ClickException(f"wrong too often, or too wide: {'; '.join(failed)}")


if __name__ == "__main__":
    command()
