"""Charts: rows with their label above them, so that they read on a phone and on paper.

Every interval drawn is handed in; no plotting library computes one. The drawing is deterministic:
no dates, fixed ids, nothing from a user's own matplotlib settings.
"""

import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.sax.saxutils import escape

from analysis.interval import Interval
from reports import colour
from reports.colour import stand_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 330.0
MARGIN = 5.0
LABEL, NOTE, TICK = 13.0, 11.5, 11.0
"""Font sizes in points: a row's label, its figure at the right, axes."""

LINE, MARK, BAR, RIDGE, HEADING = 18.0, 18.0, 24.0, 42.0, 28.0
"""Heights in points: a line of text, what is drawn below it (three kinds), a heading."""

KEY_LINE, AXIS = 17.0, 44.0
"""Heights in points: a line of the key, the axis with its label of one line."""

SHORT_OF_WIDTH = 0.94
"""Text is fitted into this share of the room: readers' fonts differ from the one measured."""


@dataclass(frozen=True)
class Row:
    """One line of a chart.

    Attributes
    ----------
    label
        What it is about; shortened in the picture if it must be.
    note
        Its figure in words.
    group
        Heading under which it stands; empty for none.
    """

    label: str
    note: str
    group: str = ""


@dataclass(frozen=True)
class Estimate(Row):
    """A row with an estimate and its interval.

    ``value`` is None where only an upper limit can be given. ``colour`` names one of
    ``reports.colour``; ``sure`` fills the mark.
    """

    value: float | None = None
    limits: Interval = field(default_factory=lambda: Interval(0.0, 1.0))
    colour: str = colour.BLUE
    sure: bool = True


@dataclass(frozen=True)
class Stack(Row):
    """A row of segments that lie end to end."""

    segments: tuple[float, ...] = ()


@dataclass(frozen=True)
class Ridge(Row):
    """A row with a distribution: games by whole value, and the value to mark."""

    values: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    mark: float = math.nan


@dataclass(frozen=True)
class Tiles(Row):
    """A row of fields with a figure each: text and colour."""

    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Chart:
    """A finished picture: SVG to stand in an HTML page."""

    svg: str


@contextmanager
def _settings() -> Iterator[None]:
    """Draw with matplotlib's own defaults and ours on top, whatever the user has set."""
    import matplotlib as mpl  # noqa: PLC0415

    ours: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "alhambra",
        "text.parse_math": False,
        "font.family": "DejaVu Sans",
        "font.size": TICK,
        "axes.edgecolor": stand_in(colour.GRID),
        "axes.labelcolor": stand_in(colour.MUTED),
        "xtick.color": stand_in(colour.GRID),
        "xtick.labelcolor": stand_in(colour.MUTED),
        "text.color": stand_in(colour.INK),
        "path.simplify": False,
    }
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the reader's fonts draw the text
        mpl.rcdefaults()
        mpl.rcParams.update(ours)
        yield


def _drawn(draw: "Callable[..., Figure]") -> Callable[..., Chart]:
    """Turn a function that draws a figure into one that returns a picture for a page.

    The new function takes three arguments more: ``name`` (unique in the page), ``title`` and
    ``description`` (for those who cannot see the picture).
    """

    @wraps(draw)
    def drawn(*args: Any, name: str, title: str, description: str, **options: Any) -> Chart:
        with _settings():
            return _finish(draw(*args, **options), name, title, description)

    return drawn


def _finish(figure: "Figure", name: str, title: str, description: str) -> Chart:
    text = StringIO()
    empty = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(text, format="svg", transparent=True, metadata=empty)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # A style element in an inline picture would hold for the whole page.
    svg = re.sub(r"\s*<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"'DejaVu Sans'[^;\"]*", "var(--sans)", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    width, height = figure.get_size_inches() * 72
    head = (
        f'<svg class="chart" viewBox="0 0 {width:g} {height:g}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc" xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>'
    )
    svg = re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1)
    return Chart(colour.to_variables(svg))


def fit(text: str, size: float, room: float) -> str:
    """Shorten a text in its middle until it fits into ``room`` points."""
    if _width(text, size) <= room:
        return text
    for keep in range(len(text) - 1, 1, -1):
        head = -(-keep // 2)
        shorter = text[:head] + "\N{HORIZONTAL ELLIPSIS}" + text[len(text) - (keep - head) :]
        if _width(shorter, size) <= room:
            return shorter
    return "\N{HORIZONTAL ELLIPSIS}"


def wrap(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines of at most ``room`` points; a word that is longer is shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fit(word, size, room))
    return lines


@lru_cache(4096)
def _width(text: str, size: float) -> float:
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import TextToPath  # noqa: PLC0415

    font = FontProperties(family="DejaVu Sans", size=size)
    return float(TextToPath().get_text_width_height_descent(text, font, False)[0])


@dataclass(frozen=True)
class _Page:
    """A figure whose axes are measured in points downwards.

    ``tops`` is where each row draws, ``label`` what stands below the axis.
    """

    figure: "Figure"
    axes: "Axes"
    tops: tuple[float, ...]
    label: str


class _Words(NamedTuple):
    """A text on a page: points from the top, kind, and the side that it starts from."""

    y: float
    text: str
    kind: Literal["heading", "label", "note"]


def _lay_out(rows: Sequence[Row], drawing: float) -> tuple[list[_Words], list[float], float]:
    """Return all texts, the top of each row's drawing, and the height of the whole.

    A row's figure stands at the right of its label, or on a line of its own if both do not fit.
    """
    words: list[_Words] = []
    tops: list[float] = []
    y, group = 0.0, ""
    room = (WIDTH - 2 * MARGIN) * SHORT_OF_WIDTH
    for row in rows:
        if row.group != group:
            group = row.group
            y += HEADING
            for line in wrap(group, LABEL, room):
                words.append(_Words(y - 9, line, "heading"))
                y += LABEL + 3
            y -= LABEL + 3
        words.append(_Words(y + 13, fit(row.label, LABEL, room), "label"))
        if _width(row.label, LABEL) + _width(row.note, NOTE) + 12 > room:
            y += LINE - 2
        words.append(_Words(y + 13, fit(row.note, NOTE, room), "note"))
        y += LINE
        tops.append(y)
        y += drawing
    return words, tops, y


def _page(
    rows: Sequence[Row], drawing: float, label: str = "", top: float = 6.0, bottom: float = AXIS
) -> _Page:
    """Lay out rows under their headings and write the text of each."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    words, tops, y = _lay_out(rows, drawing)
    below = wrap(label, TICK, (WIDTH - 2 * MARGIN) * SHORT_OF_WIDTH)
    bottom += 1.2 * TICK * (max(len(below), 1) - 1)
    height = top + y + bottom
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    box = (MARGIN / WIDTH, bottom / height, 1 - 2 * MARGIN / WIDTH, y / height)
    axes: Axes = figure.add_axes(box)
    axes.set_ylim(y, 0)
    axes.set_yticks([])
    axes.spines[["left", "right", "top"]].set_visible(False)
    axes.tick_params(axis="x", length=3)
    # A patch of paper behind the words: lines that cross the rows must not strike them through.
    paper = {"facecolor": stand_in(colour.PAGE), "edgecolor": "none", "pad": 1.0}
    for at, text, kind in words:
        axes.text(
            1 if kind == "note" else 0,
            at,
            text,
            transform=axes.get_yaxis_transform(),
            bbox=paper,
            ha="right" if kind == "note" else "left",
            fontsize=NOTE if kind == "note" else LABEL,
            color=stand_in(colour.INK if kind == "label" else colour.MUTED),
            style="italic" if kind == "heading" else "normal",
        )
    return _Page(figure, axes, tuple(tops), "\n".join(below))


def _mark(axes: "Axes", y: float, row: Estimate) -> None:
    paint = stand_in(row.colour)
    left, right = axes.get_xlim()
    low, high = max(row.limits.low, left), min(row.limits.high, right)
    axes.plot([low, high], [y, y], color=paint, linewidth=2.5, solid_capstyle="butt")
    for limit in (low, high):
        if limit not in row.limits:  # beyond the axis: an end cap would be a lie
            continue
        axes.plot([limit, limit], [y - 3.5, y + 3.5], color=paint, linewidth=1.2)
    if row.value is not None:
        face = paint if row.sure else "none"
        axes.plot([row.value], [y], "o", markersize=6.5, markerfacecolor=face,
                  markeredgecolor=paint, markeredgewidth=1.5)  # fmt: skip
    elif low == left:
        axes.plot([left], [y], "<", markersize=7, color=paint, clip_on=False)


@_drawn
def chances(rows: Sequence[Estimate], marks: Sequence[tuple[float, str]]) -> "Figure":
    """Draw chances on a logarithmic axis, an arrow to the left where only an upper limit is known.

    Parameters
    ----------
    rows
        Chances, 0 to 1.
    marks
        Chances to draw a line at, with a label.
    """
    page = _page(rows, MARK, "chance of winning a game, logarithmic", top=26)
    axes = page.axes
    seen = [row.limits.high if row.value is None else row.value for row in rows]
    lowest = min([*seen, *(at for at, _ in marks)]) / 3
    axes.set_xscale("log")
    axes.set_xlim(10.0 ** math.floor(math.log10(lowest)), 1.0)
    _log_ticks(page)
    for at, label in marks:
        axes.axvline(at, color=stand_in(colour.ORANGE), linewidth=1.2, dashes=(4, 3), zorder=0)
        axes.text(at, -5, label, ha="center", fontsize=NOTE, color=stand_in(colour.ORANGE))
    for top, row in zip(page.tops, rows, strict=True):
        _mark(axes, top + 7, row)
    return page.figure


def _log_ticks(page: _Page) -> None:
    from matplotlib.ticker import NullFormatter, NullLocator  # noqa: PLC0415

    axes = page.axes
    low = round(math.log10(axes.get_xlim()[0]))
    powers = range(low, 1, 1 if low >= -5 else -(-abs(low) // 4))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    names = [f"{10.0 ** (k + 2):.{max(0, -k - 2)}f} %" for k in powers]
    axes.set_xticks([10.0**k for k in powers], names)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    axes.get_xticklabels()[-1].set_horizontalalignment("right" if powers[-1] == 0 else "center")
    axes.grid(axis="x", color=stand_in(colour.GRID), linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(page.label)


@_drawn
def differences(rows: Sequence[Estimate], unit: str) -> "Figure":
    """Draw differences about a line at 0.

    Parameters
    ----------
    unit
        What the axis counts, in words.
    """
    return _forest(rows, unit, signed=True)


@_drawn
def shares(rows: Sequence[Estimate], unit: str) -> "Figure":
    """Draw shares from 0 on.

    Parameters
    ----------
    unit
        What the axis counts, in words.
    """
    return _forest(rows, unit, signed=False)


def _forest(rows: Sequence[Estimate], unit: str, signed: bool) -> "Figure":
    page = _page(rows, MARK, unit)
    axes = page.axes
    ends = [0.0, *(limit for row in rows for limit in row.limits)]
    reach = (max(ends) - min(ends)) or 1.0
    axes.set_xlim(min(ends) - 0.06 * reach, max(ends) + 0.06 * reach)
    _plain_ticks(page, signed)
    axes.axvline(0, color=stand_in(colour.MUTED), linewidth=1.2, zorder=0)
    for top, row in zip(page.tops, rows, strict=True):
        _mark(axes, top + 7, row)
    return page.figure


@_drawn
def matrix(
    rows: Sequence[Tiles], columns: Sequence[str], parts: Sequence[tuple[str, str]]
) -> "Figure":
    """Draw a field for each row and column, with its figure in it.

    Parameters
    ----------
    columns
        What stands above the columns; short.
    parts
        Name and colour of what the key explains.
    """
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    page = _page(rows, BAR, top=22 + KEY_LINE * len(_lines(parts)), bottom=6)
    axes = page.axes
    axes.set_xlim(0, len(columns))
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    _key(page, parts)
    for k, name in enumerate(columns):
        axes.text(k + 0.5, -3, name, ha="center", fontsize=NOTE, color=stand_in(colour.MUTED))
    for top, row in zip(page.tops, rows, strict=True):
        for k, (text, paint) in enumerate(row.fields):
            box = Rectangle((k + 0.02, top + 1), 0.96, BAR - 6, color=stand_in(paint), linewidth=0)
            axes.add_patch(box)
            axes.text(k + 0.5, top + 14, text, ha="center", fontsize=TICK,
                      color=stand_in(colour.LABEL))  # fmt: skip
    return page.figure


def _plain_ticks(page: _Page, signed: bool = True) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    axes = page.axes
    axes.xaxis.set_major_locator(MaxNLocator(6))
    if signed:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:+.6g}" if x else "0"))
    axes.grid(axis="x", color=stand_in(colour.GRID), linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(page.label)


@_drawn
def stacks(
    rows: Sequence[Stack], parts: Sequence[tuple[str, str]], unit: str, whole: float
) -> "Figure":
    """Draw rows of segments end to end.

    Parameters
    ----------
    parts
        Name and colour of each segment.
    unit
        What the axis counts, in words.
    whole
        Right end of the axis.
    """
    page = _page(rows, BAR, unit, top=6 + KEY_LINE * len(_lines(parts)))
    axes = page.axes
    axes.set_xlim(0, whole)
    _plain_ticks(page, signed=False)
    _key(page, parts)
    for top, row in zip(page.tops, rows, strict=True):
        left = 0.0
        for (_, paint), width in zip(parts, row.segments, strict=True):
            axes.barh(top + 9, width, height=14, left=left, color=stand_in(paint))
            text = f"{width:.0f}" if whole >= 20 else f"{width:.1f}"
            if width / whole * WIDTH > _width(text, NOTE) + 6:
                axes.text(left + width / 2, top + 13, text, ha="center", fontsize=NOTE,
                          color=stand_in(colour.LABEL))  # fmt: skip
            left += width
    return page.figure


def _lines(parts: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Break the key into lines that fit the picture."""
    lines: list[list[tuple[str, str]]] = [[]]
    room = 0.0
    for part in parts:
        need = _width(part[0], NOTE) / SHORT_OF_WIDTH + 24
        if lines[-1] and room + need > WIDTH - 2 * MARGIN:
            lines.append([])
            room = 0.0
        lines[-1].append(part)
        room += need
    return lines


def _key(page: _Page, parts: Sequence[tuple[str, str]]) -> None:
    """Write the names of the segments above the rows, each after a patch of its colour."""
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    height = page.figure.get_figheight() * 72
    for number, line in enumerate(_lines(parts)):
        x, y = MARGIN, height - 14 - KEY_LINE * number
        for name, paint in line:
            box = Rectangle((x, y - 1), 9, 9, color=stand_in(paint), transform=None)
            page.figure.add_artist(box)
            page.figure.text((x + 13) / WIDTH, y / height, name, fontsize=NOTE)
            x += _width(name, NOTE) / SHORT_OF_WIDTH + 24


@_drawn
def ridges(rows: Sequence[Ridge], unit: str, low: int, high: int) -> "Figure":
    """Draw distributions below each other on one axis, equal areas for equal shares of games.

    A bar at ``high`` that would be taller than all others is cut off.

    Parameters
    ----------
    unit
        What the axis counts, in words.
    low, high
        The ends of the axis.
    """
    import seaborn as sns  # noqa: PLC0415

    page = _page(rows, RIDGE, unit)
    axes = page.axes
    axes.set_xlim(low - 0.5, high + 0.5)
    _plain_ticks(page, signed=False)
    axes.set_xticks([low, *range(20 * (1 + (low + 10) // 20), high - 10, 20), high])
    # Games that reach the end of the scale can be so many that all else would be flat.
    shares = [
        games / sum(row.games)
        for row in rows
        for value, games in zip(row.values, row.games, strict=True)
        if value < high
    ]
    highest = max(shares, default=1.0)
    box, tall = axes.get_position(), axes.get_ylim()[0]
    for top, row in zip(page.tops, rows, strict=True):
        base, room = top + RIDGE - 4, RIDGE - 6
        floor = box.y0 + box.height * (1 - base / tall)
        ridge = page.figure.add_axes((box.x0, floor, box.width, box.height * room / tall))
        ridge.axis("off")
        total = sum(row.games)
        sns.histplot(
            x=list(row.values),
            weights=[games / total for games in row.games],
            discrete=True,
            element="step",
            ax=ridge,
            color=stand_in(colour.FILL),
            alpha=1,
            linewidth=0.8,
            edgecolor=stand_in(colour.BLUE),
        )
        ridge.set_xlim(axes.get_xlim())
        ridge.set_ylim(0, highest)
        if not math.isnan(row.mark):
            axes.plot([row.mark] * 2, [base, base - room * 0.9], color=stand_in(colour.INK),
                      linewidth=1.2, zorder=5)  # fmt: skip
    axes.set_zorder(3)
    axes.patch.set_visible(False)
    return page.figure
