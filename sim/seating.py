"""Seatings: who sits where, so that every strategy meets every place (design: blocks of deals)."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial

Seating = tuple[str, ...]
"""The full spec of each seat, in the order of seats."""

ALL_ORDERS = 4
"""Up to this many players a line-up plays every cyclic order on every deal."""


def mirror(spec: str, players: int) -> Seating:
    """Return the seating of a strategy against itself."""
    return (spec,) * players


def lone(spec: str, field: str, players: int) -> list[Seating]:
    """Return one strategy against a field of another, in every seat."""
    return [
        tuple(spec if seat == own else field for seat in range(players)) for own in range(players)
    ]


def line_up(specs: Sequence[str]) -> Iterator[tuple[Seating, int, int]]:
    """Yield every cyclic order of a line-up in every rotation, with the deals that it plays.

    Yields
    ------
    tuple
        A seating, and ``every`` and ``offset``: it plays the deals that leave ``offset`` when
        divided by ``every``. With more than four players the deal picks the cyclic order.
    """
    orders = factorial(len(specs) - 1)
    every = orders if len(specs) > ALL_ORDERS else 1
    seen: set[tuple[Seating, int]] = set()
    for number, rest in enumerate(permutations(specs[1:])):
        order = (specs[0], *rest)
        for turn in range(len(order)):
            seating, offset = order[turn:] + order[:turn], number % every
            if (seating, offset) not in seen:
                seen.add((seating, offset))
                yield seating, every, offset
