"""A strategy of your own for the card game.

alhambra strategies check FILE:thrifty --game card
alhambra run card --players 3 -s FILE:thrifty -s greedy
"""

from typing import Any

from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from strategies.strategy import Parameter, strategy


@strategy("card", Parameter("overpay", 1, "most that it pays above the price", 0, 8), cost=50)
def thrifty(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy close to the price, the highest type first, else take the most money."""
    best, most = 0, -1.0
    for i in range(n):  # every legal move stands in the list once; answer with an index
        move = moves[i]
        value = 0.0
        if move.kind == BUY and move.gift == 0 and move.overpayment <= params[0]:
            value = 100 + 10 * TYPE[move.building] - move.overpayment  # exact pays twice: act again
        elif move.kind == TAKE:
            value = move.total
        if value > most:
            best, most = i, value
    return best


# table.hand[seat], table.worth[seat], table.owned[seat], table.market, table.display,
# table.score[seat], table.bag_left and more: sim/market/table.py says what each field is.
# rng is for sim.randomness.below(rng, k); memory is 256 integers of your own for a game.
