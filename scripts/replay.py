"""``alhambra replay``: logged games played again and checked."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scripts.play import HTML, check_html, save, save_page
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.game import Played
    from sim.store import Stored


@click.command("replay", short_help="Play logged games again and check their digests.")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="N games drawn at random.")
@click.option(
    "--sample-seed", type=int, default=0, show_default=True, metavar="N",
    help="Seed of that drawing.",
)  # fmt: skip
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE",
    help="Write the games' records (JSON Lines).",
)  # fmt: skip
@HTML
def command(
    run: Path,
    game: str | None,
    sample: int | None,
    sample_seed: int,
    record: Path | None,
    html: Path | None,
) -> None:
    """Play games of the run folder RUN again; every logged column must come out the same.

    GAME is CELL:DEAL as in the log's columns, or DEAL alone where the run has one cell.
    """
    from sim.game import load_game
    from sim.store import read_store

    if (game is None) == (sample is None):
        raise UserError("replay takes a GAME (CELL:DEAL), or --sample N for games drawn at random")
    if html and sample:
        raise UserError("--html shows one game; give GAME instead of --sample")
    store = read_store(run)
    wanted = draw(store, sample, sample_seed) if sample else [read_game(store, str(game))]
    check_html(store.plan.cells[wanted[0][0]].game, html, record)
    lines: list[str] = []
    for name, (header, played) in replay(store, wanted):
        if record:
            lines += to_text(header, played)
        if html:
            save_page(html, header, played.events)
        if not (record or html or sample):
            click.echo(f"{header['game']}, {' / '.join(header['strategies'])}, deal {name[1]}")
            click.echo(load_game(header["game"]).narrate(played.events))
    click.echo(f"{len(wanted):,} replayed; every column and digest as logged.")
    if record:
        save(record, "".join(lines))


def to_text(header: dict[str, Any], played: "Played") -> list[str]:
    """Return the record of a replayed game."""
    from sim.record import to_lines

    return [to_lines([header, *played.events])]


def read_game(store: "Stored", text: str) -> tuple[int, int]:
    """Return cell and deal of ``CELL:DEAL`` or ``DEAL``."""
    front, colon, back = text.partition(":")
    cells = len(store.plan.cells)
    try:
        cell, deal = (int(front), int(back)) if colon else (0, int(front))
    except ValueError:
        raise UserError(f"game {text!r}: give CELL:DEAL, as in the log") from None
    if not colon and cells > 1:
        raise UserError(f"game {text!r}: the run has {cells} cells; give CELL:DEAL")
    if not 0 <= cell < cells:
        raise UserError(f"game {text!r}: the run has the cells 0 to {cells - 1}")
    return cell, deal


def draw(store: "Stored", sample: int, seed: int) -> list[tuple[int, int]]:
    """Draw games of the log at random, without repetition, sorted by cell and deal."""
    import polars as pl

    rows = [pl.scan_parquet(part).select("cell", "deal") for part in store.parts]
    if sample > store.games:
        raise UserError(f"--sample {sample}: the run holds only {store.games:,} games")
    places = sorted(random.Random(seed).sample(range(store.games), sample))
    frame = pl.concat(rows).with_row_index("place").filter(pl.col("place").is_in(places))
    return frame.select("cell", "deal").collect(engine="streaming").rows()


def replay(
    store: "Stored", wanted: Sequence[tuple[int, int]]
) -> "Iterator[tuple[tuple[int, int], tuple[dict[str, Any], Played]]]":
    """Yield each wanted game played again, with the header of its record.

    Raises
    ------
    UserError
        If a game is not in the log, sources have changed, or a column comes out otherwise.
    """
    from scripts.run import make_manifest
    from sim.game import load_game
    from sim.record import header
    from strategies.spec import read_spec

    plan = store.plan
    logged = _rows(store, wanted)
    for number in sorted({cell for cell, _ in wanted}):
        cell = plan.cells[number]
        specs = [read_spec(cell.game, text) for text in cell.seating]
        try:
            make_manifest(cell.game, specs, plan).check_same_origin(store.manifest)
        except UserError as error:
            what = str(error).partition(";")[0]
            click.echo(f"alhambra: warning: {store.folder} {what}", err=True)
        engine, players = load_game(cell.game), [spec.load() for spec in specs]
        for name in (name for name in wanted if name[0] == number):
            played = engine.replay(cell, players, plan.seed, name[1])
            for table, rows in played.rows.items():
                _compare(store, name, logged[table].get(name, []), rows)
            yield name, (header(cell, number, plan.seed, name[1]), played)


Rows = dict[tuple[int, int], list[dict[str, Any]]]


def _rows(store: "Stored", wanted: Sequence[tuple[int, int]]) -> dict[str, Rows]:
    """Return the log's rows of some games, by table, cell and deal."""
    import polars as pl

    from sim.schema import tables

    keys = pl.DataFrame(wanted, schema={"cell": pl.UInt16, "deal": pl.Int64}, orient="row").lazy()
    logged: dict[str, Rows] = {}
    for table in sorted({t for cell, _ in wanted for t in tables(store.plan.cells[cell].game)}):
        parts = store.table(table)
        logged[table] = {}
        if parts:
            scan = pl.scan_parquet(parts).join(
                keys, on=["cell", "deal"], how="semi", maintain_order="left"
            )
            for row in scan.collect().iter_rows(named=True):
                logged[table].setdefault((row["cell"], row["deal"]), []).append(row)
    for cell, deal in wanted:
        if (cell, deal) not in logged["games"]:
            raise UserError(f"{store.folder} holds no game {cell}:{deal}")
    return logged


def _compare(
    store: "Stored",
    name: tuple[int, int],
    logged: Sequence[dict[str, Any]],
    played: Sequence[dict[str, Any]],
) -> None:
    game = f"{store.folder}: game {name[0]}:{name[1]}"
    if len(logged) != len(played):
        raise UserError(f"{game} does not replay: {len(logged)} rows logged, now {len(played)}")
    for before, now in zip(logged, played, strict=True):
        for column, value in now.items():
            if before[column] != value:
                raise UserError(
                    f"{game} does not replay: {column} is logged as {before[column]},"
                    f" now it is {value}"
                )
