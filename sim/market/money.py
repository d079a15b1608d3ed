"""Money: cards, hands, payments and takings (M1, M8, M9).

A card is ``16 * currency + value``: currencies 0 to 3 for florin, dirham, denar, ducat (the market
space of the same number takes them), values 1 to 9. What somebody holds of one currency is one word
with two bits for the number of cards of each value, for there are three of each.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sim.compile import compiled

CURRENCIES = "ygbo"
"""Letters of florin (yellow), dirham (green), denar (blue) and ducat (orange)."""
CURRENCY_COUNT = 4
HIGHEST = 9
VALUES = range(1, HIGHEST + 1)
COPIES = 3
NO_MONEY = 0
DISPLAY = 4
"""Cards laid out."""
TAKE_LIMIT = 5
"""Sum that two or more cards taken together may reach (M8)."""
MAX_PRICE = 13


def money_code(name: str) -> int:
    """Return the number of a card from its name, ``"g7"``; ValueError if there is none."""
    if len(name) != 2 or name[0] not in CURRENCIES or name[1] not in "123456789":
        raise ValueError(f"{name!r} is no money card (y, g, b or o, and a value from 1 to 9)")
    return 16 * CURRENCIES.index(name[0]) + int(name[1])


def money_name(card: int) -> str:
    """Return the name of a card, ``"g7"``; ``"--"`` for none."""
    return f"{CURRENCIES[card // 16]}{card % 16}" if card != NO_MONEY else "--"


def all_money(players: int) -> list[int]:
    """Return the cards of a game (M1): three of each, two with two players."""
    copies = COPIES - (players == 2)
    return [
        16 * currency + value
        for currency in range(CURRENCY_COUNT)
        for value in VALUES
        for _ in range(copies)
    ]


def word_values(word: int) -> list[int]:
    """Return the values in a word, ascending."""
    return [v for v in VALUES for _ in range(word >> (2 * (v - 1)) & 3)]


def values_word(values: list[int]) -> int:
    """Return the word of some values."""
    return sum(1 << (2 * (v - 1)) for v in values)


@compiled
def one_card(value: int) -> int:
    """Return the word that holds one card of a value."""
    return 1 << (2 * (value - 1))


def minimal_payments(price: int) -> list[int]:
    """Return every payment of a price from which no card can be left out, as words, ascending."""

    def extend(low: int, total: int, values: list[int]) -> Iterator[list[int]]:
        # The smallest card is paid last in `values`: without it the sum must fall short.
        for value in range(low, 0, -1):
            if values.count(value) == COPIES:
                continue
            longer = [*values, value]
            if total + value >= price:
                yield longer
            else:
                yield from extend(value, total + value, longer)

    return sorted(values_word(values) for values in extend(9, 0, []))


PAYMENTS = [minimal_payments(price) if price else [] for price in range(MAX_PRICE + 1)]
MAX_PAYMENTS = max(map(len, PAYMENTS))
HALF = 60
"""Payments in one of the two words of a set of payments."""
ONE_HALF = max(price for price, payments in enumerate(PAYMENTS) if len(payments) <= HALF)
"""Highest price whose payments all stand in the first word."""


def _payment_tables() -> tuple[
    NDArray[np.int32], NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]
]:
    # Small, and the two halves apart: together with the table they stay in the first cache.
    words = np.zeros((MAX_PRICE + 1, MAX_PAYMENTS), dtype=np.int32)
    totals = np.zeros((MAX_PRICE + 1, MAX_PAYMENTS), dtype=np.int8)
    cards = np.zeros((MAX_PRICE + 1, MAX_PAYMENTS), dtype=np.int8)
    within = np.zeros((2, MAX_PRICE + 1, 3, 64), dtype=np.int64)
    for price, payments in enumerate(PAYMENTS):
        for i, word in enumerate(payments):
            words[price, i] = word
            totals[price, i] = sum(word_values(word))
            cards[price, i] = len(word_values(word))
            for third in range(3):
                need = word >> (6 * third) & 63
                for have in range(64):
                    if all(need >> k & 3 <= have >> k & 3 for k in (0, 2, 4)):
                        within[i // HALF, price, third, have] |= 1 << (i % HALF)
    return words, totals, cards, within


PAYMENT_WORD, PAYMENT_TOTAL, PAYMENT_CARDS, WITHIN = _payment_tables()
"""By price and number of the payment: its word, its sum, its number of cards; and the payments
that a hand can make: by half, price, third of the values, and what the hand holds of that
third."""


@compiled
def payments_of(price: int, hand: int, half: int) -> int:
    """Return the set of payments of a price that a hand can make: numbers from ``60 * half`` on."""
    return (
        WITHIN[half, price, 0, hand & 63]
        & WITHIN[half, price, 1, (hand >> 6) & 63]
        & WITHIN[half, price, 2, (hand >> 12) & 63]
    )


SUBSETS = (1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15)
"""Sets of places of the display (bits) in the order in which takings are listed."""


def _taking_tables() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    allowed = np.zeros(7**DISPLAY, dtype=np.int16)
    for key in range(7**DISPLAY):
        values = [key // 7**k % 7 for k in range(DISPLAY)]
        for i, subset in enumerate(SUBSETS):
            taken = [values[k] for k in range(DISPLAY) if subset >> k & 1]
            if 0 not in taken and (len(taken) == 1 or sum(taken) <= TAKE_LIMIT):
                allowed[key] |= 1 << i
    pairs = list(combinations(range(DISPLAY), 2))
    distinct = np.zeros(1 << len(pairs), dtype=np.int16)
    for key in range(1 << len(pairs)):
        equal = [pair for k, pair in enumerate(pairs) if key >> k & 1]
        for i, subset in enumerate(SUBSETS):
            if not any(subset >> b & 1 and not subset >> a & 1 for a, b in equal):
                distinct[key] |= 1 << i
    return allowed, distinct


ALLOWED, DISTINCT = _taking_tables()
"""Sets of subsets: by the four values (capped at 6, 0 for no card), those that M8 allows; by which
cards are equal (six pairs), one of each kind of equal ones."""


@compiled
def takings(display: NDArray[np.int32]) -> int:
    """Return the set of takings of a display: bit ``i`` stands for ``SUBSETS[i]`` (M8)."""
    a, b, c, d = display[0], display[1], display[2], display[3]
    key = min(a & 15, 6) + 7 * (min(b & 15, 6) + 7 * (min(c & 15, 6) + 7 * min(d & 15, 6)))
    equal = (a == b) | (a == c) << 1 | (a == d) << 2 | (b == c) << 3 | (b == d) << 4 | (c == d) << 5
    return ALLOWED[key] & DISTINCT[equal]
