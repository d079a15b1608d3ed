"""What holds of every strategy of the market games: legal, honest, the same at both speeds."""

from typing import Any

import numpy as np

from sim.market.buildings import BUILDINGS
from sim.market.course import MARKET, hide_hands, show_hands
from sim.market.table import SECRET
from strategies.registry import built_in
from tests.strategies.market_games import RULES, Games, Rules


def plays_whole_games(play: Games, name: str, players: int, rules: Rules, deals: int) -> None:
    """Games end by M14, differ by deal, and come out the same again."""
    games, seats, digests = play.play((name,) * players, deals, rules)
    assert (games[0] == MARKET).all(), name
    assert len(set(digests.tolist())) == deals
    owned = seats[35:41].sum(axis=(0, 2))
    assert (owned > 5).all()
    assert (owned <= BUILDINGS).all()
    assert play.play((name,) * players, deals, rules)[2].tolist() == digests.tolist()


def plays_with_parameters_at_both_ends(play: Games, name: str, players: int) -> None:
    """Who never buys must not keep the game from its end for ever: M14, or the turn limit."""
    names = (name,) + ("greedy",) * (players - 1)
    for parameter in built_in(play.name)[name].parameters:
        for value in (parameter.low, parameter.high):
            games, _, _ = play.play(names, 5, RULES[0], {parameter.name: value})
            assert (games[0] <= 1).all(), (parameter.name, value)


def sees_only_the_table_and_leaves_it_alone(play: Games, name: str, rules: Rules) -> None:
    """What is hidden comes in another order: the decision must not move."""

    def look(b: Any, seat: int, n: int) -> int:
        moves = play.moves(b)
        rng, memory = b.work.rng.copy(), b.work.memory.copy()
        before = play.picture(b.table), moves[:n].tobytes(), b.work.params.tobytes()
        answer = play.ask(name, b, seat, n)
        assert 0 <= answer < n
        assert before == (play.picture(b.table), moves[:n].tobytes(), b.work.params.tobytes())
        after = b.work.rng.copy(), b.work.memory.copy()
        for pile, at in ((b.hidden.money, b.hidden.money_at), (b.hidden.bag, b.hidden.bag_at)):
            end = b.hidden.money_n if pile is b.hidden.money else BUILDINGS
            shuffler.shuffle(pile[at:end])
        b.work.rng[:], b.work.memory[:] = rng, memory
        assert play.ask(name, b, seat, n) == answer
        assert np.array_equal(b.work.rng, after[0])
        assert np.array_equal(b.work.memory, after[1])
        for other in range(b.table.players):
            if other != seat:
                assert (b.table.hand[other] == -1).all() == (b.table.hands == SECRET)
        return answer

    shuffler = np.random.default_rng(1)
    for players in (2, 3):
        assert play.walk((name,) * players, rules, players, look) > 20


def secret_hands_do_not_move_a_decision(play: Games, name: str) -> None:
    """Under ``hands = secret`` others' cards of equal number are all the same to a strategy."""

    def look(b: Any, seat: int, n: int) -> int:
        rng, memory = b.work.rng.copy(), b.work.memory.copy()
        answer = play.ask(name, b, seat, n)
        show_hands(b.table, b.hidden)
        others = [other for other in range(b.table.players) if other != seat]
        kept = b.table.hand.copy(), b.table.worth.copy()
        for field in (b.table.hand, b.table.worth):
            field[others] = np.roll(field[others], 1, axis=1)
        hide_hands(b.table, b.hidden, seat)
        b.work.rng[:], b.work.memory[:] = rng, memory
        assert play.ask(name, b, seat, n) == answer
        b.hidden.hand[:], b.hidden.worth[:] = kept
        return answer

    assert play.walk((name,) * 3, RULES[1], 4, look) > 20


def values_of_parameters_lie_within_their_ranges(play: Games) -> None:
    """Every default can be written in a spec, and every parameter says what it means."""
    for name in play.ladder:
        values = play.params(name)
        for parameter, value in zip(built_in(play.name)[name].parameters, values, strict=True):
            assert parameter.low <= value <= parameter.high
            assert parameter.meaning
