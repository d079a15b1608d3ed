"""A slow twin of the patience: plain lists of card names, written from the rules.

It shares no code with the engine. Cards are names (``"10H"``), ``"??"`` one that the player has
not seen, ``"--"`` none; a move is ``(kind, card, source, target)`` in the words of a record.
"""

import json
import random
from dataclasses import dataclass, field

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "CDHS"
FOUNDATIONS = [end + suit for end in "AK" for suit in SUITS]
PILES = [f"r{number}" for number in range(1, 9)]

Move = tuple[str, str, str, str]
Deal = tuple[list[list[str]], list[str]]


@dataclass(frozen=True)
class Options:
    """The rule options of the patience with their defaults."""

    waste_build: str = "suit"
    redeals: int = 2
    empty_waste: str = "closed"
    reserve_view: str = "tops"


def pack() -> list[str]:
    """Return the 96 cards that are dealt (P1), in a fixed order."""
    two_packs = [rank + suit for suit in SUITS for rank in RANKS for _ in range(2)]
    for card in FOUNDATIONS:
        two_packs.remove(card)
    return two_packs


def split(cards: list[str]) -> Deal:
    """Deal 96 cards: eight reserve piles of four, then the stock (P1)."""
    return [cards[4 * p : 4 * p + 4] for p in range(8)], cards[32:]


def shuffled(seed: int) -> Deal:
    """Return a random deal."""
    cards = pack()
    random.Random(seed).shuffle(cards)
    return split(cards)


def fits(suit_free: bool, card: str, other: str) -> bool:
    """Tell whether two cards are neighbours for building (P5)."""
    ring = RANKS.index(card[:-1]) - RANKS.index(other[:-1])
    return ring % 13 in (1, 12) and (suit_free or card[-1] == other[-1])


@dataclass
class Twin:
    """A game in progress. The last card of a pile is its top; the stock's first is turned next."""

    reserves: list[list[str]]
    stock: list[str]
    options: Options = field(default_factory=Options)
    waste: list[str] = field(default_factory=list)
    passes: int = 1
    history: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.deal = [list(pile) for pile in self.reserves], list(self.stock)
        self.reserves, self.stock = [list(pile) for pile in self.reserves], list(self.stock)
        self.piles = {name: [name] for name in FOUNDATIONS}

    # -------------------------------------------------------------- what is legal

    def takers(self, card: str) -> list[str]:
        """Return the foundations that take a card, ace pile first (P2)."""
        names = []
        for name in FOUNDATIONS:
            top = self.piles[name][-1]
            step = 1 if name[0] == "A" else -1
            place = RANKS.index(top[:-1]) + step
            if 0 <= place < 13 and card == RANKS[place] + name[-1]:
                names.append(name)
        return names

    def free(self) -> list[tuple[str, str]]:
        """Return the free cards with where they lie: the waste's top, then the reserve (P4)."""
        places = [("waste", self.waste), *zip(PILES, self.reserves, strict=True)]
        return [(name, pile[-1]) for name, pile in places if pile]

    def may_build(self, card: str) -> bool:
        """Tell whether a reserve card may go to the waste (P5)."""
        if not self.waste:
            return self.options.empty_waste == "open"
        return fits(self.options.waste_build == "any", card, self.waste[-1])

    def moves(self) -> list[Move]:
        """Return every legal move in the documented order."""
        listed: list[Move] = []
        for place, card in self.free():
            listed += [("found", card, place, name) for name in self.takers(card)]
        for place, card in self.free():
            if place != "waste" and self.may_build(card):
                listed.append(("build", card, place, "waste"))
        if self.stock:
            seen = self.stock[0] if self.passes > 1 else "??"
            listed.append(("turn", seen, "stock", "waste"))
        elif self.waste and self.redeals_left:
            listed.append(("redeal", "--", "waste", "stock"))
        return listed

    @property
    def redeals_left(self) -> int:
        """How often the waste may still be turned over (P7)."""
        return self.options.redeals - (self.passes - 1)

    # -------------------------------------------------------------- what a move does

    def play(self, move: Move) -> None:
        """Play a legal move."""
        kind, card, source, target = move
        if kind == "redeal":
            self.stock, self.waste = self.waste, []
            self.passes += 1
        elif kind == "turn":
            card = self.stock.pop(0)
            self.waste.append(card)
        else:
            pile = self.waste if source == "waste" else self.reserves[PILES.index(source)]
            assert pile.pop() == card
            (self.piles[target] if kind == "found" else self.waste).append(card)
        self.history.append((kind, card, source, target))

    def play_forced(self) -> None:
        """Play on for as long as there is only one legal move."""
        while len(only := self.moves()) == 1:
            self.play(only[0])

    def turn_on(self) -> None:
        """Turn cards for as long as nothing else is legal."""
        while [move[0] for move in self.moves()] == ["turn"]:
            self.play(self.moves()[0])

    # -------------------------------------------------------------- what is seen

    @property
    def home(self) -> int:
        """Cards on the foundations."""
        return sum(map(len, self.piles.values()))

    def all_cards(self) -> list[str]:
        """Return all 104 cards, sorted."""
        piles = [*self.reserves, self.stock, self.waste, *self.piles.values()]
        return sorted(card for pile in piles for card in pile)

    def seen_reserves(self) -> list[list[str]]:
        """Return the reserve as the player knows it (P9)."""
        if self.options.reserve_view == "all":
            return self.reserves
        return [["??"] * (len(pile) - 1) + pile[-1:] for pile in self.reserves]

    def seen_stock(self) -> list[str]:
        """Return the stock as the player knows it (P9)."""
        return self.stock if self.passes > 1 else ["??"] * len(self.stock)

    def tops(self) -> list[str]:
        """Return the card on top of each reserve pile, ``--`` for none."""
        return [pile[-1] if pile else "--" for pile in self.reserves]

    # -------------------------------------------------------------- writing it down

    def record(self, **more: object) -> str:
        """Return the record of the game so far, with an ``end``."""
        reserves, stock = self.deal
        rows: list[dict[str, object]] = [
            {
                "record": 1,
                "game": "patience",
                "rules": vars(self.options),
                "players": 1,
                "strategies": ["twin"],
                "seed": 0,
                "deal": 0,
                "index": 0,
                **more,
            },
            {"event": "setup", "reserves": reserves, "stock": stock},
        ]
        for kind, card, source, target in self.history:
            row: dict[str, object] = {"event": kind}
            if kind != "redeal":
                row["card"] = card
            if kind in ("found", "build"):
                row["from"] = source
            if kind == "found":
                row["to"] = target
            rows.append(row)
        end = {"won": self.home == 104, "on_foundations": self.home, "moves": len(self.history)}
        rows.append({"event": "end", **end})
        return "".join(json.dumps(row) + "\n" for row in rows)


def play_out(twin: Twin, seed: int = 0, eager: float = 0.5) -> Twin:
    """Play a game to its end: the first move of the list with chance ``eager``, else any."""
    rng = random.Random(seed)
    while moves := twin.moves():
        twin.play(moves[0] if rng.random() < eager else rng.choice(moves))
    return twin


def winning() -> Deal:
    """Return a deal that wins by itself: every card comes when its foundation takes it."""
    up = [rank + suit for suit in SUITS for rank in RANKS[1:]]
    down = [rank + suit for suit in SUITS for rank in RANKS[-2::-1]]
    order = up + down
    stock, rest = order[:64], order[64:]
    return [rest[4 * p : 4 * p + 4][::-1] for p in range(8)], stock


def arranged(tops: dict[str, list[str]], stock: list[str] | None = None) -> Deal:
    """Return a deal with given cards in given places.

    Parameters
    ----------
    tops
        By reserve pile the cards on its top, the topmost last.
    stock
        The first cards of the stock. Wherever nothing is said lie the other cards in a fixed
        order.
    """
    stock = stock or []
    others = pack()
    for card in [card for pile in tops.values() for card in pile] + stock:
        others.remove(card)
    random.Random(96).shuffle(others)
    reserves = []
    for name in PILES:
        top = tops.get(name, [])
        reserves.append([others.pop() for _ in range(4 - len(top))] + top)
    return reserves, stock + others
