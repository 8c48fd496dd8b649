"""The bot ``kitten``: plays well and makes friendly mistakes."""

from __future__ import annotations

from random import Random

from meowple.core.actions import Action
from meowple.core.language import N_
from meowple.core.match import Match

from .greedy import Greedy, weigh

SLIPS = 0.35
"""How often it does not take what looks best."""


class Kitten:
    """As `Greedy`, but now and then takes any of what looks better than half.

    Args:
        seed: makes its choices repeatable.
    """

    title = N_("Kitten")
    about = N_("Still learning: plays well and makes friendly mistakes.")

    __slots__ = ("random",)

    def __init__(self, seed: int | None = None) -> None:
        self.random = Random(seed)

    def choose(self, match: Match, seat: int) -> Action:
        """One of the seat's actions, never one of the worse half."""
        actions = match.actions(seat)
        seed, slips = self.random.getrandbits(64), self.random.random() < SLIPS
        if len(actions) == 1 or not slips:
            return Greedy(seed).choose(match, seat)
        ratings = weigh(match, seat, actions, seed)
        best_first = sorted(range(len(actions)), key=lambda place: -ratings[place])
        return actions[self.random.choice(best_first[: (len(actions) + 1) // 2])]
