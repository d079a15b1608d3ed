"""Arguments and options that several commands share."""

import itertools
from collections.abc import Sequence
from typing import Any

import click

from sim.errors import UserError, nearest

GAME = click.argument("game")
STRATEGIES = click.option(
    "--strategy", "-s", multiple=True, metavar="SPEC",
    help="A strategy: name or name(param=value, ...). May be repeated.",
)  # fmt: skip
SEED = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="N",
    help="Root seed of all deals and of the strategies' own dice.",
)  # fmt: skip
RULES = click.option(
    "--rule", "-r", multiple=True, metavar="NAME=VALUE[,VALUE...]",
    help="A rule option; several values make a cell each. May be repeated.",
)  # fmt: skip


def read_rules(game: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return every combination of the values given, each with all options of the game.

    Raises
    ------
    UserError
        If an option or value does not exist, or is given twice.
    """
    from sim.game import load_options
    from sim.rules import complete

    options = {option.name: option for option in load_options(game)}
    given: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals:
            raise UserError(f"--rule {text!r}: give NAME=VALUE")
        if name not in options:
            raise UserError(f"no rule option {name!r} in the {game}; {nearest(name, options)}")
        if name in given:
            raise UserError(f"rule {name} is given twice; give its values as {name}=A,B")
        read = [options[name].read(value.strip()) for value in values.split(",")]
        if len(set(read)) < len(read):
            raise UserError(f"rule {name}: a value is given twice in {values!r}")
        given[name] = read
    return [
        complete(list(options.values()), dict(zip(given, values, strict=True)))
        for values in itertools.product(*given.values())
    ]


def read_rule(game: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return one value for every rule option; several values are an error."""
    combinations = read_rules(game, texts)
    if len(combinations) > 1:
        raise UserError("one game has one value for each rule option")
    return combinations[0]
