"""The README of the package is true: its schema is the code's, its examples run."""

import re
import shutil
from pathlib import Path

import pytest

import analysis
from analysis.columns import markdown
from sim.schema import PATIENCE

README = (Path(analysis.__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_schema_is_the_codes() -> None:
    found = re.search(r"<!-- schema: .*?-->\n(.*?)\n<!-- end of schema -->", README, re.DOTALL)
    assert found
    assert found[1] == markdown(PATIENCE), "print the new table: python -m analysis.columns"


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(
    number: int,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(folder, tmp_path / "runs" / "patience")
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"README example {number}", "exec"), {})
    assert capsys.readouterr().out


def test_there_is_an_example_for_each_library() -> None:
    assert all(f"import {name}" in README for name in ("analysis", "polars", "pandas", "duckdb"))
