"""What each source of points has to do with winning: the types of buildings, and walls."""

from collections.abc import Sequence

from analysis import source, wording
from analysis.block import MAJORITIES, SCORE
from analysis.interval import LEVEL
from analysis.points import WALLS, has_cities
from reports import chart
from reports.chart import Row
from reports.section import (
    MOST_ANSWERS,
    Figure,
    Found,
    SeatNumbers,
    Section,
    Table,
    described,
    difference,
    in_tables,
    limits,
)
from reports.share import less_even, share_text

NAMES = {MAJORITIES: "all majorities", SCORE: "everything"}
"""Sources that are not a type of building and not walls, in words."""


def winning(numbers: SeatNumbers) -> Section | None:
    """Answer what walls and what majorities have to do with winning."""
    leads = source.leads(numbers.run, numbers.sums).to_dicts()
    if not leads:
        return None
    leaders = source.leaders(numbers.run, numbers.sums).to_dicts()
    walled = has_cities(numbers.run.game)
    return Section(
        "contributions",
        f"What do {'walls and ' if walled else ''}majorities contribute to winning?",
        _answers(numbers, leads, leaders),
        [_lead_figure(numbers, leads), _leader_figure(numbers, leaders)],
        "Lead: in each game the mean points of the winners less the mean points of the others, 0 "
        "where all share the win; the leads of all sources add up to that of the score (Student's "
        "t over deals). Most points: in each game the share of the win of the seat that has most "
        "points from the source over all rounds, in a tie the mean of those who have most (Korn "
        "and Graubard, 1998). The deal in all its seatings is the cluster. Both tell what goes "
        "along with winning in these games, not what a source is worth to go for. Not corrected "
        "for their number.",
        "analysis.source.leads(run), analysis.source.leaders(run)",
    )


def _name(row: Found) -> str:
    return NAMES.get(row["source"], str(row["source"]))


def _points(row: Found) -> str:
    return wording.signed(row["lead"], limits(row), " points")


def _part(row: Found) -> str:
    return f"{100 * row['part']:.0f} %" if row["part"] == row["part"] else ""


def _answers(numbers: SeatNumbers, leads: Sequence[Found], leaders: Sequence[Found]) -> list[str]:
    by_setting: dict[int, dict[str, Found]] = {}
    for row in numbers.mirrors(leads):
        by_setting.setdefault(row["setting"], {})[row["source"]] = row
    most = {(row["setting"], row["source"]): row for row in leaders}
    answers = []
    for setting, found in list(by_setting.items())[:MOST_ANSWERS]:
        whole = found[SCORE]
        kinds = [row for name, row in found.items() if name not in (WALLS, MAJORITIES, SCORE)]
        top = max(kinds, key=lambda row: float(row["lead"]))
        told = [found[WALLS], found[MAJORITIES]] if WALLS in found else [top]
        parts = [f"{_name(row)} {_points(row)}" for row in told]
        if top not in told:
            parts.append(f"of the types {top['source']} most, {_points(top)}")
        wins = [
            f"from {_name(row)} gets {share_text(most[setting, row['source']])} of the win"
            for row in told
        ]
        answers.append(
            f"{whole['title']} ({numbers.group(whole)}): winners lead the others by "
            f"{_points(whole)}: {', '.join(parts)}. Whoever has most points {', '.join(wins)}; "
            f"{100 / whole['players']:.3g} % would be even (means over "
            f"{wording.deals(whole['deals'])}, {wording.games(whole['games'])}; 95 % intervals)."
        )
    rest = len(by_setting) - len(answers)
    return [*answers, in_tables(rest)] if rest else answers


def _heading(numbers: SeatNumbers, row: Found) -> str:
    return f"{numbers.group(row)}, {row['title']}"


def _lead_figure(numbers: SeatNumbers, rows: Sequence[Found]) -> Figure:
    shown, left_out = numbers.drawn(rows)
    bars = [
        difference(
            Row(
                _name(row),
                ", ".join(t for t in (wording.signed(row["lead"], limits(row)), _part(row)) if t),
                _heading(numbers, row),
            ),
            row["lead"],
            limits(row),
            sure=row["p"] < 1 - LEVEL,
        )
        for row in shown
    ]
    return Figure(
        chart.differences(
            bars,
            "points of the winners less points of the others",
            name="leads",
            title="By how many points winners lead, by source",
            description=described(bars),
        ),
        "Mean points of the winners less mean points of the others in the same game, with 95 % "
        "intervals; behind it the part of the lead in the score. Hollow and grey: no lead shown "
        "(p 0.05 or more)." + left_out,
        Table(
            "Points of the winners less points of the others, by source",
            (*numbers.setting_head, "source", "deals", "games", "lead in points (95 %)",
             "part of the score's", "p"),
            [
                (
                    *numbers.setting_names(row),
                    _name(row),
                    wording.count(row["deals"]),
                    wording.count(row["games"]),
                    _points(row),
                    _part(row),
                    wording.probability(row["p"]),
                )
                for row in rows
            ],
            len(numbers.setting_head) + 1,
        ),
    )  # fmt: skip


def _leader_figure(numbers: SeatNumbers, rows: Sequence[Found]) -> Figure:
    shown, left_out = numbers.drawn(rows)
    bars = [
        less_even(row, Row(f"most from {_name(row)}", share_text(row), _heading(numbers, row)))
        for row in shown
    ]
    return Figure(
        chart.differences(
            bars,
            "share of the win less the even share, in percentage points",
            name="leaders",
            title="Share of the win of who has most points from a source, less the even share",
            description=described(bars),
        ),
        "Share of the win of the seat that has most points from a source, less the even share 1/n, "
        "with 95 % intervals; the figure is the share itself. Hollow and grey: even, as far as can "
        "be told." + left_out,
        Table(
            "Share of the win of the seat with most points from a source",
            (*numbers.setting_head, "source", "deals", "games", "share of the win (95 %)", "even"),
            [
                (
                    *numbers.setting_names(row),
                    _name(row),
                    wording.count(row["deals"]),
                    wording.count(row["games"]),
                    share_text(row),
                    f"{100 * row['even']:.3g} %",
                )
                for row in rows
            ],
            len(numbers.setting_head) + 1,
        ),
    )
