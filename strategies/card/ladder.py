"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.randomness import below
from strategies.market.taking import buy_or_take
from strategies.strategy import Parameter, strategy


@strategy("card", name="random", cost=20)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)


@strategy(
    "card",
    Parameter("overpay", 8, "most that it pays above the price", 0, 8),
    cost=20,
)
def greedy(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy whenever possible, the highest type first, else take the most money.

    Of several buildings of the highest type that it can pay for it buys the one that is overpaid
    least, exact payments first; it keeps every building. Without a purchase it takes the largest
    sum.
    """
    return buy_or_take(moves, n, params[0])
