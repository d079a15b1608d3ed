"""Sets as bits of one word, at two speeds."""

from typing import Any

from sim.compile import numba, types

overload = numba.extending.overload
intrinsic = numba.extending.intrinsic


def lowest(bits: int) -> int:
    """Return the position of the lowest bit that is set in a word that is not 0."""
    word = int(bits)
    return (word & -word).bit_length() - 1


def count(bits: int) -> int:
    """Return how many bits are set in a word."""
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(_context: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        undefined_at_zero = numba.core.cgutils.true_bit
        return builder.cttz(args[0], undefined_at_zero)

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(_context: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@overload(lowest)
def _lowest(bits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  numba compares names
    return lambda bits: _cttz(types.int64(bits))


@overload(count)
def _count(bits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda bits: _ctpop(types.int64(bits))
