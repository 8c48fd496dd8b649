"""Marking Territory (CV-MARK, CV-RUL-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.hexes import NAMES
from meowple.games.catvale.pieces.names import BACKYARD, FIRE, LAVA, MOUNTAIN

from .dice import spend_die, turn_die, values
from .playing import fire
from .quests import has_marker, take_marker

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

_NEVER = (BACKYARD, MOUNTAIN, LAVA, FIRE)


def may_mark(s: State, seat: int, space: int) -> bool:
    """Whether a tile can be Marked by a player: no Backyard, Mountain, Lava or Fire (CV-MARK-1)."""
    return s.marks[space] != seat and bool(s.face_up >> space & 1) and s.kind(space) not in _NEVER


def mark_actions(s: State, seat: int) -> list[Action]:
    """The dice with which a player can Mark where the cat stands (CV-MARK-2)."""
    if not may_mark(s, seat, s.at[seat]) or not has_marker(s, seat):
        return []
    return [s.box.mark[v - 1] for v in values(s, seat)]


def mark_with(s: State, seat: int, value: int) -> Asking:
    """The Side Action: the die drops by 1; one of value 1 is spent (CV-MARK-3)."""
    if value > 1:
        turn_die(s, seat, value, value - 1)
        if s.tell:
            s.tell("lowered", seat=seat, value=value)
    else:
        spend_die(s, seat, value)
    yield from put_marker(s, seat, s.at[seat])


def put_marker(s: State, seat: int, space: int) -> Asking:
    """A marker comes on a tile; another one there goes back to its owner (CV-MARK-4)."""
    yield from take_marker(s, seat, space)
    s.marks[space] = seat
    s.dirty |= 1 << seat
    if s.tell:
        s.tell("marked", seat=seat, space=NAMES[space])
    yield from fire(s, "mark", seat)
