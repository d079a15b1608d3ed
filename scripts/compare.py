"""``alhambra compare``: which of some strategies is better, with intervals valid at every look."""

import itertools
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scripts.options import RULES, SEED, read_rule
from sim.errors import UserError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analysis.verdict import Verdict
    from sim.parts import Done
    from sim.plan import Chunk, Plan
    from strategies.spec import Spec

MARGIN = 0.01
PILOT = 400
"""Deals of a pilot."""


@click.command("compare", short_help="Find out which of two strategies is better, and by how much.")
@click.argument("specs", nargs=-1, metavar="A B [C]...")
@click.option("--game", required=True, help="The game that they play.")
@click.option("--players", type=int, metavar="N", help="Number of players.  [default: 2]")
@click.option(
    "--margin", type=click.FloatRange(0, 0.5, min_open=True), default=MARGIN, show_default=True,
    help="Effects up to this one count as equal.",
)  # fmt: skip
@click.option(
    "--max-deals", type=click.IntRange(64), default=100_000, show_default=True, metavar="N",
    help="Where it ends undecided.",
)  # fmt: skip
@click.option("--plan", "width", type=click.FloatRange(0, 1, min_open=True), metavar="W",
    help="Play a pilot only, and tell how many games an interval of this width needs.",
)  # fmt: skip
@SEED
@RULES
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Worker processes.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FOLDER",
    help="The run folder, new or begun.  [default: runs/compare-GAME]",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(
    specs: tuple[str, ...],
    game: str,
    players: int | None,
    margin: float,
    max_deals: int,
    width: float | None,
    seed: int,
    rule: tuple[str, ...],
    jobs: int | None,
    out: Path | None,
    quiet: bool,
) -> None:
    """Compare A with B on the same deals, until one is known to be better, or both to be equal.

    A block is one deal: A alone among B's and B alone among A's, in every seat. The effect is half
    the difference between the two lone shares of the win. It is looked at after fixed numbers of
    deals, and the interval holds at all looks together. With three strategies or more each pair is
    compared, and the chance of being wrong is shared out among the pairs.

    \b
    alhambra compare exact greedy --game card --players 3
    alhambra compare my_bot.py:thrifty builder --game patience
    """  # noqa: D301  (click reads the escape)
    from scripts.cells import check_first_player, make_plan, read_players
    from scripts.run import compile_all, read_specs, tell_interpreted

    if len(specs) < 2:
        raise UserError("give at least two strategies to compare")
    everyone = read_specs(game, specs)
    (n,) = read_players(game, str(players) if players else None, [])
    rules = read_rule(game, rule)
    check_first_player([rules], [n])
    compile_all(everyone, quiet)
    tell_interpreted(everyone)
    deals = PILOT if width else max_deals
    plan = make_plan(game, everyone, (0, deals), seed, [rules], [n], mirrors=False)
    folder = out or Path("runs") / f"compare-{game}"
    watch = Comparison(folder, plan, everyone, margin)
    games = _play(watch, everyone, jobs, quiet or bool(width))
    if width:
        click.echo("\n".join(watch.plan_in_words(width)))
        return
    click.echo("\n".join(watch.in_words()))
    click.echo(f"{games:,} games are in {folder}: alhambra report {shlex.quote(str(folder))}")


def _play(watch: "Comparison", specs: "Sequence[Spec]", jobs: int | None, quiet: bool) -> int:
    """Play until the comparison is known or at its end; return the games in the folder."""
    from joblib import cpu_count

    from scripts.run import Bar, make_manifest
    from sim.runner import run

    plan = watch.plan
    with nullcontext() if quiet else Bar() as bar:

        def progress(done: "Done") -> bool:
            if bar is not None:
                bar.step(done)
            return watch.look()

        try:
            summary = run(
                watch.folder,
                plan,
                {spec.spec: spec for spec in specs},
                make_manifest(plan.cells[0].game, specs, plan),
                jobs=jobs or cpu_count(),
                progress=progress,
                order=lambda chunks: sorted(chunks, key=lambda c: (c.first, c.cell)),
                **({"begin": bar.begin} if bar is not None else {}),
            )
        except KeyboardInterrupt:
            click.echo(f"alhambra: interrupted; what is finished is in {watch.folder}", err=True)
            sys.exit(130)
    watch.look()
    return summary.present


@dataclass
class Pair:
    """Two strategies, and what every block of theirs came to.

    Attributes
    ----------
    a, b
        Their specs.
    values
        By measure: for each deal the sum over A's games and over B's, shape (2, deals).
    parts
        By cell: what its game adds to A's sum less B's, for each deal.
    verdicts
        By measure, at each look.
    """

    a: str
    b: str
    values: "dict[str, NDArray[np.int64]]"
    parts: "dict[int, NDArray[np.int64]]" = field(default_factory=dict)
    verdicts: "dict[str, list[Verdict]]" = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Whether the answer is known; from then on nothing of it changes."""
        return bool(self.verdicts[SHARE]) and self.verdicts[SHARE][-1].known


SHARE, POINTS = "share", "points"
"""What is compared: shares of the win (in the patience: won), and points (cards home)."""


class Comparison:
    """A comparison that looks at a run while it is played.

    Parameters
    ----------
    folder, plan
        The run; its cells are those of the blocks.
    specs
        The strategies that are compared, each with each.
    margin
        Effects up to this one count as equal.
    """

    def __init__(self, folder: Path, plan: "Plan", specs: "Sequence[Spec]", margin: float) -> None:
        import numpy as np

        from analysis.sequence import ALPHA, looks, share_out

        self.folder, self.plan, self.margin = folder, plan, margin
        self.game, self.players = plan.cells[0].game, plan.cells[0].players
        names = [spec.spec for spec in specs]
        self.pairs = [
            Pair(
                a,
                b,
                {name: np.zeros((2, plan.last), dtype=np.int64) for name in (SHARE, POINTS)},
                verdicts={SHARE: [], POINTS: []},
            )
            for a, b in itertools.combinations(names, 2)
        ]
        self.alpha = share_out(ALPHA, len(self.pairs))
        self.looks = looks(plan.last)
        self._todo: dict[int, list[Chunk]] = {k: [] for k in range(len(plan.cells))}
        for chunk in plan.chunks():
            self._todo[chunk.cell].append(chunk)
        self._next = 0

    def look(self) -> bool:
        """Read what is finished, look where a look is due, and return whether all is known."""
        self._read()
        ready = min((todo[0].first for todo in self._todo.values() if todo), default=self.plan.last)
        while self._next < len(self.looks) and self.looks[self._next] <= ready:
            for pair in self.pairs:
                if not pair.known:
                    self._judge(pair, self.looks[self._next])
            self._next += 1
        return all(pair.known for pair in self.pairs)

    def _read(self) -> None:
        """Read the finished chunks of every cell, in the order of deals, without a gap."""
        for cell, todo in self._todo.items():
            while todo and (self.folder / "games" / todo[0].name).exists():
                self._add(cell, todo.pop(0))

    def _add(self, cell: int, chunk: "Chunk") -> None:
        import numpy as np

        seating = self.plan.cells[cell].seating
        span = slice(chunk.first, chunk.last)
        for pair in self.pairs:
            if not set(seating) <= {pair.a, pair.b}:
                continue
            part = pair.parts.setdefault(cell, np.zeros(self.plan.last, dtype=np.int64))
            for row, seat in self._own(pair, seating):
                for measure, found in self._columns(chunk, seat).items():
                    pair.values[measure][row, span] += found
                    if measure == SHARE:
                        part[span] += found if row == 0 else -found

    def _own(self, pair: Pair, seating: tuple[str, ...]) -> list[tuple[int, int]]:
        """Return which seats count in a seating: row 0 for A's, 1 for B's, and the seat."""
        if self.players <= 2:
            return [(0 if spec == pair.a else 1, seat) for seat, spec in enumerate(seating)]
        lone = pair.a if seating.count(pair.a) == 1 else pair.b
        return [(0 if lone == pair.a else 1, seating.index(lone))]

    def _columns(self, chunk: "Chunk", seat: int) -> "dict[str, NDArray[np.int64]]":
        import polars as pl

        if self.players == 1:
            rows = pl.read_parquet(self.folder / "games" / chunk.name, columns=["won", "home"])
            names = {SHARE: "won", POINTS: "home"}
        else:
            rows = pl.read_parquet(
                self.folder / "seats" / chunk.name, columns=["seat", "share", "score"]
            ).filter(pl.col("seat") == seat)
            names = {SHARE: "share", POINTS: "score"}
        return {measure: rows[name].cast(pl.Int64).to_numpy() for measure, name in names.items()}

    def _judge(self, pair: Pair, deals: int) -> None:
        from analysis.sequence import HOME_SCALE, WON_SCALE, points_scale
        from analysis.verdict import judge, judge_shares

        shares, points = (pair.values[name][:, :deals] for name in (SHARE, POINTS))
        last = {name: found[-1] if found else None for name, found in pair.verdicts.items()}
        apart = Counter((points[0] - points[1]).tolist())
        if self.players == 1:
            counts = Counter((shares[0] - shares[1]).tolist())
            share = judge(counts, WON_SCALE, self.margin, self.alpha, last[SHARE])
            scale = HOME_SCALE
        else:
            both = Counter(zip(*shares.tolist(), strict=True))
            share = judge_shares(both, self.players, self.margin, self.alpha, last[SHARE])
            scale = points_scale(self.game, self.players)
        pair.verdicts[SHARE].append(share)
        pair.verdicts[POINTS].append(judge(apart, scale, 1.0, self.alpha, last[POINTS]))

    # -------------------------------------------------------------- in words

    def in_words(self) -> list[str]:
        """Return what was found, pair by pair."""
        lines = []
        for pair in self.pairs:
            lines += [*self._pair_in_words(pair), ""]
        sure = f"{1 - self.alpha * len(self.pairs):.0%}"
        lines.append(
            f"All intervals of shares hold together, at every look, with a chance of {sure};"
            f" looks after {', '.join(f'{k:,}' for k in self.looks[: self._next])} deals."
        )
        return lines

    def _pair_in_words(self, pair: Pair) -> list[str]:
        from analysis.saving import Sums, saving
        from analysis.saving import in_words as saved_in_words
        from analysis.verdict import in_words

        found, points = pair.verdicts[SHARE][-1], pair.verdicts[POINTS][-1]
        blocks = found.effect.blocks
        what = "of won" if self.players == 1 else "of the win"
        told = in_words(found, pair.a, pair.b, f"{self.margin:.1%} {what}")
        where = self.game if self.players == 1 else f"{self.game}, {self.players} players"
        games = f"{blocks:,} deals, {blocks * len(pair.parts):,} games, seed {self.plan.seed}"
        lines = [f"{told} ({where}; {games})."]
        half = "the paired difference" if self.players == 1 else "half the difference of the shares"
        lines.append(f"  effect   {_percent(found.effect)}  {half} {what}, {pair.a}'s side")
        if found.halves and self.players > 2:
            for (own, other), lone in zip(
                ((pair.a, pair.b), (pair.b, pair.a)), found.halves, strict=True
            ):
                words = f"{own} alone among {other}, beyond the even {1 / self.players:.1%}"
                lines.append(f"  alone    {_percent(lone)}  {words}")
        unit = "cards home a deal" if self.players == 1 else "points a game"
        low, high = points.effect.limits
        lines.append(f"  points   {points.effect.mean:+.2f} ({low:+.2f} to {high:+.2f})  {unit}")
        block = pair.values[SHARE][0, :blocks] - pair.values[SHARE][1, :blocks]
        parts = [part[:blocks] for part in pair.parts.values()]
        sums = [Sums(blocks, int(x.sum()), int((x * x).sum())) for x in (block, *parts)]
        told = saved_in_words(saving(sums[0], sums[1:]))
        lines.append(f"  {told[0].upper()}{told[1:]}.")
        return lines

    def plan_in_words(self, width: float) -> list[str]:
        """Return how many games an interval of a width needs, from the pilot that was played."""
        from analysis.saving import need
        from analysis.sequence import WON_SCALE, share_scale
        from analysis.verdict import shared

        lines = []
        for pair in self.pairs:
            values = pair.values[SHARE]
            counts = Counter((values[0] - values[1]).tolist())
            one = self.players == 1
            scale = WON_SCALE if one else share_scale(self.players)
            alpha = self.alpha if one else shared(self.alpha, self.players)[0]
            found = need(counts, scale, width / 2, alpha)
            lines.append(f"{pair.a} and {pair.b}: {self._need_in_words(pair, width, found)}")
        return lines

    def _need_in_words(self, pair: Pair, width: float, found: Any) -> str:
        each = len(pair.parts)
        if found.blocks is None:
            return f"an interval {width:g} wide is out of reach"
        likely = f"about {found.blocks:,} deals ({found.blocks * each:,} games)"
        wide = f"for an interval {width:g} wide, from a pilot of {self.plan.last:,} deals"
        if found.cautious is None:
            return f"{likely} {wide} in which nothing varied"
        return f"{likely}, to be safe {found.cautious:,} ({found.cautious * each:,}), {wide}"


def _percent(found: Any) -> str:
    low, high = found.limits
    return f"{found.mean:+.2%} ({low:+.2%} to {high:+.2%})"
