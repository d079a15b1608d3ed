"""What the log keeps of a market game: integers by row, in the order of the log's schema."""

from typing import Any

from sim.compile import compiled
from sim.market.buildings import DUMMY, TYPE_COUNT
from sim.market.course import FAULT
from sim.market.moves import Tally
from sim.market.rounds import best_score
from sim.market.table import Table, hand_worth

GAME_ROWS, SEAT_ROWS = 12, 41
"""Rows that the two functions fill."""


@compiled
def write_game(table: Table, tally: Tally, end: int, game: Any, column: int) -> None:
    """Write what the log keeps of a game into a column."""
    game[0, column] = end
    game[1, column] = table.first
    game[2, column] = table.named
    game[3, column] = table.named_by
    game[4, column] = table.turn
    game[5, column] = table.rounds
    for k in range(3):
        game[6 + k, column] = table.round_turn[k]
    game[9, column] = tally.choices
    game[10, column] = table.score[DUMMY]
    game[11, column] = table.player if end == FAULT else -1


@compiled
def write_seats(table: Table, tally: Tally, end: int, seats: Any, column: int) -> None:
    """Write what the log keeps of the seats of a game into columns from ``column * players`` on."""
    failed = table.player if end == FAULT else -1
    best = best_score(table)
    winners = 0
    for seat in range(table.players):
        winners += table.score[seat] == best
    for seat in range(table.players):
        row = seats[:, column * table.players + seat]
        row[0] = (seat - table.first) % table.players
        row[1] = tally.start_cards[seat]
        row[2] = tally.start_total[seat]
        row[3] = table.score[seat]
        place = 1
        for other in range(table.players):
            place += table.score[other] > table.score[seat]
        row[4] = place
        row[5] = 60 // winners if place == 1 else 0
        if failed >= 0:
            row[5] = 0 if seat == failed else 60 // (table.players - 1)
        row[6] = tally.taken_cards[seat]
        row[7] = tally.taken[seat]
        row[8] = tally.spent[seat]
        row[9] = tally.overpaid[seat]
        row[10] = hand_worth(table, seat)
        row[11] = tally.purchases[seat]
        row[12] = tally.exact[seat]
        row[13] = tally.chain[seat]
        row[14] = tally.gifts[seat]
        row[15] = tally.leftovers[seat]
        row[16] = tally.passes[seat]
        for k in range(3):
            for kind in range(TYPE_COUNT):
                row[17 + TYPE_COUNT * k + kind] = table.points[k, seat, kind]
        for kind in range(TYPE_COUNT):
            row[35 + kind] = table.owned[seat, kind]
