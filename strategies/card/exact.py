"""The exact payer."""

from typing import Any

from sim.bits import count
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE
from strategies.market.promise import promise_of_taking
from strategies.market.purse import PRICES, sums
from strategies.strategy import Parameter, strategy


@strategy(
    "card",
    Parameter("ready", 5.0, "money's worth of a building that can then be paid exactly", 0, 30),
    Parameter("reach", 0.8, "money's worth of one more price that a hand meets exactly", 0, 10),
    Parameter("overpay", 0, "most that it pays above the price", 0, 8),
    cost=75,
)
def exact(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Pay exactly, and keep a hand that can.

    A turn ends with an inexact payment or with taking money, so every exact payment comes first;
    as each space takes a currency of its own, no purchase spoils another, and the chain is as long
    as it can be. Of several payments it makes the one after which the rest of that currency meets
    most prices. Then it takes the cards that are worth most: their sum, buildings that can be paid
    exactly next turn, and further prices that the hand meets.
    """
    best, most = -1, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e9
        if move.kind == BUY and move.gift == 0 and move.overpayment <= params[2]:
            rest = sums(table.hand[me][move.space] - move.payment) & PRICES
            value = 1000.0 + 100 * TYPE[move.building] - 1000 * move.overpayment / 9 + count(rest)
        elif move.kind == TAKE:
            value = move.total + promise_of_taking(table, me, move.places, params[0], params[1])
        if best < 0 or value > most:
            best, most = i, value
    return best
