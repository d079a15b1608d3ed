"""The run folder: what is whole counts, what is damaged is named, nothing is half-written."""

import errno
import json
import os
from pathlib import Path

import pytest

from sim import store
from sim.errors import UserError
from sim.runner import run
from sim.store import open_store, read_store, write_file, write_output
from tests.sim.runs import fingerprint, manifest, plan, seats


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    wanted = plan(last=150)
    run(tmp_path / "r", wanted, seats(), manifest(wanted))
    return tmp_path / "r"


def again(folder: Path) -> None:
    wanted = plan(last=150)
    run(folder, wanted, seats(), manifest(wanted))


def test_reading_a_finished_run(folder: Path) -> None:
    stored = read_store(folder)
    assert stored.games == 300
    assert [part.name for part in stored.parts] == [c.name for c in plan(last=150).chunks()]


def test_reading_a_run_that_lacks_parts(folder: Path) -> None:
    (folder / "games" / "0001-0000001.parquet").unlink()
    assert read_store(folder).games == 300 - 64
    before = fingerprint(folder)
    again(folder)
    assert read_store(folder).games == 300
    assert before.items() <= fingerprint(folder).items()


def damage_cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def damage_flip(data: bytes) -> bytes:
    middle = len(data) // 3
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def damage_empty(_data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [damage_cut, damage_flip, damage_empty])
def test_a_damaged_part_is_named_and_can_be_played_anew(folder: Path, damage: object) -> None:
    part = folder / "games" / "0000-0000001.parquet"
    whole = fingerprint(folder)
    part.write_bytes(damage(part.read_bytes()))  # type: ignore[operator]
    for use in (again, read_store):
        with pytest.raises(UserError, match=r"0000-0000001\.parquet: this part is damaged"):
            use(folder)  # type: ignore[operator]
    part.unlink()
    again(folder)
    assert fingerprint(folder) == whole


def test_a_part_of_another_chunk_is_no_part(folder: Path) -> None:
    games = folder / "games"
    os.replace(games / "0001-0000000.parquet", games / "0000-0000000.parquet")
    with pytest.raises(UserError, match="damaged"):
        read_store(folder)


def test_parts_younger_than_the_manifest_count(folder: Path) -> None:
    """After a kill the manifest does not know the last parts; they are read instead."""
    path = folder / "manifest.json"
    document = json.loads(path.read_text())
    document["parts"] = {}
    path.write_text(json.dumps(document))
    assert read_store(folder).games == 300
    wanted = plan(last=150)
    assert run(folder, wanted, seats(), manifest(wanted)).games == 0


def test_a_second_run_in_the_folder_is_refused(folder: Path) -> None:
    wanted = plan(last=150)
    with (
        open_store(folder, wanted, manifest(wanted)),
        pytest.raises(UserError, match="another run is writing here"),
    ):
        again(folder)


def test_a_missing_manifest_is_named(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    for use in (again, read_store):
        with pytest.raises(UserError, match=r"manifest\.json is missing"):
            use(folder)


def test_no_run_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run here"):
        read_store(tmp_path)
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(UserError, match="something else here"):
        again(tmp_path)
    assert [item.name for item in tmp_path.iterdir()] == ["letters.txt"]
    with pytest.raises(UserError, match="something else here"):
        again(tmp_path / "letters.txt")


def test_a_full_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "part.parquet"
    write_file(path, b"old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store.os, "fsync", full)
    with pytest.raises(UserError, match="the disk is full; nothing is lost"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_stops_a_run_that_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, folder = plan(last=150), tmp_path / "r"
    sync, calls = os.fsync, []

    def full_after_some(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 10:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fsync", full_after_some)
        with pytest.raises(UserError, match="the disk is full"):
            run(folder, wanted, seats(), manifest(wanted))
    assert 0 < run(folder, wanted, seats(), manifest(wanted)).games < wanted.games
    run(tmp_path / "whole", wanted, seats(), manifest(wanted))
    assert fingerprint(folder) == fingerprint(tmp_path / "whole")


@pytest.mark.parametrize("keep_manifest", [True, False])
def test_games_without_their_plan_are_not_taken_for_others(
    folder: Path, keep_manifest: bool
) -> None:
    (folder / "plan.toml").unlink()
    if not keep_manifest:
        (folder / "manifest.json").unlink()
    with pytest.raises(UserError, match=r"no plan\.toml that says which"):
        again(folder)
    assert not (folder / "plan.toml").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('seed = "0"', 'seed = "7"', "seed is 7, but the games were played with 0"),
        ("rules_version = 1", "rules_version = 2", "rules_version is 2, but"),
        ("redeals = 2", 'redeals = "x"', "rule redeals: 'x' is no whole number"),
    ],
)
def test_a_plan_changed_afterwards_is_refused(
    folder: Path, old: str, new: str, message: str
) -> None:
    path = folder / "plan.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(UserError, match=message):
        read_store(folder)


@pytest.mark.parametrize(
    "name", ["plan.toml", "manifest.json", ".lock", "games/0000-0000000.parquet", "games/new"]
)
def test_what_belongs_to_a_run_is_never_replaced(folder: Path, name: str) -> None:
    before = fingerprint(folder)
    with pytest.raises(UserError, match="belongs to a run"):
        write_output(folder / name, b"report")
    assert fingerprint(folder) == before


def test_output_follows_links_and_leaves_devices_alone(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_output(link, b"new")
    assert (link.is_symlink(), target.read_bytes()) == (True, b"new")
    pipe = tmp_path / "device"
    pipe.symlink_to("/dev/null")
    write_output(pipe, b"new")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("path", "message"),
    [("", "a folder, not a file"), (".", "a folder, not a file"), ("no/where", "no folder")],
)
def test_output_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=message):
        write_output(Path(path), b"new")
    assert not list(tmp_path.iterdir())
