"""Rule options: what may be chosen, and reading what a user chose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.errors import UserError, nearest

Value = str | int


@dataclass(frozen=True)
class Option:
    """One rule option of a game.

    Attributes
    ----------
    name
        As it stands in plans, logs and records.
    default
        The value that is played unless another is asked for.
    meaning
        One sentence, with the rule's number.
    values
        The values of a named option, in the order of their numbers in the engine.
    low, high
        Bounds of a number.
    """

    name: str
    default: Value
    meaning: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, value: Value) -> Value:
        """Return ``value`` as this option holds it.

        Raises
        ------
        UserError
            If it is not one of the option's values.
        """
        if self.values:
            if value not in self.values:
                hint = nearest(str(value), self.values)
                raise UserError(f"rule {self.name}: no value {str(value)!r}; {hint}")
            return value
        number = _whole(value)
        if number is None or not self.low <= number <= self.high:
            raise UserError(
                f"rule {self.name}: {str(value)!r} is no whole number"
                f" from {self.low} to {self.high}"
            )
        return number

    def number(self, value: Value) -> int:
        """Return the engine's number for a value."""
        return self.values.index(str(value)) if self.values else int(value)


def _whole(value: object) -> int | None:
    """Return a whole number, also one written as text, or None."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        return int(value)
    except ValueError:
        return None


def complete(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return the value of every option, in declared order.

    Raises
    ------
    UserError
        If a name or value in ``given`` does not exist.
    """
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise UserError(f"no rule option {name!r}; {nearest(name, sorted(known))}")
    return {o.name: o.read(given.get(o.name, o.default)) for o in options}
