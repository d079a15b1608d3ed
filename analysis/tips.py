"""What a tip is worth: the same strategy with a switch off and on, over the same deals.

Several tips are tested at once, so their p-values are corrected for their number (Holm), wins and
cards home each as a family of their own. The intervals are not corrected: each holds by itself.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from analysis.interval import LEVEL, Interval, holm
from analysis.paired import PairSums, difference, pair_sums, row, row_schema
from analysis.run import Run

if TYPE_CHECKING:
    import polars as pl


class Switch(NamedTuple):
    """Two cells that differ in one boolean parameter and in nothing else."""

    strategy: str
    tip: str
    beside: str
    off: int
    on: int


def switches(run: Run) -> list[Switch]:
    """Return every pair of cells under the same rules that one boolean parameter sets apart.

    Strategy by strategy, rules by rules, the fewest other switches first. ``beside`` names the
    other boolean parameters that are on in both; it is empty if none is.
    """
    rules = [repr(sorted(cell.rules.items())) for cell in run.plan.cells]

    def order(switch: Switch) -> tuple[str, int, int]:
        return switch.strategy, rules.index(rules[switch.on]), len(switch.beside.split())

    return sorted(_switches(run), key=order)


def _switches(run: Run) -> Iterator[Switch]:
    planned = {strategy.spec: strategy for strategy in run.plan.strategies}
    cells = {
        number: (planned[run.strategy(number)], sorted(run.plan.cells[number].rules.items()))
        for number in run.numbers
    }
    for on, (with_tip, rules) in cells.items():
        for tip, value in with_tip.params.items():
            if value is not True:
                continue
            without = {**with_tip.params, tip: False}
            beside = [n for n, v in with_tip.params.items() if v is True and n != tip]
            for off, (other, other_rules) in cells.items():
                same = (other.name, other.params, other_rules) == (with_tip.name, without, rules)
                if same and other.params[tip] is False:
                    yield Switch(with_tip.name, tip, ", ".join(beside), off, on)


def verdict(value: float, limits: Interval, p: float, unit: str, level: float = LEVEL) -> str:
    """Return in words what an effect is: it helps, it hurts, or how large it can be at most."""
    if p < 1 - level:
        return "helps" if value > 0 else "hurts"
    most = max(abs(limit) for limit in limits)
    return f"no effect larger than {most:.2g} {unit}"


def tips(run: Run, sums: PairSums | None = None, level: float = LEVEL) -> "pl.DataFrame":
    """Return the worth of every switch that the run plays both off and on.

    Parameters
    ----------
    sums
        What ``paired.pair_sums`` returned, to go through the log only once.

    Returns
    -------
    polars.DataFrame
        One row a switch and surrounding: ``strategy`` (name), ``tip`` (parameter), ``beside``
        (other switches that are on), ``rules``, ``off``, ``on`` (cells), then the columns of
        ``paired.row`` with A the strategy with the tip and B without (a positive difference: the
        tip helps), ``won_holm``, ``home_holm`` (corrected p-values), ``won_verdict``,
        ``home_verdict``.
    """
    import polars as pl  # noqa: PLC0415

    found = switches(run)
    sums = sums or (pair_sums(run) if found else None)
    rows = [
        {
            "strategy": s.strategy,
            "tip": s.tip,
            "beside": s.beside,
            "rules": run.rules(s.on),
            "off": s.off,
            "on": s.on,
            **row(difference(sums, s.on, s.off, level)),
        }
        for s in found
        if sums is not None
    ]
    texts, cells = ("strategy", "tip", "beside", "rules"), ("off", "on")
    schema = dict.fromkeys(texts, pl.String) | dict.fromkeys(cells, pl.Int64)
    frame = pl.DataFrame(rows, schema={**schema, **row_schema()})
    for measure, scale, unit in (("won", 100, "percentage points"), ("home", 1, "cards")):
        corrected = holm(frame[f"{measure}_p"].to_list())
        effects = (frame.select(measure, f"{measure}_low", f"{measure}_high") * scale).rows()
        words = [
            verdict(value, Interval(low, high), p, unit, level)
            for (value, low, high), p in zip(effects, corrected, strict=True)
        ]
        frame = frame.with_columns(
            pl.Series(f"{measure}_holm", corrected, pl.Float64),
            pl.Series(f"{measure}_verdict", words, pl.String),
        )
    return frame
