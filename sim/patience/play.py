"""Whole games of patience, many at a time: the compiled loops.

Importing this module compiles them (or loads them from the cache).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import choose_signature, compiled, compiled_as, numba, types
from sim.memory import record
from sim.patience.moves import (
    MEMORY,
    MOVE,
    TALLY,
    WORK,
    Tally,
    Work,
    final_digest,
    list_moves,
    play,
    turn_on,
)
from sim.patience.table import HIDDEN, PILES, TABLE, Hidden, Table, begin, deal
from sim.randomness import fold, seed_stream

CHOOSE = choose_signature(TABLE, MOVE)
"""Signature of a compiled strategy of the patience."""

WON, STUCK, DRY, FAULT = 0, 1, 2, 3
"""How a game ended: see ``END`` in :mod:`sim.patience.log`."""

INTEGERS = 15
"""Rows of the buffer that :func:`play_deals` fills, one game a column."""


class Buffers:
    """Everything that a game needs in memory, allocated once."""

    def __init__(self) -> None:
        self.table = record(TABLE)
        self.hidden = record(HIDDEN)
        self.tally = record(TALLY)
        self.work = record(WORK)
        self.moves = self.work.moves
        self.rng = self.work.rng
        self.memory = self.work.memory


@compiled
def clear(tally: Tally, memory: NDArray[np.int64]) -> None:
    """Make tally and memory ready for a new game."""
    for i in range(4):
        tally.from_waste[i] = 0
        tally.from_reserve[i] = 0
    tally.built = 0
    tally.choices = 0
    tally.digest = 0
    for i in range(MEMORY):
        memory[i] = 0


@compiled
def next_choice(table: Table, hidden: Hidden, work: Work, tally: Tally) -> int:
    """Play on for as long as there is only one legal move; list the moves of the next choice.

    Returns
    -------
    int
        The number of moves, at least 2; 0 at the end of the game.
    """
    while True:
        turn_on(table, hidden, tally)
        n = list_moves(table, work)
        if n != 1:
            return n
        move = work.moves[0]
        play(table, hidden, tally, move.kind, move.source, move.target)


@compiled
def ending(table: Table) -> int:
    """Return how a game without moves has ended (P8)."""
    if table.home == 104:
        return WON
    return DRY if table.redeals_left > 0 else STUCK


@compiled_as(
    types.int64(
        types.FunctionType(CHOOSE),
        numba.from_dtype(TABLE),
        numba.from_dtype(HIDDEN),
        numba.from_dtype(TALLY),
        numba.from_dtype(WORK),
        types.float64[::1],
    )
)
def play_game(
    choose: Any,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    work: Work,
    params: NDArray[np.float64],
) -> int:
    """Play a game that has begun to its end and return how it ended."""
    moves, rng, memory = work.moves[:], work.rng[:], work.memory[:]
    while True:
        n = next_choice(table, hidden, work, tally)
        if n == 0:
            return ending(table)
        i = choose(table, 0, moves, n, rng, params, memory)
        if i < 0 or i >= n:
            return FAULT
        tally.choices += 1
        move = work.moves[i]
        play(table, hidden, tally, move.kind, move.source, move.target)


@compiled
def write_row(
    table: Table, tally: Tally, end: int, integers: NDArray[np.int32], column: int
) -> None:
    """Write what the log keeps of a game, in the order of the schema from ``end`` on."""
    integers[0, column] = end
    integers[1, column] = table.home
    integers[2, column] = table.moves
    integers[3, column] = tally.choices
    integers[4, column] = table.pass_number
    integers[5, column] = tally.built
    for i in range(4):
        integers[6 + i, column] = tally.from_waste[i]
        integers[10 + i, column] = tally.from_reserve[i]
    buried = 0
    for p in range(PILES):
        buried += table.reserve_n[p]
    integers[14, column] = buried


@compiled_as(
    types.void(
        types.FunctionType(CHOOSE),
        numba.from_dtype(TABLE),
        numba.from_dtype(HIDDEN),
        numba.from_dtype(TALLY),
        numba.from_dtype(WORK),
        types.float64[::1],
        types.int64[::1],
        types.uint64,
        types.uint64,
        types.int64,
        types.int32[:, ::1],
        types.uint64[::1],
    )
)
def play_deals(
    choose: Any,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    work: Work,
    params: NDArray[np.float64],
    rules: NDArray[np.int64],
    cards_key: int,
    choices_key: int,
    first: int,
    integers: NDArray[np.int32],
    digests: NDArray[np.uint64],
) -> None:
    """Play the deals ``first``, ``first + 1``, ... one for each column of the buffers.

    Parameters
    ----------
    choose
        A first-class function of signature :data:`CHOOSE`.
    rules
        ``waste_build``, ``redeals``, ``empty_waste``, ``reserve_view``.
    cards_key, choices_key
        Front parts of the names of the two streams; the deal completes them.
    integers
        Shape (INTEGERS, games), filled by :func:`write_row`.
    digests
        Shape (games,).
    """
    rng, memory = work.rng[:], work.memory[:]
    for column in range(len(digests)):
        seed_stream(rng, fold(cards_key, first + column))
        deal(hidden, rng)
        begin(table, hidden, rules[0], rules[1], rules[2], rules[3])
        seed_stream(rng, fold(choices_key, first + column))
        clear(tally, memory)
        end = play_game(choose, table, hidden, tally, work, params)
        write_row(table, tally, end, integers, column)
        digests[column] = final_digest(tally)
