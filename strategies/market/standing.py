"""What one more building is worth: the majorities that are still to be played (M12, M13).

Nobody knows who will get the buildings that are still in the market and in the bag. Here each of
them goes to any player alike. How often one player is then ahead of another in a type is known
exactly, and stands in a table; the chance of several rivals being ahead at once is taken as if
they were independent. A building is worth what it changes in the points expected from all rounds
to come.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.compile import compiled
from sim.market.buildings import DUMMY, NO_BUILDING, OWNERS, PLACES, TILES, TYPE_COUNT, TYPES
from sim.market.money import DISPLAY
from sim.market.table import DUMMY_TILES, SEATS, SPACES

MOST = 11
"""Buildings of a type at the most (M2)."""
IN_GAME = np.array([sum(tile["building"] == name for tile in TILES) for name in TYPES], np.int32)
"""Buildings of each type in the game."""
START_CARDS = 4.5
"""Cards of a starting hand on average."""
PACE = 0.55
"""Buildings bought for each money card drawn, about."""
ROUND_AT = (0.3, 0.7)
"""Where scoring cards A and B lie in the pile on average (M6)."""
ROUND_BY = (0.4, 0.8)
"""Where they lie at the latest."""


COUNTS, POINTS, SOLD, GIVEN = range(4)
"""Rows of the scratch array of a look: by owner, by player, and twice by round."""


def _ahead_table() -> NDArray[np.float64]:
    """Return the chance to be ahead, a tie counting half.

    By number of players (0: against the dummy, which is dealt no more), buildings that are still
    to be dealt out to the players, and lead now plus ``MOST + 1``.
    """
    table = np.zeros((SEATS + 1, MOST + 2, 2 * MOST + 3))
    for players in (0, *range(2, SEATS + 1)):
        gain = 1 / (players or 2)
        loss = 1 / players if players else 0.0
        change = np.zeros(2 * MOST + 5)
        change[MOST + 2] = 1.0
        for k in range(MOST + 2):
            for lead in range(-MOST - 1, MOST + 2):
                place = MOST + 2 - lead
                chance = change[max(place + 1, 0) :].sum() + change[place] / 2
                table[players, k, lead + MOST + 1] = chance
            moved = (1 - gain - loss) * change
            moved[1:] += gain * change[:-1]
            moved[:-1] += loss * change[1:]
            change = moved
    return table


AHEAD = _ahead_table()


@compiled
def ahead(players: int, dealt: float, lead: float) -> float:
    """Return the chance to be ahead, a tie counting half.

    Parameters
    ----------
    players
        Players in the game against another player, 0 against the dummy.
    dealt
        Buildings of the type that the players will still get; what lies between two whole numbers
        is interpolated, as in ``lead``.
    lead
        Own buildings less the rival's.
    """
    k = int(dealt)
    part = dealt - k
    low = int(np.floor(lead))
    over = lead - low
    i = low + MOST + 1
    chance = (1 - part) * AHEAD[players, k, i] + part * AHEAD[players, k + 1, i]
    if over > 0:
        higher = (1 - part) * AHEAD[players, k, i + 1] + part * AHEAD[players, k + 1, i + 1]
        chance += over * (higher - chance)
    return chance


@compiled
def expect(
    counts: Any, players: int, dealt: float, scoring_round: int, kind: int, points: Any
) -> None:
    """Work out the points that each player can expect of a type in a round.

    Parameters
    ----------
    counts
        Buildings of the type by owner, the dummy's with what it is going to be dealt.
    players, dealt
        Number of players, and buildings of the type that they will still get until the round.
    scoring_round, kind
        0 to 2, and the type.
    points
        Filled for the players.
    """
    for me in range(players):
        # Chances that nobody, one and two are ahead.
        none, one, two = 1.0, 0.0, 0.0
        for rival in range(players):
            if rival != me:
                behind = ahead(players, dealt, counts[me] - counts[rival])
                none, one, two = (
                    none * behind,
                    one * behind + none * (1 - behind),
                    two * behind + one * (1 - behind),
                )
        if players == 2:
            behind = ahead(0, dealt, counts[me] - counts[DUMMY])
            none, one, two = (
                none * behind,
                one * behind + none * (1 - behind),
                two * behind + one * (1 - behind),
            )
        places = PLACES[scoring_round, kind]
        expected = places[0] * none + places[1] * one + places[2] * two
        if counts[me] == 0:
            # Who has none scores nothing: the chance to get one is about this.
            expected *= min(1.0, dealt / players)
        points[me] = expected


@compiled
def count_left(table: Any, left: Any) -> None:
    """Count how many buildings of each type no owner has yet; ``left`` is filled by type."""
    for kind in range(TYPE_COUNT):
        left[kind] = IN_GAME[kind]
        for owner in range(OWNERS):
            left[kind] -= table.owned[owner][kind]


@compiled
def pool_of(table: Any) -> int:
    """Return how many buildings lie in the market and in the bag."""
    pool = table.bag_left
    for space in range(SPACES):
        pool += table.market[space] != NO_BUILDING
    return pool


@compiled
def cards_until(table: Any, scoring_round: int) -> float:
    """Return how many money cards will about be drawn until round A or B is played."""
    full = 72 if table.players == 2 else 108
    pile = full - DISPLAY - START_CARDS * table.players
    drawn = pile - table.money_left
    at, by = pile * ROUND_AT[scoring_round], pile * ROUND_BY[scoring_round]
    earliest = 2 * at - by
    if drawn > earliest:
        at = (drawn + by) / 2
    return max(at - drawn, 1.0)


@compiled
def foresee(table: Any, scene: Any) -> None:
    """Work out what part of the buildings left is sold until each round, and what the dummy gets.

    Parameters
    ----------
    table
        The table.
    scene
        Its rows SOLD and GIVEN are filled by round, as parts of market and bag together.
    """
    pool = max(pool_of(table), 1)
    given = 0.0
    for k in range(table.rounds, 3):
        gone = pool - given
        if k < 2:
            gone = min(gone, cards_until(table, k) * PACE)
        scene[SOLD, k] = gone / pool
        scene[GIVEN, k] = given / pool
        if table.players == 2:
            bag = max(pool - given - gone - SPACES, 0.0)
            given += min(float(DUMMY_TILES), bag) if k == 0 else bag / 3


@compiled
def rate(points: Any, players: int, me: int, rivalry: float) -> float:
    """Return one's own points less a part of what the others have on average."""
    others = 0.0
    for seat in range(players):
        if seat != me:
            others += points[seat]
    return points[me] - rivalry * others / (players - 1)


@compiled
def outlook(
    players: int, me: int, kind: int, left: int, first: int, scene: Any, rivalry: float
) -> float:
    """Return what a type is worth to a player: expected points over all rounds to come.

    Parameters
    ----------
    players, me
        Number of players, and the seat.
    kind, left
        The type, and how many of it are still to be dealt out.
    first
        The next round, 0 to 2.
    scene
        The buildings of the type by owner in row COUNTS, the parts dealt out by round.
    rivalry
        Weight of the others' points.
    """
    total = 0.0
    held = scene[COUNTS, DUMMY]
    for k in range(first, 3):
        scene[COUNTS, DUMMY] = held + left * scene[GIVEN, k]
        expect(scene[COUNTS], players, left * scene[SOLD, k], k, kind, scene[POINTS])
        total += rate(scene[POINTS], players, me, rivalry)
    scene[COUNTS, DUMMY] = held
    return total


@compiled
def appraise(table: Any, me: int, rivalry: float, over: bool, unsold: Any, gains: Any) -> None:
    """Work out what one more building changes, by type and by who gets it.

    Parameters
    ----------
    table, me
        The table, and the seat for which it is worth something.
    rivalry
        Weight of the others' points, on average, beside one's own.
    over
        Whether the game is to end with this turn: then nobody gets what is left.
    unsold
        Buildings of each type that are still to be dealt out (:func:`count_left`).
    gains
        Filled, shape (TYPE_COUNT + 1, OWNERS): the change in what the type is worth to ``me`` if a
        building of the type goes to the owner; the last row holds the worth as it stands, by type.
    """
    players = table.players
    scene = np.zeros((4, OWNERS))
    first = 2 if over else table.rounds
    if not over:
        foresee(table, scene)
    for kind in range(TYPE_COUNT):
        left = unsold[kind]
        for owner in range(OWNERS):
            scene[COUNTS, owner] = table.owned[owner][kind]
        now = outlook(players, me, kind, left, first, scene, rivalry)
        gains[TYPE_COUNT, kind] = now
        for owner in range(OWNERS):
            gains[kind, owner] = 0.0
            if left > 0 and (owner < players or (owner == DUMMY and players == 2)):
                scene[COUNTS, owner] += 1
                then = outlook(players, me, kind, left - 1, first, scene, rivalry)
                gains[kind, owner] = then - now
                scene[COUNTS, owner] -= 1


@compiled
def forfeit(
    table: Any, me: int, rivalry: float, over: bool, unsold: Any, gains: Any, losses: Any
) -> None:
    """Work out what one building less of one's own costs, by type.

    Parameters
    ----------
    table, me, rivalry, over, unsold, gains
        As :func:`appraise` has them and has filled them.
    losses
        Filled by type; 0 for a type of which one has none.
    """
    players = table.players
    scene = np.zeros((4, OWNERS))
    first = 2 if over else table.rounds
    if not over:
        foresee(table, scene)
    for kind in range(TYPE_COUNT):
        losses[kind] = 0.0
        if table.owned[me][kind] > 0:
            for owner in range(OWNERS):
                scene[COUNTS, owner] = table.owned[owner][kind]
            scene[COUNTS, me] -= 1
            then = outlook(players, me, kind, unsold[kind] + 1, first, scene, rivalry)
            losses[kind] = gains[TYPE_COUNT, kind] - then
