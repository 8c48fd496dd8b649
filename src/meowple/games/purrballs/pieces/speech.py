"""What pieces and rules need of the words of the game (`table.words`) to say what they are."""

from __future__ import annotations

from typing import Protocol


class Speech(Protocol):
    """The words of Purrballs in one language."""

    def _(self, text: str) -> str:
        """A text in this language."""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a text that goes with a number."""

    def word(self, name: str) -> str:
        """The name of a class, icon, Monster type or kind of Loot."""

    def step(self, name: str) -> str:
        """The name of a step or phase."""

    def card_name(self, key: str) -> str:
        """The name on a card."""

    def card_label(self, key: str) -> str:
        """The same, with the icons of Gear."""

    def goods_name(self, name: str) -> str:
        """The name of a Treasure or Resource."""

    def counted(self, what: int) -> str:
        """What a Wyvern counts as: -1 for a Monster, else the Treasure."""

    def way(self, way: int) -> str:
        """A face of the Crown: "clockwise"."""

    def seat(self, seat: int) -> str:
        """Who sits there, in the middle of a sentence."""

    def seat_name(self, seat: int) -> str:
        """A seat without the name of who sits there: "Seat 2"."""
