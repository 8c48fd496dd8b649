"""The bots that search: ``search``, and ``tiger`` and ``saber``, which do it by the clock.

Each try takes a world in which all that the seat cannot know is dealt anew, goes down a tree of the
seat's own decisions in it, leaves the tree with a decision that is new, and plays on from there with cheap
choices until `Game.horizon` or the end of the match. What the seat may hope for then
(`Game.estimate`, or its part of the victory) counts for all decisions on the way.

The tree is open: a node stands for what the seat has decided, not for what has happened
besides, so it holds whatever others do and dice show, on average (information-set Monte Carlo tree search with a single observer).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any

from meowple.core.actions import Action
from meowple.core.errors import MeowpleError
from meowple.core.game import Game
from meowple.core.language import N_
from meowple.core.match import Match

from .greedy import Greedy, weigh

EXPLORE = 0.7
"""How much a decision is looked at because it has seldom been tried ..."""

PRIOR = 1.0
"""... and because it looks good at once; both in standard deviations of what tries came to."""

LEAST_SPREAD = 0.01
"""Standard deviation at least: where all tries come to the same, only looks decide."""


class Edge:
    """A decision of the seat, and what trying it came to.

    Attributes:
        visits, total: how often it was tried, and what it came to in all.
        offered: how often it could have been.
        looks: how good it looks at once, from 0 to 1 among its neighbours.
        after: the decisions that may follow, by `Action.id`.
    """

    __slots__ = ("after", "looks", "offered", "total", "visits")

    def __init__(self, looks: float) -> None:
        self.visits = self.offered = 0
        self.total = 0.0
        self.looks = looks
        self.after: Node = {}


Node = dict[int, Edge]


class BadBudget(MeowpleError, ValueError):
    """So much, or so little, cannot be searched."""


class Search:
    """Tries decisions out in many imagined matches, the promising ones more often.

    With a number of tries its choices are repeatable; by the clock they depend on the machine.

    Args:
        seed: makes its choices repeatable.
        tries: for each decision.
        milliseconds: for each decision, instead of a number of tries.
    """

    title = N_("Searching bot")
    about = N_("Tries a fixed number of ideas out in its head: for simulations.")
    thinks = 2.0
    """Seconds that a decision takes, about; it then thinks apart from quicker bots."""
    tries: int | None = 200
    milliseconds: float | None = None

    def __init__(
        self,
        seed: int | None = None,
        *,
        tries: int | None = None,
        milliseconds: float | None = None,
    ) -> None:
        if tries is not None and milliseconds is not None:
            raise BadBudget(N_("tries and milliseconds exclude each other"))
        budgets: dict[str, Any] = {"tries": tries, "milliseconds": milliseconds}
        for name, given in budgets.items():
            if given is not None and not (isinstance(given, int | float) and 0 < given < inf):
                raise BadBudget(
                    N_("{name} is a number above 0; not {given!r}"), name=name, given=given
                )
        if tries is not None and tries != int(tries):
            raise BadBudget(N_("tries is a whole number; not {tries!r}"), tries=tries)
        if tries is not None or milliseconds is not None:
            self.tries = None if tries is None else int(tries)  # of 1e3 too
            self.milliseconds = milliseconds
        self.random = Random(seed)

    @staticmethod
    def suits(game: Game[Any]) -> bool:
        """Whether it plays that game better than a bot that does not search."""
        return game.searchable

    def choose(self, match: Match, seat: int) -> Action:
        """The action that was tried most often; no work is done for a single one.

        Who plays alone wins whatever happens: then it is greedy.
        """
        if match.seats == 1:
            return Greedy(self.random.getrandbits(64)).choose(match, seat)
        actions = in_order(match, seat)
        if len(actions) == 1:
            return actions[0]
        root = self.look(match, seat)
        return max(actions, key=lambda a: (root[a.id].visits, root[a.id].total))

    def look(self, match: Match, seat: int) -> Node:
        """What the seat's actions came to, by `Action.id`: all that are `in_order` are there."""
        actions = in_order(match, seat)
        seeds = self.random.getrandbits
        looks = weigh(match, seat, actions, seeds(64))
        search = _Trying(match, seat, self.random)
        search.root.update(_edges(actions, looks))
        worlds = match.worlds(seat, seeds(64))
        if self.milliseconds is None:
            for _ in range(self.tries or 1):
                search.attempt(next(worlds))
        else:
            until = time.monotonic() + self.milliseconds / 1000
            search.attempt(next(worlds))
            while time.monotonic() < until:
                search.attempt(next(worlds))
        return search.root


class Tiger(Search):
    """Searches for half a second."""

    title = N_("Tiger")
    about = N_("Thinks each move over for half a second.")
    thinks = 0.5
    tries = None
    milliseconds = 500.0


class Saber(Search):
    """Searches for three seconds."""

    title = N_("Sabre-toothed tiger")
    about = N_("Thinks each move over for three seconds.")
    thinks = 3.0
    tries = None
    milliseconds = 3000.0


class Rollouts:
    """How imagined matches of a moment go on: by cheap choices, until `Game.horizon` or the end.

    Args:
        match: the moment.
        rng: decides where choices are left to chance.

    Attributes:
        stop: whether a state lies beyond the horizon; None where the game has none.
        policy: the cheap choices of the game, None where it has none.
    """

    def __init__(self, match: Match, rng: Random) -> None:
        game = match.game
        policy = self.policy = game.policy
        self._pick: Callable[[Any, int, Sequence[Action]], Action] | Random = rng
        if policy is not None:
            self._pick = lambda state, seat, actions: policy(state, seat, actions, rng.random())
        self.stop: Callable[[Any], bool] | None = None
        horizon = game.horizon
        if horizon is not None and game.estimate is not None:
            here = horizon(match.state)
            self.stop = lambda state: horizon(state) != here

    def play(self, world: Match) -> list[float]:
        """Play a world on, which is used up: the part of the victory that each seat may hope for then."""
        stop = self.stop
        if not world.over and not (stop and stop(world.state)):
            world.play_out(self._pick, stop)
        return self.hopes(world)

    @staticmethod
    def hopes(world: Match) -> list[float]:
        """The part of the victory that each seat may hope for in a world as it is, or has got."""
        estimate = world.game.estimate
        return world.returns() if world.over or estimate is None else estimate(world.state)


class _Trying:
    """One search: its tree and how tries come out.

    Attributes:
        root: the decisions of the moment.
        spread: standard deviation of what tries came to.
        mean: what they came to on average.
    """

    def __init__(self, match: Match, seat: int, rng: Random) -> None:
        self.seat = seat
        self.root: Node = {}
        self.mean = 1 / match.seats
        self.spread = sqrt(self.mean * (1 - self.mean))
        self._tries = 0
        self._squares = 0.0
        self._draw = rng.random
        self._on = Rollouts(match, rng)

    def attempt(self, world: Match) -> None:
        """Try a line of decisions in a world, which is used up."""
        path = self._descend(world)
        value = self._on.play(world)[self.seat]
        self._learn(value)
        for edge in path:
            edge.visits += 1
            edge.total += value

    def _descend(self, world: Match) -> list[Edge]:
        """Go down the tree, up to the first decision that was never tried."""
        seat, stop, node = self.seat, self._on.stop, self.root
        path: list[Edge] = []
        while not world.over and not (stop and stop(world.state)):
            asked = world.to_act
            # Who prepares at its own pace does so to the end before others do: their order is
            # of no account, so only one is looked at.
            if seat not in asked:
                world.act(asked[0], self._cheap(world, asked[0]))
            elif len(actions := in_order(world, seat)) == 1:
                world.act(seat, actions[0])
            else:
                action = self._promising(world, node, actions)
                edge = node[action.id]
                path.append(edge)
                world.act(seat, action)
                if not edge.visits:
                    break
                node = edge.after
        return path

    def _cheap(self, world: Match, seat: int) -> Action:
        """What another seat does."""
        actions, u = world.actions(seat), self._draw()
        policy = self._on.policy
        if policy is not None and len(actions) > 1:
            return policy(world.state, seat, actions, u)
        return actions[int(u * len(actions))]

    def _promising(self, world: Match, node: Node, actions: Sequence[Action]) -> Action:
        """What to try next: what came out well, looks good or has seldom been tried."""
        if any(action.id not in node for action in actions):
            for number, edge in _edges(actions, world.game.rate(world, self.seat, actions)).items():
                node.setdefault(number, edge)
        best, most = actions[0], float("-inf")
        explore, prior = EXPLORE * self.spread, PRIOR * self.spread
        for action in actions:
            edge = node[action.id]
            edge.offered += 1
            visits = edge.visits
            hope = edge.total / visits if visits else self.mean
            hope += prior * edge.looks / (visits + 1)
            hope += explore * sqrt(log(edge.offered + 1) / (visits + 1))
            if hope > most:
                best, most = action, hope
        return best

    def _learn(self, value: float) -> None:
        """Keep mean and spread of what tries came to (Welford)."""
        self._tries += 1
        away = value - self.mean
        self.mean += away / (self._tries + 1)  # the fair share counts as one try
        self._squares += away * (value - self.mean)
        if self._tries > 9:
            self.spread = max(LEAST_SPREAD, sqrt(self._squares / self._tries))


def in_order(match: Match, seat: int) -> Sequence[Action]:
    """What the seat may do, but in one order where its order is of no account: `Game.in_order`."""
    actions = match.actions(seat)
    chosen = match.game.in_order
    return actions if chosen is None or len(actions) == 1 else chosen(match.state, seat, actions)


def _edges(actions: Sequence[Action], ratings: Sequence[float]) -> Node:
    """New decisions, with their looks."""
    worst = min(ratings)
    span = (max(ratings) - worst) or 1.0
    return {
        action.id: Edge((rating - worst) / span)
        for action, rating in zip(actions, ratings, strict=True)
    }
