"""The command line with the board game: log, report with a city, games as pages."""

import re
from pathlib import Path

import pytest

from analysis import load
from analysis.city import longest
from tests.reports.test_page import Outline
from tests.scripts.test_cli import alhambra, fails


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from scripts.cli import main

    folder = tmp_path_factory.mktemp("runs") / "b"
    command = "run board -s random --players 2,3 --deals 12 --jobs 1 --quiet"
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--out", str(folder)])
    assert left.value.code == 0
    return folder


def _turns(text: str) -> int:
    (turns,) = {*re.findall(r"End \(market\) after (\d+) turns", text)}
    return int(turns)


def test_replay_shows_a_game_as_text(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    status, out, _ = alhambra(capsys, "replay", folder, "2:3")
    assert (status, "every column and digest as logged" in out) == (0, True)
    assert len(re.findall(r"^ *\d+  seat \d ", out, re.MULTILINE)) == _turns(out)
    assert re.search(r"Round A: majorities \d+ \d+ \d+, walls \d+ \d+ \d+; scores", out)
    assert re.search(r"seat \d places \w+ \d+ at \(-?\d+, -?\d+\)", out)


def test_replay_writes_a_game_as_a_page(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "game.html"
    status, out, err = alhambra(capsys, "replay", folder, "2:3", "--html", output)
    assert (status, err) == (0, "")
    assert f"Page: {output}" in out
    found = output.read_text(encoding="utf-8")
    assert Outline(found).open == []
    turns = _turns(found)
    assert [f"turn-{k}" for k in range(1, turns + 1)] == re.findall(r'id="(turn-\d+)"', found)
    # Every place, exchange and removal within a turn is drawn; three cities in each round.
    deeds = re.findall(r'<section id="turn-\d+".*?</section>', found, re.DOTALL)
    changed = [deed for deed in deeds if re.search(r" at \(-?\d+, -?\d+\)", deed)]
    assert all(("<svg" in deed) == (deed in changed) for deed in deeds)
    for name in "abc":
        section = found[found.index(f'<section id="round-{name}"') :]
        assert section[: section.index("</section>")].count("<svg") == 3
    assert list(tmp_path.iterdir()) == [output]


def test_the_same_game_is_the_same_page(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    alhambra(capsys, "replay", folder, "0:5", "--html", first)
    (command,) = re.findall(r"<pre>alhambra (play .*)</pre>", first.read_text(encoding="utf-8"))
    status, _, _ = alhambra(capsys, *command.split(), "--html", second)
    assert status == 0
    assert second.read_bytes() == first.read_bytes()


def test_the_report_shows_a_winners_city(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "report.html"
    assert alhambra(capsys, "report", folder, "-o", output)[0] == 0
    found = output.read_text(encoding="utf-8")
    row = longest(load(folder))
    assert row is not None
    section = found[found.index('<section id="city">') :]
    game = f"{row['cell']}:{row['deal']}"
    assert f"alhambra replay FOLDER {game} --html game.html" in section
    assert f"<dd>{row['wall']} segments</dd>" in section
    _, out, _ = alhambra(capsys, "replay", folder, game)
    scores = out.splitlines()[-2].partition("turns: ")[2].partition(";")[0].split()
    assert f"<dd>{scores[row['seat']]} points" in section


def test_the_card_game_has_a_page_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = tmp_path / "game.html"
    arguments = ["-s", "random", "--players", "3", "--html", output]
    status, out, _ = alhambra(capsys, "play", "card", *arguments)
    assert (status, f"Page: {output}" in out) == (0, True)
    found = output.read_text(encoding="utf-8")
    assert "<h1>Alhambra: The Card Game: deal 0</h1>" in found
    assert "<svg" not in found


def test_what_cannot_be_a_page(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    output = tmp_path / "game.html"
    patience = ["play", "patience", "-s", "random", "--html", output]
    assert "--html shows the games card and board, not the patience" in fails(capsys, *patience)
    assert "give GAME instead" in fails(capsys, "replay", folder, "--sample", "2", "--html", output)
    both = ["replay", folder, "0:0", "--html", output, "--record", output]
    assert "the file of the record" in fails(capsys, *both)
    into = folder / "plan.toml"
    assert "belongs to a run" in fails(capsys, "replay", folder, "0:0", "--html", into)
    assert not list(tmp_path.iterdir())
