"""What a seat does quickly, for those who play on in their heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meowple.author import Action
from meowple.games.purrballs.pieces.actions import ROLL, STRIKE
from meowple.games.purrballs.pieces.box import BUFFS, CATS, LOOT
from meowple.games.purrballs.state import State

FOR: Final = {"resource": "trader", "treasure": "wanderer", "gear": "fighter"}
"""Who in the party makes something of a kind of Loot."""

EMBLEM, MANA = 2.5, 1.2
"""How much an Emblem and Mana are liked, where a Catventurer that makes something of it counts 2."""


def policy(s: State, seat: int, actions: Sequence[Action], u: float) -> Action:
    """Loot that fits the party, a Buff that can be paid, battles that are won; else anything."""
    x = u * len(actions)
    place = int(x)
    action = actions[place]
    verb = action.verb
    if verb == "take":
        classes = [CATS[cat].class_ for cat in s.party(seat)]
        return max(actions, key=lambda a: _liking(s, seat, a.value, classes))
    if verb == "send":
        if BUFFS[action.value[1]].cost > s.mana[seat]:
            return actions[int((x - place) * len(actions))]
    elif verb in ("gear", "flee"):
        return STRIKE if STRIKE in actions else action
    elif verb == "decline":
        return ROLL if ROLL in actions else action
    return action


def _liking(s: State, seat: int, card: int, classes: list[str]) -> float:
    """Roughly what a Loot card is worth to that party."""
    piece = LOOT[card]
    if piece.emblems:
        return EMBLEM * piece.emblems
    wanted = FOR.get(piece.kind)
    if wanted is None:
        return MANA
    liking = 2.0 * classes.count(wanted)
    if piece.resource >= 0 and any(LOOT[own].resource == piece.resource for own in s.loot[seat]):
        liking /= 2  # sets are made of different ones
    return liking
