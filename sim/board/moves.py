"""Moves of the board game: the actions of the market, redesign, and what becomes of new tiles."""

from typing import Any

import numpy as np

from sim.bits import lowest
from sim.board.city import (
    CITY,
    EDGE,
    City,
    bit,
    cell_at,
    exchange,
    lift,
    put,
    settle_doubt,
)
from sim.board.walls import ALL_SIDES, FIT, FOUNTAIN, MATCH, PATTERNS, RING, WALLS
from sim.compile import compiled, wide
from sim.market.buildings import BUILDINGS, DUMMY, TYPE
from sim.market.course import stir
from sim.market.money import MAX_PAYMENTS
from sim.market.moves import (
    BUY,
    MAX_PARAMS,
    MEMORY,
    TAKE,
    Tally,
    Work,
    list_end,
    list_purchases,
    list_takings,
    may_give,
    pay,
    take,
)
from sim.market.moves import MOVE as MARKET_MOVE
from sim.market.moves import TALLY as MARKET_TALLY
from sim.market.table import SEATS, SPACES, TABLE_FIELDS, Table

PLACE, REMOVE, SWAP, RESERVE, GIFT = 3, 4, 5, 6, 7
KINDS = ("take", "buy", "end turn", "place", "remove", "swap", "reserve", "gift")

ACTION, PLACING, AWARD = 0, 1, 2
"""Values of ``phase``: the actions of a turn; then each tile bought in it is placed, put in the
reserve or given away; at the end of the game the same with the leftovers."""

TABLE = np.dtype(
    [
        *TABLE_FIELDS,
        ("phase", np.int32),
        ("walls", np.int32, (3, SEATS)),  # points for walls by round and seat
        ("city", np.dtype((np.record, CITY)), (SEATS,)),
    ],
    align=True,
)
"""The table of the board game. ``owned`` counts the tiles of the city alone (B5)."""

MOVE = np.dtype(
    [
        *((name, MARKET_MOVE[name]) for name in MARKET_MOVE.names or ()),
        ("out", np.int32),  # SWAP: the tile of the city that goes to the reserve
        ("x", np.int32),  # PLACE, REMOVE, SWAP: the cell, x to the east
        ("y", np.int32),  # and y to the south of the fountain
    ],
    align=True,
)
"""One legal move. ``building`` is the tile that is bought, placed, removed, swapped in, put in the
reserve or given to the dummy; fields that do not belong to a move's kind are 0."""

MAX_REDESIGNS = max(
    (BUILDINGS - n) * (2 * (n + 1) + 2) + n * (BUILDINGS - n) + n for n in range(BUILDINGS + 1)
)
"""With n tiles in the city and all others in the reserve: on each cell, for each tile, removals."""
MAX_DEALT = SPACES * (EDGE + 2)
"""Each tile of the market on each cell, to the reserve and to the dummy."""
MAX_MOVES = max(MAX_REDESIGNS + 15 + SPACES * MAX_PAYMENTS + 1, MAX_DEALT)
"""Moves of one seat in the buffer."""

WORK = np.dtype(
    [
        ("moves", np.dtype((np.record, MOVE)), (SEATS * MAX_MOVES,)),
        ("memory", np.int64, (SEATS, MEMORY)),
        ("rng", np.uint64, (SEATS, 4)),
        ("params", np.float64, (SEATS, MAX_PARAMS)),
        ("alike", np.int64, (PATTERNS,)),  # tiles of a reserve by their walls
    ],
    align=True,
)
"""As in the card game; each seat has its own part of the move list, which begins with the redesigns
until its city or reserve changes."""

TALLY = np.dtype(
    [
        *((name, MARKET_TALLY[name]) for name in MARKET_TALLY.names or ()),
        ("placed", np.int32, (SEATS,)),  # redesigns by kind
        ("removed", np.int32, (SEATS,)),
        ("swapped", np.int32, (SEATS,)),
    ],
    align=True,
)
"""What the log keeps of the course of a board game."""


@compiled
def put_move(work: Work, n: int, kind: int, tile: int, out: int, x: int, y: int) -> None:
    """Write a move that has to do with a city at index ``n``."""
    move = work.moves[n]
    move.kind, move.building, move.out, move.x, move.y = kind, tile, out, x, y
    move.cards = move.total = move.places = move.space = 0
    move.payment = move.overpayment = move.gift = 0


@compiled
def list_redesigns(city: City, work: Work, n: int) -> int:
    """List every redesign (B3) from index ``n`` on; return the index after the last.

    First each tile of the reserve on each cell of the edge that it fits; then, by tile of the city,
    its removal and its exchange for each tile of the reserve that matches it on all shared sides.
    """
    settle_doubt(city)
    kinds = sort_reserve(city, work)
    for k in range(city.edge_n):
        fitting = FIT[city.cell[city.edge[k]] & RING] & kinds
        while fitting:
            tiles = work.alike[lowest(fitting)]
            fitting &= fitting - 1
            while tiles:
                put_move(work, n, PLACE, lowest(tiles), 0, city.edge_x[k], city.edge_y[k])
                n += 1
                tiles &= tiles - 1
    left = city.inside & ~bit(FOUNTAIN)
    while left:
        tile = lowest(left)
        left &= left - 1
        x, y = city.x[tile], city.y[tile]
        sides = city.cell[cell_at(x, y)] & ALL_SIDES
        if not city.fixed & bit(tile) and sides != ALL_SIDES:
            put_move(work, n, REMOVE, tile, 0, x, y)
            n += 1
        matching = MATCH[sides, WALLS[tile]] & kinds
        while matching:
            tiles = work.alike[lowest(matching)]
            matching &= matching - 1
            while tiles:
                put_move(work, n, SWAP, lowest(tiles), tile, x, y)
                n += 1
                tiles &= tiles - 1
    return n


@compiled
def sort_reserve(city: City, work: Work) -> int:
    """Sort the reserve by walls into ``work.alike``; return which sets of walls (bits) occur."""
    kinds = 0
    left = city.reserve
    while left:
        tile = lowest(left)
        left &= left - 1
        walls = WALLS[tile]
        if not kinds >> walls & 1:
            kinds |= 1 << walls
            work.alike[walls] = 0
        work.alike[walls] |= bit(tile)
    return kinds


@compiled
def list_dealing(city: City, work: Work, n: int, gifts: bool) -> int:
    """List what may become of the tiles bought or awarded (B2, B6, M17) from index ``n`` on.

    By tile: on each cell of the edge that it fits, to the reserve, with ``gifts`` to the dummy.
    """
    left = city.bought
    while left:
        tile = lowest(left)
        left &= left - 1
        for k in range(city.edge_n):
            if FIT[city.cell[city.edge[k]] & RING] >> WALLS[tile] & 1:
                put_move(work, n, PLACE, tile, 0, city.edge_x[k], city.edge_y[k])
                n += 1
        put_move(work, n, RESERVE, tile, 0, 0, 0)
        n += 1
        if gifts:
            put_move(work, n, GIFT, tile, 0, 0, 0)
            n += 1
    return n


@compiled
def list_moves(table: Table, work: Work) -> int:
    """List every legal move in the seat's part of ``work.moves`` and return their number.

    The order is fixed: redesigns, takings, purchases by space and payment, the end of the turn.
    After the actions: each new tile on each cell, to the reserve, and to the dummy.
    """
    first = table.player * MAX_MOVES
    city = table.city[table.player]
    if table.phase != ACTION:
        city.listed = -1
        gifts = table.phase == PLACING and may_give(table)
        return list_dealing(city, work, first, gifts) - first
    if city.listed < 0:
        city.listed = list_redesigns(city, work, first) - first
    start = first + city.listed
    n = list_takings(table, work, start)
    n = list_purchases(table, work, n, False)
    if n > first:
        n = list_end(table, work, n)
    for i in range(start, n):
        move = work.moves[i]
        move.out = move.x = move.y = 0
    return n - first


@compiled
def act(table: Table, tally: Tally, move: Any) -> bool:
    """Play a move; return whether the player goes on with this phase of the turn (M7, B2)."""
    if move.kind < PLACE:
        what = move.kind | move.places << 2 | move.space << 6
        stir(tally, what | move.payment << 9 | table.player << 27)
        return act_on_market(table, tally, move)
    what = 3 | (move.kind - PLACE) << 2 | move.building << 5 | move.out << 11
    where = wide(move.x & 127) << 17 | wide(move.y & 127) << 24
    stir(tally, what | where | wide(table.player) << 31)
    if table.phase == ACTION:
        redesign(table, tally, move)
        return False
    deal(table, tally, move)
    return table.city[table.player].bought != 0


@compiled
def act_on_market(table: Table, tally: Tally, move: Any) -> bool:
    """Take money, or buy a tile, which waits for the end of the turn."""
    if move.kind == TAKE:
        take(table, tally, move.places)
    elif move.kind == BUY:
        table.city[table.player].bought |= bit(table.market[move.space])
        table.actions += 1
        return pay(table, tally, move.space, move.payment, move.total)
    return False


@compiled
def redesign(table: Table, tally: Tally, move: Any) -> None:
    """Place a tile of the reserve, remove a tile, or exchange two (B3)."""
    seat = table.player
    city = table.city[seat]
    tile = move.building
    if move.kind == PLACE:
        city.reserve ^= bit(tile)
        put(city, tile, move.x, move.y)
        table.owned[seat, TYPE[tile]] += 1
        tally.placed[seat] += 1
    elif move.kind == REMOVE:
        city.reserve |= bit(tile)
        lift(city, tile)
        table.owned[seat, TYPE[tile]] -= 1
        tally.removed[seat] += 1
    else:
        city.reserve ^= bit(tile) | bit(move.out)
        exchange(city, move.out, tile)
        table.owned[seat, TYPE[tile]] += 1
        table.owned[seat, TYPE[move.out]] -= 1
        tally.swapped[seat] += 1


@compiled
def deal(table: Table, tally: Tally, move: Any) -> None:
    """Place a new tile, put it in the reserve, or give it to the dummy (B2, B6, M17)."""
    seat = table.player
    city = table.city[seat]
    tile = move.building
    city.bought ^= bit(tile)
    if move.kind == PLACE:
        put(city, tile, move.x, move.y)
        table.owned[seat, TYPE[tile]] += 1
    elif move.kind == RESERVE:
        city.reserve |= bit(tile)
    else:
        table.owned[DUMMY, TYPE[tile]] += 1
        tally.gifts[seat] += 1
