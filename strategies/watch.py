"""Watching a strategy decide: what ``alhambra strategies check`` finds out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from sim.compile import INTERPRETED, numba
from sim.game import Player
from strategies.strategy import Choose


class Watched(Protocol):
    """What is needed of a game."""

    def fingerprint(self, table: Any) -> bytes:
        """Return all of the table that has to be left alone."""

    def deal_anew(self, seed: int) -> Callable[[], None]:
        """Deal the hidden cards anew; return what puts them back."""


@dataclass
class Findings:
    """What was seen.

    Attributes
    ----------
    decisions
        How often the strategy was asked.
    wrong
        The first problem of each kind, by the name of the check.
    """

    decisions: int = 0
    wrong: dict[str, str] = field(default_factory=dict)

    def note(self, check: str, problem: str) -> None:
        """Keep a problem unless there is one of its kind."""
        self.wrong.setdefault(check, problem)


class Watch:
    """A strategy that is asked again and again at each of its decisions.

    Every decision is asked for twice, then with the hidden cards dealt anew, then, if the strategy
    is compiled, of the same source as plain Python. The table must come back as it was.

    Parameters
    ----------
    game
        The game that is played.
    player, plain
        The strategy as it plays, and its plain source.
    found
        Where problems are noted.
    """

    def __init__(self, game: Watched, player: Player, plain: Choose, found: Findings) -> None:
        self._game, self._player, self._plain, self._found = game, player, plain, found
        self._checked = player.choose
        if not player.interpreted and not INTERPRETED:
            # Compiled like this an index out of range is an error, not somebody else's memory.
            self._checked = numba.njit(boundscheck=True)(plain)

    def watched(self) -> Player:
        """Return the player to let play instead."""
        return Player(self._choose, self._player.params, interpreted=True)

    def _choose(
        self, table: Any, me: int, moves: Any, n: int, rng: Any, _params: Any, memory: Any
    ) -> int:
        found, record, records = self._found, table._record, moves._records
        found.decisions += 1
        before = self._game.fingerprint(record), records[:n].tobytes()
        start = rng.copy(), memory.copy()

        def ask(choose: Choose, views: bool) -> int:
            rng[:], memory[:] = start
            if views:
                return int(choose(table, me, moves, n, rng, self._player.params.tolist(), memory))
            return int(choose(record, me, records[:], n, rng, self._player.params, memory))

        views = self._player.interpreted
        answer = ask(self._checked, views)
        after = rng.copy(), memory.copy()
        if not 0 <= answer < n:
            found.note("legal", f"answered {answer}, there are moves 0 to {n - 1}")
        if (self._game.fingerprint(record), records[:n].tobytes()) != before:
            found.note("table", "the table or the moves were changed")
        if ask(self._checked, views) != answer or not _same(after, (rng, memory)):
            found.note("determinism", "decided differently when asked again")
        put_back = self._game.deal_anew(found.decisions)
        if ask(self._checked, views) != answer:
            found.note("hidden cards", "decided differently with other cards hidden")
        put_back()
        if not views and not INTERPRETED:
            self._ask_plain(lambda: ask(self._plain, False), answer)
        rng[:], memory[:] = after
        return answer

    def _ask_plain(self, ask: Callable[[], int], answer: int) -> None:
        try:
            with np.errstate(all="ignore"):
                plain = ask()
        except Exception as error:
            self._found.note("speeds", f"as plain Python: {type(error).__name__}: {error}")
            return
        if plain != answer:
            self._found.note("speeds", f"compiled {answer}, as plain Python {plain}")


def _same(one: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
