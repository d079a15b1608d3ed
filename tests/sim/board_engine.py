"""The engine's board game in the words of the tests: names instead of numbers.

``python -m tests.sim.board_engine N [SEED]`` plays N games beside the twin and reports what it met.
"""

import itertools
import random
import sys
from collections import Counter
from typing import Any, ClassVar

from sim.board import play
from sim.board.city import bit, put
from sim.board.moves import KINDS
from sim.market.buildings import TYPE
from tests.sim.board_twin import BoardTwin, CityMove, by_kind
from tests.sim.city_twin import FOUNTAIN, WALLS, Cell, CityTwin
from tests.sim.market_engine import COUNTED, Engine, twin_state
from tests.sim.market_twin import DUMMY, TILES, Options, Twin, deck

PHASES = ("action", "placing", "award")
ENDS = ("market", "turn limit", "fault")
BOARD_COUNTED = (*COUNTED, "placed", "removed", "swapped")
"""What is counted of each seat."""


def tiles_of(word: int) -> list[int]:
    """Return the buildings of a set, ascending."""
    return [tile for tile in WALLS if int(word) >> tile & 1]


def on_the_way(tiles: dict[Cell, int]) -> list[Cell]:
    """Return the cells of a city in an order in which each can be reached over those before."""
    twin = CityTwin((at, WALLS[tile]) for at, tile in tiles.items())
    order = [FOUNTAIN]
    for cell in order:
        order += [there for there in twin.doors(cell) if there not in order]
    assert len(order) == len(twin.walls)
    return order[1:]


class BoardEngine(Engine):
    """A game in the engine's own records."""

    rules: ClassVar[Any] = play
    of_twin: ClassVar[type[Twin]] = BoardTwin
    used: ClassVar[dict[str, set[str]]] = {
        **Engine.used,
        "buy": Engine.used["buy"] - {"gift"},
        "place": {"building", "x", "y"},
        "remove": {"building", "x", "y"},
        "swap": {"building", "out", "x", "y"},
        "reserve": {"building"},
        "gift": {"building"},
    }
    kinds: ClassVar[tuple[str, ...]] = KINDS
    counted: ClassVar[tuple[str, ...]] = BOARD_COUNTED

    def build(self, seat: int, tiles: dict[Cell, int], *reserve: int) -> None:
        """Lay tiles in a new city and in a reserve."""
        city = self.table.city[seat]
        for x, y in on_the_way(tiles):
            tile = tiles[x, y]
            put(city, tile, x, y)
            self.table.owned[seat, TYPE[tile]] += 1
        for tile in reserve:
            city.reserve |= bit(tile)
        city.listed = -1

    def tiles(self, seat: int) -> dict[Cell, int]:
        """Return the tiles of a city by cell, without the fountain."""
        city = self.table.city[seat]
        assert int(city.inside) & ~(2**56 - 1) == 0
        assert int(city.inside) >> 55 & 1
        assert (int(city.x[55]), int(city.y[55])) == (0, 0)
        inside = tiles_of(city.inside)
        tiles = {(int(city.x[tile]), int(city.y[tile])): tile for tile in inside}
        assert len(tiles) == len(inside)
        return tiles

    def reserve(self, seat: int) -> list[int]:
        """Return a reserve, ascending."""
        return tiles_of(self.table.city[seat].reserve)

    def waiting(self, seat: int) -> list[int]:
        """Return the tiles of a seat that are not yet dealt with, ascending."""
        return tiles_of(self.table.city[seat].bought)

    def move(self, i: int) -> Any:
        """Return a listed move."""
        kind, m = self.fields(i)
        if kind not in ("place", "remove", "swap", "reserve", "gift"):
            return super().move(i)
        at = None if kind in ("reserve", "gift") else (m["x"], m["y"])
        return CityMove(kind, m["building"], at, m["out"])

    def do(self, kind: str, tile: int, at: Cell | None = None, out: int = 0) -> bool:
        """Play the move of a city that is described; return whether the player goes on."""
        moves = self.moves()
        return self.act(moves.index(CityMove(kind, tile, at, out)))

    def go_on(self) -> str:
        """Go on after the last move of a phase; return how the game ended, if it did."""
        end = int(self.rules.go_on(self.table, self.hidden, self.tally))
        return ENDS[end] if end >= 0 else ""

    def next_choice(self) -> int:
        """Play what leaves no choice and return the number of moves of the next choice."""
        return int(self.rules.next_choice(self.table, self.hidden, self.work, self.tally))

    def state(self) -> dict[str, Any]:
        """Return everything that the rules know of the game."""
        table, seats = self.table, range(int(self.table.players))
        assert not table.walls[:, len(seats) :].any()
        return {
            **super().state(),
            "phase": PHASES[table.phase],
            "cities": [self.tiles(seat) for seat in seats],
            "reserves": [self.reserve(seat) for seat in seats],
            "waiting": [self.waiting(seat) for seat in seats],
            "walls": {
                (r, seat): int(table.walls["ABC".index(r), seat]) for r in "ABC" for seat in seats
            },
        }


def board_state(twin: BoardTwin) -> dict[str, Any]:
    """Return what :meth:`BoardEngine.state` returns, of the twin."""
    seats = range(twin.players)
    return {
        **twin_state(twin, BOARD_COUNTED),
        "phase": twin.phase,
        "cities": twin.tiles,
        "reserves": [sorted(reserve) for reserve in twin.reserves],
        "waiting": [sorted(twin.owned[seat]) for seat in seats],
        "walls": {(r, seat): twin.walls[r, seat] for r in "ABC" for seat in seats},
    }


# ------------------------------------------------------------------ beside the twin


def agree(engine: BoardEngine, twin: BoardTwin) -> None:
    """Compare everything, and say what differs."""
    found, wanted = engine.state(), board_state(twin)
    assert found == wanted, [
        (key, found[key], wanted[key]) for key in found if found[key] != wanted[key]
    ]


def same_moves(engine: BoardEngine, twin: BoardTwin) -> list[Any]:
    """Compare the lists of moves and return the engine's: first those of cities, in any order."""
    found, wanted = engine.moves(), twin.moves()
    of_city = [move for move in wanted if isinstance(move, CityMove)]
    first = found[: len(of_city)]
    assert Counter(first) == Counter(of_city), (
        Counter(first) - Counter(of_city),
        Counter(of_city) - Counter(first),
    )
    assert found[len(of_city) :] == [move for move in wanted if not isinstance(move, CityMove)]
    return found


def conserved(engine: BoardEngine) -> None:
    """M1, M2: no card and no building is lost or made, none is in two places."""
    state = engine.state()
    cards = Counter(itertools.chain(*state["hands"], state["discard"], state["pile"]))
    cards.update(card for card in state["display"] if card)
    del cards["A"], cards["B"]
    assert cards == Counter(deck(len(state["hands"])))
    tiles = [tile for tile in state["market"] if tile] + state["bag"]
    for seat, city in enumerate(state["cities"]):
        tiles += [*city.values(), *state["reserves"][seat], *state["waiting"][seat]]
    assert len(tiles) == len(set(tiles))
    assert len(tiles) + sum(state["owned"].get(DUMMY, {}).values()) == len(TILES)


def compare(
    players: int, options: Options, deal: int, saving: float = 0.5, redesigning: float = 0.1
) -> Counter[str]:
    """Play a game move by move beside the twin and return what was met (M1 to M17, B1 to B8)."""
    engine = BoardEngine(players, options).begin(deal)
    twin: Any = engine.twin()
    choose = by_kind(deal, saving, redesigning)
    met = Counter[str]()
    agree(engine, twin)
    while not twin.ended:
        moves = same_moves(engine, twin)
        met["most"] = max(met["most"], len(moves))
        if moves:
            i = choose(twin, moves)
            met[f"{twin.phase}: {moves[i].kind}"] += 1
            goes_on = twin.act(moves[i])
            assert engine.act(i) == goes_on
            agree(engine, twin)
            if goes_on:
                continue
        ended = engine.go_on()  # first, for the order of its reshuffle
        twin.go_on()
        assert ended == twin.ended
        agree(engine, twin)
        if twin.phase == "action" and not ended:  # leftovers stay in the market when awarded
            conserved(engine)
    met[twin.ended] += 1
    return met


def study(games: int, seed: int) -> Counter[str]:
    """Compare games of all kinds and return what was met."""
    rng = random.Random(seed)
    met = Counter[str]()
    for _ in range(games):
        options = Options(
            rng.choice(("rule", "random", "1")),
            rng.choice(("counted", "secret")),
            rng.choice(("must", "may")),
            rng.choice(("market_short", "bag_empty")),
            rng.choice(("true", "false")),
            rng.choice((30, 200, 1000)),
        )
        players, deal = rng.randrange(2, 7), rng.randrange(10**6)
        print(players, deal, options, flush=True)
        most = met["most"]
        met += compare(players, options, deal, rng.random(), rng.choice((0.0, 0.1, 0.4)))
        met["most"] = max(most, met["most"] - most)
    return met


if __name__ == "__main__":
    print(study(int(sys.argv[1]), int((sys.argv[2:] or ["0"])[0])))
