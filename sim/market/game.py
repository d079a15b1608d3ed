"""A market game as the batch runner sees it."""

import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.game import Played, Player
from sim.market.course import FAULT, Buffers, show_hands
from sim.market.engine import Engine
from sim.market.narrate import narrate
from sim.market.table import PURPOSES, SEATS, SECRET, begin
from sim.market.trace import Trace
from sim.plan import Cell
from sim.randomness import mix, seed_stream, stream_key, word
from sim.record import plain
from sim.rules import Option
from sim.schema import GAMES, Column
from sim.schema import SEATS as SEATS_SCHEMA


def counted(columns: Sequence[Column], first: str) -> tuple[Column, ...]:
    """Return the columns that an engine counts: from ``first`` on, the digest apart."""
    names = [column.name for column in columns]
    return tuple(c for c in columns[names.index(first) :] if c.name != "digest")


class MarketGame:
    """A market game, played by its engine.

    Parameters
    ----------
    name
        As in :data:`sim.game.GAMES`.
    players, options
        Numbers of players, and rule options.
    engine
        The game's module ``play``.
    course
        What plays it move by move.
    """

    def __init__(
        self,
        name: str,
        players: tuple[int, ...],
        options: tuple[Option, ...],
        engine: Engine,
        course: type[Trace] = Trace,
    ) -> None:
        self.name, self.players, self.options = name, players, options
        self._engine, self._course = engine, course
        self._games = counted(GAMES[name], "end")
        self._seats = counted(SEATS_SCHEMA[name], "order")
        assert len(self._games) == engine.GAME_ROWS
        assert len(self._seats) == engine.SEAT_ROWS
        self._buffers = Buffers(engine.TABLE, engine.TALLY, engine.WORK)

    def signature(self) -> Any:
        """Return the numba signature of the game's strategies."""
        return self._engine.CHOOSE

    def play(
        self, cell: Cell, players: Sequence[Player], seed: int, first: int, last: int
    ) -> dict[str, dict[str, NDArray[Any]]]:
        """Play the cell's deals from ``first`` to ``last - 1``; see :class:`sim.game.Game`.

        A game in which a strategy raises, or answers what is no move, ends in ``fault``.
        """
        deals = cell.deal_numbers(first, last)
        n = cell.players
        games = np.zeros((len(self._games), len(deals)), dtype=np.int32)
        seats = np.zeros((len(self._seats), n * len(deals)), dtype=np.int32)
        digests = np.zeros(len(deals), dtype=np.uint64)
        self._prepare(cell, players, seed)
        try:
            self._play(cell, players, seed, deals, games, seats, digests)
        except Exception:
            for i in range(len(deals)):
                one = games[:, i : i + 1].copy(), seats[:, n * i : n * i + n].copy()
                self._play_one(cell, players, seed, deals[i : i + 1], *one, digests[i : i + 1])
                games[:, i : i + 1], seats[:, n * i : n * i + n] = one
        return {
            "games": {
                **{c.name: row for c, row in zip(self._games, games, strict=True)},
                "digest": digests,
            },
            "seats": {c.name: row for c, row in zip(self._seats, seats, strict=True)},
        }

    def _prepare(self, cell: Cell, players: Sequence[Player], seed: int) -> None:
        """Set what all deals of a cell share."""
        b, n = self._buffers, cell.players
        b.table.players = n
        for option in self.options:
            b.table[option.name] = option.number(cell.rules[option.name])
        b.hidden.key[:] = [
            stream_key(*deal_name(self.name, seed, n, purpose)) for purpose in PURPOSES
        ]
        b.work.params[:] = 0
        for seat, player in enumerate(players):
            b.work.params[seat, : len(player.params)] = player.params

    def _play(
        self,
        cell: Cell,
        players: Sequence[Player],
        seed: int,
        deals: NDArray[np.int64],
        games: NDArray[np.int32],
        seats: NDArray[np.int32],
        digests: NDArray[np.uint64],
    ) -> None:
        b = self._buffers
        if any(player.interpreted for player in players):
            for i, deal in enumerate(deals):
                end = self._trace(cell, players, seed, int(deal)).play()
                self._engine.write_rows(b.table, b.tally, end, games, seats, i)
                digests[i] = mix(word(b.tally.digest))
            return
        keys = [stream_key(*choices_name(seed, cell, seat)) for seat in range(cell.players)]
        keys += [0] * (SEATS - len(keys))
        choosers = tuple(player.choose for player in players)
        choosers += choosers[:1] * (SEATS - len(choosers))
        self._engine.play_deals(
            choosers,
            b.table,
            b.hidden,
            b.tally,
            b.work,
            np.array(keys, dtype=np.uint64),
            deals,
            games,
            seats,
            digests,
        )

    def _play_one(
        self,
        cell: Cell,
        players: Sequence[Player],
        seed: int,
        deals: NDArray[np.int64],
        games: NDArray[np.int32],
        seats: NDArray[np.int32],
        digests: NDArray[np.uint64],
    ) -> None:
        """Play one deal; a strategy that raises ends it in a fault."""
        b = self._buffers
        try:
            self._play(cell, players, seed, deals, games, seats, digests)
        except Exception:
            if b.table.hands == SECRET:
                show_hands(b.table, b.hidden)
            self._engine.write_rows(b.table, b.tally, FAULT, games, seats, 0)
            digests[0] = mix(word(b.tally.digest))

    def _trace(self, cell: Cell, players: Sequence[Player], seed: int, deal: int) -> Trace:
        """Lay out a deal and return its course, to be played."""
        b = self._buffers
        b.hidden.deal = deal
        begin(b.table, b.hidden)
        self._engine.clear(b.table, b.tally, b.work)
        for seat in range(cell.players):
            key = stream_key(*choices_name(seed, cell, seat), deal)
            seed_stream(b.work.rng[seat], word(key))
        return self._course(self._engine, players, b)

    def replay(
        self, cell: Cell, players: Sequence[Player], seed: int, deal: int, layout: Any = None
    ) -> Played:
        """Play one deal move by move."""
        if layout is not None:
            raise UserError("a given deal can only be played in the patience")
        b = self._buffers
        self._prepare(cell, players, seed)
        course = self._trace(cell, players, seed, deal)
        error = ""
        try:
            end = course.play()
        except Exception:
            end, error = FAULT, traceback.format_exc()
            if b.table.hands == SECRET:
                show_hands(b.table, b.hidden)
        course.close(end)
        games = np.zeros((len(self._games), 1), dtype=np.int32)
        seats = np.zeros((len(self._seats), cell.players), dtype=np.int32)
        self._engine.write_rows(b.table, b.tally, end, games, seats, 0)
        digest = int(mix(word(b.tally.digest)))
        rows = {
            "games": [{**plain(self._games, games[:, 0]), "digest": digest}],
            "seats": [plain(self._seats, column) for column in seats.T],
        }
        return Played(course.events, rows, error)

    def read_layout(self, document: Any) -> Any:
        """Refuse: the streams of this game cannot be given as cards."""
        raise UserError("a given deal can only be played in the patience")

    def fingerprint(self, table: Any) -> bytes:
        """Return all of a table that a strategy has to leave alone."""
        return self._engine.fingerprint(table)

    def deal_anew(self, seed: int) -> Callable[[], None]:
        """Deal the hidden cards of the game that is being played anew.

        For checks that no strategy sees them: the money pile, scoring cards included, and the bag.

        Parameters
        ----------
        seed
            Of the new order.

        Returns
        -------
        callable
            Puts back what was there.
        """
        hidden = self._buffers.hidden
        before = hidden.money.copy(), hidden.bag.copy()
        random = np.random.default_rng(seed)
        random.shuffle(hidden.money[hidden.money_at : hidden.money_n])
        random.shuffle(hidden.bag[hidden.bag_at :])

        def put_back() -> None:
            hidden.money[:], hidden.bag[:] = before

        return put_back

    def narrate(self, events: list[dict[str, Any]]) -> str:
        """Return a game as text for people."""
        return narrate(events)


def deal_name(game: str, seed: int, players: int, purpose: str) -> tuple[int | str, ...]:
    """Return the name of a stream of the deal, but for the deal."""
    return (seed, game, players, purpose)


def choices_name(seed: int, cell: Cell, seat: int) -> tuple[int | str, ...]:
    """Return the name of a strategy's own stream, but for the deal."""
    return (seed, cell.game, cell.players, *cell.seating, "seat", seat)
