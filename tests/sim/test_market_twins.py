"""The same games of card and board at two speeds, move by move, and before the referee."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sim.compile import INTERPRETED
from sim.game import load_options
from sim.market.course import FAULT
from tests.referee import check_text
from tests.sim.market_speeds import (
    FIRST,
    GAMES,
    OPTION_SETS,
    PLAYERS,
    cell_of,
    game_of,
    games,
    hoarder,
    plainly,
    play,
    player,
    record_of,
    seats_of,
)
from tests.sim.market_twin import Options


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Return the name of a game."""
    return str(request.param)


@pytest.fixture(scope="module")
def compiled(game: str) -> dict[str, Any]:
    return games(game)


# ------------------------------------------------------------------ two speeds


@pytest.mark.skipif(INTERPRETED, reason="both would be plain Python")
def test_the_same_games_as_plain_python(game: str, compiled: dict[str, Any]) -> None:
    """Every integer of the log and every digest, for all players and sets of options."""
    plain = plainly(game)
    assert plain.pop("interpreted") is True
    assert len(plain) == len(PLAYERS) * len(OPTION_SETS)
    for key, tables in compiled.items():
        for table, columns in tables.items():
            for column, values in columns.items():
                assert plain[key][table][column] == values, (key, table, column)
    assert plain == compiled


def test_games_differ(game: str, compiled: dict[str, Any]) -> None:
    """No two games are the same, whatever differs: deal, rules or players."""
    digests = [digest for tables in compiled.values() for digest in tables["games"]["digest"]]
    assert len(set(digests)) == len(PLAYERS) * len(OPTION_SETS) * GAMES[game]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_is_the_same_game_in_any_range(
    game: str, players: int, compiled: dict[str, Any]
) -> None:
    whole = compiled[f"{players} 1"]
    last = FIRST + GAMES[game]
    part = play(game, players, OPTION_SETS[1], last - 1, last)
    for table, per_game in (("games", 1), ("seats", players)):
        assert part[table] == {
            column: values[-per_game:] for column, values in whole[table].items()
        }


def test_defaults(game: str) -> None:
    """The options that the referee takes for granted are the engine's."""
    assert {option.name: option.default for option in load_options(game)} == vars(Options())


# ------------------------------------------------------------------ records


def same_row(row: dict[str, Any], numbers: dict[str, Any]) -> None:
    """Compare a row of a replay with that of the log; words (Enums) apart."""
    assert list(row) == list(numbers)
    for column, value in row.items():
        assert isinstance(value, str) or value == numbers[column], column


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_records_pass_the_referee(
    game: str, players: int, options: Options, interpreted: bool
) -> None:
    """A game replayed is the game of the log, and breaks no rule."""
    cell, engine = cell_of(game, players, options), game_of(game)
    deals = 1 if interpreted else {"card": 8, "board": 4}[game]
    log = engine.play(cell, seats_of(cell), 0, FIRST, FIRST + deals)
    text = ""
    for i in range(deals):
        played = engine.replay(cell, seats_of(cell, interpreted), 0, FIRST + i)
        assert not played.error
        row, end = played.rows["games"][0], played.events[-1]
        same_row(row, {column: values[i] for column, values in log["games"].items()})
        for seat, line in enumerate(played.rows["seats"]):
            at = players * i + seat
            same_row(line, {column: values[at] for column, values in log["seats"].items()})
        assert row["turns"] == end["turns"]
        assert [line["score"] for line in played.rows["seats"]] == end["scores"]
        text += record_of(cell, FIRST + i, played.events)
    assert check_text(text) == deals


def test_records_of_hoarders_pass_the_referee(game: str) -> None:
    """Empty piles, small reshuffles and passed turns too; who has a building can redesign."""
    hoard = player(game, hoarder)
    seen = set()
    for players in PLAYERS:
        cell = cell_of(game, players, Options(turn_limit=200))
        cell = replace(cell, seating=("hoarder",) * players)
        for number in range(6):
            played = game_of(game).replay(cell, [hoard] * players, 0, number)
            assert check_text(record_of(cell, number, played.events)) == 1
            seen |= {row["event"] for row in played.events}
            seen |= {
                "few" for row in played.events if row["event"] == "reshuffle" and row["cards"] < 3
            }
    assert {"pass", "reshuffle", "few"} - seen == {"card": set(), "board": {"pass"}}[game]


def test_event_order_of_a_record(game: str) -> None:
    """What a record holds is JSON that the referee's reader needs nothing else for."""
    cell = cell_of(game, 2, Options())
    played = game_of(game).replay(cell, seats_of(cell), 0, 0)
    lines = record_of(cell, 0, played.events).splitlines()
    assert [json.loads(line).get("event") for line in lines[:2]] == [None, "setup"]
    assert json.loads(lines[-1])["event"] == "end"


# ------------------------------------------------------------------ faults


def first_move(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return 0


def too_large(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    memory[0] += 1
    return n if memory[0] > 5 else 0


def raises(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    memory[0] += 1
    if memory[0] > 5:
        raise ValueError("the strategy's own mistake")
    return 0


@pytest.mark.parametrize("hands", ["counted", "secret"])
@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("bad", [too_large, raises])
def test_faults(game: str, bad: Any, interpreted: bool, hands: str) -> None:
    """Such a game ends there as a row that names the seat; its record passes the referee."""
    cell = cell_of(game, 3, Options(hands=hands))
    made = [player(game, choose, interpreted) for choose in (first_move, bad, first_move)]
    log = game_of(game).play(cell, made, 0, 0, 4)
    assert log["games"]["end"].tolist() == [FAULT] * 4
    assert log["games"]["fault_seat"].tolist() == [1] * 4
    assert log["seats"]["share"].tolist() == [30, 0, 30] * 4
    assert log["seats"]["score"].tolist() == [0] * 12
    assert (log["seats"]["left"] >= 0).all()
    for number in range(4):
        played = game_of(game).replay(cell, made, 0, number)
        assert bool(played.error) == (bad is raises)
        assert played.rows["games"][0]["digest"] == log["games"]["digest"][number]
        assert played.events[-1]["reason"] == "fault"
        assert played.events[-1]["fault"] == 1
        assert check_text(record_of(cell, number, played.events)) == 1
