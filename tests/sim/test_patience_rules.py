"""The rules P1 to P9 of the patience, and the engine against a slow twin of it."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.patience.cards import card_code, card_name, dealt_cards
from sim.patience.moves import MAX_MOVES
from sim.patience.play import DRY, STUCK, WON, ending
from sim.patience.table import bases, builders, deal, is_wanted, stock_n, waste_top
from sim.randomness import new_stream
from tests.referee import check_text
from tests.sim.patience_engine import Engine, members, names
from tests.sim.patience_twin import (
    FOUNDATIONS,
    PILES,
    RANKS,
    SUITS,
    Deal,
    Move,
    Options,
    Twin,
    arranged,
    pack,
    shuffled,
    split,
    winning,
)

TURN = ("turn", "??", "stock", "waste")
REDEAL = ("redeal", "--", "waste", "stock")
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS]


def of_kind(kind: str, moves: Iterable[Move]) -> list[Move]:
    return [move for move in moves if move[0] == kind]


def turn(engine: Engine, times: int = 1) -> None:
    for _ in range(times):
        engine.play(TURN)


def from_waste(engine: Engine, *targets: str) -> None:
    """Turn a card and put it on a foundation, again and again."""
    for target in targets:
        turn(engine)
        move = ("found", engine.waste()[-1], "waste", target)
        assert move in engine.moves()
        engine.play(move)


# ------------------------------------------------------------------ P1: cards


def test_p1_two_packs_without_the_foundations() -> None:
    """P1: two packs of 52, less one ace and one king of each suit: 96 cards."""
    dealt = Counter(names(dealt_cards()))
    assert sum(dealt.values()) == 96
    for card in ALL_CARDS:
        assert dealt[card] == (1 if card in FOUNDATIONS else 2)


def test_p1_deal() -> None:
    """P1: eight reserve piles of four, 64 cards of stock, no card lost or twice."""
    engine = Engine(shuffled(0))
    orders = set()
    for number in range(100):
        deal(engine.hidden, new_stream("test", number))
        reserves = [names(pile) for pile in engine.hidden.reserve]
        stock = names(engine.hidden.stock[32:])
        assert [len(pile) for pile in reserves] == [4] * 8
        assert len(stock) == 64
        dealt = [card for pile in reserves for card in pile] + stock
        assert sorted(dealt) == sorted(pack())
        orders.add(tuple(dealt))
    assert len(orders) == 100


def test_p1_table_at_the_beginning() -> None:
    """P1: aces and kings are laid out, the reserves face up, the stock face down, no waste."""
    reserves, _ = shuffled(5)
    engine = Engine(shuffled(5))
    table = engine.table
    assert engine.foundations() == {name: name for name in FOUNDATIONS}
    assert table.home == 8
    assert engine.waste() == []
    assert waste_top(table) == 0
    assert stock_n(table) == 64
    assert engine.stock() == ["??"] * 64
    assert names(table.top) == [pile[-1] for pile in reserves]
    assert (table.pass_number, table.redeals_left, table.moves) == (1, 2, 0)


def test_p1_a_table_is_laid_out_afresh() -> None:
    """A table on which a game was played begins as a new one does."""
    used, fresh = Engine(shuffled(1)), Engine(shuffled(2), Options("any", 1, "open", "all"))
    for _ in range(150):
        used.play(used.moves()[0])
    used.lay(shuffled(2), Options("any", 1, "open", "all"))
    assert used.bytes() == fresh.bytes()


def test_card_names() -> None:
    """Names and numbers of cards belong together; equal cards have one number."""
    codes = [card_code(card) for card in ALL_CARDS]
    assert len(set(codes)) == 52
    assert names(codes) == ALL_CARDS


@pytest.mark.parametrize("name", ["", "C", "10", "1C", "11C", "AC ", "aC", "Ac", "10X", "--", "0C"])
def test_no_such_card(name: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        card_code(name)


# ------------------------------------------------------------------ P2: foundations


def test_p2_thirteen_cards_up_and_down() -> None:
    """P2: ace piles go up to the king, king piles down to the ace, 13 cards each."""
    engine = Engine(winning())
    from_waste(engine, *IN_ORDER[:64])
    while moves := engine.moves():
        assert moves[0][0] == "found"
        engine.play(moves[0])
    assert engine.foundations() == {
        **{"A" + suit: "K" + suit for suit in SUITS},
        **{"K" + suit: "A" + suit for suit in SUITS},
    }
    assert engine.table.home == 104
    assert engine.table.wanted == 0


@pytest.mark.parametrize("suit", SUITS)
def test_p2_takes_the_next_card_only(suit: str) -> None:
    """P2: in suit, the next rank; no other of all 52 cards."""
    engine = Engine(arranged({}, ["2" + suit, "3" + suit, "Q" + suit]))
    from_waste(engine, "A" + suit, "A" + suit, "K" + suit)
    others = {end + other for other in SUITS.replace(suit, "") for end in "2Q"}
    assert members(engine.table.wanted) == {"4" + suit, "J" + suit} | others
    for card in ALL_CARDS:
        expected = card in {"4" + suit, "J" + suit} | others
        assert is_wanted(engine.table, card_code(card)) == expected


def test_p2_no_way_round_the_corner() -> None:
    """P2: nothing follows on a king, no ace on a foundation but at its end."""
    engine = Engine(arranged({"r1": ["AC"], "r2": ["KC"]}))
    assert not [move for move in of_kind("found", engine.moves()) if move[2] in ("r1", "r2")]


def test_p2_either_foundation() -> None:
    """P2: a card that fits both foundations of its suit may go to either."""
    stock = [rank + "C" for rank in ("2", "3", "4", "5", "6", "Q", "J", "10", "9", "8", "7")]
    for chosen, other in (("AC", "KC"), ("KC", "AC")):
        engine = Engine(arranged({"r5": ["7C"]}, stock))
        from_waste(engine, *["AC"] * 5, *["KC"] * 5)
        turn(engine)
        both = [
            ("found", "7C", "waste", "AC"),
            ("found", "7C", "waste", "KC"),
            ("found", "7C", "r5", "AC"),
            ("found", "7C", "r5", "KC"),
        ]
        assert [move for move in engine.moves() if move in both] == both
        engine.play(("found", "7C", "waste", chosen))
        left = [move for move in engine.moves() if move in both]
        assert left == [("found", "7C", "r5", other)]
        assert engine.foundations()[chosen] == "7C"


def test_p2_foundation_cards_stay() -> None:
    """P2: no move takes a card from a foundation."""
    engine = Engine(winning())
    from_waste(engine, *["AC"] * 12)
    assert {move[2] for move in engine.moves()} <= {"waste", "stock", *PILES}


# ------------------------------------------------------------------ P3: turning


def test_p3_turn_at_any_time() -> None:
    """P3: a turn is legal while the stock holds cards, whatever else is; it brings the top card."""
    reserves, stock = shuffled(8)
    engine = Engine((reserves, stock))
    for number in range(64):
        assert of_kind("turn", engine.moves()) == [TURN]
        assert not of_kind("redeal", engine.moves())
        turn(engine)
        assert engine.waste() == stock[: number + 1]
        assert stock_n(engine.table) == 63 - number
    assert not of_kind("turn", engine.moves())


# ------------------------------------------------------------------ P4: free cards


def test_p4_waste_top_and_reserve_tops() -> None:
    """P4: the top of the waste and of any reserve pile goes home, buried cards do not."""
    tops = {"r1": ["2C", "9C"], "r3": ["2D"], "r8": ["QS", "2H"]}
    engine = Engine(arranged(tops, ["QD", "2S", "4C"]))
    founds = of_kind("found", engine.moves())
    assert ("found", "2D", "r3", "AD") in founds
    assert ("found", "2H", "r8", "AH") in founds
    assert {move[2] for move in founds} <= set(PILES) - {"r1"}
    turn(engine)
    assert engine.moves()[0] == ("found", "QD", "waste", "KD")
    turn(engine)
    assert engine.moves()[0] == ("found", "2S", "waste", "AS")
    turn(engine)
    assert not [move for move in engine.moves() if move[2] == "waste"]


def test_p4_a_reserve_card_uncovers_the_next() -> None:
    """P4: the top card goes, the one below is free at once."""
    engine = Engine(arranged({"r8": ["QS", "2H"]}))
    engine.play(("found", "2H", "r8", "AH"))
    assert engine.foundations()["AH"] == "2H"
    assert engine.table.home == 9
    assert engine.reserves()[7][-1] == "QS"
    assert ("found", "QS", "r8", "KS") in engine.moves()


def test_p4_a_waste_card_uncovers_the_one_below() -> None:
    """P4: under a card that leaves the waste lies the one that was turned before it."""
    engine = Engine(arranged({}, ["3S", "2S"]))
    turn(engine, 2)
    engine.play(("found", "2S", "waste", "AS"))
    assert engine.waste() == ["3S"]
    assert engine.moves()[0] == ("found", "3S", "waste", "AS")


# ------------------------------------------------------------------ P5: building


@pytest.mark.parametrize("waste_build", ["suit", "any"])
def test_p5_every_pair_of_cards(waste_build: str) -> None:
    """P5: every card of the waste with every card of the reserve; ace and king are neighbours."""
    seen = 0
    for waste in ALL_CARDS:
        for start in range(0, 52, 8):
            tops = {}
            for pile, card in zip(PILES, ALL_CARDS[start : start + 8], strict=False):
                if not (card == waste and card in FOUNDATIONS):
                    tops[pile] = [card]
            engine = Engine(arranged(tops, [waste]), Options(waste_build))
            assert not of_kind("build", engine.moves())
            turn(engine)
            may = {move[2]: move[1] for move in of_kind("build", engine.moves())}
            for pile, (card,) in tops.items():
                apart = abs(RANKS.index(card[:-1]) - RANKS.index(waste[:-1]))
                suits = waste_build == "any" or card[-1] == waste[-1]
                assert (pile in may) == (apart in (1, 12) and suits), (waste, card)
                assert may.get(pile, card) == card
                seen += 1
    assert seen == 52 * 52 - 8


def test_p5_carry_on() -> None:
    """P5: card upon card, as long as they fit; the waste holds them in order."""
    engine = Engine(arranged({"r1": ["8C", "9C"], "r2": ["7C"]}, ["10C"]))
    turn(engine)
    for card, pile in (("9C", "r1"), ("8C", "r1"), ("7C", "r2")):
        move = ("build", card, pile, "waste")
        assert move in engine.moves()
        engine.play(move)
    assert engine.waste() == ["10C", "9C", "8C", "7C"]
    assert stock_n(engine.table) == 63


def test_p5_a_built_card_is_the_waste_top() -> None:
    """P4, P5: a card built on the waste goes from there to a foundation."""
    engine = Engine(arranged({"r1": ["2C"]}, ["3C"]))
    turn(engine)
    engine.play(("build", "2C", "r1", "waste"))
    assert engine.moves()[0] == ("found", "2C", "waste", "AC")
    engine.play(("found", "2C", "waste", "AC"))
    assert engine.moves()[0] == ("found", "3C", "waste", "AC")


def test_p5_empty_waste_after_a_foundation_move() -> None:
    """P5: a waste that was emptied is as closed, or as open, as at the beginning."""
    for empty_waste, builds in (("closed", 0), ("open", 8)):
        engine = Engine(arranged({}, ["2C"]), Options(empty_waste=empty_waste))
        from_waste(engine, "AC")
        assert len(of_kind("build", engine.moves())) == builds


# ------------------------------------------------------------------ P6: reserve piles


@pytest.mark.parametrize("waste_build", ["suit", "any"])
@pytest.mark.parametrize("empty_waste", ["closed", "open"])
def test_p6_empty_pile_stays_empty(waste_build: str, empty_waste: str) -> None:
    """P6: nothing is ever built on a reserve pile; an empty one stays empty."""
    engine = Engine(
        arranged({"r4": ["5C", "4C", "3C", "2C"]}), Options(waste_build, 2, empty_waste)
    )
    for card in ("2C", "3C", "4C", "5C"):
        engine.play(("found", card, "r4", "AC"))
    rng = random.Random(4)
    while moves := engine.moves():
        assert not [move for move in moves if "r4" in (move[2], move[3])]
        assert {move[3] for move in moves} <= {*FOUNDATIONS, "waste", "stock"}
        engine.play(rng.choice(moves))
    assert engine.table.reserve_n[3] == 0
    assert names(engine.table.reserve[3]) == ["--"] * 4
    assert card_name(engine.table.top[3]) == "--"


# ------------------------------------------------------------------ P7: redeal


@pytest.mark.parametrize("redeals", [0, 1, 2, 7])
def test_p7_number_of_passes(redeals: int) -> None:
    """P7: twice, or as often as ``redeals`` says; the order stays, nothing is shuffled."""
    _, stock = shuffled(9)
    engine = Engine(shuffled(9), Options(redeals=redeals))
    for number in range(redeals + 1):
        assert engine.table.pass_number == number + 1
        assert engine.table.redeals_left == redeals - number
        turn(engine, 64)
        assert engine.waste() == stock
        assert of_kind("redeal", engine.moves()) == ([REDEAL] if number < redeals else [])
        if number < redeals:
            engine.play(REDEAL)
            assert engine.waste() == []
            assert engine.stock() == stock


def test_p7_only_with_an_empty_stock() -> None:
    """P7: no redeal while the stock holds cards."""
    engine = Engine(shuffled(9))
    turn(engine, 63)
    assert not of_kind("redeal", engine.moves())
    turn(engine)
    assert of_kind("redeal", engine.moves()) == [REDEAL]


def test_p7_the_waste_as_it_lies() -> None:
    """P7: built cards come again where they were built, cards that went home do not."""
    deal = arranged({"r1": ["9C"]}, ["10C", "2D", "5S"])
    engine = Engine(deal)
    turn(engine)
    engine.play(("build", "9C", "r1", "waste"))
    turn(engine)
    engine.play(("found", "2D", "waste", "AD"))
    turn(engine, 62)
    engine.play(REDEAL)
    order = ["10C", "9C", *deal[1][2:]]
    assert engine.stock() == order
    assert stock_n(engine.table) == 64
    for number, card in enumerate(order):
        assert of_kind("turn", engine.moves()) == [("turn", card, "stock", "waste")]
        turn(engine)
        assert engine.waste() == order[: number + 1]


IN_ORDER = [end + suit for end in "AK" for suit in SUITS for _ in range(12)]
"""Where the cards of a winning deal go, one after another."""


def dry() -> Deal:
    """Return a deal whose stock can all go home, and whose reserve then has no move."""
    _, stock = winning()
    rest = Counter(pack()) - Counter(stock)
    bottoms = ["8D", "QH", "QS"]
    others = list((rest - Counter(bottoms)).elements())
    reserves = [[card, *(others.pop() for _ in range(3))] for card in bottoms]
    reserves += [[others.pop() for _ in range(4)] for _ in range(5)]
    return reserves, stock


def test_p7_no_redeal_of_an_empty_waste() -> None:
    """P7, P8: a waste without cards cannot be redealt; the game is over with redeals left."""
    engine, twin = Engine(dry()), Twin(*dry())
    from_waste(engine, *IN_ORDER[:64])
    assert (engine.table.home, engine.table.redeals_left, stock_n(engine.table)) == (72, 2, 0)
    assert engine.waste() == []
    assert engine.moves() == []
    assert ending(engine.table) == DRY
    for target in IN_ORDER[:64]:
        twin.play(TURN)
        twin.play(("found", twin.waste[-1], "waste", target))
    assert check_text(twin.record()) == 1


def test_p7_open_waste_without_stock() -> None:
    """P5, P7: under ``empty_waste`` ``open`` any reserve card may go there, and be redealt."""
    engine = Engine(dry(), Options(empty_waste="open"))
    from_waste(engine, *IN_ORDER[:64])
    builds = engine.moves()
    assert [(kind, pile) for kind, _, pile, _ in builds] == [("build", pile) for pile in PILES]
    engine.play(builds[2])
    assert of_kind("redeal", engine.moves()) == [REDEAL]
    engine.play(REDEAL)
    assert engine.stock() == [builds[2][1]]
    assert len(of_kind("build", engine.moves())) == 8


# ------------------------------------------------------------------ P8: the end


def test_p8_won_with_all_cards_home() -> None:
    """P8: won when all 104 cards are on the foundations; then there is no move."""
    engine = Engine(winning())
    for number in range(96):
        assert engine.table.home == 8 + number
        if stock_n(engine.table):
            turn(engine)
        engine.play(engine.moves()[0])
    assert engine.table.home == 104
    assert engine.moves() == []
    assert ending(engine.table) == WON


def test_p8_lost_without_a_move() -> None:
    """P8: lost when no move is left, and not before."""
    engine = Engine(shuffled(2))
    rng = random.Random(2)
    while moves := engine.moves():
        engine.play(rng.choice(moves))
    table = engine.table
    assert table.home < 104
    assert (stock_n(table), table.redeals_left) == (0, 0)
    assert ending(table) == STUCK
    assert not members(table.wanted) & (members(table.shown) | {engine.waste()[-1]})


# ------------------------------------------------------------------ P9: what a player knows


@pytest.mark.parametrize("view", ["tops", "all"])
def test_p9_reserve_view(view: str) -> None:
    """P9: the tops of the reserve and what was uncovered, or all of it."""
    tops = {"r1": ["QH", "5D", "3C", "2C"]}
    engine = Engine(arranged(tops), Options(reserve_view=view))
    reserves, _ = arranged(tops)
    for gone in range(3):
        for p, pile in enumerate(reserves):
            left = pile[: len(pile) - gone] if p == 0 else pile
            unseen = ["??"] * (len(left) - 1) + left[-1:]
            assert engine.reserves()[p] == (left if view == "all" else unseen)
        if gone < 2:
            engine.play(("found", f"{gone + 2}C", "r1", "AC"))


@pytest.mark.parametrize("view", ["tops", "all"])
def test_p9_stock(view: str) -> None:
    """P9: unturned cards are not seen in the first pass, all of the stock from the second on."""
    _, stock = shuffled(6)
    engine = Engine(shuffled(6), Options(reserve_view=view))
    for number in range(64):
        assert engine.stock() == ["??"] * (64 - number)
        assert "??" not in engine.waste()
        assert of_kind("turn", engine.moves()) == [TURN]
        turn(engine)
    for _ in range(2):
        engine.play(REDEAL)
        for number in range(64):
            assert engine.stock() == stock[number:]
            turn(engine)


def unseen_places(twin: Twin) -> list[int]:
    """Return the places (0 to 95) of the deal whose cards the player has not seen."""
    buried: list[int] = []
    if twin.options.reserve_view == "tops":
        for p, pile in enumerate(twin.reserves):
            buried += range(4 * p, 4 * p + len(pile) - 1)
    turned = sum(kind == "turn" for kind, *_ in twin.history)
    return buried + list(range(32 + turned, 96))


deals = st.one_of(
    st.integers(0, 2**32).map(shuffled),
    st.tuples(st.integers(0, 2**32), st.integers(1, 20)).map(lambda drawn: nearly_won(*drawn)),
)
options = st.builds(
    Options,
    st.sampled_from(["suit", "any"]),
    st.integers(0, 4),
    st.sampled_from(["closed", "open"]),
    st.sampled_from(["tops", "all"]),
)
pickers = st.tuples(st.integers(0, 2**32), st.sampled_from([-0.9, 0.0, 0.5, 0.9]))


def nearly_won(seed: int, swaps: int) -> Deal:
    """Return a deal that would win by itself, with some cards exchanged."""
    reserves, stock = winning()
    cards = [card for pile in reserves for card in pile] + stock
    rng = random.Random(seed)
    for _ in range(swaps):
        i, j = rng.randrange(96), rng.randrange(96)
        cards[i], cards[j] = cards[j], cards[i]
    return split(cards)


class Picker:
    """Chooses moves: with chance ``eager`` the first of the list, else any.

    A negative ``eager`` is the chance of the last of the list: cards stay in the reserve for long.
    """

    def __init__(self, seed: int, eager: float) -> None:
        self.rng = random.Random(seed)
        self.eager = eager

    def pick(self, moves: list[Move]) -> Move:
        if self.rng.random() < abs(self.eager):
            return moves[0 if self.eager > 0 else -1]
        return self.rng.choice(moves)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(deals, options, pickers, st.floats(0, 1))
def test_p9_nothing_hidden_leaks(
    deal: Deal, options: Options, drawn: tuple[int, float], part: float
) -> None:
    """P9: whatever the unseen cards are, the table is the same to the last byte."""
    twin, picker = Twin(*deal, options=options), Picker(*drawn)
    for _ in range(int(part * 90)):
        if moves := twin.moves():
            twin.play(picker.pick(moves))
    cards = [card for pile in deal[0] for card in pile] + deal[1]
    places = unseen_places(twin)
    unseen = [cards[place] for place in places]
    picker.rng.shuffle(unseen)
    for place, card in zip(places, unseen, strict=True):
        cards[place] = card
    one, other = Engine(deal, options), Engine(split(cards), options)
    for move in twin.history:
        one.play(move)
        other.play(move)
    assert one.bytes() == other.bytes()
    assert one.moves() == other.moves()


# ------------------------------------------------------------------ situations


@pytest.mark.parametrize("waste_build", ["suit", "any"])
def test_case_p1(waste_build: str) -> None:
    """case-P1: waste king of clubs, reserve ace of clubs: may be built."""
    engine = Engine(arranged({"r2": ["AC"]}, ["KC"]), Options(waste_build))
    turn(engine)
    assert ("build", "AC", "r2", "waste") in engine.moves()


def test_case_p2() -> None:
    """case-P2: waste 10 of clubs, reserve 9 of spades: no; ``waste_build = "any"``: yes."""
    for waste_build, legal in (("suit", False), ("any", True)):
        engine = Engine(arranged({"r2": ["9S"]}, ["10C"]), Options(waste_build))
        turn(engine)
        assert (("build", "9S", "r2", "waste") in engine.moves()) == legal


def test_case_p3() -> None:
    """case-P3: stock empty after the third pass: no redeal; tops may still be played."""
    deal = arranged({"r1": ["2C"], "r2": ["9H"]})
    place = deal[1].index("2D")
    deal[1][place], deal[1][-1] = deal[1][-1], "2D"
    engine = Engine(deal)
    for number in range(3):
        turn(engine, 64)
        if number < 2:
            engine.play(REDEAL)
    moves = engine.moves()
    assert not of_kind("redeal", moves)
    assert not of_kind("turn", moves)
    assert ("found", "2C", "r1", "AC") in moves
    assert ("found", "2D", "waste", "AD") in moves


def test_case_p4() -> None:
    """case-P4: waste empty: no reserve card may be built; ``empty_waste = "open"``: any."""
    reserves, _ = shuffled(12)
    assert not of_kind("build", Engine(shuffled(12)).moves())
    engine = Engine(shuffled(12), Options(empty_waste="open"))
    assert of_kind("build", engine.moves()) == [
        ("build", pile[-1], name, "waste") for name, pile in zip(PILES, reserves, strict=True)
    ]


# ------------------------------------------------------------------ the slow twin


def buildable_on(twin: Twin) -> set[str]:
    """Return the cards on which some reserve top may be built (P5)."""
    cards = set()
    for top in {pile[-1] for pile in twin.reserves if pile}:
        place = RANKS.index(top[:-1])
        for rank in (RANKS[place - 1], RANKS[(place + 1) % 13]):
            suits = SUITS if twin.options.waste_build == "any" else top[-1]
            cards |= {rank + suit for suit in suits}
    return cards


def agree(engine: Engine, twin: Twin) -> None:
    """Expect the table to say what the twin holds, in every field."""
    table = engine.table
    assert engine.waste() == twin.waste
    assert engine.stock() == twin.seen_stock()
    assert table.stock_at == 96 - len(twin.stock)
    assert engine.reserves() == twin.seen_reserves()
    assert table.reserve_n.tolist() == [len(pile) for pile in twin.reserves]
    assert all(
        not any(pile[n:])
        for pile, n in zip(table.reserve.tolist(), table.reserve_n.tolist(), strict=True)
    )
    assert engine.foundations() == {name: pile[-1] for name, pile in twin.piles.items()}
    assert (table.home, table.moves) == (twin.home, len(twin.history))
    assert (table.pass_number, table.redeals_left) == (twin.passes, twin.redeals_left)
    assert table.redeals == twin.options.redeals
    assert names(table.top) == twin.tops()
    derived(engine, twin)


def derived(engine: Engine, twin: Twin) -> None:
    """Expect the fields that follow from others to fit them."""
    table = engine.table
    tops = [card for card in twin.tops() if card != "--"]
    where = {
        card: {p for p, top in zip(PILES, twin.tops(), strict=True) if top == card} for card in tops
    }
    assert members(table.shown) == set(tops)
    assert engine.showing() == where
    assert members(table.wanted) == {card for card in set(pack()) if twin.takers(card)}
    assert members(builders(table, waste_top(table))) == set(filter(twin.may_build, tops))
    assert members(bases(table)) == buildable_on(twin)


def truth(engine: Engine, twin: Twin) -> None:
    """Expect the hidden part to hold what is really there, and no card to be lost (P1)."""
    hidden, table = engine.hidden, engine.table
    assert names(hidden.stock[table.stock_at :]) == twin.stock
    for p, pile in enumerate(twin.reserves):
        assert names(hidden.reserve[p, : len(pile)]) == pile
    assert twin.all_cards() == sorted(2 * ALL_CARDS)
    tops = table.foundation.tolist()
    assert table.home == sum(tops[:4]) + sum(14 - rank for rank in tops[4:])
    assert table.home + sum(table.reserve_n) + table.waste_n + stock_n(table) == 104


def listed(engine: Engine, twin: Twin) -> list[Move]:
    """Return the legal moves, on which the two agree: each once, in the documented order."""
    moves = engine.moves()
    assert moves == twin.moves()
    assert len(set(moves)) == len(moves) <= MAX_MOVES
    return moves


@settings(max_examples=45, deadline=None, derandomize=True)
@given(deals, options, pickers)
def test_every_position_is_the_twins(
    deal: Deal, options: Options, drawn: tuple[int, float]
) -> None:
    """P1 to P9: the same moves and the same table after each, from the deal to the end."""
    engine, twin, picker = Engine(deal, options), Twin(*deal, options=options), Picker(*drawn)
    agree(engine, twin)
    while moves := listed(engine, twin):
        move = picker.pick(moves)
        engine.play(move)
        twin.play(move)
        agree(engine, twin)
        truth(engine, twin)
    assert (ending(engine.table) == WON) == (twin.home == 104)
    assert check_text(twin.record()) == 1


@pytest.mark.parametrize("waste_build", ["suit", "any"])
@pytest.mark.parametrize("empty_waste", ["closed", "open"])
def test_every_pass_has_the_same_rules(waste_build: str, empty_waste: str) -> None:
    """P3 to P7: six passes of which the first five only turn; then the reserve is played."""
    options = Options(waste_build, 5, empty_waste)
    engine, twin = Engine(shuffled(14), options), Twin(*shuffled(14), options=options)
    while moves := listed(engine, twin):
        move = moves[-1 if twin.passes < 6 else 0]
        engine.play(move)
        twin.play(move)
        derived(engine, twin)
    agree(engine, twin)


@settings(max_examples=45, deadline=None, derandomize=True)
@given(deals, options, pickers)
def test_next_choice_plays_the_forced_moves(
    deal: Deal, options: Options, drawn: tuple[int, float]
) -> None:
    """``next_choice`` plays on for as long as there is one legal move, and no further."""
    engine, twin, picker = Engine(deal, options), Twin(*deal, options=options), Picker(*drawn)
    while True:
        moves = engine.next_choice()
        twin.play_forced()
        assert moves == twin.moves()
        assert len(moves) != 1
        agree(engine, twin)
        if not moves:
            break
        move = picker.pick(moves)
        engine.play(move)
        twin.play(move)
    tallied(engine, twin)


def tallied(engine: Engine, twin: Twin) -> None:
    """Expect the tally to count foundation moves by source and pass, and builds."""
    counts = {"waste": [0] * 4, "reserve": [0] * 4}
    built, number = 0, 0
    for kind, _, source, _ in twin.history:
        number += kind == "redeal"
        built += kind == "build"
        if kind == "found":
            counts["waste" if source == "waste" else "reserve"][min(number, 3)] += 1
    tally = engine.tally
    assert tally.from_waste.tolist() == counts["waste"]
    assert tally.from_reserve.tolist() == counts["reserve"]
    assert tally.built == built


@settings(max_examples=25, deadline=None, derandomize=True)
@given(deals, options, pickers)
def test_turn_on_turns_while_nothing_else_is_legal(
    deal: Deal, options: Options, drawn: tuple[int, float]
) -> None:
    """``turn_on`` plays turns, and only where a turn is the only move; tried at every position."""
    engine, twin, picker = Engine(deal, options), Twin(*deal, options=options), Picker(*drawn)
    ahead = Engine(deal, options)
    while moves := twin.moves():
        ahead.copy(engine)
        ahead.turn_on()
        copied = Twin(*deal, options=options)
        copied.reserves, copied.piles = twin.reserves, twin.piles
        copied.stock, copied.waste = list(twin.stock), list(twin.waste)
        copied.passes, copied.history = twin.passes, list(twin.history)
        copied.turn_on()
        assert ahead.waste() == copied.waste
        assert ahead.moves() == copied.moves()
        assert ahead.table.moves == len(copied.history)
        move = picker.pick(moves)
        engine.play(move)
        twin.play(move)


def test_digest_tells_games_apart() -> None:
    """The digest depends on every move, and on nothing but the moves."""
    first, second = Engine(shuffled(3)), Engine(shuffled(3))
    digests = [int(first.tally.digest)]
    rng = random.Random(3)
    while moves := first.moves():
        move = rng.choice(moves)
        first.play(move)
        second.play(move)
        digests.append(int(first.tally.digest))
        assert second.tally.digest == first.tally.digest
    assert len(set(digests)) == len(digests)
