"""The moves of the patience: what is legal, and what a move does (P3 to P8)."""

from typing import Any, TypeAlias

import numpy as np

from sim.bits import lowest
from sim.compile import compiled
from sim.digest import stirred
from sim.patience.cards import NO_CARD
from sim.patience.table import (
    DEALT,
    Hidden,
    Table,
    bases,
    builders,
    is_wanted,
    show,
    want,
    waste_top,
)
from sim.randomness import mix, word

Work: TypeAlias = Any
"""A record of dtype :data:`WORK`."""
Tally: TypeAlias = Any
"""A record of dtype :data:`TALLY`."""

FOUND, BUILD, TURN, REDEAL = 0, 1, 2, 3
KINDS = ("found", "build", "turn", "redeal")

WASTE, STOCK = 0, 9
"""Values of ``source``; 1 to 8 are the reserve piles."""
TO_WASTE, TO_STOCK = 8, 9
"""Values of ``target``; 0 to 7 are the foundations."""

MOVE = np.dtype(
    [
        ("kind", np.int32),  # FOUND, BUILD, TURN or REDEAL
        ("card", np.int32),  # UNKNOWN for an unseen one, NO_CARD for a redeal
        ("source", np.int32),  # WASTE, 1 to 8, or STOCK
        ("target", np.int32),  # 0 to 7, TO_WASTE or TO_STOCK
    ],
    align=True,
)
"""One legal move."""

MAX_MOVES = 28
"""Nine free cards on two foundations each, eight builds, a turn or a redeal, and one to spare."""

BUCKETS = 4
"""Passes told apart in the log: the first, second, third, and all later ones together."""

MEMORY = 256
"""int64 places of scratch memory that a strategy has for a game."""

WORK = np.dtype(
    [
        ("moves", np.dtype((np.record, MOVE)), (MAX_MOVES,)),
        ("rng", np.uint64, (4,)),
        ("memory", np.int64, (MEMORY,)),
    ],
    align=True,
)
"""What is handed to a strategy beside the table. Fields of a record cost nothing to pass on, where
an array of its own would be counted (by an atomic instruction) at every call."""

TALLY = np.dtype(
    [
        ("from_waste", np.int32, (BUCKETS,)),  # foundation moves by pass
        ("from_reserve", np.int32, (BUCKETS,)),
        ("built", np.int32),
        ("choices", np.int32),  # decisions in which there was more than one move
        ("digest", np.uint64),
    ],
    align=True,
)
"""What the log keeps of the course of a game."""


@compiled
def put(work: Work, n: int, kind: int, card: int, source: int, target: int) -> None:
    """Write a move at index ``n``."""
    work.moves[n].kind = kind
    work.moves[n].card = card
    work.moves[n].source = source
    work.moves[n].target = target


@compiled
def put_founds(table: Table, work: Work, n: int, card: int, source: int) -> int:
    """List the moves of a free card to the foundations that take it, ace pile first (P2, P4).

    Both are written and those that are legal counted: which they are cannot be predicted, and a
    mispredicted branch costs more than a store. Returns the number of moves listed so far.
    """
    suit, rank = card >> 4, card & 15
    put(work, n, FOUND, card, source, suit)
    n += table.foundation[suit] + 1 == rank
    put(work, n, FOUND, card, source, 4 + suit)
    n += table.foundation[4 + suit] - 1 == rank
    return n


@compiled
def piles_showing(table: Table, cards: int) -> int:
    """Return the set of reserve piles (bits 0 to 7) that show a card of a set."""
    piles = 0
    while cards:
        piles |= table.showing[lowest(cards)]
        cards &= cards - 1
    return piles


@compiled
def list_moves(table: Table, work: Work) -> int:
    """Fill ``work.moves`` with every legal move, each once, and return their number.

    The order is fixed: to the foundations from the waste, then from the reserve piles 1 to 8, the
    ace pile before the king pile; builds from the reserve piles 1 to 8; then the turn or redeal.
    """
    n = 0
    on_waste = waste_top(table)
    if is_wanted(table, on_waste):
        n = put_founds(table, work, n, on_waste, WASTE)
    piles = piles_showing(table, table.shown & table.wanted)
    while piles:
        p = lowest(piles)
        piles &= piles - 1
        n = put_founds(table, work, n, table.top[p], p + 1)
    piles = piles_showing(table, builders(table, on_waste))
    while piles:
        p = lowest(piles)
        piles &= piles - 1
        put(work, n, BUILD, table.top[p], p + 1, TO_WASTE)
        n += 1
    if table.stock_at < DEALT:
        put(work, n, TURN, table.pile[table.stock_at], STOCK, TO_WASTE)
        n += 1
    elif table.waste_n > 0 and table.redeals_left > 0:
        put(work, n, REDEAL, NO_CARD, WASTE, TO_STOCK)
        n += 1
    return n


@compiled
def digested(digest: int, kind: int, card: int, source: int, target: int) -> int:
    """Return a digest with one more move folded in (described in ``sim/README.md``)."""
    return stirred(digest, kind | (card << 2) | (source << 8) | (target << 12))


@compiled
def note(table: Table, tally: Tally, kind: int, card: int, source: int, target: int) -> None:
    """Count a move and fold it into the digest."""
    table.moves += 1
    tally.digest = digested(word(tally.digest), kind, card, source, target)


@compiled
def final_digest(tally: Tally) -> int:
    """Return the digest of a game that has ended."""
    return mix(word(tally.digest))


@compiled
def bucket(table: Table) -> int:
    """Return under which of the passes told apart the present one is counted."""
    return min(table.pass_number, BUCKETS) - 1


@compiled
def uncover(table: Table, hidden: Hidden, p: int) -> None:
    """Take the top card of reserve pile ``p`` away: the one below comes into sight."""
    n = table.reserve_n[p] - 1
    table.reserve[p, n] = NO_CARD
    table.reserve_n[p] = n
    below = NO_CARD
    if n > 0:
        below = hidden.reserve[p, n - 1]
        table.reserve[p, n - 1] = below
    show(table, p, below)


@compiled
def found(table: Table, hidden: Hidden, tally: Tally, source: int, target: int) -> None:
    """Play the top card of the waste or of a reserve pile to a foundation (P4)."""
    if source == WASTE:
        card = waste_top(table)
        table.waste_n -= 1
        tally.from_waste[bucket(table)] += 1
    else:
        card = table.top[source - 1]
        uncover(table, hidden, source - 1)
        tally.from_reserve[bucket(table)] += 1
    table.foundation[target] = card & 15
    table.home += 1
    want(table, card >> 4)
    note(table, tally, FOUND, card, source, target)


@compiled
def build(table: Table, hidden: Hidden, tally: Tally, source: int) -> None:
    """Build the top card of a reserve pile on the waste (P5)."""
    card = table.top[source - 1]
    table.pile[table.waste_n] = card
    table.waste_n += 1
    uncover(table, hidden, source - 1)
    tally.built += 1
    note(table, tally, BUILD, card, source, TO_WASTE)


@compiled
def turn(table: Table, hidden: Hidden, tally: Tally) -> None:
    """Turn the top card of the stock to the waste (P3)."""
    card = hidden.stock[table.stock_at]
    table.stock_at += 1
    table.pile[table.waste_n] = card
    table.waste_n += 1
    note(table, tally, TURN, card, STOCK, TO_WASTE)


@compiled
def redeal(table: Table, hidden: Hidden, tally: Tally) -> None:
    """Turn the waste over to become the stock: the card turned first comes first again (P7)."""
    n = table.waste_n
    start = DEALT - n
    for i in range(n - 1, -1, -1):
        card = table.pile[i]
        table.pile[start + i] = card
        hidden.stock[start + i] = card
    table.waste_n = 0
    table.stock_at = start
    table.pass_number += 1
    table.redeals_left -= 1
    note(table, tally, REDEAL, NO_CARD, WASTE, TO_STOCK)


@compiled
def play(table: Table, hidden: Hidden, tally: Tally, kind: int, source: int, target: int) -> None:
    """Play one legal move."""
    if kind == FOUND:
        found(table, hidden, tally, source, target)
    elif kind == BUILD:
        build(table, hidden, tally, source)
    elif kind == TURN:
        turn(table, hidden, tally)
    else:
        redeal(table, hidden, tally)


@compiled
def turn_on(table: Table, hidden: Hidden, tally: Tally) -> None:
    """Turn cards for as long as nothing else is legal.

    While no reserve card fits a foundation, what else is legal depends on the waste's top alone: a
    card that is wanted, or on which a reserve card may be built.
    """
    if table.shown & table.wanted or (table.waste_n == 0 and builders(table, NO_CARD)):
        return
    stops = table.wanted | bases(table)
    card, at, n = waste_top(table), table.stock_at, table.waste_n
    digest = word(tally.digest)
    while at < DEALT and not (stops >> card) & 1:  # `turn`, kept out of memory
        card = hidden.stock[at]
        table.pile[n] = card
        at, n = at + 1, n + 1
        digest = digested(digest, TURN, card, STOCK, TO_WASTE)
    table.moves += at - table.stock_at
    table.stock_at, table.waste_n = at, n
    tally.digest = digest
