"""``alhambra play``: one game, to read."""

import json
from pathlib import Path
from typing import Any

import click

from scripts.options import GAME, RULES, SEED, read_rule
from sim.errors import UserError

HTML = click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the game turn by turn as an HTML page (market games).",
)  # fmt: skip


@click.command("play", short_help="Play one game and show it.")
@GAME
@click.option(
    "--strategy", "-s", multiple=True, required=True, metavar="SPEC",
    help="Who plays: one for all seats, or one for each in order.",
)  # fmt: skip
@click.option("--players", type=int, metavar="N", help="Number of players (market games).")
@click.option(
    "--deal", type=click.IntRange(0, 2**62), default=0, show_default=True, metavar="N",
    help="Number of the deal.",
)  # fmt: skip
@SEED
@RULES
@click.option(
    "--cards", type=click.Path(path_type=Path), metavar="FILE",
    help="Play this deal: JSON with `reserves` and `stock` as in a record's setup.",
)  # fmt: skip
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE",
    help="Also write the game's record (JSON Lines).",
)  # fmt: skip
@HTML
def command(
    game: str,
    strategy: tuple[str, ...],
    players: int | None,
    deal: int,
    seed: int,
    rule: tuple[str, ...],
    cards: Path | None,
    record: Path | None,
    html: Path | None,
) -> None:
    """Play one deal of GAME and show it move by move."""
    from scripts.cells import check_first_player
    from sim.game import load_game, load_players
    from sim.plan import Cell
    from sim.record import header, to_lines
    from strategies.spec import read_spec

    check_html(game, html, record)
    if cards and record and record.resolve() == cards.resolve():
        raise UserError(f"--record {record}: this is the file of the cards; take another")
    specs = [read_spec(game, text) for text in strategy]
    if len(specs) == 1:
        specs *= players or load_players(game)[0]
    if len(specs) not in load_players(game) or len(specs) != (players or len(specs)):
        raise UserError(f"{len(specs)} strategies for {players or len(specs)} players of {game}")
    engine = load_game(game)
    layout = read_cards(engine, cards) if cards else None
    values = read_rule(game, rule)
    check_first_player([values], [len(specs)])
    cell = Cell(game, tuple(spec.spec for spec in specs), values, 1)
    played = engine.replay(cell, [spec.load() for spec in specs], seed, deal, layout)
    which = f"cards of {cards}" if cards else f"deal {deal}"
    click.echo(f"{game}, {cell.seating_text}, {which}")
    click.echo(engine.narrate(played.events))
    if played.error:
        click.echo(played.error, err=True)
    more = {"given": True} if cards else {}
    head = header(cell, 0, seed, deal, **more)
    if record:
        save(record, to_lines([head, *played.events]))
    if html:
        save_page(html, head, played.events)


def read_cards(engine: Any, path: Path) -> Any:
    """Read a given deal from a JSON file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{path}: {reason}") from None
    try:
        return engine.read_layout(document)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def check_html(game: str, html: Path | None, record: Path | None) -> None:
    """Refuse a page of a game that has none, or in the place of its record.

    Raises
    ------
    UserError
        Says so.
    """
    from sim.schema import SEATS

    if html and game not in SEATS:
        raise UserError(f"--html shows the games {' and '.join(SEATS)}, not the {game}")
    if html and record and html.resolve() == record.resolve():
        raise UserError(f"--html {html}: this is the file of the record; take another")


def save_page(path: Path, header: dict[str, Any], events: list[dict[str, Any]]) -> None:
    """Write a game as an HTML page whole or not at all, and say so."""
    from reports.game import page
    from sim.store import write_output

    write_output(path, page(header, events).encode())
    click.echo(f"Page: {path}")


def save(path: Path, text: str) -> None:
    """Write a text file whole or not at all, and say so."""
    from sim.store import write_output

    write_output(path, text.encode())
    click.echo(f"Record: {path}")
