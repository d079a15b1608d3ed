"""Cities of the tile board game, looked at as a whole: rules B1 to B4 and B8."""

from tests.referee.market import read_tiles

Cell = tuple[int, int]
City = dict[Cell, int]
"""The tile of each cell."""

FOUNTAIN, HOME = 0, (0, 0)
STEPS: dict[str, Cell] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}
CORNERS: dict[str, tuple[Cell, Cell]] = {
    "north": ((0, 0), (1, 0)),
    "east": ((1, 0), (1, 1)),
    "south": ((1, 1), (0, 1)),
    "west": ((0, 1), (0, 0)),
}
"""Where a side of the cell at [0, 0] begins and ends, going round the cell clockwise."""

WALLS = {
    FOUNTAIN: frozenset[str](),
    **{
        tile: frozenset(side for side in STEPS if row[side] == "1")
        for tile, row in read_tiles().items()
    },
}
"""The walled sides of each tile."""


def beside(cell: Cell, side: str) -> Cell:
    """Return the cell on the other side of a side."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells around a cell."""
    return [beside(cell, side) for side in STEPS]


def mismatch(city: City) -> str:
    """Return where a wall meets an open side (B1.2), or nothing."""
    for cell, tile in city.items():
        for side in STEPS:
            other = beside(cell, side)
            if other not in city:
                continue
            if (side in WALLS[tile]) != (OPPOSITE[side] in WALLS[city[other]]):
                return f"a wall meets an open side between {list(cell)} and {list(other)}"
    return ""


def reached(city: City) -> set[Cell]:
    """Return the cells that can be reached on foot from the fountain (B1.3)."""
    seen, ahead = {HOME}, [HOME]
    while ahead:
        cell = ahead.pop()
        for side in STEPS:
            other = beside(cell, side)
            if other not in city or other in seen:
                continue
            if side in WALLS[city[cell]] or OPPOSITE[side] in WALLS[city[other]]:
                continue
            seen.add(other)
            ahead.append(other)
    return seen


def holes(city: City) -> set[Cell]:
    """Return the empty cells that are cut off from the outside (B1.4)."""
    xs, ys = zip(*city, strict=True)
    box = {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}
    corner = min(box)
    seen, ahead = {corner}, [corner]
    while ahead:
        for other in neighbours(ahead.pop()):
            if other in box and other not in city and other not in seen:
                seen.add(other)
                ahead.append(other)
    return box - set(city) - seen


def fault_of(city: City) -> str:
    """Return what is wrong with a city, or nothing."""
    lost = set(city) - reached(city)
    return (
        mismatch(city)
        or (f"{list(min(lost))} cannot be reached on foot" if lost else "")
        or (f"a hole arises at {list(min(holes(city)))}" if holes(city) else "")
    )


def placed(city: City, tile: int, cell: Cell) -> str:
    """Return why a tile may not be placed on a cell (B1), or nothing."""
    if cell in city:
        return f"{list(cell)} is not empty"
    if not any(other in city for other in neighbours(cell)):
        return f"{list(cell)} shares no side with the city"
    return fault_of({**city, cell: tile})


def removed(city: City, cell: Cell) -> str:
    """Return why the tile of a cell may not be removed (B3.2), or nothing."""
    if cell == HOME:
        return "the fountain is never removed"
    return fault_of({other: tile for other, tile in city.items() if other != cell})


def exchanged(city: City, tile: int, cell: Cell) -> str:
    """Return why the tile of a cell may not be exchanged for another (B3.3), or nothing."""
    if cell == HOME:
        return "the fountain is never exchanged"
    return fault_of({**city, cell: tile})


def can_redesign(city: City, reserve: list[int]) -> bool:
    """Tell whether any redesign is possible (B3)."""
    around = {other for cell in city for other in neighbours(cell)} - set(city)
    return (
        any(not removed(city, cell) for cell in city)
        or any(not placed(city, tile, cell) for tile in reserve for cell in around)
        or any(not exchanged(city, tile, cell) for tile in reserve for cell in city)
    )


def outline(city: City) -> list[bool]:
    """Return whether each side of the outline is walled, walking round it clockwise (B4)."""
    onward: dict[Cell, tuple[Cell, bool]] = {}
    for (x, y), tile in city.items():
        for side, ((ax, ay), (bx, by)) in CORNERS.items():
            if beside((x, y), side) not in city:
                onward[x + ax, y + ay] = (x + bx, y + by), side in WALLS[tile]
    begin = min(onward)
    walled: list[bool] = []
    corner = begin
    while not walled or corner != begin:
        corner, wall = onward[corner]
        walled.append(wall)
    if len(walled) != len(onward):
        raise AssertionError("the outline of a city without holes is one closed curve")
    return walled


def longest_wall(city: City) -> int:
    """Return the longest run of walled sides of the outline, a closed ring included (B4)."""
    walled = outline(city)
    if all(walled):
        return len(walled)
    gap = walled.index(False)
    longest = run = 0
    for wall in walled[gap:] + walled[:gap]:
        run = run + 1 if wall else 0
        longest = max(longest, run)
    return longest
