"""What the referees of the two market games share: rules M1 to M17 on plain lists of names."""

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from tests.referee.reading import Broken, Row, get, get_list

OPTIONS: dict[str, tuple[Any, ...]] = {
    "hands": ("counted", "secret"),
    "extra_action": ("must", "may"),
    "end_trigger": ("market_short", "bag_empty"),
    "dummy_gifts": ("true", "false"),
}
TURN_LIMIT = 1000
CURRENCIES = ("y", "g", "b", "o")
"""The currency of each market space."""
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
FIRST_PLACE = {"A": 1, "B": 8, "C": 16}
"""Points of the first place for a pavilion; each type after it scores one more, and each further
place is that of the round before (M12)."""
BREAKS_OFF = "M14"

ACTIONS = ("take", "buy", "pass")
DUE = {
    "setup": ("setup",),
    "turn": (*ACTIONS, "reshuffle", "refill", "end"),
    "turn over": ("reshuffle", "refill"),
    "reshuffled": ("refill",),
    "score": ("score",),
    "dummy": ("dummy",),
    "leftovers": ("award",),
    "last score": ("score",),
    "end": ("end",),
}
"""The events that may come, by what is due."""
RULE_OF = {"score": "M11", "dummy": "M17", "award": "M15", "end": "M14"}
"""The rule that an event breaks that comes during a turn although nothing calls for it."""
RULE_DUE = {
    "turn over": "M10",
    "reshuffled": "M10",
    "score": "M11",
    "dummy": "M17",
    "leftovers": "M15",
    "last score": "M15",
    "end": "M14",
}
"""The rule that is broken where what is due does not come."""


def read_tiles() -> dict[int, Row]:
    """Return the rows of the table of buildings."""
    path = Path(__file__).parents[2] / "sim" / "data" / "tiles.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row["tile_id"]): row for row in csv.DictReader(file)}


TILES = {tile: (row["building"], int(row["price"])) for tile, row in read_tiles().items()}
"""Type and price of each building (M2, C4)."""


def seats_and_options(game: str, players: int, rules: Row) -> Row:
    """Return the number of players and the rule options of a header."""
    if not 2 <= players <= 6:
        raise Broken(f"record: the {game} game with {players} players")
    options: Row = {"players": players}
    for name, values in OPTIONS.items():
        value = rules.get(name, values[0])
        if isinstance(value, bool):
            value = str(value).lower()
        if value not in values:
            raise Broken(f"record: rule {name} is {value!r}")
        options[name] = value
    first = rules.get("first_player", "rule")
    seats = [str(seat) for seat in range(players)]
    if isinstance(first, bool) or str(first) not in ("rule", "random", *seats):
        raise Broken(f"record: rule first_player is {first!r} with {players} players")
    limit = rules.get("turn_limit", TURN_LIMIT)
    if type(limit) is not int or limit < 1:
        raise Broken(f"record: rule turn_limit is {limit!r}")
    return {**options, "first_player": str(first), "turn_limit": limit}


def value_of(card: str) -> int:
    """Return the value of a money card."""
    return int(card[1])


def total_of(cards: list[str]) -> int:
    """Return the sum of money cards."""
    return sum(map(value_of, cards))


def deck(players: int) -> Counter[str]:
    """Return the money of a game (M1)."""
    copies = 2 if players == 2 else 3
    return Counter({f"{c}{v}": copies for c in CURRENCIES for v in range(1, 10)})


def points_of(scoring_round: str, kind: str, counts: list[int]) -> list[int]:
    """Return the points of all owners for one type (M12, M13)."""
    places = [
        first + TYPES.index(kind)
        for name, first in reversed(FIRST_PLACE.items())
        if name <= scoring_round
    ]
    points = [0] * len(counts)
    for count in sorted({count for count in counts if count > 0}, reverse=True):
        tied = [owner for owner, own in enumerate(counts) if own == count]
        shared, places = places[: len(tied)], places[len(tied) :]
        for owner in tied:
            points[owner] = sum(shared) // len(tied)
    return points


@dataclass
class Market:
    """A game in progress; what its two kinds do differently stands first among the methods."""

    actions_of_a_turn: ClassVar[tuple[str, ...]] = ACTIONS
    misplaced: ClassVar[dict[str, str]] = {
        "gift": "M17: only what was just bought can be given to the dummy"
    }
    """What to say of an event that may not come now, where that does not depend on what is due."""

    players: int
    hands: str
    extra_action: str
    end_trigger: str
    dummy_gifts: str
    first_player: str
    turn_limit: int
    due: str = "setup"
    hand: list[list[str]] = field(default_factory=list)
    display: list[str] = field(default_factory=list)
    pile: Counter[str] = field(default_factory=Counter)
    """What the money pile holds, in an order that nobody knows; scoring cards apart."""
    discard: Counter[str] = field(default_factory=Counter)
    scoring: list[str] = field(default_factory=list)
    """The scoring cards still in the pile."""
    rest: int = 0
    """Money cards in the pile at the start."""
    market: dict[int, int] = field(default_factory=dict)
    bag: set[int] = field(default_factory=set)
    dummy_tiles: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    dummy_score: int = 0
    player: int = 0
    turns: int = 1
    actions: int = 0
    passed: bool = False
    reshuffled: bool = False
    drawn: str = ""
    dummy_due: int = 0
    short: bool = False
    reason: str = ""

    # -------------------------------------------------------------- what each game fills in

    def counted(self) -> list[list[int]]:
        """Return the buildings of each seat that count for the majorities."""
        raise NotImplementedError

    def receive(self, tile: int) -> None:
        """Give the player a building just bought."""
        raise NotImplementedError

    def inherit(self, seat: int, tile: int) -> None:
        """Give a seat a leftover building."""
        raise NotImplementedError

    def gift(self, row: Row) -> None:
        """Give a building just bought to the dummy."""
        raise NotImplementedError

    def wall_points(self, row: Row) -> list[int]:
        """Return the points of each seat's wall, after a look at what a scoring says of them."""
        raise NotImplementedError

    def handlers(self) -> dict[str, Callable[[Row], None]]:
        """Return what is done with each event."""
        return {
            "setup": self.setup,
            "take": self.take,
            "buy": self.buy,
            "gift": self.gift,
            "pass": self.pass_turn,
            "reshuffle": self.reshuffle,
            "refill": self.refill,
            "score": self.play_round,
            "dummy": self.give_dummy,
            "award": self.award,
            "end": self.end,
        }

    def kind_of(self, row: Row) -> str:
        """Return the kind of an event, which decides when it may come."""
        return get(row, "event", str)

    def allowed(self) -> tuple[str, ...]:
        """Return the kinds of events that may come now."""
        return DUE[self.due]

    def choosing(self) -> set[int]:
        """Return the seats that have something to choose."""
        return {self.player} if self.due == "turn" and self.can_act() else set()

    # -------------------------------------------------------------- events

    def event(self, row: Row) -> bool:
        """Let one event happen; return whether it was the last of its game."""
        name = get(row, "event", str)
        handlers = self.handlers()
        if name not in handlers:
            raise Broken(f"record: no event {name!r}")
        self.in_time(self.kind_of(row))
        handlers[name](row)
        return name == "end"

    def in_time(self, kind: str) -> None:
        """Whistle at an event that does not come in its time."""
        if self.due == "dummy" and self.dummy_due == 0 and kind != "dummy":
            self.go_on()  # nothing to give, nothing written
        if (kind == "setup") != (self.due == "setup"):
            raise Broken("record: 'setup' stands once, directly after the header")
        if kind in self.allowed():
            return
        if kind in self.misplaced:
            raise Broken(self.misplaced[kind])
        if self.due == "turn":
            raise Broken(f"{RULE_OF[kind]}: {kind!r} in the middle of a turn")
        if self.due == "turn over" and kind in self.actions_of_a_turn:
            raise Broken(f"M7: {kind!r} after the last action of the turn")
        over = self.due in ("leftovers", "last score", "end")
        if over and kind in (*self.actions_of_a_turn, "refill"):
            raise Broken(f"M14: {kind!r} after the end of the game")
        raise Broken(f"{RULE_DUE[self.due]}: {kind!r} where {self.due!r} is due")

    # -------------------------------------------------------------- setup

    def setup(self, row: Row) -> None:
        hands = get_list(row, "hands", list)
        if len(hands) != self.players:
            raise Broken(f"M4: {len(hands)} hands, not {self.players}")
        self.pile = deck(self.players)
        for seat, cards in enumerate(hands):
            self.deal(cards)
            if total_of(cards) < 20:
                raise Broken(f"M4: seat {seat} has {total_of(cards)}, less than 20")
            if total_of(cards[:-1]) >= 20:
                raise Broken(f"M4: seat {seat} is dealt a card too many")
        self.hand = [list(cards) for cards in hands]
        display = get(row, "display", list)
        if len(display) != 4:
            raise Broken(f"M6: {len(display)} cards in the display, not four")
        self.deal(display)
        self.display = list(display)
        self.rest = self.pile.total()
        self.scoring = ["A", "B"]
        self.setup_buildings(row)
        self.score = [0] * self.players
        self.player = get(row, "first", int)
        self.check_first()
        self.due = "turn"

    def deal(self, cards: list[Any]) -> None:
        """Take cards out of the pile where each must still be (M1)."""
        for card in cards:
            if not isinstance(card, str) or card not in deck(self.players):
                raise Broken(f"M1: {card!r} is no money card")
            if self.pile[card] == 0:
                raise Broken(f"M1: {card} is dealt too often")
            self.pile[card] -= 1

    def setup_buildings(self, row: Row) -> None:
        self.bag = set(TILES)
        if self.players == 2:
            self.dummy_tiles = self.draw_tiles(get_list(row, "dummy", int))
            if len(self.dummy_tiles) != 6:
                raise Broken(f"M17: the dummy starts with {len(self.dummy_tiles)} buildings, not 6")
        elif "dummy" in row:
            raise Broken(f"M17: a dummy with {self.players} players")
        market = get_list(row, "market", int)
        if len(market) != 4:
            raise Broken(f"M3: {len(market)} buildings in the market, not four")
        self.market = dict(enumerate(self.draw_tiles(market), start=1))

    def draw_tiles(self, tiles: list[int]) -> list[int]:
        """Take buildings out of the bag where each must still be (M2)."""
        for tile in tiles:
            if tile not in TILES:
                raise Broken(f"M2: {tile} is no building")
            if tile not in self.bag:
                raise Broken(f"M2: building {tile} is not in the bag any more")
            self.bag.remove(tile)
        return list(tiles)

    def check_first(self) -> None:
        """M5, option first_player."""
        first = self.player
        if first not in range(self.players):
            raise Broken(f"M5: no seat {first}")
        if self.first_player == "rule":
            key = [(len(cards), total_of(cards)) for cards in self.hand]
            if key[first] != min(key):
                raise Broken(f"M5: seat {first} begins, but {key.index(min(key))} has fewer")
        elif self.first_player != "random" and first != int(self.first_player):
            raise Broken(f"M5: seat {first} begins, not {self.first_player}")

    # -------------------------------------------------------------- actions

    def acting(self, row: Row) -> list[str]:
        """Return the hand of who acts, who must be the player whose turn it is."""
        if get(row, "player", int) != self.player:
            raise Broken(f"M5: seat {row['player']} acts in the turn of seat {self.player}")
        if self.passed:
            raise Broken("M7: an action after a pass")
        return self.hand[self.player]

    def take(self, row: Row) -> None:
        hand, cards = self.acting(row), get_list(row, "cards", str)
        if not cards:
            raise Broken("M8: no money is taken")
        if Counter(cards) - Counter(self.display):
            raise Broken(f"M8: {cards} do not lie in the display {self.display}")
        if len(cards) > 1 and total_of(cards) > 5:
            raise Broken(f"M8: {cards} are worth {total_of(cards)}, more than 5")
        for card in cards:
            self.display.remove(card)
        hand += cards
        self.due = "turn over"

    def buy(self, row: Row) -> None:
        hand, pay = self.acting(row), get_list(row, "pay", str)
        space, tile = get(row, "space", int), get(row, "tile", int)
        exact = get(row, "exact", bool)
        if space not in (1, 2, 3, 4):
            raise Broken(f"M3: no space {space}")
        if self.market.get(space) != tile:
            raise Broken(f"M3: building {tile} is not on space {space}")
        currency, price = CURRENCIES[space - 1], TILES[tile][1]
        if any(card[:1] != currency for card in pay):
            raise Broken(f"M9: space {space} takes {currency}, not {pay}")
        if Counter(pay) - Counter(hand):
            raise Broken(f"M9: seat {self.player} does not hold {pay}")
        if total_of(pay) < price:
            raise Broken(f"M9: {total_of(pay)} for a price of {price}")
        if exact != (total_of(pay) == price):
            raise Broken(f"M9: 'exact' is {exact} for {total_of(pay)} at a price of {price}")
        for card in pay:
            hand.remove(card)
        self.discard.update(pay)
        del self.market[space]
        self.actions += 1
        self.receive(tile)
        if not exact:
            self.due = "turn over"

    def give(self, row: Row, bought: list[int]) -> int:
        """Give one of some buildings to the dummy and return it (M17)."""
        player, tile = get(row, "player", int), get(row, "tile", int)
        if self.players != 2 or self.dummy_gifts != "true":
            raise Broken("M17: there is no dummy that takes gifts")
        if player != self.player or tile not in bought:
            raise Broken(f"M17: building {tile} was not just bought by seat {player}")
        self.dummy_tiles.append(tile)
        return tile

    def can_act(self) -> bool:
        """Tell whether the player can take or buy something (M8, M9)."""
        if self.display:
            return True
        return any(
            total_of([card for card in self.hand[self.player] if card[0] == CURRENCIES[space - 1]])
            >= TILES[tile][1]
            for space, tile in self.market.items()
        )

    def pass_turn(self, row: Row) -> None:
        self.acting(row)
        if self.actions:
            raise Broken("M7: a turn with a purchase is not passed")
        if self.can_act():
            raise Broken(f"M7: seat {self.player} passes and can act")
        self.passed = True
        self.due = "turn over"

    # -------------------------------------------------------------- the end of a turn

    def end_actions(self) -> None:
        """Whistle at a turn that may not end yet (M7)."""
        if self.due != "turn":
            return
        if self.actions == 0:
            raise Broken(f"M7: the turn of seat {self.player} ends without an action")
        if self.extra_action == "must" and self.can_act():
            raise Broken(f"M7: seat {self.player} owes an action after an exact payment")

    def end_turn(self) -> None:
        """Whistle at a refill that comes too early."""
        self.end_actions()

    def reshuffle(self, row: Row) -> None:
        self.end_turn()
        cards = get(row, "cards", int)
        if cards != self.discard.total() or cards == 0:
            raise Broken(f"M10: {self.discard.total()} cards are discarded, not {cards}")
        self.reshuffled = True
        self.due = "reshuffled"

    def refill(self, row: Row) -> None:
        self.end_turn()
        self.refill_display(get_list(row, "money", str))
        self.refill_market(get_list(row, "tiles", list))
        self.dummy_due = 0
        if self.drawn:
            self.due = "score"
        else:
            self.go_on()

    def refill_display(self, money: list[str]) -> None:
        self.drawn = ""
        for card in money:
            if len(self.display) == 4:
                raise Broken(f"M10: {card} is drawn for a full display")
            if not self.pile.total() and not self.scoring:
                self.turn_discard_over()
            if card in ("A", "B"):
                self.draw_scoring(card)
                continue
            if not self.pile[card]:
                raise Broken(f"M10: {card!r} cannot lie in the money pile")
            self.pile[card] -= 1
            self.display.append(card)
            self.check_places()
        if self.reshuffled:
            raise Broken("M10: a reshuffle before the money pile was empty")
        if len(self.display) < 4:
            left = self.pile.total() + len(self.scoring)
            if left or self.discard.total():
                raise Broken(f"M10: {len(self.display)} cards in the display after the refill")

    def turn_discard_over(self) -> None:
        if not self.reshuffled:
            raise Broken("M10: a card is drawn from an empty money pile")
        self.reshuffled = False
        self.pile, self.discard = self.discard, Counter()

    def parts(self) -> list[int]:
        """Return the sizes of the five piles (M6)."""
        return [self.rest // 5 + (k < self.rest % 5) for k in range(5)]

    def draw_scoring(self, card: str) -> None:
        if self.drawn:
            raise Broken("M6: two scoring cards in one refill")
        if not self.scoring or card != self.scoring[0]:
            raise Broken(f"M6: scoring card {card} out of turn")
        above = self.rest - self.pile.total()
        start = sum(self.parts()[: 1 if card == "A" else 3])
        if above < start:
            raise Broken(f"M6: scoring card {card} after {above} cards")
        self.drawn = self.scoring.pop(0)

    def check_places(self) -> None:
        """Whistle where a scoring card should have come by now (M6)."""
        if self.scoring:
            above = self.rest - self.pile.total()
            if above > sum(self.parts()[: 2 if self.scoring[0] == "A" else 4]):
                raise Broken(f"M6: no scoring card {self.scoring[0]} after {above} cards")

    def refill_market(self, tiles: list[Any]) -> None:
        for pair in tiles:
            if len(pair) != 2 or any(type(number) is not int for number in pair):
                raise Broken(f"record: 'tiles' is {tiles!r}")
        empty = [space for space in (1, 2, 3, 4) if space not in self.market]
        filled = empty[: len(self.bag)]
        self.short = len(filled) < len(empty)
        if [space for space, _ in tiles] != filled:
            raise Broken(f"M10: {tiles} where the spaces {filled} are filled")
        self.draw_tiles([tile for _, tile in tiles])
        self.market |= dict(tiles)

    # -------------------------------------------------------------- scoring

    def play_round(self, row: Row) -> None:
        last = self.due == "last score"
        name = get(row, "round", str)
        if name != ("C" if last else self.drawn):
            raise Broken(f"{'M15' if last else 'M11'}: round {name!r} is not due")
        points, dummy = self.majority(name)
        if get_list(row, "majority", int) != points:
            raise Broken(f"M12: the majorities score {points}, not {row['majority']}")
        self.check_dummy(row, dummy, "scores")
        walls = self.wall_points(row)
        self.score = [sum(parts) for parts in zip(self.score, points, walls, strict=True)]
        self.dummy_score += dummy
        if get_list(row, "total", int) != self.score:
            raise Broken(f"M12: the scores are {self.score}, not {row['total']}")
        if last:
            self.due = "end"
        elif self.players == 2:
            self.due = "dummy"
            self.dummy_due = min(6, len(self.bag)) if name == "A" else len(self.bag) // 3
        else:
            self.go_on()

    def majority(self, name: str) -> tuple[list[int], int]:
        """Return the points of the seats and of the dummy."""
        owned = [*self.counted(), self.dummy_tiles]
        points = [0] * len(owned)
        for kind in TYPES:
            counts = [sum(TILES[tile][0] == kind for tile in own) for own in owned]
            points = [a + b for a, b in zip(points, points_of(name, kind, counts), strict=True)]
        return points[:-1], points[-1]

    def check_dummy(self, row: Row, points: int, what: str) -> None:
        """Check a number of the dummy's, which stands with two players only."""
        if self.players == 2 and get(row, "dummy", int) != points:
            raise Broken(f"M17: the dummy {what} {points}, not {row['dummy']}")
        if self.players != 2 and "dummy" in row:
            raise Broken(f"M17: a dummy with {self.players} players")

    def give_dummy(self, row: Row) -> None:
        tiles = get_list(row, "tiles", int)
        if len(tiles) != self.dummy_due:
            raise Broken(f"M17: the dummy gets {self.dummy_due} buildings, not {len(tiles)}")
        self.dummy_tiles += self.draw_tiles(tiles)
        self.go_on()

    # -------------------------------------------------------------- the next turn or the end

    def go_on(self) -> None:
        """Go on to the next turn or to the end of the game (M14, M5)."""
        if self.short or (self.end_trigger == "bag_empty" and not self.bag):
            self.reason = "market"
            self.due = "leftovers" if self.market else "last score"
        elif self.turns >= self.turn_limit:
            self.reason = "turn limit"
            self.due = "last score"
        else:
            self.turns += 1
            self.player = (self.player + 1) % self.players
            self.actions = 0
            self.passed = False
            self.due = "turn"

    def award(self, row: Row) -> None:
        space, tile = get(row, "space", int), get(row, "tile", int)
        if space != min(self.market) or tile != self.market[space]:
            raise Broken(f"M15: building {self.market[min(self.market)]} is to be awarded")
        sums = [
            total_of([card for card in hand if card[0] == CURRENCIES[space - 1]])
            for hand in self.hand
        ]
        best = [seat for seat, total in enumerate(sums) if total == max(sums)]
        owner = best[0] if len(best) == 1 and max(sums) > 0 else None
        if "player" not in row or row["player"] != owner or isinstance(row["player"], bool):
            raise Broken(f"M15: building {tile} goes to {owner}, not {row.get('player')!r}")
        if owner is not None:
            self.inherit(owner, tile)
        del self.market[space]
        if not self.market:
            self.due = "last score"

    def end(self, row: Row) -> None:
        reason = get(row, "reason", str)
        stopped = self.due != "end"
        if stopped:
            self.check_fault(row, reason)
        elif reason != self.reason:
            raise Broken(f"M14: the game ends by {self.reason!r}, not {reason!r}")
        if get_list(row, "scores", int) != self.score:
            raise Broken(f"M16: the scores are {self.score}, not {row['scores']}")
        self.check_dummy(row, self.dummy_score, "has")
        best = [seat for seat, points in enumerate(self.score) if points == max(self.score)]
        winners = get_list(row, "winners", int)
        if not stopped and winners != best:
            raise Broken(f"M16: seats {best} win, not {winners}")
        if get(row, "turns", int) != self.turns:
            raise Broken(f"record: {self.turns} turns were played, not {row['turns']}")

    def check_fault(self, row: Row, reason: str) -> None:
        """Check a game that was stopped where a strategy had to choose."""
        if reason != "fault":
            raise Broken("M14: the game ends before its end")
        fault, choosing = get(row, "fault", int), self.choosing()
        if not choosing:
            raise Broken("record: a fault where there was nothing to choose")
        if fault not in choosing:
            raise Broken(f"record: a fault of seat {fault} where {choosing} choose")
        winners = get_list(row, "winners", int)
        others = [seat for seat in range(self.players) if seat != fault]
        if winners != [seat for seat in others if seat in winners]:
            raise Broken(f"record: the winners after the fault are {winners}")
