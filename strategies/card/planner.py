"""The strongest built-in player: the best whole turn by points expected."""

from typing import Any

import numpy as np

from sim.market.buildings import OWNERS, TYPE_COUNT
from sim.market.money import MAX_PRICE
from sim.market.table import SPACES
from strategies.market.prospect import PARAMETERS, SITE, expect_bag, look_ahead, survey
from strategies.market.standing import count_left
from strategies.market.turn import best_turn
from strategies.strategy import strategy


@strategy("card", *PARAMETERS, cost=850)
def planner(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Plan the whole turn: which buildings to pay exactly, and what to end it with.

    Every turn that is possible is weighed: any set of exact payments, and then a taking or an
    inexact payment. A building is worth the points that it is expected to change in the majorities
    still to come, more if the next players could buy it; a hand is worth its sum, and what it can
    pay next turn, exactly above all, of the market as it will be left and of what the bag may
    bring. Towards the end money loses its worth, and the sums that win leftover buildings gain.
    """
    left = np.zeros(TYPE_COUNT, np.int64)
    count_left(table, left)
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    last = np.zeros((TYPE_COUNT + 1, OWNERS))
    site = np.zeros((SPACES, SITE))
    bag = np.zeros((2, MAX_PRICE + 1))
    outlook = np.zeros(3)
    survey(table, me, params, left, gains, last, site)
    expect_bag(table, me, left, gains, bag)
    look_ahead(table, params, outlook)
    ending = 0.0
    for kind in range(TYPE_COUNT):
        ending += last[TYPE_COUNT, kind] - gains[TYPE_COUNT, kind]
    return best_turn(table, me, moves, n, site, bag, outlook, params, ending, -1, 0.0)
