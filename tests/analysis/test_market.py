"""Tables of the card game, each held against a plain computation over the same rows."""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import analysis.run
from analysis import Run, block, first, load, payment, score, seating, share
from analysis.interval import mean
from analysis.seating import EACH
from sim.schema import MARKET_ENDS, TYPES
from tests.analysis import synthetic

Seat = dict[str, Any]


def _seats(run: Run) -> list[Seat]:
    """Return the seats of all games with what is known of their games."""
    games = {(g["cell"], g["deal"]): g for g in run.games.collect().to_dicts()}
    return [
        {**games[s["cell"], s["deal"]], **s} for s in run.seats.collect().to_dicts()
    ]  # fmt: skip


@pytest.fixture(scope="module")
def seats(card_run: Run) -> list[Seat]:
    return _seats(card_run)


def _setting(run: Run, title: str, players: int, **rules: str) -> seating.Setting:
    (found,) = [
        s
        for s in seating.settings(run)
        if (s.title, s.players) == (title, players) and rules.items() <= s.rules.items()
    ]
    return found


def _blocks(seats: list[Seat], setting: seating.Setting) -> Iterator[list[Seat]]:
    by_deal: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat["cell"] in setting.cells:
            by_deal[seat["deal"]].append(seat)
    yield from by_deal.values()


def test_every_seat_belongs_to_one_side(card_run: Run) -> None:
    found = seating.settings(card_run)
    places = seating.places(card_run, found)
    cells = card_run.plan.cells
    assert len(places) == sum(cell.players for cell in cells)
    assert places.select("cell", "seat").is_unique().all()
    sides = seating.sides(found)
    assert [side.number for side in sides] == list(range(len(sides)))
    for cell, seat, side, setting in places.select("cell", "seat", "side", "setting").iter_rows():
        assert sides[side].strategy == cells[cell].seating[seat]
        assert sides[side].setting == setting
        assert cell in found[setting].cells


def test_settings_are_named_by_who_plays(card_run: Run) -> None:
    found = [(s.kind, s.players, s.title, s.games) for s in seating.settings(card_run)]
    assert found == [
        ("mirror", 2, "a against itself", 2),
        ("mirror", 2, "b against itself", 2),
        ("lone", 2, "a / b", 2),
        ("mirror", 2, "a against itself", 2),
        ("mirror", 3, "a against itself", 3),
        ("mirror", 3, "b against itself", 3),
        ("lone", 3, "one a among b", 3),
        ("lone", 3, "one b among a", 3),
        ("line-up", 3, "a / b / c", 6),
    ]
    mirror = seating.settings(card_run)[0]
    assert mirror.rules["first_player"] == EACH
    assert mirror.group == "2 players, hands=counted"
    assert _setting(card_run, "one a among b", 3).sides[1].against == "one a"


def test_win_shares(card_run: Run, seats: list[Seat]) -> None:
    rows = share.win_shares(card_run).to_dicts()
    assert {row["kind"] for row in rows} == {"lone", "field", "line-up"}
    for row in rows:
        setting = seating.settings(card_run)[row["setting"]]
        blocks = [
            [s["share"] / 60 for s in block_ if s["strategy"] == row["strategy"]]
            for block_ in _blocks(seats, setting)
        ]
        assert (row["deals"], row["games"]) == (50, 50 * setting.games)
        assert {len(shares) for shares in blocks} == {row["seats"]}
        means = [sum(shares) / len(shares) for shares in blocks]
        assert row["share"] == pytest.approx(np.mean(means))
        assert row["even"] == 1 / row["players"]
        assert 0 <= row["low"] < row["share"] < row["high"] <= 1
        # Close to what Student's t over the deals says.
        half = 2.01 * np.std(means, ddof=1) / math.sqrt(50)
        assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=0.35)
        sides = {"more": row["low"] > row["even"], "less": row["high"] < row["even"]}
        assert sides.get(row["verdict"], not any(sides.values()))


def test_a_field_gets_what_the_lone_one_leaves(card_run: Run) -> None:
    rows = {(r["strategy"], r["against"]): r for r in share.win_shares(card_run).to_dicts()}
    lone, field = rows["a", "a field of b"], rows["b", "one a"]
    assert lone["share"] + 2 * field["share"] == pytest.approx(1)
    assert 1 - lone["low"] == pytest.approx(2 * field["high"])


def test_never_winning_has_an_interval(tmp_path: Path) -> None:
    plan = synthetic.card_plan(synthetic.card_cells("ab", 2), 30)
    folder = synthetic.write_card(tmp_path / "run", plan)
    for part in (folder / "seats").iterdir():
        seats = pl.read_parquet(part)
        lost = pl.when(pl.col("strategy") == "a").then(0).otherwise(60)
        seats.with_columns(lost.cast(pl.UInt8).alias("share")).write_parquet(part)
    rows = {row["strategy"]: row for row in share.win_shares(load(folder)).to_dicts()}
    assert (rows["a"]["share"], rows["a"]["low"]) == (0, 0)
    assert rows["a"]["high"] == pytest.approx(1 - 0.025 ** (1 / 30))
    assert (rows["b"]["share"], rows["b"]["high"]) == (1, 1)
    assert (rows["a"]["verdict"], rows["b"]["verdict"]) == ("less", "more")


def _effects(games: list[Seat], n: int, place: int) -> dict[str, float]:
    """Return the effects of a place on one deal of a mirror, by their definition (M5)."""
    total = sum(s["share"] / 60 for s in games if s["first"] == s["named"] and s["order"] == place)
    order = sum(s["share"] / 60 for s in games if s["order"] == place) / n
    hand = sum(s["share"] / 60 for s in games if s["seat"] == (s["named"] + place) % n) / n
    found = {"total": total - 1 / n, "order": order - 1 / n, "hand": hand - 1 / n}
    return {**found, "interaction": found["total"] - found["order"] - found["hand"]}


def test_what_it_is_worth_to_go_first(card_run: Run, seats: list[Seat]) -> None:
    rows = first.turn_order(card_run).to_dicts()
    assert len(rows) == 3 * 2 * 3 + 2 * 3 * 4
    for row in rows:
        setting = seating.settings(card_run)[row["setting"]]
        assert setting.kind == "mirror"
        values = [
            _effects(games, row["players"], row["place"])[row["effect"]]
            for games in _blocks(seats, setting)
        ]
        half = 2.0096 * np.std(values, ddof=1) / math.sqrt(len(values))
        assert (row["deals"], row["games"]) == (50, 50 * row["players"])
        assert row["worth"] == pytest.approx(np.mean(values), abs=1e-12)
        assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=1e-3)


def test_turn_and_hand_add_up_with_two_players(card_run: Run) -> None:
    rows = {
        (r["setting"], r["place"], r["effect"]): r["worth"]
        for r in first.turn_order(card_run).filter(pl.col("players") == 2).to_dicts()
    }
    assert {effect for _, _, effect in rows} == {"total", "order", "hand"}
    for setting, place in {key[:2] for key in rows}:
        total, order, hand = (rows[setting, place, e] for e in ("total", "order", "hand"))
        assert total == pytest.approx(order + hand)


@pytest.mark.parametrize(
    ("start", "effects"), [("rule", {"total"}), ("random", set()), ("1", set())]
)
def test_a_mirror_of_one_start_tells_the_total_at_most(
    tmp_path: Path, start: str, effects: set[str]
) -> None:
    rules: dict[str, str | int] = {**synthetic.CARD_RULES, "first_player": start}
    cells = [synthetic.Cell("card", ("a", "a", "a"), rules, 64)]
    run = load(synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 20)))
    rows = first.turn_order(run).to_dicts()
    assert {row["effect"] for row in rows} == effects
    shares = [s["share"] / 60 for s in _seats(run) if s["first"] == s["named"] and not s["order"]]
    if rows:
        assert rows[0]["worth"] == pytest.approx(np.mean(shares) - 1 / 3)


def test_scores_and_margins(card_run: Run, seats: list[Seat]) -> None:
    for row in score.scores(card_run).to_dicts():
        setting = seating.settings(card_run)[row["setting"]]
        blocks = [
            [s["score"] for s in games if s["strategy"] == row["strategy"]]
            for games in _blocks(seats, setting)
        ]
        flat = [points for points_ in blocks for points in points_]
        assert row["n"] == len(flat)
        assert row["mean"] == pytest.approx(np.mean(flat))
        block_means = [np.mean(points) for points in blocks]
        half = 2.0096 * np.std(block_means, ddof=1) / math.sqrt(len(blocks))
        assert row["high"] - row["mean"] == pytest.approx(half, rel=1e-3)
        assert (row["least"], row["most"]) == (min(flat), max(flat))
    for row in score.margins(card_run).to_dicts():
        setting = seating.settings(card_run)[row["setting"]]
        leads = []
        for games in _blocks(seats, setting):
            for cell in setting.cells:
                best, second = sorted(s["score"] for s in games if s["cell"] == cell)[:-3:-1]
                leads.append(best - second)
        assert row["n"] == len(leads)
        assert row["shared"] == leads.count(0)
        assert row["mean"] == pytest.approx(np.mean(leads))
        assert row["q50"] == int(np.quantile(leads, 0.5, method="inverted_cdf"))


def test_lines_are_least_squares_with_the_deal_as_cluster(card_run: Run, seats: list[Seat]) -> None:
    rows = payment.lines(card_run).to_dicts()
    assert {row["column"] for row in rows} == {"exact", "overpaid"}
    for row in rows:
        setting = seating.settings(card_run)[row["setting"]]
        mine = [
            s
            for games in _blocks(seats, setting)
            for s in games
            if s["strategy"] == row["strategy"]
        ]
        x = np.array([s[row["column"]] for s in mine], float)
        y = np.array([s["share"] / 60 for s in mine])
        slope, at = np.polyfit(x, y, 1)
        scores: Counter[int] = Counter()
        for s, u in zip(mine, (x - x.mean()) * (y - at - slope * x), strict=True):
            scores[s["deal"]] += u
        deals = len(scores)
        error = math.sqrt(deals / (deals - 1) * sum(u * u for u in scores.values()))
        error /= ((x - x.mean()) ** 2).sum()
        assert (row["deals"], row["rows"]) == (deals, len(mine))
        assert row["mean"] == pytest.approx(x.mean())
        assert row["slope"] == pytest.approx(slope)
        assert row["high"] - row["slope"] == pytest.approx(2.0096 * error, rel=1e-3)


def test_shares_by_exact_payments_and_by_money_overpaid(card_run: Run, seats: list[Seat]) -> None:
    found = seating.settings(card_run)
    sides = seating.sides(found)
    for row in payment.steps(card_run).to_dicts():
        low, high = block.BINS[row["column"]][row["bin"]]
        mine = [
            s
            for games in _blocks(seats, found[row["setting"]])
            for s in games
            if s["strategy"] == sides[row["side"]].strategy
            and low <= s[row["column"]] <= (10**6 if high is None else high)
        ]
        assert row["rows"] == len(mine)
        assert row["deals"] == len({s["deal"] for s in mine})
        assert row["share"] == pytest.approx(np.mean([s["share"] / 60 for s in mine]))
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["high"] > row["low"]


def test_bins_join_without_a_gap() -> None:
    for bins in block.BINS.values():
        assert bins[0][0] == 0
        assert bins[-1][1] is None
        for (_, high), (low, _) in itertools.pairwise(bins):
            assert low == (high or 0) + 1
    assert payment.values("overpaid", 0) == "0"
    assert payment.values("overpaid", 1) == "1 to 2"
    assert payment.values("overpaid", 8) == "51 and more"


def test_means_and_ends(card_run: Run, seats: list[Seat]) -> None:
    means = score.means(card_run).to_dicts()
    assert sum(row["n"] for row in means) == len(seats)
    found = seating.settings(card_run)
    for row in means:
        cells = found[row["setting"]].cells
        mine = [s for s in seats if s["cell"] in cells and s["strategy"] == row["strategy"]]
        assert row["n"] == len(mine)
        for name in ("points_c_tower", "gifts", "leftovers", "exact", f"owned_{TYPES[0]}"):
            assert row[name] == pytest.approx(np.mean([s[name] for s in mine]))
    games = card_run.games.collect().to_dicts()
    for row in score.ends(card_run).to_dicts():
        mine = [g for g in games if g["cell"] in found[row["setting"]].cells]
        assert row["n"] == len(mine) == sum(row[end] for end in MARKET_ENDS)
        assert row["turn_limit"] == sum(g["end"] == "turn_limit" for g in mine)
        assert row["without_b"] == sum(g["turn_b"] == 0 for g in mine)
        assert row["turns"] == pytest.approx(np.mean([g["turns"] for g in mine]))
        dummy = np.mean([g["dummy_score"] for g in mine])
        assert row["dummy"] == (pytest.approx(dummy) if row["players"] == 2 else None)


def test_only_whole_blocks_have_an_interval_and_the_others_are_told(tmp_path: Path) -> None:
    cells = synthetic.card_cells("ab", 3, chunk=16)
    folder = synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 40))
    lone = next(k for k, cell in enumerate(cells) if cell.seating == ("b", "a", "b"))
    (folder / "games" / f"{lone:04d}-0000001.parquet").unlink()
    run = load(folder)
    sums = block.block_sums(run)
    setting = _setting(run, "one a among b", 3).number
    assert sums.blocks[setting] == 24
    assert sums.games_left_out[setting] == 2 * 16
    assert sums.games_left_out.total() == 2 * 16
    assert share.win_shares(run, sums).filter(pl.col("setting") == setting)["deals"][0] == 24
    ends = {row["setting"]: row["n"] for row in score.ends(run).to_dicts()}
    assert ends[setting] == 3 * 40 - 16
    assert sums.margins[setting].total() == 3 * 40 - 16


def test_cells_that_take_turns_at_the_deals(tmp_path: Path) -> None:
    cells = synthetic.card_cells([], 5, line_ups=["abcde"])
    run = load(synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 48)))
    (setting,) = seating.settings(run)
    assert (len(setting.cells), setting.games) == (24 * 5, 5)
    rows = share.win_shares(run).to_dicts()
    assert [(row["deals"], row["games"]) for row in rows] == [(48, 240)] * 5
    assert sum(row["share"] for row in rows) == pytest.approx(1)


def test_orders_that_repeat_themselves_weigh_as_much_as_others(tmp_path: Path) -> None:
    # Of the orders of a, b, a, b, a, b some have two rotations, some three, some six.
    cells = synthetic.card_cells([], 6, line_ups=["ababab"])
    run = load(synthetic.write_card(tmp_path / "run", synthetic.card_plan(cells, 60)))
    seats = _seats(run)
    (row, _) = share.win_shares(run).to_dicts()
    by_deal: dict[int, list[float]] = defaultdict(list)
    for seat in seats:
        if seat["strategy"] == "a":
            by_deal[seat["deal"]].append(seat["share"] / 60)
    assert len({len(shares) for shares in by_deal.values()}) > 1
    assert row["share"] == pytest.approx(np.mean([np.mean(v) for v in by_deal.values()]))
    assert (row["deals"], row["games"]) == (60, len(seats) // 6)


def test_results_depend_neither_on_the_window_nor_on_the_parts(
    card_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = block.block_sums(card_run)
    plan = card_run.plan
    cut = synthetic.card_plan(
        [synthetic.Cell("card", c.seating, c.rules, 8) for c in plan.cells], 50, first=20
    )
    monkeypatch.setattr(analysis.run, "WINDOW_ROWS", 1)
    assert len(list(card_run.spans())) == 1  # at least 2**8 deals
    many = load(synthetic.write_card(tmp_path / "run", cut))
    assert len(many.parts) > len(card_run.parts)
    assert block.block_sums(many) == whole
    for table in (share.win_shares, first.turn_order, payment.lines, payment.steps, score.scores,
                  score.margins, score.means, score.ends):  # fmt: skip
        assert table(many).equals(table(card_run))


def test_windows_add_up(card_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = block.block_sums(card_run)
    monkeypatch.setattr(Run, "spans", lambda run: ((k, k + 7) for k in range(14, 77, 7)))
    assert block.block_sums(card_run) == whole


def test_a_run_of_two_games_has_a_table_for_each(
    tmp_path: Path, card_folder: Path, folder: Path
) -> None:
    patience, card = load(folder), load(card_folder)
    plan = synthetic.Plan(
        7, 0, 30, (*synthetic.plan([synthetic.strategy("a")]).cells, *card.plan.cells),
        card.plan.strategies,
    )  # fmt: skip
    synthetic.write_card(tmp_path / "run", plan)
    run = load(tmp_path / "run")
    assert patience.played == ("patience",)
    assert run.played == ("patience", "card")
    assert run.game == "patience"
    assert run.numbers == (0,)
    assert len(run.games.collect()) == 30
    other = run.of("card")
    assert share.win_shares(other)["deals"].unique().to_list() == [30]
    assert "seating" in other.cells.columns
    assert run.present == other.present == 30 * (1 + len(card.plan.cells))


def test_documented_columns(card_run: Run) -> None:
    for table in (share.win_shares, first.turn_order, payment.lines, payment.steps, score.scores,
                  score.margins, score.ends):  # fmt: skip
        documented = table.__doc__ or ""
        assert all(f"``{name}``" in documented for name in table(card_run).columns)


def test_a_single_deal_has_finite_intervals(tmp_path: Path) -> None:
    plan = synthetic.card_plan(synthetic.card_cells("ab", 3), 1)
    run = load(synthetic.write_card(tmp_path / "run", plan))
    for row in share.win_shares(run).to_dicts():
        assert 0 <= row["low"] < row["high"] <= 1
    for row in first.turn_order(run).to_dicts():
        assert -3 <= row["low"] < row["high"] <= 3
    assert all(math.isnan(row["low"]) for row in payment.lines(run).to_dicts())


def test_the_bound_stands_in_where_nothing_varies(card_run: Run) -> None:
    assert mean(5, 0, 0, 0, 60).method == "bound"


def test_rules_are_compared_on_the_same_deals(tmp_path: Path) -> None:
    rules: list[dict[str, str | int]] = [{}, {"hands": "secret"}, {"extra_action": "may"}]
    plan = synthetic.card_plan(synthetic.card_cells("ab", 3, rules=rules), 30)
    run = load(synthetic.write_card(tmp_path / "run", plan))
    seats, found = _seats(run), seating.settings(run)
    rows = share.rules_compared(run).to_dicts()
    assert len(rows) == 2 * (2 + 2 * 2)
    for row in rows:
        side, base = found[row["setting"]], found[row["base_setting"]]
        assert (side.strategies, side.players) == (base.strategies, base.players)
        assert row["base_rules"] == "hands=counted, extra_action=must"
        for name, unit in (("score", 1), ("share", 60)):
            apart = []
            for deal in range(30):
                here, there = (
                    [s[name] / unit for s in seats if s["cell"] in setting.cells
                     and (s["deal"], s["strategy"]) == (deal, row["strategy"])]
                    for setting in (side, base)
                )  # fmt: skip
                apart.append(np.mean(here) - np.mean(there))
            if name == "share" and side.kind == "mirror":
                assert math.isnan(row["share"])
                continue
            half = 2.0452 * np.std(apart, ddof=1) / math.sqrt(30)
            assert row["deals"] == 30
            assert row[name] == pytest.approx(np.mean(apart), abs=1e-12)
            assert row[f"{name}_high"] - row[name] == pytest.approx(half, rel=1e-3)
