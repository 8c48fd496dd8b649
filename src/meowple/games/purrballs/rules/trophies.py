"""Monsters in a Stash that count as something else besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meowple.author import N_
from meowple.games.purrballs.state import State

from .effects import Effect, verb


@verb
@dataclass(frozen=True, slots=True)
class CountAs(Effect):
    """A Monster counts as Emblems or as a Treasure (PB-EFF-26, PB-EFF-27).

    Attributes:
        still_monster: whether it counts as a Monster as well.
        emblems: as how many it counts.
        treasure: whether it can count as one of any type.
    """

    verb = "count-as"
    still_monster: bool
    emblems: int = 0
    treasure: Literal["", "any"] = ""

    def do(self, s: State, seat: int) -> None:
        """Nothing happens now: it matters in the scoring."""

    def wrong(self) -> str:
        if bool(self.emblems) == bool(self.treasure):
            return N_("count-as is either for emblems or for a treasure")
        if self.treasure and self.still_monster:
            return N_("still_monster is false for a treasure")
        return ""
