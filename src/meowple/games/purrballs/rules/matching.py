"""The Match step of a battle as arithmetic: which Gear covers which Defences.

Attack icons and needs are counted by kind: ``(claws, arrows, sparks)``; Armored Defences are
counted apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meowple.games.purrballs.pieces.names import ARMORED

Counts = tuple[int, int, int]


def needs(defences: Sequence[int], ignore: Sequence[int] = ()) -> tuple[Counts, int]:
    """What Defences need: icons of each kind, and pairs of equal icons for Armored ones."""
    left = [kind for kind in defences if kind not in ignore] if ignore else defences
    return (left.count(0), left.count(1), left.count(2)), left.count(ARMORED)


@lru_cache(maxsize=65536)
def winning(gear: tuple[Counts, ...], free: Counts, need: Counts, pairs: int) -> tuple[int, ...]:
    """All ways to win: bit sets of Gear cards, the smallest first.

    Each matches every Defence (PB-MATCH-1, PB-ARM-1) and each of its cards supplies at least one
    icon that matches something (PB-RUL-18). ``free`` icons may be left over (PB-MATCH-7).
    """
    found = []
    for chosen in range(1 << len(gear)):
        cards = [counts for i, counts in enumerate(gear) if chosen >> i & 1]
        if _wins(cards, free, need, pairs):
            found.append(chosen)
    found.sort(key=lambda chosen: (chosen.bit_count(), chosen))
    return tuple(found)


def _wins(cards: list[Counts], free: Counts, need: Counts, pairs: int) -> bool:
    have = [free[k] + sum(counts[k] for counts in cards) for k in range(3)]
    spare = [have[k] - need[k] for k in range(3)]
    if min(spare) < 0:
        return False
    for a in range(min(pairs, spare[0] // 2) + 1):
        for b in range(min(pairs - a, spare[1] // 2) + 1):
            c = pairs - a - b
            if 2 * c <= spare[2] and _all_used(
                cards, (need[0] + 2 * a, need[1] + 2 * b, need[2] + 2 * c)
            ):
                return True
    return False


def _all_used(cards: list[Counts], wanted: Counts) -> bool:
    """Whether each card can supply one icon to a need of its own (they fill up with others)."""
    reached = {(0, 0, 0)}
    for counts in cards:
        reached = {
            (used[0] + (k == 0), used[1] + (k == 1), used[2] + (k == 2))
            for used in reached
            for k in range(3)
            if counts[k] and used[k] < wanted[k]
        }
        if not reached:
            return False
    return True


def assign(
    icons: Sequence[tuple[int, int]], defences: Sequence[int], ignore: Sequence[int] = ()
) -> list[list[int] | None]:
    """Which icons match which Defence, for showing: as many as can be, in order.

    Args:
        icons: (kind, source) for each Attack icon at hand.
        defences: kinds, printed and rolled.
        ignore: kinds that count as matched.

    Returns:
        For each Defence the sources of the icons that match it (two for an Armored one, none
        for an ignored one), or None if it is not matched.
    """
    matched: list[list[int] | None] = [None] * len(defences)
    left = [[source for kind, source in icons if kind == k] for k in range(3)]
    used: set[int] = set()
    others = {
        source: len({kind for kind, owner in icons if owner == source and kind in defences})
        for _, source in icons
    }

    def take(kind: int) -> int:
        # Each Gear card must be of use: one that matched nothing so far goes first, and of those
        # the one that can do the least else.
        best = min(left[kind], key=lambda source: (source in used, others[source]))
        used.add(best)
        left[kind].remove(best)
        return best

    for i, kind in enumerate(defences):
        if kind in ignore:
            matched[i] = []
        elif kind != ARMORED and left[kind]:
            matched[i] = [take(kind)]
    for i, kind in enumerate(defences):
        if kind == ARMORED and matched[i] is None:
            pair = max(range(3), key=lambda k: (len(set(left[k]) - used), len(left[k]) > 1))
            if len(left[pair]) < 2:
                pair = max(range(3), key=lambda k: len(left[k]))
            if len(left[pair]) >= 2:
                matched[i] = [take(pair), take(pair)]
    return matched
