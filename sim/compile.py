"""Compiling with numba, cached where a stale cache is impossible.

Numba looks at the content of a function's own file only, so an edited helper
would go unseen and old results would come back. The cache therefore lives in a
folder named by a hash of every source of ours and of the compiler's versions.
Import numba through this module.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from getpass import getuser
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from platformdirs import user_cache_path

__all__ = [
    "CACHE",
    "INTERPRETED",
    "cached_apart",
    "choose_signature",
    "compiled",
    "compiled_as",
    "inlined",
    "numba",
    "sweep_cache",
    "types",
    "wide",
]

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parent.parent
COMPILED_PACKAGES = ("sim", "strategies")


def cache_key() -> str:
    """Return the hash that names the cache folder: our sources and the compiler's versions."""
    digest = hashlib.blake2b(digest_size=10)
    for package in COMPILED_PACKAGES:
        for source in sorted((ROOT / package).rglob("*.py")):
            digest.update(str(source.relative_to(ROOT)).encode() + b"\0")
            digest.update(source.read_bytes() + b"\0")
    versions = [sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy"))]
    digest.update("\n".join(versions).encode())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder() -> Path:
    """Return the folder of this version's compiled code.

    It lies in ``ALHAMBRA_CACHE`` if that is set, else in the user's cache folder, else (where
    that cannot be written) in the system's temporary folder.
    """
    own = os.environ.get("ALHAMBRA_CACHE")
    base = Path(own) if own else user_cache_path("alhambra")
    if not _writable(base):
        base = Path(tempfile.gettempdir()) / f"alhambra-{getuser()}"
    return base / cache_key()


def sweep_cache(days: float = 30) -> None:
    """Delete the compiled code of other versions that has not been touched for some days."""
    for folder in CACHE.parent.glob("?" * len(CACHE.name)):
        age = time.time() - folder.stat().st_mtime
        if folder != CACHE and folder.is_dir() and age > days * 86400:
            shutil.rmtree(folder, ignore_errors=True)


CACHE = cache_folder()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numba  # noqa: E402  (its cache folder must be set first)
from numba import types  # noqa: E402
from numba.core.errors import NumbaExperimentalFeatureWarning  # noqa: E402

numba.config.CACHE_DIR = str(CACHE)  # if somebody imported numba before us
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: the same source runs as plain Python."""


@contextmanager
def cached_apart(name: str) -> Iterator[None]:
    """Within, keep compiled code in a folder of its own in the cache.

    For code that is not ours: a change to it, or to a helper that it imports, must find no stale
    code, so the name has to be a hash of all that it is made of.
    """
    folder = CACHE / name
    folder.mkdir(parents=True, exist_ok=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


wide: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""int64, which a type checker may take for an int. Interpreted, a shift of a narrower number would
lose bits that the compiled one keeps."""


def compiled(function: F) -> F:
    """Compile a function when it is first called, and cache it on disk."""
    result: F = numba.njit(cache=True)(function)
    return result


def inlined(function: F) -> F:
    """Compile a function as :func:`compiled` does, with a copy of its code in every caller.

    For the large functions that a game's loop calls at every step: the calls themselves took a
    quarter of the time. Small ones are copied anyhow.
    """
    result: F = numba.njit(cache=True, forceinline=True)(function)
    return result


def compiled_as(signature: Any) -> Callable[[F], F]:
    """Compile a function now, for one signature, and cache it on disk.

    Functions that take a strategy need this: only with an explicit signature is a strategy a
    value and not a type, so that a new one does not recompile the function.
    """

    def decorate(function: F) -> F:
        result: F = numba.njit(signature, cache=True)(function)
        return result

    return decorate


def choose_signature(table: Any, move: Any) -> Any:
    """Return the numba signature of a strategy of a game.

    Parameters
    ----------
    table, move
        The numpy dtypes of the game's table and of one move.

    Returns
    -------
    numba signature
        ``choose(table, me, moves, n, rng, params, memory) -> index``.
    """
    return types.int64(
        numba.from_dtype(table),
        types.int64,
        numba.from_dtype(move)[::1],
        types.int64,
        types.uint64[::1],
        types.float64[::1],
        types.int64[::1],
    )
