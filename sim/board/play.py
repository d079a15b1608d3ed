"""Whole board games, many at a time: the compiled loops.

Importing this module compiles them (or loads them from the cache).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.bits import count
from sim.board.city import bit, size
from sim.board.city import clear as clear_city
from sim.board.moves import (
    ACTION,
    AWARD,
    MOVE,
    PLACING,
    SPAN,
    TABLE,
    TALLY,
    WORK,
    act,
    first_move,
    list_moves,
)
from sim.board.outline import longest_wall
from sim.compile import choose_signature, compiled, compiled_as, inlined, numba, types, wide
from sim.market import rows
from sim.market.buildings import NO_BUILDING
from sim.market.course import FAULT, LIMIT, MARKET, hide_hands, replenish, show_hands
from sim.market.course import clear as clear_market
from sim.market.moves import Tally, Work
from sim.market.rounds import (
    GOES_ON,
    MARKET_END,
    dummy_after_round,
    next_turn,
    richest,
    score_majorities,
)
from sim.market.rows import write_game, write_seats
from sim.market.table import HIDDEN, SEATS, SECRET, SPACES, Hidden, Table, begin
from sim.randomness import fold, mix, seed_stream, word

__all__ = ["TABLE", "TALLY", "WORK", "act", "list_moves"]

CHOOSE = choose_signature(TABLE, MOVE)
"""Signature of a compiled strategy of the board game."""
GAME_ROWS, SEAT_ROWS = rows.GAME_ROWS, rows.SEAT_ROWS + 9
"""Rows of the buffers that :func:`write_rows` fills."""


def moves_of(table: Table, work: Work) -> Any:
    """Return where :func:`list_moves` lists."""
    first = first_move(table)
    return work.moves[first : first + SPAN]


def fingerprint(table: Table) -> bytes:
    """Return all of the table that a strategy has to leave alone.

    That is all but the outlines, which :func:`sim.board.outline.survey` may get to know.
    """
    whole = np.frombuffer(table.tobytes(), dtype=np.uint8).copy()
    for name in ("sides", "around", "passed"):
        whole.view(TABLE)["city"][name] = 0
    return whole.tobytes()


@compiled
def settle(table: Table) -> bool:
    """Return whether tiles have to be dealt with after the last action; if so, begin with it."""
    if table.phase == ACTION and table.city[table.player].bought:
        table.phase = PLACING
        return True
    table.phase = ACTION
    return False


@inlined
def end_turn(table: Table, hidden: Hidden, tally: Tally) -> int:
    """Refill, score what was drawn, and go on to the next turn unless the game ends."""
    found = replenish(table, hidden, tally)
    if found >> 1:
        score(table, (found >> 1) - 1)
        dummy_after_round(table, hidden, (found >> 1) - 1)
    return next_turn(table, bool(found & 1))


@compiled
def score(table: Table, scoring_round: int) -> None:
    """Play a scoring round: majorities (M12), and a point for each segment of wall (B4)."""
    score_majorities(table, scoring_round)
    for seat in range(table.players):
        wall = longest_wall(table.city[seat])
        table.walls[scoring_round, seat] = wall
        table.score[seat] += wall


@compiled
def award(table: Table, tally: Tally) -> None:
    """Award the leftovers (M15); who gets some still has to say where they go (B6)."""
    for space in range(SPACES):
        building = table.market[space]
        owner = richest(table, space) if building != NO_BUILDING else -1
        if owner >= 0:
            table.city[owner].bought |= bit(building)
            tally.leftovers[owner] += 1


@compiled
def next_award(table: Table) -> bool:
    """Go on to the next player, by seat, who has to say where a leftover goes (B6)."""
    for seat in range(table.players):
        if table.city[seat].bought:
            table.player = seat
            table.phase = AWARD
            return True
    return False


@compiled
def close(table: Table, end: int) -> int:
    """Play round C and return how the game ended."""
    score(table, 2)
    return MARKET if end == MARKET_END else LIMIT


@inlined
def go_on(table: Table, hidden: Hidden, tally: Tally) -> int:
    """Go on after the last move of a phase; return -1, or how the game ended."""
    end = MARKET_END if table.phase == AWARD else GOES_ON
    if settle(table):
        return -1
    if end == GOES_ON:
        end = end_turn(table, hidden, tally)
        if end == GOES_ON:
            return -1
        if end == MARKET_END:
            award(table, tally)
    if next_award(table):
        return -1
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
        if n == 1 and act(table, tally, work.moves[first_move(table)]):
            continue
        if n == 0 and table.actions == 0:
            tally.passes[table.player] += 1
        end = go_on(table, hidden, tally)
        if end >= 0:
            return -1 - end


@compiled
def clear(table: Table, tally: Tally, work: Work) -> None:
    """Make cities, tally and memory ready for a game that has been laid out."""
    clear_market(table, tally, work)
    table.phase = ACTION
    for seat in range(table.players):
        clear_city(table.city[seat])
        tally.placed[seat] = tally.removed[seat] = tally.swapped[seat] = 0
        for k in range(3):
            table.walls[k, seat] = 0


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
        first = first_move(table)
        if table.hands == SECRET:
            hide_hands(table, hidden, seat)
        i = wide(
            choosers[seat](
                table,
                seat,
                work.moves[first : first + SPAN],
                n,
                work.rng[seat, :],
                work.params[seat, :],
                work.memory[seat, :],
            )
        )
        if table.hands == SECRET:
            show_hands(table, hidden)
        if i < 0 or i >= n:
            return FAULT
        tally.choices += 1
        if not act(table, tally, work.moves[first + i]):
            end = go_on(table, hidden, tally)
            if end >= 0:
                return end


@compiled
def write_rows(table: Table, tally: Tally, end: int, game: Any, seats: Any, column: int) -> None:
    """Write what the log keeps of a game and of its seats."""
    write_game(table, tally, end, game, column)
    write_seats(table, tally, end, seats, column)
    for seat in range(table.players):
        city = table.city[seat]
        row = seats[rows.SEAT_ROWS :, column * table.players + seat]
        for k in range(3):
            row[k] = table.walls[k, seat]
        row[3] = longest_wall(city)
        row[4] = size(city)
        row[5] = count(city.reserve)
        row[6] = tally.placed[seat]
        row[7] = tally.removed[seat]
        row[8] = tally.swapped[seat]


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
    """Play some deals, one for each column of the buffers; as in :mod:`sim.card.play`."""
    for column in range(len(deals)):
        hidden.deal = deals[column]
        begin(table, hidden)
        clear(table, tally, work)
        for seat in range(table.players):
            seed_stream(work.rng[seat, :], fold(keys[seat], deals[column]))
        end = play_game(choosers, table, hidden, tally, work)
        write_rows(table, tally, end, games, seats, column)
        digests[column] = mix(word(tally.digest))
