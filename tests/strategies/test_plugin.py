"""Strategies that users bring: found, loaded, compiled apart, and refused in one line."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sim.compile import CACHE
from sim.errors import UserError
from strategies import plugin, registry
from strategies.plugin import cache_name, find_in_file, installed, split_path
from strategies.registry import find
from strategies.spec import Spec, is_compiled, mark_compiled, read_spec
from strategies.strategy import Strategy

HEAD = "from strategies.strategy import Parameter, strategy\n"
BOT = HEAD + (
    '@strategy("card", Parameter("greed", 0.5, "how greedy", 0, 1))\n'
    "def thrifty(table, me, moves, n, rng, params, memory):\n"
    "    return n - 1 if params[0] > 0.5 else 0\n"
)
PLAIN = (
    "import json\n"
    + HEAD
    + (
        '@strategy("card")\n'
        "def plain(table, me, moves, n, rng, params, memory):\n"
        "    return json.loads('0')\n"
    )
)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with the same name in other folders are other files; the path is as it was."""
    monkeypatch.setattr(sys, "path", list(sys.path))


def write(folder: Path, text: str, name: str = "bot.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


# ------------------------------------------------------------------ files


def test_a_spec_with_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spec keeps the path as it was written, and loads from anywhere."""
    write(tmp_path, BOT)
    monkeypatch.chdir(tmp_path)
    spec = read_spec("card", " bot.py:thrifty ( greed = 1 ) ")
    assert spec.spec == "bot.py:thrifty(greed=1.0)"
    assert spec == read_spec("card", spec.spec)
    monkeypatch.chdir("/")
    player = spec.load()
    assert not player.interpreted
    assert player.params.tolist() == [1.0]
    assert spec.strategy.name == "thrifty"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("bot.py:thrifty", ("bot.py", "thrifty")),
        ("a b/c.py: x", ("a b/c.py", "x")),
        ("/x.py:y.py:z", ("/x.py:y.py", "z")),
        ("thrifty", None),
        ("bot.py", None),
    ],
)
def test_paths_in_names(text: str, parts: tuple[str, str] | None) -> None:
    assert split_path(text) == parts


@pytest.mark.parametrize(
    ("source", "asked", "message"),
    [
        (BOT, "thrfty", "no strategy 'thrfty'; did you mean 'thrifty'"),
        ("x = 1\n", "thrifty", "holds no strategy; declare one with @strategy('card')"),
        ("def f(:\n", "f", "bot.py, line 1: "),
        ("\nimport nonesuch_module\n", "f", "bot.py, line 2: does not import: ModuleNotFoundError"),
        ("import sys\nsys.exit(0)\n", "f", "bot.py, line 2: does not import: SystemExit: 0"),
        (BOT.replace('0.5, "how', '7, "how'), "thrifty", "its default 7 is not from 0 to 1"),
        (BOT.replace('"card"', '"chess"'), "thrifty", "no game 'chess'; choose from patience"),
        (BOT.replace(", memory):", "):"), "thrifty", "thrifty has to take (table, me, moves, n"),
        (BOT.replace("0, 1))", "0, 1), cost=-5)"), "thrifty", "a cost of -5 microseconds"),
        ("raise SystemError('no')\n", "f", "bot.py, line 1: does not import: SystemError: no"),
        (BOT.replace('"card"', '"board"'), "thrifty", "plays the board, not the card"),
        (HEAD + "thrifty = strategy\n", "thrifty", "holds no strategy"),
        ("from strategies.card.ladder import greedy\n", "greedy", "holds no strategy"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, source: str, asked: str, message: str) -> None:
    path = write(tmp_path, source)
    with pytest.raises(UserError) as caught:
        find_in_file("card", path, asked)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_without_a_name(tmp_path: Path) -> None:
    path = write(tmp_path, BOT)
    with pytest.raises(UserError, match=r"name a strategy of the file; it holds .*bot\.py:thrifty"):
        read_spec("card", path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, BOT)
    with pytest.raises(UserError, match=r"no file '.*bat\.py'; did you mean 'bot\.py'"):
        read_spec("card", f"{tmp_path}/bat.py:thrifty")


@pytest.mark.parametrize(
    ("inside", "message"),
    [("gred=1", "no parameter 'gred'; did you mean 'greed'"), ("greed=2", "is not from 0 to 1")],
)
def test_parameters_are_checked(tmp_path: Path, inside: str, message: str) -> None:
    path = write(tmp_path, BOT)
    with pytest.raises(UserError, match=message):
        read_spec("card", f"{path}:thrifty({inside})")


# ------------------------------------------------------------------ compiled or not


def test_plain_python_is_interpreted_and_says_why(tmp_path: Path) -> None:
    spec = read_spec("card", f"{write(tmp_path, PLAIN)}:plain")
    for _ in range(2):  # the second time from what was noted the first time
        player = spec.load()
        assert player.interpreted
        assert player.reason
        assert "\n" not in player.reason
    assert spec.cost > 1000


def test_one_that_asks_not_to_be_compiled(tmp_path: Path) -> None:
    source = BOT.replace('"how greedy", 0, 1)', '"how greedy", 0, 1), interpreted=True')
    player = read_spec("card", f"{write(tmp_path, source)}:thrifty").load()
    assert player.interpreted
    assert "asks not to be compiled" in player.reason


HELPED = HEAD + (
    "from bot_helper import answer\n"
    '@strategy("card")\n'
    "def helped(table, me, moves, n, rng, params, memory):\n"
    "    return answer()\n"
)
HELPER = "from sim.compile import compiled\n@compiled\ndef answer():\n    return {}\n"
ASK = """
import sys
import numpy as np
from sim.game import load_game
from strategies.spec import read_spec
from strategies.plugin import cache_name
game = load_game("card")
spec = read_spec("card", sys.argv[1] + ":helped")
b = game._buffers
player = spec.load()
arrays = b.work.rng[0], player.params, b.work.memory[0]
print(player.interpreted, player.choose(b.table, 0, b.work.moves, 9, *arrays),
      cache_name(sys.argv[1]))
"""


def test_an_edited_helper_meets_no_stale_code(tmp_path: Path) -> None:
    """Compiled code is kept by a hash of the file and of all that it imports from beside it."""
    path = write(tmp_path, HELPED)
    told = []
    for number in (3, 4, 3):
        write(tmp_path, HELPER.format(number), "bot_helper.py")
        done = subprocess.run(
            [sys.executable, "-c", ASK, path],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout.split())
    assert [answer for _, answer, _ in told] == ["3", "4", "3"]
    assert told[0] == told[2] != told[1]
    assert (CACHE / told[0][2]).is_dir()


def test_what_is_compiled_is_remembered_by_content(tmp_path: Path) -> None:
    path = write(tmp_path, BOT)
    spec = read_spec("card", f"{path}:thrifty")
    spec.load()
    mark_compiled(spec)
    assert is_compiled(spec)
    before = cache_name(path)
    write(tmp_path, BOT.replace("0.5 else", "0.6 else"))
    assert cache_name(path) != before


# ------------------------------------------------------------------ installed packages

THRIFTY = Strategy(lambda *_: 0, "card", "thrifty")


class Entry(EntryPoint):
    """An entry point that loads what it is told."""

    def load(self) -> object:
        found = {"good": THRIFTY, "other": Strategy(lambda *_: 0, "board", "x"), "none": 3}
        if self.value not in found:
            raise ImportError("no such module")
        return found[self.value]


def install(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    entries = [Entry(f"e{k}", value, plugin.GROUP) for k, value in enumerate(values)]
    monkeypatch.setattr(plugin, "entry_points", lambda group: entries)
    installed.cache_clear()
    monkeypatch.setattr(registry, "installed", installed)


def test_installed_strategies_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "good", "other")
    assert find("card", "thrifty") is THRIFTY
    assert read_spec("card", "thrifty") == Spec("card", "thrifty", ())
    with pytest.raises(UserError, match="did you mean 'thrifty'"):
        find("card", "thrfty")
    assert list(installed("patience")) == []
    installed.cache_clear()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("bad",), "e0 = 'bad' of a package does not load: ImportError: no such module"),
        (("none",), "is no strategy; declare it with @strategy"),
        (("good", "good"), "two installed packages bring a strategy 'thrifty' of the card"),
    ],
)
def test_installed_strategies_that_are_refused(
    values: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, *values)
    with pytest.raises(UserError, match=message):
        find("card", "nonesuch")
    assert find("card", "greedy").name == "greedy"  # what is built in needs none of them
    installed.cache_clear()
