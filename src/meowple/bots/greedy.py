"""The bot ``greedy``: takes what looks best at once, by the game's own heuristics."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from meowple.core.actions import Action
from meowple.core.language import N_
from meowple.core.match import Match


def weigh(match: Match, seat: int, actions: Sequence[Action], seed: int) -> list[float]:
    """How good each action looks by `Game.rate`, summed up over `Game.worlds` imagined matches."""
    game = match.game
    totals = list(game.rate(match, seat, actions))
    if game.worlds > 1:
        for world in islice(match.worlds(seat, seed), game.worlds - 1):
            ratings = game.rate(world, seat, actions)
            totals = [total + rating for total, rating in zip(totals, ratings, strict=True)]
    return totals


class Greedy:
    """Chooses the action that `Game.rate` likes best on average over imagined matches.

    How many matches it imagines is `Game.worlds`. Equally good actions are equally likely.

    Args:
        seed: makes its choices repeatable.
    """

    title = N_("Greedy bot")
    about = N_("Takes what looks best at once: a fair opponent to begin with.")

    __slots__ = ("random",)

    def __init__(self, seed: int | None = None) -> None:
        self.random = Random(seed)

    def choose(self, match: Match, seat: int) -> Action:
        """The best of the seat's actions; no work is done for a single one."""
        actions = match.actions(seat)
        if len(actions) == 1:
            return actions[0]
        return self._best(actions, weigh(match, seat, actions, self.random.getrandbits(64)))

    def choose_rated(self, actions: Sequence[Action], ratings: Sequence[float]) -> Action:
        """The best of some actions of which the game has said how good they look."""
        if len(actions) == 1:
            return actions[0]
        self.random.getrandbits(64)  # as `choose` does, so that a seed chooses alike in both
        return self._best(actions, ratings)

    def _best(self, actions: Sequence[Action], ratings: Sequence[float]) -> Action:
        best = max(ratings)
        # Sums in another order may differ in the last digits: what is that close is equal.
        near = best - 1e-9 * max(1.0, abs(best))
        return self.random.choice([a for a, r in zip(actions, ratings, strict=True) if r >= near])
