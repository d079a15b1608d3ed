"""Made-up runs: the files of a run without a game played, for tests of what reads them."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import polars as pl

from sim.plan import Cell, Plan, PlannedStrategy
from sim.schema import GAMES, SEATS, TYPES, dtypes, tables
from sim.seating import line_up, lone, mirror
from sim.store import Manifest

RULES = {"waste_build": "suit", "redeals": 2, "empty_waste": "closed", "reserve_view": "tops"}


def strategy(name: str, **params: bool | float) -> PlannedStrategy:
    """Return a strategy as a plan holds it; parameters that are off are left out of the spec."""
    shown = ", ".join(f"{k}={str(v).lower()}" for k, v in params.items() if v is not False)
    return PlannedStrategy(f"{name}({shown})" if shown else name, name, dict(params))


def plan(
    strategies: Sequence[PlannedStrategy],
    deals: int = 1000,
    rules: Sequence[dict[str, str | int]] = ({},),
    chunk: int = 256,
    first: int = 0,
) -> Plan:
    """Return a plan of every strategy under every set of rules."""
    cells = tuple(
        Cell("patience", (s.spec,), {**RULES, **changed}, chunk)
        for changed in rules
        for s in strategies
    )
    return Plan(7, first, first + deals, cells, tuple(strategies))


def rows(plan: Plan, cell: int, deals: "np.ndarray", strength: float) -> pl.DataFrame:
    """Return made-up games; a deal's luck is the same in every cell."""
    n = len(deals)
    luck = np.array([np.random.default_rng([3, int(d)]).normal() for d in deals])
    own = np.random.default_rng([5, cell, int(deals[0])])
    home = np.clip(np.round(60 + 14 * luck + 12 * strength + 5 * own.normal(size=n)), 8, 104)
    home = home.astype(int)
    won = home == 104
    end = np.where(won, "won", np.where(own.random(n) < 0.1, "dry", "stuck"))
    left = np.minimum(32, 104 - home) // 2
    split = own.multinomial(1, [0.3, 0.1, 0.1, 0.0, 0.2, 0.2, 0.1, 0.0], size=n)
    homes = split * (home - 8)[:, None]
    names = [f"{s}_home_{k}" for s in ("waste", "reserve") for k in ("1", "2", "3", "later")]
    data = {
        "cell": np.full(n, cell),
        "deal": deals,
        "strategy": [plan.cells[cell].seating[0]] * n,
        **{name: [value] * n for name, value in plan.cells[cell].rules.items()},
        "end": end,
        "won": won,
        "home": home,
        "moves": home * 2 + 64,
        "choices": home,
        "last_pass": np.where(won, own.integers(1, 4, n), 3),
        "built": own.integers(0, 20, n),
        **{name: homes[:, k] for k, name in enumerate(names)},
        "reserve_left": left,
        "digest": own.integers(0, 2**63, n),
    }
    schema = dtypes(GAMES["patience"], [s.spec for s in plan.strategies])
    return pl.DataFrame({name: pl.Series(data[name]).cast(schema[name]) for name in schema})


def _write_head(folder: Path, plan: Plan, game: str) -> None:
    (folder / "games").mkdir(parents=True)
    (folder / "plan.toml").write_text(plan.to_toml(), encoding="utf-8")
    specs = [s.spec for s in plan.strategies]
    manifest = Manifest(
        command=f"alhambra run {game} " + " ".join(f'"{spec}"' for spec in specs),
        seed=plan.seed,
        rules_version=plan.rules_version,
        versions={"alhambra-sim": "0.1.0", "numba": "0.61"},
        sources={
            "engine": {f"sim/{game}/play.py": "ab" * 32},
            **{spec: {"bot.py": "cd" * 32} for spec in specs},
        },
        host={"name": "a-host-name"},
        started="2001-02-03T04:05:06",
    )
    text = json.dumps(asdict(manifest))
    (folder / "manifest.json").write_text(text, encoding="utf-8")


def write(
    folder: Path,
    plan: Plan,
    strengths: Sequence[float] | None = None,
    chunks: int | None = None,
) -> Path:
    """Write a run folder; only the first ``chunks`` parts if given."""
    _write_head(folder, plan, "patience")
    strengths = strengths or [0.3 * k for k in range(len(plan.cells))]
    for number, part in enumerate(plan.chunks()):
        if chunks is not None and number >= chunks:
            break
        deals = np.arange(part.first, part.last)
        rows(plan, part.cell, deals, strengths[part.cell]).write_parquet(
            folder / "games" / part.name
        )
    return folder


CARD_RULES: dict[str, str | int] = {
    "first_player": "rule",
    "hands": "counted",
    "extra_action": "must",
    "end_trigger": "market_short",
    "dummy_gifts": "true",
    "turn_limit": 1000,
}


def card_cells(
    names: Sequence[str],
    players: int,
    chunk: int = 64,
    rules: Sequence[dict[str, str | int]] = ({},),
    line_ups: Sequence[Sequence[str]] = (),
    game: str = "card",
) -> list[Cell]:
    """Return mirrors with every seat beginning, lone strategies in every seat, and line-ups."""
    cells = []
    for changed in rules:
        own = {**CARD_RULES, **changed}
        for name in names:
            cells += [
                Cell(game, mirror(name, players), {**own, "first_player": str(first)}, chunk)
                for first in range(players)
            ]
        cells += [
            Cell(game, seating, own, chunk)
            for a in names
            for b in names
            if a != b
            for seating in lone(a, b, players)
            if players > 2 or names.index(a) < names.index(b)
        ]
        cells += [
            Cell(game, seating, own, chunk, every, offset)
            for line in line_ups
            if len(line) == players
            for seating, every, offset in line_up(line)
        ]
    return cells


def card_plan(cells: Sequence[Cell], deals: int = 100, first: int = 0) -> Plan:
    """Return a plan of cells of a market game."""
    names = dict.fromkeys(spec for cell in cells for spec in cell.seating)
    return Plan(7, first, first + deals, tuple(cells), tuple(strategy(name) for name in names))


def card_rows(plan: Plan, cell: int, deals: "np.ndarray") -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return made-up games and seats; a seat's luck on a deal is the same in every cell.

    A strategy scores by its place in the plan, the seat that begins gets more, the seat that the
    rule names less.
    """
    planned = plan.cells[cell]
    n, specs = planned.players, [s.spec for s in plan.strategies]
    strength = np.array([3 * specs.index(spec) for spec in planned.seating])
    games: list[dict[str, object]] = []
    seats: list[dict[str, object]] = []
    for deal in deals.tolist():
        luck = np.random.default_rng([3, n, deal])
        hands, named = luck.normal(size=n), int(luck.integers(n))
        own = np.random.default_rng([5, cell, deal])
        start = str(planned.rules["first_player"])
        first = int(start) if start.isdigit() else named
        exact, overpaid = own.poisson(3 + (hands > 0), n), own.poisson(6, n)
        points = own.multinomial(1, np.ones(18) / 18, n) * 20
        bonus = 4 * (np.arange(n) == first) - 3 * (np.arange(n) == named)
        wanted = 30 + strength + 6 * hands + bonus + 3 * exact - overpaid / 2
        score = np.clip(np.round(wanted + own.normal(size=n) * 4), 0, 195).astype(int)
        games.append(_card_game(plan, cell, deal, (first, named), own))
        winners = int((score == score.max()).sum())
        for seat in range(n):
            place = 1 + int((score > score[seat]).sum())
            seats.append(
                dict.fromkeys((column.name for column in SEATS[planned.game]), 0)
                | {f"points_{r}_{k}": int(points[seat, 6 * i + j])
                   for i, r in enumerate("abc") for j, k in enumerate(TYPES)}
                | {
                    "cell": cell,
                    "deal": deal,
                    "seat": seat,
                    "strategy": planned.seating[seat],
                    "order": (seat - first) % n,
                    "score": int(score[seat]),
                    "place": place,
                    "share": 60 // winners if place == 1 else 0,
                    "purchases": int(exact[seat]) + 4,
                    "exact": int(exact[seat]),
                    "overpaid": int(overpaid[seat]),
                    "gifts": int(own.integers(3)) if n == 2 else 0,
                    "leftovers": int(own.integers(2)),
                }
                | (_city(own) if planned.game == "board" else {})
            )  # fmt: skip
    game = planned.game
    return _frame(plan, game, "games", games), _frame(plan, game, "seats", seats)


def _city(own: "np.random.Generator") -> dict[str, object]:
    """Return made-up walls, tiles and redesigns of a seat."""
    walls = np.sort(own.integers(0, 21, 3)).tolist()
    return {
        **{f"walls_{r}": wall for r, wall in zip("abc", walls, strict=True)},
        "points_c_tower": int(own.integers(20)),
        "wall": walls[-1],
        "city": int(own.integers(1, 20)),
        "reserve": int(own.integers(4)),
        **{name: int(own.poisson(2)) for name in ("placed", "removed", "swapped")},
    }


def _card_game(
    plan: Plan, cell: int, deal: int, starts: tuple[int, int], own: "np.random.Generator"
) -> dict[str, object]:
    planned = plan.cells[cell]
    return {
        "cell": cell,
        "deal": deal,
        "players": planned.players,
        "seating": planned.seating_text,
        **planned.rules,
        "end": "market" if own.random() < 0.95 else "turn_limit",
        "first": starts[0],
        "named": starts[1],
        "named_by": str(own.choice(["cards", "total", "lot"])),
        "turns": int(own.integers(60, 90)),
        "rounds": 3,
        "turn_a": 20,
        "turn_b": 40 if own.random() < 0.9 else 0,
        "turn_c": 60,
        "choices": 100,
        "dummy_score": int(own.integers(90)) if planned.players == 2 else 0,
        "fault_seat": -1,
        "digest": int(own.integers(0, 2**63)),
    }


def _frame(plan: Plan, game: str, table: str, found: list[dict[str, object]]) -> pl.DataFrame:
    schema = dtypes(tables(game)[table], [s.spec for s in plan.strategies], plan.seatings)
    columns = {name: [row[name] for row in found] for name in schema}
    return pl.DataFrame(
        {name: pl.Series(columns[name]).cast(dtype) for name, dtype in schema.items()}
    )


def write_card(folder: Path, plan: Plan, chunks: int | None = None) -> Path:
    """Write a run folder with a market game; only the first ``chunks`` parts if given."""
    _write_head(folder, plan, plan.cells[-1].game)
    (folder / "seats").mkdir()
    for part in list(plan.chunks())[:chunks]:
        deals = np.array(plan.cells[part.cell].deals(part.first, part.last))
        if plan.cells[part.cell].game == "patience":
            rows(plan, part.cell, deals, 1.0).write_parquet(folder / "games" / part.name)
            continue
        games, seats = card_rows(plan, part.cell, deals)
        seats.write_parquet(folder / "seats" / part.name)
        games.write_parquet(folder / "games" / part.name)
    return folder
