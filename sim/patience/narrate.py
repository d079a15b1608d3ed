"""A game of patience as text for people."""

from typing import Any

from sim.patience.cards import FOUNDATIONS


def narrate(events: list[dict[str, Any]]) -> str:
    """Return a game, given by the events of its record, as text: layout, passes, end."""
    setup, *moves, end = events
    lines = ["Reserve, the top card last:"]
    lines += [f"  r{i + 1}  {_row(pile)}" for i, pile in enumerate(setup["reserves"])]
    lines += ["Stock, in the order in which it is turned:"]
    stock = setup["stock"]
    lines += [f"      {_row(stock[i : i + 16])}" for i in range(0, len(stock), 16)]
    lines += ["Foundations: ace and king of each suit.", ""]
    lines += _passes(moves)
    home = dict(zip(FOUNDATIONS, _tops(moves), strict=True))
    lines += ["", "Foundations at the end: " + "  ".join(f"{f}:{top}" for f, top in home.items())]
    result = "won" if end["won"] else "stopped by a fault" if "reason" in end else "lost"
    lines.append(
        f"Game {result}: {end['on_foundations']} of 104 cards home in {end['moves']} moves."
    )
    return "\n".join(lines)


def _row(cards: list[str]) -> str:
    return " ".join(f"{card:>3}" for card in cards)


def _passes(moves: list[dict[str, Any]]) -> list[str]:
    lines, number = ["Pass 1"], 1
    words: list[str] = []
    for move in moves:
        if move["event"] == "redeal":
            lines += _wrapped(words)
            number += 1
            words = []
            lines.append(f"Pass {number}")
        else:
            words.append(_word(move))
    return lines + _wrapped(words)


def _word(move: dict[str, Any]) -> str:
    card: str = move["card"]
    if move["event"] == "turn":
        return card + " "
    source = "" if move["from"] == "waste" else f"{move['from']} "
    if move["event"] == "build":
        return f"[{source}{card} on waste]"
    return f"[{source}{card} > {move['to']}]"


def _wrapped(words: list[str], width: int = 96) -> list[str]:
    lines, line = [], " "
    for text in words:
        if len(line) + len(text) + 1 > width:
            lines.append(line)
            line = " "
        line += " " + text
    return [*lines, line] if line.strip() else lines


def _tops(moves: list[dict[str, Any]]) -> list[str]:
    tops = {name: name[0] for name in FOUNDATIONS}
    for move in moves:
        if move["event"] == "found":
            tops[move["to"]] = move["card"][:-1]
    return list(tops.values())
