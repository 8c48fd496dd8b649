"""What the table in the browser shows on pieces besides their names: drawings, and texts short
enough for a small space."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from meowple.author import N_
from meowple.games.comforts.pieces.board import SPACES

from .names import Names


@cache
def drawings() -> dict[str, str]:
    """The drawing of every piece by its name; for a card its id."""
    kinds = tomllib.loads((Path(__file__).parent / "icons.toml").read_text("utf-8"))
    return {name: drawing for kind in kinds.values() for name, drawing in kind.items()}


class Faces(Names):
    """The part of the game's words that only pages need."""

    in_grid = True
    """The table lies in the grid of `layout.css`."""

    def drawing(self, name: str) -> str:
        """The drawing of a card, a token, a type, a season or a place; a plain one for a new card."""
        return drawings().get(name) or drawings()["card"]

    def head(self, seat: int) -> str:
        """The drawing that stands for a seat: the animal of its family."""
        return self.drawing(self.box.setup.families[seat][0])

    def area_of(self, place: str) -> str:
        """What part of the board a place belongs to; for an estate its card."""
        if place in SPACES:
            return place.partition("-")[0]
        return place.rpartition("-")[0]

    def side_of(self, place: str) -> str:
        """What tells the spaces of one area apart, as short as can be."""
        end = place.rpartition("-")[2]
        return {"left": "←", "right": "→", "a": "A", "b": "B", "c": "C"}.get(end, "")

    def draws(self) -> str:
        """How many comforts the right side of the Owl's Nest gives."""
        by_value = self.box.board.draws[1:]
        usual = max(set(by_value), key=by_value.count)
        text = self._("draw {n}").format(n=usual)
        for other in sorted(set(by_value) - {usual}):
            values = [value for value, n in enumerate(by_value, 1) if n == other]
            listed = f"{values[0]}–{values[-1]}" if len(values) > 1 else str(values[0])
            text += "; " + self._("with {values} draw {n}").format(values=listed, n=other)
        return text

    def draws_with(self, value: int) -> str:
        """How many comforts it gives for a die."""
        return self._("draw {n}").format(n=self.box.board.draws[value])

    def lasts(self, timing: str) -> str:
        """When a traveler's effect holds."""
        return self._(LASTS[timing])

    def source(self, source: str) -> str:
        """A line of the score sheet."""
        return self._(SOURCES[source])


LASTS = {
    "immediate": N_("at once"),
    "all_month": N_("all month"),
    "end_of_month": N_("at the end of the month"),
    "after_family_roll": N_("after the family dice"),
}

SOURCES = {
    "comforts": N_("Comforts made"),
    "bonuses": N_("Their bonuses"),
    "stored": N_("Tokens kept on cards"),
    "improvements": N_("Improvements built"),
    "abilities": N_("Their bonuses at the end"),
    "cottages": N_("Cottage spaces uncovered"),
    "tokens": N_("Tokens left over"),
}
