"""``alhambra strategies check``: whether a strategy plays as it should, and how strong it is."""

import sys
import time
from typing import TYPE_CHECKING

import click

from sim.errors import UserError

if TYPE_CHECKING:
    from sim.plan import Cell
    from strategies.spec import Spec
    from strategies.watch import Findings

WATCHED = 3
"""Games with each number of players that are watched decision by decision."""
SECONDS = 3.0
"""Aim for the time of each of the other parts."""
RIVAL = {"patience": "builder", "card": "greedy", "board": "greedy"}
"""The built-in strategy beside which the first estimate is made."""
CHECKS = {
    "legal": "answers with one of its moves",
    "table": "leaves the table alone",
    "determinism": "decides the same when asked again",
    "hidden cards": "decides the same when hidden cards are dealt anew",
    "speeds": "decides the same compiled and as plain Python",
}


@click.command("check", short_help="Check a strategy, and make a first estimate of it.")
@click.argument("spec")
@click.option("--game", required=True, help="The game that it plays.")
@click.option("--players", metavar="N", type=int, help="Number of players of the estimate.")
def command(spec: str, game: str, players: int | None) -> None:
    """Let the strategy SPEC play, watch its every decision, and estimate how strong it is.

    \b
    alhambra strategies check my_bot.py:thrifty --game card
    """  # noqa: D301  (click reads the escape)
    from scripts.run import compile_all
    from sim.game import check_game, load_players
    from strategies.spec import read_spec

    numbers = load_players(check_game(game))
    if players is not None and players not in numbers:
        raise UserError(
            f"--players {players}: the {game} is for {numbers[0]} to {numbers[-1]}"
            if len(numbers) > 1
            else f"--players {players}: the {game} is for {numbers[0]}"
        )
    own = read_spec(game, spec)
    compile_all([own, read_spec(game, RIVAL[game])], quiet=False)
    player = own.load()
    click.echo(f"{own.spec} ({game})")
    _line("runs", f"as plain Python: {player.reason}" if player.interpreted else "compiled")
    found = watch(own)
    for check, words in CHECKS.items():
        if check == "speeds" and player.interpreted:
            continue
        problem = found.wrong.get(check)
        _line("FAILED" if problem else "yes", f"{words}{f': {problem}' if problem else ''}")
    _line("watched", f"{found.decisions:,} decisions")
    if found.wrong:
        sys.exit(1)
    estimate(own, players or (3 if len(numbers) > 1 else 1))


def _line(head: str, words: str) -> None:
    click.echo(f"  {head:<10} {words}")


def _cell(spec: "Spec", seating: tuple[str, ...], **rules: str) -> "Cell":
    from sim.game import load_options
    from sim.plan import Cell
    from sim.rules import complete

    return Cell(spec.game, seating, complete(load_options(spec.game), rules), 1)


def watch(spec: "Spec") -> "Findings":
    """Let a strategy play itself with every number of players and watch every decision."""
    from sim.game import load_game, load_options, load_players
    from strategies.watch import Findings, Watch

    game, found, player = load_game(spec.game), Findings(), spec.load()
    watched = Watch(game, player, spec.strategy.choose, found).watched()
    secret = any(option.name == "hands" for option in load_options(spec.game))
    for n in load_players(spec.game):
        for deal in range(WATCHED):
            rules = {"hands": "secret"} if secret and deal % 2 else {}
            cell = _cell(spec, (spec.spec,) * n, **rules)
            played = game.replay(cell, [watched] * n, 0, deal)
            if played.error:
                found.note("legal", f"raised {played.error.strip().splitlines()[-1]}")
    return found


def estimate(spec: "Spec", players: int) -> None:
    """Tell the speed of a strategy, and how it does beside a built-in one."""
    from sim.game import load_game
    from strategies.spec import read_spec

    game, rival = load_game(spec.game), read_spec(spec.game, RIVAL[spec.game])
    mirror = _cell(spec, (spec.spec,) * players)
    own = [spec.load()] * players
    deals, seconds, choices = 4, 0.0, 0
    while seconds < SECONDS / 2:
        deals *= 2
        started = time.perf_counter()
        choices = int(game.play(mirror, own, 0, 0, deals)["games"]["choices"].sum())
        seconds = time.perf_counter() - started
    _line("speed", f"{choices / seconds:,.0f} decisions/s, {deals / seconds:,.0f} games/s")
    deals = max(30, int(deals * SECONDS / seconds / players))
    told = _alone(spec, deals) if players == 1 else _among(spec, rival, players, deals)
    _line("strength", told)


def _alone(spec: "Spec", deals: int) -> str:
    from analysis.interval import clopper_pearson
    from sim.game import load_game

    games = load_game(spec.game).play(_cell(spec, (spec.spec,)), [spec.load()], 0, 0, deals)
    wins = int(games["games"]["won"].sum())
    low, high = clopper_pearson(wins, deals)
    home = games["games"]["home"].mean()
    return (
        f"won {wins / deals:.2%} of {deals:,} deals ({low:.2%} to {high:.2%}),"
        f" {home:.1f} cards home on average"
    )


def _among(spec: "Spec", rival: "Spec", players: int, deals: int) -> str:
    """Return the share of the win of one strategy alone among others of another, in every seat."""
    from analysis.interval import mean
    from sim.game import load_game
    from sim.seating import lone

    game, total = load_game(spec.game), [0] * deals
    for seat, seating in enumerate(lone(spec.spec, rival.spec, players)):
        everyone = [(spec if k == seat else rival).load() for k in range(players)]
        shares = game.play(_cell(spec, seating), everyone, 0, 0, deals)["seats"]["share"]
        for deal, share in enumerate(shares[seat::players].tolist()):
            total[deal] += share
    most = 60 * players
    found = mean(deals, sum(total), sum(t * t for t in total), 0, most)
    return (
        f"alone among {rival.spec}, {players} players: {found.mean / most:.1%} of the win"
        f" ({found.low / most:.1%} to {found.high / most:.1%}); even is {1 / players:.1%};"
        f" {deals:,} deals in every seat"
    )
