"""The plan of a run: what is played, cut into chunks of deals.

``plan.toml`` in the run folder holds it. The bytes of every part depend on the plan, the rules and
our sources alone. Chunks are counted from deal 0 whatever the range, so that a run that grows keeps
its parts but for those at the ends of its range, which are played anew in full.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sim import RULES_VERSION
from sim.errors import UserError
from sim.rules import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
CHUNK_SECONDS = 0.6
CHUNK_MIN, CHUNK_MAX = 2**5, 2**17


class Chunk(NamedTuple):
    """A task: deals ``first`` to ``last - 1`` of a cell; ``number`` counts from deal 0."""

    cell: int
    number: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """File name of the part that holds its games."""
        return f"{self.cell:04d}-{self.number:07d}.parquet"


@dataclass(frozen=True)
class PlannedStrategy:
    """A strategy in the plan: its full spec, and the same taken apart.

    Attributes
    ----------
    spec
        Canonical text; parameters that have their default are left out.
    name
        Name without parameters.
    params
        The value of every parameter, in declared order.
    """

    spec: str
    name: str
    params: dict[str, bool | int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """Games that differ in nothing but the deal.

    Attributes
    ----------
    game
        ``"patience"``, ``"card"`` or ``"board"``.
    seating
        The full spec of each seat, in the order of seats.
    rules
        The value of every rule option.
    chunk
        Deals in a chunk; chunk ``k`` holds the deals from ``k * chunk`` on.
    every, offset
        Only the deals that leave ``offset`` when divided by ``every`` are played.
    """

    game: str
    seating: tuple[str, ...]
    rules: dict[str, Value]
    chunk: int
    every: int = 1
    offset: int = 0

    def deals(self, first: int, last: int) -> range:
        """Return the deals of this cell from ``first`` to ``last - 1``."""
        return range(first + (self.offset - first) % self.every, last, self.every)

    def deal_numbers(self, first: int, last: int) -> "NDArray[np.int64]":
        """Return :meth:`deals` as an array."""
        import numpy as np  # noqa: PLC0415  (heavy)

        deals = self.deals(first, last)
        return np.arange(deals.start, deals.stop, deals.step, dtype=np.int64)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seating)

    @property
    def seating_text(self) -> str:
        """The spec of each seat, in order, as one text."""
        return " / ".join(self.seating)


@dataclass(frozen=True)
class Plan:
    """What a run plays.

    Attributes
    ----------
    seed
        Root seed, 0 to 2**64 - 1.
    first, last
        The deals ``first`` to ``last - 1`` of every cell are played.
    cells
        In order; a cell's place is its number in the log.
    strategies
        Every strategy that sits somewhere, in order of first appearance.
    """

    seed: int
    first: int
    last: int
    cells: tuple[Cell, ...]
    strategies: tuple[PlannedStrategy, ...]
    rules_version: int = RULES_VERSION

    def chunks(self) -> Iterator[Chunk]:
        """Yield every chunk: cell by cell, then by deal."""
        for number, cell in enumerate(self.cells):
            for k in range(self.first // cell.chunk, -(-self.last // cell.chunk)):
                first = max(self.first, k * cell.chunk)
                chunk = Chunk(number, k, first, min(self.last, (k + 1) * cell.chunk))
                if self.games_of(chunk):
                    yield chunk

    @property
    def games(self) -> int:
        """Number of games of the whole plan."""
        return sum(len(cell.deals(self.first, self.last)) for cell in self.cells)

    def games_of(self, chunk: Chunk) -> int:
        """Return the number of games of a chunk."""
        return len(self.cells[chunk.cell].deals(chunk.first, chunk.last))

    @property
    def seatings(self) -> tuple[str, ...]:
        """Every seating as text, in order of first appearance."""
        return tuple(dict.fromkeys(cell.seating_text for cell in self.cells))

    def joined(self, older: "Plan") -> "Plan":
        """Return this plan over the deals of both; ``older`` is what a run folder holds.

        Raises
        ------
        UserError
            If the two differ in more than the deals, or a gap lies between their deals.
        """
        for what, mine, theirs in self._differences(older):
            raise UserError(
                f"holds a run of another plan: {what} is {theirs} there, {mine} here;"
                " take another folder with --out, or ask for the same"
            )
        if self.first > older.last or older.first > self.last:
            raise UserError(
                f"holds deals {older.first}:{older.last}; deals {self.first}:{self.last} would"
                " leave a gap; take another folder with --out, or a range that touches it"
            )
        return replace(self, first=min(self.first, older.first), last=max(self.last, older.last))

    def _differences(self, older: "Plan") -> Iterator[tuple[str, object, object]]:
        yield from (
            row
            for row in (
                ("the rules version", self.rules_version, older.rules_version),
                ("the seed", self.seed, older.seed),
                ("the number of cells", len(self.cells), len(older.cells)),
            )
            if row[1] != row[2]
        )
        for number, (mine, theirs) in enumerate(zip(self.cells, older.cells, strict=False)):
            for what in ("game", "seating", "rules", "chunk", "every", "offset"):
                a, b = getattr(mine, what), getattr(theirs, what)
                if a != b:
                    yield f"the {what} of cell {number}", _brief(a), _brief(b)
        if self.strategies != older.strategies:
            yield "a strategy's parameters", self.strategies, older.strategies

    def to_toml(self) -> str:
        """Return the text of ``plan.toml``; the same plan gives the same bytes."""
        import tomli_w  # noqa: PLC0415  (only writers need it)

        document = {
            "format": FORMAT,
            "rules_version": self.rules_version,
            "seed": str(self.seed),
            "deals": [self.first, self.last],
            "strategies": [
                {"spec": s.spec, "name": s.name, "params": s.params} for s in self.strategies
            ],
            "cells": [
                {
                    "game": cell.game,
                    "players": cell.players,
                    "chunk": cell.chunk,
                    "seating": list(cell.seating),
                    "rules": cell.rules,
                    **({"every": cell.every, "offset": cell.offset} if cell.every > 1 else {}),
                }
                for cell in self.cells
            ],
        }
        return tomli_w.dumps(document)

    @classmethod
    def read(cls, path: Path) -> "Plan":
        """Read ``plan.toml``.

        Raises
        ------
        UserError
            If it is missing, or not a plan of this format.
        """
        try:
            return cls._from_document(tomllib.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise UserError(f"{path.parent}: no run here (there is no plan.toml)") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise UserError(f"{path}: cannot be read ({error})") from None
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{path}: not a plan of format {FORMAT} ({error!r})") from None

    @classmethod
    def _from_document(cls, document: dict[str, Any]) -> "Plan":
        if document["format"] != FORMAT:
            raise ValueError(f"format {document['format']}")
        first, last = document["deals"]
        plan = cls(
            seed=int(document["seed"]),
            first=_whole(first),
            last=_whole(last),
            rules_version=_whole(document["rules_version"]),
            strategies=tuple(
                PlannedStrategy(s["spec"], s["name"], dict(s["params"]))
                for s in document["strategies"]
            ),
            cells=tuple(
                Cell(
                    c["game"],
                    _list(c["seating"]),
                    dict(c["rules"]),
                    _whole(c["chunk"]),
                    _whole(c.get("every", 1)),
                    _whole(c.get("offset", 0)),
                )
                for c in document["cells"]
            ),
        )
        plan._check()
        return plan

    def _check(self) -> None:
        """Refuse what no command of ours plans."""
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed {self.seed}")
        if not 0 <= self.first < self.last:
            raise ValueError(f"deals {self.first} to {self.last}")
        if not self.cells:
            raise ValueError("no cells")
        known = {strategy.spec for strategy in self.strategies}
        for cell in self.cells:
            if cell.chunk < 1:
                raise ValueError(f"chunk {cell.chunk}")
            if not 0 <= cell.offset < cell.every:
                raise ValueError(f"every {cell.every}, offset {cell.offset}")
            if not cell.seating or not known.issuperset(cell.seating):
                raise ValueError(f"seating {cell.seating}")


def _list(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _brief(value: object) -> object:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}={item}" for name, item in value.items())
    return value


def chunk_size(cost: float) -> int:
    """Return the number of deals in a chunk for a declared cost in microseconds a game.

    A power of two, so that the chunks of different cells line up.
    """
    deals = CHUNK_SECONDS * 1e6 / max(cost, 1e-3)
    size = CHUNK_MIN
    while size * 2 <= min(deals, CHUNK_MAX):
        size *= 2
    return size
