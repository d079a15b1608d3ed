"""What plays: compiled or interpreted alike; a failing strategy costs its own game and no other."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.compile import compiled_as
from sim.game import Player, load_game, load_options
from sim.plan import Cell
from sim.rules import complete
from strategies.patience.ladder import builder, uniformly_random

GAME = load_game("patience")
CELL = Cell("patience", ("demo",), complete(load_options("patience"), {}), 64)
NONE = np.zeros(0)


def too_large(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return n if table.home == 20 else 0


def negative(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return -1 if table.home == 20 else 0


def raising(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    if table.home == 20:
        raise ValueError("at a loss")
    return 0


def both(choose: Callable[..., int]) -> list[Player]:
    compiled = compiled_as(GAME.signature())(choose)
    return [Player(compiled, NONE), Player(choose, NONE, interpreted=True)]


@pytest.mark.parametrize("strategy", [builder, uniformly_random])
def test_interpreted_and_compiled_players_play_the_same_games(strategy: Any) -> None:
    compiled, interpreted = both(strategy.choose)
    a = GAME.play(CELL, [compiled], 0, 5, 25)["games"]
    b = GAME.play(CELL, [interpreted], 0, 5, 25)["games"]
    for name, column in a.items():
        assert (column == b[name]).all(), name
    events = GAME.replay(CELL, [compiled], 0, 5).events
    assert GAME.replay(CELL, [interpreted], 0, 5).events == events


@pytest.mark.parametrize("choose", [too_large, negative, raising])
def test_a_fault_ends_its_own_game_and_no_other(choose: Callable[..., int]) -> None:
    fair = GAME.play(CELL, [both(builder.choose)[0]], 0, 0, 40)["games"]
    reached = fair["home"] >= 20
    assert reached.any()
    for player in both(choose):
        columns = GAME.play(CELL, [player], 0, 0, 40)["games"]
        faulted = columns["end"] == 3
        assert (faulted == reached).all()
        assert (columns["home"][faulted] == 20).all()
        assert not columns["won"][faulted].any()
        for name, column in columns.items():
            assert (column[~faulted] == fair[name][~faulted]).all()


@pytest.mark.parametrize("choose", [too_large, negative, raising])
def test_a_fault_is_replayed_to_the_same_digest_and_recorded(choose: Callable[..., int]) -> None:
    for player in both(choose):
        columns = GAME.play(CELL, [player], 0, 3, 4)["games"]
        played = GAME.replay(CELL, [player], 0, 3)
        assert played.rows["games"][0]["end"] == "fault"
        assert played.events[-1]["reason"] == "fault"
        assert played.events[-1]["won"] is False
        assert ("at a loss" in played.error) == (choose is raising)
        for name, column in columns.items():
            if name != "end":
                assert played.rows["games"][0][name] == column[0], name


def test_memory_is_empty_at_the_start_of_each_game_and_kept_within_it() -> None:
    moves_at_calls, memories = [], []

    def choose(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
        moves_at_calls.append(table.moves)
        memories.append(list(memory))
        memory[:] = table.moves + 1
        return 0

    GAME.play(CELL, [Player(choose, NONE, interpreted=True)], 0, 0, 5)
    before = [10**9, *moves_at_calls[:-1]]
    for last, now, memory in zip(before, moves_at_calls, memories, strict=True):
        new_game = now < last
        assert set(memory) == {0 if new_game else last + 1}
    assert sum(now < last for last, now in zip(before, moves_at_calls, strict=True)) == 5


def test_changing_the_strategy_or_the_rules_moves_no_card() -> None:
    setups = set()
    for name in ("builder", "demo"):
        for build in ("suit", "any"):
            rules = complete(load_options("patience"), {"waste_build": build})
            cell = Cell("patience", (name,), rules, 64)
            setups.add(str(GAME.replay(cell, [both(builder.choose)[0]], 0, 9).events[0]))
    assert len(setups) == 1
