"""The engine's card game in the words of the tests: names instead of numbers."""

from collections import Counter
from typing import Any, ClassVar, Self

import numpy as np

from sim.card import play
from sim.market import table as t
from sim.market.buildings import DUMMY as DUMMY_ROW
from sim.market.buildings import TYPES
from sim.market.money import money_code, money_name, values_word, word_values
from sim.market.moves import KINDS
from sim.randomness import stream_key
from tests.sim.market_twin import CURRENCIES, DUMMY, TILES, Move, Options, Twin, total

FIRST_PLAYER = {"rule": 0, "random": 1, **{str(seat): 2 + seat for seat in range(6)}}
HANDS = {"counted": 0, "secret": 1}
EXTRA_ACTION = {"must": 0, "may": 1}
END_TRIGGER = {"market_short": 0, "bag_empty": 1}
DUMMY_GIFTS = {"true": 0, "false": 1}
NAMED_BY = ("cards", "total", "lot")
COUNTED = (
    "taken_cards",
    "taken",
    "spent",
    "overpaid",
    "purchases",
    "exact",
    "chain",
    "gifts",
    "leftovers",
    "passes",
)
"""What is counted of each seat."""


def record(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record."""
    return np.zeros(1, dtype=dtype).view(np.recarray)[0]


def name(card: int) -> str:
    """Return the name of a card of the money pile, a scoring card too."""
    return {t.SCORE_A: "A", t.SCORE_B: "B"}.get(card) or money_name(card)


def code(card: str) -> int:
    """Return the number of a card of the money pile."""
    return {"A": t.SCORE_A, "B": t.SCORE_B}.get(card) or money_code(card)


def cards_of(words: Any) -> list[str]:
    """Return the cards in the words of the four currencies, by currency and value."""
    return [
        f"{currency}{value}"
        for currency, word in zip(CURRENCIES, words.tolist(), strict=True)
        for value in word_values(word)
    ]


def words_of(cards: list[str]) -> list[int]:
    """Return the words of some cards, by currency."""
    return [
        values_word([int(card[1]) for card in cards if card[0] == currency])
        for currency in CURRENCIES
    ]


def stream_keys(seed: int, game: str, players: int) -> list[int]:
    """Return the names of a deal's streams but for the deal."""
    return [stream_key(seed, game, players, purpose) for purpose in t.PURPOSES]


class Engine:
    """A game in the engine's own records."""

    rules: ClassVar[Any] = play
    """The module of the game's rules."""
    of_twin: ClassVar[type[Twin]] = Twin
    used: ClassVar[dict[str, set[str]]] = {
        "take": {"cards", "total", "places"},
        "buy": {"cards", "total", "space", "building", "payment", "overpayment", "gift"},
        "end turn": set(),
    }
    """The fields of a move that belong to its kind."""
    kinds: ClassVar[tuple[str, ...]] = KINDS
    counted: ClassVar[tuple[str, ...]] = COUNTED

    def __init__(self, players: int, options: Options | None = None, seed: int = 0) -> None:
        p = self.rules
        self.table, self.hidden = record(p.TABLE), record(t.HIDDEN)
        self.tally, self.work = record(p.TALLY), record(p.WORK)
        self.options = options or Options()
        self.table.players = players
        self.table.first_player = FIRST_PLAYER[self.options.first_player]
        self.table.hands = HANDS[self.options.hands]
        self.table.extra_action = EXTRA_ACTION[self.options.extra_action]
        self.table.end_trigger = END_TRIGGER[self.options.end_trigger]
        self.table.dummy_gifts = DUMMY_GIFTS[self.options.dummy_gifts]
        self.table.turn_limit = self.options.turn_limit
        self.hidden.key = stream_keys(seed, self.of_twin.game, players)

    # -------------------------------------------------------------- laying out

    def begin(self, deal: int) -> Self:
        """Lay out a deal."""
        self.hidden.deal = deal
        t.begin(self.table, self.hidden)
        self.rules.clear(self.table, self.tally, self.work)
        return self

    def lay_out(self, money: list[str], bag: list[int]) -> Self:
        """Lay out given orders of the money, without the scoring cards, and of the bag."""
        t.clear(self.table, self.hidden)
        self.hidden.money[: len(money)] = [code(card) for card in money]
        self.hidden.money_n = len(money)
        self.hidden.bag[:] = bag
        t.lay_out(self.table, self.hidden)
        self.rules.clear(self.table, self.tally, self.work)
        return self

    def empty(self) -> Self:
        """Clear the table: nobody owns anything, nothing is laid out, seat 0 is to move."""
        t.clear(self.table, self.hidden)
        self.table.player = self.table.first = 0
        self.hidden.money_n = 0
        self.set_bag([])
        self.rules.clear(self.table, self.tally, self.work)
        return self

    def give(self, seat: int, *cards: str) -> None:
        """Put cards into a hand."""
        for card in cards:
            t.receive(self.table, seat, code(card))

    def set_display(self, *cards: str) -> None:
        """Lay out money, the other places empty."""
        self.table.display = [code(card) for card in cards] + [0] * (4 - len(cards))

    def set_market(self, *tiles: int | None) -> None:
        """Lay out buildings by space, None for none."""
        self.table.market = [tile or 0 for tile in tiles] + [0] * (4 - len(tiles))

    def set_pile(self, *cards: str) -> None:
        """Make the money pile."""
        self.hidden.money[: len(cards)] = [code(card) for card in cards]
        self.hidden.money_at, self.hidden.money_n = 0, len(cards)
        self.table.money_left = len(cards)

    def set_discard(self, *cards: str) -> None:
        """Make the discard pile."""
        self.table.discard = words_of(list(cards))

    def set_bag(self, tiles: list[int]) -> None:
        """Let these buildings be left in the bag, the next one first."""
        at = 54 - len(tiles)
        self.hidden.bag[at:] = tiles
        self.hidden.bag_at, self.table.bag_left = at, len(tiles)

    # -------------------------------------------------------------- what lies where

    def hand(self, seat: int) -> list[str]:
        """Return a hand, by currency and value."""
        return cards_of(self.table.hand[seat])

    def display(self) -> list[str | None]:
        """Return the display by place."""
        return [name(card) if card else None for card in self.table.display.tolist()]

    def market(self) -> list[int | None]:
        """Return the market by space."""
        return [tile or None for tile in self.table.market.tolist()]

    def pile(self) -> list[str]:
        """Return the money pile, the next card first."""
        return [
            name(card)
            for card in self.hidden.money[self.hidden.money_at : self.hidden.money_n].tolist()
        ]

    def bag(self) -> list[int]:
        """Return the bag, the next building first."""
        tiles: list[int] = self.hidden.bag[self.hidden.bag_at :].tolist()
        return tiles

    def drawn(self) -> list[str]:
        """Return the money of the last refill."""
        return [name(card) for card in self.table.drawn[: self.table.drawn_n].tolist()]

    def twin(self) -> Twin:
        """Return the twin of a game that has just been laid out."""
        money = [name(card) for card in self.hidden.money[: self.hidden.money_n].tolist()]
        return self.of_twin(
            int(self.table.players),
            money,
            self.hidden.bag.tolist(),
            self.options,
            (int(self.table.named), int(self.table.first)),
            self.reshuffled,
        )

    def reshuffled(self, discards: list[str]) -> list[str]:
        """Return the engine's new money pile as it was after the reshuffle."""
        order = [name(card) for card in self.hidden.money[: self.hidden.money_n].tolist()]
        assert Counter(order) == Counter(discards)
        return order

    # -------------------------------------------------------------- playing

    def list_moves(self) -> int:
        """List the moves and return their number."""
        return int(self.rules.list_moves(self.table, self.work))

    def listed(self, i: int) -> Any:
        """Return a listed move as the engine has it."""
        return self.rules.moves_of(self.table, self.work)[i]

    def fields(self, i: int) -> tuple[str, dict[str, int]]:
        """Return the kind of a listed move and its fields; what does not belong to it is 0."""
        move = self.listed(i)
        m = dict(zip(move.dtype.names, move.tolist(), strict=True))
        kind = self.kinds[m["kind"]]
        assert not any(m[key] for key in m if key not in self.used[kind] | {"kind"})
        return kind, m

    def move(self, i: int) -> Any:
        """Return a listed move; whatever it says twice must agree."""
        kind, m = self.fields(i)
        places = tuple(k for k in range(4) if m["places"] >> k & 1)
        cards = [self.display()[k] or "" for k in places]
        if kind == "buy":
            cards = [f"{CURRENCIES[m['space']]}{v}" for v in word_values(m["payment"])]
            assert m["overpayment"] == m["total"] - TILES[m["building"]][1]
        assert m["cards"] == len(cards)
        assert m["total"] == total(cards)
        return Move(kind, tuple(cards), places, m["space"], m["building"], bool(m["gift"]))

    def moves(self) -> list[Any]:
        """Return the legal moves as the engine lists them."""
        return [self.move(i) for i in range(self.list_moves())]

    def act(self, i: int) -> bool:
        """Play a listed move; return whether the turn goes on."""
        return bool(self.rules.act(self.table, self.tally, self.listed(i)))

    def play(self, kind: str, *cards: str, gift: bool = False) -> bool:
        """Play the move of a kind with these cards; return whether the turn goes on."""
        moves = self.moves()
        wanted = [
            i
            for i, move in enumerate(moves)
            if isinstance(move, Move)
            and (move.kind, sorted(move.cards), move.gift) == (kind, sorted(cards), gift)
        ]
        assert len(wanted) == 1, moves
        return self.act(wanted[0])

    def end_turn(self) -> str:
        """End the turn; return how the game goes on."""
        end = self.rules.end_turn(self.table, self.hidden, self.tally)
        return ("", "market", "turn limit")[end]

    def finish(self, end: str) -> None:
        """Play the end of the game."""
        self.rules.finish(self.table, self.tally, ("", "market", "turn limit").index(end))

    # -------------------------------------------------------------- comparing

    def state(self) -> dict[str, Any]:
        """Return everything that the rules know of the game."""
        table, seats = self.table, range(int(self.table.players))
        rows = {**{seat: seat for seat in seats}, **({DUMMY: DUMMY_ROW} if len(seats) == 2 else {})}
        assert not table.cards[len(seats) :].any()
        assert not table.hand[len(seats) :].any()
        others = [row for row in range(7) if row not in rows.values()]
        assert not table.owned[others].any()
        assert not table.score[others].any()
        assert table.money_left == len(self.pile())
        assert table.bag_left == len(self.bag())
        return {
            "turn": (int(table.turn), int(table.player), int(table.actions)),
            "hands": [self.hand(seat) for seat in seats],
            "worth": table.worth[: len(seats)].tolist(),
            "cards": table.cards[: len(seats)].tolist(),
            "display": self.display(),
            "discard": cards_of(table.discard),
            "pile": self.pile(),
            "market": self.market(),
            "bag": self.bag(),
            "owned": {
                who: dict(zip(TYPES, table.owned[row].tolist(), strict=True))
                for who, row in rows.items()
            },
            "points": {
                (r, who): dict(zip(TYPES, table.points["ABC".index(r), row].tolist(), strict=True))
                for r in "ABC"
                for who, row in rows.items()
            },
            "score": {who: int(table.score[row]) for who, row in rows.items()},
            "round_turn": dict(zip("ABC", table.round_turn.tolist(), strict=True)),
            "first": (int(table.first), int(table.named), NAMED_BY[table.named_by]),
            "drawn": self.drawn(),
            "filled": [tile or None for tile in table.filled.tolist()],
            "reshuffled": int(table.reshuffled),
            "dummy_drawn": table.dummy_drawn[: table.dummy_drawn_n].tolist(),
            "tally": [{key: int(self.tally[key][seat]) for key in self.counted} for seat in seats],
        }


def by_value(cards: list[str]) -> list[str]:
    """Return cards by currency and value."""
    return sorted(cards, key=lambda card: (CURRENCIES.index(card[0]), card[1]))


def twin_state(twin: Twin, counted: tuple[str, ...] = COUNTED) -> dict[str, Any]:
    """Return what :meth:`Engine.state` returns, of the twin."""
    seats = range(twin.players)
    return {
        "turn": (twin.turn, twin.player, twin.actions),
        "hands": [by_value(hand) for hand in twin.hands],
        "worth": [[total(twin.coins(seat, k)) for k in range(4)] for seat in seats],
        "cards": [len(hand) for hand in twin.hands],
        "display": twin.display,
        "discard": by_value(twin.discard),
        "pile": twin.pile,
        "market": twin.market,
        "bag": twin.bag,
        "owned": {who: twin.counts(who) for who in twin.owned if who >= 0 or twin.players == 2},
        "points": {
            key: points for key, points in twin.points.items() if key[1] >= 0 or twin.players == 2
        },
        "score": {who: twin.score_of(who) for who in twin.owned if who >= 0 or twin.players == 2},
        "round_turn": twin.round_turn,
        "first": (twin.first, twin.named, twin.named_by),
        "drawn": twin.drawn,
        "filled": twin.filled,
        "reshuffled": twin.reshuffled,
        "dummy_drawn": twin.dummy_drawn,
        "tally": [{key: twin.tally[seat][key] for key in counted} for seat in seats],
    }
