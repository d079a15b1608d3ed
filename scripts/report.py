"""``alhambra report``: a run as one HTML page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.errors import UserError

if TYPE_CHECKING:
    from analysis import Run
    from reports import Beside
    from reports.city import Told


@click.command("report", short_help="Write a run's report, one HTML file.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it.  [default: RUN/report.html]",
)  # fmt: skip
def command(run: Path, output: Path | None) -> None:
    """Analyse the run folder RUN and write its report: one HTML file that needs no network."""
    from reports import write

    if not run.is_dir():
        raise UserError(f"{run}: no run here (there is no such folder)")
    click.echo(f"Report: {write(run, output or run / 'report.html', beside)}")


def beside(run: "Run") -> "Beside":
    """Return what a report shows beside the log: what switches mean, a game played again."""
    from reports import Beside

    return Beside(meanings(run), told(run) if "board" in run.played else None)


def meanings(run: "Run") -> dict[tuple[str, str], str]:
    """Return what the parameters of the run's built-in strategies with switches mean."""
    switched = {s.name for s in run.plan.strategies if True in s.params.values()}
    if not switched:
        return {}
    from strategies.registry import built_in

    return {
        (name, parameter.name): parameter.meaning
        for game in run.played
        for name, strategy in built_in(game).items()
        if name in switched
        for parameter in strategy.parameters
    }


def told(run: "Run") -> "Told | None":
    """Return the game of the winner with the longest wall, played again; None if it cannot be."""
    from analysis.city import longest
    from reports.city import Told
    from scripts.replay import replay
    from sim.store import read_store

    row = longest(run.of("board"))
    if row is None:
        return None
    try:
        ((_, (_, played)),) = replay(read_store(run.folder), [(row["cell"], row["deal"])])
    except UserError as error:
        click.echo(f"alhambra: warning: no picture of a city: {error}", err=True)
        return None
    return Told(row, played.events)
