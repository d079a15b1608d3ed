"""``alhambra strategies``: what can play, with parameters."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scripts.check import command as check
from sim.errors import UserError, nearest
from sim.game import GAMES
from sim.store import write_output

if TYPE_CHECKING:
    from strategies.strategy import Strategy


class Strategies(click.Group):
    """``strategies NAME`` shows one; ``new`` and ``check`` are commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take what is no command for the names of strategies."""
        if args and args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return "show", show, args


@click.group(
    "strategies",
    cls=Strategies,
    invoke_without_command=True,
    short_help="List the strategies, show, begin or check one.",
)
@click.option("--game", default=None, help="Only of this game.")
@click.pass_context
def command(ctx: click.Context, game: str | None) -> None:
    """List the strategies that can play; with a NAME show its whole idea and its parameters.

    \b
    alhambra strategies
    alhambra strategies planner
    alhambra strategies new my_bot.py --game card
    alhambra strategies check my_bot.py:thrifty --game card
    """  # noqa: D301  (click reads the escape)
    from sim.game import check_game
    from strategies.plugin import installed
    from strategies.registry import built_in

    games = (check_game(game),) if game else GAMES
    ctx.obj = games
    if ctx.invoked_subcommand is not None:
        return
    for one in games:
        click.echo(f"{one}:")
        for item in {**installed(one), **built_in(one)}.values():
            first = item.doc.strip().splitlines()[0] if item.doc else ""
            click.echo(f"  {item.name:<12} {first}")
    click.echo("\nalhambra strategies NAME shows one with its parameters.")


@click.command("show")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--game", default=None, help="Only of this game.")
@click.pass_obj
def show(games: tuple[str, ...], names: tuple[str, ...], game: str | None) -> None:
    """Show strategies by name."""
    from sim.game import check_game
    from strategies.plugin import find_in_file, split_path, strategies_in
    from strategies.registry import built_in, find

    games = (check_game(game),) if game else games
    known = {one: built_in(one) for one in games}
    for name in names:
        if path := split_path(name):
            held = strategies_in(path[0]).get(path[1])
            _show(find_in_file(held.game if held else games[0], *path))
            continue
        owners = [one for one in games if name in known[one]]
        if not owners and len(games) > 1:
            everything = sorted({other for one in games for other in known[one]})
            raise UserError(f"no strategy {name!r} in any game; {nearest(name, everything)}")
        for one in owners or games:
            _show(find(one, name))


@command.command("new", short_help="Write a starting point for a strategy of your own.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game that it is to play.")
def new(file: Path, game: str) -> None:
    """Write a small, working strategy for the --game into FILE, to be changed."""
    from sim.game import check_game

    if file.suffix != ".py":
        raise UserError(f"{file}: the name of a strategy's file ends in .py")
    if file.exists():
        raise UserError(f"{file}: is there already; nothing was written")
    example = Path(__file__).parent.parent / "strategies" / "examples" / f"{check_game(game)}.py"
    text = example.read_text(encoding="utf-8").replace("FILE:", f"{file}:")
    write_output(file, text.encode())
    click.echo(
        f"{file} holds the strategy 'thrifty'. Next:\n"
        f"  alhambra strategies check {shlex.quote(str(file))}:thrifty --game {game}"
    )


command.add_command(check)


def _show(item: "Strategy") -> None:
    from strategies.spec import write_value

    click.echo(f"{item.name} ({item.game})\n")
    click.echo("\n".join(f"  {line}".rstrip() for line in item.doc.splitlines()) + "\n")
    for p in item.parameters:
        switch = isinstance(p.default, bool)
        bounds = "true or false" if switch else f"{p.low:g} to {p.high:g}"
        click.echo(f"  {p.name}={write_value(p.default)}  ({bounds})  {p.meaning}")
