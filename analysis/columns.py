"""The log's columns as tables for ``README.md``: ``python -m analysis.columns`` prints them."""

from collections.abc import Sequence

from sim.schema import CHOICES_OF_PLAN, GAMES, Column, tables


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


def every_table() -> dict[str, str]:
    """Return the table of columns of every table of every game, by game and folder.

    A table that begins like an earlier one holds only what comes after; one that is the same is
    left out.
    """
    found: dict[str, str] = {}
    seen: list[tuple[str, tuple[Column, ...]]] = []
    for game in GAMES:
        for folder, columns in reversed(tables(game).items()):
            name, rest = f"{game}, {folder}/", columns
            for other, known in seen:
                if columns[: len(known)] == known:
                    name, rest = f"{name} after the columns of {other}", columns[len(known) :]
            seen.append((f"{game}, {folder}/", columns))
            if rest:
                found[name] = markdown(rest)
    return found


if __name__ == "__main__":
    for name, text in every_table().items():
        print(f"<!-- schema of {name}: python -m analysis.columns -->\n{text}\n<!-- end -->\n")
