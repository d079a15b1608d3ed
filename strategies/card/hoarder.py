"""The player for leftovers."""

from typing import Any

from sim.compile import compiled
from sim.market.buildings import NO_BUILDING, TYPE
from sim.market.money import DISPLAY
from sim.market.moves import BUY, TAKE
from sim.market.table import SPACES
from strategies.strategy import Parameter, strategy


@compiled
def lead(table: Any, me: int, space: int, more: int) -> int:
    """Return how far ahead of everybody a hand of one currency is with ``more`` added to it.

    Of hands that are not seen: ahead of an even part of each hand, a card counting 5.
    """
    most = 0
    for seat in range(table.players):
        if seat != me:
            other = table.worth[seat][space]
            most = max(most, other if other >= 0 else 5 * table.cards[seat] // SPACES)
    return table.worth[me][space] + more - most


@compiled
def prize(table: Any, space: int) -> int:
    """Return how much a building on a space is wanted, by type from 1; 0 if there is none."""
    building = table.market[space]
    return 0 if building == NO_BUILDING else 1 + TYPE[building]


@compiled
def worth_of_taking(table: Any, me: int, places: int, keep: float) -> float:
    """Return what a taking is worth: its sum, and the leads in a currency that it wins."""
    worth = 0.0
    for space in range(SPACES):
        more = 0
        for k in range(DISPLAY):
            if (places >> k) & 1 and table.display[k] >> 4 == space:
                more += table.display[k] & 15
        worth += more
        if lead(table, me, space, more) > 0 >= lead(table, me, space, 0):
            worth += keep * prize(table, space)
    return worth


@strategy(
    "card",
    Parameter("late", 8, "buildings left in the bag from which on it hoards", 0, 50),
    Parameter("keep", 1.0, "money's worth of a lead for each step of the building's type", 0, 10),
    Parameter("overpay", 1, "most that it pays above the price", 0, 8),
    cost=100,
)
def hoarder(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Keep the largest sums for the buildings left over at the end.

    It buys like ``greedy``, but close to the price. Once few buildings are left in the bag it
    buys only where it stays ahead in that currency, and takes the money that puts it ahead: what
    lies in the market at the end goes to the highest sum, whatever the price.
    """
    late = table.bag_left <= params[0]
    best, most = 0, -1.0e9
    for i in range(n):
        move = moves[i]
        value = -1.0e6
        if move.kind == BUY and move.gift == 0 and move.overpayment <= params[2]:
            if not late or lead(table, me, move.space, -move.total) > 0:
                value = 1000.0 + 10 * TYPE[move.building] - move.overpayment
        elif move.kind == TAKE:
            value = worth_of_taking(table, me, move.places, params[1] if late else 0.0)
        if value > most:
            best, most = i, value
    return best
