"""The rules: the script in the rulebook's order, its questions, what the cards do, the scoring."""

from .battle import CHALLENGES, MATCH, ROLL_DICE
from .loot import CYCLE, GRAB, LOOT_CARD, RESERVE
from .mana import STEAL
from .party import RECRUITS, REPLACE, WAKE_UP
from .round import COUNTS, DRAFTS, LEVELS_UP, SENDS
from .round import rules as rules
from .speed import ROTATES, TURN_CROWN
from .stash import (
    GET_TREASURE,
    GIVE_TREASURE,
    REFRESH_GEAR,
    SWAP,
    SWAP_FOR,
    TUCK,
    UNDER,
)

QUESTIONS = (
    TURN_CROWN,
    DRAFTS,
    LEVELS_UP,
    SENDS,
    ROTATES,
    STEAL,
    GRAB,
    CYCLE,
    RESERVE,
    TUCK,
    UNDER,
    GIVE_TREASURE,
    GET_TREASURE,
    SWAP,
    SWAP_FOR,
    REPLACE,
    RECRUITS,
    REFRESH_GEAR,
    WAKE_UP,
    LOOT_CARD,
    ROLL_DICE,
    CHALLENGES,
    MATCH,
    COUNTS,
)
"""All kinds of questions, as the rules declare them."""
