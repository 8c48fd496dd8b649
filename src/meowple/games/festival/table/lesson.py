"""What `howto.html` needs besides words: numbers of the rules, and cards for its examples."""

from __future__ import annotations

from typing import Any

from meowple.games.festival.pieces import CARD, CARDS, FACE_UP, HAND
from meowple.games.festival.rules import BOOZE_LIMIT, TARGET, rank, score

from .view import NUMBERS

MIDDLE = ("spring-4", "fall-9")
PLAYED = ("summer-4", "winter-7", "summer-9", "winter-12")
"""The cards of the example, from low to high; `tests/festival/test_lesson.py` plays it."""

HELD = ("spring-9", "winter-6", "fall-11", "summer-4", "yorozu-13")
PILE = (
    *("spring-1", "summer-4", "fall-9", "winter-12", "summer-9", "winter-5", "fall-7"),
    *("winter-7", "spring-4"),
)
THIRD = "spring-2"
"""The card with booze that would have spoiled the pile, in place of its last one."""


def lesson() -> dict[str, Any]:
    """The names that the template gets."""
    ranks = [rank(CARD[key]) for key in PLAYED]
    low, high = ranks.index(min(ranks)), ranks.index(max(ranks))
    taken = list(PLAYED)
    taken[low], taken[high] = MIDDLE
    spoiled = [*PILE[:-1], THIRD]
    return {
        "n": {
            **NUMBERS,
            "target": TARGET,
            "hand": HAND,
            "middle": FACE_UP,
            "least": min(card.value for card in CARDS),
            "most": max(card.value for card in CARDS),
            "one_less": BOOZE_LIMIT - 1,
        },
        "middle": MIDDLE,
        "held": [(key, key.partition("-")[0] not in _seasons(MIDDLE)) for key in HELD],
        "played": [
            (key, took, "low" if seat == low else "high" if seat == high else "")
            for seat, (key, took) in enumerate(zip(PLAYED, taken, strict=True))
        ],
        "next": (PLAYED[low], PLAYED[high]),
        "swap": ("yorozu-0", "summer-6"),
        "pile": PILE,
        "points": score(CARD[key] for key in PILE),
        "spoiled": score(CARD[key] for key in spoiled),
        "fish": sum(CARD[key].fish for key in PILE),
    }


def _seasons(keys: tuple[str, ...]) -> set[str]:
    return {key.partition("-")[0] for key in keys}
