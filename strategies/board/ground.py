"""What a city offers: the walls that tiles can make there, and the room that is left for others."""

from typing import Any

import numpy as np

from sim.board.city import WORD
from sim.board.outline import (
    has_run,
    length_if_placed,
    longest_run,
    sides_if_placed,
    wall_if_placed,
)
from sim.board.walls import FIT, PATTERNS, RING, WALLS
from sim.compile import compiled, wide
from sim.market.buildings import TYPE
from strategies.market.standing import count_left

NOWHERE = -1
"""Longest wall where a tile fits nowhere."""
PATTERN_OF = np.array(
    [sum(walls == pattern for walls in WALLS[1:-1].tolist()) for pattern in range(PATTERNS)],
    dtype=np.float64,
)
"""Tiles in the game by their walls."""


@compiled
def best_wall(city: Any, walls: int, least: int) -> int:
    """Return the longest wall that a tile can make.

    Parameters
    ----------
    city
        The city, surveyed.
    walls
        The tile's walls.
    least
        What is known to be reached: walls that are no longer do not count.

    Returns
    -------
    int
        The longest wall, ``least`` at the least; NOWHERE if the tile fits nowhere.
    """
    best = NOWHERE
    quick = 0 < city.around <= WORD - 2
    for k in range(city.edge_n):
        if not FIT[city.cell[city.edge[k]] & RING] >> walls & 1:
            continue
        best = max(best, least)
        if quick:
            sides, length = sides_if_placed(city, k, walls), length_if_placed(city, k)
            if has_run(sides, length, best + 1):
                best = longest_run(sides, length)
        else:
            best = max(best, wall_if_placed(city, k, walls))
    return best


@compiled
def count_unsold(table: Any, me: int, left: Any) -> None:
    """Count the tiles of each type that may still come to a player's city.

    That are all but those in a city, the dummy's, and those in the reserves of the others.
    """
    count_left(table, left)
    for seat in range(table.players):
        if seat != me:
            aside = table.city[seat].reserve | table.city[seat].bought
            tile = 1
            while aside >> tile:
                if aside >> tile & 1:
                    left[TYPE[tile]] -= 1
                tile += 1


@compiled
def count_patterns(table: Any, patterns: Any) -> None:
    """Work out how likely each set of walls is for a tile that is still to be sold.

    Of the tiles that the dummy holds only the types are known: they stay in.
    """
    patterns[:] = PATTERN_OF
    gone = wide(0)
    for seat in range(table.players):
        city = table.city[seat]
        gone |= city.inside | city.reserve | city.bought
    for tile in range(1, len(TYPE)):
        patterns[WALLS[tile]] -= gone >> tile & 1
    total = patterns.sum()
    if total > 0:
        patterns /= total
