"""Charts: what is drawn is what was handed in; colours that can be read by day and by night."""

import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from analysis.interval import Interval
from reports import chart, colour
from reports.chart import Estimate, Ridge, Stack, Tiles

WORDS = {"name": "x", "title": "A title", "description": "What it shows."}


def _chances(*rows: Estimate) -> str:
    return chart.chances(rows, [(0.1, "1 in 10")], **WORDS).svg


def test_a_picture_is_svg_that_fits_into_a_page() -> None:
    svg = _chances(Estimate("a", "1 %", value=0.01, limits=Interval(0.005, 0.02)))
    assert svg.startswith("<svg ")
    assert svg.rstrip().endswith("</svg>")
    assert "<style" not in svg
    assert "<metadata" not in svg
    assert '<title id="x-title">A title</title>' in svg
    assert all(name.startswith("x-") for name in re.findall(r'\bid="([^"]*)"', svg))


def test_text_stays_text_in_the_readers_font() -> None:
    svg = _chances(Estimate("a name", "1 %", value=0.01, limits=Interval(0.005, 0.02)))
    assert ">a name</text>" in svg
    assert "var(--sans)" in svg
    assert "DejaVu" not in svg


def test_every_colour_is_a_variable() -> None:
    svg = _chances(Estimate("a", "0 of 9", limits=Interval(0, 0.3)))
    assert not re.findall(r"#[0-9a-f]{6}\b", svg)
    used = set(re.findall(r"var\(--([\w-]+)\)", svg)) - {"sans"}
    assert used <= set(colour.SHADES)
    assert len({colour.stand_in(name) for name in colour.SHADES}) == len(colour.SHADES)


def test_no_win_is_an_arrow_and_no_dot() -> None:
    with_dot = _chances(Estimate("a", "", value=0.01, limits=Interval(0.005, 0.02)))
    without = _chances(Estimate("a", "", limits=Interval(0, 0.02)))
    # matplotlib draws a dot as a closed curve, an arrow as a triangle.
    assert with_dot.count("C ") > without.count("C ")


def test_the_axis_holds_a_hundredth_of_a_percent_and_ten_percent() -> None:
    svg = _chances(
        Estimate("a", "", value=0.0001, limits=Interval(0.00009, 0.00011)),
        Estimate("b", "", value=0.1, limits=Interval(0.09, 0.11)),
    )
    for tick in ("0.01 %", "0.1 %", "1 %", "10 %", "100 %"):
        assert f">{tick}</text>" in svg


def test_pictures_grow_with_their_rows() -> None:
    def height(n: int) -> float:
        row = Estimate("a", "", value=0.01, limits=Interval(0.005, 0.02))
        found = re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', _chances(*[row] * n))
        assert found
        return float(found[1])

    each = height(11) - height(10)
    assert each == pytest.approx(chart.LINE + chart.MARK)
    assert height(60) - height(10) == pytest.approx(50 * each)


@hypothesis_settings(max_examples=40)
@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=120))
def test_fit_keeps_both_ends(text: str) -> None:
    short = chart.fit(text, 11, 150)
    if short != text:
        head, _, tail = short.partition("\N{HORIZONTAL ELLIPSIS}")
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(short) < len(text)


def test_a_long_label_is_shortened_and_a_short_one_is_not() -> None:
    long = "my_bots/in/a/deep/folder/thrifty.py:thrifty(greed=0.5, horizon=12, patience=0.25)"
    svg = _chances(Estimate(long, "1 %", value=0.01, limits=Interval(0.005, 0.02)))
    assert long not in svg
    assert "patience=0.25)</text>" in svg


@hypothesis_settings(max_examples=40)
@given(st.lists(st.text("abc=_,0123456789", min_size=1, max_size=30), max_size=12))
def test_wrapping_loses_no_word_that_fits(words: list[str]) -> None:
    lines = chart.wrap(" ".join(words), 13, 320)
    assert " ".join(lines).split() == words


def test_a_heading_with_many_rules_takes_several_lines() -> None:
    group = "6 players, first_player=random, hands=secret, extra_action=may, end_trigger=bag_empty"
    row = Estimate("a", "", group, value=0.01, limits=Interval(0.005, 0.02))
    svg = _chances(row)
    italic = re.findall(r"<text style=\"[^\"]*italic[^>]*>([^<]*)</text>", svg)
    assert " ".join(italic) == group
    assert len(italic) > 1


def test_what_the_axis_counts_is_never_cut() -> None:
    unit = "share of the win of whoever has most points less the even share, in percentage points"
    row = Estimate("a", "", value=1.0, limits=Interval(0.5, 2.0))
    svg = chart.differences([row], unit, **WORDS).svg
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    assert unit in " ".join(texts)


def test_stacks_leave_out_numbers_that_do_not_fit() -> None:
    parts = [("first", colour.WASTE[0]), ("second", colour.WASTE[1])]
    rows = [Stack("a", "", segments=(99.0, 1.0))]
    svg = chart.stacks(rows, parts, "share", 100, **WORDS).svg
    assert ">99</text>" in svg
    assert ">1</text>" not in svg
    assert ">second</text>" in svg


def test_ridges_survive_a_single_value() -> None:
    rows = [
        Ridge("a", "", values=(104,), games=(5,), mark=104),
        Ridge("b", "", "", (50,), (1,), 50),
    ]
    assert "<svg" in chart.ridges(rows, "cards", 8, 104, **WORDS).svg


def test_a_matrix_writes_what_it_is_given() -> None:
    fields = (("a", "x"), ("b", "y"))
    rows = [Tiles(name, "", fields=((text, colour.HEAT[0]),) * 2) for name, text in fields]
    svg = chart.matrix(rows, ["1", "2"], [("less", colour.HEAT[0])], **WORDS).svg
    assert svg.count(">x</text>") == svg.count(">y</text>") == 2
    assert svg.count("var(--heat-1)") >= 5


def test_shares_start_at_0_without_signs() -> None:
    rows = [Estimate("a", "", value=20, limits=Interval(10, 30))]
    svg = chart.shares(rows, "share in %", **WORDS).svg
    ticks = re.findall(r">([+-]?\d+)</text>", svg)
    assert ticks[0] == "0"
    assert not any(tick.startswith(("+", "-")) for tick in ticks)


def _luminance(hex_colour: str) -> float:
    parts = [int(hex_colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("side", ["light", "dark"])
def test_text_and_marks_stand_out(side: str) -> None:
    # WCAG 2.2: 4.5 to 1 for text (success criterion 1.4.3), 3 to 1 for graphics (1.4.11).
    shades = {name: getattr(shade, side) for name, shade in colour.SHADES.items()}
    for name in (colour.INK, colour.MUTED, colour.BLUE, colour.ORANGE):
        assert _contrast(shades[name], shades[colour.PAGE]) >= 4.5
    assert _contrast(shades[colour.VERMILLION], shades[colour.PAGE]) >= 3
    for name in (*colour.WASTE, *colour.RESERVE, *colour.LEFT, *colour.TYPES, *colour.HEAT):
        assert _contrast(shades[name], shades[colour.LABEL]) >= 4.5
