"""Rules B1 to B8, and those of M1 to M17 that the board changes, in its engine, by number."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.board import moves as m
from sim.board import play as p
from sim.board.game import GAME
from sim.market.course import FAULT, LIMIT, MARKET
from sim.market.money import PAYMENTS
from sim.market.table import SEATS
from tests.referee import check_text
from tests.sim.board_engine import BoardEngine, same_moves
from tests.sim.board_twin import CityMove
from tests.sim.city_twin import OPPOSITE, STEPS, WALLS, Cell, beside
from tests.sim.market_speeds import cell_of, player, record_of
from tests.sim.market_twin import DUMMY, TILES, TYPES, Options, deck

ROOT = Path(__file__).parents[2]
ALL_TILES = list(TILES)
PRICED = {price: [tile for tile in TILES if TILES[tile][1] == price] for price in range(2, 14)}
SQUARES = (7, 14, 22, 23, 31, 32, 41, 42, 52, 53)
"""The tiles without walls; 7 is a pavilion, 14 a seraglio, 22 and 23 are arcades."""
assert not any(WALLS[tile] for tile in SQUARES)


def walled(sides: str) -> list[int]:
    """Return the tiles with just these walls."""
    return [tile for tile in TILES if WALLS[tile] == sum(1 << "NESW".index(s) for s in sides)]


def empty(players: int = 3, **options: Any) -> BoardEngine:
    """Return a game in which nothing is laid out but a pile and a bag; seat 0 is to move."""
    engine = BoardEngine(players, Options(**options)).empty()
    engine.set_pile("o1", "o2", "o3", "o4", "o5")
    engine.set_bag(ALL_TILES[-12:])
    return engine


def rich(players: int = 3, **options: Any) -> BoardEngine:
    """Return a game in which seat 0 can buy four buildings exactly: 7, 6, 5 and 4."""
    engine = empty(players, **options)
    engine.give(0, "y8", "g7", "b6", "o5", "y9")
    engine.set_market(7, 6, 5, 4)
    engine.set_display("y6", "g6", "b6", "o6")
    return engine


def of_city(moves: Iterable[Any]) -> list[CityMove]:
    """Return the moves that have to do with a city."""
    return [move for move in moves if isinstance(move, CityMove)]


def kinds(engine: BoardEngine) -> set[str]:
    """Return the kinds of the legal moves."""
    return {move.kind for move in engine.moves()}


def after(*paid: str, players: int = 3, **options: Any) -> BoardEngine:
    """Return a game in which seat 0 has bought, taken money, and now deals with its tiles."""
    engine = rich(players, **options)
    for card in paid:
        assert engine.play("buy", card)
    assert not engine.play("take", "y6")
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "placing"
    return engine


# ------------------------------------------------------------------ B1: placing


def cells_for(engine: BoardEngine, tile: int) -> list[Cell]:
    """Return where a tile may be placed that seat 0 has bought."""
    engine.table.city[0].bought = 1 << tile
    engine.table.phase = m.PLACING
    return sorted(move.at for move in of_city(engine.moves()) if move.kind == "place" and move.at)


def square(*cells: Cell) -> dict[Cell, int]:
    """Return a city of tiles without walls."""
    return dict(zip(cells, SQUARES, strict=False))


@pytest.mark.parametrize(
    ("tiles", "tile", "at", "may"),
    [
        pytest.param(square((1, 0), (2, 0), (2, 1), (0, 1), (0, 2)), 53, (1, 2), False, id="H1"),
        pytest.param(square((1, 0), (2, 0), (2, 1), (2, 2), (1, 2)), 53, (0, 1), False, id="H3"),
        pytest.param(square((1, 0), (2, 0), (2, 1), (0, 1)), 53, (0, 2), True, id="H4"),
        pytest.param({}, walled("S")[0], (0, -1), False, id="H6"),
        pytest.param({(1, 0): walled("N")[0]}, walled("S")[0], (1, -1), False, id="H7"),
        pytest.param({}, 53, (1, 1), False, id="H9"),
        pytest.param({}, 53, (0, 0), False, id="fountain"),
        pytest.param(square((1, 0)), 53, (1, 0), False, id="occupied"),
        pytest.param({(1, 0): walled("N")[0]}, 53, (1, -1), False, id="open to wall"),
        pytest.param({}, walled("N")[0], (0, -1), True, id="wall outside"),
    ],
)
def test_b1_placing(tiles: dict[Cell, int], tile: int, at: Cell, may: bool) -> None:
    """The worked examples, in the list of moves."""
    engine = empty()
    engine.build(0, tiles)
    assert (at in cells_for(engine, tile)) == may


def test_b1_beside_the_fountain() -> None:
    """An open tile fits on all four sides, a walled one where its wall does not touch."""
    around = {side: beside((0, 0), side) for side in STEPS}
    for tile, walls in WALLS.items():
        wanted = sorted(at for side, at in around.items() if not walls & OPPOSITE[side])
        assert cells_for(empty(), tile) == wanted


# ------------------------------------------------------------------ B2: the end of the turn


def test_b2_any_order() -> None:
    """Each of the tiles can come first, and one can lean on another of the same turn."""
    engine = after("y8", "g7", "b6")
    waiting = {7, 6, 5}
    assert {move.tile for move in engine.moves()} == waiting
    assert engine.do("place", 6, (0, 1))
    assert {move.tile for move in engine.moves()} == {7, 5}
    assert engine.do("place", 7, (0, 2))
    assert not engine.do("place", 5, (-1, 2))
    assert engine.tiles(0) == {(0, 1): 6, (0, 2): 7, (-1, 2): 5}
    assert engine.reserve(0) == engine.waiting(0) == []
    assert engine.go_on() == ""
    assert engine.table.player == 1
    assert engine.table.phase == m.ACTION


def test_b2_what_may_become_of_a_tile() -> None:
    """It is placed or put in the reserve, also if it could be placed; nothing else goes on."""
    engine = after("y8", "g7")
    assert kinds(engine) == {"place", "reserve"}
    assert engine.do("reserve", 7)
    assert engine.reserve(0) == [7]
    assert {move.tile for move in engine.moves()} == {6}
    assert not engine.do("place", 6, (1, 0))
    assert engine.state()["owned"][0] == {**dict.fromkeys(TYPES, 0), "pavilion": 1}


def test_b2_nothing_is_redesigned_while_tiles_are_dealt_with() -> None:
    """A new tile replaces nothing, and the reserve lies still."""
    engine = after("y8")
    engine.build(0, {(1, 0): 14}, 22, 6)
    assert {move.tile for move in engine.moves()} == {7}
    assert kinds(engine) == {"place", "reserve"}
    assert not {move.at for move in engine.moves()} & {(0, 0), (1, 0)}


def test_b2_a_tile_takes_no_part_in_a_redesign_of_its_turn() -> None:
    """After an exact purchase only what was there before can be placed, exchanged or removed."""
    engine = rich()
    engine.build(0, {(1, 0): 14}, 22)
    before = of_city(engine.moves())
    assert engine.play("buy", "y8")
    assert of_city(engine.moves()) == before
    assert {move.tile for move in before} == {14, 22}
    assert {move.out for move in before} == {0, 14}
    alone = rich()
    assert alone.play("buy", "y8")
    assert of_city(alone.moves()) == []


def test_b2_the_reserve_has_no_limit() -> None:
    """Fifty tiles lie there, and one more may come although it could be placed."""
    engine = after("y8")
    engine.build(0, {}, *ALL_TILES[9:])
    assert not engine.do("reserve", 7)
    assert engine.reserve(0) == [7, *ALL_TILES[9:]]


def test_b2_a_tile_that_fits_nowhere_is_put_away() -> None:
    """Without a choice it goes to the reserve at once, and the next turn begins (B1)."""
    engine = empty()
    engine.set_display("y1", "y2", "y3", "y4")
    engine.build(0, {(0, -1): 44})  # open to the south alone, like tile 1
    assert cells_for(engine, 1) == []
    assert engine.moves() == [CityMove("reserve", 1)]
    engine.next_choice()
    assert engine.reserve(0) == [1]
    assert engine.table.player == 1
    assert engine.tally.choices == 0


# ------------------------------------------------------------------ M7, B3: redesign as an action


@pytest.mark.parametrize(
    ("move", "tiles", "reserve", "owned"),
    [
        (
            CityMove("place", 22, (0, 1)),
            {(1, 0): 14, (0, 1): 22},
            [7],
            {"seraglio": 1, "arcades": 1},
        ),
        (CityMove("remove", 14, (1, 0)), {}, [7, 14, 22], {}),
        (CityMove("swap", 22, (1, 0), 14), {(1, 0): 22}, [7, 14], {"arcades": 1}),
    ],
)
def test_m7_b3_a_redesign_ends_the_turn(
    move: CityMove, tiles: dict[Cell, int], reserve: list[int], owned: dict[str, int]
) -> None:
    """It is one action; city, reserve and what counts (B5) are changed at once."""
    engine = rich()
    engine.build(0, {(1, 0): 14}, 7, 22)
    assert {"take", "buy", "place", "remove", "swap"} == kinds(engine)
    assert not engine.do(*move)
    assert engine.tiles(0) == tiles
    assert engine.reserve(0) == reserve
    assert engine.state()["owned"][0] == {**dict.fromkeys(TYPES, 0), **owned}
    tally = engine.state()["tally"][0]
    counted = {key: tally[key] for key in ("placed", "removed", "swapped")}
    assert counted == {key: int(key[:3] == move.kind[:3]) for key in counted}
    assert engine.go_on() == ""
    assert (engine.table.player, engine.table.phase) == (1, m.ACTION)
    assert engine.market() == [7, 6, 5, 4]


@pytest.mark.parametrize("kind", ["place", "remove", "swap"])
def test_m7_a_redesign_as_the_extra_action(kind: str) -> None:
    """After an exact payment it ends the turn too; then the tile of the purchase is dealt with."""
    engine = rich()
    engine.build(0, {(1, 0): 14}, 22)
    assert engine.play("buy", "y8")
    move = next(move for move in engine.moves() if move.kind == kind)
    assert not engine.do(*move)
    assert engine.go_on() == ""
    assert (engine.table.player, engine.table.phase) == (0, m.PLACING)
    assert {move.tile for move in engine.moves()} == {7}
    assert kinds(engine) == {"place", "reserve"}


def test_m7_four_purchases_and_a_redesign() -> None:
    """case-M7: the fifth action may be a redesign; all four tiles are dealt with then."""
    engine = rich()
    engine.build(0, {(1, 0): 14})
    for paid in ("y8", "g7", "b6", "o5"):
        assert engine.play("buy", paid)
    assert engine.table.actions == 4
    assert engine.state()["tally"][0]["chain"] == 4
    assert kinds(engine) == {"take", "remove"}
    assert not engine.do("remove", 14, (1, 0))
    assert engine.go_on() == ""
    assert (engine.table.player, engine.table.phase) == (0, m.PLACING)
    assert engine.waiting(0) == [4, 5, 6, 7]
    assert engine.reserve(0) == [14]


def test_m7_chains() -> None:
    """The longest chain of exact purchases is counted, inexact ones are none."""
    engine = rich()
    assert engine.play("buy", "y8")
    assert engine.state()["tally"][0]["chain"] == 1
    assert engine.play("buy", "g7")
    assert engine.state()["tally"][0]["chain"] == 2
    engine = rich()
    assert not engine.play("buy", "y9")
    assert engine.state()["tally"][0]["chain"] == 0


def test_m7_an_inexact_purchase_ends_the_turn() -> None:
    engine = rich()
    engine.build(0, {(1, 0): 14}, 22)
    assert not engine.play("buy", "y9")
    assert engine.go_on() == ""
    assert kinds(engine) == {"place", "reserve"}
    assert not engine.do("place", 7, (0, 1))
    assert engine.go_on() == ""
    assert engine.table.player == 1


@pytest.mark.parametrize("extra_action", ["must", "may"])
def test_m7_extra_action(extra_action: str) -> None:
    """Under ``may`` the turn can be ended after an exact payment, also if all else is redesign."""
    engine = empty(extra_action=extra_action)
    engine.give(0, "y8")
    engine.set_market(7)
    engine.build(0, {(1, 0): 14}, 22)
    assert "end turn" not in kinds(engine)
    assert engine.play("buy", "y8")
    assert kinds(engine) - {"end turn"} == {"place", "remove", "swap"}
    assert ("end turn" in kinds(engine)) == (extra_action == "may")
    if extra_action == "may":
        assert not engine.play("end turn")
        assert engine.go_on() == ""
        assert kinds(engine) == {"place", "reserve"}
        assert not engine.do("reserve", 7)
        assert engine.tiles(0) == {(1, 0): 14}


@pytest.mark.parametrize("extra_action", ["must", "may"])
def test_m7_where_no_action_is_left(extra_action: str) -> None:
    """After an exact purchase with nothing left to do tiles are dealt with at once: no pass."""
    engine = empty(extra_action=extra_action)
    engine.give(0, "y8")
    engine.set_market(7)
    assert engine.play("buy", "y8")
    assert engine.moves() == []
    assert engine.next_choice() == 5
    assert (engine.table.player, engine.table.phase) == (0, m.PLACING)
    assert engine.state()["tally"][0]["passes"] == 0


def test_m7_who_can_redesign_does_not_pass() -> None:
    """A tile in the city or in the reserve is something to do; without any the turn is passed."""
    engine = empty()
    engine.build(1, {(1, 0): 14}, 22)
    engine.give(0, "y1")
    assert engine.moves() == []
    engine.set_pile()
    assert engine.next_choice() > 1
    assert engine.table.player == 1
    assert engine.table.turn == 2
    assert [engine.tally.passes[seat] for seat in range(3)] == [1, 0, 0]


def test_m7_a_single_redesign_is_played() -> None:
    """What leaves no choice is done at once; here the only tile of the city is removed."""
    engine = empty()
    engine.build(0, {(1, 0): 14})
    assert engine.moves() == [CityMove("remove", 14, (1, 0))]
    engine.next_choice()
    assert engine.table.player == 1
    assert engine.tiles(0) == {}
    assert engine.reserve(0) == [14]
    assert engine.tally.removed[0] == 1
    assert engine.tally.choices == 0


def test_b3_the_fountain_stays() -> None:
    """No redesign names it, neither as the tile nor as the one that goes out."""
    engine = empty()
    engine.build(0, {(1, 0): 14, (-1, 0): 7}, *SQUARES[2:])
    for move in of_city(engine.moves()):
        assert move.kind == "place" or move.at != (0, 0)
        assert 55 not in (move.tile, move.out)


def test_b3_case_r1_and_r3() -> None:
    """A tile over which others are reached may not go; in the middle of a plus it may change."""
    engine = empty()
    engine.build(0, {(1, 0): 7, (1, -1): walled("W")[0], (0, -1): walled("E")[0]}, 14)
    removals = {move.at for move in of_city(engine.moves()) if move.kind == "remove"}
    assert removals == {(1, -1), (0, -1)}
    engine = empty()
    engine.build(0, square((1, 0), (2, 0), (1, 1), (1, -1)), 53)
    moves = of_city(engine.moves())
    assert CityMove("swap", 53, (1, 0), 7) in moves
    assert (1, 0) not in {move.at for move in moves if move.kind == "remove"}


def test_b3_a_hole_alone_forbids_a_removal() -> None:
    """All could still be reached, but an empty cell would be closed in."""
    engine = empty()
    engine.build(0, square((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 1)))
    removals = {move.at for move in of_city(engine.moves()) if move.kind == "remove"}
    assert removals == {(1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 1)}


def test_b3_moving_a_tile_takes_two_actions() -> None:
    """No move places a tile that lies in the city."""
    engine = empty()
    engine.set_display("y1")
    engine.build(0, {(1, 0): 14, (-1, 0): 7})
    assert {move.kind for move in of_city(engine.moves())} == {"remove"}
    assert not engine.do("remove", 14, (1, 0))
    assert engine.go_on() == ""
    engine.table.player = 0
    assert CityMove("place", 14, (0, 1)) in engine.moves()


@pytest.mark.parametrize("phase", [m.ACTION, m.PLACING, m.AWARD])
def test_every_move_leaves_its_mark(phase: int) -> None:
    """No two moves of a list leave the same digest: kind, tile, cell and exchanged tile matter."""
    engine = rich(2, extra_action="may")
    engine.table.actions, engine.table.phase = 1, phase
    engine.build(0, long_line(5), *SQUARES[5:], 1, 2)
    engine.table.city[0].bought = 1 << 5 | 1 << 6 | 1 << 14
    n = engine.list_moves()
    listed = engine.rules.moves_of(engine.table, engine.work)[:n].copy()
    table = engine.table.copy()
    marks = set()
    for move in listed:
        engine.tally.digest = 1
        p.act(table.copy(), engine.tally, move)
        marks.add(int(engine.tally.digest))
    assert len(marks) == n > 25


# ------------------------------------------------------------------ M10, M11: the refill


def test_m10_tiles_are_placed_before_the_refill() -> None:
    """Market and display wait until all tiles are dealt with."""
    engine = after("y8", "g7")
    assert engine.market() == [None, None, 5, 4]
    assert engine.display() == [None, "g6", "b6", "o6"]
    assert engine.do("reserve", 6)
    assert engine.market() == [None, None, 5, 4]
    assert not engine.do("place", 7, (1, 0))
    assert engine.go_on() == ""
    assert engine.market() == [*ALL_TILES[-12:-10], 5, 4]
    assert engine.display() == ["o1", "g6", "b6", "o6"]


def test_m11_a_round_counts_the_tiles_of_its_turn() -> None:
    """M10, B4, B5: placed tiles count in the round of the refill, those put away do not."""
    engine = after("y8", "b6")
    engine.set_pile("A", "o1")
    engine.table.city[1].reserve = 1 << 44
    engine.build(1, {(0, -1): 1})
    assert engine.do("place", 5, (0, -1))
    assert not engine.do("reserve", 7)
    assert engine.go_on() == ""
    state = engine.state()
    assert state["points"]["A", 0]["pavilion"] == state["points"]["A", 1]["pavilion"] == 0
    assert state["walls"] == {(r, s): (1, 3, 0)[s] * (r == "A") for r in "ABC" for s in range(3)}
    assert state["score"] == {0: 1, 1: 3, 2: 0}
    assert state["round_turn"] == {"A": 1, "B": 0, "C": 0}


# ------------------------------------------------------------------ B4, B5, M12: rounds


def test_b4_every_round_scores_every_wall() -> None:
    """In A, B and C alike, each for its own city; majorities and walls add up."""
    engine = empty()
    engine.build(0, {(0, -1): 1})  # three sides
    engine.build(1, {(1, 0): 15, (-1, 0): 16})  # as in case-W8
    for name in "AB":
        engine.set_display("y1", "y1", "y1")
        engine.set_market(1, 2, 3, 4)
        engine.set_pile(name, "y1")
        assert engine.go_on() == ""
    engine.table.turn_limit = engine.table.turn
    engine.set_pile()
    assert engine.go_on() == "turn limit"
    state = engine.state()
    assert state["walls"] == {(r, s): (3, 3, 0)[s] for r in "ABC" for s in range(3)}
    for seat in range(3):
        majorities = sum(sum(state["points"][r, seat].values()) for r in "ABC")
        assert state["score"][seat] == majorities + 3 * (3, 3, 0)[seat]
    assert state["score"][0] == (1 + 8 + 16) + 9


def test_b4_a_closed_ring_counts_whole() -> None:
    """case-W5."""
    engine = empty(turn_limit=1)
    ring = {(0, -1): "NEW", (1, 0): "NES", (0, 1): "ESW", (-1, 0): "NSW"}
    engine.build(2, {at: walled(sides)[0] for at, sides in ring.items()})
    assert engine.go_on() == "turn limit"
    assert engine.state()["walls"]["C", 2] == 12


def test_b4_nobody_scores_walls_for_the_dummy() -> None:
    """M17: its score is that of its majorities, whatever its buildings' walls."""
    engine = empty(2, turn_limit=1)
    engine.table.owned[6] = [2, 0, 0, 0, 0, 0]
    engine.build(1, {(0, -1): 1})
    assert engine.go_on() == "turn limit"
    assert engine.state()["score"] == {0: 0, 1: 8 + 3, DUMMY: 16}


def test_b5_the_reserve_counts_for_nothing() -> None:
    """M12: a removed tile no longer counts, one in the reserve never did."""
    engine = empty(turn_limit=2)
    engine.build(0, {(0, -1): 1}, 2, 3, 4)
    engine.build(1, {(0, -1): 44})
    assert not engine.do("remove", 1, (0, -1))
    assert engine.go_on() == ""
    engine.table.turn = 2
    assert engine.go_on() == "turn limit"
    assert engine.state()["score"] == {0: 0, 1: 21 + 3, 2: 0}
    assert engine.state()["owned"][0]["pavilion"] == 0


def test_b5_an_exchange_changes_what_counts() -> None:
    """M12, M13, B4: with another tile in the same cell another type and another wall score."""
    engine = empty(turn_limit=1)
    engine.build(0, {(0, -1): 7}, 1)
    assert not engine.do("swap", 1, (0, -1), 7)
    assert engine.go_on() == "turn limit"
    assert engine.state()["walls"]["C", 0] == 3
    engine = empty(turn_limit=1)
    engine.build(0, {(0, -1): 7}, 50)
    assert not engine.do("swap", 50, (0, -1), 7)
    assert engine.go_on() == "turn limit"
    assert engine.state()["score"][0] == 21 + 1


# ------------------------------------------------------------------ M14 to M16, B6: the end


def ending(players: int = 3, **options: Any) -> BoardEngine:
    """Return a game that ends with this turn: the bag is empty, the first space too."""
    engine = empty(players, **options)
    engine.set_display("y9", "y9", "y9", "y9")
    engine.set_market(None, 14, 5, 1)
    engine.set_bag([])
    return engine


def test_b6_leftovers_are_placed_before_round_c() -> None:
    """M15: seat by seat, in the city or in the reserve; walls and majorities count them."""
    engine = ending()
    engine.give(0, "g1", "o9")
    engine.give(2, "b2")
    assert engine.go_on() == ""
    assert (engine.table.player, engine.table.phase) == (0, m.AWARD)
    assert engine.waiting(0) == [1, 14]
    assert engine.waiting(2) == [5]
    assert engine.table.round_turn[2] == 0
    assert {move.tile for move in engine.moves()} == {1, 14}
    assert kinds(engine) == {"place", "reserve"}
    assert engine.do("place", 1, (0, -1))
    assert not engine.do("reserve", 14)
    assert engine.go_on() == ""
    assert (engine.table.player, engine.table.phase) == (2, m.AWARD)
    assert engine.table.round_turn[2] == 0
    assert not engine.do("place", 5, (0, -1))
    assert engine.go_on() == "market"
    state = engine.state()
    assert state["score"] == {0: 12 + 3, 1: 0, 2: 12 + 1}
    assert state["walls"] == {(r, s): (3, 0, 1)[s] * (r == "C") for r in "ABC" for s in range(3)}
    assert state["owned"][0]["seraglio"] == 0
    assert [state["tally"][seat]["leftovers"] for seat in range(3)] == [2, 0, 1]
    assert state["hands"] == [["g1", "o9"], [], ["b2"]]


def test_b6_any_order_of_two() -> None:
    """One leftover may lean on the other."""
    engine = ending()
    engine.give(1, "g1", "o9")
    assert engine.go_on() == ""
    assert engine.do("place", 14, (0, -1))
    assert not engine.do("place", 1, (0, -2))
    assert engine.go_on() == "market"
    assert engine.state()["walls"]["C", 1] == 3


def test_m15_nobody_gets_a_leftover_on_a_tie() -> None:
    """case-E4: then nothing has to be dealt with and round C is scored at once."""
    engine = ending()
    engine.set_market(None, None, None, 1)
    for seat, hand in enumerate((["o5"], ["o9"], ["o4", "o5"])):
        engine.give(seat, *hand)
    assert engine.go_on() == "market"
    assert engine.table.rounds == 1
    assert not engine.table.owned.any()
    assert [engine.waiting(seat) for seat in range(3)] == [[], [], []]


def test_m14_the_last_turns_tiles_come_first() -> None:
    """B2, M10: what was bought in the last turn is dealt with before the game ends."""
    engine = ending()
    engine.set_market(7, 14, 5, None)
    engine.give(0, "y8", "g9")
    assert engine.play("buy", "y8")
    assert not engine.play("take", "y9")
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "placing"
    assert engine.waiting(0) == [7]
    assert not engine.do("place", 7, (1, 0))
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "award"
    assert engine.waiting(0) == [14]
    assert not engine.do("place", 14, (2, 0))
    assert engine.go_on() == "market"
    assert engine.tiles(0) == {(1, 0): 7, (2, 0): 14}


def test_m14_e9_scoring_card_in_the_last_refill() -> None:
    """case-E9: B first, without the leftovers, then these, then C with them."""
    engine = ending()
    engine.set_display("y9", "y9", "y9")
    engine.set_pile("B", "y8")
    engine.give(2, "o1")
    engine.build(2, {(1, 0): 50})
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "award"
    assert engine.state()["score"] == {0: 0, 1: 0, 2: 13 + 1}
    assert not engine.do("place", 1, (0, -1))
    assert engine.go_on() == "market"
    assert [engine.state()["walls"][r, 2] for r in "ABC"] == [0, 1, 4]
    assert engine.state()["score"] == {0: 0, 1: 0, 2: 13 + 1 + 21 + 16 + 4}


def test_m15_no_redesign_with_leftovers() -> None:
    """B6: they may be placed or put away; city and reserve stay as they are."""
    engine = ending()
    engine.give(0, "o9")
    engine.build(0, {(1, 0): 7}, 22, 23)
    assert engine.go_on() == ""
    assert {move.tile for move in engine.moves()} == {1}
    assert kinds(engine) == {"place", "reserve"}


def test_m16_walls_decide() -> None:
    """The winner is found by all points."""
    engine = empty(turn_limit=1)
    engine.build(1, {(0, -1): 5})
    engine.build(2, {(0, -1): 1})
    assert engine.go_on() == "turn limit"
    games = np.zeros((p.GAME_ROWS, 1), dtype=np.int32)
    seats = np.zeros((p.SEAT_ROWS, 3), dtype=np.int32)
    p.write_rows(engine.table, engine.tally, LIMIT, games, seats, 0)
    names = list(GAME.play(cell_of("board", 3, Options()), [FIDGET] * 3, 0, 0, 0)["seats"])
    rows = dict(zip(names, seats.tolist(), strict=True))
    assert rows["score"] == [0, 12 + 1, 12 + 3]
    assert rows["place"] == [3, 2, 1]
    assert rows["share"] == [0, 0, 60]
    assert rows["walls_c"] == rows["wall"] == [0, 1, 3]
    assert rows["city"] == [0, 1, 1]


# ------------------------------------------------------------------ M17: gifts


def test_m17_gifts_are_made_at_the_end_of_the_turn() -> None:
    """Never with the purchase; then any of the new tiles, and it counts for the dummy."""
    engine = rich(2)
    assert not any(move.gift for move in engine.moves() if move.kind == "buy")
    assert "gift" not in kinds(engine)
    assert engine.play("buy", "y8")
    assert "gift" not in kinds(engine)
    engine = after("y8", "g7", "b6", players=2)
    gifts = [move for move in engine.moves() if move.kind == "gift"]
    assert sorted(move.tile for move in gifts) == [5, 6, 7]
    assert engine.do("gift", 6)
    assert engine.waiting(0) == [5, 7]
    assert engine.do("place", 7, (1, 0))
    assert not engine.do("gift", 5)
    state = engine.state()
    assert state["owned"][DUMMY] == {**dict.fromkeys(TYPES, 0), "pavilion": 2}
    assert state["owned"][0] == {**dict.fromkeys(TYPES, 0), "pavilion": 1}
    assert state["reserves"][0] == []
    assert [state["tally"][seat]["gifts"] for seat in range(2)] == [2, 0]


def test_m17_all_may_be_given() -> None:
    """A gift counts in the round of the same turn."""
    engine = after("y8", players=2)
    engine.set_pile("A", "o1")
    assert not engine.do("gift", 7)
    assert engine.go_on() == ""
    assert engine.state()["points"]["A", DUMMY]["pavilion"] == 1
    assert engine.state()["owned"][0]["pavilion"] == 0


@pytest.mark.parametrize(("players", "options"), [(2, {"dummy_gifts": "false"}), (3, {}), (6, {})])
def test_m17_where_there_are_no_gifts(players: int, options: dict[str, str]) -> None:
    """Option ``dummy_gifts``; and without a dummy."""
    engine = after("y8", "g7", players=players, **options)
    assert kinds(engine) == {"place", "reserve"}


def test_m17_d4_neither_reserve_nor_city_nor_leftovers() -> None:
    """case-D4."""
    engine = after("y8", players=2)
    engine.build(0, {(1, 0): 14}, 22)
    assert {move.tile for move in engine.moves() if move.kind == "gift"} == {7}
    engine = rich(2)
    engine.build(0, {(1, 0): 14}, 22)
    assert "gift" not in kinds(engine)
    engine = ending(2)
    engine.give(0, "o9")
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "award"
    assert kinds(engine) == {"place", "reserve"}


# ------------------------------------------------------------------ option turn_limit


def fidget(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Redesign for ever, and else buy to have something to redesign."""
    if table.phase > 0:
        return n - 1
    return memory[0] % n if moves[0].kind > 2 else n - 1


FIDGET = player("board", fidget)


@pytest.mark.parametrize("players", [2, 4])
def test_turn_limit(players: int) -> None:
    """Who redesigns for ever is stopped: round C with walls, no leftovers, whatever is left."""
    cell, limit = cell_of("board", players, Options(turn_limit=90)), 90
    log = GAME.play(cell, [FIDGET] * players, 0, 0, 4)
    assert log["games"]["end"].tolist() == [LIMIT] * 4
    assert log["games"]["turns"].tolist() == log["games"]["turn_c"].tolist() == [limit] * 4
    seats = log["seats"]
    assert not seats["leftovers"].any()
    assert (seats["walls_c"] == seats["wall"]).all()
    assert seats["walls_c"].any()
    assert (seats["placed"] + seats["removed"] > 0).all()
    redesigns = (seats["placed"] + seats["removed"] + seats["swapped"]).sum()
    assert redesigns > 2 * limit
    for number in range(4):
        events = GAME.replay(cell, [FIDGET] * players, 0, number).events
        assert events[-1]["reason"] == "turn limit"
        assert not any(row["event"] == "award" or row.get("from") == "award" for row in events)
        assert check_text(record_of(cell, number, events)) == 1


def test_the_end_by_market_comes_first() -> None:
    """A game that ends in its last turn ends by market, with leftovers."""
    engine = ending(turn_limit=1)
    engine.give(0, "o9")
    assert engine.go_on() == ""
    assert engine.state()["phase"] == "award"
    assert not engine.do("reserve", 1)
    assert engine.go_on() == "market"


# ------------------------------------------------------------------ option hands


def looks(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Answer what is no move where an own hand is covered, or another's can be seen."""
    for other in range(table.players):
        seen = 0
        for currency in range(4):
            if table.hand[other][currency] >= 0 and table.worth[other][currency] >= 0:
                seen += 1
        if table.cards[other] < 0 or seen != (4 if other == me else 0):
            return -1
    return n - 1


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_secret_hands(players: int, interpreted: bool) -> None:
    """Others' hands are covered in every phase; they come back, for leftovers go by them (M15)."""
    spy = player("board", looks, interpreted)
    for hands, end in (("secret", MARKET), ("counted", FAULT)):
        cell = cell_of("board", players, Options(hands=hands))
        log = GAME.play(cell, [spy] * players, 0, 0, 2)
        assert log["games"]["end"].tolist() == [end] * 2
        assert (log["seats"]["left"] >= 0).all()
        if hands == "secret":
            assert log["seats"]["leftovers"].any()
            for number in range(2):
                events = GAME.replay(cell, [spy] * players, 0, number).events
                assert check_text(record_of(cell, number, events)) == 1


# ------------------------------------------------------------------ B8: size, the move list


def long_line(n: int) -> dict[Cell, int]:
    """Return a city that grows to both sides in one row, of tiles open to east and west."""
    tiles = [tile for tile in TILES if not WALLS[tile] & 0b1010]
    cells = [(x, 0) for k in range(1, 30) for x in (k, -k)]
    return dict(zip(cells, tiles[:n], strict=False))


def inside_its_part(engine: BoardEngine) -> int:
    """List the moves; nothing may be written outside the seat's part, nor its list leave it."""
    seat = int(engine.table.player)
    moves = engine.work.moves
    moves["kind"] = -7
    n = engine.list_moves()
    written = np.flatnonzero(moves["kind"] != -7)
    first = int(m.first_move(engine.table))
    assert len(moves) == SEATS * m.SPAN
    assert seat * m.SPAN <= written.min() <= first
    assert written.max() == first + n - 1 < (seat + 1) * m.SPAN
    assert set(range(first, first + n)) <= set(written.tolist())
    moves["kind"] = 0
    engine.table.city[seat].listed = -1
    return n


@pytest.mark.parametrize("length", [0, 6, 12, 18])
def test_b8_long_lines(length: int) -> None:
    """All others in the reserve: the list is the twin's, for the first and the last seat."""
    tiles = long_line(length)
    assert len(tiles) == length
    for seat in (0, 5):
        engine = BoardEngine(6).begin(0)
        twin: Any = engine.twin()
        reserve = [tile for tile in TILES if tile not in tiles.values()]
        engine.table.player = twin.player = seat
        engine.build(seat, tiles, *reserve)
        twin.build(seat, tiles, *reserve)
        n = inside_its_part(engine)
        assert len(same_moves(engine, twin)) == n


@pytest.mark.parametrize("phase", [m.PLACING, m.AWARD])
def test_b8_four_tiles_beside_a_long_line(phase: int) -> None:
    """B2, B6: the longest list of what may become of new tiles."""
    for seat in (0, 1):
        engine = BoardEngine(2).begin(0)
        tiles = {at: tile for at, tile in long_line(18).items() if tile not in SQUARES[:4]}
        tiles = dict(zip(long_line(18), tiles.values(), strict=False))
        engine.build(seat, tiles)
        engine.table.player, engine.table.phase = seat, phase
        engine.table.city[seat].bought = sum(1 << tile for tile in SQUARES[:4])
        gifts = 4 * (phase == m.PLACING)
        n = inside_its_part(engine)
        beyond = sum(2 - bool(WALLS[t] & 1) - bool(WALLS[t] & 4) for t in tiles.values())
        assert n == 4 * (2 + 2 + beyond) + 4 + gifts  # the ends, beside the fountain, the rest


def test_m9_the_longest_market_list_fits() -> None:
    """All cards of a game in one hand do not leave the seat's part, with redesigns or without."""
    longest = max(range(2, 14), key=lambda price: len(PAYMENTS[price]))
    for seat in (0, 5):
        engine = empty(6, extra_action="may")
        engine.table.player = seat
        engine.table.actions = 1
        engine.give(seat, *deck(3))
        engine.set_display("y1", "g1", "b1", "o1")
        engine.set_market(*(PRICED[longest] * 4)[:4])
        wanted = 15 + 4 * len(PAYMENTS[longest]) + 1
        assert inside_its_part(engine) == wanted
        engine.build(seat, {(1, 0): 14}, 22)
        assert inside_its_part(engine) > wanted


WORST = """
import numpy as np
from sim.board import city, moves, outline
from sim.compile import INTERPRETED
from sim.memory import record

assert INTERPRETED
every = np.zeros(56, dtype=np.int32)
for module in (city, moves, outline):
    if hasattr(module, "WALLS"):
        module.WALLS = every
longest = 0
for n in (0, 1, 20, 26, 27, 28, 53, 54):
    c, work = record(city.CITY), record(moves.WORK)
    city.found(c)
    for k in range(1, n + 1):
        city.put(c, k, k, 0)
    c.reserve = sum(1 << k for k in range(n + 1, 55))
    last = moves.CITY_MOVES - 1
    work.moves["kind"] = -7
    listed = moves.list_redesigns(c, work, last)
    assert listed == (54 - n) * (2 * n + 4) + (54 - n) * n + (n > 0), (n, listed)
    assert listed <= moves.MAX_REDESIGNS, (n, listed)
    written = np.flatnonzero(work.moves["kind"] != -7)
    assert written.min() >= 0 and written.max() <= last
    assert len(written) in (listed, listed + 1)
    longest = max(longest, listed)
    if n <= 50:
        c.reserve = 0
        c.bought = sum(1 << k for k in range(n + 1, n + 5))
        work.moves["kind"] = -7
        dealt = moves.list_dealing(c, work, last, True)
        assert dealt == 4 * (2 * n + 4 + 2) <= moves.MAX_DEALT
        assert (work.moves["kind"][: last - dealt] == -7).all()
assert longest > 2000, longest
"""


def test_b8_the_longest_lists_fit() -> None:
    """If no tile had walls, lines of all lengths with all others in the reserve."""
    done = subprocess.run(
        [sys.executable, "-c", WORST],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
