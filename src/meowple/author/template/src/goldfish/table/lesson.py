"""What `howto.html` needs besides words: numbers of the rules, and cards for its example."""

from __future__ import annotations

from typing import Any

from goldfish.pieces import CARD, CARDS
from goldfish.rules import KEPT, eaten

PLAYED = ("tuna", "sardine", "sardine")
"""The cards of the example, by seat."""


def lesson(hand: int) -> dict[str, Any]:
    """The names that the template gets.

    Args:
        hand: how many cards everybody is dealt, if the table does not say otherwise.
    """
    fish = eaten([CARD[key] for key in PLAYED])
    return {
        "n": {"hand": hand, "kept": KEPT},
        "kinds": CARDS,
        "played": list(zip(PLAYED, fish, strict=True)),
    }
