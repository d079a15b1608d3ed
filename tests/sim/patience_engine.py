"""The engine's game in the words of the tests: card names instead of numbers."""

from typing import Any

import numpy as np

from sim.patience import moves as m
from sim.patience.cards import card_code, card_name
from sim.patience.play import Buffers, clear, next_choice
from sim.patience.table import ALL, ANY, CLOSED, OPEN, SUIT, TOPS, begin
from tests.sim.patience_twin import FOUNDATIONS, PILES, Deal, Move, Options

WASTE_BUILD = {"suit": SUIT, "any": ANY}
EMPTY_WASTE = {"closed": CLOSED, "open": OPEN}
RESERVE_VIEW = {"tops": TOPS, "all": ALL}
SOURCES = ["waste", *PILES, "stock"]
TARGETS = [*FOUNDATIONS, "waste", "stock"]


def names(codes: Any) -> list[str]:
    """Return the names of an array of cards."""
    return [card_name(int(code)) for code in codes]


def members(cards: int) -> set[str]:
    """Return the names of a set of cards."""
    return {card_name(code) for code in range(64) if int(cards) >> code & 1}


class Engine:
    """A game in the engine's own buffers."""

    def __init__(self, deal: Deal, options: Options | None = None) -> None:
        self.buffers = Buffers()
        self.table, self.hidden = self.buffers.table, self.buffers.hidden
        self.tally, self.list = self.buffers.tally, self.buffers.moves
        self.lay(deal, options or Options())

    def lay(self, deal: Deal, options: Options) -> None:
        """Lay out a given deal and begin."""
        reserves, stock = deal
        for p, pile in enumerate(reserves):
            self.hidden.reserve[p] = [card_code(card) for card in pile]
        self.hidden.stock[32:] = [card_code(card) for card in stock]
        clear(self.tally, self.buffers.memory)
        begin(
            self.table,
            self.hidden,
            WASTE_BUILD[options.waste_build],
            options.redeals,
            EMPTY_WASTE[options.empty_waste],
            RESERVE_VIEW[options.reserve_view],
        )

    def _listed(self, n: int) -> list[Move]:
        return [
            (m.KINDS[kind], card_name(card), SOURCES[source], TARGETS[target])
            for kind, card, source, target in self.list[:n].tolist()
        ]

    def moves(self) -> list[Move]:
        """Return the legal moves as the engine lists them."""
        return self._listed(m.list_moves(self.table, self.buffers.work))

    def next_choice(self) -> list[Move]:
        """Let the engine play the forced moves, and return the next choice."""
        return self._listed(next_choice(self.table, self.hidden, self.buffers.work, self.tally))

    def turn_on(self) -> None:
        """Let the engine turn cards for as long as nothing else is legal."""
        m.turn_on(self.table, self.hidden, self.tally)

    def play(self, move: Move) -> None:
        """Play a legal move."""
        kind, _, source, target = move
        m.play(
            self.table,
            self.hidden,
            self.tally,
            m.KINDS.index(kind),
            SOURCES.index(source),
            TARGETS.index(target),
        )

    def copy(self, other: "Engine") -> None:
        """Become a copy of another game."""
        for mine, theirs in (
            (self.table, other.table),
            (self.hidden, other.hidden),
            (self.tally, other.tally),
        ):
            for name in mine.dtype.names:
                mine[name] = theirs[name]

    # -------------------------------------------------------------- what stands on the table

    def waste(self) -> list[str]:
        """Return the waste, bottom first."""
        return names(self.table.pile[: self.table.waste_n])

    def stock(self) -> list[str]:
        """Return the stock as the table shows it, next card first."""
        return names(self.table.pile[self.table.stock_at :])

    def reserves(self) -> list[list[str]]:
        """Return the reserve as the table shows it, with what it holds where a card is gone."""
        return [
            names(pile[:n])
            for pile, n in zip(self.table.reserve, self.table.reserve_n, strict=True)
        ]

    def foundations(self) -> dict[str, str]:
        """Return the top card of each foundation."""
        return {
            name: card_name(16 * (i % 4) + int(self.table.foundation[i]))
            for i, name in enumerate(FOUNDATIONS)
        }

    def showing(self) -> dict[str, set[str]]:
        """Return for each card that shows the reserve piles that show it."""
        return {
            card_name(code): {PILES[p] for p in range(8) if int(piles) >> p & 1}
            for code, piles in enumerate(self.table.showing.tolist())
            if piles
        }

    def bytes(self) -> bytes:
        """Return everything that the table holds."""
        return b"".join(np.asarray(self.table[name]).tobytes() for name in self.table.dtype.names)
