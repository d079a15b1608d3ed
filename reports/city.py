"""Cities of the board game: walls, tiles and redesigns, and the picture of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis import wording
from analysis.points import ROUNDS, WALLS, column, sources
from analysis.seating import SIXTIETHS
from reports import chart
from reports.chart import Row
from reports.section import (
    MOST_ANSWERS,
    Figure,
    Found,
    Scene,
    SeatNumbers,
    Section,
    Table,
    described,
    estimate,
    in_tables,
    limits,
)
from sim.errors import UserError


@dataclass(frozen=True)
class Told:
    """A game of the run, played again.

    Attributes
    ----------
    row
        The seat that it is told for, as in ``seats``: what ``analysis.city.longest`` returned.
    events
        As in the game's record.
    """

    row: dict[str, Any]
    events: list[dict[str, Any]]


METHOD = (
    "Means of a seat over deals played in all seatings, seen from the strategy named first, all "
    "its seats together, with Student's t over deals."
)


@dataclass(frozen=True)
class Measures:
    """What stands together in a picture.

    Attributes
    ----------
    name, caption, unit
        Of the picture.
    words
        Its measures, columns of ``analysis.city.cities``, and what each is called.
    """

    name: str
    caption: str
    unit: str
    words: dict[str, str]


WALL_LENGTHS = Measures(
    "walls",
    "Longest unbroken outer wall of a city in each scoring round, which is what it scores (B4); 0 "
    "where the round was not played",
    "segments of the longest wall",
    {column(r, WALLS): f"in round {r.upper()}" for r in ROUNDS},
)
TILES = Measures(
    "tiles",
    "Tiles of a seat at the end of the game, without the fountain; those in the reserve count for "
    "nothing (B5)",
    "tiles",
    {"city": "in the city", "reserve": "in the reserve"},
)
REDESIGNS = Measures(
    "redesigns",
    "Turns of a seat that redesign its city (B3), by kind",
    "turns in a game",
    {
        "placed": "a tile of the reserve placed",
        "removed": "a tile moved to the reserve",
        "swapped": "a tile exchanged for one of the reserve",
    },
)


def walls(numbers: SeatNumbers) -> Section | None:
    """Answer how long the walls are."""
    rows = numbers.cities
    if not rows:
        return None
    return Section(
        "walls",
        "How long are the walls?",
        _answers(numbers, rows, WALL_LENGTHS, "its longest wall has on average"),
        [_figure(numbers, rows, WALL_LENGTHS)],
        METHOD,
        "analysis.city.cities(run)",
    )


def tiles(numbers: SeatNumbers) -> Section | None:
    """Answer how large cities become, and how they are rebuilt."""
    rows = numbers.cities
    if not rows:
        return None
    return Section(
        "cities",
        "How large are the cities, and how are they rebuilt?",
        [
            *_answers(numbers, rows, TILES, "tiles at the end on average,"),
            *_answers(numbers, rows, REDESIGNS, "redesigns in a game on average,"),
        ],
        [_figure(numbers, rows, TILES), _figure(numbers, rows, REDESIGNS)],
        f"{METHOD} Moving a tile to another cell takes two turns, one to remove and one to place "
        "it.",
        "analysis.city.cities(run)",
    )


def _answers(
    numbers: SeatNumbers, rows: Sequence[Found], measures: Measures, lead: str
) -> list[str]:
    by_side: dict[int, dict[str, Found]] = {}
    for row in numbers.mirrors(rows):
        by_side.setdefault(row["side"], {})[row["measure"]] = row
    answers = []
    for found in list(by_side.values())[:MOST_ANSWERS]:
        some = found[next(iter(measures.words))]
        parts = [f"{words} {_mean(found[name])}" for name, words in measures.words.items()]
        answers.append(
            f"{numbers.side_name(some)} ({numbers.group(some)}): {lead} {', '.join(parts)} (over "
            f"{wording.deals(some['deals'])}, {wording.seats(some['seats'])}; 95 % intervals)."
        )
    rest = len(by_side) - len(answers)
    return [*answers, in_tables(rest)] if rest else answers


def _mean(row: Found) -> str:
    return wording.mean(row["mean"], limits(row))


def _figure(numbers: SeatNumbers, rows: Sequence[Found], measures: Measures) -> Figure:
    mine = [row for row in rows if row["measure"] in measures.words]
    shown, left_out = numbers.drawn(mine)
    bars = [
        estimate(
            Row(
                measures.words[row["measure"]],
                _mean(row),
                f"{numbers.group(row)}, {numbers.side_name(row)}",
            ),
            row["mean"],
            limits(row),
        )
        for row in shown
    ]
    return Figure(
        chart.shares(
            bars,
            f"{measures.unit}, mean of a seat",
            name=measures.name,
            title=measures.caption,
            description=described(bars),
        ),
        f"{measures.caption}; means with 95 % intervals.{left_out}",
        _table(numbers, mine, measures),
    )


def _table(numbers: SeatNumbers, rows: Sequence[Found], measures: Measures) -> Table:
    by_side: dict[int, dict[str, Found]] = {}
    for row in rows:
        by_side.setdefault(row["side"], {})[row["measure"]] = row
    return Table(
        f"{measures.unit[0].upper()}{measures.unit[1:]}, means of a seat",
        (*numbers.head, "deals", "seats of games",
         *(f"{words} (95 %)" for words in measures.words.values())),
        [
            (
                *numbers.names(some),
                wording.count(some["deals"]),
                wording.count(some["seats"]),
                *(_mean(found[name]) for name in measures.words),
            )
            for found in by_side.values()
            for some in (next(iter(found.values())),)
        ],
        len(numbers.head),
    )  # fmt: skip


def scene(numbers: SeatNumbers, told: Told | None) -> Section | None:
    """Show the city of the winner with the longest wall of the run, if its game is at hand."""
    if told is None:
        return None
    from reports.course import play_through  # noqa: PLC0415  (what draws is heavy)
    from reports.picture import picture  # noqa: PLC0415

    row = told.row
    game, seat = f"{row['cell']}:{row['deal']}", row["seat"]
    tiles = play_through(told.events).cities[seat]
    if len(tiles) != row["city"]:
        raise UserError(f"game {game} ends with {len(tiles)} tiles, the log says {row['city']}")
    players = numbers.run.plan.cells[row["cell"]].players
    who = f"{row['strategy']} (seat {seat} of {players})"
    return Section(
        "city",
        "What does a winner's city look like?",
        [
            f"This is the longest wall with which a game of this run was won: {row['wall']} "
            f"segments, by {who} in game {game}. One game, chosen for its wall: it is not typical."
        ],
        [],
        "Of all seats with a share of the win the one with the longest wall at the end, of several "
        "the first by cell, deal and seat. The game has been played again for the picture, and "
        "came out as in the log.",
        "analysis.city.longest(run)",
        scene=Scene(
            picture(tiles, f"City of {who} at the end of game {game}: {len(tiles)} tiles"),
            f"The city of {who} at the end of game {game}.",
            _scene_facts(numbers, row),
            f"alhambra replay FOLDER {game} --html game.html",
        ),
    )


def _scene_facts(numbers: SeatNumbers, row: Found) -> list[tuple[str, str]]:
    kinds = sources(numbers.run.game)
    points = {kind: [row[column(r, kind)] for r in ROUNDS] for kind in kinds}
    won = "" if row["share"] == SIXTIETHS else " (a shared win)"
    return [
        ("score", f"{row['score']} points{won}"),
        *(
            (kind, f"{sum(found)} ({' + '.join(map(str, found))})")
            for kind, found in points.items()
        ),
        ("longest wall", f"{row['wall']} segments"),
        ("tiles", f"{row['city']} in the city, {row['reserve']} in the reserve"),
        (
            "redesigns",
            f"{row['placed']} placed, {row['removed']} removed, {row['swapped']} swapped",
        ),
    ]
