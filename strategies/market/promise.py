"""What a hand promises for exact payments, for the exact payers of both market games."""

from typing import Any

from sim.bits import count
from sim.compile import compiled
from sim.market.buildings import NO_BUILDING, PRICE, TYPE
from sim.market.table import SPACES
from strategies.market.purse import PRICES, exactly, sums, taken


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
