"""Market games for the tests of their strategies; as a module, plays some and prints digests.

Run with ``NUMBA_DISABLE_JIT=1`` it plays them in plain Python.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import sim.board.play
import sim.card.play
import sim.market.course
from sim.compile import compiled_as
from sim.market.course import Buffers, hide_hands, show_hands
from sim.market.rounds import GOES_ON
from sim.market.table import PURPOSES, SEATS, SECRET, begin
from sim.randomness import fold, seed_stream, stream_key, word
from strategies.registry import built_in

ROOT = Path(__file__).parents[2]

Names = tuple[str, ...]
Rules = tuple[int, ...]
Look = Callable[[Any, int, int], int]
"""Sees the buffers, the seat and the number of moves, and decides."""

OPTIONS = ("first_player", "hands", "extra_action", "end_trigger", "dummy_gifts")
RULES: tuple[Rules, ...] = (
    # the options by number
    (0, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (2, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 1, 1, 1, 1),
)


def go_on_with_cards(b: Buffers) -> bool:
    """Go on after a turn of the card game; return whether the game does."""
    return bool(sim.card.play.end_turn(b.table, b.hidden, b.tally) == GOES_ON)


def go_on_with_board(b: Buffers) -> bool:
    """Go on after a phase of the board game; return whether the game does."""
    return int(sim.board.play.go_on(b.table, b.hidden, b.tally)) < 0


def card_moves(b: Buffers) -> Any:
    """Return the listed moves of the card game."""
    return b.work.moves


def card_picture(table: Any) -> bytes:
    """Return all of a table of the card game."""
    whole: bytes = table.tobytes()
    return whole


def board_moves(b: Buffers) -> Any:
    """Return the listed moves of the board game."""
    return sim.board.play.moves_of(b.table, b.work)


@dataclass(frozen=True)
class Games:
    """How to play one of the market games with its built-in strategies."""

    name: str
    engine: Any
    clear: Callable[..., None]
    go_on: Callable[[Buffers], bool]
    moves: Callable[[Buffers], Any]
    picture: Callable[[Any], bytes]
    """All of a table that a strategy has to leave alone."""
    ladder: Names
    line_ups: tuple[tuple[Names, Rules, int], ...]
    """Played at both speeds, to a turn limit."""

    def params(self, name: str, given: dict[str, float] | None = None) -> Any:
        """Return the values of a strategy's parameters in declared order."""
        given = given or {}
        declared = built_in(self.name)[name].parameters
        assert set(given) <= {parameter.name for parameter in declared}
        return np.array([float(given.get(p.name, p.default)) for p in declared])

    def choose(self, name: str) -> Any:
        """Return a strategy, compiled."""
        return choose_of(self.name, name)

    def start(self, names: Names, rules: Rules, given: dict[str, float] | None = None) -> Buffers:
        """Return buffers made ready for deals of a line-up; ``given`` is for the first seat."""
        b = Buffers(self.engine.TABLE, self.engine.TALLY, self.engine.WORK)
        b.table.players, b.table.turn_limit = len(names), 1000
        for option, number in zip(OPTIONS, rules, strict=True):
            setattr(b.table, option, number)
        b.hidden.key[:] = [stream_key(5, self.name, len(names), purpose) for purpose in PURPOSES]
        for seat, name in enumerate(names):
            values = self.params(name, None if seat else given)
            b.work.params[seat, : len(values)] = values
        return b

    def deal(self, b: Buffers, number: int) -> None:
        """Lay out a deal, ready for its first move."""
        b.hidden.deal = number
        begin(b.table, b.hidden)
        self.clear(b.table, b.tally, b.work)
        for seat, key in enumerate(seat_keys().tolist()):
            seed_stream(b.work.rng[seat, :], word(fold(word(key), number)))

    def play(
        self,
        names: Names,
        n: int,
        rules: Rules = RULES[0],
        given: dict[str, float] | None = None,
        first: int = 0,
        turn_limit: int = 1000,
    ) -> tuple[Any, Any, Any]:
        """Play ``n`` deals; return what the log keeps of the games and of the seats, and digests.

        The rows of the seats are by column, deal and seat.
        """
        b = self.start(names, rules, given)
        b.table.turn_limit = turn_limit
        choosers = tuple(self.choose(names[s % len(names)]) for s in range(SEATS))
        games = np.zeros((self.engine.GAME_ROWS, n), dtype=np.int32)
        seats = np.zeros((self.engine.SEAT_ROWS, n * len(names)), dtype=np.int32)
        digests = np.zeros(n, dtype=np.uint64)
        deals = np.arange(first, first + n, dtype=np.int64)
        self.engine.play_deals(
            choosers, b.table, b.hidden, b.tally, b.work, seat_keys(), deals, games, seats, digests
        )
        return games, seats.reshape(-1, n, len(names)), digests

    def share(self, lone: str, field: str, players: int = 3, deals: int = 200) -> float:
        """Return the lone strategy's share of the wins in a field of another, over every seat."""
        total = 0.0
        for seat in range(players):
            names = [field] * players
            names[seat] = lone
            total += self.play(tuple(names), deals)[1][5, :, seat].sum() / 60
        return total / (players * deals)

    def ask(self, name: str, b: Buffers, seat: int, n: int) -> int:
        """Have a strategy decide."""
        moves = self.moves(b)
        work = b.work
        choose = self.choose(name)
        answer: int = choose(
            b.table, seat, moves, n, work.rng[seat], work.params[seat], work.memory[seat]
        )
        return answer

    def decisions(
        self, names: Names, rules: Rules, deal_number: int
    ) -> Generator[tuple[Any, int, int], int, None]:
        """Play a game; yield the buffers, the seat and the number of moves before each decision.

        The hands of the others are covered where the rules want it; the answer is sent back.
        """
        b = self.start(names, rules)
        self.deal(b, deal_number)
        while (n := self.engine.next_choice(b.table, b.hidden, b.work, b.tally)) > 0:
            seat = int(b.table.player)
            moves = self.moves(b)
            if b.table.hands == SECRET:
                hide_hands(b.table, b.hidden, seat)
            answer = yield b, seat, n
            if b.table.hands == SECRET:
                show_hands(b.table, b.hidden)
            goes_on = self.engine.act(b.table, b.tally, moves[answer])
            if not goes_on and not self.go_on(b):
                return

    def walk(self, names: Names, rules: Rules, deal_number: int, look: Look | None = None) -> int:
        """Play a game move by move; ``look`` sees each decision and answers."""
        game = self.decisions(names, rules, deal_number)
        count = 0
        try:
            b, seat, n = next(game)
            while True:
                answer = look(b, seat, n) if look else self.ask(names[seat], b, seat, n)
                count += 1
                b, seat, n = game.send(answer)
        except StopIteration:
            return count

    def some(self) -> dict[str, list[int]]:
        """Play a game of every line-up; return the digests."""
        return {
            f"{names} {rules}": self.play(names, 1, rules, first=7, turn_limit=limit)[2].tolist()
            for names, rules, limit in self.line_ups
        }

    def some_plainly(self) -> dict[str, list[int]]:
        """Have another process play the same games in plain Python."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.strategies.market_games", self.name],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        result: dict[str, list[int]] = json.loads(done.stdout)
        return result


@cache
def choose_of(game: str, name: str) -> Any:
    """Return a strategy, compiled."""
    return compiled_as(GAMES[game].engine.CHOOSE)(built_in(game)[name].choose)


def seat_keys() -> Any:
    """Return the names of the seats' own streams but for the deal."""
    return np.array([stream_key("tests of strategies", s) for s in range(SEATS)], dtype=np.uint64)


CARD_LADDER = ("random", "greedy", "hoarder", "denier", "exact", "majority", "planner")
BOARD_LADDER = ("random", "greedy", "exact", "majority", "waller", "planner")
CARD = Games(
    "card",
    sim.card.play,
    sim.market.course.clear,
    go_on_with_cards,
    card_moves,
    card_picture,
    CARD_LADDER,
    (
        (("planner", "majority"), RULES[0], 1000),
        (("denier", "planner"), RULES[4], 1000),
        (("exact", "greedy", "random"), RULES[2], 1000),
        (("planner", "denier", "hoarder"), RULES[1], 1000),
        (("majority", "hoarder", "planner", "exact"), RULES[3], 1000),
        (CARD_LADDER[:5], RULES[2], 1000),
        (CARD_LADDER[1:], RULES[0], 1000),
    ),
)
BOARD = Games(
    "board",
    sim.board.play,
    sim.board.play.clear,
    go_on_with_board,
    board_moves,
    sim.board.play.fingerprint,
    BOARD_LADDER,
    (
        (("planner", "majority"), RULES[0], 1000),
        (("waller", "planner"), RULES[4], 40),
        (("exact", "greedy", "random"), RULES[2], 60),
        (("planner", "waller", "exact"), RULES[1], 30),
        (BOARD_LADDER, RULES[3], 30),
    ),
)
GAMES = {"card": CARD, "board": BOARD}


if __name__ == "__main__":
    json.dump(GAMES[sys.argv[1]].some(), sys.stdout)
