"""Strategies of one's own at the command line: begun, checked, played."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from scripts import check
from sim.game import GAMES
from tests.scripts.test_cli import alhambra, fails

BAD = """
from strategies.strategy import strategy
ASKED = [0]

@strategy("card")
def far(table, me, moves, n, rng, params, memory):
    return n

@strategy("card")
def outside(table, me, moves, n, rng, params, memory):
    return moves[n + 100000].kind

@strategy("card")
def cheat(table, me, moves, n, rng, params, memory):
    table.hand[me, 0] = 5
    return 0

@strategy("card")
def forger(table, me, moves, n, rng, params, memory):
    moves[0].total = 99
    return 0

@strategy("card")
def raiser(table, me, moves, n, rng, params, memory):
    if table.turn > 5:
        raise ValueError("oops")
    return 0

@strategy("card", interpreted=True)
def moody(table, me, moves, n, rng, params, memory):
    ASKED[0] += 1
    return ASKED[0] % n

@strategy("card", interpreted=True)
def spy(table, me, moves, n, rng, params, memory):
    from sim.card.game import GAME
    hidden = GAME._buffers.hidden
    return int(hidden.bag[min(hidden.bag_at, 53)]) % n

@strategy("card", interpreted=True)
def plain(table, me, moves, n, rng, params, memory):
    return max(range(n), key=lambda i: (moves[i].kind, moves[i].total, table.worth[me][0]))
"""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Watch few games, and work in a fresh folder."""
    monkeypatch.setattr(check, "WATCHED", 1)
    monkeypatch.setattr(check, "SECONDS", 0.1)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_strategy_is_sound(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What `new` writes is short, passes `check`, plays, and replays."""
    status, out, _ = alhambra(capsys, "strategies", "new", "bot.py", "--game", game)
    assert status == 0
    assert f"alhambra strategies check bot.py:thrifty --game {game}" in out
    text = Path("bot.py").read_text()
    assert len(text.splitlines()) < 40
    assert "FILE" not in text
    status, out, _ = alhambra(capsys, "strategies", "check", "bot.py:thrifty", "--game", game)
    assert status == 0
    assert "FAILED" not in out
    assert out.count("  yes  ") == len(check.CHECKS)
    assert re.search(r"decisions/s, .* games/s", out)
    assert " deals" in out.splitlines()[-1]
    command = f"run {game} -s bot.py:thrifty -s random --deals 4 --jobs 1 --quiet --out r"
    assert alhambra(capsys, *command.split())[0] == 0
    status, out, _ = alhambra(capsys, "replay", "r", "0:3")
    assert (status, "every column and digest as logged" in out) == (0, True)


@pytest.mark.parametrize(
    ("name", "failed"),
    [
        ("far", "answers with one of its moves: answered"),
        ("outside", "answers with one of its moves: raised IndexError"),
        ("cheat", "leaves the table alone: the table or the moves were changed"),
        ("forger", "leaves the table alone: the table or the moves were changed"),
        ("raiser", "answers with one of its moves: raised ValueError: oops"),
        ("moody", "decides the same when asked again: decided differently"),
        ("spy", "decides the same when hidden cards are dealt anew: decided differently"),
    ],
)
def test_what_a_check_finds(name: str, failed: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.py").write_text(BAD)
    status, out, _ = alhambra(capsys, "strategies", "check", f"bad.py:{name}", "--game", "card")
    assert status == 1
    assert f"  FAILED     {failed}" in out
    assert "strength" not in out


def test_plain_python_passes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.py").write_text(BAD)
    status, out, _ = alhambra(capsys, "strategies", "check", "bad.py:plain", "--game", "card")
    assert (status, "FAILED" in out) == (0, False)
    assert "  runs       as plain Python: it asks not to be compiled" in out


def test_faults_are_kept_and_stop_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The first traceback of each strategy stays in the manifest; the others' games are whole."""
    Path("bad.py").write_text(BAD)
    command = "run card --players 3 -s bad.py:raiser -s bad.py:far -s random --deals 6 --jobs 1"
    whole = [*command.split(), "--quiet", "--out", "whole", "--keep-going"]
    status, _, err = alhambra(capsys, *whole)
    assert status == 0
    assert "games ended in a fault" in err
    kept = json.loads(Path("whole/manifest.json").read_text())["faults"]
    assert set(kept) == {"bad.py:raiser", "bad.py:far"}
    assert "ValueError: oops" in kept["bad.py:raiser"]["reason"]
    assert 'bad.py", line' in kept["bad.py:raiser"]["reason"]
    assert "no move" in kept["bad.py:far"]["reason"]
    games = pl.read_parquet("whole/games/*.parquet")
    assert (games.filter(pl.col("seating") == "random / random / random")["end"] == "market").all()
    faulty = games.filter(pl.col("end") == "fault")
    assert len(faulty) > 100
    status, _, _ = alhambra(capsys, "replay", "whole", kept["bad.py:raiser"]["game"])
    assert status == 0
    # stopped, and gone on with
    few = [*command.split(), "--quiet", "--out", "few", "--max-faults", "1"]
    status, _, err = alhambra(capsys, *few)
    assert status == 2
    assert "--keep-going plays on" in err
    assert 0 < len(pl.read_parquet("few/games/*.parquet")) < len(games)
    assert alhambra(capsys, *few, "--keep-going")[0] == 0
    for part in sorted(Path("whole").glob("*/*.parquet")):
        assert part.read_bytes() == Path("few", *part.parts[1:]).read_bytes()


def test_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.py").write_text(BAD)
    _, out, _ = alhambra(capsys, "strategies", "--game", "card")
    assert "greedy" in out
    assert "patience:" not in out
    assert "far (card)" in alhambra(capsys, "strategies", "bad.py:far")[1]
    assert "greedy (board)" in alhambra(capsys, "strategies", "--game", "board", "greedy")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["strategies", "new", "bot.txt", "--game", "card"], "ends in .py"),
        (["strategies", "new", "there.py", "--game", "card"], "is there already"),
        (["strategies", "new", "none/bot.py", "--game", "card"], "there is no folder"),
        (["strategies", "new", "bot.py", "--game", "cards"], "did you mean 'card'"),
        (["strategies", "check", "bot.py:x", "--game", "card"], "no file 'bot.py'"),
        (["strategies", "check", "greedy", "--game", "card", "--players", "9"], "for 2 to 6"),
        (["strategies", "gredy", "--game", "card"], "did you mean 'greedy'"),
        (["report", "nowhere"], "nowhere: no run here"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("there.py").write_text("mine\n")
    assert message in fails(capsys, *arguments)
    assert Path("there.py").read_text() == "mine\n"
    assert not Path("bot.py").exists()
