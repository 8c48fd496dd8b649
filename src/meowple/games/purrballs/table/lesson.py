"""What `howto.html` needs besides words: numbers of the rules, and cards for its examples."""

from __future__ import annotations

from typing import Any

from meowple.games.purrballs.pieces.box import BUFFS, CATS, PRIZES, STARTERS
from meowple.games.purrballs.pieces.lines import PerMana, ResourceSets
from meowple.games.purrballs.pieces.names import LEVEL_UP_CARDS, LEVELS, STARTING_MANA
from meowple.games.purrballs.state import ROUNDS

SENT = (("rogue", "buff-3"), ("mage", "buff-5"), ("soldier", "buff-1"))
"""Whom the three of the example send, from the fastest to the slowest."""

POOL = ("l1-p3-goblet", "l1-p3-mana-vial", "l1-p3-storm-bow")
"""What they take, in that order; `tests/purrballs/test_lesson.py` plays it."""

FOE = "goblin-sneak"


def lesson() -> dict[str, Any]:
    """The names that the template gets."""
    scores = [cat.score for cat in CATS]
    cats, buffs = {cat.key: cat for cat in CATS}, {buff.key: buff for buff in BUFFS}
    return {
        "n": {
            "party": len(STARTERS),
            "buffs": len(BUFFS),
            "levels": LEVELS,
            "rounds": min(ROUNDS.values()),
            "mana": STARTING_MANA,
            "dealt": LEVEL_UP_CARDS,
            "per_mana": next(score.per for score in scores if isinstance(score, PerMana)),
            "sets": next(score.curve for score in scores if isinstance(score, ResourceSets)),
            "prizes": PRIZES,
        },
        "party": [CATS[cat].key for cat in STARTERS],
        "buffs": [buff.key for buff in BUFFS],
        "sent": [
            (cat, buff, cats[cat].upright + buffs[buff].value, loot)
            for (cat, buff), loot in zip(SENT, POOL, strict=True)
        ],
        "foe": FOE,
    }
