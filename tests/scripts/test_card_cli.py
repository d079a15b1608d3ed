"""The command line with the card game."""

from pathlib import Path

import polars as pl
import pytest

from tests.referee import check_text
from tests.scripts.test_cli import alhambra, fails


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from scripts.cli import main

    folder = tmp_path_factory.mktemp("runs") / "c"
    command = "run card -s random -s greedy --players 2,3 --lineup random,greedy,random"
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--deals", "20", "--jobs", "1", "--quiet", "--out", str(folder)])
    assert left.value.code == 0
    return folder


def test_the_log_has_a_row_a_game_and_a_row_a_seat(folder: Path) -> None:
    games = pl.read_parquet(folder / "games" / "*.parquet")
    seats = pl.read_parquet(folder / "seats" / "*.parquet")
    # the line-up adds nothing: one greedy in a field of random is the same seating, played once
    assert len(games) == 20 * (6 + 12)
    joined = seats.join(games, on=["cell", "deal"])
    assert len(joined) == len(seats) == games["players"].cast(int).sum()
    shares = joined.group_by("cell", "deal").agg(pl.col("share").cast(int).sum())
    assert shares["share"].unique().to_list() == [60]
    by_name = joined.with_columns(
        named=pl.col("seating").cast(str).str.split(" / ").list.get(pl.col("seat"))
    )
    assert (by_name["named"] == by_name["strategy"].cast(str)).all()
    assert (joined.filter(pl.col("seat") == pl.col("first"))["order"] == 0).all()


def test_every_logged_game_replays_and_is_legal(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    records = tmp_path / "records.jsonl"
    status, _, err = alhambra(capsys, "replay", folder, "--sample", "100", "--record", records)
    assert (status, err) == (0, "")
    assert check_text(records.read_text()) == 100


def test_two_workers_write_the_same_bytes(
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sim.runner.WORTH_WORKERS", 0)
    command = "run card -s random -s greedy --players 2,3 --lineup random,greedy,random"
    arguments = [*command.split(), "--deals", "20", "--jobs", "2", "--quiet"]
    status, _, _ = alhambra(capsys, *arguments, "--out", tmp_path / "two")
    assert status == 0
    names = sorted(str(p.relative_to(folder)) for p in folder.glob("*/*.parquet"))
    assert len(names) == 2 * 18
    for name in ["plan.toml", *names]:
        assert (folder / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_play_shows_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    arguments = ["-s", "random", "-s", "greedy", "-s", "random", "--record", record]
    status, out, _ = alhambra(capsys, "play", "card", *arguments)
    assert (status, "Round C" in out) == (0, True)
    assert check_text(record.read_text()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "card"], "Missing option '--strategy'"),
        (["run", "card", "-s", "random", "--players", "7"], "the card is for 2 to 6"),
        (["run", "card", "-s", "random", "--players", "two"], "give numbers"),
        (["run", "card", "-s", "random", "--players", "2,2"], "given twice"),
        (["run", "patience", "-s", "random", "--players", "2"], "the patience is for 1"),
        (
            ["run", "card", "-s", "random", "--players", "2", "--lineup", "random,greedy,random"],
            "a line-up of 3 needs --players 3",
        ),
        (["run", "card", "--lineup", "random,greddy"], "did you mean 'greedy'"),
        (["run", "card", "-s", "random", "-r", "first_player=4"], "no seat 4 with 2 players"),
        (["play", "card", "-s", "random", "-s", "greedy", "--players", "3"], "2 strategies for 3"),
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
