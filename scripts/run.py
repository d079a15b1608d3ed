"""``alhambra run``: play many games, in parallel, into a run folder."""

import itertools
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scripts.cells import check_first_player, make_plan, read_players, split_line_up
from scripts.options import GAME, RULES, SEED, STRATEGIES, read_rules
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.parts import Done
    from sim.plan import Plan
    from sim.runner import Summary
    from sim.store import Manifest
    from strategies.spec import Spec

MAX_DEAL = 2**62


@click.command("run", short_help="Play many games, in parallel, into a run folder.")
@GAME
@STRATEGIES
@click.option(
    "--players", metavar="N[,N...]",
    help="Numbers of players, each a set of cells of its own (market games).",
)  # fmt: skip
@click.option(
    "--lineup", multiple=True, metavar="SPEC,SPEC[,...]",
    help="A line-up, played in every cyclic order and rotation. May be repeated.",
)  # fmt: skip
@click.option(
    "--deals", metavar="N|A:B", default="100000", show_default=True,
    help="Deals of each cell: N for the deals 0 to N-1, A:B for A to B-1.",
)  # fmt: skip
@SEED
@RULES
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N",
    help="Worker processes.  [default: one for each core]",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FOLDER",
    help="The run folder, new or begun.  [default: runs/GAME]",
)  # fmt: skip
@click.option(
    "--max-faults", type=click.IntRange(1), default=100, show_default=True, metavar="N",
    help="Stop after so many games that a strategy's failure ended.",
)  # fmt: skip
@click.option("--keep-going", is_flag=True, help="Go on whatever fails.")
@click.option("--quiet", is_flag=True, help="No progress bar and no summary.")
def command(
    game: str,
    strategy: tuple[str, ...],
    players: str | None,
    lineup: tuple[str, ...],
    deals: str,
    seed: int,
    rule: tuple[str, ...],
    jobs: int | None,
    out: Path | None,
    max_faults: int,
    keep_going: bool,
    quiet: bool,
) -> None:
    """Play every strategy over the same deals of GAME and log each game to Parquet.

    In the patience a cell is a strategy under one value of each rule option. In the market games
    each strategy plays itself, with every seat beginning, and alone in every seat against a field
    of each other one. The same command again plays what is missing; a larger --deals extends the
    run; the number of workers changes no byte of it.

    \b
    alhambra run patience --strategy builder --strategy random --deals 1000000 --seed 0
    alhambra run patience --strategy builder --rule waste_build=suit,any --rule redeals=0,1,2
    alhambra run card --players 3 --strategy random --strategy greedy --lineup random,greedy,exact
    """  # noqa: D301  (click reads the escape)
    from joblib import cpu_count

    from sim.runner import run
    from strategies.spec import read_spec

    specs = read_specs(game, strategy)
    line_ups = [[read_spec(game, text) for text in split_line_up(line)] for line in lineup]
    if not specs and not line_ups:
        raise UserError("Missing option '--strategy' / '-s' (or --lineup).")
    numbers, rules = read_players(game, players, line_ups), read_rules(game, rule)
    check_first_player(rules, numbers)
    begins = not any(text.partition("=")[0].strip() == "first_player" for text in rule)
    everyone = list(dict.fromkeys([*specs, *(spec for line in line_ups for spec in line)]))
    compile_all(everyone, quiet)
    tell_interpreted([spec for spec in everyone if not quiet])
    plan = make_plan(
        game,
        specs,
        read_deals(deals),
        seed,
        rules,
        numbers,
        line_ups,
        every_seat_begins=begins,
    )
    folder = out or Path("runs") / game
    bar = nullcontext() if quiet else Bar()
    try:
        with bar as shown:
            limit = Limit(None if keep_going else max_faults, shown)
            watch: dict[str, Any] = {"begin": shown.begin} if shown is not None else {}
            summary = run(
                folder,
                plan,
                {spec.spec: spec for spec in everyone},
                make_manifest(game, everyone, plan),
                jobs=jobs or cpu_count(),
                progress=limit,
                **watch,
            )
    except KeyboardInterrupt:
        click.echo(
            f"alhambra: interrupted; what is finished is in {folder}. To go on:\n"
            f"  {command_line()}",
            err=True,
        )
        sys.exit(130)
    if summary.faults:
        tell_faults(summary, folder)
    if limit.reached:
        raise UserError(
            f"stopped after {summary.faults:,} faults; what is finished is in {folder}."
            " --keep-going plays on, --max-faults N allows more"
        )
    if not quiet:
        click.echo(_words(summary.games, summary.present, summary.seconds, folder))


class Limit:
    """Moves a bar on, and stops a run after a number of faults."""

    def __init__(self, most: int | None, bar: "Bar | None") -> None:
        self._most, self._faults, self._bar = most, 0, bar

    @property
    def reached(self) -> bool:
        """Whether there were so many."""
        return self._most is not None and self._faults >= self._most

    def __call__(self, done: "Done") -> bool:
        """Count the faults of a finished chunk; return whether to stop."""
        self._faults += done.faults
        if self._bar is not None:
            self._bar.step(done)
        return self.reached


def tell_faults(summary: "Summary", folder: Path) -> None:
    """Say which strategies failed, where, and why."""
    click.echo(
        f"alhambra: {summary.faults:,} of {summary.games:,} games ended in a fault of their"
        " strategy; they are in the log as end = fault",
        err=True,
    )
    for spec, fault in summary.reasons.items():
        last = fault["reason"].splitlines()[-1]
        replay = f"alhambra replay {shlex.quote(str(folder))} {fault['game']}"
        click.echo(f"  {spec}: {last}; {replay}", err=True)


def _words(games: int, present: int, seconds: float, folder: Path) -> str:
    if games:
        rate = f"{games / seconds:,.0f} games/s" if seconds > 0 else ""
        played = f"{games:,} games played in {seconds:.1f} s ({rate}); "
    else:
        played = "Nothing was missing; "
    return (
        f"{played}{folder} holds {present:,} games.\n"
        f"Next: alhambra report {shlex.quote(str(folder))}"
    )


def command_line() -> str:
    """Return the command that is running, as one would type it."""
    return shlex.join(["alhambra", *sys.argv[1:]])


def read_specs(game: str, texts: Sequence[str]) -> "list[Spec]":
    """Read the specs of a command, each of which may be given only once."""
    from strategies.spec import read_spec

    specs = [read_spec(game, text) for text in texts]
    for a, b in itertools.combinations(specs, 2):
        if a == b:
            raise UserError(f"strategy {a.spec!r} is given twice")
    return specs


def read_deals(text: str) -> tuple[int, int]:
    """Return the range of deals of ``N`` or ``A:B``."""
    front, colon, back = text.replace("_", "").partition(":")
    try:
        first, last = (int(front), int(back)) if colon else (0, int(front))
    except ValueError:
        first, last = 0, 0
    if not 0 <= first < last <= MAX_DEAL:
        raise UserError(
            f"--deals {text!r}: give N, at least 1, or A:B with A below B (A from 0, B to 2**62)"
        )
    return first, last


def make_manifest(game: str, specs: "Sequence[Spec]", plan: "Plan") -> "Manifest":
    """Return what this command is made from."""
    import inspect

    import sim
    from sim.sources import closure, versions
    from sim.store import Manifest

    package = Path(sim.__file__).parent
    engine = closure(package / game / "game.py") | closure(package / "parts.py")
    sources = {"engine": engine}
    for spec in specs:
        sources[spec.spec] = closure(Path(inspect.getfile(spec.strategy.choose)))
    return Manifest(command_line(), plan.seed, plan.rules_version, versions(), sources)


def compile_all(specs: "Sequence[Spec]", quiet: bool) -> None:
    """Compile what this machine has not compiled yet, once, before any worker starts."""
    from filelock import FileLock

    from sim.compile import CACHE, sweep_cache
    from strategies.spec import is_compiled, mark_compiled

    todo = [spec for spec in specs if not is_compiled(spec)]
    if not todo:
        return
    if not quiet:
        names = ", ".join(dict.fromkeys(spec.name for spec in todo))
        click.echo(f"Compiling the engine and {names} for this machine (once) ...", err=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    sweep_cache()
    with FileLock(CACHE / "compile.lock"):  # numba's cache does not bear two writers
        for spec in todo:
            spec.load()
            mark_compiled(spec)


def tell_interpreted(specs: "Sequence[Spec]") -> None:
    """Say of each strategy that runs as plain Python that it does, and why."""
    for spec in specs:
        player = spec.load()
        if player.interpreted:
            click.echo(f"alhambra: {spec.spec} runs as plain Python: {player.reason}", err=True)


class Bar:
    """A progress bar with games per second and time left; silent when not on a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(f"{task.speed:,.0f} games/s" if task.speed else "")

        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            BarColumn(bar_width=None),
            Rate(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
            speed_estimate_period=60,
        )

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def begin(self, total: int, present: int) -> None:
        """Learn how much there is to do."""
        self._task = self._progress.add_task("", total=total)
        self._progress.advance(self._task, present)

    def step(self, done: Any) -> None:
        """Move on by a finished chunk."""
        self._progress.advance(self._task, done.games)
