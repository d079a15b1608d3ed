"""The README of the package is true: its schema is the code's, its examples run."""

import re
import shutil
from pathlib import Path

import pytest

import analysis
from analysis.columns import every_table

README = (Path(analysis.__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("name", every_table())
def test_the_schema_is_the_codes(name: str) -> None:
    start = f"<!-- schema of {name}: python -m analysis.columns -->\n"
    assert start in README
    found = README.partition(start)[2].partition("\n<!-- end -->")[0]
    assert found == every_table()[name], "print the new tables: python -m analysis.columns"


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(
    number: int,
    folder: Path,
    card_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(folder, tmp_path / "runs" / "patience")
    shutil.copytree(card_folder, tmp_path / "runs" / "card")
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"README example {number}", "exec"), {})
    assert capsys.readouterr().out


def test_there_is_an_example_for_each_library() -> None:
    assert all(f"import {name}" in README for name in ("analysis", "polars", "pandas", "duckdb"))
