"""A run folder, opened for reading: its plan, its manifest, its games."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import UserError
from sim.plan import Chunk, Plan
from sim.schema import GAMES, SEATS
from sim.store import PLAN, Manifest, read_store

if TYPE_CHECKING:
    import polars as pl

WINDOW_ROWS = 2**21
"""Rows of games or of seats held in memory at once."""


@dataclass(frozen=True)
class Part:
    """A part that is there, and which deals it holds.

    Attributes
    ----------
    path
        Its games; ``seats`` is where the rows of their seats lie.
    """

    chunk: Chunk
    path: Path

    @property
    def seats(self) -> Path:
        """The part of ``seats/`` that belongs to it."""
        return self.path.parent.parent / "seats" / self.path.name


@dataclass(frozen=True)
class Run:
    """A run, finished or not; the tables speak of the cells of one game.

    Attributes
    ----------
    folder
        Where it lies.
    plan
        What it plays.
    manifest
        What it was made from.
    parts
        The parts that are there, of every game, in the plan's order.
    present
        Number of games that are there, of every game.
    game
        The game whose cells are looked at; a run of several games is opened at the first.
    """

    folder: Path
    plan: Plan
    manifest: Manifest
    parts: tuple[Part, ...]
    present: int
    game: str = "patience"

    @property
    def played(self) -> tuple[str, ...]:
        """The games of which something is there, in the plan's order."""
        return tuple(dict.fromkeys(self.plan.cells[part.chunk.cell].game for part in self.parts))

    def of(self, game: str) -> "Run":
        """Return the same run, looked at for another of its games."""
        return replace(self, game=game)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the cells of the game."""
        cells = enumerate(self.plan.cells)
        return tuple(number for number, cell in cells if cell.game == self.game)

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
            there = "the only game is" if self.planned == 1 else f"all {self.planned:,} games are"
            return f"finished: {there} there"
        return f"unfinished: {self.present:,} of {self.planned:,} games are there"

    @cached_property
    def own(self) -> tuple[Part, ...]:
        """The parts of the game's cells."""
        return tuple(part for part in self.parts if part.chunk.cell in self.numbers)

    @property
    def games(self) -> "pl.LazyFrame":
        """Every game, one row each, as ``sim.schema`` describes them."""
        return _scan([part.path for part in self.own])

    @property
    def seats(self) -> "pl.LazyFrame":
        """Every seat of every game, one row each; the patience has none."""
        return _scan([part.seats for part in self.own])

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield windows of deals, first and one past the last, of about ``WINDOW_ROWS`` rows."""
        cells = [self.plan.cells[number] for number in self.numbers]
        rows = sum(cell.players / cell.every for cell in cells)
        width = max(2**8, 2 ** int(math.log2(WINDOW_ROWS / rows)))
        for first in range(self.plan.first // width * width, self.plan.last, width):
            yield first, min(first + width, self.plan.last)

    def window(self, first: int, last: int, table: str = "games") -> "pl.LazyFrame | None":
        """Return the rows on the deals ``first`` to ``last - 1``; None where none is there.

        Opens only the parts that hold some of them, so that going through a log window by window
        costs about as much as reading it once.

        Parameters
        ----------
        table
            ``"games"`` or ``"seats"``.
        """
        import polars as pl  # noqa: PLC0415

        parts = [p for p in self.own if p.chunk.first < last and p.chunk.last > first]
        if not parts:
            return None
        found = _scan([part.path if table == "games" else part.seats for part in parts])
        return found.filter(pl.col("deal").is_between(first, last, closed="left"))

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Names of the rule options of the game, in declared order."""
        return tuple(self.plan.cells[self.numbers[0]].rules)

    @cached_property
    def varied(self) -> tuple[str, ...]:
        """Names of the rule options that differ between cells."""
        rules = [self.plan.cells[number].rules for number in self.numbers]
        return tuple(name for name in self.options if len({each[name] for each in rules}) > 1)

    def rules(self, cell: int) -> str:
        """Return what sets the rules of a cell apart from the others'; empty if nothing does."""
        rules = self.plan.cells[cell].rules
        return ", ".join(f"{name}={rules[name]}" for name in self.varied)

    def strategy(self, cell: int) -> str:
        """Return the full spec of a cell's strategy."""
        return self.plan.cells[cell].seating[0]

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """The cells of the game: ``cell``, who plays, then every rule option.

        Who plays is ``strategy`` in the patience, ``players`` and ``seating`` elsewhere.
        """
        import polars as pl  # noqa: PLC0415

        rows = []
        for number in self.numbers:
            cell = self.plan.cells[number]
            who: dict[str, str | int] = {"strategy": cell.seating[0]}
            if self.game in SEATS:
                who = {"players": cell.players, "seating": cell.seating_text}
            rows.append({"cell": number, **who, **cell.rules})
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
    plan = Plan.read(folder / PLAN)
    other = sorted({cell.game for cell in plan.cells} - GAMES.keys())
    if other or not plan.cells:
        raise UserError(f"{folder}: cannot analyse {', '.join(other) or 'a plan without cells'}")
    stored = read_store(folder)
    if not stored.games:
        raise UserError(f"{folder}: no game has been played yet ({plan.games:,} are planned)")
    chunks = {chunk.name: chunk for chunk in plan.chunks()}
    parts = tuple(Part(chunks[path.name], path) for path in stored.parts)
    game = plan.cells[parts[0].chunk.cell].game
    return Run(folder, plan, stored.manifest, parts, stored.games, game)


def _scan(paths: Sequence[Path]) -> "pl.LazyFrame":
    import polars as pl  # noqa: PLC0415

    return pl.scan_parquet(list(paths))


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
