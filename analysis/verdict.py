"""What a comparison of A with B comes to, in words from A's side.

The effect of a market game is half the difference between two shares of the win: that of the lone A
among B's, and that of the lone B among A's. The **halves** are these two, each less 1/n. With two
players both are the same games, and the halves are the effect and its opposite.

With more players both halves can be above 0, or both below: whoever is alone does better, or worse,
and which strategy is better depends on who else plays. So a verdict speaks of three means, and the
chance of being wrong is shared out among their intervals (``shared``): the chance that any of them
is ever outside, at any look, is at most ``alpha``, and every verdict follows from the intervals
alone. What each says then is this:

- *depends on the field*: both lone strategies do better than 1/n, or both worse.
- *better* (*worse*): the effect is above (below) 0.
- *equal*: the effect is between minus and plus the margin.

The last three say besides that the two lone strategies do not both do better than 1/n by more than
twice the margin, nor both worse: twice, because an effect of one margin is a difference of two
between the lone strategies' shares. Until that is known the comparison is *undecided*, even where
the effect alone is known.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from analysis.interval import Interval
from analysis.sequence import ALPHA, Counts, Look, Scale, lone_scale, look, share_scale

Word = Literal["better", "worse", "equal", "depends on the field", "undecided"]

HALF_PART = 0.1
"""Part of the chance of being wrong that each half gets; the effect has the rest."""


@dataclass(frozen=True)
class Verdict:
    """A comparison after some blocks.

    Attributes
    ----------
    word
        What is known, from A's side.
    effect
        The effect.
    halves
        The lone A's share less 1/n and the lone B's; None where the effect has no halves.
    """

    word: Word
    effect: Look
    halves: tuple[Look, Look] | None = None

    @property
    def known(self) -> bool:
        """Whether it is an answer, at which the comparison may stop."""
        return self.word != "undecided"


def shared(alpha: float, players: int) -> tuple[float, float]:
    """Return the chances of being wrong of the effect and of each half; together ``alpha``.

    With two players the halves are the effect itself, which then has all of it.
    """
    return (alpha, 0.0) if players == 2 else ((1 - 2 * HALF_PART) * alpha, HALF_PART * alpha)


def word(effect: Interval, margin: float, halves: tuple[Interval, Interval] | None = None) -> Word:
    """Return what intervals say.

    Parameters
    ----------
    effect
        Of A's effect, above 0 where A is better.
    margin
        Effects up to this one count as equal.
    halves
        Of the lone A's share less 1/n and of the lone B's.
    """
    if halves:
        lowest = min(half.low for half in halves)
        highest = max(half.high for half in halves)
        if lowest > 0 or highest < 0:
            return "depends on the field"
        both_above = min(half.high for half in halves)
        both_below = max(half.low for half in halves)
        if both_above > 2 * margin or both_below < -2 * margin:
            return "undecided"
    if effect.low > 0:
        return "better"
    if effect.high < 0:
        return "worse"
    return "equal" if -margin <= effect.low and effect.high <= margin else "undecided"


def judge(
    counts: Counts, scale: Scale, margin: float, alpha: float = ALPHA, before: Verdict | None = None
) -> Verdict:
    """Judge a comparison whose effect has no halves: points, and all of the patience.

    Parameters
    ----------
    counts
        How many blocks had each value, among all from the first deal to this look.
    scale
        What the values are: ``sequence.points_scale``, ``WON_SCALE``, ``HOME_SCALE``.
    before
        The verdict at the look before.
    """
    effect = look(counts, scale, alpha, before.effect if before else None)
    return Verdict(word(effect.limits, margin), effect)


def judge_shares(
    counts: Mapping[tuple[int, int], int],
    players: int,
    margin: float,
    alpha: float = ALPHA,
    before: Verdict | None = None,
) -> Verdict:
    """Judge a comparison by shares of the win.

    Parameters
    ----------
    counts
        How many blocks had each pair of values, among all from the first deal to this look: the sum
        over all seats of the lone A's share, and that of the lone B's, in sixtieths.
    before
        The verdict at the look before.
    """
    for_effect, for_half = shared(alpha, players)
    apart = _merged(counts, lambda own, other: own - other)
    effect = look(apart, share_scale(players), for_effect, before.effect if before else None)
    if players == 2:
        return Verdict(word(effect.limits, margin), effect, (effect, _turned(effect)))
    old = before.halves if before and before.halves else (None, None)
    scale = lone_scale(players)
    lone_a = look(_merged(counts, lambda own, _: own), scale, for_half, old[0])
    lone_b = look(_merged(counts, lambda _, other: other), scale, for_half, old[1])
    found = word(effect.limits, margin, (lone_a.limits, lone_b.limits))
    return Verdict(found, effect, (lone_a, lone_b))


def _merged(counts: Mapping[tuple[int, int], int], of: Callable[[int, int], int]) -> Counts:
    """Return how many blocks had each value that is made of the two."""
    found: dict[int, float] = {}
    for pair, n in counts.items():
        found[of(*pair)] = found.get(of(*pair), 0) + n
    return found


def _turned(found: Look) -> Look:
    """Return the look at the opposite."""
    low, high = found.limits
    return Look(found.blocks, -found.mean, Interval(-high, -low))


def in_words(found: Verdict, a: str, b: str, margin: str) -> str:
    """Return a verdict as a sentence from A's side.

    Parameters
    ----------
    a, b
        What the two are called.
    margin
        The margin in words, with its unit.

    Examples
    --------
    ``"exact is better than greedy"``, ``"exact and greedy are equal within 1 point"``.
    """
    if found.word in ("better", "worse"):
        return f"{a} is {found.word} than {b}"
    if found.word == "equal":
        return f"{a} and {b} are equal within {margin}"
    if found.word == "undecided":
        return f"whether {a} is better than {b} is undecided"
    alone = "better" if found.halves and found.halves[0].limits.low > 0 else "worse"
    return (
        f"whether {a} is better than {b} depends on the field:"
        f" alone among the others, each does {alone} than its even share"
    )
