"""The plan of a run: its text, its chunks, and joining it with an older one."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim import RULES_VERSION
from sim.errors import UserError
from sim.plan import CHUNK_MAX, CHUNK_MIN, Cell, Chunk, Plan, PlannedStrategy, chunk_size

RULES: dict[str, str | int] = {"waste_build": "suit", "redeals": 2}


def cell(*seating: str, chunk: int = 64, **rules: str | int) -> Cell:
    return Cell("patience", seating or ("a",), RULES | rules, chunk)


def plan(first: int = 0, last: int = 100, *cells: Cell, seed: int = 0) -> Plan:
    cells = cells or (cell("a"), cell("b(x=1)"))
    strategies = (PlannedStrategy("a", "a", {"x": 0}), PlannedStrategy("b(x=1)", "b", {"x": 1}))
    return Plan(seed, first, last, cells, strategies)


def reread(original: Plan, folder: Path) -> Plan:
    path = folder / "plan.toml"
    path.write_text(original.to_toml(), encoding="utf-8")
    return Plan.read(path)


# ------------------------------------------------------------------ its text

texts = st.text(min_size=1, max_size=20)
parameters = st.dictionaries(
    texts,
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=True),
    max_size=4,
)


@st.composite
def plans(pick: st.DrawFn) -> Plan:
    """Draw a plan that could be played: whoever has a seat is planned."""
    specs = pick(st.lists(texts, min_size=1, max_size=4, unique=True))
    cells = st.builds(
        Cell,
        st.sampled_from(["patience", "card", "board"]),
        st.lists(st.sampled_from(specs), min_size=1, max_size=6).map(tuple),
        st.dictionaries(texts, texts | st.integers(0, 2**31), max_size=4),
        st.integers(1, 2**17),
    )
    first = pick(st.integers(0, 2**40))
    return Plan(
        pick(st.integers(0, 2**64 - 1)),
        first,
        pick(st.integers(first + 1, 2**62)),
        tuple(pick(st.lists(cells, min_size=1, max_size=4))),
        tuple(PlannedStrategy(spec, pick(texts), pick(parameters)) for spec in specs),
    )


def types_of(strategy: PlannedStrategy) -> list[tuple[str, type]]:
    return [(name, type(value)) for name, value in strategy.params.items()]


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(plans())
def test_round_trip(tmp_path: Path, original: Plan) -> None:
    """Whatever names hold: the same plan comes back, with types and orders, and the same bytes."""
    again = reread(original, tmp_path)
    assert again == original
    assert again.to_toml() == original.to_toml()
    for mine, theirs in zip(again.strategies, original.strategies, strict=True):
        assert types_of(mine) == types_of(theirs)
    for one, other in zip(again.cells, original.cells, strict=True):
        assert list(one.rules.items()) == list(other.rules.items())


@pytest.mark.parametrize(
    "name",
    [
        'my "bot".py:thrifty(greed=0.5)',
        "C:\\bots\\new\\table.py",
        "a\nb\r\nc\rd",
        "tab\tbell\x07nul\x00del\x7f",
        "]]\n[cells]\nseed = 1 # '''\"\"\"",
        "thé ☕ 🂡\u2028\u0085\ufeff",
        " ",
        "'",
    ],
)
def test_odd_names(tmp_path: Path, name: str) -> None:
    odd = (PlannedStrategy(name, name, {name: 1.0}),)
    original = replace(plan(0, 10, cell(name, name)), strategies=odd)
    assert reread(original, tmp_path) == original


def test_text_is_plain_toml() -> None:
    """Other programs read it: the seed as text (it may pass an int64), the deals as a pair."""
    document = tomllib.loads(plan(3, 10, seed=2**64 - 1).to_toml())
    assert document["format"] == 1
    assert document["rules_version"] == RULES_VERSION
    assert document["seed"] == str(2**64 - 1)
    assert document["deals"] == [3, 10]
    assert document["cells"][0] == {
        "game": "patience",
        "players": 1,
        "chunk": 64,
        "seating": ["a"],
        "rules": RULES,
    }
    assert document["strategies"][1] == {"spec": "b(x=1)", "name": "b", "params": {"x": 1}}


def test_missing_plan(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run here") as caught:
        Plan.read(tmp_path / "plan.toml")
    assert str(tmp_path) in str(caught.value)


def text_without(key: str) -> str:
    lines = plan().to_toml().split("\n")
    return "\n".join(line for line in lines if not line.startswith(f"{key} ="))


def changed(old: str, new: str) -> str:
    text = plan().to_toml()
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"format = ",
        b"\xff\xfe",
        b"PAR1",
        b"format = 1",
        changed("format = 1", "format = 2").encode(),
        changed("format = 1", 'format = "1"').encode(),
        text_without("format").encode(),
        text_without("seed").encode(),
        text_without("rules_version").encode(),
        text_without("game").encode(),
        text_without("chunk").encode(),
        changed('seed = "0"', 'seed = "x"').encode(),
        changed('seed = "0"', "seed = []").encode(),
        changed("chunk = 64", 'chunk = "many"').encode(),
        b'format = 1\nrules_version = 1\nseed = "0"\ndeals = 5\ncells = []\nstrategies = []',
        b'format = 1\nrules_version = 1\nseed = "0"\ndeals = [5]\ncells = []\nstrategies = []',
        b'format = 1\nrules_version = 1\nseed = "0"\ndeals = [0, 5]\ncells = 1\nstrategies = []',
        b'format = 1\nrules_version = 1\nseed = "0"\ndeals = [0, 5]\ncells = [1]\nstrategies = []',
        b'format = 1\nrules_version = 1\nseed = "0"\ndeals = [0, 5]\ncells = []\nstrategies = 1',
    ],
)
def test_bad_files(tmp_path: Path, content: bytes) -> None:
    """One clear line that names the file."""
    path = tmp_path / "plan.toml"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        Plan.read(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("chunk = 64", "chunk = 0"),
        ("chunk = 64", "chunk = -64"),
        ("    0,\n    100,", "    100,\n    0,"),
        ("    0,\n    100,", "    5,\n    5,"),
        ("    0,\n    100,", "    0,\n    1.5,"),
        ('seed = "0"', 'seed = "-1"'),
        ('seed = "0"', f'seed = "{2**64}"'),
        ('seating = [\n    "a",\n]', 'seating = "abc"'),
    ],
)
def test_plans_that_cannot_be_played(tmp_path: Path, old: str, new: str) -> None:
    """Chunks without deals, a range that is none, a seed out of bounds: no plan of a run."""
    path = tmp_path / "plan.toml"
    path.write_text(changed(old, new), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        Plan.read(path)
    assert str(path) in str(caught.value)


def test_a_folder_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        Plan.read(tmp_path)


# ------------------------------------------------------------------ chunks

ranges = st.tuples(st.integers(0, 5000), st.integers(1, 3000)).map(lambda r: (r[0], sum(r)))
sizes = st.sampled_from([32, 64, 256, 1024])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(ranges, st.lists(sizes, min_size=1, max_size=3))
def test_chunks_cover_the_range_once(deals: tuple[int, int], chunks: list[int]) -> None:
    """Every deal of every cell stands in one chunk, cell by cell, in order."""
    made = plan(*deals, *(cell("a", chunk=size) for size in chunks))
    covered = [
        (chunk.cell, number) for chunk in made.chunks() for number in range(chunk.first, chunk.last)
    ]
    assert covered == [(c, number) for c in range(len(chunks)) for number in range(*deals)]
    assert len(covered) == made.games


@settings(max_examples=200, deadline=None, derandomize=True)
@given(ranges, ranges, sizes)
def test_chunks_line_up(one: tuple[int, int], other: tuple[int, int], size: int) -> None:
    """Whatever the range, chunk ``k`` holds the deals from ``k * size`` on and has one name."""
    both: list[dict[int, Chunk]] = []
    for deals in (one, other):
        by_number = {chunk.number: chunk for chunk in plan(*deals, cell(chunk=size)).chunks()}
        both.append(by_number)
        for number, chunk in by_number.items():
            assert chunk.first == max(deals[0], number * size)
            assert chunk.last == min(deals[1], (number + 1) * size)
            assert chunk.first < chunk.last
    for number in both[0].keys() & both[1].keys():
        assert both[0][number].name == both[1][number].name


def test_names_of_parts() -> None:
    """No two chunks share a part, and the order of names is that of cells and deals."""
    made = plan(0, 64 * 1200, *(cell("a", chunk=64) for _ in range(12)))
    names = [chunk.name for chunk in made.chunks()]
    assert len(set(names)) == len(names) == 12 * 1200
    assert names == sorted(names)
    assert all(name.endswith(".parquet") for name in names)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.floats(0, 1e9))
def test_chunk_size(cost: float) -> None:
    """A power of two within its bounds, about half a second of games or more."""
    size = chunk_size(cost)
    assert CHUNK_MIN <= size <= CHUNK_MAX
    assert size & (size - 1) == 0
    seconds = size * cost / 1e6
    assert size == CHUNK_MIN or seconds <= 0.6
    assert size == CHUNK_MAX or seconds > 0.3


def test_dearer_games_have_smaller_chunks() -> None:
    made = [chunk_size(10**k) for k in range(-3, 7)]
    assert made == sorted(made, reverse=True)
    assert (made[0], made[-1]) == (CHUNK_MAX, CHUNK_MIN)


# ------------------------------------------------------------------ joining


@pytest.mark.parametrize(
    ("mine", "older", "both"),
    [
        ((0, 100), (0, 100), (0, 100)),
        ((0, 200), (0, 100), (0, 200)),
        ((0, 50), (0, 100), (0, 100)),
        ((100, 200), (0, 100), (0, 200)),
        ((0, 100), (100, 200), (0, 200)),
        ((50, 150), (0, 100), (0, 150)),
        ((20, 30), (0, 100), (0, 100)),
        ((0, 100), (20, 30), (0, 100)),
    ],
)
def test_joined(mine: tuple[int, int], older: tuple[int, int], both: tuple[int, int]) -> None:
    """Deals that touch or overlap are joined, and nothing else changes."""
    assert plan(*mine).joined(plan(*older)) == plan(*both)


@pytest.mark.parametrize(("mine", "older"), [((101, 200), (0, 100)), ((0, 100), (101, 200))])
def test_a_gap_is_refused(mine: tuple[int, int], older: tuple[int, int]) -> None:
    """The error names both ranges."""
    with pytest.raises(UserError, match="gap") as caught:
        plan(*mine).joined(plan(*older))
    for first, last in (mine, older):
        assert f"{first}:{last}" in str(caught.value)


A, B = cell("a"), cell("b(x=1)")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (plan(seed=77), ["seed", "77", "0"]),
        (replace(plan(), rules_version=98), ["rules version", "98", str(RULES_VERSION)]),
        (plan(0, 100, A), ["number of cells", "1", "2"]),
        (plan(0, 100, A, B, cell("a", redeals=1)), ["number of cells", "3", "2"]),
        (plan(0, 100, A, cell("c(y=2)")), ["seating", "cell 1", "c(y=2)", "b(x=1)"]),
        (plan(0, 100, B, A), ["seating", "cell 0", "b(x=1)"]),
        (plan(0, 100, A, cell("b(x=1)", redeals=9)), ["rules", "cell 1", "redeals=9", "redeals=2"]),
        (plan(0, 100, cell("a", chunk=128), B), ["chunk", "cell 0", "128", "64"]),
        (plan(0, 100, A, replace(B, game="card")), ["game", "cell 1", "card", "patience"]),
    ],
)
def test_another_plan_is_refused(other: Plan, words: list[str]) -> None:
    """The error names what differs, there and here, in one line."""
    for mine, older in ((plan(), other), (other, plan())):
        with pytest.raises(UserError, match="another plan") as caught:
            mine.joined(older)
        message = str(caught.value)
        assert "\n" not in message
        assert all(word in message for word in words), message


def test_other_defaults_of_a_strategy_are_refused() -> None:
    """The same spec with other values of its parameters is another strategy; it is named."""
    strategies = (plan().strategies[0], PlannedStrategy("b(x=1)", "b", {"x": 1, "depth": 7}))
    with pytest.raises(UserError, match="parameters") as caught:
        plan().joined(replace(plan(), strategies=strategies))
    assert "b(x=1)" in str(caught.value)
    assert "depth" in str(caught.value)


def values_of(made: Plan) -> dict[str, Any]:
    return {name: getattr(made, name) for name in ("seed", "cells", "strategies")}


@settings(max_examples=100, deadline=None, derandomize=True)
@given(ranges, ranges)
def test_joining_is_the_same_both_ways(one: tuple[int, int], other: tuple[int, int]) -> None:
    mine, older = plan(*one), plan(*other)
    if one[0] > other[1] or other[0] > one[1]:
        with pytest.raises(UserError):
            mine.joined(older)
        return
    joined = mine.joined(older)
    assert joined == older.joined(mine)
    assert values_of(joined) == values_of(mine)
    assert set(range(joined.first, joined.last)) == set(range(*one)) | set(range(*other))
