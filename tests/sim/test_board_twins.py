"""The board game beside its slow twin: moves, states, logs; faults in each phase of a turn."""

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from sim.board.game import GAME
from sim.board.moves import ACTION, AWARD, PLACING, SPAN
from sim.compile import INTERPRETED
from sim.market.course import FAULT
from tests.referee import check_text
from tests.sim.board_engine import PHASES, BoardEngine, agree, compare, same_moves
from tests.sim.board_twin import BoardTwin, by_kind, played
from tests.sim.market_speeds import cell_of, player, record_of, seats_of
from tests.sim.market_twin import TILES, Options, deck
from tests.sim.test_market_rules import row_of

PLAYERS = range(2, 7)
OPTION_SETS = (
    Options(),
    Options("random", "secret", "may", "bag_empty", "false"),
    Options("1", extra_action="may", turn_limit=60),
)


# ------------------------------------------------------------------ move by move


@pytest.mark.parametrize("players", PLAYERS)
def test_the_twin_plays_the_same(players: int) -> None:
    """M1 to M17, B1 to B8: every list of moves and everything on the table, after each act."""
    met = Counter[str]()
    for number, options in enumerate(OPTION_SETS):
        met += compare(players, options, 10 * players + number, 0.4, 0.2)
    wanted = {f"action: {kind}" for kind in ("take", "buy", "end turn", "place", "remove", "swap")}
    wanted |= {"placing: place", "placing: reserve", "award: place", "market", "turn limit"}
    assert wanted <= set(met), wanted - set(met)
    assert ("placing: gift" in met) == (players == 2)
    assert "award: gift" not in met


@cache
def some_game(seed: int, players: int) -> BoardTwin:
    """Return a game that somebody played, for its cities."""
    return played(seed, players)


def some_position(rng: random.Random, engine: BoardEngine, twin: BoardTwin) -> None:
    """Make both hold a position that no game may reach: cities of a game, the rest by chance."""
    game = some_game(rng.randrange(3), twin.players)
    seat = rng.randrange(twin.players)
    engine.table.player = twin.player = seat
    tiles = game.tiles[seat]
    others = [tile for tile in TILES if tile not in tiles.values()]
    rng.shuffle(others)
    reserve = [others.pop() for _ in range(rng.choice((0, 1, 6, 25)))]
    bought = [others.pop() for _ in range(rng.randrange(5))]
    market = [others.pop() if rng.random() < 0.7 else None for _ in range(4)]
    engine.build(seat, tiles, *reserve)
    twin.build(seat, tiles, *reserve)
    engine.table.city[seat].bought = sum(1 << tile for tile in bought)
    twin.owned[seat] = list(bought)
    engine.table.phase = rng.choice((ACTION, PLACING, AWARD)) if bought else ACTION
    twin.phase = PHASES[engine.table.phase]
    engine.set_market(*market)
    twin.market = list(market)
    engine.table.actions = twin.actions = rng.randrange(3)
    pile = deck(twin.players)
    rng.shuffle(pile)
    cards = [pile.pop() for _ in range(rng.choice((0, 3, 12, 30)))]
    for state in (engine.table.hand, engine.table.worth, engine.table.cards):
        state[:] = 0
    engine.give(seat, *cards)
    twin.hands[seat] = cards


def test_random_positions() -> None:
    """B1 to B3, B6, M17: the list of moves in each phase, with reserves of up to 25 tiles."""
    rng = random.Random(7)
    met = Counter[str]()
    for number in range(60):
        options = Options(
            extra_action=rng.choice(("must", "may")), dummy_gifts=rng.choice(("true", "false"))
        )
        engine = BoardEngine(rng.choice((2, 2, 3)), options).begin(number)
        twin: Any = engine.twin()
        some_position(rng, engine, twin)
        moves = same_moves(engine, twin)
        met.update({f"{twin.phase}: {move.kind}" for move in moves})
        met["long"] += len(moves) > 100
    for kind in ("place", "reserve", "gift"):
        assert met[f"placing: {kind}"] > 3
        assert (met[f"award: {kind}"] > 3) == (kind != "gift")
    for kind in ("place", "remove", "swap"):
        assert met[f"action: {kind}"] > 10
    assert met["long"]


# ------------------------------------------------------------------ the log


def pick(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Take every fifth redesign, and else what turn and cards tell."""
    number = table.turn * 13 + table.actions * 5 + table.cards[me]
    first = 0
    while first < n and moves[first].kind > 2 and table.phase == 0:
        first += 1
    if first in (0, n) or number % 5 == 0:
        return number % n
    return first + number % (n - first)


def picked(twin: BoardTwin, moves: list[Any]) -> int:
    """Choose as :func:`pick` does."""
    number = twin.turn * 13 + twin.actions * 5 + len(twin.hands[twin.player])
    first = 0
    if twin.phase == "action":
        first = sum(move.kind in ("place", "remove", "swap") for move in moves)
    if first in (0, len(moves)) or number % 5 == 0:
        return number % len(moves)
    return first + number % (len(moves) - first)


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_log_is_the_twins(players: int, options: Options) -> None:
    """Whole compiled games give the rows that the twin counts, choice for choice."""
    cell, deals = cell_of("board", players, options), 2
    log = GAME.play(cell, [player("board", pick)] * players, 0, 0, deals)
    games = np.array([log["games"][c] for c in log["games"] if c != "digest"]).T.tolist()
    seats = np.array(list(log["seats"].values())).T.tolist()
    for deal in range(deals):
        engine = BoardEngine(players, options).begin(deal)
        twin: Any = engine.twin()
        while not twin.ended:  # the engine beside it, for the order of moves and reshuffles
            moves = engine.moves()
            if moves:
                i = picked(twin, moves) if len(moves) > 1 else 0
                twin.choices += len(moves) > 1
                engine.act(i)
                if twin.act(moves[i]):
                    continue
            elif twin.actions == 0:
                twin.pass_turn()
            engine.go_on()
            twin.go_on()
        game, rows = row_of(twin)
        assert games[deal] == game
        for seat, row in enumerate(rows):
            assert seats[players * deal + seat] == [*row, *of_city(twin, seat)], seat


def of_city(twin: BoardTwin, seat: int) -> list[int]:
    """Return what the log says of a seat beside what the card game's says."""
    return [
        *(twin.walls[name, seat] for name in "ABC"),
        twin.cities[seat].longest_wall(),
        len(twin.tiles[seat]),
        len(twin.reserves[seat]),
        *(twin.tally[seat][key] for key in ("placed", "removed", "swapped")),
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_secret_hands_come_back(players: int) -> None:
    """Option ``hands``: what does not look plays the same games under both values."""
    seats = [player("board", pick)] * players
    logs = [
        GAME.play(cell_of("board", players, Options(hands=hands)), seats, 0, 0, 6)
        for hands in ("secret", "counted")
    ]
    for table in ("games", "seats"):
        for column, values in logs[0][table].items():
            assert values.tolist() == logs[1][table][column].tolist(), column


def test_a_game_does_not_depend_on_the_games_before() -> None:
    """Cities, phases and counts start afresh, whatever the game before left, a fault too."""
    seats = [player("board", pick)] * 4
    cell, other = cell_of("board", 4, OPTION_SETS[1]), cell_of("board", 6, OPTION_SETS[2])
    long = GAME.play(cell, seats, 0, 0, 8)
    GAME.play(other, [player("board", leave_award)] * 6, 0, 0, 4)
    short = GAME.play(cell, seats, 0, 5, 8)
    for table, per_game in (("games", 1), ("seats", 4)):
        for column, values in short[table].items():
            assert values.tolist() == long[table][column][5 * per_game :].tolist(), column
    cut = GAME.play(cell_of("board", 4, Options(turn_limit=3)), seats, 0, 0, 2)["seats"]
    for name in "ab":
        assert long["seats"][f"walls_{name}"].any()
        assert not cut[f"walls_{name}"].any()


# ------------------------------------------------------------------ interpreted strategies


@pytest.mark.skipif(INTERPRETED, reason="both would be plain Python")
@pytest.mark.parametrize("options", OPTION_SETS[:2])
@pytest.mark.parametrize("players", PLAYERS)
def test_interpreted_strategies_decide_alike(players: int, options: Options) -> None:
    """The same source, compiled and over views; it reads cities, reserves and moves."""
    cell = cell_of("board", players, options)
    fast, slow = (GAME.play(cell, seats_of(cell, plain), 0, 0, 1) for plain in (False, True))
    for table in ("games", "seats"):
        for column, values in fast[table].items():
            assert values.tolist() == slow[table][column].tolist(), column


# ------------------------------------------------------------------ faults


def leave_action(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Answer what is no move once there are redesigns to choose from."""
    return n if moves[0].kind > 2 and table.phase == 0 else n - 1


def leave_placing(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Answer what is no move where bought tiles are dealt with."""
    return n if table.phase == 1 else n - 1


def leave_award(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Answer what is no move where leftovers are dealt with."""
    return -1 if table.phase == 2 else n - 1


def raise_action(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Raise once there are redesigns to choose from."""
    if moves[0].kind > 2 and table.phase == 0:
        raise ValueError("the strategy's own mistake")
    return n - 1


def raise_placing(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Raise where bought tiles are dealt with."""
    if table.phase == 1:
        raise ValueError("the strategy's own mistake")
    return n - 1


def raise_award(table: Any, me: int, moves: Any, n: int, rng: Any, p: Any, memory: Any) -> int:
    """Raise where leftovers are dealt with."""
    if table.phase == 2:
        raise ValueError("the strategy's own mistake")
    return n - 1


@pytest.mark.parametrize("hands", ["counted", "secret"])
@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("how", ["leave", "raise"])
def test_faults(how: str, phase: str, interpreted: bool, hands: str) -> None:
    """A game that fails while a phase is played ends there, and names who failed (B2, B6)."""
    cell = cell_of("board", 3, Options(hands=hands))
    bad = player("board", globals()[f"{how}_{phase}"], interpreted)
    deals = 3
    log = GAME.play(cell, [bad] * 3, 0, 0, deals)
    assert log["games"]["end"].tolist() == [FAULT] * deals
    assert log["games"]["turn_c"].tolist() == [0] * deals
    shares = log["seats"]["share"].reshape(deals, 3).tolist()
    assert (log["seats"]["left"] >= 0).all()
    for number in range(deals):
        failed = int(log["games"]["fault_seat"][number])
        assert shares[number] == [0 if seat == failed else 30 for seat in range(3)]
        played = GAME.replay(cell, [bad] * 3, 0, number)
        assert bool(played.error) == (how == "raise")
        assert played.rows["games"][0]["digest"] == log["games"]["digest"][number]
        last = played.events[-2]["event"]
        assert (
            last
            in {"action": ("refill", "score"), "placing": ("buy", "take"), "award": ("award",)}[
                phase
            ]
        )
        put_away = sum(
            (row["event"] in ("reserve", "remove")) - (row.get("from") == "reserve")
            for row in played.events
        )
        assert log["seats"]["reserve"].reshape(deals, 3)[number].sum() == put_away
        assert played.events[-1]["reason"] == "fault"
        assert played.events[-1]["fault"] == failed
        assert check_text(record_of(cell, number, played.events)) == 1


def test_the_list_is_the_seats_own() -> None:
    """Redesigns listed once for a state of a city are still there after the others' turns."""
    engine = BoardEngine(3, Options("0")).begin(3)
    twin: Any = engine.twin()
    choose = by_kind(5, 0.9, 0.1)
    for seat in range(3):
        tiles = {(1, 0): (7, 13, 14)[seat]}
        engine.build(seat, tiles, *(20 + seat, 30 + seat, 40 + seat))
        twin.build(seat, tiles, *(20 + seat, 30 + seat, 40 + seat))
    kept = 0
    for _ in range(40):
        seat = int(engine.table.player)
        kept += engine.table.city[seat].listed > 0
        moves = same_moves(engine, twin)
        first = engine.rules.moves_of(engine.table, engine.work)
        start = (
            first.__array_interface__["data"][0] - engine.work.moves.__array_interface__["data"][0]
        )
        at = start // engine.work.moves.itemsize
        assert seat * SPAN <= at
        assert at + len(moves) <= (seat + 1) * SPAN
        i = choose(twin, moves)
        twin.act(moves[i])
        if not engine.act(i):
            engine.go_on()
            twin.go_on()
        agree(engine, twin)
    assert kept > 10
