"""The folder of a run: plan, manifest, parts.

Parts are written under unique temporary names, synced, and renamed: a part that is there is whole.
The manifest keeps the checksum of each; a part that is younger than the last manifest (after a
kill) is read in full instead.
"""

import errno
import hashlib
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from sim.errors import UserError
from sim.game import load_options
from sim.plan import Chunk, Plan
from sim.rules import complete
from sim.schema import tables

GAMES, SEATS = "games", "seats"
"""Folder of the parts that commit a chunk; other tables have folders beside it."""
PLAN, MANIFEST, LOCK = "plan.toml", "manifest.json", ".lock"
TEMPORARY = ".part-"
"""Front of temporary names; none ends in ``.parquet``."""


@dataclass
class Manifest:
    """What a run was made from, and what it has written.

    Attributes
    ----------
    command
        The command line that began it.
    versions, sources
        Versions of packages; hash of each source file, by ``"engine"`` or strategy spec.
    parts
        Rows and SHA-256 of each finished part, by table and file name, ``"games/..."``.
    faults
        By spec of a strategy that failed: a game, ``CELL:DEAL``, and the traceback.
    """

    command: str
    seed: int
    rules_version: int
    versions: dict[str, str]
    sources: dict[str, dict[str, str]]
    host: dict[str, str] = field(default_factory=dict)
    started: str = ""
    finished: str = ""
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: dict[str, dict[str, str]] = field(default_factory=dict)

    def check_same_origin(self, began: "Manifest") -> None:
        """Refuse to go on with a run that other sources or versions began.

        Raises
        ------
        UserError
            Names what differs.
        """
        changed = [
            f"{name} {began.versions.get(name)} (here {mine})"
            for name, mine in self.versions.items()
            if began.versions.get(name) != mine
        ]
        for owner, files in self.sources.items():
            theirs = began.sources.get(owner, {})
            changed += [
                f"{name} of {owner}"
                for name in sorted({*files, *theirs})
                if files.get(name) != theirs.get(name)
            ]
        if changed:
            shown = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" * (len(changed) > 4))
            raise UserError(
                f"was begun with other sources: {shown}; its numbers would mix two versions;"
                " take another folder with --out"
            )


def now() -> str:
    """Return the present time as text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def host() -> dict[str, str]:
    """Return what machine this is."""
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cpus": str(os.cpu_count()),
    }


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    UserError
        If the disk is full or the folder cannot be written.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}-{uuid4().hex}.tmp")
    try:
        try:
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            _sync_folder(path.parent)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{path}: {_reason(error)}") from None


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # where folders cannot be opened, nor need it
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; nothing is lost, make room and run the same command again"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "no permission to write here"
    return f"cannot be written ({error.strerror or error})"


def write_output(path: Path, data: bytes) -> None:
    """Write what a user asked for: a report, a record.

    Follows links, writes straight to devices and pipes, and never replaces a part of a run.

    Raises
    ------
    UserError
        If it cannot be written there.
    """
    try:
        target = path.resolve()
        if not path.name or target.is_dir():
            raise UserError(f"{str(path)!r}: this is a folder, not a file")
        if not target.parent.is_dir():
            raise UserError(f"{path}: there is no folder {target.parent}")
        own = target.parent / PLAN, target.parent.parent / PLAN
        if (own[0].exists() and target.name in (PLAN, MANIFEST, LOCK)) or (
            own[1].exists() and target.parent.name in (GAMES, SEATS)
        ):
            raise UserError(f"{path}: this belongs to a run; take another file")
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
    except OSError as error:
        raise UserError(f"{path}: {_reason(error)}") from None
    write_file(target, data)


class Store:
    """A run folder open for writing.

    Use :func:`open_store`, which holds the folder's lock.
    """

    def __init__(self, folder: Path, plan: Plan, manifest: Manifest) -> None:
        self.folder, self.plan, self.manifest = folder, plan, manifest

    def save_plan(self) -> None:
        """Write ``plan.toml``."""
        write_file(self.folder / PLAN, self.plan.to_toml().encode())

    def save_manifest(self) -> None:
        """Write ``manifest.json``."""
        text = json.dumps(asdict(self.manifest), indent=1, sort_keys=True) + "\n"
        write_file(self.folder / MANIFEST, text.encode())

    def missing(self) -> list[Chunk]:
        """Return the chunks that are not there in full.

        Raises
        ------
        UserError
            If a part is damaged.
        """
        return [chunk for chunk in self.plan.chunks() if not self._has(chunk)]

    def _has(self, chunk: Chunk) -> bool:
        return all(
            self._rows(part, chunk) == rows for part, rows in expected(self.plan, chunk).items()
        )

    def _rows(self, part: str, chunk: Chunk) -> int:
        """Return the rows of a part, 0 if it is missing; keep its entry in the manifest right."""
        path = self.folder / part
        if not path.exists():
            self.manifest.parts.pop(part, None)
            return 0
        known = self.manifest.parts.get(part)
        entry = self.manifest.parts[part] = _checked(path, self.plan, chunk, known)
        return int(entry["rows"])

    def present(self) -> int:
        """Return the number of games in the folder, by the manifest."""
        parts = self.manifest.parts.items()
        return sum(entry["rows"] for part, entry in parts if part.startswith(f"{GAMES}/"))

    def sweep(self) -> None:
        """Delete what an interrupted writer left behind."""
        for leftover in [*self.folder.glob(f"{TEMPORARY}*"), *self.folder.glob(f"*/{TEMPORARY}*")]:
            leftover.unlink(missing_ok=True)


def checksum(data: bytes) -> str:
    """Return the SHA-256 of a part."""
    return hashlib.sha256(data).hexdigest()


def expected(plan: Plan, chunk: Chunk) -> dict[str, int]:
    """Return the parts of a chunk, ``"games/..."``, with the rows that each must have."""
    cell, games = plan.cells[chunk.cell], plan.games_of(chunk)
    return {
        f"{table}/{chunk.name}": games * (cell.players if table == "seats" else 1)
        for table in tables(cell.game)
    }


def _checked(path: Path, plan: Plan, chunk: Chunk, known: dict[str, Any] | None) -> dict[str, Any]:
    """Return a part's entry for the manifest, after a look at the part."""
    if known and checksum(path.read_bytes()) == known["sha256"]:
        return known
    found = examine(path, plan, chunk)
    if known and found["rows"] <= known["rows"]:
        # Only a longer part can have come later: of a run that was extended, then killed.
        raise _damaged(path)
    return found


def _damaged(path: Path) -> UserError:
    return UserError(
        f"{path}: this part is damaged; delete it and run the same command again,"
        " which plays its games anew"
    )


def examine(path: Path, plan: Plan, chunk: Chunk) -> dict[str, Any]:
    """Read a part in full and return its entry for the manifest.

    Raises
    ------
    UserError
        If it cannot be read, or is not a part of this chunk.
    """
    import polars as pl  # noqa: PLC0415  (heavy)

    data = path.read_bytes()
    try:
        frame = pl.read_parquet(BytesIO(data))
        cell, deals = plan.cells[chunk.cell], frame["deal"].unique(maintain_order=True).to_list()
        rows = cell.players if path.parent.name == "seats" else 1
        whole = (
            set(frame["cell"].unique()) <= {chunk.cell}
            and deals == list(cell.deals(deals[0], deals[-1] + 1))
            and len(frame) == rows * len(deals)
            and frame.null_count().sum_horizontal().item() == 0
        )
    except (OSError, pl.exceptions.PolarsError, IndexError, TypeError):
        whole = False
    if not whole:
        raise _damaged(path)
    return {"rows": len(frame), "sha256": checksum(data)}


@contextmanager
def open_store(folder: Path, plan: Plan, manifest: Manifest) -> Iterator[Store]:
    """Open a run folder for writing: begin a run, or go on with the one that is there.

    Parameters
    ----------
    folder
        Made if it is missing.
    plan
        What is asked for; joined with the deals that the folder already holds.
    manifest
        What this command is made from.

    Raises
    ------
    UserError
        If the folder belongs to another plan or to other sources, is no run folder, is in use,
        or cannot be written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415  (only writers need it)

    try:
        begun = (folder / PLAN).exists()
        if not begun and any(folder.glob("*/*.parquet")):
            raise UserError(
                f"{folder}: there are games here but no {PLAN} that says which; put it back,"
                " or take another folder with --out"
            )
        if not begun and folder.exists() and (not folder.is_dir() or _occupied(folder)):
            raise UserError(
                f"{folder}: there is something else here, not a run; take another --out"
            )
        for table in {GAMES, *(table for cell in plan.cells for table in tables(cell.game))}:
            (folder / table).mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        lock.acquire(timeout=0)
    except Timeout:
        raise UserError(f"{folder}: another run is writing here; wait for it to end") from None
    except OSError as error:
        raise UserError(f"{folder}: {_reason(error)}") from None
    try:
        if begun:
            plan, manifest = _go_on(folder, plan, manifest)
        store = Store(folder, plan, manifest)
        store.sweep()
        yield store
    finally:
        lock.release()


def _occupied(folder: Path) -> bool:
    known = {GAMES, SEATS, LOCK, MANIFEST}  # left by a run that was killed at its very start
    return any(
        item.name not in known and not item.name.startswith(TEMPORARY) for item in folder.iterdir()
    )


def _go_on(folder: Path, plan: Plan, manifest: Manifest) -> tuple[Plan, Manifest]:
    try:
        older = Plan.read(folder / PLAN)
        joined = plan.joined(older)
        began = read_manifest(folder)
        _check_agree(folder, older, began)
        manifest.check_same_origin(began)
    except UserError as error:
        text = str(error)
        raise UserError(text if text.startswith(str(folder)) else f"{folder}: {text}") from None
    began.finished = ""
    return joined, began


def read_manifest(folder: Path) -> Manifest:
    """Read ``manifest.json``.

    Raises
    ------
    UserError
        If it is missing or not a manifest.
    """
    path = folder / MANIFEST
    try:
        return Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise UserError(
            f"{folder}: the run's {MANIFEST} is missing; put it back, or play into another folder"
        ) from None
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"{path}: cannot be read ({error})") from None


def _check_agree(folder: Path, plan: Plan, manifest: Manifest) -> None:
    """Refuse a plan that was changed after its games were played.

    Raises
    ------
    UserError
        If seed or rules version are not those of the manifest, or a rule option does not exist.
    """
    for what, planned, played in (
        ("seed", plan.seed, manifest.seed),
        ("rules_version", plan.rules_version, manifest.rules_version),
    ):
        if planned != played:
            raise UserError(
                f"{folder / PLAN}: {what} is {planned}, but the games were played with {played}"
            )
    for cell in plan.cells:
        try:
            complete(load_options(cell.game), cell.rules)
        except UserError as error:
            raise UserError(f"{folder / PLAN}: {error}") from None


@dataclass(frozen=True)
class Stored:
    """A run folder open for reading.

    Attributes
    ----------
    parts
        The parts in ``games/`` that are there, in order of chunks, checked against their checksums;
        so are the parts of the same names in other tables.
    games
        Rows in these parts.
    """

    folder: Path
    plan: Plan
    manifest: Manifest
    parts: tuple[Path, ...]
    games: int

    def table(self, name: str) -> list[Path]:
        """Return the parts of a table, those of games that have it."""
        paths = [self.folder / name / part.name for part in self.parts]
        return [path for path in paths if path.exists()]


def read_store(folder: Path) -> Stored:
    """Open a run folder for reading, finished or not.

    Raises
    ------
    UserError
        If it is not a run folder, or a part of it is damaged.
    """
    plan = Plan.read(folder / PLAN)
    manifest = read_manifest(folder)
    _check_agree(folder, plan, manifest)
    parts, games = [], 0
    for chunk in plan.chunks():
        path = folder / GAMES / chunk.name
        if not path.exists():
            continue
        for part in expected(plan, chunk):
            if not (folder / part).exists():
                raise UserError(f"{folder / part}: this part is missing; run the command again")
            entry = _checked(folder / part, plan, chunk, manifest.parts.get(part))
        parts.append(path)
        games += entry["rows"]
    return Stored(folder, plan, manifest, tuple(parts), games)
