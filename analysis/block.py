"""Sums over blocks: what every number with an interval needs of a log, gathered in one pass.

The block is one deal in all seatings of a setting, and the cluster of every interval. Only whole
blocks are added up here, so that each seat and each start has its part; ``games_left_out`` says how
many games of an unfinished run wait for the rest of their block.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from analysis.interval import Moments
from analysis.points import ROUNDS, WALLS, city_columns, column, sources
from analysis.run import Run, collect
from analysis.seating import SIXTIETHS, Setting, places, settings, twins

if TYPE_CHECKING:
    import polars as pl

EXACT_BINS = ((0, 0), *((k, k + 1) for k in range(1, 25, 2)), (25, None))
OVERPAID_BINS = (
    (0, 0),
    (1, 2),
    (3, 5),
    (6, 10),
    (11, 15),
    (16, 20),
    (21, 30),
    (31, 50),
    (51, None),
)
BINS: dict[str, tuple[tuple[int, int | None], ...]] = {
    "exact": EXACT_BINS,
    "overpaid": OVERPAID_BINS,
}
"""The values of a column that are counted together, first and last."""

MAJORITIES, SCORE = "majorities", "score"
"""Sources of points beside those of ``analysis.points``: all types together, and everything."""

LEADS = 360
"""Leads are counted in parts of a point that hold any mean over winners less one over others."""

EFFECTS = ("total", "order", "hand", "interaction")
"""What turn order does: see ``analysis.first``."""


@dataclass(frozen=True)
class Blocks:
    """Exact sums over the whole blocks of a run.

    Attributes
    ----------
    settings
        Of the run.
    blocks, games
        Whole blocks of each setting, and the games in them.
    games_left_out
        Games of each setting whose block is not whole.
    margins
        Games of each setting, whole block or not, by the winner's margin.
    margin_sums
        By setting: sum over whole blocks of their margins, and of the squares of these.
    sides
        By side: ``share`` (sixtieths less the even share), ``score``, in a game of cities also
        the longest walls by round and the columns ``analysis.points.CITY``, and their squares.
    twins
        By two sides that differ in the rules alone: common blocks, and of the difference of their
        shares and of their scores the sum and the sum of squares.
    lines
        By side and column (``exact``, ``overpaid``): sums for the line of the share on it.
    bins
        By side, column and number of bin: ``deals``, ``rows``, ``share`` (sixtieths), the squares
        ``rows_rows`` and ``share_share``, and ``rows_share``.
    leads
        By setting and source of points: sum and sum of squares of the winners' mean less that of
        the others, in parts of a point (``LEADS``).
    leaders
        By setting and source of points: sum and sum of squares of the share of the win of who has
        most points from it, in sixtieths of a sixtieth.
    places
        By setting, place in turn order and effect: sum and sum of squares, in units of a sixtieth
        over the number of games.
    """

    settings: list[Setting]
    blocks: Counter[int] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    games_left_out: Counter[int] = field(default_factory=Counter)
    margins: dict[int, Counter[int]] = field(default_factory=dict)
    margin_sums: dict[int, tuple[int, int]] = field(default_factory=dict)
    sides: dict[int, Counter[str]] = field(default_factory=dict)
    twins: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    lines: dict[tuple[int, str], Moments] = field(default_factory=dict)
    bins: dict[tuple[int, str, int], Counter[str]] = field(default_factory=dict)
    leads: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    leaders: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    places: dict[tuple[int, int, str], tuple[int, int]] = field(default_factory=dict)


def block_sums(run: Run) -> Blocks:
    """Go through the log in windows of deals and add up what the tables need.

    The sums are whole numbers, so that the result does not depend on how the log is cut.
    """
    found = Blocks(settings(run))
    where = places(run, found.settings)
    for first, last in run.spans():
        rows = _rows(run, first, last, where)
        if rows is None:
            continue
        partial = _partial(rows, found)
        _add_margins(rows, partial, found)
        if len(partial):
            rows = rows.join(partial, on=["setting", "deal"], how="anti")
        if len(rows):
            _add_sides(rows, found, city_columns(run.game))
            _add_bins(rows, found)
            _add_sources(rows, found, sources(run.game))
            _add_places(rows, found)
    return found


def _rows(run: Run, first: int, last: int, where: "pl.DataFrame") -> "pl.DataFrame | None":
    """Return the seats of a window of deals, with their sides and what is known of their games."""
    import polars as pl  # noqa: PLC0415

    games, seats = run.window(first, last), run.window(first, last, "seats")
    if games is None or seats is None:
        return None
    own = ["cell", "deal", "seat", "order", "share", "place", "score", *BINS]
    points = {
        source: pl.sum_horizontal(pl.col(column(r, source)).cast(pl.Int64) for r in ROUNDS)
        for source in sources(run.game)
    }
    cities = [pl.col(name).cast(pl.Int64) for name in city_columns(run.game)]
    (rows,) = collect(
        seats.select(*own, *cities, **{_from(name): value for name, value in points.items()})
        .join(games.select("cell", "deal", "first", "named"), on=["cell", "deal"])
        .join(where.lazy(), on=["cell", "seat"])
    )
    return rows.with_columns(pl.col("share", "score", *BINS).cast(pl.Int64))


def _from(source: str) -> str:
    """Return the name of a row's points from a source."""
    return f"from_{source}"


def _partial(rows: "pl.DataFrame", found: Blocks) -> "pl.DataFrame":
    """Count the blocks of a window and return those that are not whole."""
    import polars as pl  # noqa: PLC0415

    blocks = (
        rows.filter(pl.col("seat") == 0)
        .group_by("setting", "deal")
        .agg(pl.len().cast(pl.Int64).alias("games"), pl.col("need").first())
        .with_columns((pl.col("games") < pl.col("need")).alias("partial"))
    )
    counts = blocks.group_by("setting").agg(
        (~pl.col("partial")).sum().cast(pl.Int64).alias("whole"),
        pl.col("games").filter(~pl.col("partial")).sum(),
        pl.col("games").filter("partial").sum().alias("out"),
    )
    for setting, whole, games, out in counts.iter_rows():
        found.blocks[setting] += whole
        found.games[setting] += games
        found.games_left_out[setting] += out
    return blocks.filter("partial").select("setting", "deal")


def _add_margins(rows: "pl.DataFrame", partial: "pl.DataFrame", found: Blocks) -> None:
    """Add by how much the winner of every game leads the second; a shared win leads by 0."""
    import polars as pl  # noqa: PLC0415

    score, first = pl.col("score"), pl.col("place") == 1
    games = rows.group_by("setting", "deal", "cell").agg(
        pl.when(first.sum() > 1)
        .then(0)
        .otherwise(score.max() - score.filter(~first).max())
        .alias("margin"),
        pl.col("weight").first(),
    )
    counts = games.group_by("setting", "margin").agg(pl.len())
    for setting, margin, n in counts.iter_rows():
        found.margins.setdefault(setting, Counter())[margin] += n
    blocks = (
        games.join(partial, on=["setting", "deal"], how="anti")
        .group_by("setting", "deal")
        .agg((pl.col("margin") * pl.col("weight")).sum())
    )
    margin = pl.col("margin")
    sums = blocks.group_by("setting").agg(margin.sum(), (margin * margin).sum().alias("squares"))
    for setting, total, squares in sums.iter_rows():
        old = found.margin_sums.get(setting, (0, 0))
        found.margin_sums[setting] = (old[0] + total, old[1] + squares)


def _add_sides(rows: "pl.DataFrame", found: Blocks, more: tuple[str, ...]) -> None:
    """Add the shares, scores and other columns of every side, and the lines of its shares."""
    import polars as pl  # noqa: PLC0415

    share = pl.col("share")
    five = {
        name: (pl.len().cast(pl.Int64), x.sum(), share.sum(), (x * x).sum(), (x * share).sum())
        for name in BINS
        for x in (pl.col(name),)
    }
    weight = pl.col("weight").first()
    blocks = rows.group_by("side", "deal").agg(
        pl.col("score", *more).sum() * weight,
        *(
            (sum_ * weight).alias(f"{name}_{k}")
            for name, sums in five.items()
            for k, sum_ in enumerate(sums)
        ),
    )
    players = {side.number: s.players for s in found.settings for side in s.sides}
    even = pl.col("exact_0") * SIXTIETHS // pl.col("side").replace_strict(players)
    wide = blocks.with_columns((pl.col("exact_2") - even).alias("share")).with_columns(
        pl.exclude("side", "deal").cast(pl.Int128)
    )
    _add_twins(wide.select("side", "deal", "share", "score"), found)
    own = wide.group_by("side").agg(
        pl.len().alias("blocks"),
        pl.col("share", "score", *more).sum(),
        *((pl.col(c) * pl.col(c)).sum().alias(f"{c}_{c}") for c in ("share", "score", *more)),
        *(pl.col(f"{name}_{k}").sum() for name in BINS for k in range(5)),
        *(
            (pl.col(f"{name}_{i}") * pl.col(f"{name}_{j}")).sum().alias(f"{name}_{i}_{j}")
            for name in BINS
            for i, j in combinations_with_replacement(range(5), 2)
        ),
    )
    for row in own.to_dicts():
        side = row["side"]
        sums = found.sides.setdefault(side, Counter())
        for name in ("share", "score", *more):
            for key in (name, f"{name}_{name}"):
                sums[key] += int(row[key])
        for name in BINS:
            _add_line(found, (side, name), row)


def _add_twins(blocks: "pl.DataFrame", found: Blocks) -> None:
    """Add the differences of sides that differ in the rules alone, on the deals of both."""
    import polars as pl  # noqa: PLC0415

    for side, base in twins(found.settings):
        pair = (blocks.filter(pl.col("side") == each.number) for each in (side, base))
        apart = next(pair).join(next(pair), on="deal", suffix="_base")
        sums = found.twins.setdefault((side.number, base.number), Counter())
        sums["blocks"] += len(apart)
        for name in ("share", "score"):
            value = pl.col(name) - pl.col(f"{name}_base")
            ((total, squares),) = apart.select(value.sum(), (value * value).sum().alias("s")).rows()
            sums[name] += int(total)
            sums[f"{name}_{name}"] += int(squares)


def _add_line(found: Blocks, key: tuple[int, str], row: dict[str, int]) -> None:
    pairs = combinations_with_replacement(range(5), 2)
    sums = [int(row[f"{key[1]}_{k}"]) for k in range(5)]
    products = [int(row[f"{key[1]}_{i}_{j}"]) for i, j in pairs]
    old = found.lines.get(key, Moments(0, (0,) * 5, (0,) * 15))
    found.lines[key] = Moments(
        old.clusters + int(row["blocks"]),
        tuple(map(sum, zip(old.sums, sums, strict=True))),
        tuple(map(sum, zip(old.products, products, strict=True))),
    )


def _add_bins(rows: "pl.DataFrame", found: Blocks) -> None:
    """Add the shares of every side by its exact payments and by what it overpaid."""
    import polars as pl  # noqa: PLC0415

    for name, bins in BINS.items():
        starts = [low for low, _ in bins[1:]]
        # A search among the starts gives the number of the bin.
        number = pl.Series(starts).search_sorted(rows[name], side="right")
        counts = (
            rows.select("side", "deal", "share", pl.Series("bin", number))
            .group_by("side", "bin", "deal")
            .agg(pl.len().cast(pl.Int64).alias("rows"), pl.col("share").sum())
            .group_by("side", "bin")
            .agg(
                pl.len().alias("deals"),
                pl.col("rows", "share").sum(),
                (pl.col("rows") * pl.col("rows")).sum().alias("rows_rows"),
                (pl.col("share") * pl.col("share")).sum().alias("share_share"),
                (pl.col("rows") * pl.col("share")).sum().alias("rows_share"),
            )
        )
        for row in counts.to_dicts():
            sums = found.bins.setdefault((row.pop("side"), name, row.pop("bin")), Counter())
            sums.update({key: int(value) for key, value in row.items()})


def _add_sources(rows: "pl.DataFrame", found: Blocks, names: tuple[str, ...]) -> None:
    """Add how winning goes along with each source of points: ``analysis.source`` says how."""
    import polars as pl  # noqa: PLC0415

    points = {name: pl.col(_from(name)) for name in names}
    points[MAJORITIES] = pl.sum_horizontal(points[name] for name in names if name != WALLS)
    points[SCORE] = pl.sum_horizontal(points[name] for name in names)
    share = pl.col("share").cast(pl.Int64)
    won = share > 0
    # Whole numbers: the parts of a point divide by every number of winners times others.
    winners, others = won.sum().cast(pl.Int64), (~won).sum().cast(pl.Int64)
    pairs = (winners * others).clip(lower_bound=1)
    values = {}
    for name, x in points.items():
        lead = others * x.filter(won).sum() - winners * x.filter(~won).sum()
        values[f"lead_{name}"] = lead * (LEADS // pairs)
        top = x == x.max()
        values[f"most_{name}"] = share.filter(top).sum() * (SIXTIETHS // top.sum().cast(pl.Int64))
    weight = pl.col("weight").first()
    blocks = (
        rows.group_by("setting", "deal", "cell")
        .agg(**{name: value * weight for name, value in values.items()})
        .group_by("setting", "deal")
        .agg(pl.col(list(values)).sum().cast(pl.Int128))
    )
    sums = blocks.group_by("setting").agg(
        pl.col(list(values)).sum(),
        *((pl.col(name) * pl.col(name)).sum().alias(f"{name}_squares") for name in values),
    )
    for row in sums.to_dicts():
        for name in points:
            for kept, kind in ((found.leads, "lead"), (found.leaders, "most")):
                key = row["setting"], name
                total, squares = kept.get(key, (0, 0))
                one = f"{kind}_{name}"
                kept[key] = total + int(row[one]), squares + int(row[f"{one}_squares"])


def _add_places(rows: "pl.DataFrame", found: Blocks) -> None:
    """Add what turn order does in every mirror: ``analysis.first`` says what is added."""
    import polars as pl  # noqa: PLC0415

    for setting in found.settings:
        if not setting.tells_starts:
            continue
        n, each = setting.players, setting.games == setting.players
        mine = rows.filter(pl.col("setting") == setting.number).with_columns(
            ((pl.col("seat").cast(pl.Int64) - pl.col("named") + n) % n).alias("after"),
            (pl.col("first") == pl.col("named")).alias("by_rule"),
        )
        share, wins = pl.col("share"), {}
        for k in range(n):
            wins[f"total_{k}"] = share.filter(pl.col("by_rule") & (pl.col("order") == k)).sum()
            wins[f"order_{k}"] = share.filter(pl.col("order") == k).sum()
            wins[f"hand_{k}"] = share.filter(pl.col("after") == k).sum()
        blocks = mine.group_by("deal").agg(**wins)
        for k in range(n):
            total = pl.col(f"total_{k}") * n - SIXTIETHS
            order, hand = (pl.col(f"{name}_{k}") - SIXTIETHS for name in ("order", "hand"))
            effects = {"total": total}
            if each:
                effects |= {"order": order, "hand": hand}
            if each and n > 2:
                effects["interaction"] = total - order - hand
            for name, value in effects.items():
                (sums,) = blocks.select(value.sum(), (value * value).sum().alias("s")).rows()
                old = found.places.get((setting.number, k, name), (0, 0))
                found.places[setting.number, k, name] = (old[0] + sums[0], old[1] + sums[1])
