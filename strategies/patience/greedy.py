"""Greedy players: one look at the table, no search."""

from typing import Any

from sim.compile import compiled
from sim.patience.cards import ACE, CARDS, KING, NO_CARD, ONE, neighbours
from sim.patience.moves import BUILD, FOUND, WASTE
from sim.patience.table import ANY, DEALT, Table
from strategies.strategy import strategy


@compiled
def stock_place(table: Table, card: int) -> int:
    """Return where a card first lies in the stock as far as it is known; DEALT if nowhere."""
    for i in range(table.stock_at, DEALT):
        if table.pile[i] == card:
            return i
    return DEALT


@compiled
def shows(table: Table, card: int) -> int:
    """Return 1 if a card is on top of a reserve pile, else 0."""
    return int(table.shown >> card) & 1


@compiled
def goes_down(table: Table, card: int) -> bool:
    """Return whether a card that both foundations of its suit take had better go down.

    The foundation is chosen whose following card shows or, as far as the stock is known, comes
    sooner; the ace pile if that decides nothing.
    """
    over, under = card + 1, card - 1
    if shows(table, under) != shows(table, over):
        return shows(table, under) == 1
    return stock_place(table, under) < stock_place(table, over)


@compiled
def aim(table: Table, moves: Any, n: int, i: int) -> int:
    """Return which of the moves of one card to a foundation is better, the first being ``i``."""
    twice = (
        i + 1 < n
        and moves[i + 1].kind == FOUND
        and moves[i + 1].card == moves[i].card
        and moves[i + 1].source == moves[i].source
    )
    return i + 1 if twice and goes_down(table, moves[i].card) else i


@compiled
def follower(card: int, target: int) -> int:
    """Return the card that a foundation takes after ``card``; NO_CARD if that completes it."""
    rank = card & 15
    if target < 4:
        return NO_CARD if rank == KING else card + 1
    return NO_CARD if rank == ACE else card - 1


@compiled
def can_wait(table: Table, move: Any) -> bool:
    """Return whether a reserve card need not go to its foundation yet.

    So it is when its twin lies ahead in the known stock and comes before the card that would
    follow: the reserve card stays at hand, its twin would soon be covered.
    """
    twin = stock_place(table, move.card)
    return twin < DEALT and twin < stock_place(table, follower(move.card, move.target))


@compiled
def first_ready(table: Table, moves: Any, n: int) -> int:
    """Return the first reserve card's move to a foundation that need not wait, or -1."""
    for i in range(n):
        if moves[i].kind == FOUND and not can_wait(table, moves[i]):
            return i
    return -1


@compiled
def dig_value(table: Table, move: Any) -> int:
    """Return how many cards a build uncovers; for a single card, 1 if another fits on it."""
    buried = table.reserve_n[move.source - 1] - 1
    if buried == 0 and table.waste_build != ANY:
        return int(neighbours((ONE << move.card) & CARDS) & table.shown != 0)
    return int(buried)


@compiled
def best_build(table: Table, moves: Any, n: int) -> int:
    """Return the build that uncovers most, or -1 if none is of use."""
    best, pick = 0, -1
    for i in range(n):
        if moves[i].kind == BUILD:
            value = dig_value(table, moves[i])
            if value > best:
                best, pick = value, i
    return pick


@compiled
def greedy_move(table: Table, moves: Any, n: int) -> int:
    """Return the move that :data:`greedy` plays."""
    if moves[0].kind == FOUND and moves[0].source == WASTE:
        return aim(table, moves, n, 0)
    i = first_ready(table, moves, n)
    if i >= 0:
        return aim(table, moves, n, i)
    if table.waste_n > 0:
        i = best_build(table, moves, n)
        if i >= 0:
            return i
    return n - 1


@strategy("patience", cost=6)
def greedy(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Foundation first, with a better choice of card, foundation and build.

    The waste's top goes to a foundation if it can, for it would soon be covered. A reserve card
    that could go waits while its twin is known to come in the stock before the card that would
    follow, since a reserve card stays at hand. Where both foundations of a suit take a card, it
    goes to the one whose following card shows or comes sooner. On a waste that is not empty the
    reserve card is built that uncovers most, but a single one only if another fits on it. Else
    turn, else redeal.
    """
    return greedy_move(table, moves, n)
