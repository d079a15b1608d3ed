"""The three tips for beginners of the game's rules, each a switch on a plain player."""

from typing import Any

from sim.compile import compiled
from sim.patience.cards import CARDS, ONE, any_suit, neighbours
from sim.patience.moves import BUILD, FOUND, WASTE
from sim.patience.table import ANY, PILES, Table
from strategies.patience.greedy import aim
from strategies.strategy import Parameter, strategy


@compiled
def bury(table: Table, source: int) -> int:
    """Return how many cards lie under the top card of a reserve pile, by a move's source."""
    return int(table.reserve_n[source - 1]) - 1


@compiled
def run_length(table: Table, card: int) -> int:
    """Return how long a run of shown reserve cards could be built, beginning with ``card``.

    Cards that come into sight meanwhile are not counted; every card shows once in the run.
    """
    left = table.shown & ~(ONE << card)
    length = 1
    last = ONE << card
    while True:
        near = neighbours(last & CARDS)
        if table.waste_build == ANY:
            near = any_suit(near)
        near &= left
        if not near:
            return length
        last = near & -near
        left &= ~last
        length += 1


@compiled
def deepest_found(moves: Any, n: int, table: Table) -> int:
    """Return the move of a reserve card to a foundation that frees the fullest pile."""
    best, most = 0, -1
    for i in range(n):
        if moves[i].kind == FOUND and bury(table, moves[i].source) > most:
            best, most = i, bury(table, moves[i].source)
    return best


@compiled
def tip_build(table: Table, moves: Any, n: int, store: bool, free: bool) -> int:
    """Return the build that the tips ask for, or -1.

    Freeing asks for the pile with most cards still buried, storing for the longest run; with both
    tips freeing comes first.
    """
    best, pick = 0, -1
    for i in range(n):
        if moves[i].kind == BUILD:
            value = 0
            if free:
                value += (PILES * 8) * bury(table, moves[i].source)
            if store:
                value += run_length(table, moves[i].card)
            if value > best:
                best, pick = value, i
    return pick


@strategy(
    "patience",
    Parameter("store", False, "use the waste as a store: build runs of a suit for the next pass"),
    Parameter("watch", False, "watch both foundations: choose where a card goes with care"),
    Parameter("free", False, "free the cards buried in the reserve before the last pass"),
    cost=5,
)
def tips(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Play plainly, with each of the three tips for beginners on or off, to see if they hold.

    The plain player plays to the foundations whatever fits, the waste's top first, then the lowest
    numbered reserve pile, the ace pile where both fit; it never builds on the waste. The tips, from
    the rules' section for beginners, change that:

    ``store`` ("use the waste pile as a store: building a long run of one suit on it keeps those
    cards together for the next pass"): while there is a next pass, build whatever fits on the
    waste, the card first that begins the longest run.

    ``watch`` ("watch both foundations of a suit - a card that is no use going up may fit going
    down"): a card that fits both goes to the one whose following card shows or, as far as the stock
    is known, comes sooner.

    ``free`` ("try to free the cards buried at the bottom of the reserve piles before the last
    pass"): before the last pass, play from the fullest pile first, to the foundations, and by
    building on the waste whenever that uncovers a card.
    """
    store, watch, free = params[0] != 0, params[1] != 0, params[2] != 0
    if table.redeals_left == 0:
        store = free = False
    if moves[0].kind == FOUND:
        i = 0
        if free and moves[0].source != WASTE:
            i = deepest_found(moves, n, table)
        return aim(table, moves, n, i) if watch else i
    if (store or free) and table.waste_n > 0:
        i = tip_build(table, moves, n, store, free)
        if i >= 0:
            return i
    return n - 1
