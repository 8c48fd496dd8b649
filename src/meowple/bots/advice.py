"""Advice: what looks best to a quick player, with what each idea hopes for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from meowple.core.actions import Action
from meowple.core.events import Json
from meowple.core.match import Match

from .greedy import weigh
from .search import Rollouts, Search, in_order

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


def advise(match: Match, seat: int, seed: int, *, tries: int = 0) -> list[Idea]:
    """The ideas for a seat in a match imagined for it, the best first: at least one, three at most.

    Args:
        match: imagined for the seat.
        seat: which is asked.
        seed: makes it repeatable.
        tries: in how many worlds each idea is tried out, all of them in the same ones: the best
            first is then which lets hope for most. Without effect in games that tell no chances, and
            where playing on at random misleads (`Game.searchable`).

    >>> import meowple
    >>> match = meowple.new_match("festival", 3, seed=1)
    >>> [idea.looks for idea in advise(match.imagine(0, 1), 0, 1)][0]
    1.0
    >>> [idea.tries for idea in advise(match.imagine(0, 1), 0, 1, tries=8)][0]
    8
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
    ideas = [
        Idea(action.key, 1 - (best - ratings[i]) / span, hope)
        for i, action, hope in zip(shown, chosen, _hopes(match, seat, chosen), strict=True)
    ]
    if not tries or not match.game.searchable or not foretold(match):
        return ideas
    # Whoever answers in what is tried out chooses cheaply, so that one good choice promises too much:
    # the best lets hope for what the seat may hope for anyway, the others for as much less.
    anyway = chances(match, seat, seed, tries)[seat]
    tried = [chances(match, seat, seed, tries, action)[seat] for action in chosen]
    parts = [min(1.0, max(0.0, anyway + share - max(tried))) for share in tried]
    found = [
        idea._replace(share=part, tries=tries) for idea, part in zip(ideas, parts, strict=True)
    ]
    return sorted(found, key=lambda idea: -(idea.share or 0.0))


def foretold(match: Match) -> bool:
    """Whether `chances` tell something: not of who plays alone, nor in a game without an estimate."""
    return match.seats > 1 and match.game.estimate is not None


def chances(
    match: Match, viewer: int | None, seed: int, tries: int, action: Action | None = None
) -> list[float]:
    """The part of the victory that each seat may hope for, from what a viewer knows; the sum is 1.

    The mean over imagined worlds, in which all go on by `Game.policy` up to `Game.horizon`, where
    `Game.estimate` tells, with its odds raised to `Game.sharpness`; where playing on at random misleads, it tells at once. What is hidden from
    the viewer has no part in it.

    Args:
        match: the moment.
        viewer: whose knowledge; None for a spectator's.
        seed: makes it repeatable: others give other worlds.
        tries: how many worlds.
        action: what the viewer does first.

    >>> import meowple
    >>> match = meowple.new_match("festival", 4, seed=1)
    >>> round(sum(chances(match, None, 1, 10)), 6)
    1.0
    """
    on = Rollouts(match, Random(seed))
    total = [0.0] * match.seats
    for world in islice(match.worlds(viewer, seed), tries):
        if action is not None and viewer is not None:
            world.act(viewer, action)
        found = on.play(world) if match.game.searchable else on.hopes(world)
        total = [sum(each) for each in zip(total, found, strict=True)]
    parts = [(each / tries) ** match.game.sharpness for each in total]
    return [part / sum(parts) for part in parts]


def think(match: Match, seat: int, tries: int, seed: int) -> list[Idea]:
    """As `advise`, but tried out: what a bot that searches would rather do comes first.

    In games in which searching does not pay (`Search.suits`) and for who plays alone, it is what
    `advise` says.

    >>> import meowple
    >>> match = meowple.new_match("festival", 3, options={"crow_redeal": "never"}, seed=1)
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
