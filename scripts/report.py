"""``alhambra report``: a run as one HTML page."""

from pathlib import Path

import click


@click.command("report", short_help="Write a run's report, one HTML file.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it.  [default: RUN/report.html]",
)  # fmt: skip
def command(run: Path, output: Path | None) -> None:
    """Analyse the run folder RUN and write its report: one HTML file that needs no network."""
    from reports import write

    click.echo(f"Report: {write(run, output or run / 'report.html')}")
