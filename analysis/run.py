"""A run folder, opened for reading: its plan, its manifest, its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import UserError
from sim.plan import Chunk, Plan
from sim.schema import GAMES
from sim.store import Manifest, read_store

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Part:
    """A part that is there, and which deals it holds."""

    chunk: Chunk
    path: Path


@dataclass(frozen=True)
class Run:
    """A run, finished or not.

    Attributes
    ----------
    folder
        Where it lies.
    plan
        What it plays.
    manifest
        What it was made from.
    parts
        The parts that are there, in the plan's order.
    present
        Number of games that are there.
    """

    folder: Path
    plan: Plan
    manifest: Manifest
    parts: tuple[Part, ...]
    present: int

    @property
    def planned(self) -> int:
        """Number of games of the whole plan."""
        return self.plan.games

    @property
    def finished(self) -> bool:
        """Whether every game of the plan is there."""
        return self.present == self.planned

    @property
    def progress(self) -> str:
        """How much of the run is there, in words."""
        if self.finished:
            return f"finished: all {self.planned:,} games are there"
        return f"unfinished: {self.present:,} of {self.planned:,} games are there"

    @property
    def games(self) -> "pl.LazyFrame":
        """Every game, one row each, as ``sim.schema`` describes them."""
        return _scan(self.parts)

    def window(self, first: int, last: int) -> "pl.LazyFrame | None":
        """Return the games on the deals ``first`` to ``last - 1``; None where none is there.

        Opens only the parts that hold some of them, so that going through a log window by window
        costs as much as reading it once.
        """
        import polars as pl  # noqa: PLC0415

        parts = [p for p in self.parts if p.chunk.first < last and p.chunk.last > first]
        if not parts:
            return None
        return _scan(parts).filter(pl.col("deal").is_between(first, last, closed="left"))

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Names of the rule options of the plan, in declared order."""
        return tuple(self.plan.cells[0].rules)

    @cached_property
    def varied(self) -> tuple[str, ...]:
        """Names of the rule options that differ between cells."""
        cells = self.plan.cells
        return tuple(name for name in self.options if len({cell.rules[name] for cell in cells}) > 1)

    def rules(self, cell: int) -> str:
        """Return what sets the rules of a cell apart from the others'; empty if nothing does."""
        rules = self.plan.cells[cell].rules
        return ", ".join(f"{name}={rules[name]}" for name in self.varied)

    def strategy(self, cell: int) -> str:
        """Return the full spec of a cell's strategy."""
        return self.plan.cells[cell].seating[0]

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """The cells of the plan: ``cell``, ``strategy``, then every rule option."""
        import polars as pl  # noqa: PLC0415

        rows = [
            {"cell": number, "strategy": cell.seating[0], **cell.rules}
            for number, cell in enumerate(self.plan.cells)
        ]
        return pl.DataFrame(rows, infer_schema_length=None).with_columns(
            pl.col("cell").cast(pl.UInt16)
        )


def load(folder: str | Path) -> Run:
    """Open a run folder for reading.

    An unfinished run is fine: ``Run.progress`` says how much of it is there.

    Parameters
    ----------
    folder
        The folder that holds ``plan.toml`` and ``games/``.

    Raises
    ------
    UserError
        If it holds no run, no game yet, games that cannot be analysed, or a damaged part.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder")
    stored = read_store(folder)
    plan = stored.plan
    other = sorted({cell.game for cell in plan.cells} - GAMES.keys())
    if other or not plan.cells:
        raise UserError(f"{folder}: cannot analyse {', '.join(other) or 'a plan without cells'}")
    if not stored.games:
        raise UserError(f"{folder}: no game has been played yet ({plan.games:,} are planned)")
    chunks = {chunk.name: chunk for chunk in plan.chunks()}
    parts = tuple(Part(chunks[path.name], path) for path in stored.parts)
    return Run(folder, plan, stored.manifest, parts, stored.games)


def _scan(parts: Sequence[Part]) -> "pl.LazyFrame":
    import polars as pl  # noqa: PLC0415

    return pl.scan_parquet([part.path for part in parts])


def collect(*frames: "pl.LazyFrame") -> "list[pl.DataFrame]":
    """Run queries over a log in constant memory.

    Raises
    ------
    UserError
        If a part turns out to be damaged in the middle.
    """
    import polars as pl  # noqa: PLC0415

    try:
        return pl.collect_all(frames, engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise UserError(f"the log cannot be read: a part is damaged ({reason})") from None
