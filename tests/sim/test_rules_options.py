"""Rule options: what a user may choose, and what is refused."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import UserError
from sim.patience.options import OPTIONS
from sim.rules import Option, complete

NAMED = Option("waste_build", "suit", "which cards build", values=("suit", "any"))
COUNT = Option("redeals", 2, "how often", low=0, high=50)
BOTH = (NAMED, COUNT)


# ------------------------------------------------------------------ the options of the patience


def test_the_ledger_of_the_patience() -> None:
    """The options that the rules name, in their values' order; the first is the default."""
    ledger: dict[str, tuple[str, ...]] = {
        "waste_build": ("suit", "any"),  # P5
        "redeals": (),  # P7
        "empty_waste": ("closed", "open"),  # P5
        "reserve_view": ("tops", "all"),  # P9
    }
    assert {option.name: option.values for option in OPTIONS} == ledger
    for option in OPTIONS:
        if option.values:
            assert option.default == option.values[0]
        assert option.read(option.default) == option.default
        assert option.meaning


def test_redeals_from_none_on() -> None:
    """P7: two, or any number from 0."""
    (redeals,) = (option for option in OPTIONS if option.name == "redeals")
    assert redeals.default == 2
    for number in (0, 1, 2, 3, 100):
        assert redeals.read(number) == number
        assert redeals.read(str(number)) == number
    with pytest.raises(UserError):
        redeals.read(-1)


def test_each_option_names_its_rule() -> None:
    rules = {"waste_build": "P5", "redeals": "P7", "empty_waste": "P5", "reserve_view": "P9"}
    assert all(rules[option.name] in option.meaning for option in OPTIONS)


# ------------------------------------------------------------------ reading one value


@pytest.mark.parametrize("value", ["suit", "any"])
def test_named_values(value: str) -> None:
    assert NAMED.read(value) == value


@pytest.mark.parametrize("value", ["", "Suit", "suit ", "both", "0", 0, True, 1.5, None])
def test_no_such_named_value(value: Any) -> None:
    with pytest.raises(UserError, match=r"rule waste_build: no value .*"):
        NAMED.read(value)


def test_the_nearest_spelling_is_named() -> None:
    with pytest.raises(UserError, match="did you mean 'suit'"):
        NAMED.read("siut")
    with pytest.raises(UserError, match="choose from suit, any"):
        NAMED.read("xyz")


@pytest.mark.parametrize(("value", "number"), [(0, 0), (50, 50), ("0", 0), ("50", 50), ("7", 7)])
def test_numbers(value: str | int, number: int) -> None:
    read = COUNT.read(value)
    assert read == number
    assert type(read) is int


@pytest.mark.parametrize(
    "value", [-1, 51, "51", "-1", "", "two", "2.0", "1e1", "0x2", 2.5, True, False, 10**30]
)
def test_no_such_number(value: Any) -> None:
    """One clear line with the option, what was given, and the bounds."""
    with pytest.raises(UserError, match=r"rule redeals: .* is no whole number from 0 to 50") as e:
        COUNT.read(value)
    assert repr(str(value)) in str(e.value)
    assert "\n" not in str(e.value)


def test_a_number_of_too_many_digits() -> None:
    with pytest.raises(UserError, match="is no whole number"):
        COUNT.read("9" * 5000)


def test_numbers_of_the_engine() -> None:
    """A named value has the number of its place."""
    assert [NAMED.number(value) for value in NAMED.values] == [0, 1]
    assert COUNT.number(7) == 7


# ------------------------------------------------------------------ all options of a game


def test_missing_options_have_their_default() -> None:
    assert complete(BOTH, {}) == {"waste_build": "suit", "redeals": 2}
    assert complete(BOTH, {"redeals": "0"}) == {"waste_build": "suit", "redeals": 0}


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.permutations(["redeals", "waste_build"]), st.integers(0, 50))
def test_declared_order_whatever_was_given_first(order: list[str], redeals: int) -> None:
    values: dict[str, str | int] = {"redeals": redeals, "waste_build": "any"}
    given_values = {name: values[name] for name in order}
    assert list(complete(BOTH, given_values).items()) == [
        ("waste_build", "any"),
        ("redeals", redeals),
    ]


def test_what_was_completed_stays() -> None:
    whole = complete(OPTIONS, {"redeals": "5", "reserve_view": "all"})
    assert complete(OPTIONS, whole) == whole


def test_no_such_option() -> None:
    with pytest.raises(UserError, match="no rule option 'redeal'; did you mean 'redeals'"):
        complete(BOTH, {"redeal": 2})
    with pytest.raises(UserError, match="choose from redeals, waste_build"):
        complete(BOTH, {"zzz": 2})
    with pytest.raises(UserError, match="there is none"):
        complete((), {"zzz": 2})


def test_a_wrong_value_among_right_ones() -> None:
    with pytest.raises(UserError, match="rule waste_build"):
        complete(BOTH, {"redeals": 1, "waste_build": "none"})
