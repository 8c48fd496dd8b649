"""Costs: what must be paid, and whether somebody has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from meowple.author import N_, Table

from .names import BASICS, FISH, ITEMS, MOUSE, MOVEMENT, PEBBLE, RAG, STICK, WASTE

PAID: Final = (*ITEMS[:6], "basic", "card", "movement", "die")
"""What a cost can ask for."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What must be paid in full.

    Attributes:
        basics: Sticks, Rags, Waste, Pebbles.
        any: further Basic Resources of any kind.
        cards: from the hand.
        die: the least value of an unused Action Die to spend; 0 is none.
        resources: how many Basic Resources it asks for.
        needs: the Basic Resources that it names, each with its number.
    """

    fish: int = 0
    mouse: int = 0
    basics: tuple[int, int, int, int] = (0, 0, 0, 0)
    any: int = 0
    cards: int = 0
    movement: int = 0
    die: int = 0
    resources: int = field(init=False, repr=False, compare=False)
    needs: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        needs = tuple((item, n) for item, n in zip(BASICS, self.basics, strict=True) if n)
        object.__setattr__(self, "resources", sum(self.basics) + self.any)
        object.__setattr__(self, "needs", needs)

    def payable(self, goods: Sequence[int], dice: Sequence[int], cards: int, less: int = 0) -> bool:
        """Whether somebody has all of it; a Mouse stands in for any Basic Resource.

        Args:
            goods, dice, cards: what they have: items, unused dice by value, hand cards.
            less: so many Basic Resources are spared.
        """
        if goods[FISH] < self.fish:
            return False
        mice = goods[MOUSE] - self.mouse
        if mice < 0:
            return False
        lacking = short(goods, self.basics, self.any)
        if lacking and lacking > mice + less:
            return False
        if self.movement and goods[MOVEMENT] < self.movement:
            return False
        if self.cards and cards < self.cards:
            return False
        return not self.die or any(dice[self.die - 1 :])

    def json(self) -> dict[str, int]:
        """As the data writes it."""
        named: dict[str, int] = {"fish": self.fish, "mouse": self.mouse}
        named |= {ITEMS[item]: n for item, n in zip(BASICS, self.basics, strict=True)}
        named |= {"basic": self.any, "card": self.cards}
        named |= {"movement": self.movement, "die": self.die}
        return {name: number for name, number in named.items() if number}


FREE: Final = Cost()


def cost(table: Table, name: str, allowed: Sequence[str] = PAID) -> Cost:
    """Read a cost, which is more than nothing."""
    counts = table.counts(name, allowed)
    if table.data.get(name) == {}:
        table.wrong(N_("{field} must not be empty"), name)
    for thing, number in counts.items():
        most = 3 if thing in ("card", "movement", "die") else 6
        if number > most:
            table.wrong(
                N_("{field} asks for {number} {item} where {most} are the most"),
                name,
                number=number,
                item=thing,
                most=most,
            )
    return from_counts(counts)


def basic_cost(table: Table, name: str) -> Cost:
    """Read a cost of Basic Resources alone."""
    return cost(table, name, tuple(ITEMS[item] for item in BASICS))


def from_counts(counts: dict[str, int]) -> Cost:
    stick, rag, waste, pebble = (counts.get(ITEMS[item], 0) for item in BASICS)
    return Cost(
        counts.get("fish", 0),
        counts.get("mouse", 0),
        (stick, rag, waste, pebble),
        counts.get("basic", 0),
        counts.get("card", 0),
        counts.get("movement", 0),
        min(3, counts.get("die", 0)),
    )


def short(goods: Sequence[int], basics: tuple[int, int, int, int] | list[int], more: int) -> int:
    """How many Basic Resources are lacking."""
    stick, rag, waste, pebble = basics
    stick -= goods[STICK]
    rag -= goods[RAG]
    waste -= goods[WASTE]
    pebble -= goods[PEBBLE]
    lacking = 0
    if stick > 0:
        lacking += stick
    if rag > 0:
        lacking += rag
    if waste > 0:
        lacking += waste
    if pebble > 0:
        lacking += pebble
    if more:
        spare = lacking - stick - rag - waste - pebble
        if more > spare:
            lacking += more - spare
    return lacking
