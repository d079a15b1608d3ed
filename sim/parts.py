"""Playing one chunk and writing its part: the task of a worker."""

import os
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import RULES_VERSION
from sim.game import Player, Seat, load_game
from sim.plan import Cell, Chunk
from sim.schema import CHOICES_OF_PLAN, GAMES, SCHEMA_VERSION, dtypes
from sim.store import GAMES as GAMES_FOLDER
from sim.store import checksum, write_file

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

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
    strategies
        All specs of the plan, in order: the categories of the log's Enum.
    """

    folder: Path | None
    chunk: Chunk
    cell: Cell
    seats: tuple[Seat, ...]
    strategies: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Done:
    """What became of a task.

    Attributes
    ----------
    games, faults
        Rows of the part, and how many of them a strategy's failure ended.
    sha256
        Checksum of the part.
    seconds
        Time that it took in the worker.
    """

    chunk: Chunk
    games: int
    faults: int
    sha256: str
    seconds: float


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
    """Play the games of a chunk and write their part."""
    started = time.perf_counter()
    columns = play_chunk(task)
    faults = int((columns["end"] == GAMES_END_FAULT[task.cell.game]).sum())
    sha256 = ""
    if task.folder is not None:
        data = to_parquet(task, columns)
        sha256 = checksum(data)
        write_file(task.folder / GAMES_FOLDER / task.chunk.name, data)
    seconds = time.perf_counter() - started
    return Done(task.chunk, len(columns["end"]), faults, sha256, seconds)


GAMES_END_FAULT = {
    game: column.values.index("fault")
    for game, columns in GAMES.items()
    for column in columns
    if column.name == "end"
}


def play_chunk(task: Task) -> "dict[str, NDArray[np.int32]]":
    """Play the games of a chunk; return the log's columns but the plan's own."""
    game = load_game(task.cell.game)
    players = [_load(seat) for seat in task.seats]
    return game.play(task.cell, players, task.seed, task.chunk.first, task.chunk.last)


def to_parquet(task: Task, columns: "dict[str, NDArray[Any]]") -> bytes:
    """Return the bytes of a part; they depend on the plan, the seed and our sources alone."""
    import polars as pl  # noqa: PLC0415  (heavy)

    buffer = BytesIO()
    to_frame(task, columns, pl).write_parquet(
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


def to_frame(task: Task, columns: "dict[str, NDArray[Any]]", pl: Any) -> "pl.DataFrame":
    """Return the rows of a part, by the schema of its game."""
    schema = GAMES[task.cell.game]
    types = dtypes(schema, task.strategies)
    n = task.chunk.last - task.chunk.first
    fixed = {
        "cell": task.chunk.cell,
        **_fixed_enum("strategy", task.strategies, task.cell.seating[0]),
        **task.cell.rules,
    }

    def series(name: str, values: Sequence[str]) -> Any:
        dtype = types[name]
        if name == "deal":
            return pl.int_range(task.chunk.first, task.chunk.last, dtype=dtype, eager=True)
        if name in fixed:
            return pl.repeat(fixed[name], n, dtype=dtype, eager=True).alias(name)
        if values:
            return pl.Series(name, values, dtype=dtype).gather(columns[name])
        return pl.Series(name, columns[name]).cast(dtype)

    frame: pl.DataFrame = pl.DataFrame(
        [series(column.name, column.values).alias(column.name) for column in schema]
    )
    return frame


def _fixed_enum(name: str, values: Sequence[str], value: str) -> dict[str, str]:
    assert name in CHOICES_OF_PLAN
    assert value in values
    return {name: value}
