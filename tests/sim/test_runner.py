"""The batch runner: the bytes of a run depend on plan, seed and sources alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import psutil
import pytest

from sim.errors import UserError
from sim.runner import run
from tests.sim.runs import fingerprint, manifest, plan, seats


def play(folder: Path, *, jobs: int = 1, **more: object) -> dict[str, str]:
    wanted = plan(**{k: more.pop(k) for k in ("first", "last", "seed") if k in more})  # type: ignore[arg-type]
    run(folder, wanted, seats(), manifest(wanted), jobs=jobs, **more)  # type: ignore[arg-type]
    return fingerprint(folder)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return play(tmp_path_factory.mktemp("runs") / "reference")


def test_two_workers_write_the_same_bytes(tmp_path: Path, reference: dict[str, str]) -> None:
    assert play(tmp_path / "two", jobs=2) == reference


def test_another_order_of_chunks_writes_the_same_bytes(
    tmp_path: Path, reference: dict[str, str]
) -> None:
    assert play(tmp_path / "back", order=lambda chunks: chunks[::-1]) == reference


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    tmp_path: Path, reference: dict[str, str]
) -> None:
    folder = tmp_path / "stopped"
    told = []
    assert play(folder, progress=lambda done: bool(told.append(done))) == reference
    folder = tmp_path / "again"
    part = play(folder, progress=lambda done: True)
    assert len(part) == 2  # the plan and one part
    assert play(folder) == reference


def test_a_larger_range_extends_a_run_to_the_bytes_of_a_whole_one(
    tmp_path: Path, reference: dict[str, str]
) -> None:
    folder = tmp_path / "grown"
    play(folder, first=100, last=150)
    play(folder, first=150, last=300)
    play(folder, first=0, last=120)
    assert fingerprint(folder) == reference
    assert play(folder, first=0, last=10) == reference  # a smaller one asks for nothing new


def test_the_same_command_again_plays_nothing(tmp_path: Path) -> None:
    wanted = plan()
    first = run(tmp_path / "r", wanted, seats(), manifest(wanted))
    again = run(tmp_path / "r", wanted, seats(), manifest(wanted))
    assert (first.games, first.present) == (600, 600)
    assert (again.games, again.present) == (0, 600)


def test_another_seed_deals_other_cards_and_seed_0_is_a_seed(
    tmp_path: Path, reference: dict[str, str]
) -> None:
    other = play(tmp_path / "other", seed=1)
    assert not set(other.values()) & set(reference.values())


def test_a_gap_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    before = play(folder, last=100)
    with pytest.raises(UserError, match="leave a gap"):
        play(folder, first=200, last=300)
    assert fingerprint(folder) == before


def test_another_plan_in_the_folder_is_refused_by_what_differs(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    before = play(folder, last=100)
    with pytest.raises(UserError, match="the seed is 0 there, 7 here"):
        play(folder, last=100, seed=7)
    assert fingerprint(folder) == before


def test_other_sources_are_refused_with_their_names(tmp_path: Path) -> None:
    wanted = plan(last=64)
    folder = tmp_path / "r"
    sources = {"engine": {"sim/a.py": "1", "sim/b.py": "2"}}
    run(folder, wanted, seats(), manifest(wanted, sources=sources))
    edited = {"engine": {"sim/a.py": "1", "sim/b.py": "3"}}
    with pytest.raises(UserError, match=r"other sources: sim/b\.py of engine"):
        run(folder, wanted, seats(), manifest(wanted, sources=edited))
    with pytest.raises(UserError, match=r"polars 1 \(here 2\)"):
        run(folder, wanted, seats(), manifest(wanted, sources=sources, versions={"polars": "2"}))


DRIVER = """
import sys
from pathlib import Path
from sim.runner import run
from tests.sim.runs import manifest, plan, seats
wanted = plan(last=8_000)
if __name__ == "__main__":
    run(Path(sys.argv[1]), wanted, seats(), manifest(wanted), jobs=2)
"""


def start_driver(tmp_path: Path, folder: Path) -> "subprocess.Popen[bytes]":
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": str(root)}
    return subprocess.Popen(
        [sys.executable, str(script), str(folder)], env=environment, start_new_session=True
    )


def wait_for_parts(driver: "subprocess.Popen[bytes]", folder: Path, parts: int) -> None:
    deadline = time.monotonic() + 60
    while len(list(folder.glob("games/*.parquet"))) < parts:
        assert driver.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.002)


def wait_for_end_of_session(session: int) -> None:
    """Wait until no process of a session is left: workers end with their driver."""
    deadline = time.monotonic() + 20
    while any(is_in_session(process, session) for process in psutil.pids()):
        assert time.monotonic() < deadline, "a worker outlives its driver"
        time.sleep(0.05)


def is_in_session(process: int, session: int) -> bool:
    try:
        return os.getsid(process) == session
    except (ProcessLookupError, PermissionError):
        return False


@pytest.mark.parametrize("group", [True, False], ids=["with its workers", "driver alone"])
def test_a_run_killed_in_the_middle_goes_on_to_the_same_bytes(tmp_path: Path, group: bool) -> None:
    folder = tmp_path / "killed"
    driver = start_driver(tmp_path, folder)
    wait_for_parts(driver, folder, 20)
    if group:
        os.killpg(driver.pid, signal.SIGKILL)
    else:
        driver.kill()
    driver.wait()
    wait_for_end_of_session(driver.pid)
    (folder / "games" / ".part-0000-0000000.parquet-0.tmp").write_bytes(b"half")
    wanted = plan(last=8_000)
    summary = run(folder, wanted, seats(), manifest(wanted))
    assert 0 < summary.games < wanted.games
    assert not list(folder.glob("**/.part-*"))
    whole = tmp_path / "whole"
    run(whole, wanted, seats(), manifest(wanted))
    assert fingerprint(folder) == fingerprint(whole)


def test_memory_of_the_log_is_one_chunk(tmp_path: Path) -> None:
    """Parts hold a chunk each, in order of deals, and together every deal once."""
    folder = tmp_path / "r"
    play(folder, first=30, last=200)
    parts = [pl.read_parquet(part) for part in sorted((folder / "games").iterdir())]
    assert max(len(part) for part in parts) == 64
    whole = pl.concat(parts)
    assert whole.select("cell", "deal").rows() == [(c, d) for c in (0, 1) for d in range(30, 200)]


def test_polars_threads_change_nothing(tmp_path: Path, reference: dict[str, str]) -> None:
    script = DRIVER.replace("8_000", "300").replace("jobs=2", "jobs=1")
    root = Path(__file__).parents[2]
    for threads in ("1", "4"):
        folder = tmp_path / threads
        environment = os.environ | {"PYTHONPATH": str(root), "POLARS_MAX_THREADS": threads}
        subprocess.run(
            [sys.executable, "-c", script, str(folder)], env=environment, check=True, cwd=tmp_path
        )
        assert fingerprint(folder) == reference
