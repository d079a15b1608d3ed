"""The referee of single actions: whatever a person may do passes, the rest is refused by rule."""

import itertools
import random

import pytest

from sim.market.referee import refuse, refuse_taking
from tests.sim.market_engine import Engine
from tests.sim.market_twin import CURRENCIES, TILES, Options, deck, total

PAVILION_8 = 7
"""A building with a price of 8."""


@pytest.fixture
def engine() -> Engine:
    """Return a game in which seat 0 is to move and holds much florin (y)."""
    engine = Engine(3).empty()
    engine.give(0, "y3", "y5", "y5", "y8", "y9", "g8")
    engine.give(1, "y1")
    engine.set_market(PAVILION_8, PAVILION_8 - 1)
    engine.set_display("y2", "b2", "b3", "o9")
    return engine


@pytest.mark.parametrize(
    "cards",
    ["y8", "y3 y5", "y5 y3", "y9", "y5 y5", "y8 y3", "y3 y5 y5", "y9 y8", "y3 y5 y5 y8 y9"],
)
def test_payments_that_pass(engine: Engine, cards: str) -> None:
    """M9: any cards of the currency that reach the price, superfluous ones too."""
    assert refuse(engine.table, 0, 0, cards.split()) is None


@pytest.mark.parametrize(
    ("seat", "space", "cards", "rule", "words"),
    [
        (1, 0, "y1", "M7", "seat 0"),
        (0, 4, "y8", "M3", "space 4"),
        (0, -1, "y8", "M3", "space -1"),
        (0, 2, "b8", "M9", "empty"),
        (0, 0, "g8", "M9", "g8"),
        (0, 0, "y3 y5 g8", "M9", "g8"),
        (0, 1, "y8", "M9", "takes g"),
        (0, 0, "y3 y3 y5", "M9", "hold y3"),
        (0, 0, "y7 y2", "M9", "hold y2 y7"),
        (0, 0, "y5", "M9", "price is 8"),
        (0, 0, "", "M9", "0 is paid"),
        (0, 0, "y0 y8", "M1", "y0"),
        (0, 0, "florin", "M1", "florin"),
        (0, 0, "Y8", "M1", "Y8"),
    ],
)
def test_payments_that_are_refused(
    engine: Engine, seat: int, space: int, cards: str, rule: str, words: str
) -> None:
    reason = refuse(engine.table, seat, space, cards.split())
    assert reason is not None
    assert reason.startswith(f"{rule}: ")
    assert words in reason


def test_gifts(engine: Engine) -> None:
    """M17: only two players have a dummy, and only where it takes gifts."""
    reason = refuse(engine.table, 0, 0, ["y8"], gift=True)
    assert reason is not None
    assert reason.startswith("M17: ")
    for gifts, allowed in (("true", True), ("false", False)):
        two = Engine(2, Options(dummy_gifts=gifts)).empty()
        two.give(0, "y8")
        two.set_market(PAVILION_8)
        assert (refuse(two.table, 0, 0, ["y8"], gift=True) is None) == allowed
        assert refuse(two.table, 0, 0, ["y8"]) is None


@pytest.mark.parametrize("cards", ["y2", "o9", "y2 b2", "b3 y2", "b2 b3"])
def test_takings_that_pass(engine: Engine, cards: str) -> None:
    """M8: one card of any value, or several of 5 at most."""
    assert refuse_taking(engine.table, 0, cards.split()) is None


@pytest.mark.parametrize(
    ("seat", "cards", "rule"),
    [
        (1, "y2", "M7"),
        (0, "", "M8"),
        (0, "y2 y2", "M8"),
        (0, "g2", "M8"),
        (0, "y2 b2 b3", "M8"),
        (0, "o9 y2", "M8"),
        (0, "--", "M1"),
        (0, "A", "M1"),
    ],
)
def test_takings_that_are_refused(engine: Engine, seat: int, cards: str, rule: str) -> None:
    reason = refuse_taking(engine.table, seat, cards.split())
    assert reason is not None
    assert reason.startswith(f"{rule}: ")


def test_whatever_the_rules_allow() -> None:
    """M8, M9: every subset of hand and display, in many positions; every listed move passes."""
    for seed in range(25):
        rng = random.Random(seed)
        pile = deck(3)
        rng.shuffle(pile)
        engine = Engine(3).empty()
        hand, display = pile[:12], pile[12 : 12 + rng.randrange(5)]
        engine.give(0, *hand)
        engine.set_display(*display)
        market = rng.sample(sorted(TILES), 4)
        engine.set_market(*market)
        for space, tile in enumerate(market):
            coins = [card for card in hand if card[0] == CURRENCIES[space]]
            for size in range(len(coins) + 1):
                for cards in itertools.combinations(coins, size):
                    passes = refuse(engine.table, 0, space, cards) is None
                    assert passes == (total(cards) >= TILES[tile][1])
        for size in range(len(display) + 1):
            for cards in itertools.combinations(display, size):
                passes = refuse_taking(engine.table, 0, cards) is None
                assert passes == (size == 1 or (size > 1 and total(cards) <= 5))
        for move in engine.moves():
            if move.kind == "take":
                assert refuse_taking(engine.table, 0, move.cards) is None
            else:
                assert refuse(engine.table, 0, move.space, move.cards) is None
