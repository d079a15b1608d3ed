"""A city: its tiles, the cells around it, what may be placed, removed and exchanged (B1 to B3).

A cell's number is ``(64 * y + x) modulo 4096``. A city hangs together and has at most 55 tiles, so
no two of its cells or of their neighbours have the same number, wherever it grows. Sets of tiles
are words with bit ``id``; the fountain is tile 55.
"""

from typing import Any, TypeAlias

import numpy as np

from sim.bits import count, lowest
from sim.board.walls import (
    ALL_SIDES,
    CORNER,
    FACING,
    FIRST_FREE,
    FIT,
    FOUNTAIN,
    FREE,
    MATCH,
    RING,
    SIDE_COUNT,
    STEP,
    STEP_X,
    STEP_Y,
    WALLED,
    WALLS,
)
from sim.compile import compiled, wide

City: TypeAlias = Any
"""A record of dtype :data:`CITY`."""

CELLS = 4096
TILES = FOUNTAIN + 1
WORD = 60
"""Longest outline that is kept as bits of a word."""
EDGE = 2 * FOUNTAIN + 2
"""Most empty cells that can share a side with a city of 55 tiles."""
KIND = 12
"""First of the bits of a cell that tell what lies there."""
ON_EDGE = 64
"""From here on the number tells a place in ``edge``; below, a tile's id; 0 is a cell apart."""

CERTAIN, CUTS, ALL = 0, 1, 2
"""Values of ``doubt`` (bits): nothing, the tiles in ``fixed``, all tiles."""

CITY = np.dtype(
    [
        ("inside", np.int64),  # tiles of the city, the fountain among them
        ("reserve", np.int64),  # tiles in the reserve
        ("bought", np.int64),  # tiles bought in this turn or awarded, not yet dealt with
        ("x", np.int32, (TILES,)),  # where each tile of the city lies, by id
        ("y", np.int32, (TILES,)),
        ("edge", np.int32, (EDGE,)),  # the empty cells that share a side with a tile, any order
        ("edge_x", np.int32, (EDGE,)),
        ("edge_y", np.int32, (EDGE,)),
        ("edge_n", np.int32),
        ("cell", np.int32, (CELLS,)),  # ring (sim.board.walls); from bit 12 on what lies there
        ("link", np.int64, (TILES,)),  # tiles that can be walked to from each, by id
        ("sides", np.int64),  # the outline: walled sides as bits, see sim.board.outline
        ("around", np.int32),  # its length, 0 if it is not known
        ("passed", np.int32, (EDGE, SIDE_COUNT)),  # where it passes a cell of the edge, by side
        ("fixed", np.int64),  # tiles without which another could not be reached; and the fountain
        ("doubt", np.int32),  # what of ``fixed`` has to be tested again
        ("listed", np.int32),  # redesigns that stand in the move list, -1 if they must be listed
    ],
    align=True,
)
"""One player's city and reserve. Strategies read the first fields; from ``cell`` on they are
the engine's, kept up with every tile that is placed or removed."""


@compiled
def bit(tile: int) -> int:
    """Return the set that holds one tile."""
    return wide(1) << tile


@compiled
def cell_at(x: int, y: int) -> int:
    """Return the number of a cell."""
    return (64 * y + x) & (CELLS - 1)


@compiled
def found(city: City) -> None:
    """Make a city that holds the fountain alone; nothing may be in the cells yet."""
    city.inside = city.reserve = city.bought = 0
    city.edge_n = city.around = 0
    put(city, FOUNTAIN, 0, 0)
    city.fixed = bit(FOUNTAIN)
    city.doubt = CERTAIN


@compiled
def clear(city: City) -> None:
    """Take all tiles away and found the city anew."""
    left = city.inside
    while left:
        tile = lowest(left)
        left &= left - 1
        center = cell_at(city.x[tile], city.y[tile])
        city.link[tile] = 0
        city.cell[center] = 0
        for side in range(SIDE_COUNT):
            city.cell[(center + STEP[side]) & (CELLS - 1)] = 0
            city.cell[(center + CORNER[side]) & (CELLS - 1)] = 0
    found(city)


@compiled
def join_edge(city: City, cell: int, x: int, y: int) -> None:
    """Let an empty cell be one that shares a side with the city."""
    k = city.edge_n
    city.edge[k], city.edge_x[k], city.edge_y[k] = cell, x, y
    city.cell[cell] = (city.cell[cell] & RING) | (ON_EDGE + k) << KIND
    city.edge_n += 1


@compiled
def leave_edge(city: City, cell: int) -> None:
    """Undo :func:`join_edge`; the last cell of the edge moves into the gap."""
    k = (city.cell[cell] >> KIND) - ON_EDGE
    city.edge_n -= 1
    n = city.edge_n
    last = city.edge[n]
    city.edge[k], city.edge_x[k], city.edge_y[k] = last, city.edge_x[n], city.edge_y[n]
    if city.around:
        for side in range(SIDE_COUNT):
            city.passed[k, side] = city.passed[n, side]
    city.cell[last] = (city.cell[last] & RING) | (ON_EDGE + k) << KIND
    city.cell[cell] &= RING


@compiled
def splice(city: City, behind: int, gone: int, sides: int, new: int) -> None:
    """Put new sides in the place of some that follow one another on the outline.

    Parameters
    ----------
    city
        With a known outline.
    behind
        The place behind the sides that go.
    gone, new
        How many go and how many come.
    sides
        The new ones, as bits; the outline begins with them from now on.
    """
    length = city.around
    if length - gone + new > WORD:
        city.around = 0
        return
    city.sides = rest_of(city.sides, length, behind, gone) << new | sides
    for k in range(city.edge_n):
        for side in range(SIDE_COUNT):
            at = city.passed[k, side] - behind
            city.passed[k, side] = at + new + (length if at < 0 else 0)
    city.around = length - gone + new


@compiled
def rest_of(sides: int, length: int, behind: int, gone: int) -> int:
    """Return the outline from a place on, around to ``gone`` sides before it."""
    if behind >= length:
        rest = sides >> (behind - length)
    else:
        rest = sides >> behind | sides << (length - behind)
    return rest & ((wide(1) << (length - gone)) - 1)


@compiled
def fill(city: City, cell: int, walls: int) -> None:
    """Bring the outline around a cell of the edge that a tile is to fill."""
    shared = city.cell[cell] & ALL_SIDES
    gone = count(shared)
    k = (city.cell[cell] >> KIND) - ON_EDGE
    behind = city.passed[k, (FIRST_FREE[shared] - 1) & 3] + gone
    splice(city, behind, gone, FREE[shared, walls], SIDE_COUNT - gone)


@compiled
def note_free(city: City, cell: int) -> None:
    """Note where the outline, which begins there, passes the free sides of a tile."""
    shared = city.cell[cell] & ALL_SIDES
    for n in range(SIDE_COUNT - count(shared)):
        side = (FIRST_FREE[shared] + n) & 3
        k = (city.cell[(cell + STEP[side]) & (CELLS - 1)] >> KIND) - ON_EDGE
        city.passed[k, side ^ 2] = n


@compiled
def empty(city: City, cell: int) -> None:
    """Take the outline through a cell whose tile is to be removed."""
    shared = city.cell[cell] & ALL_SIDES
    gone = SIDE_COUNT - count(shared)
    first = FIRST_FREE[shared]
    k = (city.cell[(cell + STEP[first]) & (CELLS - 1)] >> KIND) - ON_EDGE
    behind = city.passed[k, first ^ 2] + gone
    facing = FACING[shared, city.cell[cell] >> WALLED & ALL_SIDES]
    splice(city, behind, gone, facing, SIDE_COUNT - gone)


@compiled
def note_shared(city: City, cell: int) -> None:
    """Note where the outline, which begins there, passes the shared sides of an empty cell."""
    shared = city.cell[cell] & ALL_SIDES
    k = (city.cell[cell] >> KIND) - ON_EDGE
    for n in range(count(shared)):
        city.passed[k, (FIRST_FREE[shared] - 1 - n) & 3] = n


@compiled
def repaint(city: City, cell: int, walls: int) -> None:
    """Give the free sides of a tile other walls on the outline."""
    for side in range(SIDE_COUNT):
        if not city.cell[cell] >> side & 1:
            k = (city.cell[(cell + STEP[side]) & (CELLS - 1)] >> KIND) - ON_EDGE
            at = city.passed[k, side ^ 2]
            city.sides = (city.sides & ~(wide(1) << at)) | wide(walls >> side & 1) << at


@compiled
def put(city: City, tile: int, x: int, y: int) -> None:
    """Lay a tile on a cell where it may be placed."""
    cell = cell_at(x, y)
    if city.around:
        fill(city, cell, WALLS[tile])
    if city.cell[cell] >> KIND >= ON_EDGE:
        leave_edge(city, cell)
    city.inside |= bit(tile)
    city.x[tile], city.y[tile] = x, y
    city.cell[cell] |= tile << KIND
    links = wide(0)
    walls = WALLS[tile]
    for side in range(SIDE_COUNT):
        facing = side ^ 2
        other = (cell + STEP[side]) & (CELLS - 1)
        wall = walls >> side & 1
        city.cell[other] |= 1 << facing | wall << (WALLED + facing)
        there = city.cell[other] >> KIND
        if there == 0:
            join_edge(city, other, x + STEP_X[side], y + STEP_Y[side])
        elif there < ON_EDGE and not wall:
            links |= bit(there)
            city.link[there] |= bit(tile)
        # The corner after this side sees the new tile at its opposite corner.
        city.cell[(cell + CORNER[side]) & (CELLS - 1)] |= 1 << (SIDE_COUNT + facing)
    city.link[tile] = links
    if city.around:
        note_free(city, cell)
    if links & (links - 1):
        city.doubt |= CUTS
    else:
        city.fixed |= links
    city.listed = -1


@compiled
def lift(city: City, tile: int) -> None:
    """Take a tile that may be removed out of the city."""
    cell = cell_at(city.x[tile], city.y[tile])
    if city.around:
        empty(city, cell)
    city.inside ^= bit(tile)
    city.cell[cell] &= RING
    for side in range(SIDE_COUNT):
        facing = side ^ 2
        other = (cell + STEP[side]) & (CELLS - 1)
        city.cell[other] &= ~(1 << facing | 1 << (WALLED + facing))
        if city.cell[other] >> KIND >= ON_EDGE and not city.cell[other] & ALL_SIDES:
            leave_edge(city, other)
        city.cell[(cell + CORNER[side]) & (CELLS - 1)] &= ~(1 << (SIDE_COUNT + facing))
    join_edge(city, cell, city.x[tile], city.y[tile])
    if city.around:
        note_shared(city, cell)
    links = city.link[tile]
    city.link[tile] = 0
    left = links
    while left:
        city.link[lowest(left)] &= ~bit(tile)
        left &= left - 1
    city.fixed &= ~bit(tile)
    if links & (links - 1):
        city.doubt |= ALL
    elif city.doubt == CERTAIN and links != bit(FOUNTAIN) and not cuts(city, lowest(links)):
        city.fixed &= ~links
    city.listed = -1


@compiled
def exchange(city: City, out: int, tile: int) -> None:
    """Lay a tile in the place of another that is the same on all shared sides."""
    x, y = city.x[out], city.y[out]
    cell = cell_at(x, y)
    if city.around:
        repaint(city, cell, WALLS[tile])
    city.x[tile], city.y[tile] = x, y
    city.inside ^= bit(out) | bit(tile)
    city.cell[cell] = (city.cell[cell] & RING) | tile << KIND
    if city.fixed & bit(out):
        city.fixed ^= bit(out) | bit(tile)
    left = city.link[out]
    city.link[tile] = left
    city.link[out] = 0
    while left:
        city.link[lowest(left)] ^= bit(out) | bit(tile)
        left &= left - 1
    # The sides that nobody shares may differ: the cells beyond them see other walls.
    for side in range(SIDE_COUNT):
        wall = WALLED + (side ^ 2)
        other = (cell + STEP[side]) & (CELLS - 1)
        city.cell[other] = (city.cell[other] & ~(1 << wall)) | (WALLS[tile] >> side & 1) << wall
    city.listed = -1


@compiled
def cuts(city: City, tile: int) -> bool:
    """Return whether some tile could not be reached on foot without this one."""
    todo = city.inside & ~bit(tile)
    reached = bit(FOUNTAIN)
    front = city.link[FOUNTAIN] & todo
    while front:
        reached |= front & -front
        front = (front | city.link[lowest(front)]) & todo & ~reached
    return reached != todo


@compiled
def settle_doubt(city: City) -> None:
    """Bring ``fixed`` up to date."""
    if city.doubt == CERTAIN:
        return
    left = city.inside & ~bit(FOUNTAIN)
    if not city.doubt & ALL:
        left &= city.fixed
    while left:
        tile = lowest(left)
        left &= left - 1
        links = city.link[tile]
        if links & (links - 1) and cuts(city, tile):
            city.fixed |= bit(tile)
        else:
            city.fixed &= ~bit(tile)
    city.doubt = CERTAIN


@compiled
def may_place(city: City, tile: int, cell: int) -> bool:
    """Return whether a tile may be placed on a cell (B1)."""
    state = city.cell[cell]
    return state >> KIND >= ON_EDGE and FIT[state & RING] >> WALLS[tile] & 1 != 0


@compiled
def may_remove(city: City, tile: int) -> bool:
    """Return whether a tile of the city may be removed (B3): no tile cut off, no hole."""
    settle_doubt(city)
    cell = cell_at(city.x[tile], city.y[tile])
    return not city.fixed & bit(tile) and city.cell[cell] & ALL_SIDES != ALL_SIDES


@compiled
def may_exchange(city: City, out: int, tile: int) -> bool:
    """Return whether a tile of the city may be exchanged for another (B3).

    Where it matches on all shared sides, all that could be walked before still can.
    """
    if out == FOUNTAIN:
        return False
    sides = city.cell[cell_at(city.x[out], city.y[out])] & ALL_SIDES
    return MATCH[sides, WALLS[out]] >> WALLS[tile] & 1 != 0


@compiled
def size(city: City) -> int:
    """Return the number of tiles in the city, the fountain not among them."""
    return count(city.inside) - 1
