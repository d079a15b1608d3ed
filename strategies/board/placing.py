"""What a placing does to the wall."""

from typing import Any

from sim.board.city import KIND, ON_EDGE, cell_at
from sim.board.outline import wall_if_placed
from sim.board.walls import WALLS
from sim.compile import compiled


@compiled
def value_of_wall(city: Any, found: Any, move: Any) -> int:
    """Return the longest wall after a placing; ``found`` holds the city's survey."""
    k = (city.cell[cell_at(move.x, move.y)] >> KIND) - ON_EDGE
    return wall_if_placed(city, found, k, WALLS[move.building])
