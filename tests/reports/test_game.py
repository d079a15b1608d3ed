"""A game turn by turn as a page: every turn in words, cities drawn where they change."""

import re
from typing import Any

import pytest

from reports.course import Course, play_through
from reports.game import page, parts, play_command
from reports.picture import key, picture
from sim.board.drawing import INKS, ROOFS
from sim.market.buildings import TYPES
from sim.market.narrate import building
from tests.reports.test_page import Outline

Event = dict[str, Any]
RULES = {
    "first_player": "rule",
    "hands": "counted",
    "extra_action": "must",
    "end_trigger": "market_short",
    "dummy_gifts": "true",
    "turn_limit": 1000,
}
HEADER = {
    "game": "board",
    "rules": RULES,
    "players": 2,
    "strategies": ["<random>", "greedy(haste=0.5)"],
    "seed": 7,
    "deal": 12,
    "index": 0,
}


def _did(event: str, player: int, **more: Any) -> Event:
    return {"event": event, "player": player, **more}


def _refill(money: str = "", *tiles: tuple[int, int]) -> Event:
    return {"event": "refill", "money": money.split(), "tiles": [list(pair) for pair in tiles]}


def _score(name: str, majority: list[int], walls: list[int], total: list[int]) -> Event:
    return {"event": "score", "round": name, "majority": majority, "walls": walls, "total": total,
            "dummy": 5}  # fmt: skip


GAME: list[Event] = [
    {
        "event": "setup",
        "hands": [["y3", "g9", "b8"], ["o9", "o8", "y1", "b2"]],
        "display": ["g1", "g2", "b1", "o5"],
        "market": [1, 2, 3, 4],
        "dummy": [11, 12, 13, 14, 15, 16],
        "first": 0,
    },
    _did("buy", 0, space=1, tile=1, pay=["y3"], exact=True),
    _did("buy", 0, space=2, tile=2, pay=["g9"], exact=False),
    _did("place", 0, tile=1, at=[0, -1], **{"from": "bought"}),
    _did("reserve", 0, tile=2, **{"from": "bought"}),
    _refill("", (1, 5), (2, 6)),
    _did("take", 1, cards=["g1", "g2", "b1"]),
    {"event": "reshuffle", "cards": 2},
    _refill("y9 A y8 b7"),
    _score("A", [1, 0], [3, 0], [4, 0]),
    {"event": "dummy", "tiles": [21, 22]},
    _did("swap", 0, tile=2, out=1, at=[0, -1]),
    _refill(),
    _did("buy", 1, space=4, tile=4, pay=["o9"], exact=False),
    _did("gift", 1, tile=4),
    _refill("", (4, 7)),
    _did("remove", 0, tile=2, at=[0, -1]),
    _refill(),
    _did("pass", 1),
    _refill(),
    _did("place", 0, tile=1, at=[1, 0], **{"from": "reserve"}),
    _refill(),
    {"event": "award", "space": 1, "tile": 5, "player": 1},
    {"event": "award", "space": 2, "tile": 6, "player": None},
    _did("place", 1, tile=5, at=[-1, 0], **{"from": "award"}),
    _score("C", [16, 16], [3, 1], [23, 17]),
    {"event": "end", "reason": "market", "scores": [23, 17], "dummy": 10, "winners": [0],
     "turns": 7},
]  # fmt: skip
DRAWN = {"turn-1": 1, "round-a": 2, "turn-3": 1, "turn-5": 1, "turn-7": 1, "award-7": 1,
         "round-c": 2}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> str:
    return page(HEADER, GAME)


def _step(found: str, name: str) -> str:
    tail = found[found.index(f'<section id="{name}"') :]
    return tail[: tail.index("</section>")]


def test_it_needs_nothing_else_and_is_whole(board: str) -> None:
    outline = Outline(board)
    assert board.startswith("<!DOCTYPE html>")
    assert outline.open == []
    assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in outline.tags}
    assert all(reference.startswith("#") for reference in outline.references)
    assert len(outline.ids) == len(set(outline.ids))
    assert {reference[1:] for reference in outline.references} <= set(outline.ids)
    assert set(re.findall(r"https?://[^\s\"<]+", board)) == {"http://www.w3.org/2000/svg"}
    assert "<random>" not in board


def test_every_turn_and_round_is_there(board: str) -> None:
    names = re.findall(r'<section id="(.*?)"', board)
    assert names == ["setup", "turn-1", "turn-2", "round-a", "dummy-2", "turn-3", "turn-4",
                     "turn-5", "turn-6", "turn-7", "award-7", "round-c", "end"]  # fmt: skip
    for k, seat in enumerate([0, 1, 0, 1, 0, 1, 0], 1):
        assert f"<h3>Turn {k}: seat {seat} (" in _step(board, f"turn-{k}")


def test_a_city_is_drawn_where_it_changes_and_all_in_rounds(board: str) -> None:
    counts = {name: _step(board, name).count("<svg") for name in re.findall(r'<section id="(.*?)"',
              board)}  # fmt: skip
    assert {name: n for name, n in counts.items() if n} == DRAWN
    assert board.count("<svg") == len(
        re.findall(r"<svg[^>]*role=\"img\"[^>]*><title>[^<]+<", board)
    )


def test_what_happens_is_told(board: str) -> None:
    told = {
        "turn-1": [
            f"seat 0 buys {building(1)} for y3 exactly",
            f"seat 0 places {building(1)} at (0, -1)",
            f"seat 0 puts {building(2)} in the reserve",
            f"refilled: {building(5)} on 1, {building(6)} on 2",
            f"<dt>reserve</dt><dd>{building(2)}</dd>",
            "<dt>money in hand</dt><dd>b8</dd>",
        ],
        "turn-2": ["2 discarded cards are shuffled", "<dt>display</dt><dd>o5 y9 y8 b7</dd>",
                   "<dt>money in hand</dt><dd>y1 g1 g2 b1 b2 o8 o9</dd>"],
        "turn-3": [f"exchanges {building(1)} at (0, -1) for {building(2)} of the reserve"],
        "turn-4": [f"seat 1 gives {building(4)} to the dummy", f"4: {building(7)}</dd>"],
        "turn-5": [f"seat 0 moves {building(2)} at (0, -1) to the reserve"],
        "turn-6": ["seat 1 passes"],
        "turn-7": [f"places {building(1)} of the reserve at (1, 0)"],
        "award-7": [f"Leftover {building(5)} goes to seat 1",
                    f"Leftover {building(6)} goes to nobody"],
        "end": ["End (market) after 7 turns: 23 17; seat 0 won."],
    }  # fmt: skip
    for name, texts in told.items():
        for text in texts:
            assert text in _step(board, name)


def test_the_cell_just_changed_is_marked(board: str) -> None:
    ring = 'fill="none" stroke="#1c1c1c" stroke-width="4"'
    assert _step(board, "turn-1").count(ring) == 1
    assert "marked: (0, -1)</title>" in _step(board, "turn-1")
    assert "stroke-dasharray" not in _step(board, "turn-1")
    assert "stroke-dasharray" in _step(board, "turn-5")  # the tile has gone
    assert ring not in _step(board, "round-c")


def test_a_round_tells_majorities_walls_and_what_counts(board: str) -> None:
    rows = re.findall(r"<tr>(.*?)</tr>", _step(board, "round-c"))
    cells = [re.findall(r"<td.*?>(.*?)</td>", row) for row in rows[1:]]
    pavilions = 4 + TYPES.index("pavilion")
    assert cells[0][0] == "seat 0 (&lt;random&gt;)"
    # One tile lies in the city; the one in the reserve counts for nothing (B5).
    assert sum(int(cell) for cell in cells[0][4:]) == 1
    assert cells[0][pavilions] == "1"
    assert cells[0][1:4] == ["16", "3", "23"]
    assert cells[1][1:4] == ["16", "1", "17"]
    assert sum(int(cell) for cell in cells[2][4:]) == 6 + 2 + 1  # the dummy's, and the gift
    assert "longest wall 3" in _step(board, "round-c")


def test_points_by_round_stand_at_the_top(board: str) -> None:
    rows = re.findall(r"<tr>(.*?)</tr>", board[: board.index("<main>")])
    cells = [re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row) for row in rows]
    assert cells == [
        ["player", "score", "A majorities", "A walls", "C majorities", "C walls"],
        ["seat 0 (&lt;random&gt;)", "23", "1", "3", "16", "3"],
        ["seat 1 (greedy(haste=0.5))", "17", "0", "0", "16", "1"],
        ["dummy", "10", "5", "", "5", ""],
    ]


def test_the_card_game_has_the_same_page_without_cities() -> None:
    bought = [GAME[0], *GAME[1:3], GAME[5], *GAME[6:9], {**GAME[9]}, GAME[-1]]
    del bought[-2]["walls"]
    found = page({**HEADER, "game": "card"}, bought)
    assert Outline(found).open == []
    assert "<svg" not in found
    assert "fountain" not in found[found.index("<body>") :]
    rows = re.findall(r"<tr>(.*?)</tr>", _step(found, "round-a"))
    cells = re.findall(r"<td.*?>(.*?)</td>", rows[1])
    assert sum(int(cell) for cell in cells[3:]) == 2
    assert "walls" not in rows[0]


def test_a_game_that_a_fault_stopped_shows_how_it_stood() -> None:
    fault = {**GAME[-1], "reason": "fault", "fault": 1, "winners": []}
    found = page(HEADER, [*GAME[:6], _did("take", 1, cards=["g1"]), fault])
    assert "<h3>Turn 2: seat 1" in found
    assert _step(found, "end").count("<svg") == 2
    assert "nobody won" in _step(found, "end")


def test_turns_end_with_their_refill() -> None:
    found = list(parts(GAME[1:]))
    turns = [events for kind, events in found if kind == "turn"]
    assert len(turns) == 7
    assert all(events[-1]["event"] == "refill" for events in turns)
    assert [event for _, events in found for event in events] == GAME[1:]


def test_the_table_at_the_end() -> None:
    course = play_through(GAME)
    assert course.cities == [{(1, 0): 1}, {(-1, 0): 5}]
    assert course.reserves == [[2], []]
    assert course.dummy == [11, 12, 13, 14, 15, 16, 21, 22, 4]
    assert course.market == [None, None, 3, 7]
    assert course.scores == [23, 17]


def test_a_scoring_card_takes_no_place_in_the_display() -> None:
    """M11."""
    course = Course(GAME[0])
    course.follow(_refill("A o1"))
    assert course.display == ["g1", "g2", "b1", "o5", "o1"]


def test_the_command_plays_the_game_again() -> None:
    assert play_command(HEADER) == (
        "alhambra play board -s '<random>' -s 'greedy(haste=0.5)' --deal 12 --seed 7"
    )
    secret = {**HEADER, "rules": {**RULES, "hands": "secret"}}
    assert play_command(secret).endswith(" -r hands=secret")


def _luminance(colour: str) -> float:
    parts_ = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts_)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_letters_stand_out_on_every_roof() -> None:
    for paint, ink in zip(ROOFS, INKS, strict=True):
        low, high = sorted((_luminance(paint), _luminance(ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5
    assert len({roof.letter for roof in key()}) == len(TYPES)


def test_a_mark_outside_the_city_widens_the_picture() -> None:
    alone, marked = picture({}, "A city"), picture({}, "A city", [(2, 0)])
    assert 'viewBox="-4 -4 48 48"' in alone
    assert 'viewBox="-4 -4 128 48"' in marked
    assert "<title>A &lt;city&gt;</title>" in picture({}, "A <city>")
