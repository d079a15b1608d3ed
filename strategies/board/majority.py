"""The player for majorities."""

from typing import Any

import numpy as np

from sim.board.moves import GIFT, PLACE, RESERVE
from sim.market.buildings import DUMMY, OWNERS, TYPE, TYPE_COUNT
from sim.market.moves import BUY, TAKE
from strategies.board.ground import count_unsold
from strategies.board.placing import longest_placing
from strategies.market.gain import RIVALRY, worth_of_purchase, worth_of_taking
from strategies.market.standing import appraise
from strategies.strategy import Parameter, strategy


@strategy(
    "board",
    Parameter("money", 0.55, "points that a unit of money is worth", 0, 5),
    Parameter("exact", 10.0, "points that the action after an exact payment is worth", 0, 20),
    Parameter("aim", 0.4, "part of a building's points that the cards to pay it exactly get", 0, 5),
    Parameter("reach", 0.3, "points for each price that a currency meets exactly", 0, 5),
    Parameter("rivalry", 0.8, "weight of the others' points beside one's own", 0, 3),
    cost=520,
)
def majority(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Buy what wins majorities.

    A tile is worth the points that it is expected to win for oneself, or to take from the others,
    in the rounds still to come; see ``strategies.market.standing``. It is bought when this is more
    than the money paid, and more than the best taking of money brings. Money is taken towards exact
    payments, of the tiles of the market that are worth most above all. A tile of the reserve is
    placed when this gains more. Tiles go where the wall is longest; with two players to the dummy
    where that is worth more.
    """
    left = np.zeros(TYPE_COUNT, np.int64)
    count_unsold(table, me, left)
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[RIVALRY], False, left, gains)
    placing = longest_placing(table.city[me], moves, n, PLACE)
    best, most = placing, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY:
            value = worth_of_purchase(table, me, move, gains, params)
        elif move.kind == TAKE:
            value = worth_of_taking(table, me, move, gains, params)
        elif move.kind == PLACE and i == placing:
            value = gains[TYPE[move.building], me]
        elif move.kind == GIFT:
            value = gains[TYPE[move.building], DUMMY]
        elif move.kind == RESERVE:
            value = -1.0e3
        if value > most:
            best, most = i, value
    return best
