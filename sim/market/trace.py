"""A market game move by move: the rules of the fast loop, with the events of its record."""

from collections.abc import Sequence
from typing import Any

from sim.game import Player
from sim.market.buildings import DUMMY, NO_BUILDING, ROUNDS
from sim.market.course import FAULT, Buffers, hide_hands, show_hands
from sim.market.engine import Engine
from sim.market.money import CURRENCIES, money_name, word_values
from sim.market.moves import BUY, TAKE
from sim.market.rounds import GOES_ON, MARKET_END, richest
from sim.market.table import SCORE_A, SCORE_B, SECRET, SPACES
from sim.view import ArrayView, RecordView

SCORING = {SCORE_A: "A", SCORE_B: "B"}
ENDS = ("market", "turn limit", "fault")


class Trace:
    """The course of a game that has been laid out in the buffers.

    Attributes
    ----------
    events
        The events of the game record so far.
    """

    def __init__(self, engine: Engine, players: Sequence[Player], buffers: Buffers) -> None:
        self._engine, self._players, self._b = engine, players, buffers
        self.events = [self._setup()]

    def _setup(self) -> dict[str, Any]:
        table, hidden = self._b.table, self._b.hidden
        dealt = iter(hidden.money.tolist())
        setup: dict[str, Any] = {
            "event": "setup",
            "hands": [
                [money_name(next(dealt)) for _ in range(int(table.cards[seat]))]
                for seat in range(int(table.players))
            ],
            "display": [money_name(card) for card in table.display.tolist()],
            "market": table.market.tolist(),
            "first": int(table.first),
        }
        if table.players == 2:
            setup["dummy"] = table.dummy_drawn[: table.dummy_drawn_n].tolist()
        return setup

    def play(self) -> int:
        """Play to the end and return how the game ended."""
        engine, table, tally, work = self._engine, self._b.table, self._b.tally, self._b.work
        end = GOES_ON
        while True:
            n = engine.list_moves(table, work)
            goes_on = False
            if n == 0 and table.actions == 0:
                tally.passes[table.player] += 1
                self.events.append({"event": "pass", "player": int(table.player)})
            if n > 0:
                moves = engine.moves_of(table, work)
                i = self._choose(moves, n) if n > 1 else 0
                if not 0 <= i < n:
                    return FAULT
                tally.choices += n > 1
                self._note_move(moves[i])
                goes_on = engine.act(table, tally, moves[i])
            if goes_on or engine.settle(table):
                continue
            if end == GOES_ON:
                end = self._end_turn()
            if end != GOES_ON and not engine.next_award(table):
                return self._close(end)

    def _choose(self, moves: Any, n: int) -> int:
        table, hidden, work = self._b.table, self._b.hidden, self._b.work
        seat = int(table.player)
        player = self._players[seat]
        if table.hands == SECRET:
            hide_hands(table, hidden, seat)
        if player.interpreted:
            seen: tuple[Any, Any] = RecordView(table), ArrayView(moves, n)
            params = player.params.tolist()
        else:
            seen, params = (table, moves), work.params[seat]
        answer = player.choose(seen[0], seat, seen[1], n, work.rng[seat], params, work.memory[seat])
        if table.hands == SECRET:
            show_hands(table, hidden)
        return int(answer)

    def _note_move(self, move: Any) -> None:
        table = self._b.table
        player = int(table.player)
        if move.kind == TAKE:
            places = [k for k in range(4) if move.places >> k & 1]
            cards = [money_name(int(table.display[k])) for k in places]
            self.events.append({"event": "take", "player": player, "cards": cards})
        elif move.kind == BUY:
            currency = CURRENCIES[move.space]
            building = int(move.building)
            self.events.append(
                {
                    "event": "buy",
                    "player": player,
                    "space": int(move.space) + 1,
                    "tile": building,
                    "pay": [f"{currency}{value}" for value in word_values(int(move.payment))],
                    "exact": bool(move.overpayment == 0),
                }
            )
            if move.gift:
                self.events.append({"event": "gift", "player": player, "tile": building})

    def _end_turn(self) -> int:
        table = self._b.table
        rounds = int(table.rounds)
        end = int(self._engine.end_turn(table, self._b.hidden, self._b.tally))
        self._note_refill(rounds)
        if end == MARKET_END:
            self._note_awards()
            self._engine.award(table, self._b.tally)
        return end

    def _note_refill(self, rounds_before: int) -> None:
        table = self._b.table
        if table.reshuffled:
            self.events.append({"event": "reshuffle", "cards": int(table.reshuffled)})
        drawn = table.drawn[: table.drawn_n].tolist()
        filled = enumerate(table.filled.tolist())
        self.events.append(
            {
                "event": "refill",
                "money": [SCORING.get(card) or money_name(card) for card in drawn],
                "tiles": [[k + 1, tile] for k, tile in filled if tile != NO_BUILDING],
            }
        )
        if table.rounds > rounds_before:
            self._note_score(int(table.rounds) - 1)
            if table.players == 2:
                tiles = table.dummy_drawn[: table.dummy_drawn_n].tolist()
                self.events.append({"event": "dummy", "tiles": tiles})

    def _note_score(self, scoring_round: int) -> None:
        table = self._b.table
        n = int(table.players)
        points = table.points[scoring_round].sum(axis=1).tolist()
        score: dict[str, Any] = {
            "event": "score",
            "round": ROUNDS[scoring_round],
            "majority": points[:n],
        }
        score |= self._more_points(scoring_round)
        if n == 2:
            score["dummy"] = points[DUMMY]
        self.events.append(score | {"total": table.score[:n].tolist()})

    def _more_points(self, scoring_round: int) -> dict[str, Any]:
        """Return what a game scores beside the majorities."""
        return {}

    def _note_awards(self) -> None:
        table = self._b.table
        for space in range(SPACES):
            tile = int(table.market[space])
            if tile != NO_BUILDING:
                owner = int(richest(table, space))
                self.events.append(
                    {
                        "event": "award",
                        "space": space + 1,
                        "tile": tile,
                        "player": owner if owner >= 0 else None,
                    }
                )

    def _close(self, end: int) -> int:
        ended = int(self._engine.close(self._b.table, end))
        self._note_score(2)
        return ended

    def close(self, end: int) -> None:
        """Add the ``end`` event."""
        table = self._b.table
        n = int(table.players)
        scores = table.score[:n].tolist()
        best = max(scores)
        last: dict[str, Any] = {
            "event": "end",
            "reason": ENDS[end],
            "scores": scores,
            "winners": [seat for seat in range(n) if scores[seat] == best],
            "turns": int(table.turn),
        }
        if n == 2:
            last["dummy"] = int(table.score[DUMMY])
        if end == FAULT:
            last |= {"fault": int(table.player), "winners": []}
        self.events.append(last)
