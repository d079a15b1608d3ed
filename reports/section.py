"""What a section of a report is made of, and the numbers that the sections share."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analysis import block, city, first, paired, payment, proportion, score, share
from analysis.interval import Interval
from analysis.run import Run
from analysis.seating import Setting, Side
from reports import colour
from reports.chart import Chart, Estimate, Row

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS = 60
"""Rows of a chart; the table behind it always holds all."""

MOST_ANSWERS = 6
"""Rows that are answered in sentences; the pictures and tables hold all."""

DESCRIBED = 12
"""Rows of a chart that are read out to those who cannot see it."""


Found = dict[str, Any]
"""A row of one of the tables of ``analysis``."""


@dataclass(frozen=True)
class Table:
    """A table of finished texts; the first ``texts`` columns are words, the others figures."""

    caption: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    texts: int = 1


@dataclass(frozen=True)
class Figure:
    """A picture (None where there is nothing to draw), its caption and the table behind it."""

    chart: Chart | None
    caption: str
    table: Table


@dataclass(frozen=True)
class Scene:
    """A city beside its numbers.

    Attributes
    ----------
    svg, caption
        The picture.
    facts
        Its numbers: name and figure.
    command
        What plays its game again.
    """

    svg: str
    caption: str
    facts: list[tuple[str, str]]
    command: str


@dataclass(frozen=True)
class Section:
    """One question and its answer.

    Attributes
    ----------
    name
        Its anchor in the page.
    title
        The question.
    answers
        Sentences that answer it, each with interval, number of games and perspective.
    figures
        Pictures with their tables.
    method
        Two lines on how the numbers were made.
    call
        The Python expression that makes them again, for an opened ``run``.
    advice
        A command that would play what is missing here; empty if nothing is.
    terms
        Words that the answers use, each with what it means.
    scene
        A picture beside its numbers, from one game of the run.
    """

    name: str
    title: str
    answers: list[str]
    figures: list[Figure]
    method: str
    call: str
    advice: str = ""
    terms: list[tuple[str, str]] = field(default_factory=list)
    scene: "Scene | None" = None


class Numbers:
    """A run with the tables that several sections need, each made once."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def chances(self) -> "pl.DataFrame":
        """The chance of winning of every cell."""
        return proportion.win_chances(self.run)

    @cached_property
    def cells(self) -> list[dict[str, Any]]:
        """The cells that have games, with their chances."""
        return [cell for cell in self.chances.to_dicts() if cell["n"]]

    @cached_property
    def sums(self) -> paired.PairSums:
        """Sums over common deals."""
        return paired.pair_sums(self.run)

    @cached_property
    def comparisons(self) -> list[dict[str, Any]]:
        """Every pair of cells that have common deals."""
        rows = paired.comparisons(self.run, self.sums).to_dicts()
        return [row for row in rows if row["n"]]

    @property
    def head(self) -> tuple[str, ...]:
        """The columns of a table that name a cell of the plan."""
        return ("strategy", "rules") if self.run.varied else ("strategy",)

    def names(self, cell: int) -> tuple[str, ...]:
        """Return what stands in the columns ``head``."""
        return (self.run.strategy(cell), self.run.rules(cell))[: len(self.head)]

    def name(self, cell: int) -> str:
        """Return a cell's name in a sentence."""
        rules = self.run.rules(cell)
        return f"{self.run.strategy(cell)} ({rules})" if rules else self.run.strategy(cell)


class SeatNumbers:
    """A run of a market game with the tables that several sections need, each made once."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def sums(self) -> block.Blocks:
        """Sums over whole blocks."""
        return block.block_sums(self.run)

    @property
    def settings(self) -> list[Setting]:
        """The mixes of strategies that the run plays."""
        return self.sums.settings

    @cached_property
    def sides(self) -> dict[int, Side]:
        """Every side by its number."""
        return {side.number: side for setting in self.settings for side in setting.sides}

    @cached_property
    def shares(self) -> list[dict[str, Any]]:
        """The share of the win of every side."""
        return share.win_shares(self.run, self.sums).to_dicts()

    @cached_property
    def places(self) -> list[dict[str, Any]]:
        """What each place in turn order is worth."""
        return first.turn_order(self.run, self.sums).to_dicts()

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """How winning goes along with payments."""
        return payment.lines(self.run, self.sums).to_dicts()

    @cached_property
    def means(self) -> list[dict[str, Any]]:
        """Means of every side over all its games."""
        return score.means(self.run).to_dicts()

    @cached_property
    def cities(self) -> list[dict[str, Any]]:
        """Walls, tiles and redesigns of every side."""
        return city.cities(self.run, self.sums).to_dicts()

    @cached_property
    def ends(self) -> list[dict[str, Any]]:
        """How the games of every setting ended."""
        return score.ends(self.run).to_dicts()

    @cached_property
    def ruled(self) -> bool:
        """Whether rules set some settings apart."""
        return any(setting.shown for setting in self.settings)

    @property
    def head(self) -> tuple[str, ...]:
        """The columns of a table that name a side; the first are words."""
        return (*self.setting_head[:-1], "strategy", "against")

    def names(self, row: dict[str, Any]) -> tuple[str, ...]:
        """Return what stands in the columns ``head``."""
        side = self.sides[row["side"]]
        return (*self.setting_names(row)[:-1], side.strategy, side.against)

    @property
    def setting_head(self) -> tuple[str, ...]:
        """The columns of a table that name a setting."""
        return ("players", *(("rules",) if self.ruled else ()), "who plays")

    def setting_names(self, row: dict[str, Any]) -> tuple[str, ...]:
        """Return what stands in the columns ``setting_head``."""
        setting = self.settings[row["setting"]]
        rules = (setting.shown,) if self.ruled else ()
        return (str(setting.players), *rules, setting.title)

    def drawn(self, rows: Sequence[Found]) -> tuple[list[Found], str]:
        """Return the rows that a picture draws, and what its caption must say of the others.

        With more than ``MOST_ROWS`` those of strategies against themselves, if there are some.
        """
        mirrors = [row for row in rows if self.settings[row["setting"]].kind == "mirror"]
        if len(rows) <= MOST_ROWS or not mirrors:
            return list(rows[:MOST_ROWS]), cut(rows)
        told = f" Strategies against themselves are drawn, {len(mirrors)} of {len(rows)} rows;"
        return mirrors[:MOST_ROWS], cut(mirrors) or f"{told} the table holds all."

    def mirrors(self, rows: Sequence[Found]) -> list[Found]:
        """Return the rows of strategies against themselves, or all if there is none."""
        found = [row for row in rows if self.settings[row["setting"]].kind == "mirror"]
        return found or list(rows)

    def groups(self, rows: Sequence[Found]) -> dict[str, list[Found]]:
        """Return rows by number of players and rules."""
        found: dict[str, list[Found]] = {}
        for row in rows:
            found.setdefault(self.group(row), []).append(row)
        return found

    def group(self, row: dict[str, Any]) -> str:
        """Return the heading under which a row stands."""
        return self.settings[row["setting"]].group

    def side_name(self, row: dict[str, Any]) -> str:
        """Return a side in words."""
        side = self.sides[row["side"]]
        return f"{side.strategy} against {side.against}"


def estimate(row: Row, value: float, reach: Interval, scale: float = 1) -> Estimate:
    """Return a row of a chart with its estimate and interval, ``scale`` times as large."""
    low, high = (scale * limit for limit in reach)
    return Estimate(row.label, row.note, row.group, value=scale * value, limits=Interval(low, high))


def difference(
    row: Row, value: float, reach: Interval, *, sure: bool, scale: float = 1
) -> Estimate:
    """Return a row of a chart of differences: blue for more, red for less.

    Hollow and grey unless the difference is ``sure``.
    """
    side = colour.BLUE if value > 0 else colour.VERMILLION
    paint = side if sure else colour.MUTED
    return replace(estimate(row, value, reach, scale), colour=paint, sure=sure)


def limits(row: dict[str, Any]) -> Interval:
    """Return the interval of a row that has one."""
    return Interval(row["low"], row["high"])


def in_tables(rest: int) -> str:
    """Return where to find what is not answered in sentences."""
    return "1 more is in the tables." if rest == 1 else f"{rest:,} more are in the tables."


def described(rows: Sequence[Row]) -> str:
    """Return what a picture shows, for those who cannot see it."""
    lines = [f"{row.label}{f' ({row.group})' if row.group else ''}: {row.note}" for row in rows]
    rest = len(lines) - DESCRIBED
    return "; ".join(lines[:DESCRIBED]) + (f"; {rest} more in the table." if rest > 0 else ".")


def cut(rows: Sequence[Row] | Sequence[Found]) -> str:
    """Return what a caption must add where not all rows are drawn."""
    if len(rows) <= MOST_ROWS:
        return ""
    return f" The first {MOST_ROWS} of {len(rows)} are drawn; the table holds all."
