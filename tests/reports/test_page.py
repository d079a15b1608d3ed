"""The report: self-contained, the same bytes each time, honest about what is missing."""

import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import matplotlib as mpl
import pytest

from reports import Beside, write
from sim.errors import UserError
from sim.schema import ENDS
from tests.analysis import synthetic
from tests.reports.conftest import TIPS, Maker

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Outline(HTMLParser):
    """Checks that tags are closed in order, and collects ids, references and tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        self.ids += [found["id"] or ""] if "id" in found else []
        for name, value in found.items():
            if name in ("href", "xlink:href", "src"):
                self.references.append(value or "")
            elif name == "aria-labelledby":
                self.references += [f"#{part}" for part in (value or "").split()]
            self.references += re.findall(r"url\(([^)]*)\)", value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(params=["page", "card_page", "board_page"])
def each(request: pytest.FixtureRequest) -> str:
    """Return the report of each game in turn."""
    found: str = request.getfixturevalue(request.param)
    return found


def test_it_needs_nothing_else(each: str) -> None:
    outline = Outline(each)
    assert outline.open == []
    assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in outline.tags}
    assert all(reference.startswith("#") for reference in outline.references)
    style = each[each.index("<style>") : each.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    outside = set(re.findall(r"https?://[^\s\"<]+", each))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_ids_are_unique_and_every_reference_finds_one(each: str) -> None:
    outline = Outline(each)
    assert len(outline.ids) == len(set(outline.ids))
    assert {reference[1:] for reference in outline.references} <= set(outline.ids)


def test_every_picture_is_told_in_words_and_has_its_table(page: str) -> None:
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(figures) == 10
    for figure in figures:
        assert figure.count('role="img"') == 1
        assert re.search(r"<title id=[^>]*>[^<]+</title><desc id=[^>]*>[^<]+</desc>", figure)
        assert "<details>" in figure
        assert "<table " in figure
        assert "<figcaption>" in figure


def test_every_section_answers_before_it_shows(page: str) -> None:
    sections = re.findall(r"<section id=.*?</section>", page, re.DOTALL)
    assert len(sections) == 8
    for section in sections[:-1]:
        assert section.index('class="answer"') < section.index("<figure>")
        assert "alhambra run patience" in section


def test_the_calls_that_repeat_the_numbers_run(folder: Path, page: str) -> None:
    calls = set(re.findall(r"<pre>(analysis\.[^<]*)</pre>", page))
    assert len(calls) == 6
    code = "import sys, analysis; run = analysis.load(sys.argv[1]); print(" + ", ".join(calls) + ")"
    done = subprocess.run(
        [sys.executable, "-c", code, folder],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout


def test_the_same_run_gives_the_same_bytes(folder: Path, page: str, tmp_path: Path) -> None:
    # Another folder, another machine and day in the manifest, another process.
    copy = shutil.copytree(folder, tmp_path / "elsewhere")
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest |= {"host": {"name": "another"}, "started": "2020-02-02", "finished": "2020-02-03"}
    (copy / "manifest.json").write_text(json.dumps(manifest))
    code = "import sys; from reports import write; write(sys.argv[1], sys.argv[2])"
    output = tmp_path / "b.html"
    subprocess.run(
        [sys.executable, "-c", code, copy, output],
        check=True,
        env={"PYTHONHASHSEED": "7", "PATH": "", "HOME": str(tmp_path)},
        cwd=Path(__file__).parents[2],
    )
    assert output.read_text(encoding="utf-8") == page


def test_a_users_own_settings_change_nothing(folder: Path, page: str, tmp_path: Path) -> None:
    with mpl.rc_context({"font.size": 30, "axes.grid": True, "svg.fonttype": "path"}):
        assert write(folder, tmp_path / "c.html").read_text(encoding="utf-8") == page
        assert mpl.rcParams["font.size"] == 30


def test_nothing_of_the_machine_or_the_day(page: str) -> None:
    assert "a-host-name" not in page
    assert "2001-02-03" not in page


def test_provenance(page: str) -> None:
    tail = page[page.index('<section id="provenance">') :]
    for text in ("seed", ">7<", "rules version", "numba 0.61", "engine: ", "tips(store=true): ",
                 "waste_build = suit, any", "all 2,400 games are there"):  # fmt: skip
        assert text in tail


def test_any_name_is_only_a_name(report_of: Maker) -> None:
    names = ['<script>alert("x")</script>', "$\\frac{1}{0}$ & co", "bot.py:\N{SNOWMAN}"]
    page = report_of([synthetic.strategy(name) for name in names])
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\\frac{1}{0}$ &amp; co" in page
    Outline(page)


def test_one_strategy_alone(report_of: Maker) -> None:
    page = report_of([synthetic.strategy("alone")], strengths=[-5.0])
    assert "alone won no game: 0 of 60; below 6" in page
    assert "No game was won" in page
    assert 'id="strategies"' not in page


def test_a_single_game(report_of: Maker) -> None:
    page = report_of(TIPS, deals=1)
    assert not re.search(r"\b(nan|inf|None)\b", page)
    assert "<td>0 points (-79 to +79)</td>" in page


def test_every_game_won(report_of: Maker) -> None:
    page = report_of(TIPS, strengths=[30.0, 30.0])
    assert "60 of 60; above 94" in page


def test_without_tips_it_says_what_would_play_them(report_of: Maker) -> None:
    page = report_of([synthetic.strategy("a"), synthetic.strategy("b")])
    section = page[page.index('<section id="tips">') :]
    assert "alhambra run patience -s tips" in section[: section.index("</section>")]


def test_an_unfinished_run_says_so_at_the_top(report_of: Maker) -> None:
    page = report_of(TIPS, deals=600, chunks=2)
    assert "unfinished: 512 of 1,200 games are there" in page[: page.index("<main>")]
    assert "no deal has been played both with and without a tip" in page


def test_tips_are_named_by_what_they_advise(folder: Path, tmp_path: Path) -> None:
    advice = {("tips", "store"): "use the waste <as a store>", ("other", "store"): "nothing"}
    path = write(folder, tmp_path / "a.html", lambda _: Beside(advice))
    page = path.read_text(encoding="utf-8")
    assert page.count("<dt>store</dt><dd>use the waste &lt;as a store&gt;</dd>") == 1
    assert "nothing" not in page[page.index('id="tips"') : page.index('id="strategies"')]


def test_one_of_each_is_told_in_the_singular(report_of: Maker) -> None:
    page = report_of(TIPS[:1], 1)
    assert "1 game: 1 strategy, 1 cell, 1 deal, seed" in page
    assert "over 1 game (" in page
    assert not re.search(r"\b1 (games|deals|seats|cells|strategies)\b", page)


def test_faults_are_told(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    run = synthetic.write(tmp_path / "run", synthetic.plan(TIPS, 50))
    part = sorted((run / "games").iterdir())[0]
    fault = pl.lit("fault").cast(pl.Enum(ENDS)).alias("end")
    pl.read_parquet(part).with_columns(fault, won=False).write_parquet(part)
    page = write(run, tmp_path / "a.html").read_text(encoding="utf-8")
    assert "50 of 100 games ended in a fault" in page


def test_an_old_report_is_replaced_and_nothing_left_behind(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "a.html"
    output.write_text("old")
    assert write(folder, output) == output
    assert output.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize("where", ["missing/a.html", "."])
def test_a_place_that_cannot_be_written(folder: Path, tmp_path: Path, where: str) -> None:
    with pytest.raises(UserError) as error:
        write(folder, tmp_path / where)
    assert str(tmp_path) in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_no_run_no_report(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run here"):
        write(tmp_path, tmp_path / "a.html")
    assert list(tmp_path.iterdir()) == []


def test_importing_it_is_cheap() -> None:
    code = "import sys, reports; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    ).stdout.split()
    heavy = {"matplotlib", "seaborn", "polars", "pandas", "numpy", "scipy", "jinja2", "numba"}
    assert heavy.isdisjoint(loaded)
