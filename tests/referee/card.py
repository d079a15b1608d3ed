"""The referee of the card game: rules M1 to M17 and C1 to C4 on plain lists of names."""

from dataclasses import dataclass, field

from tests.referee import market
from tests.referee.reading import Broken, Row

BREAKS_OFF = market.BREAKS_OFF


def open_game(players: int, rules: Row) -> "Card":
    """Return the game of a header."""
    return Card(**market.seats_and_options("card", players, rules))


@dataclass
class Card(market.Market):
    """A game in progress."""

    owned: list[list[int]] = field(default_factory=list)
    """The buildings of each seat."""
    just_bought: list[int] = field(default_factory=list)
    """The building of a purchase, right after it."""

    def setup(self, row: Row) -> None:
        super().setup(row)
        self.owned = [[] for _ in range(self.players)]

    def event(self, row: Row) -> bool:
        over = super().event(row)
        if row["event"] != "buy":
            self.just_bought = []
        return over

    def allowed(self) -> tuple[str, ...]:
        gift = ("gift",) if self.due in ("turn", "turn over") else ()
        return (*super().allowed(), *gift)

    def counted(self) -> list[list[int]]:
        return self.owned

    def receive(self, tile: int) -> None:
        self.owned[self.player].append(tile)
        self.just_bought = [tile]

    def inherit(self, seat: int, tile: int) -> None:
        self.owned[seat].append(tile)

    def gift(self, row: Row) -> None:
        self.owned[self.player].remove(self.give(row, self.just_bought))

    def wall_points(self, row: Row) -> list[int]:
        if "walls" in row:
            raise Broken("C1: the card game has no walls")
        return [0] * self.players
