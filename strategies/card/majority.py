"""The player for majorities."""

from typing import Any

import numpy as np

from sim.bits import count
from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, OWNERS, PRICE, TYPE, TYPE_COUNT
from sim.market.moves import BUY, TAKE
from sim.market.table import SPACES
from strategies.card.purse import PRICES, exactly, sums, taken
from strategies.card.standing import appraise
from strategies.strategy import Parameter, strategy

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


@strategy(
    "card",
    Parameter("money", 0.45, "points that a unit of money is worth", 0, 5),
    Parameter("exact", 7.0, "points that the action after an exact payment is worth", 0, 20),
    Parameter("aim", 0.4, "part of a building's points that the cards to pay it exactly get", 0, 5),
    Parameter("reach", 0.45, "points for each price that a currency meets exactly", 0, 5),
    Parameter("rivalry", 0.8, "weight of the others' points beside one's own", 0, 3),
    cost=380,
)
def majority(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy what wins majorities.

    A building is worth the points that it is expected to win for oneself, or to take from the
    others, in the rounds still to come; see ``strategies.card.standing``. It is bought when this
    is more than the money paid, and more than the best taking of money brings. Money is taken
    towards exact payments, of the buildings of the market that are worth most above all. With two
    players it gives a building to the dummy where that is worth more.
    """
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[RIVALRY], False, gains)
    best, most = 0, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY:
            value = worth_of_purchase(table, me, move, gains, params)
        elif move.kind == TAKE:
            value = worth_of_taking(table, me, move, gains, params)
        if value > most:
            best, most = i, value
    return best
