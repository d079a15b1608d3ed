"""The ladders of the docs, from runs: ``python -m scripts.ladder RUN --order A,B,C``.

The patience: each strategy's chance of winning. A market game: the share of the win of each
strategy alone against a field of the one below it. ``--write`` puts the table into
``strategies/README.md``.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from sim.errors import UserError

README = Path(__file__).parent.parent / "strategies" / "README.md"


def patience_table(run: Any, order: Sequence[str]) -> list[str]:
    """Return the rows of the patience's ladder."""
    from analysis.distribution import home_summary
    from analysis.interval import Interval
    from analysis.proportion import win_chances
    from analysis.wording import chance

    homes = {row["strategy"]: row for row in home_summary(run).iter_rows(named=True)}
    rows = {row["strategy"]: row for row in win_chances(run).iter_rows(named=True)}
    lines = [
        "| strategy | deals | won (95 % interval) | cards home |",
        "| --- | ---: | --- | ---: |",
    ]
    for name in order:
        row = rows[name]
        text = chance(row["wins"], row["n"], Interval(row["low"], row["high"]))
        lines.append(f"| `{name}` | {row['n']:,} | {text} | {homes[name]['mean']:.2f} |")
    return lines


def market_table(run: Any, order: Sequence[str]) -> list[str]:
    """Return the rows of a market game's ladder."""
    from analysis.share import win_shares

    lines = [
        "| alone | in a field of | players | deals | share of the win (95 % interval) | even |"
        " verdict |",
        "| --- | --- | ---: | ---: | --- | ---: | --- |",
    ]
    shares = win_shares(run)
    for field, own in pairwise(order):
        for row in shares.sort("players").iter_rows(named=True):
            fields = (field, f"a field of {field}")
            if row["kind"] == "lone" and row["strategy"] == own and row["against"] in fields:
                share, low, high = (100 * row[name] for name in ("share", "low", "high"))
                beats = row["low"] > row["even"]
                lines.append(
                    f"| `{own}` | `{field}` | {row['players']} | {row['deals']:,}"
                    f" | {share:.1f} % ({low:.1f} to {high:.1f}) | {100 * row['even']:.1f} %"
                    f" | {'beats it' if beats else 'does not beat it'} |"
                )
    return lines


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--order", required=True, help="The rungs, the lowest first: A,B,C.")
@click.option("--write", is_flag=True, help="Put the table into strategies/README.md.")
def command(folder: Path, order: str, write: bool) -> None:
    """Print the ladder of a run as Markdown."""
    import analysis

    run = analysis.load(folder)
    game = run.plan.cells[0].game
    names = order.split(",")
    unknown = [n for n in names if n not in {s.spec for s in run.plan.strategies}]
    if unknown:
        raise UserError(f"{folder} has no strategy {unknown[0]!r}")
    lines = patience_table(run, names) if game == "patience" else market_table(run, names)
    text = "\n".join([f"From `{run.manifest.command}`.", "", *lines])
    click.echo(text)
    if write:
        begin, end = f"<!-- ladder {game} -->", f"<!-- end of ladder {game} -->"
        front, rest = README.read_text(encoding="utf-8").split(begin)
        README.write_text(f"{front}{begin}\n{text}\n{end}{rest.split(end)[1]}", encoding="utf-8")


if __name__ == "__main__":
    command()
