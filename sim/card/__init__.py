"""Alhambra: The Card Game, rules C1 to C4 of ``sim/README.md`` over the market game."""
