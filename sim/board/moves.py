"""Moves of the board game: the actions of the market, redesign, and what becomes of new tiles."""

from typing import Any

import numpy as np

from sim.bits import lowest
from sim.board.city import (
    CITY,
    EDGE,
    TILES,
    City,
    bit,
    cell_at,
    exchange,
    lift,
    put,
    settle_doubt,
    size,
)
from sim.board.walls import ALL_SIDES, FIT, FOUNTAIN, MATCH, RING, WALLS
from sim.compile import compiled, inlined, wide
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
        ("out", np.int32),  # SWAP: the tile of the city that goes to the reserve
        ("x", np.int32),  # PLACE, REMOVE, SWAP: the cell, x to the east
        ("y", np.int32),  # and y to the south of the fountain
        *((name, MARKET_MOVE[name]) for name in MARKET_MOVE.names or ()),
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
SPOTS = EDGE + TILES
"""The cells of the edge and the tiles of a city."""

CITY_MOVES = max(MAX_REDESIGNS, MAX_DEALT) + 1
"""Most moves that have to do with a city, and one written in vain."""
SPAN = CITY_MOVES + 15 + SPACES * MAX_PAYMENTS + 1
"""Places of one seat in the move list. Moves of the city end where those of the market begin, so
neither writes where the other does: fields that do not belong to a kind stay 0."""

WORK = np.dtype(
    [
        ("moves", np.dtype((np.record, MOVE)), (SEATS * SPAN,)),
        ("memory", np.int64, (SEATS, MEMORY)),
        ("rng", np.uint64, (SEATS, 4)),
        ("params", np.float64, (SEATS, MAX_PARAMS)),
        # While moves of a city are listed: its spots, see ``note_edge`` and ``note_tiles``.
        ("fit", np.int32, (SPOTS,)),
        ("out", np.int32, (SPOTS,)),
        ("x", np.int32, (SPOTS,)),
        ("y", np.int32, (SPOTS,)),
        ("pick", np.int32, (CITY_MOVES,)),
    ],
    align=True,
)
"""As in the card game; each seat has its own part of the move list, where its redesigns stay until
its city or reserve changes."""

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


@inlined
def put_move(work: Work, n: int, kind: int, tile: int, out: int, x: int, y: int) -> None:
    """Write a move that has to do with a city at index ``n``."""
    move = work.moves[n]
    move.kind, move.building, move.out, move.x, move.y = kind, tile, out, x, y


@inlined
def note_edge(city: City, work: Work) -> int:
    """Note the cells of the edge as spots, with the walls that fit; return their number."""
    for k in range(city.edge_n):
        work.fit[k] = FIT[city.cell[city.edge[k]] & RING]
        work.out[k] = 0
        work.x[k], work.y[k] = city.edge_x[k], city.edge_y[k]
    return city.edge_n


@inlined
def list_removals(city: City, work: Work, last: int, spots: int) -> int:
    """List the removal of each tile (B3); return the number of moves.

    On the way the tiles are noted as spots for others, with the walls that match.
    """
    n = last
    left = city.inside & ~bit(FOUNTAIN)
    while left:
        tile = lowest(left)
        left &= left - 1
        x, y = city.x[tile], city.y[tile]
        sides = city.cell[cell_at(x, y)] & ALL_SIDES
        work.fit[spots], work.out[spots] = MATCH[sides, WALLS[tile]], tile
        work.x[spots], work.y[spots] = x, y
        spots += 1
        # Which tiles may go is hard to guess: each is written, and stands if the index moves on.
        put_move(work, n, REMOVE, tile, 0, x, y)
        n -= (sides != ALL_SIDES) & ((city.fixed >> tile & 1) == 0)
    return last - n


@inlined
def match_spots(work: Work, tile: int, spots: int, found: int) -> int:
    """Note from place ``found`` on which spots a tile fits; return the place after the last."""
    walls = WALLS[tile]
    for k in range(spots):
        work.pick[found] = tile << 8 | k
        found += work.fit[k] >> walls & 1
    return found


@inlined
def list_uses(work: Work, last: int, found: int) -> int:
    """List what was found by :func:`match_spots` (B1, B3); return the number of moves."""
    for i in range(found):
        k = work.pick[i] & 255
        out = work.out[k]
        put_move(
            work, last - i, SWAP if out else PLACE, work.pick[i] >> 8, out, work.x[k], work.y[k]
        )
    return found


@inlined
def list_redesigns(city: City, work: Work, last: int) -> int:
    """List every redesign (B3), from index ``last`` down; return their number.

    First the removals by tile; then, by tile of the reserve, its placing on each cell of the edge
    that it fits, and its exchange for each tile of the city that it matches on all shared sides.
    """
    settle_doubt(city)
    spots = note_edge(city, work)
    n = last - list_removals(city, work, last, spots)
    spots += size(city)
    found = 0
    left = city.reserve
    while left:
        found = match_spots(work, lowest(left), spots, found)
        left &= left - 1
    return last - n + list_uses(work, n, found)


@compiled
def list_dealing(city: City, work: Work, last: int, gifts: bool) -> int:
    """List what may become of new tiles (B2, B6, M17), from index ``last`` down.

    By tile: on each cell of the edge that it fits, to the reserve, with ``gifts`` to the dummy.
    """
    spots = note_edge(city, work)
    n = last
    left = city.bought
    while left:
        tile = lowest(left)
        left &= left - 1
        n -= list_uses(work, n, match_spots(work, tile, spots, 0))
        put_move(work, n, RESERVE, tile, 0, 0, 0)
        n -= 1
        if gifts:
            put_move(work, n, GIFT, tile, 0, 0, 0)
            n -= 1
    return last - n


@compiled
def first_move(table: Table) -> int:
    """Return where the moves of the player stand in the list once they have been listed."""
    seat = table.player
    return seat * SPAN + CITY_MOVES - table.city[seat].listed


@inlined
def list_moves(table: Table, work: Work) -> int:
    """List every legal move in the player's part of the move list and return their number.

    The order is fixed: redesigns, takings, purchases by space and payment, the end of the turn.
    After the actions: what may become of each new tile.
    """
    middle = table.player * SPAN + CITY_MOVES
    city = table.city[table.player]
    if table.phase != ACTION:
        gifts = table.phase == PLACING and may_give(table)
        city.listed = list_dealing(city, work, middle - 1, gifts)
        return city.listed
    if city.listed < 0:
        city.listed = list_redesigns(city, work, middle - 1)
    n = list_takings(table, work, middle)
    n = list_purchases(table, work, n, False)
    if n > middle or city.listed > 0:
        n = list_end(table, work, n)
    return n - middle + city.listed


@inlined
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


@inlined
def act_on_market(table: Table, tally: Tally, move: Any) -> bool:
    """Take money, or buy a tile, which waits for the end of the turn."""
    if move.kind == TAKE:
        take(table, tally, move.places)
    elif move.kind == BUY:
        table.city[table.player].bought |= bit(table.market[move.space])
        exact = pay(table, tally, move.space, move.payment, move.total)
        table.actions += 1
        return exact
    return False


@inlined
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


@inlined
def deal(table: Table, tally: Tally, move: Any) -> None:
    """Place a new tile, put it in the reserve, or give it to the dummy (B2, B6, M17)."""
    seat = table.player
    city = table.city[seat]
    tile = move.building
    city.bought ^= bit(tile)
    city.listed = -1
    if move.kind == PLACE:
        put(city, tile, move.x, move.y)
        table.owned[seat, TYPE[tile]] += 1
    elif move.kind == RESERVE:
        city.reserve |= bit(tile)
    else:
        table.owned[DUMMY, TYPE[tile]] += 1
        tally.gifts[seat] += 1
