"""Sides, walls and what fits where: the tables behind a city (B1, B3).

A set of sides or of walls is four bits: 1 north, 2 east, 4 south, 8 west. The state of a cell
("ring") is twelve bits: which of its eight neighbours are occupied (bits 0 to 3 the sides north,
east, south, west; bits 4 to 7 the corners north-east, south-east, south-west, north-west), and
(bits 8 to 11) which of the neighbours at its sides have a wall towards it.
"""

import numpy as np
from numpy.typing import NDArray

from sim.market.buildings import TILES

SIDES = ("north", "east", "south", "west")
SIDE_COUNT = 4
ALL_SIDES = 15
FOUNTAIN = 55
"""Its number among the tiles; it has no walls."""
PATTERNS = 16
"""Sets of walls."""
RING = 0xFFF
WALLED = 8
"""First of the bits of a ring that tell walls."""

WALLS = np.array(
    [0, *(sum(int(tile[side]) << k for k, side in enumerate(SIDES)) for tile in TILES), 0],
    dtype=np.int32,
)
"""Walls of each tile, by id; the fountain's last."""


def corner_between(side: int) -> int:
    """Return the bit of the corner between a side and the next one clockwise."""
    return SIDE_COUNT + side


def stays_open(ring: int) -> bool:
    """Return whether the empty cells stay connected if a cell in a city without holes is filled.

    The city hangs together, and so do the empty cells (by sides). Then filling a cell cuts them in
    two exactly if they fall into several pieces around it: a path around the outside from one piece
    to another would enclose a part of the city, which hangs together by sides or corners.
    """
    around = []
    for side in range(SIDE_COUNT):
        around += [ring >> side & 1, ring >> corner_between(side) & 1]
    starts = [k for k in range(8) if not around[k] and around[k - 1]]
    if not starts:
        return not any(around)
    pieces = 0
    for start in starts:
        piece = []
        k = start
        while not around[k % 8]:
            piece.append(k % 8)
            k += 1
        pieces += any(cell % 2 == 0 for cell in piece)
    return pieces == 1


def fits(ring: int, walls: int) -> bool:
    """Return whether a tile with some walls may be placed on an empty cell (B1)."""
    occupied, facing = ring & ALL_SIDES, ring >> WALLED
    matches = walls & occupied == facing & occupied
    return matches and bool(occupied & ~facing) and stays_open(ring)


def _fit_table() -> NDArray[np.uint16]:
    table = np.zeros(RING + 1, dtype=np.uint16)
    open_around = [stays_open(ring) for ring in range(256)]
    for ring in range(RING + 1):
        occupied, facing = ring & ALL_SIDES, ring >> WALLED
        if facing & ~occupied or not open_around[ring & 255]:
            continue
        table[ring] = sum(1 << walls for walls in range(PATTERNS) if fits(ring, walls))
    return table


FIT = _fit_table()
"""By the state of an empty cell: the set of walls (bits) with which a tile fits there."""

MATCH = np.array(
    [
        [
            sum(1 << other for other in range(PATTERNS) if other & sides == walls & sides)
            for walls in range(PATTERNS)
        ]
        for sides in range(PATTERNS)
    ],
    dtype=np.int32,
)
"""By a set of sides and a tile's walls: the walls (bits) that are the same on those sides."""


def _first_free(shared: int) -> int:
    """Return the first side clockwise after an arc of shared sides, 0 if there is no arc."""
    after = [k for k in range(4) if not shared >> k & 1 and shared >> (k - 1) % 4 & 1]
    return after[0] if after else 0


def _free_table() -> NDArray[np.int32]:
    """Return what walls on the sides that are not shared make of the outline, as bits in order."""
    table = np.zeros((PATTERNS, PATTERNS), dtype=np.int32)
    for shared in range(PATTERNS):
        free = [(_first_free(shared) + k) % 4 for k in range(4 - shared.bit_count())]
        for walls in range(PATTERNS):
            table[shared, walls] = sum((walls >> side & 1) << k for k, side in enumerate(free))
    return table


def _facing_table() -> NDArray[np.int32]:
    """Return what walls that face a cell on its shared sides make of the outline, in order."""
    table = np.zeros((PATTERNS, PATTERNS), dtype=np.int32)
    for shared in range(PATTERNS):
        order = [(_first_free(shared) - 1 - k) % 4 for k in range(shared.bit_count())]
        for facing in range(PATTERNS):
            table[shared, facing] = sum((facing >> side & 1) << k for k, side in enumerate(order))
    return table


FIRST_FREE = np.array([_first_free(shared) for shared in range(PATTERNS)], dtype=np.int32)
"""By the shared sides of a cell, if they lie in one arc: the first side clockwise after them. The
outline comes to the cell where this side begins. Walking clockwise around the city it passes the
shared sides counterclockwise around the cell; if a tile lies there, its free sides clockwise."""
FREE, FACING = _free_table(), _facing_table()
"""By the shared sides of a cell and some walls: those on its other sides, or those that face
the cell on the shared sides, as bits in the order of the outline."""

STEP_X = np.array([0, 1, 0, -1], dtype=np.int32)
STEP_Y = np.array([-1, 0, 1, 0], dtype=np.int32)
STEP = (64 * STEP_Y + STEP_X).astype(np.int32)
"""Way to the neighbour at each side, see :func:`sim.board.city.cell_at`."""
CORNER = np.array([-63, 65, 63, -65], dtype=np.int32)
"""Way to the neighbour at the corner between a side and the next one clockwise."""
