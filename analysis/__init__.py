"""Numbers from logs. Imports the log's schema and no engine, no strategy.

``analysis.load(folder)`` opens a run; the modules turn it into tables, one function a table.
"""

from analysis import claims, distribution, interval, paired, proportion, tips, wording
from analysis.run import Run, load

__all__ = [
    "Run",
    "claims",
    "distribution",
    "interval",
    "load",
    "paired",
    "proportion",
    "tips",
    "wording",
]
