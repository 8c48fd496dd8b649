"""Every game as a Gymnasium environment: one seat learns, bots play the others.

Importing this module registers ``Meowple/Festival-v0`` and the like, one for each installed game.

>>> import gymnasium
>>> import meowple.envs.gymnasium
>>> env = gymnasium.make("Meowple/Festival-v0", seats=4, bots="random")
>>> observation, info = env.reset(seed=7)
>>> ended = False
>>> while not ended:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, ended, truncated, info = env.step(action)
>>> -0.25 <= reward <= 0.75
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from meowple.bots import Bot, ask, check_plays, get_bot
from meowple.core.errors import IllegalAction
from meowple.core.game import whole_number
from meowple.core.match import Match
from meowple.core.registry import games

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

Seen = tuple[Observation, dict[str, Any]]


class OneSeat(gymnasium.Env[Any, Any]):
    """A game as it looks from one seat; what the others do is done by bots meanwhile.

    Args:
        game: its name.
        seats: how many play; the most the game allows when not given.
        options: of the table; those not given have their defaults.
        seat: which one learns, from 0; None for one drawn at each reset.
        bots: the name of the bot on all other seats, or a name for each of them, clockwise from
            the seat that learns.
        rewards: what is paid at the end: ``share`` of the victory less the fair one, or ``points``.
        mask: where the legal actions stand: ``observation`` or ``info``.
        illegal: what an illegal action does: ``raise``, or ``lose`` the match.
        render_mode: ``ansi``, ``human``, ``rgb_array`` or None.

    Raises:
        UnknownGame, BadSeats, UnknownOption, UnknownBot: with a sentence that helps.
        ValueError: another argument is not what it may be.

    Attributes:
        play: what is played, and how it is told.
        match: the match that is played; None before the first reset. It knows all secrets.
        seat: the seat that learns in it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: int | None = 0,
        bots: str | Sequence[str] = "greedy",
        rewards: Rewards = "share",
        mask: Masks = "observation",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.play = play = Play(game, seats, options, rewards=rewards, mask=mask, illegal=illegal)
        self.render_mode = check_render_mode(render_mode)
        if seat is not None and (whole_number(seat) is None or not 0 <= seat < play.seats):
            raise ValueError(f"seat is a number from 0 to {play.seats - 1}, or None; not {seat!r}")
        given: Any = [bots] * (play.seats - 1) if isinstance(bots, str) else bots
        if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
            raise ValueError(f"bots are a name of a bot, or a list of names; not {bots!r}")
        names: list[str] = list(given)
        if len(names) != play.seats - 1:
            raise ValueError(
                f"bots are {play.seats - 1} names, for all seats but one; not {len(names)}"
            )
        for name in names:
            check_plays(name, play.game)
        self._names, self._fixed = names, seat
        self._bots: dict[int, Bot] = {}
        self._lost = False
        self.match: Match | None = None
        self.seat = 0 if seat is None else seat
        self.observation_space = observation_space(play, len(play.actions))
        self.action_space = Discrete(len(play.actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Seen:
        """Start a new match, and play it up to the first decision of the seat that learns.

        Args:
            seed: any whole number from 0 on makes this match and those after it repeatable, bots
                included.
            options: not used; those of the table are given when the environment is made.
        """
        super().reset(seed=check_seed(seed))
        self._lost = False
        seats = self.play.seats
        of_match, drawn, *of_bots = (
            int(n) for n in self.np_random.integers(1 << 63, size=seats + 1)
        )
        self.seat = drawn % seats if self._fixed is None else self._fixed
        self._bots = {
            (self.seat + place) % seats: get_bot(name, of_bots[place - 1])
            for place, name in enumerate(self._names, 1)
        }
        self.match = match = self.play.start(of_match)
        self._let_others_act(match)
        return self._seen(match)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose an action, by index or key, and let the others act until the next decision.

        Raises:
            IllegalAction: it may not be chosen; nothing has changed.
        """
        match, play = self._now(), self.play
        if match.over or self._lost:
            raise OutOfTurn(MATCH_OVER)
        try:
            match.act(self.seat, play.game.actions[action])
        except IllegalAction:
            if play.illegal == "raise":
                raise
            self._lost = True
            observation, info = self._seen(match)
            return observation, play.lost(self.seat)[self.seat], True, False, info
        ended = self._let_others_act(match)
        observation, info = self._seen(match)
        return observation, play.paid(match)[self.seat] if ended else 0.0, ended, False, info

    def _let_others_act(self, match: Match) -> bool:
        """Play on to the next decision of the seat that learns; whether there is none any more."""
        while (to_act := match.to_act) and self.seat not in to_act:
            other = to_act[0]
            match.act(other, ask(self._bots[other], match, other))
        return match.over

    def _now(self) -> Match:
        if self.match is None:
            raise OutOfTurn(NOT_RESET)
        return self.match

    def _seen(self, match: Match) -> Seen:
        seen = self.play.observation(match, self.seat)
        legal = self.play.legal(match, self.seat, ended=self._lost)
        if self.play.mask == "info":
            return seen, {"action_mask": legal}
        return {"observation": seen, "action_mask": legal}, {}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the seat that learns sees it: text, a picture, or printed."""
        return rendered(self.play.text(self._now(), self.seat), self.render_mode)


def register() -> None:
    """Make all installed games known to `gymnasium.make`; done on importing this module."""
    for name in games():
        title = "".join(part.capitalize() for part in name.split("_"))
        known_as = f"Meowple/{title}-v0"
        if known_as not in gymnasium.registry:
            gymnasium.register(known_as, "meowple.envs.gymnasium:OneSeat", kwargs={"game": name})


register()
