"""What the seats may hope for, for those who look ahead."""

from __future__ import annotations

from typing import Final

from meowple.author import shares
from meowple.games.comforts.pieces.board import LESSON
from meowple.games.comforts.rules.scoring import points
from meowple.games.comforts.state import State

from .plans import LESSON_WORTH, Eyes

LEAD: Final = 4.5
"""Points that make one e times as likely to win."""


def horizon(s: State) -> int:
    """The month: the next one brings other dice and another traveler."""
    return s.month


def estimate(s: State) -> list[float]:
    """The part of the victory that each seat may hope for: by its points, and by what its tokens
    and hand promise to bring."""
    return shares([_promised(s, seat) for seat in range(s.seats)], LEAD)


def _promised(s: State, seat: int) -> float:
    """Points in the end, as far as can be seen: tokens count by what they promise."""
    now, eyes = points(s, seat), Eyes(s, seat)
    fixed = now.total - now.stored - now.tokens
    return fixed + eyes.worth(eyes.own) + LESSON_WORTH * s.tokens[seat][LESSON]
