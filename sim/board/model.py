"""A city for people and notebooks: the engine's city behind a small class."""

from operator import index

from sim.board import city as c
from sim.board.drawing import draw_svg, draw_text
from sim.board.outline import longest_wall
from sim.board.walls import ALL_SIDES, FOUNTAIN, RING, WALLED, WALLS, stays_open
from sim.market.buildings import BUILDINGS
from sim.memory import record


class BrokenRule(ValueError):  # noqa: N818  (it names a rule)
    """What was asked for is against the rules.

    Attributes
    ----------
    rule
        The number of the rule, such as ``"B1.3"``.
    """

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(f"{rule}: {problem}")
        self.rule = rule


class City:
    """One player's city, the fountain at ``(0, 0)``; x grows to the east, y to the south.

    Tiles are named by their ids in ``sim/data/tiles.csv``, 1 to 54. What is no whole number is a
    TypeError.

    Examples
    --------
    >>> from sim.board import City
    >>> city = City()
    >>> city.place(1, 0, -1)
    >>> city.longest_wall()
    3
    """

    def __init__(self) -> None:
        self._city = record(c.CITY)
        c.found(self._city)
        self._tiles: dict[tuple[int, int], int] = {}

    @property
    def tiles(self) -> dict[tuple[int, int], int]:
        """Ids of the tiles by place, without the fountain."""
        return dict(self._tiles)

    def place(self, tile_id: int, x: int, y: int) -> None:
        """Place a tile on an empty cell; BrokenRule if that is against M2 or B1."""
        tile_id, x, y = index(tile_id), index(x), index(y)
        _raise(self._wrong_tile(tile_id) or self._wrong_place(tile_id, x, y))
        c.put(self._city, tile_id, x, y)
        self._tiles[x, y] = tile_id

    def can_place(self, tile_id: int, x: int, y: int) -> bool:
        """Return whether a tile may be placed on a cell (B1)."""
        tile_id, x, y = index(tile_id), index(x), index(y)
        return not (self._wrong_tile(tile_id) or self._wrong_place(tile_id, x, y))

    def remove(self, x: int, y: int) -> int:
        """Remove a tile and return its id; BrokenRule if that is against B3."""
        _raise(self._wrong_removal(x, y))
        tile = self._tiles.pop((x, y))
        c.lift(self._city, tile)
        return tile

    def can_remove(self, x: int, y: int) -> bool:
        """Return whether the tile on a cell may be removed (B3)."""
        return not self._wrong_removal(x, y)

    def exchange(self, tile_id: int, x: int, y: int) -> int:
        """Exchange the tile on a cell and return the old one; BrokenRule if against M2 or B3."""
        tile_id, x, y = index(tile_id), index(x), index(y)
        _raise(self._wrong_tile(tile_id) or self._wrong_exchange(tile_id, x, y))
        old, self._tiles[x, y] = self._tiles[x, y], tile_id
        c.exchange(self._city, old, tile_id)
        return old

    def can_exchange(self, tile_id: int, x: int, y: int) -> bool:
        """Return whether the tile on a cell may be exchanged for another (B3)."""
        tile_id, x, y = index(tile_id), index(x), index(y)
        return not (self._wrong_tile(tile_id) or self._wrong_exchange(tile_id, x, y))

    def legal_cells(self, tile_id: int) -> list[tuple[int, int]]:
        """Return every cell where a tile may be placed (B1), sorted; none if it is placed."""
        tile_id = index(tile_id)
        if self._wrong_tile(tile_id):
            return []
        around = {
            (x + dx, y + dy)
            for x, y in [(0, 0), *self._tiles]
            for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
        }
        return sorted(at for at in around if not self._wrong_place(tile_id, *at))

    def longest_wall(self) -> int:
        """Return the number of segments of the longest unbroken outer wall (B4)."""
        return int(longest_wall(self._city))

    def __repr__(self) -> str:
        return draw_text(self.tiles)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return draw_svg(self.tiles, self._title())

    def _title(self) -> str:
        n = len(self._tiles)
        tiles = f"{n} tile" + "s" * (n != 1)
        return f"A city of {tiles}, longest outer wall {self.longest_wall()}"

    def _wrong_tile(self, tile_id: int) -> tuple[str, str] | None:
        if not 1 <= tile_id <= BUILDINGS:
            return "M2", f"there is no tile {tile_id}, only 1 to {BUILDINGS}"
        if int(self._city.inside) >> tile_id & 1:
            return "M2", f"tile {tile_id} lies in the city already"
        return None

    def _wrong_place(self, tile_id: int, x: int, y: int) -> tuple[str, str] | None:
        if (x, y) == (0, 0) or (x, y) in self._tiles:
            return "B1", f"the cell ({x}, {y}) is not empty"
        ring = self._ring(x, y)
        shared, facing = ring & ALL_SIDES, ring >> WALLED
        if not shared:
            return "B1.1", f"({x}, {y}) shares no side with the city"
        if int(WALLS[tile_id]) & shared != facing:
            return "B1.2", f"walls do not match at ({x}, {y})"
        if not shared & ~facing:
            return "B1.3", f"({x}, {y}) cannot be reached on foot"
        if not stays_open(ring & 255):
            return "B1.4", f"a tile at ({x}, {y}) would enclose a hole"
        return None

    def _ring(self, x: int, y: int) -> int:
        """Return the state of an empty cell; 0 far from the city, where numbers of cells repeat."""
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        if (0, 0) in near or any(cell in self._tiles for cell in near):
            return int(self._city.cell[c.cell_at(x, y)]) & RING
        return 0

    def _wrong_removal(self, x: int, y: int) -> tuple[str, str] | None:
        if problem := self._no_tile(x, y):
            return problem
        tile = self._tiles[x, y]
        if c.may_remove(self._city, tile):
            return None
        if int(self._city.fixed) >> tile & 1:
            return "B3", f"without ({x}, {y}) another tile could not be reached on foot"
        return "B3", f"without ({x}, {y}) there would be a hole"

    def _wrong_exchange(self, tile_id: int, x: int, y: int) -> tuple[str, str] | None:
        if problem := self._no_tile(x, y):
            return problem
        if c.may_exchange(self._city, self._tiles[x, y], tile_id):
            return None
        return "B3", f"walls do not match at ({x}, {y})"

    def _no_tile(self, x: int, y: int) -> tuple[str, str] | None:
        if (x, y) == (0, 0):
            return "B3", "the fountain is never removed or exchanged"
        if (x, y) not in self._tiles:
            return "B3", f"there is no tile at ({x}, {y})"
        return None


def _raise(problem: tuple[str, str] | None) -> None:
    if problem:
        raise BrokenRule(*problem)


assert c.TILES == FOUNTAIN + 1
