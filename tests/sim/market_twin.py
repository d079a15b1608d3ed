"""A slow card game in plain lists, written from the rules: the engine's twin.

Cards and buildings stand in it as in a record: ``"g7"``, and the id of a building.
"""

import csv
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

CURRENCIES = "ygbo"
VALUES = range(1, 10)
TYPES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
POINTS = {
    "pavilion": ((1,), (8, 1), (16, 8, 1)),
    "seraglio": ((2,), (9, 2), (17, 9, 2)),
    "arcades": ((3,), (10, 3), (18, 10, 3)),
    "chambers": ((4,), (11, 4), (19, 11, 4)),
    "garden": ((5,), (12, 5), (20, 12, 5)),
    "tower": ((6,), (13, 6), (21, 13, 6)),
}
"""The table of M12: points by type, round and place."""
DUMMY = -1


def read_tiles() -> dict[int, tuple[str, int]]:
    path = Path(__file__).parents[2] / "sim" / "data" / "tiles.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {int(row["tile_id"]): (row["building"], int(row["price"])) for row in rows}


TILES = read_tiles()


@dataclass(frozen=True)
class Options:
    """The rule options, by the values that stand in a record."""

    first_player: str = "rule"
    hands: str = "counted"
    extra_action: str = "must"
    end_trigger: str = "market_short"
    dummy_gifts: str = "true"
    turn_limit: int = 1000


class Move(NamedTuple):
    """A move: the cards taken or paid, ascending for a payment; for a purchase also the rest."""

    kind: str
    cards: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    space: int = 0
    tile: int = 0
    gift: bool = False


def total(cards: Any) -> int:
    """Return the sum of some cards."""
    return sum(int(card[1]) for card in cards)


def deck(players: int) -> list[str]:
    """Return the money of a game (M1)."""
    copies = 2 if players == 2 else 3
    return [f"{c}{v}" for c in CURRENCIES for v in VALUES for _ in range(copies)]


def shuffled(seed: int, players: int) -> tuple[list[str], list[int]]:
    """Return a shuffled money pile with its scoring cards, and a shuffled bag (M3, M4, M6)."""
    rng = random.Random(seed)
    pile = deck(players)
    rng.shuffle(pile)
    at = 0
    for _ in range(players):
        dealt = at
        while total(pile[dealt:at]) < 20:
            at += 1
    front, rest = pile[: at + 4], pile[at + 4 :]
    parts: list[list[str]] = []
    for k in range(5):
        size = len(rest) // (5 - k) + (len(rest) % (5 - k) > 0)
        parts.append(rest[:size])
        rest = rest[size:]
    parts[1].insert(rng.randrange(len(parts[1]) + 1), "A")
    parts[3].insert(rng.randrange(len(parts[3]) + 1), "B")
    bag = list(TILES)
    rng.shuffle(bag)
    return [*front, *itertools.chain(*parts)], bag


def majority(counts: list[int], places: tuple[int, ...]) -> list[int]:
    """Return the points of each owner of a type (M12, M13)."""
    ranked = sorted((i for i in range(len(counts)) if counts[i]), key=lambda i: -counts[i])
    points = [0] * len(counts)
    for _, group in itertools.groupby(enumerate(ranked), key=lambda pair: counts[pair[1]]):
        tied = list(group)
        pot = sum(places[rank] for rank, _ in tied if rank < len(places))
        for _, i in tied:
            points[i] = pot // len(tied)
    return points


def payments(price: int, coins: list[str]) -> list[tuple[str, ...]]:
    """Return each set of coins that pays a price and from which no card can be left out (M9)."""
    held = Counter(coins)
    found: set[tuple[str, ...]] = set()
    short: set[tuple[str, ...]] = {()}
    while short:
        longer = {
            tuple(sorted((*cards, card)))
            for cards in short
            for card in held
            if cards.count(card) < held[card]
        }
        short = {cards for cards in longer if total(cards) < price}
        found |= {cards for cards in longer - short if total(cards[1:]) < price}
    letters = {card[0] for card in coins}
    return sorted(
        found, key=lambda cards: [cards.count(c + str(v)) for c in letters for v in range(9, 0, -1)]
    )


def keep_order(discards: list[str]) -> list[str]:
    """Return the discard pile as it is: a shuffle that does nothing."""
    return discards


class Twin:
    """A card game on lists."""

    game: ClassVar[str] = "card"

    def __init__(
        self,
        players: int,
        money: list[str],
        bag: list[int],
        options: Options | None = None,
        lots: tuple[int, int] = (0, 0),
        shuffle: Callable[[list[str]], list[str]] = keep_order,
    ) -> None:
        """Lay out a game (M3 to M6, M17).

        ``lots`` are the seats that chance names where hands tie, and under ``random``;
        ``shuffle`` shuffles the discard pile.
        """
        self.players, self.options, self.shuffle = players, options or Options(), shuffle
        self.pile, self.bag = list(money), list(bag)
        self.discard: list[str] = []
        self.hands: list[list[str]] = []
        for _ in range(players):
            hand: list[str] = []
            while total(hand) < 20:
                hand.append(self.pile.pop(0))
            self.hands.append(hand)
        self.start = [list(hand) for hand in self.hands]
        self.display: list[str | None] = [self.pile.pop(0) for _ in range(4)]
        self.owned: dict[int, list[int]] = {who: [] for who in (*range(players), DUMMY)}
        self.dummy_drawn: list[int] = []
        if players == 2:
            self.give_dummy(6)
        self.market: list[int | None] = [self.bag.pop(0) for _ in range(4)]
        self.choose_first(*lots)
        self.player, self.turn, self.actions = self.first, 1, 0
        self.points = {(r, who): dict.fromkeys(TYPES, 0) for r in "ABC" for who in self.owned}
        self.round_turn = dict.fromkeys("ABC", 0)
        self.drawn: list[str] = []
        self.filled: list[int | None] = [None] * 4
        self.reshuffled = 0
        self.tally = [Counter[str]() for _ in range(players)]
        self.choices = 0
        self.ended = ""
        self.events: list[dict[str, Any]] = [self.setup()]

    def choose_first(self, lot: int, drawn: int) -> None:
        """M5, option first_player."""
        fewest = min(len(hand) for hand in self.hands)
        few = [seat for seat in range(self.players) if len(self.hands[seat]) == fewest]
        least = min(total(self.hands[seat]) for seat in few)
        low = [seat for seat in few if total(self.hands[seat]) == least]
        self.named_by = "cards" if len(few) == 1 else "total" if len(low) == 1 else "lot"
        self.candidates = low
        self.named = low[0] if len(low) == 1 else lot
        rule = self.options.first_player
        self.first = {"rule": self.named, "random": drawn}[rule] if rule[0] == "r" else int(rule)

    def setup(self) -> dict[str, Any]:
        event: dict[str, Any] = {
            "event": "setup",
            "hands": [list(hand) for hand in self.hands],
            "display": list(self.display),
            "market": list(self.market),
            "first": self.first,
        }
        if self.players == 2:
            event["dummy"] = list(self.owned[DUMMY])
        return event

    # -------------------------------------------------------------- moves

    def coins(self, seat: int, space: int) -> list[str]:
        """Return a seat's cards of a space's currency (0 to 3), ascending."""
        return sorted(card for card in self.hands[seat] if card[0] == CURRENCIES[space])

    def takings(self) -> list[Move]:
        """M8: by number of cards, then by places; equal cards are not told apart."""
        sets = [places for size in range(1, 5) for places in itertools.combinations(range(4), size)]
        sets.sort(key=lambda places: (len(places), sum(2**k for k in places)))
        moves, seen = [], set()
        for places in sets:
            cards = tuple(card for k in places if (card := self.display[k]) is not None)
            if len(cards) < len(places) or (len(cards) > 1 and total(cards) > 5):
                continue
            if tuple(sorted(cards)) not in seen:
                seen.add(tuple(sorted(cards)))
                moves.append(Move("take", cards, places))
        return moves

    def payments(self, space: int) -> list[tuple[str, ...]]:
        """M9: each payment from which no card can be left out, by its highest cards."""
        tile = self.market[space]
        assert tile is not None
        return payments(TILES[tile][1], self.coins(self.player, space))

    def may_give(self) -> bool:
        """M17."""
        return self.players == 2 and self.options.dummy_gifts == "true"

    def moves(self) -> list[Any]:
        """Return the legal moves: what can be done, the end of the turn."""
        moves = self.doings()
        if moves and self.actions and self.options.extra_action == "may":
            moves.append(Move("end turn"))
        return moves

    def doings(self) -> list[Any]:
        """Return the actions of a turn: takings, purchases (M7)."""
        moves = self.takings()
        for space, tile in enumerate(self.market):
            if tile is not None:
                for cards in self.payments(space):
                    for gift in (False, True)[: 1 + self.may_give()]:
                        moves.append(Move("buy", cards, (), space, tile, gift))
        return moves

    def act(self, move: Any) -> bool:
        """Play a move; return whether the turn goes on (M7)."""
        tally, hand = self.tally[self.player], self.hands[self.player]
        if move.kind == "take":
            for k in move.places:
                self.display[k] = None
            hand += move.cards
            tally["taken_cards"] += len(move.cards)
            tally["taken"] += total(move.cards)
            self.write("take", player=self.player, cards=list(move.cards))
            return False
        if move.kind == "end turn":
            return False
        over = total(move.cards) - TILES[move.tile][1]
        for card in move.cards:
            hand.remove(card)
            self.discard.append(card)
        self.market[move.space] = None
        self.owned[DUMMY if move.gift else self.player].append(move.tile)
        self.actions += 1
        tally["spent"] += total(move.cards)
        tally["overpaid"] += over
        tally["purchases"] += 1
        tally["gifts"] += move.gift
        if over == 0:
            tally["exact"] += 1
            tally["chain"] = max(tally["chain"], self.actions)
        self.write_purchase(move, over)
        return over == 0

    def write(self, event: str, **keys: Any) -> None:
        self.events.append({"event": event, **keys})

    def write_purchase(self, move: Move, over: int) -> None:
        self.write(
            "buy",
            player=self.player,
            space=move.space + 1,
            tile=move.tile,
            pay=list(move.cards),
            exact=over == 0,
        )
        if move.gift:
            self.write("gift", player=self.player, tile=move.tile)

    def pass_turn(self) -> None:
        """A turn that begins without a possible action."""
        self.tally[self.player]["passes"] += 1
        self.write("pass", player=self.player)

    # -------------------------------------------------------------- the end of a turn

    def end_turn(self) -> str:
        """Refill, score, and return how it goes on: "", "market" or "turn limit" (M10 to M14)."""
        came = self.refill_display()
        short = self.refill_market()
        tiles = [[k + 1, tile] for k, tile in enumerate(self.filled) if tile is not None]
        if self.reshuffled:
            self.write("reshuffle", cards=self.reshuffled)
        self.write("refill", money=list(self.drawn), tiles=tiles)
        self.dummy_drawn = []
        for name in came:
            self.score_round(name)
            if self.players == 2:
                self.give_dummy(6 if name == "A" else len(self.bag) // 3)
                self.write("dummy", tiles=list(self.dummy_drawn))
        if short or (self.options.end_trigger == "bag_empty" and not self.bag):
            return "market"
        if self.turn == self.options.turn_limit:
            return "turn limit"
        self.turn += 1
        self.actions = 0
        self.player = (self.player + 1) % self.players
        return ""

    def refill_display(self) -> list[str]:
        """Draw money and return the scoring cards that came (M10, M11)."""
        came = []
        self.drawn, self.reshuffled = [], 0
        while None in self.display and self.pile + self.discard:
            if not self.pile:
                self.pile, self.discard = self.shuffle(self.discard), []
                self.reshuffled = len(self.pile)
            card = self.pile.pop(0)
            self.drawn.append(card)
            if card in "AB":
                came.append(card)
            else:
                self.display[self.display.index(None)] = card
        return came

    def refill_market(self) -> bool:
        """Fill the market from the bag and return whether it is short (M10, M14)."""
        self.filled = [None] * 4
        for k in range(4):
            if self.market[k] is None and self.bag:
                self.market[k] = self.filled[k] = self.bag.pop(0)
        return None in self.market

    def give_dummy(self, n: int) -> None:
        """M17."""
        self.dummy_drawn, self.bag = self.bag[:n], self.bag[n:]
        self.owned[DUMMY] += self.dummy_drawn

    def counts(self, who: int) -> dict[str, int]:
        """Return the buildings of an owner by type."""
        kinds = Counter(TILES[tile][0] for tile in self.owned[who])
        return {kind: kinds[kind] for kind in TYPES}

    def score_of(self, who: int) -> int:
        """Return an owner's score."""
        return sum(sum(self.points[r, who].values()) for r in "ABC")

    def score_round(self, name: str) -> None:
        """M12, M13."""
        owners = list(self.owned)
        for kind in TYPES:
            counts = [self.counts(who)[kind] for who in owners]
            for who, points in zip(
                owners, majority(counts, POINTS[kind]["ABC".index(name)]), strict=True
            ):
                self.points[name, who][kind] = points
        self.round_turn[name] = self.turn
        scored = {who: sum(self.points[name, who].values()) for who in owners}
        seats = range(self.players)
        event: dict[str, Any] = {"round": name, "majority": [scored[seat] for seat in seats]}
        if self.players == 2:
            event["dummy"] = scored[DUMMY]
        self.write("score", **event, total=[self.score_of(seat) for seat in seats])

    def richest(self, space: int) -> int | None:
        """Return who gets a leftover building (M15)."""
        sums = [total(self.coins(seat, space)) for seat in range(self.players)]
        best = max(sums)
        return sums.index(best) if best and sums.count(best) == 1 else None

    def finish(self, end: str) -> None:
        """M15, M16, or the turn limit."""
        if end == "market":
            self.award()
        self.close(end)

    def award(self) -> None:
        """M15."""
        for space, tile in enumerate(self.market):
            if tile is not None:
                owner = self.richest(space)
                if owner is not None:
                    self.owned[owner].append(tile)
                    self.tally[owner]["leftovers"] += 1
                self.write("award", space=space + 1, tile=tile, player=owner)

    def close(self, end: str) -> None:
        """Score round C and name the winners (M16)."""
        self.score_round("C")
        self.ended = end
        scores = [self.score_of(seat) for seat in range(self.players)]
        winners = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        event = {"reason": end, "scores": scores, "winners": winners, "turns": self.turn}
        if self.players == 2:
            event["dummy"] = self.score_of(DUMMY)
        self.write("end", **event)

    # -------------------------------------------------------------- whole games

    def go_on(self) -> None:
        """Go on after the last action of a turn, to the next turn or to the end of the game."""
        end = self.end_turn()
        if end:
            self.finish(end)

    def play_out(self, choose: Callable[[Any, list[Any]], int]) -> Self:
        """Play to the end and return the game."""
        while not self.ended:
            moves = self.moves()
            if moves:
                self.choices += len(moves) > 1
                if self.act(moves[choose(self, moves) if len(moves) > 1 else 0]):
                    continue
            elif self.actions == 0:
                self.pass_turn()
            self.go_on()
        return self

    def record(self) -> list[dict[str, Any]]:
        """Return the objects of the game's record."""
        header = {
            "record": 1,
            "game": self.game,
            "rules": asdict(self.options),
            "players": self.players,
            "strategies": ["somebody"] * self.players,
            "seed": 0,
            "deal": 0,
            "index": 0,
        }
        return [header, *self.events]


def chooser(seed: int, saving: float = 0.5) -> Callable[[Twin, list[Move]], int]:
    """Return a player that takes money with a probability wherever it can, else anything."""
    rng = random.Random(seed)

    def choose(twin: Twin, moves: list[Move]) -> int:
        takings = sum(move.kind == "take" for move in moves)
        if takings and rng.random() < saving:
            return rng.randrange(takings)
        return rng.randrange(len(moves))

    return choose


def text_of(rows: list[dict[str, Any]]) -> str:
    """Return objects as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def played(seed: int, players: int, options: Options | None = None, saving: float = 0.5) -> Twin:
    """Return a whole game of players who choose by chance."""
    money, bag = shuffled(seed, players)
    rng = random.Random(seed)
    tied = Twin(players, money, bag).candidates
    twin = Twin(players, money, bag, options, (rng.choice(tied), rng.randrange(players)))
    twin.shuffle = lambda discards: rng.sample(discards, len(discards))
    return twin.play_out(chooser(seed, saving))
