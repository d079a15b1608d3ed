"""The report of a run: one HTML file that needs nothing else, the same bytes for the same run."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from analysis import wording
from analysis.run import Run, load
from reports.template import fill
from sim.errors import UserError
from sim.store import write_output

if TYPE_CHECKING:
    from reports.city import Told
    from reports.picture import Roof
    from reports.section import SeatNumbers, Section

    Chapter = tuple[list[Section], list[str]]
    """The sections of a game, and what stands among the caveats."""


@dataclass(frozen=True)
class Beside:
    """What a report is handed beside the log: it loads no strategy and plays no game itself.

    Attributes
    ----------
    meanings
        What the switches of strategies advise, by the names of strategy and parameter.
    told
        The board game to show a city of.
    """

    meanings: dict[tuple[str, str], str] = field(default_factory=dict)
    told: "Told | None" = None


def write(
    run_folder: str | Path, output: str | Path, beside: "Callable[[Run], Beside] | None" = None
) -> Path:
    """Analyse a run and write its report; the file is there whole or not at all.

    Parameters
    ----------
    run_folder
        A run, finished or not.
    output
        The HTML file to write; one that is there is replaced.
    beside
        Told the run, returns what the page shows beside the log.

    Returns
    -------
    Path
        ``output``.

    Raises
    ------
    UserError
        If there is no run, no game, a damaged part, or ``output`` cannot be written.
    """
    output = Path(output)
    # Told now, not after all the analysis.
    if output.is_dir():
        raise UserError(f"{output}: is a folder; name a file for the report")
    if not output.parent.is_dir():
        raise UserError(f"{output}: there is no folder {output.parent}")
    run = load(run_folder)
    write_output(output, render(run, beside(run) if beside else Beside()).encode())
    return output


def render(run: Run, beside: Beside) -> str:
    """Return the report as HTML."""
    sections: list[Section] = []
    warnings: list[str] = []
    for game in run.played:
        found, told = CHAPTERS[game](run.of(game), beside)
        sections += found
        warnings += told
    return fill(
        "report.html",
        run=run,
        plan=run.plan,
        counts=_counts(run),
        title=" and ".join(TITLES[game] for game in run.played),
        perspective=PERSPECTIVES[run.game],
        sections=sections,
        provenance=provenance(run),
        caveats=caveats(run, warnings),
        roofs=_roofs(sections),
    )


def _counts(run: Run) -> list[str]:
    """Return how much a run holds, in words."""
    plan = run.plan
    cells = wording.counted(len(plan.cells), "cell")
    if len(plan.cells) > 1:
        of_seats = "seats filled in one way, under one set of rules"
        cells += f" ({'strategy under one set of rules' if run.game == 'patience' else of_seats})"
    deals = wording.deals(plan.last - plan.first) + " each" * (len(plan.cells) > 1)
    strategies = wording.counted(len(plan.strategies), "strategy", "strategies")
    return [f"{wording.games(run.present)}: {strategies}", cells, deals]


def patience(run: Run, beside: Beside) -> "Chapter":
    """Return the sections on the patience, and what a reader should know of its games."""
    from reports import comparison, outcome  # noqa: PLC0415
    from reports.section import Numbers  # noqa: PLC0415

    numbers = Numbers(run)
    sections = (
        outcome.winning(numbers),
        outcome.cards_home(numbers),
        comparison.worth_of_tips(numbers, beside.meanings),
        comparison.strategies_compared(numbers),
        comparison.rules_compared(numbers),
        outcome.passes(numbers),
        outcome.sources(numbers),
    )
    faults, n = (sum(cell[name] for cell in numbers.cells) for name in ("faults", "n"))
    told = []
    if faults:
        told.append(
            f"{faults:,} of {wording.games(n)} ended in a fault of their strategy. They count as "
            "games, and as not won."
        )
    told.append(
        "The numbers speak of these strategies. What the best possible play would win is not "
        "among them, nor how people play."
    )
    return [section for section in sections if section], told


def market(run: Run, beside: Beside) -> "Chapter":
    """Return the sections on a market game, and what a reader should know of its games."""
    from analysis.points import has_cities  # noqa: PLC0415
    from reports import first, payment, score, share, source  # noqa: PLC0415
    from reports.section import SeatNumbers  # noqa: PLC0415

    numbers = SeatNumbers(run)
    sections = (
        share.winning(numbers),
        share.rules_compared(numbers),
        first.going_first(numbers),
        score.scores(numbers),
        score.points(numbers),
        source.winning(numbers),
        *(_cities(numbers, beside) if has_cities(run.game) else ()),
        payment.payments(numbers),
        score.buildings(numbers),
    )
    faults, limit, n = (
        sum(row[name] for row in numbers.ends) for name in ("fault", "turn_limit", "n")
    )
    told = []
    if faults:
        told.append(
            f"{faults:,} of {wording.games(n)} ended in a fault of a strategy. They count as "
            "games: the one that failed gets nothing, the others share the win alike."
        )
    if limit:
        told.append(
            f"{limit:,} of {wording.games(n)} were cut short by the turn limit. They count as "
            "games: round C is scored, leftover buildings are not awarded."
        )
    left_out = numbers.sums.games_left_out.total()
    if left_out:
        told.append(
            f"{left_out:,} of {wording.games(n)} are on deals that have not been played in all "
            "seatings. They are in the counts, distributions and means without interval, and wait "
            "for the rest in everything that has an interval."
        )
    told.append("The numbers speak of these strategies against each other, not of how people play.")
    return [section for section in sections if section], told


def _roofs(sections: "Sequence[Section]") -> "list[Roof]":
    """Return the key of the tiles, if a city is shown."""
    if not any(section.scene for section in sections):
        return []
    from reports.picture import key  # noqa: PLC0415

    return key()


def _cities(numbers: "SeatNumbers", beside: Beside) -> "list[Section | None]":
    from reports import city  # noqa: PLC0415

    return [city.walls(numbers), city.tiles(numbers), city.scene(numbers, beside.told)]


TITLES = {
    "patience": "Alhambra, the patience",
    "card": "Alhambra: The Card Game",
    "board": "Alhambra, the board game",
}
PERSPECTIVE_OF_SEATS = "Every figure is seen from the strategy named first, for one of its seats,"
PERSPECTIVES = {
    "patience": "Every figure is seen from the player",
    "card": PERSPECTIVE_OF_SEATS,
    "board": PERSPECTIVE_OF_SEATS,
}
CHAPTERS: "dict[str, Callable[[Run, Beside], Chapter]]" = {
    "patience": patience,
    "card": market,
    "board": market,
}
"""By game: what its part of the page holds."""


def provenance(run: Run) -> list[tuple[str, list[str]]]:
    """Return what the run was made from; nothing of the machine or the time of day."""
    plan, manifest = run.plan, run.manifest
    rules: dict[str, dict[str, None]] = {}
    for cell in plan.cells:
        for name, value in cell.rules.items():
            rules.setdefault(name, {})[str(value)] = None
    some = sum(cell.every > 1 for cell in plan.cells)
    part = f"; {some} of them take turns at the deals, each a part" if some else ""
    span = (
        f"{plan.first:,} to {plan.last - 1:,}" if plan.last - plan.first > 1 else f"{plan.first:,}"
    )
    cells = f" in each of {len(plan.cells)} cells" if len(plan.cells) > 1 else ""
    return [
        ("command", [manifest.command, "alhambra report FOLDER"]),
        ("games", [run.progress]),
        (
            "deals",
            [f"{span}{cells}{part}"],
        ),
        ("seed", [str(plan.seed)]),
        ("rules version", [str(plan.rules_version)]),
        ("rules", [f"{name} = {', '.join(values)}" for name, values in rules.items()]),
        ("versions", [f"{name} {version}" for name, version in sorted(manifest.versions.items())]),
        ("sources", [f"{owner}: {digest(files)}" for owner, files in manifest.sources.items()]),
    ]


def digest(files: dict[str, str]) -> str:
    """Return one short hash over the hashes of several source files."""
    lines = "\n".join(f"{name} {value}" for name, value in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def caveats(run: Run, warnings: Sequence[str]) -> list[str]:
    """Return what a reader should know before believing the numbers."""
    found = []
    if not run.finished:
        found.append(
            f"The run is {run.progress}. The numbers are of those games; the same command plays "
            "the rest."
        )
    return [
        *found,
        *warnings,
        "95 % intervals: of many such intervals about one in twenty misses its true value; where "
        "many are shown, some will.",
    ]
