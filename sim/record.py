"""Writing game records: one played game as checkable JSON Lines (``sim/README.md``)."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sim.plan import Cell
from sim.schema import Column

RECORD_VERSION = 1


def header(cell: Cell, index: int, seed: int, deal: int, **more: Any) -> dict[str, Any]:
    """Return the first object of a game's record.

    Parameters
    ----------
    cell, index
        The cell and its number in the plan.
    seed, deal
        Root seed, and number of the deal.
    more
        Further keys; a reader ignores those that it does not know.
    """
    return {
        "record": RECORD_VERSION,
        "game": cell.game,
        "rules": cell.rules,
        "players": cell.players,
        "strategies": list(cell.seating),
        "seed": seed,
        "deal": deal,
        "index": index,
        **more,
    }


def plain(columns: Sequence[Column], numbers: Iterable[Any]) -> dict[str, Any]:
    """Return a row of the log as people read it, from its numbers."""
    return {
        column.name: column.values[int(number)] if column.values else int(number)
        for column, number in zip(columns, numbers, strict=True)
    }


def to_lines(objects: Iterable[dict[str, Any]]) -> str:
    """Return objects as JSON Lines."""
    return "".join(
        json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n" for item in objects
    )
