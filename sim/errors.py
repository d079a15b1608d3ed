"""Errors that a user can do something about."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(Exception):
    """One clear line for the user: what was wrong, where, and the nearest right thing.

    The command line prints the message without a traceback and exits with status 2.
    """


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint that names the nearest right spelling, or all of them.

    Parameters
    ----------
    name
        What the user wrote.
    names
        What could have been written.

    Returns
    -------
    str
        ``"did you mean 'x'?"`` where one is close, else ``"choose from a, b, c"``.
    """
    known = list(names)
    close = get_close_matches(name, known, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"choose from {', '.join(known)}" if known else "there is none"
