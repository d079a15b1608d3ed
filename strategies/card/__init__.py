"""Built-in strategies of the card game."""
