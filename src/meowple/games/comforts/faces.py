"""What the table in the browser shows on pieces besides their names: drawings, and texts short
enough for a small space."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from meowple.core.game import Json
from meowple.core.language import translator

from .box import Box
from .components import SPACES

HERE = Path(__file__).parent


@cache
def drawings() -> dict[str, str]:
    """The drawing of every piece by its name; for a card its id."""
    kinds = tomllib.loads((HERE / "icons.toml").read_text("utf-8"))
    return {name: drawing for kind in kinds.values() for name, drawing in kind.items()}


class Faces:
    """The part of the game's words that only pages need. ``language`` is always the last argument."""

    box: Box

    def drawing(self, name: str, language: str) -> str:
        """The drawing of a card, a token, a type, a season or a place."""
        return drawings()[name]

    def head(self, seat: int, language: str) -> str:
        """The drawing that stands for a seat: the animal of its family."""
        return drawings()[self.box.setup.families[seat][0]]

    def area_of(self, place: str, language: str) -> str:
        """What part of the board a place belongs to; for an estate its card."""
        if place in SPACES:
            return place.partition("-")[0]
        return place.rpartition("-")[0]

    def side_of(self, place: str, language: str) -> str:
        """What tells the spaces of one area apart, as short as can be."""
        end = place.rpartition("-")[2]
        return {"left": "←", "right": "→", "a": "A", "b": "B", "c": "C"}.get(end, "")

    def draws(self, language: str) -> str:
        """How many comforts the right side of the Owl's Nest gives."""
        _ = translator(HERE, "comforts", language).gettext
        by_value = self.box.board.draws[1:]
        usual = max(set(by_value), key=by_value.count)
        text = _("draw {n}").format(n=usual)
        for other in sorted(set(by_value) - {usual}):
            values = [value for value, n in enumerate(by_value, 1) if n == other]
            listed = f"{values[0]}–{values[-1]}" if len(values) > 1 else str(values[0])
            text += "; " + _("with {values} draw {n}").format(values=listed, n=other)
        return text

    def draws_with(self, value: int, language: str) -> str:
        """How many comforts it gives for a die."""
        _ = translator(HERE, "comforts", language).gettext
        return _("draw {n}").format(n=self.box.board.draws[value])

    def lasts(self, timing: str, language: str) -> str:
        """When a traveler's effect holds."""
        _ = translator(HERE, "comforts", language).gettext
        return {
            "immediate": _("at once"),
            "all_month": _("all month"),
            "end_of_month": _("at the end of the month"),
            "after_family_roll": _("after the family dice"),
        }[timing]

    def source(self, source: str, language: str) -> str:
        """A line of the score sheet."""
        _ = translator(HERE, "comforts", language).gettext
        return {
            "comforts": _("Comforts made"),
            "bonuses": _("Their bonuses"),
            "stored": _("Tokens kept on cards"),
            "improvements": _("Improvements built"),
            "abilities": _("Their bonuses at the end"),
            "cottages": _("Cottage spaces uncovered"),
            "tokens": _("Tokens left over"),
        }[source]

    def step(self, table: Json, language: str) -> str:
        """What is going on, for those who wait."""
        _ = translator(HERE, "comforts", language).gettext
        return {
            "immediate": _("decides about the traveler"),
            "month_end": _("decides about the traveler"),
            "ride": _("gives dice"),
            "dice": _("gives dice"),
            "act": _("carries out actions"),
            "trade": _("trades"),
            "make": _("makes comforts"),
            "discard": _("puts comforts away"),
            "final": _("makes the last comforts"),
        }.get(table["step"], "")
