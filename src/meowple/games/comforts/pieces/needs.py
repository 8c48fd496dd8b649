"""Which dice a space asks for (CC-FOR-6 to CC-FOR-15)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from .board import HIGHEST, POOL, VALUES

WEIGHT: Final = (0, *((POOL + 1) ** value for value in range(HIGHEST)))
"""A group of dice is the sum of the weights of its values: how many of each, to the base 7."""

GROUPS: Final = tuple(
    dice for size in range(1, POOL + 1) for dice in combinations_with_replacement(VALUES, size)
)


class Need:
    """Which dice a space asks for.

    Attributes:
        kind, dice, value, values: as printed; see the data's README. ``dice`` 0 is any number.
        met: the groups that meet it.
        open: the groups that meet it or could with more dice.
        json: the need as plain data.
    """

    __slots__ = ("dice", "json", "kind", "met", "open", "value", "values")

    def __init__(
        self, kind: str, dice: int = 1, value: int = 0, values: tuple[int, ...] = ()
    ) -> None:
        self.kind = kind
        self.dice = dice
        self.value = value
        self.values = values
        self.json = {"kind": kind, "dice": dice, "value": value, "values": list(values)}
        met = [g for g in GROUPS if (not dice or len(g) == dice) and self._meets(g)]
        parts = {g[:i] + g[i + 1 :] for g in met for i in range(len(g))}
        grown = set(met)
        while parts:
            grown |= parts
            parts = {g[:i] + g[i + 1 :] for g in parts for i in range(len(g))}
        self.met = frozenset(sum(WEIGHT[v] for v in group) for group in met)
        self.open = frozenset(sum(WEIGHT[v] for v in group) for group in grown) - {0}

    def _meets(self, dice: tuple[int, ...]) -> bool:
        """Whether these values, in rising order, are what is asked for."""
        match self.kind:
            case "any":
                return True
            case "one_of":
                return dice[0] in self.values
            case "value_max":
                return dice[0] <= self.value
            case "value_min":
                return dice[0] >= self.value
            case "exact":
                return dice == tuple(sorted(self.values))
            case "sum_max":
                return sum(dice) <= self.value
            case "sum_min":
                return sum(dice) >= self.value
            case "sum_exact":
                return sum(dice) == self.value
            case "same":
                return dice[0] == dice[-1]
            case "straight":
                return dice == tuple(range(dice[0], dice[0] + len(dice)))
            case "all_even":
                return all(value % 2 == 0 for value in dice)
            case _:
                return all(value % 2 == 1 for value in dice)


WITH_VALUE: Final = ("value_max", "value_min", "sum_max", "sum_min", "sum_exact")
SUMS: Final = ("sum_max", "sum_min")
"""The kinds that may ask for any number of dice."""
KINDS: Final = (*WITH_VALUE, "exact", "same", "straight", "all_even", "all_odd")
"""The kinds that a Forest or Meadow card may show."""
ANY_DIE: Final = Need("any")
