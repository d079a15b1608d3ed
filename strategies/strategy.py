"""What a strategy is: one function, with a name, a game, and declared parameters."""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import getdoc, signature
from typing import Any

from sim.errors import nearest
from sim.game import GAMES

Choose = Callable[..., int]
"""``choose(table, me, moves, n, rng, params, memory) -> index`` (``strategies/README.md``)."""
ARGUMENTS = 7


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

    Raises
    ------
    ValueError
        If the game does not exist, a default is out of its range, or the function takes other
        arguments than a strategy does.
    """
    if game not in GAMES:
        raise ValueError(f"no game {game!r}; {nearest(game, GAMES)}")
    if not cost > 0:
        raise ValueError(f"a cost of {cost} microseconds a game; give one above 0")
    for parameter in parameters:
        if not isinstance(parameter.default, bool) and not (
            parameter.low <= parameter.default <= parameter.high
        ):
            raise ValueError(
                f"parameter {parameter.name!r}: its default {parameter.default:g} is not from"
                f" {parameter.low:g} to {parameter.high:g}"
            )

    def declare(choose: Choose) -> Strategy:
        if len(signature(choose).parameters) != ARGUMENTS:
            raise ValueError(
                f"{choose.__name__} has to take (table, me, moves, n, rng, params, memory)"
            )
        doc = getdoc(choose) or ""
        own = name or choose.__name__
        return Strategy(choose, game, own, parameters, cost, interpreted, doc)

    return declare
