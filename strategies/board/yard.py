"""A copy of a city to try things in, and what each is worth: the ground of the board's planner.

All values are points.
"""

from typing import Any

import numpy as np

from sim.board.city import CITY, City, cell_at, exchange, lift, put
from sim.board.moves import PLACE, REMOVE, SWAP
from sim.board.outline import longest_wall, wall_if_placed, wall_with, wall_without
from sim.board.walls import FIT, PATTERNS, RING, WALLS
from sim.compile import compiled
from sim.market.buildings import TYPE
from strategies.board.ground import NOWHERE, best_wall
from strategies.board.placing import edge_of

LOOKS = 6
"""How many placings or redesigns are looked at closely."""
NEVER = -1.0e9
YARD = np.dtype((np.record, CITY))
SEGMENT, GROWTH, ROOM = range(3)
"""What counts in a city: worth of a segment of the longest wall, of a segment by which the next
tile is expected to lengthen it, of a place for the next tile."""


@compiled
def rate_city(city: City, patterns: Any, rates: Any) -> float:
    """Return what a city is worth for its walls and for the room that it leaves.

    Parameters
    ----------
    city
        The city, surveyed.
    patterns
        The chances of a tile's walls.
    rates
        See ``SEGMENT``.
    """
    wall = longest_wall(city)
    value = rates[SEGMENT] * wall
    for walls in range(PATTERNS):
        if patterns[walls] > 0:
            best = best_wall(city, walls, wall)
            if best != NOWHERE:
                value += patterns[walls] * (rates[ROOM] + rates[GROWTH] * (best - wall))
    return value


@compiled
def rate_placing(yard: City, tile: int, x: int, y: int, patterns: Any, rates: Any) -> float:
    """Return what the city is worth with one more tile."""
    put(yard, tile, x, y)
    value = rate_city(yard, patterns, rates)
    lift(yard, tile)
    return value


@compiled
def rate_redesign(yard: City, move: Any, patterns: Any, rates: Any) -> float:
    """Return what the city is worth after a redesign."""
    if move.kind == PLACE:
        return rate_placing(yard, move.building, move.x, move.y, patterns, rates)
    if move.kind == SWAP:
        exchange(yard, move.out, move.building)
        value = rate_city(yard, patterns, rates)
        exchange(yard, move.building, move.out)
        return value
    lift(yard, move.building)
    value = rate_city(yard, patterns, rates)
    put(yard, move.building, move.x, move.y)
    return value


@compiled
def wall_after(city: City, move: Any) -> int:
    """Return the longest wall after a placing, a removal or an exchange."""
    if move.kind == PLACE:
        return wall_if_placed(city, edge_of(city, move), WALLS[move.building])
    if move.kind == REMOVE:
        return wall_without(city, move.building)
    return wall_with(city, cell_at(move.x, move.y), WALLS[move.building])


@compiled
def rate_tile(city: City, yard: City, tile: int, patterns: Any, rates: Any) -> float:
    """Return what the city is worth with a tile where its wall is then longest.

    -1 if the tile fits nowhere.
    """
    walls = WALLS[tile]
    best, most = -1, -1
    for k in range(city.edge_n):
        if FIT[city.cell[city.edge[k]] & RING] >> walls & 1:
            wall = wall_if_placed(city, k, walls)
            if wall > most:
                best, most = k, wall
    if best < 0:
        return -1.0
    return rate_placing(yard, tile, city.edge_x[best], city.edge_y[best], patterns, rates)


@compiled
def keep_best(value: float, item: int, values: Any, items: Any) -> None:
    """Keep an item among the best, in descending order, if its value is high enough."""
    if value <= values[-1]:
        return
    k = len(values) - 1
    while k > 0 and values[k - 1] < value:
        values[k], items[k] = values[k - 1], items[k - 1]
        k -= 1
    values[k], items[k] = value, item


@compiled
def change(move: Any, gains: Any, losses: Any) -> float:
    """Return what a placing, a removal or an exchange changes beside walls and room.

    Parameters
    ----------
    move
        The move.
    gains, losses
        What a tile more brings, and what a tile less costs, by type.
    """
    if move.kind == PLACE:
        return float(gains[TYPE[move.building]])
    if move.kind == REMOVE:
        return float(-losses[TYPE[move.building]])
    if TYPE[move.building] == TYPE[move.out]:
        return 0.0
    return float(gains[TYPE[move.building]] - losses[TYPE[move.out]])


@compiled
def best_redesign(
    city: City,
    moves: Any,
    n: int,
    gains: Any,
    losses: Any,
    yard: City,
    patterns: Any,
    rates: Any,
    value: Any,
) -> int:
    """Return the best placing, removal or exchange, -1 if there is none.

    Those with the longest walls are looked at closely. A removal has to lengthen the wall.

    Parameters
    ----------
    city, yard
        The city, surveyed, and a copy of it.
    moves, n
        The legal moves.
    gains, losses
        See :func:`change`.
    patterns, rates
        See :func:`rate_city`.
    value
        Its first item is set to the worth of the city after the move, changes included.
    """
    wall = longest_wall(city)
    short = np.full(LOOKS, NEVER)
    which = np.full(LOOKS, -1)
    for i in range(n):
        move = moves[i]
        if PLACE <= move.kind <= SWAP:
            after = wall_after(city, move)
            if move.kind != REMOVE or after > wall:
                keep_best(change(move, gains, losses) + rates[SEGMENT] * after, i, short, which)
    best = -1
    value[0] = NEVER
    for k in range(LOOKS):
        if which[k] >= 0:
            move = moves[which[k]]
            worth = change(move, gains, losses) + rate_redesign(yard, move, patterns, rates)
            if worth > value[0]:
                best, value[0] = int(which[k]), worth
    return best
