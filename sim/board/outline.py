"""The outline of a city and its longest wall (B4).

The outline is walked clockwise, the city on the right hand. In a legal city it is one closed curve.
"""

from typing import Any, TypeAlias

from sim.bits import count, lowest
from sim.board.city import CELLS, KIND, ON_EDGE, City, cell_at
from sim.board.walls import ALL_SIDES, CORNER, FRESH, SIDE_COUNT, STEP, WALLS
from sim.compile import compiled, wide

Survey: TypeAlias = Any
"""int64 array of at least :data:`SURVEY` places: what :func:`survey` found."""

SURVEY = 128
"""Places that a survey takes."""
SIDES, LENGTH, FIRST = 0, 1, 2
"""Its places: the walled sides as bits in the order of the outline, the number of sides; and from
FIRST on, by place in ``edge``, where the sides that face the cell begin."""
WORD = 60
"""Longest outline that a survey holds."""

NOTHING, REMOVED = -1, -1


@compiled
def start_of(city: City) -> int:
    """Return a tile of the city that has an empty cell at its side."""
    left = city.inside
    while left:
        tile = lowest(left)
        if city.cell[cell_at(city.x[tile], city.y[tile])] & ALL_SIDES != ALL_SIDES:
            return tile
        left &= left - 1
    return -1


@compiled
def first_free(sides: int) -> int:
    """Return the first side that is not in a set."""
    return lowest(~wide(sides))


@compiled
def longest_wall(city: City) -> int:
    """Return the number of segments of the longest unbroken outer wall (B4)."""
    tile = start_of(city)
    cell = cell_at(city.x[tile], city.y[tile])
    return walk(city, cell, first_free(city.cell[cell]), NOTHING, 0)


@compiled
def wall_with(city: City, at: int, walls: int) -> int:
    """Return the longest wall if a tile with some walls lay on a cell, empty or not."""
    if city.cell[at] & ALL_SIDES != ALL_SIDES:
        return walk(city, at, first_free(city.cell[at]), at, walls)
    return longest_wall(city)


@compiled
def wall_without(city: City, tile: int) -> int:
    """Return the longest wall without a tile that may be removed."""
    at = cell_at(city.x[tile], city.y[tile])
    for side in range(SIDE_COUNT):
        # Whatever lies at a side of the removed tile has an outer side there.
        if city.cell[at] >> side & 1:
            return walk(city, (at + STEP[side]) & (CELLS - 1), side ^ 2, at, REMOVED)
    return 0


@compiled
def walk(city: City, cell: int, side: int, at: int, walls: int) -> int:
    """Walk the outline once and return its longest cyclic run of walled sides.

    Parameters
    ----------
    city
        The city.
    cell, side
        An outer side, where the walk begins.
    at, walls
        A cell to be taken as one that holds a tile with these walls, or (REMOVED) no tile; NOTHING
        for none.
    """
    first_cell, first_side = cell, side
    best = run = lead = 0
    unbroken = True
    while True:
        state = city.cell[cell]
        own = walls if cell == at else WALLS[state >> KIND]
        if own >> side & 1:
            run += 1
        else:
            if unbroken:
                lead = run
                unbroken = False
            best = max(best, run)
            run = 0
        turned = (side + 1) & 3
        corner = (cell + CORNER[side]) & (CELLS - 1)
        beside = (cell + STEP[turned]) & (CELLS - 1)
        if (walls >= 0) if corner == at else (state >> (SIDE_COUNT + side) & 1 != 0):
            cell = corner
            side = (side + 3) & 3
        elif (walls >= 0) if beside == at else (state >> turned & 1 != 0):
            cell = beside
        else:
            side = turned
        if cell == first_cell and side == first_side:
            break
    return run if unbroken else max(best, run + lead)


@compiled
def survey(city: City, found: Survey) -> None:
    """Walk the outline once and note it, for :func:`wall_if_placed` to be quick.

    Parameters
    ----------
    city
        The city.
    found
        Filled, see :data:`Survey`. If the outline is longer than :data:`WORD` only its length.
    """
    tile = start_of(city)
    cell = cell_at(city.x[tile], city.y[tile])
    side = first_free(city.cell[cell])
    first_cell, first_side = cell, side
    sides = wide(0)
    n = 0
    faced = -1
    while True:
        state = city.cell[cell]
        empty = (cell + STEP[side]) & (CELLS - 1)
        if empty != faced:
            # A cell whose sides the walk began amid is met again at its end, where they begin.
            found[FIRST + (city.cell[empty] >> KIND) - ON_EDGE] = n
            faced = empty
        if n < WORD:
            sides |= wide(WALLS[state >> KIND] >> side & 1) << n
        n += 1
        turned = (side + 1) & 3
        if state >> (SIDE_COUNT + side) & 1:
            cell = (cell + CORNER[side]) & (CELLS - 1)
            side = (side + 3) & 3
        elif state >> turned & 1:
            cell = (cell + STEP[turned]) & (CELLS - 1)
        else:
            side = turned
        if cell == first_cell and side == first_side:
            break
    found[SIDES], found[LENGTH] = sides, n


@compiled
def wall_if_placed(city: City, found: Survey, k: int, walls: int) -> int:
    """Return the longest wall if a tile lay on a cell of the edge where it may be placed.

    Parameters
    ----------
    city
        The city.
    found
        Its survey.
    k
        Place of the cell in ``edge``.
    walls
        The tile's walls.
    """
    at = city.edge[k]
    length = found[LENGTH]
    if length > WORD - 2:
        return wall_with(city, at, walls)
    shared = city.cell[at] & ALL_SIDES
    gone = count(shared)
    sides = found[SIDES]
    behind = found[FIRST + k] + gone
    # The rest of the outline from behind the shared sides on, then around to before them.
    if behind >= length:
        rest = sides >> (behind - length)
    else:
        rest = sides >> behind | sides << (length - behind)
    rest &= (wide(1) << (length - gone)) - 1
    fresh = SIDE_COUNT - gone
    whole = rest << fresh | FRESH[shared, walls]
    return longest_run(whole, length - gone + fresh)


@compiled
def longest_run(bits: int, n: int) -> int:
    """Return the longest run of ones in a cycle of ``n`` bits, at most 62."""
    gaps = ~bits & ((wide(1) << n) - 1)
    if gaps == 0:
        return n
    # Turned so that a gap comes last, no run goes round the end.
    turn = lowest(gaps) + 1
    line = (bits >> turn | bits << (n - turn)) & ((wide(1) << n) - 1)
    run = 0
    while line:
        line &= line >> 1
        run += 1
    return run
