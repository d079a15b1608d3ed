"""What takings and purchases gain, for the players for majorities of both market games."""

from typing import Any

from sim.bits import count
from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, PRICE, TYPE
from sim.market.table import SPACES
from strategies.market.purse import PRICES, exactly, sums, taken

MONEY, EXACT, AIM, REACH, RIVALRY = range(5)
"""Places of the parameters."""


@compiled
def worth_of_hand(table: Any, me: int, space: int, hand: int, gains: Any, params: Any) -> float:
    """Return what the cards of a hand in one currency are worth beside their sum.

    The prices that they meet exactly, and the building of the space if they meet its price.
    """
    known = sums(hand)
    worth = params[REACH] * count(known & PRICES)
    building = table.market[space]
    if building != NO_BUILDING and exactly(known, PRICE[building]):
        worth += params[AIM] * max(gains[TYPE[building], me], 0.0)
    return worth


@compiled
def worth_of_taking(table: Any, me: int, move: Any, gains: Any, params: Any) -> float:
    """Return what a taking is worth: its money, and the buildings that come within reach."""
    worth = params[MONEY] * move.total
    for space in range(SPACES):
        added = taken(table.display, move.places, space)
        if added:
            hand = table.hand[me][space]
            worth += worth_of_hand(table, me, space, hand + added, gains, params)
            worth -= worth_of_hand(table, me, space, hand, gains, params)
    return worth


@compiled
def worth_of_purchase(table: Any, me: int, move: Any, gains: Any, params: Any) -> float:
    """Return what a purchase is worth: its building, less the money and what that could pay."""
    kind = TYPE[move.building]
    worth = gains[kind, DUMMY if move.gift else me] - params[MONEY] * move.total
    hand = table.hand[me][move.space]
    worth -= params[REACH] * count(sums(hand) & PRICES)
    worth += params[REACH] * count(sums(hand - move.payment) & PRICES)
    return worth + (params[EXACT] if move.overpayment == 0 else 0.0)
