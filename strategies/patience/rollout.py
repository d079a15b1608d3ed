"""Playing a game on to its end in a microsecond, with every card known or supposed.

The state is an int64 array, the *scene*: sets of cards for the foundations, and the eight reserve
piles as four words of eight bytes, one pile a byte: the tops, and the three layers below. Taking a
top card is shifting one byte through the layers. Waste and stock lie in an array of three lanes; a
pass reads one lane and writes another, and a redeal swaps them, so no card is moved.
"""

from typing import Any, TypeAlias

import numpy as np

from sim.bits import lowest
from sim.compile import compiled
from sim.patience.cards import CARDS, NO_CARD, ONE, any_suit, neighbours
from sim.patience.table import ANY, DEALT, DEPTH, PILES, Table

Scene: TypeAlias = Any
"""An int64 array of SCENE places."""
Lanes: TypeAlias = Any
"""An int64 array of 3 * DEALT places."""

UP, DOWN, TOPS, BELOW, SHOWN = 0, 1, 2, 3, 6
WASTE_N, STOCK_AT, STOCK_N, READ, WRITE, HOME, LEFT, BUILD_ANY = 7, 8, 9, 10, 11, 12, 13, 14
SCENE = 15
"""Places of a scene. UP and DOWN are the sets of the cards that ace and king piles take next."""

EACH = np.int64(0x0101_0101_0101_0101)
BYTE = np.int64(0x7F)
SIGNS = np.int64(-0x7F7F_7F7F_7F7F_7F80)


@compiled
def look(table: Table, scene: Scene, lanes: Lanes) -> None:
    """Set a scene from a table; what is unseen is left for :func:`suppose` to fill in."""
    up = np.int64(0)
    down = np.int64(0)
    for suit in range(4):
        up |= ONE << (16 * suit + table.foundation[suit] + 1)
        down |= ONE << (16 * suit + table.foundation[4 + suit] - 1)
    scene[UP] = up
    scene[DOWN] = down
    for layer in range(DEPTH):
        scene[TOPS + layer] = 0
    for p in range(PILES):
        n = table.reserve_n[p]
        for k in range(n):
            card = max(np.int64(table.reserve[p, k]), np.int64(0))
            scene[TOPS + n - 1 - k] |= card << np.int64(8 * p)
    scene[SHOWN] = table.shown
    scene[WASTE_N] = table.waste_n
    scene[STOCK_AT] = table.stock_at
    scene[STOCK_N] = DEALT
    scene[READ] = 0
    scene[WRITE] = DEALT
    scene[HOME] = table.home
    scene[LEFT] = table.redeals_left
    scene[BUILD_ANY] = table.waste_build == ANY
    for i in range(table.waste_n):
        lanes[i] = table.pile[i]
    for i in range(table.stock_at, DEALT):
        lanes[i] = table.pile[i]


@compiled
def piles_with(tops: int, card: int) -> int:
    """Return a word whose lowest bit stands in the byte of the first pile that shows ``card``."""
    differ = tops ^ (EACH * card)
    return (differ - EACH) & ~differ & SIGNS


@compiled
def lay_waste(scene: Scene, lanes: Lanes) -> None:
    """Copy the waste of the table to the lane that is written."""
    for i in range(scene[WASTE_N]):
        lanes[DEALT + i] = lanes[i]
