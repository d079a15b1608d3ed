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


@pytest.fixture(scope="session")
def card_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished run of the card game: mirrors, lone strategies and a line-up."""
    cells = [
        *synthetic.card_cells("ab", 2),
        *synthetic.card_cells("ab", 3, line_ups=["abc"]),
        *synthetic.card_cells("a", 2, rules=[{"hands": "secret"}]),
    ]
    plan = synthetic.card_plan(cells, 50, first=20)
    return synthetic.write_card(tmp_path_factory.mktemp("run") / "run", plan)


@pytest.fixture(scope="session")
def board_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a finished run of the board game: mirrors, lone strategies and a line-up."""
    cells = [
        *synthetic.card_cells("a", 2, game="board"),
        *synthetic.card_cells("ab", 3, line_ups=["abc"], game="board"),
        *synthetic.card_cells([], 4, line_ups=["abab"], game="board"),
    ]
    plan = synthetic.card_plan(cells, 30)
    return load(synthetic.write_card(tmp_path_factory.mktemp("run") / "run", plan))


@pytest.fixture(scope="session")
def card_run(card_folder: Path) -> Run:
    """Return the same, opened."""
    return load(card_folder)
