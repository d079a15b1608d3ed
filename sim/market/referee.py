"""A referee of single actions: accepts whatever a person may do, or says which rule forbids it.

The list of moves leaves out payments with superfluous cards, for they cannot help a strategy in
any way but to end its turn. The rules allow them (M9), and so does the referee.
"""

from collections import Counter
from collections.abc import Sequence

from sim.market.buildings import NO_BUILDING, PRICE
from sim.market.money import CURRENCIES, NO_MONEY, TAKE_LIMIT, money_code, money_name, word_values
from sim.market.moves import may_give
from sim.market.table import SPACES, Table


def refuse(
    table: Table, seat: int, space: int, payment_cards: Sequence[str], gift: bool = False
) -> str | None:
    """Return why a purchase is not allowed, or None if it is.

    Parameters
    ----------
    table
        With the hand of ``seat`` uncovered.
    seat
        Who buys.
    space
        The building's space in the market, 0 to 3.
    payment_cards
        Names of the cards that are paid, in any order, superfluous ones included: ``["y3", "y9"]``.
    gift
        True if the building is to go to the dummy.

    Returns
    -------
    str or None
        The number of the broken rule, a colon, and what is wrong.
    """
    return (
        _wrong_turn(table, seat)
        or _wrong_cards(payment_cards)
        or _wrong_space(table, space)
        or _wrong_payment(table, seat, space, payment_cards)
        or _wrong_gift(table, gift)
    )


def refuse_taking(table: Table, seat: int, cards: Sequence[str]) -> str | None:
    """Return why money may not be taken, or None if it may.

    Parameters
    ----------
    table
        The table.
    seat
        Who takes.
    cards
        Names of the cards, in any order.

    Returns
    -------
    str or None
        The number of the broken rule, a colon, and what is wrong.
    """
    return _wrong_turn(table, seat) or _wrong_cards(cards) or _wrong_taking(table, cards)


def _wrong_taking(table: Table, cards: Sequence[str]) -> str | None:
    if not cards:
        return "M8: no card is taken"
    display = [money_name(int(card)) for card in table.display if card != NO_MONEY]
    missing = Counter(cards) - Counter(display)
    if missing:
        return f"M8: {_listed(missing)} does not lie in the display"
    if len(cards) > 1 and _total(cards) > TAKE_LIMIT:
        return f"M8: the cards are worth {_total(cards)}, several may be worth {TAKE_LIMIT}"
    return None


def _wrong_turn(table: Table, seat: int) -> str | None:
    if seat != table.player:
        return f"M7: it is the turn of seat {table.player}, not of seat {seat}"
    return None


def _wrong_cards(cards: Sequence[str]) -> str | None:
    for card in cards:
        try:
            money_code(card)
        except ValueError as error:
            return f"M1: {error}"
    return None


def _wrong_space(table: Table, space: int) -> str | None:
    if not 0 <= space < SPACES:
        return f"M3: there is no space {space} in the market, only 0 to {SPACES - 1}"
    if table.market[space] == NO_BUILDING:
        return f"M9: space {space} of the market is empty until the end of the turn"
    return None


def _wrong_payment(table: Table, seat: int, space: int, cards: Sequence[str]) -> str | None:
    currency = CURRENCIES[space]
    for card in cards:
        if card[0] != currency:
            return f"M9: space {space} takes {currency}, not {card}"
    values = word_values(int(table.hand[seat, space]))
    missing = Counter(cards) - Counter(f"{currency}{value}" for value in values)
    if missing:
        return f"M9: seat {seat} does not hold {_listed(missing)}"
    total, price = _total(cards), int(PRICE[table.market[space]])
    if total < price:
        return f"M9: {total} is paid, the price is {price}"
    return None


def _wrong_gift(table: Table, gift: bool) -> str | None:
    if gift and not may_give(table):
        return "M17: buildings cannot be given to a dummy in this game"
    return None


def _total(cards: Sequence[str]) -> int:
    return sum(money_code(card) & 15 for card in cards)


def _listed(cards: Counter[str]) -> str:
    return " ".join(sorted(cards.elements()))
