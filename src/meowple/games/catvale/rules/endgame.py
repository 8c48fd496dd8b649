"""The Endgame check and the end (CV-GOAL, CV-END, CV-RUL-74)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.names import FISH
from meowple.games.catvale.state import OVER

from .prestige import backyard, prestige

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

LAST_ROUND = 6


def is_over(s: State) -> bool:
    """Whether the game ends with this Round: somebody has 20 Prestige, or it was Round 6."""
    if s.round == LAST_ROUND:
        return True
    target = s.box.board.target
    return any(prestige(s, seat) >= target for seat in range(s.seats))


def finish(s: State) -> None:
    """The game is over."""
    s.step = OVER
    if s.tell:
        s.tell(
            "over",
            prestige=[prestige(s, seat) for seat in range(s.seats)],
            backyard=[backyard(s, seat) for seat in range(s.seats)],
            fish=[goods[FISH] for goods in s.goods],
        )
