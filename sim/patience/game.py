"""The patience as the batch runner sees it."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.game import Played, Player
from sim.patience import layout, play
from sim.patience.cards import UNKNOWN
from sim.patience.layout import Layout
from sim.patience.moves import final_digest
from sim.patience.narrate import narrate
from sim.patience.options import OPTIONS, PLAYERS
from sim.patience.table import begin
from sim.patience.trace import NO_SUCH_MOVE, event, trace, trace_interpreted
from sim.plan import Cell
from sim.randomness import seed_stream, stream_key, word
from sim.schema import ENDS, PATIENCE

COUNTED = tuple(
    column.name
    for column in PATIENCE
    if column.name
    not in (
        "cell",
        "deal",
        "strategy",
        "waste_build",
        "redeals",
        "empty_waste",
        "reserve_view",
        "won",
        "digest",
    )
)
"""Columns of the log by row of the integers of :func:`sim.patience.play.write_row`."""


class Patience:
    """The two-deck patience, rules P1 to P9."""

    name = "patience"
    players = PLAYERS
    options = OPTIONS

    def __init__(self) -> None:
        self._buffers = play.Buffers()

    def signature(self) -> Any:
        """Return the numba signature of the game's strategies."""
        return play.CHOOSE

    def play(
        self, cell: Cell, players: Sequence[Player], seed: int, first: int, last: int
    ) -> dict[str, dict[str, NDArray[Any]]]:
        """Play the deals ``first`` to ``last - 1``; return the log's columns but the plan's own.

        A game whose strategy raises, or answers what is no move, is a row that ends in ``fault``.
        """
        integers = np.zeros((len(COUNTED), last - first), dtype=np.int32)
        digests = np.zeros(last - first, dtype=np.uint64)
        try:
            self._play(cell, players[0], seed, first, integers, digests)
        except Exception:
            self._play_one_by_one(cell, players[0], seed, first, integers, digests)
        columns: dict[str, NDArray[Any]] = dict(zip(COUNTED, integers, strict=True))
        columns["won"] = columns["end"] == play.WON
        columns["digest"] = digests
        return {"games": columns}

    def _play(
        self,
        cell: Cell,
        player: Player,
        seed: int,
        first: int,
        integers: NDArray[np.int32],
        digests: NDArray[np.uint64],
    ) -> None:
        if player.interpreted:
            for i in range(len(digests)):
                self._start(cell, seed, first + i, None)
                end = self._finish(trace_interpreted(player, self._buffers, forced=False))
                play.write_row(self._buffers.table, self._buffers.tally, end, integers, i)
                digests[i] = final_digest(self._buffers.tally)
            return
        b = self._buffers
        play.play_deals(
            player.choose,
            b.table,
            b.hidden,
            b.tally,
            b.work,
            player.params,
            rule_numbers(cell),
            word(stream_key(*cards_name(seed))),
            word(stream_key(*choices_name(seed, cell))),
            first,
            integers,
            digests,
        )

    def _start(self, cell: Cell, seed: int, deal: int, given: Layout | None) -> Layout:
        """Lay out a game in the buffers, ready for its first move."""
        b = self._buffers
        cards = given or layout.deal_layout(seed, deal)
        layout.lay(b.hidden, cards)
        begin(b.table, b.hidden, *(int(n) for n in rule_numbers(cell)))
        seed_stream(b.rng, word(stream_key(*choices_name(seed, cell), deal)))
        play.clear(b.tally, b.memory)
        return cards

    def _finish(self, codes: Iterable[int]) -> int:
        """Play a started game to its end by using up its moves; return how it ended."""
        last = 0
        for code in codes:
            last = code
        return play.FAULT if last == NO_SUCH_MOVE else play.ending(self._buffers.table)

    def _play_one_by_one(
        self,
        cell: Cell,
        player: Player,
        seed: int,
        first: int,
        integers: NDArray[np.int32],
        digests: NDArray[np.uint64],
    ) -> None:
        b = self._buffers
        for i in range(len(digests)):
            row, digest = integers[:, i : i + 1].copy(), digests[i : i + 1]
            try:
                self._play(cell, player, seed, first + i, row, digest)
            except Exception:
                play.write_row(b.table, b.tally, play.FAULT, row, 0)
                digest[0] = final_digest(b.tally)
            integers[:, i : i + 1] = row

    def replay(
        self,
        cell: Cell,
        players: Sequence[Player],
        seed: int,
        deal: int,
        given: Layout | None = None,
    ) -> Played:
        """Play one deal, or a given layout, move by move."""
        b = self._buffers
        cards = self._start(cell, seed, deal, given)
        codes: list[int] = []
        end, error = play.FAULT, ""
        try:
            codes.extend(trace(players[0], b))
            end = self._finish(codes)
        except Exception:
            error = traceback.format_exc()
        integers = np.zeros((len(COUNTED), 1), dtype=np.int32)
        play.write_row(b.table, b.tally, end, integers, 0)
        row: dict[str, Any] = {
            name: int(value) for name, value in zip(COUNTED, integers[:, 0], strict=True)
        }
        row |= {"won": end == play.WON, "digest": int(final_digest(b.tally)), "end": ENDS[end]}
        events = [cards.event(), *(event(code) for code in codes if code != NO_SUCH_MOVE)]
        events.append(
            {
                "event": "end",
                "won": row["won"],
                "on_foundations": row["home"],
                "moves": row["moves"],
                **({"reason": "fault"} if end == play.FAULT else {}),
            }
        )
        return Played(events, {"games": [row]}, error)

    def read_layout(self, document: Any) -> Layout:
        """Return the layout that a user gave as JSON."""
        return Layout.read(document)

    def fingerprint(self, table: Any) -> bytes:
        """Return all of a table that a strategy has to leave alone."""
        whole: bytes = table.tobytes()
        return whole

    def deal_anew(self, seed: int) -> Callable[[], None]:
        """Deal the hidden cards of the game that is being played anew (P9).

        For checks that no strategy sees them; see :meth:`sim.market.game.MarketGame.deal_anew`.
        """
        table, hidden = self._buffers.table, self._buffers.hidden
        before = hidden.stock.copy(), hidden.reserve.copy()
        unturned, buried = table.pile == UNKNOWN, table.reserve == UNKNOWN
        cards = np.concatenate([hidden.stock[unturned], hidden.reserve[buried]])
        np.random.default_rng(seed).shuffle(cards)
        turned = int(unturned.sum())
        hidden.stock[unturned], hidden.reserve[buried] = cards[:turned], cards[turned:]

        def put_back() -> None:
            hidden.stock[:], hidden.reserve[:] = before

        return put_back

    def narrate(self, events: list[dict[str, Any]]) -> str:
        """Return a game as text for people."""
        return narrate(events)


def rule_numbers(cell: Cell) -> NDArray[np.int64]:
    """Return the numbers of a cell's rule options, in their order."""
    numbers = [option.number(cell.rules[option.name]) for option in OPTIONS]
    return np.array(numbers, dtype=np.int64)


def cards_name(seed: int) -> tuple[int | str, ...]:
    """Return the name of the stream that shuffles, but for the deal."""
    return (seed, "patience", 1, "cards")


def choices_name(seed: int, cell: Cell) -> tuple[int | str, ...]:
    """Return the name of the strategy's own stream, but for the deal."""
    return (seed, "patience", 1, *cell.seating, "seat", 0)


GAME = Patience()

assert len(COUNTED) == play.INTEGERS
