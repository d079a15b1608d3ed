"""The built-in strategies of the board game: legal, honest, alike at both speeds, and ordered."""

from typing import Any

import pytest

from sim.board.city import put
from sim.board.moves import ACTION, AWARD, PLACE, RESERVE
from sim.board.outline import longest_wall
from sim.market.moves import BUY
from strategies.registry import built_in
from tests.strategies.market_checks import (
    plays_whole_games,
    plays_with_parameters_at_both_ends,
    secret_hands_do_not_move_a_decision,
    sees_only_the_table_and_leaves_it_alone,
    values_of_parameters_lie_within_their_ranges,
)
from tests.strategies.market_games import BOARD, BOARD_LADDER, RULES, Rules

WALL, PLACED, REMOVED, SWAPPED = 44, 47, 48, 49
"""Rows of the log of a seat: the last wall, and redesigns by kind."""


def test_the_ladder_holds_every_built_in_strategy() -> None:
    assert sorted(BOARD_LADDER) == list(built_in("board"))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_plays_whole_games_under_every_rule(players: int, rules: Rules) -> None:
    """Nobody redesigns for ever."""
    for name in BOARD_LADDER:
        plays_whole_games(BOARD, name, players, rules, 15)


@pytest.mark.parametrize("name", BOARD_LADDER)
@pytest.mark.parametrize("players", [2, 3])
def test_every_parameter_may_stand_at_both_ends_of_its_range(name: str, players: int) -> None:
    plays_with_parameters_at_both_ends(BOARD, name, players)


def test_decides_alike_compiled_and_as_plain_python() -> None:
    assert BOARD.some_plainly() == BOARD.some()


@pytest.mark.parametrize("name", BOARD_LADDER)
@pytest.mark.parametrize("rules", [RULES[1], RULES[4]], ids=str)
def test_sees_only_the_table_and_leaves_it_alone(name: str, rules: Rules) -> None:
    sees_only_the_table_and_leaves_it_alone(BOARD, name, rules)


@pytest.mark.parametrize("name", BOARD_LADDER)
def test_secret_hands_do_not_move_a_decision(name: str) -> None:
    secret_hands_do_not_move_a_decision(BOARD, name)


def test_asked_by_hand_or_in_a_batch_the_game_is_the_same() -> None:
    names = ("planner", "exact", "waller")
    played = int(BOARD.play(names, 1, RULES[0], first=3)[0][9, 0])
    assert BOARD.walk(names, RULES[0], 3) == played


@pytest.mark.parametrize("name", ["greedy", "exact", "majority"])
def test_places_where_the_wall_is_longest_and_keeps_back_what_fits_nowhere(name: str) -> None:
    """B2, B4: of the places of all new tiles one after which no other wall would be longer."""

    def look(b: Any, seat: int, n: int) -> int:
        answer = BOARD.ask(name, b, seat, n)
        moves = [BOARD.moves(b)[i] for i in range(n)]
        chosen = moves[answer]
        if b.table.phase != ACTION:
            walls = {}
            for i, move in enumerate(moves):
                if move.kind == PLACE:
                    city = b.table.city[seat].copy()
                    put(city, move.building, move.x, move.y)
                    walls[i] = longest_wall(city)
            assert chosen.kind == (PLACE if walls else RESERVE)
            assert not walls or walls[answer] == max(walls.values())
            met.append(len(walls))
        return answer

    met: list[int] = []
    BOARD.walk((name,) * 3, RULES[0], 1, look)
    assert len(met) > 20


def test_greedy_buys_the_highest_type_then_the_least_overpaid() -> None:
    """M8, M9."""

    def look(b: Any, seat: int, n: int) -> int:
        answer = BOARD.ask("greedy", b, seat, n)
        moves = [BOARD.moves(b)[i] for i in range(n)]
        buys = [m for m in moves if m.kind == BUY]
        chosen = moves[answer]
        if buys:
            assert chosen.kind == BUY
            # Arithmetic over ids: buildings are numbered by type (M2).
            assert chosen.building >= max(m.building for m in buys) - 10
            same = [m.overpayment for m in buys if m.building == chosen.building]
            assert chosen.overpayment == min(same)
        elif b.table.phase == ACTION:
            assert chosen.total == max(m.total for m in moves)
        return answer

    assert BOARD.walk(("greedy",) * 3, RULES[0], 1, look) > 20


def test_exact_never_overpays_and_never_leaves_out_an_exact_payment() -> None:
    """M7, M9: what is not paid exactly is paid only where there is nothing else to do."""

    def look(b: Any, seat: int, n: int) -> int:
        answer = BOARD.ask("exact", b, seat, n)
        moves = [BOARD.moves(b)[i] for i in range(n)]
        chosen = moves[answer]
        if b.table.phase == ACTION:
            assert (chosen.kind == BUY) == any(m.kind == BUY and m.overpayment == 0 for m in moves)
            assert chosen.overpayment == 0
        return answer

    assert BOARD.walk(("exact",) * 3, RULES[0], 2, look) > 20


def test_greedy_never_redesigns_and_the_others_do() -> None:
    """B3."""
    done = {name: BOARD.play((name,) * 3, 100)[1].sum(axis=(1, 2)) for name in BOARD_LADDER}
    for name, rows in done.items():
        assert (rows[PLACED] > 0) == (name != "greedy"), name
        assert (rows[SWAPPED] > 0) == (name in ("random", "waller", "planner")), name


def test_builders_of_walls_have_the_longer_walls() -> None:
    """B4."""
    walls = {name: BOARD.play((name,) * 3, 100)[1][WALL].mean() for name in BOARD_LADDER}
    assert walls["greedy"] > 1.5 * walls["random"]
    assert walls["planner"] > walls["majority"]


def test_leftovers_of_the_planner_are_placed_for_the_last_round() -> None:
    """B6: a tile that fits is placed, since the reserve counts for nothing (B5)."""

    def look(b: Any, seat: int, n: int) -> int:
        answer = BOARD.ask("planner", b, seat, n)
        if b.table.phase == AWARD:
            moves = [BOARD.moves(b)[i] for i in range(n)]
            met.append((moves[answer].kind, any(m.kind == PLACE for m in moves)))
        return answer

    met: list[tuple[int, bool]] = []
    for number in range(10):
        BOARD.walk(("planner",) * 3, RULES[0], number, look)
    assert met
    assert all(kind == PLACE for kind, possible in met if possible)


def test_only_players_that_look_at_the_dummy_give_to_it() -> None:
    """M17, and the option ``dummy_gifts``."""
    for name in BOARD_LADDER:
        gifts = BOARD.play((name,) * 2, 50)[1][14].sum()
        assert (gifts > 0) == (name in ("random", "majority", "planner")), name
        assert BOARD.play((name,) * 2, 10, RULES[4])[1][14].sum() == 0


def test_greedy_takes_four_wins_in_five_from_two_random_players() -> None:
    assert BOARD.share("greedy", "random") >= 0.8


@pytest.mark.parametrize(
    ("higher", "lower", "least"),
    [
        ("exact", "greedy", 0.7),
        ("majority", "exact", 0.34),
        ("waller", "majority", 0.34),
        ("planner", "waller", 0.5),
        ("planner", "exact", 0.5),
    ],
)
def test_each_rung_beats_the_one_below(higher: str, lower: str, least: float) -> None:
    """A lone player of three takes more than its third of the wins."""
    assert BOARD.share(higher, lower) > least


def test_values_of_parameters_lie_within_their_ranges() -> None:
    values_of_parameters_lie_within_their_ranges(BOARD)
