"""Comparing strategies at the command line."""

import re
from pathlib import Path

import polars as pl
import pytest

from tests.scripts.test_cli import alhambra, fails


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def compare(capsys: pytest.CaptureFixture[str], text: str) -> str:
    status, out, err = alhambra(capsys, "compare", *text.split(), "--quiet", "--jobs", "1")
    assert (status, err) == (0, "")
    return out


def test_the_better_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The effect is half the difference of the lone shares, from the log of the whole blocks."""
    out = compare(capsys, "greedy random --game card --players 3 --max-deals 200 --out r")
    found = re.match(r"greedy is better than random \(card, 3 players; (\d+) deals, (\d+) g", out)
    assert found
    deals, games = map(int, found.groups())
    assert games == 6 * deals
    seats = pl.read_parquet("r/seats/*.parquet").filter(pl.col("deal") < deals)
    names = seats.group_by("cell").agg((pl.col("strategy") == "greedy").sum() / deals)
    rows = seats.join(names.rename({"strategy": "greedies"}), on="cell")
    alone_a = rows.filter((pl.col("greedies") == 1) & (pl.col("strategy") == "greedy"))
    alone_b = rows.filter((pl.col("greedies") == 2) & (pl.col("strategy") == "random"))
    effect = (alone_a["share"].mean() - alone_b["share"].mean()) / 120  # type: ignore[operator]
    assert f"  effect   {effect:+.2%} (" in out
    assert out.count("  alone  ") == 2
    assert "on deals of their own" in out


@pytest.mark.parametrize("players", ["2", "3"])
def test_exchanged_it_is_the_opposite(capsys: pytest.CaptureFixture[str], players: str) -> None:
    """From the other side every figure changes its sign."""
    common = f"--game card --players {players} --max-deals 100 --out"
    one = compare(capsys, f"exact random {common} one")
    other = compare(capsys, f"random exact {common} other")
    assert "exact is better than random" in one
    assert "random is worse than exact" in other
    effects = [
        re.search(r"effect   ([+-][\d.]+)% \(([+-][\d.]+)% to ([+-][\d.]+)%\)", out)
        for out in (one, other)
    ]
    assert all(effects)
    a, b = ([float(x) for x in e.groups()] for e in effects if e)
    assert a == [-b[0], -b[2], -b[1]]


def test_workers_and_interruptions_change_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    common = "majority planner --game card --players 2 --max-deals 300 --out"
    whole = compare(capsys, f"{common} whole")
    for part in sorted(Path("whole/games").iterdir())[::2]:
        part.unlink()
    assert compare(capsys, f"{common} whole") == whole
    monkeypatch.setattr("sim.runner.WORTH_WORKERS", 0)
    status, out, _ = alhambra(capsys, "compare", *common.split(), "two", "--quiet", "--jobs", "2")
    assert status == 0
    assert out.replace("two", "whole") == whole


def test_the_patience_is_compared_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """Three strategies make three pairs; the chance of being wrong is shared out."""
    out = compare(capsys, "builder random greedy --game patience --max-deals 100 --out r")
    assert out.count("the paired difference of won") == 3
    assert out.count("cards home a deal") == 3
    assert "with a chance of 95%" in out
    assert len(pl.read_parquet("r/games/*.parquet")) == 300


def test_a_strategy_is_the_equal_of_a_copy(capsys: pytest.CaptureFixture[str]) -> None:
    """A copy under another name decides the same, so every block comes out at exactly 0."""
    alhambra(capsys, "strategies", "new", "a.py", "--game", "card")
    Path("b.py").write_text(Path("a.py").read_text())
    out = compare(capsys, "a.py:thrifty b.py:thrifty --game card --players 3 --max-deals 64")
    assert "  effect   +0.00% (" in out
    assert "every block has the same value" in out or "saved" in out


def test_a_plan_from_a_pilot(capsys: pytest.CaptureFixture[str]) -> None:
    text = "hoarder greedy --game card --players 2 --out r --plan"
    (wide,), (narrow,) = (
        re.findall(r"about ([\d,]+) deals", compare(capsys, f"{text} {width}"))
        for width in (0.2, 0.05)
    )
    assert 4 * int(wide.replace(",", "")) < int(narrow.replace(",", ""))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedy --game card", "at least two strategies"),
        ("greedy greedy --game card", "given twice"),
        ("greedy gredy --game card", "did you mean 'greedy'"),
        ("greedy random --game card --players 7", "is for 2 to 6"),
        ("greedy random --game crad", "did you mean 'card'"),
        ("greedy random --game card --margin 0", "margin"),
    ],
)
def test_mistakes_are_one_line(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in fails(capsys, "compare", *text.split())
    assert not list(Path().iterdir())
