"""The log's columns as a table for ``README.md``: ``python -m analysis.columns`` prints it."""

from collections.abc import Sequence

from sim.schema import CHOICES_OF_PLAN, PATIENCE, Column


def markdown(columns: Sequence[Column]) -> str:
    """Return a Markdown table of columns with type, unit and meaning."""
    rows = [("Column", "Type", "Unit", "Meaning"), ("---",) * 4]
    rows += [(f"`{c.name}`", _type(c), c.unit, c.meaning) for c in columns]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _type(column: Column) -> str:
    if column.dtype != "Enum":
        return column.dtype
    if column.name in CHOICES_OF_PLAN:
        return "Enum: those of the plan"
    return "Enum: " + ", ".join(f"`{value}`" for value in column.values)


if __name__ == "__main__":
    print(markdown(PATIENCE))
