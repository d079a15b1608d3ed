"""The outline of a city and its longest wall (B4).

The outline is walked clockwise, the city on the right hand. In a legal city it is one closed curve.
"""

from sim.bits import count, lowest
from sim.board.city import CELLS, KIND, ON_EDGE, WORD, City, cell_at, rest_of
from sim.board.walls import ALL_SIDES, CORNER, FIRST_FREE, FREE, SIDE_COUNT, STEP, WALLS
from sim.compile import compiled, wide

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
    if city.around:
        return longest_run(city.sides, city.around)
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
def survey(city: City) -> None:
    """Get to know the outline, unless it is known or too long for a word.

    From then on it is kept up with every tile that is placed, removed or exchanged, and
    :func:`wall_if_placed` is quick.
    """
    if city.around:
        return
    tile = start_of(city)
    cell = cell_at(city.x[tile], city.y[tile])
    side = first_free(city.cell[cell])
    first_cell, first_side = cell, side
    sides = wide(0)
    n = 0
    while n <= WORD:
        state = city.cell[cell]
        beyond = city.cell[(cell + STEP[side]) & (CELLS - 1)] >> KIND
        city.passed[beyond - ON_EDGE, side ^ 2] = n
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
            city.sides, city.around = sides, n
            return


@compiled
def wall_if_placed(city: City, k: int, walls: int) -> int:
    """Return the longest wall if a tile lay on a cell of the edge where it may be placed.

    Parameters
    ----------
    city
        The city; quick after a :func:`survey`.
    k
        Place of the cell in ``edge``.
    walls
        The tile's walls.
    """
    if city.around == 0 or city.around > WORD - 2:
        return wall_with(city, city.edge[k], walls)
    return longest_run(sides_if_placed(city, k, walls), length_if_placed(city, k))


@compiled
def sides_if_placed(city: City, k: int, walls: int) -> int:
    """Return the walled sides of the outline, as bits, if a tile lay on a cell of the edge."""
    shared = city.cell[city.edge[k]] & ALL_SIDES
    gone = count(shared)
    behind = city.passed[k, (FIRST_FREE[shared] - 1) & 3] + gone
    rest = rest_of(city.sides, city.around, behind, gone)
    return rest << (SIDE_COUNT - gone) | FREE[shared, walls]


@compiled
def length_if_placed(city: City, k: int) -> int:
    """Return the length of the outline if a tile lay on a cell of the edge."""
    return city.around + SIDE_COUNT - 2 * count(city.cell[city.edge[k]] & ALL_SIDES)


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


@compiled
def has_run(bits: int, n: int, run: int) -> bool:
    """Return whether a cycle of ``n`` bits, at most 62, has a run of at least ``run`` ones."""
    gaps = ~bits & ((wide(1) << n) - 1)
    if gaps == 0 or run <= 0:
        return n >= run
    turn = lowest(gaps) + 1
    line = (bits >> turn | bits << (n - turn)) & ((wide(1) << n) - 1)
    short = 1
    while 2 * short <= run:
        line &= line >> short
        short *= 2
    return line & (line >> (run - short)) != 0
