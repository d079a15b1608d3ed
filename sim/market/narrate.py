"""A market game in words, for people."""

from collections.abc import Callable
from typing import Any

from sim.market.buildings import TILES

Event = dict[str, Any]
"""An event of a game's record (``sim/README.md``)."""


def narrate(events: list[Event]) -> str:
    """Return a game, given by the events of its record, as text: one line for each turn."""
    setup, *rest = events
    lines = [f"Seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(setup["hands"])]
    if "dummy" in setup:
        lines.append(f"Dummy: {buildings(setup['dummy'])}")
    lines += [
        f"Display: {' '.join(setup['display'])}",
        f"Market: {buildings(setup['market'])}",
        f"Seat {setup['first']} begins.",
        "",
    ]
    turn = 0
    words: list[str] = []
    for event in rest:
        if event["event"] == "refill":
            turn += 1
            drawn = "".join(f" | {text}" for text in refilled(event))
            lines.append(f"{turn:>4}  {'; '.join(words)}{drawn}")
            words = []
        elif event["event"] in (*WITHIN, "reshuffle"):
            words.append(say(event))
        else:
            lines += [f"      {'; '.join(words)}"] if words else []
            words = []
            lines += ["", say(event)] if event["event"] == "end" else [f"      {say(event)}"]
    return "\n".join(lines)


def say(event: Event) -> str:
    """Return what happens in an event, in words; ``setup`` and ``refill`` are none of these."""
    return WORDS[event["event"]](event)


def building(tile: int) -> str:
    """Return a building in words, ``"tower 11"``."""
    row = TILES[tile - 1]
    return f"{row['building']} {row['price']}"


def buildings(tiles: list[int]) -> str:
    """Return several buildings in words."""
    return ", ".join(map(building, tiles))


def refilled(event: Event) -> list[str]:
    """Return what a refill draws, in words: money, buildings; what there is not is left out."""
    tiles = [f"{building(tile)} on {space}" for space, tile in event["tiles"]]
    return [text for text in (" ".join(event["money"]), ", ".join(tiles)) if text]


def _seat(event: Event) -> str:
    return f"seat {event['player']}"


def _at(event: Event) -> str:
    x, y = event["at"]
    return f"at ({x}, {y})"


def _buy(event: Event) -> str:
    exact = " exactly" if event["exact"] else ""
    paid = " ".join(event["pay"])
    return f"{_seat(event)} buys {building(event['tile'])} for {paid}{exact}"


def _place(event: Event) -> str:
    source = " of the reserve" if event["from"] == "reserve" else ""
    return f"{_seat(event)} places {building(event['tile'])}{source} {_at(event)}"


def _swap(event: Event) -> str:
    return (
        f"{_seat(event)} exchanges {building(event['out'])} {_at(event)} for "
        f"{building(event['tile'])} of the reserve"
    )


def _score(event: Event) -> str:
    points = [" ".join(map(str, event["majority"]))]
    if "walls" in event:
        points = [f"majorities {points[0]}", f"walls {' '.join(map(str, event['walls']))}"]
    if "dummy" in event:
        points.append(f"dummy {event['dummy']}")
    totals = " ".join(map(str, event["total"]))
    return f"Round {event['round']}: {', '.join(points)}; scores {totals}"


def _award(event: Event) -> str:
    owner = "nobody" if event["player"] is None else _seat(event)
    return f"Leftover {building(event['tile'])} goes to {owner}"


def _end(event: Event) -> str:
    winners = " and ".join(f"seat {seat}" for seat in event["winners"]) or "nobody"
    scores = " ".join(map(str, event["scores"]))
    return f"End ({event['reason']}) after {event['turns']} turns: {scores}; {winners} won."


WITHIN = ("take", "buy", "gift", "place", "reserve", "remove", "swap", "pass")
"""What players do: it stands together in one line."""

WORDS: dict[str, Callable[[Event], str]] = {
    "take": lambda event: f"{_seat(event)} takes {' '.join(event['cards'])}",
    "buy": _buy,
    "gift": lambda event: f"{_seat(event)} gives {building(event['tile'])} to the dummy",
    "place": _place,
    "reserve": lambda event: f"{_seat(event)} puts {building(event['tile'])} in the reserve",
    "remove": lambda event: (
        f"{_seat(event)} moves {building(event['tile'])} {_at(event)} to the reserve"
    ),
    "swap": _swap,
    "pass": lambda event: f"{_seat(event)} passes",
    "reshuffle": lambda event: f"{event['cards']} discarded cards are shuffled",
    "score": _score,
    "dummy": lambda event: f"Dummy: {buildings(event['tiles']) or 'nothing'}",
    "award": _award,
    "end": _end,
}
