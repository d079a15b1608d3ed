"""The schema of the logs: every column with its meaning, dtype and unit.

No code of ours is needed to read a log; this is the one place where it is written down, for the
writer, the readers, the tests and the table in ``analysis/README.md``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import UserError, nearest

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1

CHOICES_OF_PLAN = ("strategy", "seating")
"""Enum columns whose categories are what occurs in the plan, in its order."""


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
FIRST_PLAYER = ("rule", "random", "0", "1", "2", "3", "4", "5")
HANDS = ("counted", "secret")
EXTRA_ACTION = ("must", "may")
END_TRIGGER = ("market_short", "bag_empty")
DUMMY_GIFTS = ("true", "false")
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

TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
MARKET_ENDS = ("market", "turn_limit", "fault")
NAMED_BY = ("cards", "total", "lot")

MARKET_GAMES = (
    *COMMON,
    Column("players", "UInt8", "players", "Number of players, 2 to 6."),
    Column("seating", "Enum", "specs", "Full spec of each seat in order, joined by ` / `."),
    Column(
        "first_player", "Enum", "rule option", "Who begins (M5); a number is a seat.", FIRST_PLAYER
    ),
    Column("hands", "Enum", "rule option", "What is known of the other hands.", HANDS),
    Column(
        "extra_action", "Enum", "rule option", "Must an extra action be taken (M7)?", EXTRA_ACTION
    ),
    Column("end_trigger", "Enum", "rule option", "What ends the game (M14).", END_TRIGGER),
    Column(
        "dummy_gifts", "Enum", "rule option", "May the dummy be given buildings (M17)?", DUMMY_GIFTS
    ),
    Column("turn_limit", "Int32", "rule option", "Turns after which the game is cut short."),
    Column(
        "end",
        "Enum",
        "reason",
        "How it ended: `market` (M14); `turn_limit`, cut short, round C scored, no leftovers "
        "awarded; `fault`, stopped because a strategy failed, no scoring followed.",
        MARKET_ENDS,
    ),
    Column("first", "UInt8", "seat", "The seat that began."),
    Column("named", "UInt8", "seat", "The seat that the rule names to begin (M5)."),
    Column(
        "named_by",
        "Enum",
        "reason",
        "How the rule found it: fewest `cards`, among those the smallest `total`, or by `lot`.",
        NAMED_BY,
    ),
    Column("turns", "Int32", "turns", "All turns, passed ones too."),
    Column(
        "rounds", "UInt8", "rounds", "Scoring rounds played; a round not drawn in time is left out."
    ),
    *(
        Column(
            f"turn_{name}",
            "Int32",
            "turn",
            f"Turn in which round {name.upper()} was played, 0 if not.",
        )
        for name in ("a", "b", "c")
    ),
    Column("choices", "Int32", "decisions", "Decisions with more than one legal move."),
    Column("dummy_score", "Int32", "points", "The dummy's score (two players only, else 0)."),
    Column("fault_seat", "Int8", "seat", "The seat whose strategy failed, -1 for none."),
    Column(
        "digest", "UInt64", "hash", "Hash over all moves and refills; a replay must reproduce it."
    ),
)

MARKET_SEATS = (
    *COMMON,
    Column("seat", "UInt8", "seat", "The seat, from 0, in turn order around the table."),
    Column("strategy", "Enum", "spec", "Full spec of the strategy that sat there."),
    Column("order", "UInt8", "turns", "Turns after the player who began: 0 for that player."),
    Column("start_cards", "UInt8", "cards", "Money cards of the starting hand (M4)."),
    Column("start_total", "UInt8", "money", "Sum of the starting hand."),
    Column("score", "Int32", "points", "Final score."),
    Column("place", "UInt8", "place", "1 plus the number of players with more points."),
    Column(
        "share",
        "UInt8",
        "sixtieths",
        "Share of the win: 60 for a win alone, 60/k with k winners (M16), 0 otherwise. In a fault "
        "0 for the seat that failed, 60/(n - 1) for the others.",
    ),
    Column("taken_cards", "Int32", "cards", "Money cards taken from the display."),
    Column("taken", "Int32", "money", "Their sum."),
    Column("spent", "Int32", "money", "Money paid."),
    Column("overpaid", "Int32", "money", "Money paid beyond the prices."),
    Column("left", "Int32", "money", "Money in hand at the end."),
    Column("purchases", "Int32", "buildings", "Buildings bought."),
    Column("exact", "Int32", "buildings", "Of these, paid exactly."),
    Column("chain", "Int32", "buildings", "Most exact purchases in one turn."),
    Column("gifts", "Int32", "buildings", "Bought buildings given to the dummy."),
    Column("leftovers", "Int32", "buildings", "Leftover buildings received (M15)."),
    Column("passes", "Int32", "turns", "Turns without a possible action."),
    *(
        Column(f"points_{r}_{kind}", "UInt8", "points", f"Points for {kind} in round {r.upper()}.")
        for r in ("a", "b", "c")
        for kind in TYPES
    ),
    *(
        Column(f"owned_{kind}", "UInt8", "buildings", f"Buildings counted at the end: {kind}.")
        for kind in TYPES
    ),
)

BOARD_SEATS = (
    *MARKET_SEATS,
    *(
        Column(
            f"walls_{r}", "UInt8", "points", f"Points for the longest wall in round {r.upper()}."
        )
        for r in ("a", "b", "c")
    ),
    Column("wall", "UInt8", "segments", "Longest outer wall at the end (B4)."),
    Column("city", "UInt8", "tiles", "Tiles in the city at the end, without the fountain."),
    Column("reserve", "UInt8", "tiles", "Tiles in the reserve at the end."),
    Column("placed", "Int32", "turns", "Redesigns that placed a tile of the reserve (B3)."),
    Column("removed", "Int32", "turns", "Redesigns that removed a tile."),
    Column("swapped", "Int32", "turns", "Redesigns that exchanged two tiles."),
)

GAMES: dict[str, tuple[Column, ...]] = {
    "patience": PATIENCE,
    "card": MARKET_GAMES,
    "board": MARKET_GAMES,
}
"""The columns of ``games/``, one row a game, by game."""
SEATS: dict[str, tuple[Column, ...]] = {"card": MARKET_SEATS, "board": BOARD_SEATS}
"""The columns of ``seats/``, one row a seat, by game; the patience has no such table."""


def tables(game: str) -> dict[str, tuple[Column, ...]]:
    """Return the tables of a game in the order in which they are written; the last one commits.

    Raises
    ------
    UserError
        If there is no such game.
    """
    if game not in GAMES:
        raise UserError(f"no game {game!r}; {nearest(game, GAMES)}")
    seats = {"seats": SEATS[game]} if game in SEATS else {}
    return {**seats, "games": GAMES[game]}


def dtypes(
    columns: Sequence[Column], strategies: Sequence[str], seatings: Sequence[str] = ()
) -> "dict[str, pl.DataType]":
    """Return the polars dtype of each column, for the specs and seatings of a plan."""
    import polars as pl  # noqa: PLC0415  (heavy; the schema alone needs none of it)

    def dtype(column: Column) -> pl.DataType:
        if column.dtype != "Enum":
            made: pl.DataType = getattr(pl, column.dtype)()
            return made
        if column.name in CHOICES_OF_PLAN:
            return pl.Enum(strategies if column.name == "strategy" else seatings)
        return pl.Enum(column.values)

    return {column.name: dtype(column) for column in columns}
