"""Numbers in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis import wording
from analysis.interval import Interval, clopper_pearson


@pytest.mark.parametrize(
    ("wins", "n", "text"),
    [
        (2220, 1_000_000, "0.222 % (0.213 to 0.231)"),
        (0, 1_000_000, "0 of 1,000,000; below 0.0004 %"),
        (0, 300, "0 of 300; below 1.3 %"),
        (300, 300, "300 of 300; above 98.7 %"),
        (42, 1_000_000, "0.0042 % (0.0030 to 0.0057)"),
        (63, 1804, "3.5 % (2.7 to 4.4)"),
        (1, 60_000, "0.002 % (0.00004 to 0.009)"),
        (0, 1, "0 of 1; below 98 %"),
        (0, 0, "no game"),
    ],
)
def test_chance(wins: int, n: int, text: str) -> None:
    assert wording.chance(wins, n, clopper_pearson(wins, n)) == text


@given(st.integers(1, 10**7), st.integers(0, 10**7))
def test_no_limit_that_is_not_0_reads_as_0(n: int, wins: int) -> None:
    limits = clopper_pearson(min(wins, n), n)
    text = wording.chance(min(wins, n), n, limits)
    low = text.partition("(")[2].partition(" to ")[0]
    assert not low or (float(low) == 0) == (limits.low == 0)


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (0.002222, 0.00001, "1 in 450"),
        (0.002222, 0.001, "1 in 450"),
        (0.1, 0.001, "1 in 10.0"),
        (0.000042, 0.00002, "1 in 24,000"),
        (0.88, 0.01, "1 in 1.14"),
        (0.0, 0.1, ""),
    ],
)
def test_one_in(value: float, half: float, text: str) -> None:
    assert wording.one_in(value, half) == text


def test_differences_carry_their_sign() -> None:
    points = wording.points(0.00157, Interval(0.00142, 0.00172))
    assert points == "+0.157 points (+0.142 to +0.172)"
    assert wording.signed(0, Interval(-1.5, 1.5), " cards") == "0.0 cards (-1.5 to +1.5)"


def test_games_worth_says_when_common_deals_cost() -> None:
    assert wording.games_worth(0.5) == "as good as 2.00 times as many independent games"
    assert "a loss" in wording.games_worth(-0.25)
    assert wording.games_worth(float("nan")) == "cannot be said: no variance"
    assert wording.games_worth(1.0).startswith("no variance left")


def test_probability() -> None:
    assert wording.probability(1e-9) == "< 0.0001"
    assert wording.probability(0.0042) == "0.0042"
    assert wording.probability(0.3) == "0.30"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (wording.games(1), "1 game"),
        (wording.games(0), "0 games"),
        (wording.deals(2000), "2,000 deals"),
        (wording.seats(1), "1 seat of a game"),
        (wording.seats(30), "30 seats of games"),
        (wording.counted(2, "strategy", "strategies"), "2 strategies"),
    ],
)
def test_one_and_many(text: str, expected: str) -> None:
    assert text == expected
