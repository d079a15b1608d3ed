"""The strongest built-in player: sampled look-ahead."""

from typing import Any

import numpy as np

from sim.compile import compiled, wide
from sim.patience.cards import ONE, UNKNOWN
from sim.patience.moves import FOUND, MAX_MOVES, TURN, WASTE
from sim.patience.table import DEALT, PILES, Table
from strategies.patience.rollout import (
    LANES,
    SCENE,
    copy_scene,
    look,
    play_on,
    suppose,
    try_move,
    unseen,
)
from strategies.strategy import Parameter, strategy

CHECK = 4
"""Samples before the first look at what can be left out, and between looks."""

SLACK = 0.0


@compiled
def candidates(moves: Any, n: int, open_to: Any) -> int:
    """Mark the moves that are worth a look and return their number.

    Of several cards that can go to foundations only those of the first one's suit are looked at:
    the others can still go afterwards.
    """
    count = 0
    for i in range(n):
        other = moves[i].kind == FOUND and moves[i].card >> 4 != moves[0].card >> 4
        open_to[i] = 0 if other else 1
        count += open_to[i]
    return count


@compiled
def sample(
    scene: Any, trial: Any, lanes: Any, moves: Any, n: int, open_to: Any, gains: Any, squares: Any
) -> float:
    """Play every open move on in a supposed deal; add up gains over the first move."""
    first = 0
    for i in range(n):
        if open_to[i]:
            copy_scene(scene, trial, lanes)
            try_move(trial, lanes, moves[i])
            home = play_on(trial, lanes)
            if home == 104:
                home += 8
            if i == 0:
                first = home
            gain = home - first
            gains[i] += gain
            squares[i] += gain * gain
    return first


@compiled
def spread(gain: float, square: float, k: int) -> float:
    """Return the standard deviation of the sum of ``k`` gains."""
    return np.sqrt(square)


@compiled
def leader(gains: Any, squares: Any, n: int, open_to: Any, doubt: float, k: int) -> int:
    """Return the move that gains most, less ``doubt`` times what chance may have to do with it."""
    best, most = 0, 0.0
    for i in range(1, n):
        if open_to[i]:
            gain = gains[i] - doubt * spread(gains[i], squares[i], k)
            if gain > most:
                best, most = i, gain
    return best


@compiled
def narrow(gains: Any, squares: Any, n: int, open_to: Any, margin: float, k: int) -> int:
    """Close the moves that are clearly behind the leader; return how many stay open.

    The first move, to which all are compared, is never closed, but if it is behind and no other
    is left, there is nothing more to find out.
    """
    best = leader(gains, squares, n, open_to, 0.0, k)
    ahead = spread(gains[best], squares[best], k)
    still = 1
    for i in range(n):
        if open_to[i] and i != best:
            own = spread(gains[i], squares[i], k)
            if gains[best] - gains[i] < margin * np.sqrt(own * own + ahead * ahead) + SLACK:
                still += 1
            elif i > 0:
                open_to[i] = 0
    return still


@compiled
def signature(table: Table) -> int:
    """Return a number that changes with every move but a turn."""
    left = table.home
    for p in range(PILES):
        left = left * 5 + table.reserve_n[p]
    return wide(left)


@compiled
def still_refused(table: Table, moves: Any, n: int, memory: Any, turns: int) -> bool:
    """Return whether turning was lately preferred to all that can be done now beside it."""
    if memory[0] != signature(table) or table.stock_at > memory[2] + turns:
        return False
    for i in range(n - 1):
        if moves[i].kind != FOUND or not (memory[1] >> moves[i].card) & 1:
            return False
    return True


@compiled
def refuse(table: Table, moves: Any, n: int, memory: Any) -> None:
    """Remember the foundation moves of reserve cards to which turning was preferred."""
    memory[0] = signature(table)
    memory[1] = 0
    memory[2] = table.stock_at
    for i in range(n - 1):
        if moves[i].kind == FOUND and moves[i].source != WASTE:
            memory[1] |= ONE << moves[i].card


@strategy(
    "patience",
    Parameter("samples", 8, "deals of the unseen cards tried for a decision", 1, 1000),
    Parameter("doubt", 0.5, "how far a gain must stand out from its spread", 0, 3),
    Parameter("margin", 1.0, "how far behind a move is given up, in spreads", 0, 10),
    Parameter("hope", 0, "least expected cards home for samples beyond the first few", 0, 104),
    Parameter("turns", 0, "cards turned before a refused move is thought over again", 0, 64),
    cost=1000,
)
def planner(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Try every move in sampled deals of the unseen cards, played on greedily to the end."""
    turning = moves[n - 1].kind == TURN and moves[n - 1].card == UNKNOWN
    if turning and still_refused(table, moves, n, memory, int(params[4])):
        return n - 1
    open_to = np.zeros(MAX_MOVES, dtype=np.int64)
    if candidates(moves, n, open_to) == 1:
        return 0
    scene = np.empty(SCENE, dtype=np.int64)
    trial = np.empty(SCENE, dtype=np.int64)
    lanes = np.empty(LANES, dtype=np.int64)
    cards = np.empty(DEALT, dtype=np.int64)
    gains = np.zeros(MAX_MOVES)
    squares = np.zeros(MAX_MOVES)
    look(table, scene, lanes)
    hidden = unseen(table, cards)
    samples = int(params[0]) if hidden else 1
    level = 0.0
    k = 0
    while k < samples:
        k += 1
        suppose(table, scene, lanes, cards, hidden, rng)
        level += sample(scene, trial, lanes, moves, n, open_to, gains, squares)
        if k % CHECK == 0 and k < samples:
            if narrow(gains, squares, n, open_to, params[2], k) == 1:
                break
            if level + max(gains[leader(gains, squares, n, open_to, 0.0, k)], 0.0) < params[3] * k:
                break
    best = leader(gains, squares, n, open_to, params[1] if hidden else 0.0, k)
    if turning and best == n - 1:
        refuse(table, moves, n, memory)
    return best
