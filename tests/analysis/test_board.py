"""Tables of the board game, each held against a plain computation over the same rows."""

import csv
import math
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import sim
from analysis import Run, block, city, load, points, score, seating, source
from analysis.points import MOST_WALL
from sim.schema import TYPES
from tests.analysis import synthetic

Seat = dict[str, Any]
T_29 = 2.0452
"""Student's t of 30 deals at 95 %."""


Deals = Callable[[int, Callable[[list[Seat]], float]], list[float]]


@pytest.fixture(scope="module")
def deals(board_run: Run) -> Deals:
    """Return a function of a setting and a measure, see ``_deals``."""
    seats = board_run.seats.collect().to_dicts()
    return lambda setting, of: _deals(board_run, seats, setting, of)


def _deals(
    run: Run, rows: list[Seat], setting: int, of: Callable[[list[Seat]], float]
) -> list[float]:
    """Return a measure of each game as the mean of every deal of a setting.

    Games of an order with fewer rotations count more often, as ``seating.places`` says.
    """
    found = seating.settings(run)
    weights = {
        cell: weight
        for cell, weight, number in seating.places(run, found)
        .select("cell", "weight", "setting")
        .iter_rows()
        if number == setting
    }
    games: dict[tuple[int, int], list[Seat]] = defaultdict(list)
    for seat in rows:
        if seat["cell"] in weights:
            games[seat["deal"], seat["cell"]].append(seat)
    by_deal: dict[int, list[float]] = defaultdict(list)
    for (deal, cell), seats in games.items():
        by_deal[deal] += [of(seats)] * weights[cell]
    return [float(np.mean(values)) for values in by_deal.values()]


def _points(seat: Seat, name: str) -> int:
    kinds = {"score": (*TYPES, "walls"), "majorities": TYPES}.get(name, (name,))
    return sum(int(seat[points.column(r, kind)]) for r in "abc" for kind in kinds)


def _lead(name: str) -> Callable[[list[Seat]], float]:
    def lead(seats: list[Seat]) -> float:
        won = [_points(s, name) for s in seats if s["share"]]
        lost = [_points(s, name) for s in seats if not s["share"]]
        return float(np.mean(won) - np.mean(lost)) if lost else 0.0

    return lead


def _most(name: str) -> Callable[[list[Seat]], float]:
    def share(seats: list[Seat]) -> float:
        top = max(_points(s, name) for s in seats)
        return float(np.mean([s["share"] / 60 for s in seats if _points(s, name) == top]))

    return share


NAMES = (*TYPES, "walls", "majorities", "score")


def test_leads_of_winners_by_source(board_run: Run, deals: Deals) -> None:
    rows = source.leads(board_run).to_dicts()
    assert len(rows) == len(NAMES) * len(seating.settings(board_run))
    for row in rows:
        values = deals(row["setting"], _lead(row["source"]))
        assert row["deals"] == len(values) == 30
        assert row["lead"] == pytest.approx(np.mean(values), abs=1e-12)
        half = T_29 * np.std(values, ddof=1) / math.sqrt(30)
        assert row["high"] - row["lead"] == pytest.approx(half, rel=1e-3)


def test_leads_of_all_sources_add_up_to_that_of_the_score(board_run: Run) -> None:
    by_setting: dict[int, dict[str, Seat]] = defaultdict(dict)
    for row in source.leads(board_run).to_dicts():
        by_setting[row["setting"]][row["source"]] = row
    for found in by_setting.values():
        assert found.keys() == set(NAMES)
        whole = sum(found[name]["lead"] for name in (*TYPES, "walls"))
        assert whole == pytest.approx(found["score"]["lead"])
        assert sum(found[name]["part"] for name in ("walls", "majorities")) == pytest.approx(1)


def test_share_of_who_has_most_points_from_a_source(board_run: Run, deals: Deals) -> None:
    for row in source.leaders(board_run).to_dicts():
        values = deals(row["setting"], _most(row["source"]))
        assert row["share"] == pytest.approx(np.mean(values))
        assert row["even"] == 1 / row["players"]
        assert 0 <= row["low"] < row["share"] < row["high"] <= 1
        half = T_29 * np.std(values, ddof=1) / math.sqrt(30)
        assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=0.35)


def _known(folder: Path, change: Callable[[pl.DataFrame], pl.DataFrame]) -> Run:
    """Return a run of a mirror of two whose seats are changed, all points 0 before that."""
    cells = synthetic.card_cells("a", 2, game="board")
    synthetic.write_card(folder, synthetic.card_plan(cells, 20))
    nothing = pl.lit(0, pl.UInt8)
    for part in (folder / "seats").iterdir():
        frame = pl.read_parquet(part).with_columns(
            *(nothing.alias(name) for name in points.columns("board"))
        )
        change(frame).write_parquet(part)
    return load(folder)


def _when(condition: pl.Expr, name: str, value: int, otherwise: int) -> pl.Expr:
    chosen = pl.when(condition).then(value).otherwise(otherwise)
    return chosen.cast(pl.UInt8).alias(name)


def test_walls_alone_decide(tmp_path: Path) -> None:
    """Seat 0 always has 7 points more from walls (B4) and always wins."""
    first = pl.col("seat") == 0
    run = _known(
        tmp_path / "run",
        lambda seats: seats.with_columns(
            _when(first, "walls_b", 9, 2), _when(first, "share", 60, 0)
        ),
    )
    leads = {row["source"]: row for row in source.leads(run).to_dicts()}
    assert (leads["walls"]["lead"], leads["walls"]["part"]) == (7, 1)
    assert (leads["majorities"]["lead"], leads["tower"]["lead"]) == (0, 0)
    assert leads["walls"]["low"] < 7 < leads["walls"]["high"]
    shares = {row["source"]: row for row in source.leaders(run).to_dicts()}
    assert shares["walls"]["share"] == 1
    assert shares["tower"]["share"] == shares["majorities"]["share"] == 0.5  # both have most: 0


def test_a_shared_win_has_no_lead(tmp_path: Path) -> None:
    """Winners who share (M16) leave no others to lead."""
    first = pl.col("seat") == 0
    run = _known(
        tmp_path / "run",
        lambda seats: seats.with_columns(
            _when(first, "walls_c", 9, 0),
            _when(first, "points_c_tower", 0, 9),
            pl.lit(30, pl.UInt8).alias("share"),
        ),
    )
    rows = source.leads(run).to_dicts()
    assert {row["lead"] for row in rows} == {0}
    assert all(math.isnan(row["part"]) for row in rows)
    assert {row["share"] for row in source.leaders(run).to_dicts()} == {0.5}


def test_the_card_game_has_types_and_no_walls(card_run: Run) -> None:
    assert set(source.leads(card_run)["source"]) == {*TYPES, "majorities", "score"}
    assert set(source.leaders(card_run)["source"]) == {*TYPES, "majorities"}


def test_walls_tiles_and_redesigns(board_run: Run, deals: Deals) -> None:
    found = seating.settings(board_run)
    sides = {side.number: side for side in seating.sides(found)}
    rows = city.cities(board_run).to_dicts()
    assert len(rows) == len(sides) * len(city.MEASURES)
    for row in rows:
        side, measure = sides[row["side"]], row["measure"]

        def total(seats: list[Seat], spec: str = side.strategy, name: str = measure) -> float:
            return sum(s[name] for s in seats if s["strategy"] == spec)

        games = found[row["setting"]].games
        values = [v * games / side.seats for v in deals(row["setting"], total)]
        half = T_29 * np.std(values, ddof=1) / math.sqrt(30)
        assert (row["deals"], row["seats"]) == (30, 30 * side.seats)
        assert row["mean"] == pytest.approx(np.mean(values))
        assert row["high"] - row["mean"] == pytest.approx(half, rel=1e-3)


def test_points_by_round_hold_walls(board_run: Run) -> None:
    seats = board_run.seats.collect()
    means = score.means(board_run)
    for name in ("walls_a", "walls_c", "points_b_tower"):
        whole = (means[name] * means["n"]).sum()
        assert whole == pytest.approx(seats[name].cast(pl.Int64).sum())


def test_the_winner_with_the_longest_wall(board_run: Run) -> None:
    row = city.longest(board_run)
    assert row is not None
    winners = board_run.seats.filter(pl.col("share") > 0).collect()
    assert row["share"] > 0
    assert row["wall"] == winners["wall"].max()
    same = winners.filter(pl.col("wall") == row["wall"]).sort("cell", "deal", "seat")
    assert same.row(0, named=True) == row


def test_no_picture_of_a_game_that_a_fault_ended(tmp_path: Path) -> None:
    cells = synthetic.card_cells("a", 2, game="board")
    folder = synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 5))
    for part in (folder / "games").iterdir():
        frame = pl.read_parquet(part)
        fault = pl.lit("fault").cast(frame.schema["end"]).alias("end")
        frame.with_columns(fault).write_parquet(part)
    assert city.longest(load(folder)) is None


def test_no_wall_is_longer_than_all_walls_of_the_tiles() -> None:
    with (Path(sim.__file__).parent / "data" / "tiles.csv").open(encoding="utf-8") as file:
        tiles = list(csv.DictReader(file))
    sides = ("north", "east", "south", "west")
    assert sum(int(tile[side]) for tile in tiles for side in sides) == MOST_WALL
    assert len(tiles) == city.MOST_TILES


def test_windows_add_up(board_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = block.block_sums(board_run)
    monkeypatch.setattr(Run, "spans", lambda run: ((k, k + 7) for k in range(0, 35, 7)))
    assert block.block_sums(board_run) == whole


def test_documented_columns(board_run: Run) -> None:
    for table in (source.leads, source.leaders, city.cities):
        documented = table.__doc__ or ""
        assert all(f"``{name}``" in documented for name in table(board_run).columns)
