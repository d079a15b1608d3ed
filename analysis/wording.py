"""Numbers in words: one way to write each, for tables, pages and the terminal alike."""

import math

from analysis.interval import Interval


def decimals(half_width: float, fewest: int = 0, most: int = 12) -> int:
    """Return the decimals that an estimate deserves: one digit of its half width, two after a 1."""
    if not half_width > 0 or math.isinf(half_width):
        return fewest
    exponent = math.floor(math.log10(half_width))
    leading = half_width / 10.0**exponent
    return min(most, max(fewest, -exponent + (leading < 2)))


def count(n: int) -> str:
    """Return a whole number with separators."""
    return f"{n:,}"


def counted(n: int, one: str, many: str = "") -> str:
    """Return how many there are of something: ``"1 game"``, ``"2,000 games"``.

    Parameters
    ----------
    n
        How many.
    one, many
        What it is called; many of them with an ``s`` unless given.
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def games(n: int) -> str:
    """Return a number of games in words."""
    return counted(n, "game")


def deals(n: int) -> str:
    """Return a number of deals in words."""
    return counted(n, "deal")


def seats(n: int) -> str:
    """Return a number of seats, each of its game, in words."""
    return counted(n, "seat of a game", "seats of games")


def percent(value: float, half_width: float) -> str:
    """Return a chance in percent, without the sign, as exact as its interval allows."""
    return _number(100 * value, decimals(100 * half_width))


def chance(wins: int, n: int, interval: Interval) -> str:
    """Return an estimated chance with its limits in words.

    Examples
    --------
    ``"0.222 % (0.213 to 0.231)"``, ``"0 of 1,000,000; below 0.0004 %"``.
    """
    low, high = interval
    if n == 0:
        return "no game"
    if wins == 0:
        return f"0 of {n:,}; below {_upward(100 * high)} %"
    if wins == n:
        missed = float(_upward(100 * (1 - low)))
        return f"{n:,} of {n:,}; above {100 - missed:.12g} %"
    places = decimals(50 * (high - low))
    limits = " to ".join(_number(100 * limit, places) for limit in interval)
    return f"{_number(100 * wins / n, places)} % ({limits})"


def one_in(value: float, half_width: float = 0.0) -> str:
    """Return a chance as ``"1 in 450"``; empty for 0."""
    if value <= 0:
        return ""
    times = 1 / value
    digits = 3 if half_width < 0.05 * value else 2
    places = digits - 1 - math.floor(math.log10(times))
    rounded = round(times, places)
    return f"1 in {rounded:,.{max(places, 0)}f}" if times < 100 else f"1 in {round(rounded):,}"


def points(value: float, interval: Interval) -> str:
    """Return a difference of chances in percentage points with its limits.

    Examples
    --------
    ``"+0.157 points (+0.142 to +0.172)"``
    """
    return signed(100 * value, Interval(100 * interval.low, 100 * interval.high), " points")


def signed(value: float, interval: Interval, unit: str = "") -> str:
    """Return a difference with its limits, every sign written out."""
    places = decimals((interval.high - interval.low) / 2)
    low, high = (_signed(limit, places) for limit in interval)
    return f"{_signed(value, places)}{unit} ({low} to {high})"


def mean(value: float, interval: Interval, unit: str = "") -> str:
    """Return a mean with its limits."""
    places = decimals((interval.high - interval.low) / 2, fewest=1)
    return f"{value:.{places}f}{unit} ({interval.low:.{places}f} to {interval.high:.{places}f})"


def probability(p: float) -> str:
    """Return a p-value."""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.4f}" if p < 0.01 else f"{p:.2f}"


def games_worth(saved: float | None) -> str:
    """Return in words what common deals saved of the variance of a difference.

    Parameters
    ----------
    saved
        Share of the variance that playing the same deals took away; may be negative.
    """
    if saved is None or math.isnan(saved):
        return "cannot be said: no variance"
    if saved >= 1:
        return "no variance left: the two differ by the same on every deal"
    factor = 1 / (1 - saved)
    text = f"as good as {factor:.2f} times as many independent games"
    return f"{text} (a loss: the pairs run against each other)" if factor < 0.995 else text


def _upward(value: float) -> str:
    """Return a number rounded up, to as many digits as ``decimals`` gives it."""
    places = decimals(value)
    return f"{math.ceil(value * 10**places - 1e-9) / 10**places:.{places}f}"


def _number(value: float, places: int) -> str:
    text = f"{value:.{places}f}"
    if value > 0 and float(text) == 0:  # a limit that is not 0 must not be read as 0
        return f"{value:.{-math.floor(math.log10(value))}f}"
    return text


def _signed(value: float, places: int) -> str:
    text = f"{value:+.{places}f}"
    return text[1:] if float(text) == 0 else text
