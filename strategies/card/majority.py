"""The player for majorities."""

from typing import Any

import numpy as np

from sim.market.buildings import OWNERS, TYPE_COUNT
from sim.market.moves import BUY, TAKE
from strategies.market.gain import RIVALRY, worth_of_purchase, worth_of_taking
from strategies.market.standing import appraise, count_left
from strategies.strategy import Parameter, strategy


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
    others, in the rounds still to come; see ``strategies.market.standing``. It is bought when this
    is more than the money paid, and more than the best taking of money brings. Money is taken
    towards exact payments, of the buildings of the market that are worth most above all. With two
    players it gives a building to the dummy where that is worth more.
    """
    left = np.zeros(TYPE_COUNT, np.int64)
    count_left(table, left)
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[RIVALRY], False, left, gains)
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
