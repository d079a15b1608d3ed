"""Actions of the market games: taking money and buying (M7 to M9)."""

from typing import Any, TypeAlias

import numpy as np

from sim.bits import count, lowest
from sim.compile import compiled, inlined, wide
from sim.market.buildings import DUMMY, NO_BUILDING, PRICE, TYPE
from sim.market.money import (
    CURRENCY_COUNT,
    HALF,
    MAX_PAYMENTS,
    NO_MONEY,
    ONE_HALF,
    PAYMENT_CARDS,
    PAYMENT_TOTAL,
    PAYMENT_WORD,
    SUBSETS,
    payments_of,
    takings,
)
from sim.market.table import GIFTS, MAY, SEATS, SPACES, Table, receive

Work: TypeAlias = Any
"""A record with the fields of :func:`work_dtype`."""
Tally: TypeAlias = Any
"""A record of dtype :data:`TALLY`."""

TAKE, BUY, END_TURN = 0, 1, 2
KINDS = ("take", "buy", "end turn")

MOVE = np.dtype(
    [
        ("kind", np.int32),  # TAKE, BUY or END_TURN
        ("cards", np.int32),  # money cards taken or paid
        ("total", np.int32),  # their sum
        ("places", np.int32),  # TAKE: set of places of the display (bits)
        ("space", np.int32),  # BUY: space of the market, and so the currency
        ("building", np.int32),  # BUY: its id
        ("payment", np.int32),  # BUY: the cards paid, a word of sim.market.money
        ("overpayment", np.int32),  # BUY: total less price; 0 is an exact payment
        ("gift", np.int32),  # BUY: 1 if it goes to the dummy (M17)
    ],
    align=True,
)
"""One legal move; fields that do not belong to its kind are 0."""

MAX_MOVES = 15 + 2 * SPACES * MAX_PAYMENTS + 1
"""Takings of four cards, each payment of each building for oneself and for the dummy, the end."""
MEMORY = 256
"""int64 places of scratch memory that a strategy has for a game."""
MAX_PARAMS = 32
"""Parameters that a strategy can have."""

WORK = np.dtype(
    [
        ("moves", np.dtype((np.record, MOVE)), (MAX_MOVES,)),
        ("memory", np.int64, (SEATS, MEMORY)),
        ("rng", np.uint64, (SEATS, 4)),
        ("params", np.float64, (SEATS, MAX_PARAMS)),
        ("shown", np.int64),  # the display whose takings stand in the move list, as one number
        ("takings", np.int64),  # and how many they are
    ],
    align=True,
)
"""What strategies are handed beside the table: the move list, memory, stream and
parameters of each seat."""

TALLY = np.dtype(
    [
        ("start_cards", np.int32, (SEATS,)),
        ("start_total", np.int32, (SEATS,)),
        ("taken_cards", np.int32, (SEATS,)),
        ("taken", np.int32, (SEATS,)),  # money
        ("spent", np.int32, (SEATS,)),
        ("overpaid", np.int32, (SEATS,)),
        ("purchases", np.int32, (SEATS,)),
        ("exact", np.int32, (SEATS,)),
        ("chain", np.int32, (SEATS,)),  # longest chain of exact purchases in a turn
        ("gifts", np.int32, (SEATS,)),
        ("leftovers", np.int32, (SEATS,)),
        ("passes", np.int32, (SEATS,)),
        ("choices", np.int32),
        ("digest", np.uint64),
    ],
    align=True,
)
"""What the log keeps of the course of a game."""

CARDS_IN = np.array([bin(k).count("1") for k in range(16)], dtype=np.int32)
SUBSET = np.array(SUBSETS, dtype=np.int32)
ASKED = np.where(PRICE > 0, PRICE, 1000)
"""Money that must be there to buy: the price of each building; where none lies, more than any."""


@inlined
def list_takings(table: Table, work: Work, n: int) -> int:
    """List every taking of money (M8) from index ``n`` on; return the number of moves."""
    display = table.display
    a, b, c, d = display[0] & 15, display[1] & 15, display[2] & 15, display[3] & 15
    found = takings(display)
    # Nearly always each card may be taken alone: all are written, and one stands if the index
    # moves on.
    put_taking(work, n, 1, a)
    n += found & 1
    put_taking(work, n, 2, b)
    n += found >> 1 & 1
    put_taking(work, n, 4, c)
    n += found >> 2 & 1
    put_taking(work, n, 8, d)
    n += found >> 3 & 1
    found &= ~15
    while found:
        places = SUBSET[lowest(found)]
        found &= found - 1
        total = a * (places & 1) + b * (places >> 1 & 1) + c * (places >> 2 & 1) + d * (places >> 3)
        put_taking(work, n, places, total)
        n += 1
    return n


@inlined
def keep_takings(table: Table, work: Work) -> int:
    """List every taking from index 0 on, unless they stand there already; return their number.

    For a move list that all players share: the display stays as it is while they buy.
    """
    display = table.display
    shown = display[0] | display[1] << 8 | display[2] << 16 | wide(display[3]) << 24
    if work.shown != shown:
        work.shown = shown
        work.takings = list_takings(table, work, 0)
    return work.takings


@compiled
def put_taking(work: Work, n: int, places: int, total: int) -> None:
    """Write a taking at index ``n``."""
    move = work.moves[n]
    move.kind, move.cards, move.total, move.places = TAKE, CARDS_IN[places], total, places
    move.space = move.building = move.payment = move.overpayment = move.gift = 0


@inlined
def list_purchases(table: Table, work: Work, n: int, gifts: bool) -> int:
    """List every purchase with every payment from which no card can be left out (M9).

    By space, then by payment; with ``gifts`` each twice, for oneself and for the dummy.
    """
    left = payable(table)
    while left:
        space = lowest(left)
        left &= left - 1
        building = table.market[space]
        price = PRICE[building]
        hand = table.hand[table.player, space]
        n = list_payments(work, n, space, building, payments_of(price, hand, 0), 0, gifts)
        if price > ONE_HALF:
            n = list_payments(work, n, space, building, payments_of(price, hand, 1), HALF, gifts)
    return n


@compiled
def payable(table: Table) -> int:
    """Return the set of spaces (bits) whose building the player has the money for.

    All at once and without a branch, for each would often be guessed wrong.
    """
    found = 0
    seat = table.player
    for space in range(SPACES):
        found |= (table.worth[seat, space] >= ASKED[table.market[space]]) << space
    return found


@compiled
def list_payments(
    work: Work, n: int, space: int, building: int, found: int, first: int, gifts: bool
) -> int:
    """List the purchases of a building with a set of payments, numbered from ``first`` on."""
    while found:
        payment = first + lowest(found)
        found &= found - 1
        for gift in range(1 + gifts):
            put_purchase(work, n, space, building, PRICE[building], payment, gift)
            n += 1
    return n


@compiled
def put_purchase(
    work: Work, n: int, space: int, building: int, price: int, payment: int, gift: int
) -> None:
    """Write a purchase at index ``n``."""
    move = work.moves[n]
    move.kind, move.places = BUY, 0
    move.space, move.building, move.gift = space, building, gift
    move.payment = PAYMENT_WORD[price, payment]
    move.total = PAYMENT_TOTAL[price, payment]
    move.overpayment = move.total - price
    move.cards = PAYMENT_CARDS[price, payment]


@compiled
def cards_in(word: int) -> int:
    """Return how many cards a word holds."""
    return count(word & 0x15555) + 2 * count(word & 0x2AAAA)


@compiled
def may_give(table: Table) -> bool:
    """Return whether buildings may be given to the dummy (M17)."""
    return table.players == 2 and table.dummy_gifts == GIFTS


@compiled
def take(table: Table, tally: Tally, places: int) -> None:
    """Take the money cards at some places of the display (M8)."""
    seat = table.player
    left = places
    while left:
        k = lowest(left)
        left &= left - 1
        card = table.display[k]
        table.display[k] = NO_MONEY
        receive(table, seat, card)
        tally.taken_cards[seat] += 1
        tally.taken[seat] += card & 15


@compiled
def pay(table: Table, tally: Tally, space: int, payment: int, total: int) -> bool:
    """Pay for the building on a space with a word of money; return whether the pay was exact.

    The building leaves the market; where it goes is the caller's to say.
    """
    seat = table.player
    over = total - PRICE[table.market[space]]
    table.market[space] = NO_BUILDING
    table.hand[seat, space] -= payment
    table.worth[seat, space] -= total
    table.cards[seat] -= cards_in(payment)
    table.discard[space] += payment
    tally.spent[seat] += total
    tally.overpaid[seat] += over
    tally.purchases[seat] += 1
    if over == 0:
        tally.exact[seat] += 1
        tally.chain[seat] = max(tally.chain[seat], table.actions + 1)
    return over == 0


@compiled
def own(table: Table, tally: Tally, building: int, gift: int) -> None:
    """Count a building for its buyer, or for the dummy (C1, M17)."""
    owner = DUMMY if gift else table.player
    table.owned[owner, TYPE[building]] += 1
    tally.gifts[table.player] += gift


@compiled
def list_end(table: Table, work: Work, n: int) -> int:
    """List the end of the turn where it may be chosen (option ``extra_action``)."""
    if n > 0 and table.actions > 0 and table.extra_action == MAY:
        move = work.moves[n]
        move.kind = END_TURN
        move.cards = move.total = move.places = move.space = move.building = 0
        move.payment = move.overpayment = move.gift = 0
        n += 1
    return n


assert CURRENCY_COUNT == SPACES
