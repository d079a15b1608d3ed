"""The referee of the board game: it passes legal games and names the rule that tampering breaks."""

import copy
import csv
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.referee import Foul, board, check_text, city
from tests.referee.reading import Broken
from tests.sim.board_twin import BoardTwin, CityMove, played
from tests.sim.market_twin import TILES, Options, deck, text_of

Row = dict[str, Any]
Cell = tuple[int, int]
City = dict[Cell, int]

HEADER, SETUP, END = 0, 1, -1
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def read_walls() -> dict[int, str]:
    path = Path(__file__).parents[2] / "sim" / "data" / "tiles.csv"
    sides = {"N": "north", "E": "east", "S": "south", "W": "west"}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            int(row["tile_id"]): "".join(s for s in sides if row[sides[s]] == "1")
            for row in csv.DictReader(file)
        }


WALLS = {0: "", **read_walls()}
"""The walled sides of each tile, and of the fountain."""


# ------------------------------------------------------------------ a second look at cities


def beside(cell: Cell, side: str) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def corners(cell: Cell) -> dict[str, frozenset[Cell]]:
    """Return the two ends of each side of a cell."""
    x, y = cell
    north, south = ((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1))
    return {
        "N": frozenset(north),
        "S": frozenset(south),
        "W": frozenset((north[0], south[0])),
        "E": frozenset((north[1], south[1])),
    }


def legal(tiles: City) -> bool:
    """Tell whether a city is legal: a union without holes has corners - sides + cells = 1."""
    walk = {(0, 0)}
    for cell, tile in tiles.items():
        for side in STEPS:
            other_tile = tiles.get(beside(cell, side), -1)
            if other_tile >= 0 and (side in WALLS[tile]) != (BACK[side] in WALLS[other_tile]):
                return False
    for _ in tiles:
        walk |= {
            other
            for cell in walk
            for side in STEPS
            if side not in WALLS[tiles[cell]] and (other := beside(cell, side)) in tiles
        }
    sides = {side for cell in tiles for side in corners(cell).values()}
    return len(walk) == len(tiles) and len(frozenset().union(*sides)) - len(sides) + len(walk) == 1


def wall(tiles: City) -> int:
    """Return the largest bundle of outer walls that hang together by their ends (B4)."""
    loose = {
        corners(cell)[side]
        for cell, tile in tiles.items()
        for side in WALLS[tile]
        if beside(cell, side) not in tiles
    }
    longest = 0
    while loose:
        bundle = {loose.pop()}
        while more := {side for side in loose if any(side & other for other in bundle)}:
            bundle |= more
            loose -= more
        longest = max(longest, len(bundle))
    return longest


def sites(tiles: City) -> set[Cell]:
    """Return the empty cells that touch a city."""
    return {beside(cell, side) for cell in tiles for side in STEPS} - set(tiles)


def without(tiles: City, cell: Cell) -> City:
    return {other: tile for other, tile in tiles.items() if other != cell}


# ------------------------------------------------------------------ made games


@cache
def made(seed: int, players: int, options: Options) -> BoardTwin:
    """Return a whole game of players who choose by chance."""
    return played(seed, players, options)


ALL_EVENTS = {"take", "buy", "place", "reserve", "remove", "swap", "reshuffle", "score", "award"}


def with_everything(players: int) -> list[Row]:
    """Return the record of a game in which everything happens, passes apart."""
    wanted = ALL_EVENTS | ({"dummy", "gift"} if players == 2 else set())
    for seed in range(100):
        maker = made(seed, players, Options())
        kinds = {(row["event"], row.get("from")) for row in maker.events}
        sources = {("place", "reserve"), ("place", "award"), ("reserve", "award")}
        if (
            {event for event, _ in kinds} >= wanted
            and kinds >= sources
            and all(maker.round_turn.values())
        ):
            return maker.record()
    raise AssertionError("no such game")


@pytest.fixture(scope="module")
def three() -> list[Row]:
    return with_everything(3)


@pytest.fixture(scope="module")
def two() -> list[Row]:
    return with_everything(2)


@pytest.fixture
def rows(three: list[Row]) -> list[Row]:
    """Return a legal game of three."""
    return copy.deepcopy(three)


@pytest.fixture
def pair(two: list[Row]) -> list[Row]:
    """Return a legal game of two."""
    return copy.deepcopy(two)


def refused(rows: list[Row], rule: str, line: int | None = None) -> None:
    """Expect a foul that names the rule (and stands in the line, from 0)."""
    with pytest.raises(Foul) as caught:
        check_text(text_of(rows))
    assert caught.value.reason.startswith(rule + ":"), str(caught.value)
    assert line is None or caught.value.line == line + 1, str(caught.value)


def stops(rows: list[Row], *more: Row) -> None:
    """Expect that nothing is wrong but that the game breaks off."""
    with pytest.raises(Foul, match="the game breaks off"):
        check_text(text_of([*rows, *more]))


def judge(rows: list[Row], rule: str, *more: Row) -> None:
    """Expect that the last of some more events breaks a rule, or that none does."""
    if rule:
        refused([*rows, *more], rule, len(rows) + len(more) - 1)
    else:
        stops(rows, *more)


def places(rows: list[Row], event: str, **wanted: object) -> Iterator[int]:
    """Yield the places of the events of a kind."""
    for i, row in enumerate(rows):
        if row.get("event") == event and all(row.get(key) == v for key, v in wanted.items()):
            yield i


def find(rows: list[Row], event: str, **wanted: object) -> int:
    """Return the place of the first event of a kind."""
    return next(places(rows, event, **wanted))


# ------------------------------------------------------------------ legal games


OPTIONS = (
    Options(),
    Options("random", "secret", "may", "bag_empty", "false"),
    Options("1", turn_limit=30),
)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_legal_games_pass(players: int, options: Options) -> None:
    for seed in range(2):
        assert check_text(text_of(made(seed, players, options).record())) == 1


def test_games_of_all_kinds_in_one_file(rows: list[Row], pair: list[Row]) -> None:
    for row in rows:
        row["note"] = [1]
    assert check_text(text_of([*rows, *pair, *rows])) == 3


@pytest.mark.parametrize(
    ("key", "value"),
    [("players", 1), ("players", 4), ("rules", {"extra_action": "never"})],
)
def test_wrong_headers(rows: list[Row], key: str, value: object) -> None:
    rows[HEADER][key] = value
    refused(rows, "record", HEADER)


def test_one_player_or_seven(rows: list[Row]) -> None:
    for n in (1, 7):
        rows[HEADER] |= {"players": n, "strategies": ["a"] * n}
        refused(rows, "record", HEADER)


def test_every_line_matters(pair: list[Row]) -> None:
    """No line can be left out."""
    for i in range(len(pair)):
        with pytest.raises(Foul):
            check_text(text_of([*pair[:i], *pair[i + 1 :]]))


# ------------------------------------------------------------------ cities as a whole


F = (0, 0)
Walled = dict[Cell, str]


def plan(monkeypatch: pytest.MonkeyPatch, walled: Walled) -> City:
    """Return a city of tiles with just these walls."""
    for number, sides in enumerate(walled.values(), start=100):
        names = {"N": "north", "E": "east", "S": "south", "W": "west"}
        monkeypatch.setitem(city.WALLS, number, frozenset(names[side] for side in sides))
        monkeypatch.setitem(WALLS, number, sides)
    return {F: 0, **{cell: number for number, cell in enumerate(walled, start=100)}}


BAY = {(0, 1): "", (1, 1): "N", (2, 1): "", (2, 0): "NW"}


@pytest.mark.parametrize(
    ("walled", "points"),
    [
        pytest.param({}, 0, id="case-W1"),
        pytest.param({(0, -1): "NEW"}, 3, id="case-W2"),
        pytest.param({(1, 0): "", (0, -1): "NE", (1, -1): "NW"}, 2, id="case-W3"),
        pytest.param(
            {(0, -1): "NEW", (1, 0): "NES", (0, 1): "ESW", (-1, 0): "NSW"}, 12, id="case-W5"
        ),
        pytest.param({(1, 0): "NES", (-1, 0): "NW"}, 3, id="case-W8"),
        pytest.param({(0, -1): "E", (1, 0): "N"}, 2, id="case-W9"),
        pytest.param(BAY, 3, id="case-W12"),
        pytest.param({**BAY, (1, 0): "ES"}, 1, id="case-W13"),
    ],
)
def test_walls(monkeypatch: pytest.MonkeyPatch, walled: Walled, points: int) -> None:
    """B4: the worked examples, for the referee and for the tests' own count."""
    tiles = plan(monkeypatch, walled)
    assert city.longest_wall(tiles) == points
    assert wall(tiles) == points


def open_cells(*cells: Cell) -> Walled:
    return dict.fromkeys(cells, "")


@pytest.mark.parametrize(
    ("walled", "at", "sides", "why"),
    [
        pytest.param(
            open_cells((1, 0), (2, 0), (2, 1), (0, 1), (0, 2)), (1, 2), "", "hole", id="case-H1"
        ),
        pytest.param(
            open_cells((1, 0), (2, 0), (2, 1), (2, 2), (1, 2)), (0, 1), "", "hole", id="case-H3"
        ),
        pytest.param(open_cells((1, 0), (2, 0), (2, 1), (0, 1)), (0, 2), "", "", id="case-H4"),
        pytest.param({}, (0, -1), "S", "wall meets", id="case-H6"),
        pytest.param({(1, 0): "N"}, (1, -1), "S", "on foot", id="case-H7"),
        pytest.param({}, (1, 1), "", "no side", id="case-H9"),
        pytest.param({}, F, "", "not empty", id="fountain"),
    ],
)
def test_placing(
    monkeypatch: pytest.MonkeyPatch, walled: Walled, at: Cell, sides: str, why: str
) -> None:
    """B1: the worked examples."""
    tiles = plan(monkeypatch, {**walled, (9, 9): sides})
    tile = tiles.pop((9, 9))
    refusal = city.placed(tiles, tile, at)
    assert why in refusal
    assert bool(refusal) == bool(why)
    assert at == F or legal({**tiles, at: tile}) == (not why)


def test_removals_and_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    """B3: case-R1, case-R3, and the fountain."""
    tiles = plan(monkeypatch, {(1, 0): "", (1, -1): "W", (0, -1): "E"})
    assert "on foot" in city.removed(tiles, (1, 0))
    assert not city.removed(tiles, (1, -1))
    plus = open_cells((1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, 0), (2, -1), (9, 9))
    tiles = plan(monkeypatch, plus)
    spare = tiles.pop((9, 9))
    assert "hole" in city.removed(tiles, (1, 0))
    assert not city.exchanged(tiles, spare, (1, 0))
    assert "fountain" in city.removed(tiles, F)
    assert "fountain" in city.exchanged(tiles, spare, F)


def test_nothing_to_redesign() -> None:
    """B3: the fountain alone leaves nothing to do; a reserve or a tile of the city does."""
    assert not city.can_redesign({F: 0}, [])
    assert city.can_redesign({F: 0}, [7])
    assert city.can_redesign({F: 0, (1, 0): 7}, [])


def test_a_long_line() -> None:
    """B8: 54 tiles in a line are looked at like any other city."""
    tiles = {F: 0} | {(x, 0): 7 for x in range(1, 55)}
    assert not city.fault_of(tiles)
    assert not city.placed(tiles, 7, (0, 1))
    assert city.longest_wall({**tiles, (54, 0): 38}) == 1


def test_two_views_of_every_move() -> None:
    """B1 to B3: in a whole game both views agree on every tile, cell and redesign of a turn."""
    maker = made(1, 2, Options())
    game = board.open_game(2, {})
    reasons: Counter[str] = Counter()
    for row in maker.events[:-1]:
        game.event(row)
        if row["event"] != "refill" or game.due != "turn":
            continue
        tiles, reserve = game.city[game.player], game.reserve[game.player]
        for tile, at in itertools.product((7, 38, 49, *reserve[:1]), sites(tiles)):
            refusal = city.placed(tiles, tile, at)
            assert legal({**tiles, at: tile}) == (not refusal)
            reasons[refusal[:6]] += 1
        for at in set(tiles) - {F}:
            assert legal(without(tiles, at)) == (not city.removed(tiles, at))
            for tile in reserve[:2]:
                assert legal({**tiles, at: tile}) == (not city.exchanged(tiles, tile, at))
    assert reasons["a wall"]
    assert reasons["a hole"]
    assert reasons[""]


# ------------------------------------------------------------------ a made game


def with_scoring_cards(rest: list[str], displayed: int = 0) -> list[str]:
    """Return money with the scoring cards as far up as they may lie below the display (M6)."""
    n = len(rest) - displayed
    fifth = [n // 5 + (k < n % 5) for k in range(5)]
    a, b = displayed + fifth[0], displayed + sum(fifth[:3])
    return [*rest[:a], "A", *rest[a:b], "B", *rest[b:]]


def position(players: int = 3, money: str = "y8 g7 b6 ", **options: Any) -> BoardTwin:
    """Return a game in which seat 0 begins with cards of 2 to pay exactly, and little displayed.

    The market holds buildings with a price of 8, 7, 6 and 5: one without walls, one with a wall
    to the east, one with a wall to the north, one with walls to north and west. The display
    holds y1, g1, b1 and o1.
    """
    hands = money + {2: "b9 o9 o2", 3: "y9 o9 b3 g6 g6 b9"}[players]
    front = [*hands.split(), "y1", "g1", "b1", "o1"]
    rest = list((Counter(deck(players)) - Counter(front)).elements())
    market = [7, 6, 5, 4]
    dummy = [50, 51, 52, 53, 54, 49] if players == 2 else []
    bag = [*dummy, *market, *(tile for tile in TILES if tile not in [*market, *dummy])]
    return BoardTwin(
        players,
        [*front, *with_scoring_cards(rest)],
        bag,
        replace(Options(**options), first_player="0"),
    )


def buy(space: int, tile: int, pay: str, exact: bool = True, player: int = 0) -> Row:
    return {
        "event": "buy",
        "player": player,
        "space": space,
        "tile": tile,
        "pay": pay.split(),
        "exact": exact,
    }


def take(*cards: str, player: int = 0) -> Row:
    return {"event": "take", "player": player, "cards": list(cards)}


def place(tile: int, x: int, y: int, source: str = "bought", player: int = 0) -> Row:
    return {"event": "place", "player": player, "tile": tile, "at": [x, y], "from": source}


def put_away(tile: int, source: str = "bought", player: int = 0) -> Row:
    return {"event": "reserve", "player": player, "tile": tile, "from": source}


def remove(tile: int, x: int, y: int, player: int = 0) -> Row:
    return {"event": "remove", "player": player, "tile": tile, "at": [x, y]}


def swap(tile: int, out: int, x: int, y: int, player: int = 0) -> Row:
    return {"event": "swap", "player": player, "tile": tile, "out": out, "at": [x, y]}


def gift(tile: int, player: int = 0) -> Row:
    return {"event": "gift", "player": player, "tile": tile}


PASS = {"event": "pass", "player": 0}
REFILL = {"event": "refill", "money": [], "tiles": []}


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        ("", take("y1")),
        ("", buy(1, 7, "y8")),
        ("M8", take()),
        ("M8", take("y2")),
        ("M5", take("y1", player=1)),
        ("M3", buy(2, 7, "y8")),
        ("M9", buy(1, 7, "y9", False)),
        ("M9", buy(1, 7, "y8", False)),
        ("M7", PASS),
        ("M7", REFILL),
        ("M7", {"event": "reshuffle", "cards": 1}),
        ("B2", place(7, 1, 0)),
        ("B2", put_away(7)),
        ("B6", place(7, 1, 0, "award")),
        ("B6", put_away(7, "award")),
        ("B3", place(7, 1, 0, "reserve")),
        ("B3", remove(7, 1, 0)),
        ("B3", remove(0, 0, 0)),
        ("B3", swap(7, 6, 1, 0)),
        ("M5", remove(7, 1, 0, player=1)),
        ("record", put_away(7, "reserve")),
        ("record", place(7, 1, 0, "market")),
        ("record", {"event": "place", "player": 0, "tile": 7, "at": [1, 0]}),
        ("record", remove(7, 1, 0) | {"at": [1]}),
        ("record", remove(7, 1, 0) | {"at": [1, 0.0]}),
        ("record", {"event": "swap", "player": 0, "tile": 7, "at": [1, 0]}),
        ("M17", gift(7)),
        ("M17", {"event": "dummy", "tiles": []}),
        ("M15", {"event": "award", "space": 1, "tile": 7, "player": 0}),
        ("M11", {"event": "score", "round": "A"}),
        ("M14", {"event": "end", "reason": "market"}),
        ("record", {"event": "setup"}),
        ("record", {"event": "found"}),
    ],
)
def test_first_actions(rule: str, row: Row) -> None:
    """M7 to M9, B2, B3: what may and what may not be done first."""
    judge(position().record(), rule, row)


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        ("", [take("y1"), place(7, 1, 0)]),
        ("", [take("y1"), put_away(7)]),
        ("", [take("y1"), place(6, 0, 1), place(7, 0, -1)]),
        ("", [take("y1"), place(7, 1, 0), place(6, 2, 0)]),
        ("", [take("y1"), place(7, 1, 0), put_away(6)]),
        ("B1", [take("y1"), place(7, 0, 0)]),
        ("B1", [take("y1"), place(7, 1, 1)]),
        ("B1", [take("y1"), place(7, 5, 5)]),
        ("B1", [take("y1"), place(6, -1, 0)]),
        ("B1", [take("y1"), place(7, 1, 0), place(6, 1, 0)]),
        ("B2", [take("y1"), place(5, 0, -1)]),
        ("B2", [take("y1"), place(7, 1, 0), place(7, 0, 1)]),
        ("B2", [take("y1"), put_away(7), place(7, 0, 1)]),
        ("B2", [take("y1"), place(7, 1, 0), put_away(7)]),
        ("M5", [take("y1"), place(7, 1, 0, player=1)]),
        ("M7", [take("y1"), place(7, 1, 0, "reserve")]),
        ("B6", [take("y1"), place(7, 1, 0, "award")]),
        ("M7", [take("y1"), take("g1")]),
        ("M7", [take("y1"), buy(3, 5, "b6")]),
        ("M7", [take("y1"), remove(7, 1, 0)]),
        ("B2", [place(7, 1, 0, "reserve")]),
        ("B2", [remove(7, 1, 0)]),
        ("B2", [swap(7, 7, 0, 0)]),
        ("M7", [place(7, 1, 0)]),
        ("M7", [put_away(7)]),
        ("M7", [PASS]),
        ("M7", [REFILL]),
        ("M17", [take("y1"), gift(7)]),
        ("B2", [take("y1"), REFILL]),
        ("B2", [take("y1"), place(7, 1, 0), REFILL]),
        ("B2", [take("y1"), place(7, 1, 0), {"event": "reshuffle", "cards": 2}]),
        ("M10", [take("y1"), place(7, 1, 0), put_away(6), REFILL]),
        ("M10", [take("y1"), {"event": "score"}]),
    ],
)
def test_after_two_purchases(rule: str, more: list[Row]) -> None:
    """B1, B2, M7: the extra action, and how the buildings of the turn are dealt with."""
    judge(position().record(), rule, buy(1, 7, "y8"), buy(2, 6, "g7"), *more)


def test_the_extra_action_under_may() -> None:
    """M7, option extra_action: the turn may end after an exact payment."""
    rows = position(extra_action="may").record()
    refill = REFILL | {"tiles": [[1, 1]]}
    stops(rows, buy(1, 7, "y8"), place(7, 1, 0), refill)
    judge(rows, "M7", buy(1, 7, "y8"), place(7, 1, 0), take("y1"))
    judge(rows, "M7", refill | {"tiles": []})


def test_an_inexact_purchase_ends_the_turn() -> None:
    """M7, B2."""
    rows = position(2, money="y2 y8 g7 b6 ").record()
    bought = buy(1, 7, "y8 y2", False)
    stops(rows, bought, place(7, 1, 0))
    judge(rows, "M7", bought, take("y1"))
    judge(rows, "M7", bought, place(7, 1, 0), buy(2, 6, "g7"))
    judge(rows, "M7", bought, place(7, 1, 0), remove(7, 1, 0))


def test_gifts() -> None:
    """M17: a building of the turn may be given away at its end, once."""
    rows = [*position(2).record(), buy(1, 7, "y8"), buy(2, 6, "g7"), take("y1")]
    stops(rows, gift(7), gift(6))
    stops(rows, place(7, 1, 0), gift(6))
    judge(rows, "M17", gift(7, player=1))
    judge(rows, "M17", gift(5))
    judge(rows, "M17", gift(7), gift(7))
    judge(rows, "M17", put_away(7), gift(7))
    judge(rows, "M17", place(7, 1, 0), gift(7))
    judge(rows, "B2", gift(7), place(7, 1, 0))
    judge(rows[:-1], "M7", gift(7))
    rows[HEADER]["rules"]["dummy_gifts"] = "false"
    judge(rows, "M17", gift(7))


def second_turn() -> list[Row]:
    """Return a game up to seat 0's second turn: 7 at [1, 0], 6 and 5 in the reserve."""
    maker = position(2)
    for space in (0, 1, 2):
        maker.act(next(m for m in maker.moves() if m.tile and m.space == space))
    maker.act(next(m for m in maker.moves() if m.cards == ("y1",)))
    maker.go_on()
    maker.act(CityMove("place", 7, (1, 0)))
    maker.act(CityMove("reserve", 6))
    maker.act(CityMove("reserve", 5))
    maker.go_on()
    maker.act(maker.moves()[0])
    maker.go_on()
    return maker.record()


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        ("", [place(6, 2, 0, "reserve")]),
        ("", [place(6, 0, 1, "reserve")]),
        ("B1", [place(6, 1, 0, "reserve")]),
        ("B1", [place(6, -1, 0, "reserve")]),
        ("B1", [place(5, 1, 1, "reserve")]),
        ("B1", [place(6, 2, 2, "reserve")]),
        ("B3", [place(7, 0, 1, "reserve")]),
        ("B3", [place(50, 0, 1, "reserve")]),
        ("B2", [place(6, 2, 0, "bought")]),
        ("B2", [put_away(6)]),
        ("M5", [place(6, 2, 0, "reserve", player=1)]),
        ("", [remove(7, 1, 0)]),
        ("B3", [remove(7, 0, 1)]),
        ("B3", [remove(6, 1, 0)]),
        ("B3", [remove(0, 0, 0)]),
        ("M5", [remove(7, 1, 0, player=1)]),
        ("", [swap(6, 7, 1, 0)]),
        ("", [swap(5, 7, 1, 0)]),
        ("B3", [swap(6, 7, 0, 1)]),
        ("B3", [swap(6, 5, 1, 0)]),
        ("B3", [swap(4, 7, 1, 0)]),
        ("B3", [swap(7, 7, 1, 0)]),
        ("B3", [swap(6, 0, 0, 0)]),
        ("M5", [swap(6, 7, 1, 0, player=1)]),
        ("M17", [gift(6)]),
        ("M7", [place(6, 2, 0, "reserve"), place(5, 0, 1, "reserve")]),
        ("M7", [remove(7, 1, 0), place(7, 0, 1, "reserve")]),
        ("M7", [swap(6, 7, 1, 0), remove(6, 1, 0)]),
        ("M7", [swap(6, 7, 1, 0), take("g1")]),
        ("M7", [remove(7, 1, 0), buy(4, 4, "o9", False)]),
        ("M7", [take("g1"), remove(7, 1, 0)]),
        ("M7", [PASS]),
    ],
)
def test_redesigns(rule: str, more: list[Row]) -> None:
    """B1 to B3, M7: what may be redesigned, one action a turn."""
    judge(second_turn(), rule, *more)


def test_an_exchange_that_does_not_match() -> None:
    """B3: the new tile must match on every side; a wall to the west meets the fountain."""
    rows = second_turn()
    i = find(rows, "reserve", tile=6)
    stops(rows, swap(6, 7, 1, 0))
    rows[i] = place(6, 2, 0)
    stops(rows, swap(5, 6, 2, 0))
    judge(rows, "B3", remove(7, 1, 0))
    rows[i] = place(6, 0, 1)
    rows[find(rows, "place", tile=7)] = put_away(7)
    stops(rows, swap(7, 6, 0, 1))
    judge(rows, "B3", swap(5, 6, 0, 1))


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (place(6, 2, 0, "reserve"), place(6, 0, 1, "reserve")),
        (swap(6, 7, 1, 0), place(6, 0, 1, "reserve")),
    ],
)
def test_what_leaves_the_reserve_is_gone(first: Row, again: Row) -> None:
    """B3: a tile that was placed or exchanged in cannot be placed once more."""
    game = played_into(second_turn())
    game.event(first)
    game.due = "turn"
    with pytest.raises(Broken, match="B3"):
        game.event(again)


# ------------------------------------------------------------------ passes


def hoarders() -> BoardTwin:
    """Return a game that begins with fifteen rounds of takings, after which no money is left.

    Each takes one card a turn: seat 0 a low one, fifteen of which come one a round, the others
    something else. The buildings are the dearest, so when its turn comes without money to take
    seat 0 has 9 or 10 of each currency, and nothing to buy.
    """
    hands = ["y7", "g7", "b6", *["y9", "g9", "b9"] * 3, *["o9", "o8", "b8"] * 2]
    low = [*["o1"] * 3, *["y1", "g1", "b1"] * 3, *["o2"] * 3]
    high = sorted((Counter(deck(6)) - Counter([*hands, *low])).elements())
    random.Random(0).shuffle(high)
    rest = [card for i in range(15) for card in (low[i], *high[5 * i : 5 * i + 5])]
    tiles = sorted(TILES, key=lambda tile: -TILES[tile][1])
    money = [*hands, *with_scoring_cards(rest, 4)]
    maker = BoardTwin(6, money, tiles, Options("0", turn_limit=100))

    def choose(twin: BoardTwin, moves: list[Any]) -> int:
        single = [i for i, move in enumerate(moves) if move.kind == "take" and not move.cards[1:]]
        if not single:
            return len(moves) - 1
        return max(single, key=lambda i: (moves[i].cards[0] in low) == (twin.player == 0))

    maker.play_out(choose)
    return maker


def test_passes() -> None:
    """M7: who can do nothing at the start of a turn passes, nobody else."""
    rows = hoarders().record()
    assert check_text(text_of(rows)) == 1
    i = find(rows, "pass", player=0)
    refused([*rows[:i], *rows[i + 1 :]], "M7", i)
    refused([*rows[: i + 1], *rows[i:]], "M7", i + 1)
    refused([*rows[:i], rows[i] | {"player": 9}, *rows[i + 1 :]], "M5", i)
    judge(rows[: i + 1], "B2", put_away(1))


def only_redesigns() -> board.Board:
    """Return a game in which seat 0 can do nothing but redesign: no money, no display."""
    game = board.open_game(3, position().record()[HEADER]["rules"])
    game.event(position().record()[SETUP])
    game.display, game.hand[0] = [], []
    return game


def test_who_can_redesign_does_not_pass() -> None:
    """M7, B3: a tile in the city or in the reserve is enough to have something to do."""
    only_redesigns().event(PASS)
    for tiles, reserve in (({F: 0, (1, 0): 7}, []), ({F: 0}, [7])):
        game = only_redesigns()
        game.city[0], game.reserve[0] = tiles, reserve
        with pytest.raises(Broken, match="M7: seat 0 passes"):
            game.event(PASS)


def test_a_redesign_is_owed_after_an_exact_payment() -> None:
    """M7: where nothing else is possible a redesign still is; without one the turn ends."""
    for reserve in ([], [50]):
        game = only_redesigns()
        game.hand[0], game.reserve[0] = ["y8"], reserve
        game.event(buy(1, 7, "y8"))
        if reserve:
            with pytest.raises(Broken, match="M7: seat 0 owes an action"):
                game.event(place(7, 1, 0))
        else:
            game.event(place(7, 1, 0))


# ------------------------------------------------------------------ tampering with whole games


def swap_display(setup: Row) -> None:
    """Lay a card out that is in a hand as often as there are such cards."""
    counted = Counter(card for hand in setup["hands"] for card in hand)
    card, times = counted.most_common(1)[0]
    setup["display"] = [card] * (4 - times) + setup["display"][:times]


@pytest.mark.parametrize(
    ("rule", "tamper"),
    [
        ("M1", swap_display),
        ("M2", lambda s: s["market"].__setitem__(0, 0)),
        ("M2", lambda s: s["market"].__setitem__(0, s["market"][1])),
        ("M3", lambda s: s["market"].pop()),
        ("M4", lambda s: s["hands"][1].pop()),
        ("M5", lambda s: s.__setitem__("first", (s["first"] + 1) % 3)),
        ("M6", lambda s: s["display"].pop()),
        ("M17", lambda s: s.__setitem__("dummy", [])),
    ],
)
def test_wrong_setups(rows: list[Row], rule: str, tamper: Callable[[Row], object]) -> None:
    tamper(rows[SETUP])
    refused(rows, rule, SETUP)


def test_refills(rows: list[Row]) -> None:
    """M10, M6, M2: what comes in a refill."""
    i = next(i for i in places(rows, "refill") if rows[i]["tiles"])
    space, tile = rows[i]["tiles"][0]
    for rule, keys in (
        ("M10", {"tiles": rows[i]["tiles"][1:]}),
        ("M10", {"tiles": [[space % 4 + 1, tile], *rows[i]["tiles"][1:]]}),
        ("M10", {"money": [*rows[i]["money"], "y2"]}),
        ("M2", {"tiles": [[space, 55], *rows[i]["tiles"][1:]]}),
        ("record", {"tiles": [[space], *rows[i]["tiles"][1:]]}),
    ):
        refused([*rows[:i], rows[i] | keys, *rows[i + 1 :]], rule, i)
    i = next(i for i in places(rows, "refill") if rows[i]["money"])
    refused([*rows[:i], rows[i] | {"money": ["A", *rows[i]["money"]]}], "M6", i)


def test_reshuffles(rows: list[Row]) -> None:
    """M10."""
    i = find(rows, "reshuffle")
    refused([*rows[:i], rows[i] | {"cards": rows[i]["cards"] + 1}, *rows[i + 1 :]], "M10", i)
    refused([*rows[:i], *rows[i + 1 :]], "M10", i)


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize(
    ("key", "rule"), [("majority", "M12"), ("walls", "B4"), ("total", "M12"), ("dummy", "M17")]
)
def test_wrong_points(pair: list[Row], name: str, key: str, rule: str) -> None:
    i = find(pair, "score", round=name)
    if key == "dummy":
        pair[i][key] += 1
    else:
        pair[i][key][0] += 1
    refused(pair, rule, i)


def test_keys_of_a_score(pair: list[Row], rows: list[Row]) -> None:
    """B4, M17: every seat's wall stands there, none of the dummy's."""
    i = find(pair, "score")
    refused([*pair[:i], pair[i] | {"walls": [*pair[i]["walls"], 0]}], "B4", i)
    refused([*pair[:i], pair[i] | {"walls": [0.0, 0]}], "record", i)
    refused([*pair[:i], {k: v for k, v in pair[i].items() if k != "walls"}], "record", i)
    i = find(rows, "score")
    refused([*rows[:i], rows[i] | {"dummy": 0}], "M17", i)


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_rounds_in_their_time(rows: list[Row], name: str) -> None:
    """M11, M15."""
    rule = "M15" if name == "C" else "M11"
    i = find(rows, "score", round=name)
    refused([*rows[:i], *rows[i + 1 :]], rule, i)


def test_the_reserve_counts_for_nothing(pair: list[Row]) -> None:
    """B5, M12: with a building in the reserve instead of the city the majorities differ."""
    refusals = Counter[str]()
    for i in places(pair, "place", **{"from": "bought"}):
        doctored = {**put_away(pair[i]["tile"]), "player": pair[i]["player"]}
        try:
            check_text(text_of([*pair[:i], doctored, *pair[i + 1 :]]))
        except Foul as foul:
            refusals[foul.reason.split(":")[0]] += 1
    assert refusals["M12"]


def test_majorities_do_not_count_the_reserve() -> None:
    """B5, M12: one building laid out, two put away; only the first brings points."""
    game = board.open_game(3, {"first_player": 0})
    game.event(position().record()[SETUP])
    game.city[0], game.reserve[0] = {F: 0, (1, 0): 38}, [44, 1]
    game.due, game.drawn = "score", "A"
    row = {"event": "score", "round": "A", "majority": [5, 0, 0], "walls": [1, 0, 0]}
    with pytest.raises(Broken, match="M12"):
        copy.deepcopy(game).event(row | {"majority": [12, 0, 0], "total": [13, 0, 0]})
    with pytest.raises(Broken, match="M12"):
        copy.deepcopy(game).event(row | {"total": [5, 0, 0]})
    game.event(row | {"total": [6, 0, 0]})


def test_dummy_after_the_rounds(pair: list[Row]) -> None:
    """M17."""
    for i in places(pair, "dummy"):
        refused([*pair[:i], *pair[i + 1 :]], "M17", i)
        refused([*pair[:i], pair[i] | {"tiles": pair[i]["tiles"][1:]}], "M17", i)


# ------------------------------------------------------------------ the end


def test_awards(rows: list[Row]) -> None:
    """M15."""
    i = find(rows, "award")
    for player in (0, 1, 2, None):
        if player != rows[i]["player"]:
            refused([*rows[:i], rows[i] | {"player": player}, *rows[i + 1 :]], "M15", i)
    refused([*rows[:i], *rows[i + 1 :]], "M15")


def leftovers() -> tuple[list[Row], Row]:
    """Return a game of two up to its awards, which both get some of, and the first award."""
    for seed in range(100):
        rows = copy.deepcopy(made(seed, 2, Options()).record())
        awards = [rows[i] for i in places(rows, "award")]
        owners = [row["player"] for row in awards]
        if len(awards) == 3 and None not in owners and len(set(owners)) == 2:
            return rows[: rows.index(awards[-1]) + 1], awards[0]
    raise AssertionError("no such game")


def test_leftovers_are_dealt_with_once_by_their_owners() -> None:
    """B6, M17: in any order, before round C, never to the dummy."""
    rows, award = leftovers()
    tile, owner = award["tile"], award["player"]
    away = put_away(tile, "award", owner)
    stops(rows, away)
    judge(rows, "B6", put_away(tile, "award", 1 - owner))
    judge(rows, "B6", put_away(tile, "award", 9))
    judge(rows, "B6", put_away(tile, "award", -1))
    judge(rows, "B6", away, away)
    judge(rows, "B6", away, place(tile, 1, 0, "award", owner))
    judge(rows, "B1", place(tile, 0, 0, "award", owner))
    judge(rows, "B2", put_away(tile, "bought", owner))
    judge(rows, "M17", gift(tile, owner))
    judge(rows, "B6", {"event": "score", "round": "C"})
    judge(rows, "B6", away, {"event": "score", "round": "C"})
    judge(rows, "M14", place(tile, 1, 0, "reserve", owner))
    judge(rows, "M14", remove(tile, 1, 0, owner))
    judge(rows[:-1], "B6", away)
    game = played_into(rows)
    spot = next(
        at for at in sorted(sites(game.city[owner])) if legal({**game.city[owner], at: tile})
    )
    stops(rows, place(tile, *spot, "award", owner))


def played_into(rows: list[Row]) -> board.Board:
    """Return the referee's game after some rows of a game of two."""
    game = board.open_game(2, rows[HEADER]["rules"])
    for row in rows[SETUP:]:
        game.event(row)
    return game


def test_no_end_before_the_end(rows: list[Row]) -> None:
    """M14."""
    for i in list(places(rows, "refill"))[:-1]:
        if rows[i + 1]["event"] != "score":
            refused([*rows[: i + 1], rows[END]], "M14", i + 1)
    refused(rows[:-1], "M14", len(rows) - 2)
    refused([*rows, take("y1")], "record", len(rows))


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("reason", "turn limit", "M14"),
        ("reason", "fault", "M14"),
        ("scores", [0, 0, 0], "M16"),
        ("winners", [], "M16"),
        ("winners", [0, 1, 2], "M16"),
        ("turns", 0, "record"),
        ("dummy", 0, "M17"),
    ],
)
def test_wrong_ends(rows: list[Row], key: str, value: object, rule: str) -> None:
    rows[END][key] = value
    refused(rows, rule, len(rows) - 1)


def test_turn_limit() -> None:
    """The game is cut short after so many turns: no leftovers, round C."""
    rows = copy.deepcopy(made(3, 4, Options(turn_limit=12)).record())
    assert rows[END] | {"reason": "turn limit", "turns": 12} == rows[END]
    assert check_text(text_of(rows)) == 1
    last = list(places(rows, "refill"))[-1]
    award = {"event": "award", "space": 1, "tile": 1, "player": None}
    refused([*rows[: last + 1], award], "M15", last + 1)
    refused([*rows[: last + 1], put_away(1, "award")], "B6", last + 1)
    rows[HEADER]["rules"]["turn_limit"] = 13
    refused(rows, "M11", last + 1)


def test_the_other_end_trigger() -> None:
    """M14: under ``bag_empty`` the game can end with a full market."""
    for seed in range(40):
        maker = made(seed, 3, Options(end_trigger="bag_empty"))
        rows = copy.deepcopy(maker.record())
        assert check_text(text_of(rows)) == 1
        if None not in maker.market:
            rows[HEADER]["rules"]["end_trigger"] = "market_short"
            refused(rows, "M15", find(rows, "award"))
            return
    raise AssertionError("the bag never ran out just so")


def fault(seat: int, players: int = 3, turns: int = 1, scores: list[int] | None = None) -> Row:
    return {
        "event": "end",
        "reason": "fault",
        "fault": seat,
        "scores": scores or [0] * players,
        "winners": [],
        "turns": turns,
    }


def test_faults() -> None:
    """A game may be stopped where a strategy has to choose, bought buildings included (B2)."""
    rows = position().record()
    bought = [*rows, buy(1, 7, "y8"), buy(2, 6, "g7"), take("y1")]
    for start in (rows, bought[:-1], bought, [*bought, place(7, 1, 0)]):
        assert check_text(text_of([*start, fault(0)])) == 1
        judge(start, "record", fault(1))
        judge(start, "M16", fault(0, scores=[1, 0, 0]))
        judge(start, "M14", fault(0) | {"reason": "market"})
        judge(start, "record", fault(0) | {"winners": [0]})
    judge(bought, "M10", place(7, 1, 0), put_away(6), fault(0))


def test_faults_over_leftovers() -> None:
    """B6: who has a leftover building to deal with can be at fault, nobody else."""
    rows, _ = leftovers()
    awards = [rows[i] for i in places(rows, "award")]
    scores = rows[max(places(rows, "score"))]["total"]
    dummy = sum(rows[i]["dummy"] for i in places(rows, "score"))
    turns = len(list(places(rows, "refill")))
    owner = awards[0]["player"]
    own = [put_away(row["tile"], "award", owner) for row in awards if row["player"] == owner]
    rest = [put_away(row["tile"], "award", 1 - owner) for row in awards if row["player"] != owner]
    assert rest
    end = fault(owner, 2, turns, scores) | {"dummy": dummy}
    for seat in (0, 1):
        assert check_text(text_of([*rows, end | {"fault": seat}])) == 1
    judge(rows, "record", *own, end)
    judge(rows, "M15", *own, *rest, end)
