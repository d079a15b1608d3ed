"""Specs: how a strategy is written, on the command line, in plans and in reports.

``name`` or ``name(param=value, ...)``; a switch takes ``true`` or ``false``. The name of a strategy
in a user's file is ``path/to/file.py:name``.
"""

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.compile import CACHE, INTERPRETED, cached_apart, compiled_as
from sim.errors import UserError, nearest
from sim.game import Player, load_game
from strategies.plugin import cache_name, find_in_file, split_path, strategies_in
from strategies.registry import built_in, find
from strategies.strategy import Parameter, Strategy

Value = bool | int | float

SPEC = re.compile(r"\s*(?P<name>[^()\s][^()]*?)\s*(?:\((?P<inside>[^()]*)\))?\s*", re.DOTALL)
SLOW = 20_000.0
"""Microseconds a game that a strategy in plain Python is taken to cost at least."""
SWITCH = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


@dataclass(frozen=True)
class Spec:
    """A strategy with the values of its parameters; picklable, loads itself anywhere.

    Attributes
    ----------
    game, name
        Which strategy.
    values
        One for each declared parameter, in order.
    file
        The user's file that holds it, as an absolute path; empty for all others.
    """

    game: str
    name: str
    values: tuple[Value, ...]
    file: str = ""

    @property
    def strategy(self) -> Strategy:
        """The strategy as declared."""
        if self.file:
            return find_in_file(self.game, self.file, self.name.rpartition(":")[2])
        return find(self.game, self.name)

    @property
    def cost(self) -> float:
        """Declared cost of a game in microseconds; plain Python costs a good deal at least."""
        strategy = self.strategy
        ours = strategy is built_in(self.game).get(self.name)
        slow = strategy.interpreted if ours else self.load().interpreted
        return max(strategy.cost, SLOW) if slow else strategy.cost

    @property
    def params(self) -> dict[str, Value]:
        """Every parameter with its value, in declared order."""
        names = (parameter.name for parameter in self.strategy.parameters)
        return dict(zip(names, self.values, strict=True))

    @property
    def spec(self) -> str:
        """Canonical text; parameters that have their default are left out."""
        shown = [
            f"{parameter.name}={write_value(value)}"
            for parameter, value in zip(self.strategy.parameters, self.values, strict=True)
            if value != parameter.default
        ]
        return f"{self.name}({', '.join(shown)})" if shown else self.name

    def load(self) -> Player:
        """Return the strategy, compiled where it can be.

        What is built in compiles; of other strategies those that numba does not compile are
        interpreted, and the player says why.
        """
        strategy = self.strategy
        params = np.array(self.values, dtype=np.float64)
        if INTERPRETED:
            return Player(strategy.choose, params)
        if strategy.interpreted:
            return Player(strategy.choose, params, True, "it asks not to be compiled")
        signature = load_game(self.game).signature()
        if strategy is built_in(self.game).get(self.name):
            return Player(compiled_as(signature)(strategy.choose), params)
        reason = _why_not(self)
        if not reason:
            try:
                return Player(_compile_apart(self, signature), params)
            except Exception as error:
                reason = _first_line(error)
                _reason_file(self).write_text(reason, encoding="utf-8")
        return Player(strategy.choose, params, True, reason)


@cache
def _cache_name(spec: Spec) -> str:
    return cache_name(spec.file or inspect.getfile(spec.strategy.choose))


@cache
def _compile_apart(spec: Spec, signature: Any) -> Any:
    with cached_apart(_cache_name(spec)):
        return compiled_as(signature)(spec.strategy.choose)


def _reason_file(spec: Spec) -> Path:
    return CACHE / _cache_name(spec) / f"{spec.game}-{spec.strategy.name}.reason"


def _why_not(spec: Spec) -> str:
    """Return why numba did not compile a strategy when it was tried before, if it did not."""
    file = _reason_file(spec)
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _first_line(error: Exception) -> str:
    """Return what a compiler's error says, in a line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in", "During: ", "File "))]
    return (told or lines or [type(error).__name__])[0]


def is_compiled(spec: Spec) -> bool:
    """Return whether this machine has compiled the strategy before."""
    return _mark(spec).exists()


def mark_compiled(spec: Spec) -> None:
    """Remember that this machine has compiled the strategy."""
    _mark(spec).touch()


def _mark(spec: Spec) -> Path:
    name = f"{spec.game}-{spec.strategy.name}.compiled"
    return CACHE / _cache_name(spec) / name if spec.file else CACHE / name


def read_spec(game: str, text: str) -> Spec:
    """Read a spec.

    Raises
    ------
    UserError
        If it is misspelt, or names a strategy, parameter or value that does not exist.
    """
    match = SPEC.fullmatch(text)
    if not match:
        raise UserError(f"strategy {text!r}: a spec is name or name(param=value, ...)")
    name, file = match["name"], ""
    if path := split_path(name):
        strategy, file = find_in_file(game, *path), str(Path(path[0]).expanduser().resolve())
        name = ":".join(path)
    elif name.endswith(".py"):
        held = ", ".join(f"{name}:{one}" for one in strategies_in(name))
        raise UserError(
            f"strategy {text!r}: name a strategy of the file; it holds {held or 'none'}"
        )
    else:
        strategy = find(game, name)
    given = _arguments(text, match["inside"])
    known = [parameter.name for parameter in strategy.parameters]
    for key in given:
        if key not in known:
            raise UserError(
                f"strategy {strategy.name!r} has no parameter {key!r}; {nearest(key, known)}"
            )
    values = tuple(
        _read_value(strategy.name, parameter, given[parameter.name])
        if parameter.name in given
        else parameter.default
        for parameter in strategy.parameters
    )
    return Spec(game, name, values, file)


def _arguments(text: str, inside: str | None) -> Mapping[str, str]:
    given: dict[str, str] = {}
    for item in (inside or "").split(","):
        if not item.strip():
            continue
        name, equals, value = (part.strip() for part in item.partition("="))
        if not (name and equals and value):
            raise UserError(f"strategy {text!r}: {item.strip()!r} is not param=value")
        if name in given:
            raise UserError(f"strategy {text!r}: parameter {name!r} is given twice")
        given[name] = value
    return given


def _read_value(strategy: str, parameter: Parameter, text: str) -> Value:
    where = f"strategy {strategy!r}, parameter {parameter.name!r}"
    if isinstance(parameter.default, bool):
        if text.lower() not in SWITCH:
            raise UserError(f"{where}: {text!r} is neither true nor false")
        return SWITCH[text.lower()]
    kind = int if isinstance(parameter.default, int) else float
    article = "whole number" if kind is int else "number"
    try:
        value = kind(text)
    except ValueError:
        raise UserError(f"{where}: {text!r} is no {article}") from None
    if not parameter.low <= value <= parameter.high:  # also refuses nan
        raise UserError(f"{where}: {text} is not from {parameter.low:g} to {parameter.high:g}")
    return value


def write_value(value: Value) -> str:
    """Return a parameter's value as it stands in a spec."""
    return str(value).lower() if isinstance(value, bool) else repr(value)
