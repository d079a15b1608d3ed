"""What a market game's engine provides: the functions of its module ``play``."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from sim.market.moves import Tally, Work
from sim.market.table import Hidden, Table


class Engine(Protocol):
    """The rules of one market game.

    Attributes
    ----------
    TABLE, TALLY, WORK
        Dtypes of the table, of what is counted, and of what is handed to strategies.
    CHOOSE
        Signature of a compiled strategy.
    GAME_ROWS, SEAT_ROWS
        Numbers of rows that :meth:`write_rows` fills.
    play_deals
        Plays many deals.
    """

    TABLE: "np.dtype[Any]"
    TALLY: "np.dtype[Any]"
    WORK: "np.dtype[Any]"
    CHOOSE: Any
    GAME_ROWS: int
    SEAT_ROWS: int
    play_deals: Callable[..., None]

    def clear(self, table: Table, tally: Tally, work: Work) -> None:
        """Make everything ready for a game that has been laid out."""

    def list_moves(self, table: Table, work: Work) -> int:
        """List every legal move and return their number."""

    def moves_of(self, table: Table, work: Work) -> Any:
        """Return where :meth:`list_moves` lists."""

    def fingerprint(self, table: Table) -> bytes:
        """Return all of the table that a strategy has to leave alone."""

    def act(self, table: Table, tally: Tally, move: Any) -> bool:
        """Play a move; return whether the same player goes on."""

    def settle(self, table: Table) -> bool:
        """Return whether buildings have to be dealt with after the last action of a turn."""

    def end_turn(self, table: Table, hidden: Hidden, tally: Tally) -> int:
        """Refill, score, and go on to the next turn unless the game ends."""

    def award(self, table: Table, tally: Tally) -> None:
        """Award the leftovers (M15)."""

    def next_award(self, table: Table) -> bool:
        """Go on to the next player who has to say where a leftover goes, if there is one."""

    def close(self, table: Table, end: int) -> int:
        """Play round C and return how the game ended."""

    def write_rows(
        self, table: Table, tally: Tally, end: int, game: Any, seats: Any, column: int
    ) -> None:
        """Write what the log keeps of a game and of its seats into a column."""
