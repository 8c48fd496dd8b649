"""Ways on the Growth Tree: what slots are worth, and the best way for so many points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from meowple.games.catvale.pieces.names import (
    ARMOURED_FUR,
    CURIOUS_NOSE,
    FISH,
    HAWK_EYE,
    MOUSE,
    REROLL,
    SHARP_CLAW,
    SWIFT_PAWS,
    WHISKER_SONAR,
)
from meowple.games.catvale.pieces.tree import Slot
from meowple.games.catvale.rules.effects.goods import Gain
from meowple.games.catvale.rules.effects.progress import Prestige

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meowple.games.catvale.pieces.box import Box
    from meowple.games.catvale.state import State

SKILL_WORTH: Final = {
    SHARP_CLAW: 0.8,
    ARMOURED_FUR: 0.9,
    WHISKER_SONAR: 1.5,
    CURIOUS_NOSE: 1.5,
    SWIFT_PAWS: 1.3,
    HAWK_EYE: 2.0,
}
"""What a skill is worth for each Round that is left."""

GROWN_WORTH: Final = 2.8
"""The same for growing up."""

LATER: Final = 0.75
"""What counts of slots that only later points reach."""

COMING: Final = (13, 9, 2)
"""Points that a player may still expect after those of each season."""

ITEM_WORTH: Final[dict[int | str, float]] = {FISH: 0.9, MOUSE: 2.6, "basic": 1.9, REROLL: 1.4}
"""What an item of a slot is worth, other tokens aside."""


def slot_worth(slot: Slot, rounds: float, late: bool) -> float:
    """What entering a slot gives, skills left aside."""
    if slot.kind == "grow-up":
        return GROWN_WORTH * rounds
    total = 0.0
    fade = 0.35 if late else 1.0
    for step in slot.effects:
        if isinstance(step, Prestige):
            total += 5.5 * step.amount
        elif isinstance(step, Gain) and isinstance(step.amount, int):
            total += ITEM_WORTH.get(step.item, 1.2) * step.amount * fade
    return total


@lru_cache(maxsize=4096)
def best_ways(
    box: Box, skills: int, season: int, rounds: int, points: int
) -> tuple[tuple[float, ...], ...]:
    """For each slot and number of points: the worth of the best way on from it.

    ``points``: how many are at hand; those beyond are points that may come later.
    """
    tree = box.tree
    most = points + COMING[season]
    table: list[list[float]] = [[0.0] * (most + 1) for _ in tree.slots]
    for left in range(1, most + 1):
        # spent before this one: most - left
        later = most - left >= points
        weight = LATER if later else 1.0
        stay = max(0.0, rounds - (1.5 if later else 0.0))
        for place, slot in enumerate(tree.slots):
            best = 0.0
            for up in slot.up:
                goal = tree.slots[up]
                if goal.skill >= 0:
                    worth = 0.0 if skills >> goal.skill & 1 else SKILL_WORTH[goal.skill] * stay
                else:
                    worth = slot_worth(goal, stay, rounds <= 1)
                best = max(best, worth * weight + table[up][left - 1])
            table[place][left] = best
    return tuple(tuple(row) for row in table)


def way_worth(s: State, seat: int, at: tuple[int, int], left: int, step: tuple[int, int]) -> float:
    """What it is worth to move a marker into a slot, with the best that ``left`` points then do."""
    marker, slot = step
    tree = s.box.tree
    season = min(2, max(s.round, 1 if left else 0) // 2)
    rounds = max(0, 6 - s.round)
    points = left - 1
    table = best_ways(s.box, s.skills[seat], season, rounds, points)
    goal = tree.slots[slot]
    if s.claimed[2 * seat + marker] >> slot & 1:
        worth = 0.0
    elif goal.skill >= 0:
        worth = 0.0 if s.skills[seat] >> goal.skill & 1 else SKILL_WORTH[goal.skill] * rounds
    else:
        worth = slot_worth(goal, rounds, rounds <= 1)
    other = at[1 - marker]
    most = points + COMING[season]
    return worth + max(table[slot][k] + table[other][most - k] for k in range(most + 1))


def ends_worth(s: State, seat: int, at: Sequence[int]) -> float:
    """What is worth in stopping here: what later points still do."""
    season = min(2, s.round // 2)
    table = best_ways(s.box, s.skills[seat], season, max(0, 6 - s.round), 0)
    most = COMING[season]
    return max(table[at[0]][k] + table[at[1]][most - k] for k in range(most + 1))
