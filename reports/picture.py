"""Pictures of cities, and what the letters and colours of their tiles mean."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sim.board.drawing import LETTERS, draw_svg, roof
from sim.market.buildings import TYPES

CELL = 40
"""Width of a cell on a page, in pixels."""


class Roof(NamedTuple):
    """A type of building in the key: its letter, its name, colours of roof and letter."""

    letter: str
    name: str
    paint: str
    ink: str


def key() -> list[Roof]:
    """Return the key of all types."""
    return [Roof(LETTERS[k], name, *roof(k)) for k, name in enumerate(TYPES)]


def picture(
    tiles: Mapping[tuple[int, int], int],
    title: str,
    marked: Collection[tuple[int, int]] = (),
) -> str:
    """Return a city as SVG, to stand in a page.

    Parameters
    ----------
    tiles
        Its tiles by place.
    title
        What it shows, for those who cannot see it.
    marked
        Cells to point at.
    """
    return draw_svg(tiles, title, CELL, marked)
