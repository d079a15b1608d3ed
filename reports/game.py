"""One game turn by turn as an HTML page that needs nothing else."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from reports.course import Course, Event
from reports.page import TITLES
from reports.picture import key, picture
from reports.section import Table
from reports.template import fill
from sim.game import load_options
from sim.market.buildings import TYPES
from sim.market.narrate import WITHIN, building, buildings, refilled, say


@dataclass(frozen=True)
class Drawing:
    """A picture of a city with the words below it."""

    svg: str
    caption: str


@dataclass
class Step:
    """A turn, a scoring round, or another part of a game.

    Attributes
    ----------
    name, title
        Its anchor in the page and its heading.
    words
        What happens, one sentence each.
    facts
        What lies on the table afterwards: name and words.
    drawings
        Cities.
    score
        What a round brings; None elsewhere.
    main
        Whether the contents of the page name it.
    """

    name: str
    title: str
    words: list[str]
    facts: list[tuple[str, str]] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    score: Table | None = None
    main: bool = False


def page(header: dict[str, Any], events: list[Event]) -> str:
    """Return a game of a market game as HTML.

    Parameters
    ----------
    header, events
        As in the game's record, ``setup`` first and ``end`` last.
    """
    steps = list(Story(header, events).steps())
    board = header["game"] == "board"
    end = events[-1]
    return fill(
        "game.html",
        title=f"{TITLES[header['game']]}: deal {header['deal']:,}",
        seats=[f"seat {seat}: {spec}" for seat, spec in enumerate(header["strategies"])],
        result=say(end),
        rules=[f"{name} = {value}" for name, value in header["rules"].items()],
        command=play_command(header),
        key_of=key() if board else [],
        points=_points_table(header, events),
        steps=steps,
    )


def play_command(header: dict[str, Any]) -> str:
    """Return the command that plays a game once more."""
    words = ["alhambra", "play", header["game"]]
    for spec in header["strategies"]:
        words += ["-s", spec]
    words += ["--deal", str(header["deal"]), "--seed", str(header["seed"])]
    defaults = {option.name: option.default for option in load_options(header["game"])}
    for name, value in header["rules"].items():
        if value != defaults[name]:
            words += ["-r", f"{name}={value}"]
    return shlex.join(words)


def _points_table(header: dict[str, Any], events: list[Event]) -> Table:
    """Return the points of every player by round."""
    scores = [event for event in events if event["event"] == "score"]
    kinds = [(event, kind) for event in scores for kind in ("majority", "walls") if kind in event]
    words = {"majority": "majorities", "walls": "walls"}
    rows = [
        (
            f"seat {seat} ({spec})",
            str(events[-1]["scores"][seat]),
            *(str(event[kind][seat]) for event, kind in kinds),
        )
        for seat, spec in enumerate(header["strategies"])
    ]
    if "dummy" in events[-1]:
        own = (str(event["dummy"]) if kind == "majority" else "" for event, kind in kinds)
        rows.append(("dummy", str(events[-1]["dummy"]), *own))
    head = ("player", "score", *(f"{event['round']} {words[kind]}" for event, kind in kinds))
    return Table("Points by round", head, rows)


class Story:
    """A game on its way from events to the steps of a page."""

    def __init__(self, header: dict[str, Any], events: list[Event]) -> None:
        self._board = header["game"] == "board"
        self._specs: list[str] = header["strategies"]
        self._setup, *self._events = events
        self._course = Course(self._setup)
        self._turn = 0

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the game in order."""
        yield self._begin()
        for kind, events in parts(self._events):
            if kind == "score":
                yield self._round(events[0])
            elif kind == "turn":
                yield self._one_turn(events)
            else:
                yield self._rest(kind, events)

    def _begin(self) -> Step:
        course, setup = self._course, self._setup
        words = [f"Seat {setup['first']} begins."]
        facts = [(self._name(seat), course.hand(seat)) for seat in range(course.players)]
        if "dummy" in setup:
            facts.append(("dummy", buildings(setup["dummy"])))
        return Step("setup", "Setup", words, facts + self._offer(), main=True)

    def _one_turn(self, events: list[Event]) -> Step:
        course = self._course
        course.settle()
        self._turn += 1
        seat = next(event["player"] for event in events if event["event"] in WITHIN)
        words = []
        for event in events:
            course.follow(event)
            words += self._sentences(event)
        facts = [("money in hand", course.hand(seat) or "none"), *self._offer()]
        if course.reserves[seat]:
            facts.insert(1, ("reserve", buildings(course.reserves[seat])))
        title = f"Turn {self._turn}: {self._name(seat)}"
        drawings = [self._city(seat, f"after turn {self._turn}")] if course.touched[seat] else []
        return Step(f"turn-{self._turn}", title, words, facts, drawings)

    def _sentences(self, event: Event) -> list[str]:
        if event["event"] != "refill":
            return [say(event)]
        drawn = refilled(event)
        return [f"refilled: {', '.join(drawn)}"] if drawn else []

    def _round(self, event: Event) -> Step:
        course = self._course
        course.settle()
        course.follow(event)
        last = event["round"]
        return Step(
            f"round-{last.lower()}",
            f"Round {last}",
            [],
            drawings=self._cities(f"in round {last}", event.get("walls")),
            score=self._score_table(event),
            main=True,
        )

    def _rest(self, kind: str, events: list[Event]) -> Step:
        """Return what is neither a turn nor a round: the dummy's share, leftovers, the end."""
        course = self._course
        course.settle()
        for event in events:
            course.follow(event)
        words = [say(event) for event in events]
        titles = {
            "dummy": f"The dummy after turn {self._turn}",
            "award": "Leftover buildings (M15)",
        }
        name = f"{kind}-{self._turn}" if kind in titles else kind
        step = Step(name, titles.get(kind, "End"), words, main=kind != "dummy")
        if kind == "award":
            touched = [seat for seat in range(course.players) if course.touched[seat]]
            step.drawings = [self._city(seat, "with leftovers") for seat in touched]
        if events[-1].get("reason") == "fault":
            step.drawings = self._cities("when the game was stopped")
        return step

    def _name(self, seat: int) -> str:
        return f"seat {seat} ({self._specs[seat]})"

    def _offer(self) -> list[tuple[str, str]]:
        course = self._course
        market = [
            f"{space}: {building(tile) if tile else 'nothing'}"
            for space, tile in enumerate(course.market, 1)
        ]
        return [("display", " ".join(course.display) or "none"), ("market", ", ".join(market))]

    def _cities(self, when: str, walls: list[int] | None = None) -> list[Drawing]:
        if not self._board:
            return []
        return [
            self._city(seat, when, walls[seat] if walls else None)
            for seat in range(self._course.players)
        ]

    def _city(self, seat: int, when: str, wall: int | None = None) -> Drawing:
        course = self._course
        tiles = course.cities[seat]
        marked = course.touched[seat]
        size = f"{len(tiles)} tile" + "s" * (len(tiles) != 1)
        facts = [size] + ([f"longest wall {wall}"] if wall is not None else [])
        reserve = course.reserves[seat]
        if reserve:
            facts.append(f"in reserve {buildings(reserve)}")
        title = f"City of seat {seat} {when}: {size}"
        if marked:
            title += f"; marked: {', '.join(str(at) for at in sorted(marked))}"
        return Drawing(picture(tiles, title, marked), f"{self._name(seat)}: {'; '.join(facts)}")

    def _score_table(self, event: Event) -> Table:
        course = self._course
        walls = event.get("walls")
        rows = []
        for seat in range(course.players):
            points = [event["majority"][seat], *([walls[seat]] if walls else [])]
            counts = course.counts(seat)
            numbers = (*points, event["total"][seat], *(counts[kind] for kind in TYPES))
            rows.append((self._name(seat), *map(str, numbers)))
        if "dummy" in event:
            counts = course.dummy_counts()
            own = (str(event["dummy"]), *([""] if walls else []), "")
            rows.append(("dummy", *own, *(str(counts[kind]) for kind in TYPES)))
        points_head = ("majorities", *(("walls",) if walls else ()), "score")
        return Table(
            f"Round {event['round']}: points, and buildings that count by type",
            ("player", *points_head, *TYPES),
            rows,
        )


def parts(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Cut a game into turns (each ends with its refill), ``award``s with what follows, and others.

    A turn that a fault has cut short is a turn too.
    """
    part: list[Event] = []
    for event in events:
        name = str(event["event"])
        if name in (*WITHIN, "reshuffle", "award"):
            part.append(event)
        elif name == "refill":
            yield "turn", [*part, event]
            part = []
        else:
            if part:
                yield ("award" if part[0]["event"] == "award" else "turn"), part
            yield name, [event]
            part = []
