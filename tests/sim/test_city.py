"""Cities: situations with their right answers, and the engine beside its slow twin (B1 to B8)."""

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sim.board import BrokenRule, City
from tests.sim.city_study import study
from tests.sim.city_twin import STEPS, WALLS, Cell, CityTwin

ROOT = Path(__file__).parents[2]
SEEDS, POSITIONS = 4, 30
"""Cities in the tests, and positions of each; ``python -m tests.sim.city_study N`` compares
more."""

Plan = Sequence[tuple[Cell, str]]
"""Cells and the walls of their tiles, in an order in which they may be placed."""

WALL_CASES: dict[str, tuple[Plan, int]] = {
    "case-W1": ([], 0),
    "case-W2": ([((0, -1), "NEW")], 3),
    "case-W3": ([((1, 0), ""), ((0, -1), "NE"), ((1, -1), "NW")], 2),
    "case-W5": ([((0, -1), "NEW"), ((1, 0), "NES"), ((0, 1), "ESW"), ((-1, 0), "NSW")], 12),
    "case-W8": ([((1, 0), "NES"), ((-1, 0), "NW")], 3),
    "case-W9": ([((0, -1), "E"), ((1, 0), "N")], 2),
    "case-W12": ([((0, 1), ""), ((1, 1), "N"), ((2, 1), ""), ((2, 0), "NW")], 3),
    "case-W13": (
        [((0, 1), ""), ((1, 1), "N"), ((2, 1), ""), ((2, 0), "NW"), ((1, 0), "ES")],
        1,
    ),
}


def open_tiles(*cells: Cell) -> Plan:
    return [(cell, "") for cell in cells]


PLACING_CASES: dict[str, tuple[Plan, str, Cell, str]] = {
    "case-H1": (
        open_tiles((1, 0), (2, 0), (2, 1), (0, 1), (0, 2)),
        "",
        (1, 2),
        "B1.4",
    ),
    "case-H3": (open_tiles((1, 0), (2, 0), (2, 1), (2, 2), (1, 2)), "", (0, 1), "B1.4"),
    "case-H4": (open_tiles((1, 0), (2, 0), (2, 1), (0, 1)), "", (0, 2), ""),
    "case-H6": ([], "S", (0, -1), "B1.2"),
    "case-H7": ([((1, 0), "N")], "S", (1, -1), "B1.3"),
    "case-H9": ([], "", (1, 1), "B1.1"),
}
"""Tiles that lie, walls of the next, its cell, and the rule that it breaks."""


def mask(walls: str) -> int:
    return sum(1 << "NESW".index(letter) for letter in walls)


class Box:
    """Tiles to take from, by their walls."""

    def __init__(self) -> None:
        self.tiles: dict[int, list[int]] = defaultdict(list)
        for tile, walls in WALLS.items():
            self.tiles[walls].append(tile)

    def take(self, walls: str) -> int:
        return self.tiles[mask(walls)].pop()


def build(plan: Plan) -> tuple[City, CityTwin, Box]:
    """Return a city of tiles with these walls, its twin, and the tiles that are left."""
    city, twin, box = City(), CityTwin(), Box()
    for cell, walls in plan:
        city.place(box.take(walls), *cell)
        twin.place(mask(walls), cell)
    return city, twin, box


# ------------------------------------------------------------------ situations


@pytest.mark.parametrize("case", WALL_CASES)
def test_longest_wall(case: str) -> None:
    """B4."""
    plan, answer = WALL_CASES[case]
    city, twin, _ = build(plan)
    assert city.longest_wall() == twin.longest_wall() == answer


@pytest.mark.parametrize("case", PLACING_CASES)
def test_placing(case: str) -> None:
    """B1: what is refused names the rule, and changes nothing."""
    plan, walls, cell, rule = PLACING_CASES[case]
    city, twin, box = build(plan)
    tile = box.take(walls)
    assert twin.placing_faults(mask(walls), cell)[:1] == ([rule] if rule else [])
    assert city.can_place(tile, *cell) is not bool(rule)
    assert (cell in city.legal_cells(tile)) is not bool(rule)
    if not rule:
        city.place(tile, *cell)
        assert city.tiles[cell] == tile
        return
    before = city.tiles
    with pytest.raises(BrokenRule) as caught:
        city.place(tile, *cell)
    assert caught.value.rule == rule
    assert str(caught.value).startswith(f"{rule}: ")
    assert isinstance(caught.value, ValueError)
    assert city.tiles == before


def test_case_r1() -> None:
    """B3: (1, -1) could not be reached without (1, 0)."""
    city, twin, _ = build([((1, 0), ""), ((0, -1), "E"), ((1, -1), "W")])
    assert not city.can_remove(1, 0)
    assert twin.removing_faults((1, 0)) == ["cut off"]
    with pytest.raises(BrokenRule, match="on foot") as caught:
        city.remove(1, 0)
    assert caught.value.rule == "B3"


def test_case_r3() -> None:
    """B3: the middle of a plus may be exchanged, but not removed, for that would leave a hole."""
    city, _, box = build(open_tiles((1, 0), (2, 0), (1, 1), (1, -1)))
    old = city.tiles[1, 0]
    assert city.can_exchange(tile := box.take(""), 1, 0)
    with pytest.raises(BrokenRule) as caught:
        city.remove(1, 0)
    assert caught.value.rule == "B3"
    assert city.exchange(tile, 1, 0) == old
    assert city.tiles[1, 0] == tile


def test_a_hole_alone_forbids_a_removal() -> None:
    """B3: all could still be reached, but the empty cell would be closed in on all sides."""
    around = ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 1))
    city, twin, _ = build(open_tiles(*around))
    assert twin.removing_faults((1, 1)) == ["hole"]
    with pytest.raises(BrokenRule, match="hole"):
        city.remove(1, 1)


@pytest.mark.parametrize("cell", [(0, 0), (5, 5)])
def test_there_must_be_a_tile_that_is_not_the_fountain(cell: Cell) -> None:
    """B3."""
    city = City()
    for act in (lambda: city.remove(*cell), lambda: city.exchange(7, *cell)):
        with pytest.raises(BrokenRule) as caught:
            act()
        assert caught.value.rule == "B3"


@pytest.mark.parametrize("tile", [0, 55, -1])
def test_there_are_54_tiles(tile: int) -> None:
    """M2."""
    city = City()
    assert not city.can_place(tile, 1, 0)
    assert city.legal_cells(tile) == []
    with pytest.raises(BrokenRule, match="M2: there is no tile"):
        city.place(tile, 1, 0)


def test_each_tile_is_there_once() -> None:
    """M2."""
    city = City()
    city.place(7, 1, 0)
    assert not city.can_place(7, 2, 0)
    assert not city.can_exchange(7, 1, 0)
    with pytest.raises(BrokenRule, match="M2: tile 7 lies in the city already"):
        city.place(7, 2, 0)


@pytest.mark.parametrize("bad", ["7", None, 1.5, [7]])
def test_what_is_no_whole_number_is_refused(bad: Any) -> None:
    city = City()
    for act in (city.place, city.can_place, city.exchange, city.can_exchange):
        with pytest.raises(TypeError, match="integer"):
            act(bad, 0, -1)
        with pytest.raises(TypeError, match="integer"):
            act(1, bad, -1)
    with pytest.raises(TypeError, match="integer"):
        city.legal_cells(bad)


def test_occupied_cells_are_refused() -> None:
    """B1."""
    city = City()
    city.place(7, 1, 0)
    for cell in ((0, 0), (1, 0)):
        assert not city.can_place(14, *cell)
        with pytest.raises(BrokenRule, match="not empty") as caught:
            city.place(14, *cell)
        assert caught.value.rule == "B1"
    city.tiles.clear()
    assert city.tiles == {(1, 0): 7}


# ------------------------------------------------------------------ the twin


def test_everything_as_its_twin_says() -> None:
    """B1 to B4 at every cell around cities that grow, shrink and change, for some tiles."""
    met: Counter[str] = Counter()
    for seed in range(SEEDS):
        met += study(POSITIONS, seed)
    for what in ("place", "remove", "exchange", "placing legal", "removal legal", "refusals"):
        assert met[what] > POSITIONS / 10, (what, met)
    for rule in ("B1.1", "B1.2", "B1.3", "B1.4"):
        assert met[f"placing against {rule}"], (rule, met)
    for what in ("outlines kept", "walls after placing", "walls after exchange"):
        assert met[what] > POSITIONS / 10, (what, met)
    assert met["removal against cut off"]
    assert met["removal against hole"]


LINES = """
import sys
import numpy as np
from sim.board import city, outline
from sim.compile import INTERPRETED
from sim.memory import record
from tests.sim.city_twin import CityTwin

assert INTERPRETED
pattern, dx, dy = map(int, sys.argv[1:])
every = np.full(56, pattern, dtype=np.int32)
every[0] = every[55] = 0
city.WALLS = outline.WALLS = every
c, twin = record(city.CITY), CityTwin()
city.found(c)
for k in range(1, 55):
    assert city.may_place(c, k, city.cell_at(k * dx, k * dy)), k
    city.put(c, k, k * dx, k * dy)
    twin.place(pattern, (k * dx, k * dy))
    assert outline.longest_wall(c) == twin.longest_wall(), k
    outline.survey(c)
city.settle_doubt(c)
removable = [k for k in range(1, 55) if city.may_remove(c, k)]
assert removable == [54], removable
for k in range(54, 0, -1):
    assert city.may_remove(c, k), k
    city.lift(c, k)
    twin.remove((k * dx, k * dy))
    assert outline.longest_wall(c) == twin.longest_wall(), k
assert c.edge_n == 4
assert (c.cell != 0).sum() == 9
"""


@pytest.mark.parametrize("walled", [False, True])
@pytest.mark.parametrize("side", STEPS)
def test_a_line_of_54_tiles(side: int, walled: bool) -> None:
    """B8: to each side, without walls and with walls along it, built up and taken away again."""
    dx, dy = STEPS[side]
    pattern = (0b0101 if dx else 0b1010) if walled else 0
    done = subprocess.run(
        [sys.executable, "-c", LINES, *map(str, (pattern, dx, dy))],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_far_cells_are_not_taken_for_near_ones() -> None:
    """B1.1: cells that are 64 apart have nothing to do with each other."""
    city = City()
    city.place(7, 1, 0)
    for x, y in ((65, 0), (2, 64), (-62, 0), (2, -64), (66, -1), (-63, 1), (0, 64), (64, 0)):
        assert not city.can_place(14, x, y)
        assert not city.can_remove(x, y)
        assert not city.can_exchange(14, x, y)


# ------------------------------------------------------------------ pictures


def test_the_text_picture() -> None:
    """Letters and prices of the tiles, and their walls."""
    city = City()
    city.place(1, 0, -1)
    assert repr(city) == str(city) == "+----+\n| P2 |\n+    +\n+    +\n  F\n+    +"


def test_the_svg_picture() -> None:
    city = City()
    assert "<title>A city of 0 tiles, longest outer wall 0</title>" in city._repr_svg_()
    city.place(1, 0, -1)
    svg = city._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>")
    assert "<title>A city of 1 tile, longest outer wall 3</title>" in svg
    (walls,) = re.findall(r'<path d="([^"]*)" stroke="#1c1c1c"', svg)
    assert walls.count("M") == 3  # north, east and west of the pavilion
    assert svg.count("<rect ") == 2
    assert ">P2</text>" in svg


def test_no_other_name_is_there() -> None:
    import sim.board

    with pytest.raises(AttributeError, match="no attribute 'Town'"):
        _ = sim.board.Town
