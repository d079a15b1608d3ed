"""Golden games: whole games as plain text, one file each, that must not change unnoticed.

The first line of a file is the command that made it; make it anew with that command only when a
change of the rules is meant.
"""

from pathlib import Path

import pytest

from scripts.cli import main

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, _, game = path.read_text(encoding="utf-8").partition("\n")
    with pytest.raises(SystemExit):
        main(command.removeprefix("$ alhambra ").split())
    assert capsys.readouterr().out == game


def test_there_are_golden_games() -> None:
    assert len(GOLDEN) >= 4
