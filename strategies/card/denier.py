"""The player against the others."""

from typing import Any

import numpy as np

from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, OWNERS, PRICE, TYPE, TYPE_COUNT
from sim.market.money import DISPLAY, one_card
from sim.market.moves import BUY, TAKE
from sim.market.table import SPACES
from strategies.market.purse import CANNOT, can_pay, exactly, sums
from strategies.market.standing import appraise, count_left
from strategies.strategy import Parameter, strategy

UNSEEN = 0.3
"""Chance that somebody whose hand is not seen buys a building."""


@compiled
def likely(table: Any, seat: int, space: int, exact: float, inexact: float) -> float:
    """Return the chance that a seat will buy the building on a space in its turn."""
    if table.hand[seat][space] < 0:
        return UNSEEN
    over = can_pay(table, seat, space)
    if over == CANNOT:
        return 0.0
    return exact if over == 0 else inexact


@compiled
def harm_of(table: Any, me: int, space: int, gains: Any) -> float:
    """Return what the building on a space is going to cost if the others may have it."""
    kind = TYPE[table.market[space]]
    open_to = 1.0
    harm = 0.0
    for k in range(1, table.players):
        seat = (me + k) % table.players
        chance = open_to * likely(table, seat, space, 0.9, 0.5)
        harm -= chance * gains[kind, seat]
        open_to -= chance
    return harm


@compiled
def use_of_card(table: Any, me: int, card: int, gains: Any) -> float:
    """Return what a card is going to cost if it lets another pay exactly."""
    space = card >> 4
    building = table.market[space]
    if building == NO_BUILDING:
        return 0.0
    use = 0.0
    for seat in range(table.players):
        hand = table.hand[seat][space]
        if seat == me or hand < 0 or exactly(sums(hand), PRICE[building]):
            continue
        if exactly(sums(hand + one_card(card & 15)), PRICE[building]):
            use = max(use, -gains[TYPE[building], seat])
    return use


@strategy(
    "card",
    Parameter("money", 0.35, "points that a unit of money is worth", 0, 5),
    Parameter("exact", 3.0, "points that the action after an exact payment is worth", 0, 20),
    Parameter("own", 0.3, "weight of what a building brings oneself", 0, 3),
    Parameter("card", 0.3, "weight of the harm that a money card does in another's hand", 0, 3),
    cost=450,
)
def denier(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Take what helps the others most.

    A building is worth the points that it would cost if one of the next players, as far as they
    can pay for it, bought it instead; what it brings oneself counts less. A money card is worth
    its value, and more if it lets another pay exactly for a building of the market.
    """
    left = np.zeros(TYPE_COUNT, np.int64)
    count_left(table, left)
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, 1.0, False, left, gains)
    harm = np.zeros(SPACES)
    use = np.zeros(DISPLAY)
    for k in range(SPACES):
        if table.market[k] != NO_BUILDING:
            harm[k] = harm_of(table, me, k, gains)
    for k in range(DISPLAY):
        use[k] = use_of_card(table, me, table.display[k], gains)
    best, most = 0, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY:
            owner = DUMMY if move.gift else me
            value = harm[move.space] + params[2] * gains[TYPE[move.building], owner]
            value -= params[0] * move.total
            if move.overpayment == 0:
                value += params[1]
        elif move.kind == TAKE:
            value = params[0] * move.total
            for k in range(DISPLAY):
                if (move.places >> k) & 1:
                    value += params[3] * use[k]
        if value > most:
            best, most = i, value
    return best
