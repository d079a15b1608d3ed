"""Card games to be played compiled and as plain Python.

Run as a module it plays :func:`games` and prints the results as JSON.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from tests.sim.market_twin import Options

ROOT = Path(__file__).parents[2]
OPTION_SETS = (
    Options(),
    Options("random", "secret", "may", "bag_empty", "false"),
    Options("1", extra_action="may", turn_limit=40),
)
PLAYERS = range(2, 7)
FIRST, GAMES = 1000, 3


def saver(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Take money two times of three, remember how often, and else draw a move."""
    memory[0] += 1
    takings = 0
    while takings < n and moves[takings].kind == 0:
        takings += 1
    if takings and memory[0] % 3:
        return (memory[0] * 7 + table.cards[me]) % takings
    return (rng[0] >> np.uint64(33)) % np.uint64(n)


def hoarder(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Play the first move: money wherever there is any."""
    return 0


def cell_of(players: int, options: Options) -> Any:
    """Return the cell of a plan in which the seats take turns in how they play."""
    from sim.plan import Cell

    seating = (("random", "saver", "random", "hoarder", "saver", "random"))[:players]
    return Cell("card", seating, asdict(options), 32)


def seats_of(cell: Any, interpreted: bool = False) -> list[Any]:
    """Return the strategies of a cell, compiled or not."""
    from sim.card.game import GAME
    from sim.compile import compiled_as
    from sim.game import Player
    from strategies.card.ladder import uniformly_random

    sources = {"random": uniformly_random.choose, "saver": saver, "hoarder": hoarder}
    made = {
        name: source if interpreted else compiled_as(GAME.signature())(source)
        for name, source in sources.items()
        if name in cell.seating
    }
    return [Player(made[name], np.zeros(0), interpreted) for name in cell.seating]


def play(players: int, options: Options, first: int, last: int) -> dict[str, Any]:
    """Play some deals and return what the log keeps of them, by table and column."""
    from sim.card.game import GAME

    cell = cell_of(players, options)
    played = GAME.play(cell, seats_of(cell), 0, first, last)
    return {
        table: {column: values.tolist() for column, values in columns.items()}
        for table, columns in played.items()
    }


def games() -> dict[str, Any]:
    """Play some games with every number of players under every set of options."""
    return {
        f"{players} {number}": play(players, options, FIRST, FIRST + GAMES)
        for players in PLAYERS
        for number, options in enumerate(OPTION_SETS)
    }


def plainly() -> dict[str, Any]:
    """Have another process play the games as plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.market_speeds"],
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

    json.dump({**games(), "interpreted": INTERPRETED}, sys.stdout)
