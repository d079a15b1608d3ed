"""Pictures of a city: as text, and as SVG (roofs are plain colours by type, walls thick lines)."""

from collections.abc import Mapping
from html import escape

from sim.board.walls import FOUNTAIN, SIDES, WALLS
from sim.market.buildings import TILES, TYPE, TYPES

Tiles = Mapping[tuple[int, int], int]
"""Ids of a city's tiles by ``(x, y)``, without the fountain."""

LETTERS = "PSACGT"
"""Letters of the types in drawings: pavilion, seraglio, arcades, chambers, garden, tower."""
ROOFS = ("#3b7dd8", "#c8423b", "#8c5a2b", "#f4f1e6", "#3f9b54", "#8d4fb3")
"""Colours of the roofs by type: blue, red, brown, white, green, purple."""
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


def draw_svg(tiles: Tiles, title: str = "A city", width: int = 0) -> str:
    """Return a city as an SVG picture with a title for those who cannot see it.

    Parameters
    ----------
    tiles
        The city.
    title
        What it shows.
    width
        Width of a cell on the page, in pixels; :data:`SIDE` unless given.
    """
    left, top, right, bottom = bounds(tiles)
    across, down = SIDE * (right - left + 1) + 8, SIDE * (bottom - top + 1) + 8
    scale = (width or SIDE) / SIDE
    city = {(0, 0): FOUNTAIN, **tiles}
    cells = "".join(_cell_svg(tile, x - left, y - top) for (x, y), tile in sorted(city.items()))
    walls = "".join(_walls_svg(tile, x - left, y - top) for (x, y), tile in sorted(city.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-4 -4 {across} {down}"'
        f' width="{across * scale:.0f}" height="{down * scale:.0f}"'
        f' font-family="sans-serif" font-size="13" text-anchor="middle">'
        f"<title>{escape(title)}</title>{cells}"
        f'<g stroke="#1c1c1c" stroke-width="5" stroke-linecap="round">{walls}</g></svg>'
    )


def _cell_svg(tile: int, column: int, row: int) -> str:
    x, y = SIDE * column, SIDE * row
    fountain = tile == FOUNTAIN
    fill = "#dfe7ee" if fountain else ROOFS[TYPE[tile]]
    ink = "#1c1c1c" if fountain or TYPES[TYPE[tile]] == "chambers" else "#ffffff"
    return (
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#9a948a"/>'
        f'<text x="{x + SIDE / 2:g}" y="{y + SIDE / 2 + 5:g}" fill="{ink}">{label(tile)}</text>'
    )


def _walls_svg(tile: int, column: int, row: int) -> str:
    x, y = SIDE * column, SIDE * row
    corners = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
    lines = ""
    for k in range(len(SIDES)):
        if WALLS[tile] >> k & 1:
            (x1, y1), (x2, y2) = corners[k], corners[(k + 1) % 4]
            lines += f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
    return lines
