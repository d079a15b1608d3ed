"""The generators against published vectors, the names of streams, and uniform draws."""

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from sim.memory import record
from sim.patience.table import HIDDEN, deal
from sim.randomness import (
    GOLDEN,
    MASK,
    Stream,
    below,
    draw,
    fold,
    mix,
    new_stream,
    seed_stream,
    shuffle,
    stream_key,
    word,
)
from tests.sim.two_speeds import draws, plainly

UNLIKELY = 1e-4
"""Seeds are fixed: a test that passes once passes always."""


def words(stream: Stream, n: int = 8) -> list[int]:
    return [int(draw(stream)) for _ in range(n)]


def uniform(counts: Sequence[int]) -> bool:
    """Tell whether counts could come from equally likely cases."""
    return bool(chisquare(counts).pvalue > UNLIKELY)


# ------------------------------------------------------------------ published vectors


def test_splitmix64() -> None:
    """SplitMix64 from seed 1234567."""
    vector = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    stream = np.zeros(4, dtype=np.uint64)
    seed_stream(stream, word(1234567))
    assert stream.tolist() == vector[:4]
    state = [(1234567 + k * int(GOLDEN)) & int(MASK) for k in range(1, 6)]
    assert [int(mix(word(x))) for x in state] == vector


def test_xoshiro256() -> None:
    """xoshiro256** from state 1, 2, 3, 4."""
    assert words(np.array([1, 2, 3, 4], dtype=np.uint64), 10) == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


# ------------------------------------------------------------------ names of streams

NAMES: list[tuple[int | str, ...]] = [
    (),
    (0,),
    (0, 0),
    (0, 0, 0),
    (1,),
    ("0",),
    ("",),
    ("", ""),
    (0, "patience", 1, "cards", 0),
    (1, "patience", 1, "cards", 0),  # seed
    (0, "card", 1, "cards", 0),  # game
    (0, "patience", 2, "cards", 0),  # players
    (0, "patience", 1, "ties", 0),  # purpose
    (0, "patience", 1, "cards", 1),  # deal
    (0, "patience", 1, "cards", -1),
    (0, "patience", 1, "cards", 2**63),
    (0, "patience", 1, "cards", 2**62),
    (0, "patience", 1, 0, "cards"),  # order
    (0, "patience", "1", "cards", 0),  # text and number
    (0, "patience", 1, "builder", "seat", 0, 0),
    (0, "patience", 1, "builder", "seat", 1, 0),  # seat
    (0, "patience", 1, "random", "seat", 0, 0),  # seating
    (0, "patience", 1, "random", "builder", "seat", 0, 0),
    (0, "patience", 1, "builder", "random", "seat", 0, 0),
    (2**64 - 1, "patience", 1, "cards", 0),
]


def test_other_names_other_streams() -> None:
    """Whatever a name differs in, the stream is another, from its first word on."""
    streams = [words(new_stream(*name)) for name in NAMES]
    assert len({number for stream in streams for number in stream}) == 8 * len(NAMES)


def test_same_name_same_stream() -> None:
    for name in NAMES:
        assert words(new_stream(*name)) == words(new_stream(*name))


def test_seed_zero_is_a_seed() -> None:
    """Seed 0 gives a stream like any other: a state that is not zero, different words."""
    stream = new_stream(0)
    assert all(stream.tolist())
    drawn = words(stream, 1000)
    assert len(set(drawn)) == 1000
    assert uniform([sum(x >> k & 1 for x in drawn) for k in range(64)])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70))
def test_numbers_count_modulo_two_to_the_64(seed: int, number: int) -> None:
    """Negative and huge numbers are names too; they stand for themselves modulo 2**64."""
    key = stream_key(seed, "patience", number)
    assert 0 <= key < 2**64
    assert key == stream_key(seed % 2**64, "patience", number % 2**64)
    if (seed - number) % 2**64:
        assert key != stream_key(number, "patience", seed)
        assert stream_key("cards", seed) != stream_key("cards", number)


def test_a_name_may_be_completed_later() -> None:
    """The front part of a name, made longer by the deal, is the whole name."""
    front = word(stream_key(5, "patience", 1, "cards"))
    for number in (0, 1, 99_999, 2**40, 2**62):
        assert int(fold(front, number)) == stream_key(5, "patience", 1, "cards", number)


def test_neighbouring_deals_are_unrelated() -> None:
    """The first words of 4,000 deals in a row are as uniform as any others, bit by bit."""
    first = [words(new_stream(0, "patience", 1, "cards", k), 1)[0] for k in range(4000)]
    assert len(set(first)) == 4000
    for k in range(64):
        bits = [x >> k & 1 for x in first]
        assert uniform([bits.count(0), bits.count(1)])
        pairs = Counter(itertools.pairwise(bits))
        assert uniform([pairs[a, b] for a in (0, 1) for b in (0, 1)])


# ------------------------------------------------------------------ bounded draws


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 27, 64, 96, 100])
def test_below_is_uniform(n: int) -> None:
    stream = new_stream("below", n)
    drawn = Counter(int(below(stream, n)) for _ in range(200 * n))
    assert set(drawn) == set(range(n))
    assert n == 1 or uniform([drawn[k] for k in range(n)])


@pytest.mark.parametrize("n", [2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_large_numbers(n: int) -> None:
    """In range and uniform in sixteen equal parts, up to the largest ``n``."""
    stream = new_stream("below", n)
    drawn = [int(below(stream, n)) for _ in range(4000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    parts = Counter(x * 16 // n for x in drawn)
    assert uniform([parts[k] for k in range(16)])


def test_below_is_exactly_uniform() -> None:
    """For 3 * 2**30, an unfair draw would give every third number twice as often."""
    stream = new_stream("fair")
    thirds = Counter(int(below(stream, 3 * 2**30)) % 3 for _ in range(6000))
    assert uniform([thirds[k] for k in range(3)])


def test_draws_in_a_row_are_independent() -> None:
    stream = new_stream("row")
    drawn = [int(below(stream, 6)) for _ in range(20_000)]
    pairs = Counter(itertools.pairwise(drawn))
    assert uniform([pairs[a, b] for a in range(6) for b in range(6)])


# ------------------------------------------------------------------ shuffling


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_shuffle_is_uniform(seed: int) -> None:
    """Each of the 24 orders of four items comes equally often."""
    stream = new_stream(seed, "shuffle")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = np.arange(4, dtype=np.int32)
        shuffle(stream, items, 4)
        orders[tuple(items.tolist())] += 1
    assert uniform([orders[order] for order in itertools.permutations(range(4))])
    assert len(orders) == 24


@pytest.mark.parametrize("n", [0, 1, 2, 50, 96])
def test_shuffle_moves_the_first_items_only(n: int) -> None:
    items = np.arange(100, 196, dtype=np.int32)
    before = items.tolist()
    shuffle(new_stream("part", n), items, n)
    assert sorted(items[:n].tolist()) == before[:n]
    assert items[n:].tolist() == before[n:]
    assert n < 50 or items[:n].tolist() != before[:n]


def test_deals_are_uniform() -> None:
    """P1: over many deals a card lies in each of the 96 places equally often."""
    hidden = record(HIDDEN)
    places = np.zeros((64, 96), dtype=np.int64)
    for number in range(4000):
        deal(hidden, new_stream(0, "patience", 1, "cards", number))
        cards = hidden.reserve.ravel().tolist() + hidden.stock[32:].tolist()
        places[cards, range(96)] += 1
    for card in np.flatnonzero(places.sum(axis=1)):
        assert uniform(places[card].tolist())


# ------------------------------------------------------------------ two speeds


def test_the_same_draws_as_plain_python() -> None:
    plain = plainly("draws")
    assert plain.pop("interpreted") is True
    assert plain == draws()
