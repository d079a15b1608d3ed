"""Benchmark: games a second by strategy; one worker and two, log on and off, beside C by hand.

``python -m scripts.bench`` prints the table, ``--write`` puts it into ``scripts/README.md``. All
variants are played in turn, several times, so that their ratios hold where a machine's speed
drifts; medians are shown.
"""

import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import click

from sim.parts import Task, names_in, play_task
from sim.runner import play_all
from strategies.spec import Spec, read_spec

if TYPE_CHECKING:
    from sim.plan import Plan

HERE = Path(__file__).parent
README = HERE / "README.md"
BEGIN, END = "<!-- benchmark -->", "<!-- end of benchmark -->"
YARDSTICKS = {"builder": "builder", "random": "random"}
SECONDS = 1.0
"""Aim for the length of one timing of one variant."""


@dataclass(frozen=True)
class Row:
    """Medians for one strategy.

    Attributes
    ----------
    alone, logged, double
        Games a second with one worker and no log, one worker and log, two workers and log.
    ratio
        How much longer a game takes (one worker, log on) than in C by hand; None without it.
    by_hand
        Games a second in C by hand.
    """

    spec: str
    alone: float
    logged: float
    double: float
    ratio: float | None
    by_hand: float | None


def build_yardstick(folder: Path) -> Path | None:
    """Compile the C program with the system's compiler; None where there is none."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    program = folder / "patience"
    source = HERE / "yardstick" / "patience.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return program


def make_tasks(plan: "Plan", specs: Sequence[Spec], folder: Path | None) -> list[Task]:
    """Return the tasks of a plan with one cell."""
    cell, names = plan.cells[0], names_in(plan)
    return [Task(folder, chunk, cell, tuple(specs), *names, plan.seed) for chunk in plan.chunks()]


def rate(tasks: Sequence[Task], jobs: int) -> float:
    """Return games a second of some tasks."""
    started = time.perf_counter()
    games = sum(done.games for done in play_all(tasks, jobs))
    return games / (time.perf_counter() - started)


def hand_rate(program: Path, spec: str, games: int) -> float:
    """Return games a second of the C program, which plays the same deals."""
    from sim.randomness import stream_key

    cards = stream_key(0, "patience", 1, "cards")
    choices = stream_key(0, "patience", 1, spec, "seat", 0)
    command = [str(program), YARDSTICKS[spec], str(games), str(cards), str(choices)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return games / float(done.stdout.split()[-1])


def bench(spec: Spec, rounds: int, folder: Path, yardstick: Path | None) -> Row:
    """Measure one strategy."""
    from scripts.cells import make_plan
    from scripts.options import read_rules

    rules = read_rules("patience", [])

    def tasks(games: int, where: Path | None) -> list[Task]:
        return make_tasks(make_plan("patience", [spec], (0, games), 0, rules), [spec], where)

    play_task(tasks(1, None)[0])
    games = 64
    while (seconds := games / rate(tasks(games, None), 1)) < SECONDS / 4:
        games *= 2
    games = max(32, int(games * SECONDS / seconds))
    (folder / "games").mkdir(exist_ok=True)
    half = _halved(tasks(games, folder))
    variants: list[Callable[[], float]] = [
        lambda: rate(tasks(games, None), 1),
        lambda: rate(tasks(games, folder), 1),
        lambda: rate(half, 2),
    ]
    if yardstick and spec.spec in YARDSTICKS:
        variants.append(lambda: hand_rate(yardstick, spec.spec, games))
    rate(_halved(tasks(64, None)), 2)  # starts the workers
    measured = [[variant() for variant in variants] for _ in range(rounds)]
    columns = list(zip(*measured, strict=True))
    alone, logged, double = (median(column) for column in columns[:3])
    hand = median(columns[3]) if len(columns) > 3 else None
    ratio = median(m[3] / m[1] for m in measured) if hand else None
    return Row(spec.spec, alone, logged, double, ratio, hand)


def _halved(tasks: Sequence[Task]) -> list[Task]:
    """Cut one-cell tasks into equal chunks for two workers, four each."""
    first, last = tasks[0].chunk.first, tasks[-1].chunk.last
    step = max(1, -(-(last - first) // 8))
    parts = enumerate(range(first, last, step))
    chunks = (
        tasks[0].chunk._replace(number=k, first=a, last=min(a + step, last)) for k, a in parts
    )
    return [replace(tasks[0], chunk=chunk) for chunk in chunks]


def table(rows: Sequence[Row]) -> str:
    """Return the benchmark's table as Markdown."""
    lines = [
        "| strategy | one worker, no log | one worker, log | cost of the log | two workers, log"
        " | of one | C by hand | C is faster by |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        hand = f"{row.by_hand:,.0f}" if row.by_hand else ""
        ratio = f"{row.ratio:.2f}x" if row.ratio else ""
        lines.append(
            f"| `{row.spec}` | {row.alone:,.0f} | {row.logged:,.0f}"
            f" | {row.alone / row.logged - 1:+.0%} | {row.double:,.0f}"
            f" | {row.double / row.logged:.2f}x | {hand} | {ratio} |"
        )
    return "\n".join(lines)


def machine() -> str:
    """Return what was measured on, in a line."""
    import numba

    cpu = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return (
        f"Games a second, patience, default rules; medians, all columns played in turn."
        f" {cpu}, {os.cpu_count()} cores, Python {platform.python_version()},"
        f" numba {numba.__version__}. Repeat: `python -m scripts.bench`."
    )


@click.command()
@click.option("--strategy", "-s", multiple=True, help="Only these.  [default: all built-in]")
@click.option("--rounds", default=5, show_default=True, help="Timings of each variant.")
@click.option("--write", is_flag=True, help="Put the table into scripts/README.md.")
def command(strategy: tuple[str, ...], rounds: int, write: bool) -> None:
    """Measure games a second by strategy, with one worker and two, log on and off."""
    from strategies.registry import built_in

    specs = [read_spec("patience", text) for text in strategy or built_in("patience")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yardstick = build_yardstick(folder)
        rows = []
        for spec in specs:
            click.echo(f"{spec.spec} ...", err=True)
            rows.append(bench(spec, rounds, folder, yardstick))
    text = f"{machine()}\n\n{table(rows)}"
    click.echo(text)
    if write:
        front, rest = README.read_text(encoding="utf-8").split(BEGIN)
        back = rest.split(END)[1]
        README.write_text(f"{front}{BEGIN}\n{text}\n{END}{back}", encoding="utf-8")


if __name__ == "__main__":
    command()
