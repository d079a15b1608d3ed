"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.board.moves import PLACE
from sim.board.outline import survey
from sim.compile import compiled
from sim.randomness import below
from strategies.board.placing import value_of_wall
from strategies.market.taking import best_purchase, richest_taking
from strategies.strategy import Parameter, strategy


@strategy("board", name="random", cost=60)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)


@compiled
def longest_placing(city: Any, moves: Any, n: int, memory: Any) -> int:
    """Return the placing after which the wall is longest, the first of several; else index 0."""
    survey(city, memory)
    best, most = 0, -1
    for i in range(n):
        if moves[i].kind == PLACE:
            wall = value_of_wall(city, memory, moves[i])
            if wall > most:
                best, most = i, wall
    return best


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
        return longest_placing(table.city[me], moves, n, memory)
    best = best_purchase(moves, n, params[0])
    return best if best >= 0 else richest_taking(moves, n)
