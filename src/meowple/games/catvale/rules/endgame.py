"""The Endgame check and the end (CV-GOAL, CV-END, CV-RUL-74)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.names import FISH, ROUNDS
from meowple.games.catvale.state import OVER

from .prestige import backyard, prestige

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def is_over(s: State) -> bool:
    """Whether the game ends with this Round: somebody has the Prestige that ends it, or it was the last."""
    if s.round == ROUNDS:
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
