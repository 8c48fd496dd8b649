"""What a viewer may see, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meowple.author import Question

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def view(s: State, viewer: int | None, question: Question | None) -> dict[str, Any]:
    """The table as a viewer may see it."""
    return {"round": s.round}
