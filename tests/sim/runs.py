"""Small runs for tests."""

import hashlib
from pathlib import Path

from sim.game import load_options
from sim.plan import Cell, Plan, PlannedStrategy
from sim.rules import complete
from sim.store import Manifest
from strategies.spec import Spec, read_spec

SPECS = ("builder", "random")


def seats(specs: tuple[str, ...] = SPECS) -> dict[str, Spec]:
    return {text: read_spec("patience", text) for text in specs}


def plan(first: int = 0, last: int = 300, chunk: int = 64, seed: int = 0) -> Plan:
    rules = complete(load_options("patience"), {})
    cells = tuple(Cell("patience", (spec,), rules, chunk) for spec in SPECS)
    return Plan(seed, first, last, cells, tuple(PlannedStrategy(s, s) for s in SPECS))


def manifest(plan: Plan, **more: object) -> Manifest:
    made = Manifest("alhambra run", plan.seed, plan.rules_version, {"polars": "1"}, {})
    for name, value in more.items():
        setattr(made, name, value)
    return made


def fingerprint(folder: Path) -> dict[str, str]:
    """Hash of each file that a plan promises: the plan itself and the parts."""
    files = [folder / "plan.toml", *sorted((folder / "games").iterdir())]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
