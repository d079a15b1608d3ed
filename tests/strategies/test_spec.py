"""Specs: one grammar, and errors that name the right thing."""

import pickle

import pytest

from sim.errors import UserError
from strategies import spec as module
from strategies.registry import built_in
from strategies.spec import Spec, read_spec
from strategies.strategy import Parameter, Strategy

DEMO = Strategy(
    choose=lambda *_: 0,
    game="patience",
    name="demo",
    parameters=(
        Parameter("store", False, "a switch"),
        Parameter("depth", 3, "a whole number", low=1, high=9),
        Parameter("greed", 0.5, "a number", low=0, high=1),
    ),
)


@pytest.fixture(autouse=True)
def demo(monkeypatch: pytest.MonkeyPatch) -> None:
    real = module.find
    monkeypatch.setattr(
        module, "find", lambda game, name: DEMO if name == "demo" else real(game, name)
    )


@pytest.mark.parametrize(
    ("text", "canonical", "values"),
    [
        ("demo", "demo", (False, 3, 0.5)),
        (" demo ( ) ", "demo", (False, 3, 0.5)),
        ("demo(depth=3, store=false)", "demo", (False, 3, 0.5)),
        ("demo(greed=1,store=TRUE)", "demo(store=true, greed=1.0)", (True, 3, 1.0)),
        ("demo(store=on,depth=9)", "demo(store=true, depth=9)", (True, 9, 0.5)),
    ],
)
def test_canonical_form(text: str, canonical: str, values: tuple[object, ...]) -> None:
    """Spacing, order and given defaults do not matter; the canonical form reads as itself."""
    spec = read_spec("patience", text)
    assert (spec.spec, spec.values) == (canonical, values)
    assert read_spec("patience", canonical) == spec
    assert list(spec.params) == ["store", "depth", "greed"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a spec is name or name"),
        ("demo(", "a spec is name or name"),
        ("demo(depth=1))", "a spec is name or name"),
        ("bilder", "did you mean 'builder'"),
        ("nonesuch", "choose from "),
        ("demo(dept=1)", "has no parameter 'dept'; did you mean 'depth'"),
        ("builder(x=1)", "has no parameter 'x'; there is none"),
        ("demo(depth)", "'depth' is not param=value"),
        ("demo(depth=)", "'depth=' is not param=value"),
        ("demo(depth=1, depth=2)", "given twice"),
        ("demo(depth=10)", "10 is not from 1 to 9"),
        ("demo(depth=2.5)", "'2.5' is no whole number"),
        ("demo(greed=nan)", "nan is not from 0 to 1"),
        ("demo(greed=much)", "'much' is no number"),
        ("demo(store=maybe)", "'maybe' is neither true nor false"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        read_spec("patience", text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UserError, match="did you mean 'patience'"):
        read_spec("patiense", "builder")


def test_every_built_in_is_documented_and_within_its_bounds() -> None:
    for name, strategy in built_in("patience").items():
        assert strategy.name == name
        assert strategy.doc.strip(), name
        assert strategy.cost > 0
        for p in strategy.parameters:
            assert p.meaning, (name, p.name)
            assert isinstance(p.default, bool) or p.low <= p.default <= p.high


def test_a_spec_travels_to_other_processes() -> None:
    spec = read_spec("patience", "builder")
    copy: Spec = pickle.loads(pickle.dumps(spec))
    assert copy == spec
    assert copy.load().params.shape == (0,)
