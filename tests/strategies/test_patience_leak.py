"""No strategy can see what is hidden (P9).

A game is played; then everything unseen after its first moves is dealt anew, and the same strategy
plays again: up to there it must decide the same, whatever lies below.
"""

import random
from typing import Any

import pytest

from sim.game import load_game, load_options
from sim.patience.layout import Layout, deal_layout
from sim.plan import Cell
from sim.rules import complete
from strategies.registry import built_in
from strategies.spec import read_spec

GAME = load_game("patience")
RULES = [{}, {"waste_build": "any", "empty_waste": "open"}, {"reserve_view": "all"}]
PREFIXES = (0.1, 0.3, 0.6)


def redealt(layout: Layout, moves: list[dict[str, Any]], view: str, seed: int) -> Layout:
    """Deal anew the cards that are unseen after some moves."""
    turned = sum(move["event"] == "turn" for move in moves)
    if any(move["event"] == "redeal" for move in moves):
        turned = len(layout.stock)
    left = [4] * 8
    for move in moves:
        if move.get("from", "waste") != "waste":
            left[int(move["from"][1:]) - 1] -= 1
    buried = [(p, k) for p in range(8) for k in range(left[p] - 1) if view == "tops"]
    unseen = [layout.reserves[p][k] for p, k in buried] + list(layout.stock[turned:])
    random.Random(seed).shuffle(unseen)
    reserves = [list(pile) for pile in layout.reserves]
    for (p, k), card in zip(buried, unseen, strict=False):
        reserves[p][k] = card
    stock = (*layout.stock[:turned], *unseen[len(buried) :])
    return Layout(tuple(map(tuple, reserves)), stock)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("name", built_in("patience"))
def test_it_decides_the_same_whatever_is_hidden(name: str, rules: dict[str, Any]) -> None:
    spec = read_spec("patience", name)
    cell = Cell("patience", (name,), complete(load_options("patience"), rules), 1)
    player = spec.load()
    changed = 0
    for deal in range(2):
        layout = deal_layout(0, deal)
        moves = GAME.replay(cell, [player], 0, deal, layout).events[1:-1]
        for part in PREFIXES:
            known = moves[: int(part * len(moves))]
            other = redealt(layout, known, str(cell.rules["reserve_view"]), deal)
            changed += other != layout
            again = GAME.replay(cell, [player], 0, deal, other).events[1:]
            # the card of a turn is only seen once it is turned: it belongs to what was known
            assert again[: len(known)] == known
    assert changed
