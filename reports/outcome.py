"""How games go: won or not, cards home, in which pass, from where."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analysis import claims, distribution, wording
from analysis.interval import clopper_pearson
from analysis.paired import HOME
from reports import chart, colour
from reports.chart import Estimate, Ridge, Stack
from reports.section import MOST_ROWS, Figure, Numbers, Section, Table, cut, described, limits

if TYPE_CHECKING:
    import polars as pl

PASSES = ("pass 1", "pass 2", "pass 3", "pass 4 and later")

LOST = {"stuck": "stuck", "dry": "dry", "fault": "ended by a fault"}
"""How games end that are not won: the log's name, and ours for a table."""

Part = tuple[str, str, str]
"""A segment of a bar: its name, its colour, the column that holds its size."""


def winning(numbers: Numbers) -> Section:
    """Answer how often the game is won, and whether the published chances hold."""
    rows = [
        Estimate(
            cell["strategy"],
            _chance(cell),
            numbers.run.rules(cell["cell"]),
            value=cell["chance"] if cell["wins"] else None,
            limits=limits(cell),
        )
        for cell in numbers.cells
    ]
    picture = chart.chances(
        rows[:MOST_ROWS],
        [(claim.chance, claim.text) for claim in claims.CLAIMS],
        name="winning",
        title="Chance of winning by strategy and rules",
        description=described(rows),
    )
    caption = (
        "Dots: games won as a share of games played; bars: 95 % intervals; an arrow: no game won, "
        "the bar ends at the upper limit. Dashed: chances that others have published."
    )
    held = [
        claims.sentence(numbers.run, claim, numbers.chances, figure=False)
        for claim in claims.CLAIMS
    ]
    return Section(
        "winning",
        "How often is the game won?",
        [_most_wins(numbers), *held],
        [Figure(picture, caption + cut(rows), _chance_table(numbers))],
        "Wins over all games of the strategy, seen from the player; a game that a fault ended "
        "counts as not won. Intervals after Clopper and Pearson (1934), exact at 0 and at 1; the "
        "sentences about all strategies at once correct the level for their number (Bonferroni).",
        "analysis.proportion.win_chances(run)",
    )


def _chance(cell: dict[str, Any]) -> str:
    return wording.chance(cell["wins"], cell["n"], limits(cell))


def _one_in(cell: dict[str, Any]) -> str:
    return wording.one_in(cell["chance"], (cell["high"] - cell["low"]) / 2)


def _most_wins(numbers: Numbers) -> str:
    cells = numbers.cells
    best = max(cells, key=lambda cell: (cell["chance"], cell["n"]))
    name, n = numbers.name(best["cell"]), best["n"]
    if best["wins"]:
        lead = "Most often: " if len(cells) > 1 else ""
        return (
            f"{lead}{name} wins {_chance(best)} of its {wording.games(n)}, {_one_in(best)} "
            "(95 % interval)."
        )
    who = f"{name} won no game" if len(cells) == 1 else f"No strategy won a game; {name}"
    return f"{who}: {_chance(best)} (95 % interval)."


def _chance_table(numbers: Numbers) -> Table:
    frame = claims.claims(numbers.run, numbers.chances)
    verdicts = {(row["cell"], row["claim"]): row["verdict"] for row in frame.to_dicts()}
    texts = [claim.text for claim in claims.CLAIMS]
    return Table(
        "Chance of winning by strategy and rules",
        (*numbers.head, "games", "won", "chance (95 %)", "in words",
         *(f"against {text}" for text in texts)),
        [
            (
                *numbers.names(cell["cell"]),
                wording.count(cell["n"]),
                wording.count(cell["wins"]),
                _chance(cell),
                _one_in(cell),
                *(verdicts[cell["cell"], text] for text in texts),
            )
            for cell in numbers.cells
        ],
        len(numbers.head),
    )  # fmt: skip


def cards_home(numbers: Numbers) -> Section:
    """Answer how far a game gets."""
    counts = distribution.home_counts(numbers.run)
    summary = distribution.home_summary(numbers.run, counts).to_dicts()
    rows = _home_rows(numbers, summary, counts)
    picture = chart.ridges(
        rows[:MOST_ROWS],
        "cards on the foundations when the game ends (104: won)",
        *HOME,
        name="home",
        title="Distribution of cards on the foundations",
        description=described(rows),
    )
    caption = (
        "Share of games by cards on the foundations; equal areas are equal shares, the upright "
        "line is the median. Games won stand at 104; their bar is cut off where it would be "
        "taller than all others."
    )
    best = max(summary, key=lambda row: float(row["mean"]))
    lead = "Furthest: " if len(summary) > 1 else ""
    answer = (
        f"{lead}{numbers.name(best['cell'])} brings {_mean(best, ' of 104 cards')} home on average "
        f"over {wording.games(best['n'])} (95 % interval); the game in the middle ends with "
        f"{best['q50']}."
    )
    return Section(
        "home",
        "How many cards come home?",
        [answer],
        [Figure(picture, caption + cut(rows), _home_table(numbers, summary))],
        "All games count, lost ones too; the eight cards laid out at the start are among the 104. "
        "Intervals of the mean: Student's t over independent deals.",
        "analysis.distribution.home_summary(run)",
    )


def _mean(row: dict[str, Any], unit: str = "") -> str:
    return wording.mean(row["mean"], limits(row), unit)


def _home_rows(
    numbers: Numbers, summary: Sequence[dict[str, Any]], counts: "pl.DataFrame"
) -> list[Ridge]:
    by_cell: dict[int, list[tuple[int, int]]] = {}
    for cell, home, n in counts.select("cell", "home", "n").iter_rows():
        by_cell.setdefault(cell, []).append((home, n))
    return [
        Ridge(
            row["strategy"],
            f"median {row['q50']}, mean {_mean(row)}",
            numbers.run.rules(row["cell"]),
            values=tuple(home for home, _ in by_cell[row["cell"]]),
            games=tuple(n for _, n in by_cell[row["cell"]]),
            mark=row["q50"],
        )
        for row in summary
    ]


def _home_table(numbers: Numbers, summary: Sequence[dict[str, Any]]) -> Table:
    columns = ("least", *(f"q{q * 100:.0f}" for q in distribution.QUANTILES), "most")
    return Table(
        "Cards on the foundations at the end of a game, of 104",
        (*numbers.head, "games", "mean (95 %)", "sd", "least", "5 %", "25 %", "median", "75 %",
         "95 %", "most"),
        [
            (
                *numbers.names(row["cell"]),
                wording.count(row["n"]),
                _mean(row),
                f"{row['sd']:.1f}" if row["n"] > 1 else "",
                *(str(row[name]) for name in columns),
            )
            for row in summary
        ],
        len(numbers.head),
    )  # fmt: skip


def passes(numbers: Numbers) -> Section:
    """Answer in which pass games are won, and how they end."""
    rows = distribution.wins_by_pass(numbers.run).to_dicts()
    won = [row for row in rows if row["wins"]]
    keys = [f"pass_{k}" for k in distribution.PASSES]
    parts = _used(list(zip(PASSES, colour.WASTE, keys, strict=True)), won)
    stacks = [
        Stack(
            row["strategy"],
            f"{row['wins']:,} won of {row['n']:,}",
            numbers.run.rules(row["cell"]),
            segments=tuple(100 * row[key] / row["wins"] for _, _, key in parts),
        )
        for row in won
    ]
    caption = "Of the games won, the share that each pass through the stock decided."
    picture = None
    if stacks:
        picture = chart.stacks(
            stacks[:MOST_ROWS],
            [(name, paint) for name, paint, _ in parts],
            "share of the games won, in %",
            100,
            name="passes",
            title="Pass in which games were won",
            description=described(stacks),
        )
    return Section(
        "passes",
        "In which pass are games won?",
        [_decided(numbers, won)],
        [
            Figure(
                picture,
                caption + cut(stacks) if picture else "No game was won: nothing to draw.",
                _pass_table(numbers, rows, keys),
            )
        ],
        "Counts of games. The pass is that in which the last card came home. A game ends won; "
        "stuck (no move left after the last redeal); dry (no move left and no card to redeal); or "
        "by a fault of the strategy.",
        "analysis.distribution.wins_by_pass(run), analysis.distribution.ends(run)",
    )


def _decided(numbers: Numbers, won: Sequence[dict[str, Any]]) -> str:
    if not won:
        return f"No game was won in {wording.games(numbers.run.present)}."
    most = max(won, key=lambda row: float(row["wins"]))
    last = most["pass_3"] + most["pass_later"]
    share = wording.chance(last, most["wins"], clopper_pearson(last, most["wins"]))
    return (
        f"Decided in pass 3 or later, of the {wording.games(most['wins'])} that "
        f"{numbers.name(most['cell'])} won (of {most['n']:,} played): {share} (95 % interval)."
    )


def _pass_table(numbers: Numbers, rows: Sequence[dict[str, Any]], keys: Sequence[str]) -> Table:
    ends = {row["cell"]: row for row in distribution.ends(numbers.run).to_dicts()}
    return Table(
        "Wins by pass, and how all games ended",
        (*numbers.head, "games", "won", *(f"in {name}" for name in PASSES), *LOST.values()),
        [
            (
                *numbers.names(row["cell"]),
                *(wording.count(row[key]) for key in ("n", "wins", *keys)),
                *(wording.count(ends[row["cell"]][end]) for end in LOST),
            )
            for row in rows
        ],
        len(numbers.head),
    )


def sources(numbers: Numbers) -> Section:
    """Answer where cards come home from."""
    rows = distribution.means(numbers.run).to_dicts()
    every = _source_parts()
    parts = _used(every, rows)
    stacks = [
        Stack(
            row["strategy"],
            f"{row['built']:.1f} built on the waste",
            numbers.run.rules(row["cell"]),
            segments=tuple(row[key] for _, _, key in parts),
        )
        for row in rows
    ]
    picture = chart.stacks(
        stacks[:MOST_ROWS],
        [(name, paint) for name, paint, _ in parts],
        "cards of the 96 that are dealt, mean per game",
        HOME[1] - HOME[0],
        name="sources",
        title="Where the 96 dealt cards end up",
        description=described(stacks),
    )
    best = max(rows, key=lambda row: -float(row["reserve_left"] + row["stock_left"]))
    waste, reserve = (
        sum(best[f"{source}_home_{k}"] for k in distribution.PASSES)
        for source in distribution.SOURCES
    )
    answer = (
        f"{numbers.name(best['cell'])} brings home {waste:.1f} cards from the waste and "
        f"{reserve:.1f} straight from the reserve in a game, and leaves {best['reserve_left']:.1f} "
        f"in the reserve (means over {wording.games(best['n'])})."
    )
    caption = (
        "What becomes of the 96 cards that are dealt, on average; the eight laid out at the start "
        "are not drawn."
    )
    return Section(
        "sources",
        "Where do the cards come home from?",
        [answer],
        [Figure(picture, caption + cut(stacks), _source_table(numbers, rows, every))],
        "Means over all games, from exact sums; they describe these games and carry no interval. "
        "A reserve card that was built on the waste comes home from the waste.",
        "analysis.distribution.means(run)",
    )


def _source_parts() -> list[Part]:
    shades = {"waste": colour.WASTE, "reserve": colour.RESERVE}
    return [
        *(
            (f"{source}, {name}", shade, f"{source}_home_{k}")
            for source in distribution.SOURCES
            for name, shade, k in zip(PASSES, shades[source], distribution.PASSES, strict=True)
        ),
        ("left in the reserve", colour.LEFT[0], "reserve_left"),
        ("left in stock and waste", colour.LEFT[1], "stock_left"),
    ]


def _source_table(numbers: Numbers, rows: Sequence[dict[str, Any]], parts: Sequence[Part]) -> Table:
    return Table(
        "Mean cards per game",
        (*numbers.head, "games", *(name for name, _, _ in parts), "built on the waste", "moves",
         "decisions"),
        [
            (
                *numbers.names(row["cell"]),
                wording.count(row["n"]),
                *(f"{row[key]:.2f}" for _, _, key in parts),
                *(f"{row[key]:.1f}" for key in ("built", "moves", "choices")),
            )
            for row in rows
        ],
        len(numbers.head),
    )  # fmt: skip


def _used(parts: Sequence[Part], rows: Sequence[dict[str, Any]]) -> list[Part]:
    """Leave out the parts that are 0 everywhere."""
    return [part for part in parts if any(row[part[2]] for row in rows)]
