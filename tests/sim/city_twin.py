"""A slow city of the board game in one dict, written from the rules: the engine's twin.

Nothing is kept but the walls of each tile by its cell; every answer is worked out from them anew.
Walls are a sum of ``N``, ``E``, ``S`` and ``W``; x grows to the east, y to the south.
"""

import csv
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Cell = tuple[int, int]
Side = tuple[Cell, Cell]
"""A side of the outline: the tile's cell, and the empty cell beyond."""

N, E, S, W = 1, 2, 4, 8
STEPS = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}
OPPOSITE = {N: S, E: W, S: N, W: E}
AROUND = ((-1, -1), (0, -1), (0, 0), (-1, 0))
"""The four cells that meet in the north-west corner of a cell, going round it."""
FOUNTAIN = (0, 0)


def read_walls() -> dict[int, int]:
    """Return the walls of each building."""
    path = Path(__file__).parents[2] / "sim" / "data" / "tiles.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row["tile_id"]): walls_of(row) for row in csv.DictReader(file)}


def walls_of(row: dict[str, str]) -> int:
    names = {"north": N, "east": E, "south": S, "west": W}
    return sum(wall for name, wall in names.items() if row[name] == "1")


WALLS = read_walls()


def beside(cell: Cell, side: int) -> Cell:
    """Return the cell beyond a side."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def reached(start: T, neighbours: Callable[[T], Iterable[T]]) -> set[T]:
    """Return all that can be reached from somewhere."""
    found, waiting = {start}, [start]
    while waiting:
        for there in neighbours(waiting.pop()):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def box(cells: Iterable[Cell], margin: int) -> list[Cell]:
    """Return all cells of the rectangle around some cells, row by row from the north-west."""
    columns, rows = zip(*cells, strict=True)
    return [
        (x, y)
        for y in range(min(rows) - margin, max(rows) + margin + 1)
        for x in range(min(columns) - margin, max(columns) + margin + 1)
    ]


@lru_cache(maxsize=4096)
def holes(city: frozenset[Cell]) -> frozenset[Cell]:
    """Return the empty cells from which no way through sides leads outside (B1.4)."""
    area = box(city, 1)
    empty = set(area) - city
    outside = reached(
        area[0], lambda cell: [there for side in STEPS if (there := beside(cell, side)) in empty]
    )
    return frozenset(empty - outside)


class CityTwin:
    """A city that remembers its tiles and nothing else."""

    def __init__(self, tiles: Iterable[tuple[Cell, int]] = ()) -> None:
        """Put down the fountain and some tiles, legal or not."""
        self.walls: dict[Cell, int] = {FOUNTAIN: 0, **dict(tiles)}

    # -------------------------------------------------------------- what stands

    def shared(self, cell: Cell) -> list[int]:
        """Return the sides of a cell beyond which a tile lies."""
        return [side for side in STEPS if beside(cell, side) in self.walls]

    def matches(self, walls: int, cell: Cell) -> bool:
        """Wall to wall, or open to open, on every shared side (B1.2)."""
        return all(
            bool(walls & side) == bool(self.walls[beside(cell, side)] & OPPOSITE[side])
            for side in self.shared(cell)
        )

    def doors(self, cell: Cell) -> list[Cell]:
        """Return where one can go on foot from a tile."""
        return [
            beside(cell, side)
            for side in self.shared(cell)
            if not self.walls[cell] & side and not self.walls[beside(cell, side)] & OPPOSITE[side]
        ]

    def on_foot(self) -> bool:
        """Tell whether every tile can be reached from the fountain (B1.3, B3)."""
        return reached(FOUNTAIN, self.doors) == set(self.walls)

    def without_holes(self) -> bool:
        """Tell whether all empty cells are connected to the outside (B1.4, B3)."""
        return not holes(frozenset(self.walls))

    def sound(self) -> bool:
        """Tell whether this is a city that the rules allow, with one closed outline (B4)."""
        outline = self.outline()
        return (
            all(self.matches(walls, cell) for cell, walls in self.walls.items())
            and self.on_foot()
            and self.without_holes()
            and all(len(joined) == 2 for joined in outline.values())
            and reached(next(iter(outline)), outline.__getitem__) == set(outline)
        )

    # -------------------------------------------------------------- what may be done

    def with_tile(self, walls: int, cell: Cell) -> "CityTwin":
        """Return a city that also has this tile, or has it instead."""
        return CityTwin({**self.walls, cell: walls}.items())

    def without_tile(self, cell: Cell) -> "CityTwin":
        """Return a city that lacks a tile."""
        return CityTwin((at, walls) for at, walls in self.walls.items() if at != cell)

    def placing_faults(self, walls: int, cell: Cell) -> list[str]:
        """Return the rules that a placing breaks; B1 or B1.1 stands alone."""
        if cell in self.walls:
            return ["B1"]
        if not self.shared(cell):
            return ["B1.1"]
        then = self.with_tile(walls, cell)
        kept = {
            "B1.2": self.matches(walls, cell),
            "B1.3": bool(then.doors(cell)),
            "B1.4": then.without_holes(),
        }
        return [rule for rule, is_kept in kept.items() if not is_kept]

    def removing_faults(self, cell: Cell) -> list[str]:
        """Return what is wrong with removing a tile, in words (B3)."""
        if cell not in self.walls:
            return ["no tile"]
        if cell == FOUNTAIN:
            return ["the fountain"]
        then = self.without_tile(cell)
        kept = {"cut off": then.on_foot(), "hole": then.without_holes()}
        return [fault for fault, is_kept in kept.items() if not is_kept]

    def exchange_faults(self, walls: int, cell: Cell) -> list[str]:
        """Return what is wrong with exchanging a tile, in words (B3)."""
        if cell not in self.walls:
            return ["no tile"]
        if cell == FOUNTAIN:
            return ["the fountain"]
        kept = {
            "mismatch": self.matches(walls, cell),
            "cut off": self.with_tile(walls, cell).on_foot(),
        }
        return [fault for fault, is_kept in kept.items() if not is_kept]

    def legal_cells(self, walls: int) -> list[Cell]:
        """Return the cells where a tile may be placed, sorted."""
        return sorted(c for c in box(self.walls, 1) if not self.placing_faults(walls, c))

    # -------------------------------------------------------------- what is done

    def place(self, walls: int, cell: Cell) -> None:
        assert not self.placing_faults(walls, cell)
        self.walls[cell] = walls

    def remove(self, cell: Cell) -> None:
        assert not self.removing_faults(cell)
        del self.walls[cell]

    def exchange(self, walls: int, cell: Cell) -> None:
        assert not self.exchange_faults(walls, cell)
        self.walls[cell] = walls

    # -------------------------------------------------------------- walls

    def outline(self) -> dict[Side, list[Side]]:
        """Return each side of the outline with those that it goes on in (B4).

        Around each corner of the grid lie four cells. Where some of them are empty, each run of
        empty ones lies between two sides, and there the outline goes from one to the other: around
        a corner, straight on, or, where two tiles touch by a corner only, from tile to tile.
        """
        joined: dict[Side, list[Side]] = {
            (cell, beside(cell, side)): []
            for cell in self.walls
            for side in STEPS
            if beside(cell, side) not in self.walls
        }
        for x, y in box(self.walls, 1):
            ring = [(x + dx, y + dy) for dx, dy in AROUND] * 2
            for first in range(4):
                if ring[first] in self.walls and ring[first + 1] not in self.walls:
                    last = next(k for k in range(first + 2, 8) if ring[k] in self.walls)
                    one = (ring[first], ring[first + 1])
                    other = (ring[last], ring[last - 1])
                    joined[one].append(other)
                    joined[other].append(one)
        return joined

    def has_wall(self, side: Side) -> bool:
        """Tell whether a side of the outline has a wall."""
        cell, beyond = side
        return any(self.walls[cell] & wall and beside(cell, wall) == beyond for wall in STEPS)

    def runs(self) -> list[int]:
        """Return the lengths of all unbroken pieces of outer wall, longest first.

        The outline is a closed curve, so the pieces are what hangs together when the sides
        without a wall are taken away; a closed ring is one piece (B4).
        """
        outline = self.outline()
        walled = {side for side in outline if self.has_wall(side)}
        lengths = []
        while walled:
            piece = reached(
                next(iter(walled)), lambda side: [s for s in outline[side] if self.has_wall(s)]
            )
            lengths.append(len(piece))
            walled -= piece
        return sorted(lengths, reverse=True)

    def longest_wall(self) -> int:
        """Return the points of the longest outer wall (B4)."""
        return max(self.runs(), default=0)
