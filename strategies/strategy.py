"""What a strategy is: one function, with a name, a game, and declared parameters."""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import getdoc
from typing import Any

Choose = Callable[..., int]
"""``choose(table, me, moves, n, rng, params, memory) -> index`` (``strategies/README.md``)."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a strategy.

    Attributes
    ----------
    name
        As it stands in a spec.
    default
        A bool makes it a switch, an int a whole number, a float a number; the strategy reads all
        of them as float64 from ``params``, a switch as 0 or 1.
    low, high
        Smallest and largest value; without meaning for a switch.
    meaning
        One sentence.
    """

    name: str
    default: bool | int | float
    meaning: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Strategy:
    """A strategy as its author declared it.

    Attributes
    ----------
    choose
        The plain Python function; the loader compiles it.
    game, name
        The game that it plays, and its name in specs.
    parameters
        In the order of ``params``.
    cost
        Declared cost of a game in microseconds; it only sets the size of a chunk of work.
    interpreted
        True if it asks not to be compiled.
    """

    choose: Choose
    game: str
    name: str
    parameters: tuple[Parameter, ...] = ()
    cost: float = 5.0
    interpreted: bool = False
    doc: str = field(default="", compare=False)

    def __call__(self, *arguments: Any) -> int:
        """Decide, as plain Python: for tests and debuggers."""
        return self.choose(*arguments)


def strategy(
    game: str,
    *parameters: Parameter,
    name: str = "",
    cost: float = 5.0,
    interpreted: bool = False,
) -> Callable[[Choose], Strategy]:
    """Declare a function to be a strategy.

    Parameters
    ----------
    game
        ``"patience"``, ``"card"`` or ``"board"``.
    parameters
        In the order in which the function reads them from ``params``.
    name
        Its name in specs; the function's own name unless given.
    cost
        Declared cost of a game in microseconds.
    interpreted
        True for a function that numba shall not compile.
    """

    def declare(choose: Choose) -> Strategy:
        doc = getdoc(choose) or ""
        own = name or choose.__name__
        return Strategy(choose, game, own, parameters, cost, interpreted, doc)

    return declare
