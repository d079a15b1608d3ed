"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.patience.moves import BUILD
from sim.randomness import below
from strategies.strategy import strategy


@strategy("patience", name="random", cost=7)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)


@strategy("patience", cost=4)
def builder(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Foundation first, always build, ace pile first.

    If the waste's top fits a foundation it goes there, else the first reserve pile whose top fits
    one; the ace pile where both fit. Else, on a waste that is not empty, the lowest-numbered
    reserve pile whose top can be built. Else turn, else redeal. The move list stands in this order.
    """
    if moves[0].kind == BUILD and table.waste_n == 0:
        return n - 1
    return 0
