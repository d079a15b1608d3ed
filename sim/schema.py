"""The schema of the logs: every column with its meaning, dtype and unit.

No code of ours is needed to read a log; this is the one place where it is written down, for the
writer, the readers, the tests and the table in ``analysis/README.md``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1

CHOICES_OF_PLAN = ("strategy",)
"""Enum columns whose categories are the values that occur in the plan, in its order."""


@dataclass(frozen=True)
class Column:
    """One column of a log.

    Attributes
    ----------
    name
        Its name in the Parquet files.
    dtype
        Name of a polars dtype.
    unit
        What one unit of it is, or the set of its values.
    meaning
        One sentence.
    values
        The categories of an Enum, in order.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    values: tuple[str, ...] = ()


WASTE_BUILD = ("suit", "any")
EMPTY_WASTE = ("closed", "open")
RESERVE_VIEW = ("tops", "all")
ENDS = ("won", "stuck", "dry", "fault")

COMMON = (
    Column("cell", "UInt16", "index", "Cell of the plan, from 0; with `deal` it names the game."),
    Column("deal", "Int64", "number", "Number of the deal; the same in every cell and run."),
)

PATIENCE = (
    *COMMON,
    Column("strategy", "Enum", "spec", "Full spec of the strategy that played."),
    Column(
        "waste_build", "Enum", "rule option", "Which cards build on the waste (P5).", WASTE_BUILD
    ),
    Column("redeals", "Int32", "rule option", "How often the waste may be turned over (P7)."),
    Column(
        "empty_waste", "Enum", "rule option", "May an empty waste be built on (P5)?", EMPTY_WASTE
    ),
    Column(
        "reserve_view", "Enum", "rule option", "What is seen of the reserve (P9).", RESERVE_VIEW
    ),
    Column(
        "end",
        "Enum",
        "reason",
        "How it ended: `won`; `stuck`, no move left after the last redeal; `dry`, no move left and "
        "no card to redeal; `fault`, stopped because the strategy failed.",
        ENDS,
    ),
    Column("won", "Boolean", "true/false", "All 104 cards are on the foundations (P8)."),
    Column("home", "UInt8", "cards", "Cards on the foundations at the end, 8 to 104."),
    Column("moves", "Int32", "moves", "Turns, foundation moves, builds and redeals together."),
    Column("choices", "Int32", "decisions", "Decisions with more than one legal move."),
    Column("last_pass", "Int32", "pass", "Pass through the stock in which it ended, from 1."),
    Column("built", "UInt8", "cards", "Reserve cards built on the waste."),
    *(
        Column(
            f"{source}_home_{number}",
            "UInt8",
            "cards",
            f"Cards from the {source} to the foundations in {when}.",
        )
        for source in ("waste", "reserve")
        for number, when in (
            ("1", "pass 1"),
            ("2", "pass 2"),
            ("3", "pass 3"),
            ("later", "pass 4 and all later ones together"),
        )
    ),
    Column("reserve_left", "UInt8", "cards", "Cards left in the reserve at the end."),
    Column("digest", "UInt64", "hash", "Hash over all moves; a replay must reproduce it."),
)

GAMES: dict[str, tuple[Column, ...]] = {"patience": PATIENCE}
"""The columns of ``games/``, one row a game, by game."""


def dtypes(columns: Sequence[Column], strategies: Sequence[str]) -> "dict[str, pl.DataType]":
    """Return the polars dtype of each column; ``strategies`` are the specs of the plan."""
    import polars as pl  # noqa: PLC0415  (heavy; the schema alone needs none of it)

    def dtype(column: Column) -> pl.DataType:
        if column.dtype != "Enum":
            made: pl.DataType = getattr(pl, column.dtype)()
            return made
        return pl.Enum(strategies if column.name in CHOICES_OF_PLAN else column.values)

    return {column.name: dtype(column) for column in columns}
