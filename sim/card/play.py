"""Whole card games, many at a time: the compiled loops.

Importing this module compiles them (or loads them from the cache).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import choose_signature, compiled, compiled_as, inlined, numba, types
from sim.market import rows
from sim.market.buildings import NO_BUILDING, TYPE
from sim.market.course import (
    FAULT,
    LIMIT,
    MARKET,
    clear,
    hide_hands,
    replenish,
    show_hands,
    stir,
)
from sim.market.moves import (
    BUY,
    MOVE,
    TAKE,
    TALLY,
    WORK,
    Tally,
    Work,
    keep_takings,
    list_end,
    list_purchases,
    may_give,
    own,
    pay,
    take,
)
from sim.market.rounds import (
    GOES_ON,
    MARKET_END,
    dummy_after_round,
    next_turn,
    richest,
    score_majorities,
)
from sim.market.rows import write_game, write_seats
from sim.market.table import HIDDEN, SEATS, SECRET, SPACES, TABLE_FIELDS, Hidden, Table, begin
from sim.randomness import fold, mix, seed_stream, word

TABLE = np.dtype(TABLE_FIELDS, align=True)
"""The table of the card game."""
CHOOSE = choose_signature(TABLE, MOVE)
"""Signature of a compiled strategy of the card game."""
GAME_ROWS, SEAT_ROWS = rows.GAME_ROWS, rows.SEAT_ROWS
"""Rows of the buffers that :func:`write_rows` fills."""


def moves_of(table: Table, work: Work) -> Any:
    """Return where :func:`list_moves` lists."""
    return work.moves


def fingerprint(table: Table) -> bytes:
    """Return all of the table that a strategy has to leave alone."""
    whole: bytes = table.tobytes()
    return whole


@inlined
def list_moves(table: Table, work: Work) -> int:
    """Fill ``work.moves`` with every legal move and return their number.

    The order is fixed: takings, then purchases by space and payment, then the end of the turn.
    """
    n = keep_takings(table, work)
    n = list_purchases(table, work, n, may_give(table))
    return list_end(table, work, n)


@inlined
def act(table: Table, tally: Tally, move: Any) -> bool:
    """Play a move; return whether the turn goes on (M7)."""
    what = move.kind | move.places << 2 | move.space << 6 | move.gift << 8
    stir(tally, what | move.payment << 9 | table.player << 27)
    if move.kind == TAKE:
        take(table, tally, move.places)
        return False
    if move.kind == BUY:
        building = table.market[move.space]
        exact = pay(table, tally, move.space, move.payment, move.total)
        own(table, tally, building, move.gift)
        table.actions += 1
        return exact
    return False


@compiled
def settle(table: Table) -> bool:
    """Return whether buildings have to be dealt with after the last action: no (C1)."""
    return False


@inlined
def end_turn(table: Table, hidden: Hidden, tally: Tally) -> int:
    """Refill, score what was drawn, and go on to the next turn unless the game ends."""
    found = replenish(table, hidden, tally)
    if found >> 1:
        score_majorities(table, (found >> 1) - 1)
        dummy_after_round(table, hidden, (found >> 1) - 1)
    return next_turn(table, bool(found & 1))


@compiled
def award(table: Table, tally: Tally) -> None:
    """Award the leftovers (M15)."""
    for space in range(SPACES):
        building = table.market[space]
        owner = richest(table, space) if building != NO_BUILDING else -1
        if owner >= 0:
            table.owned[owner, TYPE[building]] += 1
            tally.leftovers[owner] += 1


@compiled
def next_award(table: Table) -> bool:
    """Return whether somebody has to say where a leftover goes: never in this game."""
    return False


@compiled
def close(table: Table, end: int) -> int:
    """Play round C and return how the game ended."""
    score_majorities(table, 2)
    return MARKET if end == MARKET_END else LIMIT


@compiled
def finish(table: Table, tally: Tally, end: int) -> int:
    """Award the leftovers unless the game was cut short, and play round C."""
    if end == MARKET_END:
        award(table, tally)
    return close(table, end)


@inlined
def next_choice(table: Table, hidden: Hidden, work: Work, tally: Tally) -> int:
    """Play on where there is no choice; list the moves of the next choice.

    Returns
    -------
    int
        The number of moves, at least 2; at the end of the game ``-1 - e`` with its end ``e``.
    """
    while True:
        n = list_moves(table, work)
        if n > 1:
            return n
        if n == 1 and act(table, tally, work.moves[0]):
            continue
        if n == 0 and table.actions == 0:
            tally.passes[table.player] += 1
        end = end_turn(table, hidden, tally)
        if end != GOES_ON:
            return -1 - finish(table, tally, end)


@compiled_as(
    types.int64(
        types.UniTuple(types.FunctionType(CHOOSE), SEATS),
        numba.from_dtype(TABLE),
        numba.from_dtype(HIDDEN),
        numba.from_dtype(TALLY),
        numba.from_dtype(WORK),
    )
)
def play_game(choosers: Any, table: Table, hidden: Hidden, tally: Tally, work: Work) -> int:
    """Play a game that has been laid out to its end and return how it ended."""
    while True:
        n = next_choice(table, hidden, work, tally)
        if n < 0:
            return -1 - n
        seat = table.player
        if table.hands == SECRET:
            hide_hands(table, hidden, seat)
        i = choosers[seat](
            table,
            seat,
            work.moves[:],
            n,
            work.rng[seat, :],
            work.params[seat, :],
            work.memory[seat, :],
        )
        if table.hands == SECRET:
            show_hands(table, hidden)
        if i < 0 or i >= n:
            return FAULT
        tally.choices += 1
        if not act(table, tally, work.moves[i]):
            end = end_turn(table, hidden, tally)
            if end != GOES_ON:
                return finish(table, tally, end)


@compiled
def write_rows(table: Table, tally: Tally, end: int, game: Any, seats: Any, column: int) -> None:
    """Write what the log keeps of a game and of its seats."""
    write_game(table, tally, end, game, column)
    write_seats(table, tally, end, seats, column)


@compiled_as(
    types.void(
        types.UniTuple(types.FunctionType(CHOOSE), SEATS),
        numba.from_dtype(TABLE),
        numba.from_dtype(HIDDEN),
        numba.from_dtype(TALLY),
        numba.from_dtype(WORK),
        types.uint64[::1],
        types.int64[::1],
        types.int32[:, ::1],
        types.int32[:, ::1],
        types.uint64[::1],
    )
)
def play_deals(
    choosers: Any,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    work: Work,
    keys: NDArray[np.uint64],
    deals: NDArray[np.int64],
    games: NDArray[np.int32],
    seats: NDArray[np.int32],
    digests: NDArray[np.uint64],
) -> None:
    """Play some deals, one for each column of the buffers.

    Parameters
    ----------
    choosers
        Six first-class functions of signature :data:`CHOOSE`; those beyond the players are unused.
    table
        With ``players`` and the rule options set.
    hidden
        With the names of the deal's streams set.
    keys
        Names of the seats' own streams but for the deal, shape (SEATS,).
    games, seats
        Filled by :func:`write_rows`; ``seats`` has ``players`` columns for each game.
    digests
        Shape (games,).
    """
    for column in range(len(deals)):
        hidden.deal = deals[column]
        begin(table, hidden)
        clear(table, tally, work)
        for seat in range(table.players):
            seed_stream(work.rng[seat, :], fold(keys[seat], deals[column]))
        end = play_game(choosers, table, hidden, tally, work)
        write_rows(table, tally, end, games, seats, column)
        digests[column] = mix(word(tally.digest))
