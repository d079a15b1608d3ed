"""Rule options of the board game."""

from sim.market.options import MARKET_OPTIONS

OPTIONS = MARKET_OPTIONS
PLAYERS = (2, 3, 4, 5, 6)
