"""Many matches at once, in arrays: one step is one decision in each of them.

>>> from meowple.envs.batch import Batch
>>> batch = Batch("festival", 64, seats=4, seed=7)
>>> for _ in range(30):
...     rewards, done = batch.step(batch.sample())
>>> batch.observations.shape == (64, batch.play.encoding.size), batch.decisions
(True, 1920)

Only games with a kernel can be played so: a module ``kernel`` in the game's package that says the
rules once more, compiled by Numba. Importing this module needs the extra ``batch``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, SupportsIndex

try:
    import numba as numba  # for the kernels
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("batches of matches need an extra: pip install 'meowple[batch]'") from error

from meowple.core.errors import IllegalAction
from meowple.core.game import whole_number
from meowple.core.language import N_
from meowple.core.registry import game_package, games

from .play import Play, Rewards, check_seed


class Batch:
    """Many matches of a game that are played side by side.

    In every match one seat is asked at a time. Where several choose at once and in secret, they
    answer one after the other and see nothing of one another's answers. A match that has ended is
    followed by the next at once.

    The arrays belong to the batch and are written anew by every step: copy what you want to keep.

    Args:
        game: its name.
        matches: how many there are.
        seats: how many play in each; the most the game allows when not given.
        options: of the tables; those not given have their defaults.
        rewards: what is paid at the end: ``share`` of the victory less the fair one, or ``points``.
        seed: any whole number from 0 on makes everything repeatable.

    Raises:
        UnknownGame, BadSeats, UnknownOption: with a sentence that helps.
        ValueError: the game has no kernel, or another argument is not what it may be.

    Attributes:
        play: what is played, and how it is told.
        matches: how many matches there are.
        observations: ``int8``, (matches, numbers of the encoding): what the seat knows that is asked.
        mask: ``int8``, (matches, actions): 1 for each action that it may choose.
        to_act: ``int8``, (matches,): which seat is asked, from 0.
        rewards: ``float32``, (matches, seats): what was paid in the last step; 0 but at an end.
        done: ``bool``, (matches,): whether a match ended in the last step. What is observed there
            is the beginning of the next.
        states: the matches themselves, with all secrets: ``STATE`` of the kernel tells the fields.
        decisions: how many were made since the batch was made.
    """

    def __init__(
        self,
        game: str,
        matches: SupportsIndex,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        rewards: Rewards = "share",
        seed: SupportsIndex | None = None,
    ) -> None:
        self.play = play = Play(game, seats, options, rewards=rewards)
        number = whole_number(matches)
        if number is None or number < 1:
            raise ValueError(f"matches is a whole number from 1 on; not {matches!r}")
        self.matches = number
        encoding = play.encoding
        starts = {
            block.name: start for block, start in zip(encoding.blocks, encoding.starts, strict=True)
        }
        kernel = self._kernel
        self._terms = kernel.terms(play.seats, play.options, starts, rewards == "points")
        self.states = np.zeros(number, kernel.STATE)
        self.observations: NDArray[np.int8] = np.zeros((number, encoding.size), np.int8)
        self.mask: NDArray[np.int8] = np.zeros((number, len(play.actions)), np.int8)
        self.to_act: NDArray[np.int8] = np.zeros(number, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((number, play.seats), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(number, np.bool_)
        self.decisions = 0
        self.reset(secrets.randbits(64) if seed is None else seed)

    @property
    def _kernel(self) -> Any:
        return _kernel_of(self.play.game.name)

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each match that is played now: `meowple.new_match` deals the same with it."""
        return self.states["seed"].copy()

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Start a new match everywhere.

        Args:
            seed: any whole number from 0 on makes these matches and those after them repeatable;
                without one they are those that would have come next.
        """
        checked = check_seed(seed)
        if checked is not None:
            streams = np.random.SeedSequence(checked).generate_state(2 * self.matches, np.uint64)
            self.states.view(np.uint8)[:] = 0
            self.states["next"], self.states["luck"] = streams.reshape(2, -1)
        self.states["step"] = self._kernel.OVER
        self._go_on(np.zeros(self.matches, np.int64))
        self.rewards[:] = 0
        self.done[:] = False

    def step(self, actions: Any) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The seat that is asked in each match chooses the action of that index.

        Args:
            actions: whole numbers, one for each match.

        Returns:
            `rewards` and `done`.

        Raises:
            IllegalAction: one of them may not be chosen; nothing has changed in any match.
            ValueError: these are no whole numbers, or not one for each match.
        """
        given = np.asarray(actions)
        if given.shape != (self.matches,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self.matches} whole numbers, one for each match; not an array "
                f"of {given.dtype} and the shape {given.shape}"
            )
        # The kernel is compiled for these alone; huge ones become negative, which none may be.
        chosen = given.astype(np.int64, copy=False)
        wrong = self._kernel.refused(self.states, chosen)
        if wrong >= 0:
            self._refuse(wrong, int(given[wrong]))
        self._go_on(chosen)
        self.decisions += self.matches
        return self.rewards, self.done

    def sample(self) -> NDArray[np.int64]:
        """A new array with one of the possible actions for each match, each as likely as the next."""
        actions: NDArray[np.int64] = np.empty(self.matches, np.int64)
        self._kernel.sample(self.states, actions)
        return actions

    def play_out(self) -> NDArray[np.float32]:
        """Play every match to its end at random, then start the next; gives `rewards`.

        Nothing is observed on the way, so that it takes a third of the time.
        """
        self.decisions += self._kernel.play_out(self._terms, self.states)
        self._go_on(np.zeros(self.matches, np.int64))
        return self.rewards

    def copy(self) -> Batch:
        """A batch that goes on exactly as this one does, and shares nothing with it."""
        new = Batch.__new__(Batch)
        for name, value in vars(self).items():
            setattr(new, name, value.copy() if isinstance(value, np.ndarray) else value)
        return new

    __copy__ = copy

    def _go_on(self, actions: NDArray[np.int64]) -> None:
        """Choose an action in all matches, and start the next where one is over."""
        self._kernel.step(
            self._terms, self.states, actions, self.rewards, self.done,
            self.observations, self.mask, self.to_act,
        )  # fmt: skip

    def _refuse(self, place: int, action: int) -> None:
        keys = [self.play.actions[each].key for each in self._legal(place)]
        few = ", ".join(keys[:8]) + (" ..." if len(keys) > 8 else "")
        known = 0 <= action < len(self.play.actions)
        raise IllegalAction(
            N_("{action} may not be chosen now; possible are {few}"),
            action=f"match {place}: {self.play.actions[action].key if known else action}",
            few=few,
        )

    def _legal(self, place: int) -> list[int]:
        bits = sum(int(word) << 64 * at for at, word in enumerate(self.states[place]["legal"]))
        return [action for action in range(len(self.play.actions)) if bits >> action & 1]


@cache
def _kernel_of(name: str) -> Any:
    """The kernel of a game; raises `ValueError` if it has none."""
    if not _has_kernel(name):
        known = ", ".join(filter(_has_kernel, games()))
        raise ValueError(f"{name} cannot be played in a batch: only {known} has a kernel")
    return import_module(f"{game_package(name).__name__}.kernel")


def _has_kernel(name: str) -> bool:
    package = game_package(name)
    return hasattr(package, "__path__") and find_spec(f"{package.__name__}.kernel") is not None
