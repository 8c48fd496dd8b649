"""Counting what a player has: the counters of conditions and amounts (data README, section 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from meowple.games.catvale.pieces.amounts import Amount
from meowple.games.catvale.pieces.names import BASICS

from . import dials
from .standing import DESIGN

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

COUNTERS: Final[dict[str, Callable[[State, int], int]]] = {
    "buildings": lambda s, seat: sum([s.box.cards[p.building & DESIGN].own for p in s.plots[seat]]),
    "workers": lambda s, seat: sum([plot.worker >= 0 for plot in s.plots[seat]]),
    "trophies": lambda s, seat: len(s.trophies[seat]),
    "marks": lambda s, seat: s.marks.count(seat),
    "basics": lambda s, seat: sum(s.goods[seat][BASICS.start : BASICS.stop]),
    "basic-kinds": lambda s, seat: sum(
        [amount > 0 for amount in s.goods[seat][BASICS.start : BASICS.stop]]
    ),
    "pride": lambda s, seat: s.pride[seat],
    "skills": lambda s, seat: s.skills[seat].bit_count(),
    "attack": dials.attack,
    "tiles-revealed": lambda s, seat: s.turned_up[seat],
    "fish-caught": lambda s, seat: s.caught[seat],
    "combats-won": lambda s, seat: s.won[seat],
    "duels-won": lambda s, seat: len(s.duels[seat]),
    "quest-steps": lambda s, seat: s.quest_steps[seat],
    "quests-joined": lambda s, seat: len(s.joined[seat]),
    "harvest-tokens": lambda s, seat: s.drawn[seat],
}
"""What can be counted of a player."""


def value(s: State, seat: int, given: Amount) -> int:
    """The number that an amount is for a player now."""
    if isinstance(given, int):
        return given
    return min(given.most, COUNTERS[given.per](s, seat) // given.div + given.plus)
