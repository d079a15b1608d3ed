"""The card game as the batch runner sees it."""

from typing import cast

from sim.card import play
from sim.card.options import OPTIONS, PLAYERS
from sim.market.engine import Engine
from sim.market.game import MarketGame

GAME = MarketGame("card", PLAYERS, OPTIONS, cast(Engine, play))
"""Alhambra: The Card Game, rules M1 to M17 and C1 to C4."""
