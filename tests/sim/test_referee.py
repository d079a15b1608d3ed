"""The referee itself: it passes what is legal and whistles at every kind of tampering."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.referee import Foul, check_file, check_text
from tests.sim.patience_twin import Options, Twin, play_out, shuffled, winning

Row = dict[str, Any]
Tamper = Callable[[list[Row]], object]

HEADER, SETUP, END = 0, 1, -1


def rows_of(text: str) -> list[Row]:
    return [json.loads(line) for line in text.splitlines()]


def text_of(rows: list[Row]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def legal() -> str:
    """Return the record of a legal game with moves of every kind, that is lost."""
    return play_out(Twin(*shuffled(11)), 11, 0.8).record()


@pytest.fixture
def rows(legal: str) -> list[Row]:
    return rows_of(legal)


@pytest.fixture(scope="module")
def won() -> str:
    """Return the record of a game that is won."""
    return play_out(Twin(*winning()), eager=1.0).record()


def find(rows: list[Row], event: str, **wanted: object) -> int:
    """Return the place of the first event of a kind."""
    return next(
        i
        for i, row in enumerate(rows)
        if row.get("event") == event and all(row[key] == value for key, value in wanted.items())
    )


def last(rows: list[Row], event: str) -> int:
    """Return the place of the last event of a kind."""
    return max(i for i, row in enumerate(rows) if row.get("event") == event)


def refused(rows: list[Row] | str, rule: str, line: int | None = None) -> None:
    """Expect a foul that names the rule (and stands in the line)."""
    with pytest.raises(Foul) as caught:
        check_text(rows if isinstance(rows, str) else text_of(rows))
    assert caught.value.reason.startswith(rule + ":"), str(caught.value)
    assert line is None or caught.value.line == line, str(caught.value)


# ------------------------------------------------------------------ what is legal


def test_legal_games_pass(legal: str, won: str) -> None:
    events = {row.get("event") for row in rows_of(legal)}
    assert events >= {"setup", "turn", "found", "build", "redeal", "end"}
    assert check_text(legal) == 1
    assert check_text(won) == 1
    assert check_text(legal + won + legal) == 3


@pytest.mark.parametrize("waste_build", ["suit", "any"])
@pytest.mark.parametrize("empty_waste", ["closed", "open"])
@pytest.mark.parametrize("redeals", [0, 1, 2, 5])
def test_games_under_all_options_pass(waste_build: str, empty_waste: str, redeals: int) -> None:
    options = Options(waste_build, redeals, empty_waste, "all")
    for seed in range(5):
        twin = play_out(Twin(*shuffled(seed), options=options), seed, seed / 4)
        assert check_text(twin.record()) == 1


def test_file_and_line_ends(legal: str, won: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes((legal + won).encode())
    assert check_file(file) == 2
    assert check_text(legal.rstrip("\n")) == 1
    assert check_text(legal.replace("\n", "\r\n")) == 1


def test_no_games() -> None:
    assert check_text("") == 0


def test_unknown_keys_are_ignored(rows: list[Row]) -> None:
    for row in rows:
        row["note"] = {"any": ["thing"]}
    rows[HEADER]["rules"]["house"] = "x"
    assert check_text(text_of(rows)) == 1


def test_missing_rule_options_have_their_default(rows: list[Row]) -> None:
    rows[HEADER]["rules"] = {}
    assert check_text(text_of(rows)) == 1


def test_odd_strategy_names_pass(legal: str) -> None:
    rows = rows_of(legal)
    rows[HEADER]["strategies"] = ['bot\u2028("x"=1)\u0085.py:thé']
    assert check_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)) == 1


# ------------------------------------------------------------------ the header


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("record", 2),
        ("record", True),
        ("record", "1"),
        ("game", "board"),
        ("game", None),
        ("players", 2),
        ("players", 1.0),
        ("strategies", []),
        ("strategies", ["a", "b"]),
        ("strategies", [1]),
        ("strategies", "builder"),
        ("seed", "0"),
        ("deal", None),
        ("index", 0.5),
        ("rules", None),
        ("rules", {"waste_build": "none"}),
        ("rules", {"empty_waste": True}),
        ("rules", {"reserve_view": ["tops"]}),
        ("rules", {"redeals": -1}),
        ("rules", {"redeals": "2"}),
        ("rules", {"redeals": True}),
    ],
)
def test_wrong_header_values(rows: list[Row], key: str, value: object) -> None:
    rows[HEADER][key] = value
    refused(rows, "record", 1)


@pytest.mark.parametrize(
    "key", ["record", "game", "rules", "players", "strategies", "seed", "deal", "index"]
)
def test_missing_header_keys(rows: list[Row], key: str) -> None:
    del rows[HEADER][key]
    refused(rows, "record", 1)


# ------------------------------------------------------------------ the setup


def two_of_a_kind(setup: Row) -> None:
    setup["stock"][0] = next(card for card in setup["stock"][1:] if card != setup["stock"][0])


def a_foundation_card(setup: Row) -> None:
    place = next(i for i, card in enumerate(setup["stock"]) if card[0] not in "AK")
    setup["stock"][place] = "AC"


def four_to_five(setup: Row) -> None:
    setup["reserves"][0].append(setup["stock"].pop())


def seven_piles(setup: Row) -> None:
    setup["stock"] += setup["reserves"].pop()


def bad_card(name: object) -> Callable[[Row], None]:
    def tamper(setup: Row) -> None:
        setup["reserves"][3][2] = name

    return tamper


@pytest.mark.parametrize(
    "tamper",
    [
        two_of_a_kind,
        a_foundation_card,
        four_to_five,
        seven_piles,
        bad_card("11C"),
        bad_card("10h"),
        bad_card("1OH"),
        bad_card(7),
        bad_card(None),
        bad_card(["2C"]),
        lambda setup: setup["stock"].pop(),
        lambda setup: setup["stock"].append("2C"),
        lambda setup: setup["reserves"].append([]),
        lambda setup: setup["reserves"].__setitem__(0, "2C3C"),
    ],
)
def test_wrong_cards_dealt(rows: list[Row], tamper: Callable[[Row], object]) -> None:
    """P1."""
    tamper(rows[SETUP])
    refused(rows, "P1", 2)


# ------------------------------------------------------------------ the moves


def test_wrong_card_turned(rows: list[Row]) -> None:
    """P3: only the top card of the stock."""
    place = find(rows, "turn")
    rows[place]["card"] = next(card for card in rows[SETUP]["stock"] if card != rows[place]["card"])
    refused(rows, "P3", place + 1)


def test_turn_of_an_empty_stock(rows: list[Row]) -> None:
    """P3."""
    place = find(rows, "redeal")
    rows[place] = {"event": "turn", "card": "2C"}
    refused(rows, "P3", place + 1)


def test_order_changed_in_a_redeal(rows: list[Row]) -> None:
    """P7: the card turned first comes first again."""
    place = next(
        i for i in range(find(rows, "redeal"), len(rows)) if rows[i].get("event") == "turn"
    )
    rows[place]["card"] = "2C" if rows[place]["card"] != "2C" else "3C"
    refused(rows, "P7", place + 1)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"card": "KC"}, "P4"),
        ({"card": "?"}, "P4"),
        ({"from": "stock"}, "P4"),
        ({"from": "r0"}, "P4"),
        ({"from": "r9"}, "P4"),
        ({"from": "AC"}, "P4"),
        ({"to": "r1"}, "P6"),
        ({"to": "waste"}, "P2"),
        ({"to": "QC"}, "P2"),
        ({"to": ""}, "P2"),
        ({"to": None}, "record"),
        ({"from": 1}, "record"),
        ({"card": ["2C"]}, "record"),
    ],
)
def test_wrong_foundation_moves(rows: list[Row], change: Row, rule: str) -> None:
    """P2, P4, P6."""
    place = find(rows, "found")
    rows[place] |= change
    refused(rows, rule, place + 1)


def test_every_other_foundation_is_refused(rows: list[Row]) -> None:
    """P2: an ace pile takes the next rank up of its suit, a king pile the next one down."""
    place = find(rows, "found")
    for target in ("AC", "AD", "AH", "AS", "KC", "KD", "KH", "KS"):
        if target != rows[place]["to"]:
            refused([*rows[:place], rows[place] | {"to": target}], "P2", place + 1)


def test_free_card_that_does_not_fit(rows: list[Row]) -> None:
    """P2: no card may skip a rank."""
    tried = 0
    for number, pile in enumerate(rows[SETUP]["reserves"], start=1):
        rank, suit = pile[3][:-1], pile[3][-1]
        for target, next_rank in (("A" + suit, "2"), ("K" + suit, "Q")):
            if rank != next_rank:
                move = {"event": "found", "card": pile[3], "from": f"r{number}", "to": target}
                refused([*rows[:2], move], "P2", 3)
                tried += 1
    assert tried >= 8


def test_buried_card_to_a_foundation(rows: list[Row]) -> None:
    """P4: only the top card of a reserve pile, of the waste."""
    move = {"event": "found", "card": rows[SETUP]["reserves"][0][0], "from": "r1", "to": "AC"}
    refused([*rows[:2], move], "P4", 3)
    move = {"event": "found", "card": "2C", "from": "waste", "to": "AC"}
    refused([*rows[:2], move], "P4", 3)


BUILD_DEAL = Twin(*shuffled(3))
"""A deal with the tops and the first stock card changed by :func:`build_rows`."""


def build_rows(reserve: str, waste: str, **rules: object) -> list[Row]:
    """Return a record: ``waste`` is turned, then ``reserve`` from r1 is built on it."""
    cards = [card for pile in BUILD_DEAL.reserves for card in pile] + BUILD_DEAL.stock
    for place, card in ((3, reserve), (32, waste)):
        other = next(i for i in range(len(cards)) if cards[i] == card and i not in (3, place))
        cards[place], cards[other] = cards[other], cards[place]
    deal = [cards[4 * p : 4 * p + 4] for p in range(8)], cards[32:]
    rows = rows_of(Twin(*deal).record(rules=rules))[:2]
    rows.append({"event": "turn", "card": waste})
    rows.append({"event": "build", "card": reserve, "from": "r1"})
    return rows


@pytest.mark.parametrize(
    ("waste", "reserve", "suit", "any_suit"),
    [
        ("KC", "AC", True, True),
        ("AC", "KC", True, True),
        ("10C", "9C", True, True),
        ("10C", "JC", True, True),
        ("10C", "9S", False, True),
        ("AH", "KS", False, True),
        ("10C", "8C", False, False),
        ("10C", "10C", False, False),
        ("10C", "10H", False, False),
        ("QC", "AC", False, False),
        ("KC", "2C", False, False),
    ],
)
def test_building(waste: str, reserve: str, suit: bool, any_suit: bool) -> None:
    """P5: in suit one rank up or down, round the corner; under ``any`` regardless of suit."""
    for waste_build, legal in (("suit", suit), ("any", any_suit)):
        rows = build_rows(reserve, waste, waste_build=waste_build)
        # A legal build is followed by the foul that the text then breaks off.
        refused(rows, "P8" if legal else "P5", 4)


def test_empty_waste() -> None:
    """P5: nothing is built on an empty waste, unless ``empty_waste`` is ``open``."""
    rows = build_rows("9C", "10C")
    del rows[2]
    refused(rows, "P5", 3)
    rows[HEADER]["rules"] = {"empty_waste": "open"}
    refused(rows, "P8", 3)


@pytest.mark.parametrize(
    "change", [{"from": "waste"}, {"from": "r9"}, {"from": "r2"}, {"card": "KC"}]
)
def test_wrong_builds(change: Row) -> None:
    """P5: the top card of a reserve pile and no other."""
    rows = build_rows("9C", "10C")
    rows[3] |= change
    refused(rows, "P5", 4)


def test_early_redeal(rows: list[Row]) -> None:
    """P7: only when the stock is empty."""
    refused([*rows[:2], {"event": "redeal"}], "P7", 3)


def test_a_redeal_too_many(rows: list[Row]) -> None:
    """P7: twice, or as often as the option says."""
    refused([*rows[:-1], {"event": "redeal"}, rows[-1]], "P7", len(rows))
    rows[HEADER]["rules"]["redeals"] = 1
    refused(rows, "P7", last(rows, "redeal") + 1)
    rows[HEADER]["rules"]["redeals"] = 0
    refused(rows, "P7", find(rows, "redeal") + 1)


def test_redeal_of_an_empty_waste() -> None:
    """P7: a waste without cards cannot be redealt."""
    twin = play_out(Twin(*winning()), eager=1.0)
    rows = rows_of(twin.record())
    refused([*rows[:-1], {"event": "redeal"}], "P7", len(rows))


# ------------------------------------------------------------------ the end


@pytest.mark.parametrize(
    ("key", "change", "rule"),
    [
        ("moves", 1, "record"),
        ("moves", -1, "record"),
        ("on_foundations", 1, "P8"),
        ("on_foundations", -1, "P8"),
    ],
)
def test_wrong_counts(rows: list[Row], key: str, change: int, rule: str) -> None:
    rows[END][key] += change
    refused(rows, rule, len(rows))


def test_wrong_result(rows: list[Row], won: str) -> None:
    """P8: won when all 104 cards are on the foundations, and only then."""
    rows[END]["won"] = True
    refused(rows, "P8", len(rows))
    winner = rows_of(won)
    assert winner[END] == {
        "event": "end",
        "won": True,
        "on_foundations": 104,
        "moves": len(winner) - 3,
    }
    winner[END]["won"] = False
    refused(winner, "P8")


@pytest.mark.parametrize("value", [None, "3", 3.0, True])
@pytest.mark.parametrize("key", ["moves", "on_foundations"])
def test_end_of_the_wrong_type(rows: list[Row], key: str, value: object) -> None:
    rows[END][key] = value
    refused(rows, "record", len(rows))


@pytest.mark.parametrize("key", ["won", "moves", "on_foundations"])
def test_end_without_a_key(rows: list[Row], key: str) -> None:
    del rows[END][key]
    refused(rows, "record", len(rows))


def test_stopped_early(legal: str) -> None:
    """P8: a game does not end while a move is left, wherever it is cut."""
    twin = play_out(Twin(*shuffled(11)), 11, 0.8)
    history = twin.history
    for cut in range(0, len(history), 7):
        short = Twin(*shuffled(11))
        for move in history[:cut]:
            short.play(move)
        refused(short.record(), "P8", cut + 3)
    assert check_text(twin.record()) == 1
    assert twin.record() == legal


def test_missing_end(rows: list[Row], legal: str) -> None:
    """P8: also where the next game's header follows."""
    refused(rows[:-1], "P8", len(rows) - 1)
    refused(rows[:1], "P8", 1)
    refused(text_of(rows[:-1]) + legal, "record", len(rows))


# ------------------------------------------------------------------ the text


@pytest.mark.parametrize(
    "tamper",
    [
        lambda rows: rows.insert(1, rows[SETUP]),
        lambda rows: rows.pop(SETUP),
        lambda rows: rows.pop(HEADER),
        lambda rows: rows.append(rows[END]),
        lambda rows: rows.insert(2, {"event": "take", "player": 0, "cards": []}),
        lambda rows: rows.insert(2, {"event": None}),
        lambda rows: rows.insert(2, {}),
        lambda rows: rows[2].pop("event"),
        lambda rows: rows[find(rows, "found")].pop("from"),
        lambda rows: rows[find(rows, "found")].pop("to"),
        lambda rows: rows[find(rows, "build")].pop("card"),
        lambda rows: rows[find(rows, "turn")].pop("card"),
    ],
)
def test_no_record(rows: list[Row], tamper: Tamper) -> None:
    tamper(rows)
    refused(rows, "record")


@pytest.mark.parametrize("line", ["", "x", "[1]", "1", "NaN", '{"event": NaN}', '{"event":'])
def test_lines_that_are_no_objects(legal: str, line: str) -> None:
    lines = legal.split("\n")
    lines.insert(2, line)
    refused("\n".join(lines), "record", 3)


def test_key_twice(legal: str) -> None:
    refused(legal.replace('{"record": 1,', '{"record": 1, "record": 1,'), "record", 1)


def test_file_that_is_not_text(legal: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(legal.encode() + b'{"record": 1, "note": "\xff"}\n')
    with pytest.raises(Foul, match="UTF-8") as caught:
        check_file(file)
    assert caught.value.line == legal.count("\n") + 1


def test_every_single_move_left_out_is_noticed(rows: list[Row]) -> None:
    """Leaving any one move out of a legal record breaks a later one, or the counts."""
    for place in range(2, len(rows) - 1, 5):
        with pytest.raises(Foul):
            check_text(text_of(rows[:place] + rows[place + 1 :]))


def test_foul_tells_line_and_rule(rows: list[Row]) -> None:
    place = find(rows, "turn")
    rows[place]["card"] = "??"
    with pytest.raises(Foul, match=rf"^line {place + 1}: P3: \?\? "):
        check_text(text_of(rows))
