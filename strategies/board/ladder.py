"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.randomness import below
from strategies.strategy import strategy


@strategy("board", name="random", cost=60)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)
