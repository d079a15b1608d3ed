"""The report of the card game: each question answered, with players, denominator and interval."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from analysis import Run, city, load, share, source, wording
from analysis.interval import Interval
from reports import Beside, colour, write
from reports.city import Told
from reports.share import shade
from sim.errors import UserError
from sim.plan import Cell
from sim.schema import MARKET_ENDS, TYPES
from tests.analysis import synthetic
from tests.reports.conftest import beside

SECTIONS = (
    *("shares", "options", "first", "scores", "points", "contributions", "payments", "ends"),
)
BOARD_SECTIONS = (
    *("shares", "first", "scores", "points", "contributions", "walls", "cities", "city"),
    *("payments", "ends"),
)


def _section(page: str, name: str) -> str:
    tail = page[page.index(f'<section id="{name}">') :]
    return tail[: tail.index("</section>")]


def _answers(page: str, name: str) -> list[str]:
    return re.findall(r'<p class="answer">(.*?)</p>', _section(page, name), re.DOTALL)


def _report(folder: Path, cells: Sequence[Cell], deals: int = 20, chunks: int | None = None) -> str:
    synthetic.write_card(folder / "run", synthetic.card_plan(cells, deals), chunks)
    return write(folder / "run", folder / "a.html").read_text(encoding="utf-8")


def test_every_section_is_there_and_answers_first(card_page: str) -> None:
    assert re.findall(r'<section id="(.*?)">', card_page) == [*SECTIONS, "provenance"]
    assert "<h1>Alhambra: The Card Game: report of a run</h1>" in card_page
    for name in SECTIONS:
        section = _section(card_page, name)
        assert section.index('class="answer"') < section.index("<figure>")
        for figure in re.findall(r"<figure>.*?</figure>", section, re.DOTALL):
            assert "<table " in figure
            assert "<figcaption>" in figure


def test_the_board_game_has_its_own_sections_too(board_page: str) -> None:
    assert re.findall(r'<section id="(.*?)">', board_page) == [*BOARD_SECTIONS, "provenance"]
    assert "<h1>Alhambra, the board game: report of a run</h1>" in board_page
    assert "<h2>What do walls and majorities contribute to winning?</h2>" in board_page


def test_the_card_game_speaks_of_no_walls(card_page: str) -> None:
    assert "<h2>What do majorities contribute to winning?</h2>" in card_page
    assert "wall" not in card_page[card_page.index("<main>") :]


def test_walls_and_majorities_beside_winning(board_folder: Path, board_page: str) -> None:
    run = load(board_folder)
    section = _section(board_page, "contributions")
    assert "mean points of the winners less the mean points of the others" in section
    for row in source.leads(run).to_dicts():
        reach = Interval(row["low"], row["high"])
        assert wording.signed(row["lead"], reach, " points") in section
    (answer, *_) = _answers(board_page, "contributions")
    for text in (
        *("random against itself (2 players)", "walls ", "all majorities ", "20 deals, 40 games"),
        *("50 % would be even", "95 % intervals"),
    ):
        assert text.replace(" %", "\xa0%") in answer


def test_walls_and_cities_have_intervals_and_denominators(
    board_folder: Path, board_page: str
) -> None:
    for row in city.cities(load(board_folder)).to_dicts():
        name = "walls" if row["measure"].startswith("walls") else "cities"
        text = wording.mean(row["mean"], Interval(row["low"], row["high"]))
        assert text in _section(board_page, name) or row["measure"] == "wall"
    assert "20 deals, 80 seats of games" in _answers(board_page, "walls")[0]
    assert "the longest wall" in _section(board_page, "walls")


def test_a_winners_city_stands_beside_its_numbers(board_folder: Path, board_page: str) -> None:
    row = city.longest(load(board_folder))
    assert row is not None
    section = _section(board_page, "city")
    game = f"{row['cell']}:{row['deal']}"
    assert f"alhambra replay FOLDER {game} --html game.html" in section
    assert f"<dd>{row['wall']} segments</dd>" in section
    assert f"<dd>{row['city']} in the city, {row['reserve']} in the reserve</dd>" in section
    svg = section[section.index("<svg") : section.index("</svg>")]
    assert f"{row['city']} tiles</title>" in svg
    assert svg.count("<rect ") == row["city"] + 1  # and the fountain
    assert all(f"</span> {kind}</span>" in section for kind in TYPES)


def test_a_game_that_does_not_end_as_logged_is_no_picture(
    board_folder: Path, tmp_path: Path
) -> None:
    def other(run: Run) -> Beside:
        told = beside(run).told
        assert told is not None
        return Beside(told=Told(told.row, told.events[:-1]))

    with pytest.raises(UserError, match="the log says"):
        write(board_folder, tmp_path / "a.html", other)


def test_without_a_game_at_hand_there_is_no_picture(board_folder: Path, tmp_path: Path) -> None:
    page = write(board_folder, tmp_path / "a.html").read_text(encoding="utf-8")
    assert 'id="city"' not in page
    assert 'id="walls"' in page


def test_no_number_is_missing(card_page: str) -> None:
    text = re.sub(r"<(style|svg)\b.*?</\1>", "", card_page, flags=re.DOTALL)
    assert not re.search(r"\b(nan|inf|None)\b", text)


def test_who_wins_is_told_with_players_denominator_and_interval(
    card_folder: Path, card_page: str
) -> None:
    answers = " ".join(_answers(card_page, "shares"))
    for text in ("2 players, hands=counted", "2 players, hands=secret", "3 players", "in a line-up",
                 "would be even", "mean over 40 deals in all seatings, 120 games"):  # fmt: skip
        assert text in answers
    for row in share.win_shares(load(card_folder)).to_dicts():
        assert f"<td>{row['games']}</td>" in _section(card_page, "shares")


def test_the_matrix_holds_our_numbers(card_folder: Path, card_page: str) -> None:
    for row in share.win_shares(load(card_folder)).filter(pl.col("kind") == "lone").to_dicts():
        assert f">{100 * row['share']:.1f}</text>" in card_page


def test_the_first_player_is_told_apart(card_page: str) -> None:
    first = _section(card_page, "first")
    assert "of these the turn alone" in first
    assert "the hand alone" in first
    assert first.count("interaction: the rest") > 0
    assert "over 6 mirrors" in _answers(card_page, "first")[0]
    assert "third" in first


@pytest.mark.parametrize(
    ("share_", "verdict", "expected"),
    [(0.5, "even", 3), (0.6, "more", 4), (0.99, "more", 6), (0.4, "less", 2), (0.0, "less", 0)],
)
def test_the_further_from_even_the_stronger(share_: float, verdict: str, expected: int) -> None:
    assert shade(share_, 0.5, verdict) == colour.HEAT[expected]


def test_the_calls_that_repeat_the_numbers_run(card_folder: Path, card_page: str) -> None:
    calls = re.findall(r"<pre>(analysis\.[^<]*)</pre>", card_page)
    assert len(calls) == len(SECTIONS)
    code = "import sys, analysis; run = analysis.load(sys.argv[1]); print(" + ", ".join(calls) + ")"
    done = subprocess.run(
        [sys.executable, "-c", code, card_folder],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout


def test_the_same_run_gives_the_same_bytes(
    card_folder: Path, card_page: str, tmp_path: Path
) -> None:
    code = "import sys; from reports import write; write(sys.argv[1], sys.argv[2])"
    subprocess.run(
        [sys.executable, "-c", code, card_folder, tmp_path / "b.html"],
        check=True,
        env={"PYTHONHASHSEED": "7", "PATH": "", "HOME": str(tmp_path)},
        cwd=Path(__file__).parents[2],
    )
    assert (tmp_path / "b.html").read_text(encoding="utf-8") == card_page


def test_mirrors_alone(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells("a", 3))
    assert "plays no two strategies against each other" in _answers(page, "shares")[0]
    assert len(_answers(page, "first")) == 1


def test_a_line_up_alone_says_what_would_tell_of_turn_order(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells([], 4, line_ups=["abcd"]), 4)
    assert "alhambra run card" in _section(page, "first").partition("How to repeat")[0]
    assert "in a line-up" in _answers(page, "shares")[0]


def test_a_single_deal(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells("ab", 2), 1)
    assert not re.search(r">[^<]*\b(nan|inf|None)\b", page)
    assert "nothing can be said" in _answers(page, "payments")[0]


def test_an_unfinished_run_tells_what_waits(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells("ab", 2, chunk=16), 32, chunks=11)
    assert "176 of 192 games are there" in page
    assert "16 of 176 games are on deals that have not been played in all seatings" in page


def test_nothing_but_a_part_of_a_block(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells("ab", 3), 10, chunks=1)
    assert "10 of 10 games are on deals" in page
    assert "This run cannot tell" in _answers(page, "first")[0]


def test_faults_and_the_turn_limit_are_told(tmp_path: Path) -> None:
    cells = synthetic.card_cells("ab", 2)
    run = synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 30))
    for number, (part, end) in enumerate(
        zip(
            sorted((run / "games").iterdir()), ("fault", "turn_limit", *["market"] * 4), strict=True
        )
    ):
        cause = pl.lit(end).cast(pl.Enum(MARKET_ENDS)).alias("end")
        pl.read_parquet(part).with_columns(cause).write_parquet(part)
        assert number < 6
    page = write(run, tmp_path / "a.html").read_text(encoding="utf-8")
    assert "30 of 180 games ended in a fault" in page
    assert "30 of 180 games were cut short" in page
    assert "120 ended because the market ran short" in _answers(page, "ends")[0]


def test_a_run_of_two_games_has_sections_of_both(tmp_path: Path) -> None:
    patience = synthetic.plan([synthetic.strategy("a")], 30)
    cells = (*patience.cells, *synthetic.card_cells("ab", 2))
    page = _report(tmp_path, cells, 30)
    found = re.findall(r'<section id="(.*?)">', page)
    assert len(found) == len(set(found))
    assert {"winning", "home", *SECTIONS} - {"options"} <= set(found)
    assert "Alhambra, the patience and Alhambra: The Card Game" in page


def test_with_many_sides_strategies_against_themselves_are_drawn(tmp_path: Path) -> None:
    page = _report(tmp_path, synthetic.card_cells("abcdefgh", 2), 2)
    assert "Strategies against themselves are drawn, 8 of 64 rows" in _section(page, "scores")
