"""Seatings: every strategy meets every place equally often."""

from collections import Counter
from math import factorial

import pytest

from scripts.cells import make_plan, split_line_up
from sim.game import load_options
from sim.rules import complete
from sim.seating import line_up, lone, mirror
from strategies.spec import read_spec

RULES = [complete(load_options("card"), {})]


def test_mirror_and_lone() -> None:
    assert mirror("a", 3) == ("a", "a", "a")
    assert lone("a", "b", 3) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_line_up_plays_every_cyclic_order_in_every_rotation(n: int) -> None:
    specs = "abcd"[:n]
    seatings = list(line_up(specs))
    assert len({seating for seating, _, _ in seatings}) == len(seatings) == factorial(n)
    assert {(every, offset) for _, every, offset in seatings} == {(1, 0)}


@pytest.mark.parametrize("n", [5, 6])
def test_with_more_players_the_deal_picks_the_cyclic_order(n: int) -> None:
    seatings = list(line_up("abcdef"[:n]))
    orders = factorial(n - 1)
    assert len({seating for seating, _, _ in seatings}) == n * orders
    by_deal = Counter(offset for _, every, offset in seatings if every == orders)
    assert by_deal == dict.fromkeys(range(orders), n)
    for deal in (0, 7):
        played = [seating for seating, every, offset in seatings if deal % every == offset]
        places = Counter((name, seat) for s in played for seat, name in enumerate(s))
        assert set(places.values()) == {1}


def test_a_seating_that_is_the_same_as_another_is_played_once() -> None:
    assert [seating for seating, _, _ in line_up("aa")] == [("a", "a")]
    assert len(list(line_up("aab"))) == 3
    assert len(list(line_up("abab"))) == 6


def test_cells_of_a_market_game() -> None:
    specs = [read_spec("card", name) for name in ("random", "greedy")]
    plan = make_plan("card", specs, (0, 10), 0, RULES, [2, 3])
    by_players = Counter(cell.players for cell in plan.cells)
    # mirrors with each seat beginning; two players have one set of two seatings for the pair
    assert by_players == {2: 2 * 2 + 2, 3: 2 * 3 + 2 * 3}
    mirrors = [cell for cell in plan.cells if len(set(cell.seating)) == 1]
    assert sorted((c.players, c.seating[0], c.rules["first_player"]) for c in mirrors) == [
        (n, name, str(k)) for n in (2, 3) for name in ("greedy", "random") for k in range(n)
    ]
    others = [cell for cell in plan.cells if len(set(cell.seating)) > 1]
    assert {cell.rules["first_player"] for cell in others} == {"rule"}
    assert len({(c.seating, *c.rules.values()) for c in plan.cells}) == len(plan.cells)


def test_line_ups_are_read_with_their_parameters() -> None:
    assert split_line_up("a, b(x=1, y=2),c") == ["a", "b(x=1, y=2)", "c"]
