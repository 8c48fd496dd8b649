"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from meowple.author import Chance

from .state import State

if TYPE_CHECKING:
    from .pieces.box import Box


def load(box: Box, seats: int, options: Mapping[str, Any], data: Any, chance: Chance) -> State:
    """The state that `State.to_json` wrote."""
    return State(box, seats, options, chance)
