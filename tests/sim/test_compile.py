"""Compiling: one cache folder a version of the sources, so that a stale one cannot be met."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim import compile as module
from sim.bits import count, lowest
from sim.compile import compiled


@compiled
def positions(word: int) -> int:
    return 100 * lowest(word) + count(word)


@pytest.mark.parametrize("bits", [{0}, {61}, {3, 5, 60}, set(range(62))])
def test_sets_as_bits_at_both_speeds(bits: set[int]) -> None:
    word = sum(1 << bit for bit in bits)
    assert (lowest(word), count(word)) == (min(bits), len(bits))
    assert positions(word) == 100 * min(bits) + len(bits)


def test_an_edited_source_gets_another_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in module.COMPILED_PACKAGES:
        (tmp_path / package).mkdir()
    helper = tmp_path / "sim" / "helper.py"
    helper.write_text("x = 1\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    first = module.cache_key()
    assert module.cache_key() == first
    helper.write_text("x = 2\n")
    second = module.cache_key()
    helper.rename(helper.with_name("other.py"))
    assert len({first, second, module.cache_key()}) == 3


def test_the_cache_is_ours_even_if_numba_was_there_first(tmp_path: Path) -> None:
    script = "import numba, sim.compile; print(numba.config.CACHE_DIR)"
    environment = os.environ | {"ALHAMBRA_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment
    )
    assert Path(done.stdout.strip()) == tmp_path / module.cache_key()


def test_an_unwritable_cache_folder_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALHAMBRA_CACHE", "/proc/nowhere")
    folder = module.cache_folder()
    assert "nowhere" not in str(folder)
    assert folder.name == module.cache_key()


def test_old_versions_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHE", tmp_path / ("a" * 20))
    for name, days in (("a" * 20, 90), ("b" * 20, 90), ("c" * 20, 1), ("mine", 90)):
        (tmp_path / name).mkdir()
        then = time.time() - days * 86400
        os.utime(tmp_path / name, (then, then))
    module.sweep_cache()
    assert sorted(item.name[0] for item in tmp_path.iterdir()) == ["a", "c", "m"]
