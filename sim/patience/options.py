"""Rule options of the patience."""

from sim.rules import Option
from sim.schema import EMPTY_WASTE, RESERVE_VIEW, WASTE_BUILD

MAX_REDEALS = 1_000_000
"""Keeps the number of moves of a game within an int32 (97 turns and redeals a pass)."""

OPTIONS = (
    Option(
        "waste_build",
        "suit",
        "reserve cards build on the waste in suit, or regardless of suit (P5)",
        values=WASTE_BUILD,
    ),
    Option("redeals", 2, "how often the waste may be turned over (P7)", high=MAX_REDEALS),
    Option(
        "empty_waste",
        "closed",
        "whether a reserve card may be built on an empty waste (P5)",
        values=EMPTY_WASTE,
    ),
    Option(
        "reserve_view",
        "tops",
        "whether the buried reserve cards are seen (P9)",
        values=RESERVE_VIEW,
    ),
)
PLAYERS = (1,)
