"""What a bot is, the bots that are installed, and how one is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from random import Random
from typing import Protocol

from meowple.core.actions import Action
from meowple.core.errors import MeowpleError
from meowple.core.match import Match


class UnknownBot(MeowpleError):
    """No bot of that name is installed."""


class Bot(Protocol):
    """A player that is a program.

    A bot that needs to see nothing but its choices may have a method ``choose_among(actions)``
    besides; then no match is imagined for it, which is much quicker.

    Attributes:
        random: its own generator, seeded when the bot is made, the only source of its whims.
    """

    random: Random

    def choose(self, match: Match, seat: int) -> Action:
        """One of ``match.actions(seat)``.

        Args:
            match: a match that `Match.imagine` made for this seat: all that the seat cannot
                know is dealt anew in it, so the bot may look at everything in it, fork it and
                play on in it, and still knows no more than the seat does.
            seat: whose choice it is.
        """


Maker = Callable[[int | None], Bot]
"""What makes a bot: called with its seed, or with None for an unrepeatable one."""

_OWN = {
    "greedy": "meowple.bots.greedy:Greedy",
    "random": "meowple.bots.uniform:Uniform",
}


@cache
def bots() -> tuple[str, ...]:
    """The names of all bots that are installed, in alphabetical order."""
    return tuple(sorted({*_OWN, *(entry.name for entry in entry_points(group="meowple.bots"))}))


@cache
def get_maker(name: str) -> Maker:
    """What makes bots of that name. Raises `UnknownBot`."""
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        own: Maker = getattr(import_module(module), attribute)
        return own
    for entry in entry_points(group="meowple.bots", name=name):
        other: Maker = entry.load()
        return other
    raise UnknownBot(f"there is no bot {name[:40]!r}; installed are {', '.join(bots())}")


def get_bot(name: str, seed: int | None = None) -> Bot:
    """A bot of that name. Raises `UnknownBot`.

    Args:
        name: one of `bots`.
        seed: any whole number makes all its choices repeatable; random when not given.
    """
    return get_maker(name)(seed)


def ask(bot: Bot, match: Match, seat: int) -> Action:
    """What the bot chooses for that seat. The match does not change.

    The bot never sees the match itself, only one imagined for the seat.
    """
    blind: Callable[[Sequence[Action]], Action] | None = getattr(bot, "choose_among", None)
    if blind is not None:
        return blind(match.actions(seat))
    return bot.choose(match.imagine(seat, bot.random.getrandbits(64)), seat)
