"""Jinja templates: one environment for all pages."""

from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "templates"


def fill(template: str, **values: Any) -> str:
    """Return a page: a template of ours, with values, colours by day and night among them."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    from reports import colour  # noqa: PLC0415

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["joined"] = _joined
    light, dark = (colour.variables(side) for side in ("light", "dark"))
    return environment.get_template(template).render(light=light, dark=dark, **values)


def _joined(text: Any) -> Any:
    """Keep a number and its percent sign on one line."""
    return str(text).replace(" %", "\N{NO-BREAK SPACE}%")
