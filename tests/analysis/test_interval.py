"""Intervals against published values, exact enumeration and their own definitions."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis import interval
from analysis.interval import (
    Interval,
    Moments,
    clopper_pearson,
    clustered,
    holm,
    mean,
    scaled,
    slope,
    tango,
    tango_statistic,
)


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, "exact" method.
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_clopper_pearson_gives_published_values(wins: int, n: int, low: float, high: float) -> None:
    assert clopper_pearson(wins, n) == pytest.approx((low, high), abs=5e-5)


def test_clopper_pearson_at_the_ends() -> None:
    assert clopper_pearson(0, 0) == (0, 1)
    assert clopper_pearson(0, 50).low == 0
    assert clopper_pearson(50, 50).high == 1
    # With no win the upper limit has a closed form.
    assert clopper_pearson(0, 10**6).high == pytest.approx(1 - 0.025 ** (1 / 10**6))
    with pytest.raises(ValueError, match="3 wins of 2 games"):
        clopper_pearson(3, 2)


@given(st.integers(0, 200), st.integers(1, 200))
def test_clopper_pearson_inverts_the_binomial_test(wins: int, n: int) -> None:
    wins = min(wins, n)
    low, high = clopper_pearson(wins, n)
    assert low <= wins / n <= high
    if wins:
        assert stats.binom.sf(wins - 1, n, low) == pytest.approx(0.025, rel=1e-6)
    if wins < n:
        assert stats.binom.cdf(wins, n, high) == pytest.approx(0.025, rel=1e-6)


@pytest.mark.parametrize("n", [1, 7, 40])
def test_clopper_pearson_covers_at_least_its_level(n: int) -> None:
    limits = [clopper_pearson(wins, n) for wins in range(n + 1)]
    for chance in np.linspace(0, 1, 201):
        weights = stats.binom.pmf(np.arange(n + 1), n, chance)
        inside = [low <= chance <= high for low, high in limits]
        assert weights[inside].sum() >= 0.95 - 1e-12


@pytest.mark.parametrize(
    ("only_a", "only_b", "n", "low", "high"),
    [
        # M. W. Fagerland, S. Lydersen, P. Laake, Statistical Analysis of Contingency Tables (2017),
        # chapter 8: Bentur et al. (2009) and Cavo et al. (2012), "Tango asymptotic score".
        (1, 7, 21, -0.517, -0.026),
        (6, 16, 161, -0.124, -0.0054),
    ],
)
def test_tango_gives_published_values(
    only_a: int, only_b: int, n: int, low: float, high: float
) -> None:
    assert tango(only_a, only_b, n) == pytest.approx((low, high), abs=6e-4)


def _tables(n: int) -> list[tuple[int, int]]:
    return [(a, b) for a, b in product(range(n + 1), repeat=2) if a + b <= n]


def _likelihood_statistic(difference: float, only_a: int, only_b: int, n: int) -> float:
    """Return the score statistic with the nuisance found by brute maximisation."""
    low, high = max(0.0, -difference), (1 - difference) / 2
    q = np.linspace(low, high, 200_001)
    both = [(only_a, q + difference), (only_b, q), (n - only_a - only_b, 1 - 2 * q - difference)]
    with np.errstate(divide="ignore", invalid="ignore"):
        log = sum(np.where(k > 0, k * np.log(np.maximum(p, 0)), 0.0) for k, p in both)
    best = q[np.nanargmax(log)]
    variance = n * (2 * best + difference - difference**2)
    return (only_a - only_b - n * difference) / math.sqrt(variance)


@pytest.mark.parametrize(
    ("only_a", "only_b", "n"), [(3, 9, 40), (0, 5, 20), (12, 2, 54), (1, 1, 9)]
)
def test_tango_statistic_is_the_score_at_the_most_likely_nuisance(
    only_a: int, only_b: int, n: int
) -> None:
    for difference in (-0.6, -0.2, -0.01, 0.0, 0.03, 0.4):
        expected = _likelihood_statistic(difference, only_a, only_b, n)
        assert tango_statistic(difference, only_a, only_b, n) == pytest.approx(expected, abs=2e-3)


def test_tango_holds_exactly_the_differences_that_the_score_test_accepts() -> None:
    z = stats.norm.ppf(0.975)
    grid = np.linspace(-0.999, 0.999, 1999)
    for only_a, only_b in _tables(6):
        low, high = tango(only_a, only_b, 6)
        for difference in grid:
            accepted = abs(tango_statistic(difference, only_a, only_b, 6)) <= z
            near = min(abs(difference - low), abs(difference - high)) < 1e-6
            assert near or accepted == (low <= difference <= high)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_tango_is_finite_wide_and_symmetric(only_a: int, only_b: int, rest: int) -> None:
    n = only_a + only_b + rest
    low, high = tango(only_a, only_b, n)
    assert tango(only_b, only_a, n) == (-high, -low)
    assert -1 <= low < high <= 1
    if n:
        assert low <= (only_a - only_b) / n <= high


def test_tango_without_a_discordant_pair_has_the_width_of_its_closed_form() -> None:
    # With no discordant pair the statistic at d is -sqrt(n d / (1 - d)), so the limit is where
    # it reaches z: z**2 / (n + z**2).
    z2 = stats.norm.ppf(0.975) ** 2
    for n in (1, 30, 10**7):
        assert tango(0, 0, n) == pytest.approx((-z2 / (n + z2), z2 / (n + z2)), rel=1e-9)
    assert tango(0, 0, 0) == (-1, 1)
    assert tango(9, 0, 9).high == 1
    with pytest.raises(ValueError, match="discordant"):
        tango(2, 2, 3)


@pytest.mark.parametrize(("p_a", "p_b"), [(0.1, 0.1), (0.3, 0.1), (0.02, 0.05), (0.5, 0.2)])
def test_tango_covers_close_to_its_level(p_a: float, p_b: float) -> None:
    # Exact enumeration over all tables; Tango (1998) reports coverage near the nominal level.
    n = 40
    tables = _tables(n)
    weights = stats.multinomial.pmf(
        [(a, b, n - a - b) for a, b in tables], n, (p_a, p_b, 1 - p_a - p_b)
    )
    covered = 0.0
    for (a, b), weight in zip(tables, weights, strict=True):
        if weight > 1e-9:
            low, high = tango(a, b, n)
            covered += weight * (low <= p_a - p_b <= high)
    assert 0.93 <= covered <= 0.99


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60))
def test_score_p_agrees_with_the_interval(only_a: int, only_b: int, rest: int) -> None:
    low, high = tango(only_a, only_b, only_a + only_b + rest)
    assert (interval.score_p(only_a, only_b) < 0.05) == (not low <= 0 <= high)


def test_score_p_is_mcnemars() -> None:
    # The same book, Cavo et al.: McNemar's asymptotic test gives P = 0.033006.
    assert interval.score_p(6, 16) == pytest.approx(0.033006, abs=5e-7)
    assert interval.score_p(0, 0) == 1


def test_mean_is_students() -> None:
    values = [3, 8, 8, 21, -4, 0, 5]
    found = mean(len(values), sum(values), sum(v * v for v in values), -96, 96)
    expected = stats.ttest_1samp(values, 0)
    assert found.mean == pytest.approx(np.mean(values))
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert found.p == pytest.approx(expected.pvalue)
    assert found.variance == pytest.approx(np.var(values, ddof=1))
    assert found.method == "t"


def test_mean_of_huge_logs_does_not_lose_digits() -> None:
    n = 10**8
    found = mean(n, 104 * n - 1, 104 * 104 * n - 208 + 1, 8, 104)  # one value of 103, else 104
    assert found.variance == pytest.approx(1 / n, rel=1e-6)


@pytest.mark.parametrize("n", [1, 2, 30, 10_000])
def test_mean_without_variance_falls_back_to_bounds(n: int) -> None:
    found = mean(n, 5 * n, 25 * n, -96, 96)
    assert found.method == "bound"
    assert -96 <= found.low < 5 < found.high <= 96
    assert 0 <= found.p <= 1
    assert (found.p < 0.05) == (not found.low <= 0 <= found.high)


def test_mean_of_nothing_is_the_whole_range() -> None:
    found = mean(0, 0, 0, 8, 104)
    assert (found.low, found.high) == (8, 104)
    assert math.isnan(found.mean)


def test_holm_gives_a_worked_example() -> None:
    # By hand: 0.01 x 4, 0.03 x 2 after 0.02 x 3 = 0.06, 0.04 x 1 pulled up to 0.06.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_only_raises_and_keeps_the_order(values: list[float]) -> None:
    corrected = holm(values)
    assert all(p <= q <= 1 for p, q in zip(values, corrected, strict=True))
    pairs = sorted(zip(values, corrected, strict=True))
    assert [q for _, q in pairs] == sorted(corrected)


def _clustered(sizes: list[int], totals: list[int], whole: int = 1) -> Interval:
    return clustered(
        len(sizes),
        (sum(sizes), sum(n * n for n in sizes)),
        (sum(totals), sum(t * t for t in totals)),
        sum(n * t for n, t in zip(sizes, totals, strict=True)),
        whole,
    )


def test_clusters_of_one_row_are_rows() -> None:
    low, high = _clustered([1] * 1000, [1] * 300 + [0] * 700)
    exact = clopper_pearson(300, 1000)
    assert (low, high) == pytest.approx(exact, abs=1e-4)


def test_clusters_that_are_all_alike_count_as_one_row_each() -> None:
    assert _clustered([3] * 20, [0] * 20) == clopper_pearson(0, 20)
    assert _clustered([3] * 20, [180] * 20, 60) == clopper_pearson(20, 20)
    assert _clustered([], []) == (0, 1)
    low, high = _clustered([5], [2])
    assert 0 < low < 0.4 < high < 1
    # Every row of a cluster the same: no more is known than from one row each.
    assert _clustered([4] * 200, [4] * 90 + [0] * 110) == pytest.approx(
        clopper_pearson(90, 200), abs=1e-3
    )


def test_rows_that_balance_each_other_narrow_the_interval_unless_wins_are_rare() -> None:
    low, high = _clustered([2] * 100, [1] * 90 + [0, 2] * 5)
    assert high - low < 0.1
    low, high = _clustered([3] * 100, [12] + [0] * 99, 60)
    assert high >= clopper_pearson(0, 300).high


def test_clustered_covers() -> None:
    # 400 made-up logs: shares that go together within a deal, deals of different sizes.
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(400):
        sizes = rng.integers(1, 6, 40)
        totals = 60 * rng.binomial(sizes, rng.beta(0.6, 1.4, 40))
        low, high = _clustered(sizes.tolist(), totals.tolist(), 60)
        hits += low <= 0.3 <= high
    assert hits >= 0.93 * 400


def _moments(x: "np.ndarray", y: "np.ndarray") -> Moments:
    sums = np.stack([np.full(len(x), x.shape[1]), x.sum(1), y.sum(1), (x * x).sum(1),
                     (x * y).sum(1)]).astype(int)  # fmt: skip
    products = [int((sums[i] * sums[j]).sum()) for i in range(5) for j in range(i, 5)]
    return Moments(len(x), tuple(int(total) for total in sums.sum(1)), tuple(products))


def test_slope_covers() -> None:
    rng = np.random.default_rng(12)
    hits = 0
    for _ in range(400):
        luck = rng.normal(size=(60, 1))
        x = rng.poisson(4, (60, 3))
        y = np.round(60 * (3 + luck + 0.5 * x + rng.normal(size=(60, 3))))
        found = slope(_moments(x, y), 1 / 60)
        assert found.mean == pytest.approx(np.polyfit(x.ravel(), y.ravel() / 60, 1)[0])
        hits += found.low <= 0.5 <= found.high
    assert hits >= 0.92 * 400


def test_without_variation_there_is_no_slope() -> None:
    y = np.arange(12).reshape(4, 3)
    for x, clusters in ((np.full((4, 3), 2), 4), (y[:1], 1), (2 * y, 4)):
        found = slope(_moments(x, y[:clusters]))
        assert (found.method, found.p) == ("none", 1.0)
        assert math.isnan(found.low)


def test_scaled() -> None:
    found = scaled(mean(4, 8, 20, 0, 10), 0.5, -1)
    before = mean(4, 8, 20, 0, 10)
    assert (found.mean, found.p) == (0, before.p)
    assert found.low == 0.5 * before.low - 1
    assert found.variance == before.variance / 4
