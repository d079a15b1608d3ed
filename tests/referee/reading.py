"""Reading the text of a record: objects, keys and their types."""

import json
from collections import Counter
from typing import Any, Protocol

Row = dict[str, Any]


class Foul(Exception):  # noqa: N818  (a foul is what a referee calls it)
    """Something in a record that the rules do not allow.

    Attributes
    ----------
    reason
        The rule's number (or ``record``), a colon, and what is wrong.
    line
        Number of the line, from 1.
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason, line)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Broken(Exception):  # noqa: N818
    """A broken rule, before it is known in which line."""


class Game(Protocol):
    """A game in progress."""

    def event(self, row: Row) -> bool:
        """Let one event happen; return whether it was the last of its game."""


def _no_doubles(pairs: list[tuple[str, Any]]) -> Row:
    names = Counter(name for name, _ in pairs)
    for name, times in names.items():
        if times > 1:
            raise Broken(f"record: the key {name!r} stands twice")
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise Broken(f"record: {name} is not JSON")


def read_object(line: str) -> Row:
    """Return the JSON object of a line."""
    try:
        row = json.loads(line, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except ValueError:
        raise Broken("record: the line is not a JSON object") from None
    if not isinstance(row, dict):
        raise Broken("record: the line is not a JSON object")
    return row


def get(row: Row, key: str, kind: type) -> Any:
    """Return a value that must be there and of exactly this type (true is no number)."""
    if key not in row:
        raise Broken(f"record: {key!r} is missing")
    if type(row[key]) is not kind:
        raise Broken(f"record: {key!r} is {row[key]!r}")
    return row[key]


def get_list(row: Row, key: str, kind: type) -> list[Any]:
    """Return a list of values of exactly one type."""
    values: list[Any] = get(row, key, list)
    if any(type(value) is not kind for value in values):
        raise Broken(f"record: {key!r} is {values!r}")
    return values


def read_header(row: Row) -> tuple[str, int, Row]:
    """Return game, players and rules of a header."""
    if "event" in row:
        raise Broken("record: an event where a header should stand")
    if get(row, "record", int) != 1:
        raise Broken(f"record: version {row['record']}, not 1")
    players = get(row, "players", int)
    seats = get_list(row, "strategies", str)
    if len(seats) != players or not all(seats):
        raise Broken(f"record: 'strategies' is {seats!r} with {players} players")
    for key in ("seed", "deal", "index"):
        get(row, key, int)
    return get(row, "game", str), players, get(row, "rules", dict)
