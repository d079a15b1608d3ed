"""From what a user asks for to the cells of a plan."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.errors import UserError, nearest
from sim.plan import Cell, Plan, PlannedStrategy, chunk_size
from sim.seating import line_up, lone, mirror

if TYPE_CHECKING:
    from strategies.spec import Spec

Rules = dict[str, Any]


def make_plan(
    game: str,
    specs: "Sequence[Spec]",
    deals: tuple[int, int],
    seed: int,
    rules: Sequence[Rules],
    players: Sequence[int] = (1,),
    line_ups: "Sequence[Sequence[Spec]]" = (),
    *,
    every_seat_begins: bool = True,
    mirrors: bool = True,
) -> Plan:
    """Return the plan of a command.

    Parameters
    ----------
    specs
        Strategies that are played in the mirror and one against a field of another; each alone in
        the patience.
    rules
        The value of every rule option, for each combination that is asked for.
    players
        Numbers of players.
    line_ups
        Each is played with as many players as it has strategies.
    every_seat_begins
        Whether mirrors are played with each seat beginning, for the value of the first player.
    mirrors
        Whether every strategy also plays itself.
    """
    known = {spec.spec: spec for spec in [*specs, *(s for line in line_ups for s in line)]}
    names = [spec.spec for spec in specs]
    cells: dict[tuple[Any, ...], Cell] = {}
    for values in rules:
        for n in players:
            alone = names if mirrors or n == 1 else []
            for cell in _cells(game, names, alone, line_ups, values, n, every_seat_begins):
                cost = sum(known[spec].cost for spec in cell.seating) / n
                key = (cell.seating, *cell.rules.values(), cell.every, cell.offset)
                cells.setdefault(key, replace(cell, chunk=chunk_size(cost)))
    planned = tuple(PlannedStrategy(text, s.name, s.params) for text, s in known.items())
    return Plan(seed, *deals, tuple(cells.values()), planned)


def _cells(
    game: str,
    names: Sequence[str],
    mirrored: Sequence[str],
    line_ups: "Sequence[Sequence[Spec]]",
    rules: Rules,
    n: int,
    every_seat_begins: bool,
) -> Iterator[Cell]:
    for name in mirrored:
        for first in range(n) if n > 1 and every_seat_begins else (None,):
            begun = rules if first is None else {**rules, "first_player": str(first)}
            yield Cell(game, mirror(name, n), begun, 1)
    for own in names if n > 1 else ():
        for field in names:
            if own != field:
                yield from (Cell(game, seating, rules, 1) for seating in lone(own, field, n))
    for specs in line_ups:
        if len(specs) == n:
            for seating, every, offset in line_up([spec.spec for spec in specs]):
                yield Cell(game, seating, rules, 1, every, offset)


def read_players(game: str, text: str | None, line_ups: Sequence[Sequence[Any]]) -> list[int]:
    """Return the numbers of players of ``"2,3,4"``; those of the line-ups, or all, by default.

    Raises
    ------
    UserError
        If the game is not for so many, or a line-up has no number that fits.
    """
    from sim.game import load_players

    allowed = load_players(game)
    sizes = sorted({len(line) for line in line_ups})
    if any(size not in allowed for size in sizes):
        raise UserError(f"a line-up has {allowed[0]} to {allowed[-1]} strategies, one a player")
    if text is None:
        numbers = sizes or [allowed[0]]
    else:
        try:
            numbers = [int(part) for part in text.split(",")]
        except ValueError:
            raise UserError(f"--players {text!r}: give numbers, such as 2,3,4") from None
    for number in numbers:
        if number not in allowed:
            span = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise UserError(f"--players {number}: the {game} is for {span}")
    if len(set(numbers)) < len(numbers):
        raise UserError(f"--players {text}: a number is given twice")
    for size in sizes:
        if size not in numbers:
            raise UserError(f"a line-up of {size} needs --players {size}")
    return numbers


def check_first_player(rules: Sequence[Rules], players: Sequence[int]) -> None:
    """Refuse a first player who is not there.

    Raises
    ------
    UserError
        If ``first_player`` is a seat beyond the players.
    """
    for values in rules:
        seat = str(values.get("first_player", "rule"))
        if seat.isdigit() and int(seat) >= min(players):
            seats = [str(k) for k in range(min(players))]
            raise UserError(
                f"rule first_player: no seat {seat} with {min(players)} players;"
                f" {nearest(seat, seats)}"
            )


def split_line_up(text: str) -> list[str]:
    """Return the specs of ``"A,B(x=1, y=2),C"``: commas within parentheses do not separate."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
