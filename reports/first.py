"""What it is worth to go first, and why."""

from collections.abc import Callable, Sequence

from analysis import wording
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
    in_tables,
    limits,
)

LABELS = {
    "total": "total: turn and hand together",
    "order": "order: the turn alone",
    "hand": "hand: the starting hand alone",
    "interaction": "interaction: the rest",
}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")

COMMANDS = {
    "card": "alhambra run card --players 2,3,4,5,6 -s random -s greedy --deals 100000",
    "board": "alhambra run board --players 2,3,4,5,6 -s random -s greedy --deals 10000",
}
"""What plays mirrors, by game, for a run without one."""


def going_first(numbers: SeatNumbers) -> Section:
    """Answer what it is worth to go first, and what of that is the turn and what the hand."""
    rows = numbers.places
    advice = "" if rows else COMMANDS[numbers.run.game]
    answers = _answers(numbers, rows) or [
        "This run cannot tell: no strategy has played against itself on a whole deal with each "
        "seat, or the rule's player, starting. This command would:"
    ]
    figures = [
        figure
        for number, (group, found) in enumerate(numbers.groups(rows).items())
        for figure in (_start_figure(numbers, found, group, number),
                       _place_figure(numbers, found, group, number))
    ]  # fmt: skip
    return Section(
        "first",
        "What is it worth to go first?",
        answers,
        figures,
        "A strategy against itself, each deal played once with each seat starting; the deal is the "
        "cluster (Student's t over deals). Total: share of the rule's starter in the game that it "
        "begins, less 1/n. Order: share of whoever begins, over all n games, less 1/n. Hand: share "
        "of the seat that the rule names, over all n games, whoever begins, less 1/n. The rest is "
        "interaction, which with two players is always 0. Not corrected for their number.",
        "analysis.first.turn_order(run)",
        advice,
    )


def _start_figure(numbers: SeatNumbers, rows: Sequence[Found], group: str, number: int) -> Figure:
    start = [row for row in rows if row["place"] == 0]
    return Figure(
        _forest(start, f"first-{number}", group, lambda row: LABELS[row["effect"]]),
        f"{group}. What the first player has above an even share, with 95 % intervals, in a "
        "strategy against itself: right of the line more, left of it less. Hollow and grey: no "
        "difference shown (p 0.05 or more)." + cut(start),
        _table(numbers, start, f"{group}, the first player: share of the win less 1/n"),
    )


def _place_figure(numbers: SeatNumbers, rows: Sequence[Found], group: str, number: int) -> Figure:
    effect = "order" if any(row["effect"] == "order" for row in rows) else "total"
    shown = [row for row in rows if row["effect"] == effect]
    return Figure(
        _forest(shown, f"places-{number}", group, lambda row: f"{PLACES[row['place']]} in turn"),
        f"{group}. The same by place in turn order; {LABELS[effect]}." + cut(shown),
        _table(numbers, rows, f"{group}, every place in turn order: share of the win less 1/n"),
    )


def _in_short(rows: Sequence[Found]) -> str:
    """Return of the first player's effects how often each is shown to help or to hurt."""
    parts = []
    for name in ("total", "order", "hand"):
        start = [row for row in rows if row["place"] == 0 and row["effect"] == name]
        more = sum(row["low"] > 0 for row in start)
        less = sum(row["high"] < 0 for row in start)
        open_ = len(start) - more - less
        counts = [f"{n} {what}" for n, what in
                  ((more, "up"), (less, "down"), (open_, "not decided")) if n]  # fmt: skip
        if start:
            parts.append(f"{LABELS[name]}: {', '.join(counts)}")
    return (
        "The first player's share of the win, over "
        f"{len({row['setting'] for row in rows})} mirrors (a strategy against itself): "
        f"{'; '.join(parts)} (95 % intervals)."
    )


def _answers(numbers: SeatNumbers, rows: Sequence[Found]) -> list[str]:
    by_setting: dict[int, dict[str, Found]] = {}
    for row in rows:
        if row["place"] == 0:
            by_setting.setdefault(row["setting"], {})[row["effect"]] = row
    answers = [_in_short(rows)] if len(by_setting) > 1 else []
    for setting, found in list(by_setting.items())[:MOST_ANSWERS]:
        total, order, hand = (found.get(name) for name in ("total", "order", "hand"))
        assert total is not None
        text = (
            f"With {numbers.settings[setting].group}, {total['strategy']} against itself: to begin "
            f"by the rule is worth {_points(total)} of the win, from the even "
            f"{100 / total['players']:.3g} %"
        )
        if order is not None and hand is not None:
            text += f"; of these the turn alone {_points(order)}, the hand alone {_points(hand)}"
        answers.append(
            f"{text} (means over {wording.deals(total['deals'])}, "
            f"{wording.games(total['games'])}; 95 % intervals)."
        )
    rest = len(by_setting) - min(len(by_setting), MOST_ANSWERS)
    return [*answers, in_tables(rest)] if rest else answers


def _points(row: Found) -> str:
    return wording.points(row["worth"], limits(row))


def _forest(rows: Sequence[Found], name: str, group: str, label: Callable[[Found], str]) -> Chart:
    estimates = [
        difference(
            Row(label(row), _points(row), f"{row['strategy']} against itself"),
            row["worth"],
            limits(row),
            sure=row["p"] < 1 - LEVEL,
            scale=100,
        )
        for row in rows
    ]
    return chart.differences(
        estimates[:MOST_ROWS],
        "share of the win less 1/n, in percentage points",
        name=name,
        title=f"What a place in turn order is worth, {group}",
        description=described(estimates),
    )


def _table(numbers: SeatNumbers, rows: Sequence[Found], caption: str) -> Table:
    head = (*numbers.setting_head, "place", "effect")
    return Table(
        caption,
        (*head, "deals", "games", "points (95 %)", "p"),
        [
            (
                *numbers.setting_names(row),
                PLACES[row["place"]],
                row["effect"],
                wording.count(row["deals"]),
                wording.count(row["games"]),
                _points(row),
                wording.probability(row["p"]),
            )
            for row in rows
        ],
        len(head),
    )
