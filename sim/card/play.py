"""Whole card games, many at a time: the compiled loops.

Importing this module compiles them (or loads them from the cache).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import choose_signature, compiled, compiled_as, numba, types, wide
from sim.market.buildings import DUMMY, NO_BUILDING, TYPE, TYPE_COUNT
from sim.market.moves import (
    BUY,
    MOVE,
    TAKE,
    TALLY,
    WORK,
    Tally,
    Work,
    list_end,
    list_purchases,
    list_takings,
    may_give,
    own,
    pay,
    take,
)
from sim.market.rounds import (
    GOES_ON,
    MARKET_END,
    best_score,
    dummy_after_round,
    next_turn,
    refill,
    richest,
    score_majorities,
)
from sim.market.table import (
    HIDDEN,
    SEATS,
    SECRET,
    SPACES,
    TABLE_FIELDS,
    Hidden,
    Table,
    begin,
    hand_worth,
)
from sim.memory import record
from sim.randomness import MASK, fold, mix, rotate, seed_stream, word

TABLE = np.dtype(TABLE_FIELDS, align=True)
"""The table of the card game."""
CHOOSE = choose_signature(TABLE, MOVE)
"""Signature of a compiled strategy of the card game."""

MARKET, LIMIT, FAULT = 0, 1, 2
"""How a game ended: see ``MARKET_ENDS`` in the log's schema."""

W5, DIGEST_FACTOR = word(5), word(0xF135_7AEA_2E62_A9C5)


GAME_ROWS, SEAT_ROWS = 12, 41
"""Rows of the buffers that :func:`write_rows` fills."""


class Buffers:
    """Everything that a game needs in memory, allocated once."""

    def __init__(self) -> None:
        self.table = record(TABLE)
        self.hidden = record(HIDDEN)
        self.tally = record(TALLY)
        self.work = record(WORK)


@compiled
def stir(tally: Tally, number: int) -> None:
    """Fold a number into the digest (described in ``sim/README.md``)."""
    tally.digest = ((rotate(word(tally.digest), W5) ^ word(number)) * DIGEST_FACTOR) & MASK


@compiled
def list_moves(table: Table, work: Work) -> int:
    """Fill ``work.moves`` with every legal move and return their number.

    The order is fixed: takings, then purchases by space and payment, then the end of the turn.
    """
    n = list_takings(table, work, 0)
    n = list_purchases(table, work, n, may_give(table))
    return list_end(table, work, n)


@compiled
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
def end_turn(table: Table, hidden: Hidden, tally: Tally) -> int:
    """Refill, score what was drawn, and go on to the next turn unless the game ends."""
    found = refill(table, hidden)
    drawn = wide(table.drawn_n)
    for i in range(table.drawn_n):
        drawn = drawn << 8 | table.drawn[i]
    stir(tally, drawn)
    filled = wide(0)
    for k in range(SPACES):
        filled = filled << 6 | table.filled[k]
    stir(tally, filled)
    if found >> 1:
        score_majorities(table, (found >> 1) - 1)
        dummy_after_round(table, hidden, (found >> 1) - 1)
    return next_turn(table, bool(found & 1))


@compiled
def finish(table: Table, tally: Tally, end: int) -> int:
    """Award the leftovers (M15) unless the game was cut short, and play round C."""
    for space in range(SPACES):
        building = table.market[space]
        if end == MARKET_END and building != NO_BUILDING:
            owner = richest(table, space)
            if owner >= 0:
                table.owned[owner, TYPE[building]] += 1
                tally.leftovers[owner] += 1
    score_majorities(table, 2)
    return MARKET if end == MARKET_END else LIMIT


@compiled
def hide_hands(table: Table, hidden: Hidden, seat: int) -> None:
    """Cover the hands of the others before a strategy looks (option ``hands``)."""
    for other in range(SEATS):
        for currency in range(SPACES):
            hidden.hand[other, currency] = table.hand[other, currency]
            hidden.worth[other, currency] = table.worth[other, currency]
            if other != seat:
                table.hand[other, currency] = -1
                table.worth[other, currency] = -1


@compiled
def show_hands(table: Table, hidden: Hidden) -> None:
    """Undo :func:`hide_hands`."""
    for other in range(SEATS):
        for currency in range(SPACES):
            table.hand[other, currency] = hidden.hand[other, currency]
            table.worth[other, currency] = hidden.worth[other, currency]


@compiled
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


@compiled
def clear(table: Table, tally: Tally, work: Work) -> None:
    """Make tally and memory ready for a game that has been laid out."""
    for seat in range(SEATS):
        tally.start_cards[seat] = table.cards[seat]
        tally.start_total[seat] = hand_worth(table, seat)
        tally.taken_cards[seat] = tally.taken[seat] = tally.spent[seat] = 0
        tally.overpaid[seat] = tally.purchases[seat] = tally.exact[seat] = 0
        tally.chain[seat] = tally.gifts[seat] = tally.leftovers[seat] = tally.passes[seat] = 0
    tally.choices = 0
    tally.digest = 0
    for seat in range(table.players):
        for i in range(len(work.memory[0])):
            work.memory[seat, i] = 0


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
    """Write what the log keeps of a game and of its seats, in the order of the log's schema."""
    game[0, column] = end
    game[1, column] = table.first
    game[2, column] = table.named
    game[3, column] = table.named_by
    game[4, column] = table.turn
    game[5, column] = table.rounds
    for k in range(3):
        game[6 + k, column] = table.round_turn[k]
    game[9, column] = tally.choices
    game[10, column] = table.score[DUMMY]
    failed = table.player if end == FAULT else -1
    game[11, column] = failed
    best = best_score(table)
    winners = 0
    for seat in range(table.players):
        winners += table.score[seat] == best
    for seat in range(table.players):
        row = seats[:, column * table.players + seat]
        row[0] = (seat - table.first) % table.players
        row[1] = tally.start_cards[seat]
        row[2] = tally.start_total[seat]
        row[3] = table.score[seat]
        place = 1
        for other in range(table.players):
            place += table.score[other] > table.score[seat]
        row[4] = place
        row[5] = 60 // winners if place == 1 else 0
        if failed >= 0:
            row[5] = 0 if seat == failed else 60 // (table.players - 1)
        row[6] = tally.taken_cards[seat]
        row[7] = tally.taken[seat]
        row[8] = tally.spent[seat]
        row[9] = tally.overpaid[seat]
        row[10] = hand_worth(table, seat)
        row[11] = tally.purchases[seat]
        row[12] = tally.exact[seat]
        row[13] = tally.chain[seat]
        row[14] = tally.gifts[seat]
        row[15] = tally.leftovers[seat]
        row[16] = tally.passes[seat]
        for k in range(3):
            for kind in range(TYPE_COUNT):
                row[17 + TYPE_COUNT * k + kind] = table.points[k, seat, kind]
        for kind in range(TYPE_COUNT):
            row[35 + kind] = table.owned[seat, kind]


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
