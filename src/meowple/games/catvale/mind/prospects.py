"""What the seats may hope for, for those who look ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from meowple.author import shares

from .eyes import POINT, Eyes
from .plans import see

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

LEAD: Final = 3.0
"""Prestige that makes one e times as likely to win."""


def horizon(s: State) -> int:
    """The Round: new dice are rolled in the next one, and what they allow says little of now."""
    return s.round


def estimate(s: State) -> list[float]:
    """The part of the victory that each seat may hope for: by its Prestige, and by what its goods
    and cards promise to bring in the time that is left."""
    seen = [see(Eyes(s, seat)) for seat in range(s.seats)]
    return shares([eyes.scores[eyes.seat] + eyes.now / POINT for eyes in seen], LEAD)
