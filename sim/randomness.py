"""Named streams of random numbers.

Every random thing draws from a stream of its own, named by what it is for: (root seed, game,
players, deal, purpose) for the cards, (root seed, game, players, deal, seating, seat) for a
strategy. So no strategy can move a card of a deal, and a game's result does not depend on the
plan around it.

The generator is xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47, 2021), seeded by SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014). Bounded draws are exactly uniform (Lemire,
"Fast random integer generation in an interval", ACM TOMACS 29, 2019). The tests hold both
generators against published vectors.

A stream is an array of four uint64, the generator's state.
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.compile import INTERPRETED, compiled, wide

Stream: TypeAlias = NDArray[np.uint64]
"""The state of one generator, shape (4,)."""
State: TypeAlias = tuple[int, int, int, int]
"""The same as four words."""

# Compiled, a word is a uint64 that wraps by itself and the masks cost nothing; interpreted, it is
# a Python integer that the masks keep within 64 bits. One source serves both.
word: Callable[[Any], int] = int if INTERPRETED else np.uint64  # type: ignore[assignment]
MASK = word(0xFFFF_FFFF_FFFF_FFFF)
LOW32 = word(0xFFFF_FFFF)
GOLDEN = word(0x9E37_79B9_7F4A_7C15)
MIX1 = word(0xBF58_476D_1CE4_E5B9)
MIX2 = word(0x94D0_49BB_1331_11EB)
W1, W5, W7, W9, W17, W27, W30, W31, W32, W45, W64 = (
    word(k) for k in (1, 5, 7, 9, 17, 27, 30, 31, 32, 45, 64)
)


@compiled
def mix(x: int) -> int:
    """Return SplitMix64's output function of a 64-bit word, a bijection."""
    x = word(x)
    x = ((x ^ (x >> W30)) * MIX1) & MASK
    x = ((x ^ (x >> W27)) * MIX2) & MASK
    return x ^ (x >> W31)


@compiled
def fold(key: int, item: int) -> int:
    """Return the name ``key`` made longer by ``item``: different items give different names."""
    return mix(((word(key) + GOLDEN) & MASK) ^ (word(item) & MASK))


@compiled
def rotate(x: int, k: int) -> int:
    """Return a 64-bit word rotated left by ``k`` (1 to 63)."""
    return ((x << k) & MASK) | (x >> (W64 - k))


@compiled
def seed_stream(stream: Stream, key: int) -> None:
    """Start a stream: fill its state with the next four outputs of SplitMix64 from ``key``."""
    state = word(key)
    for i in range(4):
        state = (state + GOLDEN) & MASK
        stream[i] = mix(state)


@compiled
def draw(stream: Stream) -> int:
    """Return the next 64 bits of a stream (xoshiro256**)."""
    state = load(stream)
    store(stream, advance(state))
    return output(state)


@compiled
def load(stream: Stream) -> State:
    """Return the state of a stream."""
    return word(stream[0]), word(stream[1]), word(stream[2]), word(stream[3])


@compiled
def store(stream: Stream, state: State) -> None:
    """Set the state of a stream."""
    stream[0], stream[1], stream[2], stream[3] = state


@compiled
def output(state: State) -> int:
    """Return the 64 bits that a generator gives in a state."""
    return (rotate((state[1] * W5) & MASK, W7) * W9) & MASK


@compiled
def advance(state: State) -> State:
    """Return the state that follows."""
    s0, s1, s2, s3 = state
    shifted = (s1 << W17) & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return s0, s1, s2, rotate(s3, W45)


@compiled
def below(stream: Stream, n: int) -> int:
    """Return a uniform integer from 0 to ``n - 1``; ``n`` is at least 1 and below 2**32."""
    bound = word(n)
    product = (draw(stream) >> W32) * bound
    if product & LOW32 < bound:
        threshold = ((LOW32 - bound) + W1) % bound
        while product & LOW32 < threshold:
            product = (draw(stream) >> W32) * bound
    return wide(product >> W32)


@compiled
def shuffle(stream: Stream, items: NDArray[np.int32], n: int) -> None:
    """Shuffle the first ``n`` items in place: each order is equally likely (Fisher and Yates)."""
    # The draws of ``below``, with the state at hand: in the stream each would wait for the last.
    state = load(stream)
    for i in range(n - 1, 0, -1):
        bound = word(i + 1)
        product = (output(state) >> W32) * bound
        state = advance(state)
        if product & LOW32 < bound:
            threshold = ((LOW32 - bound) + W1) % bound
            while product & LOW32 < threshold:
                product = (output(state) >> W32) * bound
                state = advance(state)
        j = wide(product >> W32)
        items[i], items[j] = items[j], items[i]
    store(stream, state)


def text_key(text: str) -> int:
    """Return the 64-bit word that stands for a text in a stream's name (BLAKE2b)."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def stream_key(*name: int | str) -> int:
    """Return the key of a stream's name, or of the front part of one.

    Parameters
    ----------
    name
        Integers (taken modulo 2**64) and texts, in order.

    Returns
    -------
    int
        64 bits, for :func:`seed_stream`, or for :func:`fold` with what is still to come.
    """
    key = 0
    for item in name:
        number = text_key(item) if isinstance(item, str) else item % 2**64
        key = int(fold(word(key), word(number)))
    return key


def new_stream(*name: int | str) -> Stream:
    """Return the stream of a name, at its start."""
    stream = np.zeros(4, dtype=np.uint64)
    seed_stream(stream, word(stream_key(*name)))
    return stream
