"""How much of what: tokens, resources of choice, comfort cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .board import COIN, TOKENS

ANYTHING: Final = (*TOKENS, "any", "card")
"""All that an amount can hold: ``any`` are resources of choice, ``card`` are comforts."""

RULES: Final = ("free", "same", "different")
"""Whether resources of choice may be any, must be of one kind, or no two alike (CC-SYM-2, CC-SYM-3)."""


class Amount:
    """How much of what: tokens, resources of choice, comfort cards.

    Attributes:
        fixed: pairs of a token's index and a number.
        any: resources of choice.
        card: comfort cards, drawn or discarded.
        resources: how many resources ``fixed`` holds.
        json: the same as plain data.
    """

    __slots__ = ("any", "card", "fixed", "json", "resources")

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.json = dict(counts)
        self.fixed = tuple((TOKENS.index(name), counts[name]) for name in TOKENS if name in counts)
        self.any = counts.get("any", 0)
        self.card = counts.get("card", 0)
        self.resources = sum(number for token, number in self.fixed if token < COIN)

    def less(self, by: Amount) -> Amount:
        """Lowered by another, nothing below nothing (CC-RUL-34)."""
        lowered = {name: n - by.json.get(name, 0) for name, n in self.json.items()}
        return Amount({name: n for name, n in lowered.items() if n > 0})


NOTHING: Final = Amount({})
