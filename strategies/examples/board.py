"""A strategy of your own for the board game.

alhambra strategies check FILE:thrifty --game board
alhambra run board --players 3 -s FILE:thrifty -s greedy
"""

from typing import Any

from sim.board.moves import ACTION, PLACE
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from strategies.board.placing import longest_placing
from strategies.strategy import Parameter, strategy


@strategy("board", Parameter("overpay", 1, "most that it pays above the price", 0, 8), cost=100)
def thrifty(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy close to the price, the highest type first, and place for the longest wall."""
    if table.phase != ACTION:  # new tiles: each is placed, or put in the reserve (kind RESERVE)
        return longest_placing(table.city[me], moves, n, PLACE)
    best, most = 0, -1.0
    for i in range(n):  # every legal move stands in the list once; answer with an index
        move = moves[i]
        value = 0.0
        if move.kind == BUY and move.overpayment <= params[0]:
            value = 100 + 10 * TYPE[move.building] - move.overpayment  # exact pays twice: act again
        elif move.kind == TAKE:
            value = move.total
        if value > most:
            best, most = i, value
    return best


# Kinds PLACE (from the reserve), REMOVE and SWAP among the actions redesign the city.
# table.hand[seat], table.owned[seat], table.market, table.city[seat] and more: sim/market/table.py,
# sim/board/city.py. rng is for sim.randomness.below(rng, k); memory is 256 integers of your own.
