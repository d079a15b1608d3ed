"""What makes a difference on the same deals: tips, strategies, rules."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from analysis import tips, wording
from analysis.interval import LEVEL, Interval
from reports import chart
from reports.chart import Chart, Row
from reports.section import MOST_ROWS, Figure, Numbers, Section, Table, cut, described, difference

TIPS_COMMAND = (
    'alhambra run patience -s tips -s "tips(store=true)" -s "tips(watch=true)"'
    ' -s "tips(free=true)" --deals 1000000 --out runs/tips'
)
"""What plays the tips of the rules' text, for a run that plays none."""

MOST_ANSWERS = 6
"""Tips that are answered in sentences; the pictures and tables hold all."""

Measure = Literal["won", "home"]
MEASURES: tuple[Measure, ...] = ("won", "home")
Found = dict[str, Any]
"""A row of ``analysis.paired.comparisons`` or ``analysis.tips.tips``."""
Text = Callable[[Found], str]


def worth_of_tips(numbers: Numbers) -> Section:
    """Answer what each tip is worth."""
    run, advice = numbers.run, ""
    figures: list[Figure] = []
    rows = [row for row in tips.tips(run, numbers.sums).to_dicts() if row["n"]]
    if rows:
        answers = _tip_answers(rows)
        figures = [
            Figure(
                _forest(rows, measure, "tips", _tip_label(rows), lambda row: row["rules"]),
                _caption(measure, corrected=True) + cut(rows),
                _tip_table(numbers, rows, measure),
            )
            for measure in MEASURES
        ]
    elif tips.switches(run):
        answers = ["Not yet: no deal has been played both with and without a tip."]
    else:
        advice = TIPS_COMMAND
        answers = [
            "This run cannot tell: it plays no strategy both with and without one of its switches "
            "under the same rules. This command would:"
        ]
    return Section(
        "tips",
        "What is each tip worth?",
        answers,
        figures,
        "The same strategy with the switch on and off, over the same deals. Wins: Tango's (1998) "
        "score interval for paired proportions; cards: Student's t on the paired differences. "
        "Verdicts use p-values corrected for the number of comparisons (Holm, 1979); the intervals "
        "are not corrected.",
        "analysis.tips.tips(run)",
        advice,
    )


def _tip_label(rows: Sequence[Found]) -> Text:
    """Return how to name a tip; the strategy's name is left out where there is only one."""
    several = len({row["strategy"] for row in rows}) > 1

    def label(row: Found) -> str:
        name = f"{row['strategy']}: {row['tip']}" if several else str(row["tip"])
        return f"{name}, with {row['beside']}" if row["beside"] else f"{name}, alone"

    return label


def _tip_answers(rows: Sequence[Found]) -> list[str]:
    label = _tip_label(rows)
    alone = [row for row in rows if not row["beside"]] or rows
    answers = []
    for row in alone[:MOST_ANSWERS]:
        beside = f" ({row['rules']})" if row["rules"] else ""
        verdict = row["won_verdict"].replace("no effect", "has no effect on wins")
        answers.append(
            f"{label(row)}{beside}: {verdict}; {_points(row)} in the chance of winning, "
            f"{_cards(row)} home, tip on less tip off, on the same {wording.deals(row['n'])} "
            "(95 % intervals)."
        )
    rest = len(rows) - len(answers)
    return [*answers, f"{rest} more comparisons are in the picture."] if rest else answers


def _tip_table(numbers: Numbers, rows: Sequence[Found], measure: Measure) -> Table:
    wins, label = measure == "won", _tip_label(rows)
    rules = ("rules",) if numbers.run.varied else ()
    discordant = ("only_a", "only_b") if wins else ()
    return Table(
        f"Worth of each tip in {'wins' if wins else 'cards home'}: on less off",
        (
            *("tip", *rules, "deals"),
            *(("won only with", "won only without") if wins else ()),
            *("points (95 %)" if wins else "cards (95 %)", "p", "p after Holm", "verdict"),
        ),
        [
            (
                *(label(row), *(row[name] for name in rules)),
                *(wording.count(row[name]) for name in ("n", *discordant)),
                _points(row) if wins else _cards(row),
                wording.probability(row[f"{measure}_p"]),
                wording.probability(row[f"{measure}_holm"]),
                row[f"{measure}_verdict"],
            )
            for row in rows
        ],
        1 + len(rules),
    )


def strategies_compared(numbers: Numbers) -> Section | None:
    """Answer how the strategies differ on the same deals."""
    rows = [row for row in numbers.comparisons if row["kind"] == "strategy"]
    if not rows:
        return None

    def group(row: Found) -> str:
        rules = f", {row['b_rules']}" if row["b_rules"] else ""
        return f"compared with {row['b_strategy']}{rules}"

    return Section(
        "strategies",
        "How do the strategies differ on the same deals?",
        [_furthest(rows, "strategy"), _worth_of_common_deals(rows)],
        _figures(numbers, rows, "strategies", lambda row: str(row["a_strategy"]), group),
        "Only deals that both have played; what a deal does to both drops out. Wins: Tango's "
        "(1998) score interval, p after McNemar (1947); cards: Student's t on the paired "
        "differences. Not corrected for the number of pairs.",
        "analysis.paired.comparisons(run)",
    )


def rules_compared(numbers: Numbers) -> Section | None:
    """Answer what the rule options change."""
    rows = [row for row in numbers.comparisons if row["kind"] == "rules"]
    if not rows:
        return None

    def group(row: Found) -> str:
        return f"{row['a_strategy']}, compared with {row['b_rules']}"

    return Section(
        "rules",
        "What do the rule options change?",
        [_furthest(rows, "rules")],
        _figures(numbers, rows, "rules", lambda row: str(row["a_rules"]), group),
        "The same strategy on the same deals under two sets of rules; deal k has the same cards "
        "under all of them. Intervals as for the strategies.",
        "analysis.paired.comparisons(run)",
    )


def _against_first(rows: Sequence[Found]) -> list[Found]:
    """Return the comparisons with the first cell of each group, group by group."""
    firsts = {row["b"] for row in rows} - {row["a"] for row in rows}
    return sorted((row for row in rows if row["b"] in firsts), key=lambda row: (row["b"], row["a"]))


def _furthest(rows: Sequence[Found], side: Literal["strategy", "rules"]) -> str:
    """Return the largest difference from the first, in a sentence."""
    shown = _against_first(rows)
    most = max(shown, key=lambda row: (abs(row["won"]), abs(row["home"])))
    lead = "Furthest from the first in wins: " if len(shown) > 1 else ""
    same = most["a_rules"] if side == "strategy" else most["a_strategy"]
    return (
        f"{lead}{most[f'a_{side}']} less {most[f'b_{side}']}"
        f"{f' ({same})' if same else ''} is {_points(most)} in the chance of winning and "
        f"{_cards(most)} home, on the same {wording.deals(most['n'])} (95 % intervals)."
    )


def _worth_of_common_deals(rows: Sequence[Found]) -> str:
    known = sorted(row["home_saved"] for row in rows if row["home_saved"] < 1)
    if not known:
        return "What common deals are worth cannot be said: no variance."
    words = wording.games_worth(known[len(known) // 2])
    which = f" (the median of {len(known)} pairs)" if len(known) > 1 else ""
    return f"Comparing cards home on common deals is {words}{which}."


def _figures(
    numbers: Numbers, rows: Sequence[Found], name: str, label: Text, group: Text
) -> list[Figure]:
    shown = _against_first(rows)
    return [
        Figure(
            _forest(shown, measure, name, label, group),
            _caption(measure) + cut(shown),
            _pair_table(numbers, rows, measure),
        )
        for measure in MEASURES
    ]


def _pair_table(numbers: Numbers, rows: Sequence[Found], measure: Measure) -> Table:
    wins = measure == "won"
    counts = ("n", "both", "only_a", "only_b", "neither") if wins else ("n",)

    def names(row: Found) -> tuple[str, ...]:
        return tuple(
            f"{row[f'{side}_strategy']} [{row[f'{side}_rules']}]"
            if numbers.run.varied
            else str(row[f"{side}_strategy"])
            for side in "ab"
        )

    return Table(
        f"{'Wins' if wins else 'Cards home'} on common deals: A less B",
        (
            *("A", "B", "deals"),
            *(("both won", "only A", "only B", "neither") if wins else ()),
            *("points (95 %)" if wins else "cards (95 %)", "p", "common deals are"),
        ),
        [
            (
                *names(row),
                *(wording.count(row[name]) for name in counts),
                _points(row) if wins else _cards(row),
                wording.probability(row[f"{measure}_p"]),
                wording.games_worth(row[f"{measure}_saved"]),
            )
            for row in rows
        ],
        2,
    )


def _forest(rows: Sequence[Found], measure: Measure, name: str, label: Text, group: Text) -> Chart:
    wins = measure == "won"
    scale = 100 if wins else 1
    unit = "percentage points" if wins else "cards home"
    p = f"{measure}_holm" if rows and f"{measure}_holm" in rows[0] else f"{measure}_p"
    estimates = [
        difference(
            Row(label(row), _points(row) if wins else _cards(row), group(row)),
            row[measure],
            Interval(row[f"{measure}_low"], row[f"{measure}_high"]),
            sure=row[p] < 1 - LEVEL,
            scale=scale,
        )
        for row in rows
    ]
    return chart.differences(
        estimates[:MOST_ROWS],
        f"difference in {unit}",
        name=f"{name}-{measure}",
        title=f"Differences in {unit}",
        description=described(estimates),
    )


def _caption(measure: Measure, corrected: bool = False) -> str:
    what = "the chance of winning" if measure == "won" else "mean cards home"
    p = "p after Holm's correction" if corrected else "p"
    return (
        f"Difference in {what} with 95 % intervals: right of the line more, left of it less. "
        f"Hollow and grey: no difference shown ({p} 0.05 or more)."
    )


def _points(row: Found) -> str:
    return wording.points(row["won"], Interval(row["won_low"], row["won_high"]))


def _cards(row: Found) -> str:
    return wording.signed(row["home"], Interval(row["home_low"], row["home_high"]), " cards")
