"""The strongest built-in player: the best whole turn by points expected."""

from typing import Any

import numpy as np

from sim.board.moves import ACTION, AWARD, GIFT, PLACE, REMOVE, RESERVE, SWAP
from sim.board.outline import survey as survey_city
from sim.board.walls import PATTERNS
from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, OWNERS, PRICE, TYPE, TYPE_COUNT
from sim.market.money import MAX_PRICE
from sim.market.moves import may_give
from sim.market.table import SPACES
from strategies.board.ground import count_patterns, count_unsold
from strategies.board.yard import (
    GROWTH,
    ROOM,
    SEGMENT,
    YARD,
    keep_best,
    rate_city,
    rate_redesign,
    rate_tile,
    wall_after,
)
from strategies.market import prospect
from strategies.market.prospect import (
    AT,
    LAST,
    MINE,
    RIVALRY,
    SITE,
    WANT,
    expect_bag,
    look_ahead,
    look_at_end,
    look_at_rivals,
)
from strategies.market.standing import appraise, forfeit, pool_of
from strategies.market.turn import best_turn
from strategies.strategy import Parameter, strategy

WALL, GROW, PLACES, STORE, LEAST = range(13, 18)
"""Places of the planner's own parameters, behind the market's."""
LOOKS = 6
"""How many placings or redesigns are looked at closely."""
NEVER = -1.0e9


@compiled
def set_rates(table: Any, params: Any, over: bool, rates: Any) -> None:
    """Set what counts in a city at this stage of the game."""
    rounds = 1 if over else 3 - table.rounds
    ahead = 0.0 if over else pool_of(table) / table.players
    rates[SEGMENT] = 1 + params[WALL] * (rounds - 1)
    rates[GROWTH] = params[GROW] * rates[SEGMENT] * ahead / (ahead + 3)
    rates[ROOM] = params[PLACES] * ahead / (ahead + 3)


@compiled
def look_at_market(
    table: Any,
    me: int,
    params: Any,
    gains: Any,
    last: Any,
    yard: Any,
    now: float,
    patterns: Any,
    rates: Any,
    site: Any,
) -> None:
    """Fill in the four sites (``strategies.market.prospect``), walls included."""
    city = table.city[me]
    giving = may_give(table)
    for space in range(SPACES):
        building = table.market[space]
        if building == NO_BUILDING:
            continue
        kind = TYPE[building]
        look_at_rivals(table, me, space, gains, params, site)
        look_at_end(table, me, space, last, site)
        site[space, AT] = PRICE[building]
        rated = rate_tile(city, yard, building, patterns, rates)
        if rated >= 0:
            site[space, WANT] = gains[kind, me] + rated - now
            site[space, LAST] = last[kind, me] + (rated - now) / rates[SEGMENT]
        stored = params[STORE] * gains[kind, me]
        site[space, WANT] = max(site[space, WANT], stored)
        site[space, MINE] = site[space, LAST]
        if giving:
            site[space, WANT] = max(site[space, WANT], gains[kind, DUMMY])
            site[space, LAST] = max(site[space, LAST], last[kind, DUMMY])


@compiled
def majorities(move: Any, me: int, gains: Any, losses: Any) -> float:
    """Return what a redesign changes in the majorities."""
    if move.kind == PLACE:
        return float(gains[TYPE[move.building], me])
    if move.kind == REMOVE:
        return float(-losses[TYPE[move.building]])
    if TYPE[move.building] == TYPE[move.out]:
        return 0.0
    return float(gains[TYPE[move.building], me] - losses[TYPE[move.out]])


@compiled
def best_of_city(
    table: Any,
    me: int,
    moves: Any,
    n: int,
    params: Any,
    gains: Any,
    losses: Any,
    yard: Any,
    patterns: Any,
    rates: Any,
    values: Any,
    items: Any,
) -> None:
    """Find the best placings, removals and exchanges: ``values`` and ``items``, best first.

    They are chosen by the wall, and then looked at closely; values are those of the city as a
    whole and of the majorities that change.
    """
    city = table.city[me]
    short = np.full(LOOKS, NEVER)
    which = np.full(LOOKS, -1)
    for i in range(n):
        move = moves[i]
        if PLACE <= move.kind <= SWAP:
            value = majorities(move, me, gains, losses) + rates[SEGMENT] * wall_after(city, move)
            keep_best(value, i, short, which)
    values[:] = NEVER
    items[:] = -1
    for k in range(LOOKS):
        if which[k] >= 0:
            move = moves[which[k]]
            value = majorities(move, me, gains, losses)
            value += rate_redesign(yard, move, patterns, rates)
            keep_best(value, which[k], values, items)


@compiled
def deal_with(
    table: Any,
    me: int,
    moves: Any,
    n: int,
    params: Any,
    gains: Any,
    losses: Any,
    yard: Any,
    now: float,
    patterns: Any,
    rates: Any,
) -> int:
    """Return what to do with a new tile: the placing that gains most, or the reserve, or a gift."""
    values = np.zeros(1)
    items = np.zeros(1, np.int64)
    best_of_city(table, me, moves, n, params, gains, losses, yard, patterns, rates, values, items)
    best, most = -1, NEVER
    placed = moves[items[0]].building if items[0] >= 0 else 0
    for i in range(n):
        move = moves[i]
        value = NEVER
        if placed and move.building != placed:
            continue
        if move.kind == RESERVE:
            value = params[STORE] * gains[TYPE[move.building], me]
        elif move.kind == GIFT:
            value = gains[TYPE[move.building], DUMMY]
        elif i == items[0]:
            value = values[0] - now
        if value > most:
            best, most = i, value
    return best


@strategy(
    "board",
    *prospect.PARAMETERS,
    Parameter("wall", 0.8, "weight of a wall in each later round beside the next", 0, 2),
    Parameter("grow", 0.5, "weight of the wall that the next tile may build", 0, 5),
    Parameter("places", 3.0, "points that a place for the next tile is worth", 0, 20),
    Parameter("store", 0.4, "part of its worth that a tile keeps in the reserve", 0, 1),
    Parameter("least", 0.5, "points that a redesign has to gain at the least", 0.01, 20),
    cost=1500,
)
def planner(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Plan the whole turn: what to pay exactly, and what to take, buy or redesign after it.

    Every turn that is possible is weighed: any set of exact payments, and then a taking, an inexact
    payment or a redesign. A tile is worth the points that it is expected to change in the
    majorities still to come, and the wall that it makes in all of these rounds; of its places the
    best is the one that also lets the next tiles lengthen the wall and leaves them room. A hand is
    worth its sum, and what it can pay next turn, exactly above all, of the market as it will be
    left and of what the bag may bring. Towards the end money loses its worth, and the sums that
    win leftover tiles gain.
    """
    over = table.phase == AWARD
    left = np.zeros(TYPE_COUNT, np.int64)
    count_unsold(table, me, left)
    gains = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[RIVALRY], over, left, gains)
    losses = np.zeros(TYPE_COUNT)
    forfeit(table, me, params[RIVALRY], over, left, gains, losses)
    patterns = np.zeros(PATTERNS)
    count_patterns(table, patterns)
    rates = np.zeros(3)
    set_rates(table, params, over, rates)
    city = table.city[me]
    survey_city(city)
    yards = np.zeros(1, YARD)
    yards[0] = city
    yard = yards[0]
    now = rate_city(yard, patterns, rates)
    if table.phase != ACTION:
        return deal_with(table, me, moves, n, params, gains, losses, yard, now, patterns, rates)
    last = np.zeros((TYPE_COUNT + 1, OWNERS))
    appraise(table, me, params[RIVALRY], True, left, last)
    site = np.zeros((SPACES, SITE))
    bag = np.zeros((2, MAX_PRICE + 1))
    outlook = np.zeros(3)
    look_at_market(table, me, params, gains, last, yard, now, patterns, rates, site)
    expect_bag(table, me, left, gains, bag)
    look_ahead(table, params, outlook)
    ending = 0.0
    for kind in range(TYPE_COUNT):
        ending += last[TYPE_COUNT, kind] - gains[TYPE_COUNT, kind]
    values = np.zeros(1)
    items = np.zeros(1, np.int64)
    best_of_city(table, me, moves, n, params, gains, losses, yard, patterns, rates, values, items)
    worth = values[0] - now - params[LEAST]
    return best_turn(table, me, moves, n, site, bag, outlook, params, ending, int(items[0]), worth)
