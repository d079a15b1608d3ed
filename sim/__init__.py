"""The games and the batch runner. Imports none of its neighbours."""

RULES_VERSION = 1
"""Version of the rules in ``sim/README.md``; any change that can alter a result raises it."""
