"""Tables from logs, each held against a plain computation over the same rows."""

import itertools
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import analysis.run
from analysis import Run, claims, distribution, load, paired, proportion, tips
from analysis.interval import Interval, clopper_pearson, holm, tango
from sim.schema import ENDS
from tests.analysis import synthetic
from tests.analysis.conftest import switched


@pytest.fixture(scope="module")
def frame(run: Run) -> pl.DataFrame:
    return run.games.collect()


def _cell(frame: pl.DataFrame, cell: int) -> pl.DataFrame:
    return frame.filter(pl.col("cell") == cell).sort("deal")


def test_win_chances(run: Run, frame: pl.DataFrame) -> None:
    for row in proportion.win_chances(run).to_dicts():
        games = _cell(frame, row["cell"])
        assert (row["n"], row["wins"]) == (len(games), games["won"].sum())
        assert row["chance"] == pytest.approx(games["won"].mean())
        assert (row["low"], row["high"]) == clopper_pearson(row["wins"], row["n"])


def test_faults_are_games_that_are_not_won(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a")], 40)
    folder = synthetic.write(tmp_path / "run", plan, [3.0])
    part = next((folder / "games").iterdir())
    games = pl.read_parquet(part).with_columns(
        pl.lit("fault").cast(pl.Enum(ENDS)).alias("end"), pl.lit(False).alias("won")
    )
    games.write_parquet(part)
    row = proportion.win_chances(load(folder)).to_dicts()[0]
    assert (row["n"], row["wins"], row["faults"]) == (40, 0, 40)


def test_a_cell_without_games_stays_in_the_table(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a"), synthetic.strategy("b")], 40)
    run = load(synthetic.write(tmp_path / "run", plan, chunks=1))
    rows = proportion.win_chances(run).to_dicts()
    assert rows[1]["n"] == 0
    assert (rows[1]["low"], rows[1]["high"]) == (0, 1)
    assert rows[1]["chance"] is None
    assert paired.comparisons(run)["n"].to_list() == [0]


@pytest.mark.parametrize("window", [2**8, 2**12, 2**21])
def test_pair_sums_do_not_depend_on_the_window(
    run: Run, frame: pl.DataFrame, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    monkeypatch.setattr(analysis.run, "WINDOW_ROWS", window)
    sums = paired.pair_sums(run)
    for a, b in [(1, 0), (8, 3), (12, 3)]:
        found = paired.difference(sums, a, b)
        first, second = _cell(frame, a), _cell(frame, b)
        apart = first["home"].cast(int) - second["home"].cast(int)
        assert found.n == 600
        assert found.both == (first["won"] & second["won"]).sum()
        assert found.only_a == (first["won"] & ~second["won"]).sum()
        assert found.only_b == (~first["won"] & second["won"]).sum()
        assert found.both + found.only_a + found.only_b + found.neither == found.n
        assert found.won_limits == tango(found.only_a, found.only_b, found.n)
        assert found.home.mean == pytest.approx(apart.mean())
        assert found.home.variance == pytest.approx(apart.var())
        independent = first["home"].var() + second["home"].var()
        assert found.home_saved == pytest.approx(1 - apart.var() / independent)


def test_only_common_deals_are_compared(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a"), synthetic.strategy("b")], 100, chunk=32)
    folder = synthetic.write(tmp_path / "run", plan, [1.0, 2.0])
    (folder / "games" / "0000-0000001.parquet").unlink()
    found = paired.difference(paired.pair_sums(load(folder)), 1, 0)
    assert found.n == 68


def test_deals_may_start_anywhere(tmp_path: Path) -> None:
    first = 2**61 + 5
    plan = synthetic.plan([synthetic.strategy(n) for n in "ab"], 50, chunk=32, first=first)
    run = load(synthetic.write(tmp_path / "run", plan, [1.0, 2.0]))
    assert paired.comparisons(run)["n"].to_list() == [50]


def test_a_strategy_against_itself_has_no_difference_and_still_an_interval(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a")], 30)
    run = load(synthetic.write(tmp_path / "run", plan, [2.5]))
    found = paired.difference(paired.pair_sums(run), 0, 0)
    assert (found.only_a, found.only_b, found.won, found.home.mean) == (0, 0, 0, 0)
    assert found.won_limits.low < 0 < found.won_limits.high
    assert found.home.low < 0 < found.home.high
    assert found.home_saved == 1


def test_saved_variance_may_be_negative_and_may_be_unknown(tmp_path: Path) -> None:
    plan = synthetic.plan([synthetic.strategy("a"), synthetic.strategy("b")], 200)
    folder = synthetic.write(tmp_path / "run", plan, [0.0, 0.0])
    parts = sorted((folder / "games").iterdir())
    games = pl.read_parquet(parts[0])
    turned = (112 - pl.col("home").cast(pl.Int64)).cast(pl.UInt8).alias("home")
    other = pl.read_parquet(parts[1]).with_columns(games.select(turned)["home"], won=False)
    other.write_parquet(parts[1])
    found = paired.difference(paired.pair_sums(load(folder)), 1, 0)
    assert found.home_saved == pytest.approx(-1)
    games.with_columns(won=False).write_parquet(parts[0])
    found = paired.difference(paired.pair_sums(load(folder)), 1, 0)
    assert math.isnan(found.won_saved)


def test_pairs_are_of_one_kind_each(run: Run) -> None:
    cells = run.plan.cells
    found = paired.pairs(run)
    assert len(found) == len(set(found)) == 2 * 36 + 9
    for kind, a, b in found:
        assert b < a
        assert (cells[a].seating == cells[b].seating) == (kind == "rules")
        assert (cells[a].rules == cells[b].rules) == (kind == "strategy")


def test_with_too_many_pairs_only_those_with_the_first_are_left(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paired, "MOST_PAIRS", 10)
    strategies = [pair for pair in paired.pairs(run) if pair[0] == "strategy"]
    assert len(strategies) == 2 * 8
    assert {b for _, _, b in strategies} == {0, 9}


def test_comparisons_have_the_documented_columns(run: Run) -> None:
    frame = paired.comparisons(run)
    documented = paired.comparisons.__doc__ or ""
    assert all(f"``{name}``" in documented for name in frame.columns)
    assert frame.filter(pl.col("won_low") > pl.col("won")).is_empty()


def test_switches_differ_in_one_boolean_and_nothing_else(run: Run) -> None:
    planned = {s.spec: s.params for s in run.plan.strategies}
    found = tips.switches(run)
    assert len(found) == 2 * 12
    for switch in found:
        on, off = (run.plan.cells[cell] for cell in (switch.on, switch.off))
        assert on.rules == off.rules
        params = planned[off.seating[0]]
        assert planned[on.seating[0]] == {**params, switch.tip: True}
        assert params[switch.tip] is False
        assert switch.beside == ", ".join(name for name, value in params.items() if value)


def test_numbers_are_no_switches(tmp_path: Path) -> None:
    strategies = [synthetic.strategy("a", greed=0.0), synthetic.strategy("a", greed=1.0)]
    run = load(synthetic.write(tmp_path / "run", synthetic.plan(strategies, 8)))
    assert tips.switches(run) == []
    assert tips.tips(run).is_empty()


def test_tips_are_corrected_for_their_number(run: Run) -> None:
    frame = tips.tips(run)
    for measure in ("won", "home"):
        assert frame[f"{measure}_holm"].to_list() == holm(frame[f"{measure}_p"].to_list())
    for row in frame.to_dicts():
        if row["won_holm"] < 0.05:
            assert row["won_verdict"] == ("helps" if row["won"] > 0 else "hurts")
        else:
            assert row["won_verdict"].startswith("no effect larger than")


def test_a_tip_that_matters_is_found(tmp_path: Path) -> None:
    plan = synthetic.plan(switched()[:2], 500)
    run = load(synthetic.write(tmp_path / "run", plan, [1.0, 2.0]))
    (row,) = tips.tips(run).to_dicts()
    assert (row["tip"], row["off"], row["on"]) == ("free", 0, 1)
    assert (row["won_verdict"], row["home_verdict"]) == ("helps", "helps")
    assert row["home_low"] < 12 < row["home_high"] + 3  # the helper adds 12 cards a unit


def test_home_counts_and_summary(run: Run, frame: pl.DataFrame) -> None:
    counts = distribution.home_counts(run)
    assert counts["n"].sum() == len(frame)
    for row in distribution.home_summary(run, counts).to_dicts():
        home = _cell(frame, row["cell"])["home"]
        assert row["mean"] == pytest.approx(home.mean())
        assert row["sd"] == pytest.approx(home.std())
        assert row["low"] <= row["mean"] <= row["high"]
        assert (row["least"], row["most"]) == (home.min(), home.max())
        expected = np.quantile(home.to_numpy(), distribution.QUANTILES, method="inverted_cdf")
        assert [row[f"q{100 * q:.0f}"] for q in distribution.QUANTILES] == expected.tolist()


def test_wins_by_pass_add_up(run: Run, frame: pl.DataFrame) -> None:
    for row in distribution.wins_by_pass(run).to_dicts():
        games = _cell(frame, row["cell"])
        assert sum(row[f"pass_{k}"] for k in distribution.PASSES) == row["wins"]
        assert row["pass_2"] == (games["won"] & (games["last_pass"] == 2)).sum()


def test_ends_add_up(run: Run, frame: pl.DataFrame) -> None:
    for row in distribution.ends(run).to_dicts():
        assert sum(row[end] for end in ENDS) == row["n"]
        assert row["dry"] == (_cell(frame, row["cell"])["end"] == "dry").sum()


def test_means_account_for_every_card(run: Run, frame: pl.DataFrame) -> None:
    for row in distribution.means(run).to_dicts():
        home = sum(
            row[f"{s}_home_{k}"]
            for s, k in itertools.product(distribution.SOURCES, distribution.PASSES)
        )
        assert home + row["reserve_left"] + row["stock_left"] == pytest.approx(96)
        assert row["moves"] == pytest.approx(_cell(frame, row["cell"])["moves"].mean())


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.2, 0.3, "above"),
        (0.0, 0.05, "below"),
        (0.05, 0.2, "compatible"),
        (0.1, 0.2, "compatible"),
    ],
)
def test_a_claim_is_held_against_the_interval(low: float, high: float, verdict: str) -> None:
    assert claims.against(claims.CLAIMS[0], Interval(low, high)) == verdict


def _sentences(folder: Path, strengths: list[float], deals: int) -> list[str]:
    plan = synthetic.plan([synthetic.strategy(f"s{k}") for k in range(len(strengths))], deals)
    run = load(synthetic.write(folder, plan, strengths))
    chances = proportion.win_chances(run)
    return [claims.sentence(run, claim, chances) for claim in claims.CLAIMS]


def test_claims_in_words(tmp_path: Path) -> None:
    ten, hundred = _sentences(tmp_path / "weak", [-5.0, -5.0], 900)
    assert ten.startswith("No strategy here wins as often as 1 in 10 (Morehead and Mott-Smith): ")
    assert "0 of 900; below 0.5 %" in ten
    assert hundred.startswith("No strategy here wins as often as 1 in 100")
    (ten, _) = _sentences(tmp_path / "strong", [-5.0, 4.0], 300)
    assert ten.startswith("1 of 2 cells win more often than 1 in 10")
    assert "the best, s1, wins" in ten
    (ten, _) = _sentences(tmp_path / "short", [-5.0], 5)
    assert "is not decided by these games" in ten


def test_claims_cover_every_cell(run: Run) -> None:
    frame = claims.claims(run)
    assert len(frame) == 2 * 18
    assert set(frame["verdict"]) <= {"below", "above", "compatible"}


def test_results_do_not_depend_on_how_the_log_is_cut(tmp_path: Path) -> None:
    plan = synthetic.plan(switched()[:3], 300, chunk=512)
    whole = synthetic.write(tmp_path / "whole", plan)
    cut = synthetic.plan(switched()[:3], 300, chunk=64)
    parts = tmp_path / "cut" / "games"
    parts.mkdir(parents=True)
    (tmp_path / "cut" / "plan.toml").write_text(cut.to_toml())
    (tmp_path / "cut" / "manifest.json").write_text((whole / "manifest.json").read_text())
    games = load(whole).games.collect()
    for chunk in cut.chunks():
        inside = pl.col("deal").is_between(chunk.first, chunk.last - 1)
        games.filter((pl.col("cell") == chunk.cell) & inside).write_parquet(parts / chunk.name)
    one, many = load(whole), load(tmp_path / "cut")
    assert len(many.parts) == 15
    for table in (proportion.win_chances, paired.comparisons, tips.tips, distribution.home_summary,
                  distribution.means):  # fmt: skip
        assert table(one).equals(table(many))
