"""Made-up runs: the files of a run without a game played, for tests of what reads them."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import polars as pl

from sim.plan import Cell, Plan, PlannedStrategy
from sim.schema import GAMES, dtypes
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


def write(
    folder: Path,
    plan: Plan,
    strengths: Sequence[float] | None = None,
    chunks: int | None = None,
) -> Path:
    """Write a run folder; only the first ``chunks`` parts if given."""
    (folder / "games").mkdir(parents=True)
    (folder / "plan.toml").write_text(plan.to_toml(), encoding="utf-8")
    specs = [s.spec for s in plan.strategies]
    manifest = Manifest(
        command="alhambra run patience " + " ".join(f'"{spec}"' for spec in specs),
        seed=plan.seed,
        rules_version=plan.rules_version,
        versions={"alhambra-sim": "0.1.0", "numba": "0.61"},
        sources={
            "engine": {"sim/patience/play.py": "ab" * 32},
            **{spec: {"bot.py": "cd" * 32} for spec in specs},
        },
        host={"name": "a-host-name"},
        started="2001-02-03T04:05:06",
    )
    text = json.dumps(asdict(manifest))
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    strengths = strengths or [0.3 * k for k in range(len(plan.cells))]
    for number, part in enumerate(plan.chunks()):
        if chunks is not None and number >= chunks:
            break
        deals = np.arange(part.first, part.last)
        rows(plan, part.cell, deals, strengths[part.cell]).write_parquet(
            folder / "games" / part.name
        )
    return folder
