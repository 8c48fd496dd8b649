"""The game in words."""

from __future__ import annotations

from typing import Any

from meowple.author import Action, Game
from meowple.games.catvale.pieces.box import Box

from .faces import Faces


class CatvaleWords(Faces):
    """The words for a box, in one language."""

    def __init__(self, box: Box, game: Game[Any], language: str) -> None:
        super().__init__(game, language)
        self.box = box
        self.named = {card.id: card.name for card in box.cards} | {c.id: c.name for c in box.cats}

    def action(self, action: Action) -> str:
        """What choosing the action does."""
        verb, _, name = action.key.partition(":")
        return f"{verb}: {self._(self.named.get(name, name))}" if name else verb
