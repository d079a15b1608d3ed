"""The digest of a game: all that happened, folded into one word (see ``sim/README.md``)."""

from sim.compile import compiled
from sim.randomness import MASK, rotate, word

W5, FACTOR = word(5), word(0xF135_7AEA_2E62_A9C5)


@compiled
def stirred(digest: int, number: int) -> int:
    """Return a digest with one more number folded in."""
    return ((rotate(word(digest), W5) ^ word(number)) * FACTOR) & MASK
