"""What a quick player looks at."""

from __future__ import annotations

from collections.abc import Sequence

from meowple.core.actions import Action
from meowple.core.match import Match


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks."""
    return [0.0] * len(actions)
