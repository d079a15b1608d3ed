"""Pages and pictures from analysis. ``reports.write(run_folder, output)`` writes an HTML report."""

from reports.page import write

__all__ = ["write"]
