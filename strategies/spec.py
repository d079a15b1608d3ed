"""Specs: how a strategy is written, on the command line, in plans and in reports.

``name`` or ``name(param=value, ...)``; a switch takes ``true`` or ``false``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sim.compile import CACHE, INTERPRETED, compiled_as
from sim.errors import UserError, nearest
from sim.game import Player, load_game
from strategies.registry import find
from strategies.strategy import Parameter, Strategy

Value = bool | int | float

SPEC = re.compile(r"\s*(?P<name>[^()\s][^()]*?)\s*(?:\((?P<inside>[^()]*)\))?\s*", re.DOTALL)
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
    """

    game: str
    name: str
    values: tuple[Value, ...]

    @property
    def strategy(self) -> Strategy:
        """The strategy as declared."""
        return find(self.game, self.name)

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
        """Return the strategy, compiled where it can be."""
        strategy = self.strategy
        params = np.array(self.values, dtype=np.float64)
        if strategy.interpreted and not INTERPRETED:
            return Player(strategy.choose, params, interpreted=True)
        signature = load_game(self.game).signature()
        return Player(compiled_as(signature)(strategy.choose), params)


def is_compiled(spec: Spec) -> bool:
    """Return whether this machine has compiled the strategy before."""
    return _mark(spec).exists()


def mark_compiled(spec: Spec) -> None:
    """Remember that this machine has compiled the strategy."""
    _mark(spec).touch()


def _mark(spec: Spec):  # type: ignore[no-untyped-def]  # noqa: ANN202
    return CACHE / f"{spec.game}-{spec.name}.compiled"


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
    strategy = find(game, match["name"])
    given = _arguments(text, match["inside"])
    known = [parameter.name for parameter in strategy.parameters]
    for name in given:
        if name not in known:
            raise UserError(
                f"strategy {strategy.name!r} has no parameter {name!r}; {nearest(name, known)}"
            )
    values = tuple(
        _read_value(strategy.name, parameter, given[parameter.name])
        if parameter.name in given
        else parameter.default
        for parameter in strategy.parameters
    )
    return Spec(game, strategy.name, values)


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
