"""Plain choices among purchases and takings, for both market games."""

from typing import Any

from sim.compile import compiled
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE


@compiled
def best_purchase(moves: Any, n: int, overpay: float) -> int:
    """Return the purchase of the highest type, then the least overpaid; -1 if there is none.

    Parameters
    ----------
    moves, n
        The legal moves.
    overpay
        Most that is paid above the price. Nothing is bought for the dummy.
    """
    best, most = -1, -1
    for i in range(n):
        move = moves[i]
        if move.kind == BUY and move.gift == 0 and move.overpayment <= overpay:
            rank = 16 * TYPE[move.building] - move.overpayment
            if best < 0 or rank > most:
                best, most = i, rank
    return best


@compiled
def richest_taking(moves: Any, n: int) -> int:
    """Return the taking of the largest sum, the first of several; 0 if there is none."""
    best, most = 0, 0
    for i in range(n):
        if moves[i].kind == TAKE and moves[i].total > most:
            best, most = i, moves[i].total
    return best
