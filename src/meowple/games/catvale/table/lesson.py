"""What `howto.html` needs besides words: numbers of the rules, and pieces for its example."""

from __future__ import annotations

from typing import Any

from meowple.games.catvale.pieces.box import Box
from meowple.games.catvale.pieces.names import MOST_PRIDE, ROUNDS, SEASONS, SIDE_ACTIONS
from meowple.games.catvale.rules.backyard import FISH_TO_EAT
from meowple.games.catvale.rules.rounds import BREAKFAST_FISH, ROLLED
from meowple.games.catvale.rules.seasons import TILES_FOR_PRESTIGE

CAT = "ember"
DICE = (1, 2, 2, 3, 3)
TILE, ITEM, DIE = "sunny-meadow", "rag", DICE[-1]
BUILT = "laundry-line"
"""The example: a Gather, and a Building with a Stick that lay ready; `tests/catvale/test_lesson.py`
plays it."""

PLACES = ("driftwood-river", "sunny-meadow", "abandoned-camp", "old-ruins", "fish", "mouse-field")
SHOPS = ("flea-market", "haven", "black-market", "portal")


def lesson(box: Box) -> dict[str, Any]:
    """The names that the template gets."""
    return {
        "n": {
            "target": box.board.target,
            "rounds": ROUNDS,
            "seasons": len(SEASONS),
            "season": ROUNDS // len(SEASONS),
            "breakfast": BREAKFAST_FISH,
            "rolled": ROLLED,
            "sides": SIDE_ACTIONS,
            "eaten": FISH_TO_EAT,
            "growth": box.tree.points,
            "tiles": TILES_FOR_PRESTIGE,
            "pride": MOST_PRIDE,
        },
        "cat": CAT,
        "tile": TILE,
        "gathered": {ITEM: DIE},
        "die_value": DIE,
        "dice": DICE,
        "built": BUILT,
        "places": PLACES,
        "shops": SHOPS,
    }
