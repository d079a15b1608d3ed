"""The built-in strategies of the patience: legal, honest, the same at both speeds, and ordered."""

import numpy as np
import pytest

from sim.patience.moves import play
from sim.patience.play import FAULT, WON, next_choice
from tests.strategies.patience_games import (
    PLAYERS,
    RULES,
    choose_of,
    params_of,
    permute_unseen,
    plain_games,
    play_batch,
    some_games,
    start,
    unseen_places,
)

IDS = [f"{name}({','.join(given)})" for name, given in PLAYERS]


@pytest.mark.parametrize(("name", "given"), PLAYERS, ids=IDS)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_plays_whole_games_under_every_rule(
    name: str, given: dict[str, float], rules: tuple[int, ...]
) -> None:
    integers, digests = play_batch(name, given, 20, rules)
    end, home, *_ = integers
    assert FAULT not in end
    assert len(set(digests.tolist())) == 20
    assert ((home == 104) == (end == WON)).all()
    assert home.min() >= 8
    again = play_batch(name, given, 20, rules)[1]
    assert again.tolist() == digests.tolist()


def test_decides_alike_compiled_and_as_plain_python() -> None:
    assert plain_games() == some_games()


@pytest.mark.parametrize(("name", "given"), PLAYERS, ids=IDS)
@pytest.mark.parametrize("rules", RULES[:4], ids=str)
def test_sees_only_the_table_and_leaves_it_alone(
    name: str, given: dict[str, float], rules: tuple[int, ...]
) -> None:
    choose, params = choose_of(name), params_of(name, given)
    hidden_decisions = 0
    for deal_number in range(3):
        b = start(rules, deal_number)
        moves, rng, memory = b.moves, b.rng, b.memory
        while n := next_choice(b.table, b.hidden, b.work, b.tally):
            before = b.table.tobytes(), moves.tobytes(), rng.copy(), memory.copy()
            answer = choose(b.table, 0, moves, n, rng, params, memory)
            after = rng.copy(), memory.copy()
            assert (b.table.tobytes(), moves.tobytes()) == before[:2]
            permute_unseen(b, deal_number)
            hidden_decisions += sum(len(places) for places in unseen_places(b)) > 1
            rng[:], memory[:] = before[2:]
            assert choose(b.table, 0, moves, n, rng, params, memory) == answer
            assert np.array_equal(rng, after[0])
            assert np.array_equal(memory, after[1])
            move = moves[answer]
            play(b.table, b.hidden, b.tally, move.kind, move.source, move.target)
    assert hidden_decisions > 50


@pytest.mark.parametrize("tip", ["store", "watch", "free"])
def test_each_tip_changes_games_on_its_own_and_beside_the_others(tip: str) -> None:
    others = {name: 1.0 for name in ("store", "watch", "free") if name != tip}
    no_others: dict[str, float] = {}
    for rest in (no_others, others):
        without = play_batch("tips", rest, 50)[1]
        explicit = play_batch("tips", {**rest, tip: 0.0}, 50)[1]
        with_tip = play_batch("tips", {**rest, tip: 1.0}, 50)[1]
        assert without.tolist() == explicit.tolist()
        assert (without != with_tip).any()


def test_store_and_free_are_idle_without_a_pass_to_come() -> None:
    rules = (0, 0, 0, 0)
    plain = play_batch("tips", {}, 50, rules)[1]
    assert play_batch("tips", {"store": 1, "free": 1}, 50, rules)[1].tolist() == plain.tolist()


def test_ladder_is_in_order() -> None:
    def mean_home(name: str, given: dict[str, float], n: int = 400) -> float:
        return float(play_batch(name, given, n)[0][1].mean())

    plain = mean_home("tips", {})
    simple = mean_home("builder", {})
    greedy = mean_home("greedy", {})
    recall = mean_home("recall", {})
    planner = mean_home("planner", {}, 200)
    assert plain + 10 < simple < greedy - 0.5
    assert greedy + 1.5 < recall
    assert recall + 1 < planner
