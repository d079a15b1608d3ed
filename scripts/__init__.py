"""The command line, the launchers and the benchmarks."""
