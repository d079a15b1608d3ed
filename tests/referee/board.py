"""The referee of the tile board game: rules M1 to M17 and B1 to B8 on plain lists of names."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from tests.referee import market
from tests.referee.city import (
    FOUNTAIN,
    HOME,
    Cell,
    City,
    can_redesign,
    exchanged,
    longest_wall,
    placed,
    removed,
)
from tests.referee.reading import Broken, Row, get, get_list

BREAKS_OFF = market.BREAKS_OFF

REDESIGNS = ("place from reserve", "remove", "swap")
DEALINGS = ("place from bought", "reserve from bought", "gift")
"""What can become of a building that was bought (B2)."""
INHERITANCE = ("place from award", "reserve from award")
"""What can become of a leftover building (B6)."""


def open_game(players: int, rules: Row) -> "Board":
    """Return the game of a header."""
    return Board(**market.seats_and_options("board", players, rules))


def cell_of(row: Row) -> Cell:
    """Return the cell that an event names."""
    at = get_list(row, "at", int)
    if len(at) != 2:
        raise Broken(f"record: 'at' is {at!r}")
    return at[0], at[1]


@dataclass
class Board(market.Market):
    """A game in progress."""

    actions_of_a_turn: ClassVar[tuple[str, ...]] = (*market.ACTIONS, *REDESIGNS)
    misplaced: ClassVar[dict[str, str]] = {
        **market.Market.misplaced,
        **dict.fromkeys(DEALINGS[:2], "B2: bought buildings are dealt with at the end of the turn"),
        **dict.fromkeys(INHERITANCE, "B6: there is no leftover building to be dealt with"),
    }

    city: list[City] = field(default_factory=list)
    reserve: list[list[int]] = field(default_factory=list)
    bought: list[int] = field(default_factory=list)
    """The buildings of the turn that were not yet dealt with."""
    inherited: list[list[int]] = field(default_factory=list)
    """The leftover buildings of each seat that were not yet dealt with."""

    def setup(self, row: Row) -> None:
        super().setup(row)
        self.city = [{HOME: FOUNTAIN} for _ in range(self.players)]
        self.reserve = [[] for _ in range(self.players)]
        self.inherited = [[] for _ in range(self.players)]

    # -------------------------------------------------------------- what may come

    def handlers(self) -> dict[str, Callable[[Row], None]]:
        return {
            **super().handlers(),
            "place": self.place,
            "reserve": self.put_away,
            "remove": self.remove,
            "swap": self.swap,
        }

    def kind_of(self, row: Row) -> str:
        name = super().kind_of(row)
        if name not in ("place", "reserve"):
            return name
        source = get(row, "from", str)
        sources = ("bought", "award", "reserve")[: 3 if name == "place" else 2]
        if source not in sources:
            raise Broken(f"record: {name!r} from {source!r}")
        return f"{name} from {source}"

    def allowed(self) -> tuple[str, ...]:
        more: tuple[str, ...] = ()
        if self.due == "turn":
            more = (*REDESIGNS, *DEALINGS)
        elif self.due == "turn over":
            more = DEALINGS
        elif self.due == "last score":
            more = INHERITANCE
        stopped = ("end",) if self.choosing() else ()
        return (*super().allowed(), *more, *stopped)

    def choosing(self) -> set[int]:
        if self.due in ("turn", "turn over") and self.bought:
            return {self.player}
        if self.due == "last score":
            return {seat for seat, tiles in enumerate(self.inherited) if tiles}
        return super().choosing()

    def can_act(self) -> bool:
        """Tell whether the player can take, buy or redesign (M8, M9, B3)."""
        own = self.player
        return super().can_act() or can_redesign(self.city[own], self.reserve[own])

    # -------------------------------------------------------------- redesign

    def from_reserve(self, row: Row) -> int:
        """Return the tile that an event takes from the player's reserve."""
        tile = get(row, "tile", int)
        if tile in self.bought:
            raise Broken(f"B2: building {tile} was bought in this turn")
        if tile not in self.reserve[self.player]:
            raise Broken(f"B3: building {tile} is not in the reserve of seat {self.player}")
        return tile

    def of_city(self, tile: int, cell: Cell) -> None:
        """Whistle where a tile does not lie in the player's city on a cell."""
        if tile in self.bought:
            raise Broken(f"B2: building {tile} was bought in this turn")
        if self.city[self.player].get(cell) != tile:
            raise Broken(f"B3: building {tile} does not lie at {list(cell)}")

    def build(self, seat: int, tile: int, cell: Cell) -> None:
        """Place a tile where that is allowed (B1)."""
        refusal = placed(self.city[seat], tile, cell)
        if refusal:
            raise Broken(f"B1: building {tile} at {list(cell)}: {refusal}")
        self.city[seat][cell] = tile

    def remove(self, row: Row) -> None:
        self.acting(row)
        tile, cell = get(row, "tile", int), cell_of(row)
        city = self.city[self.player]
        self.of_city(tile, cell)
        refusal = removed(city, cell)
        if refusal:
            raise Broken(f"B3: building {tile} away from {list(cell)}: {refusal}")
        self.reserve[self.player].append(city.pop(cell))
        self.due = "turn over"

    def swap(self, row: Row) -> None:
        self.acting(row)
        out, cell = get(row, "out", int), cell_of(row)
        city, reserve = self.city[self.player], self.reserve[self.player]
        tile = self.from_reserve(row)
        self.of_city(out, cell)
        refusal = exchanged(city, tile, cell)
        if refusal:
            raise Broken(f"B3: building {tile} for {out} at {list(cell)}: {refusal}")
        city[cell] = tile
        reserve.remove(tile)
        reserve.append(out)
        self.due = "turn over"

    def rebuild(self, row: Row) -> None:
        """Place a tile of the reserve (B3.1)."""
        self.acting(row)
        tile = self.from_reserve(row)
        self.build(self.player, tile, cell_of(row))
        self.reserve[self.player].remove(tile)
        self.due = "turn over"

    # -------------------------------------------------------------- bought and leftover buildings

    def receive(self, tile: int) -> None:
        self.bought.append(tile)

    def inherit(self, seat: int, tile: int) -> None:
        self.inherited[seat].append(tile)

    def place(self, row: Row) -> None:
        if row["from"] == "reserve":
            self.rebuild(row)
            return
        seat, tiles, tile = self.dealt_with(row)
        self.build(seat, tile, cell_of(row))
        tiles.remove(tile)

    def put_away(self, row: Row) -> None:
        """Put a building in the reserve."""
        seat, tiles, tile = self.dealt_with(row)
        self.reserve[seat].append(tile)
        tiles.remove(tile)

    def gift(self, row: Row) -> None:
        tile = self.give(row, self.bought)
        self.close_actions()
        self.bought.remove(tile)

    def close_actions(self) -> None:
        """Begin to deal with the bought buildings, which ends the actions of the turn (B2)."""
        self.end_actions()
        self.due = "turn over"

    def dealt_with(self, row: Row) -> tuple[int, list[int], int]:
        """Return a seat, its buildings that wait to be dealt with, and the one that now is."""
        seat, tile = get(row, "player", int), get(row, "tile", int)
        if row["from"] == "award":
            if seat not in range(self.players) or tile not in self.inherited[seat]:
                raise Broken(f"B6: building {tile} is no leftover that seat {seat} has to place")
            return seat, self.inherited[seat], tile
        if seat != self.player:
            raise Broken(f"M5: seat {seat} acts in the turn of seat {self.player}")
        if tile not in self.bought:
            raise Broken(f"B2: building {tile} was not bought in this turn, or is dealt with")
        self.close_actions()
        return seat, self.bought, tile

    def end_turn(self) -> None:
        super().end_turn()
        if self.bought:
            raise Broken(f"B2: buildings {self.bought} were not dealt with")

    # -------------------------------------------------------------- scoring

    def counted(self) -> list[list[int]]:
        """Return the buildings of each city, without the fountain and the reserve (B5)."""
        return [[tile for tile in city.values() if tile != FOUNTAIN] for city in self.city]

    def play_round(self, row: Row) -> None:
        if any(self.inherited):
            raise Broken(f"B6: leftover buildings {self.inherited} were not dealt with")
        super().play_round(row)

    def wall_points(self, row: Row) -> list[int]:
        walls = [longest_wall(city) for city in self.city]
        if get_list(row, "walls", int) != walls:
            raise Broken(f"B4: the walls score {walls}, not {row['walls']}")
        return walls
