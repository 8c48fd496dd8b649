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
    """A Monster counts as Emblems as well, or as a Treasure instead (PB-EFF-26, PB-EFF-27)."""

    verb = "count-as"
    still_monster: bool
    emblems: int = 0
    treasure: Literal["", "any"] = ""

    def do(self, s: State, seat: int) -> None:
        """Nothing happens now: it matters in the scoring."""

    def wrong(self) -> str:
        if bool(self.emblems) == bool(self.treasure):
            return N_("count-as is either for emblems or for a treasure")
        if self.still_monster == bool(self.treasure):
            return N_("still_monster is true for emblems and false for a treasure")
        return ""
