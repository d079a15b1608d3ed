"""The builder of walls."""

from typing import Any

from sim.board.city import cell_at
from sim.board.moves import PLACE, REMOVE, SWAP
from sim.board.outline import longest_wall, survey, wall_with, wall_without
from sim.board.walls import WALLS
from sim.compile import compiled
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from strategies.board.ground import best_wall
from strategies.board.placing import longest_placing
from strategies.market.promise import promise_of_taking
from strategies.strategy import Parameter, strategy


@compiled
def wall_after(city: Any, move: Any) -> int:
    """Return the longest wall after a redesign."""
    if move.kind == REMOVE:
        return wall_without(city, move.building)
    return wall_with(city, cell_at(move.x, move.y), WALLS[move.building])


@strategy(
    "board",
    Parameter("wall", 4.0, "money's worth of a segment of the longest wall", 0, 50),
    Parameter("tile", 12.0, "money's worth of a tile that counts in a majority", 0, 50),
    Parameter("step", 1.0, "money's worth of each step of a tile's type", 0, 20),
    Parameter("exact", 8.0, "money's worth of the action after an exact payment", 0, 50),
    Parameter("ready", 5.0, "money's worth of a building that can then be paid exactly", 0, 30),
    Parameter("reach", 0.8, "money's worth of one more price that a hand meets exactly", 0, 10),
    cost=150,
)
def waller(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Build the longest wall.

    A tile is worth the segments by which it makes the longest wall longer at its best place, and
    something for itself. It is bought when that is more than the money paid and more than a taking
    brings. The city is redesigned whenever that pays in the same measure.
    """
    city = table.city[me]
    if table.phase != 0:
        return longest_placing(city, moves, n, PLACE)
    survey(city)
    wall = longest_wall(city)
    bare = promise_of_taking(table, me, 0, params[4], params[5])
    best, most = 0, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY:
            after = best_wall(city, WALLS[move.building], 0)
            value = -1.0 * move.total
            if after >= 0:
                value += params[0] * (after - wall)
                value += params[1] + params[2] * TYPE[move.building]
            if move.overpayment == 0:
                value += params[3]
        elif move.kind == TAKE:
            value = move.total - bare
            value += promise_of_taking(table, me, move.places, params[4], params[5])
        elif move.kind >= PLACE:
            value = params[0] * (wall_after(city, move) - wall)
            if move.kind == PLACE:
                value += params[1] + params[2] * TYPE[move.building]
            elif move.kind == REMOVE:
                value -= params[1] + params[2] * TYPE[move.building]
            elif move.kind == SWAP:
                value += params[2] * (TYPE[move.building] - TYPE[move.out])
        if value > most:
            best, most = i, value
    return best
