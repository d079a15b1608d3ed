"""The referee of the card game: it passes legal games and names the rule that tampering breaks."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.referee import Foul, check_text
from tests.sim.market_twin import TILES, Move, Options, Twin, deck, played, text_of, total

Row = dict[str, Any]
Tamper = Callable[[list[Row]], object]

HEADER, SETUP, END = 0, 1, -1


def refused(rows: list[Row], rule: str, line: int | None = None) -> None:
    """Expect a foul that names the rule (and stands in the line, from 0)."""
    with pytest.raises(Foul) as caught:
        check_text(text_of(rows))
    assert caught.value.reason.startswith(rule + ":"), str(caught.value)
    assert line is None or caught.value.line == line + 1, str(caught.value)


def places(rows: list[Row], event: str, **wanted: object) -> Iterator[int]:
    """Yield the places of the events of a kind."""
    for i, row in enumerate(rows):
        if row.get("event") == event and all(row.get(key) == v for key, v in wanted.items()):
            yield i


def find(rows: list[Row], event: str, **wanted: object) -> int:
    """Return the place of the first event of a kind."""
    return next(places(rows, event, **wanted))


# ------------------------------------------------------------------ legal games


def with_everything(players: int, options: Options) -> list[Row]:
    """Return the record of a game in which everything happens, passes apart."""
    wanted = {"take", "buy", "reshuffle", "refill", "score", "award"}
    if players == 2:
        wanted |= {"dummy"} | ({"gift"} if options.dummy_gifts == "true" else set())
    for seed in range(100):
        twin = played(seed, players, options)
        events = {row["event"] for row in twin.events}
        if events >= wanted and all(twin.round_turn.values()) and twin.ended == "market":
            return twin.record()
    raise AssertionError("no such game")


@pytest.fixture(scope="module")
def three() -> list[Row]:
    return with_everything(3, Options())


@pytest.fixture(scope="module")
def two() -> list[Row]:
    return with_everything(2, Options())


@pytest.fixture
def rows(three: list[Row]) -> list[Row]:
    """Return a legal game of three."""
    return copy.deepcopy(three)


@pytest.fixture
def pair(two: list[Row]) -> list[Row]:
    """Return a legal game of two."""
    return copy.deepcopy(two)


OPTIONS = (
    Options(),
    Options("random", "secret", "may", "bag_empty", "false"),
    Options("1", turn_limit=30),
)


@pytest.mark.parametrize("saving", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_legal_games_pass(players: int, options: Options, saving: float) -> None:
    for seed in range(2):
        assert check_text(text_of(played(seed, players, options, saving).record())) == 1


def test_several_games(rows: list[Row], pair: list[Row]) -> None:
    assert check_text(text_of([*rows, *pair, *rows])) == 3


def test_unknown_keys_are_ignored(rows: list[Row]) -> None:
    for row in rows:
        row["note"] = [1]
    rows[HEADER]["rules"]["waste_build"] = "any"
    assert check_text(text_of(rows)) == 1


def test_missing_options_have_their_default(rows: list[Row]) -> None:
    rows[HEADER]["rules"] = {}
    assert check_text(text_of(rows)) == 1


def test_options_as_values(pair: list[Row]) -> None:
    """A seat may stand as a number, true as true."""
    pair[HEADER]["rules"] |= {"first_player": pair[SETUP]["first"], "dummy_gifts": True}
    assert check_text(text_of(pair)) == 1


# ------------------------------------------------------------------ header


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 1),
        ("players", 4),
        ("players", 7),
        ("strategies", ["a", "b"]),
        ("rules", {"first_player": "3"}),
        ("rules", {"first_player": -1}),
        ("rules", {"first_player": True}),
        ("rules", {"hands": "open"}),
        ("rules", {"extra_action": "never"}),
        ("rules", {"end_trigger": None}),
        ("rules", {"dummy_gifts": 1}),
        ("rules", {"turn_limit": 0}),
        ("rules", {"turn_limit": "1000"}),
    ],
)
def test_wrong_headers(rows: list[Row], key: str, value: object) -> None:
    rows[HEADER][key] = value
    refused(rows, "record", HEADER)


def test_one_player_or_seven(rows: list[Row]) -> None:
    for n in (1, 7):
        rows[HEADER] |= {"players": n, "strategies": ["a"] * n}
        refused(rows, "record", HEADER)


# ------------------------------------------------------------------ setup


def swap_display(setup: Row) -> None:
    """Lay a card out that is in a hand as often as there are such cards."""
    counted = Counter(card for hand in setup["hands"] for card in hand)
    card, times = counted.most_common(1)[0]
    setup["display"] = [card] * (4 - times) + setup["display"][:times]


@pytest.mark.parametrize(
    ("rule", "tamper"),
    [
        ("M1", swap_display),
        ("M1", lambda s: s["display"].__setitem__(0, "y10")),
        ("M1", lambda s: s["display"].__setitem__(0, "A")),
        ("M1", lambda s: s["display"].__setitem__(0, None)),
        ("M1", lambda s: s["hands"][0].__setitem__(0, "r1")),
        ("M2", lambda s: s["market"].__setitem__(0, 55)),
        ("M2", lambda s: s["market"].__setitem__(0, 0)),
        ("M2", lambda s: s["market"].__setitem__(0, s["market"][1])),
        ("M3", lambda s: s["market"].pop()),
        ("M4", lambda s: s["hands"].pop()),
        ("M4", lambda s: s["hands"][1].pop()),
        ("M4", lambda s: s["hands"][1].insert(0, s["display"].pop())),
        ("M5", lambda s: s.__setitem__("first", (s["first"] + 1) % 3)),
        ("M5", lambda s: s.__setitem__("first", 3)),
        ("M6", lambda s: s["display"].pop()),
        ("M17", lambda s: s.__setitem__("dummy", [])),
        ("record", lambda s: s.pop("first")),
        ("record", lambda s: s["market"].__setitem__(0, "1")),
    ],
)
def test_wrong_setups(rows: list[Row], rule: str, tamper: Callable[[Row], object]) -> None:
    tamper(rows[SETUP])
    refused(rows, rule, SETUP)


def test_order_of_a_hand(rows: list[Row]) -> None:
    """M4: no card is dealt to who has 20; the order of dealing tells."""
    hand = rows[SETUP]["hands"][0]
    hand[:] = ["y9", "g9", "b2"]
    rows[SETUP]["hands"][1:] = [["y8", "g8", "b4"], ["o9", "b9", "o2"]]
    rows[SETUP]["first"] = 0
    rows[SETUP]["display"] = ["y1", "y1", "y1", "o1"]
    refused(rows[: SETUP + 1], "M14", SETUP)
    hand[:] = ["y9", "g9", "b2", "y2"]
    refused(rows, "M4", SETUP)


@pytest.mark.parametrize(
    ("rule", "tamper"),
    [
        ("record", lambda s: s.pop("dummy")),
        ("M17", lambda s: s["dummy"].pop()),
        ("M2", lambda s: s["market"].__setitem__(0, s["dummy"][0])),
        ("M1", lambda s: s.__setitem__("display", ["b9"] * 4)),
    ],
)
def test_wrong_setups_of_two(pair: list[Row], rule: str, tamper: Callable[[Row], object]) -> None:
    tamper(pair[SETUP])
    refused(pair, rule, SETUP)


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        (["y6 y7 g6 o6", "y8 g8 b2 o4", "y1 g2 b5 o3 o9"], {1}),  # case-M13
        (["y6 y7 g6 o6", "y8 g8 b2 o4", "o9 b9 b4"], {2}),
        (["y8 g8 b2 o4", "y7 g7 b1 b7", "y4 g7 o2 o9"], {0, 1, 2}),
        (["y8 g8 b2 o5", "y7 g7 b1 b7", "y4 g7 o2 o9"], {1, 2}),
    ],
)
def test_who_begins(rows: list[Row], hands: list[str], first: set[int]) -> None:
    """M5: fewest cards, then the smallest total; where both tie it may be any of them."""
    for rule in ("rule", "random", "0", "1", "2"):
        named = {"rule": first, "random": {0, 1, 2}}.get(rule) or {int(rule)}
        for seat in range(3):
            rows[HEADER]["rules"]["first_player"] = rule
            rows[SETUP] |= {"hands": [hand.split() for hand in hands], "first": seat}
            rows[SETUP]["display"] = ["y1", "g1", "b3", "o1"]
            refused(rows[:2], "M14" if seat in named else "M5", SETUP)


# ------------------------------------------------------------------ a made game


def position(players: int = 3, options: Options | None = None, money: str = "y8 g7 b6 ") -> Twin:
    """Return a game in which seat 0 begins with cards of 2 to pay exactly, and little displayed.

    The market holds buildings with a price of 8, 7, 6 and 5; the display y1, g1, b1 and o1.
    """
    hands = money + {2: "b9 o9 o2", 3: "y9 o9 b3 g6 g6 b9"}[players]
    front = [*hands.split(), "y1", "g1", "b1", "o1"]
    rest = list((Counter(deck(players)) - Counter(front)).elements())
    fifth = [len(rest) // 5 + (k < len(rest) % 5) for k in range(5)]
    rest.insert(sum(fifth[:3]), "B")
    rest.insert(fifth[0], "A")
    market = [7, 6, 5, 4]
    dummy = [50, 51, 52, 53, 54, 49] if players == 2 else []
    bag = [*dummy, *market, *(tile for tile in TILES if tile not in [*market, *dummy])]
    rules = options or Options()
    return Twin(players, [*front, *rest], bag, replace(rules, first_player="0"))


def moves_on(twin: Twin, *wanted: str) -> Twin:
    """Play purchases (a space) and takings (cards) in the turn; "." ends it."""
    for word in wanted:
        if word == ".":
            twin.end_turn()
        elif word.isdigit():
            assert twin.act(next(m for m in twin.moves() if m.tile and m.space == int(word)))
        else:
            cards = tuple(word.split("+"))
            assert not twin.act(next(m for m in twin.moves() if m.cards == cards and not m.tile))
    return twin


def stops(twin: Twin, *rows: Row) -> None:
    """Expect that nothing is wrong but that the game breaks off."""
    refused([*twin.record(), *rows], "M14", len(twin.record()) + len(rows) - 1)


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


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        ("", take("y1")),
        ("", take("o1", "y1", "b1")),
        ("M8", take()),
        ("M8", take("y1", "y1")),
        ("M8", take("g2")),
        ("M5", take("y1", player=1)),
        ("record", take("y1") | {"cards": "y1"}),
        ("record", {"event": "take", "player": 0}),
        ("", buy(1, 7, "y8")),
        ("", buy(2, 6, "g7")),
        ("M5", buy(2, 6, "g6 g6", False, player=1)),
        ("M3", buy(0, 7, "y8")),
        ("M3", buy(5, 7, "y8")),
        ("M3", buy(1, 6, "y8")),
        ("M3", buy(2, 7, "y8")),
        ("M9", buy(2, 6, "y8", False)),
        ("M9", buy(2, 6, "y8 g7", False)),
        ("M9", buy(1, 7, "y8", False)),
        ("M9", buy(4, 4, "o5")),
        ("M9", buy(1, 7, "")),
        ("M9", buy(1, 7, "y9", False)),
        ("M9", buy(1, 7, "y8 y8", False)),
        ("record", buy(1, 7, "y8") | {"exact": 1}),
        ("M7", {"event": "pass", "player": 0}),
        ("M7", {"event": "refill", "money": [], "tiles": []}),
        ("M7", {"event": "reshuffle", "cards": 1}),
        ("M17", {"event": "gift", "player": 0, "tile": 7}),
        ("M17", {"event": "dummy", "tiles": []}),
        ("M15", {"event": "award", "space": 1, "tile": 7, "player": 0}),
        ("M11", {"event": "score", "round": "A", "majority": [0, 0, 0], "total": [0, 0, 0]}),
        ("M14", {"event": "end", "reason": "market", "scores": [0, 0, 0], "winners": [0, 1, 2]}),
        ("record", {"event": "setup"}),
        ("record", {"event": "turn", "card": "y1"}),
        ("record", {"event": None}),
    ],
)
def test_first_actions(rule: str, row: Row) -> None:
    """M7 to M9: what may and what may not be done first."""
    twin = position()
    if not rule:
        stops(twin, row)
    else:
        refused([*twin.record(), row], rule, 2)


def test_superfluous_cards_are_legal() -> None:
    """M9: a payment may hold cards that could be left out; it only loses the extra action."""
    twin = position(2, money="y2 y8 g7 b6 ")
    stops(twin, buy(1, 7, "y8 y2", False))
    refused([*twin.record(), buy(1, 7, "y8 y2", False), buy(2, 6, "g7")], "M7", 3)
    refused([*twin.record(), buy(1, 7, "y8 y2", True)], "M9", 2)


def test_several_takings_of_more_than_five(rows: list[Row]) -> None:
    """M8."""
    rows[SETUP]["display"] = ["y1", "g5", "b4", "o2"]
    rows[SETUP]["hands"] = [["y9", "y9", "g2"], ["g9", "g9", "b2"], ["b9", "b9", "b3"]]
    rows[HEADER]["rules"]["first_player"] = "0"
    rows[SETUP]["first"] = 0
    refused([*rows[:2], take("g5")], "M14", 2)
    refused([*rows[:2], take("y1", "b4")], "M14", 2)
    refused([*rows[:2], take("y1", "g5")], "M8", 2)
    refused([*rows[:2], take("y1", "b4", "o2")], "M8", 2)


def test_the_extra_action() -> None:
    """M7: after an exact payment one more action is owed, or offered under ``may``."""
    refill = {"event": "refill", "money": [], "tiles": [[1, 1]]}
    bought = moves_on(position(), "0")
    refused([*bought.record(), refill], "M7", 3)
    refused([*bought.record(), {"event": "pass", "player": 0}], "M7", 3)
    stops(moves_on(position(options=Options(extra_action="may")), "0"), refill)
    stops(moves_on(position(), "0", "1", "2"), take("y1"))
    taken = moves_on(position(), "0", "y1")
    for row in (take("g1"), buy(2, 6, "g7"), {"event": "pass", "player": 0}):
        refused([*taken.record(), row], "M7", 4)


def test_turns_go_round() -> None:
    """M5."""
    twin = moves_on(position(), "y1", ".")
    stops(twin, take("g1", player=1))
    for player in (0, 2):
        refused([*twin.record(), take("g1", player=player)], "M5", 4)


# ------------------------------------------------------------------ gifts and the dummy


GIFT = {"event": "gift", "player": 0, "tile": 7}


def test_gifts() -> None:
    """M17: a building may be given away directly after it was bought."""
    twin = position(2)
    bought = [*twin.record(), buy(1, 7, "y8")]
    refused([*bought, GIFT], "M14", 3)
    refused([*bought, GIFT, buy(2, 6, "g7"), GIFT | {"tile": 6}], "M14", 5)
    refused([*bought, GIFT, GIFT], "M17", 4)
    refused([*bought, GIFT | {"player": 1}], "M17", 3)
    refused([*bought, GIFT | {"tile": 6}], "M17", 3)
    refused([*bought, buy(2, 6, "g7"), GIFT], "M17", 4)
    refused([*bought, take("y1"), GIFT], "M17", 4)
    bought[HEADER]["rules"]["dummy_gifts"] = "false"
    refused([*bought, GIFT], "M17", 3)


def test_a_gift_after_an_inexact_purchase() -> None:
    """M17: the turn is over but the building can still be given."""
    twin = position(2, money="y2 y8 g7 b6 ")
    row = buy(1, 7, "y8 y2", False)
    refused([*twin.record(), row, GIFT], "M14", 3)


def test_no_gifts_with_three() -> None:
    """M17."""
    refused([*position(3).record(), buy(1, 7, "y8"), GIFT], "M17", 3)


def test_a_gift_counts_for_the_dummy(pair: list[Row]) -> None:
    """M17, M12: without its gift the same game scores otherwise."""
    for i in places(pair, "gift"):
        without = [row for k, row in enumerate(pair) if k != i]
        with pytest.raises(Foul) as caught:
            check_text(text_of(without))
        assert caught.value.reason.startswith(("M12:", "M17:"))
        return


# ------------------------------------------------------------------ refills


def refill_after(twin: Twin) -> tuple[list[Row], Row]:
    """Return the record up to the last refill, and that refill."""
    rows = copy.deepcopy(twin.record())
    return rows[:-1], rows[-1]


@pytest.mark.parametrize(
    ("tamper", "rule"),
    [
        (lambda r: None, "M14"),
        (lambda r: r["money"].pop(), "M10"),
        (lambda r: r["money"].append("y2"), "M10"),
        (lambda r: r["money"].insert(0, "A"), "M6"),
        (lambda r: r["money"].insert(0, "B"), "M6"),
        (lambda r: r["money"].insert(0, "C"), "M10"),
        (lambda r: r["money"].__setitem__(0, "y8"), "M14"),
        (lambda r: r["money"].__setitem__(0, "x8"), "M10"),
        (lambda r: r["tiles"].pop(), "M10"),
        (lambda r: r["tiles"].reverse(), "M10"),
        (lambda r: r["tiles"][0].__setitem__(0, 3), "M10"),
        (lambda r: r["tiles"].append([4, 20]), "M10"),
        (lambda r: r["tiles"][0].__setitem__(1, 7), "M2"),
        (lambda r: r["tiles"][0].__setitem__(1, 4), "M2"),
        (lambda r: r["tiles"][0].__setitem__(1, 55), "M2"),
        (lambda r: r["tiles"][0].append(1), "record"),
        (lambda r: r["tiles"].__setitem__(0, 1), "record"),
        (lambda r: r.pop("money"), "record"),
    ],
)
def test_refills(tamper: Callable[[Row], object], rule: str) -> None:
    """M10, M11, M6, M2: what may come in a refill of one card and two buildings."""
    before, refill = refill_after(moves_on(position(), "0", "1", "y1", "."))
    tamper(refill)
    refused([*before, refill], rule, len(before))


def test_one_refill_ends_each_turn(rows: list[Row]) -> None:
    """M10."""
    i = find(rows, "refill")
    refused([*rows[:i], *rows[i + 1 :]], "M7", i)
    refused([*rows[:i], rows[i], *rows[i:]], "M7", i + 1)
    refused([*rows[:i], rows[i] | {"event": "score"}, *rows[i:]], "M10", i)


def test_a_card_that_is_used_up(rows: list[Row]) -> None:
    """M10, M1: before the reshuffle no card comes more often than it exists."""
    seen = Counter(card for hand in rows[SETUP]["hands"] for card in hand)
    seen.update(rows[SETUP]["display"])
    for i in places(rows, "refill"):
        for k, card in enumerate(rows[i]["money"]):
            gone = next((c for c, times in seen.items() if times == 3 and c != card), "")
            if gone and card not in ("A", "B"):
                rows[i]["money"][k] = gone
                refused(rows, "M10", i)
                return
            seen[card] += 1


@pytest.mark.parametrize("name", ["A", "B"])
def test_the_place_of_a_scoring_card(rows: list[Row], name: str) -> None:
    """M6: A lies in the second of five piles, B in the fourth; each comes once, A first."""
    i = next(i for i in places(rows, "refill") if name in rows[i]["money"])
    score = rows.pop(i + 1)
    assert score["event"] == "score"
    rows[i]["money"].remove(name)
    with pytest.raises(Foul, match=f"M6: no scoring card {name}"):
        check_text(text_of(rows))
    first = find(rows, "refill")
    rows[first]["money"].insert(0, name)
    refused(rows, "M6", first)


def test_two_scoring_cards_in_one_refill(rows: list[Row]) -> None:
    """M6."""
    i = next(i for i in places(rows, "refill") if "A" in rows[i]["money"])
    rows[i]["money"].insert(rows[i]["money"].index("A"), "B")
    refused(rows, "M6", i)
    rows[i]["money"].remove("B")
    rows[i]["money"].insert(rows[i]["money"].index("A"), "A")
    refused(rows, "M6", i)


def test_a_scoring_card_takes_a_space(rows: list[Row]) -> None:
    """M11: another card is drawn for it."""
    i = next(i for i in places(rows, "refill") if "A" in rows[i]["money"])
    money = rows[i]["money"]
    money.pop(0 if money[0] != "A" else 1)
    refused(rows, "M10", i)


def test_a_scoring_card_that_comes_back(rows: list[Row]) -> None:
    """M11."""
    reshuffled = find(rows, "reshuffle")
    i = next(i for i in places(rows, "refill") if i > reshuffled + 1)
    rows[i]["money"].insert(0, "A")
    refused(rows, "M6", i)


def test_reshuffles(rows: list[Row]) -> None:
    """M10: exactly where the pile is empty, directly before the refill, with all discards."""
    i = find(rows, "reshuffle")
    assert rows[i + 1]["event"] == "refill"
    refused([*rows[:i], *rows[i + 1 :]], "M10", i)
    for cards in (rows[i]["cards"] - 1, rows[i]["cards"] + 1, 0):
        refused([*rows[:i], rows[i] | {"cards": cards}, *rows[i + 1 :]], "M10", i)
    refused([*rows[: i + 1], *rows[i:]], "M10", i + 1)
    refused([*rows[:i], rows[i + 1], rows[i], *rows[i + 2 :]], "M10", i)


def test_a_reshuffle_too_early(rows: list[Row]) -> None:
    """M10."""
    bought = Counter[str]()
    for i, row in enumerate(rows):
        if row.get("event") == "buy":
            bought.update(row["pay"])
        if row.get("event") == "refill" and bought:
            early = {"event": "reshuffle", "cards": bought.total()}
            refused([*rows[:i], early, *rows[i:]], "M10", i + 1)
            return


def test_only_discards_come_after_a_reshuffle(rows: list[Row]) -> None:
    """M10: a card that was not discarded cannot come."""
    i = find(rows, "reshuffle")
    discards = Counter(card for row in rows[:i] for card in row.get("pay", []))
    assert discards.total() == rows[i]["cards"]
    kept = next(card for card in deck(3) if not discards[card])
    rows[i + 1]["money"][-1] = kept
    refused(rows, "M10", i + 1)


def test_both_piles_empty() -> None:
    """M10: spaces stay empty; no card may be missing before."""
    twin = next(
        twin
        for seed in range(50)
        if None in (twin := played(seed, 3, Options(turn_limit=80), 1.0)).display
    )
    rows = twin.record()
    assert check_text(text_of(rows)) == 1
    i = next(i for i in reversed(list(places(rows, "refill"))) if rows[i]["money"])
    card = rows[i]["money"].pop()
    with pytest.raises(Foul, match="M10"):
        check_text(text_of(rows))
    rows[i]["money"] += [card, card]
    refused(rows, "M10", i)


def test_passes() -> None:
    """M7: who can do nothing at the start of a turn passes, nobody else."""
    for seed in range(100):
        rows = played(seed, 6, Options(), 1.0).record()
        for i in places(rows, "pass"):
            assert check_text(text_of(rows)) == 1
            refused([*rows[:i], *rows[i + 1 :]], "M7", i)
            refused([*rows[: i + 1], *rows[i:]], "M7", i + 1)
            refused([*rows[:i], rows[i] | {"player": 9}, *rows[i + 1 :]], "M5", i)
            return
    raise AssertionError("nobody passed")


# ------------------------------------------------------------------ scoring


@pytest.mark.parametrize("name", ["A", "B", "C"])
@pytest.mark.parametrize(("key", "rule"), [("majority", "M12"), ("total", "M12"), ("dummy", "M17")])
def test_wrong_points(pair: list[Row], name: str, key: str, rule: str) -> None:
    i = find(pair, "score", round=name)
    if key == "dummy":
        pair[i][key] += 1
    else:
        pair[i][key][0] += 1
    refused(pair, rule, i)


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_rounds_in_their_time(rows: list[Row], pair: list[Row], name: str) -> None:
    """M11, M15: a round is played when its card came, C at the end."""
    rule = "M15" if name == "C" else "M11"
    i = find(rows, "score", round=name)
    refused([*rows[:i], *rows[i + 1 :]], rule, i)
    refused([*rows[:i], rows[i] | {"round": "AB"["AB".find(name) - 1]}], rule, i)
    i = find(pair, "score", round=name)
    refused([*pair[:i], *pair[i + 1 :]], rule, i)


def test_keys_of_a_score(rows: list[Row], pair: list[Row]) -> None:
    """C1, M17: no walls; the dummy stands with two players only."""
    i = find(rows, "score")
    rows[i]["walls"] = [0, 0, 0]
    refused(rows, "C1", i)
    del rows[i]["walls"]
    rows[i]["dummy"] = 0
    refused(rows, "M17", i)
    i = find(pair, "score")
    del pair[i]["dummy"]
    refused(pair, "record", i)


def test_dummy_after_the_rounds(pair: list[Row]) -> None:
    """M17: six after A, a third of the bag after B."""
    first, second = places(pair, "dummy")
    assert len(pair[first]["tiles"]) == 6
    for i in (first, second):
        refused([*pair[:i], *pair[i + 1 :]], "M17", i)
        less = [*pair[:i], pair[i] | {"tiles": pair[i]["tiles"][1:]}, *pair[i + 1 :]]
        refused(less, "M17", i)
        other = pair[SETUP]["dummy"][:1] + pair[i]["tiles"][1:]
        refused([*pair[:i], pair[i] | {"tiles": other}, *pair[i + 1 :]], "M2", i)
        again = pair[i]["tiles"][1:2] + pair[i]["tiles"][1:]
        refused([*pair[:i], pair[i] | {"tiles": again}, *pair[i + 1 :]], "M2", i)
    refused([*pair[: second + 1], *pair[second:]], "M17", second + 1)


# ------------------------------------------------------------------ the end


def test_awards(rows: list[Row]) -> None:
    """M15: each leftover in order of space, to who holds most of its currency alone."""
    i = find(rows, "award")
    owner = rows[i]["player"]
    for player in (0, 1, 2, None, "dummy"):
        if player != owner:
            refused([*rows[:i], rows[i] | {"player": player}, *rows[i + 1 :]], "M15", i)
    refused([*rows[:i], *rows[i + 1 :]], "M15", i)
    refused([*rows[: i + 1], *rows[i:]], "M15", i + 1)
    refused([*rows[:i], rows[i] | {"tile": 0}, *rows[i + 1 :]], "M15", i)
    refused([*rows[:i], rows[i] | {"space": 0}, *rows[i + 1 :]], "M15", i)
    refused([*rows[:i], {"event": "gift", "player": 0, "tile": 1}], "M17", i)


def test_nothing_after_the_end(rows: list[Row]) -> None:
    """M14."""
    i = find(rows, "award")
    refused(
        [*rows[:i], take(rows[i - 1]["money"][0]) if rows[i - 1]["money"] else take()], "M14", i
    )
    refused([*rows, take("y1")], "record", len(rows))
    refused([*rows[:-1], rows[-2], rows[-1]], "M14", len(rows) - 1)


def test_no_end_before_the_end(rows: list[Row]) -> None:
    """M14: playing on where the market is full; no end and no award before."""
    refills = list(places(rows, "refill"))
    end = rows[END]
    for i in refills[:-1]:
        if rows[i + 1]["event"] != "score":
            refused([*rows[: i + 1], end], "M14", i + 1)
            award = {"event": "award", "space": 1, "tile": 1, "player": None}
            refused([*rows[: i + 1], award], "M15", i + 1)
    refused(rows[:-1], "M14", len(rows) - 2)


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
        ("scores", None, "record"),
    ],
)
def test_wrong_ends(rows: list[Row], key: str, value: object, rule: str) -> None:
    rows[END][key] = value
    refused(rows, rule, len(rows) - 1)


def test_the_dummy_at_the_end(pair: list[Row]) -> None:
    """M17: its score is kept and shown, and it cannot win."""
    end = pair[END]
    refused([*pair[:-1], end | {"dummy": end["dummy"] + 1}], "M17", len(pair) - 1)
    refused([*pair[:-1], end | {"winners": ["dummy"]}], "record", len(pair) - 1)


def test_turn_limit() -> None:
    """The game is cut short after so many turns: no leftovers, round C."""
    twin = played(3, 4, Options(turn_limit=12))
    rows = twin.record()
    assert rows[END] | {"reason": "turn limit", "turns": 12} == rows[END]
    assert check_text(text_of(rows)) == 1
    last = list(places(rows, "refill"))[-1]
    award = {"event": "award", "space": 1, "tile": 1, "player": None}
    refused([*rows[: last + 1], award], "M15", last + 1)
    rows[HEADER]["rules"]["turn_limit"] = 13
    refused(rows, "M11", last + 1)
    rows[HEADER]["rules"]["turn_limit"] = 11
    with pytest.raises(Foul, match="M14"):
        check_text(text_of(rows))


def test_the_other_end_trigger() -> None:
    """M14: under ``bag_empty`` the game ends earlier or in the same turn, never later."""
    for seed in range(40):
        twin = played(seed, 4, Options(end_trigger="bag_empty"))
        rows = twin.record()
        assert check_text(text_of(rows)) == 1
        if None not in twin.market:
            rows[HEADER]["rules"]["end_trigger"] = "market_short"
            refused(rows, "M15", find(rows, "award"))
            return
    raise AssertionError("the bag never ran out just so")


def test_faults() -> None:
    """A game may be stopped where the strategy whose turn it is has to choose."""
    twin = moves_on(position(), "y1", ".")
    end = {
        "event": "end",
        "reason": "fault",
        "fault": 1,
        "scores": [0, 0, 0],
        "winners": [0, 2],
        "turns": 2,
    }
    line = len(twin.record())
    assert check_text(text_of([*twin.record(), end])) == 1
    assert check_text(text_of([*twin.record(), end | {"winners": []}])) == 1
    refused([*twin.record(), end | {"fault": 0}], "record", line)
    refused([*twin.record(), end | {"winners": [1]}], "record", line)
    refused([*twin.record(), end | {"scores": [1, 0, 0]}], "M16", line)
    refused([*twin.record(), end | {"turns": 1}], "record", line)
    refused([*twin.record(), end | {"reason": "market"}], "M14", line)
    refused([*position().record(), take("y1"), end | {"turns": 1, "fault": 0}], "M10", 3)


# ------------------------------------------------------------------ nothing slips through


def test_every_line_matters(pair: list[Row]) -> None:
    """No line can be left out, but for a gift that made no difference to any score."""
    for i, row in enumerate(pair):
        if row.get("event") == "gift":
            continue
        with pytest.raises(Foul):
            check_text(text_of([*pair[:i], *pair[i + 1 :]]))


def test_every_card_matters(rows: list[Row]) -> None:
    """No payment can be made with another card of the same value."""
    for i in places(rows, "buy"):
        pay = rows[i]["pay"]
        other = [{"y": "g", "g": "b", "b": "o", "o": "y"}[card[0]] + card[1] for card in pay]
        assert total(other) == total(pay)
        refused([*rows[:i], rows[i] | {"pay": other}, *rows[i + 1 :]], "M9", i)


def test_moves_are_moves() -> None:
    """The tests' own position is what its description says."""
    twin = position()
    assert twin.player == 0
    assert [TILES[tile or 0][1] for tile in twin.market] == [8, 7, 6, 5]
    assert Move("buy", ("y8",), (), 0, 7) in twin.moves()
