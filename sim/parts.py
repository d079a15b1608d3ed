"""Playing one chunk and writing its part: the task of a worker."""

import os
import signal
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import RULES_VERSION
from sim.game import Player, Seat, load_game
from sim.plan import Cell, Chunk, Plan
from sim.schema import GAMES, SCHEMA_VERSION, Column, dtypes, tables
from sim.store import checksum, write_file

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Columns = dict[str, NDArray[Any]]
    Tables = dict[str, Columns]

ZSTD_LEVEL = 3
ROW_GROUP = 2**17


@dataclass(frozen=True)
class Task:
    """One chunk to play.

    Attributes
    ----------
    folder
        The run's folder, or None to play without writing.
    seats
        The strategy of each seat, in order.
    strategies, seatings
        All specs and all seatings of the plan, in order: the categories of the log's Enums.
    """

    folder: Path | None
    chunk: Chunk
    cell: Cell
    seats: tuple[Seat, ...]
    strategies: tuple[str, ...]
    seatings: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Fault:
    """A game that a strategy's failure ended.

    Attributes
    ----------
    game
        As ``alhambra replay`` names it, ``CELL:DEAL``.
    strategy
        The spec of the strategy that failed.
    reason
        Its traceback, or what it answered.
    """

    game: str
    strategy: str
    reason: str


@dataclass(frozen=True)
class Done:
    """What became of a task.

    Attributes
    ----------
    games, faults
        Games played, and how many of them a strategy's failure ended.
    parts
        Entries for the manifest.
    seconds
        Time that it took in the worker.
    fault
        The first of the faults.
    """

    chunk: Chunk
    games: int
    faults: int
    parts: dict[str, dict[str, Any]]
    seconds: float
    fault: Fault | None = None


def names_in(plan: Plan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return all specs and all seatings of a plan, in order."""
    return tuple(strategy.spec for strategy in plan.strategies), plan.seatings


PATROL_SECONDS = 0.5


def start_worker() -> None:
    """Make a worker process ready: interrupts are the driver's to handle, its end is ours too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    one_thread()
    threading.Thread(target=_end_with_driver, args=(os.getppid(),), daemon=True).start()


def _end_with_driver(driver: int) -> None:
    """End this process when its driver has gone, be it killed: nobody is left to work for."""
    while os.getppid() == driver:
        time.sleep(PATROL_SECONDS)
    os._exit(1)


def one_thread() -> None:
    """Keep polars to one thread in this process; it must not have been imported yet."""
    os.environ["POLARS_MAX_THREADS"] = "1"


@lru_cache(maxsize=64)
def _load(seat: Seat) -> Player:
    return seat.load()


def play_task(task: Task) -> Done:
    """Play the games of a chunk and write their parts, the one that commits them last."""
    started = time.perf_counter()
    columns = play_chunk(task)
    parts = {}
    for table in tables(task.cell.game) if task.folder else ():
        data = to_parquet(task, table, columns[table])
        name = f"{table}/{task.chunk.name}"
        write_file(Path(task.folder or "") / name, data)
        parts[name] = {"rows": len(next(iter(columns[table].values()))), "sha256": checksum(data)}
    failed = columns["games"]["end"] == FAULT[task.cell.game]
    faults = int(failed.sum())
    first = explain(task, int(failed.argmax())) if faults else None
    seconds = time.perf_counter() - started
    return Done(task.chunk, len(failed), faults, parts, seconds, first)


def explain(task: Task, number: int) -> Fault:
    """Play a game of a chunk that ended in a fault again and say what happened."""
    cell, chunk = task.cell, task.chunk
    deal = cell.deals(chunk.first, chunk.last)[number]
    players = [_load(seat) for seat in task.seats]
    played = load_game(cell.game).replay(cell, players, task.seed, deal)
    seat = max(0, played.rows["games"][0].get("fault_seat", 0))
    reason = played.error.strip() or "it answered with what is no move"
    return Fault(f"{chunk.cell}:{deal}", cell.seating[seat], reason)


FAULT = {
    game: column.values.index("fault")
    for game, columns in GAMES.items()
    for column in columns
    if column.name == "end"
}
"""Number of the end ``fault`` by game."""


def play_chunk(task: Task) -> "Tables":
    """Play the games of a chunk; return the log's columns but the plan's own."""
    game = load_game(task.cell.game)
    players = [_load(seat) for seat in task.seats]
    return game.play(task.cell, players, task.seed, task.chunk.first, task.chunk.last)


def to_parquet(task: Task, table: str, columns: "Columns") -> bytes:
    """Return the bytes of a part; they depend on the plan, the seed and our sources alone."""
    buffer = BytesIO()
    to_frame(task, table, columns).write_parquet(
        buffer,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        row_group_size=ROW_GROUP,
        statistics=True,
        metadata={
            "alhambra.schema": str(SCHEMA_VERSION),
            "alhambra.rules": str(RULES_VERSION),
            "alhambra.seed": str(task.seed),
        },
    )
    return buffer.getvalue()


def to_frame(task: Task, table: str, columns: "Columns") -> "pl.DataFrame":
    """Return the rows of a part, by the schema of its game."""
    import polars as pl  # noqa: PLC0415  (heavy)

    schema = tables(task.cell.game)[table]
    types = dtypes(schema, task.strategies, task.seatings)
    own = own_columns(task, table)
    rows = len(next(iter(columns.values())))

    def series(column: Column) -> pl.Series:
        name, dtype = column.name, types[column.name]
        values = own[name] if name in own else columns[name]
        if isinstance(values, str | int):
            return pl.repeat(values, rows, dtype=dtype, eager=True).alias(name)
        if isinstance(dtype, pl.Enum):
            return pl.Series(name, dtype.categories, dtype=dtype).gather(values)
        return pl.Series(name, values).cast(dtype)

    return pl.DataFrame([series(column) for column in schema])


def own_columns(task: Task, table: str) -> dict[str, Any]:
    """Return the columns that the plan knows: one value for all rows, or one for each."""
    import numpy as np  # noqa: PLC0415  (heavy)

    cell = task.cell
    deals = cell.deal_numbers(task.chunk.first, task.chunk.last)
    if table == "seats":
        codes = [task.strategies.index(spec) for spec in cell.seating]
        return {
            "cell": task.chunk.cell,
            "deal": np.repeat(deals, cell.players),
            "seat": np.tile(np.arange(cell.players), len(deals)),
            "strategy": np.tile(codes, len(deals)),
        }
    return {
        "cell": task.chunk.cell,
        "deal": deals,
        "strategy": cell.seating[0],
        "seating": cell.seating_text,
        "players": cell.players,
        **cell.rules,
    }
