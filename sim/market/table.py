"""The state of a market game: what everybody sees, what is hidden, and the start (M1 to M6, M17).

Hands are on the table: starting cards are dealt face up and money is taken openly. Only the orders
of the money pile and of the bag are hidden.
"""

from typing import Any, TypeAlias

import numpy as np

from sim.compile import compiled
from sim.market.buildings import BUILDINGS, DUMMY, NO_BUILDING, OWNERS, TYPE, TYPE_COUNT
from sim.market.money import CURRENCY_COUNT, DISPLAY, HIGHEST, NO_MONEY, one_card
from sim.randomness import below, fold, seed_stream, shuffle

Table: TypeAlias = Any
"""A record whose dtype begins with :data:`TABLE_FIELDS`."""
Hidden: TypeAlias = Any
"""A record of dtype :data:`HIDDEN`."""

SEATS = 6
SPACES = 4
MONEY_PILE = 110
"""Money cards and the two scoring cards at the most."""
SCORE_A, SCORE_B = 128, 129
"""The scoring cards in the money pile (M6)."""
START_MONEY = 20
DUMMY_TILES = 6

RULE, RANDOM, SEAT_0 = 0, 1, 2
"""Values of ``first_player``; ``SEAT_0 + k`` lets seat ``k`` begin."""
COUNTED, SECRET = 0, 1
"""Values of ``hands``."""
MUST, MAY = 0, 1
"""Values of ``extra_action``."""
MARKET_SHORT, BAG_EMPTY = 0, 1
"""Values of ``end_trigger``."""
GIFTS, NO_GIFTS = 0, 1
"""Values of ``dummy_gifts``."""
BY_CARDS, BY_TOTAL, BY_LOT = 0, 1, 2
"""How M5 named the first player: fewest cards, smallest total, drawn by lot."""

TABLE_FIELDS = [
    ("players", np.int32),
    ("player", np.int32),  # whose turn it is
    ("turn", np.int32),  # number of the turn, from 1
    ("actions", np.int32),  # actions taken in this turn, all of them exact purchases
    ("hand", np.int32, (SEATS, CURRENCY_COUNT)),  # words, see sim.market.money; -1 if secret
    ("worth", np.int32, (SEATS, CURRENCY_COUNT)),  # sum of a hand by currency; -1 if secret
    ("cards", np.int32, (SEATS,)),  # cards in hand, always known
    ("display", np.int32, (DISPLAY,)),  # money cards laid out, NO_MONEY where none
    ("discard", np.int32, (CURRENCY_COUNT,)),  # words
    ("money_left", np.int32),  # cards in the money pile, scoring cards included
    ("market", np.int32, (SPACES,)),  # ids of the buildings, NO_BUILDING where none
    ("bag_left", np.int32),
    ("owned", np.int32, (OWNERS, TYPE_COUNT)),  # buildings that count, the dummy's in row 6
    ("points", np.int32, (3, OWNERS, TYPE_COUNT)),  # by round, owner and type
    ("score", np.int32, (OWNERS,)),
    ("rounds", np.int32),  # scoring rounds played
    ("round_turn", np.int32, (3,)),  # turn in which each was played, 0 if not yet
    ("first", np.int32),  # the seat that began
    ("named", np.int32),  # the seat that M5 names
    ("named_by", np.int32),
    ("drawn", np.int32, (8,)),  # the last refill: money drawn in order, scoring cards included
    ("drawn_n", np.int32),
    ("filled", np.int32, (SPACES,)),  # the last refill: building laid on each space
    ("reshuffled", np.int32),  # the last refill: cards of the discard pile that became the pile
    ("dummy_drawn", np.int32, (18,)),  # what the dummy got last
    ("dummy_drawn_n", np.int32),
    ("first_player", np.int32),  # the rule options
    ("hands", np.int32),
    ("extra_action", np.int32),
    ("end_trigger", np.int32),
    ("dummy_gifts", np.int32),
    ("turn_limit", np.int32),
]
"""Fields of the table that the two market games share."""

HIDDEN = np.dtype(
    [
        ("money", np.int32, (MONEY_PILE,)),
        ("money_at", np.int32),
        ("money_n", np.int32),
        ("bag", np.int32, (BUILDINGS,)),
        ("bag_at", np.int32),
        ("hand", np.int32, (SEATS, CURRENCY_COUNT)),  # the true hands while they are secret
        ("worth", np.int32, (SEATS, CURRENCY_COUNT)),
        ("reshuffles", np.int32),
        ("rng", np.uint64, (4,)),
        ("key", np.uint64, (5,)),  # names of the streams but for the deal, see PURPOSES
        ("deal", np.int64),
    ],
    align=True,
)
"""The orders of the money pile and of the bag, and the streams of the deal."""

PURPOSES = ("money", "tiles", "scoring cards", "first player", "reshuffle")
"""What each stream of the deal is for; a reshuffle's is made longer by its number."""
MONEY, TILES, PLACES_OF_SCORING, FIRST, RESHUFFLE = range(5)


@compiled
def seed_purpose(hidden: Hidden, purpose: int) -> None:
    """Start the stream of a purpose for this deal."""
    seed_stream(hidden.rng, fold(hidden.key[purpose], hidden.deal))


@compiled
def begin(table: Table, hidden: Hidden) -> None:
    """Shuffle, deal and lay out a game (M1 to M6, M17).

    ``players`` and the rule options of the table, ``key`` and ``deal`` of the hidden part must be
    set; everything else is.
    """
    clear(table, hidden)
    seed_purpose(hidden, TILES)
    for i in range(BUILDINGS):
        hidden.bag[i] = i + 1
    shuffle(hidden.rng, hidden.bag, BUILDINGS)
    n = 0
    copies = 2 if table.players == 2 else 3
    for currency in range(CURRENCY_COUNT):
        for value in range(1, HIGHEST + 1):
            for _ in range(copies):
                hidden.money[n] = 16 * currency + value
                n += 1
    seed_purpose(hidden, MONEY)
    shuffle(hidden.rng, hidden.money, n)
    hidden.money_n = n
    lay_out(table, hidden)


@compiled
def clear(table: Table, hidden: Hidden) -> None:
    """Make the table empty, but for the number of players and the options."""
    for seat in range(SEATS):
        table.cards[seat] = 0
        for currency in range(CURRENCY_COUNT):
            table.hand[seat, currency] = 0
            table.worth[seat, currency] = 0
    for currency in range(CURRENCY_COUNT):
        table.discard[currency] = 0
    for owner in range(OWNERS):
        table.score[owner] = 0
        for kind in range(TYPE_COUNT):
            table.owned[owner, kind] = 0
            for k in range(3):
                table.points[k, owner, kind] = 0
    for k in range(3):
        table.round_turn[k] = 0
    for k in range(SPACES):
        table.market[k] = NO_BUILDING
        table.filled[k] = NO_BUILDING
        table.display[k] = NO_MONEY
    table.rounds = 0
    table.turn = 1
    table.actions = 0
    table.drawn_n = 0
    table.reshuffled = 0
    table.dummy_drawn_n = 0
    hidden.reshuffles = 0
    hidden.money_at = 0
    hidden.bag_at = 0


@compiled
def lay_out(table: Table, hidden: Hidden) -> None:
    """Deal from a shuffled pile and bag: hands, display, scoring cards, dummy, market."""
    for seat in range(table.players):
        total = 0
        while total < START_MONEY:
            card = hidden.money[hidden.money_at]
            hidden.money_at += 1
            total += card & 15
            receive(table, seat, card)
    for k in range(DISPLAY):
        table.display[k] = hidden.money[hidden.money_at]
        hidden.money_at += 1
    place_scoring_cards(hidden)
    if table.players == 2:
        give_dummy(table, hidden, DUMMY_TILES)
    for k in range(SPACES):
        table.market[k] = hidden.bag[hidden.bag_at]
        hidden.bag_at += 1
    table.money_left = hidden.money_n - hidden.money_at
    table.bag_left = BUILDINGS - hidden.bag_at
    choose_first(table, hidden)


@compiled
def receive(table: Table, seat: int, card: int) -> None:
    """Add a card to a hand."""
    currency, value = card >> 4, card & 15
    table.hand[seat, currency] += one_card(value)
    table.worth[seat, currency] += value
    table.cards[seat] += 1


@compiled
def place_scoring_cards(hidden: Hidden) -> None:
    """Cut the rest of the pile in five and put A into the second part, B into the fourth (M6)."""
    rest = hidden.money_n - hidden.money_at
    size, larger = rest // 5, rest % 5
    seed_purpose(hidden, PLACES_OF_SCORING)
    start = size + (larger > 0)
    second = size + (larger > 1)
    third = size + (larger > 2)
    fourth = size + (larger > 3)
    place_a = hidden.money_at + start + below(hidden.rng, second + 1)
    place_b = hidden.money_at + start + second + third + below(hidden.rng, fourth + 1)
    for i in range(hidden.money_n - 1, place_b - 1, -1):
        hidden.money[i + 2] = hidden.money[i]
    hidden.money[place_b + 1] = SCORE_B
    for i in range(place_b - 1, place_a - 1, -1):
        hidden.money[i + 1] = hidden.money[i]
    hidden.money[place_a] = SCORE_A
    hidden.money_n += 2


@compiled
def give_dummy(table: Table, hidden: Hidden, n: int) -> None:
    """Give the dummy up to ``n`` buildings of the bag (M17)."""
    table.dummy_drawn_n = 0
    while table.dummy_drawn_n < n and hidden.bag_at < BUILDINGS:
        building = hidden.bag[hidden.bag_at]
        hidden.bag_at += 1
        table.dummy_drawn[table.dummy_drawn_n] = building
        table.dummy_drawn_n += 1
        table.owned[DUMMY, TYPE[building]] += 1
    table.bag_left = BUILDINGS - hidden.bag_at


@compiled
def choose_first(table: Table, hidden: Hidden) -> None:
    """Find the first player (M5; option ``first_player``)."""
    fewest = least = 1000
    tied = 0
    for seat in range(table.players):
        cards = table.cards[seat]
        total = hand_worth(table, seat)
        if cards < fewest:
            fewest, least, tied = cards, total, 1
            table.named, table.named_by = seat, BY_CARDS
        elif cards == fewest:
            if total < least:
                least, tied = total, 1
                table.named, table.named_by = seat, BY_TOTAL
            elif total == least:
                tied += 1
            elif tied == 1:
                table.named_by = BY_TOTAL
    seed_purpose(hidden, FIRST)
    if tied > 1:
        pick = below(hidden.rng, tied)
        table.named_by = BY_LOT
        for seat in range(table.players):
            if table.cards[seat] == fewest and hand_worth(table, seat) == least:
                if pick == 0:
                    table.named = seat
                pick -= 1
    lot = below(hidden.rng, table.players)
    table.first = table.named
    if table.first_player == RANDOM:
        table.first = lot
    elif table.first_player >= SEAT_0:
        table.first = table.first_player - SEAT_0
    table.player = table.first


@compiled
def hand_worth(table: Table, seat: int) -> int:
    """Return the sum of a hand over all currencies."""
    total = 0
    for currency in range(CURRENCY_COUNT):
        total += table.worth[seat, currency]
    return total
