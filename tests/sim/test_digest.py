"""The digest can be computed from a record alone, as sim/README.md describes it."""

from typing import Any

from sim.game import load_game, load_options
from sim.plan import Cell
from sim.rules import complete
from strategies.spec import read_spec

MASK = 2**64 - 1
KINDS = ["found", "build", "turn", "redeal"]
SUITS, RANKS = "CDHS", ["A", *map(str, range(2, 11)), "J", "Q", "K"]
FOUNDATIONS = ["AC", "AD", "AH", "AS", "KC", "KD", "KH", "KS"]


def number(event: dict[str, Any]) -> int:
    kind = KINDS.index(event["event"])
    card = source = 0
    target = 9
    if name := event.get("card"):
        card = 16 * SUITS.index(name[-1]) + RANKS.index(name[:-1]) + 1
        origin = event.get("from", "stock")
        source = {"waste": 0, "stock": 9}.get(origin) if origin[0] != "r" else int(origin[1])
        target = FOUNDATIONS.index(event["to"]) if "to" in event else 8
    return kind | card << 2 | source << 8 | target << 12


def digest(events: list[dict[str, Any]]) -> int:
    value = 0
    for event in events[1:-1]:
        rotated = (value << 5 | value >> 59) & MASK
        value = ((rotated ^ number(event)) * 0xF1357AEA2E62A9C5) & MASK
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        value = ((value ^ value >> shift) * factor) & MASK
    return value ^ value >> 31


def test_the_digest_follows_from_the_record() -> None:
    game = load_game("patience")
    for spec in ("builder", "random"):
        rules = complete(load_options("patience"), {"waste_build": "any"})
        cell = Cell("patience", (spec,), rules, 64)
        players = [read_spec("patience", spec).load()]
        logged = game.play(cell, players, 0, 0, 20)["games"]["digest"]
        for deal in range(20):
            played = game.replay(cell, players, 0, deal)
            assert digest(played.events) == int(logged[deal]) == played.rows["games"][0]["digest"]
