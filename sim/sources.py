"""Which sources a result depends on.

Hashes of a module and of all that it imports from outside installed packages.
"""

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("sim", "strategies")
PINNED = ("alhambra-sim", "numpy", "numba", "llvmlite", "polars")
"""Packages whose versions a run may not change midway: they can change a part's bytes."""


def versions() -> dict[str, str]:
    """Return the versions of the packages that a run depends on."""
    return {name: version(name) for name in PINNED}


def closure(path: Path) -> dict[str, str]:
    """Return the SHA-256 of a source file and of everything of ours or the user's that it imports.

    Parameters
    ----------
    path
        A Python source file.

    Returns
    -------
    dict
        From file (relative to the project for our own, else absolute) to hash, sorted.
    """
    seen: dict[Path, str] = {}
    todo = [path.resolve()]
    while todo:
        source = todo.pop()
        if source in seen:
            continue
        seen[source] = hashlib.sha256(source.read_bytes()).hexdigest()
        todo += [found for found in _imports(source) if found not in seen]
    return dict(sorted((_label(source), digest) for source, digest in seen.items()))


def combined(files: dict[str, str]) -> str:
    """Return one hash (16 hex digits) for a closure."""
    text = "\n".join(f"{name} {digest}" for name, digest in sorted(files.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _label(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    tree = ast.parse(path.read_bytes(), str(path))
    return tuple(dict.fromkeys(found for name in _names(tree) if (found := _locate(name))))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _locate(name: str) -> Path | None:
    """Return the file of a module unless it belongs to Python or to an installed package."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names:
        return None
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    origin = Path(spec.origin).resolve()
    installed = any(
        origin.is_relative_to(Path(sysconfig.get_path(kind)).resolve())
        for kind in ("purelib", "platlib", "stdlib")
    )
    return None if installed and top not in OURS else origin
