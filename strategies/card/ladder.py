"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

from sim.compile import compiled
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from sim.randomness import below
from strategies.strategy import Parameter, strategy


@strategy("card", name="random", cost=20)
def uniformly_random(
    table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any
) -> int:
    """Play a uniformly random legal move."""
    return below(rng, n)


@compiled
def richest_taking(moves: Any, n: int) -> int:
    """Return the taking of the largest sum, the first of several; 0 if there is none."""
    best = 0
    for i in range(n):
        if moves[i].kind == TAKE and moves[i].total > moves[best].total:
            best = i
    return best


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
    best, most = -1, -1
    for i in range(n):
        move = moves[i]
        if move.kind == BUY and move.gift == 0 and move.overpayment <= params[0]:
            rank = 16 * TYPE[move.building] - move.overpayment
            if best < 0 or rank > most:
                best, most = i, rank
    return best if best >= 0 else richest_taking(moves, n)
