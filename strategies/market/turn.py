"""Whole turns: which exact payments to make, and which action to end the turn with."""

from typing import Any

import numpy as np

from sim.bits import count
from sim.compile import compiled
from sim.market.money import DISPLAY
from sim.market.moves import BUY, END_TURN, TAKE
from sim.market.table import BAG_EMPTY, SPACES
from strategies.market.prospect import GIFT, LAST, WANT, leftover, purse
from strategies.market.purse import taken

KEEP, PAY, KEEP_LAST, PAY_LAST, MOVE_OF_PAY = range(5)
"""Columns of a part of the turn, by currency: its value if the building is left in the market, and
if it is paid exactly; the same if the game ends with this turn; the move of the exact payment, -1
if there is none."""
NEVER = -1.0e9


@compiled
def weigh(
    table: Any,
    me: int,
    moves: Any,
    n: int,
    space: int,
    places: int,
    site: Any,
    bag: Any,
    outlook: Any,
    params: Any,
    part: Any,
) -> None:
    """Fill in one currency's part of a turn that ends with a taking.

    Parameters
    ----------
    table, me, moves, n, params
        As the strategy has them.
    space, places
        The currency, and the taking; no places for none.
    site, bag, outlook
        See ``strategies.market.prospect``.
    part
        Row ``space`` is filled.
    """
    added = taken(table.display, places, space)
    cards = worth = 0
    for k in range(DISPLAY):
        if (places >> k) & 1 and table.display[k] >> 4 == space:
            cards += 1
            worth += table.display[k] & 15
    hand = table.hand[me][space] + added
    held = table.worth[me][space] + worth
    part[space, KEEP] = purse(hand, cards, held, space, False, site, bag, outlook, params)
    part[space, KEEP_LAST] = leftover(site, space, held)
    part[space, PAY] = part[space, PAY_LAST] = NEVER
    part[space, MOVE_OF_PAY] = -1
    for i in range(n):
        move = moves[i]
        if (
            move.kind == BUY
            and move.space == space
            and move.overpayment == 0
            and move.gift == site[space, GIFT]
        ):
            rest = purse(
                hand - move.payment,
                cards - move.cards,
                held - move.total,
                space,
                True,
                site,
                bag,
                outlook,
                params,
            )
            value = site[space, WANT] + rest
            if value > part[space, PAY]:
                part[space, PAY] = value
                part[space, PAY_LAST] = site[space, LAST]
                part[space, MOVE_OF_PAY] = i


@compiled
def best_set(part: Any, fixed: int, ending: float, spare: int, best: Any) -> int:
    """Find which exact payments to make before the last action.

    Parameters
    ----------
    part
        See :func:`weigh`.
    fixed
        The space that the last action buys, -1 if it takes money.
    ending
        What it changes if the game ends with this turn, beside the parts.
    spare
        Buildings that can be bought without ending the game.
    best
        Its first item is set to the value of the turn.

    Returns
    -------
    int
        The spaces, as bits.
    """
    best[0] = NEVER
    chosen = 0
    for spaces in range(1 << SPACES):
        buys = count(spaces) + (fixed >= 0)
        over = buys > spare
        value = ending if over else 0.0
        for space in range(SPACES):
            if space == fixed or (spaces >> space) & 1:
                value += part[space, PAY_LAST if over else PAY]
            else:
                value += part[space, KEEP_LAST if over else KEEP]
        if fixed >= 0 and (spaces >> fixed) & 1:
            value = NEVER
        if value > best[0]:
            best[0] = value
            chosen = spaces
    return chosen


@compiled
def first_of(part: Any, spaces: int, last: int) -> int:
    """Return the move to make first: an exact payment that gains most, else the last action."""
    best, most = last, NEVER
    for space in range(SPACES):
        gain = part[space, PAY] - part[space, KEEP]
        if (spaces >> space) & 1 and gain > most:
            best, most = int(part[space, MOVE_OF_PAY]), gain
    return best


@compiled
def best_turn(
    table: Any,
    me: int,
    moves: Any,
    n: int,
    site: Any,
    bag: Any,
    outlook: Any,
    params: Any,
    ending: float,
    redesign: int,
    worth: float,
) -> int:
    """Return the first move of the best turn.

    Parameters
    ----------
    table, me, moves, n, params
        As the strategy has them.
    site, bag, outlook
        See ``strategies.market.prospect``.
    ending
        What it changes if the game ends with this turn, beside the parts.
    redesign, worth
        The best redesign that the turn can end with, -1 if there is none, and what it gains. One
        that gains nothing is made only where there is no other move: a city must not go to and fro.
    """
    spare = table.bag_left - (table.end_trigger == BAG_EMPTY)
    bare = np.zeros((SPACES, 5))
    part = np.zeros((SPACES, 5))
    value = np.zeros(1)
    for space in range(SPACES):
        weigh(table, me, moves, n, space, 0, site, bag, outlook, params, bare)
    best, most = max(redesign, 0), NEVER
    for i in range(n):
        move = moves[i]
        fixed = -1
        part[:] = bare
        if move.kind == TAKE:
            for space in range(SPACES):
                if taken(table.display, move.places, space):
                    weigh(table, me, moves, n, space, move.places, site, bag, outlook, params, part)
        elif move.kind == BUY:
            fixed = move.space
            if move.overpayment == 0 or move.gift != site[fixed, GIFT]:
                continue
            part[fixed, PAY] = site[fixed, WANT] + purse(
                table.hand[me][fixed] - move.payment,
                -move.cards,
                table.worth[me][fixed] - move.total,
                fixed,
                True,
                site,
                bag,
                outlook,
                params,
            )
            part[fixed, PAY_LAST] = site[fixed, LAST]
        elif move.kind != END_TURN:
            continue
        spaces = best_set(part, fixed, ending, spare, value)
        if value[0] > most:
            best, most = first_of(part, spaces, i), value[0]
    if redesign >= 0 and worth > 0:
        spaces = best_set(bare, -1, ending, spare, value)
        if value[0] + worth > most:
            best = first_of(bare, spaces, redesign)
    return best
