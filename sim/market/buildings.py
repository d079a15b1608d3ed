"""The 54 buildings (M2) and what they score (M12, M13).

``sim/data/tiles.csv`` holds type, price and walls of each; ids are 1 to 54, 0 is no building.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import compiled

TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
TYPE_COUNT = 6
BUILDINGS = 54
NO_BUILDING = 0
DUMMY = 6
"""Row of the dummy in tables by player (M17); the players have 0 to 5."""
OWNERS = 7

ROUNDS = ("A", "B", "C")

PLACES = np.array(
    [
        [[1 + t, 0, 0] for t in range(TYPE_COUNT)],
        [[8 + t, 1 + t, 0] for t in range(TYPE_COUNT)],
        [[16 + t, 8 + t, 1 + t] for t in range(TYPE_COUNT)],
    ],
    dtype=np.int32,
)
"""Points by round, type and place (M12)."""


def read_tiles() -> list[dict[str, str]]:
    """Return the rows of ``sim/data/tiles.csv``, by id."""
    path = Path(__file__).parents[1] / "data" / "tiles.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TILES = read_tiles()
TYPE = np.array([-1, *(TYPES.index(tile["building"]) for tile in TILES)], dtype=np.int32)
"""Type of each building, by id."""
PRICE = np.array([0, *(int(tile["price"]) for tile in TILES)], dtype=np.int32)
"""Price of each building, by id."""


def _share_table() -> NDArray[np.int32]:
    shares = np.zeros((3, TYPE_COUNT, OWNERS, OWNERS + 1), dtype=np.int32)
    for ahead in range(3):
        for tied in range(1, OWNERS + 1):
            shares[:, :, ahead, tied] = PLACES[:, :, ahead : ahead + tied].sum(axis=2) // tied
    return shares


SHARES = _share_table()
"""Points by round, type, number of owners ahead, and number of those tied (M12, M13)."""


@compiled
def share(counts: Any, scoring_round: int, kind: int, points: Any) -> None:
    """Work out the points of one type in one round (M12, M13).

    Parameters
    ----------
    counts
        Buildings of the type by owner, the dummy included; shape (OWNERS,).
    scoring_round, kind
        0 to 2, and the type.
    points
        Filled, shape (OWNERS,): tied owners share the places that they fill together, rounded
        down; who has none takes no place.
    """
    for owner in range(OWNERS):
        mine = counts[owner]
        ahead = tied = 0
        for other in range(OWNERS):
            ahead += counts[other] > mine
            tied += counts[other] == mine
        points[owner] = SHARES[scoring_round, kind, ahead, tied] if mine > 0 else 0
