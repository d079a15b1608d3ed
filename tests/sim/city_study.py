"""Random cities of real tiles, the engine's and its twin's, compared in everything at every step.

``python -m tests.sim.city_study N [SEED]`` compares N positions and reports what was met.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sim.board import BrokenRule, City, outline
from sim.board.city import KIND, ON_EDGE, WORD, cell_at
from tests.sim.city_twin import WALLS, Cell, CityTwin, box

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
FAR = (64, -64, 128)
"""A grid that wraps around would take a cell so far off for a tile of the city."""
LIFE = 160
"""The most steps of one city."""


class Pair:
    """A city at two speeds, grown and changed by chance, with a taste of its own."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, random.Random(seed)
        self.city, self.twin = City(), CityTwin()
        self.ids: dict[Cell, int] = {}
        self.met: Counter[str] = Counter()
        rng = self.rng
        self.size = rng.choice((6, 15, 25, 40, 54))
        self.likes_side, self.likes_corner = rng.uniform(-2, 1), rng.uniform(-1, 3)
        self.likes_far, self.dislikes_walls = rng.uniform(-0.3, 0.6), rng.uniform(0, 3)
        self.noise = rng.choice((0.1, 1, 4))

    def spare(self) -> list[int]:
        """Return the tiles that are not in the city."""
        return sorted(WALLS.keys() - self.ids.values())

    # -------------------------------------------------------------- one step

    def step(self) -> None:
        """Place, remove or exchange a tile in both cities."""
        wanted = (6, 1, 1) if len(self.ids) < self.size else (2, 2, 3)
        (act,) = self.rng.choices((self.place, self.remove, self.exchange), wanted)
        self.met[act.__name__] += act()

    def place(self) -> bool:
        likes = {
            tile: self.rng.random() - self.dislikes_walls * WALLS[tile].bit_count() / 4
            for tile in self.spare()
        }
        for tile in sorted(likes, key=lambda tile: -likes[tile]):
            cells = self.twin.legal_cells(WALLS[tile])
            if cells:
                x, y = max(cells, key=self.taste)
                self.city.place(tile, x, y)
                self.twin.place(WALLS[tile], (x, y))
                self.ids[x, y] = tile
                return True
        return False

    def taste(self, cell: Cell) -> float:
        """Return how much a cell is liked: tight, winding or far out, and a little chance."""
        corners = sum((cell[0] + dx, cell[1] + dy) in self.twin.walls for dx, dy in CORNERS)
        return (
            self.likes_side * len(self.twin.shared(cell))
            + self.likes_corner * corners
            + self.likes_far * (abs(cell[0]) + abs(cell[1]))
            + self.noise * self.rng.random()
        )

    def remove(self) -> bool:
        cells = [cell for cell in self.ids if not self.twin.removing_faults(cell)]
        if not cells:
            return False
        cell = self.rng.choice(cells)
        assert self.city.remove(*cell) == self.ids.pop(cell)
        self.twin.remove(cell)
        return True

    def exchange(self) -> bool:
        pairs = [
            (tile, cell)
            for tile in self.spare()
            for cell in self.ids
            if not self.twin.exchange_faults(WALLS[tile], cell)
        ]
        if not pairs:
            return False
        tile, cell = self.rng.choice(pairs)
        assert self.city.exchange(tile, *cell) == self.ids[cell]
        self.twin.exchange(WALLS[tile], cell)
        self.ids[cell] = tile
        return True

    # -------------------------------------------------------------- comparing

    def compare(self, tiles: int = 3, refusals: int = 4) -> None:
        """Ask both cities about everything, for some tiles, and try some forbidden actions."""
        assert self.twin.sound()
        self.same_state()
        spare = self.spare()
        asked = self.rng.sample(spare, min(tiles, len(spare)))
        around = box(self.twin.walls, 2)
        refused: list[tuple[str, Callable[[], Any], set[str]]] = []
        for tile in asked:
            refused += self.same_placings(tile, around)
            refused += self.same_exchanges(tile, around)
        refused += self.same_removals(around)
        self.same_walls(asked)
        for name, act, rules in self.rng.sample(refused, min(refusals, len(refused))):
            self.same_refusal(name, act, rules)
        self.same_state()
        self.met["positions"] += 1
        self.met[f"{len(self.ids) // 10 * 10} to {len(self.ids) // 10 * 10 + 9} tiles"] += 1

    def same_state(self) -> None:
        assert self.city.tiles == self.ids, self
        assert self.city.longest_wall() == self.twin.longest_wall(), self

    def same_walls(self, tiles: list[int]) -> None:
        """Compare the wall after every placing, removal and exchange, none of which is made.

        Two cities of three keep their outline up from the first of these on.
        """
        city, longest = self.city._city, CityTwin.longest_wall
        if self.seed % 3 != 1:
            outline.survey(city)
            self.met["outlines kept"] += bool(city.around)
        for tile in tiles:
            for x, y in self.twin.legal_cells(WALLS[tile])[:6]:
                k = (int(city.cell[cell_at(x, y)]) >> KIND) - ON_EDGE
                found = outline.wall_if_placed(city, k, WALLS[tile])
                wanted = longest(self.twin.with_tile(WALLS[tile], (x, y)))
                assert found == wanted, (self, tile, x, y)
                if 0 < city.around <= WORD - 2:
                    sides = outline.sides_if_placed(city, k, WALLS[tile])
                    n = outline.length_if_placed(city, k)
                    assert outline.has_run(sides, n, wanted)
                    assert not outline.has_run(sides, n, wanted + 1)
                self.met["walls after placing"] += 1
        for (x, y), old in list(self.ids.items())[:6]:
            if not self.twin.removing_faults((x, y)):
                wanted = longest(self.twin.without_tile((x, y)))
                assert outline.wall_without(city, old) == wanted, (self, x, y)
            for tile in tiles:
                if not self.twin.exchange_faults(WALLS[tile], (x, y)):
                    wanted = longest(self.twin.with_tile(WALLS[tile], (x, y)))
                    found = outline.wall_with(city, cell_at(x, y), WALLS[tile])
                    assert found == wanted, (self, tile, x, y)
                    self.met["walls after exchange"] += 1

    def same_placings(self, tile: int, around: list[Cell]) -> list[Any]:
        """Compare a tile on every cell; return the placings that are refused."""
        refused, legal = [], []
        for x, y in around:
            faults = self.twin.placing_faults(WALLS[tile], (x, y))
            assert self.city.can_place(tile, x, y) is not bool(faults), (self, tile, x, y, faults)
            self.met["placing " + ("legal" if not faults else "against " + " ".join(faults))] += 1
            if faults:
                act = self.later("place", tile, x, y)
                refused.append((f"place {tile} {x} {y}", act, set(faults)))
            else:
                legal.append((x, y))
        assert self.city.legal_cells(tile) == sorted(legal), (self, tile)
        x, y = self.rng.choice(around)
        off = self.rng.choice(FAR)
        assert not self.city.can_place(tile, x + off, y), (self, tile, x + off, y)
        assert not self.city.can_place(tile, x, y + off), (self, tile, x, y + off)
        return self.some(refused)

    def same_exchanges(self, tile: int, around: list[Cell]) -> list[Any]:
        """Compare a tile for every other; return the exchanges that are refused."""
        refused = []
        for x, y in (*self.twin.walls, self.rng.choice(around)):
            faults = self.twin.exchange_faults(WALLS[tile], (x, y))
            assert self.city.can_exchange(tile, x, y) is not bool(faults), (
                self,
                tile,
                x,
                y,
                faults,
            )
            self.met["exchange " + ("legal" if not faults else "against " + " ".join(faults))] += 1
            if faults:
                act = self.later("exchange", tile, x, y)
                refused.append((f"exchange {tile} {x} {y}", act, {"B3"}))
        return self.some(refused)

    def same_removals(self, around: list[Cell]) -> list[Any]:
        """Compare the removal from every cell; return those that are refused."""
        refused = []
        for x, y in around:
            faults = self.twin.removing_faults((x, y))
            assert self.city.can_remove(x, y) is not bool(faults), (self, x, y, faults)
            self.met["removal " + ("legal" if not faults else "against " + " ".join(faults))] += 1
            if faults:
                refused.append((f"remove {x} {y}", self.later("remove", x, y), {"B3"}))
        x, y = self.rng.choice(list(self.twin.walls))
        off = self.rng.choice(FAR)
        assert not self.city.can_remove(x + off, y), (self, x + off, y)
        assert not self.city.can_remove(x, y + off), (self, x, y + off)
        return self.some(refused)

    def some(self, refused: list[Any]) -> list[Any]:
        """Return a few, so that the many plain refusals do not hide the rare."""
        return self.rng.sample(refused, min(2, len(refused)))

    def later(self, action: str, *args: int) -> Callable[[], Any]:
        return lambda: getattr(self.city, action)(*args)

    def same_refusal(self, name: str, act: Callable[[], Any], rules: set[str]) -> None:
        """See a forbidden action refused with a rule that it breaks."""
        with pytest.raises(BrokenRule) as caught:
            act()
        error = caught.value
        assert error.rule in rules, (self, name, error.rule, rules)
        assert str(error).startswith(error.rule), (self, name, str(error))
        self.met["refusals"] += 1

    def __repr__(self) -> str:
        tiles = ", ".join(f"{cell}: {tile}" for cell, tile in self.ids.items())
        return f"seed {self.seed} {{{tiles}}}"


def positions(seed: int) -> Iterator[Pair]:
    """Yield pairs of cities before each step, one city after the other, without end."""
    while True:
        pair = Pair(seed)
        for _ in range(pair.rng.randint(pair.size, LIFE)):
            yield pair
            pair.step()
        seed += 1


def study(number: int, seed: int = 0) -> Counter[str]:
    """Compare a number of positions and return what was met."""
    met: Counter[str] = Counter()
    last = None
    for k, pair in enumerate(positions(seed)):
        if last is not pair:
            last = pair
            pair.met = met
        if k == number:
            return met
        if k % 10_000 == 0 and k:
            print(f"{k:,} positions", flush=True)
        pair.compare()
    raise AssertionError


if __name__ == "__main__":
    for what, times in sorted(study(*map(int, sys.argv[1:])).items()):
        print(f"{times:>12,}  {what}")
