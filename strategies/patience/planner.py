"""The strongest built-in player: sampled look-ahead."""

from typing import Any

import numpy as np

from sim.compile import compiled
from sim.patience.moves import FOUND, MAX_MOVES
from sim.patience.table import DEALT
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
"""Samples before the first look at which moves can be left out, and between looks."""

WIN = 8
"""What a win counts for beyond its cards."""


@compiled
def candidates(moves: Any, n: int, open_to: Any) -> int:
    """Mark the moves that are worth a look and return their number.

    Of several cards that can go to foundations only the first is looked at: the others can still
    go afterwards.
    """
    number = 0
    for i in range(n):
        other = moves[i].kind == FOUND and moves[i].card != moves[0].card
        open_to[i] = 0 if other else 1
        number += open_to[i]
    return number


@compiled
def sample(
    scene: Any, trial: Any, lanes: Any, moves: Any, n: int, open_to: Any, gains: Any, squares: Any
) -> None:
    """Play every open move on in a supposed deal; add up what each gains over the first."""
    first = 0
    for i in range(n):
        if open_to[i]:
            copy_scene(scene, trial, lanes)
            try_move(trial, lanes, moves[i])
            home = play_on(trial, lanes)
            if home == 104:
                home += WIN
            if i == 0:
                first = home
            gain = home - first
            gains[i] += gain
            squares[i] += gain * gain


@compiled
def leader(gains: Any, squares: Any, n: int, open_to: Any, doubt: float) -> int:
    """Return the move that gains most, less ``doubt`` times what chance may have to do with it.

    Chance is measured by the root of the sum of the squared gains: with a doubt of 1 a gain that
    came about in a single sample counts for nothing.
    """
    best, most = 0, 0.0
    for i in range(1, n):
        if open_to[i]:
            gain = gains[i] - doubt * np.sqrt(squares[i])
            if gain > most:
                best, most = i, gain
    return best


@compiled
def narrow(gains: Any, squares: Any, n: int, open_to: Any, margin: float) -> int:
    """Close the moves that are clearly behind the leader; return how many are still in the race.

    The first move stays open even then, as the others are compared to it.
    """
    best = leader(gains, squares, n, open_to, 0.0)
    racing = 1
    for i in range(n):
        if open_to[i] and i != best:
            if gains[best] - gains[i] < margin * np.sqrt(squares[best] + squares[i]):
                racing += 1
            elif i > 0:
                open_to[i] = 0
    return racing


@strategy(
    "patience",
    Parameter("samples", 4, "deals of the unseen cards tried for a decision", 1, 10000),
    Parameter("doubt", 1.0, "how far a move's gain must stand out to be believed", 0, 3),
    Parameter("margin", 1.5, "how far a move must be behind to be given up", 0, 10),
    cost=1200,
)
def planner(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Try every move in sampled deals of the unseen cards, played on greedily to the end.

    What is unseen is known as a multiset. It is dealt at random to the places where it may lie,
    ``samples`` times; in each of these deals every move is made and the game played on by a quick
    greedy policy that knows the supposed cards (:mod:`strategies.patience.rollout`). The move is
    played that brings most cards home in the mean, a win counting a little more. The first move in
    the list, a foundation move if there is one, has the benefit of the ``doubt``.

    After every four samples the moves that are behind by ``margin`` are given up. More samples play
    better and take longer; with 100, a ``doubt`` of 0.5 is enough.
    """
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
    for k in range(1, samples + 1):
        suppose(table, scene, lanes, cards, hidden, rng)
        sample(scene, trial, lanes, moves, n, open_to, gains, squares)
        if k % CHECK == 0 and narrow(gains, squares, n, open_to, params[2]) == 1:
            break
    return leader(gains, squares, n, open_to, params[1] if hidden else 0.0)
