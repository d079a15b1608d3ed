"""The board game as the batch runner sees it."""

from typing import cast

from sim.board import play
from sim.board.options import OPTIONS, PLAYERS
from sim.board.trace import BoardTrace
from sim.market.engine import Engine
from sim.market.game import MarketGame

GAME = MarketGame("board", PLAYERS, OPTIONS, cast(Engine, play), BoardTrace)
"""The tile board game, rules M1 to M17 and B1 to B8."""
