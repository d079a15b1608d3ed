"""What the batch runner knows of a game, and of what plays it."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from sim.errors import UserError, nearest
from sim.plan import Cell
from sim.rules import Option

GAMES = ("patience", "card", "board")
"""The games that can be played, each a package ``sim.<name>`` with a module ``game``."""


@dataclass(frozen=True)
class Player:
    """A strategy made ready to play.

    Attributes
    ----------
    choose
        A compiled first-class function, or a plain one.
    params
        float64, in declared order.
    interpreted
        True if ``choose`` is plain Python in a process that compiles.
    reason
        Why it is.
    """

    choose: Any
    params: "NDArray[np.float64]"
    interpreted: bool = False
    reason: str = ""


class Seat(Hashable, Protocol):
    """A picklable strategy spec that knows how to load itself, also in another process."""

    @property
    def spec(self) -> str:
        """Full canonical spec."""

    def load(self) -> Player:
        """Return the strategy, compiled."""


@dataclass(frozen=True)
class Played:
    """One game played again.

    Attributes
    ----------
    events
        As in the game record (``sim/README.md``), ``setup`` first, ``end`` last.
    rows
        What the log holds of the game: for each table its rows, by column, without the columns of
        the plan.
    error
        Traceback of the strategy that failed, if one did.
    """

    events: list[dict[str, Any]]
    rows: dict[str, list[dict[str, Any]]]
    error: str = ""


class Game(Protocol):
    """One game, as the runner sees it."""

    name: str
    players: tuple[int, ...]
    options: tuple[Option, ...]

    def signature(self) -> Any:
        """Return the numba signature of the game's strategies."""

    def play(
        self, cell: Cell, players: Sequence[Player], seed: int, first: int, last: int
    ) -> "dict[str, dict[str, NDArray[Any]]]":
        """Play the cell's deals from ``first`` to ``last - 1``.

        Returns
        -------
        dict
            For each table of the log its columns but the plan's own, Enums as numbers.
        """

    def replay(
        self, cell: Cell, players: Sequence[Player], seed: int, deal: int, layout: Any = None
    ) -> Played:
        """Play one deal, or a given layout, move by move."""

    def read_layout(self, document: Any) -> Any:
        """Return the layout that a user gave as JSON; UserError says what is wrong with it."""

    def fingerprint(self, table: Any) -> bytes:
        """Return all of a table that a strategy has to leave alone."""

    def deal_anew(self, seed: int) -> Callable[[], None]:
        """Deal the hidden cards of the game that is being played anew; return what undoes it."""

    def narrate(self, events: list[dict[str, Any]]) -> str:
        """Return a game as text for people."""


def check_game(name: str) -> str:
    """Return ``name`` if there is such a game, else raise UserError."""
    if name not in GAMES:
        raise UserError(f"no game {name!r}; {nearest(name, GAMES)}")
    return name


def load_options(name: str) -> tuple[Option, ...]:
    """Return the rule options of a game without loading its engine."""
    options: tuple[Option, ...] = import_module(f"sim.{check_game(name)}.options").OPTIONS
    return options


def load_players(name: str) -> tuple[int, ...]:
    """Return the numbers of players of a game without loading its engine."""
    players: tuple[int, ...] = import_module(f"sim.{check_game(name)}.options").PLAYERS
    return players


def load_game(name: str) -> Game:
    """Return a game; its engine is compiled, or loaded from the cache, on the way."""
    game: Game = import_module(f"sim.{check_game(name)}.game").GAME
    return game
