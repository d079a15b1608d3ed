"""What a turn and the hand after it are worth: the numbers behind the planner.

All values are points. The spaces take a currency each, so a turn falls into four parts that do
not meet: in each currency what is held, what is added, and whether the building of its space is
bought.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, PRICE, TILES, TYPE, TYPE_COUNT, TYPES
from sim.market.money import MAX_PRICE
from sim.market.moves import may_give
from sim.market.table import BAG_EMPTY, SEATS, SPACES
from strategies.market.purse import CANNOT, can_pay, least_over, sums
from strategies.market.standing import appraise
from strategies.strategy import Parameter

PARAMETERS = (
    Parameter("money", 0.6, "points that a unit of money is worth", 0, 3),
    Parameter("turn", 2.0, "points that the last action of a turn is worth", 0, 20),
    Parameter("soon", 0.55, "weight of buying a building of the market next turn", 0, 3),
    Parameter("fresh", 0.8, "weight of buying what the bag may bring", 0, 3),
    Parameter("rivalry", 0.45, "weight of the others' points beside one's own", 0, 3),
    Parameter("snap", 0.8, "chance that another makes an exact payment", 0, 1),
    Parameter("grab", 0.15, "chance that another makes an inexact payment", 0, 1),
    Parameter("card", 0.7, "points that a card in hand is worth beside its value", 0, 3),
    Parameter("deny", 0.5, "weight of what a building brings another", 0, 3),
    Parameter("cap", 19, "money of one currency beyond which more is worth less", 0, 99),
    Parameter("excess", 0.5, "part of its worth that money keeps beyond the cap", 0, 1),
    Parameter("wane", 8.0, "turns before the end in which money has lost half its worth", 0, 30),
    Parameter("hoard", 0.45, "weight of buildings left over at the end", 0, 3),
)
(MONEY, TURN, SOON, FRESH, RIVALRY, SNAP, GRAB, CARD, DENY, CAP, EXCESS, WANE, HOARD) = range(13)

WANT, GIFT, STAYS, THREAT, LAST, LEAD, MINE, THEIRS, AT = range(9)
"""Columns of a site, by space: points of buying the building; 1 if it then goes to the dummy;
chance that it is still there next turn; points lost if it is not bought; points of buying it in
the turn that ends the game; the most money of another in its currency; points of getting it as a
leftover; points of the others getting it so; its price, 0 for no building."""

SITE = 9
BOUGHT = 0.65
"""Buildings bought in a turn, about."""


def _price_table() -> NDArray[np.float64]:
    table = np.zeros((TYPE_COUNT, MAX_PRICE + 1))
    for tile in TILES:
        table[TYPES.index(tile["building"]), int(tile["price"])] += 1
    return table / table.sum(axis=1, keepdims=True)


def _end_table() -> NDArray[np.float64]:
    table = np.zeros((SEATS + 1, 55))
    for turns in range(SEATS + 1):
        mean = BOUGHT * turns
        term, up_to = float(np.exp(-mean)), 0.0
        for left in range(55):
            up_to += term
            term *= mean / (left + 1)
            table[turns, left] = max(1 - up_to, 0.0)
    return table


PRICES_OF = _price_table()
"""Share of each price among the buildings of a type."""
ENDS_WITHIN = _end_table()
"""Chance that more buildings are bought than are left, by turns and buildings left (Poisson)."""


@compiled
def likely(table: Any, seat: int, space: int, snap: float, grab: float) -> float:
    """Return the chance that a seat will buy the building on a space in its turn."""
    if table.hand[seat][space] < 0:
        return (snap + grab) / 4
    over = can_pay(table, seat, space)
    if over == CANNOT:
        return 0.0
    return snap if over == 0 else grab


@compiled
def look_at_rivals(table: Any, me: int, space: int, gains: Any, params: Any, site: Any) -> None:
    """Fill in how likely the building on a space stays, and what it costs if it does not."""
    kind = TYPE[table.market[space]]
    stays = 1.0
    threat = 0.0
    for k in range(1, table.players):
        seat = (me + k) % table.players
        chance = stays * likely(table, seat, space, params[SNAP], params[GRAB])
        threat -= chance * gains[kind, seat]
        stays -= chance
    site[space, STAYS] = stays
    site[space, THREAT] = params[DENY] * threat


@compiled
def look_at_end(table: Any, me: int, space: int, last: Any, site: Any) -> None:
    """Fill in what the building on a space brings if the game ends with it in the market (M15)."""
    kind = TYPE[table.market[space]]
    most, owner = 0, -1
    for seat in range(table.players):
        if seat != me:
            worth = table.worth[seat][space]
            if worth < 0:
                worth = 5 * table.cards[seat] // SPACES
            if worth > most:
                most, owner = worth, seat
            elif worth == most:
                owner = -1
    site[space, LEAD] = most
    site[space, MINE] = last[kind, me]
    site[space, THEIRS] = last[kind, owner] if owner >= 0 else 0.0


@compiled
def survey(table: Any, me: int, params: Any, left: Any, gains: Any, last: Any, site: Any) -> None:
    """Fill in the four sites; ``gains`` and ``last`` are filled on the way (``appraise``)."""
    appraise(table, me, params[RIVALRY], False, left, gains)
    appraise(table, me, params[RIVALRY], True, left, last)
    giving = may_give(table)
    for space in range(SPACES):
        building = table.market[space]
        if building == NO_BUILDING:
            continue
        kind = TYPE[building]
        site[space, AT] = PRICE[building]
        site[space, WANT] = gains[kind, me]
        site[space, LAST] = last[kind, me]
        if giving and gains[kind, DUMMY] > gains[kind, me]:
            site[space, WANT] = gains[kind, DUMMY]
            site[space, LAST] = last[kind, DUMMY]
            site[space, GIFT] = 1
        look_at_rivals(table, me, space, gains, params, site)
        look_at_end(table, me, space, last, site)


@compiled
def expect_bag(table: Any, me: int, left: Any, gains: Any, bag: Any) -> None:
    """Work out what the bag may bring.

    Parameters
    ----------
    table, me, left, gains
        The table, the seat, how many of each type are left, and what they are worth to it.
    bag
        Filled, shape (2, MAX_PRICE + 1): by price the chance of it, and the points of a building.
    """
    total = 0.0
    for kind in range(TYPE_COUNT):
        unseen = left[kind]
        for space in range(SPACES):
            if table.market[space] != NO_BUILDING and TYPE[table.market[space]] == kind:
                unseen -= 1
        total += unseen
        for price in range(MAX_PRICE + 1):
            chance = unseen * PRICES_OF[kind, price]
            bag[0, price] += chance
            bag[1, price] += chance * gains[kind, me]
    for price in range(MAX_PRICE + 1):
        if bag[0, price] > 0:
            bag[1, price] /= bag[0, price]
            bag[0, price] /= total


@compiled
def profit(reach: int, price: int, points: float, money: float, turn: float) -> float:
    """Return what the chance to buy a building next turn is worth to a hand's sums."""
    over = least_over(reach, price)
    if over == 0:
        return max(points - money * price, 0.0)
    if over == CANNOT:
        return 0.0
    return max(points - money * (price + over) - turn, 0.0)


@compiled
def profit_of_bag(reach: int, bag: Any, money: float, turn: float) -> float:
    """Return what a building out of the bag is worth to a hand's sums."""
    total = 0.0
    for price in range(2, MAX_PRICE + 1):
        if bag[0, price] > 0 and reach >> price:
            total += bag[0, price] * profit(reach, price, bag[1, price], money, turn)
    return total


@compiled
def leftover(site: Any, space: int, worth: int) -> float:
    """Return what the end of the game brings on a space where one holds some money (M15)."""
    if site[space, AT] == 0 or worth == site[space, LEAD]:
        return 0.0
    return site[space, MINE] if worth > site[space, LEAD] else site[space, THEIRS]


@compiled
def purse(
    hand: int,
    cards: int,
    worth: int,
    space: int,
    bought: bool,
    site: Any,
    bag: Any,
    outlook: Any,
    params: Any,
) -> float:
    """Return what a hand of one currency is worth after the turn, if the game goes on.

    Parameters
    ----------
    hand, cards, worth
        The cards as a word, their number and their sum.
    space, bought
        The space of the currency, and whether its building was bought in this turn.
    site, bag
        From :func:`survey` and :func:`expect_bag`.
    outlook
        Worth of a unit of money, chance that the game ends before the next turn, chance that a
        building that was bought is replaced.
    params
        Of the planner.
    """
    reach = sums(hand)
    money = outlook[0]
    beyond = max(worth - params[CAP], 0.0)
    value = money * (worth - (1 - params[EXCESS]) * beyond) + params[CARD] * cards
    turn = params[TURN]
    fresh = params[FRESH] * outlook[2]
    if fresh > 0:
        fresh *= profit_of_bag(reach, bag, money, turn)
    if bought or site[space, AT] == 0:
        return (1 - outlook[1]) * (value + fresh)
    stays = site[space, STAYS]
    soon = params[SOON] * profit(reach, int(site[space, AT]), site[space, WANT], money, turn)
    value += stays * soon + (1 - stays) * fresh - site[space, THREAT]
    end = params[HOARD] * leftover(site, space, worth)
    return (1 - outlook[1]) * value + outlook[1] * end


@compiled
def look_ahead(table: Any, params: Any, outlook: Any) -> None:
    """Fill in how the game goes on, see :func:`purse`."""
    spare = max(table.bag_left - (table.end_trigger == BAG_EMPTY), 0)
    turns = table.bag_left / (table.players * BOUGHT)
    outlook[0] = params[MONEY] * (turns + 0.5) / (turns + 0.5 + params[WANE])
    outlook[1] = ENDS_WITHIN[table.players - 1, spare]
    outlook[2] = 1.0 if table.bag_left > 0 else 0.0
