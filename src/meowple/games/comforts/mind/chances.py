"""How likely the dice of a month meet the need of a space, before the village dice are rolled: exact.

All six dice together meet a need if some of them do. So it is enough to know, for every six dice, the
fewest lessons after which they do; then the rolls of the village dice are counted.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

from meowple.games.comforts.pieces.board import HIGHEST, LESSON, POOL, SPACES, VALUES, VILLAGE_DICE
from meowple.games.comforts.pieces.needs import GROUPS, WEIGHT, Need
from meowple.games.comforts.rules.decks import ability
from meowple.games.comforts.rules.dice import free_lessons
from meowple.games.comforts.rules.improvements import ChangeFamilyDie, TurnVillageDie
from meowple.games.comforts.state import State

ROLLS: Final = tuple(
    (roll, factorial(VILLAGE_DICE) // prod(map(factorial, Counter(roll).values())))
    for roll in combinations_with_replacement(VALUES, VILLAGE_DICE)
)
"""What the village dice may show, in rising order, and in how many ways."""

_ALL: Final = len(VALUES) ** VILLAGE_DICE
_SIX: Final = frozenset(sum(WEIGHT[v] for v in group) for group in GROUPS if len(group) == POOL)
_NEVER: Final = POOL * HIGHEST + 1
"""More lessons than could ever change dice."""


def chances(s: State, seat: int) -> tuple[float, ...]:
    """By space: how likely that seat's family dice and four unknown ones meet its need, 0 to 1.

    Lessons and tools of the seat that change dice are used as well as they can be, for this space
    alone.
    """
    first, second = s.family_dice(seat)
    lessons = s.tokens[seat][LESSON] + free_lessons(s, seat)
    umbrella = vane = None
    if s.built[seat]:
        umbrella = ability(s, seat, ChangeFamilyDie)
        vane = ability(s, seat, TurnVillageDie)
    bent, turned = umbrella.by if umbrella else (), vane.by if vane else ()
    pair = (first, second) if first < second else (second, first)
    return tuple(chance(need, pair, lessons, bent, turned) for need in s.needs[: len(SPACES)])


@lru_cache(maxsize=4_000)
def chance(
    need: Need,
    family: tuple[int, int],
    lessons: int,
    bent: tuple[int, ...] = (),
    turned: tuple[int, ...] = (),
) -> float:
    """How likely two family dice and four unknown ones meet a need, 0 to 1.

    Args:
        need: the need.
        family: what the family dice show.
        lessons: how many there are, each of which changes a die by one.
        bent: by what one family die may be changed.
        turned: by what one village die may be turned.
    """
    first, second = family
    own = {WEIGHT[first] + WEIGHT[second]}
    for by in bent:
        own |= {
            WEIGHT[die + by] + WEIGHT[other]
            for die, other in (family, family[::-1])
            if die + by in VALUES
        }
    due = _lessons(need)
    met = 0
    for roll, ways in ROLLS:
        village = sum(WEIGHT[value] for value in roll)
        shown = {village}
        for by in turned:
            shown |= {village - WEIGHT[v] + WEIGHT[v + by] for v in roll if v + by in VALUES}
        if any(due.get(pair + four, _NEVER) <= lessons for pair in own for four in shown):
            met += ways
    return met / _ALL


@lru_cache(maxsize=400)
def _lessons(need: Need) -> dict[int, int]:
    """The fewest lessons after which some of six dice meet a need, by what the six show."""
    grown: set[int] = set()
    layer = set(need.met)
    while layer:  # a group, and any dice besides
        grown |= layer
        layer = {g + WEIGHT[v] for g in layer if _size(g) < POOL for v in VALUES} - grown
    due = dict.fromkeys(grown & _SIX, 0)
    last = list(due)
    while last:
        found = []
        for group in last:
            for value in VALUES:
                if not group // WEIGHT[value] % (POOL + 1):
                    continue
                for to in (value - 1, value + 1):
                    other = group - WEIGHT[value] + WEIGHT[to] if to in VALUES else group
                    if other not in due:
                        due[other] = due[group] + 1
                        found.append(other)
        last = found
    return due


def _size(group: int) -> int:
    size = 0
    while group:
        group, dice = divmod(group, POOL + 1)
        size += dice
    return size
