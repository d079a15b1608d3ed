"""The lower rungs of the ladder: chance, and a fixed order of preference."""

from typing import Any

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


SURELY = 100
"""More than any taking: what a purchase is worth at least."""


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
    best = most = 0
    for i in range(n):
        move = moves[i]
        # No branches: what kind of move comes next is hard to guess.
        buys = (move.kind == BUY) & (move.gift == 0) & (move.overpayment <= params[0])
        rank = SURELY + 16 * TYPE[move.building] - move.overpayment if buys else 0
        taking = move.total if move.kind == TAKE else 0
        rank = max(rank, taking)
        if rank > most:
            best, most = i, rank
    return best
