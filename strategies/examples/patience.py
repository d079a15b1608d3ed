"""A strategy of your own for the patience.

alhambra strategies check FILE:thrifty --game patience
alhambra run patience -s FILE:thrifty -s builder
"""

from typing import Any

from sim.patience.moves import BUILD, FOUND
from strategies.strategy import Parameter, strategy


@strategy("patience", Parameter("wait", 1, "pass from which on it builds", 1, 9), cost=10)
def thrifty(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    """Play to the foundations whenever that is possible, and build on the waste from a pass on."""
    for i in range(n):  # every legal move stands in the list once; answer with an index
        if moves[i].kind == FOUND:
            return i
    if table.pass_number >= params[0] and table.waste_n > 0:
        for i in range(n):
            if moves[i].kind == BUILD:
                return i
    return n - 1  # turn a card, or redeal


# table.top[pile], table.foundation, table.pile[:table.waste_n] (the waste) and more:
# sim/patience/table.py says what each field is. rng is for sim.randomness.below(rng, k);
# memory is 256 integers of your own for a game.
