"""A slow board game in plain lists and dicts, written from the rules: the engine's twin.

The market is the card game's twin, each city a :class:`CityTwin`.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from tests.sim.city_twin import WALLS, Cell, CityTwin
from tests.sim.market_twin import DUMMY, TILES, TYPES, Move, Options, Twin, shuffled

SOURCES = {"action": "reserve", "placing": "bought", "award": "award"}
"""Where a tile that is placed comes from, by phase."""
REDESIGNS = {"place": "placed", "remove": "removed", "swap": "swapped"}
"""What each redesign is counted as."""


class CityMove(NamedTuple):
    """A move that has to do with a city; ``out`` is the tile that a ``swap`` takes away."""

    kind: str
    tile: int
    at: Cell | None = None
    out: int = 0


class BoardTwin(Twin):
    """A board game on lists; what lies in ``owned`` of a seat is still to be dealt with."""

    game: ClassVar[str] = "board"

    def __init__(self, players: int, *args: Any) -> None:
        self.cities = [CityTwin() for _ in range(players)]
        self.tiles: list[dict[Cell, int]] = [{} for _ in range(players)]
        self.reserves: list[list[int]] = [[] for _ in range(players)]
        self.walls: Counter[tuple[str, int]] = Counter()
        self.phase = "action"
        super().__init__(players, *args)

    def build(self, seat: int, tiles: dict[Cell, int], *reserve: int) -> None:
        """Let a city and a reserve be these."""
        self.tiles[seat] = dict(tiles)
        self.cities[seat] = CityTwin((at, WALLS[tile]) for at, tile in tiles.items())
        self.reserves[seat] = list(reserve)

    # -------------------------------------------------------------- moves

    def may_give(self) -> bool:
        """Buildings are given away at the end of the turn, not when they are bought (M17)."""
        return False

    def moves(self) -> list[Any]:
        """Return the legal moves of a turn, or what can become of the tiles that wait."""
        return super().moves() if self.phase == "action" else self.dealings()

    def doings(self) -> list[Any]:
        """M7."""
        return [*self.redesigns(), *super().doings()]

    def redesigns(self) -> list[CityMove]:
        """B3."""
        city, tiles = self.cities[self.player], self.tiles[self.player]
        reserve = self.reserves[self.player]
        kinds = {WALLS[tile] for tile in reserve}
        cells = {walls: city.legal_cells(walls) for walls in kinds}
        alike = {
            walls: [at for at in tiles if not city.exchange_faults(walls, at)] for walls in kinds
        }
        return [
            *(CityMove("remove", tiles[at], at) for at in tiles if not city.removing_faults(at)),
            *(CityMove("place", tile, at) for tile in reserve for at in cells[WALLS[tile]]),
            *(CityMove("swap", t, at, tiles[at]) for t in reserve for at in alike[WALLS[t]]),
        ]

    def dealings(self) -> list[CityMove]:
        """B2, B6, M17."""
        moves = []
        for tile in self.owned[self.player]:
            cells = self.cities[self.player].legal_cells(WALLS[tile])
            moves += [*(CityMove("place", tile, at) for at in cells), CityMove("reserve", tile)]
            if self.phase == "placing" and super().may_give():
                moves.append(CityMove("gift", tile))
        return moves

    def act(self, move: Any) -> bool:
        """Play a move; return whether the player goes on with the actions or the dealing."""
        if isinstance(move, Move):
            return super().act(move)
        if self.phase == "action":
            self.redesign(move)
            return False
        self.deal(move)
        return bool(self.owned[self.player])

    def redesign(self, move: CityMove) -> None:
        """B3."""
        seat, reserve = self.player, self.reserves[self.player]
        assert move.at is not None
        keys: dict[str, Any] = {"tile": move.tile, "at": list(move.at)}
        if move.kind == "remove":
            reserve.append(self.tiles[seat].pop(move.at))
            self.cities[seat].remove(move.at)
        elif move.kind == "place":
            reserve.remove(move.tile)
            self.lay(move.tile, move.at)
            keys["from"] = "reserve"
        else:
            reserve[reserve.index(move.tile)] = move.out
            self.tiles[seat][move.at] = move.tile
            self.cities[seat].exchange(WALLS[move.tile], move.at)
            keys["out"] = move.out
        self.tally[seat][REDESIGNS[move.kind]] += 1
        self.write(move.kind, player=seat, **keys)

    def lay(self, tile: int, at: Cell) -> None:
        """B1."""
        self.cities[self.player].place(WALLS[tile], at)
        self.tiles[self.player][at] = tile

    def deal(self, move: CityMove) -> None:
        """B2, B6, M17."""
        seat = self.player
        self.owned[seat].remove(move.tile)
        keys: dict[str, Any] = {"player": seat, "tile": move.tile}
        if move.kind == "gift":
            self.owned[DUMMY].append(move.tile)
            self.tally[seat]["gifts"] += 1
        else:
            keys["from"] = SOURCES[self.phase]
        if move.kind == "reserve":
            self.reserves[seat].append(move.tile)
        if move.at is not None:
            self.lay(move.tile, move.at)
            keys["at"] = list(move.at)
        self.write(move.kind, **keys)

    # -------------------------------------------------------------- what follows

    def go_on(self) -> None:
        """Go on after the last move of a phase (M10, B2, B6)."""
        if self.phase == "action" and self.owned[self.player]:
            self.phase = "placing"
            return
        end = "market" if self.phase == "award" else self.end_turn()
        if end == "market" and self.phase != "award":
            self.award()
        self.phase = "action"
        if end:
            waiting = [seat for seat in range(self.players) if self.owned[seat]]
            if waiting:
                self.player, self.phase = waiting[0], "award"
            else:
                self.close(end)

    def counts(self, who: int) -> dict[str, int]:
        """Return the buildings that count, by type: those of the city (B5)."""
        if who == DUMMY:
            return super().counts(who)
        kinds = Counter(TILES[tile][0] for tile in self.tiles[who].values())
        return {kind: kinds[kind] for kind in TYPES}

    def score_of(self, who: int) -> int:
        return super().score_of(who) + sum(self.walls[name, who] for name in "ABC")

    def score_round(self, name: str) -> None:
        """B4, beside the majorities."""
        for seat, city in enumerate(self.cities):
            self.walls[name, seat] = city.longest_wall()
        super().score_round(name)
        self.events[-1]["walls"] = [self.walls[name, seat] for seat in range(self.players)]


# ------------------------------------------------------------------ whole games


def by_kind(
    seed: int, saving: float = 0.5, redesigning: float = 0.1
) -> Callable[[BoardTwin, list[Any]], int]:
    """Return a player that draws the kind of its move.

    It redesigns, and else takes money, with a probability wherever it can; a tile that can be
    placed goes to the city four times of five.
    """
    rng = random.Random(seed)

    def choose(twin: BoardTwin, moves: list[Any]) -> int:
        kinds = {move.kind for move in moves}
        if twin.phase == "action":
            redesigns = kinds & set(REDESIGNS)
            if redesigns != kinds:
                kinds = redesigns if redesigns and rng.random() < redesigning else kinds - redesigns
            if "take" in kinds and rng.random() < saving:
                kinds = {"take"}
        elif "place" in kinds and rng.random() < 0.8:
            kinds = {"place"}
        kind = rng.choice(sorted(kinds))
        return rng.choice([i for i, move in enumerate(moves) if move.kind == kind])

    return choose


def played(
    seed: int, players: int, options: Options | None = None, saving: float = 0.5
) -> BoardTwin:
    """Return a whole game of players who choose by chance."""
    money, bag = shuffled(seed, players)
    rng = random.Random(seed)
    tied = BoardTwin(players, money, bag).candidates
    twin = BoardTwin(players, money, bag, options, (rng.choice(tied), rng.randrange(players)))
    twin.shuffle = lambda discards: rng.sample(discards, len(discards))
    return twin.play_out(by_kind(seed, saving))
