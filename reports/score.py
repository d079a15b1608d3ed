"""Scores and margins, where points and buildings come from, and how games end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analysis import score, wording
from analysis.distribution import QUANTILES
from analysis.points import ROUNDS, WALLS, column, has_cities, sources
from reports import chart, colour
from reports.chart import Ridge, Stack
from reports.section import (
    Figure,
    Found,
    SeatNumbers,
    Section,
    Table,
    described,
    limits,
)
from sim.schema import MARKET_ENDS, TYPES

if TYPE_CHECKING:
    import polars as pl

SPREAD = ("least", *(f"q{q * 100:.0f}" for q in QUANTILES), "most")
SPREAD_HEAD = ("least", "5 %", "25 %", "median", "75 %", "95 %", "most")

ENDS = {"market": "market ran short", "turn_limit": "turn limit", "fault": "fault"}
BUILDINGS = (
    ("bought exactly", colour.RESERVE[2], "exact"),
    ("bought with overpayment", colour.RESERVE[0], "inexact"),
    ("left over, free", colour.LEFT[0], "leftovers"),
)
ROUND_PARTS = tuple(
    (f"round {r.upper()}", paint, r) for r, paint in zip(ROUNDS, colour.ROUNDS, strict=True)
)
SOURCE_COLOURS = {**dict(zip(TYPES, colour.TYPES, strict=True)), WALLS: colour.LEFT[0]}


def scores(numbers: SeatNumbers) -> Section | None:
    """Answer how many points are made and by how much games are won."""
    counts = score.score_counts(numbers.run)
    rows = score.scores(numbers.run, numbers.sums, counts).to_dicts()
    leads = score.margins(numbers.run, numbers.sums).to_dicts()
    if not rows:
        return None
    return Section(
        "scores",
        "How many points, and by how many does the winner lead?",
        [*_most_points(numbers, rows), *_widest_lead(numbers, leads)],
        [_score_figure(numbers, rows, counts), _margin_figure(numbers, leads)],
        "Points of a seat at the end of a game, and the winner's points less the second player's "
        "(0 where the win is shared; the dummy of two players is not counted). Distributions are "
        "of all games; means are over deals played in all seatings, with Student's t over deals.",
        "analysis.score.scores(run), analysis.score.margins(run)",
    )


def _mean(row: Found, unit: str = "") -> str:
    return wording.mean(row["mean"], limits(row), unit)


def _by_players(rows: Sequence[Found]) -> list[list[Found]]:
    groups: dict[int, list[Found]] = {}
    for row in rows:
        groups.setdefault(row["players"], []).append(row)
    return list(groups.values())


def _most_points(numbers: SeatNumbers, rows: Sequence[Found]) -> list[str]:
    answers = []
    for group in _by_players(rows):
        best = max(group, key=lambda row: float(row["mean"]))
        answers.append(
            f"With {numbers.group(best)}, most points: {numbers.side_name(best)} makes "
            f"{_mean(best, ' points')} on average (over {wording.deals(best['deals'])}, "
            f"{wording.seats(best['n'])}; 95 % interval); the middle one of its scores is "
            f"{best['q50']}."
        )
    return answers


def _widest_lead(numbers: SeatNumbers, rows: Sequence[Found]) -> list[str]:
    answers = []
    for group in _by_players(rows):
        close = min(group, key=lambda row: float(row["mean"]))
        answers.append(
            f"With {numbers.group(close)}, closest: {close['title']}, where the winner leads the "
            f"second by {_mean(close, ' points')} on average (over "
            f"{wording.deals(close['deals'])}, {wording.games(close['n'])}; 95 % interval); "
            f"{_shared(close['shared'])}."
        )
    return answers


def _shared(wins: int) -> str:
    return f"{wording.counted(wins, 'win')} {'was' if wins == 1 else 'were'} shared"


def _score_figure(numbers: SeatNumbers, rows: Sequence[Found], counts: "pl.DataFrame") -> Figure:
    by_side: dict[int, dict[int, int]] = {}
    for side, points, n in counts.select("side", "score", "n").iter_rows():
        by_side.setdefault(side, {})[points] = n
    shown, left_out = numbers.drawn(rows)
    ridges = [
        _ridge(numbers.side_name(row), numbers.group(row), row, by_side[row["side"]])
        for row in shown
    ]
    return Figure(
        _ridges(ridges, "points at the end of the game", "scores", "Distribution of scores"),
        "Share of games by points of the strategy named first, all its seats together; equal areas "
        "are equal shares, the upright line is the median." + left_out,
        _spread_table("Points of a seat at the end of a game", numbers.head, rows, numbers.names),
    )


def _margin_figure(numbers: SeatNumbers, rows: Sequence[Found]) -> Figure:
    shown, left_out = numbers.drawn(rows)
    ridges = [
        _ridge(row["title"], numbers.group(row), row, numbers.sums.margins[row["setting"]])
        for row in shown
    ]
    return Figure(
        _ridges(ridges, "points by which the winner leads", "margins", "Distribution of margins"),
        "Share of games by the winner's points less the second player's, whoever wins." + left_out,
        _spread_table(
            "Winner's points less the second player's",
            numbers.setting_head,
            rows,
            numbers.setting_names,
            shared=True,
        ),
    )


def _ridge(label: str, group: str, row: Found, counts: dict[int, int]) -> Ridge:
    values = sorted(counts)
    return Ridge(
        label,
        f"median {row['q50']}, mean {_mean(row)}",
        group,
        values=tuple(values),
        games=tuple(counts[value] for value in values),
        mark=row["q50"],
    )


def _ridges(ridges: Sequence[Ridge], unit: str, name: str, title: str) -> chart.Chart:
    low = min(row.values[0] for row in ridges)
    # One more, since the bar at the end of the axis may be cut off.
    high = max(row.values[-1] for row in ridges) + 1
    return chart.ridges(ridges, unit, low, high, name=name, title=title,
                        description=described(ridges))  # fmt: skip


def _spread_table(
    caption: str, head: Sequence[str], rows: Sequence[Found], names: Any, shared: bool = False
) -> Table:
    counted = ("games", "wins shared") if shared else ("seats of games",)
    return Table(
        caption,
        (*head, *counted, "deals", "mean (95 %)", *SPREAD_HEAD),
        [
            (
                *names(row),
                wording.count(row["n"]),
                *((wording.count(row["shared"]),) if shared else ()),
                wording.count(row["deals"]),
                _mean(row),
                *(str(row[name]) for name in SPREAD),
            )
            for row in rows
        ],
        len(head),
    )


def points(numbers: SeatNumbers) -> Section:
    """Answer where the points come from."""
    kinds = sources(numbers.run.game)
    rows = [{**row, **_sums(row, kinds)} for row in numbers.means]
    whole = max(sum(row[r] for r in ROUNDS) for row in rows) or 1.0
    by_source = [(kind, SOURCE_COLOURS[kind], kind) for kind in kinds]
    walled = " and walls" * has_cities(numbers.run.game)
    figures = [
        Figure(
            _stacks(numbers, rows, parts, "points of a seat, mean per game", whole, name),
            caption + numbers.drawn(rows)[1],
            _table(numbers, rows, title, columns),
        )
        for parts, name, caption, title, columns in (
            (
                ROUND_PARTS,
                "rounds",
                "Mean points of a seat by scoring round; the figure is their sum.",
                f"Mean points of a seat by round and type{walled}",
                [(f"{r.upper()} {kind}", column(r, kind)) for r in ROUNDS for kind in kinds],
            ),
            (
                by_source,
                "types",
                f"Mean points of a seat by type of building{walled}, all rounds together.",
                "Mean number of buildings of a seat that counted at the end",
                [(kind, f"owned_{kind}") for kind in TYPES],
            ),
        )
    ]
    return Section(
        "points",
        "Where do the points come from?",
        [_most_from(numbers, rows, kinds)],
        figures,
        "Means over all games, from exact sums; they describe these games and carry no interval "
        "here: the section on scores has that of the whole. Rounds A, B and C as in M12"
        f"{', walls as in B4' if walled else ''}.",
        "analysis.score.means(run)",
    )


def _most_from(numbers: SeatNumbers, rows: Sequence[Found], kinds: Sequence[str]) -> str:
    best = max(rows, key=lambda row: sum(row[r] for r in ROUNDS))
    total = sum(best[r] for r in ROUNDS) or 1.0
    shares = ", ".join(f"{100 * best[r] / total:.0f} % in {r.upper()}" for r in ROUNDS)
    kind = max(kinds, key=lambda kind: float(best[kind]))
    walls = f", for walls {best[WALLS]:.1f}" if WALLS in kinds and kind != WALLS else ""
    return (
        f"{numbers.side_name(best)} ({numbers.group(best)}) makes the most points: {shares}; most "
        f"of them for {kind}, {best[kind]:.1f} of {total:.1f}{walls} (means over "
        f"{wording.seats(best['n'])})."
    )


def _sums(row: Found, kinds: Sequence[str]) -> dict[str, float]:
    by_round = {r: sum(row[column(r, kind)] for kind in kinds) for r in ROUNDS}
    by_source = {kind: sum(row[column(r, kind)] for r in ROUNDS) for kind in kinds}
    return {**by_round, **by_source}


def _stacks(
    numbers: SeatNumbers,
    rows: Sequence[Found],
    parts: Sequence[tuple[str, str, str]],
    unit: str,
    whole: float,
    name: str,
) -> chart.Chart:
    stacks = [
        Stack(
            numbers.side_name(row),
            f"{sum(row[key] for _, _, key in parts):.1f}",
            numbers.group(row),
            segments=tuple(row[key] for _, _, key in parts),
        )
        for row in numbers.drawn(rows)[0]
    ]
    return chart.stacks(
        stacks,
        [(text, paint) for text, paint, _ in parts],
        unit,
        whole,
        name=name,
        title=f"By {name}: {unit}",
        description=described(stacks),
    )


def _table(
    numbers: SeatNumbers,
    rows: Sequence[Found],
    caption: str,
    columns: Sequence[tuple[str, str]],
) -> Table:
    return Table(
        caption,
        (*numbers.head, "seats of games", *(text for text, _ in columns)),
        [
            (
                *numbers.names(row),
                wording.count(row["n"]),
                *(f"{row[key]:.2f}" for _, key in columns),
            )
            for row in rows
        ],
        len(numbers.head),
    )


def buildings(numbers: SeatNumbers) -> Section:
    """Answer where buildings come from, what is given away, and how games end."""
    rows = [{**row, "inexact": row["purchases"] - row["exact"]} for row in numbers.means]
    keys = [key for _, _, key in BUILDINGS]
    whole = max(sum(row[key] for key in keys) for row in rows) or 1.0
    columns = [
        ("bought", "purchases"),
        ("exactly", "exact"),
        ("of these given to the dummy", "gifts"),
        ("left over, free", "leftovers"),
        ("money cards taken", "taken_cards"),
        ("money taken", "taken"),
        ("spent", "spent"),
        ("overpaid", "overpaid"),
        ("in hand at the end", "left"),
        ("turns passed", "passes"),
    ]
    return Section(
        "ends",
        "What is bought, given away and left over, and how do games end?",
        [_how_ended(numbers), *_given(numbers)],
        [
            Figure(
                _stacks(numbers, rows, BUILDINGS, "buildings of a seat, mean per game", whole,
                        "buildings"),
                "Mean number of buildings of a seat: bought (kept or given to the dummy) and left "
                "over at the end." + numbers.drawn(rows)[1],
                _table(numbers, rows, "Buildings and money of a seat, mean per game", columns),
            ),
            Figure(
                None,
                "How all games ended: every game counts.",
                _end_table(numbers),
            ),
        ],
        "Counts and means over all games, from exact sums; they describe these games and carry no "
        "interval. Leftover buildings go to whoever holds most money of their currency (M15); "
        "gifts and the dummy are of two players only (M17).",
        "analysis.score.means(run), analysis.score.ends(run)",
    )  # fmt: skip


def _how_ended(numbers: SeatNumbers) -> str:
    total = {end: sum(row[end] for row in numbers.ends) for end in MARKET_ENDS}
    n = sum(row["n"] for row in numbers.ends)
    return (
        f"Of {wording.games(n)} {total['market']:,} ended because the market ran short, "
        f"{total['turn_limit']:,} by the turn limit and {total['fault']:,} by a fault."
    )


def _given(numbers: SeatNumbers) -> list[str]:
    two = [row for row in numbers.ends if row["dummy"] is not None]
    if not two:
        return []
    most = max(two, key=lambda row: float(row["dummy"]))
    least = min(two, key=lambda row: float(row["dummy"]))
    gifts = max((row for row in numbers.means if row["players"] == 2),
                key=lambda row: float(row["gifts"]))  # fmt: skip
    text = (
        f"With 2 players the dummy scores {least['dummy']:.1f} points on average"
        f" ({least['title']}, {wording.games(least['n'])})"
    )
    if len(two) > 1:
        text += f" to {most['dummy']:.1f} ({most['title']}, {wording.games(most['n'])})"
    return [
        f"{text}; most gifts: {numbers.side_name(gifts)} gives it {gifts['gifts']:.2f} buildings "
        f"a game (mean over {wording.seats(gifts['n'])})."
    ]


def _end_table(numbers: SeatNumbers) -> Table:
    counts = ("n", *MARKET_ENDS, "without_a", "without_b", "lot")
    return Table(
        "How games ended",
        (*numbers.setting_head, "games", *ENDS.values(), "without round A", "without round B",
         "first player by lot", "turns", "decisions", "dummy's score"),
        [
            (
                *numbers.setting_names(row),
                *(wording.count(row[name]) for name in counts),
                f"{row['turns']:.1f}",
                f"{row['choices']:.1f}",
                "" if row["dummy"] is None else f"{row['dummy']:.1f}",
            )
            for row in numbers.ends
        ],
        len(numbers.setting_head),
    )  # fmt: skip
