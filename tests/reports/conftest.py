"""Made-up runs and their reports."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from analysis import Run
from analysis.city import longest
from reports import Beside, write
from reports.city import Told
from reports.course import Event
from sim.plan import PlannedStrategy
from tests.analysis import synthetic

TIPS = [synthetic.strategy("tips", store=store) for store in (False, True)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with tips, two sets of rules, and a strategy that never wins."""
    plan = synthetic.plan([synthetic.strategy("random"), *TIPS], 400, [{}, {"waste_build": "any"}])
    return synthetic.write(
        tmp_path_factory.mktemp("run") / "run", plan, [-4.0, 0.5, 1.5, -4.0, 0.0, 1.0]
    )


@pytest.fixture(scope="session")
def page(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return its report."""
    return write(folder, tmp_path_factory.mktemp("out") / "a.html").read_text(encoding="utf-8")


Maker = Callable[..., str]


@pytest.fixture
def report_of(tmp_path: Path) -> Maker:
    """Return a function that makes a run of strategies and returns its report."""

    def made(
        strategies: Sequence[PlannedStrategy],
        deals: int = 60,
        strengths: Sequence[float] | None = None,
        chunks: int | None = None,
    ) -> str:
        plan = synthetic.plan(strategies, deals)
        synthetic.write(tmp_path / "run", plan, strengths, chunks)
        return write(tmp_path / "run", tmp_path / "a.html").read_text(encoding="utf-8")

    return made


@pytest.fixture(scope="session")
def card_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of the card game: mirrors, lone strategies and a line-up, two sets of rules."""
    cells = [
        *synthetic.card_cells(["random", "greedy"], 2, rules=[{}, {"hands": "secret"}]),
        *synthetic.card_cells(["random", "greedy"], 3, line_ups=[["random", "greedy", "exact"]]),
    ]
    plan = synthetic.card_plan(cells, 40)
    return synthetic.write_card(tmp_path_factory.mktemp("run") / "run", plan)


@pytest.fixture(scope="session")
def board_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of the board game: mirrors and a strategy against another."""
    cells = synthetic.card_cells(["random", "greedy"], 2, game="board")
    cells += synthetic.card_cells(["random"], 3, game="board")
    plan = synthetic.card_plan(cells, 20)
    return synthetic.write_card(tmp_path_factory.mktemp("run") / "run", plan)


@pytest.fixture(scope="session")
def board_page(board_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return its report, with the city of a winner."""
    output = tmp_path_factory.mktemp("out") / "a.html"
    return write(board_folder, output, beside).read_text(encoding="utf-8")


def beside(run: Run) -> Beside:
    """Return a made-up game that ends as the log says: all tiles of a winner's city in a row."""
    row = longest(run)
    assert row is not None
    n = run.plan.cells[row["cell"]].players
    seat = row["seat"]
    events: list[Event] = [
        {"event": "setup", "hands": [[]] * n, "display": [], "market": [0] * 4, "first": 0}
    ]
    for k in range(1, row["city"] + 1):
        bought = {"player": seat, "space": 1, "tile": k, "pay": [], "exact": True}
        placed = {"player": seat, "tile": k, "at": [k, 0], "from": "bought"}
        events += [{"event": "buy", **bought}, {"event": "place", **placed}]
    return Beside(told=Told(row, events))


@pytest.fixture(scope="session")
def card_page(card_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return its report."""
    return write(card_folder, tmp_path_factory.mktemp("out") / "a.html").read_text(encoding="utf-8")
