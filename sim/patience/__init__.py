"""The two-deck patience: rules P1 to P9 of ``sim/README.md``."""
