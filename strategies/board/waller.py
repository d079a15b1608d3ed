"""The builder of walls."""

from typing import Any

import numpy as np

from sim.board.moves import ACTION
from sim.board.outline import survey
from sim.board.walls import PATTERNS
from sim.compile import compiled
from sim.market.buildings import TYPE, TYPE_COUNT
from sim.market.moves import BUY, TAKE
from strategies.board.ground import count_patterns
from strategies.board.placing import to_reserve
from strategies.board.yard import (
    GROWTH,
    ROOM,
    SEGMENT,
    YARD,
    best_redesign,
    rate_city,
    rate_tile,
)
from strategies.market.promise import promise_of_taking
from strategies.strategy import Parameter, strategy

WALL, GROW, PLACES, TILE, STEP, EXACT, READY, REACH, LEAST = range(9)
"""Places of the parameters."""


@compiled
def rate_types(params: Any, values: Any) -> None:
    """Set what a tile counts beside its walls, by type."""
    for kind in range(TYPE_COUNT):
        values[kind] = params[TILE] + params[STEP] * kind


@strategy(
    "board",
    Parameter("wall", 2.0, "money's worth of a segment of the longest wall", 0, 50),
    Parameter("grow", 2.0, "money's worth of a segment that the next tile may add", 0, 50),
    Parameter("places", 12.0, "money's worth of a place for the next tile", 0, 50),
    Parameter("tile", 12.0, "money's worth of any tile in the city", 0, 50),
    Parameter("step", 0.5, "money's worth of each step of a tile's type", 0, 20),
    Parameter("exact", 13.0, "money's worth of the action after an exact payment", 0, 50),
    Parameter("ready", 3.5, "money's worth of a building that can then be paid exactly", 0, 30),
    Parameter("reach", 0.8, "money's worth of one more price that a hand meets exactly", 0, 10),
    Parameter("least", 3.0, "money's worth that a redesign has to gain at the least", 0.01, 50),
    cost=700,
)
def waller(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Build the longest wall.

    A tile is worth the segments by which it makes the longest wall longer at its best place, those
    that the tiles after it may add, and something for itself. It is bought when that is more than
    the money paid, and more than the best taking brings. The city is redesigned whenever that pays
    in the same measure. Majorities it does not look at.
    """
    city = table.city[me]
    patterns = np.zeros(PATTERNS)
    count_patterns(table, patterns)
    rates = np.zeros(3)
    rates[SEGMENT], rates[GROWTH], rates[ROOM] = params[WALL], params[GROW], params[PLACES]
    survey(city)
    yards = np.zeros(1, YARD)
    yards[0] = city
    yard = yards[0]
    types = np.zeros(TYPE_COUNT)
    rate_types(params, types)
    now = rate_city(yard, patterns, rates)
    worth = np.zeros(1)
    best = best_redesign(city, moves, n, types, types, yard, patterns, rates, worth)
    if table.phase != ACTION:
        return best if best >= 0 else to_reserve(moves, n)
    most = worth[0] - now
    if best < 0 or most < params[LEAST]:
        best, most = max(best, 0), -1.0e8
    bare = promise_of_taking(table, me, 0, params[READY], params[REACH])
    for i in range(n):
        move = moves[i]
        value = -1.0e9
        if move.kind == BUY:
            rated = rate_tile(city, yard, move.building, patterns, rates)
            value = -1.0 * move.total
            if rated >= 0:
                value += rated - now + types[TYPE[move.building]]
            if move.overpayment == 0:
                value += params[EXACT]
        elif move.kind == TAKE:
            value = move.total - bare
            value += promise_of_taking(table, me, move.places, params[READY], params[REACH])
        if value > most:
            best, most = i, value
    return best
