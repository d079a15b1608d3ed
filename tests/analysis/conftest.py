"""Made-up runs that several tests read."""

from pathlib import Path

import pytest

from analysis import Run, load
from tests.analysis import synthetic


def switched(name: str = "tips") -> list[synthetic.PlannedStrategy]:
    """Return a strategy with every combination of three switches."""
    sides = (False, True)
    return [
        synthetic.strategy(name, store=a, watch=b, free=c)
        for a in sides
        for b in sides
        for c in sides
    ]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished run: a weak strategy and all tips, two sets of rules."""
    plan = synthetic.plan(
        [synthetic.strategy("random"), *switched()], 600, [{}, {"waste_build": "any"}]
    )
    strengths = [-4.0, *(0.2 * k for k in range(17))]
    return synthetic.write(tmp_path_factory.mktemp("run") / "run", plan, strengths)


@pytest.fixture(scope="session")
def run(folder: Path) -> Run:
    """Return the same, opened."""
    return load(folder)
