"""Games of card or board to be played compiled and as plain Python.

Run as a module with the name of a game it plays :func:`games` and prints the results as JSON.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.randomness import below
from tests.sim.market_twin import Options

ROOT = Path(__file__).parents[2]
OPTION_SETS = (
    Options(),
    Options("random", "secret", "may", "bag_empty", "false"),
    Options("1", extra_action="may", turn_limit=40),
)
PLAYERS = range(2, 7)
FIRST = 1000
GAMES = {"card": 3, "board": 2}


Strategy = Callable[[Any, int, Any, int, Any, Any, Any], int]


def anything(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Draw a move."""
    return below(rng, n)


def saver(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Take money two times of three, remember how often, and else draw a move."""
    memory[0] += 1
    first = 0
    while first < n and moves[first].kind != 0:
        first += 1
    takings = 0
    while first + takings < n and moves[first + takings].kind == 0:
        takings += 1
    if takings and memory[0] % 3:
        return first + (memory[0] * 7 + table.cards[me]) % takings
    return (rng[0] >> np.uint64(33)) % np.uint64(n)


def hoarder(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Take the first money that there is, else buy; rather than place a building give it away."""
    for i in range(n):
        if moves[i].kind == 0:
            return i
    return n - 1 if moves[n - 1].kind < 3 else 0


def settler(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Redesign one time of six, else do something else; weigh moves by what lies in the city."""
    memory[0] += 1
    city = table.city[me]
    columns, rows, inside, reserve = city.x, city.y, city.inside, city.reserve
    best, least = 0, 1 << 40
    for i in range(n):
        move = moves[i]
        kind, tile, x, y = move.kind, move.building, move.x, move.y
        far = 0
        for other in range(1, 55):
            if inside >> other & 1:
                far += abs(columns[other] - x) + abs(rows[other] - y)
            elif reserve >> other & 1:
                far += 3
        weight = (31 * far + 17 * tile + 7 * kind + 5 * move.out + 3 * move.total) % 101
        if table.phase == 0 and (kind > 2) == (memory[0] % 6 > 0):
            weight += 1000
        if weight < least:
            best, least = i, weight
    return best


SOURCES: dict[str, Strategy] = {
    "random": anything,
    "saver": saver,
    "hoarder": hoarder,
    "settler": settler,
}
SEATINGS = {
    "card": ("random", "saver", "random", "hoarder", "saver", "random"),
    "board": ("settler", "saver", "random", "hoarder", "settler", "saver"),
}
"""The seats take turns in how they play."""


def game_of(name: str) -> Any:
    """Return a game of the batch runner."""
    from sim.game import load_game

    return load_game(name)


def cell_of(game: str, players: int, options: Options) -> Any:
    """Return the cell of a plan in which a game is played."""
    from sim.plan import Cell

    return Cell(game, SEATINGS[game][:players], asdict(options), 32)


@cache
def compiled_for(game: str, strategy: Strategy) -> Any:
    """Return a strategy, compiled."""
    from sim.compile import compiled_as

    return compiled_as(game_of(game).signature())(strategy)


def player(game: str, strategy: Strategy, interpreted: bool = False) -> Any:
    """Return a strategy made ready to play, compiled or not."""
    from sim.game import Player

    choose = strategy if interpreted else compiled_for(game, strategy)
    return Player(choose, np.zeros(0), interpreted)


def seats_of(cell: Any, interpreted: bool = False) -> list[Any]:
    """Return the strategies of a cell, compiled or not."""
    return [player(cell.game, SOURCES[name], interpreted) for name in cell.seating]


def record_of(cell: Any, number: int, events: list[dict[str, Any]]) -> str:
    """Return the record of a game as text."""
    from sim.record import header, to_lines

    return to_lines([header(cell, 0, 0, number), *events])


def play(game: str, players: int, options: Options, first: int, last: int) -> dict[str, Any]:
    """Play some deals and return what the log keeps of them, by table and column."""
    cell = cell_of(game, players, options)
    played = game_of(game).play(cell, seats_of(cell), 0, first, last)
    return {
        table: {column: values.tolist() for column, values in columns.items()}
        for table, columns in played.items()
    }


def games(game: str) -> dict[str, Any]:
    """Play some games with every number of players under every set of options."""
    return {
        f"{players} {number}": play(game, players, options, FIRST, FIRST + GAMES[game])
        for players in PLAYERS
        for number, options in enumerate(OPTION_SETS)
    }


def plainly(game: str) -> dict[str, Any]:
    """Have another process play the games as plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.market_speeds", game],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    from sim.compile import INTERPRETED

    json.dump({**games(sys.argv[1]), "interpreted": INTERPRETED}, sys.stdout)
