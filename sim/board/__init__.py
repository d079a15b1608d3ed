"""The tile board game: the market game of ``sim.market`` with a city (B1 to B8)."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.board.model import BrokenRule, City

__all__ = ["BrokenRule", "City"]


def __getattr__(name: str) -> Any:
    """Load the public class when it is asked for: the rule options alone need no compiler."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sim.board import model  # noqa: PLC0415

    return getattr(model, name)
