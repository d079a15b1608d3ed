"""The referee of the patience: rules P1 to P8 on plain lists of card names."""

from collections import Counter
from dataclasses import dataclass, field

from tests.referee.reading import Broken, Row, get

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
PILES = ("r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8")
FOUNDATIONS = ("AC", "AD", "AH", "AS", "KC", "KD", "KH", "KS")
OPTIONS: dict[str, tuple[str, ...]] = {
    "waste_build": ("suit", "any"),
    "empty_waste": ("closed", "open"),
    "reserve_view": ("tops", "all"),
}
REDEALS = 2
BREAKS_OFF = "P8"


def open_game(players: int, rules: Row) -> "Patience":
    """Return the game of a header."""
    if players != 1:
        raise Broken(f"record: the patience with {players} players")
    return Patience(**_options(rules))


def _options(rules: Row) -> Row:
    options: Row = {}
    for name, values in OPTIONS.items():
        options[name] = rules.get(name, values[0])
        if options[name] not in values:
            raise Broken(f"record: rule {name} is {options[name]!r}")
    redeals = rules.get("redeals", REDEALS)
    if type(redeals) is not int or redeals < 0:
        raise Broken(f"record: rule redeals is {redeals!r}")
    options["redeals"] = redeals
    return options


# ------------------------------------------------------------------ playing


def _suit(card: str) -> str:
    return card[-1]


def _rank(card: str) -> int:
    """Return 1 for an ace to 13 for a king."""
    return RANKS.index(card[:-1]) + 1


def _all_cards() -> Counter[str]:
    """Return the 96 cards that are dealt (P1)."""
    two_packs = Counter({rank + suit: 2 for rank in RANKS for suit in SUITS})
    two_packs.subtract(FOUNDATIONS)
    return two_packs


@dataclass
class Patience:
    """A game in progress: the last card of a pile is its top, the first of the stock is next."""

    waste_build: str
    empty_waste: str
    reserve_view: str
    redeals: int
    reserves: dict[str, list[str]] = field(default_factory=dict)
    stock: list[str] = field(default_factory=list)
    waste: list[str] = field(default_factory=list)
    foundations: dict[str, list[str]] = field(default_factory=dict)
    redealt: int = 0
    moves: int = 0
    begun: bool = False

    def event(self, row: Row) -> bool:
        """Let one event happen; return whether it was the last of its game."""
        name = get(row, "event", str)
        if (name == "setup") == self.begun:
            raise Broken("record: 'setup' stands once, directly after the header")
        if name == "end":
            self.end(row)
            return True
        events = {
            "setup": self.setup,
            "turn": self.turn,
            "found": self.found,
            "build": self.build,
            "redeal": self.redeal,
        }
        if name not in events:
            raise Broken(f"record: no event {name!r}")
        events[name](row)
        self.moves += name != "setup"
        return False

    def setup(self, row: Row) -> None:
        reserves, stock = get(row, "reserves", list), get(row, "stock", list)
        if len(reserves) != 8:
            raise Broken(f"P1: {len(reserves)} reserve piles, not eight")
        for name, pile in zip(PILES, reserves, strict=True):
            if not isinstance(pile, list) or len(pile) != 4:
                raise Broken(f"P1: reserve pile {name} does not have four cards")
        if len(stock) != 64:
            raise Broken(f"P1: {len(stock)} cards in the stock, not 64")
        right = _all_cards()
        dealt: Counter[str] = Counter()
        for card in [*(card for pile in reserves for card in pile), *stock]:
            if not isinstance(card, str) or card not in right:
                raise Broken(f"P1: {card!r} is no card")
            dealt[card] += 1
        for card, times in right.items():
            if dealt[card] != times:
                raise Broken(f"P1: {card} is dealt {dealt[card]} times, not {times}")
        self.reserves = {name: list(pile) for name, pile in zip(PILES, reserves, strict=True)}
        self.stock = list(stock)
        self.foundations = {card: [card] for card in FOUNDATIONS}
        self.begun = True

    def turn(self, row: Row) -> None:
        card = get(row, "card", str)
        if not self.stock:
            raise Broken("P3: a turn with an empty stock")
        if card != self.stock[0]:
            rule = "P7" if self.redealt else "P3"
            raise Broken(f"{rule}: {card} is turned where {self.stock[0]} lies on top")
        self.waste.append(self.stock.pop(0))

    def found(self, row: Row) -> None:
        card, source, target = (get(row, key, str) for key in ("card", "from", "to"))
        pile = self.free_pile(source, "P4")
        if not pile or pile[-1] != card:
            raise Broken(f"P4: {card} does not lie on top of {source}")
        if target in PILES:
            raise Broken(f"P6: {card} on the reserve pile {target}")
        if target not in FOUNDATIONS:
            raise Broken(f"P2: no foundation {target!r}")
        if not self.takes(target, card):
            raise Broken(f"P2: foundation {target} does not take {card}")
        self.foundations[target].append(pile.pop())

    def build(self, row: Row) -> None:
        card, source = get(row, "card", str), get(row, "from", str)
        if source not in PILES:
            raise Broken(f"P5: built from {source!r}, which is no reserve pile")
        pile = self.reserves[source]
        if not pile or pile[-1] != card:
            raise Broken(f"P5: {card} does not lie on top of {source}")
        if not self.fits_waste(card):
            under = self.waste[-1] if self.waste else "an empty waste"
            raise Broken(f"P5: {card} is built on {under}")
        self.waste.append(pile.pop())

    def redeal(self, row: Row) -> None:
        if self.stock:
            raise Broken(f"P7: a redeal with {len(self.stock)} cards in the stock")
        if not self.waste:
            raise Broken("P7: a redeal of an empty waste")
        if self.redealt >= self.redeals:
            raise Broken(f"P7: a redeal too many, {self.redeals} are allowed")
        self.redealt += 1
        self.stock, self.waste = self.waste, []

    def end(self, row: Row) -> None:
        won, home, moves = (
            get(row, "won", bool),
            get(row, "on_foundations", int),
            row.get("moves"),
        )
        left = self.a_move()
        if left:
            raise Broken(f"P8: the game ends where a move is left: {left}")
        there = sum(len(pile) for pile in self.foundations.values())
        if home != there:
            raise Broken(f"P8: {there} cards are on the foundations, not {home}")
        if won != (there == 104):
            raise Broken(f"P8: 'won' is {won} with {there} cards on the foundations")
        if get(row, "moves", int) != self.moves:
            raise Broken(f"record: {self.moves} moves were played, not {moves}")

    # -------------------------------------------------------------- what is legal

    def free_pile(self, source: str, rule: str) -> list[str]:
        if source == "waste":
            return self.waste
        if source not in PILES:
            raise Broken(f"{rule}: a card from {source!r}")
        return self.reserves[source]

    def takes(self, foundation: str, card: str) -> bool:
        """Tell whether a foundation takes a card: ace piles upwards, king piles downwards (P2)."""
        pile = self.foundations[foundation]
        step = 1 if foundation.startswith("A") else -1
        return _suit(card) == _suit(foundation) and _rank(card) == _rank(pile[-1]) + step

    def fits_waste(self, card: str) -> bool:
        """Tell whether a reserve card may be built on the waste as it lies (P5)."""
        if not self.waste:
            return self.empty_waste == "open"
        top = self.waste[-1]
        apart = abs(_rank(card) - _rank(top))
        return apart in (1, 12) and (self.waste_build == "any" or _suit(card) == _suit(top))

    def a_move(self) -> str:
        """Return some legal move in words, or nothing where no move is left (P8)."""
        if self.stock:
            return "a turn"
        if self.waste and self.redealt < self.redeals:
            return "a redeal"
        for source in ("waste", *PILES):
            pile = self.waste if source == "waste" else self.reserves[source]
            if not pile:
                continue
            card = pile[-1]
            for foundation in FOUNDATIONS:
                if self.takes(foundation, card):
                    return f"{card} from {source} to foundation {foundation}"
            if source != "waste" and self.fits_waste(card):
                return f"{card} from {source} to the waste"
        return ""
