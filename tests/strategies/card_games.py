"""Card games for the tests of its strategies; as a module, plays some and prints their digests.

Run with ``NUMBA_DISABLE_JIT=1`` it plays them in plain Python.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.card import play as engine
from sim.compile import compiled_as
from sim.market.course import Buffers, clear
from sim.market.table import PURPOSES, SEATS, begin
from sim.randomness import fold, seed_stream, stream_key, word
from strategies.registry import built_in

ROOT = Path(__file__).parents[2]

LADDER = ("random", "greedy", "hoarder", "denier", "exact", "majority", "planner")
OPTIONS = ("first_player", "hands", "extra_action", "end_trigger", "dummy_gifts")
RULES = (
    # the options by number
    (0, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (2, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 1, 1, 1, 1),
)
LINE_UPS = (
    # played at both speeds
    (("planner", "majority"), RULES[0]),
    (("denier", "planner"), RULES[4]),
    (("exact", "greedy", "random"), RULES[2]),
    (("planner", "denier", "hoarder"), RULES[1]),
    (("majority", "hoarder", "planner", "exact"), RULES[3]),
    (LADDER[:5], RULES[2]),
    (LADDER[1:], RULES[0]),
)


def params_of(name: str, given: dict[str, float] | None = None) -> Any:
    """Return the values of a strategy's parameters in declared order."""
    given = given or {}
    declared = built_in("card")[name].parameters
    assert set(given) <= {parameter.name for parameter in declared}
    return np.array([float(given.get(p.name, p.default)) for p in declared])


@cache
def choose_of(name: str) -> Any:
    """Return a strategy, compiled."""
    return compiled_as(engine.CHOOSE)(built_in("card")[name].choose)


def start(
    names: tuple[str, ...], rules: tuple[int, ...], given: dict[str, float] | None = None
) -> Buffers:
    """Return buffers made ready for deals of a line-up; ``given`` is for the first seat."""
    b = Buffers(engine.TABLE, engine.TALLY, engine.WORK)
    b.table.players, b.table.turn_limit = len(names), 1000
    for option, number in zip(OPTIONS, rules, strict=True):
        setattr(b.table, option, number)
    b.hidden.key[:] = [stream_key(5, "card", len(names), purpose) for purpose in PURPOSES]
    for seat, name in enumerate(names):
        values = params_of(name, None if seat else given)
        b.work.params[seat, : len(values)] = values
    return b


def seat_keys() -> Any:
    """Return the names of the seats' own streams but for the deal."""
    return np.array([stream_key("tests of strategies", s) for s in range(SEATS)], dtype=np.uint64)


def deal(b: Buffers, number: int) -> None:
    """Lay out a deal, ready for its first move."""
    b.hidden.deal = number
    begin(b.table, b.hidden)
    clear(b.table, b.tally, b.work)
    for seat, key in enumerate(seat_keys().tolist()):
        seed_stream(b.work.rng[seat, :], word(fold(word(key), number)))


def play_batch(
    names: tuple[str, ...],
    n: int,
    rules: tuple[int, ...] = RULES[0],
    given: dict[str, float] | None = None,
    first: int = 0,
) -> tuple[Any, Any, Any]:
    """Play ``n`` deals; return what the log keeps of the games and of the seats, and digests.

    The rows of the seats are by column, deal and seat.
    """
    b = start(names, rules, given)
    choosers = tuple(choose_of(names[s % len(names)]) for s in range(SEATS))
    games = np.zeros((engine.GAME_ROWS, n), dtype=np.int32)
    seats = np.zeros((engine.SEAT_ROWS, n * len(names)), dtype=np.int32)
    digests = np.zeros(n, dtype=np.uint64)
    deals = np.arange(first, first + n, dtype=np.int64)
    engine.play_deals(
        choosers, b.table, b.hidden, b.tally, b.work, seat_keys(), deals, games, seats, digests
    )
    return games, seats.reshape(-1, n, len(names)), digests


def share(lone: str, field: str, players: int = 3, deals: int = 200) -> float:
    """Return the lone strategy's share of the wins in a field of another, over every seat."""
    total = 0.0
    for seat in range(players):
        names = [field] * players
        names[seat] = lone
        total += play_batch(tuple(names), deals)[1][5, :, seat].sum() / 60
    return total / (players * deals)


def some_games() -> dict[str, list[int]]:
    """Play a game of every line-up; return the digests."""
    return {
        f"{names} {rules}": play_batch(names, 1, rules, first=7)[2].tolist()
        for names, rules in LINE_UPS
    }


def plain_games() -> dict[str, list[int]]:
    """Have another process play the same games in plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.strategies.card_games"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, list[int]] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    json.dump(some_games(), sys.stdout)
