"""What all adapters share: which game is played, and how it is told to those who learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from meowple.core.encoding import Encoding
from meowple.core.errors import MeowpleError
from meowple.core.game import whole_number
from meowple.core.language import N_, seat_names
from meowple.core.match import Match, new_match
from meowple.core.registry import get_game

Rewards = Literal["share", "points"]
"""What is paid at the end. ``share``: the part of the victory that the seat got, less the fair one
(one of four winners alone gets 0.75, the others -0.25 each); who plays alone, and so wins whatever
happens, gets its points. ``points``: the points it has."""

Masks = Literal["observation", "info"]
"""Where the legal actions stand: in the observation, or in the info that comes with it."""

Illegal = Literal["raise", "lose"]
"""What an illegal action does. ``raise``: an `IllegalAction` that says why, and nothing changes.
``lose``: the episode ends, and all who chose one are paid -1, the others 0."""

LOSS = -1.0

Observation = NDArray[np.int8] | dict[str, NDArray[np.int8]]


class Play:
    """A game with so many seats and such options, and its encoding. Never changes.

    Args:
        game: its name.
        seats: how many play; the most the game allows when not given.
        options: of the table; those not given have their defaults.
        rewards: `Rewards`.
        mask: `Masks`.
        illegal: `Illegal`.

    Raises:
        UnknownGame, BadSeats, UnknownOption: with a sentence that helps.
        ValueError: the other arguments are not what they may be.
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
    ) -> None:
        for name, value, known in (
            ("rewards", rewards, Rewards),
            ("mask", mask, Masks),
            ("illegal", illegal, Illegal),
        ):
            if value not in get_args(known):
                raise ValueError(
                    f"{name} is {' or '.join(map(repr, get_args(known)))}; not {value!r}"
                )
        self.encoding = Encoding(get_game(game), seats, options)
        self.game = self.encoding.game
        self.seats = self.encoding.seats
        self.options = dict(self.encoding.options)
        self.actions = tuple(self.game.actions)
        self.rewards, self.mask, self.illegal = rewards, mask, illegal

    def __deepcopy__(self, memo: object) -> Play:
        return self

    def __reduce__(self) -> Any:
        terms = {"rewards": self.rewards, "mask": self.mask, "illegal": self.illegal}
        return _again, (self.game.name, self.seats, self.options, terms)

    def start(self, seed: int) -> Match:
        """A new match, without a past."""
        return new_match(self.game.name, self.seats, self.options, seed, recording=False)

    def observation(self, match: Match, seat: int) -> NDArray[np.int8]:
        """What that seat knows."""
        return np.frombuffer(self.encoding.encode(match, seat), np.int8)

    def legal(
        self, match: Match, seat: int, more: bytes = b"", *, ended: bool = False
    ) -> NDArray[np.int8]:
        """1 for each action that the seat may choose now.

        All 0 when it is not to act, or when the episode has ended, with the match or before it.
        """
        if ended or seat not in match.to_act:
            return np.frombuffer(bytearray(len(self.actions)) + more, np.int8)
        return np.frombuffer(match.mask(seat) + more, np.int8)

    def paid(self, match: Match) -> list[float]:
        """What each seat is paid at the end of a match."""
        if self.rewards == "points" or self.seats == 1:
            return [float(points) for points in match.scores]
        if not match.winners:
            return [0.0] * self.seats
        return [share - 1 / self.seats for share in match.returns()]

    def lost(self, *offenders: int) -> list[float]:
        """What each seat is paid where some have chosen what they may not."""
        return [LOSS if seat in offenders else 0.0 for seat in range(self.seats)]

    def text(self, match: Match, viewer: int | None = None) -> str:
        """The table as that viewer sees it, with Rich's markup."""
        words = self.game.in_words("en")
        people = words.people(viewer, seat_names(self.seats, "en"))
        return words.text(match.view(viewer), people)


def _again(game: str, seats: int, options: dict[str, Any], terms: dict[str, Any]) -> Play:
    return Play(game, seats, options, **terms)


def check_seed(seed: Any) -> int | None:
    """The seed as an int, whatever kind of whole number it is; raises `ValueError` if it is none."""
    if seed is None:
        return None
    number = whole_number(seed)
    if number is None or number < 0:
        raise ValueError(f"a seed is a whole number from 0 on, or None; not {seed!r}")
    return number


class OutOfTurn(MeowpleError):
    """Something was done with an environment when it could not be."""


NOT_RESET = N_("reset the environment before anything else")

MATCH_OVER = N_("the match is over: reset the environment")
