"""What a quick player looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meowple.core.actions import Action

if TYPE_CHECKING:
    from meowple.core.match import Match


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks, in XP; the match is one that the seat imagines."""
    return [0.0] * len(actions)
