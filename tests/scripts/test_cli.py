"""The command line: what it does, and one clear line with exit status 2 where it cannot."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.cli import COMMANDS, main
from tests.referee import check_text

ROOT = Path(__file__).parents[2]


def alhambra(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail with one line; return it."""
    status, _, err = alhambra(capsys, *arguments)
    assert status == 2, err
    assert err.startswith("alhambra: ")
    assert err.count("\n") == 1, err
    return err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "p"
    command = "run patience -s builder -s random --deals 200 --jobs 1 --quiet"
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "-r", "waste_build=suit,any", "--out", str(folder)])
    assert left.value.code == 0
    return folder


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    heavy = ["numba", "numpy", "polars", "pandas", "matplotlib", "scipy", "joblib", "rich"]
    script = (
        "import sys; from scripts.cli import alhambra\n"
        "alhambra.main(['--help'], standalone_mode=False)\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.stderr.strip() == "[]"
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = alhambra(capsys, command, "--help")
    assert status == 0
    assert out.startswith(f"Usage: alhambra {command}")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = alhambra(capsys, "--version")
    assert (status, out.split(",")[1]) == (0, " rules 1")


def test_run_says_what_it_did(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["run", "patience", "-s", "builder", "--deals", "50", "--jobs", "1"]
    status, out, err = alhambra(capsys, *command, "--out", tmp_path / "p")
    assert (status, err.count("\n")) in ((0, 0), (0, 1))  # one line if it had to compile
    assert "50 games played" in out
    assert "alhambra report" in out
    status, out, _ = alhambra(capsys, *command, "--out", tmp_path / "p")
    assert "Nothing was missing" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["runn"], "did you mean 'run'"),
        (["run", "pacience", "-s", "builder"], "did you mean 'patience'"),
        (["run", "patience"], "Missing option '--strategy'"),
        (["run", "patience", "-s", "bilder"], "did you mean 'builder'"),
        (["run", "patience", "-s", "builder", "-s", "builder()"], "given twice"),
        (["run", "patience", "-s", "builder", "--deal", "3"], "No such option"),
        (["run", "patience", "-s", "builder", "--deals", "0"], "--deals '0'"),
        (["run", "patience", "-s", "builder", "--deals", "9:3"], "--deals '9:3'"),
        (["run", "patience", "-s", "builder", "--deals", "-1:3"], "--deals '-1:3'"),
        (["run", "patience", "-s", "builder", "--deals", "many"], "--deals 'many'"),
        (["run", "patience", "-s", "builder", "--seed", "-1"], "'--seed'"),
        (["run", "patience", "-s", "builder", "--jobs", "0"], "'--jobs'"),
        (["run", "patience", "-s", "builder", "-r", "redeal=1"], "did you mean 'redeals'"),
        (["run", "patience", "-s", "builder", "-r", "redeals=x"], "no whole number"),
        (["run", "patience", "-s", "builder", "-r", "redeals"], "give NAME=VALUE"),
        (["run", "patience", "-s", "builder", "-r", "waste_build=sut"], "did you mean 'suit'"),
        (["run", "patience", "-s", "builder", "-r", "redeals=1,1"], "given twice"),
        (["play", "patience", "-s", "builder", "-r", "redeals=1,2"], "one value"),
        (["play", "patience", "-s", "builder", "--cards", "nowhere.json"], "nowhere.json: No such"),
        (["strategies", "bilder"], "did you mean 'builder'"),
        (["report", "nowhere"], "nowhere"),
        (["play", "patience", "-s", "builder", "--record", ""], "a folder, not a file"),
        (["run", "patience", "-s", "builder", "--out", "x" * 300], "File name too long"),
        (["replay", "nowhere", "1"], "no run here"),
        (["replay", "nowhere"], "takes a GAME"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in fails(capsys, *arguments)
    assert not list(tmp_path.iterdir())


def test_another_plan_is_refused(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    message = fails(capsys, "run", "patience", "-s", "builder", "--out", folder, "--jobs", "1")
    assert str(folder) in message
    assert "the number of cells is 4 there, 1 here" in message


def test_an_unwritable_folder(capsys: pytest.CaptureFixture[str]) -> None:
    message = fails(
        capsys, "run", "patience", "-s", "builder", "--deals", "9", "--out", "/proc/nowhere/p"
    )
    assert "/proc/nowhere/p" in message


def test_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = alhambra(capsys, "strategies")
    assert "builder" in out
    _, out, _ = alhambra(capsys, "strategies", "builder")
    assert "Foundation first, always build, ace pile first." in out


def test_replay_finds_each_logged_game_again(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    status, out, _ = alhambra(capsys, "replay", folder, "3:17")
    assert (status, "every column and digest as logged" in out) == (0, True)
    records = tmp_path / "records.jsonl"
    status, out, err = alhambra(capsys, "replay", folder, "--sample", "300", "--record", records)
    assert (status, err) == (0, "")
    assert check_text(records.read_text()) == 300


def test_replay_refuses_a_log_that_does_not_replay(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    import shutil

    import polars as pl

    copy = tmp_path / "p"
    shutil.copytree(folder, copy)
    part = next(iter((copy / "games").iterdir()))
    frame = pl.read_parquet(part).with_columns(pl.col("digest") + 1)
    frame.write_parquet(part)
    manifest = json.loads((copy / "manifest.json").read_text())
    del manifest["parts"][f"games/{part.name}"]
    (copy / "manifest.json").write_text(json.dumps(manifest))
    cell = int(part.name[:4])
    assert "digest is logged as" in fails(capsys, "replay", copy, f"{cell}:0")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("5", "give CELL:DEAL"),
        ("9:5", "cells 0 to 3"),
        ("x:5", "give CELL:DEAL"),
        ("0:200", "holds no game 0:200"),
    ],
)
def test_replay_of_a_game_that_is_not_there(
    capsys: pytest.CaptureFixture[str], folder: Path, game: str, message: str
) -> None:
    assert message in fails(capsys, "replay", folder, game)


def test_play_shows_and_records_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    arguments = ["play", "patience", "-s", "random", "--deal", "7", "--record", record]
    status, out, _ = alhambra(capsys, *arguments)
    assert status == 0
    assert "Pass 1" in out
    assert check_text(record.read_text()) == 1
    header, setup = (json.loads(line) for line in record.read_text().splitlines()[:2])
    assert (header["seed"], header["deal"], header["strategies"]) == (0, 7, ["random"])
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps(setup))
    again = tmp_path / "again.jsonl"
    alhambra(capsys, *arguments[:-1], again, "--cards", cards)
    assert again.read_text().splitlines()[1:] == record.read_text().splitlines()[1:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deal: deal.pop("stock"), "'stock' is missing"),
        (lambda deal: deal["stock"].pop(), "64 cards, not 63"),
        (lambda deal: deal["reserves"].pop(), "eight piles of four"),
        (lambda deal: deal["reserves"][0].append("AC"), "eight piles of four"),
        (lambda deal: deal["stock"].__setitem__(0, "1C"), "'1C' is no card"),
        (lambda deal: deal["stock"].__setitem__(0, 5), "reserves, eight lists, and stock"),
        (lambda deal: deal["stock"].__setitem__(slice(2), ["2C", "2C"]), "times, not"),
    ],
)
def test_cards_that_are_no_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: object, message: str
) -> None:
    from sim.patience.layout import deal_layout

    deal = deal_layout(0, 1).event()
    change(deal)  # type: ignore[operator]
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps(deal))
    error = fails(capsys, "play", "patience", "-s", "builder", "--cards", str(cards))
    assert message in error
    assert str(cards) in error


def test_a_foreign_package_in_our_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "__init__.py").write_text("")
    script = "from scripts.cli import main; main(['--version'])"
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert f"the package 'strategies' comes from {tmp_path}" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM"])
def test_an_interrupt_prints_the_command_that_goes_on(
    tmp_path: Path, jobs: str, signal_name: str
) -> None:
    import signal

    folder = tmp_path / "p"
    arguments = ["run", "patience", "-s", "random", "--deals", "5000000", "--jobs", jobs]
    script = "from scripts.cli import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", script, *arguments, "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("games/*.parquet")):
        assert time.monotonic() < deadline
        assert running.poll() is None
        time.sleep(0.01)
    os.killpg(running.pid, getattr(signal, signal_name))
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "Traceback" not in err
    assert f"alhambra {' '.join(arguments)} --out {folder}" in err
    assert not list(folder.glob("**/.part-*"))
