"""What follows a turn: refill, scoring, the dummy's buildings, the end (M10 to M17)."""

import numpy as np
from numpy.typing import NDArray

from sim.bits import lowest
from sim.compile import compiled, inlined
from sim.market.buildings import BUILDINGS, NO_BUILDING, OWNERS, TYPE_COUNT, share
from sim.market.money import CURRENCY_COUNT, HIGHEST, NO_MONEY
from sim.market.table import (
    BAG_EMPTY,
    DUMMY_TILES,
    RESHUFFLE,
    SCORE_A,
    SPACES,
    Hidden,
    Table,
    give_dummy,
)
from sim.randomness import fold, seed_stream, shuffle

GOES_ON, MARKET_END, TURN_LIMIT = 0, 1, 2
"""What :func:`end_turn` finds."""


@compiled
def reshuffle(table: Table, hidden: Hidden) -> bool:
    """Make the shuffled discard pile the new money pile (M10); return whether it held a card."""
    n = 0
    for currency in range(CURRENCY_COUNT):
        for value in range(1, HIGHEST + 1):
            for _ in range(table.discard[currency] >> (2 * (value - 1)) & 3):
                hidden.money[n] = 16 * currency + value
                n += 1
        table.discard[currency] = 0
    if n == 0:
        return False
    key = fold(hidden.key[RESHUFFLE], hidden.reshuffles)
    seed_stream(hidden.rng, fold(key, hidden.deal))
    shuffle(hidden.rng, hidden.money, n)
    hidden.reshuffles += 1
    hidden.money_at = 0
    hidden.money_n = n
    table.reshuffled = n
    return True


@inlined
def refill_display(table: Table, hidden: Hidden) -> int:
    """Lay out money until four cards lie there (M10, M11).

    Returns
    -------
    int
        The scoring card that came, or NO_MONEY.
    """
    scoring = NO_MONEY
    table.drawn_n = 0
    table.reshuffled = 0
    empty = empty_places(table.display, NO_MONEY)
    while empty:
        k = lowest(empty)
        empty &= empty - 1
        while table.display[k] == NO_MONEY:
            if hidden.money_at == hidden.money_n and not reshuffle(table, hidden):
                break
            card = hidden.money[hidden.money_at]
            hidden.money_at += 1
            table.drawn[table.drawn_n] = card
            table.drawn_n += 1
            if card >= SCORE_A:
                scoring = card
            else:
                table.display[k] = card
    table.money_left = hidden.money_n - hidden.money_at
    return scoring


@compiled
def empty_places(row: NDArray[np.int32], nothing: int) -> int:
    """Return the set of places (bits) of a row of four where nothing lies."""
    return (
        (row[0] == nothing)
        | (row[1] == nothing) << 1
        | (row[2] == nothing) << 2
        | (row[3] == nothing) << 3
    )


@inlined
def refill_market(table: Table, hidden: Hidden) -> bool:
    """Fill the market from the bag, lowest space first; return whether it stays short (M14)."""
    short = False
    for k in range(SPACES):
        table.filled[k] = NO_BUILDING
    empty = empty_places(table.market, NO_BUILDING)
    while empty:
        k = lowest(empty)
        empty &= empty - 1
        if hidden.bag_at == BUILDINGS:
            short = True
            continue
        table.market[k] = table.filled[k] = hidden.bag[hidden.bag_at]
        hidden.bag_at += 1
    table.bag_left = BUILDINGS - hidden.bag_at
    return short


@compiled
def score_majorities(table: Table, scoring_round: int) -> None:
    """Play the majorities of a scoring round (M12, M13)."""
    for kind in range(TYPE_COUNT):
        share(table.owned[:, kind], scoring_round, kind, table.points[scoring_round, :, kind])
        for owner in range(OWNERS):
            table.score[owner] += table.points[scoring_round, owner, kind]
    table.rounds += 1
    table.round_turn[scoring_round] = table.turn


@inlined
def refill(table: Table, hidden: Hidden) -> int:
    """Refill display and market; return what is to be done next.

    Returns
    -------
    int
        Bit 0 set if the market is short (M14); the scoring round that was drawn, 1 for A and 2 for
        B, from bit 1 on.
    """
    table.dummy_drawn_n = 0
    scoring = refill_display(table, hidden)
    short = refill_market(table, hidden)
    drawn = scoring - SCORE_A + 1 if scoring != NO_MONEY else 0
    return drawn << 1 | short


@compiled
def dummy_after_round(table: Table, hidden: Hidden, scoring_round: int) -> None:
    """Give the dummy its buildings after round A or B (M17)."""
    if table.players == 2:
        n = DUMMY_TILES if scoring_round == 0 else table.bag_left // 3
        give_dummy(table, hidden, n)


@compiled
def next_turn(table: Table, short: bool) -> int:
    """Go on to the next turn unless the game ends with this one (M14, option ``end_trigger``)."""
    if short or (table.end_trigger == BAG_EMPTY and table.bag_left == 0):
        return MARKET_END
    if table.turn >= table.turn_limit:
        return TURN_LIMIT
    table.turn += 1
    table.actions = 0
    after = table.player + 1
    table.player = after if after < table.players else 0  # a division would take longer
    return GOES_ON


@compiled
def richest(table: Table, currency: int) -> int:
    """Return the seat that gets a leftover building of a space, -1 for nobody (M15)."""
    best, owner = 0, -1
    for seat in range(table.players):
        if table.worth[seat, currency] > best:
            best, owner = table.worth[seat, currency], seat
        elif table.worth[seat, currency] == best:
            owner = -1
    return owner


@compiled
def best_score(table: Table) -> int:
    """Return the most points of a player; the dummy cannot win (M16)."""
    best = -1
    for seat in range(table.players):
        best = max(best, table.score[seat])
    return best
