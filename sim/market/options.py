"""Rule options that the two market games share."""

from sim.rules import Option
from sim.schema import DUMMY_GIFTS, END_TRIGGER, EXTRA_ACTION, FIRST_PLAYER, HANDS

MARKET_OPTIONS = (
    Option(
        "first_player",
        "rule",
        "who begins: by rule (M5), drawn, or a seat, for analysis",
        values=FIRST_PLAYER,
    ),
    Option("hands", "counted", "what is known of the other hands", values=HANDS),
    Option(
        "extra_action",
        "must",
        "whether the action after an exact payment must be taken (M7)",
        values=EXTRA_ACTION,
    ),
    Option(
        "end_trigger",
        "market_short",
        "whether the game ends when the market cannot be filled or when the bag is empty (M14)",
        values=END_TRIGGER,
    ),
    Option(
        "dummy_gifts",
        "true",
        "with two players, whether buildings may be given to the dummy (M17)",
        values=DUMMY_GIFTS,
    ),
    Option(
        "turn_limit",
        1000,
        "turns after which the game is cut short with round C",
        low=1,
        high=1_000_000,
    ),
)
