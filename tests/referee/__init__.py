"""A referee of game records, written from the rules alone.

It shares no code with the project: it reads the text of a record (JSON Lines, several games one
after another), plays it on plain lists of card names, and whistles at the first thing that the
rules do not allow. A foul names the rule, or ``record`` where the text is no record at all.
"""

from pathlib import Path

from tests.referee import board, card, patience
from tests.referee.reading import Broken, Foul, Game, Row, read_header, read_object

__all__ = ["Foul", "check_file", "check_text"]

GAMES = {"patience": patience, "card": card, "board": board}


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
    name, game = "", None
    for number, line in enumerate(lines, start=1):
        try:
            row = read_object(line)
            if game is None:
                name, game = _open(row)
            elif game.event(row):
                games += 1
                game = None
        except Broken as broken:
            raise Foul(str(broken), number) from None
    if game is not None:
        raise Foul(f"{GAMES[name].BREAKS_OFF}: the game breaks off without its end", len(lines))
    return games


def _open(row: Row) -> tuple[str, Game]:
    name, players, rules = read_header(row)
    if name not in GAMES:
        raise Broken(f"record: the game is {name!r}")
    return name, GAMES[name].open_game(players, rules)
