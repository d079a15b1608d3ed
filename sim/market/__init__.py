"""What the two market games share: rules M1 to M17 of ``sim/README.md``."""
