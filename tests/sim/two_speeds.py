"""The same work compiled and as plain Python: what the tests of both speeds compare.

Run as a module it does the work of its arguments and prints the results as JSON.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]

RULE_SETS = (
    # waste_build, redeals, empty_waste, reserve_view by number
    (0, 2, 0, 0),
    (1, 2, 0, 0),
    (0, 0, 1, 0),
    (1, 5, 1, 1),
)
STRATEGIES = ("random", "builder")
FIRST, GAMES = 1000, 30


def draws() -> dict[str, Any]:
    """Draw from streams of many names."""
    from sim.randomness import below, draw, fold, new_stream, shuffle, stream_key, word

    names: tuple[tuple[int | str, ...], ...] = (
        (0,),
        (2**64 - 1, "patience", 1, "cards", 0),
        (7, "patience", 1, "cards", -1),
        (7, "thé ☕", -(2**63), 2**200),
    )
    done: dict[str, Any] = {"keys": [stream_key(*name) for name in names]}
    done["folded"] = [int(fold(word(key), item)) for key in done["keys"] for item in (0, 1, 2**62)]
    for number, name in enumerate(names):
        stream = new_stream(*name)
        done[f"words {number}"] = [int(draw(stream)) for _ in range(20)]
        sizes = [1, 2, 3, 10, 96, 2**31 - 1, 2**31, 3 * 2**30, 2**32 - 1]
        done[f"below {number}"] = [int(below(stream, n)) for n in sizes for _ in range(20)]
        items = np.arange(96, dtype=np.int32)
        shuffle(stream, items, 90)
        done[f"order {number}"] = items.tolist()
        done[f"state {number}"] = stream.tolist()
    return done


def players() -> dict[str, Any]:
    """Return the two strategies, compiled."""
    from sim.compile import compiled_as
    from sim.patience.play import CHOOSE
    from strategies.patience.ladder import builder, uniformly_random

    both = (uniformly_random, builder)
    return {s.name: compiled_as(CHOOSE)(s.choose) for s in both}


def cell_of(rules: tuple[int, ...], name: str) -> Any:
    """Return the cell of a plan in which a strategy plays under a rule set."""
    from sim.patience.options import OPTIONS
    from sim.plan import Cell

    values = {
        option.name: option.values[number] if option.values else number
        for option, number in zip(OPTIONS, rules, strict=True)
    }
    return Cell("patience", (name,), values, 32)


def play(
    choose: Any, name: str, rules: tuple[int, ...], first: int, last: int
) -> dict[str, list[int]]:
    """Play some deals and return what the log keeps of them, by column."""
    from sim.game import Player
    from sim.patience.game import GAME

    columns = GAME.play(cell_of(rules, name), [Player(choose, np.zeros(0))], 0, first, last)[
        "games"
    ]
    return {column: values.tolist() for column, values in columns.items()}


def games() -> dict[str, Any]:
    """Play some games under every rule set with every strategy."""
    return {
        f"{name} {rules}": play(choose, name, rules, FIRST, FIRST + GAMES)
        for name, choose in players().items()
        for rules in RULE_SETS
    }


def by_hand() -> dict[str, Any]:
    """Play a game move by move, the moves given as Python integers."""
    from sim.patience.moves import list_moves
    from sim.patience.moves import play as play_move
    from sim.patience.play import Buffers, clear
    from sim.patience.table import begin, deal
    from sim.randomness import new_stream

    b = Buffers()
    deal(b.hidden, new_stream("by hand"))
    begin(b.table, b.hidden, 0, 2, 0, 0)
    clear(b.tally, b.memory)
    while list_moves(b.table, b.work):
        move = b.moves[0]
        source, target = int(move.source), int(move.target)
        play_move(b.table, b.hidden, b.tally, int(move.kind), source, target)
    return {"digest": int(b.tally.digest), "home": int(b.table.home)}


WORK: dict[str, Callable[[], dict[str, Any]]] = {"draws": draws, "games": games, "by hand": by_hand}


def plainly(work: str) -> dict[str, Any]:
    """Have another process do the work as plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.two_speeds", work],
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

    json.dump({**WORK[sys.argv[1]](), "interpreted": INTERPRETED}, sys.stdout)
