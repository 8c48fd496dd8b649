"""Dealing anew all that a viewer cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Chance

if TYPE_CHECKING:
    from .state import State


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal anew, in place, all that the viewer cannot know."""
