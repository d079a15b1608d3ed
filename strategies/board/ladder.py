"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.board.moves import PLACE
from sim.randomness import below
from strategies.board.placing import longest_placing
from strategies.market.taking import buy_or_take
from strategies.strategy import Parameter, strategy


@strategy("board", name="random", cost=60)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)


@strategy(
    "board",
    Parameter("overpay", 8, "most that it pays above the price", 0, 8),
    cost=45,
)
def greedy(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy whenever possible, the highest type first, else take the most money.

    Of several tiles of the highest type that it can pay for it buys the one that is overpaid least,
    exact payments first. It places every tile where the wall is then longest, and puts one in the
    reserve only if it fits nowhere; it never redesigns.
    """
    if table.phase != 0:
        return longest_placing(table.city[me], moves, n, PLACE)
    return buy_or_take(moves, n, params[0])
