"""The batch runner: a plan's missing chunks, played by parallel workers."""

import contextlib
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from sim.errors import UserError
from sim.game import Seat
from sim.parts import Done, Task, names_in, play_task, start_worker
from sim.plan import Chunk, Plan
from sim.store import Manifest, Store, host, now, open_store

WORTH_WORKERS = 3.0
"""Full chunks of work, a fraction of a second each, below which no workers are started: it would
take longer than the games."""
SAVE_SECONDS = 10.0
"""The manifest is written again at most this often while a run goes on."""

Progress = Callable[[Done], bool | None]
"""Told of each finished chunk; a true answer stops the run."""
Order = Callable[[Sequence[Chunk]], Sequence[Chunk]]
"""Chooses the order in which chunks are played; results do not depend on it."""


@dataclass(frozen=True)
class Summary:
    """What a command has done.

    Attributes
    ----------
    games, faults
        Games played by this command, and how many of them a strategy's failure ended.
    present
        Games in the folder now.
    seconds
        Time of playing.
    reasons
        By spec of a strategy that failed: a game, and why; of this folder's whole life.
    """

    games: int
    faults: int
    present: int
    seconds: float
    reasons: Mapping[str, Mapping[str, str]]


class Interrupts:
    """Within, SIGINT and SIGTERM only ask to stop; a second one raises KeyboardInterrupt at once.

    An exception out of a signal handler could strike anywhere, also inside a library that does not
    bear it; asked politely, the run ends between two chunks.
    """

    SIGNALS = tuple(
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    )

    def __init__(self) -> None:
        self.asked = False

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def __enter__(self) -> "Interrupts":
        self._before = {}
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._ask) for number in self.SIGNALS}
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)


def run(
    folder: Path,
    plan: Plan,
    seats: Mapping[str, Seat],
    manifest: Manifest,
    *,
    jobs: int = 1,
    begin: Callable[[int, int], None] = lambda total, present: None,
    progress: Progress = lambda done: None,
    order: Order = lambda chunks: chunks,
) -> Summary:
    """Play what is missing of a plan.

    Parameters
    ----------
    folder
        The run's folder, new or begun.
    plan
        What to play; joined with what the folder already holds.
    seats
        The loadable strategy for each spec of the plan.
    manifest
        What this command is made from.
    jobs
        Worker processes; with 1 the games are played in this one.
    begin
        Told how many games the run has, and how many of them are there already.
    progress
        Told of each finished chunk.
    order
        Order of the chunks.

    Raises
    ------
    UserError
        If the folder cannot be used or written (:func:`sim.store.open_store`).
    KeyboardInterrupt
        On SIGINT or SIGTERM; what is finished is kept.
    """
    with open_store(folder, plan, manifest) as store, Interrupts() as interrupts:
        todo = store.missing()
        if not store.manifest.started:
            store.manifest.started, store.manifest.host = now(), host()
        store.save_manifest()
        store.save_plan()
        left = sum(store.plan.games_of(chunk) for chunk in todo)
        begin(store.plan.games, store.plan.games - left)
        started = time.perf_counter()
        games, faults = _play(store, order(todo), seats, jobs, progress, interrupts)
        if not store.manifest.finished and not store.missing():
            store.manifest.finished = now()
            store.save_manifest()
        present = store.present()
        seconds = time.perf_counter() - started
        return Summary(games, faults, present, seconds, store.manifest.faults)


def _play(
    store: Store,
    todo: Sequence[Chunk],
    seats: Mapping[str, Seat],
    jobs: int,
    progress: Progress,
    interrupts: Interrupts,
) -> tuple[int, int]:
    """Play chunks and keep the manifest up to date; return games and faults."""
    games = faults = 0
    saved = time.monotonic()
    results = play_all([_task(store, chunk, seats) for chunk in todo], jobs)
    try:
        for done in results:
            store.manifest.parts |= done.parts
            games, faults = games + done.games, faults + done.faults
            if fault := done.fault:
                kept = {"game": fault.game, "reason": fault.reason}
                store.manifest.faults.setdefault(fault.strategy, kept)
            if progress(done):
                break
            if interrupts.asked:
                raise KeyboardInterrupt
            if time.monotonic() - saved > SAVE_SECONDS:
                store.save_manifest()
                saved = time.monotonic()
    except UserError:
        if interrupts.asked:  # the signal went to the workers too, and ended them
            raise KeyboardInterrupt from None
        raise
    finally:
        with warnings.catch_warnings():  # joblib tells of cancelled tasks, which is what is meant
            warnings.simplefilter("ignore")
            results.close()
        with contextlib.suppress(UserError):  # a full disk: what stopped the run is told instead
            store.save_manifest()
    return games, faults


def _task(store: Store, chunk: Chunk, seats: Mapping[str, Seat]) -> Task:
    plan, cell = store.plan, store.plan.cells[chunk.cell]
    own = tuple(seats[spec] for spec in cell.seating)
    return Task(store.folder.absolute(), chunk, cell, own, *names_in(plan), plan.seed)


def play_all(tasks: Sequence[Task], jobs: int) -> Generator[Done, None, None]:
    """Play tasks in parallel; yield each as it is done, in any order.

    Raises
    ------
    UserError
        If a worker dies.
    """
    from joblib import Parallel, delayed  # noqa: PLC0415  (heavy)
    from joblib.externals.loky.process_executor import (  # noqa: PLC0415
        BrokenProcessPool,
    )

    if not tasks:
        return
    work = sum((task.chunk.last - task.chunk.first) / task.cell.chunk for task in tasks)
    if jobs == 1 or work < WORTH_WORKERS:
        yield from map(play_task, tasks)
        return
    pool = Parallel(
        n_jobs=min(jobs, len(tasks)),
        backend="loky",
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch="2 * n_jobs",
        initializer=start_worker,
    )
    try:
        yield from pool(delayed(play_task)(task) for task in tasks)
    except BrokenProcessPool:
        raise UserError(
            "a worker process died (killed, or out of memory); what is finished is kept,"
            " run the same command again to go on"
        ) from None
