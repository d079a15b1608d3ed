"""The player for majorities."""

from typing import Any

import numpy as np

from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, OWNERS, PRICE, TYPE, TYPE_COUNT
from sim.market.money import DISPLAY
from sim.market.moves import BUY, TAKE
from sim.market.table import SPACES
from strategies.card.standing import appraise
from strategies.strategy import Parameter, strategy


@compiled
def worth_of_taking(
    table: Any, me: int, places: int, gains: Any, money: float, aim: float
) -> float:
    """Return what a taking is worth: its money, and the buildings that come within reach."""
    worth = 0.0
    for space in range(SPACES):
        held = table.worth[me][space]
        more = 0
        for k in range(DISPLAY):
            if (places >> k) & 1 and table.display[k] >> 4 == space:
                more += table.display[k] & 15
        worth += money * more
        building = table.market[space]
        if more > 0 and building != NO_BUILDING:
            price = PRICE[building]
            want = max(gains[TYPE[building], me] - money * price, 0.0)
            worth += aim * want * (min(held + more, price) - min(held, price)) / price
    return worth


@strategy(
    "card",
    Parameter("money", 0.5, "points that a unit of money is worth", 0, 5),
    Parameter("exact", 3.0, "points that the action after an exact payment is worth", 0, 20),
    Parameter("aim", 0.5, "part of a building's value that counts for money towards it", 0, 5),
    Parameter("rivalry", 1.0, "weight of the others' points beside one's own", 0, 3),
    cost=100,
)
def majority(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy what wins majorities.

    A building is worth the points that it is expected to win for oneself, or to take from the
    others, in the rounds still to come; see ``strategies.card.standing``. It is bought when this
    is more than the money paid and more than the best taking of money brings. Money is taken
    towards the buildings of the market that are worth most. With two players it gives a building
    to the dummy where that hurts the other player more.
    """
    money, aim = params[0], params[2]
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[3], False, gains)
    best, most = 0, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY:
            value = gains[TYPE[move.building], DUMMY if move.gift else me] - money * move.total
            if move.overpayment == 0:
                value += params[1]
        elif move.kind == TAKE:
            value = worth_of_taking(table, me, move.places, gains, money, aim)
        if value > most:
            best, most = i, value
    return best
