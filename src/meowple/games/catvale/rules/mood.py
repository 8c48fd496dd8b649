"""The Mood of the Vale (CV-MOOD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.board import MOOD_ENDS

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def shift(s: State, by: int) -> None:
    """The marker moves, below 0 toward Chaos, and stops at the ends (CV-MOOD-4)."""
    if by:
        before = s.mood
        s.mood = max(-MOOD_ENDS, min(MOOD_ENDS, before + by))
        if s.tell and s.mood != before:
            s.tell("mood", by=s.mood - before, now=s.mood)
