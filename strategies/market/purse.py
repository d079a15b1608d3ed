"""What a hand can pay: reachable sums of one currency."""

from typing import Any

from sim.bits import lowest
from sim.compile import compiled, wide
from sim.market.buildings import NO_BUILDING, PRICE
from sim.market.money import DISPLAY, HIGHEST, MAX_PRICE, one_card

WINDOW = (1 << (MAX_PRICE + HIGHEST)) - 1
"""Sums that matter: no payment without a superfluous card goes beyond."""
PRICES = (1 << (MAX_PRICE + 1)) - 4
"""The prices that occur, 2 to 13, as bits."""
CANNOT = 99
"""Overpayment where a price cannot be paid."""


@compiled
def sums(hand: int) -> int:
    """Return the sums that some cards of a hand make, as bits; 0 is always one."""
    left = wide(hand)
    reach = wide(1)
    value = 1
    while left > 0:
        for _ in range(left & 3):
            reach |= (reach << value) & WINDOW
        left >>= 2
        value += 1
    return reach


@compiled
def least_over(reach: int, price: int) -> int:
    """Return the least overpayment for a price, CANNOT if the sums fall short of it."""
    rest = wide(reach) >> price
    return lowest(rest) if rest else CANNOT


@compiled
def exactly(reach: int, price: int) -> bool:
    """Return whether the sums hold the very price."""
    return (wide(reach) >> price) & 1 == 1


@compiled
def taken(display: Any, places: int, currency: int) -> int:
    """Return the cards of a currency that a taking brings, as a word."""
    word = 0
    for k in range(DISPLAY):
        if (places >> k) & 1 and display[k] >> 4 == currency:
            word += one_card(display[k] & 15)
    return word


@compiled
def can_pay(table: Any, seat: int, space: int) -> int:
    """Return the least overpayment of a seat for the building on a space; CANNOT if none.

    Of a hand that is not seen: CANNOT.
    """
    building = table.market[space]
    hand = table.hand[seat][space]
    if building == NO_BUILDING or hand <= 0 or table.worth[seat][space] < PRICE[building]:
        return CANNOT
    return least_over(sums(hand), PRICE[building])
