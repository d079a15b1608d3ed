"""Strategies that are not built in: from a user's file, and from installed packages.

``path/to/file.py:name`` is a :class:`~strategies.strategy.Strategy` in a file. Installed packages
name theirs in the entry point group ``alhambra.strategies``; they are known by their own names.
"""

import hashlib
import sys
import traceback
from functools import cache
from importlib import util
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from sim.compile import cached_apart
from sim.errors import UserError, nearest
from sim.sources import closure, combined
from strategies.strategy import Strategy

GROUP = "alhambra.strategies"
ENDING = ".py:"


def split_path(name: str) -> tuple[str, str] | None:
    """Return path and name of ``path/to/file.py:name``, or None if it is a plain name."""
    path, ending, own = name.rpartition(ENDING)
    return (path + ".py", own.strip()) if ending else None


def find_in_file(game: str, path: str, name: str) -> Strategy:
    """Return a strategy of a user's file.

    Parameters
    ----------
    game
        The game that it must be for.
    path
        The file.
    name
        The strategy's name in it.

    Raises
    ------
    UserError
        If there is no such file, if it does not import, or holds no such strategy.
    """
    found = strategies_in(path)
    if name in found and found[name].game == game:
        return found[name]
    if name in found:
        raise UserError(f"{path}: {name!r} plays the {found[name].game}, not the {game}")
    if not found:
        raise UserError(f"{path}: holds no strategy; declare one with @strategy({game!r})")
    raise UserError(f"{path}: no strategy {name!r}; {nearest(name, found)}")


def strategies_in(path: str) -> dict[str, Strategy]:
    """Return the strategies that a file declares, by name."""
    module = _load(_resolve(path))
    return {
        item.name: item
        for item in vars(module).values()
        if isinstance(item, Strategy) and item.choose.__module__ == module.__name__
    }


def _resolve(path: str) -> Path:
    file = Path(path).expanduser()
    if not file.is_file():
        there = sorted(other.name for other in file.parent.glob("*.py"))
        hint = f"; {nearest(file.name, there)}" if there else ""
        raise UserError(f"strategy: no file {path!r}{hint}")
    return file.resolve()


def cache_name(path: str) -> str:
    """Return where the compiled code of a file's strategies is kept: by all that it is made of."""
    file = _resolve(path)
    _let_import(file)
    return f"plugin-{combined(closure(file))}"


def _let_import(file: Path) -> None:
    """Let a file import its neighbours, behind everything else."""
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.append(folder)


@cache
def _load(file: Path) -> ModuleType:
    """Import a user's file, with its compiled code apart from ours."""
    _let_import(file)
    digest = hashlib.blake2b(str(file).encode(), digest_size=6).hexdigest()
    name = f"alhambra_plugin_{digest}"
    spec = util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UserError(f"{file.name}: cannot be imported")
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with cached_apart(cache_name(str(file))):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UserError(_import_problem(file, error)) from None
    return module


def _import_problem(file: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        where = f", line {error.lineno}" if error.lineno else ""
        return f"{file.name}{where}: {error.msg}"
    own = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
    where = f", line {own[-1].lineno}" if own else ""
    return f"{file.name}{where}: does not import: {type(error).__name__}: {error}"


@cache
def installed(game: str) -> dict[str, Strategy]:
    """Return the strategies of a game that installed packages bring, by name.

    Raises
    ------
    UserError
        If one of them does not load, or two have the same name.
    """
    found: dict[str, Strategy] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        item = _load_entry(entry)
        if item.game != game:
            continue
        if item.name in found:
            raise UserError(f"two installed packages bring a strategy {item.name!r} of the {game}")
        found[item.name] = item
    return found


def _load_entry(entry: EntryPoint) -> Strategy:
    where = f"{entry.name} = {entry.value!r} of {entry.dist.name if entry.dist else 'a package'}"
    try:
        item = entry.load()
    except Exception as error:
        raise UserError(
            f"strategy plugin {where} does not load: {type(error).__name__}: {error}"
        ) from None
    if not isinstance(item, Strategy):
        raise UserError(f"strategy plugin {where} is no strategy; declare it with @strategy(GAME)")
    return item
