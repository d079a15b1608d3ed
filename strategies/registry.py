"""The strategies that have a plain name: the built-in ones are found by looking, never listed.

Every :class:`~strategies.strategy.Strategy` that a module of ``strategies.<game>`` declares is one.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sim.errors import UserError, nearest
from sim.game import check_game
from strategies.plugin import installed
from strategies.strategy import Strategy


@cache
def built_in(game: str) -> dict[str, Strategy]:
    """Return the built-in strategies of a game by name, in alphabetical order."""
    package = import_module(f"strategies.{check_game(game)}")
    found: dict[str, Strategy] = {}
    for info in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{info.name}")
        for item in vars(module).values():
            if isinstance(item, Strategy) and item.choose.__module__ == module.__name__:
                assert item.name not in found, f"two strategies of {game} are named {item.name}"
                found[item.name] = item
    return dict(sorted(found.items()))


def find(game: str, name: str) -> Strategy:
    """Return a strategy by name: built in, or of an installed package.

    Raises
    ------
    UserError
        If there is none of this name.
    """
    known = built_in(game)
    if name not in known:
        known = {**installed(game), **known}
    if name not in known:
        raise UserError(f"no strategy {name!r} for the {game}; {nearest(name, known)}")
    return known[name]
