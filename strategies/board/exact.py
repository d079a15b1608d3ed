"""The exact payer."""

from typing import Any

from sim.bits import count
from sim.board.moves import PLACE
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from strategies.board.placing import longest_placing
from strategies.market.promise import promise_of_taking
from strategies.market.purse import PRICES, sums
from strategies.strategy import Parameter, strategy


@strategy(
    "board",
    Parameter("ready", 5.0, "money's worth of a building that can then be paid exactly", 0, 30),
    Parameter("reach", 0.8, "money's worth of one more price that a hand meets exactly", 0, 10),
    Parameter("overpay", 0, "most that it pays above the price", 0, 8),
    Parameter("settle", 9.0, "money's worth of placing a tile of the reserve", 0, 50),
    cost=110,
)
def exact(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Pay exactly, and keep a hand that can.

    A turn ends with an inexact payment, with taking money or with a redesign, so every exact
    payment comes first; as each space takes a currency of its own, no purchase spoils another, and
    the chain is as long as it can be. Then it takes the cards that are worth most: their sum,
    buildings that can be paid exactly next turn, and further prices that the hand meets; or, if
    no taking is worth more, it places a tile of its reserve. Tiles go where the wall is longest.
    """
    if table.phase != 0:
        return longest_placing(table.city[me], moves, n, PLACE)
    best, most = -1, -1.0e9
    settling = False
    for i in range(n):
        move = moves[i]
        value = -1.0e9
        if move.kind == BUY and move.overpayment <= params[2]:
            rest = sums(table.hand[me][move.space] - move.payment) & PRICES
            value = 1000.0 + 100 * TYPE[move.building] - 1000 * move.overpayment / 9 + count(rest)
        elif move.kind == TAKE:
            value = move.total + promise_of_taking(table, me, move.places, params[0], params[1])
        elif move.kind == PLACE:
            settling = True
        if best < 0 or value > most:
            best, most = i, value
    if (
        settling
        and most < 500
        and params[3] >= most - promise_of_taking(table, me, 0, params[0], params[1])
    ):
        return longest_placing(table.city[me], moves, n, PLACE)
    return best
