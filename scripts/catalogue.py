"""``alhambra strategies``: what can play, with parameters."""

import click

from sim.errors import UserError
from sim.game import GAMES


@click.command("strategies", short_help="List the strategies, or show one whole.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--game", default=None, help="Only of this game.")
def command(names: tuple[str, ...], game: str | None) -> None:
    """List the built-in strategies with their parameters; with a NAME show its whole idea."""
    from sim.game import check_game
    from strategies.registry import built_in, find

    games = (check_game(game),) if game else GAMES
    if not names:
        for one in games:
            click.echo(f"{one}:")
            for item in built_in(one).values():
                first = item.doc.strip().splitlines()[0] if item.doc else ""
                click.echo(f"  {item.name:<12} {first}")
        click.echo("\nalhambra strategies NAME shows one with its parameters.")
        return
    for name in names:
        owners = [one for one in games if name in built_in(one)]
        for one in owners or games[:1]:
            _show(one, find(one, name))


def _show(game: str, item: object) -> None:
    from strategies.spec import write_value
    from strategies.strategy import Strategy

    if not isinstance(item, Strategy):
        raise UserError("not a strategy")
    click.echo(f"{item.name} ({game})\n")
    click.echo("\n".join(f"  {line}".rstrip() for line in item.doc.splitlines()) + "\n")
    for p in item.parameters:
        switch = isinstance(p.default, bool)
        bounds = "true or false" if switch else f"{p.low:g} to {p.high:g}"
        click.echo(f"  {p.name}={write_value(p.default)}  ({bounds})  {p.meaning}")
