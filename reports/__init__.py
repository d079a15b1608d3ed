"""Pages and pictures from analysis. ``reports.write(run_folder, output)`` writes an HTML report."""

from reports.page import Beside, write

__all__ = ["Beside", "write"]
