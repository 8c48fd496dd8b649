"""Numbers of cards: fixed ones, and those that are counted on the table when they are needed."""

from __future__ import annotations

from dataclasses import dataclass

from meowple.author import Table

from .names import COUNTERS
from .vocabulary import field, number, one_of, read_fields


@dataclass(frozen=True, slots=True)
class Counted:
    """A number read when it is needed: min(most, counter / div + plus)."""

    per: str = field(one_of(*COUNTERS))
    div: int = field(number(1, 4), 1)
    plus: int = field(number(0, 6), 0)
    most: int = field(number(1, 12), 99, "max")


Amount = int | Counted


def amount(table: Table, name: str) -> Amount:
    """Read an amount: a number, or a table that counts something."""
    if isinstance(table.data.get(name), dict):
        counted: Counted = read_fields(Counted, table.one(name))
        return counted
    return table.number(name, 0, 20)
