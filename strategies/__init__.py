"""What plays: the built-in strategies, and how a strategy is declared, written and found."""
