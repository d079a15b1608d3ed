"""A player that remembers the order of the stock and tries every move out."""

from typing import Any

import numpy as np

from sim.compile import compiled, wide
from sim.patience.cards import UNKNOWN
from sim.patience.table import DEALT, PILES, Table
from strategies.patience.greedy import greedy_move
from strategies.patience.rollout import (
    BLOCKER,
    BYTE,
    LANES,
    SCENE,
    TOPS,
    copy_scene,
    look,
    play_on,
    try_move,
)
from strategies.strategy import Parameter, strategy


@compiled
def stock_known(table: Table) -> bool:
    """Return whether the player has seen every card of the stock (P9)."""
    return bool(table.stock_at == DEALT or table.pile[DEALT - 1] != UNKNOWN)


@compiled
def blockers_on_top(scene: Any) -> int:
    """Return how many reserve piles of a scene are down to a card that has not been seen."""
    n = 0
    for p in range(PILES):
        n += (scene[TOPS] >> wide(8 * p)) & BYTE == BLOCKER
    return n


@strategy(
    "patience",
    Parameter("uncover", 0.5, "what uncovering an unseen card is worth, in cards home", 0, 5),
    cost=100,
)
def recall(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Use the order of the stock, remembered from the first pass, to try out every move.

    In the first pass this is ``greedy``. From then on the stock's order is known (P9): each move is
    made in thought, and the game played on greedily through all passes that are left, with the
    buried cards not yet seen as blockers that fit nowhere. The move is played after which most
    cards come home, uncovered blockers counting ``uncover`` each; the first of equals.
    """
    if not stock_known(table):
        return greedy_move(table, moves, n)
    scene = np.empty(SCENE, dtype=np.int64)
    trial = np.empty(SCENE, dtype=np.int64)
    lanes = np.empty(LANES, dtype=np.int64)
    look(table, scene, lanes)
    best, most = 0, -1.0
    for i in range(n):
        copy_scene(scene, trial, lanes)
        try_move(trial, lanes, moves[i])
        home = play_on(trial, lanes)
        value = home + params[0] * blockers_on_top(trial)
        if value > most:
            best, most = i, value
    return best
