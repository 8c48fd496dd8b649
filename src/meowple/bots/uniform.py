"""The bot ``random``: every choice is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from meowple.core.actions import Action
from meowple.core.language import N_
from meowple.core.match import Match


class Uniform:
    """Chooses at random, each action equally likely.

    Args:
        seed: makes its choices repeatable.
    """

    title = N_("Random bot")
    about = N_("Chooses at random: easily beaten, good for trying things out.")

    __slots__ = ("random",)

    def __init__(self, seed: int | None = None) -> None:
        self.random = Random(seed)

    def choose(self, match: Match, seat: int) -> Action:
        """One of the seat's actions."""
        return self.choose_among(match.actions(seat))

    def choose_among(self, actions: Sequence[Action]) -> Action:
        """One of the actions."""
        return actions[int(self.random.random() * len(actions))]
