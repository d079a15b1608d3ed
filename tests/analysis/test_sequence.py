"""Confidence sequences, verdicts and savings against their definitions, and small simulations.

``blocks.csv`` counts 10,000 real blocks of the card game with 3 players, ``hoarder`` and
``greedy``: the sums over all seats of the share of the one alone, in sixtieths
(``scripts.coverage.market_blocks``).
"""

import csv
import math
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis import saving, sequence, verdict
from analysis.interval import Interval
from analysis.sequence import (
    HOME_SCALE,
    WON_SCALE,
    Look,
    Scale,
    follow,
    interval,
    log_capital,
    lone_scale,
    look,
    looks,
    points_scale,
    share_out,
    share_scale,
)
from analysis.verdict import Verdict, judge, judge_shares, shared, word
from scripts import coverage
from scripts.coverage import Scenario, Statement

with (Path(__file__).parent / "blocks.csv").open(encoding="utf-8") as file:
    REAL = {(int(a), int(b)): int(n) for a, b, n in list(csv.reader(file))[1:]}

NARROW = Scale(-3, 3)
"""A scale with few values."""

few = st.dictionaries(st.integers(-3, 3), st.integers(1, 400), max_size=5)


def _reflected(counts: dict[int, int]) -> dict[int, int]:
    return {-value: n for value, n in counts.items()}


def _swapped(counts: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    return {(b, a): n for (a, b), n in counts.items()}


# The money.


@pytest.mark.parametrize(
    "chances", [(0.25, 0.25, 0.25, 0.25), (0.9, 0.0, 0.0, 0.1), (0.01, 0.5, 0.48, 0.01)]
)
def test_the_money_is_a_fair_game(chances: tuple[float, ...]) -> None:
    # Over all sequences of six blocks its mean is 1, which bounds the chance that it is 1/alpha.
    distances = np.array([0.0, 1.0, 4.0, 6.0])
    mean = float(np.dot(chances, distances))
    expected = 0.0
    for blocks in product(range(4), repeat=6):
        counts = np.bincount(blocks, minlength=4).astype(float)
        chance = math.prod(chances[k] for k in blocks)
        expected += chance * math.exp(log_capital(distances, counts, 6.0, mean))
    assert expected == pytest.approx(1, rel=1e-12)


def test_the_money_is_what_the_bets_win_block_by_block() -> None:
    rng = random.Random(5)
    values = [rng.choice([0, 0, 2, 5, 10]) for _ in range(60)]
    reach, mean = 10, 3.7
    bets = [0.99 * 2 ** (-k / 2) for k in range(21)]
    purses = [1 / (2 * len(bets))] * (2 * len(bets))
    for x in values:
        grown = [1 - b + b * x / mean for b in bets]
        grown += [1 - b + b * (reach - x) / (reach - mean) for b in bets]
        purses = [purse * factor for purse, factor in zip(purses, grown, strict=True)]
    counts = Counter(values)
    kinds = np.array(sorted(counts), float)
    found = log_capital(kinds, np.array([counts[int(k)] for k in kinds], float), reach, mean)
    assert found == pytest.approx(math.log(sum(purses)), rel=1e-12)


def test_the_money_of_many_experiments_at_once() -> None:
    distances = np.array([0.0, 3.0, 6.0])
    counts = np.array([[5.0, 1.0, 2.0], [0.0, 90.0, 0.0], [300.0, 2.0, 1.0]])
    at_once = log_capital(distances, counts, 6.0, 2.5)
    one_by_one = [float(log_capital(distances, row, 6.0, 2.5)) for row in counts]
    assert at_once.tolist() == pytest.approx(one_by_one)


# One look.


@settings(max_examples=40)
@given(few, st.sampled_from([0.05, 0.005, 0.3]))
def test_the_interval_holds_exactly_the_means_that_lost_too_little(
    counts: dict[int, int], alpha: float
) -> None:
    low, high = interval(counts, NARROW, alpha)
    kinds = np.array(sorted(counts), float) + 3
    n = np.array([counts[int(k) - 3] for k in kinds], float)
    for mean in np.linspace(-3, 3, 61)[1:-1]:
        kept = not counts or log_capital(kinds, n, 6.0, mean + 3) < -math.log(alpha)
        near = min(abs(mean - low), abs(mean - high)) < 1e-9
        assert near or kept == (low <= mean <= high)


@settings(max_examples=40)
@given(few)
def test_the_sample_mean_is_within_and_the_bounds_are_kept(counts: dict[int, int]) -> None:
    low, high = interval(counts, NARROW)
    assert -3 <= low < high <= 3
    if counts:
        mean = sum(value * n for value, n in counts.items()) / sum(counts.values())
        assert low - 1e-9 <= mean <= high + 1e-9


@settings(max_examples=40)
@given(few)
def test_to_exchange_a_and_b_turns_the_interval_round(counts: dict[int, int]) -> None:
    low, high = interval(counts, NARROW)
    assert interval(_reflected(counts), NARROW) == (-high, -low)


def test_without_a_block_nothing_is_known() -> None:
    assert interval({}, share_scale(3)) == (-0.5, 0.5)
    assert interval({5: 0}, Scale(0, 10)) == (0, 10)
    assert math.isnan(look({}, WON_SCALE).mean)


def test_one_block_excludes_next_to_nothing() -> None:
    # The largest bet on a mean at the bound can come to 1/alpha only if that mean is 1/alpha times
    # nearer to the bound than the block.
    low, high = interval({0: 1}, WON_SCALE)
    assert low == -high
    assert -1 < low < -1 + 0.05
    assert interval({1: 1}, WON_SCALE).high == 1
    assert interval({1: 1}, WON_SCALE).low < -0.9


@pytest.mark.parametrize("n", [10, 1000, 10**7])
def test_no_variance_at_all(n: int) -> None:
    low, high = interval({0: n}, WON_SCALE)
    assert low == -high < 0
    # Most of one purse's money: (1 + b (m / (1 - m)))^n with the largest bet, over 42 purses.
    assert high == pytest.approx(math.log(42 / 0.05) / n, rel=0.2 if n > 10 else 0.5)


@pytest.mark.parametrize("n", [10, 1000, 10**7])
def test_all_blocks_at_a_bound(n: int) -> None:
    low, high = interval({180: n}, share_scale(3))
    assert high == 0.5
    assert 0.5 - low == pytest.approx(math.log(42 / 0.05) / n, rel=0.2 if n > 10 else 0.6)
    assert interval({-180: n}, share_scale(3)) == (-0.5, -low)
    # One block elsewhere among them moves the limits and contradicts nothing.
    mean = 1 / (n + 1) - 0.5
    low, high = interval({-180: n, 180: 1}, share_scale(3))
    assert -0.5 <= low < mean < high < mean + math.log(420 * n) / n


def test_the_order_of_the_counts_is_nothing() -> None:
    blocks = [value for value, n in _apart(REAL).items() for _ in range(n)][::7]
    first = interval(Counter(blocks), share_scale(3))
    for seed in range(5):
        random.Random(seed).shuffle(blocks)
        assert interval(Counter(blocks), share_scale(3)) == first


def test_smaller_chances_of_being_wrong_make_wider_intervals() -> None:
    found = [interval(_apart(REAL), share_scale(3), alpha) for alpha in (0.5, 0.05, 0.05 / 3, 1e-9)]
    for inner, outer in pairwise(found):
        assert outer.low < inner.low < inner.high < outer.high


def test_a_value_beyond_the_bounds_is_an_error() -> None:
    for value in (-181, 181):
        with pytest.raises(ValueError, match="not between -180 and 180"):
            interval({0: 5, value: 1}, share_scale(3))


# Many looks.


def _prefixes(blocks: list[int], at: tuple[int, ...]) -> list[Counter[int]]:
    return [Counter(blocks[:n]) for n in at]


def test_later_looks_lie_within_earlier_ones() -> None:
    rng = np.random.default_rng(3)
    blocks = rng.choice([-3, -1, 0, 2], 3000, p=[0.1, 0.3, 0.3, 0.3]).tolist()
    at = looks(3000)
    found = follow(_prefixes(blocks, at), NARROW)
    assert [each.blocks for each in found] == list(at)
    assert found[-1].mean == pytest.approx(np.mean(blocks))
    for before, after in pairwise(found):
        assert before.limits.low <= after.limits.low < after.limits.high <= before.limits.high
    alone = [interval(counts, NARROW) for counts in _prefixes(blocks, at)]
    assert found[-1].limits == (max(i.low for i in alone), min(i.high for i in alone))


def test_the_order_of_blocks_within_a_look_is_nothing() -> None:
    rng = random.Random(4)
    at = (64, 80, 200)
    blocks = [rng.choice([-3, 0, 1]) for _ in range(200)]
    first = follow(_prefixes(blocks, at), NARROW)
    parts = [blocks[:64], blocks[64:80], blocks[80:]]
    for part in parts:
        rng.shuffle(part)
    assert follow(_prefixes([v for part in parts for v in part], at), NARROW) == first


def test_blocks_that_contradict_each_other_leave_a_point_within() -> None:
    early, late = follow([{-3: 1000}, {-3: 1000, 3: 10**6}], NARROW)
    assert late.limits == (early.limits.high, early.limits.high)


def test_looks_do_not_go_back() -> None:
    with pytest.raises(ValueError, match="a look at 5 blocks after one at 6"):
        follow([{0: 6}, {0: 5}], NARROW)


def test_looks_are_fixed_and_never_far_apart() -> None:
    assert looks(10) == (10,)
    assert looks(64) == (64,)
    for largest in (65, 1000, 10**6):
        found = looks(largest)
        assert found[0] == 64
        assert found[-1] == largest
        assert all(a < b <= 1.25 * a + 1 for a, b in pairwise(found))
        # More deals go on from the same looks.
        assert found[:-1] == looks(4 * largest)[: len(found) - 1]


def test_the_error_is_shared_among_pairs() -> None:
    assert share_out(0.05, 1) == 0.05
    assert share_out(0.05, 10) * 10 == pytest.approx(0.05)
    with pytest.raises(ValueError, match="0 pairs"):
        share_out(0.05, 0)


# What values are worth.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_scales_of_shares(players: int) -> None:
    effect, half = share_scale(players), lone_scale(players)
    assert effect.of(60 * players) == pytest.approx(0.5)
    assert effect.of(effect.low) == pytest.approx(-0.5)
    # The effect is half the difference of the halves.
    assert effect.of(37 - 12) == pytest.approx((half.of(37) - half.of(12)) / 2)
    assert half.of(60) == pytest.approx(0)
    assert (half.of(half.low), half.of(half.high)) == pytest.approx((-1 / players, 1 - 1 / players))


def test_the_effect_of_two_players_is_a_share_less_a_half() -> None:
    # A wins one game of the two and shares the other: 90 sixtieths, and 30 are left to B.
    assert share_scale(2).of(90 - 30) == pytest.approx(90 / 120 - 1 / 2)


def test_points_have_hard_bounds() -> None:
    # M12: the first places of A, B and C; B4: 3 walls of at most the 80 walled sides there are.
    firsts = sum(range(1, 7)) + sum(range(8, 14)) + sum(range(16, 22))
    assert points_scale("card", 4) == Scale(-4 * firsts, 4 * firsts, 1 / 4)
    assert points_scale("board", 2).high == 2 * (firsts + 3 * 80)
    # Patience: 8 cards are home from the start, 104 at the end.
    assert HOME_SCALE.high == 104 - 8 == -HOME_SCALE.low


# Coverage and width.


def _apart(counts: dict[tuple[int, int], int]) -> dict[int, int]:
    found: Counter[int] = Counter()
    for (a, b), n in counts.items():
        found[a - b] += n
    return found


def _real(name: str) -> Scenario:
    """Return a scenario from the real blocks, as they are or recentred."""
    pairs = np.array(list(REAL))
    chances = np.array(list(REAL.values())) / sum(REAL.values())
    values = pairs[:, 0] - pairs[:, 1]
    if name != "as they are":
        chances = coverage.recentred(values, chances, 0)
    alone = (Statement(values, share_scale(3)),)
    effect, half = shared(0.05, 3)
    family = (
        Statement(values, share_scale(3), effect),
        Statement(pairs[:, 0], lone_scale(3), half),
        Statement(pairs[:, 1], lone_scale(3), half),
    )
    return Scenario(name, chances, family if name == "family" else alone)


SCENARIOS = [*coverage.made_up(), *map(_real, ("as they are", "recentred", "family"))]


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[s.name for s in SCENARIOS])
def test_wrong_at_any_look_in_few_experiments(number: int) -> None:
    row = coverage.simulate(SCENARIOS[number], 300, np.random.default_rng([9, number]))
    assert row.wrong <= row.allowed * 300
    assert not row.fails


def test_the_simulation_sees_intervals_that_are_wrong() -> None:
    # A normal interval is wrong at some look far more often than it says, and so is ours if it is
    # allowed to.
    rng = np.random.default_rng(10)
    real = _real("recentred")
    row = coverage.simulate(real, 200, rng)
    assert row.fixed > 40
    bold = replace(real, statements=(replace(real.statements[0], alpha=0.9),))
    row = coverage.simulate(bold, 200, rng)
    assert row.fails
    assert row.wrong > row.allowed * 200


def test_the_simulation_tells_what_the_intervals_tell() -> None:
    said = Statement(np.array([-1, 0, 1]), WON_SCALE, 0.6)
    scenario = Scenario("", np.array([0.4, 0.2, 0.4]), (said,), (20, 40, 80, 160))
    outside = 0
    rng = np.random.default_rng(12)
    for _ in range(60):
        counts, prefixes = np.zeros(3, int), []
        for step in (20, 20, 40, 80):
            counts = counts + rng.multinomial(step, scenario.chances, 1)[0]
            prefixes.append(dict(zip((-1, 0, 1), counts.tolist(), strict=True)))
        intervals = [interval(prefix, WON_SCALE, 0.6) for prefix in prefixes]
        outside += any(not low <= 0 <= high for low, high in intervals)
    rng = np.random.default_rng(12)
    assert 0 < outside < 60
    wrong = sum(coverage.simulate(scenario, 1, rng).wrong for _ in range(60))
    assert wrong == outside


@pytest.mark.parametrize("name", ["as they are", "recentred"])
def test_real_blocks_are_not_much_wider_than_a_normal_interval(name: str) -> None:
    # 1.75 is what the grid of bets costs; 2.1 is what a comparison may cost at 10,000 blocks.
    scenario = _real(name)
    row = coverage.simulate(scenario, 1, np.random.default_rng(0))
    assert scenario.at[-1] == 10_000
    assert 1 < row.ratio < 1.8


def test_recentred_blocks_have_the_mean_that_is_asked_for() -> None:
    values, chances = np.array([-2, 0, 5]), np.array([0.2, 0.3, 0.5])
    for target in (-1.0, 0.0, 3.0):
        found = coverage.recentred(values, chances, target)
        assert found.sum() == pytest.approx(1)
        assert found @ values == pytest.approx(target)


def test_the_table_stands_between_its_marks() -> None:
    text = coverage.README.read_text(encoding="utf-8")
    assert text.count(coverage.BEGIN) == text.count(coverage.END) == 1
    found = text.partition(coverage.BEGIN)[2].partition(coverage.END)[0]
    assert all(f"| {scenario.name} |" in found for scenario in coverage.made_up())


def test_the_script_writes_its_table_and_fails_where_an_interval_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{coverage.BEGIN}\nold\n{coverage.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(coverage, "README", readme)
    monkeypatch.setattr(coverage, "real", lambda: [_real("recentred")])
    monkeypatch.setattr(coverage, "made_up", list)
    done = CliRunner().invoke(coverage.command, ["--experiments", "50", "--write"])
    assert done.exit_code == 0
    text = readme.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{coverage.BEGIN}\n50 experiments each")
    assert text.endswith(f"|\n{coverage.END}\nafter\n")
    assert "| recentred | 24 |" in text
    bold = [replace(statement, alpha=0.9) for statement in _real("recentred").statements]
    wrong = replace(_real("recentred"), statements=tuple(bold))
    monkeypatch.setattr(coverage, "real", lambda: [wrong])
    done = CliRunner().invoke(coverage.command, ["--experiments", "50"])
    assert done.exit_code == 1
    assert "wrong too often, or too wide: recentred" in done.output


# Verdicts.


@pytest.mark.parametrize(
    ("effect", "halves", "expected"),
    [
        ((0.001, 0.3), None, "better"),
        ((-0.3, -0.001), None, "worse"),
        ((-0.01, 0.01), None, "equal"),
        ((-0.011, 0.01), None, "undecided"),
        ((-0.2, 0.3), None, "undecided"),
        # Better, though by less than the margin.
        ((0.001, 0.009), None, "better"),
        # Both lone strategies do better than 1/n, or both worse.
        ((0.02, 0.04), ((0.05, 0.1), (0.001, 0.04)), "depends on the field"),
        ((-0.04, 0.04), ((-0.1, -0.05), (-0.09, -0.001)), "depends on the field"),
        ((-0.005, 0.005), ((0.04, 0.06), (0.04, 0.06)), "depends on the field"),
        # The effect is known, but not yet whether both do better, or both worse.
        ((0.02, 0.04), ((0.03, 0.1), (-0.05, 0.03)), "undecided"),
        ((-0.01, 0.01), ((-0.03, 0.03), (-0.03, 0.03)), "undecided"),
        ((-0.04, -0.02), ((-0.1, -0.03), (-0.03, 0.05)), "undecided"),
        # It is known that not both do by more than twice the margin.
        ((0.02, 0.04), ((0.03, 0.1), (-0.05, 0.02)), "better"),
        ((-0.04, -0.02), ((-0.05, 0.02), (-0.019, 0.1)), "worse"),
        ((-0.01, 0.01), ((-0.02, 0.02), (-0.02, 0.02)), "equal"),
    ],
)
def test_words(
    effect: tuple[float, float],
    halves: tuple[tuple[float, float], tuple[float, float]] | None,
    expected: str,
) -> None:
    pair = halves and (Interval(*halves[0]), Interval(*halves[1]))
    assert word(Interval(*effect), 0.01, pair) == expected
    # From the other side it is the opposite.
    opposite = {"better": "worse", "worse": "better"}.get(expected, expected)
    low, high = effect
    assert word(Interval(-high, -low), 0.01, pair and (pair[1], pair[0])) == opposite


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_halves_have_their_part_of_the_error(players: int) -> None:
    effect, half = shared(0.05, players)
    assert effect + 2 * half == pytest.approx(0.05)
    assert effect >= 0.04


def test_real_blocks_depend_on_the_field() -> None:
    # Alone among the others each of the two wins more than a third.
    found = judge_shares(REAL, 3, 0.01)
    assert found.word == "depends on the field"
    assert found.known
    effect, half = shared(0.05, 3)
    assert found.effect.limits == interval(_apart(REAL), share_scale(3), effect)
    assert found.halves is not None
    first = Counter[int]()
    for (a, _), n in REAL.items():
        first[a] += n
    assert found.halves[0].limits == interval(first, lone_scale(3), half)
    assert found.effect.mean == pytest.approx((found.halves[0].mean - found.halves[1].mean) / 2)


def test_verdicts_from_the_other_side() -> None:
    counts = {(180, 60): 300, (120, 0): 200, (0, 120): 40}
    found, other = judge_shares(counts, 3, 0.01), judge_shares(_swapped(counts), 3, 0.01)
    assert (found.word, other.word) == ("better", "worse")
    assert other.effect.limits == (-found.effect.limits.high, -found.effect.limits.low)
    assert found.halves
    assert other.halves == found.halves[::-1]


def test_with_two_players_the_halves_are_the_effect_and_its_opposite() -> None:
    counts = {(120, 0): 30, (60, 60): 100, (0, 120): 25}
    found = judge_shares(counts, 2, 0.01)
    assert found.effect == look({120: 30, 0: 100, -120: 25}, share_scale(2))
    assert found.halves
    low, high = found.effect.limits
    assert found.halves[1].limits == (-high, -low)
    assert found.halves[1].mean == -found.effect.mean == pytest.approx(-(90 / 155 - 85 / 155) / 2)


def test_verdicts_remember_what_was_excluded() -> None:
    early = judge_shares({(120, 0): 400, (0, 120): 10}, 3, 0.01)
    late = judge_shares({(120, 0): 400, (0, 120): 400}, 3, 0.01, before=early)
    assert early.word == "better"
    assert late.effect.limits.low == early.effect.limits.low
    assert judge_shares({(120, 0): 400, (0, 120): 400}, 3, 0.01).word == "undecided"
    won = judge({1: 300, 0: 1000}, WON_SCALE, 0.01)
    again = judge({1: 300, 0: 1000, -1: 250}, WON_SCALE, 0.01, before=won)
    assert (won.word, again.word) == ("better", "better")


def test_equal_strategies_come_to_be_equal() -> None:
    counts = {(120, 0): 5000, (60, 60): 90_000, (0, 120): 5000}
    assert judge_shares(counts, 3, 0.01).word == "equal"
    assert judge_shares(counts, 3, 0.0001).word == "undecided"
    assert judge({0: 10_000}, WON_SCALE, 0.01).word == "equal"


def test_verdicts_in_words() -> None:
    point = Look(10, 0.0, Interval(-0.1, 0.1))

    def told(name: verdict.Word, halves: tuple[Look, Look] | None = None) -> str:
        return verdict.in_words(Verdict(name, point, halves), "exact", "greedy", "1 point")

    assert told("better") == "exact is better than greedy"
    assert told("worse") == "exact is worse than greedy"
    assert told("equal") == "exact and greedy are equal within 1 point"
    assert told("undecided") == "whether exact is better than greedy is undecided"
    for sign, name in ((1, "better"), (-1, "worse")):
        half = Look(10, sign * 0.2, Interval(*sorted((sign * 0.1, sign * 0.3))))
        assert told("depends on the field", (half, half)).endswith(
            f"each does {name} than its even share"
        )


# What common deals save, and plans.


def _sums(values: np.ndarray) -> saving.Sums:
    return saving.Sums(len(values), int(values.sum()), int((values * values).sum()))


@pytest.mark.parametrize(("deal", "word_"), [(1, "cost"), (-1, "saved")])
def test_common_deals_save_or_cost_games(deal: int, word_: str) -> None:
    # What a deal does to the second game's part is what it does to the first's, or its opposite.
    rng = np.random.default_rng(2)
    luck, own, other = (rng.integers(-30, 31, 5000) for _ in range(3))
    parts = [luck + own, deal * luck + other]
    found = saving.saving(_sums(parts[0] + parts[1]), [_sums(part) for part in parts])
    variances = [float(np.var(part)) for part in parts]
    expected = 10_000 * sum(variances) / float(np.var(parts[0] + parts[1]))
    assert found.games == 10_000
    assert found.independent == pytest.approx(expected)
    assert found.saved == pytest.approx(expected - 10_000)
    assert (found.saved < 0) == (found.share < 0) == (word_ == "cost")
    assert f"the common deals {word_} " in saving.in_words(found)


def test_savings_without_variance() -> None:
    same, one = saving.Sums(10, 0, 0), saving.Sums(10, 5, 5)
    assert "cannot be said" in saving.in_words(saving.saving(same, [same, same]))
    less = saving.Sums(10, -5, 5)
    found = saving.saving(same, [one, less])
    assert found.share == 1
    assert "took all chance away" in saving.in_words(found)
    with pytest.raises(ValueError, match="do not add up"):
        saving.saving(same, [one, one])


def test_a_saving_in_words() -> None:
    found = saving.Saving(1000, 1250.4, 250.4, 0.2)
    assert saving.in_words(found) == (
        "the common deals saved 250 games: 1,000 games were as good as 1,250 games on deals of"
        " their own"
    )


@pytest.mark.parametrize("half_width", [0.05, 0.01, 0.003])
def test_a_plan_is_just_enough(half_width: float) -> None:
    pilot = {value: n for value, n in _apart(REAL).items() if n > 50}
    found = saving.need(pilot, share_scale(3), half_width)
    assert found.blocks
    assert found.cautious
    assert found.cautious > found.blocks

    def half(blocks: int) -> float:
        n = sum(pilot.values())
        limits = interval({v: c * blocks / n for v, c in pilot.items()}, share_scale(3))
        return (limits.high - limits.low) / 2

    assert half(found.blocks) <= half_width < half(found.blocks - 1)


def test_a_small_pilot_makes_a_plan_more_cautious() -> None:
    small, large = ({-1: n, 0: 18 * n, 1: n} for n in (5, 500))
    few, many = (saving.need(pilot, WON_SCALE, 0.01) for pilot in (small, large))
    assert few.blocks == many.blocks
    assert few.cautious
    assert many.cautious
    assert few.cautious > many.cautious


def test_plans_without_variance_or_beyond_reach() -> None:
    found = saving.need({0: 50}, WON_SCALE, 0.01)
    assert found.blocks
    assert found.cautious is None
    assert saving.need({-1: 50, 1: 50}, WON_SCALE, 1e-9) == saving.Need(None, None)
    for pilot, half_width in (({}, 0.1), ({0: 5}, 0.0)):
        with pytest.raises(ValueError, match="a plan needs"):
            saving.need(pilot, WON_SCALE, half_width)


def test_one_look_is_quick_enough_to_be_taken_often() -> None:
    # Bracketing, not a grid of means: the number of evaluations stays small for many values.
    calls = 0
    counted = sequence.log_capital

    def count(*args: object) -> object:
        nonlocal calls
        calls += 1
        return counted(*args)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequence, "log_capital", count)
        interval({v: 10 + v % 7 for v in range(-500, 500)}, points_scale("card", 4))
    assert calls < 60
