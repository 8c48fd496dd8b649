"""Advice: what looks best to a quick player, with what each idea hopes for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meowple.core.actions import Action
from meowple.core.events import Json
from meowple.core.match import Match

from .greedy import weigh
from .search import Search, in_order

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
        share: the part of the victory that the seat may hope for with it, as far as it was tried
            out; None if nobody has.
        tries: how often it was.
    """

    key: str
    looks: float
    hope: Json
    share: float | None = None
    tries: int = 0


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
    return [
        Idea(action.key, 1 - (best - ratings[i]) / span, hope)
        for i, action, hope in zip(shown, chosen, _hopes(match, seat, chosen), strict=True)
    ]


def think(match: Match, seat: int, tries: int, seed: int) -> list[Idea]:
    """As `advise`, but tried out: what a bot that searches would rather do comes first.

    In games in which searching does not pay (`Search.suits`) and for who plays alone, it is what
    `advise` says.

    >>> import meowple
    >>> match = meowple.new_match("festival", 3, seed=1)
    >>> ideas = think(match.imagine(0, 1, answers="drop"), 0, tries=30, seed=1)
    >>> all(0 <= idea.share <= 1 and idea.tries for idea in ideas)
    True
    """
    actions = in_order(match, seat)
    if len(actions) == 1 or match.seats == 1 or not Search.suits(match.game):
        return advise(match, seat, seed)
    tried = Search(seed, tries=tries).look(match, seat)
    best_first = sorted(
        actions, key=lambda a: (tried[a.id].visits, tried[a.id].total), reverse=True
    )
    chosen = [action for action in best_first[:MOST] if tried[action.id].visits]
    return [
        Idea(action.key, edge.looks, hope, edge.total / edge.visits, edge.visits)
        for action, hope in zip(chosen, _hopes(match, seat, chosen), strict=True)
        for edge in (tried[action.id],)
    ]


def _hopes(match: Match, seat: int, actions: Sequence[Action]) -> Sequence[Json]:
    """What they hope for, in the game's own terms."""
    hopes = match.game.hopes
    return hopes(match, seat, actions) if hopes else [{}] * len(actions)
