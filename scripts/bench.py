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
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import click

from sim.parts import Task, names_in, play_task
from sim.plan import Chunk
from sim.runner import play_all
from sim.schema import tables
from strategies.spec import Spec, read_spec

HERE = Path(__file__).parent
README = HERE / "README.md"
YARDSTICKS = ("builder", "random")
"""Strategies of the patience that the C program plays."""


@dataclass(frozen=True)
class Row:
    """Medians for one strategy against itself.

    Attributes
    ----------
    players
        Number of seats, all taken by the strategy.
    alone, logged, double
        Games a second with one worker and no log, one worker and log, two workers and log.
    ratio
        How much longer a game takes (one worker, log on) than in C by hand; None without it.
    by_hand
        Games a second in C by hand.
    """

    players: int
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


def make_tasks(spec: Spec, players: int, games: int, folder: Path | None, n: int) -> list[Task]:
    """Return ``n`` tasks that together play some games of a strategy against itself."""
    from scripts.cells import make_plan
    from scripts.options import read_rules

    rules = read_rules(spec.game, [])
    plan = make_plan(spec.game, [spec], (0, games), 0, rules, [players], every_seat_begins=False)
    step = -(-games // n)
    chunks = [Chunk(0, k, a, min(a + step, games)) for k, a in enumerate(range(0, games, step))]
    seats, names = (spec,) * players, names_in(plan)
    return [Task(folder, chunk, plan.cells[0], seats, *names, 0) for chunk in chunks]


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
    command = [str(program), spec, str(games), str(cards), str(choices)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return games / float(done.stdout.split()[-1])


def bench(
    spec: Spec, players: int, rounds: int, seconds: float, folder: Path, yardstick: Path | None
) -> Row:
    """Measure one strategy."""
    by_hand = yardstick if spec.game == "patience" and spec.spec in YARDSTICKS else None
    for name in tables(spec.game):
        (folder / name).mkdir(exist_ok=True)
    play_task(make_tasks(spec, players, 1, None, 1)[0])
    games = 64
    while (took := games / rate(make_tasks(spec, players, games, None, 1), 1)) < seconds / 4:
        games *= 2
    games = max(32, int(games * seconds / took))
    variants: list[Callable[[], float]] = [
        lambda: rate(make_tasks(spec, players, games, None, 4), 1),
        lambda: rate(make_tasks(spec, players, games, folder, 4), 1),
        lambda: rate(make_tasks(spec, players, 2 * games, folder, 8), 2),
    ]
    if by_hand:
        variants.append(lambda: hand_rate(by_hand, spec.spec, games))
    rate(make_tasks(spec, players, 64, None, 4), 2)  # starts the workers
    measured = [[variant() for variant in variants] for _ in range(rounds)]
    columns = list(zip(*measured, strict=True))
    alone, logged, double = (median(column) for column in columns[:3])
    hand = median(columns[3]) if by_hand else None
    ratio = median(m[3] / m[1] for m in measured) if by_hand else None
    return Row(players, spec.spec, alone, logged, double, ratio, hand)


def table(rows: Sequence[Row]) -> str:
    """Return the benchmark's table as Markdown."""
    lines = [
        "| players | strategy | one worker, no log | one worker, log | cost of the log"
        " | two workers, log | of one | C by hand | C is faster by |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        hand = f"{row.by_hand:,.0f}" if row.by_hand else ""
        ratio = f"{row.ratio:.2f}x" if row.ratio else ""
        lines.append(
            f"| {row.players} | `{row.spec}` | {row.alone:,.0f} | {row.logged:,.0f}"
            f" | {row.alone / row.logged - 1:+.0%} | {row.double:,.0f}"
            f" | {row.double / row.logged:.2f}x | {hand} | {ratio} |"
        )
    return "\n".join(lines)


def machine(game: str) -> str:
    """Return what was measured on, in a line."""
    import numba

    cpu = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return (
        f"Games a second, default rules; medians, all columns of a row played in turn."
        f" {cpu}, {os.cpu_count()} cores, Python {platform.python_version()},"
        f" numba {numba.__version__}. Repeat: `python -m scripts.bench --game {game}`."
    )


@click.command()
@click.option("--game", default="patience", show_default=True)
@click.option("--players", help="Numbers of players, such as 2,3.  [default: all]")
@click.option("--strategy", "-s", multiple=True, help="Only these.  [default: all built-in]")
@click.option("--rounds", default=5, show_default=True, help="Timings of each variant.")
@click.option("--seconds", default=2.0, show_default=True, help="Aim for the length of one timing.")
@click.option("--write", is_flag=True, help="Put the table into scripts/README.md.")
def command(
    game: str,
    players: str | None,
    strategy: tuple[str, ...],
    rounds: int,
    seconds: float,
    write: bool,
) -> None:
    """Measure games a second by strategy, with one worker and two, log on and off."""
    from sim.game import load_players
    from strategies.registry import built_in

    specs = [read_spec(game, text) for text in strategy or built_in(game)]
    numbers = [int(n) for n in players.split(",")] if players else load_players(game)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yardstick = build_yardstick(folder)
        for spec in specs:
            for n in numbers:
                click.echo(f"{spec.spec}, {n} ...", err=True)
                rows.append(bench(spec, n, rounds, seconds, folder, yardstick))
    text = f"{machine(game)}\n\n{table(rows)}"
    click.echo(text)
    if write:
        begin, end = f"<!-- benchmark {game} -->", f"<!-- end of benchmark {game} -->"
        front, rest = README.read_text(encoding="utf-8").split(begin)
        back = rest.split(end)[1]
        README.write_text(f"{front}{begin}\n{text}\n{end}{back}", encoding="utf-8")


if __name__ == "__main__":
    command()
