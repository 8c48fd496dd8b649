"""What a bot is, and how one is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NoReturn, Protocol

from meowple.core.actions import Action
from meowple.core.errors import MeowpleError
from meowple.core.language import N_
from meowple.core.match import Match


class Bot(Protocol):
    """A player that is a program.

    A bot that needs to see nothing but its choices may have a method ``choose_among(actions)``
    besides; then no match is imagined for it, which is much quicker. One that needs nothing but
    how good each of them looks to a quick player may have ``choose_rated(actions, ratings)``: no
    match is imagined for it either, in games whose ratings say nothing that the seat does not
    know (`Game.rates_openly`). A subclass with a ``choose`` of its own has lost it.

    Attributes:
        random: its own generator, seeded when the bot is made, the only source of its whims.
    """

    random: Random

    def choose(self, match: Match, seat: int) -> Action:
        """One of ``match.actions(seat)``.

        Args:
            match: a match that `Match.imagine` made for this seat: all that the seat cannot
                know is dealt anew in it and nobody else has answered yet, so the bot may look at
                everything in it, fork it, imagine more `Match.worlds` and play on in it, and
                still knows no more than the seat does.
            seat: whose choice it is.
        """


Maker = Callable[[int | None], Bot]
"""What makes a bot: called with its seed, or with None for an unrepeatable one."""


def ask(bot: Bot, match: Match, seat: int) -> Action:
    """What the bot chooses for that seat. The match does not change.

    The bot never sees the match itself, only one imagined for the seat, in which nobody else has
    answered yet, so that it cannot know who has.

    Raises:
        MeowpleError: that is no bot.
        WrongSeat: there is no such seat.
    """
    if isinstance(bot, str | type):
        _no_bot(bot)
    blind: Callable[[Sequence[Action]], Action] | None = getattr(bot, "choose_among", None)
    if blind is not None:
        return blind(match.actions(seat))
    if not hasattr(bot, "random"):
        _no_bot(bot)
    seed = bot.random.getrandbits(64)
    if match.game.rates_openly and _wants_ratings(type(bot)):
        rated: Any = bot
        actions = match.actions(seat)
        ratings = match.game.rate(match, seat, actions) if len(actions) > 1 else [0.0]
        chosen: Action = rated.choose_rated(actions, ratings)
        return chosen
    return bot.choose(match.imagine(seat, seed, answers="drop"), seat)


@cache
def _wants_ratings(kind: type) -> bool:
    """Whether such bots have a ``choose_rated`` that stands for their ``choose``."""
    for each in kind.__mro__:
        if "choose_rated" in vars(each) or "choose" in vars(each):
            return "choose_rated" in vars(each)
    return False


def _no_bot(bot: object) -> NoReturn:
    """Say what to give instead of that."""
    if isinstance(bot, str):
        raise MeowpleError(N_("{bot!r} is the name of a bot: get_bot({bot!r}) makes one"), bot=bot)
    if isinstance(bot, type):
        raise MeowpleError(
            N_("{name} is a class: give a bot made of it, {name}(seed)"), name=bot.__name__
        )
    raise MeowpleError(
        N_("{name} has no generator of its own: a bot has self.random = Random(seed)"),
        name=type(bot).__name__,
    )
