"""The game in words, in one language. What is asked and what can be chosen says it where it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meowple.author import Event, Json, Line, People, Words

from fish_bowl.pieces import CARD, HAND

from .first import AREAS, ASKED
from .lesson import lesson


class GameWords(Words):
    """The words of Fish bowl."""

    asked = ASKED
    areas = AREAS

    def lesson(self) -> dict[str, Any]:
        """What `howto.html` gets besides these words."""
        return lesson(HAND)

    def event(self, event: Event, people: People) -> Line | None:
        """The line of the log for an event."""
        if event.kind != "played":
            return None
        told = [
            self._("{who}: **{card}** ({fish})").format(
                who=people[seat], card=self.card(key), fish=self.fish(fish)
            )
            for seat, (key, fish) in enumerate(
                zip(event.data["cards"], event.data["fish"], strict=True)
            )
        ]
        return Line(", ".join(told))

    def text(self, view: Json, people: People) -> str:
        """The table for a terminal, with Rich markup for colours."""
        lines = []
        for seat, cards in enumerate(view["table"]["seats"]):
            fish = self.fish(view["scores"][seat])
            lines.append(f"[bold]{people[seat]}[/]  {fish}  {self.cards(cards['played'])}")
            if cards["hand"] is not None:
                hand = self.cards(cards["hand"])
                lines.append("   " + self._("In your hand: {cards}").format(cards=hand))
        return "\n".join(lines)

    def fish(self, number: int) -> str:
        """So many fish."""
        return self.ngettext("{number} fish", "{number} fish", number).format(number=number)

    def card(self, key: str) -> str:
        """What a card is called."""
        return self._(CARD[key].name)

    def cards(self, keys: Iterable[str]) -> str:
        """Several cards in a row."""
        return ", ".join(self.card(key) for key in keys) or "–"
