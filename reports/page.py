"""The report of a run: one HTML file that needs nothing else, the same bytes for the same run."""

import hashlib
from pathlib import Path
from typing import Any

from analysis.run import Run, load
from sim.errors import UserError
from sim.store import write_file

TEMPLATES = Path(__file__).parent / "templates"


def write(run_folder: str | Path, output: str | Path) -> Path:
    """Analyse a run and write its report; the file is there whole or not at all.

    Parameters
    ----------
    run_folder
        A run, finished or not.
    output
        The HTML file to write; one that is there is replaced.

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
    write_file(output, render(load(run_folder)).encode())
    return output


def render(run: Run) -> str:
    """Return the report as HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    from reports import colour, comparison, outcome  # noqa: PLC0415
    from reports.section import Numbers  # noqa: PLC0415

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["joined"] = _joined
    numbers = Numbers(run)
    sections = (
        outcome.winning(numbers),
        outcome.cards_home(numbers),
        comparison.worth_of_tips(numbers),
        comparison.strategies_compared(numbers),
        comparison.rules_compared(numbers),
        outcome.passes(numbers),
        outcome.sources(numbers),
    )
    return environment.get_template("report.html").render(
        run=run,
        plan=run.plan,
        sections=[section for section in sections if section],
        provenance=provenance(run),
        caveats=caveats(run, sum(cell["faults"] for cell in numbers.cells)),
        light=colour.variables("light"),
        dark=colour.variables("dark"),
    )


def provenance(run: Run) -> list[tuple[str, list[str]]]:
    """Return what the run was made from; nothing of the machine or the time of day."""
    plan, manifest = run.plan, run.manifest
    rules: dict[str, dict[str, None]] = {}
    for cell in plan.cells:
        for name, value in cell.rules.items():
            rules.setdefault(name, {})[str(value)] = None
    return [
        ("command", [manifest.command, "alhambra report FOLDER"]),
        ("games", [run.progress]),
        ("deals", [f"{plan.first:,} to {plan.last - 1:,} in each of {len(plan.cells)} cells"]),
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


def caveats(run: Run, faults: int) -> list[str]:
    """Return what a reader should know before believing the numbers."""
    found = []
    if not run.finished:
        found.append(
            f"The run is {run.progress}. The numbers are of those games; the same command plays "
            "the rest."
        )
    if faults:
        found.append(
            f"{faults:,} of {run.present:,} games ended in a fault of their strategy. They count "
            "as games, and as not won."
        )
    found.append(
        "The numbers speak of these strategies. What the best possible play would win is not "
        "among them, nor how people play."
    )
    found.append(
        "95 % intervals: of many such intervals about one in twenty misses its true value; where "
        "many are shown, some will."
    )
    return found


def _joined(text: Any) -> Any:
    """Keep a number and its percent sign on one line."""
    return str(text).replace(" %", "\N{NO-BREAK SPACE}%")
