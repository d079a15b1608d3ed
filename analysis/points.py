"""What brings points in a market game, and which columns of the log hold them."""

from sim.schema import SEATS, TYPES

ROUNDS = ("a", "b", "c")
WALLS = "walls"
"""The source of points that the board game has beside the types of buildings (B4)."""

MOST_FOR_TYPES = 21 + 63 + 111
"""Points of a player who is first for every type in every round (M12)."""
MOST_WALL = 80
"""Segments of a wall at most: the walled sides of all tiles."""

CITY = ("wall", "city", "reserve", "placed", "removed", "swapped")
"""Columns that say how a city was built and what it came to."""


def has_cities(game: str) -> bool:
    """Return whether a game is one of cities, with walls."""
    return any(column.name == "wall" for column in SEATS[game])


def city_columns(game: str) -> tuple[str, ...]:
    """Return the longest walls by round and the columns ``CITY``; none in a game without cities."""
    return (*(column(r, WALLS) for r in ROUNDS), *CITY) if has_cities(game) else ()


def sources(game: str) -> tuple[str, ...]:
    """Return what brings points: the types of buildings, and walls where there are some."""
    return (*TYPES, WALLS) if has_cities(game) else TYPES


def column(scoring_round: str, source: str) -> str:
    """Return the column that holds the points of a source in a round."""
    return f"{WALLS}_{scoring_round}" if source == WALLS else f"points_{scoring_round}_{source}"


def columns(game: str) -> tuple[str, ...]:
    """Return all columns of points, round by round."""
    return tuple(column(r, source) for r in ROUNDS for source in sources(game))


def most(game: str) -> int:
    """Return a number of points that nobody can exceed."""
    return MOST_FOR_TYPES + len(ROUNDS) * MOST_WALL * has_cities(game)
