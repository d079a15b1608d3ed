"""Games of patience for the tests of its strategies; as a module, plays some and prints them.

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

from sim.compile import compiled_as
from sim.patience import play as engine
from sim.patience.table import DEALT, PILES, begin, deal
from sim.randomness import new_stream, stream_key, word
from strategies.registry import built_in

ROOT = Path(__file__).parents[2]

RULES = (
    # waste_build, redeals, empty_waste, reserve_view by number
    (0, 2, 0, 0),
    (1, 2, 0, 0),
    (0, 2, 1, 0),
    (0, 2, 0, 1),
    (0, 0, 0, 0),
    (1, 0, 1, 1),
    (0, 7, 1, 0),
)
PLAYERS: tuple[tuple[str, dict[str, float]], ...] = (
    ("greedy", {}),
    ("tips", {}),
    ("tips", {"store": 1}),
    ("tips", {"watch": 1}),
    ("tips", {"free": 1}),
    ("tips", {"store": 1, "watch": 1, "free": 1}),
    ("recall", {}),
    ("planner", {"samples": 2}),
)
PLAIN_GAMES = {"planner": 1, "recall": 3}


def params_of(name: str, given: dict[str, float]) -> Any:
    """Return the values of a strategy's parameters in declared order."""
    declared = built_in("patience")[name].parameters
    assert set(given) <= {parameter.name for parameter in declared}
    return np.array([float(given.get(p.name, p.default)) for p in declared])


@cache
def choose_of(name: str) -> Any:
    """Return a strategy, compiled."""
    return compiled_as(engine.CHOOSE)(built_in("patience")[name].choose)


def play_batch(
    name: str, given: dict[str, float], n: int, rules: tuple[int, ...] = RULES[0], first: int = 0
) -> tuple[Any, Any]:
    """Play ``n`` deals; return the integers of the log, one game a column, and the digests."""
    b = engine.Buffers()
    integers = np.zeros((engine.INTEGERS, n), dtype=np.int32)
    digests = np.zeros(n, dtype=np.uint64)
    engine.play_deals(
        choose_of(name),
        b.table,
        b.hidden,
        b.tally,
        b.work,
        params_of(name, given),
        np.array(rules),
        word(stream_key(0, "patience", 1, "cards")),
        word(stream_key("tests of strategies")),
        first,
        integers,
        digests,
    )
    return integers, digests


def start(rules: tuple[int, ...], deal_number: int) -> engine.Buffers:
    """Return the buffers of a dealt game, before its first move."""
    b = engine.Buffers()
    deal(b.hidden, new_stream("strategy tests", deal_number))
    begin(b.table, b.hidden, *rules)
    engine.clear(b.tally, b.memory)
    b.rng[:] = new_stream("choices", deal_number)
    return b


def unseen_places(b: engine.Buffers) -> tuple[list[tuple[int, int]], list[int]]:
    """Return where cards lie that the player has not seen: in the reserve, and in the stock."""
    reserve = [
        (p, k)
        for p in range(PILES)
        for k in range(b.table.reserve_n[p])
        if b.table.reserve[p, k] == -1
    ]
    stock = [i for i in range(b.table.stock_at, DEALT) if b.table.pile[i] == -1]
    return reserve, stock


def permute_unseen(b: engine.Buffers, seed: int) -> None:
    """Deal what the player has not seen anew."""
    reserve, stock = unseen_places(b)
    cards = [b.hidden.reserve[p, k] for p, k in reserve] + [b.hidden.stock[i] for i in stock]
    np.random.default_rng(seed).shuffle(cards)
    for (p, k), card in zip(reserve, cards, strict=False):
        b.hidden.reserve[p, k] = card
    for i, card in zip(stock, cards[len(reserve) :], strict=True):
        b.hidden.stock[i] = card


def digests(name: str, given: dict[str, float], rules: tuple[int, ...]) -> list[int]:
    """Play some games of one player under one rule set; return the digests."""
    done: list[int] = play_batch(name, given, PLAIN_GAMES.get(name, 5), rules)[1].tolist()
    return done


def some_games() -> dict[str, list[int]]:
    """Play some games with every player under every rule set; return the digests."""
    return {
        f"{name} {given} {rules}": digests(name, given, rules)
        for name, given in PLAYERS
        for rules in (RULES[:4] if name == "planner" else RULES)
    }


def plain_games() -> dict[str, list[int]]:
    """Have another process play the same games in plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.strategies.patience_games"],
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
