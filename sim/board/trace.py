"""A board game move by move: the events of its record beside those of the market."""

from typing import Any

from sim.board.moves import ACTION, AWARD, GIFT, PLACE, REMOVE, RESERVE, SWAP
from sim.market.trace import Trace


class BoardTrace(Trace):
    """The course of a board game that has been laid out in the buffers."""

    def _note_move(self, move: Any) -> None:
        if move.kind < PLACE:
            super()._note_move(move)
            return
        event: dict[str, Any] = {
            "event": EVENTS[int(move.kind)],
            "player": int(self._b.table.player),
            "tile": int(move.building),
        }
        if move.kind in (PLACE, REMOVE, SWAP):
            event["at"] = [int(move.x), int(move.y)]
        if move.kind in (PLACE, RESERVE):
            event["from"] = SOURCES[int(self._b.table.phase)]
        if move.kind == SWAP:
            event["out"] = int(move.out)
        self.events.append(event)

    def _more_points(self, scoring_round: int) -> dict[str, Any]:
        table = self._b.table
        return {"walls": table.walls[scoring_round, : table.players].tolist()}


EVENTS = {PLACE: "place", REMOVE: "remove", SWAP: "swap", RESERVE: "reserve", GIFT: "gift"}
SOURCES = ("reserve", "bought", "award")
"""Where a tile that is placed comes from, by phase."""

assert (0, len(SOURCES) - 1) == (ACTION, AWARD)
