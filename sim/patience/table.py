"""The state of a patience game: what the player knows, and what is hidden (P9).

The two parts are separate records. A strategy receives the table and nothing else.
"""

from typing import Any, TypeAlias

import numpy as np

from sim.compile import compiled, wide
from sim.patience.cards import (
    ACE,
    KING,
    LANE,
    NO_CARD,
    ONE,
    UNKNOWN,
    any_suit,
    dealt_cards,
    neighbours,
)
from sim.randomness import Stream, shuffle

Table: TypeAlias = Any
"""A record of dtype :data:`TABLE`."""
Hidden: TypeAlias = Any
"""A record of dtype :data:`HIDDEN`."""

PILES, DEPTH = 8, 4
DEALT = 96
RESERVED = PILES * DEPTH

SUIT, ANY = 0, 1
"""Values of ``waste_build`` (P5)."""
CLOSED, OPEN = 0, 1
"""Values of ``empty_waste`` (P5)."""
TOPS, ALL = 0, 1
"""Values of ``reserve_view`` (P9)."""

TABLE = np.dtype(
    [
        ("foundation", np.int32, (8,)),  # rank on top: ace piles C D H S, then king piles C D H S
        ("reserve", np.int32, (PILES, DEPTH)),  # bottom first; UNKNOWN if buried, NO_CARD if gone
        ("reserve_n", np.int32, (PILES,)),  # cards left in each pile
        ("top", np.int32, (PILES,)),  # the card on top of each pile, NO_CARD if it is empty
        (
            "pile",
            np.int32,
            (DEALT,),
        ),  # [:waste_n] waste, bottom first; [stock_at:] stock, next first
        ("waste_n", np.int32),
        ("stock_at", np.int32),
        ("home", np.int32),  # cards on the foundations, 8 to 104
        ("pass_number", np.int32),  # 1 in the first pass through the stock
        ("redeals_left", np.int32),
        ("redeals", np.int32),  # the rule options: P7
        ("waste_build", np.int32),
        ("empty_waste", np.int32),
        ("reserve_view", np.int32),
        ("moves", np.int32),  # moves played so far
        ("wanted", np.int64),  # set of the cards that some foundation takes next
        ("shown", np.int64),  # set of the cards on top of the reserve piles
        ("showing", np.uint8, (64,)),  # by card: the reserve piles (bits) that show it
    ],
    align=True,
)
"""What the player knows. Sets have bit ``card`` set (:mod:`sim.patience.cards`)."""

HIDDEN = np.dtype(
    [
        ("stock", np.int32, (DEALT,)),  # as ``pile`` of the table, but with every card
        ("reserve", np.int32, (PILES, DEPTH)),
    ],
    align=True,
)
"""What is really there; the engine's alone."""

DECK = np.array(dealt_cards(), dtype=np.int32)


@compiled
def deal(hidden: Hidden, stream: Stream) -> None:
    """Shuffle and deal (P1): eight reserve piles of four, pile by pile, then the stock."""
    for i in range(DEALT):
        hidden.stock[i] = DECK[i]
    shuffle(stream, hidden.stock, DEALT)
    for i in range(RESERVED):
        hidden.reserve[i // DEPTH, i % DEPTH] = hidden.stock[i]


@compiled
def begin(
    table: Table,
    hidden: Hidden,
    waste_build: int,
    redeals: int,
    empty_waste: int,
    reserve_view: int,
) -> None:
    """Lay out the table of a dealt game, before the first move."""
    for i in range(4):
        table.foundation[i] = ACE
        table.foundation[4 + i] = KING
    for i in range(64):
        table.showing[i] = 0
    table.shown = 0
    for p in range(PILES):
        for k in range(DEPTH):
            buried = k < DEPTH - 1 and reserve_view == TOPS
            table.reserve[p, k] = UNKNOWN if buried else hidden.reserve[p, k]
        table.reserve_n[p] = DEPTH
        table.top[p] = NO_CARD
        show(table, p, hidden.reserve[p, DEPTH - 1])
    for i in range(DEALT):
        table.pile[i] = UNKNOWN
    table.waste_n = 0
    table.stock_at = RESERVED
    table.home = 8
    table.pass_number = 1
    table.redeals_left = redeals
    table.redeals = redeals
    table.waste_build = waste_build
    table.empty_waste = empty_waste
    table.reserve_view = reserve_view
    table.moves = 0
    table.wanted = 0
    for suit in range(4):
        want(table, suit)


@compiled
def show(table: Table, p: int, card: int) -> None:
    """Put ``card`` (or NO_CARD) in sight on top of reserve pile ``p``, for what was there."""
    old = table.top[p]
    if old != NO_CARD:
        piles = table.showing[old] & (0xFF ^ (1 << p))
        table.showing[old] = piles
        if piles == 0:
            table.shown &= ~(ONE << old)
    table.top[p] = card
    if card != NO_CARD:
        table.showing[card] |= 1 << p
        table.shown |= ONE << card


@compiled
def want(table: Table, suit: int) -> None:
    """Work out which cards of a suit the foundations take next (P2)."""
    up = ONE << (table.foundation[suit] + 1)
    down = ONE << (table.foundation[4 + suit] - 1)
    lane = 16 * suit
    table.wanted = (table.wanted & ~(LANE << lane)) | (((up | down) & LANE) << lane)


@compiled
def waste_top(table: Table) -> int:
    """Return the card on top of the waste, NO_CARD if it is empty."""
    return table.pile[table.waste_n - 1] if table.waste_n > 0 else NO_CARD


@compiled
def stock_n(table: Table) -> int:
    """Return how many cards the stock holds."""
    return DEALT - table.stock_at


@compiled
def is_wanted(table: Table, card: int) -> bool:
    """Return whether some foundation takes ``card`` now (P2)."""
    return bool((table.wanted >> card) & 1)


@compiled
def builders(table: Table, card: int) -> int:
    """Return the set of shown reserve cards that may be built on a waste with ``card`` on top."""
    if card == NO_CARD:
        return table.shown if table.empty_waste == OPEN else wide(0)
    near = neighbours(ONE << card)
    if table.waste_build == ANY:
        near = any_suit(near)
    return near & table.shown


@compiled
def bases(table: Table) -> int:
    """Return the set of cards on which some shown reserve card may be built."""
    near = neighbours(table.shown)
    return any_suit(near) if table.waste_build == ANY else near
