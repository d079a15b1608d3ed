"""What a section of a report is made of, and the numbers that the sections share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analysis import paired, proportion
from analysis.interval import Interval
from analysis.run import Run
from reports.chart import Chart, Row

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS = 60
"""Rows of a chart; the table behind it always holds all."""

DESCRIBED = 12
"""Rows of a chart that are read out to those who cannot see it."""


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
    """

    name: str
    title: str
    answers: list[str]
    figures: list[Figure]
    method: str
    call: str
    advice: str = ""


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


def limits(row: dict[str, Any]) -> Interval:
    """Return the interval of a row that has one."""
    return Interval(row["low"], row["high"])


def described(rows: Sequence[Row]) -> str:
    """Return what a picture shows, for those who cannot see it."""
    lines = [f"{row.label}{f' ({row.group})' if row.group else ''}: {row.note}" for row in rows]
    rest = len(lines) - DESCRIBED
    return "; ".join(lines[:DESCRIBED]) + (f"; {rest} more in the table." if rest > 0 else ".")


def cut(rows: Sequence[Row]) -> str:
    """Return what a caption must add where not all rows are drawn."""
    if len(rows) <= MOST_ROWS:
        return ""
    return f" The first {MOST_ROWS} of {len(rows)} are drawn; the table holds all."
