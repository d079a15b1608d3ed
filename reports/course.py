"""What lies where in a market game, followed through the events of its record."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from sim.market.buildings import TILES

Event = dict[str, Any]
"""An event of a game's record."""
Cell = tuple[int, int]

CURRENCIES = "ygbo"
"""Letters of the currencies on money cards, in the order of the market's spaces."""
SCORING = ("A", "B")
"""How a scoring card stands among the money that a refill draws."""


class Course:
    """The table of a game as its players see it, event by event.

    Attributes
    ----------
    hands
        Money cards by seat.
    display
        Money cards on offer.
    market
        Buildings on offer by space, None where there is none.
    held
        Buildings by seat that lie in no city: all in the card game, in the board game those bought
        and not yet dealt with.
    cities, reserves
        Tiles by seat (board game): by place, and in the order in which they came.
    dummy
        Buildings of the dummy.
    scores
        By seat, after the last round scored.
    touched
        Cells of cities that the events since ``settle`` have changed, by seat.
    """

    def __init__(self, setup: Event) -> None:
        n = len(setup["hands"])
        self.hands: list[list[str]] = [list(hand) for hand in setup["hands"]]
        self.display: list[str] = list(setup["display"])
        self.market: list[int | None] = list(setup["market"])
        self.held: list[list[int]] = [[] for _ in range(n)]
        self.cities: list[dict[Cell, int]] = [{} for _ in range(n)]
        self.reserves: list[list[int]] = [[] for _ in range(n)]
        self.dummy: list[int] = list(setup.get("dummy", []))
        self.scores = [0] * n
        self.touched: list[set[Cell]] = [set() for _ in range(n)]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.hands)

    def settle(self) -> None:
        """Forget which cells have been touched."""
        self.touched = [set() for _ in self.touched]

    def hand(self, seat: int) -> str:
        """Return a player's money in words, by currency and value."""
        cards = sorted(self.hands[seat], key=lambda card: (CURRENCIES.index(card[0]), card[1:]))
        return " ".join(cards)

    def counts(self, seat: int) -> Counter[str]:
        """Return how many buildings a player has that count, by type; those in reserve do not."""
        return _types([*self.held[seat], *self.cities[seat].values()])

    def dummy_counts(self) -> Counter[str]:
        """Return how many buildings the dummy has, by type."""
        return _types(self.dummy)

    def follow(self, event: Event) -> None:
        """Do what an event tells."""
        done = CHANGES.get(event["event"])
        if done:
            done(self, event)

    def _take(self, event: Event) -> None:
        for card in event["cards"]:
            self.display.remove(card)
            self.hands[event["player"]].append(card)

    def _buy(self, event: Event) -> None:
        for card in event["pay"]:
            self.hands[event["player"]].remove(card)
        self._hand_out(event)

    def _hand_out(self, event: Event) -> None:
        self.market[event["space"] - 1] = None
        if event["player"] is not None:
            self.held[event["player"]].append(event["tile"])

    def _gift(self, event: Event) -> None:
        self.held[event["player"]].remove(event["tile"])
        self.dummy.append(event["tile"])

    def _place(self, event: Event) -> None:
        seat = event["player"]
        source = self.reserves if event["from"] == "reserve" else self.held
        source[seat].remove(event["tile"])
        self.cities[seat][self._touch(event)] = event["tile"]

    def _reserve(self, event: Event) -> None:
        self.held[event["player"]].remove(event["tile"])
        self.reserves[event["player"]].append(event["tile"])

    def _remove(self, event: Event) -> None:
        seat = event["player"]
        self.reserves[seat].append(self.cities[seat].pop(self._touch(event)))

    def _swap(self, event: Event) -> None:
        seat = event["player"]
        at = self._touch(event)
        self.reserves[seat].remove(event["tile"])
        self.reserves[seat].append(self.cities[seat][at])
        self.cities[seat][at] = event["tile"]

    def _touch(self, event: Event) -> Cell:
        x, y = event["at"]
        self.touched[event["player"]].add((x, y))
        return x, y

    def _refill(self, event: Event) -> None:
        self.display += [card for card in event["money"] if card not in SCORING]
        for space, tile in event["tiles"]:
            self.market[space - 1] = tile

    def _dummy(self, event: Event) -> None:
        self.dummy += event["tiles"]

    def _score(self, event: Event) -> None:
        self.scores = list(event["total"])


def _types(tiles: list[int]) -> Counter[str]:
    return Counter(TILES[tile - 1]["building"] for tile in tiles)


CHANGES: dict[str, Callable[[Course, Event], None]] = {
    "take": Course._take,
    "buy": Course._buy,
    "gift": Course._gift,
    "place": Course._place,
    "reserve": Course._reserve,
    "remove": Course._remove,
    "swap": Course._swap,
    "refill": Course._refill,
    "dummy": Course._dummy,
    "award": Course._hand_out,
    "score": Course._score,
}
"""What each event does; the others change nothing that lies on the table."""


def play_through(events: list[Event]) -> Course:
    """Return the table at the end of a game."""
    course = Course(events[0])
    for event in events[1:]:
        course.follow(event)
    return course
