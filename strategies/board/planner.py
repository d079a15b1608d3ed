"""The strongest built-in player: the best whole turn by points expected."""

from typing import Any

import numpy as np

from sim.board.moves import ACTION, AWARD, GIFT, RESERVE
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
    best_redesign,
    rate_city,
    rate_tile,
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
def deal_with(
    moves: Any, n: int, placing: int, gain: float, store: float, own: Any, given: Any
) -> int:
    """Return what becomes of a new tile: the best placing, or the reserve, or a gift.

    Parameters
    ----------
    moves, n
        The legal moves.
    placing, gain
        The best placing of all new tiles, -1 if there is none, and what it gains.
    store
        Part of its worth that a tile keeps in the reserve.
    own, given
        What a tile of each type is worth in one's city, and with the dummy.
    """
    best, most = placing, gain
    for i in range(n):
        move = moves[i]
        if placing >= 0 and move.building != moves[placing].building:
            continue
        if move.kind == RESERVE:
            value = store * own[TYPE[move.building]]
        elif move.kind == GIFT:
            value = given[TYPE[move.building]]
        else:
            continue
        if best < 0 or value > most:
            best, most = i, value
    return best


@strategy(
    "board",
    *prospect.PARAMETERS,
    Parameter("wall", 0.2, "weight of a wall in each later round beside the next", 0, 2),
    Parameter("grow", 2.5, "weight of the wall that the next tile may build", 0, 5),
    Parameter("places", 8.0, "points that a place for the next tile is worth", 0, 20),
    Parameter("store", 0.4, "part of its worth that a tile keeps in the reserve", 0, 1),
    Parameter("least", 0.5, "points that a redesign has to gain at the least", 0.01, 20),
    cost=1800,
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
    if table.phase == ACTION:
        forfeit(table, me, params[RIVALRY], False, left, gains, losses)
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
    own = gains[:TYPE_COUNT, me].copy()
    worth = np.zeros(1)
    best = best_redesign(city, moves, n, own, losses, yard, patterns, rates, worth)
    gain = worth[0] - now
    if table.phase != ACTION:
        return deal_with(moves, n, best, gain, params[STORE], own, gains[:TYPE_COUNT, DUMMY].copy())
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
    gain -= params[LEAST]
    return best_turn(table, me, moves, n, site, bag, outlook, params, ending, best, gain)
