"""The same games at two speeds, by the slow twin, and as records before the referee."""

import json
from typing import Any

import numpy as np
import pytest

from sim.compile import INTERPRETED, compiled_as
from sim.game import Player
from sim.patience.game import COUNTED, GAME
from sim.patience.options import OPTIONS
from sim.patience.play import CHOOSE, DRY, FAULT, STUCK, WON
from sim.patience.table import deal
from sim.plan import Cell
from sim.randomness import new_stream
from tests.referee import Foul, check_text
from tests.sim.patience_engine import Engine, names
from tests.sim.patience_twin import Deal, Options, Twin, shuffled
from tests.sim.two_speeds import (
    FIRST,
    GAMES,
    RULE_SETS,
    STRATEGIES,
    by_hand,
    cell_of,
    games,
    plainly,
    play,
    players,
)


@pytest.fixture(scope="module")
def compiled() -> dict[str, Any]:
    return games()


# ------------------------------------------------------------------ two speeds


@pytest.mark.skipif(INTERPRETED, reason="both would be plain Python")
def test_the_same_games_as_plain_python(compiled: dict[str, Any]) -> None:
    """Every integer of the log and every digest, under all rule sets."""
    plain = plainly("games")
    assert plain.pop("interpreted") is True
    assert len(plain) == len(STRATEGIES) * len(RULE_SETS)
    for key, games_of in compiled.items():
        for column in (*COUNTED, "won", "digest"):
            assert plain[key][column] == games_of[column], (key, column)
    assert plain == compiled


def test_a_game_by_hand_as_plain_python() -> None:
    """The engine's functions take Python integers too, at both speeds."""
    plain = plainly("by hand")
    del plain["interpreted"]
    assert plain == by_hand()


def test_games_differ(compiled: dict[str, Any]) -> None:
    """No two games are the same, whatever differs: deal, rules or strategy."""
    digests = [digest for games_of in compiled.values() for digest in games_of["digest"]]
    assert len(set(digests)) == len(STRATEGIES) * len(RULE_SETS) * GAMES


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_game_does_not_depend_on_the_games_before(name: str, compiled: dict[str, Any]) -> None:
    """A deal is the same game wherever the range of deals begins."""
    rules = RULE_SETS[1]
    whole = compiled[f"{name} {rules}"]
    part = play(players()[name], name, rules, FIRST + GAMES - 5, FIRST + GAMES)
    assert part == {column: values[-5:] for column, values in whole.items()}


# ------------------------------------------------------------------ the slow twin plays the log


def options_of(rules: tuple[int, ...]) -> Options:
    return Options(**cell_of(rules, "").rules)


def dealt(number: int) -> Deal:
    """Return the cards of a deal of seed 0."""
    engine = Engine(shuffled(0))
    deal(engine.hidden, new_stream(0, "patience", 1, "cards", number))
    return [names(pile) for pile in engine.hidden.reserve], names(engine.hidden.stock[32:])


def builder(twin: Twin) -> int:
    """Choose as the strategy ``builder`` says: foundation, build on a waste, turn, redeal."""
    moves = twin.moves()
    return len(moves) - 1 if moves[0][0] == "build" and not twin.waste else 0


def log_row(twin: Twin, choices: int) -> dict[str, int]:
    """Return what the log says of a game, by column, counted by the twin."""
    row = dict.fromkeys(COUNTED, 0)
    passes = ["1", "2", "3", "later"]
    number = 0
    for kind, _, source, _ in twin.history:
        number += kind == "redeal"
        row["built"] += kind == "build"
        if kind == "found":
            place = "waste" if source == "waste" else "reserve"
            row[f"{place}_home_{passes[min(number, 3)]}"] += 1
    lost = DRY if twin.redeals_left else STUCK
    row["end"] = WON if twin.home == 104 else lost
    row["home"], row["moves"], row["choices"] = twin.home, len(twin.history), choices
    row["last_pass"] = twin.passes
    row["reserve_left"] = sum(map(len, twin.reserves))
    return row


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_log_is_the_twins(rules: tuple[int, ...], compiled: dict[str, Any]) -> None:
    """P1 to P8: the twin plays the deals as ``builder`` does and counts the same."""
    log = compiled[f"builder {rules}"]
    for i in range(GAMES):
        twin = Twin(*dealt(FIRST + i), options=options_of(rules))
        choices = 0
        while moves := twin.moves():
            choices += len(moves) > 1
            twin.play(moves[builder(twin)])
        assert {column: log[column][i] for column in COUNTED} == log_row(twin, choices)
        assert log["won"][i] == (twin.home == 104)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_log_adds_up(name: str, rules: tuple[int, ...]) -> None:
    """P1: every card is accounted for, in every row."""
    log = play(players()[name], name, rules, 0, 1000)
    row = {column: np.array(values) for column, values in log.items()}
    home = sum(row[column] for column in COUNTED if "_home_" in column)
    assert (row["home"] == 8 + home).all()
    reserve = sum(row[column] for column in COUNTED if column.startswith("reserve_home"))
    assert (reserve + row["built"] + row["reserve_left"] == 32).all()
    assert (row["won"] == (row["home"] == 104)).all()
    assert (row["won"] == (row["end"] == WON)).all()
    assert (row["last_pass"] <= rules[1] + 1).all()
    assert ((row["end"] != STUCK) | (row["last_pass"] == rules[1] + 1)).all()
    assert (row["choices"] < row["moves"]).all()


# ------------------------------------------------------------------ records


def record_of(cell: Cell, number: int, events: list[dict[str, Any]]) -> str:
    header = {
        "record": 1,
        "game": "patience",
        "rules": cell.rules,
        "players": 1,
        "strategies": list(cell.seating),
        "seed": 0,
        "deal": number,
        "index": 0,
    }
    return "".join(json.dumps(row) + "\n" for row in [header, *events])


def test_rules_stand_in_the_order_of_their_numbers() -> None:
    assert [option.name for option in OPTIONS] == list(vars(Options()))
    assert {option.name: option.default for option in OPTIONS} == vars(Options())


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_records_pass_the_referee(name: str, rules: tuple[int, ...], interpreted: bool) -> None:
    """A game replayed is the game of the log, and breaks no rule."""
    cell = cell_of(rules, name)
    choose = players()[name]
    plain = getattr(choose, "py_func", choose)
    player = Player(plain if interpreted else choose, np.zeros(0), interpreted)
    deals = 4 if interpreted else 25
    log = GAME.play(cell, [player], 0, 0, deals)["games"]
    text = ""
    for number in range(deals):
        played = GAME.replay(cell, [player], 0, number)
        assert not played.error
        assert played.rows["games"][0]["digest"] == log["digest"][number]
        assert all(played.rows["games"][0][column] == log[column][number] for column in COUNTED[1:])
        text += record_of(cell, number, played.events)
        reserves, stock = dealt(number)
        assert played.events[0]["reserves"] == reserves
        assert played.events[0]["stock"] == stock
    assert check_text(text) == deals


# ------------------------------------------------------------------ faults


def too_large(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    memory[0] += 1
    return n if memory[0] > 20 else 0


def negative(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return -1


@pytest.mark.parametrize(("choose", "choices"), [(too_large, 20), (negative, 0)])
def test_an_index_that_is_no_move_is_a_fault(choose: Any, choices: int) -> None:
    """Such a game ends there, as a row with its reason; the next one starts afresh."""
    player = Player(compiled_as(CHOOSE)(choose), np.zeros(0))
    cell = cell_of(RULE_SETS[0], "bad")
    log = GAME.play(cell, [player], 0, 0, 10)["games"]
    assert log["end"].tolist() == [FAULT] * 10
    assert log["choices"].tolist() == [choices] * 10
    assert not log["won"].any()
    assert (log["moves"] >= choices).all()
    played = GAME.replay(cell, [player], 0, 3)
    assert played.rows["games"][0]["digest"] == log["digest"][3]
    with pytest.raises(Foul, match="P8: the game ends where a move is left"):
        check_text(record_of(cell, 3, played.events))
