"""A game move by move: the same rules as the fast loop, without its short cuts."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import compiled, compiled_as, numba, types
from sim.game import Player
from sim.patience.cards import FOUNDATIONS, card_name
from sim.patience.moves import (
    BUILD,
    FOUND,
    KINDS,
    TALLY,
    TURN,
    WORK,
    Tally,
    Work,
    list_moves,
    play,
)
from sim.patience.play import CHOOSE, Buffers, next_choice
from sim.patience.table import HIDDEN, TABLE, Hidden, Table
from sim.view import ArrayView, RecordView

BUFFER = 512
NO_SUCH_MOVE = -1
"""In place of a code: the strategy answered what is no move."""


@compiled
def move_code(table: Table, hidden: Hidden, move: Any) -> int:
    """Return a move about to be played as one number, the turned card included."""
    card = hidden.stock[table.stock_at] if move.kind == TURN else move.card
    return move.kind | (card << 2) | (move.source << 8) | (move.target << 12)


@compiled_as(
    types.int64(
        types.FunctionType(CHOOSE),
        numba.from_dtype(TABLE),
        numba.from_dtype(HIDDEN),
        numba.from_dtype(TALLY),
        numba.from_dtype(WORK),
        types.float64[::1],
        types.int32[::1],
    )
)
def trace_moves(
    choose: Any,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    work: Work,
    params: NDArray[np.float64],
    codes: NDArray[np.int32],
) -> int:
    """Play on, and write each move's code, until the game ends or ``codes`` is full.

    Returns
    -------
    int
        The number of codes written; less than the length of ``codes`` at the end of the game.
    """
    moves, rng, memory = work.moves[:], work.rng[:], work.memory[:]
    for k in range(len(codes)):
        n = list_moves(table, work)
        if n == 0:
            return k
        i = 0
        if n > 1:
            i = choose(table, 0, moves, n, rng, params, memory)
            if i < 0 or i >= n:
                codes[k] = NO_SUCH_MOVE
                return k + 1
            tally.choices += 1
        move = work.moves[i]
        codes[k] = move_code(table, hidden, move)
        play(table, hidden, tally, move.kind, move.source, move.target)
    return len(codes)


def trace(player: Player, buffers: Buffers) -> Iterator[int]:
    """Yield the code of each move of a game that has begun, to its end.

    The last is ``NO_SUCH_MOVE`` if the strategy answered what is no move.
    """
    b = buffers
    if player.interpreted:
        yield from trace_interpreted(player, b)
        return
    codes = np.zeros(BUFFER, dtype=np.int32)
    n = BUFFER
    while n == BUFFER and codes[-1] != NO_SUCH_MOVE:
        n = trace_moves(player.choose, b.table, b.hidden, b.tally, b.work, player.params, codes)
        yield from codes[:n].tolist()


def trace_interpreted(player: Player, buffers: Buffers, forced: bool = True) -> Iterator[int]:
    """Yield the codes of a game played by a plain Python strategy, as :func:`trace` does.

    With ``forced`` false, moves without a choice are played but not yielded, which is faster.
    """
    b, params = buffers, player.params.tolist()
    table = RecordView(b.table)
    while True:
        if forced:
            n = list_moves(b.table, b.work)
        else:
            n = next_choice(b.table, b.hidden, b.work, b.tally)
        if n == 0:
            return
        i = 0
        if n > 1:
            moves = ArrayView(b.moves, n)
            i = int(player.choose(table, 0, moves, n, b.rng, params, b.memory))
            if not 0 <= i < n:
                yield NO_SUCH_MOVE
                return
            b.tally.choices += 1
        move = b.moves[i]
        yield move_code(b.table, b.hidden, move)
        play(b.table, b.hidden, b.tally, move.kind, move.source, move.target)


def event(code: int) -> dict[str, Any]:
    """Return the event of the game record for a move's code."""
    kind, card, source, target = code & 3, code >> 2 & 63, code >> 8 & 15, code >> 12
    made: dict[str, Any] = {"event": KINDS[kind]}
    if kind in (FOUND, BUILD, TURN):
        made["card"] = card_name(card)
    if kind in (FOUND, BUILD):
        made["from"] = f"r{source}" if source else "waste"
    if kind == FOUND:
        made["to"] = FOUNDATIONS[target]
    return made
