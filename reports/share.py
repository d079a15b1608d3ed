"""Who wins: the share of the win by strategy, field, players and rules."""

from collections.abc import Sequence
from typing import Any

from analysis import wording
from analysis.interval import LEVEL, Interval
from analysis.share import rules_compared as rules_table
from reports import chart, colour
from reports.chart import Chart, Estimate, Row, Tiles
from reports.section import (
    MOST_ROWS,
    Figure,
    Found,
    SeatNumbers,
    Section,
    Table,
    cut,
    described,
    difference,
    limits,
)

MOST_COLUMNS = 10
"""Strategies of a matrix; the table behind it always holds all."""

KEY = (
    ("less than even", colour.HEAT[1]),
    ("even, as far as can be told", colour.HEAT[3]),
    ("more than even", colour.HEAT[5]),
)


def winning(numbers: SeatNumbers) -> Section:
    """Answer who wins against whom."""
    rows = numbers.shares
    answers = [
        answer for group in numbers.groups(rows).values() for answer in _answers(numbers, group)
    ]
    if not rows:
        answers = [
            "This run cannot tell: it plays no two strategies against each other, or no deal in "
            "all seatings yet. In a strategy against itself every seat's share is even on average."
        ]
    return Section(
        "shares",
        "Who wins?",
        answers,
        [*_matrices(numbers, rows), *_forests(numbers, rows)],
        "Share of the win: 1 for a win alone, 1/k with k winners, else 0; all games count, also "
        "those that the turn limit or a fault ended. A lone strategy has sat in every seat of each "
        "deal, a line-up has been seated in every order: the block is one deal in all its "
        "seatings, and the cluster of every interval (Korn and Graubard, 1998). Many pairs are "
        "shown; the intervals are not corrected for their number.",
        "analysis.share.win_shares(run)",
    )


def share_text(row: dict[str, Any]) -> str:
    """Return a share of the win with its limits, in percent."""
    half = (row["high"] - row["low"]) / 2
    low, high = (wording.percent(row[end], half) for end in ("low", "high"))
    return f"{wording.percent(row['share'], half)} % ({low} to {high})"


def _even(row: Found) -> str:
    return f"{100 / row['players']:.3g} %"


def _answers(numbers: SeatNumbers, rows: Sequence[Found]) -> list[str]:
    """Return who does best for one number of players and one set of rules."""
    with_players = f"With {numbers.group(rows[0])}"
    lone = [row for row in rows if row["kind"] == "lone"]
    answers = []
    if lone:
        ahead = [
            name
            for name in dict.fromkeys(row["strategy"] for row in lone)
            if all(row["verdict"] == "more" for row in lone if row["strategy"] == name)
        ]
        against = "every strategy" if rows[0]["players"] == 2 else "a field of every other strategy"
        who = f"{' and '.join(ahead)} {'get' if len(ahead) > 1 else 'gets'}"
        who = who if ahead else "no strategy gets"
        told = f"{who} more than an even share against {against} played."
        if ahead:
            least = min(
                (row for row in lone if row["strategy"] in ahead),
                key=lambda row: float(row["share"]),
            )
            told += f" The least of it: {_sentence(least)}"
        else:
            told += f" The most: {_sentence(max(lone, key=lambda row: float(row['share'])))}"
        answers.append(f"{with_players}, {told}")
    settings = dict.fromkeys(row["setting"] for row in rows if row["kind"] == "line-up")
    for setting in settings:
        mixed = [row for row in rows if row["setting"] == setting]
        best_of = max(mixed, key=lambda row: float(row["share"]))
        answers.append(f"{with_players}, in a line-up: {_sentence(best_of)}")
    return answers


def _sentence(row: Found) -> str:
    return (
        f"{row['strategy']} against {row['against']} gets {share_text(row)} of the win, where "
        f"{_even(row)} would be even (mean over {wording.deals(row['deals'])} in all seatings, "
        f"{wording.games(row['games'])}; 95 % interval)."
    )


def _matrices(numbers: SeatNumbers, rows: Sequence[Found]) -> list[Figure]:
    figures = []
    for number, (group, found) in enumerate(numbers.groups(rows).items()):
        lone = [row for row in found if row["kind"] == "lone"]
        names = list(
            dict.fromkeys(
                name
                for row in lone
                for name in (row["strategy"], *numbers.settings[row["setting"]].strategies)
            )
        )
        if len(names) < 2:
            continue
        order = [s.spec for s in numbers.run.plan.strategies]
        names.sort(key=order.index)
        by_pair = {(row["strategy"], _field(numbers, row)): row for row in lone}
        players = found[0]["players"]
        lead = "against" if players == 2 else "alone in a field of"
        what = (
            "Share of the win, in %, of the strategy in the row against the one in the column"
            if players == 2
            else f"Share of the win, in %, of one of the strategy in the row among {players - 1} "
            "of the one in the column"
        )
        left = f" The first {MOST_COLUMNS} strategies are drawn; the table holds all." * (
            len(names) > MOST_COLUMNS
        )
        figures.append(
            Figure(
                _matrix(names[:MOST_COLUMNS], by_pair, players, group, f"matrix-{number}"),
                f"{group}. {what}; {_even(found[0])} would be even, and is what a strategy gets "
                "against itself. Coloured where the 95 % interval leaves out the even share, the "
                f"further from even the stronger.{left}",
                _matrix_table(names, by_pair, players, f"{group}: a strategy {lead} another"),
            )
        )
    return figures


def _field(numbers: SeatNumbers, row: Found) -> str:
    return next(
        name for name in numbers.settings[row["setting"]].strategies if name != row["strategy"]
    )


def _matrix(
    names: Sequence[str],
    by_pair: dict[tuple[str, str], Found],
    players: int,
    group: str,
    name: str,
) -> Chart:
    rows = [
        Tiles(
            f"{k + 1}  {own}",
            "",
            fields=tuple(_field_of(by_pair, own, other, players) for other in names),
        )
        for k, own in enumerate(names)
    ]
    told = [f"{own} against {other}: {share_text(row)}" for (own, other), row in by_pair.items()]
    return chart.matrix(
        rows,
        [str(k + 1) for k in range(len(names))],
        KEY,
        name=name,
        title=f"Share of the win, strategy against strategy, {group}",
        description="; ".join(told[:12]) + ("; more in the table." if len(told) > 12 else "."),
    )


def _field_of(
    by_pair: dict[tuple[str, str], Found], own: str, other: str, players: int
) -> tuple[str, str]:
    row = by_pair.get((own, other))
    if own == other:
        return f"{100 / players:.3g}", colour.HEAT[3]
    if row is None:
        return "", colour.HEAT[3]
    return f"{100 * row['share']:.1f}", shade(row["share"], row["even"], row["verdict"])


def shade(share: float, even: float, verdict: str) -> str:
    """Return the colour of a share: how far it is from even, of what it could be."""
    if verdict == "even":
        return colour.HEAT[3]
    way = (share - even) / (1 - even) if share > even else (even - share) / even
    step = 1 + min(2, int(3 * way))
    return colour.HEAT[3 + step if share > even else 3 - step]


def _matrix_table(
    names: Sequence[str], by_pair: dict[tuple[str, str], Found], players: int, caption: str
) -> Table:
    def text(own: str, other: str) -> str:
        if own == other:
            return f"{100 / players:.3g} % by itself"
        row = by_pair.get((own, other))
        return share_text(row) if row else "not played"

    return Table(
        caption,
        ("strategy", *(f"against {name}" for name in names)),
        [(own, *(text(own, other) for other in names)) for own in names],
    )


def _forests(numbers: SeatNumbers, rows: Sequence[Found]) -> list[Figure]:
    return [
        _forest(numbers, found, group, f"shares-{number}")
        for number, (group, found) in enumerate(numbers.groups(rows).items())
    ]


def less_even(row: Found, name: Row) -> Estimate:
    """Return a row of a chart: a share of the win less the even share, in percentage points."""
    even = row["even"]
    reach = Interval(row["low"] - even, row["high"] - even)
    sure = reach.low > 0 or reach.high < 0
    return difference(name, row["share"] - even, reach, sure=sure, scale=100)


def _forest(numbers: SeatNumbers, rows: Sequence[Found], group: str, name: str) -> Figure:
    estimates = [
        less_even(row, Row(numbers.side_name(row), share_text(row)))
        for row in rows
        if row["kind"] != "field"
    ]
    picture = chart.differences(
        estimates[:MOST_ROWS],
        f"share of the win less {_even(rows[0])}, in percentage points",
        name=name,
        title=f"Share of the win less the even share, {group}",
        description=described(estimates),
    )
    caption = (
        f"{group}. Share of the win less the even share, with 95 % intervals, seen from the "
        "strategy named first; the figure is the share itself. Hollow and grey: even, as far as "
        "can be told."
    )
    return Figure(picture, caption + cut(estimates), _share_table(numbers, rows, group))


def _share_table(numbers: SeatNumbers, rows: Sequence[Found], group: str) -> Table:
    return Table(
        f"{group}: share of the win for one seat of each strategy",
        (*numbers.head, "deals", "games", "share of the win (95 %)", "even", "less even (95 %)",
         "p of even", "verdict"),
        [
            (
                *numbers.names(row),
                wording.count(row["deals"]),
                wording.count(row["games"]),
                share_text(row),
                _even(row),
                wording.points(row["share"] - row["even"],
                               Interval(*(limit - row["even"] for limit in limits(row)))),
                wording.probability(row["p"]),
                row["verdict"],
            )
            for row in rows
        ],
        len(numbers.head),
    )  # fmt: skip


def rules_compared(numbers: SeatNumbers) -> Section | None:
    """Answer what the rule options change, on the same deals."""
    rows = rules_table(numbers.run, numbers.sums).to_dicts()
    rows.sort(key=lambda row: (row["players"], numbers.settings[row["setting"]].shown))
    if not rows:
        return None
    measures = [measure for measure in ("share", "score") if _known(rows, measure)]
    return Section(
        "options",
        "What do the rule options change?",
        [_furthest(numbers, rows, measure) for measure in measures],
        [_rules_figure(numbers, rows, measure) for measure in measures],
        "The same strategies in the same seats on the same deals under two sets of rules, the "
        "first of the run and another; Student's t over deals. In a strategy against itself the "
        "share is even under any rules, so only points are compared. Not corrected for their "
        "number.",
        "analysis.share.rules_compared(run)",
    )


def _known(rows: Sequence[Found], measure: str) -> list[Found]:
    return [row for row in rows if row[measure] == row[measure]]  # nan in mirrors


def _change(row: Found) -> str:
    """Return what two sets of rules do not share, in words."""
    here, there = (row[name].split(", ") for name in ("rules", "base_rules"))
    mine = ", ".join(rule for rule in here if rule not in there)
    theirs = ", ".join(rule for rule in there if rule not in here)
    return f"{mine} less {theirs}"


def _apart(row: Found, measure: str) -> str:
    reach = Interval(row[f"{measure}_low"], row[f"{measure}_high"])
    if measure == "share":
        return wording.points(row[measure], reach)
    return wording.signed(row[measure], reach, " points")


def _furthest(numbers: SeatNumbers, rows: Sequence[Found], measure: str) -> str:
    known = _known(rows, measure)
    decided = sum(row[f"{measure}_p"] < 1 - LEVEL for row in known)
    most = max(known, key=lambda row: abs(float(row[measure])))
    what = "percentage points in the share of the win" if measure == "share" else "points scored"
    return (
        f"In {what} {decided} of {len(known)} comparisons differ (p below 0.05). The most: "
        f"{numbers.side_name(most)} with {most['players']} players, {_change(most)}: "
        f"{_apart(most, measure)}, for one seat, on the same "
        f"{wording.deals(most['deals'])} in all seatings (95 % interval)."
    )


def _rules_figure(numbers: SeatNumbers, rows: Sequence[Found], measure: str) -> Figure:
    known = _known(rows, measure)
    scale, unit = (100, "percentage points of the win") if measure == "share" else (1, "points")
    estimates = [
        difference(
            Row(
                numbers.side_name(row),
                _apart(row, measure),
                f"{row['players']} players, {_change(row)}",
            ),
            row[measure],
            Interval(row[f"{measure}_low"], row[f"{measure}_high"]),
            sure=row[f"{measure}_p"] < 1 - LEVEL,
            scale=scale,
        )
        for row in known
    ]
    picture = chart.differences(
        estimates[:MOST_ROWS],
        f"difference in {unit} of a seat",
        name=f"options-{measure}",
        title=f"What the rule options change, in {unit}",
        description=described(estimates),
    )
    return Figure(
        picture,
        f"Difference in {unit} of a seat with 95 % intervals, under the rules named first less "
        "under the others. Hollow and grey: no difference shown (p 0.05 or more)." + cut(estimates),
        Table(
            f"Difference in {unit} of a seat between sets of rules",
            ("players", "strategy", "against", "rules", "less", "deals", "difference (95 %)", "p"),
            [
                (
                    str(row["players"]),
                    row["strategy"],
                    row["against"],
                    row["rules"],
                    row["base_rules"],
                    wording.count(row["deals"]),
                    _apart(row, measure),
                    wording.probability(row[f"{measure}_p"]),
                )
                for row in known
            ],
            5,
        ),
    )
