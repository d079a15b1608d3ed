"""A plain choice among purchases and takings, for both market games."""

from typing import Any

from sim.compile import inlined
from sim.market.buildings import TYPE
from sim.market.moves import BUY, TAKE

SURELY = 100
"""More than any taking: what a purchase is worth at least."""


@inlined
def buy_or_take(moves: Any, n: int, overpay: float) -> int:
    """Return the purchase of the highest type, then the least overpaid, else the largest taking.

    Parameters
    ----------
    moves, n
        The legal moves.
    overpay
        Most that is paid above the price. Nothing is bought for the dummy.
    """
    best = most = 0
    for i in range(n):
        move = moves[i]
        # No branches: what kind of move comes next is hard to guess.
        buys = (move.kind == BUY) & (move.gift == 0) & (move.overpayment <= overpay)
        rank = SURELY + 16 * TYPE[move.building] - move.overpayment if buys else 0
        taking = move.total if move.kind == TAKE else 0
        rank = max(rank, taking)
        if rank > most:
            best, most = i, rank
    return best
