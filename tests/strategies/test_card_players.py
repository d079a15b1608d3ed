"""The built-in strategies of the card game: legal, honest, the same at both speeds, and ordered."""

from typing import Any

import numpy as np
import pytest

from sim.market.buildings import BUILDINGS
from sim.market.course import MARKET, hide_hands, show_hands
from sim.market.moves import BUY, TAKE
from sim.market.table import SECRET
from strategies.registry import built_in
from tests.strategies.market_games import CARD, CARD_LADDER, RULES


def test_the_ladder_holds_every_built_in_strategy() -> None:
    assert sorted(CARD_LADDER) == list(built_in("card"))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_plays_whole_games_under_every_rule(players: int, rules: tuple[int, ...]) -> None:
    for name in CARD_LADDER:
        games, seats, digests = CARD.play((name,) * players, 15, rules)
        assert (games[0] == MARKET).all(), name
        assert len(set(digests.tolist())) == 15
        owned = seats[35:41].sum(axis=(0, 2))
        assert (owned > 5).all()
        assert (owned <= BUILDINGS).all()
        assert CARD.play((name,) * players, 15, rules)[2].tolist() == digests.tolist()


@pytest.mark.parametrize("name", CARD_LADDER)
@pytest.mark.parametrize("players", [2, 3])
def test_every_parameter_may_stand_at_both_ends_of_its_range(name: str, players: int) -> None:
    names = (name,) + ("greedy",) * (players - 1)
    for parameter in built_in("card")[name].parameters:
        for value in (parameter.low, parameter.high):
            games, _, _ = CARD.play(names, 5, RULES[0], {parameter.name: value})
            # Who never buys must not keep the game from its end for ever: M14, or the turn limit.
            assert (games[0] <= 1).all(), (parameter.name, value)


def test_decides_alike_compiled_and_as_plain_python() -> None:
    assert CARD.some_plainly() == CARD.some()


@pytest.mark.parametrize("name", CARD_LADDER)
@pytest.mark.parametrize("rules", [RULES[0], RULES[1], RULES[4]], ids=str)
def test_sees_only_the_table_and_leaves_it_alone(name: str, rules: tuple[int, ...]) -> None:
    def look(b: Any, seat: int, n: int) -> int:
        rng, memory = b.work.rng.copy(), b.work.memory.copy()
        before = b.table.tobytes(), b.work.moves.tobytes(), b.work.params.tobytes()
        answer = CARD.ask(name, b, seat, n)
        assert 0 <= answer < n
        assert before == (b.table.tobytes(), b.work.moves.tobytes(), b.work.params.tobytes())
        after = b.work.rng.copy(), b.work.memory.copy()
        # What is hidden comes in another order: the decision must not move.
        for pile, at in ((b.hidden.money, b.hidden.money_at), (b.hidden.bag, b.hidden.bag_at)):
            end = b.hidden.money_n if pile is b.hidden.money else BUILDINGS
            shuffler.shuffle(pile[at:end])
        b.work.rng[:], b.work.memory[:] = rng, memory
        assert CARD.ask(name, b, seat, n) == answer
        assert np.array_equal(b.work.rng, after[0])
        assert np.array_equal(b.work.memory, after[1])
        for other in range(b.table.players):
            if other != seat:
                assert (b.table.hand[other] == -1).all() == (b.table.hands == SECRET)
        return answer

    shuffler = np.random.default_rng(1)
    for players in (2, 3):
        assert CARD.walk((name,) * players, rules, players, look) > 20


@pytest.mark.parametrize("name", CARD_LADDER)
def test_secret_hands_do_not_move_a_decision(name: str) -> None:
    """Under ``hands = secret`` others' cards of equal number are all the same to a strategy."""

    def look(b: Any, seat: int, n: int) -> int:
        rng, memory = b.work.rng.copy(), b.work.memory.copy()
        answer = CARD.ask(name, b, seat, n)
        show_hands(b.table, b.hidden)
        others = [other for other in range(b.table.players) if other != seat]
        kept = b.table.hand.copy(), b.table.worth.copy()
        for field in (b.table.hand, b.table.worth):
            field[others] = np.roll(field[others], 1, axis=1)
        hide_hands(b.table, b.hidden, seat)
        b.work.rng[:], b.work.memory[:] = rng, memory
        assert CARD.ask(name, b, seat, n) == answer
        b.hidden.hand[:], b.hidden.worth[:] = kept
        return answer

    assert CARD.walk((name,) * 3, RULES[1], 4, look) > 20


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
    for name in CARD_LADDER:
        for parameter, value in zip(
            built_in("card")[name].parameters, CARD.params(name), strict=True
        ):
            assert parameter.low <= value <= parameter.high
            assert parameter.meaning
