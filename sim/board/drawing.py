"""Pictures of a city: as text, and as SVG (roofs are plain colours by type, walls thick lines)."""

from collections.abc import Collection, Mapping
from html import escape

from sim.board.walls import FOUNTAIN, SIDES, WALLS
from sim.market.buildings import TILES, TYPE

Tiles = Mapping[tuple[int, int], int]
"""Ids of a city's tiles by ``(x, y)``, without the fountain."""

LETTERS = "PSACGT"
"""Letters of the types in drawings: pavilion, seraglio, arcades, chambers, garden, tower."""
ROOFS = ("#5aa2ea", "#dd6a4e", "#6b3f14", "#f4f1e6", "#7cc98b", "#5b2a86")
"""Colours of the roofs by type: blue, red, brown, white, green, purple. They differ in lightness
too, so that colour-blind readers can tell them apart."""
DARK, LIGHT = "#1c1c1c", "#ffffff"
INKS = (DARK, DARK, LIGHT, DARK, DARK, LIGHT)
"""Colours of the letters on the roofs, by type."""
SIDE = 40
"""Side of a cell in an SVG, in its units."""


def bounds(tiles: Tiles) -> tuple[int, int, int, int]:
    """Return the least and largest x and y of a city, the fountain's cell included."""
    xs, ys = [0, *(x for x, _ in tiles)], [0, *(y for _, y in tiles)]
    return min(xs), min(ys), max(xs), max(ys)


def label(tile: int) -> str:
    """Return a tile's letter and price, ``"G10"``; ``"F"`` for the fountain."""
    return "F" if tile == FOUNTAIN else f"{LETTERS[TYPE[tile]]}{TILES[tile - 1]['price']}"


def draw_text(tiles: Tiles) -> str:
    """Return a city as text: letter and price of each tile, walls as lines around it."""
    left, top, right, bottom = bounds(tiles)
    city = {(0, 0): FOUNTAIN, **tiles}
    lines = []
    for y in range(top, bottom + 1):
        rows = ["", "", ""]
        for x in range(left, right + 1):
            for k, part in enumerate(_cell_text(city.get((x, y)))):
                rows[k] += part
        lines += rows
    return "\n".join(line.rstrip() for line in lines)


def _cell_text(tile: int | None) -> tuple[str, str, str]:
    if tile is None:
        return " " * 6, " " * 6, " " * 6
    north, east, south, west = (bool(WALLS[tile] >> k & 1) for k in range(len(SIDES)))
    middle = f"{'|' if west else ' '}{label(tile):^4}{'|' if east else ' '}"
    return _line(north), middle, _line(south)


def _line(wall: bool) -> str:
    return "+----+" if wall else "+    +"


def draw_svg(
    tiles: Tiles,
    title: str = "A city",
    width: int = 0,
    marked: Collection[tuple[int, int]] = (),
) -> str:
    """Return a city as an SVG picture with a title for those who cannot see it.

    Parameters
    ----------
    tiles
        The city.
    title
        What it shows.
    width
        Width of a cell on the page, in pixels; :data:`SIDE` unless given.
    marked
        Cells to point at: a tile gets a ring, an empty cell a dashed one.
    """
    left, top, right, bottom = bounds({**dict.fromkeys(marked, 0), **tiles})
    across, down = SIDE * (right - left + 1) + 8, SIDE * (bottom - top + 1) + 8
    scale = (width or SIDE) / SIDE
    city = {(0, 0): FOUNTAIN, **tiles}
    cells = "".join(_cell_svg(tile, x - left, y - top) for (x, y), tile in sorted(city.items()))
    walls = "".join(_walls_svg(tile, x - left, y - top) for (x, y), tile in sorted(city.items()))
    rings = "".join(_ring_svg((x, y) in city, x - left, y - top) for x, y in sorted(marked))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-4 -4 {across} {down}"'
        f' width="{across * scale:.0f}" height="{down * scale:.0f}"'
        f' font-family="sans-serif" font-size="13" text-anchor="middle">'
        f'<title>{escape(title)}</title><g stroke="#9a948a">{cells}</g>'
        f'<path d="{walls}" stroke="{DARK}" stroke-width="5" stroke-linecap="round"/>{rings}</svg>'
    )


def roof(kind: int) -> tuple[str, str]:
    """Return the colours of a type's roof and of the letters on it."""
    return ROOFS[kind], INKS[kind]


def _cell_svg(tile: int, column: int, row: int) -> str:
    x, y = SIDE * column, SIDE * row
    fill, ink = ("#dfe7ee", DARK) if tile == FOUNTAIN else roof(TYPE[tile])
    return (
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>'
        f'<text x="{x + SIDE // 2}" y="{y + SIDE // 2 + 5}" fill="{ink}" stroke="none">'
        f"{label(tile)}</text>"
    )


def _walls_svg(tile: int, column: int, row: int) -> str:
    x, y = SIDE * column, SIDE * row
    corners = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
    lines = ""
    for k in range(len(SIDES)):
        if WALLS[tile] >> k & 1:
            (x1, y1), (x2, y2) = corners[k], corners[(k + 1) % 4]
            lines += f"M{x1} {y1}L{x2} {y2}"
    return lines


def _ring_svg(tiled: bool, column: int, row: int) -> str:
    box = f'x="{SIDE * column + 6}" y="{SIDE * row + 6}" width="{SIDE - 12}" height="{SIDE - 12}"'
    dark = f'<rect {box} fill="none" stroke="{DARK}" stroke-width="4"'
    if not tiled:
        return f'{dark} stroke-dasharray="5 4"/>'
    # White on black stands out on every roof.
    return f'{dark}/><rect {box} fill="none" stroke="{LIGHT}" stroke-width="2"/>'
