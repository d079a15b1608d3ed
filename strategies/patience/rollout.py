"""Playing a game on to its end in about a microsecond, with every card known or supposed.

The state is an int64 array, the *scene*: sets of cards for the foundations, and the eight reserve
piles as four words of eight bytes, one pile a byte: the tops, and the three layers below. Taking a
top card shifts one byte through the layers. Waste and stock lie in an array of three lanes; a pass
reads one lane and writes another, and a redeal swaps them, so that no card is moved.

How a game is played on (:func:`play_on`) is a greedy policy that knows the scene's cards:

- the waste's top goes to a foundation if it can: it would soon be covered;
- a reserve card that could go waits while its twin lies ahead in the stock and comes before the
  card that would follow it, since the reserve card stays at hand and the twin does not; with two
  redeals to come it also waits if the twin lies in the waste, to come again; but it never waits if
  the card below it could go at once;
- where both foundations of a suit take a card, the one whose following card shows or comes sooner;
- else the reserve card that uncovers most is built on the waste, if it uncovers anything or another
  can be built on it; else the next card is turned.
"""

from typing import Any, TypeAlias

import numpy as np

from sim.bits import lowest
from sim.compile import compiled, wide
from sim.patience.cards import CARDS, NO_CARD, ONE, UNKNOWN, any_suit, neighbours
from sim.patience.moves import BUILD, REDEAL, TURN, WASTE
from sim.patience.table import ANY, DEALT, DEPTH, PILES, Table
from sim.randomness import Stream, below

Scene: TypeAlias = Any
"""An int64 array of :data:`SCENE` places."""
Lanes: TypeAlias = Any
"""An int64 array of :data:`LANES` places."""
Cards: TypeAlias = Any
"""An int64 array of cards."""

UP, DOWN, TOPS, SHOWN, AHEAD = 0, 1, 2, 6, 7
"""Places of a scene: sets of the cards that ace and king piles take next (with a stray bit outside
the ranks when a pile is complete); tops of the reserve and the three layers below; sets of the
cards on top of the reserve and of those left in the stock."""
WASTE_N, STOCK_AT, STOCK_END, READ, WRITE, HOME, LEFT, BUILD_ANY = 8, 9, 10, 11, 12, 13, 14, 15
SCENE = 16
"""WASTE_N cards of lane WRITE are the waste; STOCK_AT to STOCK_END of lane READ are the stock."""
LANES = 3 * DEALT

BLOCKER = 15
"""A card that fits nowhere and on which nothing fits: stands for a buried card not yet seen."""

EACH = wide(0x0101_0101_0101_0101)
BYTE = wide(0x7F)
SIGNS = wide(-0x7F7F_7F7F_7F7F_7F80)


@compiled
def look(table: Table, scene: Scene, lanes: Lanes) -> None:
    """Set a scene from a table, with blockers for buried cards not seen, and without unseen stock.

    The waste goes to lane 0 and has yet to be laid (:func:`lay_waste`).
    """
    up = wide(0)
    down = wide(0)
    for suit in range(4):
        up |= ONE << wide(16 * suit + table.foundation[suit] + 1)
        down |= ONE << wide(16 * suit + table.foundation[4 + suit] - 1)
    scene[UP] = up
    scene[DOWN] = down
    for layer in range(DEPTH):
        scene[TOPS + layer] = 0
    for p in range(PILES):
        height = table.reserve_n[p]
        for k in range(height):
            card = wide(table.reserve[p, k])
            if card == UNKNOWN:
                card = wide(BLOCKER)
            scene[TOPS + height - 1 - k] |= card << wide(8 * p)
    scene[SHOWN] = table.shown
    scene[WASTE_N] = table.waste_n
    scene[STOCK_AT] = table.stock_at
    scene[STOCK_END] = DEALT
    scene[READ] = 0
    scene[WRITE] = DEALT
    scene[HOME] = table.home
    scene[LEFT] = table.redeals_left
    scene[BUILD_ANY] = wide(table.waste_build == ANY)
    for i in range(DEALT):
        lanes[i] = max(table.pile[i], NO_CARD)
    scene[AHEAD] = cards_between(lanes, table.stock_at, DEALT)


@compiled
def cards_between(lanes: Lanes, start: int, end: int) -> int:
    """Return the set of the cards in some places of the lanes."""
    cards = wide(0)
    for i in range(start, end):
        cards |= ONE << lanes[i]
    return cards


@compiled
def copy_scene(scene: Scene, to: Scene, lanes: Lanes) -> None:
    """Copy a scene that :func:`look` has set, and lay its waste in the lane that is written."""
    for i in range(SCENE):
        to[i] = scene[i]
    for i in range(scene[WASTE_N]):
        lanes[DEALT + i] = lanes[i]


@compiled
def unseen(table: Table, cards: Cards) -> int:
    """Write the cards that the player has not seen (P9), in order; return their number."""
    left = np.zeros(64, dtype=np.int64)
    for suit in range(4):
        for rank in range(1, 14):
            gone = int(rank <= table.foundation[suit]) + int(rank >= table.foundation[4 + suit])
            left[16 * suit + rank] = 2 - gone
    for i in range(table.waste_n):
        left[table.pile[i]] -= 1
    for i in range(table.stock_at, DEALT):
        if table.pile[i] != UNKNOWN:
            left[table.pile[i]] -= 1
    for p in range(PILES):
        for k in range(table.reserve_n[p]):
            if table.reserve[p, k] != UNKNOWN:
                left[table.reserve[p, k]] -= 1
    n = 0
    for card in range(64):
        for _ in range(left[card]):
            cards[n] = card
            n += 1
    return n


@compiled
def suppose(table: Table, scene: Scene, lanes: Lanes, cards: Cards, n: int, rng: Stream) -> None:
    """Deal the ``n`` unseen cards at random to the places where unseen cards lie."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    used = 0
    for layer in range(1, DEPTH):
        scene[TOPS + layer] = 0
    for p in range(PILES):
        height = table.reserve_n[p]
        for k in range(height - 1):
            card = wide(table.reserve[p, k])
            if card == UNKNOWN:
                card = cards[used]
                used += 1
            scene[TOPS + height - 1 - k] |= card << wide(8 * p)
    if used < n:
        for i in range(table.stock_at, DEALT):
            lanes[i] = cards[used]
            used += 1
        scene[AHEAD] = cards_between(lanes, table.stock_at, DEALT)


@compiled
def bytes_with(tops: int, card: int) -> int:
    """Return a word whose lowest bit is the highest of the first byte that is ``card``; else 0."""
    differ = tops ^ (EACH * card)
    return (differ - EACH) & ~differ & SIGNS


@compiled
def first_byte(tops: int, card: int) -> int:
    """Return the bit at which the first byte that is ``card`` begins; there is one."""
    return wide(lowest(bytes_with(tops, card)) - 7)


@compiled
def take(scene: Scene, at: int) -> None:
    """Take the top card of the reserve pile whose byte begins at bit ``at`` away."""
    card = (scene[TOPS] >> at) & BYTE
    mask = BYTE << at
    tops = (scene[TOPS] & ~mask) | (scene[TOPS + 1] & mask)
    scene[TOPS] = tops
    scene[TOPS + 1] = (scene[TOPS + 1] & ~mask) | (scene[TOPS + 2] & mask)
    scene[TOPS + 2] = (scene[TOPS + 2] & ~mask) | (scene[TOPS + 3] & mask)
    scene[TOPS + 3] &= ~mask
    shown = scene[SHOWN]
    if bytes_with(tops, card) == 0:
        shown ^= ONE << card
    scene[SHOWN] = (shown | (ONE << ((tops >> at) & BYTE))) & ~ONE


@compiled
def wanted_in(scene: Scene) -> int:
    """Return the set of the cards that some foundation takes next."""
    return (scene[UP] | scene[DOWN]) & CARDS


@compiled
def go_up(scene: Scene, card: int) -> None:
    """Put a card on the ace pile of its suit."""
    scene[UP] ^= wide(3) << card
    scene[HOME] += 1


@compiled
def go_down(scene: Scene, card: int) -> None:
    """Put a card on the king pile of its suit."""
    scene[DOWN] ^= wide(3) << (card - 1)
    scene[HOME] += 1


@compiled
def comes_first(lanes: Lanes, start: int, end: int, card: int, other: int) -> bool:
    """Return whether ``card`` lies in some places of the lanes, and before ``other``."""
    for i in range(start, end):
        if lanes[i] == card:
            return True
        if lanes[i] == other:
            return False
    return False


@compiled
def worth(below_card: int, layer2: int, layer3: int, at: int, chain: int, wanted: int) -> int:
    """Return what building a shown card is worth: the cards it uncovers, more if one can go."""
    if (wanted >> below_card) & 1:
        return 4
    if (layer3 >> at) & BYTE:
        return 3
    if (layer2 >> at) & BYTE:
        return 2
    return int(below_card != 0 or chain != 0)


@compiled
def turn_over(scene: Scene, lanes: Lanes) -> None:
    """Redeal: the lane that was written is read from now on, and another one written."""
    scene[READ] = scene[WRITE]
    scene[WRITE] = DEALT if scene[WRITE] == 2 * DEALT else 2 * DEALT
    scene[STOCK_AT] = 0
    scene[STOCK_END] = scene[WASTE_N]
    scene[WASTE_N] = 0
    scene[LEFT] -= 1
    scene[AHEAD] = cards_between(lanes, scene[READ], scene[READ] + scene[STOCK_END])


@compiled
def play_on(scene: Scene, lanes: Lanes) -> int:  # noqa: PLR0912, PLR0915
    """Play a scene to its end by the policy above; return how many cards are home then.

    One long function on purpose: everything but the lanes stays in registers, where calls that
    pass arrays would be counted, and took three times as long.
    """
    up, down, shown, ahead = scene[UP], scene[DOWN], scene[SHOWN], scene[AHEAD]
    tops, layer1, layer2, layer3 = scene[TOPS], scene[TOPS + 1], scene[TOPS + 2], scene[TOPS + 3]
    bottom = scene[WRITE]
    waste = bottom + scene[WASTE_N]
    stock, stock_end = scene[READ] + scene[STOCK_AT], scene[READ] + scene[STOCK_END]
    home, left, build_any = scene[HOME], scene[LEFT], scene[BUILD_ANY]
    changed = True
    past = cards_between(lanes, bottom, waste) if left >= 2 else wide(0)
    while True:
        wanted = (up | down) & CARDS
        card = wide(NO_CARD)
        on_waste = lanes[waste - 1] if waste > bottom else wide(NO_CARD)
        to_foundation = True
        wasted = (wanted >> on_waste) & 1
        if wasted:
            card = on_waste
            waste -= 1
            past &= ~(ONE << card)
        else:
            ready = shown & wanted
            if ready & ~(ahead | past):
                card = wide(lowest(ready & ~(ahead | past)))
                ready = wide(0)
            while ready:
                waiting = wide(lowest(ready))
                ready &= ready - 1
                after = waiting + 1 if (up >> waiting) & 1 else waiting - 1
                if (wanted >> ((layer1 >> first_byte(tops, waiting)) & BYTE)) & 1 or (
                    ((ahead & CARDS) >> after) & 1
                    and comes_first(lanes, stock, stock_end, after, waiting)
                ):
                    card = waiting
                    ready = wide(0)
            if card == NO_CARD:
                to_foundation = False
                near = neighbours((ONE << on_waste) & CARDS)
                if build_any:
                    near = any_suit(near)
                near &= shown
                best = 0
                while near:
                    other = wide(lowest(near))
                    near &= near - 1
                    at = first_byte(tops, other)
                    chain = neighbours(ONE << other) & shown
                    value = worth((layer1 >> at) & BYTE, layer2, layer3, at, chain, wanted)
                    if value > best:
                        best, card = value, other
        if card == NO_CARD:
            stops = neighbours(shown)
            if build_any:
                stops = any_suit(stops)
            stops |= wanted
            hit = False
            while stock < stock_end and not hit:
                on_waste = lanes[stock]
                lanes[waste] = on_waste
                stock += 1
                waste += 1
                ahead &= ~(ONE << on_waste)
                if left >= 2:
                    past |= ONE << on_waste
                hit = (stops >> on_waste) & 1 != 0
            if hit:
                continue
            if shown & wanted and (left == 0 or not changed):
                past = wide(0)
                continue
            if left == 0 or waste == bottom or not changed:
                scene[TOPS] = tops
                return home
            left -= 1
            past = wide(0)
            stock, stock_end = bottom, waste
            bottom = DEALT if bottom == 2 * DEALT else 2 * DEALT
            waste = bottom
            changed = False
            ahead = cards_between(lanes, stock, stock_end)
            continue
        changed = True
        if to_foundation:
            home += 1
            ups, downs = (up >> card) & 1, (down >> card) & 1
            if ups and downs:
                under = (shown >> (card - 1)) & 1
                if under != (shown >> (card + 1)) & 1:
                    ups = 1 - under
                else:
                    ups = 1 - int(comes_first(lanes, stock, stock_end, card - 1, card + 1))
            if ups:
                up ^= wide(3) << card
            else:
                down ^= wide(3) << (card - 1)
            if wasted:
                continue
        else:
            lanes[waste] = card
            waste += 1
            if left >= 2:
                past |= ONE << card
        at = first_byte(tops, card)
        mask = BYTE << at
        tops = (tops & ~mask) | (layer1 & mask)
        layer1 = (layer1 & ~mask) | (layer2 & mask)
        layer2 = (layer2 & ~mask) | (layer3 & mask)
        layer3 &= ~mask
        if bytes_with(tops, card) == 0:
            shown ^= ONE << card
        shown = (shown | (ONE << ((tops >> at) & BYTE))) & ~ONE


@compiled
def try_move(scene: Scene, lanes: Lanes, move: Any) -> None:
    """Play one of the table's moves in a scene."""
    if move.kind == REDEAL:
        turn_over(scene, lanes)
        return
    if move.kind == TURN:
        card = lanes[scene[READ] + scene[STOCK_AT]]
        scene[STOCK_AT] += 1
        scene[AHEAD] &= ~(ONE << card)
    elif move.source == WASTE:
        scene[WASTE_N] -= 1
        card = lanes[scene[WRITE] + scene[WASTE_N]]
    else:
        at = wide(8 * (move.source - 1))
        card = (scene[TOPS] >> at) & BYTE
        take(scene, at)
    if move.kind in (TURN, BUILD):
        lanes[scene[WRITE] + scene[WASTE_N]] = card
        scene[WASTE_N] += 1
    elif move.target < 4:
        go_up(scene, card)
    else:
        go_down(scene, card)
