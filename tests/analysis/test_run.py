"""Opening a run: finished, unfinished, damaged, or none at all."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from analysis import load
from analysis.proportion import win_chances
from sim.errors import UserError
from tests.analysis import synthetic


@pytest.fixture
def small(tmp_path: Path) -> Path:
    plan = synthetic.plan([synthetic.strategy("a"), synthetic.strategy("b")], 100, chunk=32)
    return synthetic.write(tmp_path / "run", plan)


def test_a_run_offers_its_plan_and_games(small: Path) -> None:
    run = load(small)
    assert run.finished
    assert run.progress == "finished: all 200 games are there"
    assert run.games.select(pl.len()).collect().item() == 200
    assert run.cells["strategy"].to_list() == ["a", "b"]


def test_an_unfinished_run_says_how_much_is_there(small: Path) -> None:
    sorted((small / "games").iterdir())[-1].unlink()
    run = load(small)
    assert not run.finished
    assert run.progress == "unfinished: 196 of 200 games are there"
    assert win_chances(run)["n"].to_list() == [100, 96]


def test_a_window_reads_the_deals_asked_for(small: Path) -> None:
    run = load(small)
    window = run.window(30, 70)
    assert window is not None
    assert sorted(window.collect()["deal"].to_list()) == sorted([*range(30, 70)] * 2)
    assert run.window(1000, 2000) is None


def test_rules_are_named_by_what_varies(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a")], 4, [{}, {"redeals": 0}])
    run = load(synthetic.write(tmp_path / "run", plan))
    assert run.varied == ("redeals",)
    assert [run.rules(cell) for cell in (0, 1)] == ["redeals=2", "redeals=0"]


def test_leftovers_of_a_writer_are_no_games(small: Path) -> None:
    (small / "games" / ".part-x.tmp").write_bytes(b"half")
    assert load(small).present == 200


def _one_line(error: pytest.ExceptionInfo[UserError], *names: str) -> None:
    text = str(error.value)
    assert "\n" not in text
    for name in names:
        assert name in text


def test_no_folder_and_no_run(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path / "nowhere")
    _one_line(error, "nowhere", "no such folder")
    with pytest.raises(UserError) as error:
        load(tmp_path)
    _one_line(error, str(tmp_path), "no run here")


def test_a_run_without_a_game(small: Path) -> None:
    for part in (small / "games").iterdir():
        part.unlink()
    with pytest.raises(UserError) as error:
        load(small)
    _one_line(error, str(small), "no game has been played yet")


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"no"])
def test_a_damaged_part_is_named(small: Path, damage: Callable[[bytes], bytes]) -> None:
    part = sorted((small / "games").iterdir())[2]
    part.write_bytes(damage(part.read_bytes()))
    with pytest.raises(UserError) as error:
        load(small)
    _one_line(error, part.name, "damaged")


def test_a_part_damaged_after_opening_is_an_error_too(small: Path) -> None:
    run = load(small)
    run.parts[0].path.write_bytes(b"no")
    with pytest.raises(UserError) as error:
        win_chances(run)
    _one_line(error, "damaged")


def test_another_game_cannot_be_analysed(small: Path) -> None:
    plan = small / "plan.toml"
    plan.write_text(plan.read_text().replace('game = "patience"', 'game = "chess"'))
    with pytest.raises(UserError) as error:
        load(small)
    _one_line(error, "chess")


def test_the_helper_follows_the_schema(small: Path) -> None:
    part = pl.read_parquet(next((small / "games").iterdir()))
    assert part["won"].dtype == pl.Boolean
    assert ((part["home"] == 104) == part["won"]).all()
    assert json.loads((small / "manifest.json").read_text())["seed"] == 7
