"""Every game as a PettingZoo environment: seats in turn (`env`), or all at once (`parallel_env`).

>>> from meowple.envs import pettingzoo
>>> game = pettingzoo.env("festival", seats=4)
>>> game.reset(seed=7)
>>> paid = 0.0
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     paid += reward
...     mask = None if terminated else observation["action_mask"]
...     game.step(None if terminated else game.action_space(agent).sample(mask))
>>> abs(paid) < 1e-9
True
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv, ParallelEnv

from meowple.core.errors import IllegalAction
from meowple.core.language import N_
from meowple.core.match import Match
from meowple.core.questions import Question

from .pictures import rendered
from .play import (
    MATCH_OVER,
    NOT_RESET,
    Illegal,
    Masks,
    Observation,
    OutOfTurn,
    Play,
    Rewards,
    check_seed,
)
from .spaces import RENDER_MODES, check_render_mode, observation_space

Infos = dict[str, dict[str, Any]]


class _Seats:
    """What both kinds of environment have in common.

    Attributes:
        play: what is played, and how it is told.
        possible_agents: ``seat_0`` and so on.
        match: the match that is played; None before the first reset. It knows all secrets.
    """

    metadata: dict[str, Any]
    play: Play
    possible_agents: list[str]
    agents: list[str]
    match: Match | None
    render_mode: str | None

    def _set_up(self, play: Play, render_mode: str | None, more_actions: int) -> None:
        self.metadata = {
            "name": f"meowple/{play.game.name}-v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.play, self.match = play, None
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(play.seats)]
        self.agents = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = Random()
        number = len(play.actions) + more_actions
        self._observations = {
            agent: observation_space(play, number) for agent in self.possible_agents
        }
        self._actions = {agent: Discrete(number) for agent in self.possible_agents}

    def _start(self, seed: int | None) -> Match:
        """A new match: by the seed, or the next one of the seeds before it."""
        seed = check_seed(seed)
        if seed is not None:
            self._random = Random(seed)
        self.match = self.play.start(self._random.getrandbits(64))
        self.agents = self.possible_agents[:]
        return self.match

    def _now(self) -> Match:
        if self.match is None:
            raise OutOfTurn(NOT_RESET)
        return self.match

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for every seat: `meowple.core.encoding.Encoding` says what is where."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        """An action is its index in the game's list."""
        return self._actions[agent]

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """The table as everybody sees it: text, a picture, or printed."""
        return rendered(self.play.text(self._now()), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class Turns(_Seats, AECEnv):  # type: ignore[misc]
    """A game whose seats act one after the other; where they choose together, still unseen.

    Args:
        game: its name.
        seats: how many play; the most the game allows when not given.
        options: of the table; those not given have their defaults.
        rewards: what is paid at the end: ``share`` of the victory less the fair one, or ``points``.
        mask: where the legal actions stand: ``observation`` or ``info``.
        illegal: what an illegal action does: ``raise``, or ``lose`` the match.
        render_mode: ``ansi``, ``human``, ``rgb_array`` or None.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        rewards: Rewards = "share",
        mask: Masks = "observation",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        play = Play(game, seats, options, rewards=rewards, mask=mask, illegal=illegal)
        self._set_up(play, render_mode, 0)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new match.

        Args:
            seed: any whole number from 0 on makes this match and those after it repeatable.
            options: not used; those of the table are given when the environment is made.
        """
        self._start(seed)
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self.infos: Infos = {agent: {} for agent in self.possible_agents}
        self._select()

    def _select(self) -> None:
        """It is the turn of the first of those who owe an answer."""
        match = self._now()
        seat = match.to_act[0]
        self.agent_selection = agent = self.possible_agents[seat]
        if self.play.mask == "info":
            self.infos[agent] = {"action_mask": self.play.legal(match, seat)}

    def observe(self, agent: str) -> Observation:
        """What that seat knows now."""
        match, seat = self._now(), self._seat[agent]
        seen = self.play.observation(match, seat)
        if self.play.mask == "info":
            return seen
        legal = self.play.legal(match, seat, ended=all(self.terminations.values()))
        return {"observation": seen, "action_mask": legal}

    def step(self, action: Any) -> None:
        """The seat whose turn it is chooses an action, by index or key.

        Raises:
            IllegalAction: it may not choose that; nothing has changed.
            OutOfTurn: the match is over, and all seats know.
        """
        match, play = self._now(), self.play
        if not self.agents:
            raise OutOfTurn(MATCH_OVER)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        try:
            match.act(seat, play.game.actions[action])
        except IllegalAction:
            if play.illegal == "raise":
                raise
            self._end(play.lost(seat))
            return
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if match.over:
            self._end(play.paid(match))
        else:
            self._select()

    def _end(self, paid: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.possible_agents, True)
        if self.play.mask == "info":
            self.infos = {agent: {} for agent in self.possible_agents}
        self.agent_selection = self.possible_agents[0]


class AtOnce(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game in which all seats act in every step; who is not asked can only `wait`.

    Answers that are given together in secret are given in one step. The arguments are those of
    `Turns`. The mask has one place more than the game has actions: the last one is `wait`.

    Attributes:
        wait: the action of a seat that is not asked.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        rewards: Rewards = "share",
        mask: Masks = "observation",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        play = Play(game, seats, options, rewards=rewards, mask=mask, illegal=illegal)
        self._set_up(play, render_mode, 1)
        self.wait = len(play.actions)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Start a new match; the arguments are those of `Turns.reset`."""
        self._start(seed)
        return self._seen()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """All seats choose, by index or key; ``wait`` may be left out.

        Where an answer closes a question that each seat answers at its own pace, those after it are
        dropped: they were not given to the question that follows.

        Raises:
            IllegalAction: one of them may not choose that; nothing has changed.
        """
        match, play, agents = self._now(), self.play, self.possible_agents
        if not self.agents:
            raise OutOfTurn(MATCH_OVER)
        if not isinstance(actions, Mapping):
            raise IllegalAction(
                N_("actions are given by the names of seats, as in {example}"),
                example=repr({agents[0]: self.wait}),
            )
        paid = [0.0] * play.seats
        ended = False
        offenders = []
        for seat, agent in enumerate(agents):
            try:
                self._check(match, seat, actions.get(agent, self.wait))
            except IllegalAction:
                if play.illegal == "raise":
                    raise
                offenders.append(seat)
        if offenders:
            paid, ended = play.lost(*offenders), True
        else:
            question, asked = match.question, match.to_act
            mark = match.state.chance.mark
            for seat in asked:
                if seat in match.to_act and _is_open(question, mark, match):
                    match.act(seat, play.game.actions[actions[agents[seat]]])
            if match.over:
                paid, ended = play.paid(match), True
        seen, infos = self._seen(ended=ended)
        if ended:
            self.agents = []
        return (
            seen,
            dict(zip(agents, paid, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            infos,
        )

    def _check(self, match: Match, seat: int, action: Any) -> None:
        """Raises `IllegalAction` if that seat may not choose that now."""
        asked = seat in match.to_act
        try:
            waits = index(action) == self.wait
        except TypeError:  # a key, or nothing that is an action
            waits = False
        if waits:
            if asked:
                raise IllegalAction(N_("seat {seat} is asked, and cannot wait"), seat=seat)
            return
        if not asked:
            raise IllegalAction(
                N_("seat {seat} is not asked: its action is {wait}"), seat=seat, wait=self.wait
            )
        chosen = self.play.game.actions[action]
        if chosen not in match.actions(seat):
            raise IllegalAction(
                N_("seat {seat} may not choose {action} now"), seat=seat, action=chosen.key
            )

    def _seen(self, *, ended: bool = False) -> tuple[dict[str, Observation], Infos]:
        """What each seat observes, with its mask in one place or the other."""
        match, play = self._now(), self.play
        to_act = match.to_act
        seen: dict[str, Observation] = {}
        infos: Infos = {}
        for seat, agent in enumerate(self.possible_agents):
            observation = play.observation(match, seat)
            wait = b"\1" if ended or seat not in to_act else b"\0"
            legal = play.legal(match, seat, wait, ended=ended)
            if play.mask == "info":
                seen[agent], infos[agent] = observation, {"action_mask": legal}
            else:
                seen[agent] = {"observation": observation, "action_mask": legal}
                infos[agent] = {}
        return seen, infos


def _is_open(question: Question | None, mark: int, match: Match) -> bool:
    """Whether that question is still asked, with chance as it was when ``mark`` was looked at.

    One that each seat answers at its own pace is asked anew after each answer. When it has closed,
    chance or something else comes before another of its kind.
    """
    now = match.question
    if now is question or now is None or question is None:
        return now is question
    anew = now.apart and question.apart and now.kind == question.kind
    return anew and match.state.chance.mark == mark


env = raw_env = Turns
parallel_env = AtOnce
"""The names under which PettingZoo's own games are made."""

__all__ = ["AtOnce", "Turns", "env", "parallel_env", "raw_env"]
