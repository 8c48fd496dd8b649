"""Advice: what looks best to a quick player, with what each idea hopes for."""

from __future__ import annotations

from typing import NamedTuple

from meowple.core.events import Json
from meowple.core.match import Match

from .greedy import weigh

MOST = 3
"""How many ideas are told."""

WORTH = 0.05
"""How good an idea must look, between the worst of all and the best, to be told."""


class Idea(NamedTuple):
    """Something that could be chosen.

    Attributes:
        key: of the action.
        looks: how good it looks: 1 as the best of all, 0 as the worst.
        hope: what it hopes for, for `Words.hope`.
    """

    key: str
    looks: float
    hope: Json


def advise(match: Match, seat: int, seed: int) -> list[Idea]:
    """The ideas for a seat in a match imagined for it, the best first: at least one, three at most.

    >>> import meowple
    >>> match = meowple.new_match("festival", 3, seed=1)
    >>> [idea.looks for idea in advise(match.imagine(0, 1), 0, 1)][0]
    1.0
    """
    actions = match.actions(seat)
    if len(actions) > 1:
        ratings = weigh(match, seat, actions, seed)
    else:
        ratings = [0.0]
    best, worst = max(ratings), min(ratings)
    span = (best - worst) or 1.0
    order = sorted(range(len(actions)), key=lambda i: -ratings[i])[:MOST]
    shown = [i for i in order if 1 - (best - ratings[i]) / span >= WORTH]
    chosen = [actions[i] for i in shown]
    hopes = match.game.hopes(match, seat, chosen) if match.game.hopes else [{}] * len(chosen)
    return [
        Idea(action.key, 1 - (best - ratings[i]) / span, hope)
        for i, action, hope in zip(shown, chosen, hopes, strict=True)
    ]
