"""Playing cards as numbers, and sets of cards as bits of one word.

A card is ``16 * suit + rank``: suits 0 to 3 for clubs, diamonds, hearts, spades, ranks 1 (ace) to
13 (king). So a suit is a lane of 16 bits in a set, and "the next rank up" a shift by one. Codes
stay below 62, so that a set is a non-negative int64.
"""

from sim.compile import compiled, wide

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE, KING = 1, 13

NO_CARD = 0
"""Where no card lies: an empty pile, a place above its top."""
UNKNOWN = -1
"""A card that the player has not seen."""

ONE = wide(1)
LANE = wide(0x3FFE)
CARDS = wide(sum(0x3FFE << (16 * suit) for suit in range(4)))
ACES = wide(sum(1 << (16 * suit + ACE) for suit in range(4)))

FOUNDATIONS = tuple(end + suit for end in "AK" for suit in SUITS)
"""Names of the foundations by index: ace piles 0 to 3, king piles 4 to 7, by suit."""


def card_code(name: str) -> int:
    """Return the number of a card from its name, ``"10H"``.

    Raises
    ------
    ValueError
        If there is no such card.
    """
    rank, suit = name[:-1], name[-1:]
    if rank not in RANKS or suit not in SUITS or not suit:
        raise ValueError(f"{name!r} is no card (rank A, 2 to 10, J, Q, K, then suit C, D, H, S)")
    return 16 * SUITS.index(suit) + RANKS.index(rank) + 1


def card_name(card: int) -> str:
    """Return the name of a card, ``"10H"``; ``"--"`` for none, ``"??"`` for an unseen one."""
    if card == NO_CARD:
        return "--"
    if card == UNKNOWN:
        return "??"
    return RANKS[card % 16 - 1] + SUITS[card // 16]


def dealt_cards() -> list[int]:
    """Return the 96 cards that are dealt (P1): two packs without an ace and a king a suit."""
    return [
        16 * suit + rank
        for suit in range(4)
        for rank in range(ACE, KING + 1)
        for _ in range(1 if rank in (ACE, KING) else 2)
    ]


@compiled
def neighbours(cards: int) -> int:
    """Return the set of cards one rank above or below some card of a set, in suit (P5).

    Ace and king are neighbours.
    """
    steps = ((cards << 1) | (cards >> 1)) & CARDS
    return steps | ((cards >> 12) & ACES) | ((cards & ACES) << 12)


@compiled
def any_suit(cards: int) -> int:
    """Return the set of all cards that have the rank of some card of a set."""
    ranks = (cards | (cards >> 16) | (cards >> 32) | (cards >> 48)) & LANE
    return ranks | (ranks << 16) | (ranks << 32) | (ranks << 48)
