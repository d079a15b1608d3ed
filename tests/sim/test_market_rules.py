"""Rules M1 to M17 and C1 to C4 in the engine of the card game, by number."""

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from sim.card import play as p
from sim.compile import compiled_as
from sim.market import buildings, money
from sim.market.money import PAYMENTS, money_code, money_name, values_word, word_values
from sim.market.moves import MAX_MOVES, SUBSET
from tests.sim.market_engine import Engine, code, twin_state
from tests.sim.market_twin import (
    CURRENCIES,
    DUMMY,
    POINTS,
    TILES,
    TYPES,
    Move,
    Options,
    chooser,
    deck,
    majority,
    payments,
    total,
)

PRICED = {price: [tile for tile in TILES if TILES[tile][1] == price] for price in range(2, 14)}
"""The buildings of each price."""
OTHER_OPTIONS = Options("random", "secret", "may", "bag_empty", "false")
ALL_TILES = list(TILES)


def after(front: str, players: int) -> list[str]:
    """Return the money of a game with these cards in front."""
    cards = front.split()
    rest = Counter(deck(players)) - Counter(cards)
    return [*cards, *rest.elements()]


def even(counts: Counter[int], kinds: int) -> bool:
    """Tell whether each of some kinds came about equally often (within 4.5 deviations)."""
    n = counts.total()
    deviation = (n / kinds * (1 - 1 / kinds)) ** 0.5
    return len(counts) <= kinds and all(
        abs(counts[k] - n / kinds) < 4.5 * deviation for k in range(kinds)
    )


# ------------------------------------------------------------------ M1, M2: what there is


def test_m1_cards() -> None:
    """108 cards, 72 with two players."""
    for players in range(2, 7):
        cards = Counter(money_name(card) for card in money.all_money(players))
        assert cards == Counter(deck(players))
        assert cards.total() == (72 if players == 2 else 108)
        assert set(cards.values()) == {2 if players == 2 else 3}


def test_m1_names() -> None:
    for card in deck(2):
        assert money_name(money_code(card)) == card
    for wrong in ("", "y", "y0", "y10", "x1", "Y1", "1y", "yy"):
        with pytest.raises(ValueError, match="no money card"):
            money_code(wrong)


def test_m1_words() -> None:
    """Every hand of one currency has a word of its own."""
    rng = random.Random(1)
    for _ in range(500):
        values = sorted(v for v in range(1, 10) for _ in range(rng.randrange(4)))
        assert word_values(values_word(values)) == values


@pytest.mark.parametrize("players", range(2, 7))
def test_m1_a_deal_uses_every_card_once(players: int) -> None:
    for deal in range(20):
        engine = Engine(players).begin(deal)
        hands = [card for seat in range(players) for card in engine.hand(seat)]
        shown = [card for card in engine.display() if card]
        dealt = Counter([*hands, *shown, *engine.pile()])
        assert dealt == Counter([*deck(players), "A", "B"])


def test_m2_c4_buildings() -> None:
    """Number and range of prices of each type."""
    numbers = {"pavilion": 7, "seraglio": 7, "arcades": 9, "chambers": 9, "garden": 11, "tower": 11}
    assert tuple(numbers) == buildings.TYPES
    for i, (kind, number) in enumerate(numbers.items()):
        ids = [tile for tile in range(1, 55) if buildings.TYPE[tile] == i]
        prices = [int(buildings.PRICE[tile]) for tile in ids]
        assert len(ids) == number
        assert (min(prices), max(prices)) == (2 + i, 8 + i)
        assert [(kind, price) for price in prices] == [TILES[tile] for tile in ids]


@pytest.mark.parametrize("players", range(2, 7))
def test_m2_every_building_once(players: int) -> None:
    """The bag, the market and the dummy's buildings are all there are."""
    for deal in range(20):
        engine = Engine(players).begin(deal)
        dummy = engine.table.dummy_drawn[: engine.table.dummy_drawn_n].tolist()
        assert sorted([*engine.bag(), *engine.market(), *dummy]) == ALL_TILES


# ------------------------------------------------------------------ M3 to M6: the start


def test_m3_m17_order_of_the_bag() -> None:
    """The first four go to spaces 1 to 4; with two players the dummy's six come before."""
    bag = ALL_TILES[::-1]
    three = Engine(3).lay_out(after("", 3), bag)
    assert three.market() == bag[:4]
    assert three.bag() == bag[4:]
    two = Engine(2).lay_out(after("", 2), bag)
    assert two.table.dummy_drawn[:6].tolist() == bag[:6]
    assert two.market() == bag[6:10]
    assert two.state()["owned"][DUMMY]["tower"] == 6
    assert two.table.dummy_drawn_n == 6


@pytest.mark.parametrize("players", range(2, 7))
def test_m4_hands(players: int) -> None:
    """Seat by seat until 20 are reached, so 20 to 28; then the display."""
    for deal in range(200):
        engine = Engine(players).begin(deal)
        dealt = [money_name(c) for c in engine.hidden.money[:80].tolist() if c < 128]
        for seat in range(players):
            hand: list[str] = []
            while total(hand) < 20:
                hand.append(dealt.pop(0))
            assert sorted(engine.hand(seat)) == sorted(hand)
            assert 20 <= total(hand) <= 28
        assert engine.display() == dealt[:4]


@pytest.mark.parametrize(
    ("hands", "named", "named_by"),
    [
        ("y6 y7 g6 o6 y8 g8 b2 o4 y1 g2 b5 o3 o9", 1, "total"),  # case-M13: 25, 22; five of 20
        ("y8 g8 b2 o4 y6 y7 g6 o6 o9 b9 b4", 2, "cards"),
        ("o9 b9 b4 y8 g8 b2 o4 y6 y7 g6 o6", 0, "cards"),
        ("y9 g9 b9 y8 g8 b2 o2 y6 y7 g3 o4", 0, "cards"),  # 27, but three cards
        ("y8 g8 b2 o4 y7 g7 b1 b8 y4 g7 o2 o8", 2, "total"),  # 22, 23, 21
        ("y8 g8 b1 o4 y7 g7 b1 b8 y4 g7 o3 o9", 0, "total"),  # 21, 23, 23
    ],
)
def test_m5_the_rule(hands: str, named: int, named_by: str) -> None:
    """Fewest cards; among those, the smallest total."""
    engine = Engine(3).lay_out(after(hands, 3), ALL_TILES)
    assert engine.state()["first"] == (named, named, named_by)
    assert engine.table.player == named


@pytest.mark.parametrize(
    ("hands", "tied"),
    [
        ("y8 g8 b2 o4 y7 g7 b1 b7 y4 g7 o2 o9", [0, 1, 2]),
        ("y8 g8 b2 o5 y7 g7 b1 b7 y4 g7 o2 o9", [1, 2]),
        ("y8 g8 b2 o4 y7 g7 b1 b7 y4 g7 o4 o9", [0, 1]),
        ("y8 g8 b2 o4 y7 g7 b2 b7 y4 g7 o2 o9", [0, 2]),
    ],
)
def test_m5_ties_are_drawn(hands: str, tied: list[int]) -> None:
    """Each of the tied is as likely as the others, and nobody else."""
    engine, found = Engine(3), Counter[int]()
    order = after(hands, 3)
    for deal in range(900):
        engine.hidden.deal = deal
        first, named, named_by = engine.lay_out(order, ALL_TILES).state()["first"]
        assert first == named
        assert named_by == "lot"
        found[tied.index(first)] += 1
    assert even(found, len(tied))


def test_m5_first_player_option() -> None:
    """``random`` draws any seat, a number is a seat; what the rule says stays known."""
    engine = Engine(3, Options(first_player="random"))
    by_rule, found = Engine(3), Counter[int]()
    for deal in range(900):
        engine.begin(deal)
        by_rule.begin(deal)
        assert engine.table.named == by_rule.table.named == by_rule.table.first
        assert engine.table.named_by == by_rule.table.named_by
        found[int(engine.table.first)] += 1
    assert even(found, 3)
    for seat in range(3):
        fixed = Engine(3, Options(first_player=str(seat)))
        for deal in range(20):
            fixed.begin(deal)
            by_rule.begin(deal)
            assert fixed.table.first == fixed.table.player == seat
            assert fixed.table.named == by_rule.table.named
            assert fixed.pile() == by_rule.pile()
            assert fixed.bag() == by_rule.bag()


@pytest.mark.parametrize("players", range(2, 7))
def test_m5_turns_go_round(players: int) -> None:
    engine = Engine(players, Options(first_player="1")).begin(0)
    for turn in range(2 * players):
        assert engine.table.player == (1 + turn) % players
        assert engine.table.turn == turn + 1
        engine.list_moves()
        assert not engine.act(0)
        assert engine.end_turn() == ""


@pytest.mark.parametrize("players", range(2, 7))
def test_m6_places_of_the_scoring_cards(players: int) -> None:
    """A in any gap of the second of five piles, B of the fourth, each alike."""
    engine = Engine(players)
    gaps: dict[str, list[float]] = {"A": [], "B": []}
    for deal in range(600):
        pile = engine.begin(deal).pile()
        rest = len(pile) - 2
        sizes = [rest // 5 + (k < rest % 5) for k in range(5)]
        at = {"A": pile.index("A") - sizes[0], "B": pile.index("B") - 1 - sum(sizes[:3])}
        for name, second in (("A", sizes[1]), ("B", sizes[3])):
            assert 0 <= at[name] <= second
            gaps[name].append((at[name] + 0.5) / (second + 1))
    for places in gaps.values():
        assert even(Counter(int(5 * place) for place in places), 5)
        assert min(places) < 0.08
        assert max(places) > 0.92


def test_m6_gaps_are_alike() -> None:
    """Over one order of the money, every gap comes about equally often, the ends too."""
    order = after("", 2)
    found = {"A": Counter[int](), "B": Counter[int]()}
    engine = Engine(2)
    for deal in range(1500):
        engine.hidden.deal = deal
        pile = engine.lay_out(order, ALL_TILES).pile()
        assert [card for card in pile if card not in "AB"] == order[-len(pile) + 2 :]
        for name in "AB":
            found[name][pile.index(name)] += 1
    rest = len(pile) - 2
    sizes = [rest // 5 + (k < rest % 5) for k in range(5)]
    for name, start, size in (("A", sizes[0], sizes[1]), ("B", 1 + sum(sizes[:3]), sizes[3])):
        assert even(Counter({at - start: times for at, times in found[name].items()}), size + 1)


# ------------------------------------------------------------------ M7: the turn


def rich(extra_action: str = "must", players: int = 3) -> Engine:
    """Return a game in which seat 0 can buy four buildings exactly: 8, 7, 6 and 5."""
    engine = Engine(players, Options(extra_action=extra_action)).empty()
    engine.give(0, "y8", "g7", "b6", "o5", "y9")
    engine.set_market(PRICED[8][0], PRICED[7][0], PRICED[6][0], PRICED[5][0])
    engine.set_display("y6", "g6", "b6", "o6")
    engine.set_bag(ALL_TILES[-10:])
    engine.set_pile("y1", "y2", "y3", "y4")
    return engine


def test_m7_c3_four_exact_purchases() -> None:
    """case-M7: then only money can be taken, and that is the fifth action and the last."""
    engine = rich()
    for paid in ("y8", "g7", "b6", "o5"):
        assert engine.play("buy", paid)
        assert engine.display() == ["y6", "g6", "b6", "o6"]
    assert engine.table.actions == 4
    assert engine.market() == [None] * 4
    assert {move.kind for move in engine.moves()} == {"take"}
    assert not engine.play("take", "b6")
    assert engine.market() == [None] * 4
    assert engine.display() == ["y6", "g6", None, "o6"]
    assert engine.end_turn() == ""
    assert None not in engine.market()
    assert engine.display() == ["y6", "g6", "y1", "o6"]
    assert engine.state()["tally"][0]["chain"] == 4


def test_m7_exact_and_inexact() -> None:
    """case-M5: 8 for 8 again, 3 + 5 again, 9 ends the turn and gives no change."""
    for paid, again in ((["y8"], True), (["y3", "y5"], True), (["y9"], False)):
        engine = Engine(3).empty()
        engine.give(0, "y3", "y5", "y8", "y9")
        engine.set_market(PRICED[8][0])
        assert engine.play("buy", *paid) == again
        left = sorted({"y3", "y5", "y8", "y9"} - set(paid))
        assert engine.hand(0) == left
        assert engine.table.worth[0, 0] == total(left)
        assert engine.table.cards[0] == len(left)
        assert engine.state()["discard"] == paid
        assert engine.state()["tally"][0]["overpaid"] == (0 if again else 1)


def test_m7_taking_ends_the_turn() -> None:
    assert not rich().play("take", "y6")


@pytest.mark.parametrize("extra_action", ["must", "may"])
def test_m7_extra_action(extra_action: str) -> None:
    """Under ``may`` the turn can be ended, but only after an exact payment; it is listed last."""
    engine = rich(extra_action)
    assert "end turn" not in {move.kind for move in engine.moves()}
    for paid in ("y8", "g7", "b6"):
        engine.play("buy", paid)
        kinds = [move.kind for move in engine.moves()]
        assert kinds.count("end turn") == (extra_action == "may")
        if extra_action == "may":
            assert kinds[-1] == "end turn"
    if extra_action == "may":
        assert not engine.play("end turn")
        assert engine.display() == ["y6", "g6", "b6", "o6"]
        assert engine.end_turn() == ""
        assert engine.table.player == 1
        assert engine.table.actions == 0


@pytest.mark.parametrize("extra_action", ["must", "may"])
def test_m7_where_no_action_is_left(extra_action: str) -> None:
    """After an exact purchase with nothing left to do the turn just ends: no choice, no pass."""
    engine = Engine(3, Options(extra_action=extra_action)).empty()
    engine.give(0, "y8")
    engine.set_market(PRICED[8][0])
    engine.set_bag(ALL_TILES[:5])
    engine.give(1, "g9", "g8")
    engine.play("buy", "y8")
    assert engine.moves() == []
    engine.table.turn_limit = 1
    n = p.next_choice(engine.table, engine.hidden, engine.work, engine.tally)
    assert n == -1 - p.LIMIT
    assert engine.state()["tally"][0]["passes"] == 0


def test_m7_pass() -> None:
    """A turn that begins without a possible action is passed; it counts as a turn."""
    engine = Engine(3).empty()
    engine.set_market(*PRICED[8][:1], *PRICED[9][:3])
    engine.give(0, "y7")
    engine.give(2, "y8", "y9")
    assert engine.moves() == []
    n = p.next_choice(engine.table, engine.hidden, engine.work, engine.tally)
    assert n == 2
    assert engine.table.player == 2
    assert engine.table.turn == 3
    assert [engine.tally.passes[seat] for seat in range(3)] == [1, 1, 0]


def test_m7_forced_moves_are_played() -> None:
    """What leaves no choice is done at once; the next choice is the next seat's."""
    engine = Engine(3).empty()
    engine.set_market(PRICED[8][0])
    engine.give(0, "y8")
    engine.give(1, "g1")
    engine.set_bag(ALL_TILES[-9:])
    engine.set_pile("o1", "o2", "o3", "o4")
    n = p.next_choice(engine.table, engine.hidden, engine.work, engine.tally)
    assert engine.table.player == 1
    assert n == len(engine.moves())
    assert engine.hand(0) == []
    assert engine.display() == ["o1", "o2", "o3", "o4"]
    assert engine.tally.choices == 0


# ------------------------------------------------------------------ M8: taking money


def taken(*display: str) -> list[set[str]]:
    """Return the takings of a display as listed."""
    engine = Engine(3).empty()
    engine.set_display(*display)
    return [set(move.cards) for move in engine.moves()]


def test_m8_takings() -> None:
    """case-M1: 2, 3, 9, 6."""
    assert taken("y2", "g3", "b9", "o6") == [{"y2"}, {"g3"}, {"b9"}, {"o6"}, {"y2", "g3"}]
    assert taken() == []
    assert taken("y1", "g1", "b1", "o2")[-1] == {"y1", "g1", "b1", "o2"}
    assert taken("y5", "g1") == [{"y5"}, {"g1"}]


def test_m8_equal_cards_are_not_told_apart() -> None:
    engine = Engine(3).empty()
    engine.set_display("y1", "y1", "y1", "g2")
    assert [move.cards for move in engine.moves()] == [
        ("y1",),
        ("g2",),
        ("y1", "y1"),
        ("y1", "g2"),
        ("y1", "y1", "y1"),
        ("y1", "y1", "g2"),
        ("y1", "y1", "y1", "g2"),
    ]


def test_m8_every_display_by_brute_force() -> None:
    """Each different set once, by size and places, over all values and many equal cards."""
    display = np.zeros(4, dtype=np.int32)
    subsets = [[k for k in range(4) if bits >> k & 1] for bits in range(1, 16)]
    subsets.sort(key=len)
    for values in itertools.product(range(8), repeat=4):
        for currencies in ((0, 0, 0, 0), (0, 1, 2, 3), (0, 1, 0, 1), (0, 0, 1, 1)):
            cards = [16 * c + v if v else 0 for c, v in zip(currencies, values, strict=True)]
            wanted: dict[tuple[int, ...], list[int]] = {}
            for places in subsets:
                chosen = [values[k] for k in places]
                if 0 not in chosen and (len(chosen) == 1 or sum(chosen) <= 5):
                    wanted.setdefault(tuple(sorted(cards[k] for k in places)), places)
            display[:] = cards
            found = int(money.takings(display))
            listed = [int(SUBSET[i]) for i in range(15) if found >> i & 1]
            assert listed == [sum(1 << k for k in places) for places in wanted.values()]


# ------------------------------------------------------------------ M9: buying


def test_m9_payments_by_brute_force() -> None:
    """Of all 4**9 sets of cards of a currency, those from which no card can be left out."""
    counts = np.indices((4,) * 9).reshape(9, -1)  # by value from 9 down to 1: ascending words
    values = np.arange(9, 0, -1)
    sums = values @ counts
    lowest = np.where(counts > 0, values[:, None], 99).min(axis=0)
    words = (counts * (4 ** (values - 1))[:, None]).sum(axis=0)
    assert (np.diff(words) > 0).all()
    for price in range(2, 14):
        minimal = (sums >= price) & (sums - lowest < price)
        assert words[minimal].tolist() == PAYMENTS[price]
        n = len(PAYMENTS[price])
        assert money.PAYMENT_TOTAL[price, :n].tolist() == sums[minimal].tolist()


def test_m9_what_a_hand_can_pay() -> None:
    """Thousands of hands of one currency at all prices, by trying."""
    rng = random.Random(2)
    for _ in range(250):
        full = rng.choice((0.2, 0.5, 0.9))
        coins = [f"y{v}" for v in range(1, 10) for _ in range(3) if rng.random() < full]
        hand = values_word([int(card[1]) for card in coins])
        for price in range(2, 14):
            found = [
                PAYMENTS[price][60 * half + bit]
                for half in (0, 1)
                for bit in range(60)
                if int(money.payments_of(price, hand, half)) >> bit & 1
            ]
            wanted = payments(price, coins)
            assert [word_values(word) for word in found] == [
                [int(card[1]) for card in cards] for cards in wanted
            ]


def test_m9_the_right_currency() -> None:
    """Each space takes its own currency and no other."""
    for space, currency in enumerate(CURRENCIES):
        engine = Engine(3).empty()
        tiles: list[int | None] = [None] * 4
        tiles[space] = PRICED[5][0]
        engine.set_market(*tiles)
        engine.give(0, *(f"{c}5" for c in CURRENCIES))
        bought = Move("buy", (f"{currency}5",), (), space, PRICED[5][0], False)
        assert engine.moves() == [bought]


def test_m9_too_little() -> None:
    engine = Engine(3).empty()
    engine.set_market(PRICED[8][0])
    engine.give(0, "y3", "y4", "g9")
    assert engine.moves() == []
    engine.give(0, "y1")
    assert [move.cards for move in engine.moves()] == [("y1", "y3", "y4")]


def test_m9_superfluous_cards_are_never_listed() -> None:
    """A 9 pays alone for 8; so does 3 + 5, and 5 + 5, but not 3 + 9."""
    engine = Engine(3).empty()
    engine.set_market(PRICED[8][0])
    engine.give(0, "y3", "y5", "y5", "y9")
    paid = [move.cards for move in engine.moves()]
    assert paid == [("y3", "y5"), ("y5", "y5"), ("y9",)]


def test_m9_the_longest_list_fits() -> None:
    """All cards of a game in one hand do not overflow the list."""
    engine = Engine(2).empty()
    engine.give(0, *deck(3))
    engine.set_display("y1", "g1", "b1", "o1")
    longest = max(range(2, 14), key=lambda price: len(PAYMENTS[price]))
    tiles = [tile for tile in TILES if TILES[tile][1] == longest]
    engine.set_market(*(tiles * 4)[:4])
    assert engine.list_moves() == 15 + 8 * len(PAYMENTS[longest])
    assert engine.list_moves() < MAX_MOVES


# ------------------------------------------------------------------ M10, M11: the refill


def test_m10_money_then_market() -> None:
    """Places and spaces are filled in order; what lies there stays."""
    engine = Engine(3).empty()
    engine.set_display("y1")
    engine.table.display = [0, code("y1"), 0, code("y9")]
    engine.set_market(None, 10, None, None)
    engine.set_pile("g1", "g2", "g3")
    engine.set_bag([20, 21, 22, 23])
    assert engine.end_turn() == ""
    assert engine.display() == ["g1", "y1", "g2", "y9"]
    assert engine.market() == [20, 10, 21, 22]
    assert engine.drawn() == ["g1", "g2"]
    assert engine.table.filled.tolist() == [20, 0, 21, 22]
    assert engine.pile() == ["g3"]
    assert engine.table.money_left == 1
    assert engine.bag() == [23]


def test_m10_reshuffle() -> None:
    """case-M10: pile of one, three places empty: one, then two of the shuffled discards."""
    engine = Engine(3).empty()
    engine.set_display("y1")
    engine.set_pile("g9")
    discards = ["y2", "y2", "g3", "b4", "o5"]
    engine.set_discard(*discards)
    engine.set_bag(ALL_TILES[:9])
    assert engine.end_turn() == ""
    assert engine.table.reshuffled == 5
    assert engine.drawn()[0] == "g9"
    assert len(engine.drawn()) == 3
    assert sorted([*engine.drawn()[1:], *engine.pile()]) == sorted(discards)
    assert engine.state()["discard"] == []
    assert engine.table.money_left == 3


def test_m10_no_reshuffle_before_a_card_is_needed() -> None:
    """The last card of the pile is drawn, the discards lie still; a turn later they are needed."""
    engine = Engine(3).empty()
    engine.set_display("y1", "y1", "y2")
    engine.set_pile("g9")
    engine.set_discard("o5", "o6")
    engine.set_bag(ALL_TILES[:9])
    assert engine.end_turn() == ""
    assert engine.table.reshuffled == 0
    assert engine.pile() == []
    assert engine.state()["discard"] == ["o5", "o6"]
    engine.play("take", "y2")
    assert engine.end_turn() == ""
    assert engine.table.reshuffled == 2
    assert engine.display()[:2] == ["y1", "y1"]


def test_m10_reshuffles_are_random() -> None:
    """Each card is as likely on top; each reshuffle of a deal has its own order."""
    discards = ["y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "g1"]
    tops, pairs = Counter[int](), Counter[bool]()
    engine = Engine(3)
    for deal in range(1500):
        engine.empty()
        engine.hidden.deal = deal
        orders = []
        for _ in range(2):
            engine.set_display("o1", "o1", "o1")
            engine.set_pile()
            engine.set_discard(*discards)
            engine.set_bag(ALL_TILES[:9])
            engine.end_turn()
            orders.append([*engine.drawn(), *engine.pile()])
            assert sorted(orders[-1]) == sorted(discards)
        tops[discards.index(orders[0][0])] += 1
        pairs[orders[0] == orders[1]] += 1
    assert even(tops, 10)
    assert not pairs[True]


@pytest.mark.parametrize("cards", range(4))
def test_m10_both_piles_empty(cards: int) -> None:
    """Spaces stay empty until a later refill finds cards."""
    engine = Engine(3).empty()
    engine.set_pile(*["g1", "g2", "g3"][:cards])
    engine.set_bag(ALL_TILES[:9])
    assert engine.end_turn() == ""
    assert engine.display() == [*["g1", "g2", "g3"][:cards], *[None] * (4 - cards)]
    assert engine.table.reshuffled == 0
    assert engine.table.money_left == 0
    engine.set_discard("o7", "o7", "o7", "o8", "o8")
    assert engine.end_turn() == ""
    assert None not in engine.display()
    assert engine.table.reshuffled == 5
    assert len(engine.pile()) == 5 - (4 - cards)


@pytest.mark.parametrize("pile", [0, 1, 2])
def test_m10_too_few_discards(pile: int) -> None:
    """A reshuffle that does not fill the display is a reshuffle all the same."""
    engine = Engine(3).empty()
    engine.set_pile(*["g1", "g2"][:pile])
    engine.set_discard("o7")
    engine.set_bag(ALL_TILES[:9])
    assert engine.end_turn() == ""
    assert engine.display() == [*["g1", "g2"][:pile], "o7", *[None] * (3 - pile)]
    assert engine.table.reshuffled == 1


@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize("place", range(3))
def test_m11_a_scoring_card_takes_no_space(name: str, place: int) -> None:
    """Another card is drawn for it, and the round is scored after the refill."""
    engine = Engine(3).empty()
    engine.set_display("y9", "y9")
    pile = ["g1", "g2", "g3"]
    pile.insert(place, name)
    engine.set_pile(*pile)
    engine.set_bag(ALL_TILES[:9])
    engine.table.owned[1, 5] = 1
    assert engine.end_turn() == ""
    drawn_too = place < 2
    assert engine.display() == ["y9", "y9", "g1", "g2"]
    assert (name in engine.drawn()) == drawn_too
    assert engine.table.score[1] == (POINTS["tower"]["AB".index(name)][0] if drawn_too else 0)
    assert engine.state()["round_turn"][name] == (1 if drawn_too else 0)


def test_m11_the_last_card_of_the_pile() -> None:
    """A scoring card can be drawn last of its pile; then the discards are turned over for it."""
    engine = Engine(3).empty()
    engine.set_display("y9", "y9", "y9")
    engine.set_pile("B")
    engine.set_discard("g5")
    engine.set_bag(ALL_TILES[:9])
    engine.end_turn()
    assert engine.drawn() == ["B", "g5"]
    assert engine.table.reshuffled == 1
    assert engine.state()["round_turn"]["B"] == 1


def test_m11_scored_before_the_next_turn() -> None:
    """The turn in which the card came is the turn of the round."""
    engine = Engine(3).empty()
    engine.set_pile("y9", "y9", "y9", "y8", "A", "g1")
    engine.set_bag(ALL_TILES[:9])
    assert engine.end_turn() == ""
    assert engine.state()["round_turn"] == {"A": 0, "B": 0, "C": 0}
    engine.play("take", "y8")
    assert engine.end_turn() == ""
    assert engine.state()["round_turn"] == {"A": 2, "B": 0, "C": 0}


# ------------------------------------------------------------------ M12, M13: majorities


def points(counts: list[int], name: str, kind: str) -> list[int]:
    """Return the points that the engine gives to seats with so many buildings."""
    owned = np.zeros((7, 6), dtype=np.int32)
    scored = np.full((3, 7, 6), 77, dtype=np.int32)
    r, k = "ABC".index(name), TYPES.index(kind)
    owned[: len(counts), k] = counts
    buildings.share(owned[:, k], r, k, scored[r, :, k])
    assert not scored[r, len(counts) :, k].any()
    found: list[int] = scored[r, : len(counts), k].tolist()
    return found


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_m12_places(name: str, kind: str) -> None:
    """First, second, third; nobody else."""
    places = [*POINTS[kind]["ABC".index(name)], 0, 0, 0][:4]
    assert points([4, 3, 2, 1], name, kind) == places
    assert points([1, 2, 3, 4], name, kind) == places[::-1]
    assert points([0, 0, 0, 0], name, kind) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "kind", "counts", "wanted"),
    [
        ("B", "tower", [4, 4, 1], [9, 9, 0]),  # case-S1
        ("C", "garden", [3, 3, 2, 2], [16, 16, 2, 2]),  # case-S2
        ("A", "pavilion", [2, 2], [0, 0]),  # case-S4
        ("B", "tower", [4, 2, 2], [13, 3, 3]),  # case-S6
        ("C", "tower", [5, 3, 3, 3], [21, 6, 6, 6]),  # case-S9
        ("C", "tower", [3, 0, 0, 0], [21, 0, 0, 0]),  # case-S11
        ("B", "tower", [3, 1, 3], [9, 0, 9]),  # case-S15: the dummy's is the last
        ("C", "pavilion", [1, 1, 1, 1, 1, 1], [4, 4, 4, 4, 4, 4]),
        ("A", "tower", [1, 1, 1, 1], [1, 1, 1, 1]),
    ],
)
def test_m13_ties(name: str, kind: str, counts: list[int], wanted: list[int]) -> None:
    assert points(counts, name, kind) == wanted


@pytest.mark.parametrize("kind", TYPES)
def test_m13_all_counts_of_four(kind: str) -> None:
    """Every way to own up to four buildings, in every round, as the twin counts."""
    for counts in itertools.product(range(5), repeat=4):
        for r, name in enumerate("ABC"):
            assert points(list(counts), name, kind) == majority(list(counts), POINTS[kind][r])


def test_m13_six_players() -> None:
    rng = random.Random(3)
    for _ in range(1000):
        counts = [rng.randrange(4) for _ in range(6)]
        kind, r = rng.choice(TYPES), rng.randrange(3)
        assert points(counts, "ABC"[r], kind) == majority(counts, POINTS[kind][r])


def test_m12_rounds_add_up() -> None:
    """Scores are the sum of the rounds, for all types and owners, the dummy too."""
    engine = Engine(2).empty()
    engine.table.owned[0] = [2, 0, 1, 3, 0, 1]
    engine.table.owned[1] = [1, 1, 1, 0, 0, 2]
    engine.table.owned[6] = [0, 1, 1, 4, 2, 2]
    engine.set_pile("A", "y1", "y2", "y3", "y4")
    engine.set_bag(ALL_TILES[:10])
    engine.end_turn()
    # A: pavilion 1; seraglio 2 // 2 each; arcades 3 // 3 each; chambers, garden; tower 6 // 2 each
    assert engine.state()["score"] == {0: 1 + 1, 1: 1 + 1 + 3, DUMMY: 1 + 1 + 4 + 5 + 3}
    engine.finish("turn limit")
    state = engine.state()
    for who in (0, 1, DUMMY):
        by_round = [sum(state["points"][name, who].values()) for name in "ABC"]
        assert sum(by_round) == state["score"][who]
        assert by_round[1] == 0


@pytest.mark.parametrize("played", ["", "A", "AB"])
def test_rounds_are_counted(played: str) -> None:
    """M11: a round whose card was not drawn in time is not played, and not counted."""
    engine = Engine(3).empty()
    for name in played:
        engine.set_display("y1", "y1", "y1")
        engine.set_pile(name, "y1")
        engine.set_bag(ALL_TILES[:9])
        assert engine.end_turn() == ""
    engine.finish("market")
    state = engine.state()
    assert [name for name in "ABC" if state["round_turn"][name]] == [*played, "C"]
    assert engine.table.rounds == len(played) + 1


# ------------------------------------------------------------------ M14 to M16: the end


def ending(bag: int, empty: list[int], end_trigger: str = "market_short") -> Engine:
    """Return a game with so many buildings in the bag and some spaces (1 to 4) empty."""
    engine = Engine(3, Options(end_trigger=end_trigger)).empty()
    engine.set_display("y9", "y9", "y9", "y9")
    engine.set_market(*(None if space in empty else space for space in range(1, 5)))
    engine.set_bag(ALL_TILES[-bag:] if bag else [])
    return engine


@pytest.mark.parametrize(
    ("bag", "empty", "short", "last"),
    [
        (2, [1, 3], "", "market"),  # case-E1
        (1, [2, 4], "market", "market"),  # case-E2
        (0, [], "", "market"),
        (0, [1], "market", "market"),
        (3, [1, 2], "", ""),
        (4, [1, 2, 3, 4], "", "market"),
        (3, [1, 2, 3, 4], "market", "market"),
    ],
)
def test_m14_end(bag: int, empty: list[int], short: str, last: str) -> None:
    """The market short ends the game; the bag just empty only under the other option."""
    engine = ending(bag, empty)
    assert engine.end_turn() == short
    filled = [space for space in range(1, 5) if engine.market()[space - 1] is not None]
    assert filled == sorted({1, 2, 3, 4} - set(empty) | set(empty[:bag]))
    assert ending(bag, empty, "bag_empty").end_turn() == last


def test_m14_bag_emptied_by_the_dummy() -> None:
    """``bag_empty`` looks after refill, scoring and the dummy's buildings."""
    for end_trigger, end in (("market_short", ""), ("bag_empty", "market")):
        engine = Engine(2, Options(end_trigger=end_trigger)).empty()
        engine.set_market(1, 2, 3, 4)
        engine.set_pile("A", "y1", "y2", "y3", "y4")
        engine.set_bag(ALL_TILES[-6:])
        assert engine.end_turn() == end
        assert engine.table.dummy_drawn_n == 6
        assert engine.bag() == []


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_turn_limit(limit: int) -> None:
    """All turns count; round C is scored and nothing is awarded; the end by market comes first."""
    engine = Engine(3, Options(turn_limit=limit)).begin(0)
    engine.table.owned[0, 0] = 1
    engine.give(0, "y9", "g9", "b9", "o9")
    for turn in range(1, limit + 1):
        assert engine.table.turn == turn
        engine.list_moves()
        engine.act(0)
        assert engine.end_turn() == ("turn limit" if turn == limit else "")
    engine.finish("turn limit")
    assert engine.table.owned.sum() == 1
    assert engine.table.score.sum() == POINTS["pavilion"][2][0]
    assert engine.table.turn == limit
    engine = ending(0, [1])
    engine.table.turn_limit = 1
    assert engine.end_turn() == "market"


def test_m14_e9_scoring_card_in_the_last_refill() -> None:
    """case-E9: B first, then the leftovers, then C."""
    engine = ending(0, [1])
    engine.set_display("y9", "y9", "y9")
    engine.set_pile("B", "y8")
    engine.give(2, "g1")
    assert engine.end_turn() == "market"
    assert engine.state()["round_turn"] == {"A": 0, "B": 1, "C": 0}
    assert engine.table.score.sum() == 0
    engine.finish("market")
    state = engine.state()
    assert state["owned"][2]["pavilion"] == 1
    assert state["points"]["C", 2]["pavilion"] == 16
    assert state["score"] == {0: 0, 1: 0, 2: 16}


def test_m14_dummy_before_the_end() -> None:
    """M17: B in the refill that ends the game: the dummy's third of an empty bag is nothing."""
    engine = Engine(2).empty()
    engine.set_market(None, 2, 3, 4)
    engine.set_pile("B", "y1", "y2", "y3", "y4")
    assert engine.end_turn() == "market"
    assert engine.table.dummy_drawn_n == 0


@pytest.mark.parametrize(
    ("hands", "owner"),
    [
        (["o5", "o9", "o4 o5"], None),  # case-E4
        (["o5", "o9", "o4 o6"], 2),
        (["o1", "", ""], 0),
        (["", "", ""], None),
        (["y9", "g9", "b9"], None),
        (["o9 o9 o9", "o9", "o9"], 0),
        (["o9", "o9", "o9 o1"], 2),
        (["o2", "o2", "o1"], None),
    ],
)
def test_m15_leftovers(hands: list[str], owner: int | None) -> None:
    """The most of the currency alone, whatever the price; nothing is paid."""
    engine = Engine(3).empty()
    for seat, hand in enumerate(hands):
        engine.give(seat, *hand.split())
    before = engine.state()
    engine.set_market(None, None, None, PRICED[13][0])
    engine.finish("market")
    state = engine.state()
    for seat in range(3):
        assert state["owned"][seat]["tower"] == (seat == owner)
        assert state["tally"][seat]["leftovers"] == (seat == owner)
        assert state["score"][seat] == (21 if seat == owner else 0)
    for key in ("hands", "worth", "cards"):
        assert state[key] == before[key]


def test_m15_each_space_its_currency() -> None:
    """All four spaces, each by its own currency; one hand may get several."""
    engine = Engine(4).empty()
    engine.give(0, "y3", "g3")
    engine.give(1, "y2", "g4", "o9")
    engine.give(2, "b1")
    engine.give(3, "b2", "o8")
    tiles = [TYPES.index(TILES[tile][0]) for tile in (1, 10, 20, 30)]
    engine.set_market(1, 10, 20, 30)
    engine.finish("market")
    for kind, owner in zip(tiles, (0, 1, 3, 1), strict=True):
        assert engine.table.owned[owner, kind] == 1
    assert engine.table.owned.sum() == 4


def test_m15_d4_nothing_left_over_for_the_dummy() -> None:
    """case-D4: where nobody holds the currency, nobody gets the building."""
    engine = Engine(2).empty()
    engine.set_market(1, 2, 3, 4)
    engine.give(0, "y1")
    engine.finish("market")
    assert engine.state()["owned"][DUMMY]["pavilion"] == 0
    assert engine.state()["owned"][0]["pavilion"] == 1


def rows_of(engine: Engine, end: int = p.MARKET) -> tuple[Any, Any]:
    """Return what the log keeps of a game: the game's integers, and each seat's by column."""
    n = int(engine.table.players)
    game = np.zeros((p.GAME_ROWS, 1), dtype=np.int32)
    seats = np.zeros((p.SEAT_ROWS, n), dtype=np.int32)
    p.write_rows(engine.table, engine.tally, end, game, seats, 0)
    return game[:, 0], seats


@pytest.mark.parametrize(
    ("scores", "shares", "ranks"),
    [
        ([10, 20, 15], [0, 60, 0], [3, 1, 2]),
        ([20, 20, 15], [30, 30, 0], [1, 1, 3]),
        ([7, 7, 7], [20, 20, 20], [1, 1, 1]),
        ([0, 0, 0, 0, 0], [12] * 5, [1] * 5),
        ([0, 0, 0, 0, 0, 0], [10] * 6, [1] * 6),
        ([3, 9, 9, 1, 9, 9], [0, 15, 15, 0, 15, 15], [5, 1, 1, 6, 1, 1]),
    ],
)
def test_m16_winners(scores: list[int], shares: list[int], ranks: list[int]) -> None:
    """Most points; of k winners each counts 1/k."""
    engine = Engine(len(scores)).empty()
    engine.table.score[: len(scores)] = scores
    _, seats = rows_of(engine)
    assert seats[3].tolist() == scores
    assert seats[4].tolist() == ranks
    assert seats[5].tolist() == shares


def test_m16_the_dummy_cannot_win() -> None:
    engine = Engine(2).empty()
    engine.table.score[:] = [5, 3, 0, 0, 0, 0, 99]
    game, seats = rows_of(engine)
    assert seats[5].tolist() == [60, 0]
    assert seats[4].tolist() == [1, 2]
    assert game[10] == 99


# ------------------------------------------------------------------ M17, C1, C2: the dummy


@pytest.mark.parametrize(
    ("name", "bag", "gets"),
    [
        ("A", 30, 6),
        ("A", 6, 6),
        ("A", 4, 4),
        ("A", 0, 0),
        ("B", 17, 5),  # case-D1
        ("B", 18, 6),
        ("B", 44, 14),
        ("B", 2, 0),
        ("B", 3, 1),
    ],
)
def test_m17_after_a_round(name: str, bag: int, gets: int) -> None:
    """Six after A, a third after B, right after the scoring."""
    engine = Engine(2).empty()
    engine.set_market(1, 2, 3, 4)
    engine.set_pile(name, "y1", "y2", "y3", "y4")
    tiles = ALL_TILES[-bag:] if bag else []
    engine.set_bag(tiles)
    engine.end_turn()
    assert engine.table.dummy_drawn[: engine.table.dummy_drawn_n].tolist() == tiles[:gets]
    assert engine.bag() == tiles[gets:]
    counted = engine.state()["owned"][DUMMY]
    assert counted == {kind: sum(TILES[t][0] == kind for t in tiles[:gets]) for kind in TYPES}
    assert not engine.table.points[:, 6].any()
    engine.play("take", "y1")
    engine.end_turn()
    assert engine.table.dummy_drawn_n == 0


def test_m17_the_third_is_of_what_the_market_left() -> None:
    """The market is filled first."""
    engine = Engine(2).empty()
    engine.set_pile("B", "y1", "y2", "y3", "y4")
    engine.set_bag(ALL_TILES[-13:])
    engine.end_turn()
    assert engine.table.dummy_drawn_n == 3
    assert engine.table.bag_left == 6


@pytest.mark.parametrize("players", range(3, 7))
def test_m17_no_dummy_with_more_players(players: int) -> None:
    engine = Engine(players).begin(0)
    assert engine.table.dummy_drawn_n == 0
    assert engine.table.bag_left == 50
    engine.set_display("y1", "y1", "y1")
    engine.set_pile("A", "y1")
    engine.end_turn()
    assert engine.table.bag_left == 50
    assert not engine.table.owned.any()
    assert not any(move.gift for move in rich(players=players).moves())


def test_m17_c1_gifts() -> None:
    """Each purchase is listed for oneself, then as a gift; it counts at once for its owner."""
    engine = rich(players=2)
    bought = [move for move in engine.moves() if move.kind == "buy"]
    assert [move.gift for move in bought] == [False, True] * (len(bought) // 2)
    assert [move[:-1] for move in bought[::2]] == [move[:-1] for move in bought[1::2]]
    assert engine.play("buy", "y8", gift=True)
    assert engine.play("buy", "g7")
    assert engine.play("buy", "b6", gift=True)
    state = engine.state()
    assert state["owned"][DUMMY] == {**dict.fromkeys(TYPES, 0), "pavilion": 2}
    assert state["owned"][0] == {**dict.fromkeys(TYPES, 0), "pavilion": 1}
    assert state["tally"][0]["gifts"] == 2
    assert state["tally"][0]["purchases"] == 3
    assert state["tally"][0]["exact"] == 3
    assert state["tally"][1]["gifts"] == 0


def test_m17_dummy_gifts_option() -> None:
    engine = rich(players=2)
    n = engine.list_moves()
    engine.table.dummy_gifts = 1
    assert not any(move.gift for move in engine.moves())
    assert engine.list_moves() == 4 + (n - 4) // 2


def test_m17_the_dummy_takes_part() -> None:
    """case-S15, in a whole round: its majority takes the first place, its ties share."""
    engine = Engine(2).empty()
    engine.table.owned[0] = [0, 0, 0, 0, 0, 3]
    engine.table.owned[1] = [0, 0, 0, 0, 0, 1]
    engine.table.owned[6] = [0, 0, 0, 0, 0, 3]
    engine.set_pile("B", "y1", "y2", "y3", "y4")
    engine.set_bag(ALL_TILES[:8])
    engine.end_turn()
    assert engine.state()["score"] == {0: 9, 1: 0, DUMMY: 9}


# ------------------------------------------------------------------ option hands


def looks(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    for other in range(table.players):
        known = table.cards[other] == 0
        for currency in range(4):
            known = known or table.hand[other, currency] > 0
        if other == me and not known:
            return -2
        if other != me and known and table.cards[other] > 0:
            return -1
    return 0


def first_move(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return 0


def pick(table: Any, me: int, moves: Any, n: int, rng: Any, params: Any, memory: Any) -> int:
    return (table.turn * 13 + table.actions * 5 + table.cards[me]) % n


CHOOSERS = {f.__name__: compiled_as(p.CHOOSE)(f) for f in (looks, first_move, pick)}


def play_deals(
    name: str, players: int, options: Options, deals: int
) -> tuple[list[list[int]], list[Any], list[int]]:
    """Return the integers of some games, of their seats, and the digests."""
    engine = Engine(players, options)
    games = np.zeros((p.GAME_ROWS, deals), dtype=np.int32)
    seats = np.zeros((p.SEAT_ROWS, deals * players), dtype=np.int32)
    digests = np.zeros(deals, dtype=np.uint64)
    p.play_deals(
        (CHOOSERS[name],) * 6,
        engine.table,
        engine.hidden,
        engine.tally,
        engine.work,
        np.arange(6, dtype=np.uint64),
        np.arange(deals),
        games,
        seats,
        digests,
    )
    return games.T.tolist(), np.split(seats, deals, axis=1), digests.tolist()


@pytest.mark.parametrize("players", [2, 4, 6])
def test_hands_option(players: int) -> None:
    """``secret``: what others hold is covered, how many cards is not; one's own hand is seen."""
    secret, counted = Options(hands="secret"), Options()
    games, _, _ = play_deals("looks", players, secret, 5)
    assert {game[0] for game in games} == {p.MARKET}
    games, _, _ = play_deals("looks", players, counted, 5)
    assert {game[0] for game in games} == {p.FAULT}


def test_hands_come_back() -> None:
    """What does not look plays the same games under both values."""
    for players in (2, 5):
        secret = play_deals("pick", players, Options(hands="secret"), 10)
        counted = play_deals("pick", players, Options(), 10)
        assert secret[0] == counted[0]
        assert secret[2] == counted[2]
        assert all((a == b).all() for a, b in zip(secret[1], counted[1], strict=True))


# ------------------------------------------------------------------ the slow twin


OPTION_SETS = (
    Options(),
    OTHER_OPTIONS,
    Options("1", end_trigger="bag_empty", turn_limit=45),
    Options("random", extra_action="may"),
)


def agree(engine: Engine, wanted: dict[str, Any]) -> None:
    """Compare everything, and say what differs."""
    found = engine.state()
    assert found == wanted, [
        (key, found[key], wanted[key]) for key in found if found[key] != wanted[key]
    ]


def conserved(engine: Engine) -> None:
    """M1, M2: no card and no building is lost or made."""
    state = engine.state()
    cards = Counter(itertools.chain(*state["hands"], state["discard"], state["pile"]))
    cards.update(card for card in state["display"] if card)
    del cards["A"], cards["B"]
    assert cards == Counter(deck(len(state["hands"])))
    laid = sum(tile is not None for tile in state["market"])
    owned = sum(sum(kinds.values()) for kinds in state["owned"].values())
    assert owned + laid + len(state["bag"]) == 54


@pytest.mark.parametrize("saving", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_twin_plays_the_same(players: int, options: Options, saving: float) -> None:
    """M1 to M17: every list of moves and everything on the table, after each act and turn."""
    engine = Engine(players, options).begin(players)
    twin = engine.twin()
    choose = chooser(players, saving)
    agree(engine, twin_state(twin))
    end = ""
    while not end:
        moves = twin.moves()
        assert engine.moves() == moves
        if moves:
            i = choose(twin, moves)
            goes_on = twin.act(moves[i])
            assert engine.act(i) == goes_on
            agree(engine, twin_state(twin))
            if goes_on:
                continue
        found = engine.end_turn()
        end = twin.end_turn()
        assert found == end
        agree(engine, twin_state(twin))
        conserved(engine)
    engine.finish(end)
    twin.finish(end)
    agree(engine, twin_state(twin))


def test_random_positions() -> None:
    """M8, M9, M17: the list of moves in positions that no game may reach."""
    rng = random.Random(4)
    for number in range(400):
        players = rng.choice((2, 3))
        options = Options(
            extra_action=rng.choice(("must", "may")), dummy_gifts=rng.choice(("true", "false"))
        )
        engine = Engine(players, options).begin(number)
        twin = engine.twin()
        pile = deck(players)
        rng.shuffle(pile)
        cards = [pile.pop() for _ in range(rng.choice((0, 1, 5, 15, 30)))]
        for state in (engine.table.hand, engine.table.worth, engine.table.cards):
            state[:] = 0
        seat = int(engine.table.player)
        engine.give(seat, *cards)
        twin.hands[seat] = cards
        shown = [pile.pop() if rng.random() < 0.7 else None for _ in range(4)]
        engine.table.display = [code(card) if card else 0 for card in shown]
        twin.display = list(shown)
        market = [tile if rng.random() < 0.7 else None for tile in rng.sample(ALL_TILES, 4)]
        engine.set_market(*market)
        twin.market = list(market)
        engine.table.actions = twin.actions = rng.randrange(3)
        assert engine.moves() == twin.moves()


# ------------------------------------------------------------------ whole games and the log


def row_of(twin: Any) -> tuple[list[int], list[list[int]]]:
    """Return what the log says of a game and of its seats, counted by the twin."""
    rounds = [twin.round_turn[name] for name in "ABC"]
    game = [
        ["market", "turn limit"].index(twin.ended),
        twin.first,
        twin.named,
        ["cards", "total", "lot"].index(twin.named_by),
        twin.turn,
        sum(turn > 0 for turn in rounds),
        *rounds,
        twin.choices,
        twin.score_of(DUMMY),
        -1,
    ]
    scores = [twin.score_of(seat) for seat in range(twin.players)]
    seats = []
    for seat in range(twin.players):
        tally, wins = twin.tally[seat], scores.count(max(scores))
        counted = ["taken_cards", "taken", "spent", "overpaid"]
        rest = ["purchases", "exact", "chain", "gifts", "leftovers", "passes"]
        seats.append(
            [
                (seat - twin.first) % twin.players,
                len(twin.start[seat]),
                total(twin.start[seat]),
                scores[seat],
                1 + sum(score > scores[seat] for score in scores),
                60 // wins if scores[seat] == max(scores) else 0,
                *(tally[key] for key in counted),
                total(twin.hands[seat]),
                *(tally[key] for key in rest),
                *(twin.points[name, seat][kind] for name in "ABC" for kind in TYPES),
                *twin.counts(seat).values(),
            ]
        )
    return game, seats


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_log_is_the_twins(players: int, options: Options) -> None:
    """Whole compiled games give the rows that the twin counts, choice for choice."""
    deals = 6
    games, seats, _ = play_deals("pick", players, options, deals)
    for deal in range(deals):
        engine = Engine(players, options).begin(deal)
        twin = engine.twin()

        def choose(twin: Any, moves: list[Move]) -> int:
            cards = len(twin.hands[twin.player])
            return (twin.turn * 13 + twin.actions * 5 + cards) % len(moves)

        end = ""
        while not end:  # the engine beside it, for the order of its reshuffles
            moves = twin.moves()
            if moves:
                i = choose(twin, moves) if len(moves) > 1 else 0
                twin.choices += len(moves) > 1
                engine.list_moves()
                engine.act(i)
                if twin.act(moves[i]):
                    continue
            elif twin.actions == 0:
                twin.pass_turn()
            engine.end_turn()
            end = twin.end_turn()
        twin.finish(end)
        game, rows = row_of(twin)
        assert games[deal] == game
        assert seats[deal].T.tolist() == rows


def test_a_wrong_answer_is_a_fault() -> None:
    """The game stops there, without scoring; the next one starts afresh."""
    games, seats, _ = play_deals("looks", 3, Options(), 4)
    for game, rows in zip(games, seats, strict=True):
        assert game[0] == p.FAULT
        assert game[11] == game[1]
        assert game[6:9] == [0, 0, 0]
        assert game[9] == 0
        assert not rows[3].any()
        assert sorted(rows[5].tolist()) == [0, 30, 30]
        assert rows[5][game[1]] == 0


def test_a_game_does_not_depend_on_the_games_before() -> None:
    for players in (2, 3):
        long = play_deals("pick", players, OTHER_OPTIONS, 12)
        short = play_deals("pick", players, OTHER_OPTIONS, 3)
        assert long[0][:3] == short[0]
        assert long[2][:3] == short[2]
        assert len(set(long[2])) == 12


def test_money_adds_up() -> None:
    """M1, M9: start + taken - spent = left, in every row; spent is prices and overpayment."""
    for players in range(2, 7):
        _, seats, _ = play_deals("pick", players, Options(), 40)
        rows = np.concatenate(seats, axis=1)
        start, taken_money, spent, left = rows[2], rows[7], rows[8], rows[10]
        assert (start + taken_money - spent == left).all()
        assert (rows[12] <= rows[11]).all()
        assert (rows[13] <= 4).all()
        owned = rows[35:41].sum(axis=0)
        assert (owned == rows[11] - rows[14] + rows[15]).all()
        assert (rows[17:35].sum(axis=0) == rows[3]).all()
