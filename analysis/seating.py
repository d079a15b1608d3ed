"""Who sits where: the settings of a run of a market game, and the sides that play in them.

A **setting** is a mix of strategies under one set of rules, whoever sits where; its **block** is
one deal in all its seatings. A **side** is one strategy in a setting: every seat of every game
belongs to exactly one. With each seat taken in turn, what luck the seats hold drops out of a block.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from analysis.run import Run
from sim.plan import Cell

if TYPE_CHECKING:
    import polars as pl

Kind = Literal["mirror", "lone", "line-up"]

EACH = "each seat in turn"
"""Value of ``first_player`` of a mirror that is played once with each seat starting."""

SIXTIETHS = 60
"""The log writes shares of a win in sixtieths."""


@dataclass(frozen=True)
class Side:
    """One strategy in a setting.

    Attributes
    ----------
    number
        Index among all sides.
    setting
        Index of its setting.
    strategy, against
        Its spec, and in words whom it plays against.
    seats
        Seats that it holds in a block.
    """

    number: int
    setting: int
    strategy: str
    against: str
    seats: int


@dataclass(frozen=True)
class Setting:
    """A mix of strategies under one set of rules.

    Attributes
    ----------
    number
        Index among all settings.
    kind
        ``mirror``: one strategy in every seat; ``lone``: one against a field of another (with two
        players each is alone); ``line-up``: any other mix.
    players
        Number of players.
    rules
        Every rule option; ``first_player`` is ``EACH`` where each seat starts each deal.
    shown
        Those of its rules that other settings do not share, in words.
    strategies
        The specs; in ``lone`` the lone one first (with two players, in the plan's order).
    cells
        Numbers of its cells.
    games
        Games in a block; the most, where an order of the seats that repeats itself has fewer.
    sides
        One for each of its strategies.
    """

    number: int
    kind: Kind
    players: int
    rules: dict[str, str | int]
    shown: str
    strategies: tuple[str, ...]
    cells: tuple[int, ...]
    games: int
    sides: tuple[Side, ...] = field(repr=False)

    @property
    def title(self) -> str:
        """The mix in words."""
        if self.kind == "mirror":
            return f"{self.strategies[0]} against itself"
        if self.kind == "lone" and self.players > 2:
            return f"one {self.strategies[0]} among {self.strategies[1]}"
        return " / ".join(self.strategies)

    @property
    def tells_starts(self) -> bool:
        """Whether it tells what turn order does: a mirror in which each seat starts, or the rule's.

        A mirror in which chance or one seat starts does not tell.
        """
        return self.kind == "mirror" and self.rules["first_player"] in (EACH, "rule")

    @property
    def group(self) -> str:
        """Players and rules in words: the heading under which it stands."""
        return f"{self.players} players" + (f", {self.shown}" if self.shown else "")

    @property
    def row(self) -> dict[str, object]:
        """What names it in a row of a table: ``setting``, ``players``, ``rules``, ``title``."""
        return {
            "setting": self.number,
            "players": self.players,
            "rules": self.shown,
            "title": self.title,
        }

    def side_row(self, side: Side) -> dict[str, object]:
        """Return what names one of its sides in a row of a table.

        ``setting``, ``side``, ``players``, ``rules``, ``strategy``, ``against``.
        """
        return {
            "setting": self.number,
            "side": side.number,
            "players": self.players,
            "rules": self.shown,
            "strategy": side.strategy,
            "against": side.against,
        }


def settings(run: Run) -> list[Setting]:
    """Return the settings of a run: by players, then in the plan's order."""
    groups: dict[str, list[int]] = {}
    starts: dict[str, set[str]] = {}
    for number in run.numbers:
        key = _key(run.plan.cells[number])
        groups.setdefault(key, []).append(number)
        starts.setdefault(key, set()).add(str(run.plan.cells[number].rules["first_player"]))
    found: list[tuple[list[int], bool]] = []
    for key, numbers in groups.items():
        cells = [run.plan.cells[number] for number in numbers]
        seats = {str(seat) for seat in range(cells[0].players)}
        each = len(set(cells[0].seating)) == 1 and starts[key] == seats
        if each or len(starts[key]) == 1:
            found.append((numbers, each))
        else:  # not every seat starts: then each start is a set of rules like any other
            found += [([n for n in numbers if _start(run, n) == s], False) for s in
                      dict.fromkeys(_start(run, n) for n in numbers)]  # fmt: skip
    found.sort(key=lambda one: (run.plan.cells[one[0][0]].players, one[0]))
    return _named(run, found)


def _start(run: Run, number: int) -> str:
    return str(run.plan.cells[number].rules["first_player"])


def _key(cell: Cell) -> str:
    """Return what the cells of a setting share; seats that start are told apart later."""
    start = str(cell.rules["first_player"])
    mirror = len(set(cell.seating)) == 1
    others = {name: value for name, value in cell.rules.items() if name != "first_player"}
    return repr((sorted(cell.seating), sorted(others.items()),
                 "seat" if mirror and start.isdigit() else start))  # fmt: skip


def _named(run: Run, found: list[tuple[list[int], bool]]) -> list[Setting]:
    rules = []
    for numbers, each in found:
        first = run.plan.cells[numbers[0]]
        rules.append({**first.rules, **({"first_player": EACH} if each else {})})
    shown = _shown(rules)
    made: list[Setting] = []
    sides = 0
    for number, (numbers, _) in enumerate(found):
        cells = [run.plan.cells[n] for n in numbers]
        count = Counter(cells[0].seating)
        kind: Kind = "line-up"
        if len(count) == 1:
            kind = "mirror"
        elif len(count) == 2 and min(count.values()) == 1:
            kind = "lone"
        strategies = tuple(dict.fromkeys(s for cell in cells for s in cell.seating))
        if kind == "lone":
            strategies = tuple(sorted(strategies, key=lambda s: count[s]))
        games = max(Counter(cell.offset for cell in cells).values())
        own = tuple(
            Side(sides + k, number, s, _against(kind, strategies, s, count), games * count[s])
            for k, s in enumerate(strategies)
        )
        sides += len(own)
        made.append(Setting(number, kind, cells[0].players, rules[number], shown[number],
                            strategies, tuple(numbers), games, own))  # fmt: skip
    return made


def _shown(rules: list[dict[str, str | int]]) -> list[str]:
    """Return of each set of rules what sets it apart.

    That each seat starts in turn is what mirrors are played for and needs no words.
    """
    varied = [
        name
        for name in (rules[0] if rules else {})
        if len({each[name] for each in rules if each[name] != EACH}) > 1
    ]
    return [
        ", ".join(f"{name}={each[name]}" for name in varied if each[name] != EACH) for each in rules
    ]


def _against(kind: Kind, strategies: tuple[str, ...], own: str, count: "Counter[str]") -> str:
    others = [s for s in strategies if s != own]
    if kind == "mirror":
        return "itself"
    if kind == "lone" and count.total() > 2:
        return f"a field of {others[0]}" if own == strategies[0] else f"one {others[0]}"
    return ", ".join(f"{count[s]} {s}" if count[s] > 1 else s for s in others)


def twins(found: list[Setting]) -> list[tuple[Side, Side]]:
    """Return sides that differ in the rules alone: each with that of the first set of rules."""
    groups: dict[tuple[object, ...], list[Setting]] = {}
    for setting in found:
        mix = (setting.players, *((side.strategy, side.seats) for side in setting.sides))
        groups.setdefault(mix, []).append(setting)
    return [
        (side, base)
        for first, *others in groups.values()
        for other in others
        for side, base in zip(other.sides, first.sides, strict=True)
    ]


def sides(found: list[Setting]) -> list[Side]:
    """Return all sides, in the order of their numbers."""
    return [side for setting in found for side in setting.sides]


def places(run: Run, found: list[Setting]) -> "pl.DataFrame":
    """Return which side holds a seat, and how large its blocks are.

    Returns
    -------
    polars.DataFrame
        ``cell``, ``seat``, ``side``, ``setting``, ``need`` (games in a block of that cell),
        ``weight``: how often they count. An order that repeats itself (A, B, A, B, A, B) has fewer
        rotations than others; they count so often that each deal has the same weight.
    """
    import polars as pl  # noqa: PLC0415

    rows = []
    for setting in found:
        by_strategy = {side.strategy: side.number for side in setting.sides}
        needs = Counter(run.plan.cells[cell].offset for cell in setting.cells)
        rows += [
            (cell, seat, by_strategy[spec], setting.number, need, setting.games // need)
            for cell in setting.cells
            for need in (needs[run.plan.cells[cell].offset],)
            for seat, spec in enumerate(run.plan.cells[cell].seating)
        ]
    numbers = dict.fromkeys(("need", "weight"), pl.Int64)
    schema = {"cell": pl.UInt16, "seat": pl.UInt8, "side": pl.Int32, "setting": pl.Int32, **numbers}
    return pl.DataFrame(rows, schema=schema, orient="row")
