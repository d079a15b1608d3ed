"""Colours: drawn as stand-ins, replaced by CSS variables, so that one drawing fits day and night.

The hues are those of Okabe and Ito, which colour-blind readers can tell apart.

References
----------
.. [1] M. Okabe, K. Ito. Color Universal Design: how to make figures and presentations that are
   friendly to colorblind people. 2002, revised 2008.
"""

from dataclasses import dataclass

BLUE, ORANGE, VERMILLION = "blue", "orange", "vermillion"
INK, MUTED, GRID, FILL, LABEL, PAGE = "ink", "muted", "grid", "fill", "label", "page"
WASTE = ("waste-1", "waste-2", "waste-3", "waste-4")
RESERVE = ("reserve-1", "reserve-2", "reserve-3", "reserve-4")
LEFT = ("left-1", "left-2")
ROUNDS = WASTE[:3]
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
HEAT = ("heat-1", "heat-2", "heat-3", "heat-4", "heat-5", "heat-6", "heat-7")
"""From far below over even to far above."""


@dataclass(frozen=True)
class Shade:
    """A colour by day (also on paper) and by night."""

    light: str
    dark: str


SHADES = {
    INK: Shade("#1b1b1b", "#ececec"),
    MUTED: Shade("#595959", "#a9a9a9"),
    GRID: Shade("#dddddd", "#3c3c3c"),
    PAGE: Shade("#ffffff", "#161616"),
    LABEL: Shade("#111111", "#111111"),  # text on a coloured bar
    BLUE: Shade("#0072b2", "#56b4e9"),
    ORANGE: Shade("#b85c00", "#e69f00"),
    VERMILLION: Shade("#c04a00", "#ff8a4d"),
    FILL: Shade("#8ec3e6", "#2f77a6"),
    WASTE[0]: Shade("#cde6f6", "#cde6f6"),
    WASTE[1]: Shade("#93cbed", "#93cbed"),
    WASTE[2]: Shade("#56b4e9", "#56b4e9"),
    WASTE[3]: Shade("#4a97c4", "#4a97c4"),
    RESERVE[0]: Shade("#fbe3b0", "#fbe3b0"),
    RESERVE[1]: Shade("#f4c862", "#f4c862"),
    RESERVE[2]: Shade("#e69f00", "#e69f00"),
    RESERVE[3]: Shade("#c98a00", "#c98a00"),
    LEFT[0]: Shade("#c9c9c9", "#b5b5b5"),
    LEFT[1]: Shade("#e6e6e6", "#8f8f8f"),
    **{
        name: Shade(tone, tone)
        for name, tone in zip(
            (*TYPES, *HEAT),
            (
                *("#7fc0ea", "#f0a08c", "#cfa77a", "#e9e6dc", "#8fd0b4", "#c9a6dc"),
                *("#ee9468", "#f5b998", "#fadccd", "#e4e4e1", "#d3e8f6", "#a3d1ee", "#68b6e5"),
            ),
            strict=True,
        )
    },
}


def stand_in(name: str) -> str:
    """Return the colour that a drawing uses for ``name``; no two names share one."""
    return f"#0102{list(SHADES).index(name):02x}"


def to_variables(svg: str) -> str:
    """Replace every stand-in by its CSS variable."""
    for name in SHADES:
        svg = svg.replace(stand_in(name), f"var(--{name})")
    return svg


def variables(side: str) -> str:
    """Return the CSS declarations of all colours, for ``"light"`` or ``"dark"``."""
    return " ".join(f"--{name}: {getattr(shade, side)};" for name, shade in SHADES.items())
