"""What a placing does to the wall."""

from typing import Any

from sim.board.city import KIND, ON_EDGE, WORD, cell_at
from sim.board.moves import RESERVE
from sim.board.outline import (
    has_run,
    length_if_placed,
    longest_run,
    sides_if_placed,
    survey,
    wall_if_placed,
)
from sim.board.walls import WALLS
from sim.compile import compiled


@compiled
def edge_of(city: Any, move: Any) -> int:
    """Return the place in ``edge`` of the cell of a placing."""
    return (city.cell[cell_at(move.x, move.y)] >> KIND) - ON_EDGE


@compiled
def to_reserve(moves: Any, n: int) -> int:
    """Return the first move that puts a tile in the reserve, 0 if there is none."""
    for i in range(n):
        if moves[i].kind == RESERVE:
            return i
    return 0


@compiled
def longest_placing(city: Any, moves: Any, n: int, kind: int) -> int:
    """Return the placing after which the wall is longest, the first of several.

    Where nothing can be placed, the first tile that can go to the reserve; else 0.

    Parameters
    ----------
    city
        The city.
    moves, n
        The legal moves.
    kind
        ``PLACE``.
    """
    survey(city)
    quick = 0 < city.around <= WORD - 2
    best, most = -1, -1
    for i in range(n):
        if moves[i].kind != kind:
            continue
        k = edge_of(city, moves[i])
        walls = WALLS[moves[i].building]
        if quick:
            sides, length = sides_if_placed(city, k, walls), length_if_placed(city, k)
            if has_run(sides, length, most + 1):
                best, most = i, longest_run(sides, length)
        else:
            wall = wall_if_placed(city, k, walls)
            if wall > most:
                best, most = i, wall
    return best if best >= 0 else to_reserve(moves, n)
