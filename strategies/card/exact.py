"""The exact payer."""

from typing import Any

from sim.bits import count
from sim.compile import compiled
from sim.market.buildings import NO_BUILDING, PRICE, TYPE
from sim.market.moves import BUY, TAKE
from sim.market.table import SPACES
from strategies.card.purse import PRICES, exactly, sums, taken
from strategies.strategy import Parameter, strategy


@compiled
def readiness(table: Any, space: int, hand: int, ready: float, reach: float) -> float:
    """Return what a hand of one currency promises for exact payments."""
    known = sums(hand)
    promise = reach * count(known & PRICES)
    building = table.market[space]
    if building != NO_BUILDING and exactly(known, PRICE[building]):
        promise += ready * (1 + TYPE[building] / 4)
    return promise


@compiled
def promise_of_taking(table: Any, me: int, places: int, ready: float, reach: float) -> float:
    """Return what the hand promises for exact payments after a taking."""
    promise = 0.0
    for space in range(SPACES):
        hand = table.hand[me][space] + taken(table.display, places, space)
        promise += readiness(table, space, hand, ready, reach)
    return promise


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
