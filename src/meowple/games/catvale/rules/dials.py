"""The three dials: Cat card, skills, Vale Life tiles and cards together (CV-CLEAN-2, CV-COMB-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.names import ATTACK, DEFENCE, MOVEMENT

from .standing import dial

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Side
    from meowple.games.catvale.state import State


def side(s: State, seat: int) -> Side:
    """The side of the Cat card that counts (CV-TREE-7)."""
    cat = s.box.cats[s.cat[seat]]
    return cat.experienced if s.grown >> seat & 1 else cat.young


def attack(s: State, seat: int) -> int:
    """The Attack dial."""
    return max(0, side(s, seat).attack + dial(s, seat, ATTACK))


def defence(s: State, seat: int) -> int:
    """The Defence dial."""
    return max(0, side(s, seat).defence + dial(s, seat, DEFENCE))


def movement(s: State, seat: int) -> int:
    """What the Movement dial is set to at Cleanup (CV-CLEAN-9)."""
    return max(0, side(s, seat).movement + dial(s, seat, MOVEMENT))
