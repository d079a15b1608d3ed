"""The layout of a deal, as people and records write it (P1)."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.memory import record
from sim.patience.cards import card_code, card_name, dealt_cards
from sim.patience.table import DEALT, DEPTH, HIDDEN, PILES, RESERVED, Hidden, deal
from sim.randomness import new_stream


@dataclass(frozen=True)
class Layout:
    """The 96 dealt cards.

    Attributes
    ----------
    reserves
        Eight piles of four cards, bottom first.
    stock
        64 cards in the order in which they will be turned.
    """

    reserves: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]

    @classmethod
    def read(cls, document: Any) -> "Layout":
        """Read the keys ``reserves`` and ``stock`` of a record's ``setup``.

        Raises
        ------
        UserError
            If they are not the 96 cards of P1 in their places.
        """
        try:
            reserves = tuple(tuple(card_code(name) for name in p) for p in document["reserves"])
            stock = tuple(card_code(name) for name in document["stock"])
        except KeyError as error:
            raise UserError(f"the key {error} is missing (a deal has reserves and stock)") from None
        except ValueError as error:
            raise UserError(str(error)) from None
        except TypeError:
            raise UserError("a deal is an object with reserves, eight lists, and stock") from None
        sizes = [len(pile) for pile in reserves]
        if sizes != [DEPTH] * PILES:
            raise UserError(f"reserves are eight piles of four cards, not {sizes}")
        if len(stock) != DEALT - RESERVED:
            raise UserError(f"the stock has 64 cards, not {len(stock)}")
        _check_cards(Counter(card for pile in (*reserves, stock) for card in pile))
        return cls(reserves, stock)

    def event(self) -> dict[str, Any]:
        """Return the ``setup`` event of the game record."""
        return {
            "event": "setup",
            "reserves": [[card_name(card) for card in pile] for pile in self.reserves],
            "stock": [card_name(card) for card in self.stock],
        }


def _check_cards(have: Counter[int]) -> None:
    want = Counter(dealt_cards())
    for card in sorted(want | have):
        if have[card] != want[card]:
            raise UserError(f"{card_name(card)} is there {have[card]} times, not {want[card]} (P1)")


def deal_layout(seed: int, number: int) -> Layout:
    """Return the layout of a numbered deal."""
    hidden = record(HIDDEN)
    deal(hidden, new_stream(seed, "patience", 1, "cards", number))
    reserves = tuple(tuple(int(card) for card in pile) for pile in hidden.reserve)
    return Layout(reserves, tuple(int(card) for card in hidden.stock[RESERVED:]))


def lay(hidden: Hidden, layout: Layout) -> None:
    """Lay out a layout, in place of :func:`sim.patience.table.deal`."""
    hidden.reserve[:] = np.array(layout.reserves)
    hidden.stock[:RESERVED] = hidden.reserve.reshape(RESERVED)
    hidden.stock[RESERVED:] = np.array(layout.stock)
