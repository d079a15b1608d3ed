"""A market game as text for people."""

from collections.abc import Callable
from typing import Any

from sim.market.buildings import TILES


def narrate(events: list[dict[str, Any]]) -> str:
    """Return a game, given by the events of its record, as text: one line for each turn."""
    setup, *rest = events
    lines = [f"Seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(setup["hands"])]
    if "dummy" in setup:
        lines.append(f"Dummy: {', '.join(map(building, setup['dummy']))}")
    lines += [
        f"Display: {' '.join(setup['display'])}",
        f"Market: {', '.join(map(building, setup['market']))}",
        f"Seat {setup['first']} begins.",
        "",
    ]
    turn = 0
    words: list[str] = []
    for event in rest:
        if event["event"] == "refill":
            turn += 1
            lines.append(f"{turn:>4}  {'; '.join(words)}{_refill(event)}")
            words = []
        elif event["event"] in WORDS:
            words.append(WORDS[event["event"]](event))
        else:
            lines += [f"      {'; '.join(words)}"] if words else []
            words = []
            lines += AFTER[event["event"]](event)
    return "\n".join(lines)


def building(tile: int) -> str:
    """Return a building in words, ``"tower 11"``."""
    row = TILES[tile - 1]
    return f"{row['building']} {row['price']}"


def _refill(event: dict[str, Any]) -> str:
    tiles = [f"{building(tile)} on {space}" for space, tile in event["tiles"]]
    drawn = " ".join(event["money"])
    return "".join(f" | {text}" for text in (drawn, ", ".join(tiles)) if text)


def _buy(event: dict[str, Any]) -> str:
    exact = " exactly" if event["exact"] else ""
    paid = " ".join(event["pay"])
    return f"seat {event['player']} buys {building(event['tile'])} for {paid}{exact}"


def _score(event: dict[str, Any]) -> list[str]:
    dummy = f", dummy {event['dummy']}" if "dummy" in event else ""
    points = " ".join(map(str, event["majority"]))
    totals = " ".join(map(str, event["total"]))
    return [f"      Round {event['round']}: {points}{dummy}; scores {totals}"]


def _end(event: dict[str, Any]) -> list[str]:
    winners = " and ".join(f"seat {seat}" for seat in event["winners"]) or "nobody"
    return [
        "",
        f"End ({event['reason']}) after {event['turns']} turns: "
        f"{' '.join(map(str, event['scores']))}; {winners} won.",
    ]


def _award(event: dict[str, Any]) -> list[str]:
    owner = "nobody" if event["player"] is None else f"seat {event['player']}"
    return [f"      Leftover {building(event['tile'])} goes to {owner}"]


WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "take": lambda event: f"seat {event['player']} takes {' '.join(event['cards'])}",
    "buy": _buy,
    "gift": lambda event: "for the dummy",
    "pass": lambda event: f"seat {event['player']} passes",
}
"""What happens within a turn."""

AFTER: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "reshuffle": lambda event: [f"      {event['cards']} discarded cards are shuffled"],
    "score": _score,
    "dummy": lambda event: [
        f"      Dummy: {', '.join(map(building, event['tiles'])) or 'nothing'}"
    ],
    "award": _award,
    "end": _end,
}
"""What happens between turns, as lines."""
