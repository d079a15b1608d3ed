"""The built-in strategies of the card game: legal, honest, the same at both speeds, and ordered."""

from typing import Any

import pytest

from sim.market.moves import BUY, TAKE
from strategies.registry import built_in
from tests.strategies.market_checks import (
    plays_whole_games,
    plays_with_parameters_at_both_ends,
    secret_hands_do_not_move_a_decision,
    sees_only_the_table_and_leaves_it_alone,
    values_of_parameters_lie_within_their_ranges,
)
from tests.strategies.market_games import CARD, CARD_LADDER, RULES, Rules


def test_the_ladder_holds_every_built_in_strategy() -> None:
    assert sorted(CARD_LADDER) == list(built_in("card"))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_plays_whole_games_under_every_rule(players: int, rules: Rules) -> None:
    for name in CARD_LADDER:
        plays_whole_games(CARD, name, players, rules, 15)


@pytest.mark.parametrize("name", CARD_LADDER)
@pytest.mark.parametrize("players", [2, 3])
def test_every_parameter_may_stand_at_both_ends_of_its_range(name: str, players: int) -> None:
    plays_with_parameters_at_both_ends(CARD, name, players)


def test_decides_alike_compiled_and_as_plain_python() -> None:
    assert CARD.some_plainly() == CARD.some()


@pytest.mark.parametrize("name", CARD_LADDER)
@pytest.mark.parametrize("rules", [RULES[0], RULES[1], RULES[4]], ids=str)
def test_sees_only_the_table_and_leaves_it_alone(name: str, rules: Rules) -> None:
    sees_only_the_table_and_leaves_it_alone(CARD, name, rules)


@pytest.mark.parametrize("name", CARD_LADDER)
def test_secret_hands_do_not_move_a_decision(name: str) -> None:
    secret_hands_do_not_move_a_decision(CARD, name)


def test_asked_by_hand_or_in_a_batch_the_game_is_the_same() -> None:
    names = ("planner", "exact", "denier")
    played = int(CARD.play(names, 1, RULES[0], first=3)[0][9, 0])
    assert CARD.walk(names, RULES[0], 3) == played


def test_greedy_buys_the_highest_type_then_the_least_overpaid() -> None:
    def look(b: Any, seat: int, n: int) -> int:
        answer = CARD.ask("greedy", b, seat, n)
        moves = [b.work.moves[i] for i in range(n)]
        # Arithmetic over ids: buildings are numbered by type (M2).
        buys = [m for m in moves if m.kind == BUY]
        chosen = moves[answer]
        if buys:
            assert chosen.kind == BUY
            assert chosen.building >= max(m.building for m in buys) - 10
            same = [m.overpayment for m in buys if m.building == chosen.building]
            assert chosen.overpayment == min(same)
        else:
            assert chosen.total == max(m.total for m in moves)
        return answer

    assert CARD.walk(("greedy",) * 3, RULES[0], 1, look) > 20


def test_exact_never_overpays_and_never_takes_money_before_an_exact_payment() -> None:
    def look(b: Any, seat: int, n: int) -> int:
        answer = CARD.ask("exact", b, seat, n)
        moves = [b.work.moves[i] for i in range(n)]
        chosen = moves[answer]
        can = any(m.kind == BUY and m.overpayment == 0 for m in moves)
        assert (chosen.kind == BUY) == can
        assert chosen.overpayment == 0 or all(m.kind != TAKE for m in moves)
        return answer

    assert CARD.walk(("exact",) * 3, RULES[0], 2, look) > 20


def test_hoarder_wins_more_leftovers_than_greedy() -> None:
    seats = CARD.play(("hoarder", "greedy", "greedy"), 200)[1]
    assert seats[15, :, 0].sum() > 1.2 * seats[15, :, 1:].sum() / 2


def test_only_players_that_look_at_the_dummy_give_to_it() -> None:
    for name in CARD_LADDER:
        gifts = CARD.play((name,) * 2, 50)[1][14].sum()
        assert (gifts > 0) == (name in ("random", "denier", "majority", "planner")), name
        assert CARD.play((name,) * 2, 10, RULES[4])[1][14].sum() == 0


def test_greedy_takes_four_wins_in_five_from_two_random_players() -> None:
    assert CARD.share("greedy", "random") >= 0.8


@pytest.mark.parametrize(
    ("higher", "lower", "least"),
    [
        ("hoarder", "greedy", 0.45),
        ("denier", "hoarder", 0.7),
        ("exact", "denier", 0.37),
        ("majority", "exact", 0.38),
        ("planner", "majority", 0.5),
        ("planner", "exact", 0.6),
    ],
)
def test_each_rung_beats_the_one_below(higher: str, lower: str, least: float) -> None:
    """A lone player of three takes more than its third of the wins."""
    assert CARD.share(higher, lower) > least


def test_values_of_parameters_lie_within_their_ranges() -> None:
    values_of_parameters_lie_within_their_ranges(CARD)
