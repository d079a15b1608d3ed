"""Exact payments and overpayment, beside winning."""

from collections.abc import Sequence

from analysis import payment, wording
from analysis.interval import LEVEL
from reports import chart
from reports.chart import Chart, Row
from reports.section import (
    MOST_ANSWERS,
    MOST_ROWS,
    Figure,
    Found,
    SeatNumbers,
    Section,
    Table,
    cut,
    described,
    difference,
    estimate,
    in_tables,
    limits,
)
from reports.share import share_text

UNITS = {
    "exact": ("exact purchase", "exact purchases", "purchases paid exactly"),
    "overpaid": ("unit of money overpaid", "overpaid", "money paid beyond the prices"),
}
"""One more of a column, its values, and what it counts, in words."""


def payments(numbers: SeatNumbers) -> Section | None:
    """Answer how winning goes along with exact payments and with overpaying."""
    rows = numbers.lines
    if not rows:
        return None
    steps = payment.steps(numbers.run, numbers.sums).to_dicts()
    figures = []
    for column in UNITS:
        mine = [row for row in rows if row["column"] == column]
        figures += [_slope_figure(numbers, mine, column), _step_figure(numbers, steps, column)]
    return Section(
        "payments",
        "Do exact payments go along with winning, and overpaying with losing?",
        _answers(numbers, rows),
        figures,
        "An association in the games played, not an effect: whoever holds more money pays exactly "
        "more often and wins more often too. Rows are the seats of all games of a strategy; lines "
        "are least squares, with the deal as cluster (Liang and Zeger, 1986); shares have "
        "intervals after Korn and Graubard (1998), the deal as cluster. Deals in all seatings only "
        "count. Not corrected for their number.",
        "analysis.payment.lines(run), analysis.payment.steps(run)",
    )


def _known(row: Found) -> bool:
    return bool(row["low"] == row["low"])  # nan where nothing varies


def _points(row: Found) -> str:
    if not _known(row):
        return "cannot be said: it does not vary"
    return wording.points(row["slope"], limits(row))


def _answers(numbers: SeatNumbers, rows: Sequence[Found]) -> list[str]:
    known = [row for row in numbers.mirrors(rows) if _known(row)]
    by_side: dict[int, dict[str, Found]] = {}
    for row in known:
        by_side.setdefault(row["side"], {})[row["column"]] = row
    if not known:
        return ["Neither varies in these games, or there are too few: nothing can be said."]
    answers = []
    for found in list(by_side.values())[:MOST_ANSWERS]:
        some = next(iter(found.values()))
        parts = [
            f"with each {UNITS[column][0]} more goes {_points(row)} of the win"
            for column, row in found.items()
        ]
        answers.append(
            f"{numbers.side_name(some)} ({numbers.group(some)}): {'; '.join(parts)} "
            f"({wording.deals(some['deals'])}, {wording.seats(some['rows'])}; 95 % intervals; an "
            "association)."
        )
    rest = len(by_side) - len(answers)
    return [*answers, in_tables(rest)] if rest else answers


def _slope_figure(numbers: SeatNumbers, rows: Sequence[Found], column: str) -> Figure:
    one, _, what = UNITS[column]
    known = [row for row in rows if _known(row)]
    shown, left_out = numbers.drawn(known)
    estimates = [
        difference(
            Row(numbers.side_name(row), _points(row), numbers.group(row)),
            row["slope"],
            limits(row),
            sure=row["p"] < 1 - LEVEL,
            scale=100,
        )
        for row in shown
    ]
    picture = None
    if estimates:
        picture = chart.differences(
            estimates,
            f"percentage points of the win for each {one} more",
            name=f"slope-{column}",
            title=f"Share of the win for each {one} more",
            description=described(estimates),
        )
    return Figure(
        picture,
        f"What goes along with each {one} more: percentage points of the win of that seat, with "
        "95 % intervals. Hollow and grey: no association shown (p 0.05 or more)." + left_out,
        Table(
            f"Share of the win and {what}",
            (*numbers.head, "deals", "seats of games", f"mean {what}", "points for each (95 %)",
             "p"),
            [
                (
                    *numbers.names(row),
                    wording.count(row["deals"]),
                    wording.count(row["rows"]),
                    f"{row['mean']:.2f}",
                    _points(row),
                    wording.probability(row["p"]) if _known(row) else "",
                )
                for row in rows
            ],
            len(numbers.head),
        ),
    )  # fmt: skip


def _step_figure(numbers: SeatNumbers, rows: Sequence[Found], column: str) -> Figure:
    mine = [row for row in rows if row["column"] == column]
    shown = _strongest(numbers, numbers.mirrors(mine))
    return Figure(
        _steps(numbers, shown, column),
        f"Share of the win of a seat by {UNITS[column][2]} in the game, with 95 % intervals, of a "
        "strategy against itself; for each number of players and rules the strategy that wins most "
        "against the others." + cut(shown),
        Table(
            f"Share of the win by {UNITS[column][1]}",
            (*numbers.head, UNITS[column][1], "deals", "seats of games",
             "share of the win (95 %)"),
            [
                (
                    *numbers.names(row),
                    row["values"],
                    wording.count(row["deals"]),
                    wording.count(row["rows"]),
                    share_text(row),
                )
                for row in mine
            ],
            len(numbers.head),
        ),
    )  # fmt: skip


def _strongest(numbers: SeatNumbers, rows: Sequence[Found]) -> list[Found]:
    """Return for each number of players and rules the rows of the strategy that wins most."""
    lone: dict[tuple[str, str], list[float]] = {}
    for row in numbers.shares:
        if row["kind"] == "lone":
            lone.setdefault((numbers.group(row), row["strategy"]), []).append(row["share"])
    kept = []
    for group, found in numbers.groups(rows).items():
        sides = dict.fromkeys(row["side"] for row in found)

        def won(side: int, group: str = group) -> float:
            return sum(lone.get((group, numbers.sides[side].strategy), ()))

        best = max(sides, key=won)
        kept += [row for row in found if row["side"] == best]
    return kept


def _steps(numbers: SeatNumbers, rows: Sequence[Found], column: str) -> Chart:
    estimates = [
        estimate(
            Row(
                f"{row['values']} {UNITS[column][1]}",
                f"{share_text(row)}, n {row['rows']:,}",
                f"{numbers.group(row)}, {numbers.side_name(row)}",
            ),
            row["share"],
            limits(row),
            scale=100,
        )
        for row in rows
    ]
    return chart.shares(
        estimates[:MOST_ROWS],
        "share of the win of a seat, in %",
        name=f"steps-{column}",
        title=f"Share of the win by {UNITS[column][1]}",
        description=described(estimates),
    )
