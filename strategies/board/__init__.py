"""Built-in strategies of the board game."""
