"""The sections of a report: an answer, a picture, the table behind it, the method, the command."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analysis import claims, distribution, paired, proportion, tips, wording
from analysis.interval import Interval, clopper_pearson
from analysis.paired import HOME
from analysis.run import Run
from reports import chart, colour
from reports.chart import Chart, Estimate, Ridge, Stack

if TYPE_CHECKING:
    import polars as pl

TIPS_COMMAND = (
    'alhambra run patience -s tips -s "tips(store=true)" -s "tips(watch=true)"'
    ' -s "tips(free=true)" --deals 1000000 --out runs/tips'
)
"""What plays the tips of the rules' text, for a run that plays none."""

MOST_ROWS = 60
"""Rows of a chart; the table behind it always holds all."""

PASSES = ("pass 1", "pass 2", "pass 3", "pass 4 and later")


@dataclass(frozen=True)
class Table:
    """A table of finished texts; the first ``texts`` columns are words, the others figures."""

    caption: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    texts: int = 1


@dataclass(frozen=True)
class Figure:
    """A picture, its caption and the table behind it."""

    chart: Chart | None
    caption: str
    table: Table


@dataclass(frozen=True)
class Section:
    """One question and its answer.

    Attributes
    ----------
    name
        Its anchor in the page.
    title
        The question.
    answers
        Sentences that answer it, each with interval, number of games and perspective.
    figures
        Pictures with their tables.
    method
        Two lines on how the numbers were made.
    call
        The Python expression that makes them again, for an opened ``run``.
    advice
        A command that would play what is missing here; empty if nothing is.
    """

    name: str
    title: str
    answers: list[str]
    figures: list[Figure]
    method: str
    call: str
    advice: str = ""


class Numbers:
    """Every table of a run, each made once."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def chances(self) -> "pl.DataFrame":
        """The chance of winning of every cell."""
        return proportion.win_chances(self.run)

    @cached_property
    def sums(self) -> paired.PairSums:
        """Sums over common deals."""
        return paired.pair_sums(self.run)

    @cached_property
    def cells(self) -> list[dict[str, Any]]:
        """The cells that have games, with their chances."""
        return [cell for cell in self.chances.to_dicts() if cell["n"]]

    def label(self, cell: int) -> tuple[str, str]:
        """Return strategy and rules of a cell, in words; rules empty where none vary."""
        return self.run.strategy(cell), self.run.rules(cell)

    def names(self, cell: int) -> tuple[str, ...]:
        """Return the cells of a table that name a cell of the plan."""
        strategy, rules = self.label(cell)
        return (strategy, rules) if self.run.varied else (strategy,)

    @property
    def head(self) -> tuple[str, ...]:
        """The columns of ``names``."""
        return ("strategy", "rules") if self.run.varied else ("strategy",)


def sections(run: Run) -> list[Section]:
    """Return every section that the run has numbers for."""
    numbers = Numbers(run)
    makers: Sequence[Callable[[Numbers], Section | None]] = (
        winning,
        cards_home,
        worth_of_tips,
        strategies_compared,
        rules_compared,
        passes,
        sources,
    )
    made = (make(numbers) for make in makers)
    return [section for section in made if section is not None]


def winning(numbers: Numbers) -> Section:
    """Answer how often the game is won, and whether the published chances hold."""
    run, cells = numbers.run, numbers.cells
    held = claims.claims(run, numbers.chances)
    rows = [
        Estimate(
            cell["strategy"],
            _short_chance(cell),
            run.rules(cell["cell"]),
            value=cell["chance"] if cell["wins"] else None,
            limits=_limits(cell),
        )
        for cell in cells
    ]
    marks = [(claim.chance, claim.text) for claim in claims.CLAIMS]
    verdicts = {(row["cell"], row["claim"]): row["verdict"] for row in held.iter_rows(named=True)}
    table = Table(
        "Chance of winning by strategy and rules",
        (
            *numbers.head,
            "games",
            "won",
            "chance (95 %)",
            "in words",
            *(f"against {claim.text}" for claim in claims.CLAIMS),
        ),
        [
            (
                *numbers.names(cell["cell"]),
                wording.count(cell["n"]),
                wording.count(cell["wins"]),
                wording.chance(cell["wins"], cell["n"], _limits(cell)),
                wording.one_in(cell["chance"], (cell["high"] - cell["low"]) / 2),
                *(verdicts[cell["cell"], claim.text] for claim in claims.CLAIMS),
            )
            for cell in cells
        ],
        len(numbers.head),
    )
    picture = chart.chances(
        rows[:MOST_ROWS],
        marks,
        name="winning",
        title="Chance of winning by strategy and rules",
        description=_described(rows),
    )
    caption = (
        "Dots: games won as a share of games played; bars: 95 % intervals; an arrow: no game won, "
        "the bar ends at the upper limit. Dashed: chances that others have published."
    )
    return Section(
        "winning",
        "How often is the game won?",
        [
            _best(numbers),
            *(claims.sentence(run, c, numbers.chances, figure=False) for c in claims.CLAIMS),
        ],
        [Figure(picture, caption + _cut(rows), table)],
        "Wins over all games of the strategy, seen from the player; a game that a fault ended "
        "counts as not won. Intervals after Clopper and Pearson (1934), exact at 0 and at 1; the "
        "sentences about all strategies at once correct the level for their number (Bonferroni).",
        "analysis.proportion.win_chances(run)",
    )


def _best(numbers: Numbers) -> str:
    """Return who wins most often, in a sentence."""
    cells, run = numbers.cells, numbers.run
    best = max(cells, key=lambda cell: (cell["chance"], cell["n"]))
    figure = wording.chance(best["wins"], best["n"], _limits(best))
    if not best["wins"]:
        who = _named(run, best["cell"]) if len(cells) == 1 else f"None of {len(cells)} cells"
        verb = "wins no game" if len(cells) == 1 else "wins a game"
        return f"{who} {verb}: {figure} (95 % interval; {best['n']:,} games)."
    often = wording.one_in(best["chance"], (best["high"] - best["low"]) / 2)
    lead = "" if len(cells) == 1 else "Most often: "
    return (
        f"{lead}{_named(run, best['cell'])} wins {figure} of its {best['n']:,} games, "
        f"{often} (95 % interval)."
    )


def cards_home(numbers: Numbers) -> Section:
    """Answer how far a game gets."""
    run = numbers.run
    counts = distribution.home_counts(run)
    summary = distribution.home_summary(run, counts).to_dicts()
    by_cell: dict[int, tuple[list[int], list[int]]] = {}
    for cell, home, n in counts.select("cell", "home", "n").iter_rows():
        values, games = by_cell.setdefault(cell, ([], []))
        values.append(home)
        games.append(n)
    rows = [
        Ridge(
            row["strategy"],
            f"median {row['q50']}, mean {_mean(row, unit='')}",
            run.rules(row["cell"]),
            values=tuple(by_cell[row["cell"]][0]),
            games=tuple(by_cell[row["cell"]][1]),
            mark=row["q50"],
        )
        for row in summary
    ]
    picture = chart.ridges(
        rows[:MOST_ROWS],
        "cards on the foundations when the game ends (104: won)",
        HOME[0],
        HOME[1],
        name="home",
        title="Distribution of cards on the foundations",
        description=_described(rows),
    )
    quantiles = [f"q{q * 100:.0f}" for q in distribution.QUANTILES]
    table = Table(
        "Cards on the foundations at the end of a game, of 104",
        (*numbers.head, "games", "mean (95 %)", "sd", "least", "5 %", "25 %", "median", "75 %",
         "95 %", "most"),
        [
            (
                *numbers.names(row["cell"]),
                wording.count(row["n"]),
                _mean(row),
                f"{row['sd']:.1f}",
                *(str(row[name]) for name in ("least", *quantiles, "most")),
            )
            for row in summary
        ],
        len(numbers.head),
    )  # fmt: skip
    best = max(summary, key=lambda row: float(row["mean"]))
    lead = "" if len(summary) == 1 else "Furthest: "
    answer = (
        f"{lead}{_named(run, best['cell'])} brings {_mean(best, unit=' of 104 cards')} home on "
        f"average over {best['n']:,} games (95 % interval); the game in the middle "
        f"ends with {best['q50']}."
    )
    return Section(
        "home",
        "How many cards come home?",
        [answer],
        [
            Figure(
                picture,
                "Share of games by cards on the foundations; equal areas are equal shares, the "
                "upright line is the median. Games won stand at 104; their bar is cut off where it "
                "would be taller than all others." + _cut(rows),
                table,
            )
        ],
        "All games count, lost ones too; the eight cards laid out at the start are among the 104. "
        "Intervals of the mean: Student's t over independent deals.",
        "analysis.distribution.home_summary(run)",
    )


def worth_of_tips(numbers: Numbers) -> Section:
    """Answer what each tip is worth."""
    found = tips.switches(numbers.run)
    title, call = "What is each tip worth?", "analysis.tips.tips(run)"
    method = (
        "The same strategy with the switch on and off, over the same deals. Wins: Tango's (1998) "
        "score interval for paired proportions; cards: Student's t on the paired differences. "
        "Verdicts use p-values corrected for the number of tips (Holm, 1979); the intervals "
        "drawn are not corrected."
    )
    if not found:
        return Section(
            "tips",
            title,
            [
                "This run cannot tell: it plays no strategy both with and without one of its "
                "switches under the same rules. This command would:"
            ],
            [],
            method,
            call,
            TIPS_COMMAND,
        )
    frame = tips.tips(numbers.run, numbers.sums)
    rows = frame.to_dicts()
    answers = [
        f"{_tip(row)}: {row['won_verdict'].replace('effect', 'effect on wins')}, "
        f"{_points(row)} in the chance of winning, {_cards(row)} home, on the same "
        f"{row['n']:,} deals (tip on less tip off, 95 % intervals)."
        for row in rows
        if not row["beside"]
    ] or [f"{len(rows)} comparisons of a tip on and off; see the table."]
    return Section(
        "tips",
        title,
        answers,
        [
            Figure(
                _forest(rows, measure, "tips", _tip, lambda row: row["rules"]),
                _forest_caption(measure) + _cut(rows),
                _tips_table(numbers, rows, measure),
            )
            for measure in ("won", "home")
        ],
        method,
        call,
    )


def _tips_table(numbers: Numbers, rows: Sequence[dict[str, Any]], measure: str) -> Table:
    figure, head = (_points, "chance of winning, points") if measure == "won" else (_cards, "cards")
    discordant = ("won only with", "won only without") if measure == "won" else ()
    return Table(
        f"Worth of each tip in {'wins' if measure == 'won' else 'cards home'}: on less off",
        (
            "tip",
            *(("rules",) if numbers.run.varied else ()),
            "deals",
            *discordant,
            f"{head} (95 %)",
            "p",
            "p after Holm",
            "verdict",
        ),
        [
            (
                _tip(row),
                *((row["rules"],) if numbers.run.varied else ()),
                wording.count(row["n"]),
                *(wording.count(row[k]) for k in ("only_a", "only_b") if discordant),
                figure(row),
                wording.probability(row[f"{measure}_p"]),
                wording.probability(row[f"{measure}_holm"]),
                row[f"{measure}_verdict"],
            )
            for row in rows
        ],
        2 if numbers.run.varied else 1,
    )


def _tip(row: dict[str, Any]) -> str:
    beside = f", beside {row['beside']}" if row["beside"] else ""
    return f"{row['strategy']}: {row['tip']}{beside}"


def strategies_compared(numbers: Numbers) -> Section | None:
    """Answer how the strategies differ on the same deals."""
    rows = _compared(numbers, "strategy")
    if not rows:
        return None
    shown = _against_first(rows)
    return Section(
        "strategies",
        "How do the strategies differ on the same deals?",
        [
            f"{_leader(numbers, shown, 'a_strategy', 'b_strategy')}",
            f"Cards home, by playing the same deals: {_saved(rows)}.",
        ],
        _difference_figures(
            numbers,
            rows,
            shown,
            "strategies",
            lambda row: f"{row['a_strategy']}",
            lambda row: _against(row["b_strategy"], row["b_rules"]),
        ),
        "Only deals that both have played; what a deal does to both drops out. Wins: Tango's "
        "(1998) score interval, p after McNemar (1947); cards: Student's t on the paired "
        "differences. Not corrected for the number of pairs.",
        "analysis.paired.comparisons(run)",
    )


def rules_compared(numbers: Numbers) -> Section | None:
    """Answer what the rule options change."""
    rows = _compared(numbers, "rules")
    if not rows:
        return None
    shown = _against_first(rows)
    return Section(
        "rules",
        "What do the rule options change?",
        [_leader(numbers, shown, "a_rules", "b_rules")],
        _difference_figures(
            numbers,
            rows,
            shown,
            "rules",
            lambda row: row["a_rules"],
            lambda row: f"{row['a_strategy']}, compared with {row['b_rules']}",
        ),
        "The same strategy on the same deals under two sets of rules; deal k has the same cards "
        "under all of them. Intervals as for the strategies.",
        'analysis.paired.comparisons(run).filter(pl.col("kind") == "rules")',
    )


def _against(strategy: str, rules: str) -> str:
    return f"compared with {strategy}" + (f", {rules}" if rules else "")


def _compared(numbers: Numbers, kind: str) -> list[dict[str, Any]]:
    if not any(pair[0] == kind for pair in paired.pairs(numbers.run)):
        return []
    frame = paired.comparisons(numbers.run, numbers.sums)
    return [row for row in frame.to_dicts() if row["kind"] == kind and row["n"]]


def _against_first(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the comparisons with the first of each group, group by group."""
    heads = {row["b"] for row in rows} - {row["a"] for row in rows}
    return sorted((row for row in rows if row["b"] in heads), key=lambda row: (row["b"], row["a"]))


def _leader(numbers: Numbers, rows: Sequence[dict[str, Any]], a: str, b: str) -> str:
    """Return the largest difference from the first, in a sentence."""
    most = max(rows, key=lambda row: abs(row["won"]))
    side = "strategy" if a == "a_strategy" else "rules"
    other = most["a_rules"] if side == "strategy" else most["a_strategy"]
    beside = f" ({other})" if other else ""
    return (
        f"Furthest from the first in wins: {most[a]} less {most[b]}{beside} is {_points(most)} "
        f"in the chance of winning and {_cards(most)} home, on the same {most['n']:,} deals "
        "(95 % intervals)."
    )


def _saved(rows: Sequence[dict[str, Any]]) -> str:
    known = sorted(row["home_saved"] for row in rows if row["home_saved"] < 1)
    if not known:
        return wording.games_worth(None)
    text = wording.games_worth(known[len(known) // 2])
    return text if len(known) == 1 else f"{text} (the middle one of {len(known)} pairs)"


def _difference_figures(
    numbers: Numbers,
    rows: Sequence[dict[str, Any]],
    shown: Sequence[dict[str, Any]],
    name: str,
    label: Callable[[dict[str, Any]], str],
    group: Callable[[dict[str, Any]], str],
) -> list[Figure]:
    varied = bool(numbers.run.varied)

    def named(row: dict[str, Any], side: str) -> tuple[str, ...]:
        strategy, rules = row[f"{side}_strategy"], row[f"{side}_rules"]
        return (f"{strategy} [{rules}]",) if varied else (strategy,)

    wins = Table(
        "Wins on common deals: A less B",
        ("A", "B", "deals", "both won", "only A", "only B", "neither", "points (95 %)", "p",
         "common deals"),
        [
            (
                *named(row, "a"),
                *named(row, "b"),
                *(wording.count(row[k]) for k in ("n", "both", "only_a", "only_b", "neither")),
                _points(row),
                wording.probability(row["won_p"]),
                wording.games_worth(row["won_saved"]),
            )
            for row in rows
        ],
        2,
    )  # fmt: skip
    cards = Table(
        "Cards home on common deals: A less B",
        ("A", "B", "deals", "cards (95 %)", "p", "common deals"),
        [
            (
                *named(row, "a"),
                *named(row, "b"),
                wording.count(row["n"]),
                _cards(row),
                wording.probability(row["home_p"]),
                wording.games_worth(row["home_saved"]),
            )
            for row in rows
        ],
        2,
    )
    return [
        Figure(
            _forest(shown, measure, name, label, group),
            _forest_caption(measure) + _cut(shown),
            table,
        )
        for measure, table in (("won", wins), ("home", cards))
    ]


def _forest(
    rows: Sequence[dict[str, Any]],
    measure: str,
    name: str,
    label: Callable[[dict[str, Any]], str],
    group: Callable[[dict[str, Any]], str],
) -> Chart:
    scale, figure = (100, _points) if measure == "won" else (1, _cards)
    estimates = []
    for row in rows[:MOST_ROWS]:
        p = row.get(f"{measure}_holm", row[f"{measure}_p"])
        value = scale * row[measure]
        paint = colour.BLUE if value > 0 else colour.VERMILLION
        estimates.append(
            Estimate(
                label(row),
                figure(row),
                group(row),
                value=value,
                limits=_between(row, measure, scale),
                colour=paint if p < 0.05 else colour.MUTED,
                sure=p < 0.05,
            )
        )
    unit = "percentage points" if measure == "won" else "cards home"
    return chart.differences(
        estimates,
        f"difference in {unit}",
        name=f"{name}-{measure}",
        title=f"Differences in {unit}",
        description=_described(estimates),
    )


def _forest_caption(measure: str) -> str:
    what = "the chance of winning" if measure == "won" else "mean cards home"
    return (
        f"Difference in {what} with 95 % intervals: right of the line more, left of it less. "
        "Hollow and grey: no difference shown (p of 0.05 or more)."
    )


def passes(numbers: Numbers) -> Section:
    """Answer in which pass games are won, and how they end."""
    run = numbers.run
    table = distribution.wins_by_pass(run)
    ends = {row["cell"]: row for row in distribution.ends(run).to_dicts()}
    keys = ("pass_1", "pass_2", "pass_3", "pass_later")
    won = [row for row in table.to_dicts() if row["wins"]]
    parts = _used(list(zip(PASSES, colour.WASTE, keys, strict=True)), won)
    rows = [
        Stack(
            row["strategy"],
            f"{row['wins']:,} won of {row['n']:,}",
            run.rules(row["cell"]),
            segments=tuple(100 * row[key] / row["wins"] for _, _, key in parts),
        )
        for row in won
    ]
    picture = rows and chart.stacks(
        rows[:MOST_ROWS],
        [(name, paint) for name, paint, _ in parts],
        "share of the games won, in %",
        100,
        name="passes",
        title="Pass in which games were won",
        description=_described(rows),
    )
    names = tuple(ends_words())
    numbers_table = Table(
        "Wins by pass, and how all games ended",
        (*numbers.head, "games", "won", *(f"in {name}" for name in PASSES),
         *(f"{words}" for words in names[1:])),
        [
            (
                *numbers.names(row["cell"]),
                wording.count(row["n"]),
                wording.count(row["wins"]),
                *(wording.count(row[key]) for key in keys),
                *(wording.count(ends[row["cell"]][end]) for end in list(ends_words().values())[1:]),
            )
            for row in table.to_dicts()
        ],
        len(numbers.head),
    )  # fmt: skip
    return Section(
        "passes",
        "In which pass are games won?",
        [_pass_sentence(run, won)],
        [
            Figure(
                picture or None,
                "Of the games won, the share that each pass through the stock decided." + _cut(rows)
                if rows
                else "No game was won, so there is nothing to draw.",
                numbers_table,
            )
        ],
        "Counts of games. The pass is that in which the last card came home. Games end won; stuck "
        "(no move left after the last redeal); dry (no move left and no card to redeal); or by a "
        "fault of the strategy.",
        "analysis.distribution.wins_by_pass(run), analysis.distribution.ends(run)",
    )


def ends_words() -> dict[str, str]:
    """Return how games end: words, and the name in the log."""
    return {"won": "won", "stuck": "stuck", "dry": "dry", "ended by a fault": "fault"}


def _pass_sentence(run: Run, won: Sequence[dict[str, Any]]) -> str:
    if not won:
        return f"No game was won in {run.present:,} games."
    most = max(won, key=lambda row: row["wins"])
    last = most["pass_3"] + most["pass_later"]
    share = wording.chance(last, most["wins"], clopper_pearson(last, most["wins"]))
    return (
        f"Decided in pass 3 or later, of the {most['wins']:,} games that "
        f"{_named(run, most['cell'])} won (of {most['n']:,} played): {share} (95 % interval)."
    )


def sources(numbers: Numbers) -> Section:
    """Answer where cards come home from."""
    run = numbers.run
    rows = distribution.means(run).to_dicts()
    shades = {"waste": colour.WASTE, "reserve": colour.RESERVE}
    parts = [
        (f"{source}, {name}", shades[source][k], f"{source}_home_{distribution.PASSES[k]}")
        for source in distribution.SOURCES
        for k, name in enumerate(PASSES)
    ]
    parts += [
        ("left in the reserve", colour.LEFT[0], "reserve_left"),
        ("left in stock and waste", colour.LEFT[1], "stock_left"),
    ]
    used = _used(parts, rows)
    stacks = [
        Stack(
            row["strategy"],
            f"{row['built']:.1f} built on the waste",
            run.rules(row["cell"]),
            segments=tuple(row[key] for _, _, key in used),
        )
        for row in rows
    ]
    picture = chart.stacks(
        stacks[:MOST_ROWS],
        [(name, paint) for name, paint, _ in used],
        "cards of the 96 that are dealt, mean per game",
        HOME[1] - HOME[0],
        name="sources",
        title="Where the 96 dealt cards end up",
        description=_described(stacks),
    )
    table = Table(
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
    best = max(rows, key=lambda row: -float(row["reserve_left"] + row["stock_left"]))
    waste, reserve = (
        sum(best[f"{s}_home_{k}"] for k in distribution.PASSES) for s in distribution.SOURCES
    )
    return Section(
        "sources",
        "Where do the cards come home from?",
        [
            f"{_named(run, best['cell'])} brings home {waste:.1f} cards from the waste and "
            f"{reserve:.1f} straight from the reserve in a game, and leaves "
            f"{best['reserve_left']:.1f} in the reserve (means over {best['n']:,} games)."
        ],
        [
            Figure(
                picture,
                "What becomes of the 96 cards that are dealt, on average; the eight laid out at "
                "the start are not drawn." + _cut(rows),
                table,
            )
        ],
        "Means over all games, from exact sums; they describe these games and carry no interval. "
        "A reserve card that was built on the waste comes home from the waste.",
        "analysis.distribution.means(run)",
    )


def _used(
    parts: Sequence[tuple[str, str, str]], rows: Sequence[dict[str, Any]]
) -> list[tuple[str, str, str]]:
    """Leave out the parts that are 0 everywhere."""
    return [part for part in parts if any(row[part[2]] for row in rows)]


def _named(run: Run, cell: int) -> str:
    rules = run.rules(cell)
    return f"{run.strategy(cell)} ({rules})" if rules else run.strategy(cell)


def _limits(row: dict[str, Any]) -> Interval:
    return Interval(row["low"], row["high"])


def _between(row: dict[str, Any], measure: str, scale: float = 1) -> Interval:
    return Interval(scale * row[f"{measure}_low"], scale * row[f"{measure}_high"])


def _short_chance(cell: dict[str, Any]) -> str:
    return wording.chance(cell["wins"], cell["n"], _limits(cell))


def _mean(row: dict[str, Any], unit: str = "") -> str:
    return wording.mean(row["mean"], _limits(row), unit)


def _points(row: dict[str, Any]) -> str:
    return wording.points(row["won"], _between(row, "won"))


def _cards(row: dict[str, Any]) -> str:
    return wording.signed(row["home"], _between(row, "home"), " cards")


def _described(rows: Sequence[chart.Row]) -> str:
    """Return what a picture shows for those who cannot see it."""
    lines = [f"{row.label}{f' ({row.group})' if row.group else ''}: {row.note}" for row in rows]
    rest = len(lines) - 12
    return "; ".join(lines[:12]) + (f"; and {rest} more in the table." if rest > 0 else ".")


def _cut(rows: Sequence[Any]) -> str:
    if len(rows) <= MOST_ROWS:
        return ""
    return f" The first {MOST_ROWS} of {len(rows)} are drawn; the table holds all."
