"""A referee of game records, written from the rules alone.

It shares no code with the project: it reads the text of a record (JSON Lines, several games one
after another), plays it on plain lists of card names, and whistles at the first thing that the
rules do not allow. A foul names the rule, or ``record`` where the text is no record at all.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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

Row = dict[str, Any]


class Foul(Exception):  # noqa: N818  (a foul is what a referee calls it)
    """Something in a record that the rules do not allow.

    Attributes
    ----------
    reason
        The rule's number (or ``record``), a colon, and what is wrong.
    line
        Number of the line, from 1.
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason, line)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class _Broken(Exception):  # noqa: N818
    """A broken rule, before it is known in which line."""


def check_file(path: Path | str) -> int:
    """Check a record file and return the number of its games."""
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Foul("record: the file is not UTF-8", line) from None
    return check_text(text)


def check_text(text: str) -> int:
    """Check the text of a record and return the number of its games.

    Raises
    ------
    Foul
        At the first line that is wrong.
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    games = 0
    game: _Game | None = None
    for number, line in enumerate(lines, start=1):
        try:
            row = _object(line)
            if game is None:
                game = _header(row)
            elif game.event(row):
                games += 1
                game = None
        except _Broken as broken:
            raise Foul(str(broken), number) from None
    if game is not None:
        raise Foul("P8: the game breaks off without its end", len(lines))
    return games


# ------------------------------------------------------------------ reading


def _no_doubles(pairs: list[tuple[str, Any]]) -> Row:
    names = Counter(name for name, _ in pairs)
    for name, times in names.items():
        if times > 1:
            raise _Broken(f"record: the key {name!r} stands twice")
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise _Broken(f"record: {name} is not JSON")


def _object(line: str) -> Row:
    try:
        row = json.loads(line, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except ValueError:
        raise _Broken("record: the line is not a JSON object") from None
    if not isinstance(row, dict):
        raise _Broken("record: the line is not a JSON object")
    return row


def _get(row: Row, key: str, kind: type) -> Any:
    """Return a value that must be there and of exactly this type (true is no number)."""
    if key not in row:
        raise _Broken(f"record: {key!r} is missing")
    if type(row[key]) is not kind:
        raise _Broken(f"record: {key!r} is {row[key]!r}")
    return row[key]


def _header(row: Row) -> "_Game":
    if "event" in row:
        raise _Broken("record: an event where a header should stand")
    if _get(row, "record", int) != 1:
        raise _Broken(f"record: version {row['record']}, not 1")
    if _get(row, "game", str) != "patience":
        raise _Broken(f"record: the game is {row['game']!r}")
    if _get(row, "players", int) != 1:
        raise _Broken(f"record: the patience with {row['players']} players")
    seats = _get(row, "strategies", list)
    if len(seats) != 1 or not isinstance(seats[0], str) or not seats[0]:
        raise _Broken(f"record: 'strategies' is {seats!r}")
    for key in ("seed", "deal", "index"):
        _get(row, key, int)
    return _Game(**_options(_get(row, "rules", dict)))


def _options(rules: Row) -> Row:
    options: Row = {}
    for name, values in OPTIONS.items():
        options[name] = rules.get(name, values[0])
        if options[name] not in values:
            raise _Broken(f"record: rule {name} is {options[name]!r}")
    redeals = rules.get("redeals", REDEALS)
    if type(redeals) is not int or redeals < 0:
        raise _Broken(f"record: rule redeals is {redeals!r}")
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
class _Game:
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
        name = _get(row, "event", str)
        if (name == "setup") == self.begun:
            raise _Broken("record: 'setup' stands once, directly after the header")
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
            raise _Broken(f"record: no event {name!r}")
        events[name](row)
        self.moves += name != "setup"
        return False

    def setup(self, row: Row) -> None:
        reserves, stock = _get(row, "reserves", list), _get(row, "stock", list)
        if len(reserves) != 8:
            raise _Broken(f"P1: {len(reserves)} reserve piles, not eight")
        for name, pile in zip(PILES, reserves, strict=True):
            if not isinstance(pile, list) or len(pile) != 4:
                raise _Broken(f"P1: reserve pile {name} does not have four cards")
        if len(stock) != 64:
            raise _Broken(f"P1: {len(stock)} cards in the stock, not 64")
        right = _all_cards()
        dealt: Counter[str] = Counter()
        for card in [*(card for pile in reserves for card in pile), *stock]:
            if not isinstance(card, str) or card not in right:
                raise _Broken(f"P1: {card!r} is no card")
            dealt[card] += 1
        for card, times in right.items():
            if dealt[card] != times:
                raise _Broken(f"P1: {card} is dealt {dealt[card]} times, not {times}")
        self.reserves = {name: list(pile) for name, pile in zip(PILES, reserves, strict=True)}
        self.stock = list(stock)
        self.foundations = {card: [card] for card in FOUNDATIONS}
        self.begun = True

    def turn(self, row: Row) -> None:
        card = _get(row, "card", str)
        if not self.stock:
            raise _Broken("P3: a turn with an empty stock")
        if card != self.stock[0]:
            rule = "P7" if self.redealt else "P3"
            raise _Broken(f"{rule}: {card} is turned where {self.stock[0]} lies on top")
        self.waste.append(self.stock.pop(0))

    def found(self, row: Row) -> None:
        card, source, target = (_get(row, key, str) for key in ("card", "from", "to"))
        pile = self.free_pile(source, "P4")
        if not pile or pile[-1] != card:
            raise _Broken(f"P4: {card} does not lie on top of {source}")
        if target in PILES:
            raise _Broken(f"P6: {card} on the reserve pile {target}")
        if target not in FOUNDATIONS:
            raise _Broken(f"P2: no foundation {target!r}")
        if not self.takes(target, card):
            raise _Broken(f"P2: foundation {target} does not take {card}")
        self.foundations[target].append(pile.pop())

    def build(self, row: Row) -> None:
        card, source = _get(row, "card", str), _get(row, "from", str)
        if source not in PILES:
            raise _Broken(f"P5: built from {source!r}, which is no reserve pile")
        pile = self.reserves[source]
        if not pile or pile[-1] != card:
            raise _Broken(f"P5: {card} does not lie on top of {source}")
        if not self.fits_waste(card):
            under = self.waste[-1] if self.waste else "an empty waste"
            raise _Broken(f"P5: {card} is built on {under}")
        self.waste.append(pile.pop())

    def redeal(self, row: Row) -> None:
        if self.stock:
            raise _Broken(f"P7: a redeal with {len(self.stock)} cards in the stock")
        if not self.waste:
            raise _Broken("P7: a redeal of an empty waste")
        if self.redealt >= self.redeals:
            raise _Broken(f"P7: a redeal too many, {self.redeals} are allowed")
        self.redealt += 1
        self.stock, self.waste = self.waste, []

    def end(self, row: Row) -> None:
        won, home, moves = (
            _get(row, "won", bool),
            _get(row, "on_foundations", int),
            row.get("moves"),
        )
        left = self.a_move()
        if left:
            raise _Broken(f"P8: the game ends where a move is left: {left}")
        there = sum(len(pile) for pile in self.foundations.values())
        if home != there:
            raise _Broken(f"P8: {there} cards are on the foundations, not {home}")
        if won != (there == 104):
            raise _Broken(f"P8: 'won' is {won} with {there} cards on the foundations")
        if _get(row, "moves", int) != self.moves:
            raise _Broken(f"record: {self.moves} moves were played, not {moves}")

    # -------------------------------------------------------------- what is legal

    def free_pile(self, source: str, rule: str) -> list[str]:
        if source == "waste":
            return self.waste
        if source not in PILES:
            raise _Broken(f"{rule}: a card from {source!r}")
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
