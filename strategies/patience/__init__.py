"""The built-in strategies of the patience."""
