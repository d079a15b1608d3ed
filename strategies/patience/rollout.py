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
from sim.patience.moves import BUILD, REDEAL, TURN, WASTE
from sim.patience.table import ANY, DEALT, DEPTH, PILES, Table
from sim.randomness import below

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


@compiled
def take(scene: Scene, card: int) -> None:
    """Take a card that is shown away from the first reserve pile that shows it."""
    at = np.int64(lowest(piles_with(scene[TOPS], card)) - 7)
    take_from(scene, at)


@compiled
def take_from(scene: Scene, at: int) -> None:
    """Take the top card of the reserve pile whose byte begins at bit ``at`` away."""
    card = (scene[TOPS] >> at) & BYTE
    mask = BYTE << at
    for layer in range(DEPTH - 1):
        scene[TOPS + layer] = (scene[TOPS + layer] & ~mask) | (scene[TOPS + layer + 1] & mask)
    scene[TOPS + DEPTH - 1] &= ~mask
    if piles_with(scene[TOPS], card) == 0:
        scene[SHOWN] ^= ONE << card
    below = (scene[TOPS] >> at) & BYTE
    if below:
        scene[SHOWN] |= ONE << below


@compiled
def go_up(scene: Scene, card: int) -> None:
    """Put a card on the ace pile of its suit."""
    scene[UP] ^= np.int64(3) << card
    scene[HOME] += 1


@compiled
def go_down(scene: Scene, card: int) -> None:
    """Put a card on the king pile of its suit."""
    scene[DOWN] ^= np.int64(3) << (card - 1)
    scene[HOME] += 1


@compiled
def push(scene: Scene, lanes: Lanes, card: int) -> None:
    """Put a card on the waste."""
    lanes[scene[WRITE] + scene[WASTE_N]] = card
    scene[WASTE_N] += 1


@compiled
def redeal_scene(scene: Scene) -> None:
    """Turn the waste over: the lane that was written is read, and another one written."""
    scene[READ] = scene[WRITE]
    scene[WRITE] = DEALT if scene[WRITE] == 2 * DEALT else 2 * DEALT
    scene[STOCK_AT] = 0
    scene[STOCK_N] = scene[WASTE_N]
    scene[WASTE_N] = 0
    scene[LEFT] -= 1


@compiled
def try_move(scene: Scene, lanes: Lanes, kind: int, source: int, target: int) -> None:
    """Play a move of the table in a scene."""
    if kind == TURN:
        card = lanes[scene[READ] + scene[STOCK_AT]]
        scene[STOCK_AT] += 1
        push(scene, lanes, card)
        return
    if kind == REDEAL:
        redeal_scene(scene)
        return
    if source == WASTE:
        scene[WASTE_N] -= 1
        card = lanes[scene[WRITE] + scene[WASTE_N]]
    else:
        at = np.int64(8 * (source - 1))
        card = (scene[TOPS] >> at) & BYTE
        take_from(scene, at)
    if kind == BUILD:
        push(scene, lanes, card)
    elif target < 4:
        go_up(scene, card)
    else:
        go_down(scene, card)


@compiled
def unseen(table: Table, cards: Any) -> int:
    """Write the cards that the player has not seen, lowest first; return their number."""
    left = np.zeros(64, dtype=np.int64)
    for suit in range(4):
        for rank in range(1, 14):
            left[16 * suit + rank] = 2
        for rank in range(1, table.foundation[suit] + 1):
            left[16 * suit + rank] -= 1
        for rank in range(table.foundation[4 + suit], 14):
            left[16 * suit + rank] -= 1
    for i in range(table.waste_n):
        left[table.pile[i]] -= 1
    for i in range(table.stock_at, DEALT):
        if table.pile[i] > 0:
            left[table.pile[i]] -= 1
    for p in range(PILES):
        for k in range(table.reserve_n[p]):
            if table.reserve[p, k] > 0:
                left[table.reserve[p, k]] -= 1
    n = 0
    for card in range(64):
        for _ in range(left[card]):
            cards[n] = card
            n += 1
    return n


@compiled
def suppose(table: Table, scene: Scene, lanes: Lanes, cards: Any, n: int, rng: Any) -> None:
    """Deal the unseen cards at random to where unseen cards lie."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    i = 0
    for layer in range(1, DEPTH):
        scene[TOPS + layer] = 0
    for p in range(PILES):
        height = table.reserve_n[p]
        for k in range(height - 1):
            card = np.int64(table.reserve[p, k])
            if card < 0:
                card = cards[i]
                i += 1
            scene[TOPS + height - 1 - k] |= card << np.int64(8 * p)
    if i < n:
        for k in range(table.stock_at, DEALT):
            lanes[k] = cards[i]
            i += 1
