"""Numbers from logs. Imports the log's schema and no engine, no strategy.

``analysis.load(folder)`` opens a run; the modules turn it into tables, one function a table.
"""

from analysis.run import Run, load

__all__ = ["Run", "load"]
