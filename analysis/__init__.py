"""Numbers from logs. Imports the log's schema and no engine, no strategy.

``analysis.load(folder)`` opens a run; the modules turn it into tables, one function a table.
"""

from analysis import (
    block,
    city,
    claims,
    distribution,
    first,
    interval,
    paired,
    payment,
    proportion,
    saving,
    score,
    seating,
    sequence,
    share,
    source,
    tips,
    verdict,
    wording,
)
from analysis.run import Run, load

__all__ = [
    "Run",
    "block",
    "city",
    "claims",
    "distribution",
    "first",
    "interval",
    "load",
    "paired",
    "payment",
    "proportion",
    "saving",
    "score",
    "seating",
    "sequence",
    "share",
    "source",
    "tips",
    "verdict",
    "wording",
]
