"""The course of a market game: what is counted and kept while it is played."""

from typing import Any

import numpy as np

from sim.compile import compiled, inlined, wide
from sim.digest import stirred
from sim.market.moves import Tally, Work
from sim.market.rounds import refill
from sim.market.table import HIDDEN, SEATS, SPACES, Hidden, Table, hand_worth
from sim.memory import record

MARKET, LIMIT, FAULT = 0, 1, 2
"""How a game ended: see ``MARKET_ENDS`` in the log's schema."""


class Buffers:
    """Everything that a game needs in memory, allocated once.

    Parameters
    ----------
    table, tally, work
        The dtypes of the game's table, of what is counted, and of what is handed to strategies.
    """

    def __init__(
        self, table: "np.dtype[Any]", tally: "np.dtype[Any]", work: "np.dtype[Any]"
    ) -> None:
        self.table = record(table)
        self.hidden = record(HIDDEN)
        self.tally = record(tally)
        self.work = record(work)


@compiled
def stir(tally: Tally, number: int) -> None:
    """Fold a number into the digest."""
    tally.digest = stirred(tally.digest, number)


@compiled
def clear(table: Table, tally: Tally, work: Work) -> None:
    """Make tally and memory ready for a game that has been laid out."""
    for seat in range(SEATS):
        tally.start_cards[seat] = table.cards[seat]
        tally.start_total[seat] = hand_worth(table, seat)
        tally.taken_cards[seat] = tally.taken[seat] = tally.spent[seat] = 0
        tally.overpaid[seat] = tally.purchases[seat] = tally.exact[seat] = 0
        tally.chain[seat] = tally.gifts[seat] = tally.leftovers[seat] = tally.passes[seat] = 0
    tally.choices = 0
    tally.digest = 0
    for seat in range(table.players):
        for i in range(len(work.memory[0])):
            work.memory[seat, i] = 0


@inlined
def replenish(table: Table, hidden: Hidden, tally: Tally) -> int:
    """Refill display and market, and fold what came into the digest.

    Returns
    -------
    int
        As of :func:`sim.market.rounds.refill`.
    """
    found = refill(table, hidden)
    drawn = wide(table.drawn_n)
    for i in range(table.drawn_n):
        drawn = drawn << 8 | table.drawn[i]
    stir(tally, drawn)
    filled = wide(0)
    for k in range(SPACES):
        filled = filled << 6 | table.filled[k]
    stir(tally, filled)
    return found


@compiled
def hide_hands(table: Table, hidden: Hidden, seat: int) -> None:
    """Cover the hands of the others before a strategy looks (option ``hands``)."""
    for other in range(SEATS):
        for currency in range(SPACES):
            hidden.hand[other, currency] = table.hand[other, currency]
            hidden.worth[other, currency] = table.worth[other, currency]
            if other != seat:
                table.hand[other, currency] = -1
                table.worth[other, currency] = -1


@compiled
def show_hands(table: Table, hidden: Hidden) -> None:
    """Undo :func:`hide_hands`."""
    for other in range(SEATS):
        for currency in range(SPACES):
            table.hand[other, currency] = hidden.hand[other, currency]
            table.worth[other, currency] = hidden.worth[other, currency]
